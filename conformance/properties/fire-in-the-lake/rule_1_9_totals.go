// Rule 1.9: victory totals.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("1.9 Totals", kit.Clauses("1.9"), func() {
	for trail := range 5 {
		It(fmt.Sprintf("degrades and improves a Trail at %d within 0 and 4", trail), kit.Clauses("1.9-f"), func() {
			setup := fmt.Sprintf("{scenario: full, deck: [card-10, card-55, card-66], values: {trail: %d}}", trail)
			s := kit.Start(fitl, setup)
			kit.Play(s, "{us: event unshaded}")
			Expect(s).To(kit.HoldValue("trail", fmt.Sprint(max(0, trail-2))))
			s = kit.Start(fitl, setup)
			kit.Play(s, "{us: pass}")
			if trail == 4 {
				Expect(s).To(kit.Refuse("{nva: operation rally, spaces: {north-vietnam: {rally: nothing}}, improveTrail: yes}", "3.3.1-j"))
				return
			}
			kit.Play(s, "{nva: operation rally, spaces: {north-vietnam: {rally: nothing}}, improveTrail: yes}")
			Expect(s).To(kit.HoldValue("trail", fmt.Sprint(trail+1)))
		})
	}
})
