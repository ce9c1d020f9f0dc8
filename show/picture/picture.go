// Package picture lays out a game: the places of its spaces, lines, boxes, piles and seats. It uses the coordinates
// of the rulebook and computes missing ones, with integers only, so that a game looks the same on every platform.
//
// Each zone gets a tray that is large enough for all kinds of pieces at once. Overlapping trays are moved apart, as little as possible.
package picture

import (
	"math/bits"

	"rulebound/engine/def"
)

// Picture is the layout of a game. All numbers are units of the picture, with y downwards.
type Picture struct {
	W       int      `json:"w"`
	H       int      `json:"h"`
	Zones   []Zone   `json:"zones"` // parallel to those of the game
	Regions []Region `json:"regions,omitempty"`
	Places  []Label  `json:"places,omitempty"`
	Links   [][2]int `json:"links,omitempty"` // pairs of neighbours with a link between them
	Seats   []Box    `json:"seats,omitempty"` // of a table, which is a game without spaces
	Piles   []Box    `json:"piles,omitempty"` // of a table; empty for those that belong to a seat
}

// Box is a rectangle.
type Box struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// Zone is a space or a box: its tray, and what is drawn behind it.
type Zone struct {
	Box
	Line []int `json:"line,omitempty"` // points of a line, x and y in turn
	Cell []int `json:"cell,omitempty"` // corners of its area, which its region clips
	In   int   `json:"in"`             // index of its region, -1: none
}

// Region is a part of the background.
type Region struct {
	Title  string `json:"title"`
	Colour string `json:"colour,omitempty"`
	Path   []int  `json:"path"`
	X      int    `json:"x,omitempty"` // the middle of its title; 0 if there is no room for one
	Y      int    `json:"y,omitempty"`
}

// Label is a name on the background.
type Label struct {
	Title string `json:"title"`
	X     int    `json:"x"`
	Y     int    `json:"y"`
}

// Of lays out a game.
func Of(gd *def.GameDef) *Picture {
	p := &plan{gd: gd, out: &Picture{Zones: make([]Zone, len(gd.Zones))}}
	if gd.Looks != nil {
		p.looks = *gd.Looks
	}
	p.spaces()
	if p.count == 0 {
		p.table()
		return p.out
	}
	p.coordinates()
	p.scale()
	p.trays()
	p.frame()
	p.cells()
	p.titles()
	p.links()
	p.boxes()
	return p.out
}

// point is a place of the picture.
type point struct{ x, y int }

// plan is a layout under construction.
type plan struct {
	gd    *def.GameDef
	looks def.Looks
	out   *Picture
	count int     // number of spaces, which precede the boxes
	at    []point // of each space
	lines [][]point
	roads [][]point // the regions' corners
	towns []point
}

// Margins: between trays, and around the picture.
const (
	gap    = 4
	margin = 10
)

func (p *plan) look(z int) def.Look {
	if z < len(p.looks.Zones) {
		return p.looks.Zones[z]
	}
	return def.Look{}
}

// spaces counts the zones of the map.
func (p *plan) spaces() {
	for _, z := range p.gd.Zones {
		if !z.Plain {
			p.count++
		}
	}
}

// kinds returns how many kinds of pieces can be in a zone, ignoring marks.
func (p *plan) kinds() int {
	n := 0
	for _, t := range p.gd.Types {
		n += max(1, len(t.Statuses))
	}
	return n
}

// tray returns the size of a zone's tray.
func (p *plan) tray(z int) (w, h int) {
	kinds := p.kinds()
	switch {
	case len(p.lines[z]) > 0 && kinds > 3:
		return 62, 22
	case len(p.lines[z]) > 0:
		return 44, 20
	case kinds > 8:
		return 96, 58
	case kinds > 3:
		return 72, 54
	}
	return 46, 46
}

// points converts a list of coordinates to points.
func points(at []int32) []point {
	var out []point
	for i := 0; i+1 < len(at); i += 2 {
		out = append(out, point{int(at[i]), int(at[i+1])})
	}
	return out
}

// coordinates reads those of the rulebook and computes the others.
func (p *plan) coordinates() {
	p.at, p.lines = make([]point, p.count), make([][]point, p.count)
	known := make([]bool, p.count)
	for z := range p.count {
		switch at := points(p.look(z).At); {
		case len(at) == 1:
			p.at[z], known[z] = at[0], true
		case len(at) > 1:
			p.lines[z], known[z] = at, true
			p.at[z] = middle(at)
		}
	}
	p.squares(known)
	for _, r := range p.looks.Regions {
		p.roads = append(p.roads, points(r.At))
	}
	for _, r := range p.looks.Places {
		p.towns = append(p.towns, points(r.At)...)
	}
	p.spread(known)
}

// middle returns the point half-way along a line.
func middle(line []point) point {
	total := 0
	for i := 1; i < len(line); i++ {
		total += distance(line[i-1], line[i])
	}
	left := total / 2
	for i := 1; i < len(line); i++ {
		d := distance(line[i-1], line[i])
		if d >= left && d > 0 {
			a, b := line[i-1], line[i]
			return point{a.x + share(b.x-a.x, left, d), a.y + share(b.y-a.y, left, d)}
		}
		left -= d
	}
	return line[0]
}

