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
		{ID: "next", Params: []int32{0}, Body: ex(def.OpAdd, tI, bnd(0), k(1))},
		{ID: "share", Params: []int32{1}, Body: ex(def.OpFloorDiv, tI, k(12), bnd(1))},
		{ID: "gold", Params: []int32{2}, Body: ex(def.OpMin, tI, cell(cellGold), bnd(2))},
	}
	return gd
}

var (
	foldedBig  = kT(math.MaxInt64, tI)
	foldedRead = ex(def.OpGt, tB, cell(cellGold), k(3))                                                 // reads a state, is never a fault
	foldedRisk = ex(def.OpGt, tB, ex(def.OpAdd, tI, cell(cellOut), k(1)), k(3))                         // reads a state, can be a fault
	foldedBad  = ex(def.OpGt, tB, ex(def.OpAdd, tI, foldedBig, k(1)), k(3))                             // always a fault
	foldedOver = exI(def.OpTable, tI, 0, bnd(10))                                                       // a property of the member in slot 10
	foldedMark = ex(def.OpGt, tB, exI(def.OpCellAt, tI, cellSmoke, bnd(10)), k(0))                      // what a state says of it
	foldedZero = ex(def.OpGe, tB, ex(def.OpFloorDiv, tI, k(6), bnd(10)), k(3))                          // a fault for member 0
	foldedNot0 = ex(def.OpLe, tB, ex(def.OpFloorDiv, tI, k(6), ex(def.OpSub, tI, bnd(10), k(2))), k(0)) // a fault for member 2
)

