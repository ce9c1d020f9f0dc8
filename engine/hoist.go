package engine

// This file hoists: what is the same for all members of a loop is computed once for each run of the loop, when it is first needed. It
// costs the fuel that computing it for each member would, so that no play depends on it.

import "rulebound/engine/def"

// minHoisted is the least weight of an expression that is hoisted: of lighter ones to look for the value costs as much.
const minHoisted = 16

// scope is a bound slot round the expression that is being compiled, and the loop over its members, nil if it has one value.
type scope struct {
	slot int64
	loop *loop
}

// hoist is the value of an expression in a run of its loop, and the fuel that it cost. The zero value is of no run. words are those of a
// wide set that lay in State.temp.
type hoist struct {
	run, value, fuel int64
	words            []int64
}

// inScope compiles what stands where a slot is bound, to the members of a loop if there is one.
func (b *builder) inScope(l *loop, compile func(), slot int64) {
	n := len(b.scopes)
	b.scopes = append(b.scopes, scope{slot, l})
	compile()
	b.scopes = b.scopes[:n]
}

// run begins a run of a loop: what was hoisted out of it is computed anew.
func (l *loop) run(s *State) {
	if l.number == 0 {
		return
	}
	if len(s.runs) < l.number {
		s.runs = append(s.runs, make([]int64, s.g.loops-len(s.runs))...)
	}
	s.runs[l.number-1]++
}

// hoisted compiles an expression that is the same for all members of a loop round it, the outermost if it is for several; false if
// there is none.
func (b *builder) hoisted(e *def.Expr) (num, bool) {
	if len(b.scopes) == 0 || !b.runs(hoisting) || !b.weighs(e, minHoisted) {
		return nil, false
	}
	level := len(b.scopes)
	for level > 0 && !uses(e, b.scopes[level-1].slot) {
		level--
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
		if len(s.runs) <= loop || s.runs[loop] == 0 || hooked && s.obs != nil { // no run has begun where a formula is tried at load
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
