package engine_test

import (
	"fmt"
	"maps"
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
derived: [{id: held, type: int, watch: true, value: =size(hand) * 10 + size(heap)}]
functions: [{id: target-of, params: {}, value: '=if(size(heap) > 3, stock, heap)'}]
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

// moving records events with the lines of the rulebook that cause them.
type moving struct{ lines []string }

func (m *moving) Event(s *engine.State, e *engine.Event) {
	m.lines = append(m.lines, fmt.Sprint(e.Kind, " ", s.Game().Def().Nodes[e.Node].Line, e.Card()))
}

// laid formats the piles and the cells of a state.
func laid(s *engine.State) string {
	cells := make([]int64, s.Game().Def().Cells)
	for i := range cells {
		cells[i] = s.Cell(int32(i))
	}
	return fmt.Sprint(s.Pile(0), s.Pile(1), s.Pile(2), cells)
}

// A loop that moves each card of a pile to another pile is one instruction. It has the same results as the loop, the same events
// with the watched values between them, and the same coverage. With a condition, even a constant one, a loop remains a loop.
func TestMoveCardsInstructionEqualsTheLoop(t *testing.T) {
	for _, c := range []struct {
		name, loop string
		hand, heap []int64 // top first
	}{
		{"to the top", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: heap}]}", nil, []int64{0, 1, 2, 4, 3}},
		{"to the bottom", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: heap, at: bottom}]}", nil, []int64{4, 3, 2, 1, 0}},
		{"beneath the top", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: heap, at: under}]}", nil, []int64{4, 0, 1, 2, 3}},
		{"to its own top", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: hand}]}", []int64{0, 1, 2}, []int64{4, 3}},
		{"to its own bottom", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: hand, at: bottom}]}", []int64{2, 1, 0}, []int64{4, 3}},
		{"beneath its own top", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: hand, at: under}]}", []int64{2, 0, 1}, []int64{4, 3}},
		{"a pile without cards", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: heap}]}\n  - {for: {$c: hand}, WHERE do: [{card: $c, to: stock}]}", nil, []int64{0, 1, 2, 4, 3}},
		{"no pile", "  - let: {$p: '=if(count > 0, hand, none)'}\n  - {for: {$c: $p}, WHERE do: [{card: $c, to: heap}]}", []int64{2, 1, 0}, []int64{4, 3}},
		{"to no pile, without cards", "  - let: {$p: '=if(count > 0, hand, none)'}\n  - {for: {$c: $p}, WHERE do: [{card: $c, to: $p}]}", []int64{2, 1, 0}, []int64{4, 3}},
		{"a pile that is a variable", "  - for: {$p: [hand, heap]}\n    do: [{for: {$c: $p}, WHERE do: [{card: $c, to: stock}]}]", nil, nil},
		{"to where the cards say", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: '=if(size(heap) > 3, stock, heap)'}]}", nil, []int64{1, 2, 4, 3}},
		{"to where a function says", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: =target-of()}]}", nil, []int64{1, 2, 4, 3}},
		{"to where the card says", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: '=if($c == card-2, stock, heap)'}]}", nil, []int64{0, 2, 4, 3}},
		{"another card", "  - {for: {$c: hand}, WHERE do: [{card: card-6, to: heap}]}", []int64{2, 1, 0}, []int64{5, 4, 3}},
		{"some of them", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: heap, if: $c != card-2}]}", []int64{1}, []int64{0, 2, 4, 3}},
		{"at most two", "  - {for: {$c: hand}, WHERE limit: 2, do: [{card: $c, to: heap}]}", []int64{0}, []int64{1, 2, 4, 3}},
		{"with something else", "  - {for: {$c: hand}, WHERE do: [{card: $c, to: heap}, {gain: {count: 1}}]}", nil, []int64{0, 1, 2, 4, 3}},
	} {
		for _, cards := range []string{"7", "70"} { // sets of cards of one word, and of two
			name := c.name + ", " + cards + " cards"
			play := func(where string, setup engine.Setup) (*engine.State, map[string]bool) {
				gd := toy(t, "# Toy\n\n```yaml"+strings.NewReplacer("%s", strings.ReplaceAll(c.loop, "WHERE ", where), "CARDS", cards).Replace(emptied)+"```\n")
				s, err := loaded(t, gd).New(setup)
				if err != nil {
					t.Fatal(name, err)
				}
				return s, places(t, gd, nil)
			}
			quick, slow := &moving{}, &moving{}
			s, covered := play("", engine.Setup{})
			w, _ := play("", engine.Setup{Observer: quick})
			l, each := play("where: $c != none, ", engine.Setup{Observer: slow})
			if hand, heap := s.Pile(1), s.Pile(2); !slices.Equal(hand, c.hand) || !slices.Equal(heap, c.heap) {
				t.Errorf("%s: %v and %v, want %v and %v", name, hand, heap, c.hand, c.heap)
			}
			if s.Hash() != w.Hash() || laid(s) != laid(l) {
				t.Errorf("%s: the watched play, or the loop, leaves another state behind", name)
			}
			if !slices.Equal(quick.lines, slow.lines) {
				t.Errorf("%s: the events are\n%s\nthose of a loop\n%s", name, strings.Join(quick.lines, "\n"), strings.Join(slow.lines, "\n"))
			}
			if !maps.Equal(covered, each) {
				t.Errorf("%s: covered are %v, by a loop %v", name, covered, each)
			}
		}
	}
}

// The instruction costs a step for each card.
func TestMoveCardsCostsAStepForEachCard(t *testing.T) {
	cost := func(n int) int64 {
		return spent(t, fmt.Sprintf("piles: [{id: stock}, {id: heap}]\ncards: [{each: {n: 1..%d}, id: \"card-{n}\"}]\n", n), "  - {for: {$c: stock}, do: [{card: $c, to: heap}]}\n")
	}
	if few, many := cost(400), cost(800); many-few < 400 {
		t.Errorf("400 cards cost %d, 800 cost %d", few, many)
	}
}
