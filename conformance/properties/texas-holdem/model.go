package texasholdem

// This file is a model of a tournament, written from the clauses and without the rulebook. in_step.go compares it with
// the engine decision by decision.

import (
	"slices"
)

// question is a decision of a player or of chance.
type question struct {
	seat    int // -1 for chance
	name    string
	options []string // of a menu
	least   int64    // of an amount
	most    int64
}

// reply is an answer.
type reply struct {
	option string
	amount int64
	seat   int   // of the draw
	deck   []int // of the shuffle, top first
}

// blind is a level of the blinds, from a hand on.
type blind struct{ hand, small, big, ante int64 }

// house plays a tournament: each call of ask asks a question and returns the reply.
type house struct {
	t      *table // values hands
	ask    func(question) reply
	levels []blind
	chips  []int64
	places []int
	hands  int64
	button int
	small  int
	big    int

	// of the hand
	in     []bool // dealt, not folded
	put    []int64
	cards  [][2]int
	deck   []int
	next   int // card of the deck
	board  []int
	level  blind
	bets   []int64 // in this round
	spoken []int64 // the price at which a player last acted in the round, -1 if he has not
	price  int64
	step   int64
	last   int // the player who last bet or raised in the round, or nobody
}

const nobody = -1

// play plays hands until one player has all chips.
func (h *house) play() {
	for h.count(func(p int) bool { return h.chips[p] > 0 }) > 1 {
		h.hand()
	}
	for p := range h.chips {
		if h.chips[p] > 0 {
			h.places[p] = 1
		}
	}
}

func (h *house) count(is func(p int) bool) (n int) {
	for p := range h.chips {
		if is(p) {
			n++
		}
	}
	return n
}

// after returns the first player clockwise after a seat for whom a predicate holds; the seat itself comes last.
func (h *house) after(seat int, is func(p int) bool) int {
	for i := range h.chips {
		if p := (seat + 1 + i) % len(h.chips); is(p) {
			return p
		}
	}
	return nobody
}

func (h *house) hand() {
	h.hands++
	n := len(h.chips)
	before := slices.Clone(h.chips)
	h.in, h.put, h.bets, h.cards, h.board = make([]bool, n), make([]int64, n), make([]int64, n), make([][2]int, n), nil
	for p := range n {
		h.in[p] = h.chips[p] > 0
	}
	for _, l := range h.levels {
		if l.hand <= h.hands {
			h.level = l
		}
	}
	h.deck, h.next = h.ask(question{seat: nobody, name: "shuffle"}).deck, 0
	h.seats()
	h.blinds()
	h.deal()
	h.round(h.big, h.level.big)
	for street := range 3 {
		if h.count(h.isIn) == 1 {
			break
		}
		h.next++ // burnt
		for range []int{3, 1, 1}[street] {
			h.board = append(h.board, h.deck[h.next])
			h.next++
		}
		h.bets = make([]int64, n)
		h.round(h.button, 0)
	}
	h.refund()
	h.pay()
	for p := range n {
		if before[p] > 0 && h.chips[p] == 0 {
			h.places[p] = 1 + h.count(func(q int) bool { return h.chips[q] > 0 || h.chips[q] == 0 && before[q] > before[p] })
		}
	}
}

func (h *house) isIn(p int) bool    { return h.in[p] }
func (h *house) hasMore(p int) bool { return h.in[p] && h.chips[p] > 0 }

// seats moves button and blinds.
func (h *house) seats() {
	players := h.count(h.isIn)
	if h.button == nobody {
		h.button = h.ask(question{seat: nobody, name: "first-button"}).seat
		h.small = h.after(h.button, h.isIn)
		if players == 2 {
			h.small = h.button
		}
		h.big = h.after(h.small, h.isIn)
		return
	}
	h.button, h.small, h.big = h.small, h.big, h.after(h.big, h.isIn)
	if players == 2 {
		h.button = h.after(h.big, h.isIn)
		h.small = h.button
	}
}

func (h *house) pays(p int, amount int64) {
	amount = min(amount, h.chips[p])
	h.chips[p] -= amount
	h.put[p] += amount
	h.bets[p] += amount
}

func (h *house) blinds() {
	for p := range h.chips {
		h.pays(p, h.level.ante)
		h.bets[p] = 0
	}
	if h.in[h.small] {
		h.pays(h.small, h.level.small)
	}
	h.pays(h.big, h.level.big)
}

func (h *house) deal() {
	for card := range 2 {
		p := h.button
		for range h.count(h.isIn) {
			p = h.after(p, h.isIn)
			h.cards[p][card] = h.deck[h.next]
			h.next++
		}
	}
}

