package referee

// This file estimates how far pieces still have to be carried: what a zone has too many of must get to zones that lack it, over
// zones that border on each other. Without it a piece that is halfway would look as wrong as one that went the other way.

import (
	"math"

	"rulebound/engine/def"
)

// maxHops bounds what a way counts; pieces that come from or go to zones without a neighbour are carried in one step.
const maxHops = 6

// distances gives the steps between zones beyond the first, by from*zones + to.
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

// haul is a problem of carrying: zones with too many of a type, and zones with too few.
type haul struct {
	from, to []int32
	more     []int32 // in excess, by from
	less     []int32 // lacking, by to
	flow     []int32 // from*to
	dist     []int32
	prev     []int32
}

// steps gives the least number of steps beyond the first that all pieces of a type have to be carried; lacking is wanted minus there
// by zone, with the stride between zones.
func (x *haul) steps(lacking []int16, stride, n int, hops []int8) int {
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

// augment carries some more pieces the cheapest way, and gives what that costs more.
func (x *haul) augment(n int, hops []int8) (int, bool) {
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

// carry estimates the steps that all pieces have to be carried beyond the first of each. typed has been filled.
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

// mostReplaced is how many pieces one may take the place of.
const mostReplaced = 3

// replaced is what may be left out of the distance for pieces that stand where others of their seat are lacking: most of what they
// weigh there, and where they go when they are replaced.
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

// lackingOf is how many pieces of a seat a zone lacks, by what is lacking by zone and type.
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
