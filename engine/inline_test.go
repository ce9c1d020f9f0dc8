package engine

import (
	"errors"
	"strings"
	"testing"

	"rulebound/engine/def"
)

// The value of a function is the same whether its arguments are bound or inlined, even if it binds the slot that an argument
// reads.
func TestInlinedFunctionsKeepTheirArguments(t *testing.T) {
	const at, param, other = 10, 12, 13
	all := zones(0, 1, 2, 3)
	wolves := func(zone *def.Expr) *def.Expr { return ex(def.OpPieces, def.TInt, zone, filter(setWolf)) }
	alike := func(slot int64) *def.Expr { // the number of zones with as many wolves as the argument
		return exI(def.OpCount, def.TInt, slot, all, ex(def.OpEq, def.TBool, wolves(bnd(slot)), wolves(bnd(param))))
	}
	for _, c := range []struct {
		name  string
		body  func(n int64) *def.Expr
		bound bool // the argument must be bound
	}{
		{"by a slot of its own", func(int64) *def.Expr { return alike(other) }, false},
		{"by the slot of the argument", func(int64) *def.Expr { return alike(at) }, true},
		{"with a name", func(int64) *def.Expr {
			return exI(def.OpLet, def.TInt, at, k(zoneBox), ex(def.OpAdd, def.TInt, wolves(bnd(at)), wolves(bnd(param))))
		}, true},
		{"in a function that it calls", func(n int64) *def.Expr {
			return ex(def.OpAdd, def.TInt, exI(def.OpCall, def.TInt, n+1, k(0)), wolves(bnd(param)))
		}, true},
		{"for a function that it calls", func(n int64) *def.Expr {
			return ex(def.OpAdd, def.TInt, exI(def.OpCall, def.TInt, n+2, kT(zoneBox, def.TZone)), wolves(bnd(param)))
		}, true},
		{"in a derived value", func(int64) *def.Expr {
			return ex(def.OpAdd, def.TInt, exI(def.OpDerived, def.TInt, 1, kT(zoneBox, def.TZone)), wolves(bnd(param)))
		}, true},
		{"for a hook", func(int64) *def.Expr {
			return ex(def.OpIf, def.TInt, exI(def.OpHookAllow, def.TBool, 2, kT(zoneBox, def.TZone)), wolves(bnd(param)), k(7))
		}, true},
		{"in a hook", func(int64) *def.Expr {
			return ex(def.OpAdd, def.TInt, exI(def.OpHookNumber, def.TInt, 3, k(0)), wolves(bnd(param)))
		}, true},
		{"in a test of a procedure", func(int64) *def.Expr {
			return ex(def.OpIf, def.TInt, exI(def.OpPossible, def.TBool, 1), wolves(bnd(param)), k(7))
		}, true},
		{"in a test of any procedure", func(int64) *def.Expr {
			return ex(def.OpIf, def.TInt, ex(def.OpPossibleDyn, def.TBool, ex(def.OpSub, def.TInt, cell(cellGold), cell(cellGold))), wolves(bnd(param)), k(7))
		}, true},
	} {
		gd, drawer := benchGame()
		n := int64(len(gd.Functions))
		rebinds := exI(def.OpSum, def.TInt, at, all, kT(1, def.TBool), wolves(bnd(at)))
		gd.Functions = append(gd.Functions,
			def.FuncDef{ID: "alike", Params: []int32{param}, Body: c.body(n)},
			def.FuncDef{ID: "all", Params: []int32{other + 1}, Body: ex(def.OpAdd, def.TInt, rebinds, bnd(other+1))},
			def.FuncDef{ID: "of", Params: []int32{at}, Body: ex(def.OpAdd, def.TInt, wolves(bnd(at)), cell(cellGold))},
			def.FuncDef{ID: "test", Body: ex(def.OpGt, def.TBool, rebinds, k(1))})
		gd.Derived = append(gd.Derived, def.DerivedDef{Named: def.Named{ID: "of"}, Type: def.TInt, Per: def.KZone, Slot: at, Held: -1, Value: wolves(bnd(at))})
		gd.Points = append(gd.Points, def.PointDef{Named: def.Named{ID: "payload"}, Kind: def.PointAllow, Params: []int32{at}, Attach: []int32{2}},
			def.PointDef{Named: def.Named{ID: "attached"}, Attach: []int32{3}})
		gd.Attachments = append(gd.Attachments, def.Attachment{Point: 2, When: ex(def.OpGt, def.TBool, wolves(bnd(at)), k(100))}, def.Attachment{Point: 3, Value: rebinds})
		gd.Procs[1].Possible = int32(n + 3)
		x := benchOf(t, gd, drawer)
		if got := x.b.atHand(bnd(at), n) == nil; got != c.bound {
			t.Errorf("%s: the argument is bound: %v, and should be: %v", c.name, got, c.bound)
		}
		whole := exI(def.OpSum, def.TInt, at, all, kT(1, def.TBool), exI(def.OpCall, def.TInt, n, bnd(at)))
		f := x.b.num(whole)
		x.b.inlined = maxInlined
		g := x.b.num(whole)
		for _, s := range x.states {
			want, fine := x.machine(s, g)
			if got, ok := x.machine(s, f); got != want || ok != fine {
				t.Errorf("%s: %d, %v, and by itself %d, %v", c.name, got, ok, want, fine)
			}
		}
	}
}

