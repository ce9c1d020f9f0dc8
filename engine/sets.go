package engine

// This file compiles the operators of sets, orders, the map and comprehensions.

import (
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/load"
	"rulebound/engine/value"
)

func (b *builder) has(e *def.Expr) cond {
	x, y := b.num(e.Args[0]), b.num(e.Args[1])
	if e.Args[0].Type.Kind == def.KOrder {
		width := b.Def.SeatBits()
		return func(s *State) bool { return value.OrderIndex(x(s), y(s), width) >= 0 }
	}
	if k, ok := b.constant(e.Args[0]); ok {
		return func(s *State) bool { return value.Has(k, y(s)) }
	}
	return func(s *State) bool { return value.Has(x(s), y(s)) }
}

func (b *builder) setOp(e *def.Expr) num {
	fs := b.nums(e.Args)
	width := b.Def.SeatBits()
	var x, y num
	if len(fs) > 0 {
		x = fs[0]
	}
	if len(fs) > 1 {
		y = fs[1]
	}
	switch e.Op {
	case def.OpSetOf:
		switch len(fs) {
		case 1:
			return func(s *State) int64 { return value.Singleton(x(s)) }
		case 2:
			return func(s *State) int64 { return value.Singleton(x(s)) | value.Singleton(y(s)) }
		}
		return func(s *State) int64 {
			set := int64(0)
			for _, f := range fs {
				set |= value.Singleton(f(s))
			}
			return set
		}
	case def.OpSetRange:
		node, w, most := b.Node, b.words(e), b.Def.Holds()
		return func(s *State) int64 {
			lo, hi := x(s), y(s)
			if !value.IsRange(lo, hi, most) {
				s.fail(node, "%s", value.RangeFault(lo, hi, most))
			}
			if w == 1 {
				return value.Interval(lo, hi)
			}
			v, words := s.blank(w)
			value.Fill(words, lo, hi)
			return v
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
			return func(s *State) int64 { return value.OrderLen(x(s), width) }
		case def.KPile:
			return func(s *State) int64 { return int64(len(s.pile(x(s)))) }
		}
		return func(s *State) int64 { return value.Size(x(s)) }
	case def.OpThe:
		return func(s *State) int64 { return value.Least(x(s)) }
	case def.OpOnly:
		node, t := e.Node, e.Args[0].Type
		return func(s *State) int64 {
			v := x(s)
			if v&(v-1) != 0 {
				s.several(node, []int64{v}, t)
			}
			return value.Least(v)
		}
	case def.OpPosition:
		return func(s *State) int64 { return value.OrderIndex(x(s), y(s), width) }
	case def.OpTotal:
		node, seats := e.Node, len(b.Def.Seats)
		return func(s *State) int64 {
			v := x(s)
			if !value.IsTotal(v, seats, width) {
				s.fail(node, "total() needs an order that lists every seat")
			}
			return v
		}
	case def.OpInTurn:
		return func(s *State) int64 { return value.InTurn(x(s), y(s), width) }
	case def.OpStarting:
		return func(s *State) int64 { return value.Starting(x(s), y(s), width) }
	case def.OpReversed:
		return func(s *State) int64 { return value.Reversed(x(s), width) }
	case def.OpOrderAt:
		return func(s *State) int64 { return value.OrderAt(x(s), y(s), width) }
	}
	return b.mapOp(e, fs)
}

// mapOp compiles the operators of adjacency.
func (b *builder) mapOp(e *def.Expr, fs []num) num {
	g, x := &b.g.graph, fs[0]
	switch e.Op {
	case def.OpAdjacent:
		return func(s *State) int64 { return g.Adjacent(x(s)) }
	case def.OpAround:
		return func(s *State) int64 { return g.Neighbours(x(s)) }
	case def.OpFlood:
		y, w := fs[1], fs[2]
		return func(s *State) int64 { return g.Flood(x(s), y(s), w(s)) }
	case def.OpWithin:
		y := fs[1]
		return func(s *State) int64 { return g.Within(x(s), y(s)) }
	}
	if e.Op != def.OpDistance {
		b.unknown(e)
	}
	y := fs[1]
	return func(s *State) int64 { return g.Distance(x(s), y(s)) }
}

