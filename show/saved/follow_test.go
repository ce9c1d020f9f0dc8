package saved_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/show/play"
	"rulebound/show/saved"
)

// orchard asks a decision of each form.
const orchard = "# 1 Orchard\n\n- **1-a** *Trade.* Red trades.\n\n```yaml" + `
game: {id: orchard, title: Orchard, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
boxes: [{id: store}]
pieces: [{id: cart, seat: red, count: 9, home: store}]
tracks: [{id: gold, min: 0, max: 9, initial: 1}]
variables: [{id: eager, type: bool, per: seat, stance: seats}]
procedures:
- id: play
  rule: 1-a
  do:
  - {subset: $some, each: $s, by: red, from: spaces, where: $s != moor, min: 1, max: 1}
  - {pick: $visits, each: $v, by: red, from: spaces, where: $v != moor, min: 0, max: 2}
  - {take: $t, by: red, of: cart, from: spaces, min: 1, max: 2}
  - {amount: $n, by: red, min: 1, max: 3}
  - {one: $s, by: blue, from: spaces, where: $s == moor or gold > 1}
  - {roll: $die}
  - {menu: act, by: red, options: {rest: {do: []}, dig: {do: [{gain: {gold: 1}}]}}}
  - over: {}
` + "```\n"

// orchardGame compiles it, with changes of its text by pairs.
func orchardGame(t *testing.T, changes ...string) *engine.Game {
	t.Helper()
	g := onepage.Load(t, orchard, changes...)
	return g
}

// begun is what a play of the orchard begins with; then come its answers.
const begun = "version: 1\ngame: orchard\nsetup: {pieces: {hill: {cart: 2}, dale: {cart: 1}}}\nanswers:\n"

// whole is a play of it.
var whole = []string{"red some: [hill]", "red visits: hill", "red visits: stop", "red t: {hill: {cart: 1}}", "red n: 2", "blue s: moor", "chance die: [4]", "red act: dig"}

// ended is why a play of the orchard ends before its file does, with its clauses and the answer that would do; "" if the file fits.
func ended(g *engine.Game, text string) string {
	f, problems := saved.Parse("x.play", []byte(text))
	if f == nil {
		return problems.Error()
	}
	_, err := play.Load(f, g, person)
	var d *saved.Divergence
	if !errors.As(err, &d) {
		return fmt.Sprint(err)
	}
	return strings.TrimSuffix(strings.Join([]string{d.Why, strings.Join(d.Rules, " "), d.Nearest, d.Asked}, "|"), "|")
}

// An answer that the rules do not accept ends a play with the reason, the clauses and a legal answer that is like it.
func TestIllegalAnswersEndWithReasonAndNearestAnswer(t *testing.T) {
	g := orchardGame(t)
	const fits = "<nil>"
	for _, c := range []struct {
		after        int // answers of the whole play
		answer, want string
	}{
		{8, "", fits},
		{0, "red some: hill", fits},
		{0, "red : hill", fits},
		{0, "stance red.eager: yes", fits},
		{0, "stance red.eager: maybe", `"maybe" is not a value here||`},
		{0, "stance red.eagre: yes", "there is no stance red.eagre; did you mean red.eager?||"},
		{0, "red some: [hill, moor]", "moor: 1-a Trade: needs $s != moor; $s is moor|1-a|[hill]"},
		{0, "red some: [moor]", "moor: 1-a Trade: needs $s != moor; $s is moor|1-a|[hill]"},
		{0, "red some: [moor, dale]", "moor: 1-a Trade: needs $s != moor; $s is moor|1-a|[dale]"},
		{0, "red some: [dale, hill]", "{hill, dale}: 1-a Trade: 2 are chosen, it must be 1 to 1|1-a|[dale]"},
		{0, "red some: [hil]", "the answer to some is unknown: hil; did you mean hill?||[hill]"},
		{0, "blue some: hill", "red is asked some instead|1-a||red some"},
		{0, "red sum: hill", "red is asked some instead|1-a||red some"},
		{1, "red visits: [dale]", fits},
		{1, "red visits: moor", "moor: 1-a Trade: needs $v != moor; $v is moor|1-a|hill"},
		{1, "red visits: sto", "the answer to visits is unknown: sto||stop"},
		{1, "red visits: [hill, dale]", "visits is answered by a name, not by a list||hill"},
		{2, "red visits: [stop]", fits},
		{2, "red visits: hill", "hill: 1-a Trade: it has been chosen before|1-a|dale"},
		{3, "red t: {hill: {cart: 3}}", "cart in hill: 1-a Trade: there are not as many pieces|1-a|1 cart from hill"},
		{3, "red t: {moor: {cart: 1}}", "nothing can be taken from moor|1-a|1 cart from hill"},
		{4, "red n: 9", "9: 1-a Trade: it must be 1 to 3|1-a|3"},
		{4, "red n: 0", "0: 1-a Trade: it must be 1 to 3|1-a|1"},
		{4, "red n: many", "n is a number, not many||1"},
		{5, "blue s: hill", "it has one legal answer now||moor"},
		{5, "blue : moor", "chance is asked die instead|1-a||chance die"},
		{5, "red s: moor", "chance is asked die instead|1-a||chance die"},
		{5, "chance die: [2]", fits}, // blue's answer is no decision any more
		{6, "chance die: [9]", "9: 1-a Trade: it must be 1 to 6|1-a|6"},
		{6, "red die: 4", "chance is asked die instead|1-a||chance die"},
		{7, "red act: digg", "act has no option digg; did you mean dig?||dig"},
		{8, "red act: rest", "the game is over||"},
	} {
		if got := ended(g, begun+file(whole[:c.after]...)+file(c.answer)); got != c.want {
			t.Errorf("after %d answers %q: %s\nwant %s", c.after, c.answer, got, c.want)
		}
	}
}

