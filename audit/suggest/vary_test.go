package suggest

// These tests draw changes of positions of a small game again and again, and hold what comes up to what may.

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
)

const fair = "# 1 Fair\n\n- **1-a** *Fair.* It ends.\n\n```yaml" + `
game: {id: toy, title: Toy, main: play}
options: [{id: long, values: [true, false], default: false}, {id: rounds, values: 1..3, default: 2}]
enums: {season: [bud, bloom, fruit]}
properties: {zone: {wet: {type: bool, default: false}}}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: lake, adjacent: [], wet: true}]
boxes: [{id: store}]
pieces: [{id: cart, seat: red, count: 9, home: store}, {id: mule, seat: red, count: 2, home: store}]
sets: {woods: "=set($s in spaces where not $s.wet)"}
markers: [{id: blight, on: woods, count: 2}]
cards: [{id: rain}, {id: sun}, {id: wind}]
piles: [{id: rest}, {id: deck}, {id: hand}]
tracks: [{id: gold, title: Gold, min: -1, max: 4, initial: 0}]
variables:
- {id: luck, type: int}
- {id: dry, type: bool, per: space}
- {id: who, type: seat}
- {id: now, type: season}
- {id: place, type: zone}
- {id: marks, type: zones}
- {id: quiet, type: int, quiet: true}
- {id: steps, type: int, scope: action}
lasting: [{id: feast, duration: day}, {id: fast, duration: day}]
durations: [day]
setups: [{id: small}, {id: big}]
procedures: [{id: play, do: [{may: go, by: red, rule: 1-a, do: []}, {over: {}}]}]
` + "```\n"

// spelled spells the parts of a position.
func spelled(p *position) (out []string) {
	for i := range p.parts {
		switch x := &p.parts[i]; x.kind {
		case pileOf:
			out = append(out, x.name+" "+strings.Join(x.cards, " "))
		case piecesIn:
			out = append(out, fmt.Sprint(x.name, ".", x.class, " ", x.n))
		case valueOf:
			out = append(out, fmt.Sprint(x.name, " ", x.n))
		case inForce:
			out = append(out, x.name)
		}
	}
	return out
}

func span(name string, least, most int) (out []string) {
	for n := least; n <= most; n++ {
		out = append(out, fmt.Sprint(name, " ", n))
	}
	return out
}

