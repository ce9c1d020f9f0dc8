package engine

// These tests check the explanations of illegal answers: which reason comes first, and the text if the rulebook names no clause.

import (
	"errors"
	"strings"
	"testing"

	"rulebound/engine/def"
)

func TestExplainNamesTheReasonThatExcludesAMemberOfAPick(t *testing.T) {
	priced := func(d *def.DecisionDef) {
		d.Max, d.Cost, d.Budget, d.CostRule = k(2), ex(def.OpMul, def.TInt, bnd(10), k(4)), k(4), "7.1"
	}
	for _, c := range []struct {
		name   string
		change func(*def.DecisionDef)
		member int64
		why    string
	}{
		{"another than was chosen, with as many as may be", func(d *def.DecisionDef) { d.Max = k(1) }, 2, "no more than 1 may be chosen"},
		{"what was chosen, with as many as may be", func(d *def.DecisionDef) { d.Max = k(1) }, 0, "it has been chosen before"},
		{"what was chosen and may be again, with as many as may be", func(d *def.DecisionDef) { d.Max, d.Again = k(1), true }, 0, "no more than 1 may be chosen"},
		{"what costs too much", priced, 2, "the cost of 8 is more than the budget of 4 allows"},
		{"what was chosen, at a price", priced, 0, "it has been chosen before"},
		{"what is legal", priced, 1, ""},
		{"what is not a candidate", priced, 3, "it is not among the candidates"},
	} {
		s := pickLoop(t, c.change)
		apply(t, s, Answer{Member: 0})
		if d := s.Decision(); d.Name != "space" {
			t.Fatalf("%s: %s is asked", c.name, d.Name)
		}
		if r := s.Explain(c.member); (r == nil) != (c.why == "") || r != nil && r.Why != c.why {
			t.Errorf("%s: %+v, want %q", c.name, r, c.why)
		}
	}
}

func TestExplainNamesTheReasonThatExcludesAPiece(t *testing.T) {
	s := decide(t, takeOf(func(d *def.DecisionDef) {
		d.From, d.Filter, d.Min, d.Max = ex(def.OpSetOf, def.ZoneSet, k(zoneX), k(zoneY), k(zoneZ), k(zoneBox), k(9)), filter(setSheep), k(0), k(2)
		d.Where = []def.Cond{{Rule: "3.1", When: ex(def.OpEq, def.TBool, ex(def.OpPieceZone, def.TZone, bnd(10)), k(zoneX))}}
	}))
	for _, c := range []struct {
		name        string
		zone, class int64
		why         string
	}{
		{"what is legal", zoneX, sheep, ""},
		{"what a condition leaves out", zoneBox, sheep, "needs piece-zone($it) == "},
		{"of another kind", zoneX, wolfHidden, "pieces of that kind are not to be taken"},
		{"what does not stand there", zoneZ, sheep, "there is no such piece"},
		{"in a zone that is not there", 9, sheep, "pieces of that kind are not to be taken"},
		{"of a class that is not there", zoneX, 9, "pieces of that kind are not to be taken"},
	} {
		if r := s.Explain(c.zone<<8 | c.class); (r == nil) != (c.why == "") || r != nil && !strings.Contains(r.Why, c.why) {
			t.Errorf("%s: %+v, want %q", c.name, r, c.why)
		}
	}
}

// curious queries a piece at each forced decision.
type curious struct {
	piece int64
	said  *Reason
}

func (c *curious) Event(s *State, e *Event) {
	if e.Kind == Forced {
		c.said = s.Explain(c.piece)
	}
}

func TestExplainNamesTheNegativeBudgetOfATake(t *testing.T) {
	d := testGame()
	d.Decisions = []def.DecisionDef{takeOf(func(d *def.DecisionDef) {
		d.Min, d.Max, d.Cost, d.Budget, d.CostRule = k(0), k(2), k(0), k(-1), "7.1"
	})}
	addMain(d, do(def.CDecide, 0, 0, 0))
	c := &curious{piece: pieceOf(zoneX, sheep)}
	if _, err := mustLoad(t, d).New(Setup{ID: "start", Observer: c}); err != nil {
		t.Fatal(err)
	}
	if c.said == nil || c.said.Rule != "7.1" || c.said.Why != "a budget of -1 buys nothing" {
		t.Errorf("%+v", c.said)
	}
}

