package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// oneOf returns the zone x or y, selected by a number.
func oneOf(n *def.Expr) *def.Expr {
	return ex(def.OpIf, def.TZone, ex(def.OpGt, def.TBool, n, k(1)), kT(zoneX, def.TZone), kT(zoneY, def.TZone))
}

// Hoisted formulas have the same values and steps as those evaluated for each member, on several states in turn.
func TestHoistingChangesNeitherResultsNorSteps(t *testing.T) {
	gd, d := benchGame()
	x := benchOf(t, gd, d)
	d.Rand = rand.New(rand.NewPCG(4, 9))
	outer, hoists := d.slot, 0
	for range 4000 {
		d.slot, d.state = outer+2, true
		d.scope = []def.Expr{{Op: def.OpBound, Type: def.TInt, I: outer}, {Op: def.OpBound, Type: def.TZone, I: outer + 1}}
		e := d.gathered()
		x.b.work, x.b.inlined, x.b.off[hoisting], x.b.off[memoisation] = 0, 0, true, true
		plain := x.b.num(e)
		x.b.inlined, x.b.off[hoisting], x.b.off[memoisation] = 0, false, false
		before := x.b.g.hoists
		f := x.b.num(e)
		hoists += min(1, x.b.g.hoists-before)
		for _, s := range x.states {
			s.bound[outer], s.bound[outer+1] = d.constant(def.TInt), d.constant(def.TZone)
			want, fine := x.machine(s, plain)
			steps := s.fuel
			if got, ok := x.machine(s, f); ok != fine || ok && got != want || s.fuel != steps {
				t.Fatalf("%s is %d, %v with %d steps left; computed for each member %d, %v with %d", text(e), got, ok, s.fuel, want, fine, steps)
			}
		}
	}
	if hoists < 350 {
		t.Errorf("only %d of the formulas have a part that is hoisted: this shows little", hoists)
	}
}

