package engine_test

import (
	"errors"
	"testing"

	"rulebound/engine"
)

const endless = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nprocedures:\n- id: play\n  do:\n" +
	"  - repeat: 1000000000\n    do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}]\n```\n"

func TestLimitIsSharedByAllStates(t *testing.T) {
	g := loaded(t, toy(t, endless), engine.WithLimit(1000))
	a, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	b := a.Copy()
	for range 1000 {
		if err = errors.Join(a.Apply(engine.Answer{}), b.Apply(engine.Answer{})); err != nil {
			break
		}
	}
	var fault *engine.Fault
	if !errors.As(err, &fault) || g.Left() != 0 {
		t.Errorf("error %v, %d steps left", err, g.Left())
	}
	if _, err := g.New(engine.Setup{}); !errors.As(err, &fault) {
		t.Errorf("a new state: %v", err)
	}
}

func TestALimitedGameCanBeAllowedMore(t *testing.T) {
	g := loaded(t, toy(t, endless), engine.WithLimit(0))
	if _, err := g.New(engine.Setup{}); err == nil {
		t.Fatal("a play begins without a step to take")
	}
	g.Allow(1000)
	if _, err := g.New(engine.Setup{}); err != nil || g.Left() >= 1000 || g.Left() == 0 {
		t.Errorf("error %v, %d steps left", err, g.Left())
	}
}
