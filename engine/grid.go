package engine

// This file compiles the operators on directions of a grid.

import (
	"rulebound/engine/def"
	"rulebound/engine/value"
)

// along compiles the operators of this file.
func (b *builder) along(e *def.Expr) num {
	t, ok := value.GridOf(b.Def, e)
	if !ok {
		b.Fail("%s needs a direction, and a lookup of where it leads", e.Op.Row().Name)
	}
	fs := b.nums(e.Args)
	zone, way := fs[0], fs[1]
	switch {
	case e.Op == def.OpStep && len(fs) > 2:
		n := fs[2]
		return func(s *State) int64 { return t.Steps(zone(s), way(s), n(s)) }
	case e.Op == def.OpStep:
		return func(s *State) int64 { return t.Step(zone(s), way(s)) }
	}
	through, n := func(*State) int64 { return def.All }, b.g.zoneWords
	if len(fs) > 2 {
		b.agree(n, e.Args[2])
		through = fs[2]
	}
	wide := n > 1
	switch {
	case e.Op == def.OpBeyond && wide:
		return func(s *State) int64 {
			z, w, set := zone(s), way(s), through(s)
			return t.Beyond(z, w, s.bitsOf(set, n))
		}
	case e.Op == def.OpBeyond:
		return func(s *State) int64 {
			z, w, set := zone(s), way(s), [1]int64{through(s)}
			return t.Beyond(z, w, set[:])
		}
	case e.Op != def.OpRay:
		b.unknown(e)
	case wide:
		return func(s *State) int64 {
			z, w, set := zone(s), way(s), through(s)
			v, words := s.blank(n)
			t.Ray(words, z, w, s.bitsOf(set, n))
			return v
		}
	}
	return func(s *State) int64 {
		z, w, set, found := zone(s), way(s), [1]int64{through(s)}, [1]int64{}
		t.Ray(found[:], z, w, set[:])
		return found[0]
	}
}
