package engine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
)

func TestSetup(t *testing.T) {
	g := mustLoad(t, testMain())
	s, err := g.New(Setup{
		ID:      "start",
		Piles:   map[string][]string{"hand": {"c5", "c4"}, "played": {"c0"}},
		Cells:   map[string]int64{"blue.res": 3},
		Values:  map[string]string{"x.mood": "high", "gold": "12"},
		Pieces:  map[string]map[string]int{"x": {"wolf.active": 1}, "z": {"sheep": 2, "wolf": 1}},
		Lasting: []string{"effect2", "effect1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"blue.res": "3", "x.mood": "high", "gold": "12", "x.wolf": "1", "x.wolf.active": "1", "x.wolf.hidden": "0", "x.sheep": "3",
		"z.sheep": "2", "z.wolf.hidden": "1", "box.sheep": "1", "box.wolf": "2", "effect2": "1", "effect1": "2", "effect0": "0",
		"hand": "c5", "played": "c0", "size.hand": "2", "size.deck": "3", "left.smoke": "2",
	} {
		v, typ, err := s.Value(name)
		if err != nil {
			t.Error(err)
		}
		if got := g.Format(v, typ); got != want {
			t.Errorf("%s = %s, want %s", name, got, want)
		}
	}
	if !reflect.DeepEqual(s.Pile(pileDeck), []int64{1, 3, 2}) {
		t.Errorf("deck %v: a card that lost its place is not at the bottom of the first pile", s.Pile(pileDeck))
	}
	if _, _, err := s.Value("nothing"); err == nil {
		t.Error("an unknown name has a value")
	}
	checkIndex(t, s)
}

func TestSetupEffectHasTheGivenDuration(t *testing.T) {
	d := testMain()
	g := mustLoad(t, d)
	for until, name := range d.Durations {
		s, err := g.New(Setup{Lasting: []string{"effect2", "effect1"}, Until: map[string]string{"effect1": name}})
		if err != nil {
			t.Fatal(err)
		}
		if at := s.Cell(d.Lasting[1].Until); at != int64(until) {
			t.Errorf("%s: effect1 is in force to the end of %d", name, at)
		}
		if at := s.Cell(d.Lasting[2].Until); at != int64(d.Lasting[2].Duration) {
			t.Errorf("effect2 is in force to the end of %d, not of what it is declared with", at)
		}
	}
}

// An invalid set-up is rejected for the invalid entry.
func TestSetupErrors(t *testing.T) {
	g := mustLoad(t, testMain())
	piles := func(p map[string][]string) Setup { return Setup{Piles: p} }
	cells := func(c map[string]int64) Setup { return Setup{Cells: c} }
	values := func(v map[string]string) Setup { return Setup{Values: v} }
	pieces := func(p map[string]map[string]int) Setup { return Setup{Pieces: p} }
	for name, c := range map[string]struct {
		setup Setup
		about SetupEntry
		why   string
	}{
		"set-up":         {Setup{ID: "other"}, SetupEntry{"ID", "other", ""}, "there is no set-up"},
		"pile":           {piles(map[string][]string{"hand": {"c1"}, "pocket": nil}), SetupEntry{"Piles", "pocket", ""}, "there is no pile"},
		"card":           {piles(map[string][]string{"hand": {"c1", "c9"}}), SetupEntry{"Piles", "hand", "c9"}, "there is no card"},
		"card twice":     {piles(map[string][]string{"hand": {"c1"}, "played": {"c1"}}), SetupEntry{"Piles", "played", "c1"}, "listed twice"},
		"variable":       {cells(map[string]int64{"gold": 1, "luck": 1}), SetupEntry{"Cells", "luck", ""}, "there is no variable"},
		"no variable":    {cells(map[string]int64{"hand": 1}), SetupEntry{"Cells", "hand", ""}, "there is no variable"},
		"out of bounds":  {cells(map[string]int64{"gold": 21, "red.res": 1}), SetupEntry{"Cells", "gold", ""}, "gold cannot be 21"},
		"below bounds":   {cells(map[string]int64{"gold": -1}), SetupEntry{"Cells", "gold", ""}, "gold cannot be -1"},
		"no place":       {cells(map[string]int64{"z.mood": 2}), SetupEntry{"Cells", "z.mood", ""}, "cannot be placed there"},
		"no value of it": {values(map[string]string{"luck": "1"}), SetupEntry{"Values", "luck", ""}, "there is no variable"},
		"value of none":  {values(map[string]string{"hand": "c1"}), SetupEntry{"Values", "hand", ""}, "there is no variable"},
		"value":          {values(map[string]string{"x.mood": "most"}), SetupEntry{"Values", "x.mood", ""}, "most"},
		"value too much": {values(map[string]string{"gold": "21"}), SetupEntry{"Values", "gold", ""}, "gold cannot be 21"},
		"no place for":   {values(map[string]string{"z.mood": "high"}), SetupEntry{"Values", "z.mood", ""}, "cannot be placed there"},
		"zone":           {pieces(map[string]map[string]int{"q": nil}), SetupEntry{"Pieces", "q", ""}, "there is no zone"},
		"class":          {pieces(map[string]map[string]int{"x": {"tank": 1}}), SetupEntry{"Pieces", "x", "tank"}, "there are no pieces"},
		"too many":       {pieces(map[string]map[string]int{"x": {"sheep": 7}, "y": {"wolf": 1}}), SetupEntry{"Pieces", "x", "sheep"}, "not 7 of sheep"},
		"one too many":   {pieces(map[string]map[string]int{"x": {"sheep": 4}, "y": {"sheep": 3}}), SetupEntry{"Pieces", "y", "sheep"}, "not 3 of sheep"},
		"less than none": {pieces(map[string]map[string]int{"x": {"sheep": -1}}), SetupEntry{"Pieces", "x", "sheep"}, "not -1 of sheep"},
		"home":           {pieces(map[string]map[string]int{"box": {"sheep": 2}}), SetupEntry{"Pieces", "box", "sheep"}, "is the home"},
		"lasting effect": {Setup{Lasting: []string{"effect0", "luck"}}, SetupEntry{"Lasting", "luck", ""}, "no lasting effect"},
		"duration":       {Setup{Lasting: []string{"effect1"}, Until: map[string]string{"effect1": "winter"}}, SetupEntry{"Until", "effect1", ""}, "no duration"},
		"not in force":   {Setup{Lasting: []string{"effect1"}, Until: map[string]string{"effect1": "turn", "effect2": "turn"}}, SetupEntry{"Until", "effect2", ""}, "not among the effects"},
	} {
		_, err := g.New(c.setup)
		var about *SetupError
		if !errors.As(err, &about) || about.Entry != c.about || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v (%+v), want %q about %+v", name, err, about, c.why, c.about)
			continue
		}
		text := about.Err.Error()
		if _, fault := about.Err.(*Fault); fault { // it does not name the entry
			text = c.about.Name + ": " + text
		}
		if about.Error() != text {
			t.Errorf("%s: %v, want %s", name, about, text)
		}
	}
}

func TestSetupErrorWithoutEntryReportsTheFaultUnchanged(t *testing.T) {
	if err := (&SetupError{Err: &Fault{Why: "step limit reached"}}); err.Error() != err.Err.Error() {
		t.Error(err)
	}
}

func TestEffectsOfANamedSetupAreInForce(t *testing.T) {
	d := testMain()
	d.Setups[0].Active = []int32{2, 0}
	s := start(t, d)
	for l, stamp := range []int64{2, 0, 1, 0} {
		if got := s.Cell(d.Lasting[l].Stamp); got != stamp {
			t.Errorf("effect%d came into force as number %d, want %d", l, got, stamp)
		}
	}
}

func TestSetupMovesOnlyTheCardsAndPiecesThatItNames(t *testing.T) {
	for _, c := range []struct {
		name  string
		with  func(*def.GameDef)
		setup Setup
		want  string // of the deck, the hand and the played cards, then of sheep and wolves in x, y and z
	}{
		{"nothing", nil, Setup{}, "[0 1 3 5] [4 2] [] 3 0 0 2 1 0"},
		{"the first pile", nil, Setup{Piles: map[string][]string{"deck": {"c3", "c2"}}}, "[3 2 0 1 5] [4] [] 3 0 0 2 1 0"},
		{"an empty pile", nil, Setup{Piles: map[string][]string{"hand": nil}}, "[0 1 3 5 4 2] [] [] 3 0 0 2 1 0"},
		{"cards that change places", nil, Setup{Piles: map[string][]string{"hand": {"c0"}, "played": {"c2", "c4"}}}, "[1 3 5] [0] [2 4] 3 0 0 2 1 0"},
		{"the order of a pile", nil, Setup{Piles: map[string][]string{"hand": {"c2", "c4"}}}, "[0 1 3 5] [2 4] [] 3 0 0 2 1 0"},
		{"all of a type", nil, Setup{Pieces: map[string]map[string]int{"y": {"sheep": 3}}}, "[0 1 3 5] [4 2] [] 3 3 0 2 1 0"},
		{"pieces that another zone sets free", nil, Setup{Pieces: map[string]map[string]int{"x": {"wolf": 5}, "y": {"wolf": 0}}}, "[0 1 3 5] [4 2] [] 3 0 0 5 0 0"},
		{"no pieces", nil, Setup{Pieces: map[string]map[string]int{"x": {"sheep": 0}}}, "[0 1 3 5] [4 2] [] 0 0 0 2 1 0"},
		{"a marker where none stands stays as it is", nil, Setup{Cells: map[string]int64{"z.mood": 1}, Values: map[string]string{"box.mood": "neutral"}}, "[0 1 3 5] [4 2] [] 3 0 0 2 1 0"},
		{"pieces at home", func(d *def.GameDef) {
			d.Setups[0].Pieces = append(d.Setups[0].Pieces, def.PieceInit{Zone: zoneBox, Class: sheep, N: 6})
		}, Setup{}, "[0 1 3 5] [4 2] [] 3 0 0 2 1 0"},
		{"the last piece", func(d *def.GameDef) { d.Setups[0].Pieces[0].N = 6 }, Setup{}, "[0 1 3 5] [4 2] [] 6 0 0 2 1 0"},
		{"a type of no pieces", func(d *def.GameDef) {
			d.Setups[0].Pieces = d.Setups[0].Pieces[1:]
			d.Types[0].Count = 0
		}, Setup{}, "[0 1 3 5] [4 2] [] 0 0 0 2 1 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := testMain()
			if c.with != nil {
				c.with(d)
			}
			c.setup.ID = "start"
			s, err := mustLoad(t, d).New(c.setup)
			if err != nil {
				t.Fatal(err)
			}
			got := fmt.Sprint(s.Pile(pileDeck), s.Pile(pileHand), s.Pile(pilePlayed))
			for _, name := range []string{"x.sheep", "y.sheep", "z.sheep", "x.wolf", "y.wolf", "z.wolf"} {
				got += fmt.Sprint(" ", s.mustValue(t, name))
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			checkIndex(t, s)
		})
	}
}

func TestAGameWithoutPilesOrPiecesBegins(t *testing.T) {
	d := testMain()
	d.Piles, d.Cards, d.Setups[0].Cards, d.Setups[0].Pieces = nil, nil, nil, nil
	s, err := mustLoad(t, d).New(Setup{})
	if err != nil || s.Decision() == nil {
		t.Fatal(err)
	}
	checkIndex(t, s)
}

func TestFormatAndParse(t *testing.T) {
	g := mustLoad(t, testMain())
	for _, test := range []struct {
		v    int64
		t    def.Type
		text string
	}{
		{7, def.TInt, "7"}, {1, def.TBool, "true"}, {2, def.Type{Kind: def.KEnum}, "high"}, {1, def.TSeat, "blue"}, {def.None, def.TSeat, "none"}, {zoneZ, def.TZone, "z"}, {2, def.TCard, "c2"},
		{pileHand, def.TPile, "hand"}, {bitsOf(0, 2), def.ZoneSet, "{x, z}"}, {0, def.ZoneSet, "{}"}, {orderOf(1, 0), def.TOrder, "[blue, red]"}, {def.EmptyOrder, def.TOrder, "[]"},
		{zoneY<<8 | wolfActive, def.TPiece, "wolf.active in y"}, {cellRes, def.TTrack, "red.res"}, {0, def.TLasting, "effect0"},
		{0, def.TProc, "main"}, {setSheep, def.FilterSet, "{sheep, sheep.moved}"},
	} {
		if got := g.Format(test.v, test.t); got != test.text {
			t.Errorf("Format(%d) = %q, want %q", test.v, got, test.text)
		}
		if got, err := g.Parse(test.text, test.t); err != nil || got != test.v {
			t.Errorf("Parse(%q) = %d, %v, want %d", test.text, got, err, test.v)
		}
	}
	if got := g.Format(99, def.TZone); got != "99" {
		t.Errorf("a zone that does not exist is written %q", got)
	}
}

func TestView(t *testing.T) {
	d := testMain()
	d.Vars[1].Visible = def.Owner // red.res, blue.res
	d.Vars[0].Visible = def.Hidden
	g := mustLoad(t, d)
	s, err := g.New(Setup{ID: "start", Piles: map[string][]string{"played": {"c1", "c0"}}, Lasting: []string{"effect3", "effect0"}})
	if err != nil {
		t.Fatal(err)
	}
	names := func(v *View) map[string]bool {
		m := map[string]bool{}
		for _, x := range v.Values {
			m[x.Name] = true
		}
		return m
	}
	mine, theirs := s.View(0), s.View(1)
	unnamed := s.View(0)
	for i := range unnamed.Values {
		unnamed.Values[i].Name = ""
	}
	if got := s.Unnamed(0); !reflect.DeepEqual(got, unnamed) {
		t.Errorf("without names red sees %+v, want %+v", got, unnamed)
	}
	if m := names(mine); !m["red.res"] || m["blue.res"] || m["gold"] || !m["x.mood"] {
		t.Errorf("red sees %v", m)
	}
	if mine.Decision == nil || theirs.Decision != nil || theirs.Asked != 0 {
		t.Error("the decision is red's")
	}
	if got := fmt.Sprint(mine.Piles); got != "[{0 2 [-1 -1]} {1 2 [4 2]} {2 2 [1 -1]}]" {
		t.Errorf("red sees the piles %s", got)
	}
	if got := fmt.Sprint(theirs.Piles[pileHand]); got != "{1 2 [-1 -1]}" {
		t.Errorf("blue sees red's hand %s", got)
	}
	if !reflect.DeepEqual(mine.Lasting, []int32{3, 0}) || len(mine.Pieces) != 5 {
		t.Errorf("view %+v", mine)
	}
}

// Quiet variables of a library are in no view.
func TestQuietVariablesAreInNoView(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		d := testMain()
		gold := &d.Vars[0]
		gold.Quiet = quiet
		s := start(t, d)
		for seat := Chance; seat < 2; seat++ {
			seen := slices.ContainsFunc(s.View(seat).Values, func(v ViewValue) bool { return v.Name == gold.ID })
			if seen == quiet {
				t.Errorf("quiet %v: seat %d sees it: %v", quiet, seat, seen)
			}
		}
	}
}

