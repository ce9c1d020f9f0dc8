package picture

import (
	"fmt"
	"testing"

	"rulebound/engine/def"
)

// spot is a space of a layout: its id, its coordinates if it has any, and its neighbours.
type spot struct {
	id    string
	shape string
	at    []int32
	near  []int
}

// laid is a game with spaces.
func laid(spots ...spot) *def.GameDef {
	gd := &def.GameDef{Things: def.Things{Types: []def.PieceType{{}}, Sets: [][]int64{nil}}}
	gd.Looks = &def.Looks{}
	for _, s := range spots {
		var near int64
		for _, n := range s.near {
			near |= 1 << n
		}
		gd.Zones = append(gd.Zones, def.ZoneDef{Named: def.Named{ID: s.id}})
		gd.Adjacent = append(gd.Adjacent, near)
		gd.Looks.Zones = append(gd.Looks.Zones, def.Look{At: s.at, Shape: s.shape})
	}
	return gd
}

// Coordinates are scaled so that the trays have room, and the picture begins at its margin.
func TestCoordinatesAreScaled(t *testing.T) {
	for _, c := range []struct {
		spots []spot
		want  string // width and height, then the trays
	}{
		{[]spot{{id: "hill", at: []int32{0, 0}}, {id: "dale", at: []int32{100, 0}}}, "354 66: {10 10 46 46} {298 10 46 46}"},
		{[]spot{{id: "hill", at: []int32{50, 20}}, {id: "dale", at: []int32{50, 120}}}, "66 354: {10 10 46 46} {10 298 46 46}"},
		{[]spot{{id: "hill", at: []int32{0, 0}}, {id: "dale", at: []int32{100, 0}}, {id: "moor"}}, "188 188: {10 10 46 46} {132 10 46 46} {10 132 46 46}"}, // in a row of its own
		{[]spot{{id: "a1"}, {id: "b1"}, {id: "a2"}}, "186 186: {10 130 46 46} {130 130 46 46} {10 10 46 46}"},
	} {
		p := Of(laid(c.spots...))
		got := fmt.Sprintf("%d %d:", p.W, p.H)
		for _, z := range p.Zones {
			got += fmt.Sprint(" ", z.Box)
		}
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.spots, got, c.want)
		}
	}
}

// All ids are those of squares, or none is taken for one.
func TestIDsOfSquares(t *testing.T) {
	for id, want := range map[string]bool{"b2": true, "z9": true, "a100": true, "": false, "b": false, "b0": false, "b-1": false, "b01": false, "bb": false, "B2": false, "`2": false, "{2": false, "b70000": false} {
		gd := laid(spot{id: "a1"}, spot{id: id})
		p := &plan{gd: gd, count: 2, at: make([]point, 2)}
		known := make([]bool, 2)
		if p.squares(known); known[0] != want || known[1] != want {
			t.Errorf("%q: %v", id, known)
		}
	}
	gd := laid(spot{id: "a1", at: []int32{7, 7}}, spot{id: "b1"})
	if p := (&plan{gd: gd, count: 2, at: make([]point, 2)}); true {
		if p.squares([]bool{true, false}); p.at[1] != (point{}) {
			t.Errorf("beside a place that is given a square lies at %v", p.at[1])
		}
	}
}

// A space without coordinates goes where its neighbours are, which stay.
func TestSpaceWithoutCoordinatesLiesNearItsNeighbours(t *testing.T) {
	gd := laid(spot{id: "hill", at: []int32{0, 0}, near: []int{2}}, spot{id: "dale", at: []int32{300, 0}, near: []int{2}}, spot{id: "moor", near: []int{0, 1}}, spot{id: "fen"})
	p := &plan{gd: gd, looks: *gd.Looks, out: &Picture{}}
	p.spaces()
	p.coordinates()
	if p.at[0] != (point{0, 0}) || p.at[1] != (point{300, 0}) {
		t.Errorf("the places that are given are %v", p.at[:2])
	}
	a, b, far := distance(p.at[2], p.at[0]), distance(p.at[2], p.at[1]), distance(p.at[2], p.at[3])
	if a-b > 40 || b-a > 40 || a > 300 || far < 100 {
		t.Errorf("moor lies at %v, %d and %d from its neighbours, %d from the other", p.at[2], a, b, far)
	}
}

