package coverage_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

const harbour = "# 9 Harbour\n\n- **9.1-a** Trade.\n\n```yaml\n" + `
game: {id: harbour, title: Harbour, main: play}
seats: [{id: red}]
properties: {space: {worth: int}}
spaces: [{id: quay, title: Quay, adjacent: [], worth: 1}]
boxes: [{id: store, title: Store, worth: 0}]
pieces: [{id: boat, title: Boat, seat: red, count: 9, home: store}]
stacking: [{rule: 9.1-a, in: spaces, of: boat, max: 2}]
tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}]
markers: [{id: weather, title: Weather, on: spaces, scale: [calm, wild], initial: calm}]
variables: [{id: tired, type: bool, initial: false}]
tables: [{id: prices, at: trade.prices, columns: {price: int}}]
trade: {prices: [{price: 3}, {price: 4}]}
durations: [day]
points: [{id: toll, kind: number, combine: sum, of: int}]
lasting: [{id: feast, title: Feast, duration: day, hooks: [{to: toll, value: 2, when: gold > 1}]}]
checks: [{id: worthwhile, each: {$s: spaces}, require: $s.worth > 0, message: no worth}]
setups: [{id: spring, title: Spring}]
functions: [{id: rich, value: gold > 7 and not poor}]
derived: [{id: poor, type: bool, value: gold < 2}, {id: wealth, type: int, watch: true, value: =gold + 1}]
procedures:
- id: play
  do:
  - menu: act
    by: red
    options: {land: {where: [{rule: 9.1-a, when: not tired}], do: [land]}}
  - gain: {gold: "=modified(toll, 1) + sum($p.price for $p in prices)"}
    if: rich()
  - over: {}
- id: land
  do:
  - one: $where
    by: red
    from: spaces
    where: [{rule: 9.1-a, when: $where.weather == calm}]
  - move: {of: boat, from: store, count: 1, to: $where}
` + "```\n"

// A node can be executed if it is a statement, a decision or a formula. A pure declaration can never be executed.
func TestDeclarationsAreNotExecutableNodes(t *testing.T) {
	game, err := corpus.OpenGame(fstest.MapFS{"data/games/harbour/10.md": &fstest.MapFile{Data: []byte(harbour)}}, "harbour")
	if err != nil {
		t.Fatal(err)
	}
	runs, all := map[string]int{}, map[string]int{}
	for i, can := range coverage.Executable(game.Def) {
		what := game.Def.Nodes[i].What
		all[what]++
		if can {
			runs[what]++
		}
	}
	for _, what := range strings.Fields("procedure menu where gain if over land one move function derived hook") {
		if runs[what] == 0 {
			t.Errorf("%s: none of %d nodes is executable", what, all[what])
		}
	}
	declared := strings.Fields("track marker variable row lasting point stacking setup")
	for _, what := range declared {
		if runs[what] > 0 || all[what] == 0 {
			t.Errorf("%s: %d of %d nodes are executable, should be none of some", what, runs[what], all[what])
		}
	}
	if runs["derived"] != 1 { // poor; no formula reads wealth
		t.Errorf("%d derived values are executable, want 1", runs["derived"])
	}
	if coverage.Executable(game.Def)[0] {
		t.Error("no place at all is executable")
	}
	for i, can := range coverage.Executable(game.Def) {
		n := game.Def.Nodes[i]
		if i > 0 && !can && n.What != "where" && n.What != "derived" && !slices.Contains(declared, n.What) {
			t.Errorf("%s in line %d is not executable", n.What, n.Line)
		}
	}
}
