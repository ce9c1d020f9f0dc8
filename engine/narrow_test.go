package engine

import (
	"testing"

	"rulebound/engine/def"
)

// Conditions on candidates yield the same whether whole sets are narrowed (as usual) or each member is asked (as under
// coverage, where every condition has a node of its own).
func TestNarrowingAgreesWithAsking(t *testing.T) {
	gen := NewGenerator(9)
	pick := func(n int) int64 { return int64(gen.Below(uint32(n))) }
	comparison := func() def.Op { return []def.Op{def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe}[pick(6)] }
	var cond func(depth int, slot int64) *def.Expr
	cond = func(depth int, slot int64) *def.Expr {
		n := 18
		if depth == 0 {
			n = 13
		}
		var e *def.Expr
		switch pick(n) {
		case 0:
			e = ex(comparison(), tB, exI(def.OpTable, tI, 0, bnd(slot)), k(pick(3)))
		case 1:
			e = ex(comparison(), tB, ex(def.OpPieces, tI, bnd(slot), filter(pick(16))), k(pick(3)))
		case 2:
			e = ex(comparison(), tB, exI(def.OpCellAt, tI, cellSmoke, bnd(slot)), k(pick(3)))
		case 3:
			e = ex(def.OpHas, tB, ex(def.OpAround, tZs, ex(def.OpHolding, tZs, zones(0, 1, 2, 3), filter(pick(16)))), bnd(slot))
		case 4:
			e = ex(comparison(), tB, cell(cellGold), k(8+pick(4)))
		case 5:
			e = ex(comparison(), tB, ex(def.OpAdd, tI, bnd(slot), cell(cellRes)), k(4+pick(4)))
		case 6:
			e = ex(def.OpEq, tB, exI(def.OpDerived, tI, 0, bnd(slot)), k(pick(3)))
		case 7:
			e = ex([]def.Op{def.OpEq, def.OpNe}[pick(2)], tB, ex(def.OpSub, tI, cell(cellGold), k(8+pick(3))), exI(def.OpTable, tI, 0, bnd(slot)))
		case 8:
			inner := slot + 10
			members := exI(def.OpFilter, tZs, inner, zones(0, 1, 2, 3), node(2, ex(def.OpGt, tB, ex(def.OpPieces, tI, bnd(inner), filter(pick(16))), cell(cellSmoke))))
			if pick(2) == 0 {
				members = exI(def.OpCall, tZs, 3, filter(pick(16)), bnd(slot))
			}
			e = ex(comparison(), tB, ex(def.OpSize, tI, members), k(pick(2)))
		case 9:
			e = exI(def.OpCellAt, tB, cellSmoke, bnd(slot))
		case 10:
			e = ex(comparison(), tB, exI(def.OpCellAt, tI, cellSmoke, bnd(slot)), ex(def.OpSub, tI, cell(cellGold), k(8+pick(3))))
		case 11:
			e = ex(comparison(), tB, exI(def.OpTable, tI, 0, bnd(slot)), ex(def.OpSub, tI, cell(cellGold), k(8+pick(3))))
		case 12:
			e = ex(def.OpHas, tB, exI(def.OpRepeated, tIs, slot+10, zones(0, 1, 2, 3), kT(1, tB), exI(def.OpTable, tI, 0, bnd(slot+10)), k(1+pick(2))), exI(def.OpTable, tI, 0, bnd(slot)))
		case 13:
			e = ex(def.OpIf, tB, cond(depth-1, slot), cond(depth-1, slot), cond(depth-1, slot))
		case 14:
			e = ex(def.OpNot, tB, cond(depth-1, slot))
		case 15:
			e = ex(def.OpAnd, tB, cond(depth-1, slot), cond(depth-1, slot))
		case 16:
			e = ex(def.OpOr, tB, cond(depth-1, slot), cond(depth-1, slot))
		default:
			e = exI(def.OpCall, tB, pick(3), bnd(slot), cell(cellSmoke+pick(2)))
		}
		return node(2, e)
	}
	var strip func(e *def.Expr) *def.Expr
	strip = func(e *def.Expr) *def.Expr {
		c := *e
		c.Node = 0
		c.Args = nil
		for _, a := range e.Args {
			c.Args = append(c.Args, strip(a))
		}
		return &c
	}
	for round := range 400 {
		d := testGame()
		d.Derived = []def.DerivedDef{{Named: def.Named{ID: "wolves"}, Type: tI, Per: def.KZone, Slot: 2, Value: ex(def.OpPieces, tI, bnd(2), filter(setWolf)), Held: -1}}
		for f := range 3 {
			p := int32(4 + 2*f)
			body := node(2, ex(def.OpAnd, tB, ex(def.OpGe, tB, ex(def.OpAdd, tI, exI(def.OpCellAt, tI, cellSmoke, bnd(int64(p))), k(1)), k(1)), ex(def.OpLe, tB, bnd(int64(p)+1), k(pick(3)))))
			if f > 0 {
				body = node(2, ex(def.OpOr, tB, ex(def.OpGt, tB, ex(def.OpPieces, tI, bnd(int64(p)), filter(pick(16))), k(0)), exI(def.OpCall, tB, int64(f-1), bnd(int64(p)), bnd(int64(p)+1))))
			}
			d.Functions = append(d.Functions, def.FuncDef{ID: "f", Params: []int32{p, p + 1}, Body: body})
		}
		d.Functions = append(d.Functions, def.FuncDef{ID: "near", Params: []int32{12, 13},
			Body: exI(def.OpFilter, tZs, 14, ex(def.OpAdjacent, tZs, bnd(13)), node(2, ex(def.OpGt, tB, ex(def.OpPieces, tI, bnd(14), bnd(12)), k(0))))})
		where := cond(3, 10)
		count := exI(def.OpFilter, tZs, 10, zones(0, 1, 2, 3), where)
		other := *d
		addMain(d, out(count))
		addMain(&other, out(strip(count)))
		covered, err := mustLoad(t, d, WithCoverage()).New(Setup{ID: "start"})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := covered.mustValue(t, "out"), start(t, &other).mustValue(t, "out"); a != b {
			t.Fatalf("round %d: asked %b, narrowed %b", round, a, b)
		}
	}
}
