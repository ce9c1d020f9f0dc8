package engine

// This file narrows sets of candidates by conditions that compare a property or cell of a candidate with a value that does not depend on it.

import (
	"math"
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// asking narrows by evaluating the condition for each member. It is used beside conditions with a faster form, and costs no more than a loop.
func (b *builder) asking(e *def.Expr, slot int64) narrow {
	var f cond
	l, at, price := &loop{}, b.slot(slot), b.price(e)
	b.inScope(l, func() { f = b.cond(e) }, slot)
	return func(s *State, set int64) int64 {
		if l.number > 0 {
			l.run(s)
		}
		out := int64(0)
		for m := set; m != 0; m &= m - 1 {
			s.bound[at] = int64(bits.TrailingZeros64(uint64(m)))
			s.spend(price)
			if f(s) {
				out |= m & -m
			}
		}
		return out
	}
}

// candidatesOfAll narrows by each of several conditions. It returns false if none has a form faster than asking, or if one has none and the loop
// ends at its first member.
func (b *builder) candidatesOfAll(list []*def.Expr, slot int64) ([]narrow, bool) {
	fs, some := make([]narrow, len(list)), false
	for i, e := range list {
		f, ok := b.candidates(e, slot)
		if !ok && b.stopsEarly {
			return nil, false
		}
		fs[i], some = f, some || ok
	}
	if !some {
		return nil, false
	}
	for i, e := range list {
		if fs[i] == nil {
			fs[i] = b.asking(e, slot)
		}
	}
	return fs, true
}

// candidatesOfIf narrows the candidates for which the condition holds by one branch, and the others by the other.
func (b *builder) candidatesOfIf(e *def.Expr, slot int64) (narrow, bool) {
	if b.g.rivals.number(e) > 0 { // for rivals both branches must be evaluated for each member
		return nil, false
	}
	fs, ok := b.candidatesOfAll(e.Args, slot)
	if !ok {
		return nil, false
	}
	when, then, otherwise := fs[0], fs[1], fs[2]
	return func(s *State, set int64) int64 {
		yes := when(s, set)
		return then(s, yes) | otherwise(s, set&^yes)
	}, true
}

// amongOf recognises "$slot, or a fixed property of it, is in a set that does not depend on it".
func (b *builder) amongOf(e *def.Expr, slot int64) (narrow, bool) {
	if b.words(e.Args[0]) > 1 || e.Args[0].Type.Kind != def.KSet || uses(e.Args[0], slot) {
		return nil, false
	}
	if isBound(e.Args[1], slot) {
		f := b.num(e.Args[0])
		return func(s *State, set int64) int64 {
			if set == 0 {
				return 0
			}
			return set & f(s)
		}, true
	}
	values, ok := b.fixedOf(e.Args[1], slot)
	if !ok {
		return nil, false
	}
	var with [def.WordBits]int64 // by value: the members that have it
	for i, v := range values {
		if uint64(v) < def.WordBits {
			with[v] |= value.Singleton(int64(i))
		}
	}
	f := b.num(e.Args[0])
	return func(s *State, set int64) int64 {
		found := int64(0)
		if set == 0 {
			return 0
		}
		for m := uint64(f(s)); m != 0; m &= m - 1 {
			found |= with[bits.TrailingZeros64(m)]
		}
		return set & found
	}, true
}

// calls reports whether an expression calls a function, whose runs coverage counts.
func calls(e *def.Expr) bool {
	for x := range e.All() {
		if x.Op == def.OpCall {
			return true
		}
	}
	return false
}

// fixedOf returns the value of an expression for each possible member of a word if it depends on nothing else; false if it depends on more or is
// a fault for a member.
func (b *builder) fixedOf(e *def.Expr, slot int64) (out *[def.WordBits]int64, ok bool) {
	if b.words(e) > 1 || !b.static(e, []int64{slot}) || b.g.cover != nil && calls(e) {
		return nil, false
	}
	var f num
	b.inScope(nil, func() { f = b.num(e) }, slot)
	at := b.slot(slot)
	out = &[def.WordBits]int64{}
	for i := range out {
		v, ok := b.try(func(s *State) int64 {
			s.bound[at] = int64(i)
			return f(s)
		})
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

// ownCells recognises a cell that belongs to the candidate: its value of an indexed variable, or a track given by a fixed property. It returns the
// cells by candidate, -1 where there is none and 0 is read.
func (b *builder) ownCells(e *def.Expr, slot int64) (cells *[def.WordBits]int32, ok bool) {
	cells = &[def.WordBits]int32{}
	switch {
	case e.Op == def.OpCellAt && isBound(e.Args[0], slot):
		n := b.group(e.I)
		for i := range cells {
			if cells[i] = -1; int64(i) < n {
				cells[i] = int32(e.I) + int32(i)
			}
		}
		return cells, true
	case e.Op == def.OpCellOf:
		values, ok := b.fixedOf(e.Args[0], slot)
		if !ok {
			return nil, false
		}
		for i, v := range values {
			if cells[i] = -1; uint64(v) < uint64(b.Def.Cells) {
				cells[i] = int32(v)
			}
		}
		return cells, true
	}
	return nil, false
}

// numberRange is the set of numbers that satisfy a comparison with k: those from lo to lo + more, or all others. Membership is computed without a branch,
// to avoid mispredictions.
type numberRange struct {
	lo, more uint64 // of int64, with wrap-around
	others   uint64 // 1: all others
}

func rangeOf(op def.Op, k int64) numberRange {
	switch {
	case op == def.OpEq || op == def.OpNe:
		return numberRange{uint64(k), 0, uint64(value.Bool(op == def.OpNe))}
	case op == def.OpLe || op == def.OpGt:
		return numberRange{least, uint64(k) - least, uint64(value.Bool(op == def.OpGt))}
	}
	return numberRange{uint64(k), uint64(math.MaxInt64 - k), uint64(value.Bool(op == def.OpLt))}
}

// least is the least number.
const least = uint64(1 << 63)

// has returns 1 for a number in the span, 0 otherwise.
func (p numberRange) has(v int64) uint64 {
	in := uint64(0)
	if uint64(v)-p.lo <= p.more {
		in = 1
	}
	return in ^ p.others
}

// cellsOf recognises "the cell or fixed property of $slot compares with a value that does not depend on it".
func (b *builder) cellsOf(op def.Op, own, other *def.Expr, slot int64) (narrow, bool) {
	if b.words(own) > 1 || b.words(other) > 1 || uses(other, slot) {
		return nil, false
	}
	among, ok := b.spanned(own, slot)
	if !ok {
		return nil, false
	}
	if k, ok := b.constant(other); ok {
		p := rangeOf(op, k)
		return func(s *State, set int64) int64 { return among(s, set, p) }, true
	}
	f := b.num(other)
	return func(s *State, set int64) int64 {
		if set == 0 {
			return 0
		}
		return among(s, set, rangeOf(op, f(s)))
	}, true
}

// spanned compiles a fixed property or cell of a candidate to a function that keeps the members of a set for which it is in a span.
func (b *builder) spanned(own *def.Expr, slot int64) (among func(s *State, set int64, p numberRange) int64, ok bool) {
	if values, ok := b.fixedOf(own, slot); ok {
		return func(_ *State, set int64, p numberRange) int64 {
			found := uint64(0)
			for m := uint64(set); m != 0; m &= m - 1 {
				i := bits.TrailingZeros64(m)
				found |= p.has(values[i]) << i
			}
			return int64(found)
		}, true
	}
	cells, ok := b.ownCells(own, slot)
	return func(s *State, set int64, p numberRange) int64 {
		found := uint64(0)
		for m := uint64(set); m != 0; m &= m - 1 {
			i, v := bits.TrailingZeros64(m), int64(0)
			if c := cells[i]; c >= 0 {
				v = s.cells[c]
			}
			found |= p.has(v) << i
		}
		return int64(found)
	}, ok
}
