package play_test

import (
	"strings"
	"testing"

	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/show/play"
	"rulebound/show/steps"
)

const market = "# 1 Market\n\n- **1-a** *Trade.* Red trades.\n\n```yaml" + `
game: {id: market, title: Market, main: play}
seats: [{id: red, title: Red}, {id: blue, title: Blue}]
spaces: [{id: hill, title: The Hill, adjacent: []}, {id: dale, title: The Dale, adjacent: []}, {id: moor, title: The Moor, adjacent: []}]
boxes: [{id: store, title: Store}]
pieces: [{id: cart, title: Cart, seat: red, count: 9, home: store}, {id: mule, title: Mule, seat: red, count: 3, home: store}]
cards: [{each: {n: 1..12}, id: "c-{n}", title: "Card {n}"}]
piles: [{id: rest, title: Rest, visible: hidden}, {id: heap, title: Heap, visible: open}, {id: deck, title: Deck, visible: top}, {id: hand, title: Hand, owner: red, visible: owner}]
tracks: [{id: gold, title: Gold, min: 0, max: 9, initial: 2}]
variables: [{id: dry, title: Dry, type: bool, per: space}, {id: debt, title: Debt, type: int, per: seat}]
durations: [day]
lasting: [{id: feast, title: A Feast, duration: day}]
procedures:
- id: play
  do:
  - {subset: $some, each: $s, by: red, from: spaces, where: $s != moor, min: 1, max: 2}
  - {take: $t, by: red, of: [cart, mule], from: spaces, min: 1, max: 3}
  - {amount: $n, by: red, min: 0, max: 3}
  - {one: $s, by: red, from: spaces, where: {rule: 1-a, when: $s != moor}}
  - {menu: act, by: red, options: {rest: {do: []}, dig: {do: [{gain: {gold: 1}}]}}}
  - over: {}
` + "```\n"

