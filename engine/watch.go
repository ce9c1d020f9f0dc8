package engine

// This file reports changes of watched derived values. It works only while an observer is attached.

import (
	"math/bits"

	"rulebound/engine/def"
)

// primeWatch computes the watched values without reporting them.
func (s *State) primeWatch() {
	s.watch, s.sight = s.watch[:0], maxWatch
	s.touched = false
	s.watched(func(_ int32, _, v int64, _ int) { s.watch = append(s.watch, v) })
}

// compareWatch reports the watched values that differ from what was last seen.
func (s *State) compareWatch() {
	s.touched = false
	if len(s.g.watched) == 0 {
		return
	}
	s.watched(func(d int32, i, v int64, at int) {
		if at >= len(s.watch) {
			s.watch = append(s.watch, v)
			return
		}
		if old := s.watch[at]; old != v {
			s.watch[at] = v
			s.emit(WatchChanged, s.g.def.Derived[d].Node, WatchEvent{int64(d), i, old, v}.numbers())
		}
	})
}

// watched calls f with every watched value, in declaration order.
func (s *State) watched(f func(d int32, i, v int64, at int)) {
	strict, fuel := s.strict, s.fuel
	s.strict, s.fuel = false, s.sight
	at := 0
	for _, w := range s.g.watched {
		d := &s.g.derived[w]
		for m := d.watching; m != 0; m &= m - 1 {
			i := int64(bits.TrailingZeros64(m))
			v, index := d.read(s, i), i
			if d.slot < 0 {
				index = def.None
			}
			f(w, index, v, at)
			at++
		}
	}
	s.strict, s.fuel, s.sight = strict, fuel, s.fuel
}