func TestPositionsCoverExactlyThePossibleValues(t *testing.T) {
	g := toy(t, fair)
	at := func(id string) int32 {
		return int32(slices.IndexFunc(g.Def.Vars, func(v def.VarDef) bool { return v.ID == id }))
	}
	value := func(id string, numbers ...int64) func(v *setupEditor, p *position) {
		return func(v *setupEditor, p *position) { v.value(p, at(id), numbers) }
	}
	cart, mule := []int64{0}, []int64{1}
	for _, c := range []struct {
		name  string
		draw  func(v *setupEditor, p *position)
		parts []part // before
		all   []string
	}{
		{name: "a track", draw: value("gold"), all: span("gold", -1, 4)},
		{name: "a track that is compared", draw: value("gold", 3, 9), all: span("gold", -1, 4)},
		{name: "a number", draw: value("luck"), all: span("luck", 0, 12)},
		{name: "a number that is compared", draw: value("luck", 40, -7), all: slices.Concat(span("luck", -8, -6), span("luck", 0, 12), span("luck", 39, 41))},
		{name: "a boolean of a place", draw: value("dry"), all: slices.Concat(span("hill.dry", 0, 1), span("dale.dry", 0, 1), span("lake.dry", 0, 1), span("store.dry", 0, 1))},
		{name: "a marker", draw: value("blight"), all: slices.Concat(span("hill.blight", 0, 2), span("dale.blight", 0, 2))},
		{name: "a seat", draw: value("who"), all: span("who", -1, 1)},
		{name: "a member of an enumeration", draw: value("now"), all: span("now", 0, 2)},
		{name: "a zone", draw: value("place"), all: span("place", -1, 3)},
		{name: "a set", draw: value("marks")},
		{name: "what is quiet", draw: value("quiet")},
		{name: "what is of an action", draw: value("steps")},
		{name: "a value everywhere", draw: func(v *setupEditor, p *position) { v.level(p, at("dry"), nil) }, all: []string{"hill.dry 0 dale.dry 0 lake.dry 0 store.dry 0", "hill.dry 1 dale.dry 1 lake.dry 1 store.dry 1"}},
		{name: "a marker everywhere", draw: func(v *setupEditor, p *position) { v.level(p, at("blight"), nil) }, all: []string{"hill.blight 0 dale.blight 0", "hill.blight 1 dale.blight 1", "hill.blight 2 dale.blight 2"}},
		{name: "a set everywhere", draw: func(v *setupEditor, p *position) { v.level(p, at("marks"), nil) }},
		{name: "what is quiet everywhere", draw: func(v *setupEditor, p *position) { v.level(p, at("quiet"), nil) }},
		{name: "what is of an action everywhere", draw: func(v *setupEditor, p *position) { v.level(p, at("steps"), nil) }},
		{name: "pieces", draw: func(v *setupEditor, p *position) { v.piece(p, mule, nil) }, all: slices.Concat(span("hill.mule", 0, 3), span("dale.mule", 0, 3), span("lake.mule", 0, 3))},
		{name: "pieces of a place that is named", draw: func(v *setupEditor, p *position) { v.pieceAt(p, 0, 1) }, all: span("dale.cart", 0, 9)},
		{name: "pieces at home", draw: func(v *setupEditor, p *position) { v.pieceAt(p, 0, 3) }},
		{name: "a piece in every space", draw: func(v *setupEditor, p *position) { v.flood(p, cart, nil) }, all: []string{"hill.cart 1 dale.cart 1 lake.cart 1", "hill.cart 0 dale.cart 0 lake.cart 0"}},
		{name: "as far as there are pieces", draw: func(v *setupEditor, p *position) { v.flood(p, mule, nil) }, all: []string{"hill.mule 1 dale.mule 1", "hill.mule 0 dale.mule 0 lake.mule 0"}},
		{name: "a piece in every space of an area", draw: func(v *setupEditor, p *position) { v.flood(p, cart, [][]int64{{2, 3}}) }, all: []string{"hill.cart 1 dale.cart 1 lake.cart 1", "hill.cart 0 dale.cart 0 lake.cart 0", "lake.cart 1", "lake.cart 0"}},
		{name: "an effect", draw: func(v *setupEditor, p *position) { v.effect(p, 1) }, all: []string{"fast"}},
		{name: "an effect that is in force", draw: func(v *setupEditor, p *position) { v.effect(p, 1) }, parts: []part{{kind: inForce, name: "fast"}}, all: []string{"fast"}},
		{name: "a card on top", draw: func(v *setupEditor, p *position) { v.top(p, 1) }, parts: []part{{kind: pileOf, name: "deck", cards: []string{"rain", "wind"}}},
			all: []string{"deck sun rain wind", "deck rain sun wind", "deck sun wind", "deck rain sun"}},
		{name: "a card of a pile", draw: func(v *setupEditor, p *position) { v.top(p, 1) }, parts: []part{{kind: pileOf, name: "deck", cards: []string{"rain", "sun"}}, {kind: pileOf, name: "hand", cards: []string{"wind"}}},
			all: []string{"deck sun hand wind", "deck sun rain hand wind", "deck rain hand sun", "deck rain hand sun wind"}},
		{name: "a card where no pile is", draw: func(v *setupEditor, p *position) { v.top(p, 1) }},
		{name: "a card that stays where it lies", draw: func(v *setupEditor, p *position) { v.apart = map[string]bool{"sun": true}; v.top(p, 1) }, parts: []part{{kind: pileOf, name: "deck", cards: []string{"rain"}}}, all: []string{"deck rain"}},
		{name: "piles of another position", draw: func(v *setupEditor, p *position) {
			v.seeds = []*play{{pos: &position{parts: []part{{kind: pileOf, name: "deck", cards: []string{"sun"}}, {kind: inForce, name: "feast"}}}}}
			v.borrow(p)
		}, parts: []part{{kind: pileOf, name: "deck", cards: []string{"rain"}}}, all: []string{"deck sun"}},
		{name: "a set-up", draw: func(v *setupEditor, p *position) {
			p.setup = "small"
			v.setup(p)
			p.put(part{kind: inForce, name: "in " + p.setup})
		}, all: []string{"in ", "in small", "in big"}},
		{name: "an option", draw: func(v *setupEditor, p *position) {
			p.options = map[string]string{"long": "true"}
			v.option(p)
			p.put(part{kind: inForce, name: fmt.Sprint(p.options)})
		}, all: []string{"map[long:true]", "map[long:false]", "map[long:true rounds:1]", "map[long:true rounds:2]", "map[long:true rounds:3]"}},
		{name: "a piece that one of two rules counts", draw: func(v *setupEditor, p *position) {
			v.odd(p, &focus{oddPieces: mule, filters: [][]int64{cart}, oddZones: []int64{2}})
		}, all: span("lake.mule", 0, 3)},
		{name: "a piece in a zone that one of two rules names", draw: func(v *setupEditor, p *position) { v.odd(p, &focus{filters: [][]int64{cart}, oddZones: []int64{1}}) }, all: span("dale.cart", 0, 9)},
		{name: "a value in a zone that one of two rules names", draw: func(v *setupEditor, p *position) {
			v.odd(p, &focus{oddPieces: mule, vars: []int32{at("dry")}, oddZones: []int64{1}})
		}, all: append(span("dale.mule", 0, 3), span("dale.dry", 0, 1)...)},
		{name: "a marker in a zone that cannot bear it", draw: func(v *setupEditor, p *position) {
			v.odd(p, &focus{oddPieces: mule, vars: []int32{at("blight")}, oddZones: []int64{2}})
		}, all: span("lake.mule", 0, 3)},
		{name: "a value that no zone has", draw: func(v *setupEditor, p *position) {
			v.odd(p, &focus{oddPieces: mule, vars: []int32{at("gold")}, oddZones: []int64{1}})
		}, all: span("dale.mule", 0, 3)},
	} {
		found := map[string]bool{}
		for seed := range uint64(400) {
			v := &setupEditor{def: g.Def, gen: &dice{engine.NewGenerator(seed)}}
			before := &position{parts: c.parts}
			p := before.copy()
			c.draw(v, p)
			if text := strings.Join(spelled(p), " "); text != "" {
				found[text] = true
			}
		}
		for _, what := range c.all {
			if !found[what] {
				t.Errorf("%s: %s does not come up", c.name, what)
			}
			delete(found, what)
		}
		for what := range found {
			t.Errorf("%s: %s comes up", c.name, what)
		}
	}
}

