package steps_test

import (
	"fmt"
	"testing"

	"rulebound/engine/def"
	"rulebound/show/steps"
)

// What has a title is called by it, and everything else by the words of its id; a value that there is not is shown as what it is.
func TestTitles(t *testing.T) {
	gd := &def.GameDef{Things: def.Things{
		Seats:   []def.Named{{ID: "northern-clan"}, {ID: "south", Title: "South"}},
		Zones:   []def.ZoneDef{{Named: def.Named{ID: "oldHill"}}},
		Cards:   []def.Named{{ID: "rain", Title: "Heavy rain"}},
		Piles:   []def.PileDef{{Named: def.Named{ID: "draw-pile"}}},
		Types:   []def.PieceType{{Named: def.Named{ID: "scout"}, Statuses: []string{"hidden"}}},
		Classes: []def.ClassDef{{ID: "scout.hidden.very-tired"}},
		Pairs:   []def.PairDef{{First: def.TSeat, Second: def.TZone}},
	}, Program: def.Program{Procs: []def.ProcDef{{Named: def.Named{ID: "run", Title: "Run away"}}}}}
	kind := func(k def.Kind) def.Type { return def.Type{Kind: k} }
	for _, c := range []struct {
		v    int64
		t    def.Type
		want string
	}{
		{0, def.TSeat, "northern clan"}, {1, def.TSeat, "South"}, {2, def.TSeat, gd.Spell(2, def.TSeat)}, {def.None, def.TSeat, "none"},
		{0, def.TZone, "old hill"}, {0, def.TCard, "Heavy rain"}, {0, kind(def.KPile), "draw pile"}, {1, kind(def.KPile), gd.Spell(1, kind(def.KPile))},
		{0, kind(def.KProc), "Run away"}, {0, kind(def.KClass), "scout hidden very-tired"}, {0, kind(def.KPiece), "scout hidden very-tired in old hill"},
		{def.PairOf(1, 0), kind(def.KPair), def.SpellPair("South", "old hill")}, {0, def.TInt, "0"}, {1, def.SeatSet, "{northern clan}"}, {1, def.TBool, "true"},
	} {
		if got := steps.Title(gd, c.v, c.t); got != c.want {
			t.Errorf("%d of kind %v is called %q, want %q", c.v, c.t.Kind, got, c.want)
		}
	}
	for _, c := range []struct {
		o    def.MenuOption
		want string
	}{
		{def.MenuOption{Name: "flee", Proc: 0}, "Run away"}, {def.MenuOption{Name: "south", Proc: -1}, "South"},
		{def.MenuOption{Name: "northern-clan", Proc: -1}, "northern clan"}, {def.MenuOption{Name: "rain", Proc: -1}, "Heavy rain"}, {def.MenuOption{Name: "waitHere", Proc: -1}, "wait here"},
	} {
		if got := steps.OptionTitle(gd, &c.o); got != c.want {
			t.Errorf("the option %s is called %q, want %q", c.o.Name, got, c.want)
		}
	}
	for id, want := range map[string]string{"": "", "a-b-c": "a b c", "level-2": "level-2", "b10-to-c2": "b10 to c2", "2-level": "2-level", "Saigon-Hue": "Saigon-Hue", "is a-title": "is a-title", "usTroops": "us troops",
		"anNVAUnit": "an NVA unit", "theNVA": "the NVA", "planB": "plan b", "-x": "-x", "x-": "x-", "a--b": "a--b"} {
		if got := steps.Words(id); got != want {
			t.Errorf("the words of %q are %q, want %q", id, got, want)
		}
	}
}

// Only what a set-up says is written.
func TestYAMLOfASetup(t *testing.T) {
	for want, s := range map[string]steps.Setup{
		"":                               {Seed: "4", Piles: map[string][]string{}},
		"setup:\n  scenario: short\n":    {ID: "short"},
		"setup:\n  deck: [rain, wind]\n": {Piles: map[string][]string{"deck": {"rain", "wind"}}},
		"setup:\n  scenario: short\n  options: {edition: second}\n  deck: []\n  piles: {shown: [rain]}\n  values: {honey: 3}\n  pieces: {oak: {scout: 2}}\n  lasting: [fog]\n": {
			ID: "short", Options: map[string]string{"edition": "second"}, Piles: map[string][]string{"deck": {}, "shown": {"rain"}},
			Values: map[string]string{"honey": "3"}, Pieces: map[string]map[string]int{"oak": {"scout": 2}}, Lasting: []string{"fog"}},
	} {
		if got := s.YAML(); got != want {
			t.Errorf("%+v is written as\n%s", s, got)
		}
	}
}

// A value names spots of the board, a pair both of its halves; a value that is no thing of the board names none.
func TestSpotsOfValues(t *testing.T) {
	gd := &def.GameDef{Things: def.Things{Seats: []def.Named{{ID: "red"}}, Zones: []def.ZoneDef{{Named: def.Named{ID: "hill"}}}, Pairs: []def.PairDef{{First: def.TSeat, Second: def.TZone}}}}
	for _, c := range []struct {
		v    int64
		t    def.Type
		want string
	}{
		{0, def.TZone, "[[0 0]]"}, {3<<8 | 5, def.Type{Kind: def.KPiece}, "[[1 3 5]]"}, {2, def.TCard, "[[2 2]]"}, {1, def.Type{Kind: def.KPile}, "[[3 1]]"}, {0, def.TSeat, "[[4 0]]"},
		{def.PairOf(0, 2), def.Type{Kind: def.KPair}, "[[4 0] [0 2]]"}, {def.PairOf(0, 2), def.Type{Kind: def.KPair, Of: 1}, "[]"}, {def.None, def.TZone, "[]"}, {4, def.TInt, "[]"},
	} {
		if got := fmt.Sprint(steps.Spots(gd, c.v, c.t)); got != c.want {
			t.Errorf("%d of kind %v: %s, want %s", c.v, c.t.Kind, got, c.want)
		}
	}
	for name, want := range map[string]string{"hill": "[[0 0]]", "red": "[[4 0]]", "rest": "[]"} {
		if got := fmt.Sprint(steps.OptionSpots(gd, &def.MenuOption{Name: name})); got != want {
			t.Errorf("the option %s: %s, want %s", name, got, want)
		}
	}
}