// Expensive formulas that do not depend on the member are hoisted, out of as many loops as possible, unless their value can
// change between members.
func TestExpensiveLoopInvariantsAreHoisted(t *testing.T) {
	const at, inner = 10, 11
	all := zones(0, 1, 2, 3)
	wolves := func(zone *def.Expr) *def.Expr { return ex(def.OpPieces, def.TInt, zone, filter(setWolf)) }
	same := wolves(oneOf(cell(cellGold)))
	more := func(x, y *def.Expr) *def.Expr { return ex(def.OpGt, def.TBool, x, y) }
	among := func(slot int64, where *def.Expr) *def.Expr { return exI(def.OpFilter, def.ZoneSet, slot, all, where) }
	heavy := func(n int) *def.Expr {
		e := cell(cellGold)
		for range n - 1 {
			e = ex(def.OpNeg, def.TInt, e)
		}
		return e
	}
	gd, drawer := benchGame()
	n := int64(len(gd.Functions))
	gd.Functions = append(gd.Functions,
		def.FuncDef{ID: "fewer", Params: []int32{4}, Body: more(wolves(bnd(4)), ex(def.OpAdd, def.TInt, wolves(oneOf(bnd(4))), cell(cellOut)))},
		def.FuncDef{ID: "half", Params: []int32{5}, Body: ex(def.OpAdd, def.TInt, same, bnd(5))})
	gd.Derived = append(gd.Derived, def.DerivedDef{Named: def.Named{ID: "busy"}, Type: def.TInt, Slot: -1, Held: -1, Value: ex(def.OpAdd, def.TInt, ex(def.OpAdd, def.TInt, exI(def.OpRunning, def.TInt, 0), same), same)})
	for _, c := range []struct {
		name          string
		e             *def.Expr
		loops, hoists int
	}{
		{"heavy", among(at, more(wolves(bnd(at)), ex(def.OpAdd, def.TInt, same, bnd(at)))), 1, 1},
		{"light", among(at, more(wolves(bnd(at)), ex(def.OpAdd, def.TInt, ex(def.OpAdd, def.TInt, cell(cellGold), k(1)), bnd(at)))), 0, 0},
		{"of the member", among(at, more(wolves(bnd(at)), ex(def.OpAdd, def.TInt, wolves(oneOf(bnd(at))), bnd(at)))), 0, 0},
		{"outside of a loop", same, 0, 0},
		{"in the value", exI(def.OpSum, def.TInt, at, all, kT(1, def.TBool), ex(def.OpAdd, def.TInt, same, bnd(at))), 1, 1},
		{"where there is no member", exI(def.OpLeast, def.TInt, at, all, more(bnd(at), k(2)), bnd(at), same), 0, 0},
		{"out of two loops", among(at, more(exI(def.OpSum, def.TInt, inner, all, more(bnd(at), bnd(inner)), ex(def.OpAdd, def.TInt, same, bnd(inner))), wolves(bnd(at)))), 1, 1},
		{"out of the inner loop", among(at, more(exI(def.OpSum, def.TInt, inner, all, kT(1, def.TBool), ex(def.OpAdd, def.TInt, wolves(oneOf(bnd(at))), bnd(inner))), wolves(bnd(at)))), 1, 1},
		{"two things", among(at, more(ex(def.OpAdd, def.TInt, same, bnd(at)), ex(def.OpMul, def.TInt, wolves(oneOf(cell(cellOut))), bnd(at)))), 1, 2},
		{"what has a name", among(at, more(exI(def.OpLet, def.TInt, inner, bnd(at), ex(def.OpAdd, def.TInt, wolves(oneOf(bnd(inner))), same)), wolves(bnd(at)))), 1, 1},
		{"in a function, with its argument", among(at, more(exI(def.OpCall, def.TInt, n+1, cell(cellOut)), bnd(at))), 1, 1},
		{"in a function, without its argument", among(at, more(exI(def.OpCall, def.TInt, n+1, bnd(at)), wolves(bnd(at)))), 1, 1},
		{"in a function, of an argument that is bound", among(at, exI(def.OpCall, def.TBool, n, oneOf(ex(def.OpMul, def.TInt, bnd(at), cell(cellOut))))), 0, 0},
		{"what procedures are under way, and twice what does not depend on them", among(at, more(ex(def.OpMul, def.TInt, ex(def.OpAdd, def.TInt, exI(def.OpRunning, def.TInt, 0), same), same), bnd(at))), 1, 2},
		{"what is ahead, and twice what is not", among(at, more(ex(def.OpIf, def.TInt, ex(def.OpAnd, def.TBool, ex(def.OpAhead, def.TBool), more(same, k(1)), more(same, k(2))), k(1), k(0)), bnd(at))), 1, 2},
		{"procedures that are chosen, and twice what does not depend on them", among(at, more(ex(def.OpIf, def.TInt, ex(def.OpAnd, def.TBool, ex(def.OpPossibleDyn, def.TBool, cell(cellGold)), more(same, k(1)), more(same, k(2))), k(1), k(0)), bnd(at))), 1, 2},
		{"what looks at what is under way, and twice what does not", among(at, more(ex(def.OpMul, def.TInt, ex(def.OpAdd, def.TInt, exI(def.OpDerived, def.TInt, int64(len(gd.Derived)-1)), same), same), bnd(at))), 1, 2},
		{"as heavy as it has to be", among(at, more(ex(def.OpAdd, def.TInt, heavy(minHoisted), bnd(at)), bnd(at))), 1, 1},
		{"a little lighter", among(at, more(ex(def.OpAdd, def.TInt, heavy(minHoisted-1), bnd(at)), bnd(at))), 0, 0},
	} {
		x := benchOf(t, gd, drawer)
		loops, hoists := x.b.g.loops, x.b.g.hoists
		x.b.num(c.e)
		if loops, hoists = x.b.g.loops-loops, x.b.g.hoists-hoists; loops != c.loops || hoists != c.hoists {
			t.Errorf("%s, %s: %d out of %d loops, not %d out of %d", c.name, text(c.e), hoists, loops, c.hoists, c.loops)
		}
	}
}

