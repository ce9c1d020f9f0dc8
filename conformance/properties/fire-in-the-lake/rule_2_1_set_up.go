// Rule 2.1: the three scenarios, and invariants of random decks.

package fireinthelake

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
)

var _ = Describe("2.1 Set up", kit.Clauses("2.1"), func() {
	decks := []struct {
		setup         string
		piles, events int
		coups         []string // one of them in each pile
		periods       []string // of the piles from the top, with the period option
	}{
		{"short", 3, 8, []string{"card-127", "card-128", "card-130"}, []string{"1965", "1965", "1965"}},
		{"medium", 3, 12, []string{"card-128", "card-129", "card-130"}, []string{"1968", "1968", "1968"}},
		{"full", 6, 12, []string{"card-125", "card-126", "card-127", "card-128", "card-129", "card-130"},
			[]string{"1964", "1965", "1965", "1968", "1968", "1968"}},
	}
	const seeds = 25

	for _, x := range decks {
		for _, byPeriod := range []bool{false, true} {
			It(fmt.Sprintf("deals the %s deck by the rule (period events: %v)", x.setup, byPeriod), kit.Clauses("2.1-b", "2.1-c", "2.1-d", "2.1-h"), func() {
				places := map[int]bool{}
				for seed := range uint64(seeds) {
					deck := dealt(x.setup, byPeriod, seed)
					Expect(deck).To(HaveLen(x.piles * (x.events + 1)))
					var coups []string
					for pile := range x.piles {
						cards := deck[pile*(x.events+1) : (pile+1)*(x.events+1)]
						before := len(coups)
						for place, card := range cards {
							n := number(card)
							switch {
							case n > 124:
								coups = append(coups, card)
								places[place] = true
							case n > 120:
								Fail("a pivotal event in the deck: " + card)
							case byPeriod:
								Expect(period(n)).To(Equal(x.periods[pile]), "card %s in pile %d, seed %d", card, pile+1, seed)
							}
						}
						Expect(coups).To(HaveLen(before+1), "coup cards of pile %d, seed %d", pile+1, seed)
					}
					Expect(coups).To(ConsistOf(x.coups), "seed %d", seed)
					slices.Sort(deck)
					Expect(slices.Compact(deck)).To(HaveLen(x.piles*(x.events+1)), "a card lies in the deck twice, seed %d", seed)
				}
				Expect(places).To(HaveKey(0), "a coup card may be the first of its pile")
				Expect(places).To(HaveKey(x.events), "a coup card may be the last of its pile")
			})
		}
	}

	It("deals the same deck for the same seed and another for another", kit.Clauses("2.1-c"), func() {
		Expect(dealt("full", false, 3)).To(Equal(dealt("full", false, 3)))
		Expect(dealt("full", false, 3)).NotTo(Equal(dealt("full", false, 4)))
	})
})

// period returns the period printed on an event card, by the deck list of 2.1-h.
func period(card int) string {
	early := []int{1, 15, 17, 26, 29, 31, 43, 48, 50, 51, 55, 63, 66, 68, 75, 79, 93, 97, 101, 107, 110, 112, 116, 118}
	late := []int{2, 3, 4, 9, 11, 12, 13, 16, 19, 20, 21, 27, 30, 32, 33, 35, 36, 37, 40, 41, 42, 45, 49, 52, 54, 57, 58, 60, 61, 62, 65, 71, 74,
		77, 80, 84, 88, 91, 92, 94, 96, 103, 111, 113, 115, 117, 119, 120}
	switch {
	case slices.Contains(early, card):
		return "1964"
	case slices.Contains(late, card):
		return "1968"
	}
	return "1965"
}

func number(card string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(card, "card-"))
	Expect(err).NotTo(HaveOccurred())
	return n
}

// dealt returns the random deck of a seed, from the top.
func dealt(setup string, byPeriod bool, seed uint64) []string {
	GinkgoHelper()
	g := kit.Load("fire-in-the-lake", map[string]string{"periodEvents": strconv.FormatBool(byPeriod)})
	d := &laidCards{g: g}
	s, err := g.New(engine.Setup{ID: setup, Seed: seed, Observer: d})
	Expect(err).NotTo(HaveOccurred())
	for s.Decision() != nil && s.Decision().Seat == engine.Chance {
		a, err := s.Draw()
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Apply(a)).To(Succeed())
	}
	slices.Reverse(d.deck)
	return d.deck
}

// laidCards records the cards laid on the deck.
type laidCards struct {
	g    *engine.Game
	deck []string
}

func (d *laidCards) Event(_ *engine.State, e *engine.Event) {
	if e.Kind == engine.CardMoved && d.g.Def().Piles[e.Card().To].ID == "deck" {
		d.deck = append(d.deck, d.g.Def().Cards[e.Card().Card].ID)
	}
}
