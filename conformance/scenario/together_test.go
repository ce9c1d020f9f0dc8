package scenario_test

// This file plays seats that decide together: no answer is visible before the last seat has answered, and a play can be
// resumed in between.

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

const auction = "# 9 Toy\n\n## 9.1 Bids\n\n- **9.1-a** All bid at once.\n\n```yaml\n" + `game: {id: toy, main: play}
seats: [{id: red}, {id: blue}, {id: green}]
cards: [{id: ace}, {id: two}]
piles: [{id: deck}]
variables:
- {id: purse, type: int, per: seat, initial: 3}
- {id: bid, type: int, per: seat, min: 0, max: 3}
- {id: wants, type: cards, per: seat}
procedures:
- id: play
  rule: 9.1-a
  do:
  - together: {$seat: seats}
    where: $seat != green or red.purse > 3
    do:
    - amount: $bid
      max: $seat.purse
    - let: {$more: =$bid + 1}
    - {subset: $wants, from: cards, max: $bid}
    set: {$seat.bid: =$more - 1, $seat.wants: $wants}
  - {menu: end, by: red, options: {stop: {do: []}, more: {do: []}}}
  - {over: {result: =$it.bid}}
` + "```\n"

func TestSecretAnswersStayHiddenUntilTheLastAnswer(t *testing.T) {
	asked := ", asked: {seat: blue, decision: bid}"
	for _, c := range []struct{ moves, claim, want string }{
		{"[{red: 2}]", "asked: {seat: red, decision: wants}, sees: {red: {red.bid: 0}, blue: {red.bid: 0}}", ""},
		{"[{red: 2}, {red: ace}]", "state: {red.bid: 0, red.wants: []}, sees: {red: {red.bid.secret: 2, red.wants.secret: [ace]}, blue: {red.bid.secret: hidden, red.bid: 0}, everybody: {red.bid.secret: hidden}}" + asked, ""},
		{"[{red: 2}, {red: ace}]", "sees: {blue: {red.bid.secret: 2}}" + asked, "red.bid.secret is hidden to blue"},
		{"[{red: 0}, {red: none}, {blue: 1}, {blue: two}]", "state: {red.bid: 0, blue.bid: 1, blue.wants: [two], green.bid: 0}, sees: {red: {blue.bid.secret: hidden, blue.bid: 1}}, asked: {seat: red, decision: end}", ""},
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves: "+c.moves+"\nexpect: {"+c.claim+"}\n"))
		if s == nil {
			t.Error(list)
			continue
		}
		got := ""
		if err := scenario.Play(gameOf(t, auction), s).Problem(); err != nil {
			got = err.Error()
		}
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %s", c.moves, c.claim, got)
		}
	}
}

func TestTraceShowsASecretAnswerOnlyToItsSeat(t *testing.T) {
	g := gameOf(t, auction)
	for seat, want := range map[int]string{0: "red bid: 2\nred wants: [ace]\nblue bid: hidden", 1: "red bid: hidden\nred wants: hidden\nblue bid: 1", engine.Chance: "red bid: hidden\nred wants: hidden\nblue bid: hidden"} {
		r := trace.New(g, trace.Header{Title: "T", Game: "toy"})
		v := trace.NewViewer(r, seat)
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves: [{red: 2}, {red: ace}, {blue: 1}, {blue: none}]\nexpect: {asked: {seat: red}}\n"))
		if s == nil {
			t.Fatal(list)
		}
		scenario.Play(g, s, r, v)
		text := string(trace.Text(v.Lines()))
		if !strings.Contains(text, want) || !strings.Contains(text, "  red.bid: 0 → 2\n  blue.bid: 0 → 1\n") || strings.Contains(text, "secret") {
			t.Errorf("seat %d reads\n%s", seat, text)
		}
	}
}

// A state encoded between two answers continues like the original, and has the same views.
func TestPlayIsRestoredBetweenSecretAnswers(t *testing.T) {
	g := gameOf(t, auction)
	s, err := g.New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []engine.Answer{{N: 3}, {Set: 3}, {N: 1}, {Set: 1}} {
		back, err := g.Decode(s.Encode(nil))
		if err != nil {
			t.Fatal(err)
		}
		if back.Hash() != s.Hash() || len(back.View(0).Values) != len(s.View(0).Values) {
			t.Error("the decoded state is another")
		}
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
		if err := back.Apply(a); err != nil || back.Hash() != s.Hash() {
			t.Errorf("the decoded state goes on in another way: %v", err)
		}
	}
	for name, want := range map[string]int64{"red.bid": 3, "blue.bid": 1, "red.bid.secret": 0, "bid.answered": 0} {
		if v, _, err := s.Value(name); err != nil || v != want {
			t.Errorf("%s is %d, not %d: %v", name, v, want, err)
		}
	}
}

