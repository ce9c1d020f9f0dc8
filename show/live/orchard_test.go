package live_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/show/live"
	"rulebound/show/steps"
)

// orchard has a decision of each form.
const orchard = "# 1 Orchard\n\n- **1-a** *Trade.* Red trades.\n\n```yaml" + `
game: {id: orchard, title: Orchard, main: play}
seats: [{id: red, title: The Red}, {id: blue}]
spaces: [{id: hill, title: The Hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
boxes: [{id: store}]
pieces: [{id: cart, seat: red, count: 9, home: store}]
cards: [{id: ace}, {id: king}, {id: queen}]
piles: [{id: heap}]
tracks: [{id: gold, min: 0, max: 99, initial: 1}]
variables: [{id: eager, title: Eager, type: bool, per: seat, stance: seats}]
procedures:
- id: play
  rule: 1-a
  do:
  - {subset: $some, each: $s, by: red, from: spaces, where: $s != moor, min: 1, max: 2}
  - {pick: $visits, each: $v, by: red, from: spaces, where: $v != moor, min: 1, max: 2}
  - {take: $t, by: red, of: cart, from: spaces, min: 1, max: 2}
  - {amount: $n, by: red, min: 1, max: 3}
  - {amount: $bid, by: red, min: 1, max: 60}
  - {roll: $die, sides: 2}
  - {shuffle: heap}
  - {menu: act, by: blue, options: {rest: {do: []}, dig: {do: [{gain: {gold: 1}}]}, hill: {where: gold > 50, do: []}}}
  - over: {}
` + "```\n"

// orchardDesk begins a play of it, with replacements in its text given by pairs.
func orchardDesk(t *testing.T, changes ...string) *live.Desk {
	t.Helper()
	gd := onepage.Compile(t, orchard, changes...)
	d := live.New(gd)
	if _, err := d.Begin(`{"seed":"7","pieces":{"hill":{"cart":2},"dale":{"cart":1}},"piles":{"heap":["ace","king","queen"]}}`, nil); err != nil {
		t.Fatal(err)
	}
	return d
}

