package steps_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
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
- {id: wet, type: bool, per: space, watch: true, look: {sign: W}, value: $it.dry == false}
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
	g := onepage.Load(t, strings.Replace(stalls, "- START\n", "- "+start+"\n", 1))
	return g
}

// A table lists the things of a game with titles and owners, and the place of each value.
func TestTableListsThingsAndPlacesOfValues(t *testing.T) {
	x := steps.NewTable(stall(t, "gain: {gold: 0}").Def())
	var values []string
	for _, v := range x.Values {
		values = append(values, fmt.Sprint(v.Name, " ", v.Title, " ", v.First, " ", v.Zone, " ", v.Seat, " ", v.Look, " ", v.Internal))
	}
	for what, c := range map[string]struct{ got, want any }{
		"seats":   {x.Seats, []steps.Thing{{ID: "red", Title: "red"}, {ID: "blue", Title: "The Blue"}}},
		"zones":   {x.Zones, []steps.Thing{{ID: "hill", Title: "hill"}, {ID: "dale", Title: "dale"}, {ID: "moor", Title: "moor"}, {ID: "shed", Title: "The Shed", Plain: true}}},
		"cards":   {x.Cards, []steps.Thing{{ID: "ace", Title: "ace"}, {ID: "king", Title: "A King"}, {ID: "queen", Title: "queen"}}},
		"effects": {x.Lasting, []steps.Thing{{ID: "feast", Title: "feast"}, {ID: "fast", Title: "A Fast"}}},
		"piles":   {x.Piles, []steps.Pile{{Thing: steps.Thing{ID: "rest", Title: "rest"}, Seat: 1}, {Thing: steps.Thing{ID: "heap", Title: "heap"}, Seat: 0, Visible: true}, {Thing: steps.Thing{ID: "hand", Title: "hand"}, Seat: 1, Visible: true}}},
		"types":   {x.Types, []steps.Type{{Thing: steps.Thing{ID: "cart", Title: "cart"}, Statuses: []string{"full", "empty"}}}},
		"classes": {x.Classes, []steps.Class{{ID: "cart.full"}, {ID: "cart.empty", Status: 1}, {ID: "cart.full.tired", Marks: []string{"tired"}}, {ID: "cart.empty.tired", Status: 1, Marks: []string{"tired"}}}},
		"looks":   {x.Looks, []def.ValueLook{{Sign: "W"}}},
		"links":   {x.Links, [][]int{{1}, {0}, {}, {}}},
		"values": {values, []string{"gold gold 2 -1 0 -1 false", "silver silver 1 -1 1 -1 false", "hill.dry dry false 0 -1 -1 false", "dale.dry dry false 1 -1 -1 false", "moor.dry dry false 2 -1 -1 false", "shed.dry dry false 3 -1 -1 false",
			"red.debt debt 0 -1 0 -1 false", "blue.debt debt 0 -1 1 -1 false", "lost lost [] -1 -1 -1 false", "secret secret 0 -1 -1 -1 true", "red.rich rich  -1 0 -1 false", "blue.rich rich  -1 1 -1 false", "hill.wet wet  0 -1 0 false", "dale.wet wet  1 -1 0 false", "moor.wet wet  2 -1 0 false"}},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: %+v\nwant %+v", what, c.got, c.want)
		}
	}
}

// A record has the position of the set-up, and for each line its place, the answers before it, what was asked and what it changed.
func TestRecordOfAPlay(t *testing.T) {
	g := stall(t, strings.Join([]string{"gain: {gold: 1}", "move: {of: cart.full, from: hill, count: 1, to: dale}", "{one: $c, by: blue, from: cards}", "{card: queen, to: rest}", "{set: {red.debt: 5}}", "activate: fast", "end: feast"}, "\n  - "))
	table := steps.NewTable(g.Def())
	r := steps.New(g, table, trace.Header{})
	s, err := g.New(engine.Setup{Seed: 1, Piles: map[string][]string{"heap": {"ace", "king"}, "hand": {"queen"}}, Values: map[string]string{"gold": "4"}, Pieces: map[string]map[string]int{"hill": {"cart.full": 2}}, Lasting: []string{"feast"}, Observer: r})
	if err != nil {
		t.Fatal(err)
	}
	start := []string{"gold=4", "red.rich=false", "blue.rich=false", "hill.wet=true", "dale.wet=true", "moor.wet=true", "cart.full in hill 2", "cart.full in shed 7", "[] [ace king] [queen]", "feast"}
	if got := placed(table, r.Record(s).Start); !reflect.DeepEqual(got, start) {
		t.Errorf("the play begins with %q", got)
	}
	r.After("1.1/a")
	for i, a := range []engine.Answer{{Member: 1}, {Order: []int64{1, 0}}, {Option: 1}} {
		if d := s.Decision(); r.Record(s).Pending.Name != d.Name {
			t.Errorf("after %d answers %+v is pending, not %s", i, r.Record(s).Pending, d.Name)
		}
		r.Answering(s, a)
		if err := s.Apply(a); err != nil {
			t.Fatal(i, err)
		}
	}
	record := r.Finish(s)
	var lines []string
	for _, l := range record.Lines {
		l.Node = min(l.Node, 1)
		text, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(text))
	}
	want := []string{`[0,"trace","trace 1",0,0]`, `[0,"scenario","scenario ",0,0]`, `[0,"game","game ",0,0]`,
		`[0,"change","gold: 4 → 5",0,1,[[0,0,"5"]]]`, `[0,"pieces","hill: cart.full 2 → 1; dale: cart.full 0 → 1",0,1,[[1,0,0,1],[1,1,0,1]]]`,
		`[0,"after","after 1.1/a",0,0]`, `[0,"decision","blue c: king",0,1,null,0]`, `[1,"card","queen: hand → rest",1,1,[[2,2,2,0,0]]]`,
		`[1,"change","red.debt: 0 → 5",1,1,[[0,6,"5"]]]`, `[1,"watch","= red.rich: false → true",1,1,[[0,10,"true"]]]`, `[1,"lasting","lasting fast begins day",1,1,[[4,1,1]]]`, `[1,"lasting","lasting feast ends day",1,1,[[4,0,0]]]`,
		`[0,"decision","chance heap: king, ace",1,1,[[3,1,[1,0]]],1]`, `[0,"decision","red act: dig",2,1,null,2]`, `[0,"over","over red 0, blue 0",3,1]`}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("the lines are\n%s", strings.Join(lines, "\n"))
	}
	asked := []steps.Asked{{Seat: "blue", Name: "c", Rule: "1", Offers: []string{"ace", "king", "queen"}}, {Seat: "chance", Name: "heap", Rule: "1", Offers: []string{"an order of 2 cards"}}, {Seat: "red", Name: "act", Rule: "1", Offers: []string{"rest", "dig"}}}
	if !reflect.DeepEqual(record.Asked, asked) || record.Pending != nil || len(record.Answers) != 3 || len(record.Hashes) != 4 {
		t.Errorf("asked is %+v, pending %v, answers %q, hashes %q", record.Asked, record.Pending, record.Answers, record.Hashes)
	}
}

