package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/show/play"
	"rulebound/show/saved"
)

// answer gives the input of a person to the pending decision.
func answer(t *testing.T, p *play.Play, text string) {
	t.Helper()
	a, err := p.Question().Read(text)
	if err == nil {
		err = p.Answer(a, play.Person)
	}
	if err != nil {
		t.Fatal(text, err)
	}
}

// The legal numbers under an obligation are offered one by one; a list offers stop once it is long enough.
func TestOffersOfObligedNumbersAndOfStop(t *testing.T) {
	p := marketPlay(t, "  - {subset: $some", `  - ensure: gold >= 6
    do:
    - {amount: $more, by: red, min: 0, max: 3}
    - gain: {gold: $more}
  - {pick: $visits, each: $v, by: red, from: spaces, where: $v != moor, min: 1, max: 2}
  - {subset: $some`)
	for _, c := range []struct{ offers, ask, why, answer string }{
		{"2 3", "1", "1: 1 an obligation of the enclosing block could no longer be satisfied", "2"},
		{"hill dale", "stop", "stop: 1 0 of at least 1 are chosen", "hill"},
		{"dale stop", "stop", "stop is a legal answer", "stop"},
	} {
		q := p.Question()
		var offers []string
		for _, o := range q.Offers {
			offers = append(offers, o.ID)
		}
		if why, err := q.Why(c.ask); strings.Join(offers, " ") != c.offers || why != c.why || err != nil {
			t.Errorf("%s offers %q; why not %s: %q, %v", q.Name, offers, c.ask, why, err)
		}
		answer(t, p, c.answer)
	}
}

// The command show prints the viewer's knowledge of a space, card, seat or pile.
func TestShowOfSpacesCardsSeatsAndPiles(t *testing.T) {
	p := marketPlay(t)
	for _, c := range []struct {
		name   string
		viewer int
		want   string
	}{
		{"hill", 0, "The Hill (hill)|  pieces: 2 Cart, 1 Mule|  values: not Dry"},
		{"The Dale", 0, "The Dale (dale)|  pieces: none|  values: Dry"},
		{"red", 0, "Red|  has: Hand: Card 3"}, {"red", 1, "Red|  has: Hand: 1 card"}, {"blue", 0, "Blue|  has: Debt 7"},
		{"c-3", 0, "Card 3 (c-3)|  lies: in Hand"}, {"c-3", 1, "Card 3 (c-3)|  lies: out of sight"}, {"c-1", 1, "Card 1 (c-1)|  lies: in Deck"}, {"c-2", 1, "Card 2 (c-2)|  lies: out of sight"},
		{"deck", 1, "Deck|  Deck: Card 1, 1 more"}, {"hand", 1, "Hand|  Hand: 1 card"},
	} {
		lines, err := p.Show(c.name, c.viewer, 90)
		if got := strings.Join(lines, "|"); got != c.want || err != nil {
			t.Errorf("%s for %d: %q, %v; want %q", c.name, c.viewer, got, err, c.want)
		}
	}
	far := marketPlay(t, "spaces: [{id: hill, title: The Hill,", "properties: {space: {beyond: {type: zone, default: none}}}\nspaces: [{id: hill, title: The Hill, beyond: dale,", "  - {menu: act", "  - gain: {gold: '=pieces($s.beyond, mule)'}\n  - {menu: act")
	if lines, err := far.Show("hill", 0, 90); err != nil || !slices.Contains(lines, "  properties: beyond The Dale") {
		t.Errorf("a space with a property: %q, %v", lines, err)
	}
	if lines, err := begin(t, "kalah", 1).Show("south-2", 0, 90); err != nil || strings.Join(lines, "|") != "south-2|  pieces: 4 Seed|  properties: owner South, opposite north-5" {
		t.Errorf("a pit: %q, %v", lines, err)
	}
	if lines, err := p.Show("zebra", 0, 90); err == nil || !strings.Contains(err.Error(), `"zebra"`) {
		t.Errorf("zebra: %q, %v", lines, err)
	}
}

