// Rule 6.0: a whole coup round, and the continuation of a game that is saved during it.

package fireinthelake

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
	"rulebound/engine"
	"rulebound/engine/players"
)

var _ = Describe("6.0 Coup rounds", kit.Clauses("6.0"), func() {
	It("control does not change in redeploy and commitment, also in a game saved there, and is determined afterwards", kit.Clauses("6.4-a", "6.4.4-a", "6.5-i", "1.7-f"), func() {
		stale := map[string]int{} // decisions asked while control does not match the pieces
		control := func(s *engine.State, space string) string {
			v, t, err := s.Value(space + ".control")
			Expect(err).NotTo(HaveOccurred())
			return s.Game().Format(v, t)
		}
		for seed := range uint64(kit.Games(80)) {
			s := kit.Start(fitl, "{scenario: full, deck: [card-125, card-55, card-126], pieces: {casualties: {us-troops: 4}, phuoc-long: {us-troops: 1}, kien-phong: {nva-troops: 2}}}").State()
			player := players.NewUniform(seed)
			d := s.Decision()
			for ; d != nil && d.Name != "class"; d = s.Decision() {
				restored, err := s.Game().Decode(s.Encode(nil))
				Expect(err).NotTo(HaveOccurred())
				f := survey(s)
				for _, space := range spacesWhere(isLand) {
					Expect(control(restored, space)).To(Equal(control(s, space)), "seed %d, %s, %s", seed, d.Name, space)
					if control(s, space) != f.control(space) {
						stale[d.Name]++
					}
				}
				Expect(s.Apply(player.Answer(s, d))).To(Succeed())
			}
			f := survey(s)
			for _, space := range spacesWhere(isLand) {
				Expect(control(s, space)).To(Equal(f.control(space)), "seed %d, %s", seed, space)
			}
		}
		Expect(stale).To(And(HaveKey("redeployNva"), HaveKey("commitBases")), "nobody gave up a space")
		for _, live := range []string{"pacify", "agitate", "garrison", "posting"} {
			Expect(stale).NotTo(HaveKey(live))
		}
	})
})
