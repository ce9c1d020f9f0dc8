package live

// This file shows a play as one seat may know it.

import (
	"fmt"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/steps"
)

// everything is the viewer who sees the whole position.
const everything = -2

// Values of View other than ids of seats.
const (
	ViewEverything = "everything"
	ViewEverybody  = "everybody" // what all seats know
)

// View sets the viewer of the play: the id of a seat, ViewEverything or ViewEverybody.
func (d *Desk) View(viewer string) error {
	gd := d.gd
	if d.play != nil {
		gd = d.play.gd
	}
	switch viewer {
	case ViewEverything:
		d.viewer = everything
	case ViewEverybody:
		d.viewer = engine.Chance
	default:
		seat, ok := gd.Value(viewer, def.Type{Kind: def.KSeat})
		if !ok || seat < 0 {
			return fmt.Errorf("there is no seat %q; view as %s, %s or a seat", viewer, ViewEverything, ViewEverybody)
		}
		d.viewer = int(seat)
	}
	return nil
}

// own reports whether the viewer may see the pending decision.
func (d *Desk) own() bool {
	return d.viewer == everything || d.play.state.View(d.viewer).Decision != nil
}

// seen returns the line as the viewer may read it.
func (d *Desk) seen(i int, l Line) Line {
	x := d.play.recorder.Sight(i)
	if d.viewer == everything || x.Of(d.viewer) {
		return l
	}
	l.Text, l.Hidden = x.Others, x.Others == ""
	var open []steps.Change
	for _, c := range l.Changes {
		if c[0] == steps.OfPieces || c[0] == steps.OfLasting { // pieces and lasting effects are public
			open = append(open, c)
		}
	}
	l.Changes = open
	return l
}