// A player of several seats sees what each of them sees.
func TestViewOfAPlayerOfSeveralSeats(t *testing.T) {
	d := testMain()
	d.Vars[1].Visible = def.Owner // red.res, blue.res
	d.Derived = append(d.Derived, def.DerivedDef{Named: def.Named{ID: "player"}, Type: def.TSeat, Per: def.KSeat, Slot: 2, Value: kT(0, def.TSeat), Player: true, Held: -1})
	s, err := mustLoad(t, d).New(Setup{ID: "start", Piles: map[string][]string{"played": {"c1", "c0"}}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Player(0) != 0 || s.Player(1) != 0 || s.Player(Chance) != Chance || s.Player(7) != 7 {
		t.Error("red's player plays blue, too, and no other seat")
	}
	mine, theirs, all := s.View(0), s.View(1), s.View(Chance)
	if mine.Decision == nil || theirs.Decision == nil || all.Decision != nil {
		t.Error("the decision is for the player of both seats, and not for everybody")
	}
	if got := fmt.Sprint(theirs.Piles[pileHand]); got != "{1 2 [4 2]}" {
		t.Errorf("who plays red and blue sees red's hand as %s", got)
	}
	if got := fmt.Sprint(all.Piles[pileHand]); got != "{1 2 [-1 -1]}" {
		t.Errorf("everybody sees red's hand: %s", got)
	}
	for _, v := range []*View{mine, theirs} {
		names := fmt.Sprint(v.Values)
		if !strings.Contains(names, "red.res") || !strings.Contains(names, "blue.res") {
			t.Errorf("seat %d sees %s", v.Seat, names)
		}
	}
}

// If the value for the player of a seat is no seat or a fault, each seat is its own player.
func TestInvalidPlayerLeavesEachSeatToItself(t *testing.T) {
	for name, value := range map[string]*def.Expr{"none": kT(def.None, def.TSeat), "a fault": ex(def.OpIf, def.TSeat, ex(def.OpFloorDiv, def.TInt, k(1), cell(cellAction+1)), kT(0, def.TSeat), kT(1, def.TSeat))} {
		d := testMain()
		d.Derived = append(d.Derived, def.DerivedDef{Named: def.Named{ID: "player"}, Type: def.TSeat, Per: def.KSeat, Slot: 2, Value: value, Player: true, Held: -1})
		s, err := mustLoad(t, d).New(Setup{ID: "start"})
		if err != nil {
			t.Fatal(err)
		}
		if s.Player(1) != 1 {
			t.Errorf("%s: blue is played by %d", name, s.Player(1))
		}
	}
}

func TestLoadRefusesASecondOrGlobalPlayerValue(t *testing.T) {
	for name, per := range map[string]def.Kind{"a second value": def.KSeat, "a value of the whole game": def.KNone} {
		d := testMain()
		ids := []string{"player", "other"}
		if per == def.KNone {
			ids = ids[:1]
		}
		for _, id := range ids {
			d.Derived = append(d.Derived, def.DerivedDef{Named: def.Named{ID: id}, Type: def.TSeat, Per: per, Slot: 2, Value: kT(0, def.TSeat), Player: true, Held: -1})
		}
		if _, err := Load(d, nil); err == nil || !strings.Contains(err.Error(), "who plays") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSetupBeyondAStackLimitIsAFaultAtItsPlace(t *testing.T) {
	d := testMain()
	d.Setups[0].Node = 2
	d.Stacking = []def.StackLimit{{Zones: bitsOf(zoneX), Filter: setWolf, Max: 1}}
	_, err := mustLoad(t, d).New(Setup{ID: "start"})
	var f *Fault
	if !errors.As(err, &f) || f.Node != 2 || !strings.Contains(f.Why, "stacking") {
		t.Errorf("%v", err)
	}
}

// Of several invalid entries, the first in the order of their names is reported.
func TestFirstInvalidSetupEntryIsReported(t *testing.T) {
	g := mustLoad(t, testMain())
	names := []string{"k", "m", "p", "c", "d", "z", "f", "b", "t", "v", "g", "s", "r", "n", "h", "j"}
	none, zero, text, pieces, until := map[string][]string{}, map[string]int64{}, map[string]string{}, map[string]map[string]int{}, map[string]string{}
	for _, n := range names {
		none[n], zero[n], text[n], pieces[n], until[n] = nil, 0, "1", nil, "turn"
	}
	for field, setup := range map[string]Setup{"Piles": {Piles: none}, "Cells": {Cells: zero}, "Values": {Values: text}, "Pieces": {Pieces: pieces}, "Until": {Until: until}} {
		_, err := g.New(setup)
		var about *SetupError
		if !errors.As(err, &about) || about.Entry != (SetupEntry{field, "b", ""}) {
			t.Errorf("%s: %v (%+v)", field, err, about)
		}
	}
}

// The beginning of a play spends its budget and is observed.
func TestBeginningOfAPlaySpendsBudgetAndIsObserved(t *testing.T) {
	d := testGame()
	addMain(d, out(k(3)))
	g := mustLoad(t, d)
	budget, seen, heard := NewBudget(1000), &tape{}, &tape{}
	s, err := g.New(Setup{Budget: budget, Observer: seen, Listener: heard})
	if err != nil || s.Cell(cellOut) != 3 {
		t.Fatal(err)
	}
	if budget.Left() >= 1000 || s.budget != budget {
		t.Errorf("%d steps are left", budget.Left())
	}
	if len(seen.lines) == 0 || len(heard.lines) != 0 {
		t.Errorf("the observer received %q, the listener %q", seen.lines, heard.lines)
	}
	if _, err := g.New(Setup{Budget: NewBudget(0)}); err == nil || !strings.Contains(err.Error(), "more steps than it may") {
		t.Errorf("without a step: %v", err)
	}
}

func TestSetupOfWideSets(t *testing.T) {
	d := testGame()
	d.Vars = append(d.Vars, def.VarDef{Named: def.Named{ID: "kept"}, Type: def.ZoneSet, Base: d.Cells, Len: 2, Scale: -1, Pool: -1})
	d.Cells += 2
	d.Initial = append(d.Initial, -1, 0)
	addMain(d)
	g := mustLoad(t, widened(t, d, 100, 4).gd)
	s, err := g.New(Setup{Values: map[string]string{"kept": "{z, x}"}})
	if err != nil {
		t.Fatal(err)
	}
	base := g.def.Vars[len(g.def.Vars)-1].Base
	if got := s.cells[base:][:2]; got[0] != bitsOf(zoneX, zoneZ) || got[1] != 0 {
		t.Errorf("it is %x", got)
	}
	for why, setup := range map[string]Setup{
		"kept is a set of more than 64 things":     {Cells: map[string]int64{"kept": 1}},
		`kept: "{x, nowhere}" is not a value here`: {Values: map[string]string{"kept": "{x, nowhere}"}},
	} {
		if _, err := g.New(setup); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v, want %q", err, why)
		}
	}
}
