// Rules 4.4.1 and 4.4.2: Infiltrate and Bombard. The possible spaces on random boards.

package fireinthelake

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("4.4 Activities of the NVA", kit.Clauses("4.4.1", "4.4.2"), func() {
	DescribeTable("take place", func(activity, decision string, holds func(f *field, id string) bool) {
		tried := 0
		for seed := range uint64(placeSeeds()) {
			s := actsFirst("nva", seed)
			f := survey(s)
			want := spacesWhere(func(id string) bool { return holds(f, id) })
			d := drive(s, operation("rally", "spaces", "special-activity", "specialActivity", activity))
			if d == nil || d.Name != decision {
				Expect(len(want) < 2 || purseOf(s, "nva") == 0).To(BeTrue(), "seed %d: %v", seed, want)
				continue
			}
			tried++
			Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
		}
		Expect(tried).To(BeNumerically(">", placeSeeds()/5))
	},
		Entry("at a base or where the NVA outnumbers the VC", kit.Clauses("4.4.1-a"), "infiltrate", "infiltrated", func(f *field, id string) bool {
			return f.count(id, "nva-base") > 0 || f.count(id, nvaPieces...) > f.count(id, vcPieces...)
		}),
		Entry("where guns reach a target", kit.Clauses("4.4.2-b", "4.4.2-c"), "bombard", "bombarded", func(f *field, id string) bool {
			guns := slices.ContainsFunc(append(besides(id), id), func(at string) bool { return f.count(at, "nva-troops") >= 3 })
			return guns && (f.count(id, "us-troops", "arvn-troops") >= 3 || f.count(id, "us-base", "arvn-base") > 0)
		}),
	)
})
