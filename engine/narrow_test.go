package engine

import (
	"math"
	"strings"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/fold"
	"rulebound/engine/load"
)

// Conditions on candidates have the same results whether whole sets are narrowed (as usual) or each member is evaluated (as under
// coverage, where every condition has its own node).
func TestNarrowingEqualsEvaluationPerMember(t *testing.T) {
	gen := NewGenerator(9)
	pick := func(n int) int64 { return int64(gen.Below(uint32(n))) }
	comparison := func() def.Op { return []def.Op{def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe}[pick(6)] }
	var cond func(depth int, slot int64) *def.Expr
	cond = func(depth int, slot int64) *def.Expr {
		n := 22
		if depth == 0 {
			n = 17
		}
		var e *def.Expr
		switch pick(n) {
		case 0:
			e = ex(comparison(), def.TBool, exI(def.OpTable, def.TInt, 0, bnd(slot)), k(pick(3)))
		case 1:
			e = ex(comparison(), def.TBool, ex(def.OpPieces, def.TInt, bnd(slot), filter(pick(16))), k(pick(3)))
		case 2:
			e = ex(comparison(), def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(slot)), k(pick(3)))
		case 3:
			e = ex(def.OpHas, def.TBool, ex(def.OpAround, def.ZoneSet, ex(def.OpHolding, def.ZoneSet, zones(0, 1, 2, 3), filter(pick(16)))), bnd(slot))
		case 4:
			e = ex(comparison(), def.TBool, cell(cellGold), k(8+pick(4)))
		case 5:
			e = ex(comparison(), def.TBool, ex(def.OpAdd, def.TInt, bnd(slot), cell(cellRes)), k(4+pick(4)))
		case 6:
			e = ex(def.OpEq, def.TBool, exI(def.OpDerived, def.TInt, 0, bnd(slot)), k(pick(3)))
		case 7:
			e = ex([]def.Op{def.OpEq, def.OpNe}[pick(2)], def.TBool, ex(def.OpSub, def.TInt, cell(cellGold), k(8+pick(3))), exI(def.OpTable, def.TInt, 0, bnd(slot)))
		case 8:
			inner := slot + 10
			members := exI(def.OpFilter, def.ZoneSet, inner, zones(0, 1, 2, 3), node(2, ex(def.OpGt, def.TBool, ex(def.OpPieces, def.TInt, bnd(inner), filter(pick(16))), cell(cellSmoke))))
			if pick(2) == 0 {
				members = exI(def.OpCall, def.ZoneSet, 3, filter(pick(16)), bnd(slot))
			}
			e = ex(comparison(), def.TBool, ex(def.OpSize, def.TInt, members), k(pick(2)))
		case 9:
			e = exI(def.OpCellAt, def.TBool, cellSmoke, bnd(slot))
		case 10:
			e = ex(comparison(), def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(slot)), ex(def.OpSub, def.TInt, cell(cellGold), k(8+pick(3))))
		case 11:
			e = ex(comparison(), def.TBool, exI(def.OpTable, def.TInt, 0, bnd(slot)), ex(def.OpSub, def.TInt, cell(cellGold), k(8+pick(3))))
		case 12:
			e = ex(def.OpHas, def.TBool, exI(def.OpRepeated, def.IntSet, slot+10, zones(0, 1, 2, 3), kT(1, def.TBool), exI(def.OpTable, def.TInt, 0, bnd(slot+10)), k(1+pick(2))), exI(def.OpTable, def.TInt, 0, bnd(slot)))
		case 13:
			e = ex(def.OpHas, def.TBool, ex(def.OpSetOf, def.IntSet, ex(def.OpSub, def.TInt, cell(cellGold), k(8+pick(3)))), exI(def.OpTable, def.TInt, 0, bnd(slot)))
		case 14:
			e = ex(comparison(), def.TBool, ex(def.OpCellOf, def.TInt, ex(def.OpAdd, def.TInt, bnd(slot), k(cellSmoke+pick(testCells-cellSmoke)))), k(pick(3)))
		case 15:
			e = ex(comparison(), def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, exI(def.OpTable, def.TInt, 0, bnd(slot))), ex(def.OpSub, def.TInt, cell(cellGold), k(8+pick(3))))
		case 16:
			of := ex(def.OpHolding, def.ZoneSet, zones(0, 1, 2, 3), filter(pick(16)))
			e = ex(comparison(), def.TBool, exI(def.OpSum, def.TInt, slot+10, of, kT(1, def.TBool), exI(def.OpTable, def.TInt, 0, bnd(slot+10))), exI(def.OpTable, def.TInt, 0, bnd(slot)))
		case 17:
			e = ex(def.OpIf, def.TBool, cond(depth-1, slot), cond(depth-1, slot), cond(depth-1, slot))
		case 18:
			e = ex(def.OpNot, def.TBool, cond(depth-1, slot))
		case 19:
			e = ex(def.OpAnd, def.TBool, cond(depth-1, slot), cond(depth-1, slot))
		case 20:
			e = ex(def.OpOr, def.TBool, cond(depth-1, slot), cond(depth-1, slot))
		default:
			e = exI(def.OpCall, def.TBool, pick(3), bnd(slot), cell(cellSmoke+pick(2)))
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
		d.Derived = []def.DerivedDef{{Named: def.Named{ID: "wolves"}, Type: def.TInt, Per: def.KZone, Slot: 2, Value: ex(def.OpPieces, def.TInt, bnd(2), filter(setWolf)), Held: -1}}
		for f := range 3 {
			p := int32(4 + 2*f)
			body := node(2, ex(def.OpAnd, def.TBool, ex(def.OpGe, def.TBool, ex(def.OpAdd, def.TInt, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(int64(p))), k(1)), k(1)), ex(def.OpLe, def.TBool, bnd(int64(p)+1), k(pick(3)))))
			if f > 0 {
				body = node(2, ex(def.OpOr, def.TBool, ex(def.OpGt, def.TBool, ex(def.OpPieces, def.TInt, bnd(int64(p)), filter(pick(16))), k(0)), exI(def.OpCall, def.TBool, int64(f-1), bnd(int64(p)), bnd(int64(p)+1))))
			}
			d.Functions = append(d.Functions, def.FuncDef{ID: "f", Params: []int32{p, p + 1}, Body: body})
		}
		d.Functions = append(d.Functions, def.FuncDef{ID: "near", Params: []int32{12, 13},
			Body: exI(def.OpFilter, def.ZoneSet, 14, ex(def.OpAdjacent, def.ZoneSet, bnd(13)), node(2, ex(def.OpGt, def.TBool, ex(def.OpPieces, def.TInt, bnd(14), bnd(12)), k(0))))})
		where := cond(3, 10)
		count := exI(def.OpFilter, def.ZoneSet, 10, zones(0, 1, 2, 3), where)
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

