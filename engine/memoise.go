package engine

// This file memoises functions and derived values until a source that they read is written. A memoised value costs the same
// fuel as computing it again, so no play depends on what is memoised. What an operator reads is in its row in package def.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/facts"
)

const (
	// maxSources bounds the times that are compared to find out whether a memoised value is valid.
	maxSources = 6
	// maxMemos bounds the values that a state memoises.
	maxMemos = 1 << 10
	// maxPerValue bounds the memoised values of a function, by its argument.
	maxPerValue = 130
	// minMemoised is the least weight of a formula without a loop that is memoised.
	minMemoised = 4 * stepOps
)

// memory is a memoised value, the time when it was computed, and the fuel that it cost.
type memory struct{ at, value, fuel int64 }

// stir notes a write.
func (s *State) stir(source int32) {
	s.clock++
	s.wrote[facts.Anywhere], s.wrote[source] = s.clock, s.clock
}

// stirScoped notes that all variables of action scope were written.
func (s *State) stirScoped() {
	s.clock++
	s.wrote[facts.Anywhere] = s.clock
	for _, source := range s.g.scopedSources {
		s.wrote[source] = s.clock
	}
}

// touched reports whether something was written since the watched values were compared.
func (s *State) touched() bool { return s.wrote[facts.Anywhere] != s.told }

// outdate invalidates all memoised values.
func (s *State) outdate() {
	s.clock++
	s.born = s.clock
}

// written is when sources were last written.
func (s *State) written(first int, rest []int32) int64 {
	at := s.wrote[first]
	for _, c := range rest {
		at = max(at, s.wrote[c])
	}
	return at
}

// memoise memoises the value of a formula outside any procedure, for each value of its parameter if it has one. own compiles what
// computes it. The second result is false if that is impossible or saves nothing; then nothing was compiled.
func (b *builder) memoise(body *def.Expr, params []int32, own func() num) (num, bool) {
	g := b.g
	if b.observed() || len(params) > 1 {
		return nil, false
	}
	slot, n := 0, 1
	if len(params) == 1 {
		slot, n = b.slot(int64(params[0])), b.values(body, int64(params[0]))
	}
	r, words := b.sources.Of(body, params...), b.words(body)
	within := r.Within && n <= len(g.def.Zones)
	heavy := r.Loops || words > 1 || within && b.weigh(body) >= minMemoised
	if r.Never || !heavy || n == 0 || g.memories+n > maxMemos {
		return nil, false
	}
	f := own()
	if b.off[memoisation] { // what is inlined does not depend on the pass
		return f, true
	}
	from, at := r.From, g.memories
	if r.Within && !within {
		from = append(slices.Clone(from), facts.OnBoard)
	}
	if len(from) > maxSources || slices.Contains(from, facts.Anywhere) {
		from = []facts.Source{facts.Anywhere}
	}
	g.memories += n
	wordsAt, wide := g.remembered, words > 1
	if wide {
		g.remembered += n * words
	}
	byArgument, hooked := len(params) == 1, r.Hooked
	first, stride := int(facts.Anywhere), 0 // a source of all values, or the first of one for each
	switch {
	case within:
		first, stride = g.zoneSource, 1
	case len(from) > 0:
		first, from = int(from[0]), from[1:]
	}
	whole := func(s *State) int64 {
		i := 0
		if byArgument {
			arg := s.bound[slot]
			if uint64(arg) >= uint64(n) {
				return f(s)
			}
			i = small(arg)
		}
		if hooked && s.obs != nil {
			return f(s)
		}
		if len(s.memory) != g.memories {
			s.memory, s.sets = make([]memory, g.memories), make([]int64, g.remembered)
		}
		since := max(s.born, s.written(first+i*stride, from))
		m := &s.memory[at+i]
		if m.at < since {
			before := s.fuel
			v := f(s)
			if wide && v < def.All { // its words last as long as the formula
				s.put(s.sets[wordsAt+i*words:][:words], v)
			}
			*m = memory{s.clock, v, before - s.fuel}
			return v
		}
		s.spend(m.fuel)
		if wide && m.value < def.All {
			return s.held(s.sets[wordsAt+i*words:][:words])
		}
		return m.value
	}
	if byArgument || hooked || wide {
		return whole, true
	}
	return briefly(at, append([]int32{int32(first)}, from...), whole), true
}

// briefly returns the memoised value of a function without parameters in few steps if it is valid, and leaves all else to whole.
func briefly(at int, from []int32, whole num) num {
	x, y, z := from[0], from[0], from[0]
	switch len(from) {
	case 1:
	case 2:
		y = from[1]
	case 3:
		y, z = from[1], from[2]
	default:
		return whole
	}
	return func(s *State) int64 {
		if at < len(s.memory) {
			if m := &s.memory[at]; m.at >= max(s.born, s.wrote[x], s.wrote[y], s.wrote[z]) {
				s.spend(m.fuel)
				return m.value
			}
		}
		return whole(s)
	}
}

// values returns the number of values that the parameter in a slot may have, 0 if they are too many or unknown.
func (b *builder) values(body *def.Expr, slot int64) int {
	for x := range body.All() {
		if n := b.Def.Many(x.Type); isBound(x, slot) && n <= maxPerValue {
			return small(n)
		}
	}
	return 0
}
