// This file plays lines of stances, which seats set while a decision is pending.

package scenario

import (
	"rulebound/conformance/scenario/names"
)

// playStances sets the stances of a line in order. Decisions that resolved themselves before still wait for their line.
func (s *Session) playStances(line *Line) error {
	each(s.also, func(o seesLines) { o.Line(line) })
	forced := s.forced
	defer func() { s.forced = forced }()
	for _, p := range line.Stances {
		d := s.state.Decision()
		if d == nil {
			return &names.Misfit{Pos: line.Pos, Why: "the game is over: no stance can be set"}
		}
		a, err := names.FitStance(s.game, p)
		if err != nil {
			return err
		}
		if err := s.apply(d, a, p.Key.Pos); err != nil {
			return err
		}
	}
	return nil
}
