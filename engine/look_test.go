package engine_test

// These tests check the cost of searches: visits count for the limit of steps, which ends a search.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
)

// Some branches of this block end in a fault of the rulebook, which is a dead end; with too few steps the fault is the limit.
const stumbling = "- ensure: n > 1\n  do:\n  - amount: $k\n    by: red\n    max: 3\n  - set: {n: =12 mod $k + $k}\n  - amount: $l\n    by: red\n    max: $k\n  - set: {n: =n - 12 mod $l}"

func TestSearchWithAnyStepLimitFaultsOrCompletes(t *testing.T) {
	const limit = 1 << 40
	s, steps := aheadIn(t, stumbling)
	want := published(s)
	if steps < 2*engine.States(s) {
		t.Fatalf("%d states are looked at within %d steps", engine.States(s), steps)
	}
	g := s.Game()
	s, err := g.New(engine.Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	for n := range int64(steps) + 1 {
		g.SetLeft(n)
		err := s.Apply(engine.Answer{}) // earlier searches do not matter
		var f *engine.Fault
		switch {
		case n < int64(steps) && (!errors.As(err, &f) || !strings.Contains(f.Why, "steps")):
			t.Fatalf("with %d of %d steps: %v", n, steps, err)
		case n >= int64(steps) && err != nil:
			t.Errorf("with %d steps, of which %d are enough: %v", n, steps, err)
		}
	}
	if g.SetLeft(limit); published(s) != want {
		t.Errorf("it asks %s, not %s", published(s), want)
	}
}

// A search takes its steps off the budget of its play and off the limit of the game.
func TestSearchStepsAreTakenOffTheBudget(t *testing.T) {
	_, steps := aheadIn(t, stumbling)
	g := loaded(t, toy(t, fmt.Sprintf(foreseen, "=gold", eachLine(stumbling, func(l string) string { return "  " + l }))))
	budget := engine.NewBudget(1 << 40)
	s, err := g.New(engine.Setup{ID: "start", Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	before := budget.Left()
	if err := s.Apply(engine.Answer{}); err != nil {
		t.Fatal(err)
	}
	const asking = 256 // cost of any answer in addition to its steps
	if took := before - budget.Left() - asking; took < int64(steps) || engine.States(s) < 10 {
		t.Errorf("%d steps are taken off for the %d that it takes to look at %d states", took, steps, engine.States(s))
	}
}

// Under coverage, a search records nothing and keeps its limit.
func TestSearchKeepsItsLimitUnderCoverage(t *testing.T) {
	s, steps := aheadIn(t, stumbling, engine.WithCoverage())
	if steps < 2*engine.States(s) {
		t.Fatalf("%d states are looked at within %d steps", engine.States(s), steps)
	}
	g := s.Game()
	s, err := g.New(engine.Setup{ID: "start"})
	if err != nil {
		t.Fatal(err)
	}
	g.SetLeft(int64(steps) - 1)
	if err := s.Apply(engine.Answer{}); err == nil {
		t.Errorf("with a step less than the %d that it takes it goes on", steps)
	}
}

// An obligation to hold once is not evaluated again after it was satisfied, until the block ends; it may be a fault in between.
func TestSatisfiedOnceObligationIsNotEvaluatedAgain(t *testing.T) {
	s := ahead(t, "- set: {n: 5}\n- ensure: 12 mod n > 1\n  once: true\n  do:\n  - amount: $k\n    by: red\n    max: 1\n  - set: {n: 0}\n  - menu: what\n    by: red\n    options: {one: [], two: []}\n  - set: {n: 5}")
	for _, want := range []string{"k 0..1", "what one two", "end 0..1"} {
		if got := published(s); got != want {
			t.Fatalf("it asks %s, and should %s", got, want)
		}
		if err := s.Apply(engine.Answer{}); err != nil {
			t.Fatal(err)
		}
	}
}

// A member of a set is refused for the outermost obligation that it violates, also in wide sets.
func TestMemberIsRefusedUnderTheOutermostViolatedObligation(t *testing.T) {
	for _, c := range []struct {
		from, sum string
		lost      engine.Answer
		says      string
	}{
		{"spaces", "=sum($s.worth for $s in $k)", engine.Answer{Set: 4}, "z"},
		{"[ace, bee, card-70]", "=size($k) + if(card-70 in $k, 2, 0)", engine.Answer{Chosen: []int64{71}}, "card-70"},
	} {
		s := ahead(t, "- ensure: n < 3\n  rule: 1.8\n  do:\n  - ensure: m > 0\n    rule: 1.9\n    do:\n    - subset: $k\n      by: red\n      each: $s\n      from: "+c.from+"\n    - set: {n: '"+c.sum+"'}\n  - set: {m: 7}")
		if d := s.Decision(); d == nil || d.Name != "k" || !d.Obliged {
			t.Fatalf("%s is asked", published(s))
		}
		if r := s.Refuses(c.lost); r == nil || r.Rule != "1.8" || r.Candidate != c.says {
			t.Errorf("%s: %+v", c.from, r)
		}
	}
}

// Whether a procedure can satisfy its obligation may depend on itself: that branch is a fault, a dead end, and the others count.
func TestRecursivelyPossibleProcedureIsPossibleByAnotherBranch(t *testing.T) {
	s, steps := aheadIn(t, "- menu: what\n  by: red\n  options: {some: {where: possible(knot), do: []}, none: []}")
	if got := published(s); got != "what some none" {
		t.Errorf("it asks %s", got)
	}
	if n := engine.States(s); n > 200 || steps > 300 {
		t.Errorf("it takes %d states and %d steps", n, steps)
	}
}

// A possible-function that searches can be evaluated after the end of a play, although its code is in no frame.
func TestPossibleIsEvaluatedAfterTheEndOfThePlay(t *testing.T) {
	s, err := loaded(t, toy(t, "# Toy\n\n```yaml\n"+`game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
variables: [{id: n, type: int}]
derived:
- {id: near, type: bool, value: =possible(reach)}
- {id: far, type: bool, value: =possible(reach-far)}
procedures:
- id: reach
  do: [{ensure: n > 0, do: [{amount: $k, by: red, max: 2}, {set: {n: $k}}]}]
- id: reach-far
  do: [{ensure: n > 2, do: [{amount: $k, by: red, max: 2}, {set: {n: $k}}]}]
- id: play
  do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}]
`+"```\n")).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, over := range []bool{false, true} {
		if s.Over() != over {
			t.Fatalf("over: %t", s.Over())
		}
		for name, want := range map[string]int64{"near": 1, "far": 0} {
			if v, _, err := s.Value(name); err != nil || v != want {
				t.Errorf("over: %t, %s is %d, %v", over, name, v, err)
			}
		}
		if !over {
			if err := s.Apply(engine.Answer{Option: s.Decision().Options[1].Index}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The greedy play stops after a number of answers: an endless choice costs little, and the only answer that ends it is found.
func TestGreedySearchGivesUpOnEndlessChoices(t *testing.T) {
	s, steps := aheadIn(t, "- ensure: n > 0\n  do:\n  - amount: $k\n    by: red\n    max: 1\n  - set: {n: $k}\n  - while: n == 0\n    do:\n    - amount: $l\n      by: red\n      max: 1")
	if got := published(s); got != "end 0..1" || steps > 10_000 {
		t.Errorf("it asks %s after %d steps", got, steps)
	}
}
