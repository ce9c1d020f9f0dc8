package claims

import (
	"fmt"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/audit/suggest"
	"rulebound/conformance/corpus"
)

// This game has a variable that no seat sees, no trace shows and no formula reads, and one that is read much later.
const quiet = "# 9 Quiet\n\n- **9-a** Digging.\n\n```yaml\n" + `
game: {id: quiet, title: Quiet, main: play}
seats: [{id: red}, {id: blue}]
tracks: [{id: gold, title: Gold, min: 0, max: 20, initial: 2}]
variables: [{id: worn, type: int, quiet: true}, {id: tired, type: int, quiet: true}]
procedures:
- id: play
  rule: 9-a
  do:
  - repeat: 4
    do:
    - menu: act
      by: red
      options: {dig: {do: [{gain: {gold: 1}}, {set: {worn: 5}}, {gain: {tired: 3}}]}, rest: {do: []}}
  - {gain: {gold: 1}, if: tired > 11}
  - {gain: {gold: 1}, if: worn > 100}
  - menu: end
    by: blue
    options: {yes: {do: []}, no: {do: []}}
  - over: {result: {red: =gold, blue: 0}}
` + "```\n"

// A mutant is suspected only in plays that publish its difference, however long its state differs.
func TestChangesAreSuspectedOnlyInPlaysThatPublishThem(t *testing.T) {
	game, err := corpus.OpenGame(fstest.MapFS{
		"data/games/quiet/10.md":     {Data: []byte(quiet)},
		"scenarios/quiet/9/dig.yaml": {Data: []byte("version: 1\ntitle: T\ngame: quiet\nrules: [9-a]\nmoves: [{red: dig}]\nexpect: {state: {gold: 3}}\n")},
	}, "quiet")
	if err != nil {
		t.Fatal(err)
	}
	for entry, shows := range map[string]bool{
		"change: '`5` becomes `6`'":                         false, // compared with 100
		"change: '`11` becomes `10`'":                       false, // the result of digging is 9 or 12
		"change: '`11` becomes `12`'":                       true,
		"change: '`3` becomes `4`'":                         true,
		"change: 'the branches of `if tired > 11` swapped'": true,
	} {
		list, err := mutation.ReadExplanations([]byte("- {rule: 9-a, " + entry + ", why: W}\n"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := mutation.Claimed(game, list)
		if err != nil {
			t.Fatal(err)
		}
		w, err := newWalker(game, r)
		if err != nil {
			t.Fatal(err)
		}
		starts, err := suggest.NewStarts(game, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		suspected, whole := 0, 0
		for i := range 40 {
			p := &walk{Start: starts.Next(), n: i}
			w.walk(p)
			suspected += len(p.suspects)
			if p.sums != nil {
				whole++
			}
		}
		if (suspected > 0) != shows || whole < 20 {
			t.Errorf("%s: suspected in %d of %d plays", entry, suspected, whole)
		}
	}
}

// Only some of the plays in which a rival is suspected are replayed, but all plays for other mutants.
func TestPlaysChosenForRepetition(t *testing.T) {
	var plays []*walk
	for i := range 9 {
		plays = append(plays, &walk{n: i, suspects: map[bool][]int{true: {4, 7}, false: {4}}[i%2 == 1]})
	}
	for _, c := range []struct {
		change int
		rival  bool
		want   string
	}{{4, true, "[0 1 2]"}, {7, true, "[1 3 5]"}, {8, true, "[]"}, {8, false, "[0 1 2 3 4 5 6 7 8]"}} {
		got := []int{}
		for _, p := range suspected(plays, c.change, c.rival) {
			got = append(got, p.n)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("change %d: %v, want %s", c.change, got, c.want)
		}
	}
}
