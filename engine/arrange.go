package engine

// This file serves referees, who continue from positions that were not played: it modifies a state with a pending decision, and notifies a
// second observer of few events at little cost.

import (
	"errors"
	"fmt"
)

// Arrange changes the piles, variables and pieces of a state with a pending decision, as described by a Setup. It leaves the frames of running
// procedures unchanged. It computes the pending decision again, which may then have no legal answer (Decision.Fault, or an empty domain). An
// error leaves the state unchanged. It is an error if the set-up has an ID, seed, effects or observer, which only a new play can have.
func (s *State) Arrange(setup Setup) (err error) {
	if s.status != asking {
		return errors.New("arrange: no decision is pending")
	}
	if setup.ID != "" || setup.Seed != 0 || len(setup.Lasting)+len(setup.Until) > 0 || setup.Observer != nil || setup.Listener != nil {
		return errors.New("arrange: a set-up's ID, seed, effects and observer belong to the beginning of a play; give them to Game.New")
	}
	defer s.beginQuery()()
	before := s.Copy()
	obs := s.obs
	s.obs = nil
	defer func() {
		s.status, s.domain = asking, false
		if err != nil {
			before.CopyTo(s)
			err = fmt.Errorf("arrange: %w", err)
		}
		s.Observe(obs)
	}()
	a := &setupState{State: s}
	return a.attempt(func() error { return a.board(&setup) })
}

// Listen attaches a second observer that is only notified of notes, of the bodies of picks and of the end of the game, which costs little;
// nil detaches it. It is independent of Observe; copies start without it.
func (s *State) Listen(o Observer) { s.listener = o }

// notify notifies the attached second observer.
func (s *State) notify(kind EventKind, node int32, values []int64, what numbers) {
	if s.listener == nil {
		return
	}
	e := &s.event
	e.Kind, e.Node, e.what, e.Values = kind, node, what, values
	s.listener.Event(s, e)
	e.Values = nil
}

// note reports a note. It evaluates the values even without an observer, so that a play does not depend on observers.
func (s *State) note(in *instr) {
	s.lists[0] = s.lists[0][:0]
	for _, f := range in.x {
		s.lists[0] = append(s.lists[0], f(s))
	}
	what := numbers{int64(in.a)}
	s.notify(Noted, in.node, s.lists[0], what)
	if s.obs != nil {
		s.event.Values = s.lists[0]
		s.emit(Noted, in.node, what)
	}
}

// body reports the begin or end of the body of a pick.
func (s *State) body(in *instr) {
	kind, member := BodyEnded, int64(0)
	if in.a == 1 {
		kind = BodyBegan
	}
	if in.x[0] != nil {
		member = in.x[0](s)
	}
	what := BodyEvent{int64(in.b), member}.numbers()
	s.notify(kind, in.node, nil, what)
	if s.obs != nil {
		s.emit(kind, in.node, what)
	}
}
