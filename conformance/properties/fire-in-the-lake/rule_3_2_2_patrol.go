// Rule 3.2.2: Patrol. A second implementation of the reach of a cube walks step by step over random boards and the
// facts of the map.

package fireinthelake

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"rulebound/conformance/kit"
)

// sprinkled is a random board, as the set-up of a scenario and for a walk over it.
type sprinkled struct {
	enemy map[string]bool
	own   map[string]bool
	text  string
}

// sprinkle puts two cubes of a type into each of up to 15 spaces and an enemy into a random share of all spaces.
func sprinkle(seed uint64, cube string) *sprinkled {
	r := rand.New(rand.NewPCG(seed, 322))
	b := &sprinkled{enemy: map[string]bool{}, own: map[string]bool{}}
	share := []float64{0, 0.1, 0.2, 0.35, 0.6}[seed%5]
	var pieces []string
	order := r.Perm(len(mapFacts))
	for n, i := range order {
		f := mapFacts[i]
		var here []string
		if n < 15 && f.id != "north-vietnam" {
			b.own[f.id] = true
			here = append(here, cube+": 2")
		}
		if r.Float64() < share {
			b.enemy[f.id] = true
			kinds := []string{"vc-guerrilla.underground: 1", "nva-troops: 1", "nva-guerrilla.active: 1"}
			here = append(here, kinds[r.IntN(len(kinds))])
		}
		if len(here) > 0 {
			pieces = append(pieces, f.id+": {"+strings.Join(here, ", ")+"}")
		}
	}
	b.text = strings.Join(pieces, ", ")
	return b
}

// nextTo lists the neighbours of a space by the facts of the map.
func nextTo(id string) []string {
	i := slices.IndexFunc(mapFacts, func(f spaceFact) bool { return f.id == id })
	return strings.Fields(mapFacts[i].neighbours)
}

// kindOf returns the kind of a space by the facts of the map.
func kindOf(id string) string {
	i := slices.IndexFunc(mapFacts, func(f spaceFact) bool { return f.id == id })
	return mapFacts[i].kind
}

// patrolled walks from a space by 3.2.2 and returns every space in which a cube may stop.
func (b *sprinkled) patrolled(from string) map[string]bool {
	ends := map[string]bool{}
	var walk func(at string)
	walk = func(at string) {
		for _, to := range nextTo(at) {
			if kindOf(to) == "province" || ends[to] {
				continue
			}
			ends[to] = true
			if !b.enemy[to] {
				walk(to)
			}
		}
	}
	walk(from)
	return ends
}

var _ = Describe("3.2.2 Patrol", kit.Clauses("3.2.2"), func() {
	seats := []struct{ seat, cube, card string }{{"us", "us-troops", "card-1"}, {"arvn", "arvn-troops", "card-68"}}
	for seed := range uint64(20) {
		who := seats[seed%2]
		It(fmt.Sprintf("lets cubes of %s reach what a walk reaches on random board %d", who.seat, seed), kit.Clauses("3.2.2-c", "3.2.2-d"), func() {
			b := sprinkle(seed, who.cube)
			setup := "{values: {arvnResources: 10}, deck: [" + who.card + ", card-66], pieces: {" + b.text + "}}"
			want := map[string][]string{}
			for from := range inOrder(b.own) {
				for to := range inOrder(b.patrolled(from)) {
					if to != from {
						want[to] = append(want[to], from)
					}
				}
			}
			d := reach(kit.Start(fitl, setup), "{"+who.seat+": operation patrol}", "destinations")
			var offered []string
			for _, m := range d.Members {
				offered = append(offered, board().Zones[m].ID)
			}
			var ends []string
			for to := range inOrder(want) {
				ends = append(ends, to)
			}
			Expect(offered).To(ConsistOf(ends))
			for _, to := range offered {
				d := reach(kit.Start(fitl, setup), "{"+who.seat+": operation patrol, destinations: {"+to+": {}}}", "moved")
				var have []string
				for _, e := range d.Entries {
					have = append(have, board().Zones[e.Zone].ID)
				}
				Expect(have).To(ConsistOf(want[to]), "to %s", to)
			}
		})
	}
})
