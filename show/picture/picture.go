// Package picture lays a game out: where its spaces, lines, boxes, piles and seats are drawn. It goes by the coordinates of
// the rulebook and works out those that are missing, in whole numbers, so that a game looks the same wherever it is drawn.
//
// Whatever holds pieces gets a tray of a size that all kinds of pieces fit into at once. Trays never overlap: those that
// would are moved apart, no further than they must.
package picture

import (
	"math/bits"

	"rulebound/engine/def"
)

// Picture is a game laid out; all numbers are units of the picture, y downwards.
type Picture struct {
	W       int      `json:"w"`
	H       int      `json:"h"`
	Zones   []Zone   `json:"zones"` // parallel to those of the game
	Regions []Region `json:"regions,omitempty"`
	Places  []Label  `json:"places,omitempty"`
	Links   [][2]int `json:"links,omitempty"` // pairs of neighbours between which a link is drawn
	Seats   []Box    `json:"seats,omitempty"` // of a table: of a game without spaces
	Piles   []Box    `json:"piles,omitempty"` // of a table; empty for those that lie with a seat
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
	Cell []int `json:"cell,omitempty"` // corners of its area, to be clipped by its region
	In   int   `json:"in"`             // the region that its place lies in, -1: none
}

// Region is a part of the background.
type Region struct {
	Title  string `json:"title"`
	Colour string `json:"colour,omitempty"`
	Path   []int  `json:"path"`
	X      int    `json:"x,omitempty"` // where its title stands, the middle of it; 0 where there is no room
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

// plan is a layout in the making.
type plan struct {
	gd    *def.GameDef
	looks def.Looks
	out   *Picture
	count int     // spaces, which come before the boxes
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

// kinds is how many kinds of pieces can stand in a zone, short of marks.
func (p *plan) kinds() int {
	n := 0
	for _, t := range p.gd.Types {
		n += max(1, len(t.Statuses))
	}
	return n
}

// tray is the size of a zone's tray.
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

// points takes a list of coordinates apart.
func points(at []int32) []point {
	var out []point
	for i := 0; i+1 < len(at); i += 2 {
		out = append(out, point{int(at[i]), int(at[i+1])})
	}
	return out
}

// coordinates reads those of the rulebook and works out the rest.
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

// middle is the point half-way along a line.
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

// distance and what multiplies coordinates as the rulebook gives them counts in 64 bits: they may be large, and an int is
// narrow on some machines.
func distance(a, b point) int { return length(a.x-b.x, a.y-b.y) }

// length is the whole part of the length of a vector.
func length(dx, dy int) int {
	x, y := int64(dx), int64(dy)
	return int(root(x*x + y*y))
}

// share is a part of n: of so many.
func share(n, part, of int) int { return int(int64(n) * int64(part) / int64(of)) }

// root is the whole part of a square root.
func root(n int64) int64 {
	if n <= 0 {
		return 0
	}
	r := int64(1) << ((bits.Len64(uint64(n)) + 1) / 2) // not below the root
	for next := (r + n/r) / 2; next < r; next = (r + n/r) / 2 {
		r = next
	}
	return r
}

// each calls f for every point that is drawn.
func (p *plan) each(f func(q *point)) {
	for _, list := range append(append([][]point{p.at, p.towns}, p.lines...), p.roads...) {
		for i := range list {
			f(&list[i])
		}
	}
}

// bounds gives the corners of what is drawn.
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

// sparse is how many times the room of all trays the picture has: little for a grid, in which they stand in rows.
const (
	sparse = 7
	dense  = 2
)

// scale makes room for the trays, and lets the coordinates begin at 0.
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

// links are drawn between neighbours, unless areas or lines show who they are.
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
