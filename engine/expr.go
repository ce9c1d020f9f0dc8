package engine

// This file compiles expression trees to Go closures: the traversal, leaves, arithmetic and logic. A tree becomes a num or, where a truth
// value is needed, a cond; common shapes get specialised closures.

import (
	"rulebound/engine/def"
	"rulebound/engine/value"
)

type (
	num  func(*State) int64
	cond func(*State) bool
)

// spot is the place of the builder: the node of the rulebook and the expression.
type spot struct {
	node int32
	expr *def.Expr
}

// enter checks an expression, makes it the current spot and returns the previous spot, for leave.
func (b *builder) enter(e *def.Expr) (outer spot) {
	if e == nil {
		b.Fail("an operand is missing")
	}
	b.chargeLoading(1)
	b.depth++
	if b.depth > def.MaxNesting {
		b.Fail("an expression is nested more than %d deep", def.MaxNesting)
	}
	outer = spot{b.Node, b.Expr}
	b.Expr = e
	if e.Node != 0 {
		b.Node = e.Node
	}
	return outer
}

// leave undoes enter.
func (b *builder) leave(outer spot) {
	b.depth--
	b.Node, b.Expr = outer.node, outer.expr
}

// watched reports whether coverage counts the runs of a function in e, so that e must be evaluated even if its value is known.
func (b *builder) watched(e *def.Expr) bool { return b.g.cover != nil && calls(e) }

// covered reports whether coverage records the outcomes of e.
func (b *builder) covered(e *def.Expr) bool {
	return b.g.cover != nil && e.Node != 0 && e.Type.Kind == def.KBool
}

// constant returns the value of an expression that does not depend on the state.
func (b *builder) constant(e *def.Expr) (int64, bool) {
	if e == nil {
		return 0, false
	}
	switch e.Op {
	case def.OpConst:
		if !b.g.fits(e.I, e.Type, 0) {
			b.Fail("the constant %d is not a value of its kind", e.I)
		}
		return e.I, true
	case def.OpOption:
		b.Index("option", e.I, len(b.Def.Options))
		return value.Option(&b.Def.Options[e.I], b.g.options[e.I]), true
	case def.OpBound, def.OpLocal, def.OpCell:
		return 0, false
	}
	if !b.static(e, nil) || b.tried[e] {
		return 0, false
	}
	defer b.leave(b.enter(e))
	b.probe.temp = b.probe.temp[:0]
	v, ok := b.try(b.numOf(e))
	if !ok {
		b.tried[e] = true
	} else if b.words(e) > 1 {
		v = b.fixed(e, v)
	}
	return v, ok
}

// try evaluates a static expression at load; if it is a fault, it returns false, so that the fault occurs in play.
func (b *builder) try(f num) (v int64, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, fault := r.(*Fault); !fault {
				panic(r)
			}
			v, ok = 0, false
		}
	}()
	given := min(b.ahead, 1<<16)
	b.probe.fuel = given
	defer func() { b.ahead -= given - max(b.probe.fuel, 0) }()
	return f(b.probe), true
}

// num compiles an expression to a function that returns its value.
func (b *builder) num(e *def.Expr) num {
	defer b.leave(b.enter(e))
	if !b.watched(e) {
		if v, ok := b.constant(e); ok && !b.covered(e) {
			return b.leaves.constant(v)
		}
	}
	if f, ok := b.hoisted(e); ok {
		return f
	}
	return b.numOf(e)
}

// cond compiles an expression to a function that reports whether its value is not 0.
func (b *builder) cond(e *def.Expr) cond {
	defer b.leave(b.enter(e))
	if !b.watched(e) {
		if v, ok := b.constant(e); ok && !b.covered(e) {
			if v != 0 {
				return always
			}
			return never
		}
	}
	if f, ok := b.hoisted(e); ok {
		return func(s *State) bool { return f(s) != 0 }
	}
	f := b.condOf(e)
	if !b.covered(e) {
		return f
	}
	rec, node := b.g.cover, e.Node
	return func(s *State) bool { return rec.outcome(node, f(s)) }
}