// A condition that compares a property of the candidate with a value independent of it is evaluated for all candidates at once,
// in the steps of one. The zones x, y and z have the populations 1, 0 and 2, and x has smoke.
func TestConditionsOnPropertiesOfCandidatesAreEvaluatedOncePerSet(t *testing.T) {
	x := newBench(t)
	const at = 10
	over := func(o def.Op, t def.Type, args ...*def.Expr) *def.Expr { return exI(o, t, at, args...) }
	all, it := zones(0, 1, 2, 3), bnd(at)
	population, smoke := exI(def.OpTable, def.TInt, 0, it), exI(def.OpCellAt, def.TInt, cellSmoke, it)
	gold := func(less int64) *def.Expr { return ex(def.OpSub, def.TInt, cell(cellGold), k(less)) }
	some := ex(def.OpSetOf, def.IntSet, gold(8), gold(9))
	own := ex(def.OpCellOf, def.TInt, ex(def.OpAdd, def.TInt, it, k(cellSmoke)))
	beyond := ex(def.OpCellOf, def.TInt, ex(def.OpAdd, def.TInt, it, k(testCells-1)))
	wolves := ex(def.OpHolding, def.ZoneSet, zones(0, 1, 2), filter(setWolf))
	long := ex(def.OpGt, def.TBool, ex(def.OpAdd, def.TInt, population, cell(cellGold)), k(11)) // without a faster form
	if x.states[0].cells[cellGold] != 10 {
		t.Fatal("the state has changed")
	}
	for _, c := range []struct {
		name  string
		e     *def.Expr
		value int64
		steps int64
	}{
		{"a cell of its own and a number", over(def.OpFilter, def.ZoneSet, all, ex(def.OpGt, def.TBool, smoke, k(0))), bitsOf(0), 1},
		{"a cell of its own that is no more than a number", over(def.OpFilter, def.ZoneSet, all, ex(def.OpNot, def.TBool, ex(def.OpGt, def.TBool, smoke, k(0)))), bitsOf(1, 2, 3), 1},
		{"a cell of its own and a value", over(def.OpFilter, def.ZoneSet, all, ex(def.OpGe, def.TBool, smoke, gold(9))), bitsOf(0), 1},
		{"a cell of its own that is less", over(def.OpFilter, def.ZoneSet, all, ex(def.OpLt, def.TBool, smoke, gold(9))), bitsOf(1, 2, 3), 1},
		{"a cell of its own that is at most a number", over(def.OpFilter, def.ZoneSet, all, ex(def.OpLe, def.TBool, smoke, k(0))), bitsOf(1, 2, 3), 1},
		{"a cell of its own that is not a number", over(def.OpFilter, def.ZoneSet, all, ex(def.OpNe, def.TBool, smoke, k(1))), bitsOf(1, 2, 3), 1},
		{"a cell of its own by itself", over(def.OpFilter, def.ZoneSet, all, exI(def.OpCellAt, def.TBool, cellSmoke, it)), bitsOf(0), 1},
		{"a cell that is reckoned from it", over(def.OpFilter, def.ZoneSet, all, ex(def.OpGt, def.TBool, own, k(0))), bitsOf(0), 1},
		{"the first cell of all", over(def.OpFilter, def.ZoneSet, all, ex(def.OpGt, def.TBool, ex(def.OpCellOf, def.TInt, ex(def.OpAdd, def.TInt, it, k(cellGold))), k(9))), bitsOf(0), 1},
		{"a cell that is none beyond the last", over(def.OpFilter, def.ZoneSet, zones(1, 2), ex(def.OpNe, def.TBool, beyond, k(0))), 0, 1},
		{"what is less than all numbers", over(def.OpFilter, def.ZoneSet, all, ex(def.OpLt, def.TBool, smoke, k(math.MinInt64))), 0, 1},
		{"what is at least the least number", over(def.OpFilter, def.ZoneSet, all, ex(def.OpGe, def.TBool, smoke, k(math.MinInt64))), bitsOf(0, 1, 2, 3), 1},
		{"what is fixed about it and a value", over(def.OpFilter, def.ZoneSet, all, ex(def.OpGt, def.TBool, population, gold(10))), bitsOf(0, 2), 1},
		{"what is fixed about it that is a value", over(def.OpFilter, def.ZoneSet, all, ex(def.OpEq, def.TBool, population, gold(8))), bitsOf(2), 1},
		{"what is fixed about it in a set", over(def.OpFilter, def.ZoneSet, all, ex(def.OpHas, def.TBool, some, population)), bitsOf(0, 2), 1},
		{"it in a set that is reckoned", over(def.OpFilter, def.ZoneSet, all, ex(def.OpHas, def.TBool, wolves, it)), bitsOf(0, 1), 2},
		{"one of two conditions by a third", over(def.OpFilter, def.ZoneSet, all, ex(def.OpIf, def.TBool, ex(def.OpGt, def.TBool, smoke, k(0)), ex(def.OpGt, def.TBool, population, gold(9)), ex(def.OpGt, def.TBool, population, gold(10)))), bitsOf(2), 2},
		{"two conditions of which one has no faster form", over(def.OpFilter, def.ZoneSet, all, ex(def.OpOr, def.TBool, ex(def.OpGt, def.TBool, smoke, k(0)), long)), bitsOf(0, 2), 4},
		{"a condition without a faster form", over(def.OpFilter, def.ZoneSet, all, long), bitsOf(2), 4},
		{"the first that meets two conditions of which one has no faster form", over(def.OpAny, def.TBool, all, ex(def.OpOr, def.TBool, long, ex(def.OpGt, def.TBool, smoke, k(0)))), 1, 1},
		{"a sum of what is fixed", over(def.OpSum, def.TInt, wolves, kT(1, def.TBool), population), 1, 4},
		{"a sum of sets that are fixed", over(def.OpSum, def.ZoneSet, wolves, kT(1, def.TBool), ex(def.OpAdjacent, def.ZoneSet, it)), bitsOf(0, 1, 2), 4},
		{"a sum of what is fixed, with a condition", over(def.OpSum, def.TInt, all, ex(def.OpGt, def.TBool, smoke, k(0)), population), 1, 4},
		{"a sum of what is fixed, with a condition without a faster form", over(def.OpSum, def.TInt, all, long, population), 2, 8},
		{"values that come twice", over(def.OpRepeated, def.IntSet, ex(def.OpUnion, def.ZoneSet, wolves, zones(3)), kT(1, def.TBool), population, k(2)), bitsOf(0), 6},
		{"values that come once", over(def.OpRepeated, def.IntSet, wolves, kT(1, def.TBool), population, k(1)), bitsOf(0, 1), 4},
		{"values that come three times", over(def.OpRepeated, def.IntSet, ex(def.OpUnion, def.ZoneSet, wolves, all), kT(1, def.TBool), population, k(3)), 0, 8},
	} {
		s := x.states[0]
		v, fine := x.machine(s, x.b.num(c.e))
		if steps := maxFuel - s.fuel; !fine || v != c.value || steps > c.steps {
			t.Errorf("%s: %d in %d steps, and should be %d in %d", c.name, v, steps, c.value, c.steps)
		}
	}
}

