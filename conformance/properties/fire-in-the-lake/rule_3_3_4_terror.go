// Rule 3.3.4: Terror. The possible spaces on random boards, and the effect on every level of support.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("3.3.4 Terror", kit.Clauses("3.3.4"), func() {
	for _, seat := range []string{"nva", "vc"} {
		It("of the "+seat+" selects every space where it is possible", kit.Clauses("3.3.4-a", "3.3.4-b"), func() {
			tried := 0
			for seed := range uint64(placeSeeds()) {
				s := actsFirst(seat, seed)
				f := survey(s)
				poor := purseOf(s, seat) == 0
				want := spacesWhere(func(id string) bool {
					return (isLoc(id) || !poor) && f.count(id, seat+"-guerrilla.underground", map[string]string{"nva": "nva-troops"}[seat]) > 0
				})
				d := drive(s, map[string]string{"class": "operation", "operation": "terrorize"})
				if d == nil || d.Name != "spaces" {
					Expect(len(want)).To(BeNumerically("<", 2), "seed %d", seed)
					continue
				}
				tried++
				Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
			}
			Expect(tried).To(BeNumerically(">", placeSeeds()/2))
		})
	}

	levels := []string{"active-opposition", "passive-opposition", "neutral", "passive-support", "active-support"}
	DescribeTable("shifts", func(seat, card string, becomes ...int) {
		for i, level := range levels {
			for markers := range 3 {
				s := kit.Start(fitl, fmt.Sprintf("{deck: [%s, card-66], values: {%sResources: 1, hue.support: %s, hue.terror: %d}, pieces: {hue: {%s-guerrilla.underground: 2}}}",
					card, seat, level, markers, seat))
				kit.Play(s, "{"+seat+": operation terrorize, spaces: [hue]}")
				Expect(s).To(kit.HoldValue("hue.support", levels[becomes[i]]))
				Expect(s).To(kit.HoldValue("hue.terror", fmt.Sprint(max(1, markers))))
				Expect(s).To(kit.HoldValue("hue."+seat+"-guerrilla.active", "1"))
			}
		}
	},
		Entry("toward active opposition for the VC", kit.Clauses("3.3.4-d", "3.3.4-e"), "vc", "card-107", 0, 0, 1, 2, 3),
		Entry("support toward neutral for the NVA", kit.Clauses("3.3.4-d", "3.3.4-f"), "nva", "card-55", 0, 1, 2, 2, 3),
	)
})