// Hoisting is off if every evaluation must happen: without memos, under coverage, and with rivals.
func TestHoistingIsOffUnderCoverageRivalsAndWithoutMemos(t *testing.T) {
	const at = 10
	d := testGame()
	addMain(d, out(exI(def.OpSum, def.TInt, at, zones(0, 1), kT(1, def.TBool), ex(def.OpAdd, def.TInt, bnd(at), ex(def.OpPieces, def.TInt, oneOf(cell(cellGold)), filter(setWolf))))))
	for _, c := range []struct {
		name    string
		options []LoadOption
		hoists  int
	}{
		{"nobody", nil, 1},
		{"who forgets", []LoadOption{WithoutMemos()}, 0},
		{"coverage", []LoadOption{WithCoverage()}, 0},
		{"rivals", []LoadOption{WithRivals(&Rivals{Differ: make([]bool, 2)})}, 0},
	} {
		if g := mustLoad(t, d, c.options...); g.hoists != c.hoists {
			t.Errorf("%s: %d are hoisted, want %d", c.name, g.hoists, c.hoists)
		}
	}
}

// An observer receives an event for each hook that a formula queries, hoisted or not.
func TestObserversReceiveEachHookOfHoistedFormulas(t *testing.T) {
	gd, drawer := benchGame()
	gd.Attachments[0].Value = ex(def.OpAdd, def.TInt, cell(cellOther), k(5))
	x := benchOf(t, gd, drawer)
	const at = 10
	e := exI(def.OpSum, def.TInt, at, zones(0, 1, 2), kT(1, def.TBool), ex(def.OpAdd, def.TInt, bnd(at),
		exI(def.OpHookNumber, def.TInt, 0, ex(def.OpPieces, def.TInt, oneOf(cell(cellGold)), filter(setWolf)))))
	s := x.states[1]
	s.cells[cellStamp0] = 1
	s.index()
	before := x.b.g.hoists
	f := x.b.num(e)
	if x.b.g.hoists == before {
		t.Fatal("nothing is hoisted: this shows nothing")
	}
	count := func() int { // of hook events
		n := 0
		s.Observe(observer(func(e *Event) {
			if e.Kind == Hooked {
				n++
			}
		}))
		defer s.Observe(nil)
		s.strict = true
		if _, ok := x.machine(s, f); !ok {
			t.Fatal("a fault")
		}
		return n
	}
	if _, ok := x.machine(s, f); !ok {
		t.Fatal("a fault")
	}
	if got := []int{count(), count()}; !slices.Equal(got, []int{3, 3}) {
		t.Errorf("%d hooks are reported, want three each time", got)
	}
}

// Hoisted costs are computed anew for each evaluation of a loop.
func TestHoistedCostsAreRecomputedForEachRun(t *testing.T) {
	const at = 10
	d := testGame()
	dec := red("buy", def.One)
	dec.From, dec.Bind = zones(zoneX, zoneY), at
	dec.Cost = ex(def.OpMul, def.TInt, ex(def.OpPieces, def.TInt, oneOf(cell(cellOut)), filter(setWolf)), ex(def.OpAdd, def.TInt, k(1), bnd(at)))
	dec.Budget, dec.Seek = k(1), ex(def.OpGe, def.TBool, ex(def.OpPieces, def.TInt, bnd(at), filter(setWolf)), k(0))
	d.Decisions = []def.DecisionDef{dec}
	addMain(d, do(def.CDecide, 0, 0, 0))
	s := start(t, d)
	g := s.g
	if g.hoists == 0 || g.decisions[0].sought == nil {
		t.Fatal("nothing is hoisted, or nothing sought: this shows nothing")
	}
	ask := func(sought bool) (out []int64) {
		for _, n := range []int64{0, 2, 0} { // y has one wolf, x two
			s.cells[cellOut] = n
			v, some := s.first(&g.decisions[0], sought)
			if !some {
				v = def.None
			}
			out = append(out, v)
		}
		return out
	}
	want := []int64{zoneX, def.None, zoneX}
	for _, sought := range []bool{true, false, true} {
		if got := ask(sought); !slices.Equal(got, want) {
			t.Errorf("%v can be bought, sought: %v; want %v", got, sought, want)
		}
	}
}

