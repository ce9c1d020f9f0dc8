// Rules 4.5.1 and 4.5.2: Tax and Subvert. The possible spaces on random boards.

package fireinthelake

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("4.5 Activities of the VC", kit.Clauses("4.5.1", "4.5.2"), func() {
	DescribeTable("take place", func(activity, decision string, holds func(f *field, id string) bool) {
		tried := 0
		for seed := range uint64(placeSeeds()) {
			s := actsFirst("vc", seed)
			f := survey(s)
			want := spacesWhere(func(id string) bool { return f.count(id, "vc-guerrilla.underground") > 0 && holds(f, id) })
			d := drive(s, operation("rally", "spaces", "special-activity", "specialActivity", activity))
			if d == nil || d.Name != decision {
				Expect(len(want) < 2 || purseOf(s, "vc") == 0).To(BeTrue(), "seed %d: %v", seed, want)
				continue
			}
			tried++
			Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
		}
		Expect(tried).To(BeNumerically(">", placeSeeds()/5))
	},
		Entry("where a guerrilla is underground and COIN has no control", kit.Clauses("4.5.1-a", "4.5.1-b"), "tax", "taxed",
			func(f *field, id string) bool { return f.control(id) != "coin" }),
		Entry("where a guerrilla is underground and an ARVN cube is present", kit.Clauses("4.5.2-a"), "subvert", "subverted",
			func(f *field, id string) bool { return f.count(id, arvnCubes...) > 0 }),
	)
})
