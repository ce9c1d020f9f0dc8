package value

// This file finds values that occur often.

import "rulebound/engine/def"

// Tally finds the values from 0 to 63 that occur at least Often times.
type Tally struct {
	Often int64
	Set   int64 // the values found
	seen  [64]int32
}

// Add counts an occurrence of v.
func (t *Tally) Add(v int64) {
	if uint64(v) >= 64 {
		return
	}
	if t.seen[v]++; int64(t.seen[v]) == t.Often {
		t.Set |= 1 << uint(v)
	}
}

// WideTally is Tally for a wide set, which the caller stores.
type WideTally struct {
	seen  map[int64]int64 // number of occurrences; nil if often is 1
	often int64
	below int64 // exclusive upper bound of the values
}

// NewWideTally returns a tally for sets of the given number of words. A value is found at its often-th occurrence.
func NewWideTally(words int, often int64) WideTally {
	c := WideTally{often: max(often, 1), below: int64(words) * def.WordBits}
	if c.often > 1 {
		c.seen = map[int64]int64{}
	}
	return c
}

// Completes counts an occurrence of v and reports whether it is the often-th. If often is 1 it always returns true.
func (c *WideTally) Completes(v int64) bool {
	if c.seen == nil {
		return true
	}
	if uint64(v) >= uint64(c.below) {
		return false
	}
	c.seen[v]++
	return c.seen[v] == c.often
}
