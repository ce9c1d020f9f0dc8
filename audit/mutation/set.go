// This file implements bit sets of any size: of scenarios by their index in the baseline, of zones and of piece classes.

package mutation

import (
	"math/bits"
	"slices"
)

// set is a set of numbers from 0. The zero value is empty.
type set []uint64

func (s *set) add(i int) {
	for len(*s) <= i/64 {
		*s = append(*s, 0)
	}
	(*s)[i/64] |= 1 << (i % 64)
}

// join adds the members of o and reports whether any of them is new.
func (s *set) join(o set) bool {
	grown := false
	for len(*s) < len(o) {
		*s = append(*s, 0)
	}
	for i, w := range o {
		grown = grown || w&^(*s)[i] != 0
		(*s)[i] |= w
	}
	return grown
}

// common returns the intersection.
func (s set) common(o set) set {
	out := slices.Clone(s[:min(len(s), len(o))])
	for i := range out {
		out[i] &= o[i]
	}
	return out
}

func (s set) has(i int) bool { return i/64 < len(s) && s[i/64]>>(i%64)&1 == 1 }

func (s set) empty() bool { return !slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }

// without returns the difference.
func (s set) without(o set) set {
	out := slices.Clone(s)
	for i := range min(len(s), len(o)) {
		out[i] &^= o[i]
	}
	return out
}

// in reports whether o is a superset.
func (s set) in(o set) bool { return s.without(o).empty() }

// is reports whether the sets are equal.
func (s set) is(o set) bool { return s.in(o) && o.in(s) }

// meets reports whether the sets intersect.
func (s set) meets(o set) bool { return !s.common(o).empty() }

// size returns the number of members.
func (s set) size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// members returns the members, ascending.
func (s set) members() []int64 {
	var out []int64
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			out = append(out, int64(i*64+bits.TrailingZeros64(w)))
		}
	}
	return out
}
