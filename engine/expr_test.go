package engine

import (
	"math"
	"testing"

	"rulebound/engine/def"
)

func TestExpressions(t *testing.T) {
	set := func(v ...int) int64 { return bitsOf(v...) }
	isX := ex(def.OpEq, tB, bnd(10), k(zoneX))
	over := func(o def.Op, t def.Type, args ...*def.Expr) *def.Expr { return exI(o, t, 10, args...) }
	pile := kT(pileDeck, tPile)
	tests := []struct {
		name string
		e    *def.Expr
		want int64
	}{
		{"option", exI(def.OpOption, tI, 0), 0},
		{"cell", cell(cellGold), 10},
		{"cell at constant", exI(def.OpCellAt, tI, cellRes, k(1)), 5},
		{"cell at none", exI(def.OpCellAt, tI, cellRes, k(def.None)), 0},
		{"cell at, computed", exI(def.OpCellAt, tI, cellSmoke, ex(def.OpSub, tI, cell(cellGold), k(10))), 1},
		{"cell at, out of range", exI(def.OpCellAt, tI, cellRes, cell(cellGold)), 0},
		{"cell of track", ex(def.OpCellOf, tI, k(cellGold)), 10},
		{"cell of no track", ex(def.OpCellOf, tI, k(-1)), 0},
		{"table", exI(def.OpTable, tI, 0, k(2)), 2},
		{"table of none", exI(def.OpTable, tI, 0, k(def.None)), 0},
		{"table computed", exI(def.OpTable, tI, 0, ex(def.OpSub, tI, cell(cellGold), k(8))), 2},
		{"add", ex(def.OpAdd, tI, cell(cellGold), k(5)), 15},
		{"sub", ex(def.OpSub, tI, k(3), cell(cellGold)), -7},
		{"mul", ex(def.OpMul, tI, cell(cellGold), k(-3)), -30},
		{"floor division", ex(def.OpFloorDiv, tI, ex(def.OpNeg, tI, cell(cellGold)), k(4)), -3},
		{"ceil division", ex(def.OpCeilDiv, tI, cell(cellGold), k(4)), 3},
		{"ceil division, negative", ex(def.OpCeilDiv, tI, ex(def.OpNeg, tI, cell(cellGold)), k(4)), -2},
		{"mod", ex(def.OpMod, tI, ex(def.OpNeg, tI, cell(cellGold)), k(4)), 2},
		{"min", ex(def.OpMin, tI, cell(cellGold), k(3)), 3},
		{"max of three", ex(def.OpMax, tI, cell(cellGold), k(3), k(12)), 12},
		{"min of three", ex(def.OpMin, tI, cell(cellGold), k(3), k(12)), 3},
		{"eq", ex(def.OpEq, tB, cell(cellGold), k(10)), 1},
		{"ne", ex(def.OpNe, tB, cell(cellGold), k(10)), 0},
		{"lt", ex(def.OpLt, tB, k(9), cell(cellGold)), 1},
		{"le", ex(def.OpLe, tB, cell(cellGold), cell(cellGold)), 1},
		{"gt", ex(def.OpGt, tB, cell(cellGold), k(9)), 1},
		{"ge", ex(def.OpGe, tB, cell(cellGold), k(11)), 0},
		{"and", ex(def.OpAnd, tB, ex(def.OpGt, tB, cell(cellGold), k(9)), k(1), k(0)), 0},
		{"or", ex(def.OpOr, tB, ex(def.OpGt, tB, cell(cellGold), k(99)), k(1)), 1},
		{"and is short", ex(def.OpAnd, tB, ex(def.OpGt, tB, cell(cellGold), k(99)), ex(def.OpFloorDiv, tI, cell(cellGold), cell(cellOut))), 0},
		{"not", ex(def.OpNot, tB, ex(def.OpGt, tB, cell(cellGold), k(99))), 1},
		{"if", ex(def.OpIf, tI, ex(def.OpGt, tB, cell(cellGold), k(9)), k(4), k(5)), 4},
		{"let", exI(def.OpLet, tI, 11, cell(cellGold), ex(def.OpAdd, tI, bnd(11), bnd(11))), 20},
		{"set of", ex(def.OpSetOf, tZs, k(1), k(def.None), cell(cellSmoke)), set(1)},
		{"set range", ex(def.OpSetRange, tIs, k(0), k(2)), set(0, 1, 2)},
		{"set range, whole", ex(def.OpSetRange, tIs, k(0), k(63)), -1},
		{"set range, empty beyond all numbers", ex(def.OpSetRange, tIs, k(70), k(-2)), 0},
		{"element", ex(def.OpElement, tI, k(63)), 63},
		{"set range, empty", ex(def.OpSetRange, tIs, k(3), k(2)), 0},
		{"union", ex(def.OpUnion, tZs, zones(0), zones(2)), set(0, 2)},
		{"intersection", ex(def.OpInter, tZs, zones(0, 1), zones(1, 2)), set(1)},
		{"difference", ex(def.OpDiff, tZs, zones(0, 1), zones(1, 2)), set(0)},
		{"has", ex(def.OpHas, tB, zones(0, 1), cell(cellSmoke)), 1},
		{"has none", ex(def.OpHas, tB, kT(15, tZs), k(def.None)), 0},
		{"order has", ex(def.OpHas, tB, ordered(1, 0), k(0)), 1},
		{"order has not", ex(def.OpHas, tB, ordered(1), k(0)), 0},
		{"size of a set", ex(def.OpSize, tI, zones(0, 2)), 2},
		{"size of an order", ex(def.OpSize, tI, ordered(1, 0)), 2},
		{"size of a pile", ex(def.OpSize, tI, pile), 4},
		{"the", ex(def.OpThe, tZ, zones(2, 3)), 2},
		{"the of nothing", ex(def.OpThe, tZ, zones()), def.None},
		{"only", ex(def.OpOnly, tZ, zones(3)), 3},
		{"only of nothing", ex(def.OpOnly, tZ, zones()), def.None},
		{"position", ex(def.OpPosition, tI, ordered(1, 0), k(0)), 1},
		{"position of a stranger", ex(def.OpPosition, tI, ordered(1), k(0)), -1},
		{"total", ex(def.OpPosition, tI, ex(def.OpTotal, tOrd, ordered(1, 0)), k(0)), 1},
		{"order at", ex(def.OpOrderAt, tS, ordered(1, 0), k(0)), 1},
		{"order at, past the end", ex(def.OpOrderAt, tS, ordered(1, 0), k(2)), def.None},
		{"subset of", ex(def.OpSubsetOf, tB, zones(0), zones(0, 1)), 1},
		{"adjacent", ex(def.OpAdjacent, tZs, k(zoneY)), set(zoneX, zoneZ)},
		{"around", ex(def.OpAround, tZs, zones(zoneX, zoneZ)), set(zoneY)},
		{"flood", ex(def.OpFlood, tZs, k(zoneX), zones(zoneX, zoneY, zoneZ), k(0)), set(zoneY, zoneZ)},
		{"flood one step", ex(def.OpFlood, tZs, k(zoneX), zones(zoneY, zoneZ), k(1)), set(zoneY)},
		{"flood stopped", ex(def.OpFlood, tZs, k(zoneX), zones(zoneZ), k(0)), 0},
		{"within", ex(def.OpWithin, tZs, k(zoneX), k(1)), set(zoneX, zoneY)},
		{"distance", ex(def.OpDistance, tI, k(zoneX), k(zoneZ)), 2},
		{"no distance", ex(def.OpDistance, tI, k(zoneX), k(zoneBox)), -1},
		{"filter", over(def.OpFilter, tZs, zones(0, 1, 2), ex(def.OpGt, tB, exI(def.OpTable, tI, 0, bnd(10)), k(0))), set(0, 2)},
		{"filter by cells", over(def.OpFilter, tZs, zones(0, 1, 2), ex(def.OpGt, tB, exI(def.OpCellAt, tI, cellSmoke, bnd(10)), k(0))), set(0)},
		{"filter by both", over(def.OpFilter, tZs, zones(0, 1, 2), ex(def.OpAnd, tB, ex(def.OpHas, tB, ex(def.OpAdjacent, tZs, k(zoneY)), bnd(10)), ex(def.OpGt, tB, exI(def.OpCellAt, tI, cellSmoke, bnd(10)), k(0)))), set(0)},
		{"filter by presence", over(def.OpFilter, tZs, zones(0, 1, 2), ex(def.OpGt, tB, ex(def.OpPieces, tI, bnd(10), filter(setWolf)), k(0))), set(0, 1)},
		{"filter by absence", over(def.OpFilter, tZs, zones(0, 1, 2), ex(def.OpEq, tB, ex(def.OpPieces, tI, bnd(10), filter(setWolf)), k(0))), set(2)},
		{"filter or", over(def.OpFilter, tZs, zones(0, 1, 2), ex(def.OpOr, tB, isX, ex(def.OpNot, tB, ex(def.OpGe, tB, ex(def.OpPieces, tI, bnd(10), filter(setWolf)), k(1))))), set(0, 2)},
		{"count", over(def.OpCount, tI, zones(0, 1, 2), ex(def.OpGt, tB, exI(def.OpTable, tI, 0, bnd(10)), k(0))), 2},
		{"count over a pile", over(def.OpCount, tI, pile, ex(def.OpGt, tB, bnd(10), k(1))), 2},
		{"any", over(def.OpAny, tB, zones(1, 2), isX), 0},
		{"every", over(def.OpEvery, tB, zones(0), isX), 1},
		{"every of nothing", over(def.OpEvery, tB, zones(), isX), 1},
		{"every over an order", over(def.OpEvery, tB, ordered(1, 0), ex(def.OpGe, tB, exI(def.OpCellAt, tI, cellRes, bnd(10)), k(5))), 1},
		{"first", over(def.OpFirst, tZ, zones(0, 1, 2), ex(def.OpNot, tB, isX)), 1},
		{"first of an order", over(def.OpFirst, tS, ordered(1, 0), k(1)), 1},
		{"first of none", over(def.OpFirst, tZ, zones(1), isX), def.None},
		{"sum", over(def.OpSum, tI, zones(0, 1, 2), k(1), exI(def.OpTable, tI, 0, bnd(10))), 3},
		{"least", over(def.OpLeast, tI, zones(0, 2), k(1), exI(def.OpTable, tI, 0, bnd(10)), k(99)), 1},
		{"most", over(def.OpMost, tI, zones(0, 2), k(1), exI(def.OpTable, tI, 0, bnd(10)), k(99)), 2},
		{"most of none", over(def.OpMost, tI, zones(), k(1), bnd(10), k(99)), 99},
		{"pieces of one class", ex(def.OpPieces, tI, k(zoneX), filter(1<<sheep)), 3},
		{"pieces", ex(def.OpPieces, tI, k(zoneX), filter(setSheep|setWolf)), 5},
		{"pieces of a computed filter", ex(def.OpPieces, tI, k(zoneX), ex(def.OpTypeOf, tF, ex(def.OpPieceClass, tF, cell(cellSmoke+1)))), 3},
		{"pieces nowhere", ex(def.OpPieces, tI, k(def.None), filter(setSheep)), 0},
		{"pieces in", ex(def.OpPiecesIn, tI, zones(0, 1, 2), filter(setWolf)), 3},
		{"holding", ex(def.OpHolding, tZs, zones(0, 1, 2), filter(setWolf)), set(0, 1)},
		{"room without limit", ex(def.OpRoom, tI, k(zoneX), filter(setSheep)), 255},
		{"room", ex(def.OpRoom, tI, k(zoneY), filter(setWolf)), 1},
		{"piece zone", ex(def.OpPieceZone, tZ, k(zoneY<<8|wolfActive)), zoneY},
		{"piece class", ex(def.OpPieceClass, tF, k(zoneY<<8|wolfActive)), 1 << wolfActive},
		{"piece class of none", ex(def.OpPieceClass, tF, k(def.None)), 0},
		{"piece at", ex(def.OpPieceAt, tP, k(zoneX), filter(setWolf)), zoneX<<8 | wolfHidden},
		{"piece at, none", ex(def.OpPieceAt, tP, k(zoneZ), filter(setWolf)), def.None},
		{"home", ex(def.OpHome, tZ, filter(setWolf)), zoneBox},
		{"type of", ex(def.OpTypeOf, tF, filter(1<<wolfActive)), setWolf},
		{"home in", ex(def.OpHomeIn, tI, filter(setWolf)), 2},
		{"pile size", ex(def.OpPileSize, tI, pile), 4},
		{"top", ex(def.OpTop, tC, kT(pileHand, tPile)), 4},
		{"top of nothing", ex(def.OpTop, tC, kT(pilePlayed, tPile)), def.None},
		{"card at", ex(def.OpCardAt, tC, kT(pileHand, tPile), k(1)), 2},
		{"card at, past the end", ex(def.OpCardAt, tC, kT(pileHand, tPile), k(2)), def.None},
		{"pile of", ex(def.OpPileOf, tPile, k(2)), pileHand},
		{"call", exI(def.OpCall, tI, 0, ex(def.OpAdd, tI, cell(cellGold), k(1)), exI(def.OpCall, tI, 0, k(2), k(3))), 6},
		{"derived", exI(def.OpDerived, tI, 0, k(zoneX)), 2},
		{"derived of none", exI(def.OpDerived, tI, 0, k(def.None)), 0},
		{"pool left", exI(def.OpPoolLeft, tI, 0), 2},
		{"stamp", exI(def.OpStamp, tI, 0), 0},
		{"stamp, computed", exI(def.OpStamp, tI, -1, k(0)), 0},
		{"running", exI(def.OpRunning, tI, 0), 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := testGame()
			d.Stacking = []def.StackLimit{{Zones: bitsOf(zoneY), Filter: setWolf, Max: 2}}
			d.Functions = []def.FuncDef{{ID: "difference", Params: []int32{0, 1}, Body: ex(def.OpIf, tI, ex(def.OpGt, tB, bnd(0), bnd(1)), ex(def.OpSub, tI, bnd(0), k(5)), k(5))}}
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "wolves"}, Type: tI, Per: def.KZone, Slot: 2, Value: ex(def.OpPieces, tI, bnd(2), filter(setWolf)), Held: -1}}
			for _, cover := range []bool{false, true} {
				d := *d
				addMain(&d, out(test.e))
				var o []LoadOption
				if cover {
					o = append(o, WithCoverage())
				}
				s, err := mustLoad(t, &d, o...).New(Setup{ID: "start"})
				if err != nil {
					t.Fatal(err)
				}
				if got := s.mustValue(t, "out"); got != test.want {
					t.Errorf("= %d, want %d", got, test.want)
				}
			}
		})
	}
}

