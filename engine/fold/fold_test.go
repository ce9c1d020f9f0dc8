package fold

import (
	"math"
	"testing"

	"rulebound/engine/def"
)

// foldGame is the test game with functions: 0 adds its parameter to 1, 1 divides by it, 2 reads the state.
func foldGame() *def.GameDef {
	gd := testGame()
	gd.Functions = []def.FuncDef{
		{ID: "next", Params: []int32{0}, Body: ex(def.OpAdd, def.TInt, bnd(0), k(1))},
		{ID: "share", Params: []int32{1}, Body: ex(def.OpFloorDiv, def.TInt, k(12), bnd(1))},
		{ID: "gold", Params: []int32{2}, Body: ex(def.OpMin, def.TInt, cell(cellGold), bnd(2))},
	}
	return gd
}

var (
	foldedBig  = kT(math.MaxInt64, def.TInt)
	foldedRead = ex(def.OpGt, def.TBool, cell(cellGold), k(3))                                                             // reads a state, is never a fault
	foldedRisk = ex(def.OpGt, def.TBool, ex(def.OpAdd, def.TInt, cell(cellOut), k(1)), k(3))                               // reads a state, can be a fault
	foldedBad  = ex(def.OpGt, def.TBool, ex(def.OpAdd, def.TInt, foldedBig, k(1)), k(3))                                   // always a fault
	foldedOver = exI(def.OpTable, def.TInt, 0, bnd(10))                                                                    // a property of the member in slot 10
	foldedMark = ex(def.OpGt, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(10)), k(0))                            // what a state says of it
	foldedZero = ex(def.OpGe, def.TBool, ex(def.OpFloorDiv, def.TInt, k(6), bnd(10)), k(3))                                // a fault for member 0
	foldedNot0 = ex(def.OpLe, def.TBool, ex(def.OpFloorDiv, def.TInt, k(6), ex(def.OpSub, def.TInt, bnd(10), k(2))), k(0)) // a fault for member 2
)

