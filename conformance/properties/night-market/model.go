// Package nightmarket plays The Night Market in lockstep with a model, which is written from the clauses and without
// the rulebook.
package nightmarket

import "slices"

// A ware is 0 to 2; a card is ware*16 plus its number from 0.
const (
	wares   = 3
	perWare = 16
	purse   = 20
)

func wareOf(card int) int { return card / perWare }

// market is a game in progress.
type market struct {
	deck  []int
	hands [][]int
	coins []int
	goods [][wares]int
	// lantern is the trader who draws first; with round it moves each evening.
	lantern int
	round   bool
	// wish and offer are the piles of the patrons; offer is empty without them.
	wish, offer []int
}

// open begins a game and deals three cards to each trader.
func open(traders int, deck []int) *market {
	m := &market{deck: slices.Clone(deck), hands: make([][]int, traders), coins: make([]int, traders), goods: make([][wares]int, traders),
		wish: make([]int, traders), offer: make([]int, traders)}
	for i := range m.coins {
		m.coins[i] = 4
	}
	for range 3 {
		m.draw()
	}
	return m
}

// draw deals the top card of the deck to each trader.
func (m *market) draw() {
	for k := range m.hands {
		i := (m.lantern + k) % len(m.hands)
		m.hands[i] = append(m.hands[i], m.deck[0])
		m.deck = m.deck[1:]
	}
}

// evening plays an evening, given the card, the claim and the doubt of each trader.
func (m *market) evening(cards, claims, doubts []int) {
	caught, delta, sellers := make([]bool, len(cards)), make([]int, len(cards)), [wares]int{}
	for t := range cards { // who is caught lying
		m.hands[t] = slices.DeleteFunc(m.hands[t], func(c int) bool { return c == cards[t] })
		doubters := 0
		for other, whom := range doubts {
			if whom == t && other != t {
				doubters++
			}
		}
		caught[t] = doubters > 0 && wareOf(cards[t]) != claims[t]
		if delta[t] = doubters; caught[t] {
			delta[t] = -2
		}
	}
	for t, whom := range doubts {
		switch {
		case whom == t:
		case caught[whom]:
			delta[t]++
		default:
			delta[t]--
		}
	}
	for t := range cards {
		m.coins[t] = min(purse, max(0, m.coins[t]+delta[t]))
		if !caught[t] {
			sellers[claims[t]]++
		}
	}
	for t := range cards {
		if !caught[t] {
			m.coins[t] = min(purse, m.coins[t]+max(1, 4-sellers[claims[t]]))
			m.goods[t][claims[t]] = min(5, m.goods[t][claims[t]]+1)
		}
	}
	m.draw()
	if m.round {
		m.lantern = (m.lantern + 1) % len(m.hands)
	}
}

// worth returns the score of a trader.
func (m *market) worth(t int) int {
	n := m.coins[t] + 4*slices.Min(m.goods[t][:])
	if m.goods[t][m.wish[t]] >= 2 {
		n += m.offer[t]
	}
	return n
}
