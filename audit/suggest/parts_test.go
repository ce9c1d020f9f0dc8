package suggest

// These tests hold the parts of a search to what each has to do alone: what differs is named, a play is made shorter, an answer is given
// again where something else is offered, a position is taken apart, and what a condition hangs on is found.

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebound/audit/mutation"
	"rulebound/compiler/onepage"
	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/engine/def"
)

const stalls = "# Toy\n\n```yaml" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}]
boxes: [{id: store}]
pieces: [{id: cart, seat: red, count: 9, home: store}, {id: mule, seat: red, count: 3, home: store}]
cards: [{id: rain}, {id: sun}, {id: wind}]
piles: [{id: rest}, {id: deck}, {id: hand}]
variables: [{id: gold, type: int}, {id: dry, type: bool, per: space}]
lasting: [{id: feast, duration: day}]
durations: [day]
procedures:
- id: play
  do:
  - START
  - menu: act
    by: red
    options: {rest: {do: []}, dig: {do: [{gain: {gold: 1}}]}}
  - amount: $n
    by: red
    min: 0
    max: 3
  - one: $s
    by: red
    from: spaces
  - menu: trade
    by: red
    options: {no: {do: []}, yes: {do: []}}
  - over: {result: {red: 1, blue: 0}}
` + "```\n"

// market compiles the rulebook after replacements, given as pairs of old and new text.
func market(t *testing.T, changes ...string) *engine.Game {
	t.Helper()
	text := strings.NewReplacer(append(changes, "- START\n", "- gain: {gold: 0}\n")...).Replace(stalls)
	g := onepage.Load(t, text)
	return g
}

