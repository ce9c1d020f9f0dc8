// This file checks the names of a script against its game before playing: unknown names are reported with their
// places, however far the play would get.

package scenario

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine/def"
)

// CheckNames reports the names of a script that are unknown to its game: options and their values, chance decisions,
// and seats that move or must be asked, with their decisions.
func CheckNames(s *Script, gd *def.GameDef) diag.List {
	c := nameCheck{gd: gd, seats: seatNames(gd)}
	for i := range gd.Decisions {
		d := &gd.Decisions[i]
		if c.decisions = append(c.decisions, d.Name); d.By == nil {
			c.random = append(c.random, d.Name)
		}
	}
	for _, list := range []*[]string{&c.decisions, &c.random} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	c.options(s.Setup.Options)
	c.chance(s.Chance)
	for _, item := range s.Items {
		if item.Line != nil {
			c.line(item.Line)
			c.expect(item.Line.Expect)
		}
		c.expect(item.Expect)
	}
	return c.list
}

// seatNames lists the seats of a game.
func seatNames(gd *def.GameDef) []string {
	return names.Of(gd.Seats, func(n *def.Named) string { return n.ID })
}

// nameCheck collects the unknown names of a script.
type nameCheck struct {
	gd                       *def.GameDef
	seats, decisions, random []string
	list                     diag.List
	spell                    diag.Speller
}

func (c *nameCheck) options(given []source.Pair) {
	ids := names.Of(c.gd.Options, func(o *def.OptionDef) string { return o.ID })
	for _, p := range given {
		i := slices.Index(ids, p.Key.Value)
		switch {
		case i < 0:
			c.unknown(p.Key.Pos, "there is no option "+p.Key.Value, p.Key.Value, ids)
		case !slices.Contains(c.gd.Options[i].Values, p.Value.Value):
			c.value(p, &c.gd.Options[i])
		}
	}
}

func (c *nameCheck) value(p source.Pair, o *def.OptionDef) {
	why, values := "option "+o.ID+" has no value "+p.Value.Value, o.Values
	if last := len(values) - 1; o.Type.Kind == def.KInt && last >= names.MaxOffered {
		c.list.Errorf(p.Value.Pos, "scenario", "%s", why).Detailf("There are %s to %s.", values[0], values[last])
		return
	}
	c.unknown(p.Value.Pos, why, p.Value.Value, values)
}

func (c *nameCheck) chance(outcomes []source.Pair) {
	for _, p := range outcomes {
		if !slices.Contains(c.random, p.Key.Value) {
			c.unknown(p.Key.Pos, "chance decides no "+p.Key.Value, p.Key.Value, c.random)
		}
	}
}

func (c *nameCheck) line(l *Line) {
	if l.Seat != "" {
		c.seat(l.Pos, l.Seat)
	}
	c.chance(l.Chance)
}

func (c *nameCheck) expect(e *Expect) {
	if e == nil {
		return
	}
	if e.Asked != nil && !e.Asked.Over {
		c.asked(e.Asked.Pos, e.Asked.Seat)
		c.decision(e.Asked.Pos, e.Asked.Decision)
	}
	for _, l := range e.Legal {
		c.asked(l.Pos, l.Seat)
		c.decision(l.Pos, l.Decision)
		if l.After != nil {
			c.line(l.After)
		}
	}
	for _, r := range e.Refused {
		c.line(r.Line)
	}
	for _, x := range e.Sees {
		if _, ok := names.Viewer(c.gd, x.Seat); !ok {
			c.unknown(x.Pos, "there is no seat "+x.Seat, x.Seat, names.Viewers(c.gd))
		}
	}
}

func (c *nameCheck) seat(pos diag.Pos, name string) {
	if name != "" && !slices.Contains(c.seats, name) {
		c.unknown(pos, "there is no seat "+name, name, c.seats)
	}
}

func (c *nameCheck) asked(pos diag.Pos, seat string) {
	if seat != chanceSeat {
		c.seat(pos, seat)
	}
}

func (c *nameCheck) decision(pos diag.Pos, name string) {
	if name != "" && !slices.Contains(c.decisions, name) {
		c.unknown(pos, "there is no decision "+name, name, c.decisions)
	}
}

func (c *nameCheck) unknown(pos diag.Pos, why, name string, names []string) {
	c.list.Errorf(pos, "scenario", "%s", why).Detailf("%s", c.nearest(name, names))
}

// nearest suggests the most similar name or, if none is similar, lists the known ones.
func (c *nameCheck) nearest(name string, known []string) string {
	switch near := c.spell.Near(name, known); {
	case near != "":
		return "Did you mean " + near + "?"
	case len(known) == 0:
		return "The game has none."
	}
	return "There are " + names.Abridge(known) + "."
}
