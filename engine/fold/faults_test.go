package fold

// These tests check which formulas can be a fault: each form once where it cannot and once where it can.

import (
	"testing"

	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// faulting returns an analysis of a complete game with rules that are never a fault and rules that can be one.
func faulting(t *testing.T) *folding {
	t.Helper()
	d := foldGame()
	fine, risk := Ex(def.OpGt, def.TBool, Cell(cellGold), bnd(3)), Ex(def.OpGt, def.TBool, Ex(def.OpAdd, def.TInt, Cell(cellOut), bnd(3)), Num(3))
	d.Functions = append(d.Functions,
		def.FuncDef{ID: "fine", Body: foldedRead, Node: 1}, def.FuncDef{ID: "risk", Body: foldedRisk, Node: 1},
		def.FuncDef{ID: "of the caller", Body: Ex(def.OpMod, def.TInt, Num(6), bnd(10)), Node: 1}, def.FuncDef{ID: "endless", Body: ExI(def.OpCall, def.TBool, 6), Node: 1})
	d.Derived = []def.DerivedDef{{Named: def.Named{ID: "fine"}, Value: Cell(cellGold)}, {Named: def.Named{ID: "risk"}, Value: Ex(def.OpNeg, def.TInt, Cell(cellGold))}}
	d.Procs = []def.ProcDef{{Possible: -1}, {Possible: 3}, {Possible: 4}, {Possible: 7}, {Possible: 0}}
	point := func(kind def.PointKind, combine def.Combine, atts ...def.Attachment) {
		p := def.PointDef{Kind: kind, Combine: combine, Params: []int32{3}}
		for _, a := range atts {
			p.Attach = append(p.Attach, int32(len(d.Attachments)))
			d.Attachments = append(d.Attachments, a)
		}
		d.Points = append(d.Points, p)
	}
	one := def.Attachment{Value: bnd(3)}
	point(def.PointNumber, def.CombineSum)
	point(def.PointNumber, def.CombineSum, one)
	point(def.PointNumber, def.CombineMax, one)
	point(def.PointLimit, def.CombineSum, one)
	point(def.PointNumber, def.CombineMax, one, def.Attachment{Value: Ex(def.OpNeg, def.TInt, bnd(3))})
	point(def.PointAllow, 0, def.Attachment{When: fine})
	point(def.PointAllow, 0, def.Attachment{When: fine}, def.Attachment{When: risk})
	point(def.PointPool, 0, def.Attachment{When: fine, Add: Zones(zoneX), Remove: Zones(zoneY)})
	point(def.PointPool, 0, def.Attachment{Add: ExI(def.OpFilter, def.ZoneSet, 10, Zones(zoneX), risk)})
	point(def.PointPool, 0, def.Attachment{Remove: ExI(def.OpFilter, def.ZoneSet, 10, Zones(zoneX), risk)})
	return &folding{Folder: New(d).WithOptions([]int64{1}).WithCalls(), faulting: map[rule]bool{}, given: map[int64]int64{10: 2}, left: maxFolding}
}

func TestMayFaultFollowsTheOperandsThatAreEvaluated(t *testing.T) {
	read, risk := Cell(cellGold), Ex(def.OpNeg, def.TInt, Cell(cellGold))
	by := func(n *def.Expr) *def.Expr { return Ex(def.OpMod, def.TInt, read, n) }
	over := func(from, when *def.Expr, more ...*def.Expr) *def.Expr {
		return ExI(def.OpLeast, def.TInt, 11, append([]*def.Expr{from, when}, more...)...)
	}
	riskyZones := ExI(def.OpFilter, def.ZoneSet, 12, Zones(zoneX), foldedRisk)
	for _, c := range []struct {
		name string
		e    *def.Expr
		want bool
	}{
		{"nothing", nil, true},
		{"what the compiler could not make", &def.Expr{Op: def.OpConst, Type: def.Type{Of: -1}}, true},
		{"an operator that there is not", Ex(def.Ops, def.TInt), true},
		{"too few operands", Ex(def.OpEq, def.TBool, read), true},
		{"a number", Num(3), false},
		{"what a state says", read, false},
		{"a comparison", Ex(def.OpEq, def.TBool, read, read), false},
		{"a comparison, its first operand", Ex(def.OpEq, def.TBool, risk, read), true},
		{"a comparison, its second operand", Ex(def.OpEq, def.TBool, read, risk), true},
		{"a sum of what is known", Ex(def.OpAdd, def.TInt, Num(1), Num(2)), false},
		{"a sum too large", Ex(def.OpAdd, def.TInt, foldedBig, Num(1)), true},
		{"a sum of what a state says", Ex(def.OpAdd, def.TInt, read, Num(1)), true},
		{"a negation of what a state says", risk, true},
		{"a remainder by 1", by(Num(1)), false},
		{"by 0", by(Num(0)), true},
		{"by less than 0", by(Num(-1)), true},
		{"by what a state says", by(read), true},
		{"by what is bound", by(bnd(10)), false},
		{"by what is not bound", by(bnd(11)), true},
		{"by 2 if a fault is none", by(Ex(def.OpIf, def.TInt, foldedRisk, Num(2), Num(2))), true},
		{"a remainder of a fault", Ex(def.OpMod, def.TInt, risk, Num(2)), true},
		{"a quotient", Ex(def.OpFloorDiv, def.TInt, read, Num(2)), false},
		{"a quotient rounded up", Ex(def.OpCeilDiv, def.TInt, read, Num(2)), false},
		{"the only one of one", Ex(def.OpOnly, def.TZone, Zones(2)), false},
		{"the only one of several", Ex(def.OpOnly, def.TZone, Zones(2, 3)), true},
		{"a whole order", Ex(def.OpTotal, def.TOrder, ordered(1, 0)), false},
		{"an order of too few", Ex(def.OpTotal, def.TOrder, ordered(1)), true},
		{"members", over(Zones(0, 1), foldedRead, read, read), false},
		{"members of what can be a fault", over(riskyZones, foldedRead, read, read), true},
		{"a condition on members", over(Zones(0, 1), foldedRisk, read, read), true},
		{"a value of members", over(Zones(0, 1), foldedRead, risk, read), true},
		{"a value for want of members", over(Zones(0, 1), foldedRead, read, risk), true},
		{"by a member", over(Zones(0, 1), foldedRead, by(bnd(11))), true},
		{"by a member that hides what is bound outside", ExI(def.OpCount, def.TInt, 10, Zones(0, 1), Ex(def.OpEq, def.TBool, by(bnd(10)), Num(0))), true},
		{"by what is bound outside, behind such a member", Ex(def.OpEq, def.TBool, ExI(def.OpCount, def.TInt, 10, Zones(0, 1), foldedRead), by(bnd(10))), false},
		{"a function", ExI(def.OpCall, def.TBool, 3), false},
		{"a function that can be a fault", ExI(def.OpCall, def.TBool, 4), true},
		{"a function of what can be a fault", ExI(def.OpCall, def.TInt, 2, risk), true},
		{"a function by what its caller has bound", ExI(def.OpCall, def.TInt, 5), true},
		{"what is bound, behind such a function", Ex(def.OpEq, def.TBool, ExI(def.OpCall, def.TInt, 2, read), by(bnd(10))), false},
		{"a function without end", ExI(def.OpCall, def.TBool, 6), true},
		{"a function that is not there", ExI(def.OpCall, def.TInt, 7), true},
		{"a function of other parameters", ExI(def.OpCall, def.TInt, 3, Num(1)), true},
		{"a derived value", ExI(def.OpDerived, def.TInt, 0), false},
		{"a derived value that can be a fault", ExI(def.OpDerived, def.TInt, 1), true},
		{"a derived value of what can be a fault", ExI(def.OpDerived, def.TInt, 0, risk), true},
		{"a derived value that is not there", ExI(def.OpDerived, def.TInt, 2), true},
		{"a procedure without a test", ExI(def.OpPossible, def.TBool, 0), false},
		{"a procedure without a test, of what can be a fault", ExI(def.OpPossible, def.TBool, 0, risk), true},
		{"a procedure with a test", ExI(def.OpPossible, def.TBool, 1), false},
		{"a procedure whose test can be a fault", ExI(def.OpPossible, def.TBool, 2), true},
		{"a procedure whose test is not there", ExI(def.OpPossible, def.TBool, 3), true},
		{"a procedure with the first function as its test", ExI(def.OpPossible, def.TBool, 4), true},
		{"a procedure that is not there", ExI(def.OpPossible, def.TBool, 5), true},
		{"no procedure", ExI(def.OpPossible, def.TBool, -1), true},
		{"a procedure that is computed", Ex(def.OpPossibleDyn, def.TBool, Num(0)), true},
		{"a point without attachments", ExI(def.OpHookNumber, def.TInt, 0, read, read), false},
		{"a point of what can be a fault", ExI(def.OpHookNumber, def.TInt, 0, read, risk), true},
		{"a point that adds", ExI(def.OpHookNumber, def.TInt, 1, read, read), true},
		{"a point that takes the most", ExI(def.OpHookNumber, def.TInt, 2, read, read), false},
		{"a point that limits", ExI(def.OpHookNumber, def.TInt, 3, read, read), false},
		{"a point with an attachment that can be a fault", ExI(def.OpHookNumber, def.TInt, 4, read, read), true},
		{"a point that allows", ExI(def.OpHookAllow, def.TBool, 5, read), false},
		{"a point that allows what can be a fault", ExI(def.OpHookAllow, def.TBool, 5, risk), true},
		{"a point that allows if a fault is none", ExI(def.OpHookAllow, def.TBool, 6, read), true},
		{"a point of members", ExI(def.OpHookPool, def.ZoneSet, 7, Zones(0), read), false},
		{"a point of members that can be a fault", ExI(def.OpHookPool, def.ZoneSet, 7, riskyZones, read), true},
		{"a point that adds members", ExI(def.OpHookPool, def.ZoneSet, 8, Zones(0), read), true},
		{"a point that removes members", ExI(def.OpHookPool, def.ZoneSet, 9, Zones(0), read), true},
		{"a point that is not there", ExI(def.OpHookAllow, def.TBool, 10, read), true},
		{"no point", ExI(def.OpHookAllow, def.TBool, -1, read), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := faulting(t)
			if got := w.mayFault(c.e); got != c.want {
				t.Errorf("it could be a fault: %v", got)
			}
			if again := w.mayFault(c.e); again != c.want || w.depth != 0 || len(w.bound) != 0 || w.base != 0 || w.given == nil {
				t.Errorf("asked again: %v; left behind %d, %d, %d", again, w.depth, len(w.bound), w.base)
			}
		})
	}
}

