package play

// This file keeps the trace of a play, and for each line of it which seats may read it.

import (
	"slices"
	"strings"

	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Everything is the viewer who sees the whole position.
const Everything = -2

// log observes a play and keeps its trace.
type log struct {
	gd    *def.GameDef
	trace *trace.Recorder
	sight []sight // parallel to the lines of the trace

}

// sight says who may read a line of the trace.
type sight struct {
	seats  uint64 // as bits; Chance and whoever is no seat read what all seats may
	others string // what the others read instead, "" for nothing
	minor  bool   // it is bookkeeping of an action
}

// all is the sight of everybody.
var all = sight{seats: ^uint64(0)}

func newLog(g *engine.Game, h trace.Header) *log {
	l := &log{gd: g.Def(), trace: trace.New(g, h)}
	l.fill(all)
	return l
}

// Hides reports whether seats of a game may know different things.
func Hides(gd *def.GameDef) bool {
	return slices.ContainsFunc(gd.Piles, func(p def.PileDef) bool { return p.Visible == def.Owner }) ||
		slices.ContainsFunc(gd.Vars, func(v def.VarDef) bool { return v.Visible == def.Owner || v.Reveals }) ||
		slices.ContainsFunc(gd.Derived, func(d def.DerivedDef) bool { return d.Visible == def.Owner })
}

// fill gives the lines that the trace has gained a sight.
func (l *log) fill(s sight) {
	for len(l.sight) < len(l.trace.Lines()) {
		l.sight = append(l.sight, s)
	}
}

// Event implements engine.Observer.
func (l *log) Event(s *engine.State, e *engine.Event) {
	before := len(l.trace.Lines())
	l.trace.Event(s, e)
	if len(l.trace.Lines()) > before {
		l.fill(l.of(s, e))
	}
}

// of returns who may read the line of an event.
func (l *log) of(s *engine.State, e *engine.Event) sight {
	switch e.Kind {
	case engine.CellChanged:
		if i, index, ok := s.Game().Var(e.Cell().Cell); ok {
			v := &l.gd.Vars[i]
			return sight{seats: l.owned(s, v.Visible, v.Per, int64(index)), minor: v.Scope == def.ActionScope}
		}
	case engine.WatchChanged:
		d := &l.gd.Derived[e.Watched().Derived]
		return sight{seats: l.owned(s, d.Visible, d.Per, e.Watched().Index)}
	case engine.CardMoved:
		m := e.Card()
		if l.gd.Piles[m.From].Visible == def.Open || l.gd.Piles[m.To].Visible == def.Open {
			return all
		}
		return sight{seats: l.seeing(s, []int64{m.Card}, m.From), others: "a card: " + l.gd.Piles[m.From].ID + " → " + l.gd.Piles[m.To].ID}
	case engine.Answered, engine.Forced:
		return l.decided(s, e)
	case engine.Noted:
		n := &l.gd.Notes[e.Note()]
		out := all
		for i, v := range e.Values[:min(len(e.Values), len(n.Types))] {
			if cards := cardsIn(s, v, n.Types[i]); len(cards) > 0 {
				out.seats &= l.seeing(s, cards, def.None)
			}
		}
		return out
	}
	return all
}

// owned returns the seats that see a value.
func (l *log) owned(s *engine.State, visible def.Visibility, per def.Kind, index int64) uint64 {
	switch {
	case visible == def.Open || visible == def.TopUp:
		return all.seats
	case visible == def.Owner && per == def.KSeat:
		return shared(s, int(index))
	}
	return 0
}

// decided returns who may read an answer: of a choice among hidden cards, those who see the cards.
func (l *log) decided(s *engine.State, e *engine.Event) sight {
	a := e.Answer()
	d := &l.gd.Decisions[a.Decision]
	own := shared(s, a.Seat)
	hidden := l.gd.SeatName(int64(a.Seat)) + " " + d.Name + ": hidden"
	card := def.Type{Kind: def.KCard}
	switch {
	case a.Form != engine.ByValue:
		return all
	case d.Kind.Row().Answer == def.AnswerOrder:
		return sight{others: hidden}
	case d.Elem != card:
		return all
	case d.Kind.Row().Answer == def.AnswerMember:
		return sight{seats: own | l.seeing(s, cardsIn(s, a.Value, card), def.None), others: hidden}
	case l.gd.Wide(def.SetOf(card)):
		return sight{seats: own | l.seeing(s, slices.Clone(e.Values), def.None), others: hidden}
	}
	return sight{seats: own | l.seeing(s, cardsIn(s, a.Value, def.SetOf(card)), def.None), others: hidden}
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

// seeing returns the seats that see all of some cards where they are, or, if it is a pile, in the pile that they came from.
func (l *log) seeing(s *engine.State, cards []int64, from int64) uint64 {
	if len(cards) == 0 {
		return all.seats
	}
	out := uint64(0)
	for seat := range l.gd.Seats {
		if from >= 0 && l.gd.Piles[from].Visible == def.Owner && shared(s, seat)>>uint(max(l.gd.Piles[from].Owner, 0))&1 == 1 && l.gd.Piles[from].Owner >= 0 {
			out |= 1 << uint(seat)
			continue
		}
		view, seen := s.View(seat), 0
		for i := range view.Piles {
			for _, c := range view.Piles[i].Cards {
				if slices.Contains(cards, c) {
					seen++
				}
			}
		}
		if seen == len(cards) {
			out |= 1 << uint(seat)
		}
	}
	if out == 1<<uint(len(l.gd.Seats))-1 {
		return all.seats
	}
	return out
}

// shared returns the seats that the player of a seat answers for; none if it is no seat.
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

// Lines counts the lines of the log.
func (p *Play) Lines() int { return len(p.log.sight) }

// Log returns the lines of the trace from one on, as a seat may read them, or as Everything. Digests, the header and what
// lasts no longer than an action are left out.
func (p *Play) Log(from, viewer int) []string {
	var out []string
	for i, line := range p.log.trace.Lines() {
		if i < from || slices.Contains([]string{"trace", "scenario", "game", "digest"}, line.Kind) {
			continue
		}
		s := p.log.sight[i]
		if s.minor {
			continue
		}
		if viewer != Everything && s.seats != all.seats && (viewer < 0 || s.seats>>uint(viewer)&1 == 0) {
			if s.others == "" {
				continue
			}
			line.Text = s.others
		}
		out = append(out, strings.TrimRight(trace.Indented(line), " "))
	}
	return out
}
