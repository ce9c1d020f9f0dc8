package engine

// This file compares the folder with the machine: random formulas, evaluated without a state and on states.

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/fold"
	"rulebound/engine/load"
)

// drawer draws random well-typed formulas over the test game.
type drawer struct {
	*rand.Rand
	scope  []def.Expr // the slots in scope
	slot   int64      // the next free slot
	closed bool       // no formula that reads a state has been drawn
	state  bool       // such formulas may be drawn
	funcs  []def.FuncDef
	params [][]def.Type
}

var (
	tE     = def.Type{Kind: def.KEnum}
	values = []def.Type{def.TInt, def.TInt, def.TInt, def.TBool, def.TBool, tE, def.TSeat, def.TZone, def.TPiece, def.TCard}
	sets   = []def.Type{def.ZoneSet, def.ZoneSet, def.IntSet, def.SeatSet, def.FilterSet}
)

func pick[T any](d *drawer, list ...T) T { return list[d.IntN(len(list))] }

// one draws in one of several ways.
func (d *drawer) one(ways ...func() *def.Expr) *def.Expr { return pick(d, ways...)() }

func (d *drawer) seldom(n int) bool { return d.IntN(n) == 0 }

// expr draws an expression of a type with a limited depth.
func (d *drawer) expr(t def.Type, depth int) *def.Expr {
	if depth <= 0 || d.seldom(8) {
		return d.leaf(t)
	}
	if x := d.any(t, depth-1); x != nil {
		return x
	}
	switch t.Kind {
	case def.KInt:
		return d.number(depth - 1)
	case def.KBool:
		return d.truth(depth - 1)
	case def.KSet:
		return d.set(t, depth-1)
	}
	return d.thing(t, depth-1)
}

func (d *drawer) leaf(t def.Type) *def.Expr {
	for i := range d.scope {
		if b := d.scope[i]; b.Type == t && !d.seldom(3) {
			return &b
		}
	}
	if d.state && d.seldom(3) {
		if x := d.reading(t); x != nil {
			d.closed = false
			return x
		}
	}
	if t == tE && d.seldom(2) {
		return exI(def.OpOption, tE, 0)
	}
	return kT(d.constant(t), t)
}

// constant draws a value of a type.
func (d *drawer) constant(t def.Type) int64 {
	switch t.Kind {
	case def.KInt:
		return pick[int64](d, 0, 1, 2, 3, -1, 5, 63, 64, math.MaxInt64, math.MinInt64)
	case def.KBool:
		return d.Int64N(2)
	case def.KSet:
		v := pick(d, 0, 1, 3, 5, 7, 6, 15, d.Int64N(16))
		if t == def.SeatSet {
			v &= bitsOf(0, 1)
		}
		return v
	case def.KOrder:
		return pick(d, def.EmptyOrder, orderOf(0), orderOf(1, 0), orderOf(0, 1))
	case def.KPiece:
		return pick(d, def.None, zoneX<<8|sheepMoved, zoneY<<8|wolfActive)
	case def.KPile:
		return d.Int64N(3)
	case def.KSeat:
		return d.Int64N(3) - 1
	}
	return d.Int64N(4) - 1
}

// reading draws an expression that reads the state, nil if there is none of the type.
func (d *drawer) reading(t def.Type) *def.Expr {
	switch t.Kind {
	case def.KInt:
		return d.one(
			func() *def.Expr { return exI(def.OpHookNumber, def.TInt, 0, d.leaf(def.TInt)) },
			func() *def.Expr { return cell(cellGold) },
			func() *def.Expr { return cell(cellOut) },
			func() *def.Expr { return cell(cellOther) },
			func() *def.Expr { return exI(def.OpCellAt, def.TInt, cellSmoke, d.leaf(def.TZone)) },
			func() *def.Expr { return ex(def.OpPieces, def.TInt, d.leaf(def.TZone), d.leaf(def.FilterSet)) },
			func() *def.Expr { return exI(def.OpPoolLeft, def.TInt, 0) },
			func() *def.Expr { return exI(def.OpDerived, def.TInt, 0, d.leaf(def.TZone)) },
		)
	case def.KBool:
		return d.one(
			func() *def.Expr { return exI(def.OpHookAllow, def.TBool, 1, d.leaf(def.TInt)) },
			func() *def.Expr { return ex(def.OpGt, def.TBool, cell(cellOut), k(3)) },
			func() *def.Expr { return exI(def.OpPossible, def.TBool, 0) },
		)
	case def.KEnum:
		return exI(def.OpCellAt, tE, cellMood, d.leaf(def.TZone))
	case def.KCard:
		return ex(def.OpTop, def.TCard, kT(pileHand, def.TPile))
	case def.KPiece:
		return ex(def.OpPieceAt, def.TPiece, d.leaf(def.TZone), d.leaf(def.FilterSet))
	case def.KSet:
		if t.Elem == def.KZone {
			return ex(def.OpHolding, def.ZoneSet, d.leaf(def.ZoneSet), d.leaf(def.FilterSet))
		}
	}
	return nil
}

