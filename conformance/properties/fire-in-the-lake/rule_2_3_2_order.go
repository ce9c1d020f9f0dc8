// Rule 2.3.2: seats are asked in the order on the card.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
)

var _ = Describe("2.3.2 Whose turn it is", kit.Clauses("2.3.2"), func() {
	for first := 1; first <= 120; first += 5 {
		It(fmt.Sprintf("asks in the order on cards %d to %d", first, first+4), kit.Clauses("2.3.2-a", "2.3.2-d"), func() {
			for n := first; n < first+5; n++ {
				card := fmt.Sprintf("card-%d", n)
				s := kit.Start("fire-in-the-lake", fmt.Sprintf("{scenario: full, deck: [%s, card-%d]}", card, n%120+1))
				for _, seat := range printed(card) {
					Expect(s).To(kit.HoldValue("candidate", seat), card)
					Expect(s.Play(scenario.ParseLine("{"+seat+": pass}"))).To(Succeed(), card)
				}
				Expect(s).To(kit.HoldValue("played", fmt.Sprintf("[card-%d, %s]", n%120+1, card)))
			}
		})
	}
})

// printed returns the order on a card. Event cards come in fives of one order, and the orders are sorted
// lexicographically with US < NVA < ARVN < VC.
func printed(card string) []string {
	switch card {
	case "card-121":
		return []string{"us", "arvn", "vc", "nva"}
	case "card-122":
		return []string{"nva", "vc", "arvn", "us"}
	case "card-123":
		return []string{"arvn", "us", "nva", "vc"}
	case "card-124":
		return []string{"vc", "nva", "us", "arvn"}
	}
	letters := []string{"us", "nva", "arvn", "vc"}
	word := (number(card) - 1) / 5
	var order []string
	for _, words := range []int{6, 2, 1, 1} {
		i := word / words
		word %= words
		order = append(order, letters[i])
		letters = append(letters[:i:i], letters[i+1:]...)
	}
	return order
}
