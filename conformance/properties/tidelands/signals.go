// Chapters 2.7 and 2.8 of The Tidelands: interrupts, and the restrictions before a tide. The property enumerates every
// combination of eligible seats, card holders, satisfied conditions and a tide next or not.

package tidelands

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
	"rulebound/engine"
)

// everybodyPasses plays the current card to its end: every seat passes, except that the named one trades or settles if
// it is asked. Interrupts are declined.
func everybodyPasses(s *scenario.Session, acts string) {
	GinkgoHelper()
	for size := kit.Spelled(s, "size.played"); !s.State().Over() && kit.Spelled(s, "size.played") == size && s.State().Decision().Name != "interrupt"; {
		seat := guilds[s.State().Decision().Seat]
		_, err := s.Try(scenario.ParseLine("{" + seat + ": operation settle}"))
		switch {
		case seat != acts:
			kit.Play(s, "{"+seat+": pass}")
		case err == nil:
			kit.Play(s, "{"+seat+": operation settle, spaces: [old-bridge]}")
		default:
			kit.Play(s, "{"+seat+": limited settle, spaces: [old-bridge]}")
		}
	}
}

// askedNow returns the seat and the name of the pending decision.
func askedNow(s *scenario.Session) string {
	d := s.State().Decision()
	if d == nil {
		return "over"
	}
	return guilds[d.Seat] + " " + d.Name
}

// signal answers the pending interrupt only; a line of a scenario would also decline the following ones.
func signal(s *scenario.Session, answer string) {
	GinkgoHelper()
	for _, o := range s.State().Decision().Options {
		if o.Name == answer {
			Expect(s.State().Apply(engine.Answer{Option: o.Index})).To(Succeed())
			return
		}
	}
	Fail("there is no answer " + answer)
}

var _ = Describe("tidelands 2.7 Signals", Label("tidelands"), func() {
	It("offers signals exactly where the rules allow them", func() {
		for mask := range 128 {
			bit := func(i int) bool { return mask>>i&1 == 1 }
			keelUp, keelHolds, keelRipe := bit(0), bit(1), bit(2)
			lampUp, lampHolds, lampRipe := bit(3), bit(4), bit(5)
			near := bit(6)
			keel := keelUp && keelHolds && keelRipe && !near
			lamp := lampUp && lampHolds && lampRipe && !near
			why := fmt.Sprintf("keel up %v, holds %v, ripe %v; lamp up %v, holds %v, ripe %v; the tide near %v", keelUp, keelHolds, keelRipe, lampUp, lampHolds, lampRipe, near)

			var held []string
			if lampHolds {
				held = append(held, "beacon")
			}
			if keelHolds {
				held = append(held, "pennant")
			}
			next, chest, hands := "fog-bank", 1, 0
			if near {
				next = "spring-tide"
			}
			if lampRipe {
				chest = 2
			}
			if keelRipe {
				hands = 1
			}
			position := fmt.Sprintf("{scenario: drill, deck: [calm-water, %s, full-nets], piles: {signals: [%s]}, values: {keel.eligible: %v, lamp.eligible: %v, chest: %d}, pieces: {boatyard: {keel-hand: %d}}}",
				next, strings.Join(held, ", "), keelUp, lampUp, chest, hands)
			s := kit.Start("tidelands", position)
			if keel {
				Expect(askedNow(s)).To(Equal("keel interrupt"), why)
				signal(s, "no")
			}
			if !lamp {
				Expect(askedNow(s)).To(Equal("reed class"), why)
				continue
			}
			Expect(askedNow(s)).To(Equal("lamp interrupt"), why)
			signal(s, "yes")
			if keel {
				Expect(askedNow(s)).To(Equal("keel interrupt"), why) // 2.7-g: asked again after it declined
				signal(s, "yes")
				Expect(kit.Spelled(s, "played")).To(Equal("pennant calm-water"), why)
				Expect(kit.Spelled(s, "signals")).To(Equal("beacon"), why)
				Expect(kit.Counted(s, "chest")).To(Equal(2), why) // 2.7-h
				Expect(askedNow(s)).To(Equal("lamp class"), why)
				continue
			}
			Expect(kit.Spelled(s, "played")).To(Equal("beacon calm-water"), why)
			Expect(kit.Counted(s, "lamp-coins")).To(Equal(6), why)
			Expect(askedNow(s)).To(Equal("salt class"), why)
		}
	})
})
