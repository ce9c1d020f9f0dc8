// Rules 4.4.3 and 4.5.3: Ambush of the NVA and of the VC. The possible spaces with an Attack on random boards.

package fireinthelake

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("4.4.3 Ambush", kit.Clauses("4.4.3", "4.5.3"), func() {
	for _, seat := range []string{"nva", "vc"} {
		It("of the "+seat+" with an Attack needs an underground guerrilla and an enemy in its space, or beside its line", kit.Clauses("4.4.3-c", "4.4.3-d", "4.4.3-h", "4.5.3-a"), func() {
			tried := 0
			for seed := range uint64(placeSeeds()) {
				s := actsFirst(seat, seed)
				f := survey(s)
				want := spacesWhere(func(id string) bool {
					beside := isLoc(id) && slices.ContainsFunc(neighbours(s.Game().Def(), id), func(n string) bool { return f.count(n, coinPieces...) > 0 })
					return f.count(id, seat+"-guerrilla.underground") > 0 && (beside || f.count(id, coinPieces...) > 0)
				})
				d := drive(s, operation("attack", "spaces", "special-activity", "specialActivity", "ambush"))
				if d == nil || d.Name != "ambushes" {
					Expect(len(want) < 2 || purseOf(s, seat) == 0).To(BeTrue(), "seed %d: %v", seed, want)
					continue
				}
				tried++
				Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
			}
			Expect(tried).To(BeNumerically(">", placeSeeds()/5))
		})

		It("of the "+seat+" needs a March before it", kit.Clauses("4.4.3-b"), func() {
			for seed := range uint64(placeSeeds()) {
				s := actsFirst(seat, seed)
				if d := drive(s, operation("march", "destinations", "special-activity")); d != nil {
					Expect(d.Name).NotTo(Equal("ambushes"), "seed %d", seed)
					_, open := answerOf(s.Game(), d, "ambush")
					Expect(open).To(BeFalse(), "seed %d", seed)
				}
			}
		})
	}
})
