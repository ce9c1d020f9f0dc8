// Rule 3.3.1: Rally.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/conformance/scenario"
	"rulebound/engine"
)

// reach plays a line up to a decision that it leaves open and returns that.
func reach(s *scenario.Session, line, decision string) *engine.Decision {
	GinkgoHelper()
	err := s.Play(scenario.ParseLine(line))
	d := s.State().Decision()
	Expect(d).NotTo(BeNil())
	Expect(d.Name).To(Equal(decision), "%v", err)
	return d
}

var _ = Describe("3.3.1 Rally", kit.Clauses("3.3.1"), func() {
	It("lets the NVA place 1, or the Trail plus its bases there", kit.Clauses("3.3.1-c", "3.3.1-e"), func() {
		for trail := range 5 {
			for bases := range 3 {
				s := kit.Start(fitl, fmt.Sprintf("{deck: [card-55, card-66], values: {nvaResources: 9, trail: %d}, pieces: {the-fishhook: {nva-base.untunneled: %d, nva-base.tunneled: %d}}}",
					trail, bases/2, bases-bases/2))
				most := 1
				if bases > 0 {
					most = trail + bases
				}
				if most == 1 { // a single answer is not asked for
					kit.Play(s, "{nva: operation rally, spaces: {the-fishhook: {rally: guerrillas, placed: 1}}}")
					Expect(s).To(kit.HoldValue("the-fishhook.nva-guerrilla", "1"))
					continue
				}
				d := reach(s, "{nva: operation rally, spaces: {the-fishhook: {rally: guerrillas}}}", "placed")
				Expect([]int{d.Min, d.Max}).To(Equal([]int{1, most}), "Trail %d, %d bases", trail, bases)
			}
		}
	})

	It("lets the VC place 1, or the population plus its bases there", kit.Clauses("3.3.1-c", "3.3.1-f"), func() {
		for _, f := range mapFacts {
			for bases := 0; bases < 3 && f.kind != "loc"; bases++ {
				s := kit.Start(fitl, fmt.Sprintf("{deck: [card-107, card-66], values: {vcResources: 9}, pieces: {%s: {vc-base.tunneled: %d, vc-base.untunneled: %d}}}", f.id, bases/2, bases-bases/2))
				most := 1
				if bases > 0 {
					most = int(f.population) + bases
				}
				if most == 1 {
					continue
				}
				d := reach(s, "{vc: operation rally, spaces: {"+f.id+": {rally: guerrillas}}}", "placed")
				Expect([]int{d.Min, d.Max}).To(Equal([]int{1, most}), "%s, %d bases", f.id, bases)
			}
		}
	})

	DescribeTable("may select no space at all", func(seat string, resources, trail int, stop bool) {
		card := map[string]string{"nva": "card-55", "vc": "card-107"}[seat]
		s := kit.Start(fitl, fmt.Sprintf("{scenario: full, deck: [%s, card-66], values: {%sResources: %d, trail: %d}}", card, seat, resources, trail))
		d := reach(s, "{"+seat+": operation rally}", "spaces")
		Expect(d.Stop).To(Equal(stop))
	},
		Entry("the NVA, if it improves the Trail", kit.Clauses("3.3.1-j", "3.3.1-n"), "nva", 2, 3, true),
		Entry("not if it cannot pay", kit.Clauses("3.3.1-j", "3.3.1-k"), "nva", 1, 3, false),
		Entry("not if the Trail is at its end", kit.Clauses("3.3.1-j"), "nva", 9, 4, false),
		Entry("not the VC", kit.Clauses("3.3.1-n"), "vc", 9, 1, false),
	)
})