func TestFoldIsWhatPlayComesTo(t *testing.T) {
	tests := []struct {
		name string
		e    *def.Expr
		want int64
	}{
		{"an option is the value that is set", exI(def.OpOption, tE, 0), 1},
		{"a slot is what it is bound to", bnd(7), 70},
		{"within none is nothing", ex(def.OpWithin, tZs, kT(def.None, tZ), k(1)), 0},
		{"within a negative distance is the zone itself", ex(def.OpWithin, tZs, k(zoneX), k(-1)), bitsOf(zoneX)},
		{"none has no neighbours", ex(def.OpAdjacent, tZs, kT(def.None, tZ)), 0},
		{"zones that are none have no neighbours", ex(def.OpAround, tZs, kT(-1, tZs)), bitsOf(zoneX, zoneY, zoneZ)},
		{"flood leaves its start out", ex(def.OpFlood, tZs, k(zoneX), zones(zoneX, zoneY), k(0)), bitsOf(zoneY)},
		{"distance from none", ex(def.OpDistance, tI, kT(def.None, tZ), k(zoneX)), -1},
		{"a negative remainder has the sign of the divisor", ex(def.OpMod, tI, k(-10), k(4)), 2},
		{"division rounds down", ex(def.OpFloorDiv, tI, k(-10), k(4)), -3},
		{"division rounds up", ex(def.OpCeilDiv, tI, k(-10), k(4)), -2},
		{"numbers out of 0..63 are in no set", ex(def.OpSetOf, tIs, k(64), k(-1), k(3)), 8},
		{"a range", ex(def.OpSetRange, tIs, k(0), k(1)), 3},
		{"an element", ex(def.OpElement, tI, k(63)), 63},
		{"none is in no order", ex(def.OpPosition, tI, ordered(1, 0), kT(def.None, tS)), -1},
		{"past the end of an order", ex(def.OpOrderAt, tS, ordered(1), k(1)), def.None},
		{"before an order", ex(def.OpOrderAt, tS, ordered(1), k(-1)), def.None},
		{"first of nothing", exI(def.OpFirst, tZ, 10, zones(), k(1)), def.None},
		{"least of nothing", exI(def.OpLeast, tI, 10, zones(), k(1), foldedOver, k(9)), 9},
		{"least of nothing without another", exI(def.OpLeast, tI, 10, zones(), k(1), foldedOver), def.None},
		{"most", exI(def.OpMost, tI, 10, zones(0, 1, 2), k(1), foldedOver), 2},
		{"over an order", exI(def.OpFirst, tS, 10, ordered(1, 0), k(1)), 1},
		{"a property of none", exI(def.OpTable, tI, 0, k(def.None)), 0},
		{"the home of pieces", ex(def.OpHome, tZ, filter(setWolf)), zoneBox},
		{"the home of pieces that there are not", ex(def.OpHome, tZ, filter(1<<9)), def.None},
		{"the home of the first pieces that there are not", ex(def.OpHome, tZ, filter(1<<4)), def.None},
		{"least", exI(def.OpLeast, tI, 10, zones(0, 2), k(1), foldedOver), 1},
		{"the type of pieces", ex(def.OpTypeOf, tF, filter(1<<wolfActive)), setWolf},
		{"the zone of a piece", ex(def.OpPieceZone, tZ, k(zoneY<<8|wolfActive)), zoneY},
		{"the class of no piece", ex(def.OpPieceClass, tF, k(def.None)), 0},
		{"a function", exI(def.OpCall, tI, 0, k(4)), 5},
		{"let", exI(def.OpLet, tI, 11, k(4), ex(def.OpMul, tI, bnd(11), bnd(11))), 16},
		{"and is settled by a false operand", ex(def.OpAnd, tB, foldedRead, k(0)), 0},
		{"or is settled by a true operand", ex(def.OpOr, tB, foldedRead, k(1)), 1},
		{"what stands behind a settling operand may be a fault", ex(def.OpOr, tB, k(1), foldedBad), 1},
		{"equal branches need no condition", ex(def.OpIf, tI, foldedRead, k(4), k(4)), 4},
		{"a branch that is not taken may be a fault", ex(def.OpIf, tB, k(0), foldedBad, k(1)), 1},
		{"nothing has any member", ex(def.OpHas, tB, zones(), exI(def.OpFirst, tZ, 10, zones(0, 1), foldedMark)), 0},
		{"no set has none", ex(def.OpHas, tB, ex(def.OpHolding, tZs, zones(0), filter(1)), kT(def.None, tZ)), 0},
		{"an unknown value that is not needed", exI(def.OpLet, tI, 11, cell(cellOut), k(4)), 4},
		{"an unknown argument that is not needed", ex(def.OpAnd, tB, foldedRead, ex(def.OpEq, tB, exI(def.OpCall, tI, 0, k(1)), k(9))), 0},
		{"a sum over nothing needs no value", exI(def.OpSum, tI, 10, zones(), k(1), cell(cellOut)), 0},
		{"a division by what is not 0 is no fault", ex(def.OpAnd, tB, ex(def.OpEq, tB, ex(def.OpMod, tI, cell(cellOut), k(2)), k(0)), k(0)), 0},
		{"any ends at the first hit", exI(def.OpAny, tB, 10, kT(bitsOf(1, 2), tIs), foldedNot0), 1},
		{"an order without members has none", ex(def.OpHas, tB, ordered(), exI(def.OpFirst, tS, 10, zones(0, 1), foldedMark)), 0},
		{"a function leaves what is bound around it alone", exI(def.OpLet, tI, 0, k(4), ex(def.OpAdd, tI, exI(def.OpCall, tI, 0, k(9)), bnd(0))), 14},
		{"sets are summed up to their union", exI(def.OpSum, tZs, 10, zones(0, 2), k(1), ex(def.OpSetOf, tZs, bnd(10), k(0))), bitsOf(0, 2)},
		{"a ray goes on until it comes round", exI(def.OpRay, tZs, 1, k(zoneX), kT(2, tE)), bitsOf(zoneX, zoneZ)},
		{"a ray ends at the edge", exI(def.OpRay, tZs, 1, k(zoneZ), kT(1, tE)), bitsOf(zoneX, zoneY)},
		{"beyond all zones lies none", exI(def.OpBeyond, tZ, 1, k(zoneZ), kT(1, tE), zones(zoneX, zoneY)), def.None},
		{"any ends at the first hit, whatever sum is too large behind it", exI(def.OpAny, tB, 10, kT(bitsOf(1, 2), tIs), ex(def.OpOr, tB, ex(def.OpEq, tB, bnd(10), k(1)), ex(def.OpGt, tB, exI(def.OpSum, tI, 11, zones(0, 1), k(1), foldedBig), k(0)))), 1},
		{"first ends at the first hit", exI(def.OpFirst, tI, 10, kT(bitsOf(1, 3), tIs), foldedZero), 1},
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
		{"what lacks an operand", ex(def.OpHas, tB, nil, k(1))},
		{"what has too few operands", ex(def.OpAdd, tI, k(1))},
		{"an operator that there is not", ex(def.Ops, tI)},
		{"a malformed operand in front of a false one", ex(def.OpAnd, tB, ex(def.OpFloorDiv, tI), k(0))},
		{"a cell", cell(cellGold)},
		{"a lookup that is not there", exI(def.OpTable, tI, 9, k(0))},
		{"a lookup before the first", exI(def.OpTable, tI, -1, k(0))},
		{"whether an order has what a state says", ex(def.OpHas, tB, ordered(0), cell(cellOut))},
		{"a slot that is not bound", bnd(10)},
		{"an overflow", ex(def.OpLt, tB, ex(def.OpAdd, tI, foldedBig, k(1)), k(0))},
		{"the least number, negated", ex(def.OpNeg, tI, k(math.MinInt64))},
		{"the least number, divided by -1", ex(def.OpFloorDiv, tI, k(math.MinInt64), k(-1))},
		{"a product too large", ex(def.OpMul, tI, foldedBig, k(2))},
		{"a sum too large", exI(def.OpSum, tI, 10, zones(0, 1), k(1), foldedBig)},
		{"a division by 0", ex(def.OpMod, tI, k(1), k(0))},
		{"a fault in front of a false operand", ex(def.OpAnd, tB, foldedBad, k(0))},
		{"a possible fault in front of a false operand", ex(def.OpAnd, tB, foldedRisk, k(0))},
		{"a possible fault in front of a true operand", ex(def.OpOr, tB, foldedRisk, k(1))},
		{"equal branches of a possible fault", ex(def.OpIf, tI, foldedRisk, k(4), k(4))},
		{"a possible fault that nothing may have", ex(def.OpHas, tB, kT(0, tIs), ex(def.OpAdd, tI, cell(cellOut), k(1)))},
		{"a possible fault that is not needed", exI(def.OpLet, tI, 11, ex(def.OpAdd, tI, cell(cellOut), k(1)), k(4))},
		{"a division by what a state says", ex(def.OpAnd, tB, ex(def.OpEq, tB, ex(def.OpMod, tI, k(2), cell(cellOut)), k(0)), k(0))},
		{"a function that may be a fault", ex(def.OpAnd, tB, ex(def.OpEq, tB, exI(def.OpCall, tI, 1, cell(cellOut)), k(0)), k(0))},
		{"a function that reads the state", exI(def.OpCall, tI, 2, k(1))},
		{"a function that is not there", exI(def.OpCall, tI, 9)},
		{"a condition that is open for a later member", exI(def.OpAny, tB, 10, zones(0, 1), ex(def.OpOr, tB, ex(def.OpEq, tB, bnd(10), k(0)), foldedMark))},
		{"a condition with a sum that is open for a later member", exI(def.OpAny, tB, 10, zones(0, 1), ex(def.OpOr, tB, ex(def.OpEq, tB, bnd(10), k(0)), ex(def.OpGt, tB, ex(def.OpMax, tI, exI(def.OpSum, tI, 11, zones(0, 1), k(1), k(1)), exI(def.OpCellAt, tI, cellSmoke, bnd(10))), k(3))))},
		{"a fault for a member in front of a hit", exI(def.OpAny, tB, 10, kT(bitsOf(0, 1), tIs), foldedZero)},
		{"what runs over a pile", exI(def.OpCount, tI, 10, kT(pileDeck, tPile), k(1))},
		{"whether a pile has a card", ex(def.OpHas, tB, kT(pileHand, tPile), kT(4, tC))},
		{"whether a pile has no card", ex(def.OpHas, tB, kT(pileHand, tPile), kT(def.None, tC))},
		{"the size of a pile", ex(def.OpSize, tI, kT(pileDeck, tPile))},
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
		return exI(def.OpCount, tI, 10, kT(-1, tIs), k(1))
	}
	return exI(def.OpSum, tI, 10+n, kT(-1, tIs), k(1), manyMembers(n-1))
}