// Plays begin from set-ups, on random boards, and near what scenarios play, each with a seed of its own.
func TestStartingPositionsOfPlays(t *testing.T) {
	const head = "version: 1\ntitle: T\ngame: toy\nrules: [1-a]\n"
	for _, c := range []struct {
		text, script string
		begins       string // where, with the most answers
		lasting      bool
	}{
		{fair, "moves: [{red: yes}]\nexpect: {asked: {over: true}}\n", "map[a position like that of 1/dig:41 a random board:200 the set-up big:600 the set-up small:600]", true},
		{page, "moves: [{red: , act: [dig, rest], boast: no}]\nexpect: {state: {gold: 1}}\n", "map[a position like that of 1/dig:43 a random board:200]", false},
	} {
		g, err := corpus.OpenGame(fstest.MapFS{"data/games/toy/10.md": {Data: []byte(c.text)}, "scenarios/toy/1/dig.yaml": {Data: []byte(head + c.script)}}, "toy")
		if err != nil {
			t.Fatal(err)
		}
		starts, err := NewStarts(g, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		found, lasting := map[string]int{}, false
		for i := range uint64(300) {
			s := starts.Next()
			if s.Setup.Seed != i+1 || strings.HasPrefix(s.Name, "the set-up ") && s.Name != "the set-up "+s.Setup.ID {
				t.Errorf("start %d, %s, has the seed %d and the set-up %q", i+1, s.Name, s.Setup.Seed, s.Setup.ID)
			}
			found[s.Name] = s.Most
			lasting = lasting || strings.HasPrefix(s.Name, "a position") && len(s.Setup.Lasting) > 0
		}
		if got := fmt.Sprint(found); got != c.begins || lasting != c.lasting {
			t.Errorf("%s, with effects %t, want %s", got, lasting, c.begins)
		}
	}
}
