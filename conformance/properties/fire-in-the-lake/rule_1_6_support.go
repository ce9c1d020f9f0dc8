// Rule 1.6: levels of support and opposition, and their totals.

package fireinthelake

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("1.6.1 Levels", kit.Clauses("1.6.1", "1.6"), func() {
	// The shaded event of card 107 shifts Saigon by one level, from each level.
	levels := []string{"active-support", "passive-support", "neutral", "passive-opposition", "active-opposition"}
	for i, level := range levels {
		next := levels[min(i+1, len(levels)-1)]
		It("shifts from "+level+" to "+next, kit.Clauses("1.6.1-a", "1.6.1-b"), func() {
			s := kit.Start(fitl, "{scenario: full, deck: [card-107, card-66], values: {saigon.support: "+level+"}}")
			kit.Play(s, "{vc: event shaded}")
			Expect(s).To(kit.HoldValue("saigon.support", next))
		})
	}
})

var _ = Describe("1.6.2 Totals", kit.Clauses("1.6.2", "1.6", "1.9"), func() {
	It("count each populated space by its level", kit.Clauses("1.6.2-a", "1.6.2-b"), func() {
		weight := map[string][2]int64{"active-support": {2, 0}, "passive-support": {1, 0}, "neutral": {}, "passive-opposition": {0, 1}, "active-opposition": {0, 2}}
		levels := []string{"active-support", "passive-opposition", "neutral", "active-opposition", "passive-support"}
		for turn := range levels { // every space has every level once
			var values []string
			var support, opposition int64
			for i, f := range mapFacts {
				if f.population == 0 {
					continue
				}
				level := levels[(i+turn)%len(levels)]
				values = append(values, f.id+".support: "+level)
				support += f.population * weight[level][0]
				opposition += f.population * weight[level][1]
			}
			s := kit.Start(fitl, "{deck: [card-107, card-66], values: {"+strings.Join(values, ", ")+"}}")
			Expect(s).To(kit.HoldValue("totalSupport", fmt.Sprint(support)))
			Expect(s).To(kit.HoldValue("totalOpposition", fmt.Sprint(opposition)))
			Expect(s).To(kit.HoldValue("usVictory", fmt.Sprint(support+46))) // no piece is on the map: 40 troops, 6 bases
			Expect(s).To(kit.HoldValue("vcVictory", fmt.Sprint(opposition)))
		}
	})
})
