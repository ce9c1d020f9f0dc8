package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
)

// spent returns the steps for starting a game whose main procedure begins with some statements.
func spent(t *testing.T, declared, statements string) int64 {
	t.Helper()
	book := "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\n" + declared + "procedures:\n- id: play\n  do:\n" + statements +
		"  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}}\n```\n"
	budget := engine.NewBudget(1 << 40)
	if _, err := loaded(t, toy(t, book)).New(engine.Setup{Budget: budget, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	return 1<<40 - budget.Left()
}

// effects declares n effects that each attach to one point of a kind.
func effects(kind, hook string, n int) (declared, activated string) {
	var list, on strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "- {id: e%d, duration: turn, hooks: [{to: dusk, %s}]}\n", i, hook)
		fmt.Fprintf(&on, "  - {activate: e%d}\n", i)
	}
	return "durations: [turn]\npoints: [{id: dusk, kind: " + kind + "}]\nlasting:\n" + list.String(), on.String()
}

// Instructions that visit many things cost steps in proportion; for products, twice as many of each cost four times as much.
func TestInstructionStepsGrowWithTheNumberOfElements(t *testing.T) {
	for name, cost := range map[string]func(n int) int64{
		"ending effects in the order of their stamps": func(n int) int64 {
			declared, on := effects("number", "value: 1", n)
			return spent(t, declared, on+"  - {expire: turn}\n")
		},
		"running the hooks of a point": func(n int) int64 {
			declared, on := effects("run", "do: []", n)
			return spent(t, declared, on+"  - {hook: {dusk: {}}}\n")
		},
	} {
		few, many := cost(400), cost(1600)
		if many < 8*few {
			t.Errorf("%s: 400 cost %d, 1600 cost %d", name, few, many)
		}
	}
	var cards strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&cards, "- {id: c%d}\n", i)
	}
	piles := "piles: [{id: deck}]\ncards:\n" + cards.String()
	if one, two := spent(t, piles, ""), spent(t, piles, "  - let: {$n: 1}\n"); two-one > 100 {
		t.Errorf("nothing costs %d", two-one)
	}
	g := loaded(t, toy(t, "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\n"+piles+"procedures: [{id: play, do: [{shuffle: deck}, {shuffle: deck}]}]\n```\n"))
	budget := engine.NewBudget(1 << 40)
	if _, err := g.New(engine.Setup{Budget: budget}); err != nil || 1<<40-budget.Left() < 4000 {
		t.Errorf("a shuffle of 4000 cards costs %d, %v", 1<<40-budget.Left(), err)
	}
}

// asker queries at every hundredth forced decision why nothing else was legal.
type asker struct{ forced, asked int }

func (a *asker) Event(s *engine.State, e *engine.Event) {
	if e.Kind != engine.Forced {
		return
	}
	if a.forced++; a.forced%100 == 0 {
		s.Explain(1)
		s.Decision()
		a.asked++
	}
}

// Queries of an observer do not reset the step limit: an endless loop is a fault for observed plays, too.
func TestObserverQueriesDoNotResetTheStepLimit(t *testing.T) {
	const book = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]\nprocedures:\n- id: play\n  do:\n" +
		"  - {repeat: 100000000, do: [{menu: act, by: red, options: {rest: {do: []}, dig: {where: gold > 8, do: []}}}]}\n  - {over: {}}\n```\n"
	a := &asker{}
	_, err := loaded(t, toy(t, book)).New(engine.Setup{Observer: a})
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.Contains(fault.Why, "step limit reached") || a.asked < 1000 {
		t.Errorf("%v after %d questions", err, a.asked)
	}
}