// any sometimes draws an operator that exists for every type.
func (d *drawer) any(t def.Type, depth int) *def.Expr {
	switch d.IntN(14) {
	case 0:
		return ex(def.OpIf, t, d.expr(def.TBool, depth), d.expr(t, depth), d.expr(t, depth))
	case 1:
		of := pick(d, values...)
		x := d.expr(of, depth)
		return d.bound(of, func(slot int64) *def.Expr { return exI(def.OpLet, t, slot, x, d.expr(t, depth)) })
	case 2:
		for i, f := range d.funcs {
			if f.Body.Type == t && !d.seldom(2) {
				e := exI(def.OpCall, t, int64(i))
				for _, p := range d.params[i] {
					e.Args = append(e.Args, d.expr(p, depth-1))
				}
				d.closed = d.closed && f.Node == 0
				return e
			}
		}
	}
	return nil
}

// bound draws with one more slot in scope.
func (d *drawer) bound(t def.Type, draw func(slot int64) *def.Expr) *def.Expr {
	slot := d.slot
	d.slot++
	d.scope = append(d.scope, def.Expr{Op: def.OpBound, Type: t, I: slot})
	defer func() { d.scope = d.scope[:len(d.scope)-1] }()
	e := draw(slot)
	return e
}

// over draws a comprehension.
func (d *drawer) over(o def.Op, t def.Type, from *def.Expr, depth int, values ...def.Type) *def.Expr {
	of := def.Type{Kind: from.Type.Elem}
	switch from.Type.Kind {
	case def.KOrder:
		of = def.TSeat
	case def.KPile:
		of, d.closed = def.TCard, false
	}
	return d.bound(of, func(slot int64) *def.Expr {
		e := exI(o, t, slot, from, d.expr(def.TBool, depth))
		for _, r := range values {
			e.Args = append(e.Args, d.expr(r, depth))
		}
		return e
	})
}

// paths draws a search for paths.
func (d *drawer) paths(o def.Op, t def.Type, depth int, ends ...*def.Expr) *def.Expr {
	cost := func() *def.Expr { return ex(def.OpMax, def.TInt, k(0), d.expr(def.TInt, depth)) }
	e := d.over(o, t, d.expr(def.ZoneSet, depth), depth)
	d.scope = append(d.scope, def.Expr{Op: def.OpBound, Type: def.TZone, I: e.I})
	if d.seldom(2) {
		e.Args = append(e.Args, cost())
	} else {
		toll := d.over(def.OpToll, def.TInt, pick(d, ex(def.OpAdjacent, def.ZoneSet, bnd(e.I)), d.expr(def.ZoneSet, depth)), depth)
		d.scope = append(d.scope, def.Expr{Op: def.OpBound, Type: def.TZone, I: toll.I})
		toll.Args = append(toll.Args, cost())
		d.scope = d.scope[:len(d.scope)-1]
		e.Args = append(e.Args, toll)
	}
	d.scope = d.scope[:len(d.scope)-1]
	e.Args = append(e.Args, ends...)
	return e
}

// source draws the domain of a comprehension.
func (d *drawer) source(depth int) *def.Expr {
	switch {
	case d.seldom(6):
		return d.expr(def.TOrder, depth)
	case d.state && d.seldom(10):
		return kT(pileHand, def.TPile)
	}
	return d.expr(pick(d, sets...), depth)
}

