package value

// This file steps in the directions of a grid.

import "rulebound/engine/def"

// Grid is a table of directions: entry zone * ways + direction is the next zone, None at the edge.
type Grid struct {
	steps []int64
	ways  int64
}

// GridOf returns the grid of an operator of directions; false if its direction or its lookup is missing.
func GridOf(gd *def.GameDef, e *def.Expr) (Grid, bool) {
	t := e.Args[1].Type
	if uint64(e.I) >= uint64(len(gd.Lookups)) || t.Kind != def.KEnum || uint(t.Of) >= uint(len(gd.Enums)) {
		return Grid{}, false
	}
	return Grid{gd.Lookups[e.I].Values, int64(len(gd.Enums[t.Of].Members))}, true
}

// Step returns the next zone in a direction, None if there is none.
func (t Grid) Step(zone, way int64) int64 {
	if uint64(way) >= uint64(t.ways) || uint64(zone) >= uint64(len(t.steps)) {
		return def.None
	}
	return LookUp(t.steps, zone*t.ways+way)
}

// Steps returns the zone after n steps, the zone itself if n is not positive, None beyond the edge. It skips whole rounds of a cycle, so that
// it takes at most three times as many steps as there are zones.
func (t Grid) Steps(zone, way, n int64) int64 {
	most := int64(len(t.steps))
	for k := int64(0); k < n && zone != def.None; k++ {
		if k == most { // without a cycle it would have met the edge
			round := int64(1)
			for z := t.Step(zone, way); z != zone; z = t.Step(z, way) {
				round++
			}
			if n = k + (n-k)%round; n == k {
				break
			}
		}
		zone = t.Step(zone, way)
	}
	return zone
}

// Ray adds to dst the zones in a direction up to the first that is not in through. It visits a cycle once.
func (t Grid) Ray(dst []int64, zone, way int64, through []int64) {
	for z := t.Step(zone, way); HasBit(through, z) && !HasBit(dst, z); z = t.Step(z, way) {
		SetBit(dst, z)
	}
}

// Beyond returns the first zone in a direction that is not in through, None if through contains a cycle of the direction.
func (t Grid) Beyond(zone, way int64, through []int64) int64 {
	z := t.Step(zone, way)
	for range len(t.steps) {
		if !HasBit(through, z) {
			return z
		}
		z = t.Step(z, way)
	}
	return def.None
}
