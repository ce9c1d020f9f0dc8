// Rule 2.3.9: the restrictions of a monsoon, and their limits.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
)

var _ = Describe("2.3.9 Monsoon", kit.Clauses("2.3.9"), func() {
	// Sweep as the operation of the first seat and as the limited operation of the second, for either seat, with and
	// without a coup card next. Card 68 asks the ARVN and then the US, card 11 the US and then the ARVN.
	other := map[string]string{"us": "arvn", "arvn": "us"}
	space := map[string]string{"us": "da-nang", "arvn": "hue"}
	for card, first := range inOrder(map[string]string{"card-68": "arvn", "card-11": "us"}) {
		for next, monsoon := range inOrder(map[string]bool{"card-125": true, "card-51": false}) {
			It(fmt.Sprintf("sweep of the %s first on %s, before %s", first, card, next), kit.Clauses("2.3.9-a", "2.3.9-b", "2.3.9-h"), func() {
				s := kit.Start("fire-in-the-lake", fmt.Sprintf("{scenario: full, deck: [%s, %s, card-52, card-126]}", card, next))
				try := func(seat, class string) {
					line := fmt.Sprintf("{%s: %s sweep, spaces: [quang-nam]}", seat, class)
					if monsoon {
						Expect(s).To(kit.Refuse(line, "2.3.9-b"))
					} else {
						_, err := s.Try(scenario.ParseLine(line))
						Expect(err).NotTo(HaveOccurred())
					}
				}
				Expect(s).To(kit.HoldValue("monsoon", map[bool]string{true: "yes", false: "no"}[monsoon]))
				try(first, "operation")
				try(first, "operation+activity")
				Expect(s.Play(scenario.ParseLine(fmt.Sprintf("{%s: operation train, spaces: {%s: {placement: nothing}}}", first, space[first])))).To(Succeed())
				try(other[first], "limited")
				Expect(s.Play(scenario.ParseLine(fmt.Sprintf("{%s: limited train, spaces: {%s: {placement: nothing}}}", other[first], space[other[first]])))).To(Succeed())
				Expect(s).To(kit.HoldValue("candidate", "nva"))
			})
		}
	}

	// March likewise. Card 55 asks the NVA and then the VC, card 107 the VC and then the NVA.
	away := map[string]string{"nva": "{the-fishhook: {origins: {the-parrots-beak: {group: 1}}}}", "vc": "{kien-phong: {origins: {kien-giang-an-xuyen: {group: 1}}}}"}
	for card, seats := range inOrder(map[string][2]string{"card-55": {"nva", "vc"}, "card-107": {"vc", "nva"}}) {
		for next, monsoon := range inOrder(map[string]bool{"card-125": true, "card-51": false}) {
			It(fmt.Sprintf("march of the %s first on %s, before %s", seats[0], card, next), kit.Clauses("2.3.9-a", "2.3.9-c", "3.3.2-d"), func() {
				s := kit.Start("fire-in-the-lake", fmt.Sprintf("{scenario: full, deck: [%s, %s, card-52, card-126]}", card, next))
				for i, class := range []string{"operation", "limited"} {
					line := fmt.Sprintf("{%s: %s march, destinations: %s}", seats[i], class, away[seats[i]])
					if monsoon {
						Expect(s).To(kit.Refuse(line, "2.3.9-c"))
						line = fmt.Sprintf("{%s: %s rally, spaces: {the-fishhook: {rally: nothing}}}", seats[i], class)
					}
					Expect(s.Play(scenario.ParseLine(line))).To(Succeed())
				}
			})
		}
	}
})
