package engine

// This file compiles the operators of wide sets. During evaluation a wide set is a number like any other value: from 0 on an index into the
// game's sets, -1 the set of everything, below that the position of its words in State.temp. Cells and frame slots store the words themselves.
// An operator that does not yield a wide set restores the length of temp.

import (
	"rulebound/engine/def"
	"rulebound/engine/value"
)

// bitsOf returns the words of a wide set, at most n. They must not be modified unless they were allocated by blank.
func (s *State) bitsOf(v int64, n int) []int64 {
	switch {
	case v < def.All:
		if at := -2 - v; at <= int64(len(s.temp)-n) {
			return s.temp[at : at+int64(n) : at+int64(n)]
		}
	case v == def.All:
		return def.Everything(n)
	case v < int64(len(s.g.sets)):
		set := s.g.sets[v]
		return set[:min(len(set), n)]
	}
	return nil
}

// blank allocates an empty set of n words.
func (s *State) blank(n int) (v int64, words []int64) {
	at := len(s.temp)
	if cap(s.temp)-at < n {
		s.temp = append(make([]int64, 0, 2*cap(s.temp)+16*n), s.temp...)
	}
	s.temp = s.temp[:at+n]
	words = s.temp[at : at+n : at+n]
	clear(words)
	return -2 - int64(at), words
}

// held returns the value of a set whose n words are stored in cells or slots.
func (s *State) held(words []int64) int64 {
	v, room := s.blank(len(words))
	copy(room, words)
	return v
}

// copyOf returns a copy of a set of n words that may be modified.
func (s *State) copyOf(set int64, n int) (v int64, words []int64) {
	v, words = s.blank(n)
	copy(words, s.bitsOf(set, n))
	return v, words
}

// put stores a value of n words.
func (s *State) put(to []int64, v int64) {
	if len(to) == 1 {
		to[0] = v
		return
	}
	clear(to[copy(to, s.bitsOf(v, len(to))):])
}

// has reports whether a set of n words has a member.
func (s *State) has(set, v int64, n int) bool {
	if n == 1 {
		return value.Has(set, v)
	}
	return s.hasWide(set, v, n)
}

func (s *State) hasWide(set, v int64, n int) bool { return value.HasBit(s.bitsOf(set, n), v) }

// anyWide reports whether anything in a game is a wide set.
func anyWide(gd *def.GameDef) bool {
	if gd.Wide(def.ZoneSet) || gd.Wide(def.FilterSet) {
		return true
	}
	for r := range gd.Roots() {
		for e := range r.Expr.All() {
			if gd.Wide(e.Type) {
				return true
			}
		}
	}
	return false
}

// words returns the number of words of an expression's value.
func (b *builder) words(e *def.Expr) int {
	if e == nil || e.Type.Kind != def.KSet || !b.wide {
		return 1
	}
	return b.wordsOf(e)
}

// wordsOf is words for a set.
func (b *builder) wordsOf(e *def.Expr) int {
	if elem := e.Type.Elem; int(elem) < len(b.setWords) && b.setWords[elem] > 0 {
		return b.setWords[elem]
	}
	return b.Def.Words(e.Type)
}

// takesWide reports whether an operand of an expression is a wide set.
func (b *builder) takesWide(e *def.Expr) bool {
	for _, a := range e.Args {
		if b.words(a) > 1 {
			return true
		}
	}
	return false
}

// released wraps f, which does not yield a wide set, to restore the length of temp.
func released(f num) num {
	return func(s *State) int64 {
		n := len(s.temp)
		v := f(s)
		s.temp = s.temp[:n]
		return v
	}
}

func releasedCond(f cond) cond {
	return func(s *State) bool {
		n := len(s.temp)
		v := f(s)
		s.temp = s.temp[:n]
		return v
	}
}

// agree proves that all operands that are sets have w words.
func (b *builder) agree(w int, list ...*def.Expr) {
	for _, a := range list {
		if b.words(a) != w && (a.Type.Elem != def.KNone || a.Op != def.OpConst) {
			b.Fail("a set of %d words is given where one of %d is needed", b.words(a), w)
		}
	}
}

