package drive

// These tests check which questions the plan of a scenario puts to a program.

import (
	"slices"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/scenario"
)

const orchard = "# 1 Orchard\n\n- **1.1-a** Picking.\n\n```yaml" + `
game: {id: orchard, title: Orchard, main: play}
seats: [{id: red}]
spaces: [{id: tree, adjacent: []}]
boxes: [{id: basket}]
pieces: [{id: pear, seat: red, count: 5, home: basket}]
cards: [{id: sun}]
piles: [{id: deck, visible: open}, {id: gone, visible: open}]
procedures:
- id: play
  rule: 1.1-a
  do:
  - {take: $n, by: red, of: pear, from: tree, min: 1, max: 3, to: home}
  - {card: {card: sun, to: gone}}
  - {menu: more, by: red, options: {yes: {do: []}, no: {do: []}}}
  - over: {}
` + "```\n"

func TestPlanComparesTakeBoundsAndChangedPiles(t *testing.T) {
	g := onepage.Load(t, orchard)
	script, list := scenario.Parse("scenarios/orchard/1.1/a.yaml", []byte("version: 1\ntitle: T\ngame: orchard\nrules: [1.1-a]\nsetup: {pieces: {tree: {pear: 4}}}\nmoves: [{red: {pear: 2}}]\nexpect: {asked: {seat: red, decision: more}}\n"))
	if script == nil {
		t.Fatal(list)
	}
	words, err := NewWords(g)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Make(g, words, script)
	if err != nil {
		t.Fatal(err)
	}
	var changed []string
	taking := false
	for _, s := range plan.Steps {
		for _, w := range s.Values {
			changed = append(changed, w.Name)
		}
		if p := s.Pending; p != nil && p.Decision == "n" {
			taking = p.Min != nil && *p.Min == 1 && p.Max != nil && *p.Max == 3 && p.Pieces["tree"]["pear"] == 4
		}
	}
	for _, name := range []string{"deck", "gone", "tree.pear"} {
		if !slices.Contains(changed, name) {
			t.Errorf("%s is not compared: %v", name, changed)
		}
	}
	if !taking {
		t.Errorf("the bounds of the taking are not asked for: %+v", plan.Steps)
	}
}
