package kit

import (
	"reflect"
	"testing"

	"rulebound/engine"
	"rulebound/engine/def"
)

func TestTalliesAreAdded(t *testing.T) {
	var one, two Tally
	for i := range reflect.TypeFor[Tally]().NumField() {
		reflect.ValueOf(&one).Elem().Field(i).SetInt(int64(i + 1))
		reflect.ValueOf(&two).Elem().Field(i).SetInt(int64(10*i + 9))
	}
	one.Add(two)
	for i := range reflect.TypeFor[Tally]().NumField() {
		if f := reflect.ValueOf(one).Field(i); f.Int() != int64(11*i+10) {
			t.Errorf("%s is %d, want %d", reflect.TypeFor[Tally]().Field(i).Name, f.Int(), 11*i+10)
		}
	}
}

// A seat sees open values and its own owner-visible ones; a spectator sees open values only.
func TestSeatSeesOpenAndOwnCells(t *testing.T) {
	g := loaded(t, "{gain: {passes: 1}}", "visible: owner")
	s, err := g.New(engine.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	seats, cards := []def.Type{def.TSeat}, []def.Type{def.TCard}
	for _, c := range []struct {
		visible def.Visibility
		per     []def.Type
		seat    int
		want    string // for the cells of the three seats
	}{
		{def.Open, seats, 0, "yyy"}, {def.Open, nil, engine.Chance, "yyy"}, {def.Hidden, seats, 0, "nnn"}, {def.Hidden, seats, engine.Chance, "nnn"},
		{def.Owner, seats, 0, "ynn"}, {def.Owner, seats, 2, "nny"}, {def.Owner, seats, engine.Chance, "nnn"}, {def.Owner, cards, 0, "nnn"},
	} {
		w, got := &twins{Twins: Twins{Game: g, Seat: c.seat}}, ""
		for i := range int32(3) {
			got += map[bool]string{true: "y", false: "n"}[w.sees(s, &def.VarDef{Visible: c.visible, Per: c.per, Len: 3}, i)]
		}
		if got != c.want {
			t.Errorf("visible %v, per %v, seat %d: %s, want %s", c.visible, c.per, c.seat, got, c.want)
		}
	}
}

// A formula reads hidden values if it, or a function it calls, reads a card or a variable that is not open.
func TestReadsHidden(t *testing.T) {
	cell := func(i int64) *def.Expr { return &def.Expr{Op: def.OpCell, I: i} }
	call := func(i int64) *def.Expr { return &def.Expr{Op: def.OpCall, I: i} }
	derived := func(i int64) *def.Expr { return &def.Expr{Op: def.OpDerived, I: i} }
	gd := &def.GameDef{}
	gd.Vars = []def.VarDef{{Base: 0, Len: 2}, {Base: 2, Len: 3, Visible: def.Owner}, {Base: 5, Len: 1}}
	gd.Functions = []def.FuncDef{{Body: call(0)}, {Body: cell(4)}, {Body: derived(0)}}
	gd.Derived = []def.DerivedDef{{Value: cell(2)}, {Value: cell(0)}}
	for _, c := range []struct {
		what string
		e    *def.Expr
		want bool
	}{
		{"an open cell", cell(1), false}, {"the first hidden cell", cell(2), true}, {"the last hidden cell", cell(4), true}, {"the cell behind", cell(5), false},
		{"a card", &def.Expr{Op: def.OpTop}, true}, {"a function without end", call(0), false}, {"a function that does", call(1), true}, {"one that calls what does", call(2), true},
		{"a derived value that does", derived(0), true}, {"one that does not", derived(1), false},
		{"a function, then the derived value of its number", &def.Expr{Op: def.OpAdd, Args: []*def.Expr{call(0), derived(0)}}, true},
	} {
		if got := readsHidden(gd, c.e, map[int64]bool{}); got != c.want {
			t.Errorf("%s: %t", c.what, got)
		}
	}
}

// A hidden value has been shown if in both plays a cell takes the value of the same hidden cell.
func TestHiddenValueIsShownWhenACellTakesIt(t *testing.T) {
	g := loaded(t, "{gain: {passes: 1}}", "visible: hidden")
	gd := g.Def()
	base := map[string]int32{}
	for i := range gd.Vars {
		base[gd.Vars[i].ID] = gd.Vars[i].Base
	}
	state := func(coin string, marks int64) *engine.State {
		s, err := g.New(engine.Setup{Seed: 1})
		if err == nil {
			for d := s.Decision(); err == nil && d.Seat == engine.Chance; d = s.Decision() {
				err = s.Apply(engine.Answer{Member: 0})
			}
			if err == nil {
				err = s.Arrange(engine.Setup{Values: map[string]string{"blue.coin": coin}, Cells: map[string]int64{"blue.marks": marks}})
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a, b := state("silver", 3), state("gold", 5)
	w := &twins{Twins: Twins{Game: g, Seat: 0}}
	shown := func(value int64) observed { return observed{cell: base["shown"], value: value} }
	marks := func(value int64) observed { return observed{cell: base["marks"], value: value} }
	none := observed{cell: -1}
	for _, c := range []struct {
		what string
		e, f observed
		want bool
	}{
		{"no cell", none, none, false},
		{"what it held in each play", shown(1), shown(2), true},
		{"what it held in one play", shown(1), shown(1), false},
		{"in the other", shown(2), shown(2), false},
		{"another cell", shown(1), observed{cell: base["shown"] + 1, value: 2}, false},
		{"nothing changes in the first: it is copper, as red's coin is not", none, shown(2), false},
		{"members that it held", marks(1), marks(4), true},
		{"members of which one was not there", marks(1), marks(2), false},
		{"the same in the first", marks(4), marks(4), false},
		{"no members at all", marks(0), marks(0), false},
	} {
		if got := w.held(a, b, c.e, c.f); got != c.want {
			t.Errorf("%s: %t", c.what, got)
		}
	}
}
