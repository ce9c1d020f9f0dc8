package engine_test

import (
	"errors"
	"strings"
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

func TestAllowRaisesTheLimitOfAGame(t *testing.T) {
	g := loaded(t, toy(t, endless), engine.WithLimit(0))
	if _, err := g.New(engine.Setup{}); err == nil {
		t.Fatal("a play begins without a step to take")
	}
	g.Allow(1000)
	if _, err := g.New(engine.Setup{}); err != nil || g.Left() >= 1000 || g.Left() == 0 {
		t.Errorf("error %v, %d steps left", err, g.Left())
	}
}

// A budget belongs to one play: the state, its copies and its queries spend it, other plays of the game do not.
func TestABudgetBoundsOnePlay(t *testing.T) {
	const book = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, title: Gold, min: 0, max: 99, initial: 30}]\nprocedures:\n- id: play\n  do:\n" +
		"  - repeat: 1000000000\n    do: [{one: $n, by: red, from: 'ints(0, 63)', where: 'not any($a in ints(0, 63) where $a * $n == gold)'}]\n```\n"
	g := loaded(t, toy(t, book))
	budget := engine.NewBudget(200_000)
	a, err := g.New(engine.Setup{Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	before := budget.Left()
	if r := a.Refuses(engine.Answer{Member: 1}); r == nil || budget.Left() >= before {
		t.Errorf("%v: asking costs nothing (%d, %d)", r, before, budget.Left())
	}
	b := a.Copy()
	before = budget.Left()
	if err := b.Apply(engine.Answer{}); err != nil || budget.Left() >= before {
		t.Errorf("%v: the answer of a copy costs nothing (%d, %d)", err, before, budget.Left())
	}
	var fault *engine.Fault
	for range 1000 {
		if err = a.Apply(engine.Answer{}); err != nil {
			break
		}
	}
	if !errors.As(err, &fault) || !strings.Contains(fault.Why, "the play takes more steps than it may") {
		t.Errorf("error %v, %d steps left", err, budget.Left())
	}
	if d := b.Copy().Decision(); d.Fault == nil {
		t.Error("a copy goes on")
	}
	c, err := g.New(engine.Setup{})
	for range 100 {
		if err == nil {
			err = c.Apply(engine.Answer{})
		}
	}
	if err != nil {
		t.Errorf("another play: %v", err)
	}
}

// The copies of a search share one step limit between two decisions, however few states there are.
func TestSearchStepsBetweenDecisionsAreBounded(t *testing.T) {
	const book = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]\nprocedures:\n- id: play\n  do:\n" +
		"  - let: {$c: 0}\n  - ensure: $c > 100000\n    do: [{repeat: 20, do: [{amount: $n, by: red, min: 0, max: 1000}, {set: {$c: =$c + $n}}, {repeat: 200000, do: [{lose: {gold: 1}}]}]}]\n```\n"
	_, err := loaded(t, toy(t, book)).New(engine.Setup{})
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.Contains(fault.Why, "more than 67108864 steps") || fault.Node == 0 {
		t.Errorf("%v", err)
	}
}

// A search spends the budget of the play, in decisions and in queries.
func TestSearchesInDecisionsAndQueriesSpendTheBudget(t *testing.T) {
	const book = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]\n" +
		"functions: [{id: can, params: {n: int}, value: '=if(possible(dig), $n, gold)'}]\nprocedures:\n" +
		"- {id: dig, do: [{ensure: gold > 8, do: [{amount: $n, by: red, min: 0, max: 1}, {repeat: 20000, do: [{lose: {gold: 1}}]}, {gain: {gold: 9}}]}]}\n" +
		"- id: play\n  do:\n  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}, work: {where: possible(dig), do: [{dig: }]}}\n```\n"
	budget := engine.NewBudget(1 << 30)
	s, err := loaded(t, toy(t, book)).New(engine.Setup{Budget: budget})
	if spent := 1<<30 - budget.Left(); err != nil || spent < 20_000 {
		t.Errorf("to begin takes %d steps (%v)", spent, err)
	}
	before := budget.Left()
	v, err := s.Call("can", 7)
	if spent := before - budget.Left(); err != nil || v != 7 || spent < 20_000 {
		t.Errorf("to ask takes %d steps, and yields %d (%v)", spent, v, err)
	}
}

// Watched values spend it, too.
func TestWatchedValuesSpendTheBudget(t *testing.T) {
	const book = "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, title: Gold, min: 0, max: 99, initial: 0}]\n" +
		"derived: [{id: sum, type: int, watch: true, value: '=sum(gold * $n for $n in ints(0, 50))'}]\nprocedures:\n" +
		"- id: play\n  do:\n  - {repeat: 90, do: [{gain: {gold: 1}}]}\n  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {do: []}}\n```\n"
	g := loaded(t, toy(t, book))
	spent := func(observer engine.Observer) int64 {
		budget := engine.NewBudget(1 << 30)
		if _, err := g.New(engine.Setup{Budget: budget, Observer: observer}); err != nil {
			t.Fatal(err)
		}
		return 1<<30 - budget.Left()
	}
	if alone, watched := spent(nil), spent(silent{}); watched < alone+90*50 {
		t.Errorf("%d steps with an observer, %d without", watched, alone)
	}
}

// A function called from outside spends the budget, and ends with it.
func TestCallsFromOutsideSpendTheBudget(t *testing.T) {
	book := "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]\n" +
		"functions: [{id: f, params: {n: int}, value: '=" + strings.Repeat("gold * $n + ", 160) + "1'}]\nprocedures:\n" +
		"- id: play\n  do:\n  - menu: act\n    by: red\n    options: {rest: {do: []}, sleep: {where: f(gold) == 1, do: []}}\n"
	budget := engine.NewBudget(10_000)
	s, err := loaded(t, toy(t, book+"```\n")).New(engine.Setup{Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	for before := budget.Left(); err == nil && calls < 1000; calls++ {
		if _, err = s.Call("f", 2); err == nil && budget.Left() > before-20 {
			t.Fatalf("a call takes %d steps", before-budget.Left())
		}
		before = budget.Left()
	}
	var fault *engine.Fault
	if !errors.As(err, &fault) || !strings.Contains(fault.Why, "more steps than it may") {
		t.Errorf("%v after %d calls", err, calls)
	}
}
