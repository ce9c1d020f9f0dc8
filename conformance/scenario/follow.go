// This file defines what the observers of a play are notified of besides events of the engine: lines, answers, claims and refusals.

package scenario

import (
	"cmp"
	"errors"
	"slices"

	"rulebound/conformance/scenario/names"
	"rulebound/engine"
)

// An observer of a play is notified of the events of the engine, and of whatever else it has a method for.
type (
	// seesLines is notified when a line of the script begins.
	seesLines interface{ Line(*Line) }
	// seesAnswers is notified before an answer is applied to the pending decision. If it is refused, the play ends.
	seesAnswers interface {
		Answering(*engine.State, engine.Answer)
	}
	// seesClaims is notified when all claims of an expectation are true in the present position, except of expectations at moments.
	seesClaims interface{ Claimed(*Expect) }
	// seesTrials is notified of each line that is refused as the script claims.
	seesTrials interface{ Tried(Trial) }
	// seesRefusals is notified of the same, as text.
	seesRefusals interface{ Refused(seat, line, rule string) }
	// seesVerdicts is notified of each checked expectation, with its failures.
	seesVerdicts interface{ Judged(*Expect, []Failure) }
	// seesBase is notified where the script begins to continue another scenario, to which all earlier events belong.
	seesBase interface{ After(scenario string) }
	// seesOffers is notified of the answers that each decision offers, if the script shows options.
	seesOffers interface {
		Offered(seat, decision string, options []string)
	}
)

// each calls f for the observers of one type.
func each[T any](observers []engine.Observer, f func(T)) {
	for _, o := range observers {
		if x, ok := o.(T); ok {
			f(x)
		}
	}
}

// Answers is an observer that collects the answers of a play.
type Answers []engine.Answer

// Event implements engine.Observer.
func (*Answers) Event(*engine.State, *engine.Event) {}

// Answering records an answer.
func (x *Answers) Answering(_ *engine.State, a engine.Answer) {
	a.Counts, a.Order, a.Chosen = slices.Clone(a.Counts), slices.Clone(a.Order), slices.Clone(a.Chosen)
	*x = append(*x, a)
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
