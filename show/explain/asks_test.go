package explain_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
	"rulebound/show/explain"
)

const errands = "# 1 Errands\n\n- **1-a** They go.\n\n```yaml\n" + `game: {id: errands, main: play}
seats: [{id: red}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}]
boxes: [{id: store}]
pieces: [{id: sack, seat: red, count: 3, home: store}]
tracks: [{id: gold, min: 0, max: 9, initial: 0}]
durations: [ever]
points: [{id: home-come, kind: run}]
lasting: [{id: storm, duration: ever, hooks: [{to: home-come, rule: 1-a, do: [{roll: $wind, sides: 6}]}]}]
procedures:
- {id: play, rule: 1-a, do: [{activate: storm}, {go: {}}, {over: {}}]}
- id: go
  rule: 1-a
  do:
  - pick: $way
    by: red
    each: $z
    from: spaces
    also: {turn: {do: []}}
    do: [{carry: {}}, {carry: {}}]
  - menu: then
    by: red
    options: {rest: {do: []}, dance: {do: [{dance: {}}]}}
  - {callOne: $work, by: red, from: [dig], with: {}}
  - hook: home-come
- {id: carry, rule: 1-a, do: [{take: $load, by: red, of: sack, from: store}]}
- {id: dance, rule: 1-a, do: [{amount: $steps, by: red, max: 3}]}
- {id: dig, rule: 1-a, do: [{amount: $depth, by: red, max: 3}]}
` + "```\n"

// Each decision on the way is listed once; those of effects with the effect; those of offered procedures are omitted.
func TestExplanationOfAProcedureListsItsDecisions(t *testing.T) {
	root := fstest.MapFS{"data/games/errands/10.md": {Data: []byte(errands)}}
	g, err := corpus.OpenGame(root, "errands")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"go":    "way: pick, also turn; load: take; then: menu: rest, dance; steps: amount; work: menu: dig; wind: roll; effect storm",
		"carry": "load: take",
		"dig":   "depth: amount",
	} {
		found := explain.Find(g, name)
		if len(found) != 1 {
			t.Fatal(name, found)
		}
		text := found[0].Text(func(text, _ string) []string { return []string{text} })
		_, asked, _ := strings.Cut(text, "asks, in the order of the rulebook\n")
		asked, _, _ = strings.Cut(asked, "\n\n")
		if got := strings.ReplaceAll(strings.TrimSpace(asked), "\n  ", "; "); got != want {
			t.Errorf("%s asks %s, want %s", name, got, want)
		}
	}
	if a := explain.Find(g, "gold"); len(a) != 1 || a[0].Asks != nil {
		t.Errorf("%+v", a)
	}
}
