package kit

// This file compares what a seat sees of two states, and determines whether a difference legitimately reveals something.

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// sight is what a seat observes at a decision: its view, whose decision is pending, and its own decision.
type sight struct {
	view  engine.View // without Decision
	asked string
	own   engine.Decision // exported fields, zero if the decision is another seat's
}

// look returns what the seat observes of a state.
func (w *twins) look(s *engine.State) *sight {
	v := s.View(w.Seat)
	out := &sight{view: *v}
	out.view.Decision = nil
	if d := s.Decision(); d != nil {
		out.asked = d.Name
	}
	if d := v.Decision; d != nil {
		out.own = engine.Decision{Index: d.Index, Name: d.Name, Rule: d.Rule, Kind: d.Kind, Seat: d.Seat, Elem: d.Elem,
			Members: append([]int64(nil), d.Members...), Costs: append([]int64(nil), d.Costs...), Budget: d.Budget,
			Options: append([]engine.Option(nil), d.Options...), Also: append([]engine.Option(nil), d.Also...), Decline: d.Decline,
			Stop: d.Stop, Min: d.Min, Max: d.Max, Count: d.Count, Entries: append([]engine.Entry(nil), d.Entries...), Obliged: d.Obliged}
	}
	return out
}

// same reports whether two sights are equal.
func (s *sight) same(o *sight) bool { return reflect.DeepEqual(s, o) }

// differences describes the differences between two sights.
func (s *sight) differences(g *engine.Game, o *sight) []string {
	var out []string
	one, other := s.lines(g), o.lines(g)
	for _, line := range one {
		if !slices.Contains(other, line) {
			out = append(out, "first play: "+line)
		}
	}
	for _, line := range other {
		if !slices.Contains(one, line) {
			out = append(out, "second play: "+line)
		}
	}
	return out
}

// lines spells a sight, one item per line.
func (s *sight) lines(g *engine.Game) []string {
	gd := g.Def()
	out := []string{"asked: " + gd.SeatName(int64(s.view.Asked)) + " " + s.asked}
	if s.own.Name != "" {
		out = append(out, fmt.Sprintf("decision %s offers %v (%+v)", s.own.Name, g.Offers(&s.own), s.own))
	}
	for _, v := range s.view.Values {
		if v.Members != nil {
			out = append(out, v.Name+" "+gd.SpellMembers(v.Members, v.Type))
		} else {
			out = append(out, v.Name+" "+g.Format(v.Value, v.Type))
		}
	}
	for _, p := range s.view.Pieces {
		out = append(out, fmt.Sprintf("%s %d", gd.PieceName(p.Zone, p.Class), p.N))
	}
	for _, p := range s.view.Piles {
		out = append(out, fmt.Sprintf("%s %v", gd.Piles[p.Pile].ID, p.Cards))
	}
	return append(out, fmt.Sprintf("in force %v, over %v, result %v", s.view.Lasting, s.view.Over, s.view.Result))
}

// observed is the part of an event that the seat observes.
type observed struct {
	text  string
	shows bool  // it reveals something to the seat
	cell  int32 // the visible cell that changes, -1: none
	value int64 // its new value; for a set, the members that are new
}

// witness records what a seat observes while a decision is answered.
type witness struct {
	w      *twins
	cards  []int64 // that it sees
	events []observed
}

// Event implements engine.Observer.
func (t *witness) Event(s *engine.State, e *engine.Event) {
	g, gd := t.w.Game, t.w.Game.Def()
	add := func(shows bool, format string, args ...any) {
		t.events = append(t.events, observed{text: fmt.Sprintf(format, args...), shows: shows, cell: -1})
	}
	switch e.Kind {
	case engine.CellChanged:
		t.changed(s, e.Cell())
	case engine.CardMoved:
		m := e.Card()
		if news := t.unveiled(s); news != "" {
			add(true, "%s to %s shows %s", gd.Piles[m.From].ID, gd.Piles[m.To].ID, news)
		} else {
			add(false, "a card from %s to %s", gd.Piles[m.From].ID, gd.Piles[m.To].ID)
		}
	case engine.PiecesMoved:
		m := e.Pieces()
		add(false, "%d %s to %s", m.N, gd.PieceName(int32(m.From), int32(m.Class)), gd.PieceName(int32(m.To), int32(m.NewClass)))
	case engine.Asked:
		d := e.Answer()
		add(false, "%s is asked %s", gd.SeatName(int64(d.Seat)), gd.Decisions[d.Decision].Name)
	case engine.LastingOn:
		add(false, "%s begins", gd.Lasting[e.Lasting().Lasting].ID)
	case engine.LastingOff:
		add(false, "%s ends", gd.Lasting[e.Lasting().Lasting].ID)
	case engine.WatchChanged:
		m := e.Watched()
		d := &gd.Derived[m.Derived]
		add(readsHidden(gd, d.Value, map[int64]bool{}), "%s becomes %s", gd.Of(d.Per, m.Index, d.ID), g.Format(m.New, d.Type))
	case engine.GameOver:
		add(false, "the game is over: %v", e.Values)
	}
}

// changed records the change of a cell.
func (t *witness) changed(s *engine.State, m engine.CellEvent) {
	g := t.w.Game
	at, index, _ := g.Var(m.Cell)
	v := &g.Def().Vars[at]
	switch {
	case v.Reveals:
		if news := t.unveiled(s); news != "" {
			t.events = append(t.events, observed{text: "shows " + news, shows: true, cell: -1})
		}
	case t.w.sees(s, v, index) && !v.Quiet:
		o := observed{text: fmt.Sprintf("%s becomes %s", g.Def().CellName(m.Cell), s.Spell(m.New, v.Type)), cell: int32(m.Cell), value: m.New}
		if v.Type.Kind == def.KSet && !g.Def().Wide(v.Type) {
			o.value = m.New &^ m.Old
		}
		t.events = append(t.events, o)
	}
}