func TestFoldIsWhatPlayComesTo(t *testing.T) {
	tests := []struct {
		name string
		e    *def.Expr
		want int64
	}{
		{"an option is the value that is set", exI(def.OpOption, tE, 0), 1},
		{"a slot is what it is bound to", bnd(7), 70},
		{"within none is nothing", ex(def.OpWithin, def.ZoneSet, kT(def.None, def.TZone), k(1)), 0},
		{"within a negative distance is the zone itself", ex(def.OpWithin, def.ZoneSet, k(zoneX), k(-1)), bitsOf(zoneX)},
		{"none has no neighbours", ex(def.OpAdjacent, def.ZoneSet, kT(def.None, def.TZone)), 0},
		{"zones that are none have no neighbours", ex(def.OpAround, def.ZoneSet, kT(-1, def.ZoneSet)), bitsOf(zoneX, zoneY, zoneZ)},
		{"flood leaves its start out", ex(def.OpFlood, def.ZoneSet, k(zoneX), zones(zoneX, zoneY), k(0)), bitsOf(zoneY)},
		{"distance from none", ex(def.OpDistance, def.TInt, kT(def.None, def.TZone), k(zoneX)), -1},
		{"a negative remainder has the sign of the divisor", ex(def.OpMod, def.TInt, k(-10), k(4)), 2},
		{"division rounds down", ex(def.OpFloorDiv, def.TInt, k(-10), k(4)), -3},
		{"division rounds up", ex(def.OpCeilDiv, def.TInt, k(-10), k(4)), -2},
		{"numbers out of 0..63 are in no set", ex(def.OpSetOf, def.IntSet, k(64), k(-1), k(3)), 8},
		{"a range", ex(def.OpSetRange, def.IntSet, k(0), k(1)), 3},
		{"an element", ex(def.OpElement, def.TInt, k(63)), 63},
		{"none is in no order", ex(def.OpPosition, def.TInt, ordered(1, 0), kT(def.None, def.TSeat)), -1},
		{"past the end of an order", ex(def.OpOrderAt, def.TSeat, ordered(1), k(1)), def.None},
		{"before an order", ex(def.OpOrderAt, def.TSeat, ordered(1), k(-1)), def.None},
		{"first of nothing", exI(def.OpFirst, def.TZone, 10, zones(), k(1)), def.None},
		{"least of nothing", exI(def.OpLeast, def.TInt, 10, zones(), k(1), foldedOver, k(9)), 9},
		{"least of nothing without another", exI(def.OpLeast, def.TInt, 10, zones(), k(1), foldedOver), def.None},
		{"most", exI(def.OpMost, def.TInt, 10, zones(0, 1, 2), k(1), foldedOver), 2},
		{"over an order", exI(def.OpFirst, def.TSeat, 10, ordered(1, 0), k(1)), 1},
		{"a property of none", exI(def.OpTable, def.TInt, 0, k(def.None)), 0},
		{"the home of pieces", ex(def.OpHome, def.TZone, filter(setWolf)), zoneBox},
		{"the home of pieces that there are not", ex(def.OpHome, def.TZone, filter(1<<9)), def.None},
		{"the home of the first pieces that there are not", ex(def.OpHome, def.TZone, filter(1<<4)), def.None},
		{"least", exI(def.OpLeast, def.TInt, 10, zones(0, 2), k(1), foldedOver), 1},
		{"the type of pieces", ex(def.OpTypeOf, def.FilterSet, filter(1<<wolfActive)), setWolf},
		{"the zone of a piece", ex(def.OpPieceZone, def.TZone, k(zoneY<<8|wolfActive)), zoneY},
		{"the class of no piece", ex(def.OpPieceClass, def.FilterSet, k(def.None)), 0},
		{"a function", exI(def.OpCall, def.TInt, 0, k(4)), 5},
		{"let", exI(def.OpLet, def.TInt, 11, k(4), ex(def.OpMul, def.TInt, bnd(11), bnd(11))), 16},
		{"and is settled by a false operand", ex(def.OpAnd, def.TBool, foldedRead, k(0)), 0},
		{"or is settled by a true operand", ex(def.OpOr, def.TBool, foldedRead, k(1)), 1},
		{"what stands behind a settling operand may be a fault", ex(def.OpOr, def.TBool, k(1), foldedBad), 1},
		{"equal branches need no condition", ex(def.OpIf, def.TInt, foldedRead, k(4), k(4)), 4},
		{"a branch that is not taken may be a fault", ex(def.OpIf, def.TBool, k(0), foldedBad, k(1)), 1},
		{"nothing has any member", ex(def.OpHas, def.TBool, zones(), exI(def.OpFirst, def.TZone, 10, zones(0, 1), foldedMark)), 0},
		{"no set has none", ex(def.OpHas, def.TBool, ex(def.OpHolding, def.ZoneSet, zones(0), filter(1)), kT(def.None, def.TZone)), 0},
		{"an unknown value that is not needed", exI(def.OpLet, def.TInt, 11, cell(cellOut), k(4)), 4},
		{"an unknown argument that is not needed", ex(def.OpAnd, def.TBool, foldedRead, ex(def.OpEq, def.TBool, exI(def.OpCall, def.TInt, 0, k(1)), k(9))), 0},
		{"a sum over nothing needs no value", exI(def.OpSum, def.TInt, 10, zones(), k(1), cell(cellOut)), 0},
		{"a division by what is not 0 is no fault", ex(def.OpAnd, def.TBool, ex(def.OpEq, def.TBool, ex(def.OpMod, def.TInt, cell(cellOut), k(2)), k(0)), k(0)), 0},
		{"any ends at the first hit", exI(def.OpAny, def.TBool, 10, kT(bitsOf(1, 2), def.IntSet), foldedNot0), 1},
		{"an order without members has none", ex(def.OpHas, def.TBool, ordered(), exI(def.OpFirst, def.TSeat, 10, zones(0, 1), foldedMark)), 0},
		{"a function leaves what is bound around it alone", exI(def.OpLet, def.TInt, 0, k(4), ex(def.OpAdd, def.TInt, exI(def.OpCall, def.TInt, 0, k(9)), bnd(0))), 14},
		{"sets are summed up to their union", exI(def.OpSum, def.ZoneSet, 10, zones(0, 2), k(1), ex(def.OpSetOf, def.ZoneSet, bnd(10), k(0))), bitsOf(0, 2)},
		{"a ray goes on until it comes round", exI(def.OpRay, def.ZoneSet, 1, k(zoneX), kT(2, tE)), bitsOf(zoneX, zoneZ)},
		{"a ray ends at the edge", exI(def.OpRay, def.ZoneSet, 1, k(zoneZ), kT(1, tE)), bitsOf(zoneX, zoneY)},
		{"beyond all zones lies none", exI(def.OpBeyond, def.TZone, 1, k(zoneZ), kT(1, tE), zones(zoneX, zoneY)), def.None},
		{"any ends at the first hit, whatever sum is too large behind it", exI(def.OpAny, def.TBool, 10, kT(bitsOf(1, 2), def.IntSet), ex(def.OpOr, def.TBool, ex(def.OpEq, def.TBool, bnd(10), k(1)), ex(def.OpGt, def.TBool, exI(def.OpSum, def.TInt, 11, zones(0, 1), k(1), foldedBig), k(0)))), 1},
		{"first ends at the first hit", exI(def.OpFirst, def.TInt, 10, kT(bitsOf(1, 3), def.IntSet), foldedZero), 1},
	}
	gd := foldGame()
	f := New(gd).WithOptions([]int64{1}).WithCalls()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if v, ok := f.Fold(test.e, map[int64]int64{7: 70}); !ok || v != test.want {
				t.Errorf("= %d, %v, want %d", v, ok, test.want)
			}
		})
	}
}