// marketPlay is a play of it with some pieces on the board, and with replacements in its text given by pairs.
func marketPlay(t *testing.T, changes ...string) *play.Play {
	t.Helper()
	g := onepage.Load(t, market, changes...)
	p, err := play.New("market", g, steps.Setup{Seed: "1", Piles: map[string][]string{"deck": {"c-1", "c-2"}, "hand": {"c-3"}, "heap": {"c-4", "c-5", "c-6", "c-7", "c-8", "c-9", "c-10", "c-11", "c-12"}},
		Values: map[string]string{"gold": "4", "dale.dry": "true", "blue.debt": "7"}, Pieces: map[string]map[string]int{"hill": {"cart": 2, "mule": 1}, g.Def().Zones[2].ID: {"cart": 1}}, Lasting: []string{"feast"}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Own shows the viewer's own and the open cards.
func TestBoardShowsOnlyTheViewersKnowledge(t *testing.T) {
	p := marketPlay(t)
	const heap = "Heap: Card 4, Card 5, Card 6, Card 7, Card 8, Card 9, Card\n  10, Card 11, 1 more\n"
	for viewer, c := range map[int]struct{ hand, deck, own string }{
		play.Everything: {"Card 3", "Card 1, Card 2", ""},
		engine.Chance:   {"1 card", "Card 1, 1 more", ""},
		0:               {"Card 3", "Card 1, 1 more", "Red: Hand: Card 3\n"},
		1:               {"1 card", "Card 1, 1 more", "Blue: Debt 7\n"},
	} {
		want := "h:2CM d:.\nm:C\nThe Dale: Dry\nRed: Hand: " + c.hand + "\nBlue: Debt 7\n" + heap + "Deck: " + c.deck + "\nValues: Gold 4\nIn force: A Feast"
		if got := strings.Join(p.Board(viewer, 60), "\n"); got != want {
			t.Errorf("viewer %d:\n%s\nwant\n%s", viewer, got, want)
		}
		if got, want := strings.Join(p.Own(viewer, 60), "\n"), c.own+heap+"Deck: "+c.deck; got != want {
			t.Errorf("viewer %d has\n%s\nwant\n%s", viewer, got, want)
		}
	}
	if lines := marketPlay(t, "id: moor", "id: hut", "!= moor", "!= hut").Board(0, 60); !strings.HasPrefix(lines[0], "The Hill: 2 Cart") {
		t.Errorf("two spaces have one letter: %q", lines[0])
	}
}

// Each question explains how to answer it, and rejects input with a reason.
func TestQuestionsOfEachFormParseAnswers(t *testing.T) {
	p := marketPlay(t)
	for _, c := range []struct {
		hint, labels, not string
		read              []string // pairs: an input, and the answer or the error
		why               []string
		answer            string
	}{
		{"several at once, 1 to 2, with commas; or none", "The Hill (hill), The Dale (dale)", "The Moor: 1 needs $s != moor; $s is The Moor, Store: 1 it is not among the candidates",
			[]string{"none", "[]", "moor", "[moor]", "The Hill, hill", `"hill" is named twice`, "1, 1", `"1" is named twice`, "9", "there is no 9: the answers are 1 to 2", "{", "this bracket is not closed"},
			[]string{"moor", "The Moor: 1 needs $s != moor; $s is The Moor", "1", "The Hill is a legal answer", "stop", `there is no answer "stop"`}, "hill, dale"},
		{"1 to 3 in all: NUMBER=COUNT, with commas", "Cart in The Hill (2), Mule in The Hill (1), Cart in The Moor (1)", "Cart in Store: 1 the zone is not among those to take from, Mule in Store: 1 the zone is not among those to take from",
			[]string{"none", "nothing", "moor", "1 cart from moor", "1, 1", "2 cart from hill", "mule=1", "1 mule from hill", "1=x", `"x" is not a count; write NUMBER=COUNT, such as 1=2`, "1=-1", `"-1" is not a count; write NUMBER=COUNT, such as 1=2`, "zebra=1", `there is no answer "zebra"`},
			[]string{"moor", "Cart in The Moor is a legal answer"}, "1=2"},
		{"a number, 0 to 3", "", "", []string{"2", "2", "9", "9", "x", `n is a number, 0 to 3, not "x"`}, []string{"9", "9: 1 it must be 0 to 3", "2", "2 is a legal answer", "x", `n is a number, not "x"`}, "2"},
		{"", "The Hill (hill), The Dale (dale)", "The Moor: 1-a Trade: needs $s != moor; $s is The Moor, Store: 1 it is not among the candidates", []string{"moor", "moor", "2", "dale"},
			[]string{"moor", "The Moor: 1-a Trade: needs $s != moor; $s is The Moor", "The Moor", "The Moor: 1-a Trade: needs $s != moor; $s is The Moor", "none", "none: 1 it is not among the candidates"}, "hill"},
		{"", "rest, dig", "", []string{"1", "rest", "2", "dig", "9", "there is no 9: the answers are 1 to 2"}, []string{"1", "rest is a legal answer"}, "dig"},
	} {
		q := p.Question()
		var labels []string
		for i := range q.Offers {
			labels = append(labels, q.Offers[i].Label(false))
		}
		if not := strings.Join(q.WhyNot(), ", "); q.Hint() != c.hint || strings.Join(labels, ", ") != c.labels || not != c.not {
			t.Errorf("%s: hint %q, offers %q, not offered %q", q.Name, q.Hint(), labels, not)
		}
		for i := 0; i < len(c.read); i += 2 {
			a, err := q.Read(c.read[i])
			got := p.Game().SpellReply(p.State().Decision(), a)
			if err != nil {
				got = err.Error()
			}
			if got != c.read[i+1] {
				t.Errorf("%s: %q is read as %q, want %q", q.Name, c.read[i], got, c.read[i+1])
			}
		}
		for i := 0; i < len(c.why); i += 2 {
			got, err := q.Why(c.why[i])
			if err != nil {
				got = err.Error()
			}
			if got != c.why[i+1] {
				t.Errorf("%s: why not %q: %q, want %q", q.Name, c.why[i], got, c.why[i+1])
			}
		}
		a, err := q.Read(c.answer)
		if err == nil {
			err = p.Answer(a, play.Person)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if p.Question() != nil {
		t.Error("the game goes on")
	}
}

// Texts are wrapped at spaces, and within overlong words; continuation lines are indented.
func TestTextIsWrapped(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"", 20, ""}, {"one two", 20, "one two"}, {"one two three four", 10, "one two|  three|  four"}, {"  lead in", 20, "  lead in"}, {"abcdefghijklmnop", 10, "abcdefghij|  klmnop"},
		{"ab abcdefghijkl", 10, "ab|  abcdefgh|  ijkl"}, {"ééééé ééééé", 10, "ééééé|  ééééé"}, {"a b", 1, "a b"},
	} {
		lines := play.Wrap(c.text, c.width, "  ")
		if got := strings.Join(lines, "|"); got != c.want || len(lines) == 0 {
			t.Errorf("%q in %d columns: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
