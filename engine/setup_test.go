package engine

import (
	"errors"
	"fmt"
	"reflect"
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

func TestAnEffectOfASetUpIsInForceForAsLongAsItSays(t *testing.T) {
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

func TestSetupErrors(t *testing.T) {
	g := mustLoad(t, testMain())
	for name, setup := range map[string]Setup{
		"set-up":         {ID: "other"},
		"pile":           {Piles: map[string][]string{"pocket": nil}},
		"card":           {Piles: map[string][]string{"hand": {"c9"}}},
		"card twice":     {Piles: map[string][]string{"hand": {"c1"}, "played": {"c1"}}},
		"variable":       {Cells: map[string]int64{"luck": 1}},
		"no variable":    {Cells: map[string]int64{"hand": 1}},
		"out of bounds":  {Cells: map[string]int64{"gold": 21}},
		"value":          {Values: map[string]string{"x.mood": "most"}},
		"zone":           {Pieces: map[string]map[string]int{"q": nil}},
		"class":          {Pieces: map[string]map[string]int{"x": {"tank": 1}}},
		"too many":       {Pieces: map[string]map[string]int{"x": {"sheep": 7}}},
		"home":           {Pieces: map[string]map[string]int{"box": {"sheep": 2}}},
		"lasting effect": {Lasting: []string{"luck"}},
		"duration":       {Lasting: []string{"effect1"}, Until: map[string]string{"effect1": "winter"}},
		"not in force":   {Lasting: []string{"effect1"}, Until: map[string]string{"effect2": "turn"}},
	} {
		_, err := g.New(setup)
		var about *SetupError
		if !errors.As(err, &about) || about.Entry.Name == "" || reflect.ValueOf(setup).FieldByName(about.Entry.Field).IsZero() {
			t.Errorf("%s: %v does not say which entry it is about", name, err)
			continue
		}
		if want := map[string]string{"card": "c9", "card twice": "c1", "class": "tank", "too many": "sheep", "home": "sheep"}[name]; about.Entry.Within != want {
			t.Errorf("%s: it is about %q within %s, want %q", name, about.Entry.Within, about.Entry.Name, want)
		}
	}
}

func TestFormatAndParse(t *testing.T) {
	g := mustLoad(t, testMain())
	for _, test := range []struct {
		v    int64
		t    def.Type
		text string
	}{
		{7, tI, "7"}, {1, tB, "true"}, {2, def.Type{Kind: def.KEnum}, "high"}, {1, tS, "blue"}, {def.None, tS, "none"}, {zoneZ, tZ, "z"}, {2, tC, "c2"},
		{pileHand, tPile, "hand"}, {bitsOf(0, 2), tZs, "{x, z}"}, {0, tZs, "{}"}, {orderOf(1, 0), tOrd, "[blue, red]"}, {emptyOrder, tOrd, "[]"},
		{zoneY<<8 | wolfActive, def.Type{Kind: def.KPiece}, "wolf.active in y"}, {cellRes, def.Type{Kind: def.KTrack}, "red.res"}, {0, def.Type{Kind: def.KLasting}, "effect0"},
		{0, def.Type{Kind: def.KProc}, "main"}, {setSheep, tF, "{sheep, sheep.moved}"},
	} {
		if got := g.Format(test.v, test.t); got != test.text {
			t.Errorf("Format(%d) = %q, want %q", test.v, got, test.text)
		}
		if got, err := g.Parse(test.text, test.t); err != nil || got != test.v {
			t.Errorf("Parse(%q) = %d, %v, want %d", test.text, got, err, test.v)
		}
	}
	if got := g.Format(99, tZ); got != "99" {
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

// One player may play several seats, and knows what each of them knows.
func TestViewOfAPlayerOfSeveralSeats(t *testing.T) {
	d := testMain()
	d.Vars[1].Visible = def.Owner // red.res, blue.res
	d.Derived = append(d.Derived, def.DerivedDef{Named: def.Named{ID: "player"}, Type: tS, Per: def.KSeat, Slot: 2, Value: kT(0, tS), Player: true, Held: -1})
	s, err := mustLoad(t, d).New(Setup{ID: "start", Piles: map[string][]string{"played": {"c1", "c0"}}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Player(0) != 0 || s.Player(1) != 0 || s.Player(Chance) != Chance || s.Player(7) != 7 {
		t.Error("red's player plays blue, too, and nobody else")
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

// What a rulebook says of a player that is no seat, or cannot be computed, leaves each seat to itself.
func TestAPlayerThatIsNoSeat(t *testing.T) {
	for name, value := range map[string]*def.Expr{"none": kT(def.None, tS), "a fault": ex(def.OpIf, tS, ex(def.OpFloorDiv, tI, k(1), cell(cellAction+1)), kT(0, tS), kT(1, tS))} {
		d := testMain()
		d.Derived = append(d.Derived, def.DerivedDef{Named: def.Named{ID: "player"}, Type: tS, Per: def.KSeat, Slot: 2, Value: value, Player: true, Held: -1})
		s, err := mustLoad(t, d).New(Setup{ID: "start"})
		if err != nil {
			t.Fatal(err)
		}
		if s.Player(1) != 1 {
			t.Errorf("%s: blue is played by %d", name, s.Player(1))
		}
	}
}

func TestTwoValuesCannotSayWhoPlays(t *testing.T) {
	for name, per := range map[string]def.Kind{"a second value": def.KSeat, "a value of the whole game": def.KNone} {
		d := testMain()
		for _, id := range []string{"player", "other"} {
			d.Derived = append(d.Derived, def.DerivedDef{Named: def.Named{ID: id}, Type: tS, Per: per, Slot: 2, Value: kT(0, tS), Player: true, Held: -1})
		}
		if _, err := Load(d, nil); err == nil || !strings.Contains(err.Error(), "who plays") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
