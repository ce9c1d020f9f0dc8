// Rule 3.3.3: Attack. The possible spaces on random boards, the rolls that hit, and the number of pieces that NVA
// troops remove.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

// attackable lists the spaces of an Attack (3.3.3-a).
func attackable(f *field, seat string) []string {
	return spacesWhere(func(id string) bool {
		return f.count(id, seat+"-guerrilla", map[string]string{"nva": "nva-troops"}[seat]) > 0 && f.count(id, coinPieces...) > 0
	})
}

var _ = Describe("3.3.3 Attack", kit.Clauses("3.3.3"), func() {
	for _, seat := range []string{"nva", "vc"} {
		It("selects every space where the "+seat+" meets the government", kit.Clauses("3.3.3-a", "3.3.3-b"), func() {
			tried := 0
			for seed := range uint64(placeSeeds()) {
				s := actsFirst(seat, seed)
				want := attackable(survey(s), seat)
				d := drive(s, map[string]string{"class": "operation", "operation": "attack"})
				if d == nil || d.Name != "spaces" { // a single space is not asked for
					Expect(len(want) < 2 || purseOf(s, seat) == 0).To(BeTrue(), "seed %d: %v", seed, want)
					continue
				}
				tried++
				Expect(offered(s, d)).To(Equal(want), "seed %d", seed)
			}
			Expect(tried).To(BeNumerically(">", placeSeeds()/2))
		})
	}

	It("hits with guerrillas if the roll is no higher than their number", kit.Clauses("3.3.3-c", "3.3.3-d"), func() {
		for n := 1; n <= 7; n++ {
			for roll := 1; roll <= 6; roll++ {
				s := kit.Start(fitl, fmt.Sprintf("{deck: [card-107, card-66], values: {vcResources: 1}, pieces: {hue: {vc-guerrilla.underground: %d, vc-guerrilla.active: %d, nva-guerrilla.underground: 3, arvn-police: 2}}}", n/2, n-n/2))
				lost := ""
				if roll <= n {
					lost = ", lost: 2"
				}
				kit.Play(s, fmt.Sprintf("{vc: operation attack, spaces: {hue: {attack: guerrillas%s}}, chance: {attackRoll: [%d]}}", lost, roll))
				Expect(s).To(kit.HoldValue("hue.arvn", map[bool]string{true: "0", false: "2"}[roll <= n]), "%d guerrillas roll %d", n, roll)
				Expect(s).To(kit.HoldValue("hue.vc-guerrilla.active", fmt.Sprint(n)))
			}
		}
	})

	It("removes one piece for two NVA troops, and all if there are fewer", kit.Clauses("3.3.3-f"), func() {
		for n := 1; n <= 9; n++ {
			for police := 1; police <= 3; police++ {
				s := kit.Start(fitl, fmt.Sprintf("{deck: [card-55, card-66], values: {nvaResources: 1}, pieces: {hue: {nva-troops: %d, nva-guerrilla.underground: 1, arvn-police: %d}}}", n, police))
				kit.Play(s, "{nva: operation attack, spaces: {hue: {attack: troops}}}")
				Expect(s).To(kit.HoldValue("hue.arvn", fmt.Sprint(max(0, police-n/2))), "%d troops, %d police", n, police)
				Expect(s).To(kit.HoldValue("hue.nva-guerrilla.underground", "1"))
				Expect(s).To(kit.HoldValue("hue.nva-troops", fmt.Sprint(n)))
			}
		}
	})
})
