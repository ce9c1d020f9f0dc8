// Rule 2.2: the first cards are turned over; which cards everyone may see.

package fireinthelake

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/def"
)

var _ = Describe("2.2 Start", kit.Clauses("2.2"), func() {
	It("shows every seat the played cards, the next card and the number of cards left, and no seat the deck", kit.Clauses("2.2-b"), func() {
		s := kit.Start("fire-in-the-lake", "{scenario: full, deck: [card-55, card-68, card-1, card-126]}").State()
		for seat := engine.Chance; seat < 4; seat++ {
			for _, p := range s.View(seat).Piles {
				switch s.Game().Def().Piles[p.Pile].ID {
				case "played", "lookahead":
					Expect(p.Size).To(Equal(1))
					Expect(p.Cards).NotTo(ContainElement(int64(def.None)))
				case "deck":
					Expect(p.Size).To(Equal(2))
					Expect(p.Cards).To(HaveEach(int64(def.None)))
				case "box":
					Expect(p.Cards).To(HaveEach(int64(def.None)))
				case "pivotal-events":
					Expect(p.Cards).To(And(HaveLen(4), Not(ContainElement(int64(def.None)))))
				}
			}
		}
	})
})