func TestMayFaultAssumesTheWorstOfAnUnfinishedGame(t *testing.T) {
	for _, e := range []*def.Expr{ExI(def.OpPossible, def.TBool, 1), ExI(def.OpPossible, def.TBool, 0), ExI(def.OpHookAllow, def.TBool, 5, Num(1)), ExI(def.OpHookNumber, def.TInt, 0, Num(1), Num(1))} {
		w := faulting(t)
		if w.faulting = nil; !w.mayFault(e) {
			t.Errorf("operator %d cannot be a fault", e.Op)
		}
	}
}

// An analysis that runs out of steps within a rule does not cache that the rule can be a fault.
func TestMayFaultCachesOnlyRulesThatWereInspectedCompletely(t *testing.T) {
	call := ExI(def.OpCall, def.TBool, 3) // four operators including its body
	for left := int64(0); left < 6; left++ {
		w := faulting(t)
		w.left = left
		cut := w.mayFault(call)
		if _, known := w.faulting[rule{def.OpCall, 3}]; cut != (left < 4) || known == cut {
			t.Errorf("with %d to look at: %v, remembered %v", left, cut, known)
		}
	}
}

func TestMayFaultIsTrueBeyondTheNestingLimit(t *testing.T) {
	e, wide := foldedRead, Ex(def.OpAnd, def.TBool)
	for range 3 * def.MaxNesting {
		wide.Args = append(wide.Args, foldedRead)
	}
	for depth := 2; depth < def.MaxNesting+3; depth++ { // of foldedRead it is 2
		if depth > def.MaxNesting-3 {
			if got := faulting(t).mayFault(e); got != (depth > def.MaxNesting+1) {
				t.Errorf("%d deep: %v", depth, got)
			}
		}
		e = Ex(def.OpNot, def.TBool, e)
	}
	if faulting(t).mayFault(wide) {
		t.Error("a wide expression counts as deep")
	}
}

func TestMayFaultReturnsItsCost(t *testing.T) {
	f := NewFaults(New(foldGame()))
	if may, cost := f.MayFault(foldedRead); may || cost != 3 {
		t.Errorf("three operators cost %d, a fault: %v", cost, may)
	}
	if may, cost := f.MayFault(ExI(def.OpCall, def.TInt, 2, Num(1))); !may || cost != 1 {
		t.Errorf("a call whose body is not examined costs %d, a fault: %v", cost, may)
	}
}
