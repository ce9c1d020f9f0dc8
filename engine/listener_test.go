package engine

// These tests check that a play does not depend on its observers, and the state after Advance ends in a fault or Arrange fails.

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// A fault in a note, and its steps, are the same without an observer.
func TestPlayDoesNotDependOnObservers(t *testing.T) {
	listeners := map[string]Setup{"none": {}, "an observer": {Observer: &tape{}}, "a listener": {Listener: &tape{}}}
	for _, c := range []struct {
		name  string
		in    def.Instr
		fault bool
	}{
		{"a note", do(def.CNote, 0, 0, 0, exI(def.OpSum, def.TInt, 12, zones(0, 1, 2), ex(def.OpGt, def.TBool, cell(cellGold), bnd(12)), bnd(12)), k(3)), false},
		{"a note that cannot be computed", do(def.CNote, 0, 0, 0, ex(def.OpFloorDiv, def.TInt, k(1), cell(cellOut)), k(3)), true},
		{"a body", do(def.CBody, 1, 0, 0, exI(def.OpFirst, def.TZone, 12, zones(0, 1, 2), ex(def.OpLt, def.TBool, cell(cellGold), bnd(12)))), false},
		{"a body of what cannot be computed", do(def.CBody, 1, 0, 0, ex(def.OpFloorDiv, def.TInt, k(1), cell(cellOut))), true},
		{"the end of a body", do(def.CBody, 0, 0, 0), false},
	} {
		left := map[int64]bool{}
		for who, setup := range listeners {
			d := testGame()
			d.Notes = []def.NoteDef{{Name: "n", Fields: []string{"a", "b"}}}
			addMain(d, c.in)
			setup.ID, setup.Budget = "start", NewBudget(1<<20)
			_, err := mustLoad(t, d).New(setup)
			var f *Fault
			if errors.As(err, &f) != c.fault {
				t.Errorf("%s, with %s: %v", c.name, who, err)
			}
			left[setup.Budget.Left()] = true
		}
		if len(left) > 1 {
			t.Errorf("%s: the steps hang on who listens: %v are left", c.name, left)
		}
	}
}

// After a fault, the watched values are those of the restored state: a repeated change is reported again.
func TestWatchedValuesAreReportedAgainAfterAFault(t *testing.T) {
	d := testGame()
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "rich"}, Type: def.TInt, Value: cell(cellGold), Held: -1, Watch: true}}
	much := def.DecisionDef{Name: "much", Kind: def.Amount, By: kT(0, def.TSeat), Max: k(2), Result: 5, Choices: def.Choices{Decline: -1}, Elem: def.TInt}
	d.Decisions = []def.DecisionDef{much}
	s, p := watchPlay(t, d, do(def.CDecide, 0, 0, 0), do(def.CGain, 1, cellGold, 0, k(3)), out(ex(def.OpFloorDiv, def.TInt, k(1), loc(5))))
	if err := s.Apply(Answer{N: 0}); err == nil {
		t.Fatal("a division by zero is not a fault")
	}
	apply(t, s, Answer{N: 1})
	if n := count(p, "watch"); n != 2 || !p.has("watch 0 -1 10 13") {
		t.Errorf("%d changes are reported: %q", n, p.lines)
	}
}

// risky waits for a number; 0 leads to a menu that cannot be computed, because of a procedure's possible-function.
func risky(t *testing.T) *State {
	d := testGame()
	p := addProc(d, "visit", 0, 1, do(def.CReturn, 0, 0, 0))
	d.Functions = []def.FuncDef{{ID: "possible visit", Body: ex(def.OpGt, def.TBool, ex(def.OpFloorDiv, def.TInt, k(1), cell(cellOut)), k(0))}}
	d.Procs[p].Possible = 0
	much := def.DecisionDef{Name: "much", Kind: def.Amount, By: kT(0, def.TSeat), Max: ex(def.OpFloorDiv, def.TInt, k(2), cell(cellAction)), Result: 5, Choices: def.Choices{Decline: -1}, Elem: def.TInt}
	menu := red("action", def.Menu)
	menu.Options = []def.MenuOption{{Name: "visit", Proc: -1, Target: 4, Where: []def.Cond{{When: ex(def.OpPossibleDyn, def.TBool, ex(def.OpSub, def.TInt, loc(6), k(0)))}}}, {Name: "rest", Proc: -1, Target: 4}}
	d.Decisions = []def.DecisionDef{much, menu}
	return play(t, d, do(def.CSet, 1, cellAction, 0, k(1)), do(def.CDecide, 0, 0, 0), out(loc(5)), do(def.CDecide, 1, 0, 0))
}

