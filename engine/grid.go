package engine

// This file computes the operators that go along a direction of a grid, for the machine and for the folder.

import "rulebound/engine/def"

// compass says where the directions of a grid lead: at zone * ways + direction the next zone, None at the edge.
type compass struct {
	steps []int64
	ways  int64
}

// compassOf is the compass of an operator's grid.
func compassOf(gd *def.GameDef, e *def.Expr) (compass, bool) {
	t := e.Args[1].Type
	if uint64(e.I) >= uint64(len(gd.Lookups)) || t.Kind != def.KEnum || uint(t.Of) >= uint(len(gd.Enums)) {
		return compass{}, false
	}
	return compass{gd.Lookups[e.I].Values, int64(len(gd.Enums[t.Of].Members))}, true
}

// step is the zone that a direction leads to.
func (t compass) step(zone, way int64) int64 {
	if uint64(way) >= uint64(t.ways) || uint64(zone) >= uint64(len(t.steps)) {
		return def.None
	}
	return lookUp(t.steps, zone*t.ways+way)
}

// ray adds to dst the zones that a direction comes to, as long as they are in a set. A direction that goes round is gone
// once.
func (t compass) ray(dst []int64, zone, way int64, through []int64) {
	for z := t.step(zone, way); hasBit(through, z) && !hasBit(dst, z); z = t.step(z, way) {
		setBit(dst, z)
	}
}

// beyond is the first zone that a direction comes to which is not in a set; None if it goes round within the set.
func (t compass) beyond(zone, way int64, through []int64) int64 {
	z := t.step(zone, way)
	for range len(t.steps) {
		if !hasBit(through, z) {
			return z
		}
		z = t.step(z, way)
	}
	return def.None
}

// along compiles the operators of this file.
func (b *builder) along(e *def.Expr) num {
	t, ok := compassOf(b.def, e)
	if !ok {
		b.fail("%s needs a direction, and a lookup of where it leads", e.Op.Row().Name)
	}
	fs := b.nums(e.Args)
	zone, way := fs[0], fs[1]
	if e.Op == def.OpStep {
		return func(s *State) int64 { return t.step(zone(s), way(s)) }
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
			return t.beyond(z, w, s.bitsOf(set, n))
		}
	case e.Op == def.OpBeyond:
		return func(s *State) int64 {
			z, w, set := zone(s), way(s), [1]int64{through(s)}
			return t.beyond(z, w, set[:])
		}
	case e.Op != def.OpRay:
		b.unknown(e)
	case wide:
		return func(s *State) int64 {
			z, w, set := zone(s), way(s), through(s)
			v, words := s.blank(n)
			t.ray(words, z, w, s.bitsOf(set, n))
			return v
		}
	}
	return func(s *State) int64 {
		z, w, set, found := zone(s), way(s), [1]int64{through(s)}, [1]int64{}
		t.ray(found[:], z, w, set[:])
		return found[0]
	}
}

// along computes the operators of this file without a state.
func (w *folding) along(e *def.Expr, a [3]int64) (int64, bool) {
	t, ok := compassOf(w.gd, e)
	if !ok {
		return 0, false
	}
	n := w.gd.Words(zoneSet)
	if len(e.Args) < 3 {
		a[2] = def.All
	}
	switch e.Op {
	case def.OpStep:
		return t.step(a[0], a[1]), true
	case def.OpBeyond:
		return t.beyond(a[0], a[1], w.bitsOf(a[2], n)), true
	}
	w.left -= int64(len(w.gd.Zones))
	if n > 1 {
		v, words := w.blank(n)
		t.ray(words, a[0], a[1], w.bitsOf(a[2], n))
		return v, true
	}
	found := [1]int64{}
	t.ray(found[:], a[0], a[1], w.bitsOf(a[2], n))
	return found[0], true
}

// along bounds the operators of this file.
func (o *outlook) along(e *def.Expr) vague {
	t, ok := compassOf(o.def, e)
	if way := o.value(e.Args[1]); ok && way.known() {
		zone := o.value(e.Args[0])
		if e.Op == def.OpStep {
			return o.indexed(zone, exactly(def.None), func(z int64) vague { return exactly(t.step(z, way.lo)) })
		}
		through := exactly(def.All)
		if len(e.Args) > 2 {
			through = o.value(e.Args[2])
		}
		if zone.known() && e.Op == def.OpRay {
			must, may := [1]int64{}, [1]int64{}
			t.ray(must[:], zone.lo, way.lo, []int64{int64(through.must)})
			t.ray(may[:], zone.lo, way.lo, []int64{int64(through.may)})
			return someSet(uint64(must[0]), uint64(may[0]))
		}
	}
	return anyValue
}
