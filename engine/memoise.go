package engine

// This file memoises functions and derived values until a source that they read is written. A memoised value costs the same
// fuel as computing it again, so no play depends on what is memoised. What an operator reads is in its row in package def.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/facts"
)

const (
	// maxSources bounds the write times that are compared to validate a memoised value.
	maxSources = 6
	// maxMemos bounds the memoised values of a state.
	maxMemos = 1 << 10
	// maxPerValue bounds the memoised values of one function, one for each argument.
	maxPerValue = 130
	// minMemoised is the least weight of a formula without a loop that is memoised.
	minMemoised = 4 * stepOps
)

// memoEntry is a memoised value, the time when it was computed, and the fuel that it cost.
type memoEntry struct{ at, value, fuel int64 }

// recordWrite records a write.
func (s *State) recordWrite(source int32) {
	s.clock++
	s.wrote[facts.Anywhere], s.wrote[source] = s.clock, s.clock
}

// recordScopedWrites records a write of all variables of action scope.
func (s *State) recordScopedWrites() {
	s.clock++
	s.wrote[facts.Anywhere] = s.clock
	for _, source := range s.g.scopedSources {
		s.wrote[source] = s.clock
	}
}

// touched reports whether there was a write since the watched values were compared.
func (s *State) touched() bool { return s.wrote[facts.Anywhere] != s.compared }

// outdate invalidates all memoised values.
func (s *State) outdate() {
	s.clock++
	s.replaced = s.clock
}

// written returns the time of the last write to any of the sources.
func (s *State) written(first int, rest []int32) int64 {
	at := s.wrote[first]
	for _, c := range rest {
		at = max(at, s.wrote[c])
	}
	return at
}

// memoise memoises the value of a formula outside of procedures, for each value of its parameter if it has one. own compiles its evaluation.
// memoise returns false if that is impossible or not worthwhile; then own was not called.
func (b *builder) memoise(body *def.Expr, params []int32, own func() num) (num, bool) {
	g := b.g
	if b.observed() || len(params) > 1 {
		return nil, false
	}
	slot, n := -1, 1
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
	if b.off[memoisation] { // inlining must not depend on this pass
		return f, true
	}
	from := r.From
	if r.Within && !within {
		from = append(slices.Clone(from), facts.OnBoard)
	}
	if len(from) > maxSources || slices.Contains(from, facts.Anywhere) {
		from = []facts.Source{facts.Anywhere}
	}
	k := &memoised{own: f, slot: slot, n: n, at: g.memories, first: int(facts.Anywhere), from: from, words: words, wordsAt: g.remembered, hooked: r.Hooked}
	switch {
	case within:
		k.first, k.stride = g.zoneSource, 1
	case len(from) > 0:
		k.first, k.from = int(from[0]), from[1:]
	}
	g.memories += n
	if words > 1 {
		g.remembered += n * words
	}
	switch {
	case words > 1 || r.Hooked:
		return k.value, true
	case slot < 0:
		return func(s *State) int64 { // value, optimised
			if k.at < len(s.memory) {
				if m := &s.memory[k.at]; m.at >= max(s.replaced, s.written(k.first, k.from)) {
					s.spend(m.fuel)
					return m.value
				}
			}
			return k.fresh(s, 0)
		}, true
	}
	return func(s *State) int64 { // value, optimised
		arg := s.bound[slot]
		if uint64(arg) >= uint64(n) {
			return f(s)
		}
		i := small(arg)
		if at := k.at + i; at < len(s.memory) {
			if m := &s.memory[at]; m.at >= max(s.replaced, s.written(k.first+i*k.stride, k.from)) {
				s.spend(m.fuel)
				return m.value
			}
		}
		return k.fresh(s, i)
	}, true
}

// memoised is a memoised formula.
type memoised struct {
	own           num
	slot, n       int // slot of its parameter, -1: none, and the number of values of the parameter
	at            int // index of the first value in State.memory
	first, stride int // a source of all values (stride 0), or the first of the sources of each value (stride 1)
	from          []facts.Source
	words         int // of a value
	wordsAt       int // index of the first word in State.sets
	hooked        bool
}

// value returns the memoised value, or evaluates the formula; it handles all cases.
func (k *memoised) value(s *State) int64 {
	i := 0
	if k.slot >= 0 {
		arg := s.bound[k.slot]
		if uint64(arg) >= uint64(k.n) {
			return k.own(s)
		}
		i = small(arg)
	}
	if k.hooked && s.obs != nil {
		return k.own(s)
	}
	if k.at >= len(s.memory) || s.memory[k.at+i].at < max(s.replaced, s.written(k.first+i*k.stride, k.from)) {
		return k.fresh(s, i)
	}
	m := &s.memory[k.at+i]
	s.spend(m.fuel)
	if k.words > 1 && m.value < def.All {
		return s.held(s.sets[k.wordsAt+i*k.words:][:k.words])
	}
	return m.value
}

// fresh evaluates the formula and stores the value.
func (k *memoised) fresh(s *State, i int) int64 {
	if len(s.memory) != s.g.memories {
		s.memory, s.sets = make([]memoEntry, s.g.memories), make([]int64, s.g.remembered)
	}
	before := s.fuel
	v := k.own(s)
	if k.words > 1 && v < def.All { // copy its words out of scratch
		s.put(s.sets[k.wordsAt+i*k.words:][:k.words], v)
	}
	s.memory[k.at+i] = memoEntry{s.clock, v, before - s.fuel}
	return v
}

// values returns the number of possible values of the parameter in a slot, 0 if they are too many or unknown.
func (b *builder) values(body *def.Expr, slot int64) int {
	for x := range body.All() {
		if n := b.Def.Many(x.Type); isBound(x, slot) && n <= maxPerValue {
			return small(n)
		}
	}
	return 0
}