// distance, like all products of the rulebook's coordinates, is computed with 64 bits, because an int may be too narrow.
func distance(a, b point) int { return length(a.x-b.x, a.y-b.y) }

// length returns the length of a vector, rounded down.
func length(dx, dy int) int {
	x, y := int64(dx), int64(dy)
	return int(root(x*x + y*y))
}

// share returns n*part/of.
func share(n, part, of int) int { return int(int64(n) * int64(part) / int64(of)) }

// root returns the square root, rounded down.
func root(n int64) int64 {
	if n <= 0 {
		return 0
	}
	r := int64(1) << ((bits.Len64(uint64(n)) + 1) / 2) // not less than the root
	for next := (r + n/r) / 2; next < r; next = (r + n/r) / 2 {
		r = next
	}
	return r
}

// each calls f for every point of the drawing.
func (p *plan) each(f func(q *point)) {
	for _, list := range append(append([][]point{p.at, p.towns}, p.lines...), p.roads...) {
		for i := range list {
			f(&list[i])
		}
	}
}

// bounds returns the corners of the drawing.
func (p *plan) bounds() (low, high point) {
	first := true
	p.each(func(q *point) {
		if first {
			low, high, first = *q, *q, false
		}
		low, high = point{min(low.x, q.x), min(low.y, q.y)}, point{max(high.x, q.x), max(high.y, q.y)}
	})
	return low, high
}

// sparse is the ratio of the picture's area to that of all trays: small for a grid, where they form rows.
const (
	sparse = 7
	dense  = 2
)

// scale makes room for the trays, and moves the origin of the coordinates to 0.
func (p *plan) scale() {
	room := 0
	for z := range p.count {
		w, h := p.tray(z)
		room += (w + gap) * (h + gap)
	}
	if len(p.roads) > 0 {
		room *= sparse
	} else {
		room *= dense
	}
	low, high := p.bounds()
	w, h := max(high.x-low.x, 1), max(high.y-low.y, 1)
	if w*8 < h { // all in a column, or in a row
		w = h / 8
	} else if h*8 < w {
		h = w / 8
	}
	w, h = max(w, 1), max(h, 1)
	per := int(root(int64(room) * 10000 / (int64(w) * int64(h)))) // hundredths
	p.each(func(q *point) { *q = point{share(q.x-low.x, per, 100), share(q.y-low.y, per, 100)} })
}

// frame moves everything so that the picture begins at its margin.
func (p *plan) frame() {
	low, high := p.bounds()
	for _, z := range p.out.Zones[:p.count] {
		low, high = point{min(low.x, z.X), min(low.y, z.Y)}, point{max(high.x, z.X+z.W), max(high.y, z.Y+z.H)}
	}
	p.each(func(q *point) { *q = point{q.x - low.x + margin, q.y - low.y + margin} })
	for i := range p.out.Zones[:p.count] {
		z := &p.out.Zones[i]
		z.X, z.Y = z.X-low.x+margin, z.Y-low.y+margin
		z.Line = flat(p.lines[i])
	}
	p.out.W, p.out.H = high.x-low.x+2*margin, high.y-low.y+2*margin
	for i, r := range p.looks.Regions {
		p.out.Regions = append(p.out.Regions, Region{Title: r.Title, Colour: r.Colour, Path: flat(p.roads[i])})
	}
	for i, r := range p.looks.Places {
		p.out.Places = append(p.out.Places, Label{r.Title, p.towns[i].x, p.towns[i].y})
	}
}

func flat(list []point) []int {
	var out []int
	for _, q := range list {
		out = append(out, q.x, q.y)
	}
	return out
}

// boxes puts the zones off the map in rows below it.
func (p *plan) boxes() {
	const w, h = 168, 62
	columns := max(1, (p.out.W-margin)/(w+margin))
	boxes := p.out.Zones[p.count:]
	if len(boxes) == 0 {
		return
	}
	rows := (len(boxes) + columns - 1) / columns
	columns = (len(boxes) + rows - 1) / rows
	width := min((p.out.W-margin)/columns-margin, 2*w)
	p.out.W = max(p.out.W, w+2*margin)
	width = max(width, w)
	for i := range boxes {
		boxes[i] = Zone{Box: Box{margin + i%columns*(width+margin), p.out.H + margin + i/columns*(h+margin), width, h}, In: -1}
	}
	p.out.H += rows*(h+margin) + margin
}

// links connects neighbours, unless areas or lines already show them.
func (p *plan) links() {
	area := func(z int) bool { return p.look(z).Shape == "area" || len(p.lines[z]) > 0 }
	for a := range p.count {
		if area(a) {
			return
		}
	}
	for a := range p.count {
		for b := a + 1; b < p.count; b++ {
			if p.near(a, b) {
				p.out.Links = append(p.out.Links, [2]int{a, b})
			}
		}
	}
}

func (p *plan) near(a, b int) bool {
	return p.gd.Has(p.gd.Adjacent[a], def.ZoneSet, int64(b))
}
