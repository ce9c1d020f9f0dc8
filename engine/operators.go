package engine

// This file says once what operators come to, for the machine, which computes them on a state, and for the folder, which
// has none. Where an operator can fail its function has a second result, false for a fault.

import (
	"math"
	"math/bits"
	"strconv"

	"rulebound/engine/def"
)

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func add(p, q int64) (int64, bool) {
	r := p + q
	return r, (r > p) == (q > 0)
}

func sub(p, q int64) (int64, bool) {
	r := p - q
	return r, (r < p) == (q > 0)
}

func mul(p, q int64) (int64, bool) {
	r := p * q
	return r, p == 0 || r/p == q && (p != -1 || q != math.MinInt64)
}

func negate(p int64) (int64, bool) { return -p, p != math.MinInt64 }

// floorDiv divides and rounds down.
func floorDiv(p, q int64) (int64, bool) {
	if q == 0 || p == math.MinInt64 && q == -1 {
		return 0, false
	}
	d := p / q
	if p%q != 0 && (p < 0) != (q < 0) {
		d--
	}
	return d, true
}

// ceilDiv divides and rounds up.
func ceilDiv(p, q int64) (int64, bool) {
	d, ok := floorDiv(p, q)
	if ok && d*q != p {
		d++
	}
	return d, ok
}

// modulo is what floorDiv leaves: its sign is that of q.
func modulo(p, q int64) (int64, bool) {
	d, ok := floorDiv(p, q)
	return p - d*q, ok
}

// undividable says why nothing can be divided by q, or why the quotient is none.
func undividable(q int64) string {
	if q == 0 {
		return "division by zero"
	}
	return "overflow"
}

// compare carries out a comparison operator.
func compare(op def.Op, x, y int64) bool {
	switch op {
	case def.OpEq:
		return x == y
	case def.OpNe:
		return x != y
	case def.OpLt:
		return x < y
	case def.OpLe:
		return x <= y
	case def.OpGt:
		return x > y
	}
	return x >= y
}

// lookUp reads a table. What is not in it has none.
func lookUp(table []int64, i int64) int64 {
	if uint64(i) < uint64(len(table)) {
		return table[i]
	}
	return def.None
}

// property reads a property of whatever has that index.
func property(l *def.Lookup, i int64) int64 {
	if uint64(i) < uint64(len(l.Values)) {
		return l.Values[i]
	}
	return ofNothing(l.Type)
}

// ofNothing is what a property or a variable of nothing is: 0 as a number, no as a truth, the empty set, and else none.
func ofNothing(t def.Type) int64 {
	switch t.Kind {
	case def.KInt, def.KBool, def.KSet:
		return 0
	}
	return def.None
}

// emptyOrder is the order without seats: every byte 0xff.
const emptyOrder int64 = -1

// orderAt returns the seat at index i of an order whose seats take so many bits each, None past the end.
func orderAt(order, i int64, width uint) int64 {
	if uint64(i) >= uint64(64/width) {
		return def.None
	}
	last := int64(1)<<width - 1
	if v := order >> (width * uint(i)) & last; v != last {
		return v
	}
	return def.None
}

// position returns the index of a seat in an order, -1 if it is not in it.
func position(order, seat int64, width uint) int64 {
	for i := int64(0); ; i++ {
		switch v := orderAt(order, i, width); {
		case v == def.None:
			return -1
		case v == seat:
			return i
		}
	}
}

// orderSize returns the number of seats in an order.
func orderSize(order int64, width uint) int64 {
	n := int64(0)
	for orderAt(order, n, width) != def.None {
		n++
	}
	return n
}

// isTotal reports whether each of the first n seats stands in an order.
func isTotal(order int64, n int, width uint) bool {
	for seat := range n {
		if position(order, int64(seat), width) < 0 {
			return false
		}
	}
	return true
}

// dropFirst returns an order without its first seat.
func dropFirst(order int64, width uint) int64 {
	return int64(uint64(order)>>width | ^uint64(0)<<(64-width))
}

// appendMembers adds the members of a set to a list.
func appendMembers(dst []int64, set int64) []int64 {
	for m := uint64(set); m != 0; m &= m - 1 {
		dst = append(dst, int64(bits.TrailingZeros64(m)))
	}
	return dst
}

func size(set int64) int64 { return int64(bits.OnesCount64(uint64(set))) }

// lowest returns the lowest member of a set, None if it is empty.
func lowest(set int64) int64 {
	if set == 0 {
		return def.None
	}
	return int64(bits.TrailingZeros64(uint64(set)))
}

func inSet(set, v int64) bool { return uint64(set)>>uint64(v)&1 != 0 }

// single is the set of one member, the empty set for what is in none.
func single(v int64) int64 { return 1 << uint64(v) }

// interval returns the set lo..hi, clipped to 0..63.
func interval(lo, hi int64) int64 {
	lo, hi = max(lo, 0), min(hi, 63)
	if lo > hi {
		return 0
	}
	return int64(mask(small(hi+1)) &^ mask(small(lo)))
}

// mask returns the set 0..n-1.
func mask(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// geography is the map of a game: how its zones lie.
type geography struct {
	around   []int64 // zone -> adjacent zones
	allZones uint64
}

// adjacent returns the neighbours of a zone; None has none.
func (g *geography) adjacent(zone int64) int64 {
	if uint64(zone) < uint64(len(g.around)) {
		return g.around[zone]
	}
	return 0
}

// neighbours returns the zones adjacent to a zone of a set.
func (g *geography) neighbours(set int64) int64 {
	out := int64(0)
	for m := uint64(set) & g.allZones; m != 0; m &= m - 1 {
		out |= g.around[bits.TrailingZeros64(m)]
	}
	return out
}

// spread returns a set with everything reached from it by at most so many steps into zones of through.
func (g *geography) spread(set, through, steps int64, any bool) int64 {
	edge := set
	for n := int64(0); edge != 0 && (any || n < steps); n++ {
		edge = g.neighbours(edge) & through &^ set
		set |= edge
	}
	return set
}

// flood returns what is reached from a zone, itself left out, by steps into zones of through; 0 steps are any number.
func (g *geography) flood(zone, through, steps int64) int64 {
	start := single(zone)
	return g.spread(start, through, steps, steps == 0) &^ start
}

// within returns the zones at most so many steps away.
func (g *geography) within(zone, steps int64) int64 {
	return g.spread(single(zone)&int64(g.allZones), -1, steps, false)
}

// distance returns the number of steps between two zones, -1 if none lead there.
func (g *geography) distance(zone, target int64) int64 {
	from, to := single(zone)&int64(g.allZones), single(target)&int64(g.allZones)
	if from == 0 || to == 0 {
		return -1
	}
	for d := int64(0); ; d++ {
		if from&to != 0 {
			return d
		}
		wider := from | g.neighbours(from)
		if wider == from {
			return -1
		}
		from = wider
	}
}

// pieceZone returns the zone of a piece.
func pieceZone(piece int64) int64 {
	if piece >= 0 {
		return piece >> 8
	}
	return def.None
}

// pieceClass returns the filter of just the class of a piece.
func pieceClass(piece int64) int64 {
	if piece >= 0 {
		return single(piece & 0xff)
	}
	return 0
}

// optionValue is what an option set to the value with index v yields: that index, the number that the value spells, or 0
// and 1 for false and true.
func optionValue(o *def.OptionDef, v int64) int64 {
	switch o.Type.Kind {
	case def.KBool:
		return truth(o.Values[v] == "true")
	case def.KInt:
		if n, err := strconv.ParseInt(o.Values[v], 10, 64); err == nil {
			return n
		}
	}
	return v
}
