package engine

import (
	"math"
	"testing"
)

func TestExpressions(t *testing.T) {
	set := func(v ...int) int64 { return bitsOf(v...) }
	isX := ex(OpEq, tB, bnd(10), k(zoneX))
	over := func(o Op, t Type, args ...*Expr) *Expr { return exI(o, t, 10, args...) }
	pile := kT(pileDeck, tPile)
	tests := []struct {
		name string
		e    *Expr
		want int64
	}{
		{"option", exI(OpOption, tI, 0), 0},
		{"cell", cell(cellGold), 10},
		{"cell at constant", exI(OpCellAt, tI, cellRes, k(1)), 5},
		{"cell at none", exI(OpCellAt, tI, cellRes, k(None)), 0},
		{"cell at, computed", exI(OpCellAt, tI, cellSmoke, ex(OpSub, tI, cell(cellGold), k(10))), 1},
		{"cell at, out of range", exI(OpCellAt, tI, cellRes, cell(cellGold)), 0},
		{"cell of track", ex(OpCellOf, tI, k(cellGold)), 10},
		{"cell of no track", ex(OpCellOf, tI, k(-1)), 0},
		{"table", exI(OpTable, tI, 0, k(2)), 2},
		{"table of none", exI(OpTable, tI, 0, k(None)), None},
		{"table computed", exI(OpTable, tI, 0, ex(OpSub, tI, cell(cellGold), k(8))), 2},
		{"add", ex(OpAdd, tI, cell(cellGold), k(5)), 15},
		{"sub", ex(OpSub, tI, k(3), cell(cellGold)), -7},
		{"mul", ex(OpMul, tI, cell(cellGold), k(-3)), -30},
		{"floor division", ex(OpFloorDiv, tI, ex(OpNeg, tI, cell(cellGold)), k(4)), -3},
		{"ceil division", ex(OpCeilDiv, tI, cell(cellGold), k(4)), 3},
		{"ceil division, negative", ex(OpCeilDiv, tI, ex(OpNeg, tI, cell(cellGold)), k(4)), -2},
		{"mod", ex(OpMod, tI, ex(OpNeg, tI, cell(cellGold)), k(4)), 2},
		{"min", ex(OpMin, tI, cell(cellGold), k(3)), 3},
		{"max of three", ex(OpMax, tI, cell(cellGold), k(3), k(12)), 12},
		{"min of three", ex(OpMin, tI, cell(cellGold), k(3), k(12)), 3},
		{"eq", ex(OpEq, tB, cell(cellGold), k(10)), 1},
		{"ne", ex(OpNe, tB, cell(cellGold), k(10)), 0},
		{"lt", ex(OpLt, tB, k(9), cell(cellGold)), 1},
		{"le", ex(OpLe, tB, cell(cellGold), cell(cellGold)), 1},
		{"gt", ex(OpGt, tB, cell(cellGold), k(9)), 1},
		{"ge", ex(OpGe, tB, cell(cellGold), k(11)), 0},
		{"and", ex(OpAnd, tB, ex(OpGt, tB, cell(cellGold), k(9)), k(1), k(0)), 0},
		{"or", ex(OpOr, tB, ex(OpGt, tB, cell(cellGold), k(99)), k(1)), 1},
		{"and is short", ex(OpAnd, tB, ex(OpGt, tB, cell(cellGold), k(99)), ex(OpFloorDiv, tI, cell(cellGold), cell(cellOut))), 0},
		{"not", ex(OpNot, tB, ex(OpGt, tB, cell(cellGold), k(99))), 1},
		{"if", ex(OpIf, tI, ex(OpGt, tB, cell(cellGold), k(9)), k(4), k(5)), 4},
		{"let", exI(OpLet, tI, 11, cell(cellGold), ex(OpAdd, tI, bnd(11), bnd(11))), 20},
		{"set of", ex(OpSetOf, tZs, k(1), k(None), cell(cellSmoke)), set(1)},
		{"set range", ex(OpSetRange, tIs, k(-3), k(2)), set(0, 1, 2)},
		{"set range, whole", ex(OpSetRange, tIs, k(0), k(99)), -1},
		{"set range, empty", ex(OpSetRange, tIs, k(3), k(2)), 0},
		{"union", ex(OpUnion, tZs, zones(0), zones(2)), set(0, 2)},
		{"intersection", ex(OpInter, tZs, zones(0, 1), zones(1, 2)), set(1)},
		{"difference", ex(OpDiff, tZs, zones(0, 1), zones(1, 2)), set(0)},
		{"has", ex(OpHas, tB, zones(0, 1), cell(cellSmoke)), 1},
		{"has none", ex(OpHas, tB, kT(-1, tZs), k(None)), 0},
		{"order has", ex(OpHas, tB, ordered(1, 0), k(0)), 1},
		{"order has not", ex(OpHas, tB, ordered(1), k(0)), 0},
		{"size of a set", ex(OpSize, tI, zones(0, 2)), 2},
		{"size of an order", ex(OpSize, tI, ordered(1, 0)), 2},
		{"size of a pile", ex(OpSize, tI, pile), 4},
		{"the", ex(OpThe, tZ, zones(2, 3)), 2},
		{"the of nothing", ex(OpThe, tZ, zones()), None},
		{"position", ex(OpPosition, tI, ordered(1, 0), k(0)), 1},
		{"position of a stranger", ex(OpPosition, tI, ordered(1), k(0)), -1},
		{"order at", ex(OpOrderAt, tS, ordered(1, 0), k(0)), 1},
		{"order at, past the end", ex(OpOrderAt, tS, ordered(1, 0), k(2)), None},
		{"subset of", ex(OpSubsetOf, tB, zones(0), zones(0, 1)), 1},
		{"adjacent", ex(OpAdjacent, tZs, k(zoneY)), set(zoneX, zoneZ)},
		{"around", ex(OpAround, tZs, zones(zoneX, zoneZ)), set(zoneY)},
		{"flood", ex(OpFlood, tZs, k(zoneX), zones(zoneX, zoneY, zoneZ), k(0)), set(zoneY, zoneZ)},
		{"flood one step", ex(OpFlood, tZs, k(zoneX), zones(zoneY, zoneZ), k(1)), set(zoneY)},
		{"flood stopped", ex(OpFlood, tZs, k(zoneX), zones(zoneZ), k(0)), 0},
		{"within", ex(OpWithin, tZs, k(zoneX), k(1)), set(zoneX, zoneY)},
		{"distance", ex(OpDistance, tI, k(zoneX), k(zoneZ)), 2},
		{"no distance", ex(OpDistance, tI, k(zoneX), k(zoneBox)), -1},
		{"filter", over(OpFilter, tZs, zones(0, 1, 2), ex(OpGt, tB, exI(OpTable, tI, 0, bnd(10)), k(0))), set(0, 2)},
		{"filter by cells", over(OpFilter, tZs, zones(0, 1, 2), ex(OpGt, tB, exI(OpCellAt, tI, cellSmoke, bnd(10)), k(0))), set(0)},
		{"filter by both", over(OpFilter, tZs, zones(0, 1, 2), ex(OpAnd, tB, ex(OpHas, tB, ex(OpAdjacent, tZs, k(zoneY)), bnd(10)), ex(OpGt, tB, exI(OpCellAt, tI, cellSmoke, bnd(10)), k(0)))), set(0)},
		{"filter by presence", over(OpFilter, tZs, zones(0, 1, 2), ex(OpGt, tB, ex(OpPieces, tI, bnd(10), filter(setWolf)), k(0))), set(0, 1)},
		{"filter by absence", over(OpFilter, tZs, zones(0, 1, 2), ex(OpEq, tB, ex(OpPieces, tI, bnd(10), filter(setWolf)), k(0))), set(2)},
		{"filter or", over(OpFilter, tZs, zones(0, 1, 2), ex(OpOr, tB, isX, ex(OpNot, tB, ex(OpGe, tB, ex(OpPieces, tI, bnd(10), filter(setWolf)), k(1))))), set(0, 2)},
		{"count", over(OpCount, tI, zones(0, 1, 2), ex(OpGt, tB, exI(OpTable, tI, 0, bnd(10)), k(0))), 2},
		{"count over a pile", over(OpCount, tI, pile, ex(OpGt, tB, bnd(10), k(1))), 2},
		{"any", over(OpAny, tB, zones(1, 2), isX), 0},
		{"every", over(OpEvery, tB, zones(0), isX), 1},
		{"every of nothing", over(OpEvery, tB, zones(), isX), 1},
		{"every over an order", over(OpEvery, tB, ordered(1, 0), ex(OpGe, tB, exI(OpCellAt, tI, cellRes, bnd(10)), k(5))), 1},
		{"first", over(OpFirst, tZ, zones(0, 1, 2), ex(OpNot, tB, isX)), 1},
		{"first of an order", over(OpFirst, tS, ordered(1, 0), k(1)), 1},
		{"first of none", over(OpFirst, tZ, zones(1), isX), None},
		{"sum", over(OpSum, tI, zones(0, 1, 2), k(1), exI(OpTable, tI, 0, bnd(10))), 3},
		{"least", over(OpLeast, tI, zones(0, 2), k(1), exI(OpTable, tI, 0, bnd(10)), k(99)), 1},
		{"most", over(OpMost, tI, zones(0, 2), k(1), exI(OpTable, tI, 0, bnd(10)), k(99)), 2},
		{"most of none", over(OpMost, tI, zones(), k(1), bnd(10), k(99)), 99},
		{"pieces of one class", ex(OpPieces, tI, k(zoneX), filter(1<<sheep)), 3},
		{"pieces", ex(OpPieces, tI, k(zoneX), filter(setSheep|setWolf)), 5},
		{"pieces of a computed filter", ex(OpPieces, tI, k(zoneX), ex(OpTypeOf, tF, ex(OpPieceClass, tF, cell(cellSmoke+1)))), 3},
		{"pieces nowhere", ex(OpPieces, tI, k(None), filter(setSheep)), 0},
		{"pieces in", ex(OpPiecesIn, tI, zones(0, 1, 2), filter(setWolf)), 3},
		{"holding", ex(OpHolding, tZs, zones(0, 1, 2), filter(setWolf)), set(0, 1)},
		{"room without limit", ex(OpRoom, tI, k(zoneX), filter(setSheep)), 255},
		{"room", ex(OpRoom, tI, k(zoneY), filter(setWolf)), 1},
		{"piece zone", ex(OpPieceZone, tZ, k(zoneY<<8|wolfActive)), zoneY},
		{"piece class", ex(OpPieceClass, tF, k(zoneY<<8|wolfActive)), 1 << wolfActive},
		{"piece class of none", ex(OpPieceClass, tF, k(None)), 0},
		{"piece at", ex(OpPieceAt, tI, k(zoneX), filter(setWolf)), zoneX<<8 | wolfHidden},
		{"piece at, none", ex(OpPieceAt, tI, k(zoneZ), filter(setWolf)), None},
		{"home", ex(OpHome, tZ, filter(setWolf)), zoneBox},
		{"type of", ex(OpTypeOf, tF, filter(1<<wolfActive)), setWolf},
		{"home in", ex(OpHomeIn, tI, filter(setWolf)), 2},
		{"pile size", ex(OpPileSize, tI, pile), 4},
		{"top", ex(OpTop, tC, kT(pileHand, tPile)), 4},
		{"top of nothing", ex(OpTop, tC, kT(pilePlayed, tPile)), None},
		{"card at", ex(OpCardAt, tC, kT(pileHand, tPile), k(1)), 2},
		{"card at, past the end", ex(OpCardAt, tC, kT(pileHand, tPile), k(2)), None},
		{"pile of", ex(OpPileOf, tPile, k(2)), pileHand},
		{"call", exI(OpCall, tI, 0, ex(OpAdd, tI, cell(cellGold), k(1)), exI(OpCall, tI, 0, k(2), k(3))), 6},
		{"derived", exI(OpDerived, tI, 0, k(zoneX)), 2},
		{"derived of none", exI(OpDerived, tI, 0, k(None)), 0},
		{"pool left", exI(OpPoolLeft, tI, 0), 2},
		{"stamp", exI(OpStamp, tI, 0), 0},
		{"stamp, computed", exI(OpStamp, tI, -1, k(0)), 0},
		{"running", exI(OpRunning, tI, 0), 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := testGame()
			d.Stacking = []StackLimit{{Zones: bitsOf(zoneY), Filter: setWolf, Max: 2}}
			d.Functions = []FuncDef{{ID: "difference", Params: []int32{0, 1}, Body: ex(OpIf, tI, ex(OpGt, tB, bnd(0), bnd(1)), ex(OpSub, tI, bnd(0), k(5)), k(5))}}
			d.Derived = []DerivedDef{{Named: Named{ID: "wolves"}, Type: tI, Per: KZone, Slot: 2, Value: ex(OpPieces, tI, bnd(2), filter(setWolf)), Held: -1}}
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
		e    *Expr
		why  string
	}{
		{"division by zero", ex(OpFloorDiv, tI, cell(cellGold), cell(cellOut)), "division by zero"},
		{"mod zero", ex(OpMod, tI, cell(cellGold), k(0)), "division by zero"},
		{"constant division by zero", ex(OpFloorDiv, tI, k(1), k(0)), "division by zero"},
		{"sum overflow", ex(OpAdd, tI, cell(cellGold), big), "overflow"},
		{"difference overflow", ex(OpSub, tI, ex(OpNeg, tI, cell(cellGold)), big), "overflow"},
		{"product overflow", ex(OpMul, tI, cell(cellGold), big), "overflow"},
		{"sum over members overflows", exI(OpSum, tI, 10, zones(0, 1), k(1), big), "overflow"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if f := faultOf(t, testGame(), out(test.e)); f.Why != test.why {
				t.Errorf("fault %q, want %q", f.Why, test.why)
			}
		})
	}
}
