package engine

// These tests check decisions, instructions and folds with wide sets and grids.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// hundred is the test game with 100 zones and a main procedure.
func hundred(t *testing.T, d *def.GameDef, code ...def.Instr) *def.GameDef {
	addMain(d, code...)
	return widened(t, d, 100, 4).gd
}

// The chosen set is stored and reported, whatever was chosen before.
func TestChosenWideSubsetIsStoredAndReported(t *testing.T) {
	d := testGame()
	dec := red("spaces", def.Subset)
	dec.From, dec.Max, dec.Result = zones(zoneX, zoneY, zoneZ), k(3), 12
	d.Decisions = []def.DecisionDef{dec}
	gd := hundred(t, d, do(def.CDecide, 0, 0, 0), do(def.CDecide, 0, 0, 0), do(def.CForSet, 12, 5, 5, exI(def.OpLocal, def.ZoneSet, 12)),
		out(ex(def.OpAdd, def.TInt, ex(def.OpMul, def.TInt, cell(cellOut), k(10)), ex(def.OpAdd, def.TInt, loc(5), k(1)))), do(def.CJump, 2, 0, 0))
	p := &tape{}
	s, err := mustLoad(t, gd).New(Setup{ID: "start", Observer: p})
	if err != nil {
		t.Fatal(err)
	}
	apply(t, s, Answer{Chosen: []int64{zoneX, zoneZ}})
	apply(t, s, Answer{Chosen: []int64{zoneZ, zoneY}})
	if s.Cell(cellOut) != 23 {
		t.Errorf("%d of y and z are kept", s.Cell(cellOut))
	}
	for _, want := range []string{"[0 2]", "[1 2]"} {
		if !slices.ContainsFunc(p.lines, func(l string) bool { return strings.HasPrefix(l, "answered") && strings.HasSuffix(l, want) }) {
			t.Errorf("no event about %s: %q", want, p.lines)
		}
	}
}

// The least answer has the cheapest members, in the order of the domain for equal prices.
func TestLeastAnswerOfAWideSubsetIsTheCheapest(t *testing.T) {
	for _, c := range []struct {
		cost *def.Expr
		want string
	}{{nil, "[0 1]"}, {ex(def.OpSub, def.TInt, k(9), bnd(10)), "[2 1]"}, {ex(def.OpMul, def.TInt, ex(def.OpSub, def.TInt, bnd(10), k(1)), ex(def.OpSub, def.TInt, bnd(10), k(1))), "[1 0]"}} {
		d := testGame()
		dec := red("spaces", def.Subset)
		dec.From, dec.Min, dec.Max, dec.Cost, dec.Budget = zones(zoneX, zoneY, zoneZ), k(2), k(3), c.cost, k(100)
		d.Decisions = []def.DecisionDef{dec}
		s := start(t, hundred(t, d, do(def.CDecide, 0, 0, 0)))
		least := s.Decision().LeastSet()
		if got := fmt.Sprint(least); got != c.want {
			t.Errorf("the least is %s, want %s", got, c.want)
		}
		if r := s.Refuses(Answer{Chosen: least}); r != nil {
			t.Error(r)
		}
	}
}

// Writing an equal wide set is no change and is not reported.
func TestRewritingAnEqualWideSetIsNotReported(t *testing.T) {
	gd := hundred(t, testGame(), do(def.CNop, 0, 0, 0), do(def.CNop, 0, 0, 0), do(def.CNop, 0, 0, 0))
	v := &gd.Vars[4]
	v.Type, v.Base, v.Len = def.ZoneSet, int32(len(gd.Initial)), 2
	gd.Initial = more(gd.Initial, len(gd.Initial)+2)
	gd.Cells += 2
	for i, z := range []int64{zoneY, zoneY, 99} {
		gd.Code[i] = do(def.CSet, def.ToCell, v.Base, 0, kT(gd.MakeSet(def.ZoneSet, z), def.ZoneSet))
	}
	p := &tape{}
	s, err := mustLoad(t, gd).New(Setup{ID: "start", Observer: p})
	if err != nil {
		t.Fatal(err)
	}
	if n := count(p, "cell"); n != 2 || s.Cell(v.Base+1) != 1<<35 {
		t.Errorf("%d changes are reported: %q", n, p.lines)
	}
}

// The class of a piece is a filter, also of the first piece.
func TestFoldOfClassOfAPieceWithManyClasses(t *testing.T) {
	d := testGame()
	addMain(d)
	f := fold.New(widened(t, d, 100, 70).gd)
	for piece, want := range map[int64]int64{0: 1, zoneY<<8 | wolfActive: 1, def.None: 0} {
		if v, ok := f.Fold(ex(def.OpSize, def.TInt, ex(def.OpPieceClass, def.FilterSet, k(piece))), nil); !ok || v != want {
			t.Errorf("piece %d has %d classes, %t", piece, v, ok)
		}
	}
}

