// These tests compare the changes of destinations, statuses, deciders, tracks, preferences and obligations, and those of
// games with more than 64 spaces, with the rulebook.

package mutation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

const camp = "# 9 Camp\n\n- **9.1-a** Camps.\n\n```yaml\n" + `
game: {id: camp, title: Camp, main: play}
seats: [{id: red}, {id: blue}, {id: gold}]
properties: {zone: {worth: {type: int, default: 0}}}
spaces: [{id: bay, title: Bay, adjacent: [fort], worth: 1}, {id: fort, title: Fort, adjacent: [bay], worth: 2}]
boxes: [{id: store, title: Store}, {id: grave, title: Grave}, {id: away, title: Away}]
piles: [{id: hand, title: Hand, visible: open}, {id: heap, title: Heap, visible: open}]
cards: [{id: ace, title: Ace}]
pieces:
- {id: tent, title: Tent, seat: red, count: 3, home: store}
- {id: scout, title: Scout, seat: red, count: 9, home: store, statuses: [hidden, seen], marks: [moved, tired]}
tracks:
- {id: pay, title: Pay, min: 0, max: 90, initial: 20, rule: 9.1-a}
- {id: fame, title: Fame, min: 0, max: 90, initial: 20, rule: 9.1-a}
variables: [{id: goal, type: int, initial: 0}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - move: {of: scout, from: fort, all: true, to: home}
  - move: {of: tent, from: fort, all: true, to: grave}
  - move: {of: scout, from: grave, all: true, to: away}
  - move: {of: tent, from: away, all: true, to: store}
  - move: {of: tent, from: store, all: true, to: bay}
  - flip: {of: scout, in: bay, all: true, to: seen}
  - tag: {of: scout, in: bay, mark: moved}
  - {card: {card: ace, to: heap}}
  - gain: {pay: 7}
  - gain: {fame: =pay}
  - for: {$who: =seats}
    do:
    - one: $spot
      by: $who
      from: spaces
      prefer: ['pieces($spot, scout) > 3', $spot.worth == 2]
  - ensure: goal > 0
    do:
    - callOne: $work
      by: red
      from: procedures(work)
      owed: fame > 5
    - set: {goal: 1}
  - over: {}
- {id: dig, tags: [work], do: [{require: pay > 99}]}
` + "```\n"

