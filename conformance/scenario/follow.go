// This file notifies the observers of a play of what is not an event of the engine: lines, answers, claims and refusals.

package scenario

import (
	"cmp"
	"errors"

	"rulebound/conformance/scenario/names"
	"rulebound/engine"
)

// audience holds the observers of a play.
type audience []engine.Observer

// report calls f for the reporters of the audience.
func (a audience) report(f func(Reporter)) { each(a, f) }

// follow calls f for the followers of the audience.
func (a audience) follow(f func(Follower)) { each(a, f) }

// each calls f for the observers of one type.
func each[T any](observers []engine.Observer, f func(T)) {
	for _, o := range observers {
		if x, ok := o.(T); ok {
			f(x)
		}
	}
}

// Judge is an observer that is also notified of each checked expectation, with its failures.
type Judge interface {
	engine.Observer
	Judged(e *Expect, failures []Failure)
}

// Reporter is an observer that is also notified where a script continues another one, of the refusals that it tries
// and, if the script shows options, of the answers that each decision offers.
type Reporter interface {
	engine.Observer
	After(scenario string) // all events so far belong to the scenario that this one continues
	Refused(seat, line, rule string)
	Offered(seat, decision string, options []string)
}

// Follower is an observer that is also notified of the script's progress.
type Follower interface {
	engine.Observer
	// Line reports that a line of the script begins.
	Line(l *Line)
	// Answering reports that an answer is about to be applied to the pending decision. If it is refused, the play ends.
	Answering(s *engine.State, a engine.Answer)
	// Claimed reports that all claims of an expectation are true in the present position. It is not called for expectations at moments.
	Claimed(e *Expect)
	// Tried reports a line that is refused, as the script claims.
	Tried(t Trial)
}

// Trial is a line that was tried on a copy and refused.
type Trial struct {
	Line    *Line
	Why     string        // the reason in words
	Because string        // the clause that the script names
	Legal   []names.Reply // earlier answers, by the line or forced
	Refused names.Reply   // the refused answer; its seat or decision may differ from the pending one
	Forced  bool          // the refused answer is to a decision that had resolved itself otherwise
	State   *engine.State
}

// trial describes a line that was tried on a fork and refused with err.
func (s *Session) trial(fork *Session, r *Refused, err error) Trial {
	t := Trial{Line: r.Line, Because: r.Because, Legal: *fork.trail, State: fork.state}
	var engines *refused
	var m *names.Misfit
	switch {
	case errors.As(err, &engines):
		t.Why = engines.Why
		last := len(t.Legal) - 1
		t.Legal, t.Refused = t.Legal[:last], t.Legal[last]
	case errors.As(err, &m):
		t.Why = m.Why
		t.Refused = names.Reply{Seat: cmp.Or(r.Line.Seat, m.Seat), Decision: cmp.Or(m.Aim, m.Decision), Value: m.Answer}
		if m.Node != nil {
			t.Refused.Value = names.PlainNode(m.Node)
		}
		t.Forced = m.Forced
	}
	return t
}