// Links join neighbours, unless areas or lines show who they are. A line is in no region and is drawn through its points; an area has the land
// that is nearest to it, and the title of a region is within it.
func TestLinksLinesAndRegions(t *testing.T) {
	hill, dale := spot{id: "hill", at: []int32{0, 0}, near: []int{1}}, spot{id: "dale", at: []int32{100, 0}, near: []int{0}}
	if p := Of(laid(hill, dale)); fmt.Sprint(p.Links) != "[[0 1]]" {
		t.Errorf("the links are %v", p.Links)
	}
	road := spot{id: "road", at: []int32{0, 0, 100, 0}}
	p := Of(laid(hill, dale, road))
	if len(p.Links) > 0 || fmt.Sprint(p.Zones[2].Line) != fmt.Sprint([]int{p.Zones[0].X + 23, p.Zones[0].Y + 23, p.Zones[1].X + 23, p.Zones[1].Y + 23}) && p.Zones[0].Y == p.Zones[1].Y {
		t.Errorf("beside a line the links are %v, the line goes along %v between %v", p.Links, p.Zones[2].Line, p.Zones[:2])
	}
	hill.shape, dale.shape = "area", "area"
	gd := laid(hill, dale, road)
	gd.Looks.Regions = []def.Region{{Named: def.Named{Title: "West"}, At: []int32{-50, -50, 50, -50, 50, 50, -50, 50}}, {Named: def.Named{Title: "East"}, At: []int32{50, -50, 150, -50, 150, 50, 50, 50}}}
	gd.Looks.Places = []def.Region{{Named: def.Named{Title: "Town"}, At: []int32{0, 30}}}
	p = Of(gd)
	if len(p.Links) > 0 || p.Zones[0].In != 0 || p.Zones[1].In != 1 || p.Zones[2].In != -1 || len(p.Zones[2].Cell) > 0 {
		t.Errorf("links %v, zones %+v", p.Links, p.Zones)
	}
	for i, r := range p.Regions {
		low, high := r.Path[0], r.Path[4]
		if half := 13 * len(r.Title) / 2; r.X-half < low || r.X+half > high || r.Y-10 < r.Path[1] || r.Y+10 > r.Path[5] {
			t.Errorf("the title of %s is at %d, %d, the region %v", r.Title, r.X, r.Y, r.Path)
		}
		title := Box{r.X - 26, r.Y - 10, 52, 20}
		for _, z := range p.Zones[:2] {
			if overlap(title, z.Box) {
				t.Errorf("the title of %s at %v is on the tray %v", r.Title, title, z.Box)
			}
		}
		if l := p.Places[0]; overlap(title, Box{l.X - 4, l.Y - 14, 32, 20}) {
			t.Errorf("the title of %s at %v is on the name at %d, %d", r.Title, title, l.X, l.Y)
		}
		if i == 0 && (len(p.Zones[0].Cell) == 0 || p.Zones[0].Cell[2] != p.W) {
			t.Errorf("the only area of its region has the land %v", p.Zones[0].Cell)
		}
	}
}

