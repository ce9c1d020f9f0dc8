// Rule 2.3.3: passing, its rewards, and the seat that replaces one that passes.

package fireinthelake

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
)

var _ = Describe("2.3.3 Passing", kit.Clauses("2.3.3"), func() {
	order := []string{"nva", "vc", "us", "arvn"} // of card 55
	for subset := range 16 {
		var eligible, values []string
		for i, seat := range order {
			if subset>>i&1 == 1 {
				eligible = append(eligible, seat)
			} else {
				values = append(values, seat+".eligible: no")
			}
		}
		It(fmt.Sprintf("asks %v one after another, and rewards them and nobody else", eligible), kit.Clauses("2.3.3-c", "2.3.3-d", "2.3.3-e", "2.3.3-f", "2.3.3-h"), func() {
			s := kit.Start("fire-in-the-lake", "{scenario: full, deck: [card-55, card-68], values: {"+strings.Join(values, ", ")+"}}")
			money := map[string]int{"arvnResources": 30, "nvaResources": 10, "vcResources": 5}
			for _, seat := range eligible {
				Expect(s).To(kit.HaveLegal(seat, "event", "operation", "operationPlusSpecialActivity", "pass"))
				Expect(s.Play(scenario.ParseLine("{" + seat + ": pass}"))).To(Succeed())
				switch seat {
				case "us", "arvn":
					money["arvnResources"] += 3
				default:
					money[seat+"Resources"]++
				}
				for track, n := range inOrder(money) {
					Expect(s).To(kit.HoldValue(track, fmt.Sprint(n)))
				}
			}
			Expect(s).To(kit.HoldValue("played", "[card-68, card-55]"))
			for _, seat := range order {
				Expect(s).To(kit.HoldValue(seat+".eligible", "yes"))
			}
		})
	}

	It("gives the seat that replaces a second seat the same options, after any number of passes", kit.Clauses("2.3.3-e"), func() {
		firsts := map[string][]string{
			"{vc: event shaded}": {"operation", "operationPlusSpecialActivity", "pass"},
			"{vc: operation rally, spaces: {kien-phong: {rally: nothing}}}": {"limitedOperation", "pass"},
		}
		for first, options := range inOrder(firsts) {
			s := kit.Start("fire-in-the-lake", "{scenario: full, deck: [card-107, card-68]}")
			Expect(s.Play(scenario.ParseLine(first))).To(Succeed())
			for _, seat := range printed("card-107")[1:] {
				Expect(s).To(kit.HaveLegal(seat, options...))
				Expect(s.Play(scenario.ParseLine("{" + seat + ": pass}"))).To(Succeed())
			}
		}
	})
})