const sale = "# 9 Toy\n\n## 9.1 Bids\n\n- **9.1-a** All bid at once for each lot.\n\n```yaml\n" + `game: {id: toy, main: play}
seats: [{id: red}, {id: blue}]
enums: {lot: [chair, table, vase]}
variables:
- {id: bid, type: int, per: [seat, lot], min: 0, max: 9, initial: 1}
- {id: on-sale, type: bool, per: lot, initial: true}
procedures:
- id: play
  rule: 9.1-a
  do:
  - set: {"on-sale[table]": false}
  - together: {$seat: seats}
    do:
    - let: {$left: 5}
    - for: {$lot: members(lot)}
      where: "on-sale[$lot]"
      do:
      - {amount: $offer, max: $left}
      - set: {"$seat.bid[$lot]": $offer, $left: =$left - $offer}
  - {menu: end, by: red, options: {stop: {do: []}, more: {do: []}}}
  - {over: {result: "=$it.bid[chair] + $it.bid[vase]"}}
` + "```\n"

func TestSimultaneousSeatsAnswerOncePerItem(t *testing.T) {
	for _, c := range []struct{ moves, claim string }{
		{"[{red: 2}]", "asked: {seat: red, decision: offer}, sees: {red: {red.bid.secret.chair: 2, red.bid.chair: 1}, blue: {red.bid.secret.chair: hidden, blue.bid.secret.chair: hidden}}"},
		{"[{red: 2}]", "legal: {seat: red, options: 0 to 3}"},
		{"[{red: 2}, {red: 3}]", "asked: {seat: blue, decision: offer}, state: {red.bid.chair: 1}, legal: {seat: blue, options: 0 to 5}"},
		{"[{red: 2}, {red: 3}, {blue: 4}, {blue: 1}]", "asked: {seat: red, decision: end}, state: {red.bid.chair: 2, red.bid.table: 1, red.bid.vase: 3, blue.bid.chair: 4, blue.bid.table: 1, blue.bid.vase: 1}, sees: {red: {red.bid.secret.chair: hidden}}"},
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves: "+c.moves+"\nexpect: {"+c.claim+"}\n"))
		if s == nil {
			t.Error(list)
			continue
		}
		if err := scenario.Play(gameOf(t, sale), s).Problem(); err != nil {
			t.Errorf("%s %s: %v", c.moves, c.claim, err)
		}
	}
}

const dice = "# 9 Toy\n\n## 9.1 Dice\n\n- **9.1-a** Dice are rolled in secret.\n\n```yaml\n" + `game: {id: toy, main: play}
seats: [{id: red}, {id: blue}, {id: green}]
variables: [{id: die, type: int, per: seat, visible: owner}]
derived: [{id: player, per: seat, type: seat, player: true, value: "=if($it == green, red, $it)"}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - roll: $open
  - {roll: $first, to: green}
  - {draw: $second, from: "ints(1, 6)", to: [blue]}
  - {roll: $third, sides: 1, to: []}
  - set: {red.die: $first, blue.die: $second, green.die: =$open + $third}
  - {menu: end, by: red, options: {stop: {do: []}, more: {do: []}}}
  - {over: {result: =$it.die}}
` + "```\n"

func TestOutcomeOfChanceIsVisibleOnlyToItsSeats(t *testing.T) {
	g := gameOf(t, dice)
	for seat, want := range map[int]string{
		0:             "chance open: 4\nchance first: 5\nchance second: hidden\nchance third: hidden\n",
		1:             "chance open: 4\nchance first: hidden\nchance second: 6\nchance third: hidden\n",
		2:             "chance open: 4\nchance first: 5\nchance second: hidden\nchance third: hidden\n",
		engine.Chance: "chance open: 4\nchance first: hidden\nchance second: hidden\nchance third: hidden\n",
	} {
		r := trace.New(g, trace.Header{Title: "T", Game: "toy"})
		v := trace.NewViewer(r, seat)
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"chance: {open: 4, first: 5, second: 6}\nexpect: {asked: {seat: red, decision: end}}\n"))
		if s == nil {
			t.Fatal(list)
		}
		if err := scenario.Play(g, s, r, v).Problem(); err != nil {
			t.Fatal(err)
		}
		if text := string(trace.Text(v.Lines())); !strings.Contains(text, want) {
			t.Errorf("seat %d reads\n%s", seat, text)
		}
	}
}
