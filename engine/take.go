package engine

// This file computes takes: how many pieces of each kind may be taken together under caps, tiers and a budget.

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// maxSearch bounds the steps of the search for the greatest take. Within it the bounds of a Take are exact. Overlapping caps that need a longer
// search may yield a smaller maximum (and so a smaller minimum), but never an unreachable one.
const maxSearch = 20000

// takeScratch is the scratch data of a Take: its limits apart from the entries, and the search for takes.
type takeScratch struct {
	caps  []takeCap
	tier  []int8  // of each entry, -1: none
	order []int32 // entries in search order: lower tiers and lower costs first
	now   []int32
	best  []int32
	rest  []int64 // by position in order: available pieces from there on
	cover capIndex
	steps int
	work  int64 // of the search, in operators, not charged yet
	limit int64 // the maximum, ignoring the entries

	tiered bool
}

// takeCap limits the number of pieces of a filter.
type takeCap struct {
	filter int64
	wide   []int64 // words of the filter if filters are wide
	zone   int32   // -1: in all zones together
	max    int64
	index  int32 // index into DecisionDef.Caps
}

// spread reports whether a cap applies to each zone separately and is not yet replaced by caps of single zones.
func (c takeCap) spread() bool { return c.zone == -2 }

func (c *takeCap) covers(e *Entry) bool {
	if c.wide != nil {
		return (c.zone < 0 || c.zone == e.Zone) && value.HasBit(c.wide, int64(e.Class))
	}
	return (c.zone < 0 || c.zone == e.Zone) && value.Has(c.filter, int64(e.Class))
}

// caps evaluates the caps of a Take; takeDomain replaces those for each zone by caps of single zones.
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