// A function that narrows all members at once takes the steps of one call; under coverage it is called for each member.
func TestFunctionsOfCandidatesAreEvaluatedOncePerSetExceptUnderCoverage(t *testing.T) {
	d := testGame()
	d.Functions = []def.FuncDef{{ID: "smoky", Params: []int32{4, 5}, Node: 2, Body: ex(def.OpGt, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(4)), bnd(5))}}
	smoky := out(ex(def.OpSize, def.TInt, exI(def.OpFilter, def.ZoneSet, 10, zones(0, 1, 2), exI(def.OpCall, def.TBool, 0, bnd(10), cell(cellGold)))))
	if got := stepsOf(t, func(d2 *def.GameDef) { d2.Functions = d.Functions }, smoky) - stepsOf(t, nil, out(k(0))); got != 2 {
		t.Errorf("it takes %d steps", got)
	}
	addMain(d, smoky)
	g := covered(t, d)
	if ran := g.Seen(2).Ran; ran != 3 {
		t.Errorf("the function ran %d times for three zones", ran)
	}
	populous := out(ex(def.OpSize, def.TInt, exI(def.OpFilter, def.ZoneSet, 10, zones(0, 1, 2), exI(def.OpCall, def.TBool, 0, bnd(10))))) // determined by the rulebook
	fixed := func(d *def.GameDef) {
		d.Functions = []def.FuncDef{{ID: "populous", Params: []int32{4}, Body: exI(def.OpCall, def.TBool, 1, bnd(4))}, {ID: "more", Params: []int32{5}, Body: ex(def.OpGt, def.TBool, exI(def.OpTable, def.TInt, 0, bnd(5)), k(1))}}
	}
	if got := stepsOf(t, fixed, populous) - stepsOf(t, nil, out(k(0))); got != 0 {
		t.Errorf("what the rulebook alone says takes %d steps", got)
	}
}

