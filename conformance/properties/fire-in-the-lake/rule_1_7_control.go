// Rule 1.7: control of a space.

package fireinthelake

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

var _ = Describe("1.7 Control", kit.Clauses("1.7"), func() {
	It("follows from the numbers of all pieces", kit.Clauses("1.7-a", "1.7-b", "1.7-c", "1.7-d"), func() {
		for us := range 3 {
			for arvn := range 3 {
				for nva := range 4 {
					for vc := range 3 {
						// Each count consists of different kinds of pieces.
						pieces := fmt.Sprintf("us-base: %d, us-irregular.active: %d, arvn-ranger.underground: %d, nva-troops: %d, nva-guerrilla.underground: %d, vc-guerrilla.active: %d",
							us/2, us-us/2, arvn, nva/2, nva-nva/2, vc)
						s := kit.Start(fitl, "{deck: [card-107, card-66], pieces: {kontum: {"+pieces+"}}}")
						want := "none"
						switch {
						case us+arvn > nva+vc:
							want = "coin"
						case nva > us+arvn+vc:
							want = "nva"
						}
						Expect(s).To(kit.HoldValue("kontum.control", want), pieces)
					}
				}
			}
		}
	})

	It("is never held on a line of communication, but may be held abroad and at population 0", kit.Clauses("1.7-e"), func() {
		s := kit.Start(fitl, "{deck: [card-107, card-66], pieces: {loc-hue-da-nang: {us-troops: 3}, phuoc-long: {us-troops: 1}, sihanoukville: {nva-troops: 1}}}")
		Expect(s).To(kit.HoldValue("phuoc-long.control", "coin"))
		Expect(s).To(kit.HoldValue("sihanoukville.control", "nva"))
		for _, f := range mapFacts {
			if v, err := s.Value(f.id + ".control"); f.kind == "loc" && err == nil {
				Expect(v).To(BeElementOf([]string{}, []string{"none"}), f.id)
			}
		}
	})
})
