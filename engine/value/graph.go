package value

// This file computes on the map of a game: its zones and their adjacency.

import (
	"math/bits"

	"rulebound/engine/def"
)

// Graph is the map of a game whose sets of zones have one word.
type Graph struct {
	All    uint64  // all zones
	around []int64 // zone -> adjacent zones
}

// GraphOf returns the map of a game.
func GraphOf(gd *def.GameDef) Graph { return Graph{Mask(len(gd.Zones)), gd.Adjacent} }

// Adjacent returns the neighbours of a zone, the empty set for None.
func (g *Graph) Adjacent(zone int64) int64 {
	if uint64(zone) < uint64(len(g.around)) {
		return g.around[zone]
	}
	return 0
}

// Neighbours returns the zones adjacent to any zone of a set.
func (g *Graph) Neighbours(set int64) int64 {
	out := int64(0)
	for m := uint64(set) & g.All; m != 0; m &= m - 1 {
		out |= g.around[bits.TrailingZeros64(m)]
	}
	return out
}

// spread returns a set and all zones reachable from it through zones of through, in at most steps steps or, with any, any number.
func (g *Graph) spread(set, through, steps int64, any bool) int64 {
	edge := set
	for n := int64(0); edge != 0 && (any || n < steps); n++ {
		edge = g.Neighbours(edge) & through &^ set
		set |= edge
	}
	return set
}

// Flood returns the zones reachable from a zone in at most steps steps (0: any number) through zones of through, without the zone itself.
func (g *Graph) Flood(zone, through, steps int64) int64 {
	start := Singleton(zone)
	return g.spread(start, through, steps, steps == 0) &^ start
}

// Within returns the zones at most steps steps away.
func (g *Graph) Within(zone, steps int64) int64 {
	return g.spread(Singleton(zone)&int64(g.All), -1, steps, false)
}

// Distance returns the length of the shortest path between two zones, -1 if there is none.
func (g *Graph) Distance(zone, target int64) int64 {
	from, to := Singleton(zone)&int64(g.All), Singleton(target)&int64(g.All)
	if from == 0 || to == 0 {
		return -1
	}
	edge := from
	for d := int64(0); edge != 0; d++ {
		if edge&to != 0 {
			return d
		}
		edge = g.Neighbours(edge) &^ from
		from |= edge
	}
	return -1
}

// WideGraph is the map of a game whose sets of zones are wide.
type WideGraph struct {
	zones  int
	around [][]int64 // zone -> adjacent zones
}

// WideGraphOf returns the map of a game.
func WideGraphOf(gd *def.GameDef) WideGraph {
	a := WideGraph{zones: len(gd.Zones), around: make([][]int64, len(gd.Zones))}
	for i, set := range gd.Adjacent {
		a.around[i] = gd.Bits(set, def.ZoneSet)
	}
	return a
}

// Adjacent returns the neighbours of a zone, the empty set for None. The words must not be modified.
func (a *WideGraph) Adjacent(zone int64) []int64 {
	if uint64(zone) < uint64(len(a.around)) {
		return a.around[zone]
	}
	return nil
}

// Neighbours sets dst to the zones adjacent to any zone of a set.
func (a *WideGraph) Neighbours(dst, set []int64) {
	clear(dst)
	for z := NextBit(set, 0); z != def.None && z < int64(a.zones); z = NextBit(set, z+1) {
		Unite(dst, a.around[z])
	}
}

// spread adds to a set all zones reachable from it through zones of through, in at most steps steps or, with any, any number.
func (a *WideGraph) spread(set, through []int64, steps int64, any bool) {
	edge, next := make([]int64, len(set)), make([]int64, len(set))
	copy(edge, set)
	for n := int64(0); CountBits(edge) > 0 && (any || n < steps); n++ {
		a.Neighbours(next, edge)
		Intersect(next, through)
		Subtract(next, set)
		Unite(set, next)
		edge, next = next, edge
	}
}

// Flood sets dst to the zones reachable from a zone in at most steps steps (0: any number) through zones of through, without the zone itself.
func (a *WideGraph) Flood(dst []int64, zone int64, through []int64, steps int64) {
	clear(dst)
	SetBit(dst, zone)
	a.spread(dst, through, steps, steps == 0)
	ClearBit(dst, zone)
}

// Within sets dst to the zones at most steps steps away.
func (a *WideGraph) Within(dst []int64, zone, steps int64) {
	clear(dst)
	if uint64(zone) < uint64(a.zones) {
		SetBit(dst, zone)
		a.spread(dst, def.Everything(len(dst)), steps, false)
	}
}

// Distance returns the length of the shortest path between two zones, -1 if there is none.
func (a *WideGraph) Distance(zone, target int64) int64 {
	if uint64(zone) >= uint64(a.zones) || uint64(target) >= uint64(a.zones) {
		return -1
	}
	n := (a.zones + def.WordBits - 1) / def.WordBits
	from, edge, next := make([]int64, n), make([]int64, n), make([]int64, n)
	SetBit(from, zone)
	SetBit(edge, zone)
	for d := int64(0); ; d++ {
		if HasBit(edge, target) {
			return d
		}
		a.Neighbours(next, edge)
		Subtract(next, from)
		if CountBits(next) == 0 {
			return -1
		}
		Unite(from, next)
		edge, next = next, edge
	}
}
