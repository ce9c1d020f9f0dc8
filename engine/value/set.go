package value

// This file computes with sets of one word: v is a member if bit v is set.

import (
	"fmt"
	"math/bits"

	"rulebound/engine/def"
)

// AppendMembers appends the members of a set to dst in ascending order.
func AppendMembers(dst []int64, set int64) []int64 {
	for m := uint64(set); m != 0; m &= m - 1 {
		dst = append(dst, int64(bits.TrailingZeros64(m)))
	}
	return dst
}

// Size returns the number of members of a set.
func Size(set int64) int64 { return int64(bits.OnesCount64(uint64(set))) }

// Least returns the least member of a set, None if it is empty.
func Least(set int64) int64 {
	if set == 0 {
		return def.None
	}
	return int64(bits.TrailingZeros64(uint64(set)))
}

// Has reports whether v is a member of a set.
func Has(set, v int64) bool { return uint64(set)>>uint64(v)&1 != 0 }

// Singleton returns the set of v alone, the empty set if no set of one word can hold v.
func Singleton(v int64) int64 { return 1 << uint64(v) }

// Interval returns the set of lo to hi, clipped to 0 to 63.
func Interval(lo, hi int64) int64 {
	lo, hi = max(lo, 0), min(hi, 63)
	if lo > hi {
		return 0
	}
	return int64(^uint64(0) >> uint(63-hi) >> uint(lo) << uint(lo))
}

// Mask returns the set of 0 to n-1, which is everything if n is 64 or more.
func Mask(n int) uint64 { return 1<<n - 1 }

// Next returns the least member above v or, if there is none, the least member; None for the empty set.
func Next(set, v int64) int64 {
	if v >= -1 && v < 63 {
		if later := set >> uint(v+1) << uint(v+1); later != 0 {
			return Least(later)
		}
	}
	return Least(set)
}

// FirstN returns the n least members of a set.
func FirstN(set, n int64) int64 {
	rest := set
	for ; n > 0 && rest != 0; n-- {
		rest &= rest - 1
	}
	return set &^ rest
}

// LastN returns the n greatest members of a set.
func LastN(set, n int64) int64 {
	rest := set
	for ; n > 0 && rest != 0; n-- {
		rest &^= 1 << (63 - bits.LeadingZeros64(uint64(rest)))
	}
	return set &^ rest
}

// RunEnds returns the members v of a set that also has v-1 to v-n+1: the ends of n consecutive members.
func RunEnds(set, n int64) int64 {
	for ; n > 1 && set != 0; n-- {
		set &= set << 1
	}
	return set
}

// IsElement reports whether v can be a member of a set of numbers up to most.
func IsElement(v, most int64) bool { return v >= 0 && v <= most }

// IsRange reports whether all of lo to hi, possibly none, can be members of a set of numbers up to most.
func IsRange(lo, hi, most int64) bool { return lo > hi || IsElement(lo, most) && IsElement(hi, most) }

// Position returns the position of v in lo to hi, false outside.
func Position(v, lo, hi int64) (int64, bool) { return v - lo, v >= lo && v <= hi }

// PositionFault returns the reason why v has no position in lo to hi.
func PositionFault(v, lo, hi int64) string {
	return fmt.Sprintf("there are values for %d to %d, not for %d; bound the index with min and max, or add values", lo, hi, v)
}

// RangeFault returns the reason why lo or hi cannot be a member of a set of numbers up to most.
func RangeFault(lo, hi, most int64) string {
	if IsElement(lo, most) {
		lo = hi
	}
	way := ""
	if lo > most {
		way = "; the key numbers of the game says how far"
	}
	return fmt.Sprintf("a set of numbers holds 0 to %d, not %d%s", most, lo, way)
}