// Each decision offers its legal answers and the reasons against the others. The exported scenario has the moves and
// the next decision, scripted chance and the missing members of a list.
func TestDecisionsOfferAnswersWithReasonsAndExport(t *testing.T) {
	d := orchardDesk(t)
	const head = "setup:\n  piles: {heap: [ace, king, queen]}\n  pieces: {dale: {cart: 1}, hill: {cart: 2}}\n"
	for i, c := range []struct {
		asked, options, why string
		answer              engine.Answer
		ends                string // the end of the scenario exported so far
	}{
		{"The Red some subset 1-2", "The Hill, dale", "moor, store", engine.Answer{}, head + "expect:\n  asked: {seat: red, decision: some}\n"},
		{"The Red visits choice 1-2", `The Hill {}, dale {"m":1}`, "moor, store", engine.Answer{Member: 1}, head + "moves:\n- red:\n  some: [hill, dale]\nexpect:\n  rules: [1-a]\n  asked: {seat: red, decision: visits}\n"},
		{"The Red visits choice 1-2", `The Hill {}, stop {"x":true}`, "dale, moor, store", engine.Answer{}, "]\n- red:\n  visits: [dale]\nexpect:\n  rules: [1-a]\n  asked: {seat: red, decision: t}\n"},
		{"The Red t pieces 1-2", "cart in The Hill 2, cart in dale 1", "cart in store", engine.Answer{Counts: []int32{0, 1}}, "- red:\n  visits: [dale, hill]\nexpect:\n  rules: [1-a]\n  asked: {seat: red, decision: t}\n"},
		{"The Red n choice 1-3", `1 {"n":1}, 2 {"n":2}, 3 {"n":3}`, "", engine.Answer{N: 2}, "- red:\n  t: {dale: {cart: 1}}\nexpect:\n  rules: [1-a]\n  asked: {seat: red, decision: n}\n"},
		{"The Red bid number 1-60", "", "", engine.Answer{N: 16}, "- red: 2\nexpect:\n  rules: [1-a]\n  asked: {seat: red, decision: bid}\n"},
		{"chance die choice 1-2", `1 {"n":1}, 2 {"n":2}`, "", engine.Answer{N: 2}, "asked: {seat: blue, decision: act}\n"},
		{"chance heap order 0-0", `as they lie {"q":[0,1,2]}`, "", engine.Answer{Order: []int64{2, 0, 1}}, "asked: {seat: blue, decision: act}\n"},
		{"blue act choice 0-0", `rest {}, dig {"o":1}`, "The Hill", engine.Answer{Option: 1}, "- red: 16\n  chance: {die: [2], heap: [[queen]]}\nexpect:\n  rules: [1-a]\n  asked: {seat: blue, decision: act}\n"},
		{"", "", "", engine.Answer{}, "heap: [[queen]]}\n- blue: dig\nexpect:\n  rules: [1-a]\n  asked: {over: true}\n"},
	} {
		if text, err := d.Export("orchard", "A play", nil); err != nil || !strings.HasSuffix(text, c.ends) {
			t.Errorf("after %d answers the scenario is, %v\n%s\nwant %s", i, err, text, c.ends)
		}
		s := status(t, d)
		if s.Over {
			if c.asked != "" || strings.Join(s.Result, ", ") != "red 0, blue 0" {
				t.Errorf("it ends after %d answers with %q", i, s.Result)
			}
			break
		}
		var options, why []string
		for _, o := range s.Asked.Options {
			text := o.Text + " " + o.Answer
			if o.Most > 0 {
				text = fmt.Sprint(o.Text, " ", o.Most)
			}
			options = append(options, strings.TrimSpace(text))
		}
		for _, r := range d.Why() {
			why = append(why, r.Text)
			if r.Rule != "1-a" || !strings.HasPrefix(r.Page, "orchard/10#L") {
				t.Errorf("%s: %+v", s.Asked.Name, r)
			}
		}
		asked := fmt.Sprintf("%s %s %s %d-%d", s.Asked.Who, s.Asked.Name, s.Asked.Form, s.Asked.Min, s.Asked.Max)
		if s.Answers != i || asked != c.asked || strings.Join(options, ", ") != c.options || strings.Join(why, ", ") != c.why {
			t.Errorf("after %d answers: %s offers %q, not %q; want %+v", i, asked, options, why, c)
		}
		if stances := len(s.Stances); (s.Asked.By >= 0) != (stances == 2) {
			t.Errorf("%s: %d stances", asked, stances)
		}
		err := d.Answer(steps.Text(c.answer))
		if s.Asked.Form == "subset" {
			err = d.Choose([]int{0, 1})
		} else if d.Choose([]int{0}) == nil {
			t.Errorf("%s is answered by a set", asked)
		}
		if err != nil {
			t.Fatal(asked, err)
		}
	}
	lines := status(t, d).Lines
	for i, l := range lines {
		if (l.Page != "") != (i >= 3) || (l.Rule != "") != (i >= 3) {
			t.Errorf("line %d, %s, is of %q, %q", i, l.Text, l.Page, l.Rule)
		}
	}
	if err := d.Back(true); err != nil {
		t.Fatal(err)
	}
	if err := d.Forward(true); err != nil || !status(t, d).Over {
		t.Errorf("forward to the end: %v", err)
	}
	if err := d.Random(1); err == nil {
		t.Error("a game that is over is played on")
	}
}

// A set is chosen by valid positions; a refused answer leaves the play unchanged.
func TestChooseTakesPositionsOfMembers(t *testing.T) {
	d := orchardDesk(t)
	for _, places := range [][]int{{-1}, {2}, {0, 2}, {}} {
		if err := d.Choose(places); err == nil || status(t, d).Answers != 0 {
			t.Errorf("%v is chosen", places)
		}
	}
	if err := d.Choose([]int{1}); err != nil || status(t, d).Answers != 1 {
		t.Error(err)
	}
}

// They step by single answers, or past chance. A damaged answer of a play is named by its number.
func TestBackAndForwardBySingleAnswers(t *testing.T) {
	d := orchardDesk(t)
	for i := range 6 {
		if err := d.Random(uint64(i)); err != nil {
			t.Fatal(err)
		}
	}
	for status(t, d).Asked.By >= 0 { // the list may take two answers or one
		if err := d.Random(1); err != nil {
			t.Fatal(err)
		}
	}
	before := status(t, d).Answers
	draw(t, d)
	for _, passing := range []bool{false, true} {
		for status(t, d).Answers >= before {
			if err := d.Back(passing); err != nil {
				t.Fatal(err)
			}
		}
		if err := d.Forward(passing); err != nil {
			t.Fatal(err)
		}
		want := before
		if passing {
			want += 2
		}
		if got := status(t, d).Answers; got != want {
			t.Errorf("forward, passing %v: %d answers, want %d", passing, got, want)
		}
		draw(t, d)
	}
	if _, err := d.Begin(`{}`, []string{`{"b":1}`, `{"n":99}`}); err == nil || !strings.Contains(err.Error(), "answer 1 of 2") {
		t.Errorf("a first answer that does not fit: %v", err)
	}
}

