package corpus

// This file compares plays on the optimised engine with plays under coverage, which disables inlining, hoisting and
// memoisation. An observer disables some of it, too.

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"rulebound/conformance/golden"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

// Optimised plays the case again on the optimised engine, twice: with a recorder, which must write the trace of p,
// and with the same answers but no observer, which must end in the same encoded state and result. The error says what
// differs. p must have no Problem.
func (p *Play) Optimised() error {
	g, err := p.Case.Game.LoadOptimised(scenario.OptionsOf(p.Case.Script))
	if err != nil {
		return err
	}
	var given scenario.Answers
	again := p.Case.Record(g, func(*trace.Recorder) engine.Observer { return &given })
	name, want := p.Case.Name(), p.Result.Session.State()
	if err := again.Result.Problem(); err != nil {
		return fmt.Errorf("%s: the optimised engine plays it differently: %w", name, err)
	}
	if text := golden.Problem(name, again.Lines, string(p.Trace())); text != "" {
		return errors.New("on the optimised engine, " + text)
	}
	if err := same(want, again.Result.Session.State()); err != nil {
		return fmt.Errorf("%s: on the optimised engine %w", name, err)
	}
	end, err := p.Case.replay(g, given)
	if err == nil {
		err = same(want, end)
	}
	if err != nil {
		return fmt.Errorf("%s: on the optimised engine without an observer %w", name, err)
	}
	return nil
}

// same returns an error if two states differ in their encoding or result.
func same(want, got *engine.State) error {
	switch {
	case !bytes.Equal(want.Encode(nil), got.Encode(nil)):
		return errors.New("the states at the end differ")
	case want.Over() && !slices.Equal(want.Result(), got.Result()):
		return fmt.Errorf("the result is %v, not %v", got.Result(), want.Result())
	}
	return nil
}

// replay applies answers from the set-up of the case on, without an observer.
func (c *Case) replay(g *engine.Game, given []engine.Answer) (*engine.State, error) {
	setup, err := c.Script.Engine(g)
	if err != nil {
		return nil, err
	}
	s, err := g.New(setup)
	if err != nil {
		return nil, err
	}
	for i, a := range given {
		if d := s.Decision(); c.Script.Seed != nil && d != nil && d.Seat == engine.Chance {
			if a, err = s.Draw(); err != nil { // the generator is part of the state
				return nil, err
			}
		}
		if err := s.Apply(a); err != nil {
			return nil, fmt.Errorf("refuses answer %d: %w", i+1, err)
		}
	}
	return s, nil
}