// The seats of a game without spaces sit round the piles that are no seat's; one with a place sits there.
func TestLayoutOfAGameWithoutSpaces(t *testing.T) {
	gd := &def.GameDef{}
	gd.Seats = []def.Named{{ID: "red"}, {ID: "blue"}}
	gd.Piles = []def.PileDef{{Owner: -1}, {Owner: 1}, {Owner: -1}, {Owner: -1}}
	p := Of(gd)
	if got, want := fmt.Sprint(p.W, p.H, p.Seats, p.Piles), "624 440 [{224 338 176 92} {224 10 176 92}] [{235 103 150 74} {0 0 0 0} {235 181 150 74} {235 259 150 74}]"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	gd.Looks = &def.Looks{Seats: []def.Look{{At: []int32{100, 200}}, {}}}
	if p := Of(gd); fmt.Sprint(p.Seats) != "[{12 154 176 92} {224 10 176 92}]" {
		t.Errorf("with a place the seats are at %v", p.Seats)
	}
}

// A tray has room for as many kinds of pieces as there are; that of a line is flat.
func TestSizesOfTrays(t *testing.T) {
	for n, want := range map[int]string{0: "46 46, 44 20", 3: "46 46, 44 20", 4: "72 54, 62 22", 8: "72 54, 62 22", 9: "96 58, 62 22"} {
		gd := laid(spot{id: "hill"}, spot{id: "road"})
		gd.Types = nil
		for i := range n {
			if i < 2 && n > 2 { // two statuses are two kinds
				if i == 0 {
					gd.Types = append(gd.Types, def.PieceType{Statuses: []string{"a", "b"}})
				}
				continue
			}
			gd.Types = append(gd.Types, def.PieceType{})
		}
		p := &plan{gd: gd, lines: [][]point{nil, {{0, 0}, {1, 1}}}}
		w, h := p.tray(0)
		x, y := p.tray(1)
		if got := fmt.Sprintf("%d %d, %d %d", w, h, x, y); got != want {
			t.Errorf("%d kinds: %s, want %s", n, got, want)
		}
	}
}

// The middle of a line is half of its length along it, whatever its points are.
func TestMiddleOfALine(t *testing.T) {
	for want, line := range map[point][]point{
		{5, 0}: {{0, 0}, {10, 0}}, {10, 2}: {{0, 0}, {10, 0}, {10, 14}}, {3, 0}: {{0, 0}, {0, 0}, {6, 0}}, {7, 7}: {{7, 7}, {7, 7}}, {4, 0}: {{0, 0}, {2, 0}, {2, 0}, {8, 0}},
	} {
		if got := middle(line); got != want {
			t.Errorf("%v: %v, want %v", line, got, want)
		}
	}
}

// Boxes lie in rows below the map, as wide as there is room for, and widen a picture that is narrower than one.
func TestBoxesBelowAMap(t *testing.T) {
	for _, c := range []struct {
		wide, n int
		want    string
	}{
		{600, 0, "600 100 []"}, {100, 1, "188 182 [{10 110 168 62}]"}, {600, 2, "600 182 [{10 110 285 62} {305 110 285 62}]"}, {600, 4, "600 254 [{10 110 285 62} {305 110 285 62} {10 182 285 62} {305 182 285 62}]"}, {1000, 1, "1000 182 [{10 110 336 62}]"},
	} {
		p := &plan{out: &Picture{W: c.wide, H: 100, Zones: make([]Zone, c.n)}}
		p.boxes()
		boxes := []Box{}
		for _, z := range p.out.Zones {
			boxes = append(boxes, z.Box)
		}
		if got := fmt.Sprint(p.out.W, p.out.H, boxes); got != c.want {
			t.Errorf("%d boxes below %d: %s, want %s", c.n, c.wide, got, c.want)
		}
	}
}

// Spaces that begin at one place move apart.
func TestSpacesAtOnePlaceMoveApart(t *testing.T) {
	gd := laid(spot{id: "hill"}, spot{id: "dale"}, spot{id: "moor"})
	p := &plan{gd: gd, count: 3, at: make([]point, 3)}
	p.push(make([]bool, 3), side, side)
	if p.at[0].x >= p.at[1].x || p.at[1].x >= p.at[2].x {
		t.Errorf("they lie at %v", p.at)
	}
}