func TestStateIsInvalidAfterAFaultOfAdvanceUntilOverwritten(t *testing.T) {
	s := risky(t)
	c := s.Copy()
	var f *Fault
	for range 2 * maxDynamic {
		if err := c.Advance(Answer{N: 0}); !errors.As(err, &f) {
			t.Fatalf("%v", err)
		}
		if err := c.Advance(Answer{N: 1}); c.Decision() != nil || err == nil || errors.As(err, &f) {
			t.Fatalf("it goes on after a fault: %v", err)
		}
		s.CopyTo(c)
	}
	if err := c.Advance(Answer{N: 1}); err != nil || c.Decision() == nil || c.Decision().Name != "action" {
		t.Errorf("%v: %+v", err, c.Decision())
	}
	c = s.Copy()
	c.cells[cellAction] = 0 // the formula is a fault from here on
	if err := c.Advance(Answer{N: 1}); !errors.As(err, &f) || c.Decision() != nil {
		t.Errorf("%v: %+v", err, c.Decision())
	}
}

func TestArrangeRefusesEntriesThatBelongToTheBeginning(t *testing.T) {
	s := risky(t)
	for name, setup := range map[string]Setup{
		"an ID": {ID: "start"}, "a seed": {Seed: 1}, "effects": {Lasting: []string{"effect0"}}, "an end of effects": {Until: map[string]string{"effect0": "turn"}},
		"an observer": {Observer: &tape{}}, "a listener": {Listener: &tape{}},
	} {
		if err := s.Arrange(setup); err == nil || err.Error() != "arrange: a set-up's ID, seed, effects and observer belong to the beginning of a play; give them to Game.New" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.Arrange(Setup{Cells: map[string]int64{"nothing": 1}}); err == nil || !strings.HasPrefix(err.Error(), "arrange: ") {
		t.Errorf("%v", err)
	}
	p := &tape{}
	s.Observe(p)
	if err := s.Arrange(Setup{Cells: map[string]int64{"gold": 4}}); err != nil || len(p.lines) > 0 {
		t.Errorf("%v: an arrangement is seen as a play: %q", err, p.lines)
	}
	if apply(t, s, Answer{N: 1}); !slices.Contains(p.lines, "cell 11 0 1 1") {
		t.Errorf("the play is no longer seen: %q", p.lines)
	}
	d := testGame()
	addMain(d, do(def.COver, 0, 0, 0))
	if err := start(t, d).Arrange(Setup{}); err == nil || err.Error() != "arrange: no decision is pending" {
		t.Errorf("%v", err)
	}
}

// A side option counts as a legal answer: it is the forced answer if there is no member, and prevents a single member from being
// forced.
func TestSideOptionCountsAsALegalAnswer(t *testing.T) {
	for _, c := range []struct {
		name    string
		members []int
		aside   int64 // the least gold with which the side option is legal
		asks    bool
		value   int64
	}{
		{"no member, no side option", nil, 99, false, def.None},
		{"no member", nil, 0, false, 77},
		{"one member, no side option", []int{zoneY}, 99, false, zoneY},
		{"one member", []int{zoneY}, 0, true, 0},
	} {
		d := testGame()
		dec := red("where", def.One)
		dec.From = zones(c.members...)
		dec.Also = []def.MenuOption{{Name: "aside", Proc: -1, Target: 3, Where: []def.Cond{{When: ex(def.OpGe, def.TBool, cell(cellGold), k(c.aside))}}}}
		d.Decisions = []def.DecisionDef{dec}
		s := play(t, d, do(def.CDecide, 0, 0, 0), out(loc(5)), do(def.CJump, 4, 0, 0), out(k(77)))
		if asks := s.Decision().Name == "where"; asks != c.asks || s.Cell(cellOut) != c.value {
			t.Errorf("%s: it asks %t, and the result is %d", c.name, asks, s.Cell(cellOut))
		}
	}
}

func TestShiftBeyondThePoolIsAFault(t *testing.T) {
	f := faultOf(t, testGame(), do(def.CShift, 0, cellSmoke, 0, k(2), k(zoneY)), do(def.CShift, 0, cellSmoke, 0, k(1), k(zoneZ)))
	if !strings.Contains(f.Why, "pool smoke has 0 markers left, not 1") {
		t.Error(f)
	}
}

func TestWritesAreReportedIfTheyChangeOrShouldChangeAValue(t *testing.T) {
	for _, c := range []struct {
		name string
		in   def.Instr
		want string
	}{
		{"the value that is there", do(def.CSet, 1, cellGold, 0, k(10)), ""},
		{"another", do(def.CSet, 1, cellGold, 0, k(11)), "cell 0 10 11 1"},
		{"nothing is gained", do(def.CGain, 1, cellGold, 0, k(0)), ""},
		{"nothing is paid", do(def.CPay, 1, cellGold, 0, k(0)), ""},
		{"what is lost is not there", do(def.CLose, 2, cellSmoke, 0, k(2), k(zoneY)), "cell 8 0 0 -2"},
		{"a shift by nothing", do(def.CShift, 0, cellMood, 0, k(0), k(zoneX)), ""},
		{"a shift where no marker may stand", do(def.CShift, 0, cellMood, 0, k(1), k(zoneZ)), ""},
		{"a shift beyond the end", do(def.CShift, 0, cellMood, 0, k(9), k(zoneX)), "cell 3 1 2 9"},
	} {
		_, p := watchPlay(t, testGame(), c.in)
		if n := count(p, "cell"); n > 1 || (n == 1) != (c.want != "") || n == 1 && !p.has(c.want) {
			t.Errorf("%s: %q, want %q", c.name, p.lines, c.want)
		}
	}
}

// Marking fewer pieces than requested is reported, unless all were requested.
func TestMarkingFewerPiecesThanRequestedIsReported(t *testing.T) {
	for _, c := range []struct {
		amount *def.Expr
		short  bool
	}{{k(9), true}, {k(1), false}, {k(def.None), false}} {
		_, p := watchPlay(t, testGame(), do(def.CTag, 0, 1, 0, filter(setSheep), c.amount, kT(zoneX, def.TZone)))
		short := slices.ContainsFunc(p.lines, func(l string) bool { return strings.HasPrefix(l, "short") })
		if short != c.short {
			t.Errorf("%d pieces: reported %t, want %t\n%q", c.amount.I, short, c.short, p.lines)
		}
	}
}

// A marker without declared zones is allowed in every zone.
func TestMarkerWithoutDeclaredZonesIsAllowedInAnyZone(t *testing.T) {
	d := testGame()
	d.Vars[1].On = 1 << zoneZ // without meaning for values of seats
	if s := play(t, d, do(def.CShift, 0, cellRes, 0, k(1), k(0))); s.Cell(cellRes) != 6 {
		t.Errorf("red stands at %d", s.Cell(cellRes))
	}
	d = testGame()
	d.Vars[2].On = 0
	if s := play(t, d, do(def.CShift, 0, cellMood, 0, k(1), k(zoneZ))); s.Cell(cellMood+zoneZ) != 2 {
		t.Errorf("z stands at %d", s.Cell(cellMood+zoneZ))
	}
}

func TestActionCellsAreRestoredInAnyOrder(t *testing.T) {
	for _, list := range [][]int32{{cellOut, cellAction, cellUsed, cellOther}, {cellOther, cellUsed, cellAction, cellOut}, {cellUsed, cellOut, cellOther, cellAction}} {
		d := testGame()
		d.ActionCells = list
		write := func(v int64) (list []def.Instr) {
			for i, c := range d.ActionCells {
				list = append(list, do(def.CSet, def.ToCell, c, 0, k(v+int64(i))))
			}
			return list
		}
		s := play(t, d, slices.Concat(write(40), []def.Instr{do(def.CEnter, 5, 0, 0)}, write(60), []def.Instr{do(def.CLeave, 5, 0, 0)})...)
		for i, c := range d.ActionCells {
			if s.Cell(c) != 40+int64(i) {
				t.Errorf("%v: cell %d comes back as %d", list, c, s.Cell(c))
			}
		}
	}
}

// Queries between two answers spend the budget, also after a fault and a refusal.
func TestQueriesBetweenAnswersSpendTheBudget(t *testing.T) {
	s := risky(t)
	s.budget = NewBudget(1 << 30)
	asking := func() int64 {
		before := s.budget.Left()
		s.Explain(1)
		return before - s.budget.Left()
	}
	first := asking()
	refused(t, s, Answer{N: 9})
	if after := asking(); first < askSteps || after != first {
		t.Errorf("to ask costs %d, after a refusal %d", first, after)
	}
	if err := s.Apply(Answer{N: 0}); err == nil {
		t.Fatal("0 leads to no fault")
	}
	if after := asking(); after < first {
		t.Errorf("to ask costs %d, after a fault %d", first, after)
	}
	apply(t, s, Answer{N: 1})
	if after := asking(); after < askSteps {
		t.Errorf("after an answer to ask costs %d", after)
	}
}

// The fault names the limit that was reached: that of a play, or that of the steps without a decision.
func TestStepFaultNamesTheLimitThatWasReached(t *testing.T) {
	for budget, want := range map[*Budget]string{nil: "without a decision", NewBudget(maxFuel): "without a decision", NewBudget(maxFuel - 1): "the play takes more steps than it may", NewBudget(0): "the play takes more steps than it may"} {
		s := risky(t)
		s.budget, s.fuel = budget, 3
		spend := func() (why string) {
			defer func() {
				if f, ok := recover().(*Fault); ok {
					why = f.Why
				}
			}()
			s.spend(1)
			s.spend(2) // to the last step
			s.spend(1)
			return "all is well"
		}
		if why := spend(); !strings.Contains(why, want) || s.fuel != -1 {
			t.Errorf("%v: %s, %d steps are left", budget, why, s.fuel)
		}
	}
}

func TestUnknownOptionHasNoValue(t *testing.T) {
	g := mustLoad(t, func() *def.GameDef { d := testGame(); addMain(d); return d }())
	if v, ok := g.Option("edition"); !ok || v != "first" {
		t.Errorf("the edition is %q, %t", v, ok)
	}
	if v, ok := g.Option("nothing"); ok || v != "" {
		t.Errorf("an option that is not there is %q, %t", v, ok)
	}
}

func TestShuffleIsAskedFromTwoCardsOn(t *testing.T) {
	for pile, asked := range map[int64]bool{pileHand: true, pilePlayed: false, pileDeck: true} {
		dec := red("shuffle", def.Shuffle)
		dec.By, dec.From, dec.Elem = nil, kT(pile, def.TPile), def.TCard
		s := decide(t, dec)
		if got := s.Decision().Name == "shuffle"; got != asked {
			t.Errorf("pile %d of %d cards: it is shuffled %t", pile, len(s.Pile(int32(pile))), got)
		}
	}
}

func TestSubsetWithoutResultSlotWritesNothing(t *testing.T) {
	for _, zones100 := range []bool{false, true} {
		d := testGame()
		dec := red("spaces", def.Subset)
		dec.From, dec.Max, dec.Result = zones(zoneX, zoneY), k(2), -1
		d.Decisions = []def.DecisionDef{dec}
		addMain(d, out(k(5)), do(def.CDecide, 0, 0, 0))
		if zones100 {
			d = widened(t, d, 100, 4).gd
		}
		s := start(t, d)
		apply(t, s, Answer{Set: 1, Chosen: []int64{zoneX}})
		if s.Decision().Name != "wait" || s.Cell(cellOut) != 5 {
			t.Errorf("%s is asked", s.Decision().Name)
		}
	}
}

// A fault in a game without nodes has no place.
func TestFaultWithoutNodeHasNoPlace(t *testing.T) {
	d := testGame()
	addMain(d, out(ex(def.OpFloorDiv, def.TInt, k(1), cell(cellOut))))
	d.Nodes = nil
	for i := range d.Code {
		d.Code[i].Node = 0
	}
	for i := range d.Decisions {
		d.Decisions[i].Node = 0
	}
	if _, err := mustLoad(t, d).New(Setup{ID: "start"}); err == nil || err.Error() != "fault: division by zero; in main" {
		t.Errorf("%v", err)
	}
}
