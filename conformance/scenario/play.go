// This file plays a whole script and returns the result that suite, goldens and coverage use.

package scenario

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
)

// Result is the outcome of a play.
type Result struct {
	Script   *Script
	Err      error     // why the script could not be played to its end
	Failures []Failure // false claims; the last one counts those beyond diag.MaxPerFile
	Proved   []string  // clauses of the expectations that were satisfied, each once
	Steps    int64     // of the play and everything that its expectations tried
	Session  *Session  // where the play ended; nil if it could not begin

	beyond int // failures beyond diag.MaxPerFile
}

// OK reports whether the script was played to its end and all expectations held.
func (r *Result) OK() bool { return r.Err == nil && len(r.Failures) == 0 }

// Problem returns all errors and failures as one error, in the order of the file; nil if there are none.
func (r *Result) Problem() error {
	var errs []error
	for _, f := range r.Failures {
		errs = append(errs, f)
	}
	errs = append(errs, parts(r.Err)...)
	slices.SortStableFunc(errs, func(a, b error) int { return byPlace(placeOf(a), placeOf(b)) })
	return errors.Join(errs...)
}

// parts returns the errors that an error joins.
func parts(err error) []error {
	if list, ok := err.(interface{ Unwrap() []error }); ok {
		return list.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}

// placeOf returns the place of an error in the script; zero if that is not known.
func placeOf(err error) diag.Pos {
	var m *names.Misfit
	var r *refused
	var f Failure
	switch {
	case errors.As(err, &r):
		return r.Pos
	case errors.As(err, &m):
		return m.Pos
	case errors.As(err, &f):
		return f.Pos
	}
	return diag.Pos{}
}

// byPlace orders places of one file; unknown places come last.
func byPlace(a, b diag.Pos) int {
	switch {
	case a.IsZero() && b.IsZero():
		return 0
	case a.IsZero():
		return 1
	case b.IsZero():
		return -1
	}
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// OptionsOf returns the game options of a script, to load its game with.
func OptionsOf(s *Script) map[string]string {
	out := map[string]string{}
	for _, p := range s.Setup.Options {
		out[p.Key.Value] = p.Value.Value
	}
	return out
}

// Play plays a script on a game that is loaded with its options. Observers get every event from the set-up on, and what
// else they have methods for: Line, Answering, Claimed, Tried, Refused, Judged, After and Offered.
func Play(g *engine.Game, script *Script, observers ...engine.Observer) *Result {
	r, budget := &Result{Script: script}, engine.NewBudget(maxSteps)
	defer func() { r.Steps = maxSteps - budget.Left() }()
	s, err := start(g, script, budget, observers...)
	if err != nil {
		r.Err = err
		return r
	}
	r.Session = s
	defer func() { s.forced = nil }() // the reasons of thousands of forced decisions take much memory and are not needed any more
	err = s.settle(script.Items, script.Setup.Pos)
	r.early(s)
	if err != nil {
		r.Err = err
		return r
	}
	for i, item := range script.Items {
		if item.Expect != nil {
			if item.Expect.At == nil {
				s.judge(r, item.Expect, append(s.Check(item.Expect), s.checkPending(item.Expect)...))
			}
			continue
		}
		s.waiting.arm(item.Line.Expect, script.Items[i+1:])
		failures, err := s.playItem(item.Line, script.Items[i+1:])
		r.early(s)
		if err != nil {
			r.fail(failures)
			r.Err = s.withDeclined(err)
			return r
		}
		if e := item.Line.Expect; e != nil && e.At == nil {
			s.judge(r, e, append(failures, s.Check(e)...))
		}
	}
	r.Err = s.end()
	return r
}

// fail adds failures. Those beyond diag.MaxPerFile are counted in one more.
func (r *Result) fail(failures []Failure) {
	for _, f := range failures {
		if len(r.Failures) < diag.MaxPerFile {
			r.Failures = append(r.Failures, f)
			continue
		}
		if r.beyond++; r.beyond == 1 {
			r.Failures = append(r.Failures, Failure{Pos: f.Pos})
		}
		r.Failures[diag.MaxPerFile].Why = fmt.Sprintf("%d more in this scenario", r.beyond)
	}
}

// early judges the expectations at moments.
func (r *Result) early(s *Session) {
	for _, v := range s.verdicts() {
		s.judge(r, v.e, v.failures)
	}
}

// withDeclined adds to an error of a move the decisions that were declined in it.
func (s *Session) withDeclined(err error) error {
	var m *names.Misfit
	var r *refused
	switch first := parts(err)[0]; {
	case errors.As(first, &r):
		r.Declined = s.declined.text(s.game.Def())
	case errors.As(first, &m):
		m.Declined = s.declined.text(s.game.Def())
	}
	return err
}

// playItem plays a line and returns the false claims about the offers of its decisions.
func (s *Session) playItem(line *Line, next []Item) ([]Failure, error) {
	var failures []Failure
	err := s.playThen(line, next, func(r *run) { failures = r.failures })
	return failures, err
}

// judge records the result of an expectation and notifies the observers.
func (s *Session) judge(r *Result, e *Expect, failures []Failure) {
	each(s.also, func(o seesVerdicts) { o.Judged(e, failures) })
	if len(failures) > 0 {
		failures[0].Declined = s.declined.text(s.game.Def())
	}
	r.fail(failures)
	if len(failures) > 0 {
		return
	}
	if e.At == nil {
		each(s.also, func(o seesClaims) { o.Claimed(e) })
	}
	rules := slices.Clone(e.Rules)
	for _, x := range e.Refused {
		rules = append(rules, x.Because)
	}
	for _, list := range e.NotOffered {
		for _, item := range list.Value.List() {
			for _, p := range item.Pairs {
				rules = append(rules, p.Value.Value)
			}
		}
	}
	for _, rule := range rules {
		if !slices.Contains(r.Proved, rule) {
			r.Proved = append(r.Proved, rule)
		}
	}
}

// end checks that all scripted chance was used.
func (s *Session) end() error {
	var errs []error
	for _, x := range s.chance.unused() {
		errs = append(errs, &names.Misfit{Pos: x.pos, Answer: x.name, Why: x.name + " " + x.why})
	}
	return errors.Join(errs...)
}

// maxSteps limits the steps of a play, including everything that its expectations try.
const maxSteps = 1 << 27

// Start returns a session before the first line of a script: at its set-up, or at the end of the script that it continues.
func Start(g *engine.Game, script *Script, observers ...engine.Observer) (*Session, error) {
	return start(g, script, engine.NewBudget(maxSteps), observers...)
}

// start is Start with the budget of the play.
func start(g *engine.Game, script *Script, budget *engine.Budget, observers ...engine.Observer) (*Session, error) {
	setup, err := script.Engine(g)
	if err != nil {
		return nil, err
	}
	first := script.chain()[0]
	s := &Session{game: g, also: observers, show: script.Options, seeded: script.Seed != nil, chance: newChance(first.Chance), words: newVocabulary(g.Def()), next: first.Items}
	s.waiting.arm(nil, first.Items)
	setup.Observer, setup.Budget = s, budget
	s.state, err = g.New(setup)
	if err != nil {
		return nil, fmt.Errorf("%s: the set-up fails: %w", script.Setup.placeOf(err), err)
	}
	s.state.Observe(s)
	if err := s.intact(first.Setup.Pos, "in the set-up"); err != nil {
		return nil, err
	}
	if script.After != "" {
		if err := s.goOn(script); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Diagnostics returns the errors of Problem as diagnostics, each with its place in the script if known.
func (r *Result) Diagnostics() diag.List {
	var list diag.List
	add := func(err error) {
		at := placeOf(err)
		text := err.Error()
		if !at.IsZero() {
			text = strings.TrimPrefix(text, at.String()+": ")
		} else {
			at = diag.Pos{File: r.Script.File, Line: 1, Col: 1}
		}
		summary, detail, _ := strings.Cut(text, "\n")
		list.Errorf(at, "scenario", "%s", summary).Detailf("%s", detail)
	}
	for _, f := range r.Failures {
		add(f)
	}
	for _, err := range parts(r.Err) {
		add(err)
	}
	return list
}
