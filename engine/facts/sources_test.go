package facts

import (
	"slices"
	"testing"

	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// The sources that a function of a zone reads, and those that it does not read.
func TestSourcesOfAFormula(t *testing.T) {
	const param = 9
	zone := Bound(param, def.TZone)
	variable := func(i Source) Source { return firstVariable + i }
	call := ExI(def.OpCall, def.TInt, 0, zone)
	for name, c := range map[string]struct {
		x    *def.Expr
		want Reading
	}{
		"a number":                         {Num(1), Reading{}},
		"a variable":                       {Cell(CellHoney), Reading{From: []Source{variable(0)}}},
		"two variables":                    {Ex(def.OpAdd, def.TInt, Blight(zone), Cell(CellHoney)), Reading{From: []Source{variable(0), variable(2)}}},
		"one twice":                        {Ex(def.OpAdd, def.TInt, Cell(CellHoney), Cell(CellHoney)), Reading{From: []Source{variable(0)}}},
		"a cell of no variable":            {Cell(CellHeld), Reading{From: []Source{InBooks}}},
		"a track":                          {Ex(def.OpCellOf, def.TInt, Const(CellHoney, def.TTrack)), Reading{From: []Source{variable(0)}}},
		"the track of a seat":              {Ex(def.OpCellOf, def.TInt, ExI(def.OpTable, def.TTrack, PurseOf, Const(Bee, def.TSeat))), Reading{From: []Source{variable(1)}}},
		"any track":                        {Ex(def.OpCellOf, def.TInt, Bound(8, def.TTrack)), Reading{From: []Source{Anywhere}}},
		"pieces in the zone":               {Pieces(zone), Reading{Within: true}},
		"pieces in another zone":           {Pieces(Const(Elm, def.TZone)), Reading{From: []Source{OnBoard}}},
		"pieces in a zone of another":      {Pieces(Bound(8, def.TZone)), Reading{From: []Source{OnBoard}}},
		"the cards in a pile":              {Ex(def.OpSize, def.TInt, Const(0, def.TPile)), Reading{From: []Source{InPiles}}},
		"the pile of a card":               {Ex(def.OpPileOf, def.TPile, Const(0, def.TCard)), Reading{From: []Source{InPiles}}},
		"markers left":                     {ExI(def.OpPoolLeft, def.TInt, 0), Reading{From: []Source{Anywhere}}},
		"a function that is given nothing": {ExI(def.OpCall, def.TInt, 0), Reading{From: []Source{OnBoard, variable(0)}}},
		"members":                          {ExI(def.OpCount, def.TInt, 8, Zones(Oak, Elm), Ex(def.OpEq, def.TBool, Bound(8, def.TZone), zone)), Reading{Loops: true}},
		"a value with a name":              {ExI(def.OpLet, def.TInt, 8, Num(1), Bound(8, def.TInt)), Reading{}},
		"a slot of the procedure":          {Here, Reading{Never: true}},
		"a function of the zone":           {call, Reading{Within: true, From: []Source{variable(0)}}},
		"a function of another":            {ExI(def.OpCall, def.TInt, 0, Const(Elm, def.TZone)), Reading{From: []Source{OnBoard, variable(0)}}},
		"a point":                          {ExI(def.OpHookNumber, def.TInt, 0, Num(1)), Reading{Hooked: true, From: []Source{InBooks, variable(2)}}},
		"whether a procedure is possible":  {ExI(def.OpPossible, def.TBool, 0), Reading{From: []Source{InBooks}}},
		"whether one of several is":        {Ex(def.OpPossibleDyn, def.TBool, Const(0, def.Type{Kind: def.KProc})), Reading{Never: true}},
		"a derived value":                  {ExI(def.OpDerived, def.TInt, 0, zone), Reading{Within: true, From: []Source{InBooks}}},
	} {
		gd := Board()
		gd.Functions = []def.FuncDef{{Params: []int32{7}, Body: Ex(def.OpAdd, def.TInt, Pieces(Bound(7, def.TZone)), Cell(CellHoney))}, {Body: Ex(def.OpGt, def.TBool, Cell(CellHeld), Num(0))}}
		gd.Derived = []def.DerivedDef{{Type: def.TInt, Per: def.KZone, Slot: 6, Held: -1, Value: Pieces(Bound(6, def.TZone))}}
		gd.Points = []def.PointDef{{Attach: []int32{0}}}
		gd.Attachments = []def.Attachment{{When: More(Blight(Const(Oak, def.TZone)), 1)}}
		gd.Procs = []def.ProcDef{{Possible: 1}}
		looked := 0
		got := NewSources(gd, func(n int) { looked += n }).Of(c.x, param)
		if got.param = 0; !slices.Equal(got.From, c.want.From) || got.Within != c.want.Within || got.Hooked != c.want.Hooked || got.Loops != c.want.Loops || got.Never != c.want.Never || looked == 0 {
			t.Errorf("%s: %+v, want %+v; %d looked at", name, *got, c.want, looked)
		}
	}
}

// A rule is analysed once, and the sources of a formula without local slots are cached.
func TestSourcesAreCached(t *testing.T) {
	looked := 0
	s := NewSources(Board(), func(n int) { looked += n })
	x := Pieces(Bound(9, def.TZone))
	first := s.Of(x, 9)
	if again := s.Of(x, 9); again != first || looked != 3 {
		t.Errorf("%d looked at", looked)
	}
	if hooked, ok := s.Steady(Here); hooked || !ok {
		t.Error("a slot is not steady")
	}
	gd := Board()
	gd.Points = []def.PointDef{{}}
	point := ExI(def.OpHookNumber, def.TInt, 0, Num(1))
	for _, x := range []*def.Expr{point, Ex(def.OpAdd, def.TInt, point, Cell(CellHoney))} {
		if hooked, ok := NewSources(gd, func(int) {}).Steady(x); !hooked || !ok {
			t.Error("a point is not steady, or has no hook")
		}
	}
	if _, ok := s.Steady(Ex(def.OpPossibleDyn, def.TBool, Const(0, def.Type{Kind: def.KProc}))); ok {
		t.Error("a procedure that is chosen in play is steady")
	}
}

func TestSourcesOfCellsAndZones(t *testing.T) {
	s := NewSources(Board(), func(int) {})
	if s.Cell(CellPurse) != s.Cell(CellPurse+1) || s.Cell(CellPurse) == s.Cell(CellHoney) || s.Cell(-1) != InBooks || s.Cell(BoardCells) != InBooks {
		t.Error(s.cell)
	}
	if int(s.Zones())+4 != s.Len() || slices.Max(s.cell) >= s.Zones() {
		t.Error(s.Zones(), s.Len(), s.cell)
	}
	gd := Board()
	gd.Vars[0].Type, gd.Lookups[PurseOf].Values = def.TInt, []int64{CellPurse, CellHoney}
	if s := NewSources(gd, func(int) {}); s.Cell(CellPurse) != s.Cell(CellHoney) {
		t.Error("two tracks of one name have two sources")
	}
}

func TestSlotsThatAFunctionBinds(t *testing.T) {
	gd := Board()
	inner := ExI(def.OpCount, def.TInt, 5, Zones(Oak), Open())
	gd.Functions = []def.FuncDef{{Params: []int32{3}, Body: ExI(def.OpCall, def.TInt, 1)}, {Body: inner}, {Body: Ex(def.OpPossibleDyn, def.TBool, Const(0, def.Type{Kind: def.KProc}))},
		{Body: ExI(def.OpDerived, def.TInt, 0, Const(Oak, def.TZone))}, {Body: ExI(def.OpHookNumber, def.TInt, 0, Num(1), Num(2))}, {Body: ExI(def.OpCall, def.TInt, 2)}}
	gd.Derived = []def.DerivedDef{{Per: def.KZone, Slot: 6, Value: ExI(def.OpLet, def.TInt, 7, Num(1), Num(2))}}
	gd.Points = []def.PointDef{{Params: []int32{8}, Attach: []int32{0}}}
	gd.Attachments = []def.Attachment{{Value: ExI(def.OpLet, def.TInt, 4, Num(1), Num(2))}}
	b := NewBindings(gd, func(int) {})
	for function, want := range [][]int64{{5}, {5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}, {6, 7}, {4, 8}, {1, 2, 3, 4, 5, 6, 7, 8, 9}} {
		var got []int64
		for slot := int64(1); slot < 10; slot++ {
			if b.In(int64(function), slot) {
				got = append(got, slot)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("function %d binds %v, want %v", function, got, want)
		}
	}
}
