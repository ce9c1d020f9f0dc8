// Rule 1.8.1: the resources that the US may spend.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("1.8.1 The purse of the United States", kit.Clauses("1.8.1"), func() {
	It("pays N only if at least total econ remains", kit.Clauses("1.8.1-b"), func() {
		for resources := int64(12); resources <= 27; resources++ {
			s := kit.Start(fitl, fmt.Sprintf("{scenario: full, deck: [card-1, card-66], values: {arvnResources: %d, saigon.support: neutral}}", resources))
			d := reach(s, "{us: operation train, spaces: {saigon: {}}}", "placement")
			var options []string
			for _, o := range d.Options {
				options = append(options, o.Name)
			}
			if resources-3 < 15 {
				Expect(options).To(Equal([]string{"irregulars", "nothing"}), "at %d", resources)
				continue
			}
			Expect(options).To(Equal([]string{"irregulars", "rangers", "cubes", "nothing"}), "at %d", resources)
			// The rest after the cubes pays for pacification, up to two levels.
			steps := min(2, (resources-3-15)/3)
			s = kit.Start(fitl, fmt.Sprintf("{scenario: full, deck: [card-1, card-66], values: {arvnResources: %d, saigon.support: neutral}}", resources))
			line := "{us: operation train, spaces: {saigon: {placement: cubes, placed: {arvn-police: 1}}}, finalAction: pacify, steps: %d}"
			if steps > 0 {
				kit.Play(s, fmt.Sprintf(line, steps))
			} else {
				Expect(s).To(kit.Refuse(fmt.Sprintf(line, 1), "3.2.1-k"))
				continue
			}
			Expect(s).To(kit.HoldValue("arvnResources", fmt.Sprint(resources-3-3*steps)))
		}
	})
})
