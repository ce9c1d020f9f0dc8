package def

// This file represents sets. The value of a set is one word of bits if its kind has up to 64 members. Otherwise it is an index into
// GameDef.Sets, which holds as many words as needed. The width follows from the type alone, so that it is known before a game runs.

import (
	"math/bits"
	"slices"
)

// NoSet is the value of the empty wide set: Sets[0].
const NoSet int64 = 0

// All is the value of the set of all members, narrow or wide.
const All int64 = -1

// Words returns the number of words of a value of a type.
func (gd *GameDef) Words(t Type) int {
	if t.Kind != KSet {
		return 1
	}
	return max(1, (gd.reach(t)+WordBits-1)/WordBits)
}

// Wide reports whether a value of a type takes more than one word.
func (gd *GameDef) Wide(t Type) bool { return t.Kind == KSet && gd.reach(t) > WordBits }

// reach returns the number of possible members of a set type.
func (gd *GameDef) reach(t Type) int {
	switch t.Elem {
	case KProc: // those with tags come first; sets contain no others
		n := 0
		for i := range gd.Procs {
			if len(gd.Procs[i].Tags) > 0 {
				n = i + 1
			}
		}
		return n
	case KZone, KClass, KCard, KRow, KEnum, KPile, KLasting:
		return int(gd.Many(t.Members()))
	case KInt:
		return int(gd.Holds()) + 1
	}
	return WordBits
}

// Holds returns the greatest number that a set of numbers can hold.
func (gd *GameDef) Holds() int64 { return max(int64(gd.Numbers), WordBits-1) }

// Bits returns the words of a set of the compiled game, least members first; missing words are 0. They must not be modified.
func (gd *GameDef) Bits(v int64, t Type) []int64 {
	switch {
	case !gd.Wide(t):
		return []int64{v}
	case v == All:
		return Everything(gd.Words(t))
	case uint64(v) < uint64(len(gd.Sets)):
		return gd.Sets[v][:min(len(gd.Sets[v]), gd.Words(t))]
	}
	return nil
}

var everything = slices.Repeat([]int64{-1}, MaxCards/WordBits)

// Everything returns n words with all bits set. They must not be modified.
func Everything(n int) []int64 { return everything[:min(n, len(everything))] }

// Has reports whether v is a member of a set of the compiled game.
func (gd *GameDef) Has(set int64, t Type, v int64) bool {
	if !gd.Wide(t) {
		return uint64(v) < WordBits && uint64(set)>>uint(v)&1 != 0
	}
	w := gd.Bits(set, t)
	return v >= 0 && v/WordBits < int64(len(w)) && uint64(w[v/WordBits])>>uint(v%WordBits)&1 != 0
}

// Same reports whether two sets of the compiled game are equal.
func (gd *GameDef) Same(a, b int64, t Type) bool {
	if a == b || !gd.Wide(t) {
		return a == b
	}
	return slices.Equal(MembersOf(gd.Bits(a, t)), MembersOf(gd.Bits(b, t)))
}

// Each returns the members of a set of the compiled game in ascending order, or of an order as listed.
func (gd *GameDef) Each(v int64, t Type) []int64 {
	switch t.Kind {
	case KSet:
		return MembersOf(gd.Bits(v, t))
	case KOrder:
		return gd.seatsOf(v)
	}
	return nil
}

// MembersOf returns the members of a set given by its words, in ascending order.
func MembersOf(words []int64) []int64 {
	var out []int64
	for i, w := range words {
		for m := uint64(w); m != 0; m &= m - 1 {
			out = append(out, int64(i*WordBits+bits.TrailingZeros64(m)))
		}
	}
	return out
}

// MakeSet returns the value of the set of the given members, without those that the type cannot hold. A wide set is added to the game's
// sets.
func (gd *GameDef) MakeSet(t Type, members ...int64) int64 {
	if !gd.Wide(t) {
		set := int64(0)
		for _, m := range members {
			if uint64(m) < WordBits {
				set |= 1 << uint(m)
			}
		}
		return set
	}
	words := make([]int64, gd.Words(t))
	for _, m := range members {
		if m >= 0 && m/WordBits < int64(len(words)) {
			words[m/WordBits] |= 1 << uint(m%WordBits)
		}
	}
	return gd.Keep(words)
}