// loop is a compiled comprehension: its members and their condition.
type loop struct {
	from       num
	at         int                                           // bound slot of the member
	list       func(s *State, source, i int64) (int64, bool) // i-th member of an order or pile; nil for a set
	quick      narrow                                        // set: keeps the members that satisfy a part of the condition, nil: keeps all
	where      cond                                          // the rest of the condition, nil: none
	pile       bool                                          // the members are the cards of a pile
	filterSet  func(s *State) []int64                        // pile: the words of the set that where tests membership of, nil: where is another condition
	words      int                                           // of a wide set, for which list returns the least member from i on; else 1
	price      int64                                         // of the condition, in steps
	stopsEarly bool                                          // it ends at the first member that satisfies the condition
	short      bool                                          // stopsEarly, and other members must not be evaluated before
	faulty     bool                                          // where may be a fault
	number     int                                           // number among the loops out of which something is hoisted, 0: nothing is
}

// cursor is a position in a loop.
type cursor struct {
	set       int64 // remaining members; for a pile the index after its last card
	source, i int64
}

func listOrder(s *State, order, i int64) (int64, bool) {
	v := value.OrderAt(order, i, s.g.seatBits)
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
	return b.loopTo(loop{}, from, slot, where)
}

// loopTo is loopOver for a loop of a kind, which sets stopsEarly or short.
func (b *builder) loopTo(kind loop, from *def.Expr, slot int64, where *def.Expr) *loop {
	l := &kind
	l.from, l.at, l.price, l.words = b.num(from), b.slot(slot), b.price(where), b.words(from)
	if l.words > 1 {
		l.list = listWide(l.words)
	}
	switch from.Type.Kind {
	case def.KOrder:
		l.list = listOrder
	case def.KPile:
		l.list, l.pile = listPile, true
	}
	b.restrict(l, slot, where)
	return l
}

// restrict adds a condition, as far as possible in the form that narrows sets.
func (b *builder) restrict(l *loop, slot int64, where *def.Expr) {
	if where == nil {
		return
	}
	if k, ok := b.constant(where); ok && !b.covered(where) && k != 0 {
		return
	}
	if where.Op == def.OpAnd && !b.covered(where) {
		defer b.leave(b.enter(where))
		for _, a := range where.Args {
			b.restrict(l, slot, a)
		}
		return
	}
	if l.list == nil && b.inTurn(l, slot, where) {
		outer := b.stopsEarly
		b.stopsEarly = l.stopsEarly
		f, ok := b.candidates(where, slot)
		if b.stopsEarly = outer; ok {
			f = profiledSet(b, InCondition, where.Node, f)
			if old := l.quick; old != nil {
				l.quick = func(s *State, set int64) int64 { return f(s, old(s, set)) }
			} else {
				l.quick = f
			}
			return
		}
	}
	l.faulty = l.faulty || b.mayFault(where)
	var f cond
	b.inScope(l, func() { f = profiledCondition(b, where, b.cond(where)) }, slot)
	if l.list != nil && b.static(where, []int64{slot}) {
		f = b.remember(f, slot, max(len(b.Def.Cards), len(b.Def.Seats), min(l.words*def.WordBits, load.MaxCells)))
	}
	if old := l.where; old != nil {
		l.where, l.filterSet = func(s *State) bool { return old(s) && f(s) }, nil
		return
	}
	l.where = f
	if l.pile && b.runs(narrowing) && b.g.profile == nil && !b.covered(where) && where.Op == def.OpHas && isBound(where.Args[1], slot) {
		l.filterSet = b.keptWords(where.Args[0])
	}
}

// inTurn reports whether a condition may be evaluated for all members at once, before conditions that are evaluated for each member: a
// fault must not reveal the order.
func (b *builder) inTurn(l *loop, slot int64, where *def.Expr) bool {
	switch {
	case l.faulty:
		return false
	case l.where == nil && !l.short:
		return true
	}
	return b.static(where, []int64{slot}) || !b.mayFault(where)
}

// begin starts a loop.
func (l *loop) begin(s *State) cursor {
	c := cursor{source: l.from(s)}
	if l.number > 0 {
		l.run(s)
	}
	if l.pile && uint64(c.source) < uint64(len(s.pileSizes)) {
		c.i = int64(s.pileStart(c.source))
		c.set = c.i + int64(s.pileSizes[c.source])
	}
	if l.list == nil {
		c.set = c.source
		if l.quick != nil && c.set != 0 {
			s.spend(l.price)
			c.set = l.quick(s, c.set)
		}
	}
	return c
}

// next advances to the next member that satisfies the condition and leaves it in the bound slot.
func (l *loop) next(s *State, c *cursor) (int64, bool) {
	if l.list != nil {
		return l.nextListed(s, c)
	}
	for c.set != 0 {
		v := int64(bits.TrailingZeros64(uint64(c.set)))
		c.set &= c.set - 1
		s.bound[l.at] = v
		s.spend(l.price)
		if l.where == nil {
			return v, true
		}
		if l.where(s) {
			s.bound[l.at] = v
			return v, true
		}
	}
	return def.None, false
}

