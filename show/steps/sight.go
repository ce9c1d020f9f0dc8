package steps

// This file computes the drawing of a position for a seat.

import (
	"rulebound/engine"
	"rulebound/engine/def"
)

// Seen returns the drawn part of a state as a seat sees it, or as everybody does if it is no seat. Hidden cards are None.
func (t *Table) Seen(s *engine.State, seat int) *Position {
	view := s.View(seat)
	p := &Position{Values: map[int]string{}, Pieces: [][3]int64{}, Piles: [][]int64{}, Lasting: view.Lasting}
	known := map[string]string{}
	for _, x := range view.Values {
		text := t.gd.SpellList(x.Value, x.Type)
		if t.gd.Wide(x.Type) {
			text = t.gd.SpellMembers(x.Members, x.Type)
		}
		known[x.Name] = text
	}
	for i, v := range t.Values {
		text, ok := known[v.Name]
		switch {
		case !ok:
			p.Unknown = append(p.Unknown, i)
		case text != v.First:
			p.Values[i] = text
		}
		delete(known, v.Name)
	}
	for i := range t.gd.Derived { // values that only their owner sees are not in the table
		d := &t.gd.Derived[i]
		for j := range t.indices(d) {
			if text, ok := known[t.gd.Of(d.Per, j, d.ID)]; ok && d.Visible == def.Owner {
				p.Own = append(p.Own, [2]string{titled(d.Named) + ", " + Title(t.gd, j, def.Type{Kind: d.Per}), text})
			}
		}
	}
	for _, x := range view.Pieces {
		p.Pieces = append(p.Pieces, [3]int64{int64(x.Zone), int64(x.Class), int64(x.N)})
	}
	for _, x := range view.Piles {
		p.Piles = append(p.Piles, x.Cards)
	}
	return p
}