func (b *builder) numOf(e *def.Expr) num {
	if !b.wide || e.Op.Row().Truth {
		return b.plainNum(e)
	}
	f := b.wideNum(e)
	if f == nil {
		f = b.plainNum(e)
	}
	if b.words(e) == 1 && b.takesWide(e) {
		return released(f)
	}
	return f
}

// plainNum is numOf for operators that need no special case for wide sets.
func (b *builder) plainNum(e *def.Expr) num {
	if e.Op.Row().Truth {
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
	case e.Op == def.OpElement:
		return b.element(e)
	case e.Op == def.OpPlace, e.Op == def.OpTrackAt:
		return b.indexed(e)
	case e.Op == def.OpDigest:
		return b.digestOf(e)
	case e.Op == def.OpPath:
		return b.longestPath(e)
	case e.Op == def.OpReachable, e.Op == def.OpPathCost:
		return b.cheapest(e)
	case e.Op == def.OpToll:
		return b.comprehension(e)
	case e.Op == def.OpRankMost, e.Op == def.OpRankLeast:
		return b.ranked(e)
	case e.Op == def.OpInTurn, e.Op == def.OpReversed, e.Op == def.OpStarting:
		return b.setOp(e)
	case e.Op >= def.OpStep:
		return b.along(e)
	case e.Op >= def.OpPower:
		return b.gather(e)
	case e.Op <= def.OpTable:
		return b.leaf(e)
	case e.Op <= def.OpLet:
		return b.arithmetic(e)
	case e.Op <= def.OpDistance:
		return b.setOp(e)
	case e.Op <= def.OpMost:
		return b.comprehension(e)
	case e.Op <= def.OpHome, e.Op == def.OpTypeOf, e.Op == def.OpHomeIn:
		return b.pieceOp(e)
	case e.Op <= def.OpPileOf:
		return b.cardOp(e)
	}
	return b.ruleOp(e)
}

func (b *builder) condOf(e *def.Expr) cond {
	if !b.wide {
		return b.plainCond(e)
	}
	if f := b.hasKept(e); f != nil {
		return f
	}
	f := b.wideCond(e)
	if f == nil {
		f = b.plainCond(e)
	}
	if b.takesWide(e) {
		return releasedCond(f)
	}
	return f
}

// plainCond is condOf for operators that need no special case for wide sets.
func (b *builder) plainCond(e *def.Expr) cond {
	switch e.Op {
	case def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe:
		return b.comparison(e)
	case def.OpAnd, def.OpOr:
		return b.connective(e)
	case def.OpNot:
		f := b.cond(e.Args[0])
		return func(s *State) bool { return !f(s) }
	case def.OpIf:
		c, x, y := b.cond(e.Args[0]), b.cond(e.Args[1]), b.cond(e.Args[2])
		if n := b.g.rivals.number(e); n > 0 {
			return contest(b.g.rivals, n, x, y)
		}
		return func(s *State) bool {
			if c(s) {
				return x(s)
			}
			return y(s)
		}
	case def.OpHas:
		return b.has(e)
	case def.OpCall:
		return b.calledFor(e)
	case def.OpSubsetOf:
		x, y := b.num(e.Args[0]), b.num(e.Args[1])
		return func(s *State) bool { return x(s)&^y(s) == 0 }
	case def.OpAny, def.OpEvery:
		return b.quantifier(e)
	case def.OpHookAllow:
		return b.hookAllow(e)
	case def.OpPossible:
		return b.possible(e)
	case def.OpPossibleDyn:
		return b.possibleDyn(e)
	case def.OpAhead:
		return b.satisfiableCall(e)
	case def.OpRecurred:
		return b.recurred(e)
	}
	f := b.numOf(e)
	return func(s *State) bool { return f(s) != 0 }
}

// slot checks a bound slot.
func (b *builder) slot(i int64) int {
	b.Index("bound slot", i, int(b.Def.Scratch))
	return small(i)
}

