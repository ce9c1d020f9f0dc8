package engine

// This file is the arithmetic of Take: how many pieces of each kind may be taken together under caps, tiers and a
// budget.

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// maxSearch bounds the search for the greatest take. Within it the bounds of a Take are exact; caps that overlap in ways
// that need a longer search may yield a smaller maximum (and so a smaller minimum), never one that cannot be reached.
const maxSearch = 20000

// taking is what limits a Take beside the entries.
type taking struct {
	caps  []takeCap
	tier  []int8  // of each entry, -1: bound by none
	order []int32 // entries in the order the search takes them: lower tiers and lower costs first
	now   []int32
	best  []int32
	steps int
	limit int64 // the maximum, whatever the entries allow

	tiered bool
}

// takeCap limits the pieces of a filter.
type takeCap struct {
	filter int64
	wide   []int64 // words of the filter, where filters are wide
	zone   int32   // -1: in all zones together
	max    int64
	index  int32 // of DecisionDef.Caps
}

func (c *takeCap) covers(e *Entry) bool {
	if c.wide != nil {
		return (c.zone < 0 || c.zone == e.Zone) && value.HasBit(c.wide, int64(e.Class))
	}
	return (c.zone < 0 || c.zone == e.Zone) && value.Has(c.filter, int64(e.Class))
}

// caps evaluates the caps of a Take; those for each zone are spread out later.
func (s *State) caps(d *decision) {
	t := &s.dec.take
	t.caps = t.caps[:0]
	for i, c := range d.caps {
		k := takeCap{filter: c.filter(s), zone: -1, max: max(c.max(s), 0), index: int32(i)}
		if n := s.g.classWords; n > 1 {
			k.wide = append(make([]int64, 0, n), s.bitsOf(k.filter, n)...)
		}
		if c.each {
			k.zone = -2
		}
		t.caps = append(t.caps, k)
	}
}

// classBits are the words of a filter, in as many words as there can be, without what is no class.
func (s *State) classBits(filter int64) (out [def.MaxClasses / def.WordBits]uint64) {
	if s.g.classWords == 1 {
		out[0] = uint64(filter) & s.g.allClasses
		return out
	}
	for i, w := range s.bitsOf(filter, s.g.classWords) {
		out[i] = uint64(w) & value.Mask(max(s.g.nclass-i*def.WordBits, 0))
	}
	return out
}

// takeDomain lists the entries of a Take and computes its bounds.
func (s *State) takeDomain(d *decision, lo, hi int64) {
	dec := &s.dec
	t := &dec.take
	if d.caps == nil {
		t.caps = t.caps[:0]
	}
	filter := s.classBits(d.filter(s))
	var tiers [maxTiers]int64
	for i, f := range d.tiers {
		tiers[i] = f(s)
	}
	t.tier, t.tiered = t.tier[:0], len(d.tiers) > 0
	c := d.domain.begin(s)
	seen := 0
	for z, ok := d.domain.next(s, &c); ok; z, ok = d.domain.next(s, &c) {
		if uint64(z) >= uint64(len(s.g.def.Zones)) {
			continue
		}
		each := t.caps
		for i := range each {
			if each[i].zone == -2 {
				t.caps = append(t.caps, takeCap{filter: each[i].filter, wide: each[i].wide, zone: int32(z), max: each[i].max, index: each[i].index})
			}
		}
		standing := s.counts[int(z)*s.g.nclass:][:s.g.nclass]
		for w, set := range filter {
			for ; set != 0; set &= set - 1 {
				class := w*def.WordBits + bits.TrailingZeros64(set)
				if standing[class] > 0 {
					seen++
					s.entry(d, &tiers, z, class)
				}
			}
		}
	}
	if rec := s.g.cover; rec != nil {
		rec.filter(d.def.Node, len(dec.Entries), seen)
	}
	if d.result > 0 && len(dec.Entries) > int(d.def.Entries) {
		s.fail(s.node, "decision %s: more than %d kinds of pieces to take", d.def.Name, d.def.Entries)
	}
	if d.cost != nil && dec.Budget < 0 { // a debt buys nothing, not even what is free
		dec.Entries, dec.Costs, t.tier = dec.Entries[:0], dec.Costs[:0], t.tier[:0]
	}
	n := 0
	for _, k := range t.caps {
		if k.zone != -2 {
			t.caps[n] = k
			n++
		}
	}
	t.caps = t.caps[:n]
	dec.prepare()
	hi = max(hi, 0)
	t.limit = hi
	hi = min(hi, dec.greatest(hi))
	dec.Min, dec.Max = small(max(0, min(lo, hi))), small(hi)
}

