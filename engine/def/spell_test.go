package def_test

import (
	"strings"
	"testing"

	"rulebound/engine/def"
)

// named is a game with a few names of each kind.
func named() *def.GameDef {
	return &def.GameDef{
		Things: def.Things{Seats: []def.Named{{ID: "red"}, {ID: "blue"}}, Cards: []def.Named{{ID: "card-1"}},
			Zones:   []def.ZoneDef{{Named: def.Named{ID: "hill"}}, {Named: def.Named{ID: "dale"}}},
			Types:   []def.PieceType{{Named: def.Named{ID: "scout"}, First: 1}},
			Classes: []def.ClassDef{{ID: "hut"}, {ID: "scout.hidden"}, {ID: "scout.open"}},
			Enums:   []def.EnumDef{{ID: "mood", Members: []string{"low", "none", "high"}}},
			Tables:  []def.TableDef{{ID: "gifts", Rows: []string{"first"}}}},
		Memory: def.Memory{Vars: []def.VarDef{{Named: def.Named{ID: "gold"}, Base: 1, Len: 1}, {Named: def.Named{ID: "purse"}, Per: []def.Type{def.TSeat}, Base: 2, Len: 2},
			{Named: def.Named{ID: "mood"}, Per: []def.Type{def.TZone}, Base: 4, Len: 2}},
			Cells: 7},
	}
}

var (
	number, truth, mood  = def.TInt, def.TBool, def.Type{Kind: def.KEnum}
	zone, piece, track   = def.TZone, def.TPiece, def.TTrack
	zones, moods, filter = def.SetOf(zone), def.SetOf(mood), def.SetOf(def.Type{Kind: def.KClass})
	order, row           = def.TOrder, def.Type{Kind: def.KRow}
)

func TestSpelledValuesParseBack(t *testing.T) {
	gd := named()
	for _, c := range []struct {
		v    int64
		t    def.Type
		text string
	}{
		{-7, number, "-7"}, {1, truth, "true"}, {1, mood, "none"}, {2, mood, "high"}, {1, zone, "dale"}, {def.None, zone, "none"}, {0, row, "first"},
		{0, zones, "{}"}, {3, zones, "{hill, dale}"}, {5, moods, "{low, high}"}, {6, filter, "{scout.hidden, scout.open}"},
		{-1, order, "[]"}, {-1&^0xffff | 0x0001, order, "[blue, red]"}, {1<<8 | 2, piece, "scout.open in dale"},
		{1, track, "gold"}, {3, track, "blue.purse"}, {4, track, "hill.mood"},
	} {
		if got := gd.Spell(c.v, c.t); got != c.text {
			t.Errorf("%d is spelled %q, not %q", c.v, got, c.text)
		}
		if v, ok := gd.Value(c.text, c.t); !ok || v != c.v {
			t.Errorf("%q is read as %d, %v", c.text, v, ok)
		}
		if v, err := gd.Parse(" "+c.text+" ", c.t); err != nil || v != c.v {
			t.Errorf("%q is parsed as %d, %v", c.text, v, err)
		}
	}
}

// A game that was not loaded may have recursive types; spelling them terminates.
func TestSpellTerminatesForRecursiveTypes(t *testing.T) {
	gd := named()
	of := def.Type{Kind: def.KPair}
	gd.Pairs = []def.PairDef{{First: of, Second: of}}
	for _, v := range []int64{def.None, 0, 7, def.PairOf(7, 7)} {
		if got := gd.Spell(v, of); got == "" {
			t.Errorf("%d is spelled %q", v, got)
		}
	}
	if v, ok := gd.Value("1 → 2", of); !ok || v != def.PairOf(1, 2) {
		t.Errorf("read as %d, %v", v, ok)
	}
	gd.Vars = []def.VarDef{{Named: def.Named{ID: "loop"}, Per: []def.Type{track}, Len: 5}, {Named: def.Named{ID: "pool"}, Per: []def.Type{{Kind: def.KPair}}, Base: 5, Len: 1}}
	for cell := range int64(6) {
		if got := gd.CellName(cell); got != "loop" && got != "pool" {
			t.Errorf("cell %d is called %q", cell, got)
		}
	}
	if _, ok := gd.Value(strings.Repeat("loop.", 1<<12)+"loop", track); ok {
		t.Error("a cell has a name without end")
	}
	set := def.Type{Kind: def.KSet, Elem: def.KSet}
	if got := gd.Spell(-1, set); !strings.HasPrefix(got, "{{") {
		t.Errorf("%q", got)
	}
}

