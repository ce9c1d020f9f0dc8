package engine

// This file turns expression trees into Go closures: the walk itself, leaves, arithmetic and logic. A tree becomes a
// num, or where a truth value is wanted a cond; common shapes get closures of their own.

import "math"

type (
	num  func(*State) int64
	cond func(*State) bool
)

// arity gives the least and most operands of each operator; most -1 is any number.
var arity = map[Op][2]int{
	OpConst: {0, 0}, OpOption: {0, 0}, OpLocal: {0, 0}, OpBound: {0, 0}, OpCell: {0, 0}, OpCellAt: {1, 1}, OpCellOf: {1, 1},
	OpTable: {1, 1}, OpAdd: {2, 2}, OpSub: {2, 2}, OpMul: {2, 2}, OpFloorDiv: {2, 2}, OpCeilDiv: {2, 2}, OpMod: {2, 2},
	OpNeg: {1, 1}, OpMin: {1, -1}, OpMax: {1, -1}, OpEq: {2, 2}, OpNe: {2, 2}, OpLt: {2, 2}, OpLe: {2, 2}, OpGt: {2, 2},
	OpGe: {2, 2}, OpAnd: {0, -1}, OpOr: {0, -1}, OpNot: {1, 1}, OpIf: {3, 3}, OpLet: {2, 2}, OpSetOf: {0, -1},
	OpSetRange: {2, 2}, OpUnion: {2, 2}, OpInter: {2, 2}, OpDiff: {2, 2}, OpHas: {2, 2}, OpSize: {1, 1}, OpThe: {1, 1},
	OpPosition: {2, 2}, OpOrderAt: {2, 2}, OpSubsetOf: {2, 2}, OpAdjacent: {1, 1}, OpAround: {1, 1}, OpFlood: {3, 3},
	OpWithin: {2, 2}, OpDistance: {2, 2}, OpFilter: {2, 2}, OpCount: {2, 2}, OpAny: {2, 2}, OpEvery: {2, 2},
	OpFirst: {2, 2}, OpSum: {3, 3}, OpLeast: {3, 4}, OpMost: {3, 4}, OpPieces: {2, 2}, OpPiecesIn: {2, 2},
	OpHolding: {2, 2}, OpRoom: {2, 2}, OpPieceZone: {1, 1}, OpPieceClass: {1, 1}, OpPieceAt: {2, 2}, OpHome: {1, 1},
	OpPileSize: {1, 1}, OpTop: {1, 1}, OpCardAt: {2, 2}, OpPileOf: {1, 1}, OpCall: {0, maxArgs}, OpDerived: {0, 1},
	OpPoolLeft: {0, 0}, OpStamp: {0, 1}, OpHookNumber: {1, maxArgs + 1}, OpHookAllow: {0, maxArgs},
	OpHookPool: {1, maxArgs + 1}, OpPossible: {0, maxArgs}, OpPossibleDyn: {1, maxArgs + 1}, OpRunning: {0, 0},
	OpTypeOf: {1, 1}, OpHomeIn: {1, 1},
}

// boolean tells whether an operator yields 0 or 1 and is compiled by truth.
func boolean(o Op) bool {
	switch o {
	case OpEq, OpNe, OpLt, OpLe, OpGt, OpGe, OpAnd, OpOr, OpNot, OpHas, OpSubsetOf, OpAny, OpEvery, OpHookAllow,
		OpPossible, OpPossibleDyn:
		return true
	}
	return false
}

// enter checks an expression node and makes its place the current one; the function it returns undoes that.
func (b *builder) enter(e *Expr) func() {
	if e == nil {
		b.fail("an operand is missing")
	}
	b.depth++
	if b.depth > maxDepth {
		b.fail("an expression is nested more than %d deep", maxDepth)
	}
	old := b.node
	if b.nodeRef(e.Node) != 0 {
		b.node = e.Node
	}
	a, ok := arity[e.Op]
	if !ok {
		b.fail("unknown operator %d", e.Op)
	}
	if len(e.Args) < a[0] || a[1] >= 0 && len(e.Args) > a[1] {
		b.fail("operator %d has %d operands", e.Op, len(e.Args))
	}
	return func() { b.depth--; b.node = old }
}