func (d *drawer) number(depth int) *def.Expr {
	switch d.IntN(9) {
	case 8:
		return ex(def.OpPower, def.TInt, d.expr(def.TInt, depth), d.expr(def.TInt, depth))
	case 0, 1:
		o := pick(d, def.OpAdd, def.OpSub, def.OpMul, def.OpFloorDiv, def.OpCeilDiv, def.OpMod)
		return ex(o, def.TInt, d.expr(def.TInt, depth), d.expr(def.TInt, depth))
	case 2:
		e := ex(pick(d, def.OpMin, def.OpMax), def.TInt)
		for range 1 + d.IntN(3) {
			e.Args = append(e.Args, d.expr(def.TInt, depth))
		}
		return e
	case 3:
		return d.one(
			func() *def.Expr { return ex(def.OpNeg, def.TInt, d.expr(def.TInt, depth)) },
			func() *def.Expr { return exI(def.OpTable, def.TInt, 0, d.expr(def.TZone, depth)) },
			func() *def.Expr {
				return d.paths(def.OpPathCost, def.TInt, depth, d.expr(def.ZoneSet, depth), d.expr(def.ZoneSet, depth))
			},
			func() *def.Expr {
				return ex(def.OpDistance, def.TInt, d.expr(def.TZone, depth), d.expr(def.TZone, depth))
			},
		)
	case 4:
		return ex(def.OpSize, def.TInt, d.expr(pick(d, append(sets, def.TOrder)...), depth))
	case 5:
		return ex(def.OpPosition, def.TInt, d.expr(def.TOrder, depth), d.expr(def.TSeat, depth))
	case 6:
		return d.over(def.OpCount, def.TInt, d.source(depth), depth)
	}
	if d.seldom(2) {
		return d.over(def.OpSum, def.TInt, d.source(depth), depth, def.TInt)
	}
	e := d.over(pick(d, def.OpLeast, def.OpMost), def.TInt, d.source(depth), depth, def.TInt)
	if d.seldom(2) {
		e.Args = append(e.Args, d.expr(def.TInt, depth))
	}
	return e
}

func (d *drawer) truth(depth int) *def.Expr {
	switch d.IntN(7) {
	case 0, 1:
		e := ex(pick(d, def.OpAnd, def.OpOr), def.TBool)
		for range d.IntN(4) {
			e.Args = append(e.Args, d.expr(def.TBool, depth))
		}
		return e
	case 2:
		return ex(def.OpNot, def.TBool, d.expr(def.TBool, depth))
	case 3:
		if d.seldom(4) {
			return ex(def.OpHas, def.TBool, d.expr(def.TOrder, depth), d.expr(def.TSeat, depth))
		}
		t := pick(d, def.ZoneSet, def.IntSet, def.SeatSet)
		return ex(def.OpHas, def.TBool, d.expr(t, depth), d.expr(def.Type{Kind: t.Elem}, depth))
	case 4:
		t := pick(d, sets...)
		return ex(def.OpSubsetOf, def.TBool, d.expr(t, depth), d.expr(t, depth))
	case 5:
		return d.over(pick(d, def.OpAny, def.OpEvery), def.TBool, d.source(depth), depth)
	}
	t := pick(d, values...)
	return ex(pick(d, def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe), def.TBool, d.expr(t, depth), d.expr(t, depth))
}

func (d *drawer) set(t def.Type, depth int) *def.Expr {
	elem := def.Type{Kind: t.Elem}
	switch d.IntN(8) {
	case 6:
		return ex(pick(d, def.OpHighest, def.OpLowest, def.OpConsecutive), t, d.expr(t, depth), d.expr(def.TInt, depth))
	case 7:
		if slices.ContainsFunc(values, func(v def.Type) bool { return v == elem }) {
			e := d.over(def.OpRepeated, t, d.source(depth), depth, elem)
			e.Args = append(e.Args, d.expr(def.TInt, depth))
			return e
		}
	case 0:
		return ex(pick(d, def.OpUnion, def.OpInter, def.OpDiff), t, d.expr(t, depth), d.expr(t, depth))
	case 1:
		return d.over(def.OpFilter, t, d.expr(t, depth), depth)
	case 2:
		e := ex(def.OpSetOf, t)
		for range d.IntN(4) {
			e.Args = append(e.Args, d.expr(elem, depth))
		}
		if elem.Kind != def.KClass {
			return e
		}
	}
	switch t.Elem {
	case def.KZone:
		return d.one(
			func() *def.Expr { return ex(def.OpAdjacent, t, d.expr(def.TZone, depth)) },
			func() *def.Expr { return ex(def.OpAround, t, d.expr(def.ZoneSet, depth)) },
			func() *def.Expr { return ex(def.OpWithin, t, d.expr(def.TZone, depth), d.expr(def.TInt, depth)) },
			func() *def.Expr {
				return d.paths(def.OpReachable, t, depth, d.expr(def.ZoneSet, depth), d.expr(def.TInt, depth))
			},
			func() *def.Expr {
				return ex(def.OpFlood, t, d.expr(def.TZone, depth), d.expr(def.ZoneSet, depth), d.expr(def.TInt, depth))
			},
			func() *def.Expr {
				return exI(def.OpRay, t, 1, d.expr(def.TZone, depth), d.expr(tE, depth), d.expr(def.ZoneSet, depth))
			},
		)
	case def.KInt:
		if d.seldom(3) {
			return ex(def.OpSetOf, t, ex(def.OpElement, def.TInt, d.expr(def.TInt, depth)))
		}
		if d.seldom(3) {
			return ex(def.OpSetOf, t, ex(def.OpElement, def.TInt, d.expr(def.TInt, depth), k(-2), k(9)))
		}
		return ex(def.OpSetRange, t, d.expr(def.TInt, depth), d.expr(def.TInt, depth))
	case def.KClass:
		return d.one(
			func() *def.Expr { return ex(def.OpPieceClass, t, d.expr(def.TPiece, depth)) },
			func() *def.Expr { return ex(def.OpTypeOf, t, d.expr(def.FilterSet, depth)) },
		)
	}
	return d.leaf(t)
}

