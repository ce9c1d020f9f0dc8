package compiler_test

import (
	"strings"
	"testing"

	"rulebound/engine"
)

func TestWhileEndsByItsConditionOrWithAFault(t *testing.T) {
	base := baseText(t)
	for name, c := range map[string]struct{ loop, fault string }{
		"as often as its condition says":   {"- while: honey > 1\n  do: [{lose: {honey: 1}}]", ""},
		"where the other number comes":     {"- while: honey >= nectar\n  do: [{gain: {nectar: 1}}]", ""},
		"by steps that are wide":           {"- while: honey > 0\n  do: [{lose: {honey: 3}}]", ""},
		"not once":                         {"- while: honey < 0\n  do: [{gain: {honey: 1}}]", ""},
		"as often as is stated":            {"- while: ant.ready\n  most: 1\n  do: [{set: {ant.ready: false}}]", ""},
		"left by a stop":                   {"- while: honey > 2\n  do: [{stop: }]", ""},
		"as the condition of a repeat":     {"- while: honey > 2\n  repeat: 3\n  do: [{gain: {nectar: 1}}]", ""},
		"never nearer to its end":          {"- while: honey > 2\n  do: [{gain: {nectar: 1}}]", "a loop runs longer than its bound"},
		"oftener than is stated":           {"- while: honey > 1\n  most: 2\n  do: [{lose: {honey: 1}}]", "a loop runs longer than its bound"},
		"away from its end and then to it": {"- while: honey < 6\n  do: [{lose: {honey: 1}, if: nectar > 3}, {set: {nectar: 3}}, {gain: {honey: 1}}]", "a loop runs longer than its bound"},
	} {
		t.Run(name, func(t *testing.T) {
			def, _, list := compileText(strings.Replace(base, "main: play", "main: around", 1) +
				"\n```yaml\nprocedures:\n- id: around\n  do:\n" + indented(c.loop, 2) + "\n  - over: {}\n```\n")
			report(t, list)
			game, err := engine.Load(def, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = game.New(engine.Setup{ID: "spring"})
			switch {
			case c.fault == "" && err != nil:
				t.Error(err)
			case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
				t.Errorf("want the fault %q, got %v", c.fault, err)
			}
		})
	}
}

// A loop with a decision goes on as long as players decide; one that no longer reaches its decision exhausts the step limit.
func TestWhileWithADecisionNeedsNoBound(t *testing.T) {
	for name, ask := range map[string]string{"by name": "rest: ", "by a card's text": "call: sun.text, with: {executor: bee}", "by a hook": "hook: {dawn: bee}"} {
		t.Run(name, func(t *testing.T) { loopThatAsks(t, ask) })
	}
}

func loopThatAsks(t *testing.T, ask string) {
	def, _, list := compileText(strings.Replace(baseText(t), "main: play", "main: around", 1) + `
` + "```yaml" + `
cards: [{id: sun, order: [ant, bee], text: [rest]}]
points: [{id: dawn, kind: run, params: {who: seat}}]
lasting: [{id: day, duration: year, hooks: [{to: dawn, do: [rest]}]}]
procedures:
- id: around
  do:
  - {activate: day, duration: year}
  - while: nectar < 6 and not peace
    do: [{` + ask + `}]
  - over: {}
- id: rest
  do:
  - menu: rest
    if: honey > 0
    by: bee
    options:
      go-on: {do: [{set: {nectar: 0}}]}
      sleep: {do: [{set: {honey: 0}}]}
      wake: {do: [{set: {nectar: 6}}]}
` + "```\n")
	report(t, list)
	game, err := engine.Load(def, nil)
	if err != nil {
		t.Fatal(err)
	}
	for option, fault := range map[int32]bool{1: true, 2: false} {
		s, err := game.New(engine.Setup{ID: "spring"})
		if err != nil {
			t.Fatal(err)
		}
		for range 100 { // more than the difference of the numbers
			if err := s.Apply(engine.Answer{Option: 0}); err != nil {
				t.Fatal(err)
			}
		}
		switch err := s.Apply(engine.Answer{Option: option}); {
		case !fault && (err != nil || !s.Over()):
			t.Errorf("the game goes on: %v", err)
		case fault && (err == nil || !strings.Contains(err.Error(), "steps")):
			t.Errorf("a loop without further decisions gives %v", err)
		}
	}
}
