// These tests list the changes of walks on a grid: another direction, another distance, and no equivalent change.

package mutation_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
)

const lawn = "# 9 Lawn\n\n- **9.1-a** Runs.\n\n```yaml\n" + `
game: {id: lawn, title: Lawn, main: play}
seats: [{id: red}]
grids:
- id: lawn
  columns: [a, b, c, d]
  rows: 1..2
  space: {id: "{column}{row}"}
  directions: {north: {row: 1}, east: {column: 1}, south: {opposite: north}, west: {opposite: east}}
tracks: [{id: pay, title: Pay, min: 0, max: 90, initial: 20, rule: 9.1-a}]
functions:
- {id: open, params: {from: zone}, value: "=set(ray($from, $way, spaces) for $way in members(lawn))"}
procedures:
- id: play
  rule: 9.1-a
  do:
  - gain: {pay: "=if(step(a1, east) == none, 1, 2)"}
  - gain: {pay: "=size(open(b1))"}
  - gain: {pay: "=count($way in [north, east] where step(c1, $way) != none and size(ray(c1, $way)) > 0)"}
  - gain: {pay: "=if(step(a1, east, pay) == none, 1, 2)"}
  - over: {}
` + "```\n"

func TestMutationsOfDirectionsAndDistancesOfAGrid(t *testing.T) {
	game, err := corpus.OpenGame(fstest.MapFS{"data/games/lawn/10.md": &fstest.MapFile{Data: []byte(lawn)}}, "lawn")
	if err != nil {
		t.Fatal(err)
	}
	r, err := mutation.Run(game, mutation.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string][]string{
		"step(a1, east)":      {"constant: `east` becomes `south`"}, // a literal: changed as a constant
		"step(a1, east, pay)": {"constant: `east` becomes `south`", "direction: `step(a1, east, pay)` goes one step"},
		"id: open": { // the order of the directions makes no difference
			"direction: `ray($from, $way, {a1, b1, c1, …})` goes one step",
			"direction: `ray($from, $way, {a1, b1, c1, …})` goes to the edge",
			"direction: `{north, east, south, west}` without `east`",
			"direction: `{north, east, south, west}` without `north`",
			"direction: `{north, east, south, west}` without `south`",
			"direction: `{north, east, south, west}` without `west`",
		},
		"=count($way": {
			"direction: `ray(c1, $way)` goes one step",
			"direction: `ray(c1, $way)` goes the next direction round",
			"direction: `step(c1, $way)` goes the next direction round",
			"direction: `{north, east}` without `east`",
			"direction: `{north, east}` without `north`",
		},
	} {
		var got []string
		for _, m := range r.Unreached {
			if (m.Kind == mutation.Direction || strings.Contains(m.Change, "`east` becomes")) && strings.Contains(m.Excerpt, line) {
				got = append(got, m.Kind+": "+m.Change)
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s\n got %s\nwant %s", line, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}