func TestFoldDoesNotKnow(t *testing.T) {
	tests := []struct {
		name string
		e    *def.Expr
	}{
		{"nothing", nil},
		{"what the compiler could not make", &def.Expr{Op: def.OpConst, Type: def.Type{Of: -1}}},
		{"what lacks an operand", ex(def.OpHas, def.TBool, nil, k(1))},
		{"what has too few operands", ex(def.OpAdd, def.TInt, k(1))},
		{"an operator that there is not", ex(def.Ops, def.TInt)},
		{"a malformed operand in front of a false one", ex(def.OpAnd, def.TBool, ex(def.OpFloorDiv, def.TInt), k(0))},
		{"a cell", cell(cellGold)},
		{"a lookup that is not there", exI(def.OpTable, def.TInt, 9, k(0))},
		{"a lookup before the first", exI(def.OpTable, def.TInt, -1, k(0))},
		{"whether an order has what a state says", ex(def.OpHas, def.TBool, ordered(0), cell(cellOut))},
		{"a slot that is not bound", bnd(10)},
		{"an overflow", ex(def.OpLt, def.TBool, ex(def.OpAdd, def.TInt, foldedBig, k(1)), k(0))},
		{"the least number, negated", ex(def.OpNeg, def.TInt, k(math.MinInt64))},
		{"the least number, divided by -1", ex(def.OpFloorDiv, def.TInt, k(math.MinInt64), k(-1))},
		{"a product too large", ex(def.OpMul, def.TInt, foldedBig, k(2))},
		{"a sum too large", exI(def.OpSum, def.TInt, 10, zones(0, 1), k(1), foldedBig)},
		{"a division by 0", ex(def.OpMod, def.TInt, k(1), k(0))},
		{"a fault in front of a false operand", ex(def.OpAnd, def.TBool, foldedBad, k(0))},
		{"a possible fault in front of a false operand", ex(def.OpAnd, def.TBool, foldedRisk, k(0))},
		{"a possible fault in front of a true operand", ex(def.OpOr, def.TBool, foldedRisk, k(1))},
		{"equal branches of a possible fault", ex(def.OpIf, def.TInt, foldedRisk, k(4), k(4))},
		{"a possible fault that nothing may have", ex(def.OpHas, def.TBool, kT(0, def.IntSet), ex(def.OpAdd, def.TInt, cell(cellOut), k(1)))},
		{"a possible fault that is not needed", exI(def.OpLet, def.TInt, 11, ex(def.OpAdd, def.TInt, cell(cellOut), k(1)), k(4))},
		{"a division by what a state says", ex(def.OpAnd, def.TBool, ex(def.OpEq, def.TBool, ex(def.OpMod, def.TInt, k(2), cell(cellOut)), k(0)), k(0))},
		{"a function that may be a fault", ex(def.OpAnd, def.TBool, ex(def.OpEq, def.TBool, exI(def.OpCall, def.TInt, 1, cell(cellOut)), k(0)), k(0))},
		{"a function that reads the state", exI(def.OpCall, def.TInt, 2, k(1))},
		{"a function that is not there", exI(def.OpCall, def.TInt, 9)},
		{"a condition that is open for a later member", exI(def.OpAny, def.TBool, 10, zones(0, 1), ex(def.OpOr, def.TBool, ex(def.OpEq, def.TBool, bnd(10), k(0)), foldedMark))},
		{"a condition with a sum that is open for a later member", exI(def.OpAny, def.TBool, 10, zones(0, 1), ex(def.OpOr, def.TBool, ex(def.OpEq, def.TBool, bnd(10), k(0)), ex(def.OpGt, def.TBool, ex(def.OpMax, def.TInt, exI(def.OpSum, def.TInt, 11, zones(0, 1), k(1), k(1)), exI(def.OpCellAt, def.TInt, cellSmoke, bnd(10))), k(3))))},
		{"a fault for a member in front of a hit", exI(def.OpAny, def.TBool, 10, kT(bitsOf(0, 1), def.IntSet), foldedZero)},
		{"what runs over a pile", exI(def.OpCount, def.TInt, 10, kT(pileDeck, def.TPile), k(1))},
		{"whether a pile has a card", ex(def.OpHas, def.TBool, kT(pileHand, def.TPile), kT(4, def.TCard))},
		{"whether a pile has no card", ex(def.OpHas, def.TBool, kT(pileHand, def.TPile), kT(def.None, def.TCard))},
		{"the size of a pile", ex(def.OpSize, def.TInt, kT(pileDeck, def.TPile))},
		{"more members than are looked at", manyMembers(3)},
	}
	gd := foldGame()
	f := New(gd).WithOptions([]int64{1}).WithCalls()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if v, ok := f.Fold(test.e, nil); ok {
				t.Errorf("= %d", v)
			}
		})
	}
}