// covered tells whether coverage records the outcomes of e.
func (b *builder) covered(e *Expr) bool {
	return b.g.cover != nil && e.Node != 0 && e.Type.Kind == KBool
}

// constant returns the value of an expression that does not depend on the state.
func (b *builder) constant(e *Expr) (int64, bool) {
	if e == nil {
		return 0, false
	}
	switch e.Op {
	case OpConst:
		return e.I, true
	case OpOption:
		b.index("option", e.I, len(b.def.Options))
		return b.optionValue(e.I), true
	case OpBound, OpLocal, OpCell:
		return 0, false
	}
	if !b.static(e, nil) {
		return 0, false
	}
	return b.try(b.numOf(e))
}

// try evaluates a static expression at load; a fault leaves it to the running game.
func (b *builder) try(f num) (v int64, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, fault := r.(*Fault); !fault {
				panic(r)
			}
			v, ok = 0, false
		}
	}()
	b.probe.fuel = 1 << 16
	return f(b.probe), true
}

// num compiles an expression to a function that yields its value.
func (b *builder) num(e *Expr) num {
	defer b.enter(e)()
	if v, ok := b.constant(e); ok && !b.covered(e) {
		return func(*State) int64 { return v }
	}
	return b.numOf(e)
}

// cond compiles an expression to a function that yields whether it is not 0.
func (b *builder) cond(e *Expr) cond {
	defer b.enter(e)()
	if v, ok := b.constant(e); ok && !b.covered(e) {
		return func(*State) bool { return v != 0 }
	}
	f := b.condOf(e)
	if !b.covered(e) {
		return f
	}
	rec, node := b.g.cover, e.Node
	return func(s *State) bool { return rec.outcome(node, f(s)) }
}

func (b *builder) numOf(e *Expr) num {
	if boolean(e.Op) {
		f := b.condOf(e)
		if b.covered(e) {
			g, rec, node := f, b.g.cover, e.Node
			f = func(s *State) bool { return rec.outcome(node, g(s)) }
		}
		return func(s *State) int64 {
			if f(s) {
				return 1
			}
			return 0
		}
	}
	switch {
	case e.Op <= OpTable:
		return b.leaf(e)
	case e.Op <= OpLet:
		return b.arithmetic(e)
	case e.Op <= OpDistance:
		return b.setOp(e)
	case e.Op <= OpMost:
		return b.comprehension(e)
	case e.Op <= OpHome, e.Op == OpTypeOf, e.Op == OpHomeIn:
		return b.pieceOp(e)
	case e.Op <= OpPileOf:
		return b.cardOp(e)
	}
	return b.ruleOp(e)
}

func (b *builder) condOf(e *Expr) cond {
	switch e.Op {
	case OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
		return b.comparison(e)
	case OpAnd, OpOr:
		return b.junction(e)
	case OpNot:
		f := b.cond(e.Args[0])
		return func(s *State) bool { return !f(s) }
	case OpIf:
		c, x, y := b.cond(e.Args[0]), b.cond(e.Args[1]), b.cond(e.Args[2])
		return func(s *State) bool {
			if c(s) {
				return x(s)
			}
			return y(s)
		}
	case OpHas:
		return b.has(e)
	case OpSubsetOf:
		x, y := b.num(e.Args[0]), b.num(e.Args[1])
		return func(s *State) bool { return x(s)&^y(s) == 0 }
	case OpAny, OpEvery:
		return b.quantifier(e)
	case OpHookAllow:
		return b.hookAllow(e)
	case OpPossible:
		return b.possible(e)
	case OpPossibleDyn:
		return b.possibleDyn(e)
	}
	f := b.numOf(e)
	return func(s *State) bool { return f(s) != 0 }
}

