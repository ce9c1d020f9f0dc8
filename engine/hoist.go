package engine

// This file hoists loop invariants: expressions with the same value for all members of a loop are evaluated once in each run of the loop, on
// first use. Each use costs the same fuel as an evaluation, so that plays do not depend on hoisting.

import "rulebound/engine/def"

// minHoisted is the least weight of a hoisted expression: for lighter ones the lookup costs as much as the evaluation.
const minHoisted = 16

// scope is a bound slot of an expression under compilation, and the loop that binds it, nil if it is bound only once.
type scope struct {
	slot int64
	loop *loop
}

// hoist is the value of an expression in a run of its loop, and the fuel of its evaluation. The zero value belongs to no run. words are the
// words of a wide set in State.temp.
type hoist struct {
	run, value, fuel int64
	words            []int64
}

// inScope calls compile for an expression in which a slot is bound, by a loop or, if l is nil, once.
func (b *builder) inScope(l *loop, compile func(), slot int64) {
	n := len(b.scopes)
	b.scopes = append(b.scopes, scope{slot, l})
	compile()
	b.scopes = b.scopes[:n]
}

// run begins a run of a loop, which invalidates the values hoisted out of it.
func (l *loop) run(s *State) {
	if l.number == 0 {
		return
	}
	if len(s.runs) < l.number {
		s.runs = append(s.runs, make([]int64, s.g.loops-len(s.runs))...)
	}
	s.runs[l.number-1]++
}

// hoisted compiles an expression that is invariant in an enclosing loop, and hoists it out of the outermost such loop; it returns false if
// there is none.
func (b *builder) hoisted(e *def.Expr) (num, bool) {
	if len(b.scopes) == 0 || !b.runs(hoisting) || !b.weighs(e, minHoisted) {
		return nil, false
	}
	level := 0
	for x := range e.All() {
		if x.Op != def.OpBound {
			continue
		}
		for i := len(b.scopes); i > level; i-- {
			if b.scopes[i-1].slot == x.I {
				level = i
			}
		}
		if level == len(b.scopes) {
			return nil, false
		}
	}
	for level < len(b.scopes) && b.scopes[level].loop == nil {
		level++
	}
	if level == len(b.scopes) {
		return nil, false
	}
	hooked, ok := b.sources.Steady(e)
	if !ok {
		return nil, false
	}
	l, all := b.scopes[level].loop, b.scopes
	b.scopes = all[:level:level]
	f := b.numOf(e)
	b.scopes = all
	if l.number == 0 {
		b.g.loops++
		l.number = b.g.loops
	}
	loop, at, w := l.number-1, b.g.hoists, b.words(e)
	b.g.hoists++
	return func(s *State) int64 {
		if len(s.runs) <= loop || s.runs[loop] == 0 || hooked && s.obs != nil { // at load time no run has begun
			return f(s)
		}
		run := s.runs[loop]
		if len(s.hoists) <= at {
			s.hoists = append(s.hoists, make([]hoist, s.g.hoists-len(s.hoists))...)
		}
		if h := &s.hoists[at]; h.run == run {
			s.spend(h.fuel)
			if w > 1 && h.value < def.All {
				return s.held(h.words)
			}
			return h.value
		}
		before := s.fuel
		v := f(s)
		h := &s.hoists[at]
		h.run, h.value, h.fuel = run, v, before-s.fuel
		if w > 1 && v < def.All {
			h.words = append(h.words[:0], s.bitsOf(v, w)...)
		}
		return v
	}, true
}
