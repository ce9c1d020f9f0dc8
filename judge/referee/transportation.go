package referee

// This file estimates how far pieces must still be moved: from zones with an excess to zones with a lack, through
// adjacent zones. Without it a piece halfway would look as wrong as one that went the wrong way.

import (
	"math"

	"rulebound/engine/def"
)

// maxHops limits the distance that counts. Zones without a neighbour are reached in one step.
const maxHops = 6

// distances returns the steps between zones beyond the first, indexed by from*zones + to.
func distances(gd *def.GameDef) []int8 {
	n := len(gd.Zones)
	around := make([][]int64, n)
	for z := range n {
		around[z] = gd.Each(gd.Adjacent[z], zoneSet)
	}
	out := make([]int8, n*n)
	for z := range n {
		row := out[z*n:][:n]
		seen := make([]bool, n)
		seen[z] = true
		reach := []int64{int64(z)}
		for hops := int8(0); len(reach) > 0; hops++ {
			var next []int64
			for _, at := range reach {
				for _, to := range around[at] {
					if !seen[to] {
						seen[to], row[to] = true, min(hops, maxHops)
						next = append(next, to)
					}
				}
			}
			reach = next
		}
	}
	return out
}

// transportation is a transportation problem: zones with an excess of a type, and zones with a lack.
type transportation struct {
	from, to []int32
	more     []int32 // in excess, by from
	less     []int32 // lacking, by to
	flow     []int32 // from*to
	dist     []int32
	prev     []int32
}

// steps returns the least total number of steps beyond the first to move all pieces of a type; lacking is wanted
// minus present by zone, with that stride between zones.
func (x *transportation) steps(lacking []int16, stride, n int, hops []int8) int {
	x.from, x.to, x.more, x.less = x.from[:0], x.to[:0], x.more[:0], x.less[:0]
	for z := range n {
		switch k := int32(lacking[z*stride]); {
		case k < 0:
			x.from, x.more = append(x.from, int32(z)), append(x.more, -k)
		case k > 0:
			x.to, x.less = append(x.to, int32(z)), append(x.less, k)
		}
	}
	if len(x.from) == 0 || len(x.to) == 0 {
		return 0
	}
	x.flow = append(x.flow[:0], make([]int32, len(x.from)*len(x.to))...)
	total := 0
	for {
		cost, ok := x.augment(n, hops)
		if !ok {
			return total
		}
		total += cost
	}
}

// augment adds the cheapest augmenting flow and returns its cost.
func (x *transportation) augment(n int, hops []int8) (int, bool) {
	s, t := len(x.from), len(x.to)
	const far = math.MaxInt32 / 2
	x.dist, x.prev = x.dist[:0], x.prev[:0]
	for i := range s + t {
		d := int32(far)
		if i < s && x.more[i] > 0 {
			d = 0
		}
		x.dist, x.prev = append(x.dist, d), append(x.prev, -1)
	}
	for again := true; again; {
		again = false
		for i := range s {
			row := hops[int(x.from[i])*n:]
			for j := range t {
				c := int32(row[x.to[j]])
				if d := x.dist[i] + c; x.dist[i] < far && d < x.dist[s+j] {
					x.dist[s+j], x.prev[s+j], again = d, int32(i), true
				}
				if d := x.dist[s+j] - c; x.flow[i*t+j] > 0 && x.dist[s+j] < far && d < x.dist[i] {
					x.dist[i], x.prev[i], again = d, int32(j), true
				}
			}
		}
	}
	best := -1
	for j := range t {
		if x.less[j] > 0 && x.dist[s+j] < far && (best < 0 || x.dist[s+j] < x.dist[s+best]) {
			best = j
		}
	}
	if best < 0 {
		return 0, false
	}
	amount, i := x.less[best], -1
	for j := best; ; j = int(x.prev[i]) {
		if i = int(x.prev[s+j]); x.prev[i] < 0 {
			amount = min(amount, x.more[i])
			break
		}
		amount = min(amount, x.flow[i*t+int(x.prev[i])])
	}
	for j := best; ; j = int(x.prev[i]) {
		i = int(x.prev[s+j])
		x.flow[i*t+j] += amount
		if x.prev[i] < 0 {
			x.more[i] -= amount
			break
		}
		x.flow[i*t+int(x.prev[i])] -= amount
	}
	x.less[best] -= amount
	return int(amount) * int(x.dist[s+best]), true
}

// carry estimates the total number of steps beyond the first of each piece. typed must have been filled.
func (t *target) carry() int {
	types, zones := len(t.def.Types), len(t.def.Zones)
	total := 0
	for k := range types {
		hash, some := uint64(k+1), false
		for z := range zones {
			if n := t.typed[z*types+k]; n != 0 {
				hash, some = mix(hash, z, n), true
			}
		}
		if !some {
			continue
		}
		steps, known := t.hauls[hash]
		if !known {
			steps = t.haul.steps(t.typed[k:], types, zones, t.hops)
			t.hauls[hash] = steps
		}
		total += steps
	}
	return total
}

// mostReplaced is how many pieces one piece can replace.
const mostReplaced = 3

// replaced returns the deduction from the distance for pieces in zones that lack other pieces of their seat: most of
// their weight there and at their destination.
func (t *target) replaced() int {
	types, out := len(t.def.Types), 0
	for k := range t.def.Types {
		typ, some := &t.def.Types[k], 0
		for z := range t.def.Zones {
			if n := -int(t.typed[z*types+k]); n > 0 && int32(z) != typ.Home {
				some += min(n, mostReplaced*t.lackingOf(t.typed, z, typ.Seat))
			}
		}
		if typ.Home >= 0 {
			some += min(some, max(0, int(t.typed[int(typ.Home)*types+k])))
		}
		out += some * (weighPiece - 2)
	}
	return out
}

// lackingOf returns how many pieces of a seat a zone lacks, from typed.
func (t *target) lackingOf(typed []int16, zone int, seat int32) int {
	n := 0
	for k, x := range typed[zone*len(t.def.Types):][:len(t.def.Types)] {
		if x > 0 && t.def.Types[k].Seat == seat {
			n += int(x)
		}
	}
	return n
}

// mix adds a place and what it lacks to a hash.
func mix(hash uint64, at int, lacking int16) uint64 {
	const prime = 1099511628211 // of FNV-1a
	return (hash ^ uint64(at)<<16 ^ uint64(uint16(lacking))) * prime
}