// slot checks a bound slot.
func (b *builder) slot(i int64) int {
	b.index("bound slot", i, int(b.def.Scratch))
	return int(i)
}

// local checks a local slot and returns its place in the frame.
func (b *builder) local(i int64) int {
	b.index("local slot", i, int(b.frame))
	return int(i) + frameHead
}

func (b *builder) leaf(e *Expr) num {
	i := e.I
	switch e.Op {
	case OpConst:
		return func(*State) int64 { return i }
	case OpOption:
		b.index("option", i, len(b.def.Options))
		v := b.optionValue(i)
		return func(*State) int64 { return v }
	case OpLocal:
		at := b.local(i)
		return func(s *State) int64 { return s.stack[int(s.base)+at] }
	case OpBound:
		at := b.slot(i)
		return func(s *State) int64 { return s.bound[at] }
	case OpCell:
		b.index("cell", i, int(b.def.Cells))
		return func(s *State) int64 { return s.cells[i] }
	case OpCellAt:
		n := b.group(i)
		if v, ok := b.constant(e.Args[0]); ok {
			if uint64(v) >= uint64(n) {
				return func(*State) int64 { return 0 }
			}
			v += i
			return func(s *State) int64 { return s.cells[v] }
		}
		if e.Args[0].Op == OpBound {
			at := b.slot(e.Args[0].I)
			return func(s *State) int64 {
				if v := s.bound[at]; uint64(v) < uint64(n) {
					return s.cells[i+v]
				}
				return 0
			}
		}
		f := b.num(e.Args[0])
		return func(s *State) int64 {
			if v := f(s); uint64(v) < uint64(n) {
				return s.cells[i+v]
			}
			return 0
		}
	case OpCellOf:
		f := b.num(e.Args[0])
		return func(s *State) int64 {
			if v := f(s); uint64(v) < uint64(len(s.cells)) {
				return s.cells[v]
			}
			return 0
		}
	}
	b.index("lookup", i, len(b.def.Lookups))
	table, f := b.def.Lookups[i].Values, b.num(e.Args[0])
	return func(s *State) int64 {
		if v := f(s); uint64(v) < uint64(len(table)) {
			return table[v]
		}
		return None
	}
}

// group returns the number of cells of the variable that begins at a cell.
func (b *builder) group(base int64) int64 {
	b.index("cell", base, int(b.def.Cells))
	c := b.g.cell[base]
	if c.v < 0 || c.index != 0 {
		b.fail("no variable begins at cell %d", base)
	}
	return int64(b.def.Vars[c.v].Len)
}

func (b *builder) arithmetic(e *Expr) num {
	node := b.node
	switch e.Op {
	case OpNeg:
		f := b.num(e.Args[0])
		return func(s *State) int64 { return -f(s) }
	case OpMin, OpMax:
		return b.extreme(e)
	case OpIf:
		c, x, y := b.cond(e.Args[0]), b.num(e.Args[1]), b.num(e.Args[2])
		return func(s *State) int64 {
			if c(s) {
				return x(s)
			}
			return y(s)
		}
	case OpLet:
		at, x, y := b.slot(e.I), b.num(e.Args[0]), b.num(e.Args[1])
		return func(s *State) int64 {
			s.bound[at] = x(s)
			return y(s)
		}
	}
	x, y := b.num(e.Args[0]), b.num(e.Args[1])
	switch e.Op {
	case OpAdd:
		return func(s *State) int64 {
			p, q := x(s), y(s)
			r := p + q
			if (r > p) != (q > 0) {
				s.fail(node, "overflow")
			}
			return r
		}
	case OpSub:
		return func(s *State) int64 {
			p, q := x(s), y(s)
			r := p - q
			if (r < p) != (q > 0) {
				s.fail(node, "overflow")
			}
			return r
		}
	case OpMul:
		return func(s *State) int64 {
			p, q := x(s), y(s)
			r := p * q
			if p != 0 && (r/p != q || p == -1 && q == math.MinInt64) {
				s.fail(node, "overflow")
			}
			return r
		}
	case OpFloorDiv:
		return func(s *State) int64 { return floorDiv(s, node, x(s), y(s)) }
	case OpCeilDiv:
		return func(s *State) int64 {
			p, q := x(s), y(s)
			d := floorDiv(s, node, p, q)
			if d*q != p {
				d++
			}
			return d
		}
	}
	return func(s *State) int64 { // OpMod
		p, q := x(s), y(s)
		return p - floorDiv(s, node, p, q)*q
	}
}

