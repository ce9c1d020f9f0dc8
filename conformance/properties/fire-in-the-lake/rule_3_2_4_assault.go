// Rule 3.2.4: Assault. A second count of hits for every terrain, seat and number of cubes.

package fireinthelake

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
)

var _ = Describe("3.2.4 Assault", kit.Clauses("3.2.4"), func() {
	const enemies = 20
	DescribeTable("US troops hit by ground and base", func(space string, per int) {
		for troops := 1; troops <= 7; troops++ {
			for base := range 2 {
				if base == 1 && per == 0 {
					continue
				}
				s := kit.Start(fitl, fmt.Sprintf("{deck: [card-1, card-66], pieces: {%s: {us-troops: %d, us-base: %d, us-irregular.active: 2, nva-troops: %d}}}", space, troops, base, enemies))
				kit.Play(s, "{us: operation assault, spaces: ["+space+"]}")
				hits := 2 * troops
				if base == 0 {
					hits = troops / max(1, per)
				}
				Expect(s).To(kit.HoldValue(space+".nva-troops", fmt.Sprint(enemies-hits)), "%d troops, %d bases", troops, base)
			}
		}
	},
		Entry("in a city", kit.Clauses("3.2.4-f"), "hue", 1),
		Entry("on a line, where there is no base", kit.Clauses("3.2.4-f"), "loc-hue-da-nang", 0),
		Entry("in the highlands", kit.Clauses("3.2.4-f"), "khanh-hoa", 2),
		Entry("in the lowlands", kit.Clauses("3.2.4-f"), "ba-xuyen", 1),
		Entry("in the jungle", kit.Clauses("3.2.4-f"), "tay-ninh", 1),
		Entry("in the jungle abroad", kit.Clauses("3.2.4-f"), "the-fishhook", 1),
	)

	DescribeTable("ARVN cubes hit by ground", func(space string, per int, police bool) {
		for troops := range 7 {
			for cops := range 4 {
				if troops+cops == 0 {
					continue
				}
				s := kit.Start(fitl, fmt.Sprintf("{deck: [card-68, card-66], values: {arvnResources: 3}, pieces: {%s: {arvn-troops: %d, arvn-police: %d, arvn-ranger.active: 2, nva-troops: %d}}}",
					space, troops, cops, enemies))
				kit.Play(s, "{arvn: operation assault, spaces: ["+space+"]}")
				counted := troops
				if police {
					counted += cops
				}
				Expect(s).To(kit.HoldValue(space+".nva-troops", fmt.Sprint(enemies-counted/per)), "%d troops, %d police", troops, cops)
				Expect(s).To(kit.HoldValue("arvnResources", "0"))
			}
		}
	},
		Entry("in a city", kit.Clauses("3.2.4-c", "3.2.4-d"), "hue", 2, true),
		Entry("on a line", kit.Clauses("3.2.4-c", "3.2.4-d"), "loc-hue-da-nang", 2, true),
		Entry("in the highlands", kit.Clauses("3.2.4-c", "3.2.4-d"), "khanh-hoa", 3, false),
		Entry("in the lowlands", kit.Clauses("3.2.4-c", "3.2.4-d"), "ba-xuyen", 2, false),
		Entry("in the jungle", kit.Clauses("3.2.4-c", "3.2.4-d"), "tay-ninh", 2, false),
	)

	DescribeTable("the ARVN selects as many spaces as it can pay for, and no more", func(resources, spaces int, lasting string) {
		all := []string{"hue", "qui-nhon", "an-loc", "can-tho"}
		pieces := ""
		for _, space := range all {
			pieces += space + ": {arvn-troops: 1, nva-troops: 1}, "
		}
		position := func() *scenario.Session {
			return kit.Start(fitl, fmt.Sprintf("{deck: [card-68, card-66], values: {arvnResources: %d, totalEcon: 15}, lasting: [%s], pieces: {%s}}", resources, lasting, pieces))
		}
		line := func(n int) string { return "{arvn: operation assault, spaces: [" + strings.Join(all[:n], ", ") + "]}" }
		s := affordsNoMore(position, line, all, spaces, "3.2.4-b")
		left := resources
		if lasting == "" {
			left -= 3 * spaces
		}
		Expect(s).To(kit.HoldValue("arvnResources", fmt.Sprint(left)))
	},
		Entry("2 pay for none", kit.Clauses("3.2.4-b"), 2, 0, ""),
		Entry("3 pay for one", kit.Clauses("3.2.4-b"), 3, 1, ""),
		Entry("5 pay for one", kit.Clauses("3.2.4-b"), 5, 1, ""),
		Entry("6 pay for two", kit.Clauses("3.2.4-b"), 6, 2, ""),
		Entry("9 pay for three", kit.Clauses("3.2.4-b"), 9, 3, ""),
		Entry("12 pay for four", kit.Clauses("3.2.4-b"), 12, 4, ""),
		Entry("with Body Count nothing is paid", kit.Clauses("3.2.4-b", "card-72-unshaded"), 0, 4, "body-count"),
	)
})
