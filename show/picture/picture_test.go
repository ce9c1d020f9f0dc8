package picture

import (
	"encoding/json"
	"os"
	"strconv"
	"testing"

	"rulebound/compiler"
	"rulebound/engine/def"
)

// compiled are the games that a test has asked for.
var compiled = map[string]*def.GameDef{}

func game(t *testing.T, id string) *def.GameDef {
	t.Helper()
	if gd := compiled[id]; gd != nil {
		return gd
	}
	gd, _, list := compiler.Compile(os.DirFS("../../data/games"), id)
	if list.HasErrors() {
		t.Fatal(list)
	}
	compiled[id] = gd
	return gd
}

func overlap(a, b Box) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// holdsTogether demands that no two trays overlap, and that all of them lie in the picture.
func holdsTogether(t *testing.T, gd *def.GameDef) *Picture {
	t.Helper()
	p := Of(gd)
	for i, a := range p.Zones {
		if a.W == 0 {
			t.Errorf("%s has no tray", gd.Zones[i].ID)
		}
		if a.X < 0 || a.Y < 0 || a.X+a.W > p.W || a.Y+a.H > p.H {
			t.Errorf("%s lies outside of the picture: %v", gd.Zones[i].ID, a.Box)
		}
		for j := range i {
			if overlap(a.Box, p.Zones[j].Box) {
				t.Errorf("%s overlaps %s", gd.Zones[i].ID, gd.Zones[j].ID)
			}
		}
	}
	for i, a := range p.Seats {
		if a.X < 0 || a.Y < 0 || a.X+a.W > p.W || a.Y+a.H > p.H {
			t.Errorf("seat %d lies outside of the picture: %v", i, a)
		}
		for j := range i {
			if overlap(a, p.Seats[j]) {
				t.Errorf("seat %d overlaps seat %d", i, j)
			}
		}
		for j, b := range p.Piles {
			if overlap(a, b) {
				t.Errorf("seat %d overlaps pile %d", i, j)
			}
		}
	}
	return p
}

// games lists the games of the repository.
func games(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("../../data/games")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, e := range entries {
		ids = append(ids, e.Name())
	}
	return ids
}

// No tray overlaps another, in any game.
func TestTraysDoNotOverlap(t *testing.T) {
	for _, id := range games(t) {
		t.Run(id, func(t *testing.T) { holdsTogether(t, game(t, id)) })
	}
}

// An id such as white-lost is no name to put over a tray. Spaces may go by theirs: squares do.
func TestBoxesAndPiecesHaveTitles(t *testing.T) {
	for _, id := range games(t) {
		gd := game(t, id)
		for _, z := range gd.Zones {
			if z.Plain && (z.Title == "" || z.Title == z.ID) {
				t.Errorf("%s: box %s has no title", id, z.ID)
			}
		}
		for _, p := range gd.Types {
			if p.Title == "" || p.Title == p.ID {
				t.Errorf("%s: piece %s has no title", id, p.ID)
			}
		}
	}
}

// The North lies in the north, Laos and Cambodia in the west, and a tray stands near its place.
func TestMapFollowsItsCoordinates(t *testing.T) {
	gd := game(t, "fire-in-the-lake")
	p := holdsTogether(t, gd)
	at := map[string]Zone{}
	for i, z := range gd.Zones {
		at[z.ID] = p.Zones[i]
	}
	for _, c := range [][2]string{{"north-vietnam", "hue"}, {"hue", "da-nang"}, {"da-nang", "qui-nhon"}, {"qui-nhon", "cam-ranh"}, {"an-loc", "saigon"}, {"saigon", "can-tho"}} {
		if at[c[0]].Y >= at[c[1]].Y {
			t.Errorf("%s is not north of %s", c[0], c[1])
		}
	}
	for _, c := range [][2]string{{"central-laos", "hue"}, {"southern-laos", "kontum"}, {"the-fishhook", "an-loc"}, {"sihanoukville", "can-tho"}} {
		if at[c[0]].X >= at[c[1]].X {
			t.Errorf("%s is not west of %s", c[0], c[1])
		}
	}
	if len(p.Places) != len(gd.Looks.Places) || len(p.Places) == 0 {
		t.Errorf("%d places of %d", len(p.Places), len(gd.Looks.Places))
	}
	for i, l := range p.Places {
		if l.Title != gd.Looks.Places[i].Title || l.X < margin || l.Y < margin || l.X > p.W-margin || l.Y > p.H-margin {
			t.Errorf("place %+v of a picture of %d by %d", l, p.W, p.H)
		}
	}
	for i, r := range p.Regions {
		low, high := p.W, 0
		for k := 1; k < len(r.Path); k += 2 {
			low, high = min(low, r.Path[k]), max(high, r.Path[k])
		}
		if r.Title != gd.Looks.Regions[i].Title || r.Y <= low || r.Y >= high || high > p.H-margin || low < margin {
			t.Errorf("the title of %s is at %d, the region from %d to %d", r.Title, r.Y, low, high)
		}
	}
	points := func(flat []int) (path []point) {
		for k := 0; k < len(flat); k += 2 {
			path = append(path, point{flat[k], flat[k+1]})
		}
		return path
	}
	beyond := 0
	for i, a := range p.Zones {
		if len(a.Cell) == 0 {
			continue
		}
		middle := point{a.X + a.W/2, a.Y + a.H/2}
		if a.In < 0 || !inside(points(p.Regions[a.In].Path), middle) {
			beyond++ // its tray has been moved over the border
		}
		for j, b := range p.Zones {
			if len(b.Cell) > 0 && a.In == b.In && inside(points(b.Cell), middle) != (i == j) {
				t.Errorf("%s stands on the land of %s, or not on its own", gd.Zones[i].ID, gd.Zones[j].ID)
			}
		}
	}
	if beyond > 2 {
		t.Errorf("%d trays are not in the regions of their land", beyond)
	}
	moved := 0
	plan := &plan{gd: gd, out: &Picture{Zones: make([]Zone, len(gd.Zones))}, looks: *gd.Looks}
	plan.spaces()
	plan.coordinates()
	plan.scale()
	plan.trays()
	for z := range plan.count {
		b := plan.out.Zones[z].Box
		d := distance(point{b.X + b.W/2, b.Y + b.H/2}, plan.at[z])
		moved = max(moved, d)
		if d > 60 {
			t.Errorf("%s stands %d from its place", gd.Zones[z].ID, d)
		}
	}
	t.Logf("picture of %d by %d, trays at most %d from their places", p.W, p.H, moved)
	for i, z := range p.Zones {
		if len(z.Cell) == 0 && gd.Looks.Zones[min(i, len(gd.Looks.Zones)-1)].Shape == "area" && !gd.Zones[i].Plain {
			t.Errorf("%s has no land", gd.Zones[i].ID)
		}
	}
}

