// Rule 2.4: coup cards, the leader box and the last coup card.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("2.4 A coup card", kit.Clauses("2.4"), func() {
	for cubes := range 10 {
		It(fmt.Sprintf("a failed attempt costs a space of %d cubes %d", cubes, cubes/3), kit.Clauses("2.4-c"), func() {
			// Every other space has at most two cubes.
			s := kit.Start("fire-in-the-lake", fmt.Sprintf("{scenario: full, deck: [card-129, card-55, card-126], pieces: {hue: {arvn-troops: %d, arvn-police: %d}, "+
				"qui-nhon: {arvn-troops: 0}, cam-ranh: {arvn-troops: 0}, an-loc: {arvn-troops: 0}, can-tho: {arvn-troops: 0}, saigon: {arvn-police: 0}}}",
				cubes/2, cubes-cubes/2))
			d := s.State().Decision()
			if cubes < 3 {
				Expect(s.Game().Def().Seats[d.Seat].ID+" "+d.Name).To(Equal("us pacify"), "the round is on")
				return
			}
			Expect(s.Game().Def().Seats[d.Seat].ID + " " + d.Name).To(Equal("arvn lost"))
			Expect([]int{d.Min, d.Max}).To(Equal([]int{cubes / 3, cubes / 3}))
			Expect(s).To(kit.HoldValue("size.rvn-leader", "0"), "the card goes into the box after its instruction")
		})
	}
})

var _ = Describe("2.4.1 The leader of the republic", kit.Clauses("2.4.1"), func() {
	It("is named by the top card, and every card counts one", kit.Clauses("2.4.1-a", "2.4.1-f"), func() {
		leaders := map[string]string{"card-125": "khanh", "card-126": "youngTurks", "card-127": "ky", "card-128": "thieu", "card-129": "failedAttempt"}
		for top, leader := range inOrder(leaders) {
			for box, n := range inOrder(map[string]int{"": 1, ", card-130": 2}) {
				s := kit.Start("fire-in-the-lake", "{scenario: full, deck: [card-55, card-51], piles: {rvn-leader: ["+top+box+"]}}")
				Expect(s).To(kit.HoldValue("leader", leader))
				Expect(s).To(kit.HoldValue("leaderBoxCardCount", fmt.Sprint(n)))
			}
		}
	})
})
