package engine_test

import (
	"slices"
	"strings"
	"testing"

	"rulebound/engine"
)

const emptied = `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}]
piles: [{id: stock}, {id: hand}, {id: heap}]
cards: [{each: {n: 1..CARDS}, id: "card-{n}"}]
variables: [{id: seen, type: seats, per: card, reveals: true}, {id: count, type: int}]
procedures:
- id: play
  do:
  - set: {card-1.seen: [red]}
  - for: {$c: stock}
    where: $c in [card-1, card-2, card-3]
    do: [{card: $c, to: hand}]
  - {card: card-4, to: heap}
  - {card: card-5, to: heap}
  - set: {card-3.seen: [blue]}
%s
  - menu: act
    by: red
    options: {rest: {do: []}, sleep: {do: []}}
`

// A loop that puts all cards of a pile elsewhere leaves the same behind whether it is watched, which takes it card by card, or not.
func TestALoopThatEmptiesAPileLeavesTheSameBehindWatchedOrNot(t *testing.T) {
	for _, c := range []struct {
		name, loop string
		hand, heap []int64 // top first
	}{
		{"to the top", "  - for: {$c: hand}\n    do: [{card: $c, to: heap}]", nil, []int64{0, 1, 2, 4, 3}},
		{"to the bottom", "  - for: {$c: hand}\n    do: [{card: $c, to: heap, at: bottom}]", nil, []int64{4, 3, 2, 1, 0}},
		{"beneath the top", "  - for: {$c: hand}\n    do: [{card: $c, to: heap, at: under}]", nil, []int64{4, 0, 1, 2, 3}},
		{"to itself", "  - for: {$c: hand}\n    do: [{card: $c, to: hand, at: bottom}]", []int64{2, 1, 0}, []int64{4, 3}},
		{"some of them", "  - for: {$c: hand}\n    where: $c != card-2\n    do: [{card: $c, to: heap}]", []int64{1}, []int64{0, 2, 4, 3}},
		{"a pile without cards", "  - for: {$c: hand}\n    do: [{card: $c, to: heap}]\n  - for: {$c: hand}\n    do: [{card: $c, to: stock}]", nil, []int64{0, 1, 2, 4, 3}},
		{"a pile that is a variable", "  - for: {$p: [hand, heap]}\n    do: [{for: {$c: $p}, do: [{card: $c, to: stock}]}]", nil, nil},
		{"to where the top card says", "  - for: {$c: hand}\n    do: [{card: $c, to: '=if(size(heap) > 3, stock, heap)'}]", nil, []int64{1, 2, 4, 3}},
		{"with something else", "  - for: {$c: hand}\n    do: [{card: $c, to: heap}, {gain: {count: 1}}]", nil, []int64{0, 1, 2, 4, 3}},
	} {
		for _, cards := range []string{"7", "70"} { // sets of cards of one word, and of two
			g := loaded(t, toy(t, "# Toy\n\n```yaml"+strings.NewReplacer("%s", c.loop, "CARDS", cards).Replace(emptied)+"```\n"))
			plain, watched := engine.NewBudget(1<<40), engine.NewBudget(1<<40)
			s, err := g.New(engine.Setup{Budget: plain})
			if err != nil {
				t.Fatal(err)
			}
			w, err := g.New(engine.Setup{Budget: watched, Observer: silent{}})
			if err != nil {
				t.Fatal(err)
			}
			if hand, heap := s.Pile(1), s.Pile(2); !slices.Equal(hand, c.hand) || !slices.Equal(heap, c.heap) {
				t.Errorf("%s, %s cards: %v and %v, want %v and %v", c.name, cards, hand, heap, c.hand, c.heap)
			}
			if s.Hash() != w.Hash() {
				t.Errorf("%s, %s cards: the watched play leaves another state behind", c.name, cards)
			}
			if plain.Left() != watched.Left() {
				t.Errorf("%s, %s cards: %d steps are left, and %d where it is watched", c.name, cards, plain.Left(), watched.Left())
			}
		}
	}
}
