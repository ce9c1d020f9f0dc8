package soak

// These tests run a soak of a small repository with planted faults, and hold its report to them.

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/engine"
)

// repository has one game on the page of planted.
func repository(words []any, more map[string]string) fstest.MapFS {
	files := fstest.MapFS{"data/games/toy/10.md": {Data: fmt.Appendf(nil, planted, words...)}}
	for name, text := range more {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// A fault is reported with the variant, the seed and the answers that lead to it; a right game has no failure. With rounds each variant
// plays on after it, without them the round that it is in ends.
func TestAFaultIsReportedWithWhatLeadsToIt(t *testing.T) {
	for end, want := range map[string]string{"gold": "", "=9 div (gold - gold)": "division"} {
		r, err := Run(repository([]any{"red", "true", "true", "3", end}, nil), Config{Rounds: 2, Seed: 5})
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			if len(r.Failures) > 0 || len(r.Rows) != 2 || r.Rows[0].Games != 2 {
				t.Errorf("%+v", r)
			}
			continue
		}
		var seeds []uint64
		for _, f := range r.Failures {
			if seeds = append(seeds, f.Seed); !strings.Contains(f.Problem, want) || f.Played == nil || len(f.Played.Answers) != 18 {
				t.Errorf("%+v", f)
			}
		}
		if !slices.Equal(seeds, []uint64{5, 6, 7, 8}) || r.Failures[0].Variant != "toy minimal" || r.Failures[1].Variant != "toy uniform" {
			t.Errorf("%+v", r.Failures)
		}
	}
}

// hinted is a game in which all answers lead to flour; a search page with it says what an answer needs.
const hinted = "# Toy\n\n```yaml" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
tracks: [{id: flour, min: 0, max: 9, initial: 0}]
procedures:
- id: play
  do:
  - ensure: flour >= 1
    do: [{one: $last, by: red, from: spaces, do: [{gain: {flour: 1}}]}]
  - over: {}
` + "```\n"

// With hints a search page that leaves out a legal answer is reported. The planted fault is one that needs another space.
func TestAWrongHintIsReported(t *testing.T) {
	for hint, want := range map[string]string{"flour < 3": "", "$last != dale": "without search pages: "} {
		files := repository(nil, map[string]string{
			"data/games/toy/10.md": hinted, "data/games/toy/99.md": "# Search\n\n```yaml\nsearch:\n  play.last: {needs: " + hint + "}\n```\n",
		})
		r, err := Run(files, Config{Rounds: 1, Hints: true})
		if err != nil {
			t.Fatal(err)
		}
		if (len(r.Failures) > 0) != (want != "") || want != "" && !strings.Contains(r.Failures[0].Problem, want) || want == "" && (len(r.Beside) != 1 || r.Beside[0].Ahead == 0) {
			t.Errorf("%s: %+v", hint, r)
		}
	}
}

// Seats take stances in between, each that there is, and a replay takes them, too.
func TestSeatsTakeStances(t *testing.T) {
	page := strings.Replace(planted, "{id: gold, type: int}", "{id: gold, type: int}, {id: lends, type: bool, per: seat, stance: [red, blue]}", 1)
	files := repository(nil, map[string]string{"data/games/toy/10.md": fmt.Sprintf(page, "red", "true", "true", "3", "gold")})
	variants, err := load(files, "toy")
	if err != nil {
		t.Fatal(err)
	}
	v, taken := variants[0], map[int]int{}
	v.without = (&plain{}).without
	for seed := range uint64(20) {
		if err := v.playOne(seed); err != nil {
			t.Fatal(err)
		}
		for _, a := range v.last.Answers {
			if a.Kind == engine.Stance {
				taken[a.Seat]++
			}
		}
	}
	if taken[0] == 0 || taken[1] == 0 {
		t.Errorf("stances by seat: %v", taken)
	}
}
