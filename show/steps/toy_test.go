package steps_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/show/steps"
)

const stalls = "# 1 Stalls\n\n```yaml" + `
game: {id: stalls, title: Stalls, main: play}
seats: [{id: red, purse: gold, store: heap}, {id: blue, title: The Blue, purse: silver, store: rest}]
properties: {seat: {purse: {type: track}, store: {type: pile}}}
spaces: [{id: hill, adjacent: [dale]}, {id: dale, adjacent: [hill]}, {id: moor, adjacent: []}]
boxes: [{id: shed, title: The Shed}]
pieces: [{id: cart, seat: red, count: 9, home: shed, statuses: [full, empty], marks: [tired]}]
cards: [{id: ace}, {id: king, title: A King}, {id: queen}]
piles: [{id: rest, visible: hidden}, {id: heap}, {id: hand, owner: blue, visible: owner}]
tracks: [{id: gold, min: 0, max: 9, initial: 2}, {id: silver, min: 0, max: 9, initial: 1}]
variables:
- {id: dry, type: bool, per: space}
- {id: debt, type: int, per: seat}
- {id: lost, type: cards}
- {id: secret, type: int, internal: true}
derived:
- {id: rich, type: bool, per: seat, watch: true, value: $it.debt > 3}
- {id: poor, title: Poor, type: bool, per: seat, visible: owner, value: $it.debt < 3}
durations: [day]
lasting: [{id: feast, duration: day}, {id: fast, title: A Fast, duration: day}]
procedures:
- id: play
  do:
  - START
  - {shuffle: heap}
  - {menu: act, by: red, options: {rest: {do: []}, dig: {do: []}}}
  - over: {}
` + "```\n"

// stall loads the rulebook with a first statement.
func stall(t *testing.T, start string) *engine.Game {
	t.Helper()
	gd, _, list := compiler.Compile(fstest.MapFS{"stalls/1.md": {Data: []byte(strings.Replace(stalls, "- START\n", "- "+start+"\n", 1))}}, "stalls")
	if list.HasErrors() {
		t.Fatal(list)
	}
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A table lists the things of a game with titles and owners, and the place of each value.
func TestATableListsWhatIsDrawn(t *testing.T) {
	x := steps.NewTable(stall(t, "gain: {gold: 0}").Def())
	var values []string
	for _, v := range x.Values {
		values = append(values, fmt.Sprint(v.Name, " ", v.Title, " ", v.First, " ", v.Zone, " ", v.Seat, " ", v.Internal))
	}
	for what, c := range map[string]struct{ got, want any }{
		"seats":   {x.Seats, []steps.Thing{{ID: "red", Title: "red"}, {ID: "blue", Title: "The Blue"}}},
		"zones":   {x.Zones, []steps.Thing{{ID: "hill", Title: "hill"}, {ID: "dale", Title: "dale"}, {ID: "moor", Title: "moor"}, {ID: "shed", Title: "The Shed", Plain: true}}},
		"cards":   {x.Cards, []steps.Thing{{ID: "ace", Title: "ace"}, {ID: "king", Title: "A King"}, {ID: "queen", Title: "queen"}}},
		"effects": {x.Lasting, []steps.Thing{{ID: "feast", Title: "feast"}, {ID: "fast", Title: "A Fast"}}},
		"piles":   {x.Piles, []steps.Pile{{Thing: steps.Thing{ID: "rest", Title: "rest"}, Seat: 1}, {Thing: steps.Thing{ID: "heap", Title: "heap"}, Seat: 0, Visible: true}, {Thing: steps.Thing{ID: "hand", Title: "hand"}, Seat: 1, Visible: true}}},
		"types":   {x.Types, []steps.Type{{Thing: steps.Thing{ID: "cart", Title: "cart"}, Statuses: []string{"full", "empty"}}}},
		"classes": {x.Classes, []steps.Class{{ID: "cart.full"}, {ID: "cart.empty", Status: 1}, {ID: "cart.full.tired", Marks: []string{"tired"}}, {ID: "cart.empty.tired", Status: 1, Marks: []string{"tired"}}}},
		"links":   {x.Links, [][]int{{1}, {0}, {}, {}}},
		"values": {values, []string{"gold gold 2 -1 0 false", "silver silver 1 -1 1 false", "hill.dry dry false 0 -1 false", "dale.dry dry false 1 -1 false", "moor.dry dry false 2 -1 false", "shed.dry dry false 3 -1 false",
			"red.debt debt 0 -1 0 false", "blue.debt debt 0 -1 1 false", "lost lost [] -1 -1 false", "secret secret 0 -1 -1 true", "red.rich rich  -1 0 false", "blue.rich rich  -1 1 false"}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %+v\nwant %+v", what, c.got, c.want)
		}
	}
}

// A play begins with the position before the first event.
func TestAPlayBeginsBeforeItsFirstEvent(t *testing.T) {
	setup := func() engine.Setup {
		return engine.Setup{Seed: 1, Piles: map[string][]string{"heap": {"ace", "king"}, "hand": {"queen"}}, Values: map[string]string{"gold": "4"}, Pieces: map[string]map[string]int{"hill": {"cart.full": 2}}, Lasting: []string{"feast"}}
	}
	var want *steps.Position
	for _, start := range []string{"gain: {gold: 0}", "gain: {gold: 1}", "set: {dale.dry: true}", "set: {red.debt: 5}", "set: {secret: 5}", "move: {of: cart.full, from: hill, count: 1, to: dale}", "flip: {of: cart.full, in: hill, count: 1, to: empty}",
		"card: ace\n    to: hand", "card: queen\n    to: heap", "activate: fast", "end: feast"} {
		g := stall(t, start)
		table := steps.NewTable(g.Def())
		r, s := steps.New(g, table, trace.Header{}), setup()
		s.Observer = r
		state, err := g.New(s)
		if err != nil {
			t.Fatal(start, err)
		}
		got := r.Finish(state).Start
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(draw(table, got), draw(table, want)) || !reflect.DeepEqual(got.Piles, want.Piles) {
			t.Errorf("%s: %+v, want %+v", start, got, want)
		}
	}
}

// Each seat's view of a position holds the values that only that seat sees.
func TestASeatSeesWhatIsItsOwn(t *testing.T) {
	g := stall(t, "gain: {gold: 0}")
	table := steps.NewTable(g.Def())
	state, err := g.New(engine.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for seat, want := range map[int]string{engine.Chance: "[]", 0: "[[Poor, red true]]", 1: "[[Poor, The Blue true]]"} {
		if got := fmt.Sprint(table.Seen(state, seat).Own); got != want {
			t.Errorf("seat %d: %s, want %s", seat, got, want)
		}
	}
}