func floorDiv(s *State, node int32, p, q int64) int64 {
	if q == 0 {
		s.fail(node, "division by zero")
	}
	if p == math.MinInt64 && q == -1 {
		s.fail(node, "overflow")
	}
	d := p / q
	if p%q != 0 && (p < 0) != (q < 0) {
		d--
	}
	return d
}

func (b *builder) extreme(e *Expr) num {
	sign := e.Op == OpMax
	better := func(p, q int64) bool { return (p > q) == sign }
	if len(e.Args) == 2 {
		x, y := b.num(e.Args[0]), b.num(e.Args[1])
		if sign {
			return func(s *State) int64 { return max(x(s), y(s)) }
		}
		return func(s *State) int64 { return min(x(s), y(s)) }
	}
	fs := b.nums(e.Args)
	return func(s *State) int64 {
		best := fs[0](s)
		for _, f := range fs[1:] {
			if v := f(s); better(v, best) {
				best = v
			}
		}
		return best
	}
}

func (b *builder) nums(list []*Expr) []num {
	fs := make([]num, len(list))
	for i, e := range list {
		fs[i] = b.num(e)
	}
	return fs
}

func (b *builder) junction(e *Expr) cond {
	fs := make([]cond, len(e.Args))
	for i, a := range e.Args {
		fs[i] = b.cond(a)
	}
	and := e.Op == OpAnd
	switch {
	case len(fs) == 2 && and:
		x, y := fs[0], fs[1]
		return func(s *State) bool { return x(s) && y(s) }
	case len(fs) == 2:
		x, y := fs[0], fs[1]
		return func(s *State) bool { return x(s) || y(s) }
	}
	return func(s *State) bool {
		for _, f := range fs {
			if f(s) != and {
				return !and
			}
		}
		return and
	}
}

func (b *builder) comparison(e *Expr) cond {
	if f, ok := b.inhabited(e); ok {
		return f
	}
	x := b.num(e.Args[0])
	if k, ok := b.constant(e.Args[1]); ok && !b.covered(e.Args[1]) {
		if e.Args[0].Op == OpLocal && e.Op == OpEq {
			at := b.local(e.Args[0].I)
			return func(s *State) bool { return s.stack[int(s.base)+at] == k }
		}
		switch e.Op {
		case OpEq:
			return func(s *State) bool { return x(s) == k }
		case OpNe:
			return func(s *State) bool { return x(s) != k }
		case OpLt:
			return func(s *State) bool { return x(s) < k }
		case OpLe:
			return func(s *State) bool { return x(s) <= k }
		case OpGt:
			return func(s *State) bool { return x(s) > k }
		}
		return func(s *State) bool { return x(s) >= k }
	}
	y := b.num(e.Args[1])
	switch e.Op {
	case OpEq:
		return func(s *State) bool { return x(s) == y(s) }
	case OpNe:
		return func(s *State) bool { return x(s) != y(s) }
	case OpLt:
		return func(s *State) bool { return x(s) < y(s) }
	case OpLe:
		return func(s *State) bool { return x(s) <= y(s) }
	case OpGt:
		return func(s *State) bool { return x(s) > y(s) }
	}
	return func(s *State) bool { return x(s) >= y(s) }
}
