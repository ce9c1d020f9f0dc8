// These tests list the changes of filters and sets: each makes another rule, and is spelled in the notation of the rulebook.

package mutation_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
)

const isles = "# 9 Isles\n\n- **9.1-a** Camps.\n\n```yaml\n" + `
game: {id: isles, title: Isles, main: play}
enums: {side: [crown, league], landKind: [shore, hill, reef, away]}
properties: {seat: {side: side}, zone: {kind: {type: landKind, default: away}}}
seats: [{id: red, side: crown}, {id: blue, side: crown}, {id: gold, side: league}]
spaces:
- {id: bay, title: Bay, adjacent: [fort, rock], kind: shore}
- {id: fort, title: Fort, adjacent: [bay, peak], kind: shore}
- {id: peak, title: Peak, adjacent: [fort], kind: hill}
- {id: dome, title: Dome, adjacent: [], kind: hill}
- {id: rock, title: Rock, adjacent: [bay], kind: reef}
boxes: [{id: store, title: Store}]
pieces:
- {id: tent, title: Tent, seat: red, count: 3, home: store}
- {id: scout, title: Scout, seat: red, count: 9, home: store, statuses: [hidden, seen]}
- {id: boat, title: Boat, seat: blue, count: 3, home: store}
- {id: raider, title: Raider, seat: gold, count: 9, home: store, statuses: [hidden, seen]}
sets:
  shores: =set($s in spaces where $s.kind == shore)
  hills: =set($s in spaces where $s.kind == hill)
  land: =set($s in spaces where $s.kind != reef)
stacking: [{rule: 9.1-a, in: [rock], of: tent, max: 0}]
tracks: [{id: pay, title: Pay, min: 0, max: 90, initial: 20, rule: 9.1-a}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - gain: {pay: 1}
    if: pieces(land, scout.hidden) > 0
  - gain: {pay: 2}
    if: pieces(store, scout.hidden) > 0
  - gain: {pay: 3}
    if: pieces(land, tent) > 0
  - gain: {pay: 4}
    if: any($s in shores where pieces($s, boat) > 0)
  - gain: {pay: 5}
    if: any($s in land where $s.kind == shore and pieces($s, raider) > 0)
  - gain: {pay: "=pieces(land, red | boat)"}
  - gain: {pay: =size(adjacent(bay))}
  - gain: {pay: =size(hills)}
  - one: $who
    by: red
    from: seats
    where:
    - $who == red or pay > 1
    - $who == blue or pay > 1
  - over: {}
` + "```\n"

// selected lists the changes of the isles of the kinds for filters and sets, each with a part of its line.
func selected(t *testing.T, line string) []string {
	t.Helper()
	game, err := corpus.OpenGame(fstest.MapFS{"data/games/isles/10.md": &fstest.MapFile{Data: []byte(isles)}}, "isles")
	if err != nil {
		t.Fatal(err)
	}
	r, err := mutation.Run(game, mutation.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range r.Unreached {
		if slices.Contains([]string{mutation.Filter, mutation.Narrower, mutation.Area, mutation.Ally}, m.Kind) && strings.Contains(m.Excerpt, line) {
			out = append(out, m.Kind+": "+m.Change)
		}
	}
	slices.Sort(out)
	return out
}

func TestMutationsOfSelections(t *testing.T) {
	for _, c := range []struct {
		name, line string
		want       []string
	}{
		{"a status is ignored, a type becomes all of its seat or the next type, a set of spaces its part, the rest, one around it, what it leaves out", "land, scout.hidden", []string{
			"area: `{bay, fort, peak, dome}` becomes what it leaves out",
			"area: `{bay, fort, peak, dome}` with `{rock}`",
			"area: `{bay, fort, peak, dome}` without `{bay, fort}`",
			"area: `{bay, fort, peak, dome}` without `{peak, dome}`",
			"filter: `{scout.hidden}` becomes `{red}`",
			"filter: `{scout.hidden}` becomes `{scout}`",
			"filter: `{scout.hidden}` becomes `{tent}`",
		}},
		{"where there is no status none is ignored", "store, scout", []string{
			"filter: `{scout.hidden}` becomes `{red}`",
			"filter: `{scout.hidden}` becomes `{tent}`",
		}},
		{"where none of the pieces may stand is no other place", "land, tent", []string{
			"area: `{bay, fort, peak, dome}` becomes what it leaves out",
			"area: `{bay, fort, peak, dome}` without `{bay, fort}`",
			"area: `{bay, fort, peak, dome}` without `{peak, dome}`",
			"filter: `{tent}` becomes `{red}`",
			"filter: `{tent}` becomes `{scout}`",
		}},
		{"all of a seat becomes its ally; a part without a name lacks one space", "$s, boat", []string{
			"ally: `{blue}` becomes `{red}`",
			"area: `{bay, fort}` becomes what it leaves out",
			"area: `{bay, fort}` with `{peak, dome}`",
			"area: `{bay, fort}` without `{bay}`",
		}},
		{"who cannot meet the condition anyway does not matter, nor is the same listed twice; a kind has one status only", "raider", []string{
			"area: `{bay, fort, peak, dome}` without `{bay, fort}`",
			"narrower: `{gold}` without `{raider.hidden}`",
			"narrower: `{gold}` without `{raider.seen}`",
		}},
		{"a kind becomes its largest named parts; of types without the same statuses none is left out", "red | boat", []string{
			"area: `{bay, fort, peak, dome}` becomes what it leaves out",
			"area: `{bay, fort, peak, dome}` with `{rock}`",
			"area: `{bay, fort, peak, dome}` without `{bay, fort}`",
			"area: `{bay, fort, peak, dome}` without `{peak, dome}`",
			"narrower: `{red, blue}` without `{blue}`",
			"narrower: `{red, blue}` without `{red}`",
		}},
		{"an adjacency is dropped", "adjacent", []string{"area: the adjacency in `adjacent(bay)` dropped"}},
		{"a seat becomes its ally, unless that is its neighbour anyway", "== blue", []string{"ally: `blue` becomes `red`"}},
		{"", "== red", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := selected(t, c.line); !slices.Equal(got, c.want) {
				t.Errorf("listed\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
