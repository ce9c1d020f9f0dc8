package referee

// This file goes through combinations of independent choices, the cheapest first.

import (
	"cmp"
	"container/heap"
	"slices"
)

// choice is a number with its price.
type choice struct{ n, price int }

// combination is a number for each of several things, which come to min at least and max at most.
type combination struct {
	min, max int
	lists    [][]choice // each cheapest first
	cut      bool       // not all were gone through
}

// maxVectors bounds the combinations that are looked at, whatever they come to.
const maxVectors = 4000

func (c *combination) add(list ...choice) {
	slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(a.price, b.price) })
	c.lists = append(c.lists, list)
}

// vector is a combination: the place in each list, what it comes to and costs, and which list was moved on last.
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

// each gives combinations until most have been given or there are no more.
func (c *combination) each(most int, give func(counts []int, price int)) {
	first := &vector{at: make([]uint8, len(c.lists))}
	for _, l := range c.lists {
		if len(l) == 0 {
			return
		}
		first.sum += l[0].n
		first.price += l[0].price
	}
	c.reach(first)
	queue := &vectors{first}
	counts := make([]int, len(c.lists))
	seen, given := 0, 0
	for queue.Len() > 0 {
		v := heap.Pop(queue).(*vector)
		if v.sum >= c.min && v.sum <= c.max {
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
			next := &vector{at: slices.Clone(v.at), last: i, order: v.order*8 + i}
			next.at[i]++
			next.sum = v.sum + l[k].n - l[k-1].n
			next.price = v.price + l[k].price - l[k-1].price
			next.order = seen*256 + i
			heap.Push(queue, next)
		}
	}
}

// reach makes dearer numbers cheap where the cheapest of all together are too few or too many, until they are not: what must be
// deviated from costs the same wherever it is.
func (c *combination) reach(v *vector) {
	for round := 0; round < 256 && (v.sum < c.min || v.sum > c.max); round++ {
		up := v.sum < c.min
		best, gain := -1, 0
		for i, l := range c.lists {
			now := l[0]
			for _, x := range l[1:] {
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
		k := slices.IndexFunc(l, func(x choice) bool { return x.n == want })
		chosen := l[k]
		copy(l[1:k+1], l[:k])
		l[0] = chosen
		for j := range l[1:] {
			l[j+1].price = max(l[j+1].price, chosen.price)
		}
	}
}
