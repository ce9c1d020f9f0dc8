package claims

import (
	"maps"
	"slices"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/engine/def"
)

const market = "# 9 Toy\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
boxes: [{id: store}]
pieces: [{id: pawn, seat: red, count: 3, home: store}]
cards: [{id: ace}, {id: king}]
piles: [{id: stock}, {id: waste}]
durations: [day]
lasting: [{id: blessing, duration: day}]
variables: [{id: gold, type: int}, {id: marks, type: zones}]
procedures:
- id: play
  do:
  - {one: $s, by: red, from: spaces, where: $s != dale}
  - {shuffle: stock}
  - over: {}
` + "```\n"

// Questions to a seat are published, too.
func TestComparisonCoversAllValuesVisibleToASeat(t *testing.T) {
	g := onepage.Load(t, market)
	met := map[uint64]string{}
	lines := map[string][]string{}
	for name, setup := range map[string]engine.Setup{
		"nothing": {},
		"a value": {Cells: map[string]int64{"gold": 1}},
		"a set":   {Values: map[string]string{"marks": "hill"}},
		"a piece": {Pieces: map[string]map[string]int{"hill": {"pawn": 1}}},
		"a card":  {Piles: map[string][]string{"waste": {"ace"}}},
		"another": {Piles: map[string][]string{"waste": {"king"}}},
		"effects": {Lasting: []string{"blessing"}},
	} {
		s, err := g.New(setup)
		if err != nil {
			t.Fatal(name, err)
		}
		if other, known := met[seen(s)]; known {
			t.Errorf("%s is seen as %s", name, other)
		}
		met[seen(s)], lines[name] = name, views(s)
	}
	for name, want := range map[string]string{"a value": "red sees gold 1 []", "a piece": "hill.pawn 1", "a card": "blue sees 1 cards in waste: [0]", "effects": "in force: blessing"} {
		if !slices.Contains(lines[name], want) || slices.Contains(lines["nothing"], want) {
			t.Errorf("%s: no %q among %q, or it is there without it", name, want, lines[name])
		}
	}
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	sums := map[uint64]bool{}
	for zone := range int64(3) { // the second is refused
		hash, known := published(s, zone)
		if sums[hash] = true; !known {
			t.Error("a decision is not known")
		}
	}
	fault := s.Copy()
	fault.Decision().Fault = &engine.Fault{Why: "division by zero"}
	hash, known := published(fault, noProbe)
	if sums[hash] = true; !known {
		t.Error("a fault is not known")
	}
	if len(sums) != 3 {
		t.Errorf("%d different sums of a legal probe, a refused one and a fault", len(sums))
	}
	fault.Decision().Fault.Why = engine.SearchLimit + " of 65536 states"
	if _, known := published(fault, noProbe); known {
		t.Error("a search that reached its limit is taken for a difference of the rules")
	}
}

// Every offer is published, and named in a difference.
func TestPublishedCoversAllOffersOfADecision(t *testing.T) {
	g := onepage.Load(t, market)
	one, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	many := one.Copy()
	many.Decision().Kind = def.Subset
	for _, c := range []struct {
		what   string
		s      *engine.State
		change func(d *engine.Decision)
		same   bool // not published
		silent bool // published but not named
	}{
		{what: "the seat", s: one, change: func(d *engine.Decision) { d.Seat++ }},
		{what: "stopping", s: one, change: func(d *engine.Decision) { d.Stop = !d.Stop }},
		{what: "declining", s: one, change: func(d *engine.Decision) { d.Decline++ }, silent: true},
		{what: "members", s: one, change: func(d *engine.Decision) { d.Members = d.Members[1:] }},
		{what: "other members", s: one, change: func(d *engine.Decision) { d.Members = []int64{0, 1} }},
		{what: "costs", s: one, change: func(d *engine.Decision) { d.Costs = []int64{1, 2} }},
		{what: "options", s: one, change: func(d *engine.Decision) { d.Options = []engine.Option{{Index: 1}} }},
		{what: "side options", s: one, change: func(d *engine.Decision) { d.Also = []engine.Option{{Index: 1}} }},
		{what: "other options", s: one, change: func(d *engine.Decision) { d.Options = []engine.Option{{Index: 2}} }},
		{what: "pieces", s: one, change: func(d *engine.Decision) { d.Entries = []engine.Entry{{Zone: 1, Class: 0, Available: 1}} }},
		{what: "pieces elsewhere", s: one, change: func(d *engine.Decision) { d.Entries = []engine.Entry{{Zone: 2, Class: 0, Available: 1}} }},
		{what: "more pieces", s: one, change: func(d *engine.Decision) { d.Entries = []engine.Entry{{Zone: 1, Class: 0, Available: 2}} }},
		{what: "bounds of one", s: one, change: func(d *engine.Decision) { d.Max++ }, same: true}, // the members reflect them
		{what: "the least of many", s: many, change: func(d *engine.Decision) { d.Min++ }},
		{what: "the most of many", s: many, change: func(d *engine.Decision) { d.Max++ }},
	} {
		other := c.s.Copy()
		*other.Decision() = *c.s.Decision()
		c.change(other.Decision())
		a, _ := published(c.s, noProbe)
		b, _ := published(other, noProbe)
		if (a == b) != c.same {
			t.Errorf("%s: published alike %t", c.what, a == b)
		}
		if text := differs(c.s, other, noProbe); (text == "") != (c.same || c.silent) {
			t.Errorf("%s: %q", c.what, text)
		}
	}
}

// Only decisions of seats that choose members or options are probed; over time every candidate is.
func TestCandidatesAreProbed(t *testing.T) {
	gd := &def.GameDef{}
	gd.Zones = make([]def.ZoneDef, 3)
	gd.Decisions = make([]def.DecisionDef, 2)
	gd.Decisions[0].Options = make([]def.MenuOption, 2)
	for _, c := range []struct {
		what string
		d    engine.Decision
		want []int64
	}{
		{"options", engine.Decision{Kind: def.Menu}, []int64{0, 1}}, {"members", engine.Decision{Kind: def.One, Elem: def.TZone}, []int64{0, 1, 2}},
		{"no options", engine.Decision{Kind: def.Menu, Index: 1}, []int64{noProbe}}, {"a number", engine.Decision{Kind: def.Amount}, []int64{noProbe}},
		{"chance", engine.Decision{Kind: def.One, Elem: def.TZone, Seat: engine.Chance}, []int64{noProbe}},
	} {
		gen, got := engine.NewGenerator(1), map[int64]bool{}
		for range 50 {
			got[probe(&gen, gd, &c.d)] = true
		}
		if all := slices.Sorted(maps.Keys(got)); !slices.Equal(all, c.want) {
			t.Errorf("%s: %v, want %v", c.what, all, c.want)
		}
	}
}
