package referee

// This file enumerates combinations of independent choices, the cheapest first.

import (
	"cmp"
	"container/heap"
	"slices"
)

// choice is a number with its price.
type choice struct{ n, price int }

// combination chooses a number for each of several things, with a sum from min to max.
type combination struct {
	min, max int
	lists    [][]choice // each cheapest first
	groups   []group    // things with a sum of their own
	cut      bool       // the enumeration was incomplete
}

// group is a subset of the things of a combination, and the range of its sum, if that is possible.
type group struct {
	members []int
	want    int
}

// maxVectors limits the combinations that are examined, with any sum.
const maxVectors = 4000

func (c *combination) add(list ...choice) {
	slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(a.price, b.price) })
	c.lists = append(c.lists, list)
}

// vector is a combination: the index into each list, sum and price, and the list that was advanced last.
type vector struct {
	at         []uint8
	sum, price int
	last       int
	order      int
}

type vectors []*vector

func (v vectors) Len() int { return len(v) }
func (v vectors) Less(i, j int) bool {
	if v[i].price != v[j].price {
		return v[i].price < v[j].price
	}
	return v[i].order < v[j].order
}
func (v vectors) Swap(i, j int) { v[i], v[j] = v[j], v[i] }
func (v *vectors) Push(x any)   { *v = append(*v, x.(*vector)) }
func (v *vectors) Pop() any {
	old := *v
	x := old[len(old)-1]
	*v = old[:len(old)-1]
	return x
}

// each passes at most that many combinations to give.
func (c *combination) each(most int, give func(counts []int, price int)) {
	first := &vector{at: make([]uint8, len(c.lists))}
	for _, l := range c.lists {
		if len(l) == 0 {
			return
		}
		first.sum += l[0].n
		first.price += l[0].price
	}
	for i := range c.groups {
		g := &c.groups[i]
		most := 0
		for _, k := range g.members {
			most += c.greatest(k)
		}
		g.want = min(g.want, most)
		c.reach(first, g.members, g.want, g.want)
	}
	all := make([]int, len(c.lists))
	for i := range all {
		all[i] = i
	}
	c.reach(first, all, c.min, c.max)
	ends := c.bounds()
	queue := &vectors{first}
	counts := make([]int, len(c.lists))
	seen, given := 0, 0
	for queue.Len() > 0 {
		v := heap.Pop(queue).(*vector)
		if v.sum >= c.min && v.sum <= c.max && c.grouped(v) {
			if given == most {
				c.cut = true
				return
			}
			given++
			for i, l := range c.lists {
				counts[i] = l[v.at[i]].n
			}
			give(counts, v.price)
		}
		if seen++; seen == maxVectors {
			c.cut = true
			return
		}
		for i := v.last; i < len(c.lists); i++ {
			l := c.lists[i]
			k := int(v.at[i]) + 1
			if k >= len(l) {
				continue
			}
			next := &vector{last: i, order: seen*256 + i, sum: v.sum + l[k].n - l[k-1].n, price: v.price + l[k].price - l[k-1].price}
			if !c.may(next.sum-l[k].n-ends[i+1].first, l[k:], ends[i+1]) {
				continue
			}
			next.at = slices.Clone(v.at)
			next.at[i]++
			heap.Push(queue, next)
		}
	}
}

// bound is the sum of the lists from one on: the least, the greatest, and that of their first numbers.
type bound struct{ least, most, first int }

// bounds returns the bounds of the lists from each one on.
func (c *combination) bounds() []bound {
	out := make([]bound, len(c.lists)+1)
	for i := len(c.lists) - 1; i >= 0; i-- {
		least, most := ends(c.lists[i])
		out[i] = bound{out[i+1].least + least, out[i+1].most + most, out[i+1].first + c.lists[i][0].n}
	}
	return out
}

// ends returns the least and the greatest number of a list.
func ends(list []choice) (least, most int) {
	least, most = list[0].n, list[0].n
	for _, x := range list[1:] {
		least, most = min(least, x.n), max(most, x.n)
	}
	return least, most
}

// may reports whether a sum from min to max is possible with the settled part, one of some numbers, and the lists after them.
func (c *combination) may(settled int, here []choice, after bound) bool {
	least, most := ends(here)
	return settled+least+after.least <= c.max && settled+most+after.most >= c.min
}

// greatest returns the greatest number of a thing.
func (c *combination) greatest(i int) int {
	most := 0
	for _, x := range c.lists[i] {
		most = max(most, x.n)
	}
	return most
}

// grouped reports whether each group has a permitted sum.
func (c *combination) grouped(v *vector) bool {
	for _, g := range c.groups {
		sum := 0
		for _, i := range g.members {
			sum += c.lists[i][v.at[i]].n
		}
		if sum != g.want {
			return false
		}
	}
	return true
}

// reach changes the preferred numbers of some things by single steps, the cheapest step first, until their sum is
// within its range. The unavoidable deviation then costs the same wherever it is made.
func (c *combination) reach(v *vector, of []int, least, most int) {
	sum := 0
	for _, i := range of {
		sum += c.lists[i][0].n
	}
	for round := 0; round < 256 && (sum < least || sum > most); round++ {
		up := sum < least
		best, gain := -1, 0
		for _, i := range of {
			now := c.lists[i][0]
			for _, x := range c.lists[i][1:] {
				if step := x.n - now.n; up && step == 1 || !up && step == -1 {
					if cost := x.price - now.price; best < 0 || cost < gain {
						best, gain = i, cost
					}
				}
			}
		}
		if best < 0 {
			return
		}
		l := c.lists[best]
		want := l[0].n - 1
		if up {
			want = l[0].n + 1
		}
		v.price += gain
		v.sum += want - l[0].n
		sum += want - l[0].n
		k := slices.IndexFunc(l, func(x choice) bool { return x.n == want })
		chosen := l[k]
		copy(l[1:k+1], l[:k])
		l[0] = chosen
		for j := range l[1:] {
			l[j+1].price = max(l[j+1].price, chosen.price)
		}
	}
}
