package engine

// These tests count the steps of formulas and instructions as docs/maintainers/limits.md defines them: one for each instruction,
// visited member and evaluated rule, and one for every sixteen operators in them.

import (
	"testing"

	"rulebound/engine/def"
)

// stepsOf returns the steps of instructions of the main procedure without its decision.
func stepsOf(t *testing.T, change func(*def.GameDef), code ...def.Instr) int64 {
	t.Helper()
	d := testGame()
	if change != nil {
		change(d)
	}
	addMain(d, append([]def.Instr{do(def.CDecide, int32(len(d.Decisions)), 0, 0)}, code...)...)
	last := len(d.Decisions) - 1
	d.Decisions = append(d.Decisions, wait())
	d.Code[int(d.Procs[d.Main].Entry)+1+len(code)].A = int32(last + 1)
	s := start(t, d)
	budget := NewBudget(1 << 30)
	s.budget = budget
	apply(t, s, Answer{N: 1})
	return 1<<30 - budget.Left()
}

func TestStepsCountVisitedElementsAndConditions(t *testing.T) {
	sixteen := k(1) // evaluated for each member, and not constant
	for range 15 {
		sixteen = ex(def.OpAdd, def.TInt, sixteen, cell(cellGold))
	}
	over := func(o def.Op, from *def.Expr, args ...*def.Expr) *def.Expr {
		t := map[def.Op]def.Type{def.OpAny: def.TBool, def.OpEvery: def.TBool, def.OpFirst: def.TZone}[o]
		if t == (def.Type{}) {
			t = def.TInt
		}
		return exI(o, t, firstUserPar, append([]*def.Expr{from}, args...)...)
	}
	yes := ex(def.OpGe, def.TBool, cell(cellGold), bnd(firstUserPar)) // 10 and more
	several := make([]*def.Expr, 14)                                  // as operands that do not depend on the member
	for i := range several {
		several[i] = cell(cellGold) // 10, which is no zone
	}
	none := ex(def.OpHas, def.TBool, ex(def.OpSetOf, def.ZoneSet, several...), bnd(firstUserPar))
	base := stepsOf(t, nil, out(cell(cellGold)))
	function := func(body *def.Expr) func(*def.GameDef) {
		return func(d *def.GameDef) { d.Functions = []def.FuncDef{{ID: "f", Body: body, Node: 1}} }
	}
	derived := func(d *def.GameDef) {
		d.Derived = []def.DerivedDef{{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: cell(cellGold), Held: -1}}
	}
	possible := func(body *def.Expr) func(*def.GameDef) {
		return func(d *def.GameDef) {
			d.Functions = []def.FuncDef{{ID: "f", Body: body, Node: 1}}
			d.Procs[addProc(d, "p", 0, 1, do(def.CReturn, 0, 0, 0))].Possible = 0
		}
	}
	attached := func(value *def.Expr) func(*def.GameDef) {
		return func(d *def.GameDef) {
			d.Points = []def.PointDef{{Named: def.Named{ID: "toll"}, Attach: []int32{0, 1}}}
			d.Attachments = []def.Attachment{{Lasting: 0, Value: value, Proc: -1}, {Lasting: 1, Value: value, Proc: -1}}
			d.Setups[0].Active = []int32{0}
		}
	}
	for _, c := range []struct {
		name string
		with func(*def.GameDef)
		e    *def.Expr
		more int64 // steps in addition to reading a cell
	}{
		{"an operator", nil, ex(def.OpAdd, def.TInt, cell(cellGold), k(1)), 0},
		{"fewer than sixteen operators", nil, sixteen.Args[0], 1},
		{"thirty-one operators", nil, sixteen, 1},
		{"sixty-three operators", nil, ex(def.OpAdd, def.TInt, sixteen, sixteen), 3},
		{"three members", nil, over(def.OpCount, zones(0, 1, 2), yes), 3},
		{"no member", nil, over(def.OpCount, zones(), yes), 0},
		{"members that are left out all at once", nil, over(def.OpCount, zones(0, 1, 2), none), 1 + 2},
		{"nothing to leave out", nil, over(def.OpCount, zones(), none), 1},
		{"two members of an order", nil, over(def.OpCount, ordered(1, 0), yes), 2},
		{"two cards", nil, over(def.OpCount, kT(pileHand, def.TPile), yes), 2},
		{"every member that is not left out", nil, over(def.OpEvery, zones(0, 1, 2), yes), 3},
		{"the first member that will do", nil, over(def.OpAny, zones(0, 1, 2), yes), 1},
		{"the first that is asked for", nil, over(def.OpFirst, zones(1, 2), yes), 1},
		{"a function", function(cell(cellGold)), exI(def.OpCall, def.TInt, 0), 1},
		{"a function of sixteen operators", function(sixteen), exI(def.OpCall, def.TInt, 0), 2},
		{"a function that is memoised", function(over(def.OpCount, zones(0, 1, 2), yes)), exI(def.OpCall, def.TInt, 0), 1 + 3},
		{"a derived value", derived, exI(def.OpDerived, def.TInt, 0), 1},
		{"a procedure that may be possible", possible(cell(cellGold)), exI(def.OpPossible, def.TBool, 0), 1},
		{"a procedure that may be possible by sixteen operators", possible(sixteen), exI(def.OpPossible, def.TBool, 0), 2},
		{"a procedure that is chosen and may be possible", possible(cell(cellGold)), ex(def.OpPossibleDyn, def.TBool, k(0)), 1},
		{"a procedure that is chosen and may be possible by sixteen operators", possible(sixteen), ex(def.OpPossibleDyn, def.TBool, k(0)), 2},
		{"an attachment in force", attached(cell(cellGold)), exI(def.OpHookNumber, def.TInt, 0, cell(cellGold)), 1},
		{"an attachment in force of sixteen operators", attached(sixteen), exI(def.OpHookNumber, def.TInt, 0, cell(cellGold)), 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := stepsOf(t, c.with, out(c.e)) - base; got != c.more {
				t.Errorf("%d steps more, want %d", got, c.more)
			}
		})
	}
}

