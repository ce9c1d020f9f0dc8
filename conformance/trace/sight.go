package trace

// This file determines who may read a line of a trace.

import (
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Sight is who may read a line of a trace.
type Sight struct {
	Seats  uint64 // a bit set; chance and numbers that are no seat read what all seats may
	Others string // replacement text for the others, "" for none
	Minor  bool   // bookkeeping of an action
}

// Everybody is the sight of a public line.
var Everybody = Sight{Seats: ^uint64(0)}

// Of reports whether a seat may read the line.
func (s Sight) Of(seat int) bool {
	return s.Seats == Everybody.Seats || seat >= 0 && s.Seats>>uint(seat)&1 == 1
}

// Hides reports whether seats of a game may know different things.
func Hides(gd *def.GameDef) bool {
	return slices.ContainsFunc(gd.Piles, func(p def.PileDef) bool { return p.Visible == def.Owner }) ||
		slices.ContainsFunc(gd.Vars, func(v def.VarDef) bool { return v.Visible == def.Owner || v.Reveals }) ||
		slices.ContainsFunc(gd.Derived, func(d def.DerivedDef) bool { return d.Visible == def.Owner }) ||
		slices.ContainsFunc(gd.Decisions, func(d def.DecisionDef) bool { return d.Covert || d.Seen != nil })
}

// sights determines who sees what in a game.
type sights struct{ gd *def.GameDef }

// SightOf returns who may read the line of an event that s has just published.
func SightOf(s *engine.State, e *engine.Event) Sight {
	l := sights{s.Game().Def()}
	switch e.Kind {
	case engine.CellChanged:
		if i, index, ok := s.Game().Var(e.Cell().Cell); ok {
			v := &l.gd.Vars[i]
			owner := l.gd.OwnerAt(v, int64(index))
			return Sight{Seats: l.owned(s, v.Visible, v.Owner(), owner), Minor: v.Scope == def.ActionScope}
		}
	case engine.WatchChanged:
		d := &l.gd.Derived[e.Watched().Derived]
		return Sight{Seats: l.owned(s, d.Visible, d.Per, e.Watched().Index)}
	case engine.CardMoved:
		m := e.Card()
		if l.gd.Piles[m.From].Visible == def.Open || l.gd.Piles[m.To].Visible == def.Open {
			return Everybody
		}
		return Sight{Seats: l.seeing(s, []int64{m.Card}, m.From), Others: "a card: " + l.gd.Piles[m.From].ID + " → " + l.gd.Piles[m.To].ID}
	case engine.Answered, engine.Forced:
		return l.decided(s, e)
	case engine.Noted:
		n := &l.gd.Notes[e.Note()]
		out := Everybody
		for i, v := range e.Values[:min(len(e.Values), len(n.Types))] {
			if l.private(n.Types[i]) {
				out.Seats = 0
			}
			if cards := cardsIn(s, v, n.Types[i]); len(cards) > 0 {
				out.Seats &= l.seeing(s, cards, def.None)
			}
		}
		return out
	}
	return Everybody
}

// owned returns the seats that see a value.
func (l sights) owned(s *engine.State, visible def.Visibility, per def.Kind, index int64) uint64 {
	switch {
	case visible == def.Open || visible == def.TopUp:
		return Everybody.Seats
	case visible == def.Owner && per == def.KSeat:
		return shared(s, int(index))
	}
	return 0
}

// decided returns who may read an answer. A choice among hidden cards is readable to those who see the cards.
func (l sights) decided(s *engine.State, e *engine.Event) Sight {
	a := e.Answer()
	d := &l.gd.Decisions[a.Decision]
	own := shared(s, a.Seat)
	hidden := l.gd.SeatName(int64(a.Seat)) + " " + d.Name + ": hidden"
	card := def.Type{Kind: def.KCard}
	switch {
	case d.Seen != nil:
		return Sight{Seats: l.shown(s, a.Seen), Others: hidden}
	case a.Form != engine.ByValue && !d.Covert:
		return Everybody
	case d.Kind.Row().Answer == def.AnswerOrder:
		return Sight{Others: hidden}
	case d.Covert, l.private(d.Elem):
		return Sight{Seats: own, Others: hidden}
	case d.Elem != card:
		return Everybody
	case d.Kind.Row().Answer == def.AnswerMember:
		return Sight{Seats: own | l.seeing(s, cardsIn(s, a.Value, card), def.None), Others: hidden}
	case l.gd.Wide(def.SetOf(card)):
		return Sight{Seats: own | l.seeing(s, slices.Clone(e.Values), def.None), Others: hidden}
	}
	return Sight{Seats: own | l.seeing(s, cardsIn(s, a.Value, def.SetOf(card)), def.None), Others: hidden}
}

// shown returns the seats of the players who own some seats.
func (l sights) shown(s *engine.State, seats int64) uint64 {
	out := uint64(0)
	for seat := range l.gd.Seats {
		if uint64(seats)>>uint(seat)&1 == 1 {
			out |= shared(s, seat)
		}
	}
	return out
}

// private reports whether values of an enumeration, or sets of them, are stored where not all seats see them.
func (l sights) private(t def.Type) bool {
	member := func(t def.Type) def.Type {
		if t.Kind == def.KSet {
			return def.Type{Kind: t.Elem, Of: t.Of}
		}
		return t
	}
	if t = member(t); t.Kind != def.KEnum {
		return false
	}
	return slices.ContainsFunc(l.gd.Vars, func(v def.VarDef) bool { return v.Visible != def.Open && member(v.Type) == t }) ||
		slices.ContainsFunc(l.gd.Derived, func(d def.DerivedDef) bool { return d.Visible == def.Owner && member(d.Type) == t })
}

// cardsIn lists the cards in a value of an event.
func cardsIn(s *engine.State, v int64, t def.Type) []int64 {
	switch {
	case t.Kind == def.KCard && v >= 0:
		return []int64{v}
	case t.Kind == def.KSet && t.Elem == def.KCard:
		return s.Each(v, t)
	}
	return nil
}

// seeing returns the seats that see all of the cards where they are; if from is a pile, as they were in that pile.
func (l sights) seeing(s *engine.State, cards []int64, from int64) uint64 {
	if len(cards) == 0 {
		return Everybody.Seats
	}
	out := uint64(0)
	for seat := range l.gd.Seats {
		if its := from >= 0 && l.gd.Piles[from].Visible == def.Owner && l.gd.Piles[from].Owner >= 0 && shared(s, seat)>>uint(l.gd.Piles[from].Owner)&1 == 1; its || s.Sees(seat, cards...) {
			out |= 1 << uint(seat)
		}
	}
	if out == 1<<uint(len(l.gd.Seats))-1 {
		return Everybody.Seats
	}
	return out
}

// shared returns the seats of the player who owns a seat; none if it is no seat.
func shared(s *engine.State, seat int) uint64 {
	out := uint64(0)
	if seat < 0 {
		return out
	}
	by := s.Player(seat)
	for other := range s.Game().Def().Seats {
		if s.Player(other) == by {
			out |= 1 << uint(other)
		}
	}
	return out
}
