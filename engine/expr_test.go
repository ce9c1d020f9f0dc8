package engine

import (
	"math"
	"testing"

	"rulebound/engine/def"
)

func TestExpressions(t *testing.T) {
	set := func(v ...int) int64 { return bitsOf(v...) }
	isX := ex(def.OpEq, def.TBool, bnd(10), k(zoneX))
	over := func(o def.Op, t def.Type, args ...*def.Expr) *def.Expr { return exI(o, t, 10, args...) }
	pile := kT(pileDeck, def.TPile)
	tests := []struct {
		name string
		e    *def.Expr
		want int64
	}{
		{"option", exI(def.OpOption, def.TInt, 0), 0},
		{"cell", cell(cellGold), 10},
		{"cell at constant", exI(def.OpCellAt, def.TInt, cellRes, k(1)), 5},
		{"track at", exI(def.OpTrackAt, def.TTrack, cellRes, k(1)), cellRes + 1},
		{"track at none", exI(def.OpTrackAt, def.TTrack, cellRes, k(def.None)), def.None},
		{"cell at none", exI(def.OpCellAt, def.TInt, cellRes, k(def.None)), 0},
		{"cell at, computed", exI(def.OpCellAt, def.TInt, cellSmoke, ex(def.OpSub, def.TInt, cell(cellGold), k(10))), 1},
		{"cell at, out of range", exI(def.OpCellAt, def.TInt, cellRes, cell(cellGold)), 0},
		{"cell of track", ex(def.OpCellOf, def.TInt, k(cellGold)), 10},
		{"cell of no track", ex(def.OpCellOf, def.TInt, k(-1)), 0},
		{"table", exI(def.OpTable, def.TInt, 0, k(2)), 2},
		{"table of none", exI(def.OpTable, def.TInt, 0, k(def.None)), 0},
		{"table computed", exI(def.OpTable, def.TInt, 0, ex(def.OpSub, def.TInt, cell(cellGold), k(8))), 2},
		{"add", ex(def.OpAdd, def.TInt, cell(cellGold), k(5)), 15},
		{"sub", ex(def.OpSub, def.TInt, k(3), cell(cellGold)), -7},
		{"mul", ex(def.OpMul, def.TInt, cell(cellGold), k(-3)), -30},
		{"floor division", ex(def.OpFloorDiv, def.TInt, ex(def.OpNeg, def.TInt, cell(cellGold)), k(4)), -3},
		{"ceil division", ex(def.OpCeilDiv, def.TInt, cell(cellGold), k(4)), 3},
		{"ceil division, negative", ex(def.OpCeilDiv, def.TInt, ex(def.OpNeg, def.TInt, cell(cellGold)), k(4)), -2},
		{"mod", ex(def.OpMod, def.TInt, ex(def.OpNeg, def.TInt, cell(cellGold)), k(4)), 2},
		{"min", ex(def.OpMin, def.TInt, cell(cellGold), k(3)), 3},
		{"max of three", ex(def.OpMax, def.TInt, cell(cellGold), k(3), k(12)), 12},
		{"min of three", ex(def.OpMin, def.TInt, cell(cellGold), k(3), k(12)), 3},
		{"eq", ex(def.OpEq, def.TBool, cell(cellGold), k(10)), 1},
		{"ne", ex(def.OpNe, def.TBool, cell(cellGold), k(10)), 0},
		{"lt", ex(def.OpLt, def.TBool, k(9), cell(cellGold)), 1},
		{"le", ex(def.OpLe, def.TBool, cell(cellGold), cell(cellGold)), 1},
		{"gt", ex(def.OpGt, def.TBool, cell(cellGold), k(9)), 1},
		{"ge", ex(def.OpGe, def.TBool, cell(cellGold), k(11)), 0},
		{"and", ex(def.OpAnd, def.TBool, ex(def.OpGt, def.TBool, cell(cellGold), k(9)), k(1), k(0)), 0},
		{"or", ex(def.OpOr, def.TBool, ex(def.OpGt, def.TBool, cell(cellGold), k(99)), k(1)), 1},
		{"and is short", ex(def.OpAnd, def.TBool, ex(def.OpGt, def.TBool, cell(cellGold), k(99)), ex(def.OpFloorDiv, def.TInt, cell(cellGold), cell(cellOut))), 0},
		{"not", ex(def.OpNot, def.TBool, ex(def.OpGt, def.TBool, cell(cellGold), k(99))), 1},
		{"if", ex(def.OpIf, def.TInt, ex(def.OpGt, def.TBool, cell(cellGold), k(9)), k(4), k(5)), 4},
		{"let", exI(def.OpLet, def.TInt, 11, cell(cellGold), ex(def.OpAdd, def.TInt, bnd(11), bnd(11))), 20},
		{"set of", ex(def.OpSetOf, def.ZoneSet, k(1), k(def.None), cell(cellSmoke)), set(1)},
		{"set range", ex(def.OpSetRange, def.IntSet, k(0), k(2)), set(0, 1, 2)},
		{"set range, whole", ex(def.OpSetRange, def.IntSet, k(0), k(63)), -1},
		{"set range, empty beyond all numbers", ex(def.OpSetRange, def.IntSet, k(70), k(-2)), 0},
		{"place", &def.Expr{Op: def.OpPlace, Type: def.TInt, I: 3, Args: []*def.Expr{k(2), k(1)}}, 7},
		{"place without an owner", &def.Expr{Op: def.OpPlace, Type: def.TInt, I: 3, Args: []*def.Expr{k(-1), k(1)}}, -1},
		{"place of no member", &def.Expr{Op: def.OpPlace, Type: def.TInt, I: 3, Args: []*def.Expr{k(2), k(3)}}, -1},
		{"element", ex(def.OpElement, def.TInt, k(63)), 63},
		{"first position in a range", ex(def.OpElement, def.TInt, k(-1), k(-1), k(2)), 0},
		{"last position in a range", ex(def.OpElement, def.TInt, k(2), k(-1), k(2)), 3},
		{"set range, empty", ex(def.OpSetRange, def.IntSet, k(3), k(2)), 0},
		{"union", ex(def.OpUnion, def.ZoneSet, zones(0), zones(2)), set(0, 2)},
		{"intersection", ex(def.OpInter, def.ZoneSet, zones(0, 1), zones(1, 2)), set(1)},
		{"difference", ex(def.OpDiff, def.ZoneSet, zones(0, 1), zones(1, 2)), set(0)},
		{"has", ex(def.OpHas, def.TBool, zones(0, 1), cell(cellSmoke)), 1},
		{"has none", ex(def.OpHas, def.TBool, kT(15, def.ZoneSet), k(def.None)), 0},
		{"order has", ex(def.OpHas, def.TBool, ordered(1, 0), k(0)), 1},
		{"order has not", ex(def.OpHas, def.TBool, ordered(1), k(0)), 0},
		{"size of a set", ex(def.OpSize, def.TInt, zones(0, 2)), 2},
		{"size of an order", ex(def.OpSize, def.TInt, ordered(1, 0)), 2},
		{"size of a pile", ex(def.OpSize, def.TInt, pile), 4},
		{"the", ex(def.OpThe, def.TZone, zones(2, 3)), 2},
		{"the of nothing", ex(def.OpThe, def.TZone, zones()), def.None},
		{"only", ex(def.OpOnly, def.TZone, zones(3)), 3},
		{"only of nothing", ex(def.OpOnly, def.TZone, zones()), def.None},
		{"position", ex(def.OpPosition, def.TInt, ordered(1, 0), k(0)), 1},
		{"position of a stranger", ex(def.OpPosition, def.TInt, ordered(1), k(0)), -1},
		{"total", ex(def.OpPosition, def.TInt, ex(def.OpTotal, def.TOrder, ordered(1, 0)), k(0)), 1},
		{"in turn", ex(def.OpPosition, def.TInt, ex(def.OpInTurn, def.TOrder, kT(3, def.SeatSet), k(0)), k(1)), 0},
		{"in turn, round to oneself", ex(def.OpPosition, def.TInt, ex(def.OpInTurn, def.TOrder, kT(3, def.SeatSet), k(0)), k(0)), 1},
		{"in turn, from the left of nobody", ex(def.OpPosition, def.TInt, ex(def.OpInTurn, def.TOrder, kT(3, def.SeatSet), k(def.None)), k(0)), 0},
		{"in turn, from the left of a stranger", ex(def.OpSize, def.TInt, ex(def.OpInTurn, def.TOrder, kT(2, def.SeatSet), k(0))), 1},
		{"starting", ex(def.OpPosition, def.TInt, ex(def.OpStarting, def.TOrder, kT(3, def.SeatSet), k(1)), k(0)), 1},
		{"starting with the first", ex(def.OpPosition, def.TInt, ex(def.OpStarting, def.TOrder, kT(3, def.SeatSet), k(0)), k(0)), 0},
		{"starting with nobody", ex(def.OpPosition, def.TInt, ex(def.OpStarting, def.TOrder, kT(3, def.SeatSet), k(def.None)), k(0)), 0},
		{"starting with a stranger", ex(def.OpPosition, def.TInt, ex(def.OpStarting, def.TOrder, kT(1, def.SeatSet), k(1)), k(0)), 0},
		{"reversed", ex(def.OpPosition, def.TInt, ex(def.OpReversed, def.TOrder, ordered(1, 0)), k(0)), 0},
		{"reversed nobody", ex(def.OpSize, def.TInt, ex(def.OpReversed, def.TOrder, ordered())), 0},
		{"longest path", ex(def.OpPath, def.TInt, zones(zoneX, zoneY, zoneZ)), 3},
		{"longest path, broken", ex(def.OpPath, def.TInt, zones(zoneX, zoneZ)), 1},
		{"longest path by way of others", ex(def.OpPath, def.TInt, zones(zoneX, zoneZ), zones(zoneY)), 2},
		{"longest path by way of none", ex(def.OpPath, def.TInt, zones(zoneX, zoneZ), zones()), 1},
		{"longest path of nothing", ex(def.OpPath, def.TInt, zones()), 0},
		{"order at", ex(def.OpOrderAt, def.TSeat, ordered(1, 0), k(0)), 1},
		{"order at, past the end", ex(def.OpOrderAt, def.TSeat, ordered(1, 0), k(2)), def.None},
		{"subset of", ex(def.OpSubsetOf, def.TBool, zones(0), zones(0, 1)), 1},
		{"adjacent", ex(def.OpAdjacent, def.ZoneSet, k(zoneY)), set(zoneX, zoneZ)},
		{"around", ex(def.OpAround, def.ZoneSet, zones(zoneX, zoneZ)), set(zoneY)},
		{"flood", ex(def.OpFlood, def.ZoneSet, k(zoneX), zones(zoneX, zoneY, zoneZ), k(0)), set(zoneY, zoneZ)},
		{"flood one step", ex(def.OpFlood, def.ZoneSet, k(zoneX), zones(zoneY, zoneZ), k(1)), set(zoneY)},
		{"flood stopped", ex(def.OpFlood, def.ZoneSet, k(zoneX), zones(zoneZ), k(0)), 0},
		{"within", ex(def.OpWithin, def.ZoneSet, k(zoneX), k(1)), set(zoneX, zoneY)},
		{"distance", ex(def.OpDistance, def.TInt, k(zoneX), k(zoneZ)), 2},
		{"no distance", ex(def.OpDistance, def.TInt, k(zoneX), k(zoneBox)), -1},
		{"reachable for a table's costs", exI(def.OpReachable, def.ZoneSet, 10, zones(zoneX, zoneY, zoneZ), k(1), exI(def.OpTable, def.TInt, 0, bnd(10)), zones(zoneX), k(0)), set(zoneX, zoneY)},
		{"reachable for less than nothing", exI(def.OpReachable, def.ZoneSet, 10, zones(zoneX, zoneY), k(1), k(0), zones(zoneX), k(-1)), 0},
		{"path cost where the start cannot be entered", exI(def.OpPathCost, def.TInt, 10, zones(zoneY, zoneZ), k(1), k(2), zones(zoneX), zones(zoneZ)), 4},
		{"path cost to the start", exI(def.OpPathCost, def.TInt, 10, zones(), k(1), k(2), zones(zoneX), zones(zoneX, zoneZ)), 0},
		{"path cost to nowhere", exI(def.OpPathCost, def.TInt, 10, zones(zoneX, zoneZ), k(1), k(2), zones(zoneX), zones(zoneZ)), -1},
		{"toll of none", exI(def.OpToll, def.TInt, 10, zones(), k(1), k(2)), def.None},
		{"filter", over(def.OpFilter, def.ZoneSet, zones(0, 1, 2), ex(def.OpGt, def.TBool, exI(def.OpTable, def.TInt, 0, bnd(10)), k(0))), set(0, 2)},
		{"filter by cells", over(def.OpFilter, def.ZoneSet, zones(0, 1, 2), ex(def.OpGt, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(10)), k(0))), set(0)},
		{"filter by both", over(def.OpFilter, def.ZoneSet, zones(0, 1, 2), ex(def.OpAnd, def.TBool, ex(def.OpHas, def.TBool, ex(def.OpAdjacent, def.ZoneSet, k(zoneY)), bnd(10)), ex(def.OpGt, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(10)), k(0)))), set(0)},
		{"filter by presence", over(def.OpFilter, def.ZoneSet, zones(0, 1, 2), ex(def.OpGt, def.TBool, ex(def.OpPieces, def.TInt, bnd(10), filter(setWolf)), k(0))), set(0, 1)},
		{"filter by absence", over(def.OpFilter, def.ZoneSet, zones(0, 1, 2), ex(def.OpEq, def.TBool, ex(def.OpPieces, def.TInt, bnd(10), filter(setWolf)), k(0))), set(2)},
		{"filter or", over(def.OpFilter, def.ZoneSet, zones(0, 1, 2), ex(def.OpOr, def.TBool, isX, ex(def.OpNot, def.TBool, ex(def.OpGe, def.TBool, ex(def.OpPieces, def.TInt, bnd(10), filter(setWolf)), k(1))))), set(0, 2)},
		{"count", over(def.OpCount, def.TInt, zones(0, 1, 2), ex(def.OpGt, def.TBool, exI(def.OpTable, def.TInt, 0, bnd(10)), k(0))), 2},
		{"count over a pile", over(def.OpCount, def.TInt, pile, ex(def.OpGt, def.TBool, bnd(10), k(1))), 2},
		{"any", over(def.OpAny, def.TBool, zones(1, 2), isX), 0},
		{"every", over(def.OpEvery, def.TBool, zones(0), isX), 1},
		{"every of nothing", over(def.OpEvery, def.TBool, zones(), isX), 1},
		{"every over an order", over(def.OpEvery, def.TBool, ordered(1, 0), ex(def.OpGe, def.TBool, exI(def.OpCellAt, def.TInt, cellRes, bnd(10)), k(5))), 1},
		{"first", over(def.OpFirst, def.TZone, zones(0, 1, 2), ex(def.OpNot, def.TBool, isX)), 1},
		{"first of an order", over(def.OpFirst, def.TSeat, ordered(1, 0), k(1)), 1},
		{"first of none", over(def.OpFirst, def.TZone, zones(1), isX), def.None},
		{"sum", over(def.OpSum, def.TInt, zones(0, 1, 2), k(1), exI(def.OpTable, def.TInt, 0, bnd(10))), 3},
		{"least", over(def.OpLeast, def.TInt, zones(0, 2), k(1), exI(def.OpTable, def.TInt, 0, bnd(10)), k(99)), 1},
		{"most", over(def.OpMost, def.TInt, zones(0, 2), k(1), exI(def.OpTable, def.TInt, 0, bnd(10)), k(99)), 2},
		{"most of none", over(def.OpMost, def.TInt, zones(), k(1), bnd(10), k(99)), 99},
		{"pieces of one class", ex(def.OpPieces, def.TInt, k(zoneX), filter(1<<sheep)), 3},
		{"pieces", ex(def.OpPieces, def.TInt, k(zoneX), filter(setSheep|setWolf)), 5},
		{"pieces of a computed filter", ex(def.OpPieces, def.TInt, k(zoneX), ex(def.OpTypeOf, def.FilterSet, ex(def.OpPieceClass, def.FilterSet, cell(cellSmoke+1)))), 3},
		{"pieces nowhere", ex(def.OpPieces, def.TInt, k(def.None), filter(setSheep)), 0},
		{"pieces in", ex(def.OpPiecesIn, def.TInt, zones(0, 1, 2), filter(setWolf)), 3},
		{"holding", ex(def.OpHolding, def.ZoneSet, zones(0, 1, 2), filter(setWolf)), set(0, 1)},
		{"room without limit", ex(def.OpRoom, def.TInt, k(zoneX), filter(setSheep)), 255},
		{"room", ex(def.OpRoom, def.TInt, k(zoneY), filter(setWolf)), 1},
		{"piece zone", ex(def.OpPieceZone, def.TZone, k(zoneY<<8|wolfActive)), zoneY},
		{"piece class", ex(def.OpPieceClass, def.FilterSet, k(zoneY<<8|wolfActive)), 1 << wolfActive},
		{"piece class of none", ex(def.OpPieceClass, def.FilterSet, k(def.None)), 0},
		{"piece at", ex(def.OpPieceAt, def.TPiece, k(zoneX), filter(setWolf)), zoneX<<8 | wolfHidden},
		{"piece at, none", ex(def.OpPieceAt, def.TPiece, k(zoneZ), filter(setWolf)), def.None},
		{"home", ex(def.OpHome, def.TZone, filter(setWolf)), zoneBox},
		{"type of", ex(def.OpTypeOf, def.FilterSet, filter(1<<wolfActive)), setWolf},
		{"home in", ex(def.OpHomeIn, def.TInt, filter(setWolf)), 2},
		{"pile size", ex(def.OpPileSize, def.TInt, pile), 4},
		{"top", ex(def.OpTop, def.TCard, kT(pileHand, def.TPile)), 4},
		{"top of nothing", ex(def.OpTop, def.TCard, kT(pilePlayed, def.TPile)), def.None},
		{"card at", ex(def.OpCardAt, def.TCard, kT(pileHand, def.TPile), k(1)), 2},
		{"card at, past the end", ex(def.OpCardAt, def.TCard, kT(pileHand, def.TPile), k(2)), def.None},
		{"pile of", ex(def.OpPileOf, def.TPile, k(2)), pileHand},
		{"call", exI(def.OpCall, def.TInt, 0, ex(def.OpAdd, def.TInt, cell(cellGold), k(1)), exI(def.OpCall, def.TInt, 0, k(2), k(3))), 6},
		{"derived", exI(def.OpDerived, def.TInt, 0, k(zoneX)), 2},
		{"derived of none", exI(def.OpDerived, def.TInt, 0, k(def.None)), 0},
		{"pool left", exI(def.OpPoolLeft, def.TInt, 0), 2},
		{"stamp", exI(def.OpStamp, def.TInt, 0), 0},
		{"stamp, computed", exI(def.OpStamp, def.TInt, -1, k(0)), 0},
		{"running", exI(def.OpRunning, def.TInt, 0), 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := testGame()
			d.Stacking = []def.StackLimit{{Zones: bitsOf(zoneY), Filter: setWolf, Max: 2}}
			d.Functions = []def.FuncDef{{ID: "difference", Params: []int32{0, 1}, Body: ex(def.OpIf, def.TInt, ex(def.OpGt, def.TBool, bnd(0), bnd(1)), ex(def.OpSub, def.TInt, bnd(0), k(5)), k(5))}}
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "wolves"}, Type: def.TInt, Per: def.KZone, Slot: 2, Value: ex(def.OpPieces, def.TInt, bnd(2), filter(setWolf)), Held: -1}}
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
	big := kT(math.MaxInt64, def.TInt)
	tests := []struct {
		name string
		e    *def.Expr
		why  string
	}{
		{"division by zero", ex(def.OpFloorDiv, def.TInt, cell(cellGold), cell(cellOut)), "division by zero"},
		{"mod zero", ex(def.OpMod, def.TInt, cell(cellGold), k(0)), "division by zero"},
		{"constant division by zero", ex(def.OpFloorDiv, def.TInt, k(1), k(0)), "division by zero"},
		{"sum overflow", ex(def.OpAdd, def.TInt, cell(cellGold), big), "overflow"},
		{"difference overflow", ex(def.OpSub, def.TInt, ex(def.OpNeg, def.TInt, cell(cellGold)), big), "overflow"},
		{"product overflow", ex(def.OpMul, def.TInt, cell(cellGold), big), "overflow"},
		{"range that begins below 0", ex(def.OpSetRange, def.IntSet, k(-3), k(2)), "a set of numbers holds 0 to 63, not -3"},
		{"range that ends beyond 63", ex(def.OpSetRange, def.IntSet, k(60), k(64)), "a set of numbers holds 0 to 63, not 64; the key numbers of the game says how far"},
		{"range beyond all numbers", ex(def.OpSetRange, def.IntSet, k(70), k(80)), "a set of numbers holds 0 to 63, not 70; the key numbers of the game says how far"},
		{"element beyond 63", ex(def.OpElement, def.TInt, k(64)), "a set of numbers holds 0 to 63, not 64; the key numbers of the game says how far"},
		{"position above a range", ex(def.OpElement, def.TInt, k(3), k(-1), k(2)), "there are values for -1 to 2, not for 3; bound the index with min and max, or add values"},
		{"position below a range", ex(def.OpElement, def.TInt, k(-2), k(-1), k(2)), "there are values for -1 to 2, not for -2; bound the index with min and max, or add values"},
		{"element below 0", ex(def.OpElement, def.TInt, k(-1)), "a set of numbers holds 0 to 63, not -1"},
		{"sum over members overflows", exI(def.OpSum, def.TInt, 10, zones(0, 1), k(1), big), "overflow"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if f := faultOf(t, testGame(), out(test.e)); f.Why != test.why {
				t.Errorf("fault %q, want %q", f.Why, test.why)
			}
		})
	}
}