// nextListed is next for members that are not a set of one word.
func (l *loop) nextListed(s *State, c *cursor) (int64, bool) {
	for {
		v := int64(0)
		if l.pile {
			if c.i >= c.set {
				return def.None, false
			}
			v = int64(s.cards[c.i])
			c.i++
		} else {
			m, ok := l.list(s, c.source, c.i)
			if !ok {
				return def.None, false
			}
			v = m
			if c.i++; l.words > 1 {
				c.i = m + 1
			}
		}
		s.bound[l.at] = v
		s.spend(l.price)
		if l.where == nil {
			return v, true
		}
		if l.where(s) {
			s.bound[l.at] = v
			return v, true
		}
	}
}

// filterPile appends the cards of a pile that are in the set tested by the only condition of the loop.
func (l *loop) filterPile(s *State, c *cursor, to []int64) []int64 {
	s.spend(l.price * (c.set - c.i))
	in := l.filterSet(s)
	for _, card := range s.cards[c.i:c.set] {
		if v := int64(card); value.HasBit(in, v) {
			to = append(to, v)
		}
	}
	return to
}

func (b *builder) quantifier(e *def.Expr) cond {
	if e.Op == def.OpEvery {
		no := &def.Expr{Op: def.OpNot, Type: def.TBool, Args: e.Args[1:]}
		l := b.loopTo(loop{stopsEarly: true, short: true}, e.Args[0], e.I, no)
		return func(s *State) bool {
			c := l.begin(s)
			_, some := l.next(s, &c)
			return !some
		}
	}
	l := b.loopTo(loop{stopsEarly: true, short: true}, e.Args[0], e.I, e.Args[1])
	return func(s *State) bool {
		c := l.begin(s)
		_, some := l.next(s, &c)
		return some
	}
}

// ofMembers compiles the value that a comprehension evaluates for each member.
func (b *builder) ofMembers(e *def.Expr, l *loop) (value num) {
	b.inScope(l, func() { value = b.num(e.Args[2]) }, e.I)
	l.price += b.price(e.Args[2])
	return value
}

// ranked compiles a comprehension that sorts the seats of an order.
func (b *builder) ranked(e *def.Expr) num {
	l := b.loopTo(loop{}, e.Args[0], e.I, e.Args[1])
	of, most, width := b.ofMembers(e, l), e.Op == def.OpRankMost, b.g.seatBits
	return func(s *State) int64 {
		r, c := value.Ranking{Most: most}, l.begin(s)
		for v, ok := l.next(s, &c); ok; v, ok = l.next(s, &c) {
			r.Add(v, of(s))
		}
		return r.Order(width)
	}
}

func (b *builder) comprehension(e *def.Expr) num {
	first := e.Op == def.OpFirst
	l := b.loopTo(loop{stopsEarly: first, short: first}, e.Args[0], e.I, e.Args[1])
	plain := l.list == nil && l.where == nil
	switch e.Op {
	case def.OpFilter:
		if plain {
			return func(s *State) int64 { return l.begin(s).set }
		}
		return func(s *State) int64 {
			set, c := int64(0), l.begin(s)
			for v, ok := l.next(s, &c); ok; v, ok = l.next(s, &c) {
				set |= value.Singleton(v)
			}
			return set
		}
	case def.OpCount:
		if plain {
			return func(s *State) int64 { return value.Size(l.begin(s).set) }
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
	of, node := b.ofMembers(e, l), b.Node
	switch {
	case e.Op == def.OpSum && e.Type.Kind == def.KSet:
		return func(s *State) int64 {
			set, c := int64(0), l.begin(s)
			for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
				set |= of(s)
			}
			return set
		}
	case e.Op == def.OpSum:
		return func(s *State) int64 {
			sum, c := int64(0), l.begin(s)
			for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
				if sum, ok = value.Add(sum, of(s)); !ok {
					s.fail(node, "overflow")
				}
			}
			return sum
		}
	case e.Op != def.OpLeast && e.Op != def.OpMost && e.Op != def.OpToll:
		b.unknown(e)
	}
	other := func(*State) int64 { return def.None }
	if len(e.Args) > 3 {
		b.inScope(nil, func() { other = b.num(e.Args[3]) }, e.I)
	}
	most := e.Op == def.OpMost
	return func(s *State) int64 {
		c := l.begin(s)
		best, some := int64(0), false
		for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
			if v := of(s); !some || most && v > best || !most && v < best {
				best, some = v, true
			}
		}
		if !some {
			return other(s)
		}
		return best
	}
}
