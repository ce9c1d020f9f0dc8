// Chapters 2.6 and 4.2 of The Tidelands: eligibility for the next card, overrides of it and their durations, and
// lasting effects.

package tidelands

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("tidelands 2.6 Up or sitting out", Label("tidelands"), func() {
	// Each window with the number of cards after the first that an override affects. It begins on the first of three event
	// cards, a tide and two more event cards.
	durations := []struct {
		window string
		felt   int
	}{
		{"closed", 0}, {"turn", 0}, {"nextTurn", 1}, {"round", 2}, {"cycle", 4},
	}
	deck := "{scenario: drill, deck: [calm-water, fog-bank, full-nets, spring-tide, moot, lost-oar, neap-tide], piles: {signals: []}, values: {%s}}"

	for _, d := range durations {
		for _, guild := range guilds {
			It(fmt.Sprintf("keeps %s up for %d cards with a window %s, though it acts on each", guild, d.felt, d.window), func() {
				s := kit.Start("tidelands", fmt.Sprintf(deck, guild+".kept-window: "+d.window))
				for card := range 5 {
					up := card == 0 || card <= d.felt || card == 3 // after the tide every seat is eligible
					if before := card - 1; before > d.felt && before != 3 {
						up = true // it did not act on the card before
					}
					Expect(kit.Spelled(s, guild+".eligible")).To(Equal(fmt.Sprint(up)), "card %d", card)
					everybodyPasses(s, guild)
				}
			})

			It(fmt.Sprintf("bars %s from %d cards with a window %s, though it never acts", guild, d.felt, d.window), func() {
				values := guild + ".barred-window: " + d.window
				if d.window != "closed" {
					values += ", " + guild + ".eligible: no"
				}
				s := kit.Start("tidelands", fmt.Sprintf(deck, values))
				for card := range 5 {
					barred := card <= d.felt && d.window != "closed"
					Expect(kit.Spelled(s, guild+".eligible")).To(Equal(fmt.Sprint(!barred)), "card %d", card)
					everybodyPasses(s, "")
				}
			})
		}
	}
})

var _ = Describe("tidelands 4.2 Events that last", Label("tidelands"), func() {
	// The number of cards on which each effect is in force, counted from the one on which it begins.
	for _, x := range []struct {
		effect string
		cards  int
	}{{"closed-market", 1}, {"good-prices", 2}, {"thick-fog", 3}, {"old-charter", 5}} {
		It(fmt.Sprintf("has %s in force on %d of five cards with a tide before the fourth", x.effect, x.cards), func() {
			s := kit.Start("tidelands", "{scenario: drill, deck: [calm-water, fog-bank, full-nets, spring-tide, moot, lost-oar, neap-tide], piles: {signals: []}, lasting: ["+x.effect+"]}")
			for card := range 5 {
				Expect(kit.Spelled(s, x.effect) == "yes").To(Equal(card < x.cards), "card %d", card)
				everybodyPasses(s, "")
			}
			Expect(s.State().Over()).To(BeTrue())
			Expect(kit.Spelled(s, x.effect)).To(Equal("no"))
		})
	}
})
