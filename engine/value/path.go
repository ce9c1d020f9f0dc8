package value

// This file finds longest paths on the map of a game. The problem is NP-hard, so the search is bounded.

import "rulebound/engine/def"

// PathLimit is the step limit of the search for one longest path.
const PathLimit = 1 << 20

// pathFinder searches for the longest path.
type pathFinder struct {
	around       func(zone int64) []int64
	once         []int64 // zones that a path visits at most once; their number is its length
	through      []int64 // zones that connect two successive zones of the path; nil: they are adjacent
	free         []int64 // zones of once that are not on the path
	best, length int64
	steps, limit int64
}

// LongestPath returns the greatest number of zones of once on a path that visits none of them twice, and the number of search steps. Successive
// zones are adjacent or, if through is not nil, connected by a zone of through adjacent to both, which differs from the one before. around
// returns the zones adjacent to a zone. ok is false if the search would take more than limit steps.
func LongestPath(once, through []int64, around func(zone int64) []int64, limit int64) (length, steps int64, ok bool) {
	p := &pathFinder{around: around, once: once, through: through, free: append([]int64(nil), once...), limit: limit}
	for z := NextBit(once, 0); z != def.None && p.steps <= limit; z = NextBit(once, z+1) {
		p.visit(z, def.None)
	}
	return p.best, p.steps, p.steps <= limit
}

// visit extends the path by a zone that is reached by way of zone by, None if the path begins there.
func (p *pathFinder) visit(zone, by int64) {
	if p.steps++; p.steps > p.limit {
		return
	}
	ClearBit(p.free, zone)
	p.length++
	p.best = max(p.best, p.length)
	if p.through == nil {
		p.onward(zone, zone)
	} else {
		near := p.around(zone)
		for n := NextBit(near, 0); n != def.None; n = NextBit(near, n+1) {
			if n != by && HasBit(p.through, n) {
				p.onward(n, n)
			}
		}
	}
	p.length--
	SetBit(p.free, zone)
}

// onward visits the free zones adjacent to a zone.
func (p *pathFinder) onward(from, by int64) {
	near := p.around(from)
	for z := NextBit(near, 0); z != def.None && p.steps <= p.limit; z = NextBit(near, z+1) {
		if HasBit(p.free, z) {
			p.visit(z, by)
		}
	}
}
