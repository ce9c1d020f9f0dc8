package play

// This file sets stances of seats while a decision is pending.

import (
	"errors"
	"fmt"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/scribe"
	"rulebound/engine"
	"rulebound/engine/def"
)

// ErrMiddle is the error of a stance within a move, which no scenario could express.
var ErrMiddle = errors.New("stances are set between moves: end the move first, or take it back")

// Stances lists the stances of seats with their values: "bee.lends: no, Bee: lends".
func (p *Play) Stances() []string {
	var out []string
	gd := p.game.Def()
	for i := range gd.Vars {
		v := &gd.Vars[i]
		for seat := range gd.Seats {
			name := gd.Of(def.KSeat, int64(seat), v.ID)
			if now, t, err := p.state.Value(name); err == nil && v.Stance>>uint(seat)&1 == 1 {
				out = append(out, fmt.Sprintf("%s: %s, %s", name, p.game.Format(now, t), titled(p.SeatTitle(seat)+":", thing{v.ID, v.Title}.label())))
			}
		}
	}
	return out
}

// Stance returns the answer that sets a stance by its name, such as bee.lends, to a value.
func (p *Play) Stance(name, value string) (engine.Answer, error) {
	if d := p.state.Decision(); d == nil || !scribe.Turns(p.game.Def())[d.Index] {
		return engine.Answer{}, ErrMiddle
	}
	return names.FitStance(p.game, source.Pair{Key: names.Word(name, diag.Pos{}), Value: names.Word(value, diag.Pos{})})
}