// A function is compiled again for the candidates of a domain, up to a limit.
func TestInliningOfFunctionsIsBounded(t *testing.T) {
	gd, drawer := benchGame()
	n := int64(len(gd.Functions))
	gd.Functions = append(gd.Functions,
		def.FuncDef{ID: "smoky", Params: []int32{4}, Body: ex(def.OpGt, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(4)), k(0))})
	x := benchOf(t, gd, drawer)
	for _, c := range []struct {
		name      string
		e         func() *def.Expr
		few, many int64
	}{
		{"a condition", func() *def.Expr {
			return exI(def.OpFilter, def.ZoneSet, 10, zones(0, 1, 2, 3), exI(def.OpCall, def.TBool, n, bnd(10)))
		}, 2, 8},
	} {
		for inlined, want := range map[int]int64{0: c.few, maxInlined - 1: c.few, maxInlined: c.many} {
			x.b.inlined = inlined
			s := x.states[0]
			if _, fine := x.machine(s, x.b.num(c.e())); !fine || maxFuel-s.fuel != want {
				t.Errorf("%s, after %d: %d steps, want %d", c.name, inlined, maxFuel-s.fuel, want)
			}
		}
	}
}

// A condition on a candidate may be analysed before it is compiled: missing operands are reported nevertheless.
func TestLoadRefusesConditionsOnCandidatesWithMissingOperands(t *testing.T) {
	it := bnd(10)
	sheep := ex(def.OpPieces, def.TInt, it, filter(setSheep))
	smoke := exI(def.OpCellAt, def.TInt, cellSmoke, it)
	for _, e := range []*def.Expr{
		ex(def.OpGt, def.TBool, sheep), ex(def.OpEq, def.TBool, smoke), ex(def.OpNe, def.TBool, it), ex(def.OpLe, def.TBool), ex(def.OpGt, def.TBool, sheep, k(0), k(0)), ex(def.OpEq, def.TBool, smoke, k(0), k(0)),
		ex(def.OpGt, def.TBool, ex(def.OpPieces, def.TInt, it), k(0)), ex(def.OpGt, def.TBool, ex(def.OpPieces, def.TInt), k(0)), ex(def.OpEq, def.TBool, exI(def.OpCellAt, def.TInt, cellSmoke), it),
		ex(def.OpHas, def.TBool, it), ex(def.OpHas, def.TBool, ex(def.OpHolding, def.ZoneSet, zones(0)), it), ex(def.OpNot, def.TBool), ex(def.OpNot, def.TBool, it, it), ex(def.OpIf, def.TBool, it, it), ex(def.OpIf, def.TBool, it, it, it, it),
		exI(def.OpCellAt, def.TBool, cellSmoke), exI(def.OpCellAt, def.TBool, cellSmoke, it, it), ex(def.OpCellOf, def.TBool), ex(def.OpCellOf, def.TBool, it, it), ex(def.OpAnd, def.TBool, it, nil), ex(def.OpGt, def.TBool, smoke, nil),
		ex(def.OpGt, def.TBool, sheep, ex(def.OpAdd, def.TInt)), ex(def.OpOr, def.TBool, ex(def.OpLt, def.TBool), it), ex(def.OpGe, def.TBool, sheep, ex(def.OpNeg, def.TInt, k(1), k(1))),
	} {
		d := testGame()
		addMain(d, out(ex(def.OpSize, def.TInt, exI(def.OpFilter, def.ZoneSet, 10, zones(0, 1, 2), e))))
		if why := refusedFor(t, text(e), d); !strings.Contains(why, "operand") {
			t.Errorf("%s: %q", text(e), why)
		}
	}
}