// An observer may evaluate the same loop while it runs: the outer evaluation keeps its values.
func TestReentrantLoopsKeepTheirOwnHoistedValues(t *testing.T) {
	const at, param = 10, 12
	gd, drawer := benchGame()
	gd.Attachments[0].Value = ex(def.OpAdd, def.TInt, cell(cellOther), k(5))
	wolves := ex(def.OpPieces, def.TInt, oneOf(bnd(param)), filter(setWolf))
	for range minHoisted {
		wolves = ex(def.OpAdd, def.TInt, wolves, cell(cellOther))
	}
	x := benchOf(t, gd, drawer)
	hoists := x.b.g.hoists
	herd := x.b.num(exI(def.OpSum, def.TInt, at, zones(0, 1, 2), kT(1, def.TBool), ex(def.OpAdd, def.TInt,
		exI(def.OpHookNumber, def.TInt, 0, bnd(at)), ex(def.OpMul, def.TInt, bnd(at), wolves))))
	if x.b.g.hoists == hoists {
		t.Fatal("nothing is hoisted: this shows nothing")
	}
	s := x.states[1]
	s.g = x.b.g
	s.cells[cellStamp0] = 1
	s.index()
	ask := func(s *State, arg int64) int64 {
		s.bound[param] = arg
		v, ok := x.machine(s, herd)
		if !ok {
			t.Fatal("a fault")
		}
		return v
	}
	y, other := ask(s, 0), ask(s, 2) // y has one wolf, x two
	if y == other {
		t.Fatalf("both yield %d: this shows nothing", y)
	}
	meanwhile := int64(0)
	s.Observe(observer(func(e *Event) {
		if e.Kind == Hooked {
			if err := s.isolated(func() { s.bound[param] = 2; meanwhile = herd(s) }); err != nil {
				t.Fatal(err)
			}
		}
	}))
	defer s.Observe(nil)
	s.busy, s.strict = true, true
	if got := ask(s, 0); got != y || meanwhile != other {
		t.Errorf("it yields %d, and meanwhile %d; want %d and %d", got, meanwhile, y, other)
	}
	s.busy = false
}

type observer func(e *Event)

func (o observer) Event(_ *State, e *Event) { o(e) }

// A wide set is hoisted like a number: the value and the steps are the same, and states do not share its words.
func TestWideSetsAreHoisted(t *testing.T) {
	const at, inner = 10, 11
	narrow, d := benchGame()
	w := widened(t, narrow, 100, 4)
	rich := exI(def.OpFilter, def.ZoneSet, inner, zones(0, 1, 2, 3), ex(def.OpGe, def.TBool, ex(def.OpPieces, def.TInt, bnd(inner), filter(setWolf)), cell(cellGold)))
	e := w.expr(exI(def.OpSum, def.TInt, at, zones(0, 1, 2), kT(1, def.TBool), ex(def.OpMul, def.TInt, bnd(at), ex(def.OpSize, def.TInt, rich))))
	x := benchOf(t, w.gd, d)
	x.b.off[hoisting], x.b.off[memoisation] = true, true
	plain := x.b.num(e)
	x.b.off[hoisting] = false
	before := x.b.g.hoists
	f := x.b.num(e)
	if x.b.g.hoists == before {
		t.Fatal("nothing is hoisted")
	}
	for range 2 {
		for _, s := range x.states {
			want, fine := x.machine(s, plain)
			steps := s.fuel
			if got, ok := x.machine(s, f); ok != fine || got != want || s.fuel != steps {
				t.Errorf("%d, %v with %d steps left; want %d, %v with %d", got, ok, s.fuel, want, fine, steps)
			}
		}
	}
}
