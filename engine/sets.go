package engine

// This file compiles the operators of sets, orders, the map and comprehensions.

import (
	"math/bits"

	"rulebound/engine/def"
)

// emptyOrder is the order without seats: every byte 0xff.
const emptyOrder int64 = -1

// orderAt returns the seat at index i of an order, None past the end.
func orderAt(order, i int64) int64 {
	if i < 0 || i > 7 {
		return def.None
	}
	if v := order >> uint(8*i) & 0xff; v != 0xff {
		return v
	}
	return def.None
}

// position returns the index of a seat in an order, -1 if it is not in it.
func position(order, seat int64) int64 {
	for i := int64(0); i < 8; i++ {
		v := orderAt(order, i)
		if v == def.None {
			break
		}
		if v == seat {
			return i
		}
	}
	return -1
}

// dropFirst returns an order without its first seat.
func dropFirst(order int64) int64 { return int64(uint64(order)>>8 | 0xff<<56) }

func size(set int64) int64 { return int64(bits.OnesCount64(uint64(set))) }

// lowest returns the lowest member of a set, None if it is empty.
func lowest(set int64) int64 {
	if set == 0 {
		return def.None
	}
	return int64(bits.TrailingZeros64(uint64(set)))
}

func inSet(set, v int64) bool { return uint64(v) < 64 && uint64(set)>>uint(v)&1 != 0 }

func single(v int64) int64 {
	if uint64(v) < 64 {
		return 1 << uint(v)
	}
	return 0
}

func (b *builder) has(e *def.Expr) cond {
	x, y := b.num(e.Args[0]), b.num(e.Args[1])
	if e.Args[0].Type.Kind == def.KOrder {
		return func(s *State) bool { return position(x(s), y(s)) >= 0 }
	}
	if k, ok := b.constant(e.Args[0]); ok {
		return func(s *State) bool { return inSet(k, y(s)) }
	}
	return func(s *State) bool { return inSet(x(s), y(s)) }
}

func (b *builder) setOp(e *def.Expr) num {
	fs := b.nums(e.Args)
	var x, y num
	if len(fs) > 0 {
		x = fs[0]
	}
	if len(fs) > 1 {
		y = fs[1]
	}
	switch e.Op {
	case def.OpSetOf:
		return func(s *State) int64 {
			set := int64(0)
			for _, f := range fs {
				set |= single(f(s))
			}
			return set
		}
	case def.OpSetRange:
		return func(s *State) int64 {
			lo, hi := max(x(s), 0), min(y(s), 63)
			if lo > hi {
				return 0
			}
			return int64(mask(int(hi+1)) &^ mask(int(lo)))
		}
	case def.OpUnion:
		return func(s *State) int64 { return x(s) | y(s) }
	case def.OpInter:
		return func(s *State) int64 { return x(s) & y(s) }
	case def.OpDiff:
		return func(s *State) int64 { return x(s) &^ y(s) }
	case def.OpSize:
		switch e.Args[0].Type.Kind {
		case def.KOrder:
			return func(s *State) int64 {
				order, n := x(s), int64(0)
				for orderAt(order, n) != def.None {
					n++
				}
				return n
			}
		case def.KPile:
			return func(s *State) int64 { return int64(len(s.pile(x(s)))) }
		}
		return func(s *State) int64 { return size(x(s)) }
	case def.OpThe:
		return func(s *State) int64 { return lowest(x(s)) }
	case def.OpPosition:
		return func(s *State) int64 { return position(x(s), y(s)) }
	case def.OpOrderAt:
		return func(s *State) int64 { return orderAt(x(s), y(s)) }
	}
	return b.mapOp(e, fs)
}

