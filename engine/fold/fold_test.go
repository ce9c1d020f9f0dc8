package fold

import (
	"math"
	"testing"

	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// foldGame returns the test game with functions: 0 adds its parameter to 1, 1 divides by it, 2 reads the state.
func foldGame() *def.GameDef {
	gd := testGame()
	gd.Functions = []def.FuncDef{
		{ID: "next", Params: []int32{0}, Body: Ex(def.OpAdd, def.TInt, bnd(0), Num(1))},
		{ID: "share", Params: []int32{1}, Body: Ex(def.OpFloorDiv, def.TInt, Num(12), bnd(1))},
		{ID: "gold", Params: []int32{2}, Body: Ex(def.OpMin, def.TInt, Cell(cellGold), bnd(2))},
	}
	return gd
}

var (
	foldedBig  = Const(math.MaxInt64, def.TInt)
	foldedRead = Ex(def.OpGt, def.TBool, Cell(cellGold), Num(3))                                                                 // reads a state, is never a fault
	foldedRisk = Ex(def.OpGt, def.TBool, Ex(def.OpAdd, def.TInt, Cell(cellOut), Num(1)), Num(3))                                 // reads a state, can be a fault
	foldedBad  = Ex(def.OpGt, def.TBool, Ex(def.OpAdd, def.TInt, foldedBig, Num(1)), Num(3))                                     // always a fault
	foldedOver = ExI(def.OpTable, def.TInt, 0, bnd(10))                                                                          // a property of the member in slot 10
	foldedMark = Ex(def.OpGt, def.TBool, ExI(def.OpCellAt, def.TInt, cellSmoke, bnd(10)), Num(0))                                // a variable of the member
	foldedZero = Ex(def.OpGe, def.TBool, Ex(def.OpFloorDiv, def.TInt, Num(6), bnd(10)), Num(3))                                  // a fault for member 0
	foldedNot0 = Ex(def.OpLe, def.TBool, Ex(def.OpFloorDiv, def.TInt, Num(6), Ex(def.OpSub, def.TInt, bnd(10), Num(2))), Num(0)) // a fault for member 2
)

func TestFoldYieldsTheValueOfPlay(t *testing.T) {
	tests := []struct {
		name string
		e    *def.Expr
		want int64
	}{
		{"an option is the value that is set", ExI(def.OpOption, tE, 0), 1},
		{"a slot is what it is bound to", bnd(7), 70},
		{"within none is nothing", Ex(def.OpWithin, def.ZoneSet, Const(def.None, def.TZone), Num(1)), 0},
		{"within a negative distance is the zone itself", Ex(def.OpWithin, def.ZoneSet, Num(zoneX), Num(-1)), bitsOf(zoneX)},
		{"none has no neighbours", Ex(def.OpAdjacent, def.ZoneSet, Const(def.None, def.TZone)), 0},
		{"zones that are none have no neighbours", Ex(def.OpAround, def.ZoneSet, Const(-1, def.ZoneSet)), bitsOf(zoneX, zoneY, zoneZ)},
		{"flood leaves its start out", Ex(def.OpFlood, def.ZoneSet, Num(zoneX), Zones(zoneX, zoneY), Num(0)), bitsOf(zoneY)},
		{"distance from none", Ex(def.OpDistance, def.TInt, Const(def.None, def.TZone), Num(zoneX)), -1},
		{"a negative remainder has the sign of the divisor", Ex(def.OpMod, def.TInt, Num(-10), Num(4)), 2},
		{"division rounds down", Ex(def.OpFloorDiv, def.TInt, Num(-10), Num(4)), -3},
		{"division rounds up", Ex(def.OpCeilDiv, def.TInt, Num(-10), Num(4)), -2},
		{"numbers out of 0..63 are in no set", Ex(def.OpSetOf, def.IntSet, Num(64), Num(-1), Num(3)), 8},
		{"a range", Ex(def.OpSetRange, def.IntSet, Num(0), Num(1)), 3},
		{"the longest way by way of others", Ex(def.OpPath, def.TInt, Zones(zoneX, zoneZ), Zones(zoneY)), 2},
		{"the longest way by way of none", Ex(def.OpPath, def.TInt, Zones(zoneX, zoneZ), Zones()), 1},
		{"the longest way", Ex(def.OpPath, def.TInt, Zones(zoneX, zoneZ)), 1},
		{"a place", &def.Expr{Op: def.OpPlace, Type: def.TInt, I: 3, Args: []*def.Expr{Num(2), Num(1)}}, 7},
		{"a position in a range", Ex(def.OpElement, def.TInt, Num(5), Num(3), Num(6)), 2},
		{"an element", Ex(def.OpElement, def.TInt, Num(63)), 63},
		{"none is in no order", Ex(def.OpPosition, def.TInt, ordered(1, 0), Const(def.None, def.TSeat)), -1},
		{"past the end of an order", Ex(def.OpOrderAt, def.TSeat, ordered(1), Num(1)), def.None},
		{"before an order", Ex(def.OpOrderAt, def.TSeat, ordered(1), Num(-1)), def.None},
		{"first of nothing", ExI(def.OpFirst, def.TZone, 10, Zones(), Num(1)), def.None},
		{"least of nothing", ExI(def.OpLeast, def.TInt, 10, Zones(), Num(1), foldedOver, Num(9)), 9},
		{"least of nothing without another", ExI(def.OpLeast, def.TInt, 10, Zones(), Num(1), foldedOver), def.None},
		{"most", ExI(def.OpMost, def.TInt, 10, Zones(0, 1, 2), Num(1), foldedOver), 2},
		{"over an order", ExI(def.OpFirst, def.TSeat, 10, ordered(1, 0), Num(1)), 1},
		{"a property of none", ExI(def.OpTable, def.TInt, 0, Num(def.None)), 0},
		{"the home of pieces", Ex(def.OpHome, def.TZone, filter(setWolf)), zoneBox},
		{"the home of pieces that there are not", Ex(def.OpHome, def.TZone, filter(1<<9)), def.None},
		{"the home of the first pieces that there are not", Ex(def.OpHome, def.TZone, filter(1<<4)), def.None},
		{"least", ExI(def.OpLeast, def.TInt, 10, Zones(0, 2), Num(1), foldedOver), 1},
		{"the type of pieces", Ex(def.OpTypeOf, def.FilterSet, filter(1<<wolfActive)), setWolf},
		{"the zone of a piece", Ex(def.OpPieceZone, def.TZone, Num(zoneY<<8|wolfActive)), zoneY},
		{"the class of no piece", Ex(def.OpPieceClass, def.FilterSet, Num(def.None)), 0},
		{"a function", ExI(def.OpCall, def.TInt, 0, Num(4)), 5},
		{"let", ExI(def.OpLet, def.TInt, 11, Num(4), Ex(def.OpMul, def.TInt, bnd(11), bnd(11))), 16},
		{"and is settled by a false operand", Ex(def.OpAnd, def.TBool, foldedRead, Num(0)), 0},
		{"or is settled by a true operand", Ex(def.OpOr, def.TBool, foldedRead, Num(1)), 1},
		{"what stands behind a settling operand may be a fault", Ex(def.OpOr, def.TBool, Num(1), foldedBad), 1},
		{"equal branches need no condition", Ex(def.OpIf, def.TInt, foldedRead, Num(4), Num(4)), 4},
		{"a branch that is not taken may be a fault", Ex(def.OpIf, def.TBool, Num(0), foldedBad, Num(1)), 1},
		{"nothing has any member", Ex(def.OpHas, def.TBool, Zones(), ExI(def.OpFirst, def.TZone, 10, Zones(0, 1), foldedMark)), 0},
		{"no set has none", Ex(def.OpHas, def.TBool, Ex(def.OpHolding, def.ZoneSet, Zones(0), filter(1)), Const(def.None, def.TZone)), 0},
		{"an unknown value that is not needed", ExI(def.OpLet, def.TInt, 11, Cell(cellOut), Num(4)), 4},
		{"an unknown argument that is not needed", Ex(def.OpAnd, def.TBool, foldedRead, Ex(def.OpEq, def.TBool, ExI(def.OpCall, def.TInt, 0, Num(1)), Num(9))), 0},
		{"a sum over nothing needs no value", ExI(def.OpSum, def.TInt, 10, Zones(), Num(1), Cell(cellOut)), 0},
		{"a division by what is not 0 is not a fault", Ex(def.OpAnd, def.TBool, Ex(def.OpEq, def.TBool, Ex(def.OpMod, def.TInt, Cell(cellOut), Num(2)), Num(0)), Num(0)), 0},
		{"any ends at the first hit", ExI(def.OpAny, def.TBool, 10, Const(bitsOf(1, 2), def.IntSet), foldedNot0), 1},
		{"an order without members has none", Ex(def.OpHas, def.TBool, ordered(), ExI(def.OpFirst, def.TSeat, 10, Zones(0, 1), foldedMark)), 0},
		{"a function leaves what is bound around it alone", ExI(def.OpLet, def.TInt, 0, Num(4), Ex(def.OpAdd, def.TInt, ExI(def.OpCall, def.TInt, 0, Num(9)), bnd(0))), 14},
		{"sets are summed up to their union", ExI(def.OpSum, def.ZoneSet, 10, Zones(0, 2), Num(1), Ex(def.OpSetOf, def.ZoneSet, bnd(10), Num(0))), bitsOf(0, 2)},
		{"a ray goes on until it comes round", ExI(def.OpRay, def.ZoneSet, 1, Num(zoneX), Const(2, tE)), bitsOf(zoneX, zoneZ)},
		{"a ray ends at the edge", ExI(def.OpRay, def.ZoneSet, 1, Num(zoneZ), Const(1, tE)), bitsOf(zoneX, zoneY)},
		{"beyond all zones lies none", ExI(def.OpBeyond, def.TZone, 1, Num(zoneZ), Const(1, tE), Zones(zoneX, zoneY)), def.None},
		{"any ends at the first hit, whatever sum is too large behind it", ExI(def.OpAny, def.TBool, 10, Const(bitsOf(1, 2), def.IntSet), Ex(def.OpOr, def.TBool, Ex(def.OpEq, def.TBool, bnd(10), Num(1)), Ex(def.OpGt, def.TBool, ExI(def.OpSum, def.TInt, 11, Zones(0, 1), Num(1), foldedBig), Num(0)))), 1},
		{"first ends at the first hit", ExI(def.OpFirst, def.TInt, 10, Const(bitsOf(1, 3), def.IntSet), foldedZero), 1},
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

func TestFoldReportsUnknownValues(t *testing.T) {
	tests := []struct {
		name string
		e    *def.Expr
	}{
		{"nothing", nil},
		{"what the compiler could not make", &def.Expr{Op: def.OpConst, Type: def.Type{Of: -1}}},
		{"what lacks an operand", Ex(def.OpHas, def.TBool, nil, Num(1))},
		{"what has too few operands", Ex(def.OpAdd, def.TInt, Num(1))},
		{"an operator that there is not", Ex(def.Ops, def.TInt)},
		{"a malformed operand in front of a false one", Ex(def.OpAnd, def.TBool, Ex(def.OpFloorDiv, def.TInt), Num(0))},
		{"a cell", Cell(cellGold)},
		{"a lookup that is not there", ExI(def.OpTable, def.TInt, 9, Num(0))},
		{"a lookup before the first", ExI(def.OpTable, def.TInt, -1, Num(0))},
		{"whether an order has what a state says", Ex(def.OpHas, def.TBool, ordered(0), Cell(cellOut))},
		{"a slot that is not bound", bnd(10)},
		{"an overflow", Ex(def.OpLt, def.TBool, Ex(def.OpAdd, def.TInt, foldedBig, Num(1)), Num(0))},
		{"the least number, negated", Ex(def.OpNeg, def.TInt, Num(math.MinInt64))},
		{"the least number, divided by -1", Ex(def.OpFloorDiv, def.TInt, Num(math.MinInt64), Num(-1))},
		{"a product too large", Ex(def.OpMul, def.TInt, foldedBig, Num(2))},
		{"a sum too large", ExI(def.OpSum, def.TInt, 10, Zones(0, 1), Num(1), foldedBig)},
		{"a division by 0", Ex(def.OpMod, def.TInt, Num(1), Num(0))},
		{"a fault in front of a false operand", Ex(def.OpAnd, def.TBool, foldedBad, Num(0))},
		{"a possible fault in front of a false operand", Ex(def.OpAnd, def.TBool, foldedRisk, Num(0))},
		{"a possible fault in front of a true operand", Ex(def.OpOr, def.TBool, foldedRisk, Num(1))},
		{"equal branches of a possible fault", Ex(def.OpIf, def.TInt, foldedRisk, Num(4), Num(4))},
		{"a possible fault that nothing may have", Ex(def.OpHas, def.TBool, Const(0, def.IntSet), Ex(def.OpAdd, def.TInt, Cell(cellOut), Num(1)))},
		{"a possible fault that is not needed", ExI(def.OpLet, def.TInt, 11, Ex(def.OpAdd, def.TInt, Cell(cellOut), Num(1)), Num(4))},
		{"a division by what a state says", Ex(def.OpAnd, def.TBool, Ex(def.OpEq, def.TBool, Ex(def.OpMod, def.TInt, Num(2), Cell(cellOut)), Num(0)), Num(0))},
		{"a function that may be a fault", Ex(def.OpAnd, def.TBool, Ex(def.OpEq, def.TBool, ExI(def.OpCall, def.TInt, 1, Cell(cellOut)), Num(0)), Num(0))},
		{"a function that reads the state", ExI(def.OpCall, def.TInt, 2, Num(1))},
		{"a function that is not there", ExI(def.OpCall, def.TInt, 9)},
		{"a condition that is open for a later member", ExI(def.OpAny, def.TBool, 10, Zones(0, 1), Ex(def.OpOr, def.TBool, Ex(def.OpEq, def.TBool, bnd(10), Num(0)), foldedMark))},
		{"a condition with a sum that is open for a later member", ExI(def.OpAny, def.TBool, 10, Zones(0, 1), Ex(def.OpOr, def.TBool, Ex(def.OpEq, def.TBool, bnd(10), Num(0)), Ex(def.OpGt, def.TBool, Ex(def.OpMax, def.TInt, ExI(def.OpSum, def.TInt, 11, Zones(0, 1), Num(1), Num(1)), ExI(def.OpCellAt, def.TInt, cellSmoke, bnd(10))), Num(3))))},
		{"a fault for a member in front of a hit", ExI(def.OpAny, def.TBool, 10, Const(bitsOf(0, 1), def.IntSet), foldedZero)},
		{"what runs over a pile", ExI(def.OpCount, def.TInt, 10, Const(pileDeck, def.TPile), Num(1))},
		{"whether a pile has a card", Ex(def.OpHas, def.TBool, Const(pileHand, def.TPile), Const(4, def.TCard))},
		{"whether a pile has no card", Ex(def.OpHas, def.TBool, Const(pileHand, def.TPile), Const(def.None, def.TCard))},
		{"the size of a pile", Ex(def.OpSize, def.TInt, Const(pileDeck, def.TPile))},
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
		return ExI(def.OpCount, def.TInt, 10, Const(-1, def.IntSet), Num(1))
	}
	return ExI(def.OpSum, def.TInt, 10+n, Const(-1, def.IntSet), Num(1), manyMembers(n-1))
}

func TestFoldLeavesOptionsAndCallsUnlessEnabled(t *testing.T) {
	gd := foldGame()
	option, call := ExI(def.OpOption, tE, 0), ExI(def.OpCall, def.TInt, 0, Num(4))
	f := New(gd)
	for _, e := range []*def.Expr{option, call} {
		if v, ok := f.Fold(e, nil); ok {
			t.Errorf("operator %d is known to be %d", e.Op, v)
		}
	}
	if _, ok := f.WithOptions([]int64{2}).Fold(option, nil); ok {
		t.Error("an option has a value that it does not have")
	}
	if _, ok := f.WithOptions([]int64{0, 0}).Fold(ExI(def.OpOption, tE, 1), nil); ok {
		t.Error("an option that is not there has a value")
	}
	if v, ok := f.WithCalls().Fold(call, nil); !ok || v != 5 {
		t.Errorf("a call = %d, %v", v, ok)
	}
}

func TestFoldOfAnUnfinishedGame(t *testing.T) {
	gd := foldGame()
	gd.Lookups = append(gd.Lookups, def.Lookup{ID: "later", Type: def.TInt}, def.Lookup{ID: "of no rows", Type: def.TInt, Values: []int64{}})
	gd.Functions = append(gd.Functions, def.FuncDef{ID: "later"}, def.FuncDef{ID: "endless", Body: ExI(def.OpCall, def.TInt, 4)})
	f := New(gd).WithCalls()
	gd.Adjacent, gd.Classes = nil, nil
	for name, e := range map[string]*def.Expr{
		"a property that has no values yet":  ExI(def.OpTable, def.TInt, 2, Num(0)),
		"a map without roads yet":            Ex(def.OpWithin, def.ZoneSet, Num(zoneX), Num(1)),
		"classes that are not there yet":     Ex(def.OpHome, def.TZone, filter(setWolf)),
		"types of pieces that are not there": Ex(def.OpTypeOf, def.FilterSet, filter(setWolf)),
		"a function without a body":          ExI(def.OpCall, def.TInt, 3),
		"a function that needs itself":       ExI(def.OpCall, def.TInt, 4),
		"what may call it":                   Ex(def.OpAnd, def.TBool, Ex(def.OpAnd, def.TBool, foldedRead, ExI(def.OpCall, def.TInt, 4)), Num(0)),
	} {
		if v, ok := f.Fold(e, nil); ok {
			t.Errorf("%s: %d", name, v)
		}
	}
	gd.Classes, gd.Types = []def.ClassDef{{ID: "sheep"}}, nil
	if v, ok := f.Fold(Ex(def.OpHome, def.TZone, filter(1)), nil); ok {
		t.Errorf("the home of a type that is not there yet: %d", v)
	}
	gd.Zones = nil
	if v, ok := f.Fold(Ex(def.OpWithin, def.ZoneSet, Num(zoneX), Num(1)), nil); ok {
		t.Errorf("a map without zones yet: %d", v)
	}
	if v, ok := f.Fold(ExI(def.OpTable, def.TInt, 3, Num(0)), nil); !ok || v != 0 {
		t.Errorf("a property of a table without rows = %d, %v", v, ok)
	}
}

// Folding spends from the budget that derived folders share.
func TestFoldSpendsItsSharedBudgetPerOperator(t *testing.T) {
	f := New(foldGame())
	f.WithOptions([]int64{1}).Fold(Ex(def.OpAdd, def.TInt, Num(1), Ex(def.OpMul, def.TInt, Num(2), Num(3))), nil)
	if spent := maxFoldings - f.budget.Load(); spent != 5 {
		t.Errorf("%d operators are spent on five", spent)
	}
	f.budget.Store(2)
	if v, ok := f.Fold(Ex(def.OpAdd, def.TInt, Num(1), Num(2)), nil); ok {
		t.Errorf("= %d, by more operators than are left", v)
	}
}