// begun plays the rulebook with some of the answers dig, 2, hill and yes.
func begun(t *testing.T, g *engine.Game, n int) *engine.State {
	t.Helper()
	s, err := g.New(engine.Setup{Piles: map[string][]string{"deck": {"rain", "sun"}}})
	for _, a := range []engine.Answer{{Option: 1}, {N: 2}, {Member: 0}, {Option: 1}}[:n] {
		if err == nil {
			err = s.Apply(a)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The first difference that a changed rule causes is named; an unaffected play has none.
func TestFirstDifferenceOfAMutationIsNamed(t *testing.T) {
	plain := market(t)
	for _, c := range []struct {
		answers int
		want    string
		changes []string
	}{
		{1, "", nil},
		{4, "the game is over: true here, false there", []string{"- over: {result: {red: 1, blue: 0}}", "- repeat: 9\n    do: [{gain: {gold: 0}}, {menu: more, by: red, options: {no: {do: []}, yes: {do: []}}}]\n  - over: {}"}},
		{1, "asked is red n here, blue n there", []string{"amount: $n\n    by: red", "amount: $n\n    by: blue"}},
		{1, "n offers [0 to 3] here, [0 to 2] there", []string{"max: 3", "max: 2"}},
		{2, "s offers [hill, dale] here, [hill, store] there", []string{"from: spaces", "from: zones\n    where: $s != dale"}},
		{0, "gold is 0 here, 5 there", []string{"- START", "- gain: {gold: 5}"}},
		{0, "dale.dry is false here, true there", []string{"- START", "- set: {dale.dry: true}"}},
		{0, "dale.cart is 0 here, 2 there", []string{"- START", "- {move: {of: cart, from: store, count: 2, to: dale}}"}},
		{0, "the cards of deck differ", []string{"- START", "- {card: rain, to: hand}"}},
		{4, "the result is [1 0] here, [2 0] there", []string{"{red: 1,", "{red: 2,"}},
	} {
		here, there := begun(t, plain, c.answers), begun(t, market(t, c.changes...), c.answers)
		if got := difference(here, there); got != c.want {
			t.Errorf("%v: %q, want %q", c.changes, got, c.want)
		}
	}
	fault := begun(t, market(t), 1).Copy()
	fault.Decision().Fault = &engine.Fault{Why: "step limit reached"}
	if got := difference(begun(t, plain, 1), fault); got != "there the game cannot go on" {
		t.Error(got)
	}
}

// Games that are played in step part where an answer is refused, or is a fault, in the changed one alone; where nothing that differs has a
// name they go on.
func TestGamesPlayedInStepDivergeAtARefusalOrFault(t *testing.T) {
	for _, c := range []struct {
		first, then string
		changes     []string
	}{
		{"", "", nil},
		{"gold is 0 here, 1 there", "", []string{"- START", "- gain: {gold: 1}"}},
		{"", "gold is 1 here, 2 there", []string{"{gain: {gold: 1}}", "{gain: {gold: 2}}"}},
		{"", "there the game cannot go on", []string{"{gain: {gold: 1}}", "{gain: {gold: =1 div gold}}"}},
		{"act offers [rest, dig] here, [rest, nap] there", "there an answer is refused that is legal here", []string{"dig: {do: [{gain: {gold: 1}}]}", "dig: {where: gold > 0, do: []}, nap: {do: []}"}},
	} {
		there := market(t, c.changes...)
		x := &inStep{changed: &changed{def: there.Def(), games: map[string]*engine.Game{"": there}}}
		here := begun(t, market(t), 0)
		x.begun(&position{parts: []part{{kind: pileOf, name: "deck", cards: []string{"rain", "sun"}}}}, nil)
		if got := x.reached(here); got != (c.first != "") || got && x.changed.difference != c.first {
			t.Errorf("%v: parts at the beginning: %t, %q", c.changes, got, x.changed.difference)
		}
		a := engine.Answer{Option: 1}
		if err := here.Apply(a); err != nil {
			t.Fatal(err)
		}
		if got := x.after(here, &a); c.then != "" && (!got || x.changed.difference != c.then) || got != (c.first+c.then != "") {
			t.Errorf("%v: parts after an answer: %t, %q", c.changes, got, x.changed.difference)
		}
	}
	if x := (&inStep{changed: &changed{}}); x.reached(begun(t, market(t), 0)) {
		t.Error("a changed game that cannot begin is no difference by itself")
	}
}

// Decisions are equal if the question and all offers are equal.
func TestDecisionsAreComparedByAllOffers(t *testing.T) {
	same := engine.Decision{Index: 1, Min: 1, Max: 2, Budget: 3, Members: []int64{1}, Costs: []int64{1}, Options: []engine.Option{{}}, Also: []engine.Option{{}}, Entries: []engine.Entry{{}}}
	if a, b := same, same; !sameDecision(&a, &b) || !sameDecision(nil, nil) || sameDecision(nil, &b) || sameDecision(&a, nil) {
		t.Error("the same decisions differ, or none is like one")
	}
	for i, change := range []func(d *engine.Decision){
		func(d *engine.Decision) { d.Index++ }, func(d *engine.Decision) { d.Seat++ }, func(d *engine.Decision) { d.Stop = true },
		func(d *engine.Decision) { d.Min++ }, func(d *engine.Decision) { d.Max++ }, func(d *engine.Decision) { d.Budget++ },
		func(d *engine.Decision) { d.Members = nil }, func(d *engine.Decision) { d.Costs = nil }, func(d *engine.Decision) { d.Options = nil },
		func(d *engine.Decision) { d.Also = nil }, func(d *engine.Decision) { d.Entries = nil },
	} {
		a, b := same, same
		if change(&b); sameDecision(&a, &b) {
			t.Errorf("change %d is not seen", i)
		}
	}
}

// A scenario detects a change if its trace differs or it fails, which includes names that no longer exist.
func TestScenarioKillsAMutationByTraceOrExpectation(t *testing.T) {
	g := toy(t, page)
	here, err := g.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	read := func(expect string) *scenario.Script {
		x, _ := scenario.Parse("scenarios/toy/1/dig.yaml", []byte(strings.NewReplacer("rest]", "rest], boast: no", "gold: 1}}", expect).Replace(script)))
		return x
	}
	for _, c := range []struct {
		change []string
		want   bool
	}{
		{nil, false},
		{[]string{"gold >= 5", "gold >= 6"}, false},
		{[]string{"gold: 1", "gold: 2"}, true},
		{[]string{"{id: gold, title: Gold", "{id: silver, title: Gold", "gold", "silver"}, true}, // the trace is the same but for the name
	} {
		there := toy(t, strings.NewReplacer(c.change...).Replace(page))
		loaded, err := there.Load(nil)
		if err != nil {
			t.Fatal(err)
		}
		x := &changed{def: there.Def, games: map[string]*engine.Game{"": loaded}}
		if got := x.noticed(read("gold: 1}}"), here); got != c.want {
			t.Errorf("%v: %t", c.change, got)
		}
	}
	wrong := read("gold: 3}}")
	if x := (&changed{def: g.Def, games: map[string]*engine.Game{"": here}}); !x.noticed(wrong, here) {
		t.Error("the same trace counts although the expectation fails in the changed game")
	}
}

// halves removes everything that is not needed.
func TestHalvesRemovesEverythingUnneeded(t *testing.T) {
	for _, needed := range [][]int{{}, {0}, {6}, {2, 3}, {0, 5, 6}} {
		left := []int{0, 1, 2, 3, 4, 5, 6}
		halves(len(left), func(from, to int) bool {
			rest := slices.Concat(left[:from], left[to:])
			for _, n := range needed {
				if !slices.Contains(rest, n) {
					return false
				}
			}
			left = rest
			return true
		})
		if !slices.Equal(left, needed) {
			t.Errorf("%v is left, needed is %v", left, needed)
		}
	}
}

// Answers are reduced member by member, card orders to the first card, pieces in number; other answers cannot be reduced.
func TestReductionsOfAnAnswer(t *testing.T) {
	kinds := []def.DecisionKind{def.Subset, def.Shuffle, def.Take, def.One}
	gd := &def.GameDef{}
	for _, k := range kinds {
		gd.Decisions = append(gd.Decisions, def.DecisionDef{Kind: k})
	}
	for _, c := range []struct {
		decision int32
		form     engine.AnswerForm
		values   []int64
		want     [][]int64
	}{
		{0, engine.ByValue, []int64{4, 5, 6}, [][]int64{{5, 6}, {4, 6}, {4, 5}}},
		{0, engine.BySide, []int64{4, 5, 6}, nil},
		{1, engine.ByValue, []int64{4, 5, 6}, [][]int64{{}, {4}, {4, 5}, {5, 6}, {4, 6}, {4, 5}}},
		{2, engine.ByValue, []int64{1<<24 | 3, 2<<24 | 1}, [][]int64{{1<<24 | 1, 2<<24 | 1}, {2<<24 | 1}, {1<<24 | 3}}},
		{3, engine.ByValue, []int64{4}, nil},
	} {
		was := step{decision: c.decision, form: c.form, values: slices.Clone(c.values)}
		var got [][]int64
		for _, s := range fewer(gd, was) {
			got = append(got, append([]int64{}, s.values...))
		}
		if !reflect.DeepEqual(got, c.want) || !slices.Equal(was.values, c.values) {
			t.Errorf("decision %d: %v, want %v; the step has become %v", c.decision, got, c.want, was.values)
		}
	}
}

// An answer is repeated if it fits the current offer.
func TestAnswerIsRepeatedIfItIsOffered(t *testing.T) {
	decision := func(kind def.DecisionKind, change func(d *engine.Decision)) *engine.Decision {
		d := &engine.Decision{Kind: kind, Decline: -1}
		change(d)
		return d
	}
	members := func(d *engine.Decision) { d.Members, d.Min, d.Max = []int64{1, 2, 3}, 0, 3 }
	entries := func(d *engine.Decision) {
		d.Entries, d.Max = []engine.Entry{{Zone: 1, Class: 2, Available: 2}, {Zone: 1, Class: 3, Available: 5}, {Zone: 2, Class: 2, Available: 1}}, 9
	}
	for _, c := range []struct {
		what string
		d    *engine.Decision
		give step
		want engine.Answer
		ok   bool
	}{
		{"a member", decision(def.One, members), step{value: 2}, engine.Answer{Member: 2}, true},
		{"a member that is not offered", decision(def.One, members), step{value: 4}, engine.Answer{}, false},
		{"a number", decision(def.Amount, members), step{value: 3}, engine.Answer{N: 3}, true},
		{"the least number", decision(def.Amount, members), step{value: 0}, engine.Answer{N: 0}, true},
		{"a number above", decision(def.Amount, members), step{value: 4}, engine.Answer{}, false},
		{"a number below", decision(def.Amount, members), step{value: -1}, engine.Answer{}, false},
		{"an order of which the first is listed", decision(def.Shuffle, members), step{values: []int64{3}}, engine.Answer{Order: []int64{3, 1, 2}}, true},
		{"an order of other cards", decision(def.Shuffle, members), step{values: []int64{9}}, engine.Answer{}, false},
		{"a side option", decision(def.One, func(d *engine.Decision) { d.Also = []engine.Option{{Index: 1}} }), step{form: engine.BySide, value: 1}, engine.Answer{Kind: engine.Side, Option: 1}, true},
		{"a side option that is closed", decision(def.One, members), step{form: engine.BySide, value: 1}, engine.Answer{}, false},
		{"an option", decision(def.Menu, func(d *engine.Decision) { d.Options = []engine.Option{{Index: 2}} }), step{form: engine.ByOption, value: 2}, engine.Answer{Option: 2}, true},
		{"an option that is closed", decision(def.Menu, func(d *engine.Decision) { d.Options = []engine.Option{{Index: 2}} }), step{form: engine.ByOption, value: 0}, engine.Answer{}, false},
		{"an end", decision(def.Pick, func(d *engine.Decision) { d.Stop = true }), step{form: engine.ByStop}, engine.Answer{Stop: true}, true},
		{"an end that is too early", decision(def.Pick, members), step{form: engine.ByStop}, engine.Answer{}, false},
		{"pieces, no more than there are", decision(def.Take, entries), step{values: []int64{1<<24 | 2<<16 | 4, 2<<24 | 2<<16 | 1, 3<<24 | 1}}, engine.Answer{Counts: []int32{2, 0, 1}}, true},
	} {
		got, ok := c.give.answer(c.d)
		if ok != c.ok || ok && !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %t", c.what, got, ok)
		}
		if !ok {
			continue
		}
		if again := stepOf(c.d, &got); again.form != c.give.form || again.value != c.give.value {
			t.Errorf("%s: kept as %+v", c.what, again)
		}
	}
	taken := stepOf(decision(def.Take, entries), &engine.Answer{Counts: []int32{2, 0, 1}})
	if !slices.Equal(taken.values, []int64{1<<24 | 2<<16 | 2, 2<<24 | 2<<16 | 1}) {
		t.Errorf("pieces are kept as %v", taken.values)
	}
}

// A follower gives its answers in order, without those whose decision no longer comes up or that it must skip.
func TestFollowerGivesItsAnswersInOrder(t *testing.T) {
	steps := []step{{decision: 0, value: 1}, {decision: 1, value: 2}, {decision: 0, value: 3}}
	d := func(i int32) *engine.Decision {
		return &engine.Decision{Index: i, Kind: def.One, Members: []int64{1, 2, 3, 9}, Decline: -1}
	}
	for _, c := range []struct {
		skip  int
		asked []int32
		want  []int64
	}{
		{-1, []int32{0, 1, 0}, []int64{1, 2, 3}},
		{-1, []int32{0, 0, 1}, []int64{1, 3, 0}}, // the next decision gets the default answer: its own is earlier in the list
		{0, []int32{0, 1, 0}, []int64{0, 2, 3}},
		{1, []int32{0, 1, 0}, []int64{1, 0, 3}},
		{-1, []int32{2, 0}, []int64{0, 1}},
	} {
		f := &follower{steps: steps, skip: func(i int) bool { return i == c.skip }, rest: zero{}}
		for i, x := range c.asked {
			if a, _ := f.choose(nil, d(x)); a.Member != c.want[i] {
				t.Errorf("skip %d, asked %v: answer %d is %d, want %d", c.skip, c.asked, i, a.Member, c.want[i])
			}
		}
	}
}

// zero answers with nothing.
type zero struct{}

func (zero) choose(*engine.State, *engine.Decision) (engine.Answer, bool) {
	return engine.Answer{}, true
}

// A state is written as changes of a set-up; reading back the laid-out position yields the same changes.
func TestPositionsAreWrittenAndReadBackAsSetupChanges(t *testing.T) {
	g := market(t)
	p := &position{}
	for _, x := range []part{
		{kind: pileOf, name: "deck", cards: []string{"sun", "rain"}}, {kind: pileOf, name: "hand"}, {kind: valueOf, name: "gold", n: 4}, {kind: valueOf, name: "dale.dry", n: 1},
		{kind: piecesIn, name: "dale", class: "cart", n: 2}, {kind: piecesIn, name: "dale", class: "mule", n: 1}, {kind: inForce, name: "feast"},
	} {
		p.put(x)
	}
	s, err := g.New(p.engine())
	if err != nil {
		t.Fatal(err)
	}
	if got := ofState(s, "", nil, nil); !reflect.DeepEqual(got.parts, p.parts) {
		t.Errorf("%+v\nwant\n%+v", got.parts, p.parts)
	}
	setup := p.engine()
	setup.Piles["hand"], setup.Values = []string{}, map[string]string{"hill.dry": "yes", "dale.dry": "perhaps"}
	want := []part{
		{kind: pileOf, name: "deck", cards: []string{"sun", "rain"}}, {kind: pileOf, name: "hand", cards: []string{}}, {kind: valueOf, name: "dale.dry", n: 1}, {kind: valueOf, name: "gold", n: 4},
		{kind: valueOf, name: "hill.dry", n: 1}, {kind: piecesIn, name: "dale", class: "cart", n: 2}, {kind: piecesIn, name: "dale", class: "mule", n: 1}, {kind: inForce, name: "feast"},
	}
	if got := ofSetup(g, &setup, nil); !reflect.DeepEqual(got.parts, want) {
		t.Errorf("%+v\nwant\n%+v", got.parts, want)
	}
	back := ofState(s, "", nil, []cardMove{{card: 2, from: 0, to: 1}, {card: 1, from: 2, to: 1}}) // the first card has left its pile
	if got := fmt.Sprint(back.parts[0].cards, back.parts[1].cards); got != "[[rain] [sun]]" && got != "[rain] [sun]" {
		t.Errorf("the card that was drawn last is not laid back: %s", got)
	}
}

// The focus of a place lists what its conditions read and what makes it reachable.
func TestFocusOfAPlace(t *testing.T) {
	const text = "# 1 Rain\n\n- **1-a** *Rain.* It rains on carts.\n\n```yaml" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}]
boxes: [{id: store}]
pieces: [{id: cart, seat: red, count: 9, home: store}, {id: mule, seat: red, count: 3, home: store}]
cards: [{id: rain}, {id: sun}]
piles: [{id: deck}]
durations: [day]
lasting: [{id: feast, duration: day}]
tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 0}, {id: luck, title: Luck, min: 0, max: 9, initial: 0}]
procedures:
- id: play
  do:
  - {callOne: $what, by: red, name: act, from: procedures(deed)}
  - over: {}
