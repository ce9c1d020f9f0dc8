package board

// These tests draw boards of the small game and of a game without a board, and check that they satisfy the wishes.

import (
	"os"
	"reflect"
	"slices"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/onepage"
	"rulebound/engine"
	"rulebound/engine/def"
)

func load(t *testing.T, id string) *engine.Game {
	t.Helper()
	gd, _, list := compiler.Compile(os.DirFS("../../data/games"), id)
	if gd == nil {
		t.Fatal(list)
	}
	g, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestEveryBoardIsAccepted(t *testing.T) {
	for _, id := range []string{"tidelands", "fire-in-the-lake"} {
		g := load(t, id)
		setups := []string{""}
		for _, s := range g.Def().Setups {
			setups = append(setups, s.ID)
		}
		hashes, stand, cells := map[uint64]bool{}, map[string]bool{}, map[string]bool{}
		for seed := range uint64(60) {
			w := &Wish{Setup: setups[seed%uint64(len(setups))]}
			setup := Random(g, seed, w)
			if again := Random(g, seed, w); !reflect.DeepEqual(setup, again) {
				t.Fatalf("%s, seed %d: two boards for one seed", id, seed)
			}
			s, err := g.New(setup)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", id, seed, err)
			}
			hashes[s.Hash()] = true
			for zone := range setup.Pieces {
				stand[zone] = true
			}
			for cell := range setup.Cells {
				cells[cell] = true
			}
		}
		for _, z := range g.Def().Zones {
			if !z.Plain && !stand[z.ID] {
				t.Errorf("%s: of 60 boards none has a piece in %s", id, z.ID)
			}
		}
		for i := range g.Def().Vars {
			if v := &g.Def().Vars[i]; v.Bounded && v.Single() && cells[v.ID] != (v.Scope == def.GameScope) {
				t.Errorf("%s: %s is drawn: %v", id, v.ID, cells[v.ID])
			}
		}
		if len(hashes) < 50 {
			t.Errorf("%s: only %d boards of 60 differ", id, len(hashes))
		}
	}
}

func TestBoardsFollowWishes(t *testing.T) {
	g := load(t, "fire-in-the-lake")
	w := &Wish{
		Boxes:   map[string][]string{"casualties": {"us-troops"}},
		Out:     map[string]int{"nva-troops": 3},
		Within:  []string{"hue", "saigon", "tay-ninh"},
		Most:    map[string]int{"tunneled": 1},
		Values:  map[string][]string{"aid": {"7", "8"}, "us.eligible": {"false"}},
		Effects: true,
		Never:   []string{"leader-minh", "leader-khanh", "leader-young-turks", "leader-ky"},
	}
	lost, lasting, values := 0, map[string]bool{}, map[string]bool{}
	for seed := range uint64(80) {
		setup := Random(g, seed, w)
		troops, tunnels := 0, 0
		for zone, here := range setup.Pieces {
			if zone != "casualties" && !slices.Contains(w.Within, zone) {
				t.Fatalf("seed %d: pieces in %s", seed, zone)
			}
			troops += here["nva-troops"]
			tunnels += here["nva-base.tunneled"] + here["vc-base.tunneled"]
		}
		lost += setup.Pieces["casualties"]["us-troops"]
		if troops > 3 || tunnels > 1 {
			t.Fatalf("seed %d: %d troops, %d tunnels", seed, troops, tunnels)
		}
		if f := setup.Lasting; slices.Contains(f, "arc-light-shaded") && slices.Contains(f, "arc-light-unshaded") || slices.Contains(f, "leader-ky") {
			t.Fatalf("seed %d: %v in force", seed, f)
		}
		for _, l := range setup.Lasting {
			lasting[l] = true
		}
		if _, ok := setup.Cells["aid"]; ok || setup.Values["us.eligible"] != "false" {
			t.Fatalf("seed %d: %v, %v", seed, setup.Cells, setup.Values)
		}
		values[setup.Values["aid"]] = true
		if _, err := g.New(setup); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	if lost == 0 || !lasting["arc-light-shaded"] || !lasting["arc-light-unshaded"] || len(values) != 2 {
		t.Errorf("%d lost, %v, %v", lost, lasting, values)
	}
}

func TestReadLists(t *testing.T) {
	list, err := Read([]byte("- &any {setup: full, most: {tunneled: 6}, values: {us.eligible: [true, false], aid: [7]}}\n- {<<: *any, setup: short}\n"))
	if err != nil || len(list) != 2 || list[1].Setup != "short" || list[1].Most["tunneled"] != 6 || !reflect.DeepEqual(list[1].Values["us.eligible"], []string{"true", "false"}) {
		t.Error(list, err)
	}
	for _, text := range []string{"", "[]", "- {set-up: full}", "- [full]"} {
		if _, err := Read([]byte(text)); err == nil {
			t.Errorf("%q is not a list of boards", text)
		}
	}
}

// Values of an unbounded track are drawn near its lower end, and every board is accepted.
func TestBoardsWithUnboundedTracksAreAccepted(t *testing.T) {
	const page = "# T\n\n```yaml\ngame: {id: toy, main: play}\nseats: [{id: red}]\ntracks:\n- {id: a, min: 0, max: 4294967295, initial: 0}\n- {id: b, min: -9223372036854775808, max: 9223372036854775807, initial: 0}\n" +
		"- {id: c, min: -1, max: 2147483646, initial: 0}\nprocedures: [{id: play, do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}]}]\n```\n"
	g := onepage.Load(t, page)
	for seed := range uint64(200) {
		if _, err := g.New(Any(g, seed, nil)); err != nil {
			t.Fatal(seed, err)
		}
	}
}