func (d *drawer) thing(t def.Type, depth int) *def.Expr {
	switch t.Kind {
	case def.KOrder:
		return d.one(
			func() *def.Expr { return ex(def.OpReversed, t, d.expr(t, depth)) },
			func() *def.Expr {
				return ex(pick(d, def.OpInTurn, def.OpStarting), t, d.expr(def.SeatSet, depth), d.expr(def.TSeat, depth))
			},
			func() *def.Expr {
				return d.over(pick(d, def.OpRankMost, def.OpRankLeast), t, d.expr(t, depth), depth, def.TInt)
			},
		)
	case def.KSeat:
		return d.one(
			func() *def.Expr { return ex(def.OpThe, t, d.expr(def.SeatSet, depth)) },
			func() *def.Expr { return ex(def.OpNext, t, d.expr(def.SeatSet, depth), d.expr(def.TSeat, depth)) },
			func() *def.Expr { return ex(def.OpOrderAt, t, d.expr(def.TOrder, depth), d.expr(def.TInt, depth)) },
			func() *def.Expr { return d.over(def.OpFirst, t, d.expr(def.TOrder, depth), depth) },
		)
	case def.KZone:
		return d.one(
			func() *def.Expr { return ex(def.OpThe, t, d.expr(def.ZoneSet, depth)) },
			func() *def.Expr { return ex(def.OpNext, t, d.expr(def.ZoneSet, depth), d.expr(def.TZone, depth)) },
			func() *def.Expr { return exI(def.OpStep, t, 1, d.expr(def.TZone, depth), d.expr(tE, depth)) },
			func() *def.Expr {
				return exI(def.OpStep, t, 1, d.expr(def.TZone, depth), d.expr(tE, depth), d.expr(def.TInt, depth))
			},
			func() *def.Expr {
				return exI(def.OpBeyond, t, 1, d.expr(def.TZone, depth), d.expr(tE, depth), d.expr(def.ZoneSet, depth))
			},
			func() *def.Expr { return ex(def.OpHome, t, d.expr(def.FilterSet, depth)) },
			func() *def.Expr { return ex(def.OpPieceZone, t, d.expr(def.TPiece, depth)) },
			func() *def.Expr { return d.over(def.OpFirst, t, d.expr(def.ZoneSet, depth), depth) },
		)
	}
	return d.leaf(t)
}

// bench is a builder with the test game, and states of it that differ in their cells.
type bench struct {
	b      *builder
	states []*State
	drawer *drawer
}

func newBench(t *testing.T) *bench {
	t.Helper()
	gd, d := benchGame()
	return benchOf(t, gd, d)
}

