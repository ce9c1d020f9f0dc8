package scenario_test

import (
	"testing"

	"rulebound/conformance/scenario"
)

const hands = "# Hands\n\n- **9.1-a** Cards are drawn.\n\n```yaml\n" + `
game: {id: hands, title: Hands, main: play}
properties: {seat: {hand: pile, chips: track, age: int}, card: {beside: {type: pile, default: none}}}
seats: [{id: red, hand: red-cards, chips: red-chips, age: 3}, {id: blue, hand: blue-cards, chips: blue-chips, age: 4}]
tracks: [{id: red-chips, max: 9, initial: 2}, {id: blue-chips, max: 9}]
cards: [{id: ace, beside: blue-cards}, {id: two}, {id: six}]
piles: [{id: red-cards}, {id: blue-cards}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - repeat: 3
    do:
    - {amount: $bid, by: red, max: red-chips}
    - lose: {red-chips: $bid}
    - {card: top(red.hand), to: blue.hand}
  - over: {result: =$it.chips}
` + "```\n"

// A property that names a pile or a track denotes it in claims, as in formulas.
func TestPropertyInAClaimDenotesItsPileOrTrack(t *testing.T) {
	for _, c := range []struct{ claim, want string }{
		{"state: {red.hand: [six, two], blue.hand: ace, red.chips: 1, ace.beside: [ace]}", ""},
		{"state: {red.hand: [two]}", "9.1/x.yaml:6:18: red.hand is [six, two], expected two"},
		{"state: {red.hand: six}", ""},
		{"state: {red.chips: 2}", "red.chips is 1, expected 2"},
		{"watched: {red.chips: [2, 1], blue.chips: []}", ""},
		{"watched: {red.chips: []}", "red.chips went through [2, 1], expected []"},
		{"watched: {red.hand: []}", "red.hand is not watched"},
		{"state: {red.age: 3}", "there is no value red.age"},
		{"state: {two.beside: [ace]}", "there is no value two.beside"},
		{"state: {green.hand: [ace]}", "there is no value green.hand"},
	} {
		s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves: [{red: 1}]\nexpect: {"+c.claim+"}\n"))
		if s == nil {
			t.Fatal(list)
		}
		told(t, scenario.Play(gameOf(t, hands), s).Problem(), c.want)
	}
}
