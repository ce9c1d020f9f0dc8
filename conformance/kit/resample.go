package kit

// This file redraws what a seat may not know.

import (
	"fmt"

	"rulebound/engine"
	"rulebound/engine/def"
)

// swaps limits how many changes of hidden variables are tried for a second play.
const swaps = 24

// veiledCell is a cell of one word that the seat does not see.
type veiledCell struct {
	cell int32
	v    *def.VarDef
}

// veiled lists the cells that the seat does not see: hidden variables and those of other players. It leaves out
// variables that say who sees a card, because they move with the cards.
func (w *twins) veiled(s *engine.State) (out []veiledCell) {
	gd := w.Game.Def()
	for i := range gd.Vars {
		v := &gd.Vars[i]
		if v.Reveals || v.Answers || gd.Wide(v.Type) {
			continue
		}
		for j := range v.Len {
			if !w.sees(s, v, j) {
				out = append(out, veiledCell{v.Base + j, v})
			}
		}
	}
	return out
}

// resample returns a state that differs from s only in what the seat may not know, with the same view and valid
// invariants; nil if it found none. Cards that the seat does not see are permuted at random, as far as Apart allows;
// members of hidden sets and values of hidden variables are swapped with others of their kind; a bounded hidden value
// may become any other. So a rule that constrains hidden values beyond their type and number must be an invariant of
// the rulebook.
func (w *twins) resample(s *engine.State) *engine.State {
	base, before := s.Copy(), w.look(s)
	changed := false
	try := func(setup engine.Setup) {
		next := base.Copy()
		if err := next.Arrange(setup); err != nil || next.Decision().Fault != nil {
			return
		}
		there := w.look(next)
		there.own, there.asked = before.own, before.asked
		if broken, err := next.Broken(); !before.same(there) || broken != nil || err != nil {
			return
		}
		base, changed = next, true
	}
	if cards := w.shuffled(s); cards.Piles != nil {
		try(cards)
	}
	cells := w.veiled(s)
	for range swaps {
		if len(cells) == 0 {
			break
		}
		if setup := w.swapped(base, cells); setup.Cells != nil {
			try(setup)
		}
	}
	if !changed && !w.covert(s) {
		return nil
	}
	return base
}

// covert reports whether another player is answering in secret, so that the plays may differ in its answer.
func (w *twins) covert(s *engine.State) bool {
	d := s.Decision()
	return w.Game.Def().Decisions[d.Index].Covert && s.Player(d.Seat) != s.Player(w.Seat)
}

// together reports whether some, but not all, seats of a simultaneous secret decision have answered.
func (w *twins) together(s *engine.State) bool {
	gd := w.Game.Def()
	for i := range gd.Vars {
		if gd.Vars[i].Answers && s.Cell(gd.Vars[i+1].Base) != 0 {
			return true
		}
	}
	return false
}

// answered reports whether the answer to the pending decision of a state was the last of a simultaneous decision: w.a has it.
func (w *twins) answered(s *engine.State) bool {
	if w.together(w.a) {
		return false
	}
	d, next := s.Decision(), w.a.Decision()
	goesOn := next != nil && next.Seat == d.Seat && w.Game.Def().Decisions[next.Index].Covert
	return w.together(s) || w.covert(s) && !goesOn
}