- {id: rests, tags: [deed], do: []}
- id: wet
  tags: [deed]
  rule: 1-a
  do:
  - if: gold >= 5 and pieces(hill, cart) > 2 and top(deck) == rain
    then: [{gain: {gold: 1}}]
` + "```\n"
	g := toy(t, text)
	a := structureOf(g.Def)
	at := slices.IndexFunc(g.Def.Nodes, func(n def.NodeDef) bool { return n.What == "if" })
	if at < 0 {
		t.Fatal("no node of the condition")
	}
	f := a.focus([]int32{int32(at)})
	var names []string
	for _, v := range f.vars {
		names = append(names, g.Def.Vars[v].ID)
	}
	if fmt.Sprint(names, f.filters, f.zones) != "[gold] [[0]] [0]" || !slices.Contains(f.numbers, 5) || !slices.Contains(f.numbers, 2) || fmt.Sprint(f.cards, f.lasting) != "[0] []" {
		t.Errorf("%v, filters %v, zones %v, numbers %v, cards %v, effects %v", names, f.filters, f.zones, f.numbers, f.cards, f.lasting)
	}
	if d := slices.IndexFunc(g.Def.Decisions, func(d def.DecisionDef) bool { return d.Name == "act" }); f.prefer[int32(d)] != 2 {
		t.Errorf("the option that leads there is not preferred: %d, %v", d, f.prefer)
	}
	if !slices.Contains(f.levels[0], int32(at)) || len(f.levels) < 3 {
		t.Errorf("levels %v", f.levels)
	}
}

