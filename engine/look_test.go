package engine_test

// This file holds what looking ahead costs whoever asks: with a limit on all steps, what is looked at counts, and the limit is what ends it.

import (
	"errors"
	"strings"
	"testing"

	"rulebound/engine"
)

// Some ways of this block end in a fault of the rulebook, which leads nowhere; with too few steps it is their number that is told.
const stumbling = "- ensure: n > 1\n  do:\n  - amount: $k\n    by: red\n    max: 3\n  - set: {n: =12 mod $k + $k}\n  - amount: $l\n    by: red\n    max: $k\n  - set: {n: =n - 12 mod $l}"

func TestWhateverStepsAreLeftALookAheadEndsByThemOrNot(t *testing.T) {
	const limit = 1 << 40
	s, steps := aheadIn(t, stumbling, false)
	want := published(s)
	if steps < 2*engine.States(s) {
		t.Fatalf("%d states are looked at within %d steps", engine.States(s), steps)
	}
	g := s.Game()
	s, err := g.New(engine.Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(steps) + 2 {
		c := s.Copy()
		g.SetLeft(n)
		err := c.Apply(engine.Answer{})
		var f *engine.Fault
		switch {
		case n < int64(steps) && (!errors.As(err, &f) || !strings.Contains(f.Why, "steps")):
			t.Errorf("with %d of %d steps: %v", n, steps, err)
		case n >= int64(steps) && err != nil:
			t.Errorf("with %d steps, of which %d are enough: %v", n, steps, err)
		case n >= int64(steps):
			if g.SetLeft(limit); published(c) != want {
				t.Errorf("with %d steps it asks %s, not %s", n, published(c), want)
			}
		}
	}
}
