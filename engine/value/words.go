package value

// This file computes with wide sets, which have more than 64 possible members, as slices of words. Two sets may differ in length; missing
// words are 0. Functions without a result modify their first operand.

import (
	"math/bits"

	"rulebound/engine/def"
)

// HasBit reports whether v is a member of a set.
func HasBit(set []int64, v int64) bool {
	return v >= 0 && v>>6 < int64(len(set)) && uint64(set[v>>6])>>uint(v&63)&1 != 0
}

// SetBit adds v to a set; it ignores a v outside its words.
func SetBit(set []int64, v int64) {
	if v >= 0 && v>>6 < int64(len(set)) {
		set[v>>6] |= 1 << uint(v&63)
	}
}

// ClearBit removes v from a set.
func ClearBit(set []int64, v int64) {
	if v >= 0 && v>>6 < int64(len(set)) {
		set[v>>6] &^= 1 << uint(v&63)
	}
}

// Unite adds the members of a to dst, except those outside the words of dst.
func Unite(dst, a []int64) {
	for i := range min(len(dst), len(a)) {
		dst[i] |= a[i]
	}
}

// Intersect removes from dst the members that a lacks.
func Intersect(dst, a []int64) {
	n := min(len(dst), len(a))
	for i := range n {
		dst[i] &= a[i]
	}
	clear(dst[n:])
}

// Subtract removes the members of a from dst.
func Subtract(dst, a []int64) {
	for i := range min(len(dst), len(a)) {
		dst[i] &^= a[i]
	}
}

// Join applies the operator of a union, an intersection or a difference to dst.
func Join(op def.Op, dst, a []int64) {
	switch op {
	case def.OpUnion:
		Unite(dst, a)
	case def.OpInter:
		Intersect(dst, a)
	default:
		Subtract(dst, a)
	}
}

// Word returns word i of a set.
func Word(set []int64, i int) int64 {
	if i < len(set) {
		return set[i]
	}
	return 0
}

// EqualSets reports whether two sets have the same members.
func EqualSets(a, b []int64) bool {
	for i := range max(len(a), len(b)) {
		if Word(a, i) != Word(b, i) {
			return false
		}
	}
	return true
}

// IsSubset reports whether every member of a is a member of b.
func IsSubset(a, b []int64) bool {
	for i, w := range a {
		if w&^Word(b, i) != 0 {
			return false
		}
	}
	return true
}

// Overlap reports whether two sets have a member in common.
func Overlap(a, b []int64) bool {
	for i := range min(len(a), len(b)) {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// CountBits returns the number of members of a set.
func CountBits(set []int64) int64 {
	n := 0
	for _, w := range set {
		n += bits.OnesCount64(uint64(w))
	}
	return int64(n)
}

// NextBit returns the least member from v up, None if there is none.
func NextBit(set []int64, v int64) int64 {
	v = max(v, 0)
	for i := v >> 6; i < int64(len(set)); i++ {
		w := uint64(set[i])
		if i == v>>6 {
			w = w >> uint(v&63) << uint(v&63)
		}
		if w != 0 {
			return i<<6 + int64(bits.TrailingZeros64(w))
		}
	}
	return def.None
}

// NextCyclic returns the least member above v or, if there is none, the least member; None for the empty set.
func NextCyclic(set []int64, v int64) int64 {
	if later := NextBit(set, v+1); later != def.None {
		return later
	}
	return NextBit(set, 0)
}

// Fill adds lo to hi to a set.
func Fill(set []int64, lo, hi int64) {
	for i := range set {
		from := int64(i) * def.WordBits
		set[i] |= Interval(lo-from, hi-from)
	}
}

// Clip removes the members n and above.
func Clip(set []int64, n int) {
	for i := range set {
		set[i] &= int64(Mask(max(n-i*def.WordBits, 0)))
	}
}

// KeepN removes all members but the n least or, if last, the n greatest.
func KeepN(words []int64, n int64, last bool) {
	for k := range words {
		i := k
		if last {
			i = len(words) - 1 - k
		}
		if last {
			words[i] = LastN(words[i], n)
		} else {
			words[i] = FirstN(words[i], n)
		}
		n = max(0, n-Size(words[i]))
	}
}

// KeepRunEnds removes each member v unless the set also has v-1 to v-n+1.
func KeepRunEnds(words []int64, n int64) {
	run := int64(0)
	for i, w := range words {
		for b := range 64 {
			if run++; w>>b&1 == 0 {
				run = 0
			}
			if run < n {
				words[i] &^= 1 << b
			}
		}
	}
}

// SumAt returns the sum of the entries of a row whose indices are in a set.
func SumAt(row []uint8, set []int64) int64 {
	n := int64(0)
	for _, word := range set {
		part := row[:min(len(row), def.WordBits)]
		row = row[len(part):]
		all := Mask(len(part))
		m := uint64(word) & all
		if m == all {
			for _, k := range part {
				n += int64(k)
			}
			continue
		}
		for ; m != 0; m &= m - 1 {
			n += int64(part[bits.TrailingZeros64(m)])
		}
	}
	return n
}