func TestExpressionFaults(t *testing.T) {
	big := kT(math.MaxInt64, tI)
	tests := []struct {
		name string
		e    *def.Expr
		why  string
	}{
		{"division by zero", ex(def.OpFloorDiv, tI, cell(cellGold), cell(cellOut)), "division by zero"},
		{"mod zero", ex(def.OpMod, tI, cell(cellGold), k(0)), "division by zero"},
		{"constant division by zero", ex(def.OpFloorDiv, tI, k(1), k(0)), "division by zero"},
		{"sum overflow", ex(def.OpAdd, tI, cell(cellGold), big), "overflow"},
		{"difference overflow", ex(def.OpSub, tI, ex(def.OpNeg, tI, cell(cellGold)), big), "overflow"},
		{"product overflow", ex(def.OpMul, tI, cell(cellGold), big), "overflow"},
		{"range that begins below 0", ex(def.OpSetRange, tIs, k(-3), k(2)), "a set of numbers holds 0 to 63, not -3"},
		{"range that ends beyond 63", ex(def.OpSetRange, tIs, k(60), k(64)), "a set of numbers holds 0 to 63, not 64"},
		{"range beyond all numbers", ex(def.OpSetRange, tIs, k(70), k(80)), "a set of numbers holds 0 to 63, not 70"},
		{"element beyond 63", ex(def.OpElement, tI, k(64)), "a set of numbers holds 0 to 63, not 64"},
		{"element below 0", ex(def.OpElement, tI, k(-1)), "a set of numbers holds 0 to 63, not -1"},
		{"sum over members overflows", exI(def.OpSum, tI, 10, zones(0, 1), k(1), big), "overflow"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if f := faultOf(t, testGame(), out(test.e)); f.Why != test.why {
				t.Errorf("fault %q, want %q", f.Why, test.why)
			}
		})
	}
}