func TestLoadRefusesWideSetsBeyondFrameOrVariable(t *testing.T) {
	sets := exI(def.OpLocal, def.ZoneSet, 30)
	wide := func(d *def.GameDef) { // the variable out is a set of zones
		d.Vars[4].Type, d.Vars[4].Base, d.Vars[4].Len = def.ZoneSet, int32(len(d.Initial)), 2
		d.Initial = more(d.Initial, len(d.Initial)+2)
		d.Cells += 2
	}
	at := func(d *def.GameDef) int32 { return d.Vars[4].Base }
	for _, c := range []struct {
		name   string
		change func(d *def.GameDef, code []def.Instr)
		want   string
	}{
		{"a loop over the last slots", func(_ *def.GameDef, code []def.Instr) { code[1] = do(def.CForSet, 38, 5, 2, sets) }, ""},
		{"a loop beyond the frame", func(_ *def.GameDef, code []def.Instr) { code[1] = do(def.CForSet, 39, 5, 2, sets) }, "local slot 40 is out of range"},
		{"a write to the last slots", func(_ *def.GameDef, code []def.Instr) { code[1] = do(def.CSet, def.ToLocal, 38, 0, sets) }, ""},
		{"a write beyond the frame", func(_ *def.GameDef, code []def.Instr) { code[1] = do(def.CSet, def.ToLocal, 39, 0, sets) }, "local slot 40 is out of range"},
		{"a result in the last slots", func(_ *def.GameDef, code []def.Instr) { code[1] = do(def.CCall, 0, 38, 0) }, ""},
		{"a result beyond the frame", func(_ *def.GameDef, code []def.Instr) { code[1] = do(def.CCall, 0, 39, 0) }, "local slot 40 is out of range"},
		{"a set to its variable", func(d *def.GameDef, code []def.Instr) { wide(d); code[1] = do(def.CSet, def.ToCell, at(d), 0, sets) }, ""},
		{"a set to the middle of its variable", func(d *def.GameDef, code []def.Instr) { wide(d); code[1] = do(def.CSet, def.ToCell, at(d)+1, 0, sets) }, "a value of 2 words is written to cell"},
		{"a number to a variable of sets", func(d *def.GameDef, code []def.Instr) { wide(d); code[1] = do(def.CSet, def.ToCell, at(d), 0, k(1)) }, "a value of 1 words is written to cell"},
		{"a set to a number", func(d *def.GameDef, code []def.Instr) { code[1] = do(def.CSet, def.ToCell, cellOut, 0, sets) }, "a value of 2 words is written to cell 11, which has 1"},
		{"a set to the machine's cells", func(d *def.GameDef, code []def.Instr) { code[1] = do(def.CSet, def.ToCell, cellOther, 0, sets) }, "a value of 2 words is written to cell 28, which has 1"},
		{"a write to a variable without an index", func(d *def.GameDef, code []def.Instr) { code[1] = do(def.CSet, def.ToVariable, cellRes, 0, k(1)) }, "a write has no index"},
		{"a hold in the first cell", func(d *def.GameDef, code []def.Instr) {
			d.Vars[0].Base, d.Initial[cellGold], d.Initial[cellOther] = cellOther, 0, 10
			d.Derived = []def.DerivedDef{{Named: def.Named{ID: "sum"}, Type: def.TInt, Slot: 2, Value: k(1), Held: 0, Base: cellFrozen, Len: 1}}
			code[1] = do(def.CHold, 0, 0, 0)
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := testGame()
			gather := addProc(d, "gather", 0, 2, do(def.CReturn, 0, 0, 0, exI(def.OpLocal, def.ZoneSet, 0)))
			d.Procs[gather].Result = def.ZoneSet
			gd := hundred(t, d, do(def.CNop, 0, 0, 0))
			c.change(gd, gd.Code)
			if _, err := Load(gd, nil); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// Folds of wide sets equal those of narrow sets.
func TestFoldOfWideSets(t *testing.T) {
	gd := hundred(t, testGame())
	way := len(gd.Lookups)
	row := def.Lookup{ID: "next", Type: def.TZone}
	for z := range int64(100) { // the first direction leads to the next zone, the others nowhere
		row.Values = append(row.Values, min(z+1, 99), def.None, def.None)
	}
	row.Values[99*3] = def.None
	gd.Lookups = append(gd.Lookups, row)
	f := fold.New(gd)
	all := ex(def.OpIf, def.ZoneSet, k(1), kT(def.All, def.ZoneSet), kT(0, def.ZoneSet))
	if v, ok := f.Fold(all, nil); !ok || v != def.All {
		t.Errorf("all zones are %d, %t, where nothing is kept", v, ok)
	}
	set := func(members ...int64) *def.Expr { return kT(gd.MakeSet(def.ZoneSet, members...), def.ZoneSet) }
	for name, c := range map[string]struct {
		e    *def.Expr
		want int64
	}{
		"a set is itself":                   {ex(def.OpEq, def.TBool, set(1, 99), ex(def.OpSetOf, def.ZoneSet, k(99), k(1))), 1},
		"a set is not another":              {ex(def.OpEq, def.TBool, set(1, 99), set(1)), 0},
		"a set is other than another":       {ex(def.OpNe, def.TBool, set(1, 99), set(1)), 1},
		"a set is not other than itself":    {ex(def.OpNe, def.TBool, set(1, 99), ex(def.OpSetOf, def.ZoneSet, k(99), k(1))), 0},
		"some of a set":                     {ex(def.OpSubsetOf, def.TBool, set(99), set(1, 99)), 1},
		"more than a set":                   {ex(def.OpSubsetOf, def.TBool, set(1, 99), set(99)), 0},
		"how many are in a set":             {ex(def.OpSize, def.TInt, ex(def.OpUnion, def.ZoneSet, set(1, 99), set(1, 64))), 3},
		"how many are in both":              {ex(def.OpSize, def.TInt, ex(def.OpInter, def.ZoneSet, set(1, 99), set(99, 64))), 1},
		"how many are in the first alone":   {ex(def.OpSize, def.TInt, ex(def.OpDiff, def.ZoneSet, set(1, 98, 99), set(99, 64))), 2},
		"the least of a set":                {ex(def.OpThe, def.TZone, set(99, 70)), 70},
		"the only one of a set":             {ex(def.OpOnly, def.TZone, set(99)), 99},
		"the only one of no set":            {ex(def.OpOnly, def.TZone, ex(def.OpDiff, def.ZoneSet, set(99), set(99))), def.None},
		"the least of no set":               {ex(def.OpThe, def.TZone, ex(def.OpDiff, def.ZoneSet, set(99), set(99))), def.None},
		"a member":                          {ex(def.OpHas, def.TBool, set(99), k(99)), 1},
		"no member":                         {ex(def.OpHas, def.TBool, set(99), k(98)), 0},
		"none, which nothing has":           {ex(def.OpHas, def.TBool, exI(def.OpLocal, def.ZoneSet, 0), kT(def.None, def.TZone)), 0},
		"what nothing has":                  {ex(def.OpHas, def.TBool, kT(0, def.ZoneSet), loc(0)), 0},
		"neighbours":                        {ex(def.OpSize, def.TInt, ex(def.OpAdjacent, def.ZoneSet, k(zoneY))), 2},
		"neighbours of neighbours":          {ex(def.OpSize, def.TInt, ex(def.OpAround, def.ZoneSet, ex(def.OpAdjacent, def.ZoneSet, k(zoneY)))), 1},
		"what lies within a step":           {ex(def.OpSize, def.TInt, ex(def.OpWithin, def.ZoneSet, k(zoneX), k(1))), 2},
		"what lies within two":              {ex(def.OpSize, def.TInt, ex(def.OpWithin, def.ZoneSet, k(zoneX), k(2))), 3},
		"what is flooded":                   {ex(def.OpThe, def.TZone, ex(def.OpFlood, def.ZoneSet, k(zoneX), set(zoneY), k(0))), zoneY},
		"how far it is":                     {ex(def.OpDistance, def.TInt, k(zoneX), k(zoneZ)), 2},
		"how far it is to where none leads": {ex(def.OpDistance, def.TInt, k(zoneX), k(99)), -1},
	} {
		if v, ok := f.Fold(c.e, nil); !ok || v != c.want {
			t.Errorf("%s: %d, %t, want %d", name, v, ok, c.want)
		}
	}
	if v, ok := f.Fold(ex(def.OpOnly, def.TZone, set(1, 99)), nil); ok {
		t.Errorf("the only one of two is %d", v)
	}
	if v, ok := f.Fold(ex(def.OpHas, def.TBool, set(99), loc(0)), nil); ok {
		t.Errorf("it is known to be %d whether a set has what a state says", v)
	}
	ray := exI(def.OpRay, def.ZoneSet, int64(way), k(62), kT(0, tE), ex(def.OpDiff, def.ZoneSet, kT(def.All, def.ZoneSet), ex(def.OpSetOf, def.ZoneSet, k(66))))
	if _, ok := f.Fold(ray, nil); ok {
		t.Error("a set that is not kept has a name")
	}
	v, ok := f.Keeping().Fold(ray, nil)
	if got := fmt.Sprint(gd.Each(v, def.ZoneSet)); !ok || got != "[63 64 65]" {
		t.Errorf("the ray is %s, %t", got, ok)
	}
}