// kindsOf lists the changes of some kinds in the lines of a rulebook that contain a text.
func kindsOf(t *testing.T, id, rulebook, line string, kinds ...string) []string {
	t.Helper()
	game, err := corpus.OpenGame(fstest.MapFS{"data/games/" + id + "/10.md": &fstest.MapFile{Data: []byte(rulebook)}}, id)
	if err != nil {
		t.Fatal(err)
	}
	r, err := mutation.Run(game, mutation.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range r.Unreached {
		if slices.Contains(kinds, m.Kind) && strings.Contains(m.Excerpt, line) {
			out = append(out, m.Change)
		}
	}
	slices.Sort(out)
	return out
}

func TestMutationsOfTheTargetsOfStatements(t *testing.T) {
	for _, c := range []struct {
		kind, line string
		want       []string
	}{
		{mutation.Destination, "of: scout, from: fort", []string{"to `home` becomes to `away`", "to `home` becomes to `grave`"}},
		{mutation.Destination, "to: grave", []string{"to `grave` becomes to `away`", "to `grave` becomes to `home`"}},
		{mutation.Destination, "to: store", []string{"to `store` becomes to `away`", "to `store` becomes to `grave`"}}, // it is their home
		{mutation.Destination, "to: bay", []string{"to `bay` becomes to `home`"}},
		{mutation.Destination, "card: ace", []string{"to `heap` becomes to `hand`"}},
		{mutation.Status, "to: seen", []string{"`seen` becomes `hidden`"}},
		{mutation.Status, "mark: moved", []string{"`moved` becomes `tired`"}},
		{mutation.Track, "pay: 7", []string{"`pay` becomes `fame`"}},
		{mutation.Track, "=pay", []string{"`fame` becomes `pay`", "`pay` becomes `fame`"}},
		{mutation.Decider, "one: $spot", []string{"by: `$who` becomes the next seat"}},
		{mutation.Preference, "prefer:", []string{
			"prefer: `$spot.worth == 2` left out",
			"prefer: `pieces($spot, {scout}) > 3` changes places with `$spot.worth == 2`",
			"prefer: `pieces($spot, {scout}) > 3` left out",
		}},
		{mutation.Constant, "prefer:", []string{ // once, in all copies of the condition
			"`2` becomes `1`", "`2` becomes `3`", "`3` becomes `2`", "`3` becomes `4`"}},
		{mutation.Condition, "prefer:", nil},
		{mutation.Condition, "owed:", []string{"the condition `fame > 5` dropped"}},
		{mutation.Constant, "owed:", []string{"`5` becomes `4`", "`5` becomes `6`"}},
	} {
		got := kindsOf(t, "camp", camp, c.line, c.kind)
		if !slices.EqualFunc(got, c.want, strings.HasSuffix) {
			t.Errorf("%s of %s: listed\n%s\nnot\n%s", c.kind, c.line, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// A change of a preference also changes its copies for other candidates; otherwise the domain could be empty.
func TestAPreferenceNeverEmptiesItsDomain(t *testing.T) {
	game, err := corpus.OpenGame(fstest.MapFS{"data/games/camp/10.md": &fstest.MapFile{Data: []byte(camp)}}, "camp")
	if err != nil {
		t.Fatal(err)
	}
	changes, err := mutation.Changes(game, "")
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, c := range changes {
		if c.Change == "`3` becomes `4`" {
			n := 0
			c.Constants(func(_, _ *def.Expr) { n++ })
			if n != 3 {
				t.Errorf("%s is made at %d places, should be 3: the candidate, the others of this member, the others of the next", c.Change, n)
			}
		}
		if strings.HasSuffix(c.Change, "scout}) > 3` left out") {
			gd, undo := c.Make()
			for _, d := range gd.Decisions {
				for _, cond := range d.Where {
					for e := range cond.When.All() {
						if e.Op == def.OpConst && e.Type == def.TInt && e.I == 3 {
							t.Errorf("%s: the copy for other candidates is unchanged", c.Change)
						}
					}
				}
			}
			undo()
			left++
		}
	}
	if left != 1 {
		t.Errorf("%d changes leave the first member out", left)
	}
}

// Selections change in games with more than 64 spaces as in smaller ones.
func TestMutationsOfWideSets(t *testing.T) {
	var b strings.Builder
	b.WriteString("# 9 Plain\n\n- **9.1-a** Plain.\n\n```yaml\ngame: {id: plain, title: Plain, main: play}\nseats: [{id: red}]\nproperties: {zone: {worth: {type: int, default: 0}}}\nspaces:\n")
	for i := range 70 {
		fmt.Fprintf(&b, "- {id: s%d, title: S%d, adjacent: [s%d, s%d], worth: %d}\n", i, i, (i+1)%70, (i+69)%70, i%2)
	}
	b.WriteString(`boxes: [{id: store, title: Store}]
pieces:
- {id: tent, title: Tent, seat: red, count: 3, home: store}
- {id: scout, title: Scout, seat: red, count: 9, home: store, statuses: [hidden, seen]}
sets: {odd: =set($s in spaces where $s.worth == 1)}
tracks: [{id: pay, title: Pay, min: 0, max: 90, initial: 20, rule: 9.1-a}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - gain: {pay: "=pieces(odd, scout.hidden)"}
  - gain: {pay: =size(adjacent(s69))}
  - over: {}
` + "```\n")
	got := kindsOf(t, "plain", b.String(), "odd, scout", mutation.Area, mutation.Filter)
	want := []string{
		"`{s1, s3, s5, …}` with `{s0, s2, s4, …}`",
		"`{s1, s3, s5, …}` without `{s1}`",
		"`{s1, s3, s5, …}` becomes what it leaves out",
		"`{scout.hidden}` becomes `{red}`",
		"`{scout.hidden}` becomes `{scout}`",
		"`{scout.hidden}` becomes `{tent}`",
	}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("listed\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := kindsOf(t, "plain", b.String(), "adjacent(s69)", mutation.Area); !slices.Equal(got, []string{"the adjacency in `adjacent(s69)` dropped"}) {
		t.Errorf("the adjacency: %s", got)
	}
}

// With a single pile, no change sends a card elsewhere.
func TestNoDestinationMutationsWithASinglePile(t *testing.T) {
	one := strings.NewReplacer("piles: [{id: hand, title: Hand, visible: open}, {id: heap", "piles: [{id: heap").Replace(camp)
	if got := kindsOf(t, "camp", one, "card: ace", mutation.Destination); len(got) > 0 {
		t.Errorf("listed %v", got)
	}
}