func TestAnInstructionIsAStep(t *testing.T) {
	none := stepsOf(t, nil)
	for n := range 4 {
		var code []def.Instr
		for range n {
			code = append(code, do(def.CNop, 0, 0, 0))
		}
		if got := stepsOf(t, nil, code...) - none; got != int64(n) {
			t.Errorf("%d instructions are %d steps", n, got)
		}
	}
	loop := []def.Instr{do(def.CSet, 0, 1, 0, zones(0, 1, 2)), do(def.CForSet, 1, 2, 4), do(def.CNop, 0, 0, 0), do(def.CJump, 1, 0, 0)}
	for i := range loop { // they follow the decision
		if loop[i].Op == def.CForSet {
			loop[i].C++
		}
		if loop[i].Op == def.CJump {
			loop[i].A++
		}
	}
	if got := stepsOf(t, nil, loop...) - none; got != 1+4+3 {
		t.Errorf("three rounds are %d steps", got)
	}
}

// An effect that ends costs a step, in addition to those of the instruction.
func TestEachExpiringEffectIsAStep(t *testing.T) {
	none, ends := stepsOf(t, nil), do(def.CExpire, 1, -1, 0)
	alone := stepsOf(t, nil, ends) - none
	begun := []def.Instr{on(2), on(0), on(1)}
	if got := stepsOf(t, nil, append(begun, ends)...) - stepsOf(t, nil, begun...); got != alone+3 {
		t.Errorf("the end of three effects takes %d steps, that of none %d", got, alone)
	}
}

// waiting is a state at a decision of the test game.
func waiting(t *testing.T) *State {
	d := testGame()
	addMain(d, do(def.CDecide, int32(len(d.Decisions)), 0, 0))
	d.Decisions = append(d.Decisions, wait())
	return start(t, d)
}

// A search within a search spends the states and steps of the outer one.
func TestNestedSearchSpendsTheLimitsOfTheOuterOne(t *testing.T) {
	s := waiting(t)
	outer := s.beginForesight(1)
	inner := outer.copy(s, 0).beginForesight(1)
	if inner.statesLeft != outer.statesLeft || inner.fuel != outer.fuel || inner.nested != 1 {
		t.Errorf("%d states and %d steps are left to the inner search, %d and %d to the outer one", *inner.statesLeft, *inner.fuel, *outer.statesLeft, *outer.fuel)
	}
}

// Queries of a running state leave the steps of the machine unchanged; those of an observer spend the steps of watched values.
func TestObserverQueriesSpendOnlyTheirOwnSteps(t *testing.T) {
	s := waiting(t)
	s.busy, s.fuel, s.watchFuel, s.searchFuel = true, 100, 50, 30
	end := s.beginQuery()
	s.spend(20)
	end()
	if err := s.isolated(func() { s.spend(7); s.searchFuel -= 7 }); err != nil || s.fuel != 100 || s.watchFuel != 30 || s.searchFuel != 30 {
		t.Errorf("the machine has %d steps, %d for watched values and %d to look ahead (%v)", s.fuel, s.watchFuel, s.searchFuel, err)
	}
}
