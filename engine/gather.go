package engine

// This file compiles powers, first and last members of sets, the cyclic successor, and values of members.

import (
	"rulebound/engine/def"
	"rulebound/engine/value"
)

// element compiles the conversion of a number to a member of a set, which checks its range.
func (b *builder) element(e *def.Expr) num {
	x, node, most := b.num(e.Args[0]), b.Node, b.Def.Holds()
	if len(e.Args) > 2 {
		lo, hi := b.num(e.Args[1]), b.num(e.Args[2])
		return func(s *State) int64 {
			v, first, last := x(s), lo(s), hi(s)
			at, ok := value.Position(v, first, last)
			if !ok {
				s.fail(node, "%s", value.PositionFault(v, first, last))
			}
			return at
		}
	}
	return func(s *State) int64 {
		v := x(s)
		if !value.IsElement(v, most) {
			s.fail(node, "%s", value.RangeFault(v, v, most))
		}
		return v
	}
}

// gather compiles the operators of this file.
func (b *builder) gather(e *def.Expr) num {
	w := b.words(e)
	switch e.Op {
	case def.OpPower:
		x, y, node := b.num(e.Args[0]), b.num(e.Args[1]), b.Node
		return func(s *State) int64 {
			p, q := x(s), y(s)
			r, ok := value.Pow(p, q)
			if !ok {
				s.fail(node, "%s", value.PowFault(q))
			}
			return r
		}
	case def.OpNext:
		x, y, n := b.num(e.Args[0]), b.num(e.Args[1]), b.words(e.Args[0])
		if n == 1 {
			return func(s *State) int64 { return value.Next(x(s), y(s)) }
		}
		return func(s *State) int64 {
			set := x(s)
			v := y(s)
			return value.NextCyclic(s.bitsOf(set, n), v)
		}
	case def.OpHighest, def.OpLowest:
		x, y, last := b.num(e.Args[0]), b.num(e.Args[1]), e.Op == def.OpHighest
		switch {
		case w > 1:
			b.agree(w, e.Args[0])
			return func(s *State) int64 {
				set, n := x(s), y(s)
				v, words := s.copyOf(set, w)
				value.KeepN(words, n, last)
				return v
			}
		case last:
			return func(s *State) int64 { return value.LastN(x(s), y(s)) }
		}
		return func(s *State) int64 { return value.FirstN(x(s), y(s)) }
	}
	if e.Op == def.OpConsecutive {
		x, y := b.num(e.Args[0]), b.num(e.Args[1])
		if w == 1 {
			return func(s *State) int64 { return value.RunEnds(x(s), y(s)) }
		}
		b.agree(w, e.Args[0])
		return func(s *State) int64 {
			set, n := x(s), y(s)
			v, words := s.copyOf(set, w)
			value.KeepRunEnds(words, n)
			return v
		}
	}
	if e.Op != def.OpRepeated {
		b.unknown(e)
	}
	return b.repeated(e, w)
}

func (b *builder) repeated(e *def.Expr, w int) num {
	l := b.loopOver(e.Args[0], e.I, e.Args[1])
	of, often := b.ofMembers(e, l), num(nil)
	b.inScope(nil, func() { often = b.num(e.Args[3]) }, e.I)
	if w == 1 {
		return func(s *State) int64 {
			t := value.Tally{Often: max(often(s), 1)}
			c := l.begin(s)
			for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
				t.Add(of(s))
			}
			return t.Set
		}
	}
	return func(s *State) int64 {
		v, _ := s.blank(w)
		counted := value.NewWideTally(w, often(s))
		c := l.begin(s)
		for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
			if m := of(s); counted.Completes(m) {
				value.SetBit(s.bitsOf(v, w), m)
			}
		}
		return v
	}
}
