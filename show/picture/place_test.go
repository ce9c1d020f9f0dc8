package picture

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"rulebound/engine/def"
)

// A corner is cut out of this polygon at the top right.
var hook = []point{{0, 0}, {6, 0}, {6, 4}, {10, 4}, {10, 10}, {0, 10}}

func TestInsidePolygon(t *testing.T) {
	for q, want := range map[point]bool{{1, 1}: true, {5, 3}: true, {8, 2}: false, {8, 6}: true, {5, 9}: true, {11, 6}: false, {-1, 6}: false, {5, -1}: false, {5, 11}: false, {7, 3}: false, {7, 5}: true, {0, 6}: true, {10, 6}: false} {
		if inside(hook, q) != want {
			t.Errorf("%v: %t", q, !want)
		}
		back := slices.Clone(hook)
		if slices.Reverse(back); inside(back, q) != want {
			t.Errorf("%v the other way round: %t", q, !want)
		}
	}
	for b, want := range map[Box]bool{{1, 1, 4, 2}: true, {1, 5, 8, 4}: true, {1, 1, 8, 8}: false, {4, 1, 4, 2}: false, {7, 5, 2, 2}: true, {-1, 5, 4, 2}: false, {1, 8, 4, 4}: false, {1, -2, 4, 4}: false, {8, 5, 4, 2}: false} {
		if within(b, hook) != want {
			t.Errorf("box %v: %t", b, !want)
		}
	}
}

// The part that is nearer to another place is cut off, in every direction: half of a square.
func TestLandNearerToAnotherPlaceIsCutOff(t *testing.T) {
	square := []point{{0, 0}, {12, 0}, {12, 12}, {0, 12}}
	for _, c := range []struct {
		a, b point
		want string
	}{
		{point{3, 6}, point{9, 6}, "[{0 0} {6 0} {6 12} {0 12}]"}, {point{9, 6}, point{3, 6}, "[{6 0} {12 0} {12 12} {6 12}]"},
		{point{6, 3}, point{6, 9}, "[{0 0} {12 0} {12 6} {0 6}]"}, {point{6, 9}, point{6, 3}, "[{12 6} {12 12} {0 12} {0 6}]"},
		{point{3, 6}, point{30, 6}, "[{0 0} {12 0} {12 12} {0 12}]"}, {point{30, 6}, point{3, 6}, "[]"},
	} {
		if got := fmt.Sprint(nearer(square, c.a, c.b)); got != c.want {
			t.Errorf("nearer to %v than to %v: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// The room beside a box reaches to the nearest other box.
func TestRoomBesideABox(t *testing.T) {
	b := Box{10, 10, 4, 4}
	for _, c := range []struct {
		other Box
		want  int
	}{{Box{20, 10, 4, 4}, 6}, {Box{2, 10, 4, 4}, 4}, {Box{10, 20, 4, 4}, 6}, {Box{10, 2, 4, 4}, 4}, {Box{12, 12, 1, 1}, 0}, {Box{20, 17, 4, 4}, 6}, {Box{16, 30, 4, 4}, 16}} {
		if got := room(b, []Box{{100, 100, 1, 1}, c.other}); got != c.want {
			t.Errorf("%v: %d, want %d", c.other, got, c.want)
		}
	}
}

// Overlapping trays move apart along the shorter distance, each by half of it; in some rounds along the longer one. Trays with a gap between
// them stay.
func TestOverlappingTraysMoveApart(t *testing.T) {
	zone := func(x, y int) Zone { return Zone{Box: Box{x, y, 10, 10}} }
	for _, c := range []struct {
		other Zone
		round int
		moved string // the first and the second
	}{
		{zone(8, 1), 0, "[-3 0] [11 1]"}, {zone(-8, 1), 0, "[3 0] [-11 1]"}, {zone(1, 8), 0, "[0 -3] [1 11]"}, {zone(1, -8), 0, "[0 3] [1 -11]"},
		{zone(8, 1), 16, "[0 -7] [8 7]"}, {zone(10+gap, 0), 0, "[0 0] [14 0]"},
	} {
		zones := []Zone{zone(0, 0), c.other}
		again := settle(zones, c.round)
		got := fmt.Sprint([]int{zones[0].X, zones[0].Y}, []int{zones[1].X, zones[1].Y})
		if again != (got != fmt.Sprint([]int{0, 0}, []int{c.other.X, c.other.Y})) || got != c.moved {
			t.Errorf("%v in round %d: %s, want %s, again %t", c.other.Box, c.round, got, c.moved, again)
		}
	}
}

func TestSineIsAccurate(t *testing.T) {
	for degrees := range 361 + 90 {
		if want := 1000 * math.Sin(float64(degrees)*math.Pi/180); math.Abs(float64(sine(degrees))-want) > 2.7 {
			t.Errorf("%d: %d, want %.1f", degrees, sine(degrees), want)
		}
	}
}

// A property value of a single seat belongs to that seat, a pile with an owner to the owner.
func TestOwnersOfPilesAndTracks(t *testing.T) {
	lookup := func(id string, kind def.Kind, values ...int64) def.Lookup {
		return def.Lookup{ID: id, Type: def.Type{Kind: kind}, Values: values}
	}
	gd := &def.GameDef{}
	gd.Cells = 4
	gd.Piles = []def.PileDef{{Owner: -1}, {Owner: -1}, {Owner: -1}, {Owner: 1}}
	gd.Lookups = []def.Lookup{
		lookup("seat.hand", def.KPile, 0, 1), lookup("seat.deck", def.KPile, 2, 2), lookup("seat.other", def.KPile, 0, def.None), lookup("card.pile", def.KPile, 2, 3),
		lookup("seat.store", def.KTrack, 3, 4), lookup("seat.zone", def.KZone, 1, 2),
	}
	if piles, tracks := fmt.Sprint(Owners(gd)), fmt.Sprint(Tracks(gd)); piles != "[0 1 -1 1]" || tracks != "[-1 -1 -1 0]" {
		t.Errorf("piles %s, tracks %s", piles, tracks)
	}
}
