package engine

// This file computes with the words of wide sets: those of a kind with more than 64 things. Two sets may have different
// numbers of words; words that are not there are 0.

import (
	"math/bits"

	"rulebound/engine/def"
)

// hasBit reports whether a set has a member.
func hasBit(set []int64, v int64) bool {
	return v >= 0 && v>>6 < int64(len(set)) && uint64(set[v>>6])>>uint(v&63)&1 != 0
}

// setBit adds a member; one that the set has no word for is left out.
func setBit(set []int64, v int64) {
	if v >= 0 && v>>6 < int64(len(set)) {
		set[v>>6] |= 1 << uint(v&63)
	}
}

func clearBit(set []int64, v int64) {
	if v >= 0 && v>>6 < int64(len(set)) {
		set[v>>6] &^= 1 << uint(v&63)
	}
}

// unite adds the members of a set to dst, which has room for them.
func unite(dst, a []int64) {
	for i := range min(len(dst), len(a)) {
		dst[i] |= a[i]
	}
}

// intersect takes from dst what is not in a set.
func intersect(dst, a []int64) {
	n := min(len(dst), len(a))
	for i := range n {
		dst[i] &= a[i]
	}
	clear(dst[n:])
}

// subtract takes the members of a set from dst.
func subtract(dst, a []int64) {
	for i := range min(len(dst), len(a)) {
		dst[i] &^= a[i]
	}
}

// wordAt is word i of a set.
func wordAt(set []int64, i int) int64 {
	if i < len(set) {
		return set[i]
	}
	return 0
}

func equalSets(a, b []int64) bool {
	for i := range max(len(a), len(b)) {
		if wordAt(a, i) != wordAt(b, i) {
			return false
		}
	}
	return true
}

// isSubset reports whether every member of a is in b.
func isSubset(a, b []int64) bool {
	for i, w := range a {
		if w&^wordAt(b, i) != 0 {
			return false
		}
	}
	return true
}

func meets(a, b []int64) bool {
	for i := range min(len(a), len(b)) {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

func countBits(set []int64) int64 {
	n := 0
	for _, w := range set {
		n += bits.OnesCount64(uint64(w))
	}
	return int64(n)
}

// nextBit returns the least member from v on, None if there is none.
func nextBit(set []int64, v int64) int64 {
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

// clip takes from a set what is not below n.
func clip(set []int64, n int) {
	for i := range set {
		if left := n - i*def.WordBits; left < def.WordBits {
			set[i] &= int64(mask(max(left, 0)))
		}
	}
}

// atlas is the map of a game whose sets of zones are wide.
type atlas struct {
	zones  int
	around [][]int64 // zone -> adjacent zones
}

// atlasOf gives the map of a game.
func atlasOf(gd *def.GameDef) atlas {
	a := atlas{zones: len(gd.Zones), around: make([][]int64, len(gd.Zones))}
	for i, set := range gd.Adjacent {
		a.around[i] = gd.Bits(set, def.Type{Kind: def.KSet, Elem: def.KZone})
	}
	return a
}

// adjacent returns the neighbours of a zone; None has none.
func (a *atlas) adjacent(zone int64) []int64 {
	if uint64(zone) < uint64(len(a.around)) {
		return a.around[zone]
	}
	return nil
}

// neighbours makes dst the zones adjacent to a zone of a set.
func (a *atlas) neighbours(dst, set []int64) {
	clear(dst)
	for z := nextBit(set, 0); z != def.None && z < int64(a.zones); z = nextBit(set, z+1) {
		unite(dst, a.around[z])
	}
}

// spread adds to a set everything reached from it by at most so many steps into zones of through.
func (a *atlas) spread(set, through []int64, steps int64, any bool) {
	edge, next := make([]int64, len(set)), make([]int64, len(set))
	copy(edge, set)
	for n := int64(0); countBits(edge) > 0 && (any || n < steps); n++ {
		a.neighbours(next, edge)
		intersect(next, through)
		subtract(next, set)
		unite(set, next)
		edge, next = next, edge
	}
}

// flood makes dst what is reached from a zone, itself left out, by steps into zones of through; 0 steps are any number.
func (a *atlas) flood(dst []int64, zone int64, through []int64, steps int64) {
	clear(dst)
	setBit(dst, zone)
	a.spread(dst, through, steps, steps == 0)
	clearBit(dst, zone)
}

// within makes dst the zones at most so many steps away.
func (a *atlas) within(dst []int64, zone, steps int64) {
	clear(dst)
	if uint64(zone) < uint64(a.zones) {
		setBit(dst, zone)
		a.spread(dst, def.Everything(len(dst)), steps, false)
	}
}

// distance returns the number of steps between two zones, -1 if none lead there.
func (a *atlas) distance(zone, target int64) int64 {
	if uint64(zone) >= uint64(a.zones) || uint64(target) >= uint64(a.zones) {
		return -1
	}
	n := (a.zones + def.WordBits - 1) / def.WordBits
	from, edge := make([]int64, n), make([]int64, n)
	setBit(from, zone)
	for d := int64(0); ; d++ {
		if hasBit(from, target) {
			return d
		}
		a.neighbours(edge, from)
		if isSubset(edge, from) {
			return -1
		}
		unite(from, edge)
	}
}