// mapOp compiles the operators of adjacency.
func (b *builder) mapOp(e *def.Expr, fs []num) num {
	g, x := b.g, fs[0]
	switch e.Op {
	case def.OpAdjacent:
		return func(s *State) int64 {
			if z := x(s); uint64(z) < uint64(len(g.around)) {
				return g.around[z]
			}
			return 0
		}
	case def.OpAround:
		return func(s *State) int64 { return g.neighbours(x(s)) }
	case def.OpFlood:
		y, w := fs[1], fs[2]
		return func(s *State) int64 {
			start, through, steps := single(x(s)), y(s), w(s)
			return g.spread(start, through, steps, steps == 0) &^ start
		}
	case def.OpWithin:
		y := fs[1]
		return func(s *State) int64 { return g.spread(single(x(s))&int64(g.allZones), -1, y(s), false) }
	}
	y := fs[1]
	return func(s *State) int64 { // OpDistance
		from, to := single(x(s))&int64(g.allZones), single(y(s))&int64(g.allZones)
		if from == 0 || to == 0 {
			return -1
		}
		for d := int64(0); ; d++ {
			if from&to != 0 {
				return d
			}
			wider := from | g.neighbours(from)
			if wider == from {
				return -1
			}
			from = wider
		}
	}
}

// neighbours returns the zones adjacent to a zone of a set.
func (g *Game) neighbours(set int64) int64 {
	out := int64(0)
	for m := uint64(set) & g.allZones; m != 0; m &= m - 1 {
		out |= g.around[bits.TrailingZeros64(m)]
	}
	return out
}

// spread returns a set with everything reached from it by at most so many steps into zones of through.
func (g *Game) spread(set, through, steps int64, any bool) int64 {
	edge := set
	for n := int64(0); edge != 0 && (any || n < steps); n++ {
		edge = g.neighbours(edge) & through &^ set
		set |= edge
	}
	return set
}

// loop is a compiled comprehension: its members and the conditions they must meet.
type loop struct {
	from  num
	at    int                                           // bound slot of the member
	list  func(s *State, source, i int64) (int64, bool) // i-th member of an order or pile; nil for a set
	quick narrow                                        // set: the members that can hold, nil: all
	where cond                                          // what quick does not say, nil: nothing
}

// cursor is a position in a loop.
type cursor struct {
	set       int64 // members left
	source, i int64
}

func listOrder(_ *State, order, i int64) (int64, bool) {
	v := orderAt(order, i)
	return v, v != def.None
}

func listPile(s *State, pile, i int64) (int64, bool) {
	if p := s.pile(pile); i < int64(len(p)) {
		return int64(p[i]), true
	}
	return def.None, false
}

// loopOver compiles source and condition of a comprehension or a domain.
func (b *builder) loopOver(from *def.Expr, slot int64, where *def.Expr) *loop {
	l := &loop{from: b.num(from), at: b.slot(slot)}
	switch from.Type.Kind {
	case def.KOrder:
		l.list = listOrder
	case def.KPile:
		l.list = listPile
	}
	b.restrict(l, slot, where)
	return l
}

// restrict adds a condition, as far as possible as a set.
func (b *builder) restrict(l *loop, slot int64, where *def.Expr) {
	if where == nil {
		return
	}
	if k, ok := b.constant(where); ok && !b.covered(where) && k != 0 {
		return
	}
	if where.Op == def.OpAnd && !b.covered(where) {
		for _, a := range where.Args {
			b.restrict(l, slot, a)
		}
		return
	}
	if l.list == nil && (l.where == nil || !b.divides(where)) {
		if f, ok := b.candidates(where, slot); ok {
			if old := l.quick; old != nil {
				l.quick = func(s *State, set int64) int64 { return f(s, old(s, set)) }
			} else {
				l.quick = f
			}
			return
		}
	}
	f := b.cond(where)
	if l.list != nil && b.static(where, []int64{slot}) {
		f = b.remember(f, slot, max(len(b.def.Cards), len(b.def.Seats)))
	}
	if old := l.where; old != nil {
		l.where = func(s *State) bool { return old(s) && f(s) }
	} else {
		l.where = f
	}
}

// begin starts a loop.
func (l *loop) begin(s *State) cursor {
	c := cursor{source: l.from(s)}
	if l.list == nil {
		c.set = c.source
		if l.quick != nil && c.set != 0 {
			c.set = l.quick(s, c.set)
		}
	}
	return c
}

// next moves to the next member that meets the condition and leaves it in the bound slot.
func (l *loop) next(s *State, c *cursor) (int64, bool) {
	for {
		v := int64(0)
		if l.list != nil {
			m, ok := l.list(s, c.source, c.i)
			if !ok {
				return def.None, false
			}
			v = m
			c.i++
		} else {
			if c.set == 0 {
				return def.None, false
			}
			v = int64(bits.TrailingZeros64(uint64(c.set)))
			c.set &= c.set - 1
		}
		s.bound[l.at] = v
		if l.where == nil {
			return v, true
		}
		s.spend(1)
		if l.where(s) {
			s.bound[l.at] = v
			return v, true
		}
	}
}