// placed names the things at a position, as far as they differ from the table.
func placed(table *steps.Table, p *steps.Position) []string {
	var out []string
	for i, v := range table.Values {
		if text, ok := p.Values[i]; ok {
			out = append(out, v.Name+"="+text)
		}
	}
	for _, x := range p.Pieces {
		out = append(out, fmt.Sprintf("%s in %s %d", table.Classes[x[1]].ID, table.Zones[x[0]].ID, x[2]))
	}
	var piles []string
	for _, cards := range p.Piles {
		var ids []string
		for _, c := range cards {
			if c < 0 {
				ids = append(ids, "?")
				continue
			}
			ids = append(ids, table.Cards[c].ID)
		}
		piles = append(piles, fmt.Sprint(ids))
	}
	out = append(out, strings.Join(piles, " "))
	for _, l := range p.Lasting {
		out = append(out, table.Lasting[l].ID)
	}
	return out
}

// Each seat's view of a position holds the values that only that seat sees.
func TestPositionOfASeatHoldsItsOwnValues(t *testing.T) {
	g := stall(t, "gain: {gold: 0}")
	table := steps.NewTable(g.Def())
	state, err := g.New(engine.Setup{Seed: 1, Piles: map[string][]string{"rest": {"ace"}, "hand": {"king"}}, Pieces: map[string]map[string]int{"hill": {"cart.full": 2}}, Lasting: []string{"feast"}})
	if err != nil {
		t.Fatal(err)
	}
	for seat, want := range map[int]struct{ own, hand string }{engine.Chance: {"[]", "[?]"}, 0: {"[[Poor, red true]]", "[?]"}, 1: {"[[Poor, The Blue true]]", "[king]"}} {
		p := table.Seen(state, seat)
		if got := fmt.Sprint(p.Own); got != want.own {
			t.Errorf("seat %d has %s, want %s", seat, got, want.own)
		}
		if got, want := placed(table, p), []string{"cart.full in hill 2", "cart.full in shed 7", "[? ?] [] " + want.hand, "feast"}; !reflect.DeepEqual(got[5:], want) {
			t.Errorf("seat %d sees %q, want %q", seat, got, want)
		}
	}
}

// What a script shows and tries are lines of the record, with the answers before them. After an answer that ends in
// a fault its decision is asked again.
func TestRecordHasTriedLinesOfAScript(t *testing.T) {
	g := stall(t, "{one: $c, by: blue, from: cards}\n  - {amount: $n, by: red, max: 9 div gold}")
	r := steps.New(g, steps.NewTable(g.Def()), trace.Header{})
	s, err := g.New(engine.Setup{Seed: 1, Values: map[string]string{"gold": "0"}, Observer: r})
	if err != nil {
		t.Fatal(err)
	}
	r.Offered("blue", "c", []string{"ace", "king"})
	r.Refused("blue", "blue: sun", "1")
	r.Answering(s, engine.Answer{})
	if err := s.Apply(engine.Answer{}); err == nil {
		t.Error("a division by zero has a result")
	}
	record := r.Record(s)
	var kinds []string
	for _, l := range record.Lines[3:] {
		kinds = append(kinds, fmt.Sprint(l.Kind, " ", l.Answer))
	}
	if !reflect.DeepEqual(kinds[:3], []string{"options 0", "refused 0", "decision 0"}) || record.Pending == nil || record.Pending.Name != "c" {
		t.Errorf("%q, pending %v", kinds, record.Pending)
	}
}