// Spaces that are called as the squares of a chessboard are lie as they do there.
func TestSquaresArePlacedByTheirNames(t *testing.T) {
	gd := &def.GameDef{Things: def.Things{Types: []def.PieceType{{}}, Sets: [][]int64{nil}, Adjacent: make([]int64, 4)}}
	for _, id := range []string{"c10", "a1", "a7", "d7"} {
		gd.Zones = append(gd.Zones, def.ZoneDef{Named: def.Named{ID: id}})
	}
	z := holdsTogether(t, gd).Zones
	if z[1].X != z[2].X || z[2].Y != z[3].Y || z[0].Y >= z[2].Y || z[2].Y >= z[1].Y || z[1].X >= z[0].X || z[0].X >= z[3].X {
		t.Errorf("they lie at %v", z)
	}
}

// Without coordinates a layout is worked out: the same every time, a grid of neighbours stays one.
func TestLayoutWithoutCoordinatesIsDeterministic(t *testing.T) {
	gd := &def.GameDef{Things: def.Things{Types: []def.PieceType{{}}, Sets: [][]int64{nil}}}
	const n = 6
	for i := range n * n {
		var around int64
		for j := range n * n {
			if dx, dy := i%n-j%n, i/n-j/n; dx*dx+dy*dy == 1 {
				around |= 1 << j
			}
		}
		gd.Zones = append(gd.Zones, def.ZoneDef{Named: def.Named{ID: string(rune('a' + i))}})
		gd.Adjacent = append(gd.Adjacent, around)
	}
	p := holdsTogether(t, gd)
	for i := range n * n {
		if i%n > 0 && p.Zones[i].X <= p.Zones[i-1].X || i/n > 0 && p.Zones[i].Y <= p.Zones[i-n].Y {
			t.Fatalf("point %d left its row or column", i)
		}
	}
	a, _ := json.Marshal(p)
	b, _ := json.Marshal(Of(gd))
	if string(a) != string(b) {
		t.Error("the layout is another the second time")
	}
	if len(p.Links) != 2*n*(n-1) {
		t.Errorf("%d links, want %d", len(p.Links), 2*n*(n-1))
	}
}

// However many spaces there are, all of them have places, and no more pairs are compared than may be; with as many as maps have, all
// turns are taken.
func TestLargeLayoutsTakeFewerIterations(t *testing.T) {
	for n, want := range map[int]int{0: 200, 1: 200, 204: 200, 210: 190, 1024: 8, 1 << 20: 1} {
		if got := (&plan{count: n}).turns(maxForces, 200); got != want {
			t.Errorf("%d spaces take %d turns, want %d", n, got, want)
		}
	}
	gd := &def.GameDef{Things: def.Things{Adjacent: make([]int64, def.MaxZones)}}
	for i := range def.MaxZones {
		gd.Zones = append(gd.Zones, def.ZoneDef{Named: def.Named{ID: "s" + strconv.Itoa(i)}})
	}
	if zones := Of(gd).Zones; len(zones) != def.MaxZones {
		t.Errorf("%d zones", len(zones))
	}
}
