package scenario_test

import (
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/scenario"
)

// A scenario whose moves or forced decisions exceed the step limit ends with an error.
func TestPlayOfAScenarioIsBounded(t *testing.T) {
	const page = "# T\n\n- **9.1-a** R.\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\ntracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 3}]\nprocedures:\n- id: play\n  do:\n"
	const ask = "{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}"
	const script = "version: 1\ntitle: T\ngame: toy\nrules: [9.1-a]\nmoves: ["
	for name, c := range map[string]struct{ do, moves, want string }{
		"heavy moves": {"  - {repeat: 1000, do: [{repeat: 2000000, do: [{lose: {gold: 0}}]}, " + ask + "]}\n", strings.Repeat("{red: rest}, ", 100), "the play takes more steps than it may"},
		"decisions that resolve themselves": {"  - " + ask + "\n  - {repeat: 100000, do: [{one: $n, by: red, from: 'ints(gold, gold)'}]}\n  - " + ask + "\n", "{red: rest}",
			"more than 16384 decisions resolve themselves"},
	} {
		g := onepage.Load(t, page+c.do+"```\n")
		s, errs := scenario.Parse("9.1/x.yaml", []byte(script+c.moves+"]\nexpect: {asked: {seat: red, decision: act}}\n"))
		if s == nil {
			t.Fatal(errs)
		}
		if err := scenario.Play(g, s).Problem(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %.300v", name, err)
		}
	}
}
