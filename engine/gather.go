package engine

// This file computes powers, the ends of sets, the member that comes next in a ring, and the values that members have.

import (
	"fmt"
	"math/bits"

	"rulebound/engine/def"
)

// power raises p to the power of q; false if q is negative or the result does not fit.
func power(p, q int64) (r int64, ok bool) {
	if q < 0 {
		return 0, false
	}
	if p == 2 && q < 63 {
		return 1 << uint(q), true
	}
	r = 1
	for ; q > 0; q >>= 1 {
		if q&1 == 1 {
			if r, ok = mul(r, p); !ok {
				return 0, false
			}
		}
		if q > 1 {
			if p, ok = mul(p, p); !ok {
				return 0, false
			}
		}
	}
	return r, true
}

// unraisable says why q is no exponent, or the power does not fit.
func unraisable(q int64) string {
	if q < 0 {
		return "a power with a negative exponent is no whole number"
	}
	return "overflow"
}

// isElement reports whether a set of numbers holds v.
func isElement(v int64) bool { return uint64(v) < def.WordBits }

// isRange reports whether a set holds all of the numbers lo..hi, of which there may be none.
func isRange(lo, hi int64) bool { return lo > hi || isElement(lo) && isElement(hi) }

// unheld says which of the numbers lo and hi no set holds.
func unheld(lo, hi int64) string {
	if isElement(lo) {
		lo = hi
	}
	return fmt.Sprintf("a set of numbers holds 0 to %d, not %d", def.WordBits-1, lo)
}

// element compiles the number that becomes a member of a set.
func (b *builder) element(e *def.Expr) num {
	x, node := b.num(e.Args[0]), b.node
	return func(s *State) int64 {
		v := x(s)
		if !isElement(v) {
			s.fail(node, "%s", unheld(v, v))
		}
		return v
	}
}

// following is the member of a set that comes after v, the first one after the last; None of the empty set.
func following(set, v int64) int64 {
	if v >= -1 && v < 63 {
		if later := set >> uint(v+1) << uint(v+1); later != 0 {
			return lowest(later)
		}
	}
	return lowest(set)
}

func followingOf(set []int64, v int64) int64 {
	if later := nextBit(set, v+1); later != def.None {
		return later
	}
	return nextBit(set, 0)
}

// lowEnd is the set of the n first members of a set, highEnd that of the n last.
func lowEnd(set, n int64) int64 {
	rest := set
	for ; n > 0 && rest != 0; n-- {
		rest &= rest - 1
	}
	return set &^ rest
}

func highEnd(set, n int64) int64 {
	rest := set
	for ; n > 0 && rest != 0; n-- {
		rest &^= 1 << (63 - bits.LeadingZeros64(uint64(rest)))
	}
	return set &^ rest
}

// keepEnd leaves in words the n first or the n last members.
func keepEnd(words []int64, n int64, last bool) {
	for k := range words {
		i := k
		if last {
			i = len(words) - 1 - k
		}
		if last {
			words[i] = highEnd(words[i], n)
		} else {
			words[i] = lowEnd(words[i], n)
		}
		n = max(0, n-size(words[i]))
	}
}

// endRows keeps of words the members at which n members in a row end: those that have the n-1 before them beside them.
func endRows(words []int64, n int64) {
	for ; n > 1; n-- {
		before, some := int64(0), int64(0) // the last bit of the word before
		for i, w := range words {
			shifted := w<<1 | before
			before = int64(uint64(w) >> 63)
			words[i] = w & shifted
			some |= words[i]
		}
		if some == 0 {
			return
		}
	}
}

// endRow is endRows of one word.
func endRow(set, n int64) int64 {
	for ; n > 1 && set != 0; n-- {
		set &= set << 1
	}
	return set
}

// tally counts how often values come, to find those that come a number of times.
type tally struct {
	seen  [64]int32
	often int64
	set   int64
}

func (t *tally) add(v int64) {
	if uint64(v) >= 64 {
		return
	}
	if t.seen[v]++; int64(t.seen[v]) == t.often {
		t.set |= 1 << uint(v)
	}
}

// census is tally for a wide set: it tells which value completes its number, and leaves the set to whoever asks.
type census struct {
	seen  []int32 // nil where once is enough
	often int64
}

func newCensus(words int, often int64) census {
	c := census{often: max(often, 1)}
	if c.often > 1 {
		c.seen = make([]int32, words*def.WordBits)
	}
	return c
}

