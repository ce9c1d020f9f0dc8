package engine

// This file reports changes of watched derived values while an observer is attached.

import (
	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/value"
)

// primeWatch computes the watched values without reporting them.
func (s *State) primeWatch() {
	s.watch, s.watchFuel = s.watch[:0], maxWatch
	s.watched(s.remember)
}

// compareWatch reports the watched values that have changed since the last comparison.
func (s *State) compareWatch() {
	s.compared = s.wrote[facts.Anywhere]
	if len(s.g.watched) == 0 {
		return
	}
	s.watched(func(d int32, i, v int64, at int) {
		n := s.g.derived[d].words
		if at >= len(s.watch) {
			s.remember(d, i, v, at)
			return
		}
		last := s.watch[at : at+n]
		old := last[0]
		if n > 1 {
			if value.EqualSets(last, s.bitsOf(v, n)) {
				return
			}
			old = s.held(last)
		} else if old == v {
			return
		}
		s.put(last, v)
		s.emit(WatchChanged, s.g.def.Derived[d].Node, WatchEvent{int64(d), i, old, v}.numbers())
	})
}

// remember appends a value to the last known values.
func (s *State) remember(d int32, _, v int64, at int) {
	for range s.g.derived[d].words {
		s.watch = append(s.watch, 0)
	}
	s.put(s.watch[at:], v)
}

// watched calls f with every watched value, in declaration order, and the index of its words in State.watch.
func (s *State) watched(f func(d int32, i, v int64, at int)) {
	strict, fuel := s.strict, s.fuel
	s.strict, s.fuel = false, s.watchFuel
	at, n := 0, len(s.temp)
	for _, w := range s.g.watched {
		d := &s.g.derived[w]
		for i := value.NextBit(d.watching, 0); i != def.None; i = value.NextBit(d.watching, i+1) {
			v, index := d.read(s, i), i
			if d.slot < 0 {
				index = def.None
			}
			f(w, index, v, at)
			at += d.words
			s.temp = s.temp[:n]
		}
	}
	s.strict, s.fuel, s.watchFuel = strict, fuel, s.fuel
}