// The program receives the legal answers and the positions of pieces; its answer counts as the seat's.
func TestProgramPlayerReceivesOptionsAndPieces(t *testing.T) {
	p := marketPlay(t)
	for _, c := range []struct{ reply, has string }{
		{`{"answer": ["dale"]}`, `"decision":"some","rule":"1","options":["hill","dale"],"min":1,"max":2`},
		{`{"answer": {"hill": {"mule": 1}}}`, `"options":[],"pieces":{"hill":{"cart":2,"mule":1},"moor":{"cart":1}},"min":1,"max":3`},
		{`{"answer": 2}`, `"zones":{"hill":{"cart":2,"mule":1},"moor":{"cart":1},"store":{"cart":6,"mule":2}}`},
		{`{"answer": "hill"}`, `"piles":{"deck":["c-1",""],"hand":["c-3"],`},
	} {
		program := &spoken{reply: c.reply}
		if err := p.Next(play.Table{play.Program{Program: program}, nil}); err != nil || !strings.Contains(string(program.asked), c.has) {
			t.Errorf("%s: %v, asked\n%s\nwithout %s", c.reply, err, program.asked, c.has)
		}
	}
}

// A play that is over shows the clauses of its last decision.
func TestFileNamesPlayersAndClausesOfTheLastDecision(t *testing.T) {
	p := marketPlay(t, "{menu: act, by: red,", "{roll: $die}\n  - {menu: act, by: red, rule: 1-a,")
	for _, text := range []string{"hill", "1=1", "2", "hill", "3", "dig"} {
		answer(t, p, text)
	}
	if rules := p.RulesOf(); !slices.Equal(rules, []string{"1-a"}) || !p.State().Over() {
		t.Errorf("it is about %q", rules)
	}
	f, problems := saved.Parse("x.play", p.Text("", ""))
	if f == nil {
		t.Fatal(problems)
	}
	again, err := play.Load(f, p.Game(), person)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range again.Steps() {
		want := play.Person
		if i == 4 {
			want = play.Generator
		}
		if s.By != want {
			t.Errorf("answer %d is by %v", i, s.By)
		}
	}
	if lines := again.Result(); fmt.Sprint(lines) != "[Red 0 Blue 0]" || again.Waits(play.Table{nil, nil}, true) {
		t.Errorf("the result is %q", lines)
	}
	if _, _, err := again.Decide(play.Table{nil, nil}); err == nil {
		t.Error("a game that is over is decided")
	}
	if rules := marketPlay(t).RulesOf(); !slices.Equal(rules, []string{"1"}) {
		t.Errorf("at its beginning it is about %q", rules)
	}
}

// Squares are named by column and row; with one kind of piece its supply is shown, and a space shows their number.
func TestBoardOfSquares(t *testing.T) {
	p := start(t, "```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nboxes: [{id: bag, title: Bag}]\npieces: [{id: stone, title: Stone, count: 12, home: bag}]\n"+
		"grids: [{id: way, columns: [a, b], rows: 9..10, space: {id: '{column}{row}'}, directions: {up: {row: 1}}}]\nprocedures: [{id: play, do: [{move: {of: stone, from: bag, count: 10, to: a9}}, {amount: $n, by: red, max: 2}, {over: {result: $n}}]}]\n```\n")
	if board := p.Board(0, 80); !slices.Equal(board, []string{"10 .  .", "9  10 .", "   a  b", "Bag: 2 Stone"}) {
		t.Errorf("%q", board)
	}
}

// A hyphen would look like an empty space, and no sign like none of the pieces.
func TestSignsOfPiecesAreLettersOrDigits(t *testing.T) {
	p := start(t, "# 1 Way\n\n```yaml\ngame: {id: way, title: Way, main: play}\nseats: [{id: red}]\nboxes: [{id: bag}]\npieces: [{id: a, count: 1, home: bag}, {id: a-2, count: 1, home: bag}, {id: a-a, count: 1, home: bag}]\n"+
		"grids: [{id: way, columns: [a, b, c], rows: 1..2, space: {id: '{column}{row}'}, directions: {up: {column: 1}}}]\nprocedures: [{id: play, do: [{move: {of: a, from: bag, to: a1}}, {move: {of: a-2, from: bag, to: b1}}, {move: {of: a-a, from: bag, to: c1}}, {amount: $n, by: red, max: 2}, {over: {result: $n}}]}]\n```\n")
	if board := p.Board(0, 80); board[1] != "1 A 2 ?" {
		t.Errorf("board %q", board)
	}
}
