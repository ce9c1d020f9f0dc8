// This file plays lines of stances: what seats set for themselves while a decision is pending.

package scenario

import (
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// playStances sets the stances of a line, one after another. What was forced before still waits for its line.
func (s *Session) playStances(line *Line) error {
	s.also.follow(func(f Follower) { f.Line(line) })
	forced := s.forced
	defer func() { s.forced = forced }()
	for _, p := range line.Stances {
		d := s.state.Decision()
		if d == nil {
			return &names.Misfit{Pos: line.Pos, Why: "the game is over: no stance can be set"}
		}
		a, err := s.stance(p)
		if err != nil {
			return err
		}
		if err := s.apply(d, a, p.Key.Pos); err != nil {
			return err
		}
	}
	return nil
}

// stance makes the answer that sets `seat.variable` to a value.
func (s *Session) stance(p source.Pair) (engine.Answer, error) {
	gd := s.game.Def()
	var known []string
	for i := range gd.Vars {
		v := &gd.Vars[i]
		for seat := range gd.Seats {
			name := gd.Of(def.KSeat, int64(seat), v.ID)
			if v.Stance == 0 || name != p.Key.Value {
				if v.Stance != 0 {
					known = append(known, name)
				}
				continue
			}
			value, err := s.game.Parse(p.Value.Value, v.Type)
			if err != nil {
				return engine.Answer{}, &names.Misfit{Pos: p.Value.Pos, Why: err.Error()}
			}
			return engine.Answer{Kind: engine.Stance, Seat: seat, Option: int32(i), Member: value}, nil
		}
	}
	return engine.Answer{}, &names.Misfit{Pos: p.Key.Pos, Why: "there is no stance " + p.Key.Value + names.DidYouMean(p.Key.Value, known)}
}
