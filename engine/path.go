package engine

// This file compiles the longest path through zones. Its search costs one step of fuel for each zone tried.

import (
	"rulebound/engine/def"
	"rulebound/engine/value"
)

func (b *builder) longestPath(e *def.Expr) num {
	fs, n, node := b.nums(e.Args), b.g.zoneWords, e.Node
	for _, a := range e.Args {
		b.agree(n, a)
	}
	around := b.g.atlas.Adjacent
	if n == 1 {
		around = func(zone int64) []int64 { return []int64{b.g.graph.Adjacent(zone)} }
	}
	words := func(s *State, set int64) []int64 {
		if n == 1 {
			return []int64{set & int64(b.g.graph.All)}
		}
		all := append([]int64(nil), s.bitsOf(set, n)...)
		for z := len(b.Def.Zones); z < len(all)*def.WordBits; z++ {
			value.ClearBit(all, int64(z))
		}
		return all
	}
	return func(s *State) int64 {
		var through []int64
		once := words(s, fs[0](s))
		if len(fs) > 1 {
			through = words(s, fs[1](s))
		}
		length, steps, ok := value.LongestPath(once, through, around, value.PathLimit)
		if !ok {
			s.fail(node, "the longest path through %d zones takes more than %d steps to find", value.CountBits(once), value.PathLimit)
		}
		s.spend(steps)
		return length
	}
}
