package picture

// This file finds places for spaces without coordinates, and separates overlapping trays.

import (
	"strconv"

	"rulebound/engine/def"
)

// side is the side of the square per space while places are computed.
const side = 1000

// squares places spaces by their ids, if all of them are squares such as c4: third column, fourth row from below.
func (p *plan) squares(known []bool) {
	at := make([]point, p.count)
	for z := range p.count {
		id := p.gd.Zones[z].ID
		row, _ := strconv.Atoi(id[min(1, len(id)):]) // 0 if not a number
		if known[z] || row < 1 || row > def.MaxZones || id[0] < 'a' || id[0] > 'z' || strconv.Itoa(row) != id[1:] {
			return
		}
		at[z] = point{int(id[0]-'a') * side, -row * side}
	}
	for z := range p.count {
		p.at[z], known[z] = at[z], true
	}
}

// spread places the spaces without coordinates by forces: neighbours attract, all others repel. Known places are
// fixed, and the initial ones are rows of a square.
func (p *plan) spread(known []bool) {
	fixed, missing := []point{}, 0
	for z, k := range known {
		if k {
			fixed = append(fixed, p.at[z])
		} else {
			missing++
		}
	}
	if missing == 0 {
		return
	}
	unit := side
	origin := point{}
	if len(fixed) > 0 { // the known places determine the scale
		low, high := p.bounds()
		unit = max(1, max(high.x-low.x, high.y-low.y)/max(1, int(root(int64(p.count)))))
		origin = low
	}
	columns := int(root(int64(p.count-1))) + 1
	for z := range p.count {
		if !known[z] {
			p.at[z] = point{origin.x + z%columns*unit, origin.y + z/columns*unit}
		}
	}
	if !p.anyNear() { // nothing attracts them
		return
	}
	rounds := p.turns(maxForces, 200)
	for round := range rounds {
		p.push(known, unit, unit*(rounds-round)/rounds/4+1)
	}
}

// Limits of the pairs of spaces that the iterations compare.
const (
	maxForces = 1 << 23 // for forces; up to 204 spaces all iterations fit
	maxPairs  = 1 << 25 // for overlapping trays
)

// turns returns the number of iterations over all pairs of spaces within a limit of pairs, at most that many.
func (p *plan) turns(pairs, most int) int { return min(most, max(1, pairs/max(1, p.count*p.count))) }

// anyNear reports whether any spaces are neighbours.
func (p *plan) anyNear() bool {
	for a := range p.count {
		for b := range a {
			if p.near(a, b) {
				return true
			}
		}
	}
	return false
}

// push moves every space that is not known by the forces on it, at most that far.
func (p *plan) push(known []bool, unit, most int) {
	moved := make([]point, p.count)
	for a := range p.count {
		if known[a] {
			continue
		}
		var force point
		for b := range p.count {
			if a == b {
				continue
			}
			dx, dy := p.at[a].x-p.at[b].x, p.at[a].y-p.at[b].y
			d := length(dx, dy)
			if d == 0 { // separate coincident points
				dx, d = a-b, 1
			}
			strength := unit * unit / d / 2 // repulsion
			if p.near(a, b) {
				strength -= d * d / unit // attraction
			}
			force.x += dx * strength / d
			force.y += dy * strength / d
		}
		if d := length(force.x, force.y); d > most {
			force = point{share(force.x, most, d), share(force.y, most, d)}
		}
		moved[a] = force
	}
	for z := range p.count {
		p.at[z].x += moved[z].x
		p.at[z].y += moved[z].y
	}
}

// trays puts a tray at every space, and separates overlapping ones iteratively: each moves half of the distance, in the shorter direction.
func (p *plan) trays() {
	zones := p.out.Zones[:p.count]
	for z := range zones {
		w, h := p.tray(z)
		zones[z] = Zone{Box: Box{p.at[z].x - w/2, p.at[z].y - h/2, w, h}, In: -1}
	}
	for round := range p.turns(maxPairs, 2000) {
		if !settle(zones, round) {
			return
		}
	}
}

// settle separates trays once and reports whether any overlapped.
func settle(zones []Zone, round int) bool {
	again := false
	for a := range zones {
		for b := range a {
			s, t := &zones[a].Box, &zones[b].Box
			dx := min(s.X+s.W, t.X+t.W) - max(s.X, t.X) + gap
			dy := min(s.Y+s.H, t.Y+t.H) - max(s.Y, t.Y) + gap
			if dx <= 0 || dy <= 0 {
				continue
			}
			again = true
			// occasionally the longer way, to untangle clusters
			if dx < dy != (round%17 == 16) {
				apart(&s.X, &t.X, s.W, t.W, dx)
			} else {
				apart(&s.Y, &t.Y, s.H, t.H, dy)
			}
		}
	}
	return again
}