// The targets of a change are its place and all copies of it.
func TestTargetsOfAMutationIncludeItsCopies(t *testing.T) {
	g := toy(t, page)
	changes, err := mutation.Changes(g, "")
	if err != nil {
		t.Fatal(err)
	}
	s := newSearch(g, &Config{Seed: 1})
	for _, c := range changes {
		x := changeTarget(g, c)
		copies := s.copies(x)
		for i, n := range g.Def.Nodes {
			if here := n.File == c.File && int(n.Line) == c.Line && int(n.Col) == c.Col; here != slices.Contains(copies, int32(i)) {
				t.Errorf("%s: node %d of line %d is among the copies: %t", x.String(), i, n.Line, !here)
			}
		}
		if len(copies) == 0 || copies[0] != x.place.node {
			t.Errorf("%s: node %d, copies %v", x.String(), x.place.node, copies)
		}
	}
}

// A suggestion is filed with the scenarios of its first clause, else of its section, else in a folder named by the section's number.
func TestFolderOfASuggestion(t *testing.T) {
	g := toy(t, strings.Replace(page, "```yaml", "# 2 Sleeping\n\n- **2-a** *Sleep.* Red sleeps.\n\n# 3 Waking\n\n- **3-a** *Waking.* Red wakes.\n\n```yaml", 1))
	other, problems := scenario.Parse("scenarios/toy/3-waking/early.yaml", []byte(strings.Replace(script, "rules: [1-a]", "rules: [1-b]", 1)))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	ruleless := *other
	ruleless.Rules, ruleless.Section = nil, "0"
	g.Cases = append([]*corpus.Case{{Game: g, Script: &ruleless}}, append(g.Cases, &corpus.Case{Game: g, Script: other})...)
	s := newSearch(g, &Config{Seed: 1})
	for want, rules := range map[string][]string{"1": {"1-a", "1-b"}, "3-waking": {"1-b"}, "2": {"2-a"}, "open": nil} {
		if got := s.folder(rules); got != want {
			t.Errorf("%v: %s, want %s", rules, got, want)
		}
	}
	if got := s.folder([]string{"3-a"}); got != "3-waking" {
		t.Errorf("the folder of a section's scenarios: %s", got)
	}
}

// The clauses of a decision are those of its statement and its own.
func TestClausesOfADecision(t *testing.T) {
	g := toy(t, page)
	loaded, err := g.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := loaded.New(engine.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	d := *s.Decision()
	for rule, want := range map[string]string{"": "[1-a]", "9-z": "[1-a 9-z]"} {
		if d.Rule = rule; fmt.Sprint(rulesOf(s, &d)) != want {
			t.Errorf("%q: %v, want %s", rule, rulesOf(s, &d), want)
		}
	}
}
