package engine

// This file compiles the searches for the longest path, which costs one step of fuel for each zone tried, and for the cheapest path.

import (
	"math"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

func (b *builder) longestPath(e *def.Expr) num {
	fs, n, node := b.nums(e.Args), b.g.zoneWords, e.Node
	for _, a := range e.Args {
		b.agree(n, a)
	}
	around := b.g.wideGraph.Adjacent
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

// cheapest compiles a search for the cheapest paths.
func (b *builder) cheapest(e *def.Expr) num {
	l, n, zones, node := b.loopOver(e.Args[0], e.I, e.Args[1]), b.g.zoneWords, len(b.Def.Zones), b.Node
	var near *loop
	var cost num
	if toll := e.Args[2]; toll.Op == def.OpToll {
		b.agree(n, toll.Args[0])
		b.inScope(l, func() {
			near = b.loopOver(toll.Args[0], toll.I, toll.Args[1])
			cost = b.ofMembers(toll, near)
		}, e.I)
		l.price += b.price(toll)
	} else {
		cost = b.ofMembers(e, l)
	}
	var from, last num
	b.inScope(nil, func() { from, last = b.num(e.Args[3]), b.num(e.Args[4]) }, e.I)
	b.agree(n, e.Args[0], e.Args[3])
	if e.Op == def.OpPathCost {
		b.agree(n, e.Args[4])
	}
	atlas := value.WideGraphOf(b.Def)
	words := func(s *State, set int64) []int64 {
		if n == 1 {
			return []int64{set}
		}
		return s.bitsOf(set, n)
	}
	entering := func(s *State, zone int64) int64 {
		c := cost(s)
		if uint64(c) > value.MaxToll {
			s.fail(node, "entering %s costs %d; a cost is 0 to %d", b.Def.Spell(zone, def.TZone), c, value.MaxToll)
		}
		return c
	}
	search := func(s *State) (t *value.Tolls, found int64) {
		t = value.NewTolls(zones)
		c := l.begin(s)
		for z, ok := l.next(s, &c); ok; z, ok = l.next(s, &c) {
			if near == nil {
				t.Enter(z, entering(s, z))
				continue
			}
			c := near.begin(s)
			for y, ok := near.next(s, &c); ok; y, ok = near.next(s, &c) {
				t.EnterFrom(y, z, entering(s, z))
			}
		}
		starts, limit := from(s), int64(math.MaxInt64)
		goal := int64(0)
		if x := last(s); e.Op == def.OpPathCost {
			goal = x
		} else {
			limit = x
		}
		return t, t.Search(words(s, starts), words(s, goal), atlas.Adjacent, limit)
	}
	if e.Op == def.OpPathCost {
		return func(s *State) int64 {
			_, found := search(s)
			return found
		}
	}
	return func(s *State) int64 {
		t, _ := search(s)
		if n == 1 {
			set := []int64{0}
			t.Within(set)
			return set[0]
		}
		v, words := s.blank(n)
		t.Within(words)
		return v
	}
}