// fixed adds the value of a state-independent expression to the sets of the game.
func (b *builder) fixed(e *def.Expr, v int64) int64 {
	if v >= def.All {
		return v
	}
	if at, ok := b.settled[e]; ok {
		return at
	}
	words := append([]int64(nil), b.probe.bitsOf(v, b.words(e))...)
	b.g.sets = append(b.g.sets, words)
	at := int64(len(b.g.sets) - 1)
	b.settled[e] = at
	return at
}

// wideNum compiles an operator that yields or reads a wide set; nil if it needs no special case.
func (b *builder) wideNum(e *def.Expr) num {
	w := b.words(e)
	switch e.Op {
	case def.OpLocal:
		if w > 1 {
			at := b.local(e.I)
			b.local(e.I + int64(w) - 1)
			return func(s *State) int64 { return s.held(s.stack[int(s.base)+at:][:w]) }
		}
	case def.OpCell, def.OpCellAt:
		if w > 1 {
			return b.wideCell(e, w)
		}
	case def.OpSetOf, def.OpUnion, def.OpInter, def.OpDiff:
		if w > 1 {
			return b.wideSet(e, w)
		}
	case def.OpSize, def.OpThe, def.OpOnly:
		if n := b.words(e.Args[0]); n > 1 {
			x := b.num(e.Args[0])
			switch e.Op {
			case def.OpSize:
				return func(s *State) int64 { return value.CountBits(s.bitsOf(x(s), n)) }
			case def.OpOnly:
				node, t := e.Node, e.Args[0].Type
				return func(s *State) int64 {
					words := s.bitsOf(x(s), n)
					if value.CountBits(words) > 1 {
						s.several(node, words, t)
					}
					return value.NextBit(words, 0)
				}
			}
			return func(s *State) int64 { return value.NextBit(s.bitsOf(x(s), n), 0) }
		}
	case def.OpAdjacent, def.OpAround, def.OpFlood, def.OpWithin, def.OpDistance:
		if b.g.zoneWords > 1 {
			return b.wideMap(e)
		}
	case def.OpFilter, def.OpSum:
		if w > 1 {
			return b.wideLoop(e, w)
		}
	}
	return b.widePieces(e)
}

// wideCond compiles a condition on wide sets; nil if it needs no special case.
func (b *builder) wideCond(e *def.Expr) cond {
	if len(e.Args) < 2 || b.words(e.Args[0]) == 1 && b.words(e.Args[1]) == 1 {
		return nil
	}
	n := b.words(e.Args[0])
	switch e.Op {
	case def.OpEq, def.OpNe, def.OpSubsetOf:
		b.agree(n, e.Args[1])
		x, y, holds := b.num(e.Args[0]), b.num(e.Args[1]), e.Op != def.OpNe
		test := value.EqualSets
		if e.Op == def.OpSubsetOf {
			test = value.IsSubset
		}
		return func(s *State) bool {
			p := x(s)
			q := y(s)
			return test(s.bitsOf(p, n), s.bitsOf(q, n)) == holds
		}
	case def.OpHas:
		x, y := b.num(e.Args[0]), b.num(e.Args[1])
		return func(s *State) bool {
			set := x(s)
			v := y(s)
			return value.HasBit(s.bitsOf(set, n), v)
		}
	}
	return nil
}

// hasKept compiles membership in a wide set that is stored in the frame, without copying it; nil for other expressions.
func (b *builder) hasKept(e *def.Expr) cond {
	if e.Op != def.OpHas {
		return nil
	}
	words := b.keptWords(e.Args[0])
	if words == nil {
		return nil
	}
	y := b.num(e.Args[1])
	return func(s *State) bool { return value.HasBit(words(s), y(s)) }
}

// keptWords compiles access to the words of a wide set that is stored in the frame; nil for other expressions.
func (b *builder) keptWords(e *def.Expr) func(*State) []int64 {
	n := b.words(e)
	if e.Op != def.OpLocal || n == 1 {
		return nil
	}
	at := b.local(e.I)
	b.local(e.I + int64(n) - 1)
	return func(s *State) []int64 { return s.stack[int(s.base)+at:][:n] }
}

