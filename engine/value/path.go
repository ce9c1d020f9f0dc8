package value

// This file finds longest paths on the map of a game. No method is known that does not, at worst, try them all, so the search is bounded.

import "rulebound/engine/def"

// PathLimit is how many steps the search for one longest path may take.
const PathLimit = 1 << 20

// pathFinder searches for the longest path.
type pathFinder struct {
	around       func(zone int64) []int64
	once         []int64 // zones that a path visits at most once, and which are counted
	through      []int64 // zones by which it goes from one to the next; nil: straight
	free         []int64 // of once: those that are not on the path
	best, length int64
	steps, limit int64
}

// LongestPath returns how many zones of a set the longest path has that visits none of them twice, and how many steps the search took. Each
// next zone is adjacent to the one before or, if through is not nil, reached by way of a zone of through that is adjacent to both and by which
// the path did not come. around gives the zones adjacent to one. ok is false if the search would take more than limit steps.
func LongestPath(once, through []int64, around func(zone int64) []int64, limit int64) (length, steps int64, ok bool) {
	p := &pathFinder{around: around, once: once, through: through, free: append([]int64(nil), once...), limit: limit}
	for z := NextBit(once, 0); z != def.None && p.steps <= limit; z = NextBit(once, z+1) {
		p.visit(z, def.None)
	}
	return p.best, p.steps, p.steps <= limit
}

// visit goes on from a zone that the path has come to by another, None if it begins there.
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

// onward visits the free zones next to one.
func (p *pathFinder) onward(from, by int64) {
	near := p.around(from)
	for z := NextBit(near, 0); z != def.None && p.steps <= p.limit; z = NextBit(near, z+1) {
		if HasBit(p.free, z) {
			p.visit(z, by)
		}
	}
}