// manyMembers counts 64 members to the power of n+1.
func manyMembers(n int64) *def.Expr {
	if n == 0 {
		return exI(def.OpCount, def.TInt, 10, kT(-1, def.IntSet), k(1))
	}
	return exI(def.OpSum, def.TInt, 10+n, kT(-1, def.IntSet), k(1), manyMembers(n-1))
}

func TestFoldLeavesWhatItIsNotTold(t *testing.T) {
	gd := foldGame()
	option, call := exI(def.OpOption, tE, 0), exI(def.OpCall, def.TInt, 0, k(4))
	f := New(gd)
	for _, e := range []*def.Expr{option, call} {
		if v, ok := f.Fold(e, nil); ok {
			t.Errorf("operator %d is known to be %d", e.Op, v)
		}
	}
	if _, ok := f.WithOptions([]int64{2}).Fold(option, nil); ok {
		t.Error("an option has a value that it does not have")
	}
	if _, ok := f.WithOptions([]int64{0, 0}).Fold(exI(def.OpOption, tE, 1), nil); ok {
		t.Error("an option that is not there has a value")
	}
	if v, ok := f.WithCalls().Fold(call, nil); !ok || v != 5 {
		t.Errorf("a call = %d, %v", v, ok)
	}
}

func TestFoldOfAGameUnderConstruction(t *testing.T) {
	gd := foldGame()
	gd.Lookups = append(gd.Lookups, def.Lookup{ID: "later", Type: def.TInt}, def.Lookup{ID: "of no rows", Type: def.TInt, Values: []int64{}})
	gd.Functions = append(gd.Functions, def.FuncDef{ID: "later"}, def.FuncDef{ID: "endless", Body: exI(def.OpCall, def.TInt, 4)})
	f := New(gd).WithCalls()
	gd.Adjacent, gd.Classes = nil, nil
	for name, e := range map[string]*def.Expr{
		"a property that has no values yet":  exI(def.OpTable, def.TInt, 2, k(0)),
		"a map without roads yet":            ex(def.OpWithin, def.ZoneSet, k(zoneX), k(1)),
		"classes that are not there yet":     ex(def.OpHome, def.TZone, filter(setWolf)),
		"types of pieces that are not there": ex(def.OpTypeOf, def.FilterSet, filter(setWolf)),
		"a function without a body":          exI(def.OpCall, def.TInt, 3),
		"a function that needs itself":       exI(def.OpCall, def.TInt, 4),
		"what may call it":                   ex(def.OpAnd, def.TBool, ex(def.OpAnd, def.TBool, foldedRead, exI(def.OpCall, def.TInt, 4)), k(0)),
	} {
		if v, ok := f.Fold(e, nil); ok {
			t.Errorf("%s: %d", name, v)
		}
	}
	gd.Zones = nil
	if v, ok := f.Fold(ex(def.OpWithin, def.ZoneSet, k(zoneX), k(1)), nil); ok {
		t.Errorf("a map without zones yet: %d", v)
	}
	if v, ok := f.Fold(exI(def.OpTable, def.TInt, 3, k(0)), nil); !ok || v != 0 {
		t.Errorf("a property of a table without rows = %d, %v", v, ok)
	}
}

// What is folded is paid for, by all folders that come of one together.
func TestAFolderSpendsAnOperatorForEachItLooksAt(t *testing.T) {
	f := New(foldGame())
	f.WithOptions([]int64{1}).Fold(ex(def.OpAdd, def.TInt, k(1), ex(def.OpMul, def.TInt, k(2), k(3))), nil)
	if spent := maxFoldings - f.budget.Load(); spent != 5 {
		t.Errorf("%d operators are spent on five", spent)
	}
	f.budget.Store(2)
	if v, ok := f.Fold(ex(def.OpAdd, def.TInt, k(1), k(2)), nil); ok {
		t.Errorf("= %d, by more operators than are left", v)
	}
}
