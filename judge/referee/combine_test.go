package referee

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Each combination with an allowed sum is returned once, the cheapest first. The result is compared with that of nested
// loops.
func TestAllCombinationsAreEnumerated(t *testing.T) {
	gen := rand.New(rand.NewPCG(1, 2))
	for round := range 300 {
		c := &combination{min: gen.IntN(4)}
		c.max = c.min + gen.IntN(4)
		for range 1 + gen.IntN(4) {
			var list []choice
			for n := range 1 + gen.IntN(4) {
				list = append(list, choice{n, gen.IntN(5)})
			}
			c.add(list...)
		}
		if gen.IntN(2) == 0 {
			members := gen.Perm(len(c.lists))[:1+gen.IntN(len(c.lists))]
			c.groups = append(c.groups, group{members: members, want: gen.IntN(4)})
		}
		sum := 0
		for _, l := range c.lists {
			sum += l[0].n
		}
		asIs := sum >= c.min && sum <= c.max // the cheapest combination has an allowed sum, so its price is unchanged
		want := map[string]int{}
		var all func(counts []int, sum, price int)
		all = func(counts []int, sum, price int) {
			if i := len(counts); i < len(c.lists) {
				for _, x := range c.lists[i] {
					all(append(slices.Clone(counts), x.n), sum+x.n, price+x.price)
				}
				return
			}
			if sum < c.min || sum > c.max {
				return
			}
			for _, g := range c.groups {
				is, most := 0, 0
				for _, i := range g.members {
					is += counts[i]
					most += slices.MaxFunc(c.lists[i], func(a, b choice) int { return a.n - b.n }).n
				}
				if asIs = false; is != min(g.want, most) {
					return
				}
			}
			want[fmt.Sprint(counts)] = price
		}
		all(nil, 0, 0)
		last := -1 << 30
		c.each(1000, func(counts []int, price int) {
			key := fmt.Sprint(counts)
			is, ok := want[key]
			if !ok || asIs && is != price || price < last {
				t.Errorf("round %d: %s for %d after %d is given, by loops %t for %d", round, key, price, last, ok, is)
			}
			last = price
			delete(want, key)
		})
		if len(want) > 0 || c.cut {
			t.Errorf("round %d: %v are not given", round, want)
		}
	}
}

// A truncated enumeration is marked as such.
func TestEnumerationOfCombinationsIsBounded(t *testing.T) {
	for most, cut := range map[int]bool{1: true, 8: true, 9: false, 10: false} {
		c, given := &combination{max: 9}, 0
		for range 2 {
			c.add(choice{0, 0}, choice{1, 1}, choice{2, 2})
		}
		if c.each(most, func([]int, int) { given++ }); given != min(most, 9) || c.cut != cut {
			t.Errorf("%d of at most %d are given, cut %t", given, most, c.cut)
		}
	}
	c := &combination{max: 9, lists: [][]choice{{{0, 0}}, {}}}
	c.each(9, func(counts []int, _ int) { t.Errorf("%v where there is nothing to choose", counts) })
}
