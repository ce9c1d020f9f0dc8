package engine

// This file finds out whether a play could have gone by other formulas than it did without anybody noticing: wherever a
// formula is due that has a rival, both are computed.

import "rulebound/engine/def"

// Rivals are formulas that a play could go by instead: those of `if(cell == n, rival, formula)`, where the cell is one that
// nothing writes and that holds 0.
//
// Differ[n] is set as soon as the rival of number n, from 1, yields another value than its formula, or one of the two
// faults; and where only bounds of it were asked for. The caller may clear it between plays. A play in which it was not set
// goes the same way by the rival and notifies its observer of the same events, unless the two ask hooks or what lies ahead.
//
// Chosen is the rival that replaces its formula from now on, 0 if none does. A caller that sets it between two answers sees what the
// rival would have made of a position: a copy of the state, played with it, is a play of the changed game. Nothing is compared
// meanwhile.
type Rivals struct {
	Cell   int32
	Differ []bool
	Chosen int64
}

// WithRivals lets a game compute the rivals of formulas. Its states must not be used by two goroutines at the same time. It
// costs speed, and does not go together with coverage.
func WithRivals(r *Rivals) LoadOption { return func(b *builder) { b.g.rivals = r } }

// number is the number of the rival that an `if` chooses, 0 if it chooses none.
func (r *Rivals) number(e *def.Expr) int64 {
	if r == nil || e.Args[0].Op != def.OpEq {
		return 0
	}
	switch cell, n := e.Args[0].Args[0], e.Args[0].Args[1]; {
	case cell.Op != def.OpCell || cell.I != int64(r.Cell) || n.Op != def.OpConst || uint64(n.I) >= uint64(len(r.Differ)):
		return 0
	default:
		return n.I
	}
}

// contest computes a formula, and its rival as long as that is not known to differ. Where a rival is computed already, its
// formulas elsewhere give way to it and all others stand.
func contest[T int64 | bool](r *Rivals, n int64, rival, own func(*State) T) func(*State) T {
	return func(s *State) T {
		switch {
		case s.rival == n:
			return rival(s)
		case s.rival > 0:
			return own(s)
		case r.Chosen == n:
			return rival(s)
		case r.Chosen > 0 || r.Differ[n]:
			return own(s)
		}
		ended := false
		defer func() {
			if !ended {
				r.Differ[n] = true
			}
		}()
		v := own(s)
		ended = true
		if other, ok := instead(s, n, rival); !ok || other != v {
			r.Differ[n] = true
		}
		return v
	}
}

// instead computes a rival, and leaves no trace of that; false if it is a fault.
func instead[T int64 | bool](s *State, n int64, rival func(*State) T) (v T, ok bool) {
	temp, fuel, far, depth, strict, node := len(s.temp), s.fuel, s.far, s.depth, s.strict, s.node
	defer func() {
		if r := recover(); r != nil {
			ok = false
		}
		s.temp = s.temp[:temp]
		s.fuel, s.far, s.depth, s.strict, s.node, s.rival = fuel, far, depth, strict, node, 0
	}()
	s.strict, s.rival = false, n
	return rival(s), true
}
