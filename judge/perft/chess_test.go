package perft

import (
	"os"
	"slices"
	"testing"

	"rulebound/compiler"
	"rulebound/engine"
)

// Chess programs are tested with the published numbers of plays of each length. testdata/chess has the rules, in the
// language alone. In none of these plays does a pawn reach the last row, because promotion takes an additional answer.
func TestPerftOfChessMatchesPublishedCounts(t *testing.T) {
	gd, _, list := compiler.Compile(os.DirFS("testdata"), "chess")
	if len(list) > 0 {
		t.Fatal(list)
	}
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	for setup, plays := range map[string][]uint64{"start": {20, 400, 8902, 197281}, "middle": {48, 2039, 97862}, "ending": {14, 191, 2812, 43238}} {
		if testing.Short() {
			plays = slices.DeleteFunc(plays, func(n uint64) bool { return n > 5000 })
		}
		s, err := g.New(engine.Setup{ID: setup})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Count(s, Config{Depth: len(plays)})
		if err != nil {
			t.Fatal(err)
		}
		var got []uint64
		for _, d := range r.Depths {
			got = append(got, d.Plays)
		}
		if !slices.Equal(got, plays) {
			t.Errorf("%s: %v, want %v", setup, got, plays)
		}
	}
}
