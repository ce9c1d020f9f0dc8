package engine

// This file is for referees, who go on from positions that were not played: it changes a state that waits, and notifies an
// observer of few events at little cost.

import (
	"errors"
	"fmt"
)

// Arrange changes the board of a state that waits at a decision: piles, variables and pieces, as a Setup says it. What stands in
// the frames of running procedures stays. The pending decision is computed anew, and need not have a legal answer
// (Decision.Fault, or an empty domain). An error leaves the state as it was. A set-up that names what only a beginning has, its
// ID, seed, effects or observer, is an error.
func (s *State) Arrange(setup Setup) (err error) {
	if s.status != asking {
		return errors.New("arrange: no decision is pending")
	}
	if setup.ID != "" || setup.Seed != 0 || len(setup.Lasting)+len(setup.Until) > 0 || setup.Observer != nil || setup.Ear != nil {
		return errors.New("arrange: a set-up's ID, seed, effects and observer belong to the beginning of a play; give them to Game.New")
	}
	defer s.lend()()
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
	a := &arrangement{State: s}
	return a.told(func() error { return a.board(&setup) })
}

// Attend attaches an observer that is notified of notes, of the bodies of picks and of the end of the game alone, which costs little;
// with nil it detaches it. It is independent of Observe; copies start without.
func (s *State) Attend(o Observer) { s.ear = o }

// tell notifies the observer that attends.
func (s *State) tell(kind EventKind, node int32, values []int64, what numbers) {
	if s.ear == nil {
		return
	}
	e := &s.event
	e.Kind, e.Node, e.what, e.Values = kind, node, what, values
	s.ear.Event(s, e)
	e.Values = nil
}

// note reports a note. Its values are computed without an observer, too, so that a play does not depend on observers.
func (s *State) note(in *instr) {
	s.lists[0] = s.lists[0][:0]
	for _, f := range in.x {
		s.lists[0] = append(s.lists[0], f(s))
	}
	what := numbers{int64(in.a)}
	s.tell(Noted, in.node, s.lists[0], what)
	if s.obs != nil {
		s.event.Values = s.lists[0]
		s.emit(Noted, in.node, what)
	}
}

// body reports that the body of a pick begins or ends.
func (s *State) body(in *instr) {
	kind, member := BodyEnded, int64(0)
	if in.a == 1 {
		kind = BodyBegan
	}
	if in.x[0] != nil {
		member = in.x[0](s)
	}
	what := BodyEvent{int64(in.b), member}.numbers()
	s.tell(kind, in.node, nil, what)
	if s.obs != nil {
		s.emit(kind, in.node, what)
	}
}