// unveiled names the cards that were revealed to the seat.
func (t *witness) unveiled(s *engine.State) string {
	now := seenCards(s.View(t.w.Seat))
	var news []string
	for _, c := range now {
		if !slices.Contains(t.cards, c) {
			news = append(news, t.w.Game.Def().Cards[c].ID)
		}
	}
	t.cards = now
	return strings.Join(news, ", ")
}

// seenCards lists the cards that a view shows.
func seenCards(v *engine.View) (out []int64) {
	for _, p := range v.Piles {
		for _, c := range p.Cards {
			if c != def.None {
				out = append(out, c)
			}
		}
	}
	return out
}

// sees reports whether the seat sees the cell of a variable at an index.
func (w *twins) sees(s *engine.State, v *def.VarDef, index int32) bool {
	switch v.Visible {
	case def.Hidden:
		return false
	case def.Owner:
		owner := w.Game.Def().OwnerAt(v, int64(index))
		return v.Owner() == def.KSeat && s.Player(int(owner)) == s.Player(w.Seat)
	}
	return true
}

// showing answers both plays again and finds the first event that the seat observes differently. It reports whether
// this event reveals something: a card, a derived value that is computed from hidden ones and declared visible, or
// the value of a hidden variable.
func (w *twins) showing(a, b *engine.State, one, other engine.Answer) (event string, shown bool) {
	x, y := w.witness(a.Copy(), one), w.witness(b.Copy(), other)
	for i := range max(len(x), len(y)) {
		e, f := observed{text: "nothing", cell: -1}, observed{text: "nothing", cell: -1}
		if i < len(x) {
			e = x[i]
		}
		if i < len(y) {
			f = y[i]
		}
		if e.text != f.text {
			return "first play: " + e.text + "; second play: " + f.text, e.shows || f.shows || w.held(a, b, e, f)
		}
	}
	return "no event shows why", false
}

// witness answers a decision and returns what the seat observes of it.
func (w *twins) witness(s *engine.State, a engine.Answer) []observed {
	before := s.View(w.Seat)
	t := &witness{w: w, cards: seenCards(before)}
	s.Observe(t)
	if err := s.Advance(a); err != nil {
		t.events = append(t.events, observed{text: err.Error(), cell: -1})
	}
	for _, v := range s.View(w.Seat).Values {
		if w.derivedFromHidden(v.Name) && !slices.ContainsFunc(before.Values, func(o engine.ViewValue) bool { return reflect.DeepEqual(o, v) }) {
			t.events = append(t.events, observed{text: v.Name + " becomes " + w.Game.Format(v.Value, v.Type), shows: true, cell: -1})
		}
	}
	return t.events
}

// derivedFromHidden reports whether a name is that of a derived value that is computed from hidden ones and visible to its
// owner. No event reports its changes.
func (w *twins) derivedFromHidden(name string) bool {
	gd := w.Game.Def()
	for i := range gd.Derived {
		d := &gd.Derived[i]
		if d.Visible == def.Owner && name == gd.Of(d.Per, int64(w.Seat), d.ID) {
			return readsHidden(gd, d.Value, map[int64]bool{})
		}
	}
	return false
}

// held reports whether the new value of a visible cell is, in each play, the earlier value of the same hidden cell.
// In a play without an event of the visible cell, its value is the present one.
func (w *twins) held(a, b *engine.State, e, f observed) bool {
	gd := w.Game.Def()
	stays := func(s *engine.State, cell int32) observed {
		at, _, _ := w.Game.Var(int64(cell))
		o := observed{cell: cell}
		if gd.Vars[at].Type.Kind != def.KSet {
			o.value = s.Cell(cell)
		}
		return o
	}
	switch {
	case e.cell < 0 && f.cell < 0:
		return false
	case e.cell < 0:
		e = stays(a, f.cell)
	case f.cell < 0:
		f = stays(b, e.cell)
	case e.cell != f.cell:
		return false
	}
	at, _, _ := w.Game.Var(int64(e.cell))
	to := gd.Vars[at].Type
	for _, h := range w.veiled(a) {
		x, y := a.Cell(h.cell), b.Cell(h.cell)
		switch {
		case h.v.Type != to:
		case to.Kind != def.KSet:
			if x == e.value && y == f.value {
				return true
			}
		default:
			if e.value|f.value != 0 && e.value&^x == 0 && f.value&^y == 0 {
				return true
			}
		}
	}
	return false
}

// readsHidden reports whether a formula reads cards or a variable that is not open.
func readsHidden(gd *def.GameDef, x *def.Expr, called map[int64]bool) bool {
	for e := range x.All() {
		switch e.Op {
		case def.OpCell, def.OpCellAt:
			for i := range gd.Vars {
				if v := &gd.Vars[i]; v.Visible != def.Open && e.I >= int64(v.Base) && e.I < int64(v.Base+v.Len) {
					return true
				}
			}
		case def.OpTop, def.OpCardAt, def.OpPileOf:
			return true
		case def.OpCall:
			if !called[e.I] {
				called[e.I] = true
				if readsHidden(gd, gd.Functions[e.I].Body, called) {
					return true
				}
			}
		case def.OpDerived:
			if key := ^e.I; !called[key] {
				called[key] = true
				if readsHidden(gd, gd.Derived[e.I].Value, called) {
					return true
				}
			}
		}
	}
	return false
}
