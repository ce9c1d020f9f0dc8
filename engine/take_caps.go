package engine

// This file indexes the caps of a Take by entry, so that the search for takes checks only those that apply.

import "math"

// capIndex is the list of caps of each entry, and of entries of each cap, both in order.
type capIndex struct {
	capsAt    []int32 // entry -> index of its first cap in caps; one more at the end
	caps      []int32
	entriesAt []int32 // cap -> index of its first entry in entries; one more at the end
	entries   []int32
	used      []int64 // by cap: pieces in take.now
	spent     int64   // cost of take.now
}

// capsOf returns the caps that cover an entry.
func (c *capIndex) capsOf(entry int) []int32 { return c.caps[c.capsAt[entry]:c.capsAt[entry+1]] }

// entriesOf returns the entries that a cap covers.
func (c *capIndex) entriesOf(cap int) []int32 { return c.entries[c.entriesAt[cap]:c.entriesAt[cap+1]] }

// cover computes the index. Caps of all zones come before those of single zones, which are sorted by zone like the entries.
func (d *Decision) cover() {
	t := &d.take
	c := &t.cover
	wide := 0 // caps of all zones
	for wide < len(t.caps) && t.caps[wide].zone < 0 {
		wide++
	}
	c.capsAt, c.caps, c.used = append(c.capsAt[:0], 0), c.caps[:0], grown(c.used, len(t.caps))
	c.entriesAt = grown(c.entriesAt, len(t.caps)+1)
	single := wide // the first cap of the entry's zone
	for i := range d.Entries {
		e := &d.Entries[i]
		for single < len(t.caps) && t.caps[single].zone < e.Zone {
			single++
		}
		add := func(k int) {
			if t.caps[k].covers(e) {
				c.caps = append(c.caps, int32(k))
				c.entriesAt[k+1]++
			}
		}
		for k := range wide {
			add(k)
		}
		for k := single; k < len(t.caps) && t.caps[k].zone == e.Zone; k++ {
			add(k)
		}
		c.capsAt = append(c.capsAt, int32(len(c.caps)))
	}
	for k := range t.caps {
		c.entriesAt[k+1] += c.entriesAt[k]
	}
	c.entries = grown(c.entries, len(c.caps))
	for i := range d.Entries {
		for _, k := range c.capsOf(i) {
			c.entries[c.entriesAt[k]+int32(c.used[k])] = int32(i)
			c.used[k]++
		}
	}
}

// grown returns a list of n zeros, in the memory of an earlier one if it is large enough.
func grown[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n)
	}
	list = list[:n]
	clear(list)
	return list
}

// reset clears take.now, and computes the pieces available from each position of the order on.
func (d *Decision) reset() {
	t := &d.take
	clear(t.now)
	clear(t.cover.used)
	t.cover.spent = 0
	t.rest = grown(t.rest, len(t.order)+1)
	for at := len(t.order) - 1; at >= 0; at-- {
		t.rest[at] = t.rest[at+1] + int64(d.Entries[t.order[at]].Available)
	}
}

// put sets the count of an entry in take.now to n.
func (d *Decision) put(entry int, n int64) {
	t := &d.take
	more := n - int64(t.now[entry])
	for _, k := range t.cover.capsOf(entry) {
		t.cover.used[k] += more
	}
	if len(d.Costs) > 0 {
		t.cover.spent += more * d.Costs[entry]
	}
	t.now[entry] = int32(n)
}

// roomNow is Room for take.now. It costs a step, plus one for each cap and each entry of an earlier tier.
func (d *Decision) roomNow(i int) int64 {
	t := &d.take
	caps := t.cover.capsOf(i)
	t.work += 1 + int64(len(caps))
	left := d.inTier(t.now, i)
	for _, k := range caps {
		left = min(left, t.caps[k].max-t.cover.used[k])
	}
	if len(d.Costs) > 0 && d.Costs[i] > 0 {
		left = min(left, (d.Budget-t.cover.spent)/d.Costs[i])
	}
	return max(left, 0)
}

// inTier returns the remaining pieces of entry i, or 0 while there are pieces of an earlier tier in its zone.
func (d *Decision) inTier(counts []int32, i int) int64 {
	t := &d.take
	if t.tier[i] > 0 {
		for j := range d.beside(i) {
			t.work++
			if t.tier[j] >= 0 && t.tier[j] < t.tier[i] && counts[j] < d.Entries[j].Available {
				return 0
			}
		}
	}
	return int64(d.Entries[i].Available - counts[i])
}

// beside iterates over the entries in the zone of entry i, which are contiguous.
func (d *Decision) beside(i int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		from := i
		for from > 0 && d.Entries[from-1].Zone == d.Entries[i].Zone {
			from--
		}
		for j := from; j < len(d.Entries) && d.Entries[j].Zone == d.Entries[i].Zone; j++ {
			if !yield(j) {
				return
			}
		}
	}
}

// payTake charges the cost of the search for takes.
func (s *State) payTake() {
	t := &s.dec.take
	s.spend(t.work / stepOps)
	t.work = 0
}

// ceiling returns an upper bound of the total of a take. Each cap limits the entries that no earlier cap covers; the bound is the least over all
// choices of the first cap.
func (d *Decision) ceiling() int64 {
	t := &d.take
	c := &t.cover
	all, left := int64(0), int64(0)
	owns := make([]int64, len(t.caps)) // pieces of the entries whose first cap it is
	for i := range d.Entries {
		n := int64(d.Entries[i].Available)
		if all += n; len(c.capsOf(i)) > 0 {
			owns[c.capsOf(i)[0]] += n
		} else {
			left += n
		}
	}
	sum := int64(0)
	for k := range t.caps {
		sum += min(owns[k], t.caps[k].max)
	}
	bound := all
	lost := make([]int64, len(t.caps)) // pieces that each cap loses to the first
	for first := range t.caps {
		with, mine := sum-min(owns[first], t.caps[first].max), int64(0)
		for _, i := range c.entriesOf(first) {
			mine += int64(d.Entries[i].Available)
			if k := c.capsOf(int(i))[0]; int(k) != first {
				with -= min(owns[k]-lost[k], t.caps[k].max)
				lost[k] += int64(d.Entries[i].Available)
				with += min(owns[k]-lost[k], t.caps[k].max)
			}
		}
		for _, i := range c.entriesOf(first) {
			lost[c.capsOf(int(i))[0]] = 0
		}
		t.work += int64(len(c.entriesOf(first)))
		bound = min(bound, with+min(mine, t.caps[first].max)+left)
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