// entry adds the pieces of a class in a zone if its conditions hold.
func (s *State) entry(d *decision, tiers *[maxTiers]int64, z int64, class int) {
	dec, v := &s.dec, z<<8|int64(class)
	s.bound[d.def.Bind] = v
	if !allOf(s, d.where) {
		return
	}
	if d.cost != nil {
		dec.Costs = append(dec.Costs, s.costOf(d, v))
	}
	dec.Entries = append(dec.Entries, Entry{Zone: int32(z), Class: int32(class), Available: int32(s.counts[int(z)*s.g.nclass+class])})
	tier := int8(-1)
	for i := range d.tiers {
		if s.has(tiers[i], int64(class), s.g.classWords) {
			tier = int8(i)
			break
		}
	}
	dec.take.tier = append(dec.take.tier, tier)
}

// prepare orders the entries for the search.
func (d *Decision) prepare() {
	t := &d.take
	n := len(d.Entries)
	t.order, t.now, t.best = t.order[:0], t.now[:0], t.best[:0]
	for i := 0; i < n; i++ {
		t.order = append(t.order, int32(i))
		t.now, t.best = append(t.now, 0), append(t.best, 0)
		for j := i; j > 0 && d.before(t.order[j], t.order[j-1]); j-- {
			t.order[j], t.order[j-1] = t.order[j-1], t.order[j]
		}
	}
}

func (d *Decision) before(i, j int32) bool {
	if a, b := d.take.tier[i], d.take.tier[j]; a != b {
		return a < b
	}
	return len(d.Costs) > 0 && d.Costs[i] < d.Costs[j]
}

// Room returns how many more pieces of entry i fit into a take with counts so far, by availability, tiers, caps and
// budget. The total is not looked at.
func (d *Decision) Room(counts []int32, i int) int64 {
	if len(counts) != len(d.Entries) || uint(i) >= uint(len(d.Entries)) || len(d.take.tier) != len(d.Entries) {
		return 0
	}
	return d.room(counts, i)
}

func (d *Decision) room(counts []int32, i int) int64 {
	t := &d.take
	e := &d.Entries[i]
	left := int64(e.Available - counts[i])
	if t.tier[i] > 0 {
		for j := range d.Entries {
			if d.Entries[j].Zone == e.Zone && t.tier[j] >= 0 && t.tier[j] < t.tier[i] && counts[j] < d.Entries[j].Available {
				return 0
			}
		}
	}
	for k := range t.caps {
		c := &t.caps[k]
		if !c.covers(e) {
			continue
		}
		free := c.max
		for j := range d.Entries {
			if counts[j] > 0 && c.covers(&d.Entries[j]) {
				free -= int64(counts[j])
			}
		}
		left = min(left, free)
	}
	if len(d.Costs) > 0 && d.Costs[i] > 0 {
		free := d.Budget
		for j, n := range counts {
			free -= int64(n) * d.Costs[j]
		}
		left = min(left, free/d.Costs[i])
	}
	return max(left, 0)
}

// Least appends a legal answer with Min pieces to dst.
func (d *Decision) Least(dst []int32) []int32 {
	if d.Obliged {
		return append(dst, d.obliged.least...)
	}
	d.greatest(int64(d.Min))
	return append(dst, d.take.best...)
}

// flaw is what is wrong with the answer to a Take.
type flaw struct {
	kind flawKind
	at   int // entry, -1: none in particular
	cap  int32
	why  string
}

type flawKind int8

const (
	noFlaw flawKind = iota
	ofEntry
	tooFew
	tooMany
	tooDear
	outOfTier
	overCap
)

// flaw finds what is wrong with counts. What the bounds say comes before what limits single kinds of pieces.
func (d *Decision) flaw(counts []int32) flaw {
	t := &d.take
	if len(counts) != len(d.Entries) {
		return flaw{ofEntry, -1, 0, "the answer must have a count for each entry"}
	}
	total, cost := int64(0), int64(0)
	lo, hi := d.bounds()
	for i, n := range counts {
		if n < 0 || n > d.Entries[i].Available {
			return flaw{ofEntry, i, 0, "there are not as many pieces"}
		}
		total += int64(n)
		if len(d.Costs) > 0 {
			cost += int64(n) * d.Costs[i]
		}
	}
	switch {
	case total < int64(lo):
		return flaw{tooFew, -1, 0, fmt.Sprintf("%d pieces are too few, it must be %d at least", total, lo)}
	case total > t.limit:
		return flaw{tooMany, -1, 0, fmt.Sprintf("%d pieces are too many, it must be %d at most", total, t.limit)}
	case len(d.Costs) > 0 && cost > d.Budget:
		return flaw{tooDear, -1, 0, fmt.Sprintf("the cost of %d is more than the budget of %d", cost, d.Budget)}
	}
	for i, n := range counts {
		if n == 0 {
			continue
		}
		for j := range counts {
			if t.tier[j] >= 0 && t.tier[j] < t.tier[i] && d.Entries[j].Zone == d.Entries[i].Zone && counts[j] < d.Entries[j].Available {
				return flaw{outOfTier, i, 0, "pieces of an earlier tier come first"}
			}
		}
	}
	for k := range t.caps {
		sum, at := int64(0), -1
		for j, n := range counts {
			if n > 0 && t.caps[k].covers(&d.Entries[j]) {
				sum, at = sum+int64(n), j
			}
		}
		if sum > t.caps[k].max {
			return flaw{overCap, at, t.caps[k].index, fmt.Sprintf("%d pieces of a group are too many, it must be %d at most", sum, t.caps[k].max)}
		}
	}
	if total > int64(hi) { // a search that was given up found no more
		return flaw{tooMany, -1, 0, fmt.Sprintf("%d pieces are too many, it must be %d at most", total, hi)}
	}
	return flaw{at: -1}
}