// shuffled permutes the cards that the seat does not see, and who else sees them. It returns an empty set-up if there are fewer than two.
func (w *twins) shuffled(s *engine.State) engine.Setup {
	type place struct{ pile, at int }
	gd, view := w.Game.Def(), s.View(w.Seat)
	var places []place
	lists := make([][]int64, len(gd.Piles))
	touched := make([]bool, len(gd.Piles))
	for p := range view.Piles {
		lists[p] = s.Cards(int32(p))
		for i, c := range view.Piles[p].Cards {
			if c == def.None {
				places = append(places, place{p, i})
				touched[p] = true
			}
		}
	}
	if len(places) < 2 {
		return engine.Setup{}
	}
	setup := engine.Setup{Piles: map[string][]string{}, Cells: map[string]int64{}}
	sight := w.reveals()
	at := map[int64]int64{} // card -> who sees the card in that place
	if sight != nil {
		for p := range lists {
			for _, c := range lists[p] {
				at[c] = s.Cell(sight.Base + int32(c))
			}
		}
	}
	apart := w.apart()
	for i := len(places) - 1; i > 0; i-- {
		x, y := places[i], places[w.gen.Below(uint32(i+1))]
		c, d := lists[x.pile][x.at], lists[y.pile][y.at]
		if apart != nil && apart[c] != apart[d] {
			continue
		}
		lists[x.pile][x.at], lists[y.pile][y.at] = d, c
		at[c], at[d] = at[d], at[c]
	}
	for p, list := range lists {
		if !touched[p] {
			continue
		}
		names := []string{}
		for _, c := range list {
			names = append(names, gd.Cards[c].ID)
			if sight != nil {
				setup.Cells[gd.CellName(int64(sight.Base)+c)] = at[c]
			}
		}
		setup.Piles[gd.Piles[p].ID] = names
	}
	return setup
}

// known reports whether the seat sees a set of a type that holds only one of two members: then it knows where that member is.
func (w *twins) known(s *engine.State, t def.Type, m, n uint32) bool {
	gd := w.Game.Def()
	for i := range gd.Vars {
		v := &gd.Vars[i]
		for j := range v.Len {
			if c := s.Cell(v.Base + j); v.Type == t && w.sees(s, v, j) && c>>m&1 != c>>n&1 {
				return true
			}
		}
	}
	return false
}

// apart returns the values of the property Apart, nil if there is none.
func (w *twins) apart() []int64 {
	for _, l := range w.Game.Def().Lookups {
		if l.ID == w.Apart {
			return l.Values
		}
	}
	return nil
}

// reveals returns the variable that says who sees cards, nil if the game has none.
func (w *twins) reveals() *def.VarDef {
	gd := w.Game.Def()
	for i := range gd.Vars {
		if gd.Vars[i].Reveals {
			return &gd.Vars[i]
		}
	}
	return nil
}

// swapped draws one change of the hidden cells: two members of hidden sets are swapped, two hidden values of one type
// are swapped, or a bounded value becomes another. It returns an empty set-up if the draw changes nothing.
func (w *twins) swapped(s *engine.State, cells []veiledCell) engine.Setup {
	gd := w.Game.Def()
	set := func(to map[string]int64, c veiledCell, v int64) {
		if v != s.Cell(c.cell) {
			to[gd.CellName(int64(c.cell))] = v
		}
	}
	out := map[string]int64{}
	one := cells[w.gen.Below(uint32(len(cells)))]
	t := one.v.Type
	switch {
	case t.Kind == def.KSet:
		many := uint32(max(1, gd.Many(def.Type{Kind: t.Elem, Of: t.Of})))
		m, n := w.gen.Below(many), w.gen.Below(many)
		if w.known(s, t, m, n) {
			break
		}
		for _, c := range cells {
			if v := s.Cell(c.cell); c.v.Type == t {
				bits := v>>m&1 ^ v>>n&1
				set(out, c, v^(bits<<m|bits<<n))
			}
		}
	case w.gen.Below(2) == 0:
		other := cells[w.gen.Below(uint32(len(cells)))]
		if other.v.Type == t {
			set(out, one, s.Cell(other.cell))
			set(out, other, s.Cell(one.cell))
		}
	case t.Kind == def.KBool:
		set(out, one, 1-s.Cell(one.cell))
	case t.Kind == def.KInt && one.v.Bounded:
		set(out, one, one.v.Min+int64(w.gen.Below(uint32(one.v.Max-one.v.Min+1))))
	case t.Kind == def.KEnum:
		set(out, one, int64(w.gen.Below(uint32(gd.Many(t)))))
	}
	if len(out) == 0 {
		return engine.Setup{}
	}
	return engine.Setup{Cells: out}
}

// String names the pair of plays.
func (t Twins) String() string {
	return fmt.Sprintf("%s, set-up %q, seat %s, seed %d", t.Game.Def().ID, t.Setup.ID, t.Game.Def().SeatName(int64(t.Seat)), t.Seed)
}