// completes counts v, and reports whether it has come as often as it must.
func (c *census) completes(v int64) bool {
	if c.seen == nil {
		return true
	}
	if uint64(v) >= uint64(len(c.seen)) {
		return false
	}
	c.seen[v]++
	return int64(c.seen[v]) == c.often
}

// gather compiles the operators of this file.
func (b *builder) gather(e *def.Expr) num {
	w := b.words(e)
	switch e.Op {
	case def.OpPower:
		x, y, node := b.num(e.Args[0]), b.num(e.Args[1]), b.node
		return func(s *State) int64 {
			p, q := x(s), y(s)
			r, ok := power(p, q)
			if !ok {
				s.fail(node, "%s", unraisable(q))
			}
			return r
		}
	case def.OpNext:
		x, y, n := b.num(e.Args[0]), b.num(e.Args[1]), b.words(e.Args[0])
		if n == 1 {
			return func(s *State) int64 { return following(x(s), y(s)) }
		}
		return func(s *State) int64 {
			set := x(s)
			v := y(s)
			return followingOf(s.bitsOf(set, n), v)
		}
	case def.OpHighest, def.OpLowest:
		x, y, last := b.num(e.Args[0]), b.num(e.Args[1]), e.Op == def.OpHighest
		switch {
		case w > 1:
			b.agree(w, e.Args[0])
			return func(s *State) int64 {
				set, n := x(s), y(s)
				v, words := s.copyOf(set, w)
				keepEnd(words, n, last)
				return v
			}
		case last:
			return func(s *State) int64 { return highEnd(x(s), y(s)) }
		}
		return func(s *State) int64 { return lowEnd(x(s), y(s)) }
	}
	if e.Op == def.OpConsecutive {
		x, y := b.num(e.Args[0]), b.num(e.Args[1])
		if w == 1 {
			return func(s *State) int64 { return endRow(x(s), y(s)) }
		}
		b.agree(w, e.Args[0])
		return func(s *State) int64 {
			set, n := x(s), y(s)
			v, words := s.copyOf(set, w)
			endRows(words, n)
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
	value, often := b.ofMembers(e, l), num(nil)
	b.inScope(nil, func() { often = b.num(e.Args[3]) }, e.I)
	if w == 1 {
		return func(s *State) int64 {
			t := tally{often: max(often(s), 1)}
			c := l.begin(s)
			for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
				t.add(value(s))
			}
			return t.set
		}
	}
	return func(s *State) int64 {
		v, _ := s.blank(w)
		counted := newCensus(w, often(s))
		c := l.begin(s)
		for _, ok := l.next(s, &c); ok; _, ok = l.next(s, &c) {
			if m := value(s); counted.completes(m) {
				setBit(s.bitsOf(v, w), m)
			}
		}
		return v
	}
}

// gathered computes the operators of this file without a state.
func (w *folding) gathered(e *def.Expr, a [3]int64) (int64, bool) {
	n := w.gd.Words(e.Type)
	switch e.Op {
	case def.OpPower:
		return power(a[0], a[1])
	case def.OpNext:
		return followingOf(w.bitsOf(a[0], w.gd.Words(e.Args[0].Type)), a[1]), true
	}
	if n == 1 {
		if e.Op == def.OpConsecutive {
			return endRow(a[0], a[1]), true
		}
		if e.Op == def.OpHighest {
			return highEnd(a[0], a[1]), true
		}
		return lowEnd(a[0], a[1]), true
	}
	v, words := w.blank(n)
	copy(words, w.bitsOf(a[0], n))
	if e.Op == def.OpConsecutive {
		endRows(words, a[1])
		return v, true
	}
	keepEnd(words, a[1], e.Op == def.OpHighest)
	return v, true
}

// repeated computes the values that members have, each a number of times.
func (w *folding) repeated(e *def.Expr, m members) (int64, bool) {
	often, ok := w.fold(e.Args[3])
	if !ok {
		return 0, false
	}
	n := w.gd.Words(e.Type)
	t := tally{often: max(often, 1)}
	words := make([]int64, n)
	counted := newCensus(n, often)
	all := w.valued(e, m, func(x int64) bool {
		if n == 1 {
			t.add(x)
		} else if counted.completes(x) {
			setBit(words, x)
		}
		return true
	})
	switch {
	case !all:
		return 0, false
	case n == 1:
		return t.set, true
	}
	out, set := w.blank(n)
	copy(set, words)
	return out, true
}