// greatest finds the greatest total up to most, and leaves a take that has it in take.best.
func (d *Decision) greatest(most int64) int64 {
	t := &d.take
	clear(t.now)
	clear(t.best)
	bound := min(most, d.ceiling())
	if len(t.caps) == 0 && len(d.Costs) == 0 && !t.tiered {
		left := bound
		for i := range d.Entries {
			n := min(left, int64(d.Entries[i].Available))
			t.best[i] = int32(n)
			left -= n
		}
		return bound
	}
	best := int64(0)
	t.steps = maxSearch
	d.search(0, 0, bound, &best)
	return best
}

// ceiling bounds the total of a take from above: every cap is used for the entries that no earlier cap covers.
func (d *Decision) ceiling() int64 {
	t := &d.take
	all := int64(0)
	for i := range d.Entries {
		all += int64(d.Entries[i].Available)
	}
	bound := all
	for first := range t.caps {
		left, sum := all, int64(0)
		for k := -1; k < len(t.caps); k++ {
			at := k
			if k == first {
				continue
			}
			if k < 0 {
				at = first
			}
			n := int64(0)
			for i := range d.Entries {
				if t.caps[at].covers(&d.Entries[i]) && !d.coveredBefore(i, first, k) {
					n += int64(d.Entries[i].Available)
				}
			}
			left -= n
			sum += min(n, t.caps[at].max)
		}
		bound = min(bound, sum+left)
	}
	if len(d.Costs) > 0 {
		free, least := int64(0), int64(math.MaxInt64)
		for i, c := range d.Costs {
			if c == 0 {
				free += int64(d.Entries[i].Available)
			} else {
				least = min(least, c)
			}
		}
		bound = min(bound, free+min(d.Budget/least, all))
	}
	return bound
}

// coveredBefore reports whether entry i counts under cap first or one of the caps before k.
func (d *Decision) coveredBefore(i, first, k int) bool {
	if k < 0 {
		return false
	}
	if d.take.caps[first].covers(&d.Entries[i]) {
		return true
	}
	return slices.ContainsFunc(d.take.caps[:k], func(c takeCap) bool { return c.covers(&d.Entries[i]) })
}

// search extends take.now from the at-th entry of the order; it stops when bound is reached.
func (d *Decision) search(at int, total, bound int64, best *int64) {
	t := &d.take
	if total > *best {
		*best = total
		copy(t.best, t.now)
	}
	rest := int64(0)
	for _, i := range t.order[at:] {
		rest += int64(d.Entries[i].Available)
	}
	if t.steps--; total+rest <= *best {
		return
	}
	i := t.order[at]
	most := min(d.room(t.now, int(i)), bound-total)
	for n := most; n >= 0 && *best < bound && t.steps >= 0; n-- {
		t.now[i] = int32(n)
		d.search(at+1, total+n, bound, best)
	}
}

// single reports whether there is only one take with total pieces; best holds it.
func (d *Decision) single(total int64) bool {
	t := &d.take
	if d.greatest(total) != total {
		return false
	}
	all := int64(0)
	for i := range d.Entries {
		all += int64(d.Entries[i].Available)
	}
	if total == all {
		return true
	}
	clear(t.now)
	t.steps = maxSearch
	return d.exact(0, total, 2) == 1 && t.steps >= 0
}

// exact counts takes with left more pieces, up to most.
func (d *Decision) exact(at int, left int64, most int) int {
	t := &d.take
	if left == 0 {
		return 1
	}
	rest := int64(0)
	for _, i := range t.order[at:] {
		rest += int64(d.Entries[i].Available)
	}
	if t.steps--; t.steps < 0 || rest < left {
		return 0
	}
	i, found := t.order[at], 0
	for n := min(d.room(t.now, int(i)), left); n >= 0 && found < most; n-- {
		t.now[i] = int32(n)
		found += d.exact(at+1, left-n, most-found)
	}
	return found
}