// Each answer of a file is a move of one answer.
func TestEachEntryOfAFileIsOneAnswer(t *testing.T) {
	for move, ok := range map[string]bool{
		"red: hill":          true,
		"red: {call: 3}":     true,
		"red:\n  some: hill": true,
		"red:\n  some: hill\n  expect: {over: true}": false,
		"red:\n  some: hill\n  act: dig":             false,
		"red: hill\n  act: dig":                      false,
		"red: [hill, dale]":                          true,
		"red: hill\n  chance: {die: [4]}":            false,
		"red: hill\n  expect: {over: yes}":           false,
		"chance: {die: [4]}":                         true,
		"chance: {die: [4, 5]}":                      false,
		"chance: {die: []}":                          false,
		"chance: {die: [4], act: [3]}":               false,
		"stance: {red.eager: yes}":                   true,
		"stance: {red.eager: yes, blue.eager: no}":   false,
		"hill": false,
	} {
		f, list := saved.Parse("x.play", []byte(begun+"- "+move+"\n"))
		if f == nil == ok || ok && len(f.Entries) != 1 || !ok && len(list) == 0 {
			t.Errorf("%s: %v", move, list)
		}
	}
}

// A file that is written reads as what it was written from, and its end says who decides what.
func TestWrittenFileReadsBack(t *testing.T) {
	g := orchardGame(t)
	f, problems := saved.Parse("x.play", []byte(begun+"- stance: {red.eager: true}\n"+file(whole[:7]...)))
	if f == nil {
		t.Fatal(problems)
	}
	p, err := play.Load(f, g, person)
	if err != nil {
		t.Fatal(err)
	}
	again, problems := saved.Parse("x.play", p.Text("", ""))
	if again == nil {
		t.Fatal(problems)
	}
	var want, got []string
	for i := range f.Entries {
		want = append(want, f.Entries[i].String())
	}
	for i := range again.Entries {
		got = append(got, again.Entries[i].String())
	}
	want = slices.DeleteFunc(want, func(s string) bool { return s == "blue s: moor" }) // which was the one answer
	if !slices.Equal(got, want) || again.End != p.End() {
		t.Errorf("%s\nwant %s", got, want)
	}
	other, err := play.Load(f, orchardGame(t, "menu: act", "menu: do-it"), person)
	if err != nil || other.End() == p.End() {
		t.Errorf("another decision is up at the same end: %v", err)
	}
}

// file writes answers as a file does.
func file(answers ...string) string {
	var b strings.Builder
	for _, a := range answers {
		who, what, found := strings.Cut(a, " ")
		if !found {
			continue
		}
		if who == "chance" || who == "stance" {
			b.WriteString("- " + who + ": {" + what + "}\n")
		} else if what[0] == ':' {
			b.WriteString("- " + who + what + "\n")
		} else {
			b.WriteString("- " + who + ":\n  " + what + "\n")
		}
	}
	return b.String()
}

// What is wrong with a file is said with its key.
func TestInvalidFilesAreRefused(t *testing.T) {
	for change, want := range map[string]string{
		"version: 1|version: one": "version: 1", "version: 1|version: 2": "version: 1", "game: orchard|game: ''": "of which game it is", "game: orchard|game: [a]": "game is a single value",
		"answers:|seed: many\nanswers:": "seed is a whole number", "answers:|seed: -1\nanswers:": "seed is a whole number", "answers:|answers: {a: b}": "answers is a list", "answers:|answers: 7": "answers is a list", "answers:|chance: 7\nanswers:": "chance", "answers:|": "answers",
	} {
		from, to, _ := strings.Cut(change, "|")
		if f, list := saved.Parse("x.play", []byte(strings.Replace(begun, from, to, 1))); f != nil || list.Err() == nil || !strings.Contains(list.Err().Error(), want) {
			t.Errorf("%s: %v", change, list)
		}
	}
	for change, want := range map[string]string{"answers:|answers: []": "", "answers:|seed: 7\nanswers:": "7"} {
		from, to, _ := strings.Cut(change, "|")
		if f, list := saved.Parse("x.play", []byte(strings.Replace(begun, from, to, 1))); f == nil || f.Seed != want || len(f.Entries) > 0 {
			t.Errorf("%s: %v", change, list)
		}
	}
	if text := string((&saved.Play{Game: "orchard", Schema: "a.json", Release: "r1"}).Text(orchardGame(t), stateOf(t))); !strings.HasPrefix(text, "# yaml-language-server: $schema=a.json\nversion: 1\ngame: orchard\nfingerprint: ") || !strings.Contains(text, "revision: \"r1\"\n") || !strings.HasSuffix(text, "answers: []\n") {
		t.Errorf("a play without answers is\n%s", text)
	}
}

// stateOf is a beginning of the orchard.
func stateOf(t *testing.T) *engine.State {
	t.Helper()
	s, err := orchardGame(t).New(engine.Setup{Pieces: map[string]map[string]int{"hill": {"cart": 2}}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The clause is added where the reason does not name it, then the answer that would do.
func TestTextOfADivergence(t *testing.T) {
	for want, d := range map[string]saved.Divergence{
		"x.play:7: answer 2, red act: dig: no (rule 1-a, 1-b); the nearest legal answer is rest": {Why: "no", Rules: []string{"1-a", "1-b"}, Nearest: "rest"},
		"x.play:7: answer 2, red act: dig: 1-a: no":                                              {Why: "1-a: no", Rules: []string{"1-a"}},
		"x.play:7: answer 2, red act: dig: over":                                                 {Why: "over"},
	} {
		d.File, d.Line, d.Answer, d.Given = "x.play", 7, 2, "red act: dig"
		if got := d.Error(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