func TestAlternativeSpellingsParse(t *testing.T) {
	gd := named()
	for _, c := range []struct {
		text string
		t    def.Type
		v    int64
	}{{"on", truth, 1}, {"no", truth, 0}, {"dale.scout.open", piece, 1<<8 | 2}, {"hill dale", zones, 3}, {"none", zones, 0}, {"[hill]", zones, 1}} {
		if v, ok := gd.Value(c.text, c.t); !ok || v != c.v {
			t.Errorf("%q is read as %d, %v", c.text, v, ok)
		}
	}
	for text, v := range map[string]int64{"scout in dale": 1<<8 | 1, "258": 258} {
		if got, err := gd.Parse(text, piece); err != nil || got != v {
			t.Errorf("%q is parsed as %d, %v", text, got, err)
		}
	}
	if got := gd.SpellList(3, zones); got != "[hill, dale]" {
		t.Error(got)
	}
}

func TestUnknownNamesDoNotParse(t *testing.T) {
	gd := named()
	for _, c := range []struct {
		text string
		t    def.Type
	}{
		{"1", zone}, {"moor", zone}, {"", zone}, {"none", number}, {"none", truth}, {"maybe", truth}, {"1.5", number},
		{"low", def.Type{Kind: def.KEnum, Of: 9}}, {"first", def.Type{Kind: def.KRow, Of: -1}}, {"{hill, moor}", zones}, {"{none, hill}", zones},
		{"[red, none]", order}, {"[" + strings.Repeat("red, ", 9) + "]", order},
		{"scout in dale", piece}, {"hut in none", piece}, {"none in hill", piece}, {"hut in moor", piece},
		{"purse", track}, {"green.purse", track}, {"none.purse", track}, {"cell 0", track},
	} {
		if v, ok := gd.Value(c.text, c.t); ok {
			t.Errorf("%q is read as %d", c.text, v)
		}
	}
	if v, err := gd.Parse("moor", zone); err == nil {
		t.Errorf("moor is parsed as %d", v)
	}
}

func TestVariablesWithTwoIndicesAreNamedByBoth(t *testing.T) {
	gd := named()
	gd.Vars = append(gd.Vars, def.VarDef{Named: def.Named{ID: "debt"}, Per: []def.Type{def.TSeat, zone}, Base: 7, Len: 4}, def.VarDef{Named: def.Named{ID: "depth"}, Per: []def.Type{mood}, Base: 11, Len: 3},
		def.VarDef{Named: def.Named{ID: "toll"}, Per: []def.Type{mood, zone}, Base: 14, Len: 6})
	gd.Cells = 20
	for text, want := range map[string]int64{"red.debt.hill": 7, "blue.debt.hill": 9, "blue.debt.dale": 10, "depth.high": 13, "toll.low.dale": 15, "toll.high.hill": 18} {
		if v, ok := gd.Value(text, track); !ok || v != want || gd.Spell(want, track) != text {
			t.Errorf("%q is read as %d, %t; spelled %q", text, v, ok, gd.Spell(want, track))
		}
	}
	for _, text := range []string{"red.debt", "red.debt.moor", "red.debt.none", "green.debt.hill", "debt.hill", "depth", "depth.moor", "toll", "toll.hill", "toll.moor.hill", "toll.low", "toll.low.none"} {
		if v, ok := gd.Value(text, track); ok {
			t.Errorf("%q is read as %d", text, v)
		}
	}
}

func TestUnnamedValuesAreSpelledAsNumbers(t *testing.T) {
	gd := named()
	for want, got := range map[string]string{
		"9": gd.Spell(9, zone), "cell 6": gd.CellName(6), "chance": gd.SeatName(-1), "red": gd.SeatName(0),
		"gold": gd.Of(def.KNone, 0, "gold"), "control": gd.Of(def.KZone, def.None, "control"), "dale.control": gd.Of(def.KZone, 1, "control"),
		"hill.hut": gd.PieceName(0, 0), "3 in hill": gd.Spell(3, piece),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
