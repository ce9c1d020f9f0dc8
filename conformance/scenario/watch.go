// This file makes a session an observer of the engine.

package scenario

import (
	"rulebound/engine"
)

// Event implements engine.Observer.
func (s *Session) Event(state *engine.State, e *engine.Event) {
	for _, o := range s.also {
		o.Event(state, e)
	}
	if s.state == nil {
		s.state = state // the set-up runs to its first decision
	}
	if s.move != nil {
		s.move.Event(state, e)
	}
	gd, r := s.game.Def(), s.run
	switch e.Kind {
	case engine.BodyBegan:
		var inside answers
		if b := e.Body(); r != nil {
			d := &gd.Decisions[b.Decision]
			inside = s.frames.body(r.root, d.Name, gd.Spell(b.Member, d.Elem))
		}
		s.frames.open(e.Kind, e.Body().Decision, inside)
	case engine.BodyEnded:
		s.frames.leave(engine.BodyBegan, e.Body().Decision)
	case engine.Called:
		if r != nil {
			r.call(&gd.Procs[e.Call().Proc], e.Call().Proc)
		}
	case engine.Returned:
		s.frames.leave(engine.Called, e.Call().Proc)
		if r != nil && s.words.accompanied(&gd.Procs[e.Call().Proc]) {
			r.main = over
		}
	case engine.Forced:
		s.force(state, e)
	case engine.Noted:
		s.waiting.reach(state, e, s.Check)
	case engine.CardMoved:
		if r != nil && gd.Cards[e.Card().Card].ID == r.card {
			r.cardDone = true
		}
	}
}