// The refusal for a false condition spells it with the values that it reads; the position of its node is never a reason. Hidden
// values are not spelled, and only the false operands of a conjunction are.
func TestRefusalSpellsTheConditionWithItsPublicValues(t *testing.T) {
	gold, zone := cell(cellGold), exI(def.OpBound, def.TZone, 10)
	few, many := ex(def.OpLt, def.TBool, gold, k(99)), ex(def.OpGt, def.TBool, gold, k(99))
	for _, c := range []struct {
		name   string
		when   *def.Expr
		hidden bool
		want   string
	}{
		{"a value", many, false, "Riches: needs gold > 99; gold is 10"},
		{"a hidden value", many, true, "Riches: needs gold > 99"},
		{"a conjunction", ex(def.OpAnd, def.TBool, few, many), false, "Riches: needs gold > 99; gold is 10"},
		{"a conjunction of hidden values", ex(def.OpAnd, def.TBool, few, many), true, "Riches: needs gold < 99 and gold > 99"},
		{"an alternative in a conjunction", ex(def.OpAnd, def.TBool, few, ex(def.OpOr, def.TBool, many, many)), false, "Riches: needs gold > 99 or gold > 99; gold is 10"},
		{"a condition on members, which has no value outside", ex(def.OpAnd, def.TBool, exI(def.OpAny, def.TBool, 12, zones(zoneX, zoneY), ex(def.OpEq, def.TBool, bnd(12), k(zoneY))), many), false, "Riches: needs gold > 99; gold is 10"},
		{"a property of nothing", ex(def.OpGt, def.TBool, exI(def.OpTable, def.TInt, 0, kT(def.None, def.TZone)), k(5)), false, "Riches: needs none.population > 5; none.population is 0"},
		{"a property of the candidate", ex(def.OpGt, def.TBool, exI(def.OpTable, def.TInt, 0, zone), k(5)), false, "Riches: needs $it.population > 5; $it is The Hills, $it.population is 2"},
		{"a watched value of the candidate", ex(def.OpGt, def.TBool, exI(def.OpDerived, def.TInt, 0, zone), k(5)), false, "Riches: needs $it.height > 5; $it is The Hills, $it.height is 3"},
		{"the candidate by its title", ex(def.OpNe, def.TBool, zone, kT(zoneZ, def.TZone)), false, "Riches: needs $it != z; $it is The Hills"},
	} {
		for _, node := range []int32{0, 1} {
			d := testGame()
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "height"}, Per: def.KZone, Type: def.TInt, Value: k(3), Watch: true, Held: -1}}
			dec := red("where", def.One)
			dec.From, dec.Where = zones(zoneX, zoneY, zoneZ), []def.Cond{{When: ex(def.OpLt, def.TBool, bnd(10), k(zoneZ)), Because: []def.Cond{{Rule: "1", Node: node, When: c.when}}}}
			d.Decisions, d.Clauses, d.Zones[zoneZ].Title = []def.DecisionDef{dec}, []def.Named{{ID: "1", Title: "Riches"}}, "The Hills"
			if c.hidden {
				d.Vars[0].Visible = def.Hidden
			}
			addMain(d, do(def.CDecide, 0, 0, 0))
			if r := start(t, d).Explain(zoneZ); r == nil || r.Why != c.want || r.Node != node {
				t.Errorf("%s: %+v, want %q", c.name, r, c.want)
			}
		}
	}
}

type wrecked struct{}

func (wrecked) Event(*State, *Event) { panic("the lamp is out") }

func TestObserverPanicIsAFault(t *testing.T) {
	s := decide(t, def.DecisionDef{Name: "much", Kind: def.Amount, By: kT(0, def.TSeat), Max: k(2), Result: -1, Choices: def.Choices{Decline: -1}, Elem: def.TInt}, out(k(1)))
	before := s.Hash()
	s.Observe(wrecked{})
	err := s.Apply(Answer{N: 1})
	var f *Fault
	if !errors.As(err, &f) || !strings.Contains(f.Why, "internal: the lamp is out") || f.Node == 0 || s.Hash() != before {
		t.Errorf("%v", err)
	}
}

func TestAmountBelowImplicitMinimumIsRefused(t *testing.T) {
	s := decide(t, def.DecisionDef{Name: "much", Kind: def.Amount, By: kT(0, def.TSeat), Max: k(2), Result: -1, Choices: def.Choices{Decline: -1}, Elem: def.TInt, Rule: "9.9"})
	if r := refused(t, s, Answer{N: -1}); r.Rule != "9.9" || r.Why != "it must be 0 to 2" {
		t.Errorf("%+v", r)
	}
}