// local checks a local slot and returns its position in the frame.
func (b *builder) local(i int64) int {
	b.Index("local slot", i, int(b.frame))
	return small(i) + frameHead
}

func (b *builder) leaf(e *def.Expr) num {
	i := e.I
	switch e.Op {
	case def.OpConst:
		return b.leaves.constant(i)
	case def.OpOption:
		v := value.Option(&b.Def.Options[i], b.g.options[i])
		return b.leaves.constant(v)
	case def.OpLocal:
		return leafAt(&b.leaves.locals, b.local(i), readLocal)
	case def.OpBound:
		return leafAt(&b.leaves.bound, b.slot(i), readBound)
	case def.OpCell:
		return func(s *State) int64 { return s.cells[i] }
	case def.OpCellAt:
		n, no := b.group(i), value.Zero(e.Type)
		if v, ok := b.constant(e.Args[0]); ok {
			if uint64(v) >= uint64(n) {
				return func(*State) int64 { return no }
			}
			v += i
			return func(s *State) int64 { return s.cells[v] }
		}
		switch e.Args[0].Op {
		case def.OpBound:
			at := b.slot(e.Args[0].I)
			return func(s *State) int64 {
				if v := s.bound[at]; uint64(v) < uint64(n) {
					return s.cells[i+v]
				}
				return no
			}
		case def.OpLocal:
			at := b.local(e.Args[0].I)
			return func(s *State) int64 {
				if v := s.stack[int(s.base)+at]; uint64(v) < uint64(n) {
					return s.cells[i+v]
				}
				return no
			}
		}
		f := b.num(e.Args[0])
		return func(s *State) int64 {
			if v := f(s); uint64(v) < uint64(n) {
				return s.cells[i+v]
			}
			return no
		}
	case def.OpCellOf:
		f := b.num(e.Args[0])
		return func(s *State) int64 {
			if v := f(s); uint64(v) < uint64(len(s.cells)) {
				return s.cells[v]
			}
			return 0
		}
	}
	if e.Op != def.OpTable {
		b.unknown(e)
	}
	b.Index("lookup", i, len(b.Def.Lookups))
	table, f, no := b.Def.Lookups[i].Values, b.num(e.Args[0]), value.Zero(b.Def.Lookups[i].Type)
	switch e.Args[0].Op {
	case def.OpBound:
		at := b.slot(e.Args[0].I)
		return func(s *State) int64 {
			if v := s.bound[at]; uint64(v) < uint64(len(table)) {
				return table[v]
			}
			return no
		}
	case def.OpLocal:
		at := b.local(e.Args[0].I)
		return func(s *State) int64 {
			if v := s.stack[int(s.base)+at]; uint64(v) < uint64(len(table)) {
				return table[v]
			}
			return no
		}
	}
	return func(s *State) int64 {
		if v := f(s); uint64(v) < uint64(len(table)) {
			return table[v]
		}
		return no
	}
}

// unknown ends loading because the machine cannot evaluate the operator.
func (b *builder) unknown(e *def.Expr) { b.Fail("the machine cannot compute %s", e.Op.Row().Name) }

// group returns the number of cells of the variable that begins at a cell.
func (b *builder) group(base int64) int64 {
	c := b.g.cell[base]
	if c.v < 0 || c.index != 0 || c.word != 0 {
		b.Fail("no variable begins at cell %d", base)
	}
	return int64(b.Def.Vars[c.v].Len)
}

// indexed compiles the index of a value within a variable.
func (b *builder) indexed(e *def.Expr) num {
	x := b.num(e.Args[0])
	if e.Op == def.OpPlace {
		y, n := b.num(e.Args[1]), e.I
		return func(s *State) int64 {
			owner := x(s)
			return value.Place(owner, y(s), n)
		}
	}
	base, n := e.I, b.group(e.I)
	return func(s *State) int64 {
		if at := x(s); uint64(at) < uint64(n) {
			return base + at
		}
		return def.None
	}
}

