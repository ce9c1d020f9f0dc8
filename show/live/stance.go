package live

// This file sets stances of seats while a decision is pending, whichever seat it belongs to.

import (
	"cmp"
	"errors"
	"fmt"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Stance is a stance that can be set now.
type Stance struct {
	Name    string   `json:"name"` // seat.variable, as in scenarios
	Title   string   `json:"title"`
	Value   string   `json:"value"`
	Options []string `json:"options,omitempty"` // empty: any number from Min to Max
	Min     int64    `json:"min"`
	Max     int64    `json:"max"`
}

// stances lists the stances that can be set now: only between moves, where a script can set them.
func (d *Desk) stances(p *play) []Stance {
	var out []Stance
	if !d.turns[p.state.Decision().Index] {
		return nil
	}
	d.eachStance(func(name string, seat int, v *def.VarDef, _ int32) {
		least, most, ok := d.play.gd.StanceRange(v)
		now, typ, err := p.state.Value(name)
		if !ok || err != nil {
			return
		}
		x := Stance{Name: name, Title: d.play.table.Seats[seat].Title + ": " + cmp.Or(v.Title, v.ID), Value: p.game.Format(now, typ), Min: least, Max: most}
		if most-least <= maxNumbers || v.Type.Kind != def.KInt {
			for value := least; value <= most; value++ {
				x.Options = append(x.Options, p.game.Format(value, v.Type))
			}
		}
		out = append(out, x)
	})
	return out
}

// eachStance calls f for each stance of each seat, in the order of declaration.
func (d *Desk) eachStance(f func(name string, seat int, v *def.VarDef, index int32)) {
	for i := range d.play.gd.Vars {
		v := &d.play.gd.Vars[i]
		for seat := range d.play.gd.Seats {
			if v.Stance>>uint(seat)&1 == 1 {
				f(d.play.gd.Of(def.KSeat, int64(seat), v.ID), seat, v, int32(i))
			}
		}
	}
}

// Stand sets a stance by its name, such as lamp.lends, to a value as Stance writes it. The error is a refusal, or
// that of an unknown name or value; the play is then unchanged.
func (d *Desk) Stand(name, value string) error {
	if d.play == nil {
		return errNothing
	}
	if x := d.play.state.Decision(); x != nil && !d.turns[x.Index] {
		return errors.New("stances are set between moves: take answers back to where the move began, or end it first")
	}
	err := fmt.Errorf("there is no stance %s", name)
	d.eachStance(func(own string, seat int, v *def.VarDef, index int32) {
		if own != name {
			return
		}
		var member int64
		if member, err = d.play.game.Parse(value, v.Type); err == nil {
			err = d.give(engine.Answer{Kind: engine.Stance, Seat: seat, Option: index, Member: member})
		}
	})
	return err
}
