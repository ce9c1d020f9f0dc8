// Rule 4.3.2: Transport. A second implementation of the destinations walks over random boards, with and without Nguyen
// Khanh.

package fireinthelake

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

// transported walks from a space by 4.3.2, along at most so many lines of communication, and returns every possible
// destination.
func (b *sprinkled) transported(from string, lines int) map[string]bool {
	ends, passed := map[string]bool{}, map[string]bool{}
	var walk func(at string, used []string)
	walk = func(at string, used []string) {
		for _, to := range nextTo(at) {
			kind, by := kindOf(to), used
			switch {
			case to == "north-vietnam":
				continue
			case kind == "loc" && !slices.Contains(used, to):
				if len(used) == lines {
					continue
				}
				by = append(slices.Clone(used), to)
			case kind == "loc":
				continue // already on this walk
			}
			ends[to] = true
			if kind == "province" || b.enemy[to] || len(by) == 0 { // a city entered directly ends the walk
				continue
			}
			if !passed[to] || lines == 1 {
				passed[to] = true
				walk(to, by)
			}
		}
	}
	walk(from, nil)
	delete(ends, from)
	return ends
}

var _ = Describe("4.3.2 Transport", kit.Clauses("4.3.2"), func() {
	for seed := range uint64(20) {
		for _, khanh := range []bool{false, true} {
			It(fmt.Sprintf("reaches what a walk reaches on random board %d, Khanh leading: %t", seed, khanh), kit.Clauses("4.3.2-b", "4.3.2-c", "4.3.2-f"), func() {
				b := sprinkle(seed, "arvn-troops")
				lines, leader := len(mapFacts), ""
				if khanh {
					lines, leader = 1, "piles: {rvn-leader: [card-125]}, lasting: [leader-khanh], "
				}
				for from := range inOrder(b.own) {
					s := kit.Start(fitl, "{"+leader+"deck: [card-68, card-66], values: {arvnResources: 10}, pieces: {"+b.text+"}}")
					d := reach(s, "{arvn: operation+activity patrol, activity: {name: transport, at: before, origin: "+from+"}}", "destinations")
					var have, want []string
					for _, m := range d.Members {
						have = append(have, board().Zones[m].ID)
					}
					for to := range inOrder(b.transported(from, lines)) {
						want = append(want, to)
					}
					Expect(have).To(ConsistOf(want), "from %s", from)
				}
			})
		}
	}
})