func (b *builder) arithmetic(e *def.Expr) num {
	node := b.Node
	switch e.Op {
	case def.OpNeg:
		f := b.num(e.Args[0])
		return func(s *State) int64 {
			r, ok := value.Neg(f(s))
			if !ok {
				s.fail(node, "overflow")
			}
			return r
		}
	case def.OpMin, def.OpMax:
		return b.extreme(e)
	case def.OpIf:
		c, x, y := b.cond(e.Args[0]), b.num(e.Args[1]), b.num(e.Args[2])
		if n := b.g.rivals.number(e); n > 0 {
			return contest(b.g.rivals, n, x, y)
		}
		return func(s *State) int64 {
			if c(s) {
				return x(s)
			}
			return y(s)
		}
	case def.OpLet:
		at, x, y := b.slot(e.I), b.num(e.Args[0]), num(nil)
		b.inScope(nil, func() { y = b.num(e.Args[1]) }, e.I)
		return func(s *State) int64 {
			s.bound[at] = x(s)
			return y(s)
		}
	}
	x, y := b.num(e.Args[0]), b.num(e.Args[1])
	switch e.Op {
	case def.OpAdd:
		return func(s *State) int64 {
			r, ok := value.Add(x(s), y(s))
			if !ok {
				s.fail(node, "overflow")
			}
			return r
		}
	case def.OpSub:
		return func(s *State) int64 {
			r, ok := value.Sub(x(s), y(s))
			if !ok {
				s.fail(node, "overflow")
			}
			return r
		}
	case def.OpMul:
		return func(s *State) int64 {
			r, ok := value.Mul(x(s), y(s))
			if !ok {
				s.fail(node, "overflow")
			}
			return r
		}
	}
	divide, ok := map[def.Op]func(p, q int64) (int64, bool){def.OpFloorDiv: value.FloorDiv, def.OpCeilDiv: value.CeilDiv, def.OpMod: value.Mod}[e.Op]
	if !ok {
		b.unknown(e)
	}
	return func(s *State) int64 {
		p, q := x(s), y(s)
		r, ok := divide(p, q)
		if !ok {
			s.fail(node, "%s", value.DivFault(q))
		}
		return r
	}
}

func (b *builder) extreme(e *def.Expr) num {
	sign := e.Op == def.OpMax
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

func (b *builder) nums(list []*def.Expr) []num {
	fs := make([]num, len(list))
	for i, e := range list {
		fs[i] = b.num(e)
	}
	return fs
}

func (b *builder) connective(e *def.Expr) cond {
	fs := make([]cond, len(e.Args))
	for i, a := range e.Args {
		fs[i] = b.cond(a)
	}
	and := e.Op == def.OpAnd
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

func (b *builder) comparison(e *def.Expr) cond {
	x := b.num(e.Args[0])
	if k, ok := b.constant(e.Args[1]); ok && !b.covered(e.Args[1]) {
		if e.Args[0].Op == def.OpLocal && e.Op == def.OpEq {
			at := b.local(e.Args[0].I)
			return func(s *State) bool { return s.stack[int(s.base)+at] == k }
		}
		switch e.Op {
		case def.OpEq:
			return func(s *State) bool { return x(s) == k }
		case def.OpNe:
			return func(s *State) bool { return x(s) != k }
		case def.OpLt:
			return func(s *State) bool { return x(s) < k }
		case def.OpLe:
			return func(s *State) bool { return x(s) <= k }
		case def.OpGt:
			return func(s *State) bool { return x(s) > k }
		}
		return func(s *State) bool { return x(s) >= k }
	}
	y := b.num(e.Args[1])
	switch e.Op {
	case def.OpEq:
		return func(s *State) bool { return x(s) == y(s) }
	case def.OpNe:
		return func(s *State) bool { return x(s) != y(s) }
	case def.OpLt:
		return func(s *State) bool { return x(s) < y(s) }
	case def.OpLe:
		return func(s *State) bool { return x(s) <= y(s) }
	case def.OpGt:
		return func(s *State) bool { return x(s) > y(s) }
	}
	return func(s *State) bool { return x(s) >= y(s) }
}
