package engine

// This file holds what samples of changed code showed that nothing else did: see docs/code-mutation.md.

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

func TestACallIsSeenByCoverage(t *testing.T) {
	d := testGame()
	p := addProc(d, "visit", 0, 0, do(def.CReturn, 0, 0, 0))
	d.Procs[p].Node = 2
	addMain(d, do(def.CCall, p, -1, 0), do(def.CCall, p, -1, 0))
	g := covered(t, d)
	if ran := g.Seen(2).Ran; ran != 2 {
		t.Errorf("the procedure was called %d times, want 2", ran)
	}
}

// A pile of one card has one order, whatever was shuffled before.
func TestAShuffleThatIsForcedLeavesItsOwnCards(t *testing.T) {
	shuffle := func(pile int64) def.DecisionDef {
		d := red("shuffle", def.Shuffle)
		d.By, d.From, d.Elem = nil, kT(pile, tPile), tC
		return d
	}
	d := testGame()
	d.Decisions = []def.DecisionDef{shuffle(pileHand), shuffle(pilePlayed)}
	addMain(d, do(def.CCard, 0, 0, 0, kT(3, tC), kT(pilePlayed, tPile)), do(def.CDecide, 0, 0, 0), do(def.CDecide, 1, 0, 0))
	s := start(t, d)
	hand := slices.Clone(s.Decision().Members)
	slices.Reverse(hand)
	if len(hand) < 2 || len(s.Pile(pilePlayed)) != 1 {
		t.Fatalf("%d cards in hand, %d played", len(hand), len(s.Pile(pilePlayed)))
	}
	played := slices.Clone(s.Pile(pilePlayed))
	apply(t, s, Answer{Order: hand})
	if s.Decision().Name != "wait" || !slices.Equal(s.Pile(pileHand), hand) || !slices.Equal(s.Pile(pilePlayed), played) {
		t.Errorf("%s is asked; %v in hand and %v played", s.Decision().Name, s.Pile(pileHand), s.Pile(pilePlayed))
	}
}

// A condition with a place of its own is counted as a whole, also where its parts could be asked one by one.
func TestCoverageCountsAConditionWithParts(t *testing.T) {
	part := func(least int64) *def.Expr { return ex(def.OpGe, tB, exI(def.OpTable, tI, 0, bnd(10)), k(least)) }
	d := testGame()
	addMain(d, out(ex(def.OpSize, tI, exI(def.OpFilter, tZs, 10, zones(0, 1, 2), node(3, ex(def.OpAnd, tB, part(0), part(2)))))))
	g := covered(t, d)
	if c := g.Seen(3); c.True+c.False != 3 || c.True == 0 || c.False == 0 {
		t.Errorf("the condition on three zones was seen to hold %d times and not to %d times", c.True, c.False)
	}
}

func TestADecisionThatNobodyComputedHasNoRoom(t *testing.T) {
	if n := (&Decision{Entries: []Entry{{Available: 2}}}).Room([]int32{0}, 0); n != 0 {
		t.Errorf("room for %d", n)
	}
}

func TestARefusedTakeNamesWhatThereIsTooMuchOf(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) { d.Filter = filter(setWolf) }))
	dec := s.Decision()
	for i, e := range dec.Entries {
		counts := make([]int32, len(dec.Entries))
		counts[i] = e.Available + 1
		want := s.g.Format(int64(e.Zone)<<8|int64(e.Class), tP)
		if r := s.Refuses(Answer{Counts: counts}); r == nil || r.Candidate != want {
			t.Errorf("%+v, want one of %s", r, want)
		}
	}
}

// A rulebook without places tells what bounds a number without one.
func TestAReasonWithoutPlacesNamesNone(t *testing.T) {
	d := testGame()
	dec := red("pay", def.Amount)
	dec.Max = loc(0)
	d.Decisions = []def.DecisionDef{dec}
	p := addProc(d, "pay", 1, 8, do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0))
	addMain(d, do(def.CCall, p, -1, 0, k(3)))
	for i := range d.Code {
		d.Code[i].Node = 0
	}
	for i := range d.Procs {
		d.Procs[i].Node = 0
	}
	for i := range d.Decisions {
		d.Decisions[i].Node = 0
	}
	d.Nodes = nil
	s := start(t, d)
	if r := s.Refuses(Answer{N: 4}); r == nil || !strings.Contains(r.Why, "0 to 3") || r.Rule != "" && r.Rule != s.Decision().Rule {
		t.Errorf("%+v", r)
	}
}