// A stance in the middle of a list cannot be exported.
func TestStancesAreSetByNameBetweenMoves(t *testing.T) {
	d := orchardDesk(t)
	for _, c := range []struct{ name, value, why string }{
		{"red.eager", "true", ""}, {"blue.eager", "false", ""}, {"red.eagre", "true", "there is no stance red.eagre"}, {"red.eager", "maybe", "maybe"},
	} {
		if err := d.Stand(c.name, c.value); (err == nil) != (c.why == "") || err != nil && !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %s: %v", c.name, c.value, err)
		}
	}
	if s := status(t, d); s.Stances[0].Value != "true" || s.Stances[1].Value != "false" {
		t.Errorf("the stances are %+v", s.Stances)
	}
	text, err := d.Export("orchard", "A play", []string{"1-a"})
	if err != nil || !strings.Contains(text, "moves:\n- stance: {red.eager: true}\n") || !strings.Contains(text, "rules: [1-a]\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

// A declined option is written only if no later move implies it.
func TestExportWritesDeclinedAnswersOnlyWhereNeeded(t *testing.T) {
	d := orchardDesk(t, "  rule: 1-a\n  do:\n", `  rule: 1-a
  do:
  - turn: {seat: red}
  - turn: {seat: blue}
  - over: {}
- id: turn
  params: {seat: seat}
  rule: 1-a
  do:
  - {one: $a, by: $seat, from: spaces}
  - {may: rest, by: $seat, do: []}
  - {one: $c, by: $seat, from: spaces}
- id: rest-of-the-play
  do:
`)
	const no, yes = 1, 0
	for i, c := range []struct {
		answer engine.Answer
		moves  string
	}{
		{engine.Answer{Member: 2}, "- red: moor\n"},
		{engine.Answer{Option: no}, "- red: moor\n- red: no\n"},
		{engine.Answer{Member: 1}, "- red: moor\n- red: dale\n"},
		{engine.Answer{}, "- red: moor\n- red: dale\n- blue: hill\n"},
		{engine.Answer{Option: yes}, "- red: moor\n- red: dale\n- blue: hill\n- blue: yes\n"},
		{engine.Answer{}, "- red: moor\n- red: dale\n- blue: hill\n- blue: yes\n- blue: hill\n"},
	} {
		if err := d.Answer(steps.Text(c.answer)); err != nil {
			t.Fatal(i, err)
		}
		if text, err := d.Export("orchard", "A play", nil); err != nil || !strings.Contains(text, "moves:\n"+c.moves+"expect:") {
			t.Errorf("after %d answers, %v:\n%s\nwant %s", i+1, err, text, c.moves)
		}
	}
}

// A pick that is asked in each turn begins a move, so a script can end there, unless its last answer was a side option.
func TestExportMayEndAtARepeatedPick(t *testing.T) {
	const turns = "  rule: 1-a\n  do:\n  - for: {$seat: seats}\n    order: fixed\n    do: [{pick: $p, by: $seat, from: spaces, max: 1, also: {dig: {where: gold < 2, do: [{gain: {gold: 1}}]}}, do: []}]\n  - over: {}\n- id: rest-of-the-play\n  do:\n"
	d := orchardDesk(t, "  rule: 1-a\n  do:\n", turns)
	for _, c := range []struct {
		answer engine.Answer
		ends   string
	}{
		{engine.Answer{Kind: engine.Side}, "- red:\n  p: [dig]\nexpect:\n  rules: [1-a]\n  asked: {seat: blue, decision: p}\n"},
		{engine.Answer{Member: 2}, "- red:\n  p: [dig, moor]\nexpect:\n  rules: [1-a]\n  asked: {seat: blue, decision: p}\n"},
	} {
		if err := d.Answer(steps.Text(c.answer)); err != nil {
			t.Fatal(err)
		}
		if text, err := d.Export("orchard", "A play", nil); err != nil || !strings.HasSuffix(text, c.ends) {
			t.Errorf("%v:\n%s\nwant %s", err, text, c.ends)
		}
	}
}

func TestOnlyNumbersThatSatisfyTheObligationAreOffered(t *testing.T) {
	d := orchardDesk(t, "  do:\n  - {subset: $some", "  do:\n  - ensure: gold >= 3\n    do:\n    - {amount: $more, by: red, min: 0, max: 3}\n    - gain: {gold: $more}\n  - {subset: $some")
	var texts []string
	for _, o := range status(t, d).Asked.Options {
		texts = append(texts, o.Text+" "+o.Answer)
	}
	if got := strings.Join(texts, ", "); got != `2 {"n":2}, 3 {"n":3}` {
		t.Errorf("%s are offered", got)
	}
}
