// The results of a Transport on random boards: the origins and numbers of moved pieces, and the state of the rangers.

package fireinthelake

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

var _ = Describe("Transport on random boards", kit.Clauses("4.3.2"), func() {
	It("carries up to six troops and rangers from one space, and turns every ranger underground", kit.Clauses("4.3.2-a", "4.3.2-d", "4.3.2-e"), func() {
		moved := map[int]bool{}
		for seed := range uint64(2 * reachSeeds()) {
			s := actsFirst("arvn", seed)
			before, p := survey(s), players.NewUniform(seed)
			d := drive(s, operation("sweep", "spaces", "special-activity", "specialActivity", "transport"))
			if d == nil || d.Name != "origin" {
				continue
			}
			origin := ""
			for slices.Contains([]string{"origin", "destinations", "transported"}, d.Name) {
				a := p.Answer(s, d)
				if d.Name == "origin" {
					origin = s.Game().Format(a.Member, d.Elem)
				} else if d.Stop && len(d.Members) > 0 { // continue as long as pieces can move
					a = engine.Answer{Member: d.Members[int(seed)%len(d.Members)]}
				}
				Expect(s.Apply(a)).To(Succeed())
				d = s.Decision()
			}
			after, n := survey(s), 0
			for _, id := range spacesWhere(func(string) bool { return true }) {
				Expect(after.count(id, "arvn-ranger.active")).To(BeZero(), "seed %d, %s", seed, id)
				for _, kind := range slices.Concat(coinPieces, enemyPieces) {
					gone := lost(before, after, id, kind)
					if kind == "arvn-troops" || kind == "arvn-ranger" {
						Expect(gone <= 0 || id == origin).To(BeTrue(), "seed %d: %d %s left %s", seed, gone, kind, id)
						n += max(0, gone)
						continue
					}
					Expect(gone).To(BeZero(), "seed %d, %s: %s", seed, id, kind)
				}
			}
			Expect(n).To(BeNumerically("<=", 6), "seed %d", seed)
			moved[n] = true
		}
		Expect(moved).To(HaveKey(6))
	})
})
