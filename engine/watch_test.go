package engine_test

// These tests watch values of plays that are copied, and wide sets.

import (
	"strings"
	"testing"

	"rulebound/engine"
)

const watched = "# Toy\n\n```yaml\n" + `game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{each: {n: 1..70}, id: "s{n}"}]
variables: [{id: v, type: int}, {id: tax, type: int, per: space}]
derived: [{id: taxed, type: zones, watch: true, value: '=set($s in spaces where $s.tax > v)'}]
procedures:
- id: play
  do:
  - {set: {s69.tax: 5}}
  - repeat: 6
    do:
    - {menu: act, by: red, options: {rest: {do: []}, more: {do: [{gain: {v: 1}}]}}}
` + "```\n"

// changes counts changes of watched values.
type changes struct{ watched int }

func (c *changes) Event(_ *engine.State, e *engine.Event) {
	if e.Kind == engine.WatchChanged {
		c.watched++
	}
}

// A copy can be observed like the state. A wide set that is recomputed with the same members has not changed.
func TestRecomputedEqualWatchedSetIsNotReported(t *testing.T) {
	s, err := loaded(t, toy(t, watched)).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	c, seen := s.Copy(), &changes{}
	c.Observe(seen)
	for range 5 {
		if seen.watched > 0 {
			t.Errorf("%d changes before there is one", seen.watched)
		}
		if err := c.Apply(engine.Answer{Option: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if seen.watched != 1 {
		t.Errorf("%d changes, not 1", seen.watched)
	}
}

// A number below its lower bound is a fault, like one above its upper bound.
func TestNumberOutsideItsBoundsIsAFault(t *testing.T) {
	for value, want := range map[string]string{"=v - 1": "gold cannot be -1: it runs from 0 to 9", "=v + 10": "gold cannot be 10: it runs from 0 to 9", "=v + 9": ""} {
		page := strings.Replace(strings.Replace(watched, "{set: {s69.tax: 5}}", "{set: {gold: '"+value+"'}}", 1), "derived:", "tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]\nderived:", 1)
		_, err := loaded(t, toy(t, page)).New(engine.Setup{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", value, err)
		}
	}
}
