// Rule 1.4.2: the number of bases in a space, and the seats that may not enter North Vietnam.

package fireinthelake

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
)

var _ = Describe("1.4.2 Stacking", kit.Clauses("1.4.2"), func() {
	DescribeTable("refuses a position with", func(pieces string) {
		script, list := scenario.Parse("start/position.yaml", []byte("version: 1\ntitle: position\ngame: "+fitl+
			"\nrules: [all]\nsetup: {scenario: full, deck: [card-1, card-2], pieces: "+pieces+"}\nexpect: {asked: us}\n"))
		Expect(list.Err()).NotTo(HaveOccurred())
		_, err := scenario.Start(boardGame(), script)
		Expect(err).To(MatchError(ContainSubstring("1.4.2")))
	},
		Entry("three bases of one seat", kit.Clauses("1.4.2-a"), "{sihanoukville: {nva-base.untunneled: 3}}"),
		Entry("three bases of several seats", kit.Clauses("1.4.2-a"), "{hue: {us-base: 1, arvn-base: 1, vc-base.tunneled: 1}}"),
		Entry("a base on a line of communication", kit.Clauses("1.4.2-b"), "{loc-hue-da-nang: {us-base: 1}}"),
		Entry("US troops in North Vietnam", kit.Clauses("1.4.2-c", "1.3.5-c"), "{north-vietnam: {us-troops: 1}}"),
		Entry("a ranger in North Vietnam", kit.Clauses("1.4.2-c", "1.3.5-c"), "{north-vietnam: {arvn-ranger.underground: 1}}"),
	)

	It("accepts any number of other pieces", kit.Clauses("1.4.2-e"), func() {
		s := kit.Start(fitl, "{scenario: full, deck: [card-1, card-2], pieces: {hue: {us-troops: 20, arvn-police: 12, vc-guerrilla.active: 14}}}")
		Expect(s).To(kit.HoldValue("hue.us-troops", "20"))
	})
})