// The origin of a number is traced through the slots of a frame, as far as they are among the first 64; also if the number
// depends on itself.
func TestOriginOfABoundIsTracedThroughTheFirst64Slots(t *testing.T) {
	for _, c := range []struct {
		slot, other int32 // of the number, and of its intermediate copy
		given       bool
	}{{1, 1, true}, {63, 63, true}, {64, 64, false}, {65, 65, false}, {1, 2, true}, {1, 70, false}} {
		for _, rules := range [][]string{{"2.1"}, nil} {
			d := testGame()
			d.Nodes[2].Rules = rules
			d.Decisions = []def.DecisionDef{{Name: "much", Kind: def.Amount, By: kT(0, def.TSeat), Max: loc(int64(c.slot)), Result: -1, Choices: def.Choices{Decline: -1}, Elem: def.TInt, Rule: "9.9", Node: 1}}
			verb := addProc(d, "verb", 1, 80, do(def.CSet, 0, c.other, 0, loc(0)), do(def.CSet, 0, c.slot, 0, ex(def.OpMin, def.TInt, loc(int64(c.other)), k(7))),
				do(def.CSet, 0, 5, 0, loc(0)), do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0))
			call := do(def.CCall, verb, -1, 0, k(3))
			call.Node = 2
			addMain(d, call)
			r := refused(t, start(t, d), Answer{N: 4})
			rule := "9.9"
			if c.given && rules != nil {
				rule = "2.1"
			}
			if r.Rule != rule || (r.Given == 2) != c.given {
				t.Errorf("%+v, clauses %v: %+v", c, rules, r)
			}
		}
	}
}

// A member that is missing from a pile or an order is refused for that reason, at any position among the answers.
func TestExplainRefusesMembersMissingFromPileOrOrder(t *testing.T) {
	for _, c := range []struct {
		name    string
		from    *def.Expr
		elem    def.Type
		refused map[int64]bool
		barred  int64 // a listed member that a condition excludes
	}{
		{"a pile", kT(pileHand, def.TPile), def.TCard, map[int64]bool{4: false, 2: false, 0: true, 5: true}, 4},
		{"an order", exI(def.OpLocal, def.TOrder, 9), def.TSeat, map[int64]bool{0: false, 1: false, 2: true}, 0},
	} {
		dec := red("which", def.One)
		dec.From, dec.Elem = c.from, c.elem
		d := testGame()
		d.Decisions = []def.DecisionDef{dec}
		s := play(t, d, do(def.CSet, 0, 9, 0, ordered(1, 0)), do(def.CDecide, 0, 0, 0))
		for member, refused := range c.refused {
			if r := s.Explain(member); (r != nil) != refused || refused && r.Why != "it is not among the candidates" {
				t.Errorf("%s: %d: %+v", c.name, member, r)
			}
		}
		d.Decisions[0].Where = []def.Cond{{When: ex(def.OpNe, def.TBool, bnd(10), k(c.barred)), Rule: "9"}}
		d.Decisions[0].Secret = kT(1, def.TBool)
		s = play(t, d, do(def.CSet, 0, 9, 0, ordered(1, 0)), do(def.CDecide, 0, 0, 0))
		if r := s.Explain(c.barred); r == nil || r.Rule != "9" {
			t.Errorf("%s: a listed candidate is refused because of %+v", c.name, r)
		}
	}
}

// Assignments to other slots are not the origin of a number.
func TestOriginOfABoundIgnoresUnrelatedSlots(t *testing.T) {
	d := testGame()
	d.Decisions = []def.DecisionDef{{Name: "much", Kind: def.Amount, By: kT(0, def.TSeat), Max: loc(1), Result: -1, Choices: def.Choices{Decline: -1}, Elem: def.TInt, Rule: "9.9", Node: 1}}
	verb := addProc(d, "verb", 1, 8, do(def.CSet, 0, 2, 0, loc(0)), do(def.CSet, 1, 1, 0, loc(0)), do(def.CGain, 0, 1, 0, loc(0)), do(def.CSet, 0, 1, 0, k(3)), do(def.CDecide, 0, 0, 0), do(def.CReturn, 0, 0, 0))
	addProc(d, "another", 1, 8, do(def.CSet, 0, 1, 0, loc(0)), do(def.CReturn, 0, 0, 0))
	addMain(d, do(def.CCall, verb, -1, 0, k(5)))
	if r := refused(t, start(t, d), Answer{N: 4}); r.Rule != "9.9" || r.Given != 0 {
		t.Errorf("%+v", r)
	}
}