func (b *builder) wideCell(e *def.Expr, w int) num {
	base := small(e.I)
	n := b.group(e.I)
	if v := &b.Def.Vars[b.g.cell[e.I].v]; b.Def.Words(v.Type) != w {
		b.Fail("variable %s is no set of %d words", v.ID, w)
	}
	if e.Op == def.OpCell {
		return func(s *State) int64 { return s.held(s.cells[base : base+w]) }
	}
	f, owners := b.num(e.Args[0]), n/int64(w)
	return func(s *State) int64 {
		i := f(s)
		if uint64(i) >= uint64(owners) {
			return def.NoSet
		}
		return s.held(s.cells[base+int(i)*w:][:w])
	}
}

func (b *builder) wideSet(e *def.Expr, w int) num {
	fs := b.nums(e.Args)
	if e.Op == def.OpSetOf {
		return func(s *State) int64 {
			v, _ := s.blank(w)
			for _, f := range fs {
				m := f(s)
				value.SetBit(s.bitsOf(v, w), m)
			}
			return v
		}
	}
	b.agree(w, e.Args...)
	op, x, y := e.Op, fs[0], fs[1]
	return func(s *State) int64 {
		p := x(s)
		q := y(s)
		v, words := s.copyOf(p, w)
		value.Join(op, words, s.bitsOf(q, w))
		return v
	}
}

// wideMap compiles the operators of adjacency.
func (b *builder) wideMap(e *def.Expr) num {
	a, w, fs := &b.g.wideGraph, b.g.zoneWords, b.nums(e.Args)
	x := fs[0]
	switch e.Op {
	case def.OpAdjacent:
		return func(s *State) int64 {
			z := x(s)
			v, words := s.blank(w)
			value.Unite(words, a.Adjacent(z))
			return v
		}
	case def.OpAround:
		b.agree(w, e.Args[0])
		return func(s *State) int64 {
			set := x(s)
			v, words := s.blank(w)
			a.Neighbours(words, s.bitsOf(set, w))
			return v
		}
	case def.OpFlood:
		b.agree(w, e.Args[1])
		y, steps := fs[1], fs[2]
		return func(s *State) int64 {
			z, through, n := x(s), y(s), steps(s)
			v, words := s.blank(w)
			a.Flood(words, z, s.bitsOf(through, w), n)
			return v
		}
	case def.OpWithin:
		y := fs[1]
		return func(s *State) int64 {
			z, n := x(s), y(s)
			v, words := s.blank(w)
			a.Within(words, z, n)
			return v
		}
	}
	y := fs[1]
	return func(s *State) int64 { return a.Distance(x(s), y(s)) }
}

// wideLoop compiles the set of members that satisfy a condition, and the union of sets over members.
func (b *builder) wideLoop(e *def.Expr, w int) num {
	l := b.loopOver(e.Args[0], e.I, e.Args[1])
	var of num
	if e.Op == def.OpSum {
		b.agree(w, e.Args[2])
		of = b.ofMembers(e, l)
	}
	return func(s *State) int64 {
		v, _ := s.blank(w)
		c := l.begin(s)
		n := len(s.temp)
		for m, ok := l.next(s, &c); ok; m, ok = l.next(s, &c) {
			if of == nil {
				value.SetBit(s.bitsOf(v, w), m)
				continue
			}
			more := of(s)
			value.Unite(s.bitsOf(v, w), s.bitsOf(more, w))
			s.temp = s.temp[:n]
		}
		return v
	}
}

// listWide returns a function that returns the least member of a wide set from i on.
func listWide(words int) func(s *State, source, i int64) (int64, bool) {
	return func(s *State, source, i int64) (int64, bool) {
		v := value.NextBit(s.bitsOf(source, words), i)
		return v, v != def.None
	}
}

// join returns the union or difference of two sets.
func (s *State) join(set, other int64, words int, how def.Op) int64 {
	switch {
	case words > 1:
		v, dst := s.copyOf(set, words)
		value.Join(how, dst, s.bitsOf(other, words))
		return v
	case how == def.OpUnion:
		return set | other
	}
	return set &^ other
}
