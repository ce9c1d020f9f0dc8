// This file converts stances to engine answers.

package names

import (
	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// FitStance returns the answer that sets `seat.variable` to a value. The error is a *Misfit.
func FitStance(g *engine.Game, p source.Pair) (engine.Answer, error) {
	gd := g.Def()
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
			value, err := g.Parse(p.Value.Value, v.Type)
			if err != nil {
				return engine.Answer{}, &Misfit{Pos: p.Value.Pos, Why: err.Error()}
			}
			return engine.Answer{Kind: engine.Stance, Seat: seat, Option: int32(i), Member: value}, nil
		}
	}
	return engine.Answer{}, &Misfit{Pos: p.Key.Pos, Why: "there is no stance " + p.Key.Value + DidYouMean(p.Key.Value, known)}
}
