// Chapters 2.9 and 2.10 of The Tidelands: round cards and the deck. The properties play every short sequence of event
// and round cards against a model, and check the composition of many decks.

package tidelands

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
)

var _ = Describe("tidelands 2.9 Tides", Label("tidelands"), func() {
	It("plays every sequence of up to six cards with up to three tides by the rules", func() {
		tides := []string{"spring-tide", "neap-tide", "storm-tide"}
		for size := 1; size <= 6; size++ {
			for mask := range 1 << size {
				var deck []string
				n := 0
				for i := range size {
					if mask>>i&1 == 1 {
						if n < len(tides) {
							deck = append(deck, tides[n])
						}
						n++
					} else {
						deck = append(deck, guildOrders[i].card)
					}
				}
				if n <= len(tides) {
					playRow(deck)
				}
			}
		}
	})
})

// playRow plays a deck in which every seat passes and compares the result with a model of chapter 2.9.
func playRow(deck []string) {
	GinkgoHelper()
	lamp, salt, almanac, row := 4, 6, []string{}, 0
	for i, card := range deck {
		if !strings.HasSuffix(card, "-tide") {
			row = 0
			continue
		}
		final := !slices.ContainsFunc(deck[i+1:], func(c string) bool { return strings.HasSuffix(c, "-tide") })
		if card == "neap-tide" {
			lamp = max(0, lamp-1)
		}
		if card == "neap-tide" && len(almanac) > 0 {
			almanac = slices.Insert(almanac, 1, card)
		} else {
			almanac = slices.Insert(almanac, 0, card)
		}
		if row == 0 {
			lamp++
			if !final {
				salt -= salt / 2
			}
		}
		row++
		if final {
			break
		}
	}
	s := kit.Start("tidelands", "{scenario: drill, deck: ["+strings.Join(deck, ", ")+"], piles: {signals: []}, pieces: {salt-pans: {salt-hand: 6}}}")
	for !s.State().Over() {
		everybodyPasses(s, "")
	}
	why := strings.Join(deck, " ")
	Expect(kit.Counted(s, "lamp-coins")).To(Equal(lamp), why)
	Expect(kit.Counted(s, "salt-pans.salt-hand")).To(Equal(salt), why)
	Expect(kit.Spelled(s, "almanac")).To(Equal(strings.Join(almanac, " ")), why)
	Expect(s.State().Result()).To(Equal([]int64{1, 1, 1, 1}), why)
}

// deckWatcher records the cards that are put onto the deck, from the bottom.
type deckWatcher struct {
	game  *engine.Game
	cards []int64
	built bool
}

func (d *deckWatcher) Event(_ *engine.State, e *engine.Event) {
	def := d.game.Def()
	switch {
	case e.Kind == engine.CardMoved && def.Piles[e.Card().To].ID == "deck":
		d.cards = append(d.cards, e.Card().Card)
	case e.Kind == engine.Noted && def.Notes[e.Note()].Name == "deck":
		d.built = true
	}
}

// dealDeck builds a random deck and returns its cards from the top.
func dealDeck(game *engine.Game, setup string, seed uint64) ([]string, *engine.State) {
	GinkgoHelper()
	d := &deckWatcher{game: game}
	s, err := game.New(engine.Setup{ID: setup, Seed: seed, Observer: d})
	Expect(err).NotTo(HaveOccurred())
	for !d.built {
		a, err := s.Draw()
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Apply(a)).To(Succeed())
	}
	var names []string
	for _, c := range slices.Backward(d.cards) {
		names = append(names, game.Def().Cards[c].ID)
	}
	return names, s
}

var _ = Describe("tidelands 2.10 The deck", Label("tidelands"), func() {
	first := []string{"calm-water", "lost-oar", "night-fires", "fog-bank", "moot"} // of the first year
	second := []string{"idle-hands", "full-nets", "open-ferry", "blank-page"}      // of the second year
	tides := []string{"spring-tide", "neap-tide", "storm-tide"}
	any := slices.Concat(first, second)
	without := slices.DeleteFunc(slices.Clone(any), func(c string) bool { return c == "blank-page" })
	decks := []struct {
		setup, calendar string
		events          [][]string // event cards that each pile may hold
		tides           []string
		each            int // tides in each pile
		size            int
	}{
		{"regatta", "loose", [][]string{without, without}, tides, 1, 4},
		{"regatta", "strict", [][]string{first, second[:3]}, tides, 1, 4},
		{"seasons", "loose", [][]string{first[:4], second[:2]}, tides, 1, 3},
		{"parade", "loose", [][]string{{"calm-water", "fog-bank", "full-nets"}}, []string{"spring-tide", "storm-tide"}, 2, 4},
	}
	for _, x := range decks {
		It(fmt.Sprintf("deals every deck of %s under the %s calendar by the rules", x.setup, x.calendar), func() {
			game := kit.Load("tidelands", map[string]string{"calendar": x.calendar})
			places, seen := map[string]bool{}, map[string]bool{}
			for seed := range uint64(300) {
				cards, state := dealDeck(game, x.setup, seed)
				again, other := dealDeck(game, x.setup, seed)
				Expect(again).To(Equal(cards))
				Expect(bytes.Equal(state.Encode(nil), other.Encode(nil))).To(BeTrue(), "the same seed gives another state")
				Expect(cards).To(HaveLen(x.size*len(x.events)), "seed %d", seed)
				for i, card := range cards {
					Expect(cards[i+1:]).NotTo(ContainElement(card), "seed %d", seed)
					seen[card] = true
				}
				for pile, events := range x.events {
					part := cards[pile*x.size : (pile+1)*x.size]
					n := 0
					for place, card := range part {
						if slices.Contains(x.tides, card) {
							n++
							places[fmt.Sprintf("%d %d", pile, place)] = true
							continue
						}
						Expect(events).To(ContainElement(card), "seed %d, pile %d", seed, pile+1)
					}
					Expect(n).To(Equal(x.each), "seed %d, pile %d", seed, pile+1)
				}
			}
			Expect(places).To(HaveLen(x.size*len(x.events)), "a tide can lie at every place of every pile")
			for _, card := range slices.Concat(slices.Concat(x.events...), x.tides) {
				Expect(seen).To(HaveKey(card))
			}
		})
	}
})