// In a rulebook without places, a bound has no place.
func TestReasonHasNoPlaceInARulebookWithoutPlaces(t *testing.T) {
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

// Of several procedures that must be possible, the impossible one gives the reason.
func TestReasonIsThatOfTheImpossibleProcedure(t *testing.T) {
	d := testGame()
	never := ex(def.OpGt, def.TBool, cell(cellGold), k(99))
	d.Functions = []def.FuncDef{{ID: "always", Body: ex(def.OpLt, def.TBool, cell(cellGold), k(99))}, {ID: "never", Body: never}}
	for i, rule := range []string{"5.1", "5.2"} {
		p := addProc(d, "p"+rule, 0, 1, do(def.CReturn, 0, 0, 0))
		d.Procs[p].Possible, d.Procs[p].Requires = int32(i), []def.Cond{{Rule: rule, When: never, Node: 3}}
	}
	possible := func(proc int64) *def.Expr { return exI(def.OpPossible, def.TBool, proc) }
	menu := red("action", def.Menu)
	for name, when := range map[string]*def.Expr{"both": ex(def.OpAnd, def.TBool, possible(0), possible(1)), "by a value": ex(def.OpAnd, def.TBool, ex(def.OpPossibleDyn, def.TBool, ex(def.OpSub, def.TInt, cell(cellGold), k(10))), possible(1)),
		"or": ex(def.OpAnd, def.TBool, possible(0), ex(def.OpOr, def.TBool, possible(1), never)), "other": ex(def.OpAnd, def.TBool, possible(0), ex(def.OpOr, def.TBool, never, possible(1)))} {
		menu.Options = append(menu.Options, def.MenuOption{Name: name, Proc: -1, Target: 1, Where: []def.Cond{{Rule: "9.1", When: when}}})
	}
	menu.Options = append(menu.Options, def.MenuOption{Name: "rest", Proc: -1, Target: 1}, def.MenuOption{Name: "sleep", Proc: -1, Target: 1})
	d.Decisions = []def.DecisionDef{menu}
	s := play(t, d, do(def.CDecide, 0, 0, 0))
	for i, o := range menu.Options[:4] {
		want := "5.2"
		if o.Name == "other" { // an option without a procedure tests none
			want = "9.1"
		}
		if r := s.Explain(int64(i)); r == nil || r.Rule != want {
			t.Errorf("%s: %+v, want %s", o.Name, r, want)
		}
	}
}

func TestCostOutOfRangeIsAFault(t *testing.T) {
	for cost, fine := range map[int64]bool{-1: false, 0: true, 1 << 30: true, 1<<30 + 1: false} {
		dec := red("spaces", def.Subset)
		dec.From, dec.Max, dec.Cost, dec.Budget = zones(zoneX, zoneY, zoneZ), k(3), ex(def.OpAdd, def.TInt, cell(cellOut), k(cost)), k(1<<31)
		d := testGame()
		if d.Decisions = []def.DecisionDef{dec}; fine {
			if s := play(t, d, do(def.CDecide, 0, 0, 0)); s.Decision().Costs[0] != cost {
				t.Errorf("a cost of %d is %d", cost, s.Decision().Costs[0])
			}
			continue
		}
		if f := faultOf(t, d, do(def.CDecide, 1, 0, 0)); !strings.Contains(f.Why, "decision spaces: a cost of") {
			t.Error(f)
		}
	}
}

// An effect is the reason only if the candidate would be legal without it; also if a memoised function queries the point.
func TestExplainNamesTheEffectThatForbids(t *testing.T) {
	there := exI(def.OpBound, def.TZone, 10)
	allowed := exI(def.OpHookAllow, def.TBool, 0, there)
	poor := ex(def.OpGt, def.TBool, cell(cellGold), k(99))
	forX := def.Attachment{Rule: "2", When: ex(def.OpEq, def.TBool, bnd(3), k(zoneX))}
	more := func(n int64) def.Attachment { return def.Attachment{Rule: "2", Value: k(n)} }
	divided := ex(def.OpEq, def.TBool, ex(def.OpFloorDiv, def.TInt, k(1), exI(def.OpHookNumber, def.TInt, 0, k(0), there)), k(7))
	number := ex(def.OpLt, def.TBool, exI(def.OpHookNumber, def.TInt, 0, k(0), there), k(3))
	one := hookGame(def.PointAllow, 0, forX)
	called := hookGame(def.PointAllow, 0, forX)
	called.Functions = append(called.Functions, def.FuncDef{ID: "may", Params: []int32{4}, Body: exI(def.OpHookAllow, def.TBool, 0, exI(def.OpBound, def.TZone, 4))})
	for _, c := range []struct {
		name   string
		d      *def.GameDef
		when   *def.Expr
		member int64
		ban    string
		why    string
	}{
		{"forbidden there", one, allowed, zoneX, "effect0", ""},
		{"not forbidden there", one, allowed, zoneY, "", ""},
		{"forbidden, and something else is missing", one, ex(def.OpAnd, def.TBool, poor, allowed), zoneX, "", "gold > 99"},
		{"forbidden, and something else is missing after it", one, ex(def.OpAnd, def.TBool, allowed, poor), zoneX, "", "gold > 99"},
		{"something else is missing", one, ex(def.OpAnd, def.TBool, allowed, poor), zoneY, "", "gold > 99"},
		{"in a function", called, exI(def.OpCall, def.TBool, int64(len(called.Functions)-1), there), zoneX, "effect0", ""},
		{"where it must be forbidden", one, ex(def.OpNot, def.TBool, allowed), zoneY, "", "needs "},
		{"by two", hookGame(def.PointAllow, 0, forX, forX), allowed, zoneX, "effect0", ""},
		{"a number", hookGame(def.PointNumber, def.CombineSum, more(5)), number, zoneX, "effect0", ""},
		{"a number, by the second alone", hookGame(def.PointNumber, def.CombineSum, more(2), more(5)), number, zoneX, "effect1", ""},
		{"a number, by both together", hookGame(def.PointNumber, def.CombineSum, more(3), more(3)), number, zoneX, "effect0", ""},
		{"where there is no value without it", hookGame(def.PointNumber, def.CombineSum, more(5)), divided, zoneX, "", "needs "},
		{"a set", hookGame(def.PointPool, 0, def.Attachment{Rule: "2", Remove: zones(zoneX)}), ex(def.OpHas, def.TBool, exI(def.OpHookPool, def.ZoneSet, 0, zones(zoneX), there), there), zoneX, "effect0", ""},
	} {
		d := *c.d
		dec := red("where", def.One)
		dec.From, dec.Where = zones(zoneX, zoneY, zoneZ, zoneBox), []def.Cond{{Rule: "1", Node: 1, When: ex(def.OpOr, def.TBool, ex(def.OpHas, def.TBool, zones(zoneZ, zoneBox), bnd(10)), c.when)}}
		d.Decisions = []def.DecisionDef{dec}
		code := []def.Instr{}
		for i := range d.Attachments {
			code = append(code, on(int64(i)))
		}
		addMain(&d, append(code, do(def.CDecide, 0, 0, 0))...)
		s := start(t, &d)
		for range 2 { // the memoised value does not change
			switch r := s.Explain(c.member); {
			case r == nil:
				if c.ban != "" || c.why != "" {
					t.Errorf("%s: it is legal", c.name)
				}
			case c.ban != "":
				if r.Why != c.ban+" forbids it" || r.Rule != "2" || r.Banned != "1" || r.Ban != 2 {
					t.Errorf("%s: %+v, want %s", c.name, r, c.ban)
				}
			case !strings.Contains(r.Why, c.why) || c.why == "" || r.Ban != 0 || r.Rule != "1":
				t.Errorf("%s: %+v, want %q", c.name, r, c.why)
			}
		}
	}
}

// A candidate that an effect removes from a set is refused for the effect, any other for not being a candidate.
func TestExplainNamesTheEffectThatRemovesACandidate(t *testing.T) {
	d := hookGame(def.PointPool, 0, def.Attachment{Rule: "2", Remove: zones(zoneX)})
	dec := red("where", def.One)
	dec.From = exI(def.OpHookPool, def.ZoneSet, 0, zones(zoneX, zoneY, zoneZ), k(0))
	d.Decisions = []def.DecisionDef{dec}
	addMain(d, on(0), do(def.CDecide, 0, 0, 0))
	s := start(t, d)
	for member, want := range map[int64]string{zoneX: "effect0 forbids it", zoneBox: "it is not among the candidates"} {
		if r := s.Explain(member); r == nil || r.Why != want {
			t.Errorf("%d: %+v, want %q", member, r, want)
		}
	}
}

// A panic that is no fault is an error of the program, which no answer excuses.
func TestStuckStopsAtFaultsOnly(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a state without a game is stuck")
		}
	}()
	new(State).stuck()
}