// classBits returns the words of a filter, padded to the greatest length, without bits that are not a class.
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
	pieces := d.filter(s)
	filter := s.classBits(pieces)
	var tiers [maxTiers]int64
	for i, f := range d.tiers {
		tiers[i] = f(s)
	}
	t.tier, t.tiered = t.tier[:0], len(d.tiers) > 0
	c := d.domain.begin(s)
	seen, caps := 0, len(t.caps)
	if d.domain.list == nil && !slices.ContainsFunc(t.caps, takeCap.spread) { // a zone without such pieces costs as much as a visit
		here := c.set & int64(s.holding(pieces))
		s.spend(d.domain.price * value.Size(c.set&^here))
		c.set = here
	}
	for z, ok := d.domain.next(s, &c); ok; z, ok = d.domain.next(s, &c) {
		if uint64(z) >= uint64(len(s.g.def.Zones)) {
			continue
		}
		for i := range caps {
			if k := t.caps[i]; k.spread() {
				s.spend(1)
				k.zone = int32(z)
				t.caps = append(t.caps, k)
			}
		}
		standing := s.counts[int(z)*s.g.nclass:][:s.g.nclass]
		for w := range s.g.classWords {
			set := filter[w]
			if s.g.classWords == 1 {
				set &= uint64(s.here[z])
			}
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
	if d.cost != nil && dec.Budget < 0 { // a debt buys nothing, not even free pieces
		dec.Entries, dec.Costs, t.tier = dec.Entries[:0], dec.Costs[:0], t.tier[:0]
	}
	n := 0
	for _, k := range t.caps {
		if !k.spread() {
			t.caps[n] = k
			n++
		}
	}
	t.caps = t.caps[:n]
	s.spend(int64(len(dec.Entries)*(1+caps)) / stepOps)
	dec.prepare()
	hi = max(hi, 0)
	t.limit = hi
	hi = min(hi, dec.greatest(hi))
	s.payTake()
	dec.Min, dec.Max = small(max(0, min(lo, hi))), small(hi)
}

// entry adds an entry for the pieces of a class in a zone if its conditions hold.
func (s *State) entry(d *decision, tiers *[maxTiers]int64, z int64, class int) {
	dec, v := &s.dec, z<<8|int64(class)
	s.bound[d.def.Bind] = v
	s.spend(d.domain.price)
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

// prepare sorts the entries for the search, and indexes the caps that cover them.
func (d *Decision) prepare() {
	t := &d.take
	n := len(d.Entries)
	t.order, t.now, t.best = t.order[:0], grown(t.now, n), grown(t.best, n)
	for i := range n {
		t.order = append(t.order, int32(i))
	}
	if t.tiered || len(d.Costs) > 0 {
		slices.SortStableFunc(t.order, d.compare)
	}
	d.cover()
}

// compare compares two entries by tier, then cost.
func (d *Decision) compare(i, j int32) int {
	if c := cmp.Compare(d.take.tier[i], d.take.tier[j]); c != 0 || len(d.Costs) == 0 {
		return c
	}
	return cmp.Compare(d.Costs[i], d.Costs[j])
}

// Room returns how many more pieces of entry i can be added to counts under availability, tiers, caps and budget. It ignores the bounds of the
// total.
func (d *Decision) Room(counts []int32, i int) int64 {
	if len(counts) != len(d.Entries) || uint(i) >= uint(len(d.Entries)) || len(d.take.tier) != len(d.Entries) {
		return 0
	}
	t := &d.take
	left := d.inTier(counts, i)
	for _, k := range t.cover.capsOf(i) {
		free := t.caps[k].max
		for _, j := range t.cover.entriesOf(int(k)) {
			free -= int64(max(counts[j], 0))
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

// violation describes why an answer to a Take is illegal.
type violation struct {
	kind violationKind
	at   int // entry, -1: no particular one
	cap  int32
	why  string
}

type violationKind int8

const (
	noViolation violationKind = iota
	ofEntry
	tooFew
	tooMany
	tooDear
	outOfTier
	overCap
)

// violation finds the first violation of counts: bounds of the total come before limits on single kinds of pieces.
func (d *Decision) violation(counts []int32) violation {
	t := &d.take
	if len(counts) != len(d.Entries) {
		return violation{ofEntry, -1, 0, "the answer must have a count for each entry"}
	}
	total, cost := int64(0), int64(0)
	lo, hi := d.bounds()
	for i, n := range counts {
		if n < 0 || n > d.Entries[i].Available {
			return violation{ofEntry, i, 0, "there are not as many pieces"}
		}
		total += int64(n)
		if len(d.Costs) > 0 {
			cost += int64(n) * d.Costs[i]
		}
	}
	switch {
	case total < int64(lo):
		return violation{tooFew, -1, 0, fmt.Sprintf("%d pieces are too few, it must be %d at least", total, lo)}
	case total > t.limit:
		return violation{tooMany, -1, 0, fmt.Sprintf("%d pieces are too many, it must be %d at most", total, t.limit)}
	case len(d.Costs) > 0 && cost > d.Budget:
		return violation{tooDear, -1, 0, fmt.Sprintf("the cost of %d is more than the budget of %d", cost, d.Budget)}
	}
	for i, n := range counts {
		if n == 0 {
			continue
		}
		for j := range d.beside(i) {
			if t.tier[j] >= 0 && t.tier[j] < t.tier[i] && counts[j] < d.Entries[j].Available {
				return violation{outOfTier, i, 0, "pieces of an earlier tier come first"}
			}
		}
	}
	for k := range t.caps {
		sum, at := int64(0), -1
		for _, j := range t.cover.entriesOf(k) {
			if n := counts[j]; n > 0 {
				sum, at = sum+int64(n), int(j)
			}
		}
		if sum > t.caps[k].max {
			return violation{overCap, at, t.caps[k].index, fmt.Sprintf("%d pieces of a group are too many, it must be %d at most", sum, t.caps[k].max)}
		}
	}
	if total > int64(hi) { // only if the search was given up
		return violation{tooMany, -1, 0, fmt.Sprintf("%d pieces are too many, it must be %d at most", total, hi)}
	}
	return violation{at: -1}
}

// greatest returns the greatest total up to most, and leaves a take with that total in take.best.
func (d *Decision) greatest(most int64) int64 {
	t := &d.take
	d.reset()
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

// search extends take.now from position at of the order; it stops when bound is reached.
func (d *Decision) search(at int, total, bound int64, best *int64) {
	t := &d.take
	if total > *best {
		*best = total
		copy(t.best, t.now)
	}
	if t.steps--; total+t.rest[at] <= *best {
		return
	}
	i := int(t.order[at])
	most := min(d.roomNow(i), bound-total)
	for n := most; n >= 0 && *best < bound && t.steps >= 0; n-- {
		d.put(i, n)
		d.search(at+1, total+n, bound, best)
	}
}

// single reports whether there is only one take with total pieces, which is left in take.best.
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
	d.reset()
	t.steps = maxSearch
	return d.exact(0, total, 2) == 1 && t.steps >= 0
}

// exact counts the takes with left more pieces, up to most.
func (d *Decision) exact(at int, left int64, most int) int {
	t := &d.take
	if left == 0 {
		return 1
	}
	if t.steps--; t.steps < 0 || t.rest[at] < left {
		return 0
	}
	i, found := int(t.order[at]), 0
	for n := min(d.roomNow(i), left); n >= 0 && found < most; n-- {
		d.put(i, n)
		found += d.exact(at+1, left-n, most-found)
	}
	return found
}