func (b *builder) quantifier(e *def.Expr) cond {
	if e.Op == def.OpEvery {
		no := &def.Expr{Op: def.OpNot, Type: def.Type{Kind: def.KBool}, Args: e.Args[1:]}
		l := b.loopOver(e.Args[0], e.I, no)
		return func(s *State) bool {
			c := l.begin(s)
			_, some := l.next(s, &c)
			return !some
		}
	}
	l := b.loopOver(e.Args[0], e.I, e.Args[1])
	return func(s *State) bool {
		c := l.begin(s)
		_, some := l.next(s, &c)
		return some
	}
}

// inhabited recognises "the set has a member" and "it has none", which can often be told before the whole set is known.
func (b *builder) inhabited(e *def.Expr) (cond, bool) {
	if e.Args[0].Op != def.OpSize || e.Args[0].Args[0].Type.Kind != def.KSet || b.g.cover != nil {
		return nil, false
	}
	k, ok := b.constant(e.Args[1])
	if !ok {
		return nil, false
	}
	some := e.Op == def.OpGt && k == 0 || e.Op == def.OpNe && k == 0 || e.Op == def.OpGe && k == 1
	none := e.Op == def.OpEq && k == 0 || e.Op == def.OpLe && k == 0 || e.Op == def.OpLt && k == 1
	if !some && !none {
		return nil, false
	}
	f, ok := b.some(e.Args[0].Args[0])
	if !ok || some {
		return f, ok
	}
	return func(s *State) bool { return !f(s) }, true
}

// some tells whether a set has a member. The second result is false if that takes the whole set.
func (b *builder) some(e *def.Expr) (cond, bool) {
	switch e.Op {
	case def.OpFilter:
		l := b.loopOver(e.Args[0], e.I, e.Args[1])
		return func(s *State) bool {
			c := l.begin(s)
			_, ok := l.next(s, &c)
			return ok
		}, true
	case def.OpCall:
		b.index("function", e.I, len(b.def.Functions))
		if b.inlined >= maxInlined {
			return nil, false
		}
		b.inlined++
		frame, node := b.frame, b.node
		b.frame = 0
		f, ok := b.some(b.def.Functions[e.I].Body)
		b.frame, b.node = frame, node
		if !ok {
			return nil, false
		}
		_, bind := b.call(e)
		return func(s *State) bool { bind(s); return f(s) }, true
	}
	return nil, false
}

func (b *builder) comprehension(e *def.Expr) num {
	l := b.loopOver(e.Args[0], e.I, e.Args[1])
	plain := l.list == nil && l.where == nil
	switch e.Op {
	case def.OpFilter:
		if plain {
			return func(s *State) int64 { return l.begin(s).set }
		}
		return func(s *State) int64 {
			set, c := int64(0), l.begin(s)
			for v, ok := l.next(s, &c); ok; v, ok = l.next(s, &c) {
				set |= single(v)
			}
			return set
		}
	case def.OpCount:
		if plain {
			return func(s *State) int64 { return size(l.begin(s).set) }
		}
		return func(s *State) int64 {
			n, c := int64(0), l.begin(s)
			for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
				n++
			}
			return n
		}
	case def.OpFirst:
		return func(s *State) int64 {
			c := l.begin(s)
			v, _ := l.next(s, &c)
			return v
		}
	}
	value, node := b.num(e.Args[2]), b.node
	if e.Op == def.OpSum {
		return func(s *State) int64 {
			sum, c := int64(0), l.begin(s)
			for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
				v := value(s)
				if r := sum + v; (r > sum) != (v > 0) {
					s.fail(node, "overflow")
				}
				sum += v
			}
			return sum
		}
	}
	other := func(*State) int64 { return def.None }
	if len(e.Args) > 3 {
		other = b.num(e.Args[3])
	}
	most := e.Op == def.OpMost
	return func(s *State) int64 {
		c := l.begin(s)
		best, some := int64(0), false
		for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
			if v := value(s); !some || most && v > best || !most && v < best {
				best, some = v, true
			}
		}
		if !some {
			return other(s)
		}
		return best
	}
}
