package engine

// This file implements stances: variables that a seat may set itself while any decision is pending, even one of another seat. With them a
// rulebook can limit frequent questions to the seats that want to be asked.

import (
	"fmt"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// checkStance explains why a seat cannot take a stance; it returns nil if it can.
func (s *State) checkStance(a *Answer) *Refusal {
	gd := s.g.def
	no := func(node int32, format string, args ...any) *Refusal {
		r := &Refusal{"stance", s.g.spellStance(*a), Reason{Why: fmt.Sprintf(format, args...), Node: node}}
		if rules := gd.Nodes[node].Rules; len(rules) > 0 {
			r.Rule = rules[0]
		}
		return r
	}
	if uint32(a.Option) >= uint32(len(gd.Vars)) || gd.Vars[a.Option].Stance == 0 {
		return no(0, "there is no such stance")
	}
	v := &gd.Vars[a.Option]
	if !value.Has(v.Stance, int64(a.Seat)) {
		return no(v.Node, "%s is not for that seat to set, but for %s", v.ID, s.g.Format(v.Stance, def.SeatSet))
	}
	if least, most, _ := gd.StanceRange(v); a.Member < least || a.Member > most {
		return no(v.Node, "%s runs from %s to %s", v.ID, s.g.Format(least, v.Type), s.g.Format(most, v.Type))
	}
	return nil
}

// stand sets a legal stance. The decision stays pending; its legal answers may depend on the stance.
func (s *State) stand(a *Answer) {
	v := &s.g.def.Vars[a.Option]
	cell := int64(v.Base) + int64(a.Seat)
	s.write(v.Node, cell, a.Member, a.Member-s.cells[cell])
	if s.domain = false; s.open > 0 {
		s.relax()
	}
	s.compute(false)
	if s.touched() && s.obs != nil {
		s.compareWatch()
	}
}

// spellStance names a stance and its value, as "red.ready: yes".
func (g *Game) spellStance(a Answer) string {
	if uint32(a.Option) >= uint32(len(g.def.Vars)) {
		return "stance"
	}
	v := &g.def.Vars[a.Option]
	return fmt.Sprintf("%s: %s", g.def.Of(def.KSeat, int64(a.Seat), v.ID), g.Format(a.Member, v.Type))
}