// Under coverage, a sum of constant function values counts each call; otherwise the function is called once.
func TestCoverageCountsCallsInsideASum(t *testing.T) {
	d := testGame()
	d.Functions = []def.FuncDef{{ID: "population", Params: []int32{4}, Node: 2, Body: exI(def.OpTable, def.TInt, 0, bnd(4))}}
	addMain(d, out(exI(def.OpSum, def.TInt, 10, zones(0, 1, 2), kT(1, def.TBool), exI(def.OpCall, def.TInt, 0, bnd(10)))))
	g := covered(t, d)
	if ran := g.Seen(2).Ran; ran != 3 {
		t.Errorf("the function ran %d times for three zones", ran)
	}
}

// Narrowing must not introduce faults that evaluation per member does not have.
func TestNarrowingIntroducesNoFaults(t *testing.T) {
	isX := ex(def.OpEq, def.TBool, bnd(10), k(zoneX))
	risk := ex(def.OpGt, def.TBool, ex(def.OpAdd, def.TInt, cell(cellOut), k(math.MaxInt64)), k(0)) // an overflow
	mark := ex(def.OpGt, def.TBool, ex(def.OpAdd, def.TInt, exI(def.OpCellAt, def.TInt, cellSmoke, bnd(10)), k(0)), k(9))
	tests := []struct {
		name string
		e    *def.Expr
		want int64
	}{
		{"behind a member that hits", exI(def.OpAny, def.TBool, 10, zones(0, 1), ex(def.OpOr, def.TBool, isX, risk)), 1},
		{"behind a condition that no member meets", exI(def.OpCount, def.TInt, 10, zones(0, 1), ex(def.OpAnd, def.TBool, mark, risk)), 0},
		{"behind the first member", exI(def.OpFirst, def.TZone, 10, zones(0, 1), ex(def.OpOr, def.TBool, isX, risk)), 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := testGame()
			d.Initial[cellOut] = 1
			if got := play(t, d, out(test.e)).mustValue(t, "out"); got != test.want {
				t.Errorf("= %d, want %d", got, test.want)
			}
		})
	}
}

func TestFaultAnalysisSpendsTheBudgetOfLoad(t *testing.T) {
	d := testGame()
	b := &builder{g: &Game{tables: tables{def: d}}, Checker: load.Checker{Def: d}, analyses: analyses{faults: fold.NewFaults(fold.New(d))}}
	if b.mayFault(ex(def.OpGt, def.TBool, cell(cellGold), k(3))) || b.work != 3 {
		t.Errorf("three operators cost %d", b.work)
	}
}