// benchGame returns the game of a bench.
func benchGame() (*def.GameDef, *drawer) {
	gd := testGame()
	gd.Scratch = 4096
	gd.Derived = []def.DerivedDef{{Named: def.Named{ID: "double"}, Type: def.TInt, Per: def.KZone, Slot: 2, Held: -1,
		Value: ex(def.OpMul, def.TInt, k(math.MaxInt64), ex(def.OpPieces, def.TInt, bnd(2), filter(setWolf)))}}
	d := &drawer{Rand: rand.New(rand.NewPCG(7, 11)), slot: 20, state: true}
	for range 40 { // a function that reads the state has a node
		f, params := def.FuncDef{ID: "f"}, []def.Type(nil)
		d.scope, d.closed, d.state = nil, true, d.seldom(2)
		for range d.IntN(3) {
			p := pick(d, def.TInt, def.TInt, def.TZone, def.TBool, def.ZoneSet)
			f.Params, params = append(f.Params, int32(d.slot)), append(params, p)
			d.scope = append(d.scope, def.Expr{Op: def.OpBound, Type: p, I: d.slot})
			d.slot++
		}
		if f.Body = d.expr(pick(d, def.TInt, def.TInt, def.TBool, def.ZoneSet, def.TZone), 3); !d.closed {
			f.Node = 1
		}
		d.funcs, d.params = append(d.funcs, f), append(d.params, params)
	}
	gd.Functions = d.funcs
	for i := range gd.Functions {
		if f := &gd.Functions[i]; len(f.Params) == 0 && f.Body.Type == def.TBool {
			gd.Procs = append(gd.Procs, def.ProcDef{Named: def.Named{ID: "p"}, Possible: int32(i)})
		}
	}
	gd.Points = []def.PointDef{{Named: def.Named{ID: "number"}, Attach: []int32{0}}, {Named: def.Named{ID: "allow"}, Kind: def.PointAllow, Params: []int32{3}, Attach: []int32{1}}}
	gd.Attachments = []def.Attachment{{Value: cell(cellOther)}, {Point: 1, When: ex(def.OpGt, def.TBool, ex(def.OpMul, def.TInt, bnd(3), cell(cellOther)), k(1))}}
	gd.Code = []def.Instr{do(def.CReturn, 0, 0, 0)}
	addMain(gd)
	return gd, d
}

func benchOf(t *testing.T, gd *def.GameDef, d *drawer) *bench {
	t.Helper()
	g := mustLoad(t, gd)
	x := &bench{drawer: d, b: &builder{g: g, Checker: load.Checker{Def: gd}}}
	x.b.sources = facts.NewSources(gd, x.b.chargeLoading)
	x.b.compile()
	for _, v := range []int64{0, 1, -1, 4, math.MaxInt64, math.MinInt64} {
		s, err := g.New(Setup{ID: "start"})
		if err != nil {
			t.Fatal(err)
		}
		s.cells[cellOut], s.cells[cellOther] = v, 3-v
		s.cells[cellStamp0] = v & 1 // the lasting effect of the hooks
		s.index()
		x.states = append(x.states, s)
	}
	return x
}

// machine evaluates an expression on a state; false for a fault.
func (x *bench) machine(s *State, f num) (v int64, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, fault := r.(*Fault); !fault {
				panic(r)
			}
			ok = false
		}
	}()
	s.fuel = maxFuel
	return f(s), true
}

func TestFoldAgreesWithTheMachine(t *testing.T) {
	x := newBench(t)
	d := x.drawer
	plain := fold.New(x.b.Def).WithCalls()
	whole, outer := plain.WithOptions(x.b.g.options), d.slot
	known, closed, formulas := 0, 0, 100_000
	if testing.Short() {
		formulas = 20_000
	}
	for range formulas {
		given := map[int64]int64{outer: d.constant(def.TInt), outer + 1: d.constant(def.TZone)}
		d.slot, d.closed, d.state = outer+2, true, !d.seldom(4)
		d.scope = []def.Expr{{Op: def.OpBound, Type: def.TInt, I: outer}, {Op: def.OpBound, Type: def.TZone, I: outer + 1}}
		e := d.expr(pick(d, append(values, def.ZoneSet, def.IntSet, def.FilterSet, def.TOrder)...), 4)
		f := x.b.num(e)
		v, ok := whole.Fold(e, given)
		if w, sure := plain.Fold(e, given); sure && (!ok || w != v) {
			t.Fatalf("%s: %d without the options, %d, %v with them", text(e), w, v, ok)
		}
		if ok {
			known++
		}
		for _, s := range x.states {
			for slot, value := range given {
				s.bound[slot] = value
			}
			got, fine := x.machine(s, f)
			switch {
			case ok && !fine:
				t.Fatalf("%s: folded to %d, a fault in play", text(e), v)
			case ok && got != v:
				t.Fatalf("%s: folded to %d, %d in play", text(e), v, got)
			case !ok && fine && d.closed:
				t.Fatalf("%s: not folded, %d in play", text(e), got)
			}
			if d.closed {
				closed++
				break
			}
		}
	}
	if known < formulas/5 || known > formulas*4/5 || closed < formulas/10 {
		t.Errorf("%d of the formulas are known and %d are closed: they do not show much", known, closed)
	}
}

func text(e *def.Expr) string {
	b, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(b)
}
