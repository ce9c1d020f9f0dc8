package scenario_test

import (
	"testing"

	"rulebound/conformance/scenario"
)

const sacks = "```yaml\n" + `game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: hill}, {id: dale}, {id: moor}]
variables: [{id: chosen, type: zones}, {id: spots, type: zones}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - repeat: 2
    do:
    - {subset: $all, by: red, each: $s, from: spaces, max: 2}
    - {pick: $some, by: red, each: $s, from: spaces, max: 2, do: []}
    - set: {chosen: $all, spots: $some}
  - {amount: $n, by: red, max: 3}
  - over: {result: $n}
` + "```\n"

func TestListAfterTheSeatAnswersADecisionOfSeveralMembers(t *testing.T) {
	for moves, want := range map[string]string{
		"- red: [hill, moor]\n- red: [dale]\n- expect: {state: {chosen: [hill, moor], spots: [dale]}}\n- red: []\n- red: [moor, dale]\n- red: 2\n": "",
		"- red: [hill, moor]\n- red:\n  some: [dale]\n- red: []\n- red: []\n- expect: {refused: [{red: 4, because: 9.1-a}]}\n- red: 2\n":           "",
		"- red: [hill, moor, dale]\n": "3 are chosen, it must be 0 to 2",
		"- red: [hull]\n":             "did you mean hill?",
		"- red: [hill]\n- red: []\n- red: [hill]\n- red: []\n- red: [hill]\n": "red is asked n",
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n"+moves+"expect: {asked: {over: true}}\n"))
		if s == nil {
			t.Fatal(list)
		}
		told(t, scenario.Play(gameOf(t, sacks), s).Problem(), want)
	}
}