// apart moves two overlapping intervals at a and b away from each other.
func apart(a, b *int, long, other, by int) {
	first := by / 2
	if 2**a+long < 2**b+other {
		*a, *b = *a-first, *b+by-first
	} else {
		*a, *b = *a+first, *b-(by-first)
	}
}

// cells computes the Voronoi cell of each area within its region.
func (p *plan) cells() {
	for z := range p.count {
		if len(p.lines[z]) > 0 {
			continue
		}
		for r, path := range p.roads {
			if inside(path, p.at[z]) {
				p.out.Zones[z].In = r
			}
		}
	}
	for a := range p.count {
		if p.look(a).Shape != "area" {
			continue
		}
		cell := []point{{0, 0}, {p.out.W, 0}, {p.out.W, p.out.H}, {0, p.out.H}}
		for b := range p.count {
			if a != b && p.look(b).Shape == "area" && p.out.Zones[a].In == p.out.Zones[b].In && p.at[a] != p.at[b] {
				cell = nearer(cell, p.at[a], p.at[b])
			}
		}
		p.out.Zones[a].Cell = flat(cell)
	}
}

// inside reports whether a point lies in a polygon.
func inside(path []point, q point) bool {
	in := false
	for i, a := range path {
		b := path[(i+1)%len(path)]
		if (a.y > q.y) != (b.y > q.y) {
			// q.x < a.x + (q.y-a.y)*(b.x-a.x)/(b.y-a.y), without division
			left, right := (q.x-a.x)*(b.y-a.y), (q.y-a.y)*(b.x-a.x)
			if b.y > a.y && left < right || b.y < a.y && left > right {
				in = !in
			}
		}
	}
	return in
}

// nearer clips off the part of a convex polygon that is nearer to b than to a.
func nearer(path []point, a, b point) []point {
	// side is not negative if q is nearer to a: a difference of squared distances
	side := func(q point) int {
		return (q.x-b.x)*(q.x-b.x) + (q.y-b.y)*(q.y-b.y) - (q.x-a.x)*(q.x-a.x) - (q.y-a.y)*(q.y-a.y)
	}
	var out []point
	for i, q := range path {
		r := path[(i+1)%len(path)]
		s, t := side(q), side(r)
		if s >= 0 {
			out = append(out, q)
		}
		if s < 0 != (t < 0) {
			out = append(out, point{q.x + share(r.x-q.x, s, s-t), q.y + share(r.y-q.y, s, s-t)})
		}
	}
	return out
}

// titles places the titles of regions: within the region, clear of trays and names, and near its middle.
func (p *plan) titles() {
	const letter, height, step, enough = 13, 20, 12, 40
	var taken []Box
	for _, z := range p.out.Zones[:p.count] {
		taken = append(taken, z.Box)
	}
	for _, t := range p.out.Places {
		taken = append(taken, Box{t.X - 4, t.Y - 14, 8 + 6*len(t.Title), 20})
	}
	for i, path := range p.roads {
		r := &p.out.Regions[i]
		w, best := letter*len(r.Title), -1
		var centre point
		for _, q := range path {
			centre.x, centre.y = centre.x+q.x/len(path), centre.y+q.y/len(path)
		}
		rough := 1 // step size: coarser for a large drawing with many trays and regions
		for p.out.W/(rough*step)*(p.out.H/(rough*step))*len(taken)*len(p.roads) > maxPairs {
			rough *= 2
		}
		for y := height; y < p.out.H; y += rough * step {
			for x := w / 2; x < p.out.W; x += rough * step {
				b := Box{x - w/2, y - height/2, w, height}
				clear := min(enough, room(b, taken))
				if clear < 2 || !within(b, path) {
					continue
				}
				if score := clear*100 - distance(point{x, y}, centre); best < 0 || score > best {
					best, r.X, r.Y = max(score, 0), x, y
				}
			}
		}
	}
}

// room returns the distance to the nearest of some boxes, 0 if one overlaps.
func room(b Box, boxes []Box) int {
	least := 1 << 20
	for _, t := range boxes {
		dx, dy := max(t.X-b.X-b.W, b.X-t.X-t.W), max(t.Y-b.Y-b.H, b.Y-t.Y-t.H)
		least = min(least, max(dx, dy, 0))
	}
	return least
}

// within reports whether a box is in a polygon, by points on its edge.
func within(b Box, path []point) bool {
	for i := range 7 {
		x := b.X + b.W*i/6
		if !inside(path, point{x, b.Y}) || !inside(path, point{x, b.Y + b.H}) {
			return false
		}
	}
	return true
}
