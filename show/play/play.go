// Package play is the play of a game without a terminal: a game, a set-up, the answers so far, undo and redo; the
// legal answers and why others are illegal; the position as lines of text, as a seat may know it; who decides for
// each seat; and the file of a play.
//
// play.go has the answers, offers.go the offers of a decision and the parser of typed answers, board.go and show.go
// the position, seats.go who decides, log.go the trace as a seat may read it, file.go the file.
package play

import (
	"errors"
	"fmt"
	"slices"

	"rulebound/conformance/scenario/names"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/show/saved"
	"rulebound/show/steps"
)

// By is the origin of an answer.
type By uint8

// The origins of answers.
const (
	Person    By = iota // typed
	Computer            // a player of package players, or a program
	Generator           // the generator of the state
)

// Step is an answer of a play.
type Step struct {
	Answer engine.Answer
	By     By
	Reply  names.Reply // the answer by names
	Lines  int         // number of lines of the trace before the answer
}

// Play is a play of a game from its set-up. It is not safe for concurrent use.
type Play struct {
	id     string // folder of the game
	game   *engine.Game
	table  *steps.Table
	setup  steps.Setup
	state  *engine.State
	budget *engine.Budget // of the state
	log    *log
	steps  []Step
	undone []Step // undone answers, the next one to redo last
}

// New begins a play of a game in a folder with that name, loaded with the options of the set-up. The error is that of the set-up.
func New(folder string, g *engine.Game, setup steps.Setup) (*Play, error) {
	p := &Play{id: folder, game: g, table: steps.NewTable(g.Def()), setup: setup}
	return p, p.begin()
}

// begin restarts the play without answers.
func (p *Play) begin() error {
	setup, err := p.setup.Engine()
	if err != nil {
		return err
	}
	observer := newLog(p.game, trace.Header{Game: p.game.Def().ID, Setup: p.setup.ID, Title: p.game.Def().Title})
	p.budget = engine.NewBudget(steps.MaxSteps)
	setup.Observer, setup.Budget = observer, p.budget
	state, err := p.game.New(setup)
	if err != nil {
		return err
	}
	state.Observe(observer)
	p.state, p.log, p.steps = state, observer, nil
	return nil
}

// ID returns the folder of the game.
func (p *Play) ID() string { return p.id }

// Game returns the game.
func (p *Play) Game() *engine.Game { return p.game }

// Setup returns the initial set-up of the play.
func (p *Play) Setup() steps.Setup { return p.setup }

// State returns the state, which is read-only.
func (p *Play) State() *engine.State { return p.state }

// Steps returns the answers so far, which the caller must not change.
func (p *Play) Steps() []Step { return p.steps }

// Trace returns the lines of the trace so far, which the caller must not change.
func (p *Play) Trace() []trace.Line { return p.log.trace.Lines() }

// Answer applies an answer and clears the undone ones. The error is a *engine.Refusal, a *engine.Fault, or that of a
// play that is over or too long; the play is then unchanged.
func (p *Play) Answer(a engine.Answer, by By) error {
	undone := p.undone
	p.undone = nil
	err := p.give(Step{Answer: a, By: by})
	if err != nil {
		p.undone = undone
	}
	return err
}

// give applies and records an answer. If the generator of the state would draw the same outcome of chance, it is
// advanced, so that the state depends on the set-up and the answers alone.
func (p *Play) give(s Step) error {
	d := p.state.Decision()
	switch {
	case d == nil:
		return errors.New("the game is over")
	case d.Fault != nil:
		return d.Fault
	case len(p.steps) >= saved.MaxAnswers:
		return fmt.Errorf("the play has %d answers, the most that a play may have", saved.MaxAnswers)
	}
	if r := p.state.Refuses(s.Answer); r != nil {
		return r
	}
	a := clone(s.Answer)
	if d.Seat == engine.Chance && a.Kind != engine.Stance {
		drawn, err := p.state.Copy().Draw()
		if err == nil && same(drawn, a) {
			_, _ = p.state.Draw() // as in the copy
		}
	}
	s = Step{a, s.By, names.ReplyOf(p.state, a), p.Lines()}
	if err := p.state.Apply(a); err != nil {
		return errors.Join(err, p.again(p.steps)) // part of the events were logged
	}
	p.steps = append(p.steps, s)
	return nil
}

// again replays answers from the set-up.
func (p *Play) again(given []Step) error {
	given = slices.Clone(given)
	if err := p.begin(); err != nil {
		return err
	}
	for _, s := range given {
		if err := p.give(s); err != nil {
			return err
		}
	}
	return nil
}

// Undo undoes the last n answers of persons, with everything after the first of them; without answers of persons, the
// last n answers. It returns how many of these it undid.
func (p *Play) Undo(n int) (int, error) {
	counts := p.counted(p.steps)
	at, taken := len(p.steps), 0
	for i := len(p.steps) - 1; i >= 0 && taken < n; i-- {
		if counts(p.steps[i]) {
			at, taken = i, taken+1
		}
	}
	if taken == 0 {
		return 0, nil
	}
	back := slices.Clone(p.steps[at:])
	slices.Reverse(back)
	undone := append(p.undone, back...)
	if err := p.again(p.steps[:at]); err != nil {
		return 0, err
	}
	p.undone = undone
	return taken, nil
}

// Redo repeats the last n answers that Undo undid, counted in the same way, with everything up to the next one. It
// returns how many of these it repeated.
func (p *Play) Redo(n int) (int, error) {
	counts := p.counted(p.undone)
	given := 0
	for len(p.undone) > 0 {
		next := p.undone[len(p.undone)-1]
		if counts(next) {
			if given == n {
				break
			}
			given++
		}
		if err := p.give(next); err != nil {
			return given, err
		}
		p.undone = p.undone[:len(p.undone)-1]
	}
	return given, nil
}

// counted returns a predicate for the answers that Undo and Redo count.
func (p *Play) counted(list []Step) func(Step) bool {
	person := func(s Step) bool { return s.By == Person }
	if slices.ContainsFunc(list, person) {
		return person
	}
	return func(Step) bool { return true }
}

// Undone returns how many answers Redo can repeat.
func (p *Play) Undone() int { return len(p.undone) }

// clone returns an answer that shares no memory with a player or a decision.
func clone(a engine.Answer) engine.Answer {
	a.Chosen, a.Counts, a.Order = slices.Clone(a.Chosen), slices.Clone(a.Counts), slices.Clone(a.Order)
	return a
}

// same reports whether two answers are equal.
func same(a, b engine.Answer) bool { return steps.Text(a) == steps.Text(b) }

// Encoded returns the encoded state.
func (p *Play) Encoded() []byte { return p.state.Encode(nil) }