func TestSetsOfOtherWidthsAndValuesWithoutAnIndexAreRefused(t *testing.T) {
	all := func() *def.Expr { return filter(0) }
	for name, c := range map[string]struct {
		of   *def.Expr
		want string
	}{
		"a variable of one word":       {ex(def.OpSize, tI, exI(def.OpCell, tF, cellGold)), "variable gold is no set of 2 words"},
		"a narrow set beside":          {ex(def.OpSize, tI, ex(def.OpUnion, tF, all(), zones(0))), "a set of 1 words stands where one of 2 is needed"},
		"a derived value of all zones": {exI(def.OpDerived, tI, 0), "needs an index"},
		"the stamp of no effect":       {exI(def.OpStamp, tI, -1), "stamp of no lasting effect"},
	} {
		d, _ := benchGame()
		d = crowded(t, d)
		addMain(d, out(c.of))
		if _, err := Load(d, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestAStateOfNoBytesEndsTooSoon(t *testing.T) {
	g := mustLoad(t, testMain())
	if _, err := g.Decode(nil); err == nil || strings.Contains(err.Error(), "version") {
		t.Errorf("%v", err)
	}
	if _, err := g.Decode([]byte{encodingVersion + 1}); err == nil || !strings.Contains(err.Error(), "version") {
		t.Errorf("%v", err)
	}
}

func TestABudgetWithoutCostsBindsNobody(t *testing.T) {
	dec := red("spaces", def.Subset)
	dec.From, dec.Max, dec.Budget = zones(zoneX, zoneY), k(2), k(-1)
	if r := decide(t, dec).Refuses(Answer{Set: 3}); r != nil {
		t.Errorf("%v", r)
	}
}

// Two procedures that one effect attaches to a point run one after the other, in their order.
func TestAnEffectRunsAllThatItAttaches(t *testing.T) {
	d := testGame()
	digit := func(n int64) int32 {
		return addProc(d, "add", 0, 0, do(def.CSet, 1, cellOut, 0, ex(def.OpAdd, tI, ex(def.OpMul, tI, cell(cellOut), k(10)), k(n))), do(def.CReturn, 0, 0, 0))
	}
	d.Points = []def.PointDef{{Named: def.Named{ID: "after"}, Kind: def.PointRun, Attach: []int32{0, 1, 2}}}
	d.Attachments = []def.Attachment{{Lasting: 0, Proc: digit(1), Node: 1}, {Lasting: 0, Proc: digit(2), Node: 1}, {Lasting: 0, Proc: digit(3), Node: 1}}
	s := play(t, d, on(0), do(def.CHooks, 0, 8, 0))
	if got := s.Cell(cellOut); got != 123 {
		t.Errorf("ran %d, want 1 2 3", got)
	}
}

// Whatever of a state is another changes its hash.
func TestEachPartOfAStateIsInItsHash(t *testing.T) {
	s := start(t, func() *def.GameDef {
		d := crowded(t, testGame())
		addMain(d)
		return d
	}())
	if len(s.counts)%16 == 0 || len(s.deck)%4 == 0 {
		t.Fatal("no part is left over behind the words")
	}
	was := s.Hash()
	for i := range s.counts {
		if s.counts[i]++; s.Hash() == was {
			t.Errorf("count %d does not matter", i)
		}
		s.counts[i]--
	}
	for i := range s.deck {
		if s.deck[i]++; s.Hash() == was {
			t.Errorf("card or length %d does not matter", i)
		}
		s.deck[i]--
	}
	for i := range s.cells {
		if s.cells[i]++; s.Hash() == was {
			t.Errorf("cell %d does not matter", i)
		}
		s.cells[i]--
	}
}

// That fewer pieces are marked than should be is told, but not where all are to be.
func TestAMarkThatIsShortOfPiecesIsTold(t *testing.T) {
	for _, c := range []struct {
		amount *def.Expr
		short  bool
	}{{k(9), true}, {k(1), false}, {k(def.None), false}} {
		_, p := watchPlay(t, testGame(), do(def.CTag, 0, 1, 0, filter(setSheep), c.amount, kT(zoneX, tZ)))
		short := slices.ContainsFunc(p.lines, func(l string) bool { return strings.HasPrefix(l, "short") })
		if short != c.short {
			t.Errorf("%d pieces: told %t, want %t\n%q", c.amount.I, short, c.short, p.lines)
		}
	}
}

func TestTheFirstFrameOfAStateHasNoneBelow(t *testing.T) {
	s := start(t, testMain())
	if _, err := s.g.Decode(s.Encode(nil)); err != nil {
		t.Fatal(err)
	}
	s.stack[1] = 1
	if _, err := s.g.Decode(s.Encode(nil)); err == nil {
		t.Error("a frame below the first one is taken")
	}
}

func TestHooksThatAddUpTooHighAreAFault(t *testing.T) {
	d := testGame()
	d.Points = []def.PointDef{{Named: def.Named{ID: "bonus"}, Kind: def.PointNumber, Combine: def.CombineSum, Attach: []int32{0}}}
	d.Attachments = []def.Attachment{{Lasting: 0, Value: k(math.MaxInt64), Node: 1}}
	addMain(d, on(0), out(exI(def.OpHookNumber, tI, 0, k(1))))
	if _, err := mustLoad(t, d).New(Setup{ID: "start"}); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("%v", err)
	}
}