// Unused arguments are evaluated and checked.
func TestUnusedArgumentsAreEvaluatedAndChecked(t *testing.T) {
	d := testGame()
	d.Functions = []def.FuncDef{{ID: "two", Params: []int32{4}, Body: k(2)}}
	addMain(d, out(exI(def.OpCall, def.TInt, 0, ex(def.OpFloorDiv, def.TInt, k(1), cell(cellOut)))))
	if _, err := mustLoad(t, d).New(Setup{ID: "start"}); err == nil || !strings.Contains(err.Error(), "division") {
		t.Errorf("the fault of the argument is not met: %v", err)
	}
	for want, arg := range map[string]*def.Expr{"local slot": exI(def.OpLocal, def.TInt, 99), "cell": exI(def.OpCell, def.TInt, 999), "bound slot": bnd(9999), "operand": ex(def.OpAdd, def.TInt)} {
		d.Code = nil
		d.Procs = nil
		addMain(d, out(exI(def.OpCall, def.TInt, 0, arg)))
		if why := refusedFor(t, text(arg), d); !strings.Contains(why, want) {
			t.Errorf("%s: %q", text(arg), why)
		}
	}
}

func TestFaultInAnInlinedFunctionKeepsItsPlace(t *testing.T) {
	ratio := ex(def.OpFloorDiv, def.TInt, k(1), bnd(4))
	for _, c := range []struct {
		name string
		e    *def.Expr
	}{
		{"a value", exI(def.OpCall, def.TInt, 0, cell(cellOut))},
		{"a condition", ex(def.OpIf, def.TInt, exI(def.OpCall, def.TBool, 1, cell(cellOut)), k(1), k(2))},
		{"a condition on members", ex(def.OpSize, def.TInt, exI(def.OpFilter, def.ZoneSet, 10, zones(0, 1), exI(def.OpCall, def.TBool, 1, cell(cellOut))))},
	} {
		d := testGame()
		d.Functions = []def.FuncDef{{ID: "ratio", Node: 2, Params: []int32{4}, Body: ratio}, {ID: "some", Node: 2, Params: []int32{4}, Body: ex(def.OpGt, def.TBool, ratio, k(0))}}
		set := out(c.e)
		set.Node = 3
		addMain(d, set)
		_, err := mustLoad(t, d).New(Setup{ID: "start"})
		var f *Fault
		if !errors.As(err, &f) || f.Node != 2 {
			t.Errorf("%s: %v at %d, not at the function's place", c.name, err, f.Node)
		}
	}
}
