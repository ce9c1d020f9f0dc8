package coverage_test

import (
	"fmt"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
)

// In this game the feast attaches a hook to a point of every kind, each with its own clause, and each only while gold
// is above 1.
const town = "# 9 Town\n\n- **9-a** Toll.\n- **9-b** Limit.\n- **9-c** Ban.\n- **9-d** Places.\n- **9-e** Dance.\n- **9-f** Play.\n\n```yaml\n" + `
game: {id: town, title: Town, main: play}
seats: [{id: red}]
spaces: [{id: quay, title: Quay, adjacent: []}, {id: square, title: Square, adjacent: []}]
tracks: [{id: gold, title: Gold, min: 0, max: 99, initial: 0}, {id: paid, title: Paid, min: 0, max: 99, initial: 0}]
variables: [{id: open, type: bool, initial: false}, {id: places, type: int, initial: 0}]
durations: [day]
points:
- {id: toll, kind: number, combine: sum, of: int}
- {id: guests, kind: limit, of: int}
- {id: may-enter, kind: allow}
- {id: where-to, kind: pool, of: zones}
- {id: evening, kind: run}
lasting:
- id: feast
  title: Feast
  duration: day
  hooks:
  - {to: toll, rule: 9-a, value: 2, when: gold > 1}
  - {to: guests, rule: 9-b, value: 3, when: gold > 1}
  - {to: may-enter, rule: 9-c, when: gold > 1}
  - {to: where-to, rule: 9-d, remove: quay, when: gold > 1}
  - {to: evening, rule: 9-e, when: gold > 1, do: [{gain: {paid: 40}}]}
procedures:
- id: play
  rule: 9-f
  do:
  - gain: {paid: "=modified(toll, 1)"}
  - gain: {paid: "=modified(guests, 9)"}
  - set: {open: "=allowed(may-enter)", places: "=size(modified(where-to, spaces))"}
  - hook: evening
  - menu: act
    by: red
    options: {rest: {do: []}, leave: {do: []}}
  - over: {result: {red: =paid}}
` + "```\n"

// A hook is executed if its condition holds. A hook whose condition was evaluated and false had no effect: it is open
// and covers no clause.
func TestHookWithFalseConditionIsNotExecuted(t *testing.T) {
	const hooks = 5
	for _, c := range []struct{ gold, paid, want int }{{1, 10, 0}, {2, 46, hooks}} {
		text := fmt.Sprintf(`version: 1
title: Feast
game: town
rules: [9-f]
setup: {values: {gold: %d}, lasting: [feast]}
moves: [{expect: {state: {paid: %d, open: %t, places: %d}}}]
expect: {asked: red}
`, c.gold, c.paid, c.want == 0, 2-c.want/hooks)
		game, err := corpus.OpenGame(fstest.MapFS{"data/games/town/10.md": &fstest.MapFile{Data: []byte(town)}, "scenarios/town/9/feast.yaml": &fstest.MapFile{Data: []byte(text)}}, "town")
		if err != nil {
			t.Fatal(err)
		}
		play := game.Cases[0].Play()
		if play.Result.Err != nil {
			t.Fatal(play.Result.Err)
		}
		came := 0
		for i, n := range game.Def.Nodes {
			if n.What == "hook" && n.Rules[0] != "9-f" && play.Coverage.Came(i) {
				came++
			}
		}
		open := 0
		for _, o := range game.Open([]*corpus.Play{play}) {
			if game.Def.Nodes[o.Node].What == "hook" {
				open++
			}
		}
		if came != c.want || open != hooks-c.want {
			t.Errorf("gold %d: %d of %d hooks are executed, %d are open, should be %d and %d", c.gold, came, hooks, open, c.want, hooks-c.want)
		}
	}
}
