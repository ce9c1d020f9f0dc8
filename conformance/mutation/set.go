// This file holds sets of scenarios.

package mutation

import "slices"

// set is a set of scenarios by their place in the baseline. The zero value is empty.
type set []uint64

func (s *set) add(i int) {
	for len(*s) <= i/64 {
		*s = append(*s, 0)
	}
	(*s)[i/64] |= 1 << (i % 64)
}

// join adds the members of o and tells whether that were new ones.
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

// common gives the members that are in both.
func (s set) common(o set) set {
	out := slices.Clone(s[:min(len(s), len(o))])
	for i := range out {
		out[i] &= o[i]
	}
	return out
}

func (s set) has(i int) bool { return i/64 < len(s) && s[i/64]>>(i%64)&1 == 1 }

func (s set) empty() bool { return !slices.ContainsFunc(s, func(w uint64) bool { return w != 0 }) }