// UpTo returns the value of the set of the first n members.
func (gd *GameDef) UpTo(t Type, n int) int64 {
	members := make([]int64, n)
	for i := range members {
		members[i] = int64(i)
	}
	return gd.MakeSet(t, members...)
}

// Join returns the value of the union of two sets of the compiled game.
func (gd *GameDef) Join(t Type, a, b int64) int64 {
	if !gd.Wide(t) {
		return a | b
	}
	return gd.MakeSet(t, append(gd.Each(a, t), gd.Each(b, t)...)...)
}

// ParamSlots returns the first frame slot of each parameter of a procedure.
func (gd *GameDef) ParamSlots(p *ProcDef) []int32 {
	out, at := make([]int32, len(p.Params)), int32(0)
	for i, q := range p.Params {
		out[i] = at
		at += int32(gd.Words(q.Type))
	}
	return out
}

// Keep adds a wide set to the game's sets and returns its value.
func (gd *GameDef) Keep(words []int64) int64 {
	if len(gd.Sets) == 0 {
		gd.Sets = [][]int64{{}}
	}
	for len(words) > 0 && words[len(words)-1] == 0 {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return NoSet
	}
	gd.Sets = append(gd.Sets, slices.Clone(words))
	return int64(len(gd.Sets) - 1)
}

// Compact removes unused and duplicate wide sets and orders the others by first use.
func (gd *GameDef) Compact() {
	old := gd.Sets
	gd.Sets = nil
	known := map[string]int64{}
	gd.wideSets(func(v *int64) {
		if *v <= 0 || *v >= int64(len(old)) {
			return
		}
		key := make([]byte, 0, 8*len(old[*v]))
		for _, w := range old[*v] {
			for i := range 8 {
				key = append(key, byte(w>>(8*i)))
			}
		}
		at, ok := known[string(key)]
		if !ok {
			at = gd.Keep(old[*v])
			known[string(key)] = at
		}
		*v = at
	})
}

// wideSets calls f for every reference to a wide set.
func (gd *GameDef) wideSets(f func(*int64)) {
	zones, filter := gd.Wide(ZoneSet), gd.Wide(FilterSet)
	if zones {
		for i := range gd.Adjacent {
			f(&gd.Adjacent[i])
		}
	}
	for i := range gd.Types {
		if filter {
			f(&gd.Types[i].Classes)
		}
	}
	for i := range gd.Lookups {
		if l := &gd.Lookups[i]; gd.Wide(l.Type) {
			for j := range l.Values {
				f(&l.Values[j])
			}
		}
	}
	for i := range gd.Vars {
		if zones {
			f(&gd.Vars[i].On)
		}
	}
	for i := range gd.Stacking {
		if zones {
			f(&gd.Stacking[i].Zones)
		}
		if filter {
			f(&gd.Stacking[i].Filter)
		}
	}
	for i := range gd.Derived {
		if d := &gd.Derived[i]; zones && d.Per == KZone {
			f(&d.Over)
		}
	}
	seen := map[*Expr]bool{}
	for r := range gd.Roots() {
		for e := range r.Expr.All() {
			if e.Op == OpConst && gd.Wide(e.Type) && !seen[e] {
				seen[e] = true
				f(&e.I)
			}
		}
	}
}

// SeatBits returns the number of bits of a seat in an order. All bits set end the order.
func (gd *GameDef) SeatBits() uint {
	if len(gd.Seats) <= 8 {
		return 8
	}
	return 4
}

// OrderOf returns the value of an order of seats.
func (gd *GameDef) OrderOf(seats ...int64) int64 {
	out, n := EmptyOrder, gd.SeatBits()
	for i, s := range seats {
		if at := n * uint(i); at < WordBits {
			out = out&^((1<<n-1)<<at) | s&(1<<n-1)<<at
		}
	}
	return out
}

// seatsOf returns the seats of an order as listed.
func (gd *GameDef) seatsOf(order int64) []int64 {
	var out []int64
	n := gd.SeatBits()
	for i := range uint(MaxSeats + 1) {
		seat := order >> (n * i) & (1<<n - 1)
		if n*i >= WordBits || seat == 1<<n-1 {
			break
		}
		out = append(out, seat)
	}
	return out
}