func TestFoldLeavesWhatItIsNotTold(t *testing.T) {
	gd := foldGame()
	option, call := exI(def.OpOption, tE, 0), exI(def.OpCall, tI, 0, k(4))
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
	gd.Lookups = append(gd.Lookups, def.Lookup{ID: "later", Type: tI}, def.Lookup{ID: "of no rows", Type: tI, Values: []int64{}})
	gd.Functions = append(gd.Functions, def.FuncDef{ID: "later"}, def.FuncDef{ID: "endless", Body: exI(def.OpCall, tI, 4)})
	f := New(gd).WithCalls()
	gd.Adjacent, gd.Classes = nil, nil
	for name, e := range map[string]*def.Expr{
		"a property that has no values yet":  exI(def.OpTable, tI, 2, k(0)),
		"a map without roads yet":            ex(def.OpWithin, tZs, k(zoneX), k(1)),
		"classes that are not there yet":     ex(def.OpHome, tZ, filter(setWolf)),
		"types of pieces that are not there": ex(def.OpTypeOf, tF, filter(setWolf)),
		"a function without a body":          exI(def.OpCall, tI, 3),
		"a function that needs itself":       exI(def.OpCall, tI, 4),
		"what may call it":                   ex(def.OpAnd, tB, ex(def.OpAnd, tB, foldedRead, exI(def.OpCall, tI, 4)), k(0)),
	} {
		if v, ok := f.Fold(e, nil); ok {
			t.Errorf("%s: %d", name, v)
		}
	}
	gd.Zones = nil
	if v, ok := f.Fold(ex(def.OpWithin, tZs, k(zoneX), k(1)), nil); ok {
		t.Errorf("a map without zones yet: %d", v)
	}
	if v, ok := f.Fold(exI(def.OpTable, tI, 3, k(0)), nil); !ok || v != 0 {
		t.Errorf("a property of a table without rows = %d, %v", v, ok)
	}
}

// What is folded is paid for, by all folders that come of one together.
func TestAFolderSpendsAnOperatorForEachItLooksAt(t *testing.T) {
	f := New(foldGame())
	f.WithOptions([]int64{1}).Fold(ex(def.OpAdd, tI, k(1), ex(def.OpMul, tI, k(2), k(3))), nil)
	if spent := maxFoldings - f.budget.Load(); spent != 5 {
		t.Errorf("%d operators are spent on five", spent)
	}
	f.budget.Store(2)
	if v, ok := f.Fold(ex(def.OpAdd, tI, k(1), k(2)), nil); ok {
		t.Errorf("= %d, by more operators than are left", v)
	}
}
