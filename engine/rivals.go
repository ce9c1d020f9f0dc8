package engine

// This file tests whether a play would be the same with other formulas: wherever a formula with a rival is evaluated, the rival is evaluated,
// too.

import "rulebound/engine/def"

// Rivals are alternative formulas of a game: those of `if(cell == n, rival, formula)`, where the cell is never written and holds 0.
//
// Differ[n] is set when rival number n, from 1, yields another value than its formula, when one of the two faults, or when only its bounds
// were required. The caller may clear it between plays. If it is not set, the play is the same with the rival and has the same events, unless
// one of the two evaluates hooks or searches.
//
// Chosen is the rival that replaces its formula from now on, 0: none. A caller that sets it between two answers can try the rival from a
// position: a copy of the state, continued with it, is a play of the changed game. Nothing is compared while it is set.
type Rivals struct {
	Cell   int32
	Differ []bool
	Chosen int64
}

// WithRivals makes a game evaluate the rivals of formulas. Its states are not safe for concurrent use. It costs speed, and cannot be combined
// with coverage.
func WithRivals(r *Rivals) LoadOption { return func(b *builder) { b.g.rivals = r } }

// number returns the number of the rival of an `if`, 0 if it has none.
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

// contest evaluates a formula, and its rival unless that is known to differ. During the evaluation of a rival, other occurrences of its own
// formula are replaced as well, and no other formulas are.
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

// instead evaluates a rival and restores the state; it returns false if the rival is a fault.
func instead[T int64 | bool](s *State, n int64, rival func(*State) T) (v T, ok bool) {
	temp, fuel, search, depth, strict, node := len(s.temp), s.fuel, s.searchFuel, s.depth, s.strict, s.node
	defer func() {
		if r := recover(); r != nil {
			ok = false
		}
		s.temp = s.temp[:temp]
		s.fuel, s.searchFuel, s.depth, s.strict, s.node, s.rival = fuel, search, depth, strict, node, 0
	}()
	s.strict, s.rival = false, n
	return rival(s), true
}
