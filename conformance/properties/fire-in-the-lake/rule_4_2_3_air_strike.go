// Rule 4.2.3: Air Strike. The hits of each roll, spent on pieces and on the Trail.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("4.2.3 Air Strike", kit.Clauses("4.2.3"), func() {
	for roll := 1; roll <= 6; roll++ {
		It(fmt.Sprintf("removes up to %d pieces on a roll of %d, two fewer beside the Trail", roll, roll), kit.Clauses("4.2.3-a", "4.2.3-g"), func() {
			for _, trail := range []bool{false, true} {
				if trail && roll < 2 {
					continue
				}
				degrade, most := "", roll
				if trail {
					degrade, most = "degrade, ", roll-2
				}
				for hits := 0; hits <= most; hits++ {
					s := kit.Start(fitl, "{deck: [card-1, card-66], values: {trail: 3}, pieces: {kontum: {us-troops: 1, nva-troops: 9}}}")
					hit := fmt.Sprintf("kontum: {hit: %d}", hits)
					if most == 0 {
						hit = "kontum: {}"
					}
					kit.Play(s, fmt.Sprintf("{us: operation+activity patrol, destinations: [], activity: {name: air-strike, at: before, strikeSpaces: [%s{%s}]}, chance: {bombing: [%d]}}", degrade, hit, roll))
					Expect(s).To(kit.HoldValue("kontum.nva-troops", fmt.Sprint(9-hits)))
					Expect(s).To(kit.HoldValue("trail", map[bool]string{false: "3", true: "2"}[trail]))
					Expect(s).To(kit.HoldValue("kontum.support", map[bool]string{false: "neutral", true: "passive-opposition"}[hits > 0]))
				}
			}
		})
	}
})
