package engine

// This file holds what samples of changed code showed that nothing else did: see docs/code-mutation.md.

import (
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
	g := mustLoad(t, d, WithCoverage())
	if _, err := g.New(Setup{ID: "start"}); err != nil {
		t.Fatal(err)
	}
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
	g := mustLoad(t, d, WithCoverage())
	if _, err := g.New(Setup{ID: "start"}); err != nil {
		t.Fatal(err)
	}
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