// round plays a round of betting, from the player after a seat and at a price.
func (h *house) round(from int, price int64) {
	h.price, h.step, h.last = price, h.level.big, nobody
	h.spoken = slices.Repeat([]int64{-1}, len(h.chips))
	for p := from; ; {
		if h.count(h.isIn) == 1 {
			return
		}
		if p = h.after(p, h.owes); p == nobody {
			return
		}
		h.turn(p)
	}
}

// owes reports whether a player still has to act.
func (h *house) owes(p int) bool {
	if !h.hasMore(p) {
		return false
	}
	if h.count(h.hasMore) == 1 { // no opponent can bet: the player only has to match the price
		return h.count(func(q int) bool { return h.in[q] && h.bets[q] > h.bets[p] }) > 0
	}
	return h.spoken[p] < 0 || h.bets[p] < h.price
}

func (h *house) turn(p int) {
	missing, all := h.price-h.bets[p], h.bets[p]+h.chips[p]
	var options []string
	if missing > 0 {
		options = []string{"fold", "call"}
	} else {
		options = []string{"check"}
	}
	open := h.spoken[p] < 0 || h.price-h.spoken[p] >= h.step
	switch {
	case h.price == 0:
		options = append(options, "bet")
	case h.count(h.hasMore) > 1 && all > h.price && open:
		options = append(options, "raise")
	}
	choice := options[0]
	if len(options) > 1 {
		choice = h.ask(question{seat: p, name: "turn", options: options}).option
	}
	switch choice {
	case "fold":
		h.in[p] = false
	case "call":
		h.pays(p, missing)
	case "bet", "raise":
		to := min(h.price+h.step, all)
		if to < all {
			to = h.ask(question{seat: p, name: "to", least: to, most: all}).amount
		}
		h.pays(p, to-h.bets[p])
		h.step, h.price, h.last = max(h.step, to-h.price), to, p
	}
	h.spoken[p] = h.price
}

// refund returns the chips that no other player matched.
func (h *house) refund() {
	for p := range h.chips {
		others := int64(0)
		for q := range h.chips {
			if q != p {
				others = max(others, h.put[q])
			}
		}
		if over := h.put[p] - others; h.in[p] && over > 0 {
			h.put[p] -= over
			h.chips[p] += over
		}
	}
}

// pay plays the showdown and awards the pots.
func (h *house) pay() {
	if h.count(h.isIn) > 1 && h.count(h.hasMore) > 1 {
		h.show()
	}
	var levels []int64 // the distinct amounts paid by the players who are still in
	for p := range h.chips {
		if h.in[p] && !slices.Contains(levels, h.put[p]) {
			levels = append(levels, h.put[p])
		}
	}
	slices.Sort(levels)
	below := int64(0)
	for i, level := range levels {
		pot := int64(0)
		for p := range h.chips {
			if i == len(levels)-1 {
				pot += max(0, h.put[p]-below)
			} else {
				pot += max(0, min(h.put[p], level)-below)
			}
		}
		h.award(pot, func(p int) bool { return h.in[p] && h.put[p] >= level })
		below = level
	}
}

// show plays the showdown in turn, from the player who has to show first.
func (h *house) show() {
	rivals := slices.Clone(h.in)
	is := func(p int) bool { return rivals[p] }
	first := h.last
	if first == nobody {
		first = h.after(h.button, is)
	}
	for p := h.after(first, is); p != first; p = h.after(p, is) {
		if h.count(func(q int) bool { return q != p && h.in[q] && h.put[q] >= h.put[p] }) == 0 {
			continue // the only remaining contender for a part of the pot
		}
		if h.ask(question{seat: p, name: "showdown", options: []string{"show", "muck"}}).option == "muck" {
			h.in[p] = false
		}
	}
}

// award divides a pot among the best hands.
func (h *house) award(pot int64, is func(p int) bool) {
	var winners []int
	var best [6]int
	p := h.button
	for range h.count(is) { // odd chips from the button's left
		p = h.after(p, is)
		worth := [6]int{}
		if h.count(is) > 1 {
			worth = h.t.best(append([]int{h.cards[p][0], h.cards[p][1]}, h.board...))
		}
		switch c := slices.Compare(worth[:], best[:]); {
		case len(winners) == 0, c > 0:
			winners, best = []int{p}, worth
		case c == 0:
			winners = append(winners, p)
		}
	}
	for i, p := range winners {
		h.chips[p] += pot / int64(len(winners))
		if int64(i) < pot%int64(len(winners)) {
			h.chips[p]++
		}
	}
}
