package facts

import (
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// roundOf is the scope of a round over the oak and the elm, in a procedure with the given code.
func roundOf(gd *def.GameDef, code ...def.Instr) *Scope {
	gd.Code = append([]def.Instr{}, code...)
	if gd.Procs == nil {
		gd.Procs = []def.ProcDef{{Possible: -1}}
	}
	gd.Lookups = append(gd.Lookups, def.Lookup{Type: def.Type{Kind: def.KProc, Of: 1}, Values: []int64{0}})
	return New(gd, fold.New(gd)).Scope(0).Visiting(member, Area{Own: Itself, Bits: 1<<oak | 1<<elm})
}

var (
	both = int64(1<<oak | 1<<elm)
)

func TestAnAreaIsWhatAnExpressionCanBe(t *testing.T) {
	piece := ex(def.OpPieceAt, def.TPiece, here, constOf(2, def.FilterSet))
	for name, c := range map[string]struct {
		x    *def.Expr
		want Area
	}{
		"a zone":                         {constOf(lake, def.TZone), Area{Bits: 1 << lake}},
		"no zone":                        {constOf(def.None, def.TZone), Area{}},
		"a set":                          {zones(oak, lake), Area{Bits: 1<<oak | 1<<lake}},
		"an order":                       {constOf(1|0xff<<8|-1<<16, def.TOrder), Area{Bits: 1 << bee}},
		"a number out of reach":          {num(1000), Everywhere},
		"neighbours of a zone":           {ex(def.OpAdjacent, def.ZoneSet, constOf(oak, def.TZone)), Area{Bits: 1 << elm}},
		"the member":                     {here, Area{Own: Itself, Bits: both}},
		"the member or another zone":     {ex(def.OpSetOf, def.ZoneSet, here, constOf(lake, def.TZone)), Area{Bits: both | 1<<lake}},
		"nothing or the member":          {ex(def.OpIf, def.TZone, open(), constOf(def.None, def.TZone), here), Area{Own: Itself, Bits: both}},
		"the member or nothing":          {ex(def.OpIf, def.TZone, open(), here, constOf(def.None, def.TZone)), Area{Own: Itself, Bits: both}},
		"the set of nothing":             {ex(def.OpSetOf, def.ZoneSet), Area{}},
		"what two sets share":            {ex(def.OpInter, def.ZoneSet, ex(def.OpSetOf, def.ZoneSet, here), exI(def.OpCell, def.ZoneSet, cellHoney)), Area{Own: Itself, Bits: both}},
		"a set without others":           {ex(def.OpDiff, def.ZoneSet, ex(def.OpSetOf, def.ZoneSet, here), exI(def.OpCell, def.ZoneSet, cellHoney)), Area{Own: Itself, Bits: both}},
		"zones that hold pieces":         {holding(spaces), Area{Bits: 1<<oak | 1<<elm | 1<<lake}},
		"the only one of them":           {ex(def.OpThe, def.TZone, holding(spaces)), Area{Bits: 1<<oak | 1<<elm | 1<<lake}},
		"a piece of the member":          {piece, Area{Own: Itself, Bits: both, Classes: 2}},
		"the zone of a piece":            {ex(def.OpPieceZone, def.TZone, piece), Area{Own: Itself, Bits: both}},
		"the class of a piece":           {ex(def.OpPieceClass, def.FilterSet, piece), Area{Bits: 2}},
		"what a piece can become":        {ex(def.OpTypeOf, def.FilterSet, ex(def.OpPieceClass, def.FilterSet, piece)), Area{Bits: 2}},
		"the home of a piece":            {ex(def.OpHome, def.TZone, ex(def.OpPieceClass, def.FilterSet, piece)), Area{Bits: 1 << nest}},
		"a property of its own":          {property(nextOf, def.TZone), Area{Own: InTable + nextOf, Bits: 1<<elm | 1<<lake}},
		"a property that others share":   {property(sharedOf, def.TZone), Area{Bits: 1 << lake}},
		"a property of the state's zone": {exI(def.OpTable, def.TZone, nextOf, exI(def.OpCell, def.TZone, cellHoney)), Area{Bits: 1<<oak | 1<<elm | 1<<lake}},
		"a property out of reach":        {exI(def.OpTable, def.TInt, 4, here), Everywhere},
		"a variable":                     {exI(def.OpCell, def.ZoneSet, cellHoney), Everywhere},
		"what is bound further out":      {bound(9, def.TZone), Everywhere},
	} {
		gd := board()
		gd.Lookups = append(gd.Lookups, def.Lookup{Type: def.TInt, Values: []int64{1000, 1000}})
		if got := roundOf(gd).Area(c.x); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestALocalIsWhatIsPutThere(t *testing.T) {
	decided := func(d def.DecisionDef) []def.DecisionDef { d.Result = inside; return []def.DecisionDef{d} }
	for name, c := range map[string]struct {
		code      []def.Instr
		decisions []def.DecisionDef
		want      Area
	}{
		"a let":                {[]def.Instr{do(def.CSet, 0, inside, constOf(lake, def.TZone))}, nil, Area{Bits: 1 << lake}},
		"one of two lets":      {[]def.Instr{do(def.CSet, 0, inside, constOf(lake, def.TZone)), do(def.CSet, 0, inside, constOf(oak, def.TZone))}, nil, Area{Bits: 1<<lake | 1<<oak}},
		"a let from Itself":    {[]def.Instr{do(def.CSet, 0, inside, constOf(lake, def.TZone)), do(def.CSet, 0, inside, ex(def.OpUnion, def.ZoneSet, local(inside, def.ZoneSet), zones(oak)))}, nil, Area{Bits: 1<<lake | 1<<oak}},
		"the member of loop":   {[]def.Instr{do(def.CSet, 0, 9, zones(oak, lake)), do(def.CForSet, 9, inside)}, nil, Area{Bits: 1<<lake | 1<<oak}},
		"one of a domain":      {[]def.Instr{do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.One, From: zones(elm)}), Area{Bits: 1 << elm}},
		"pieces taken":         {[]def.Instr{do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.Take, From: ex(def.OpSetOf, def.ZoneSet, here), Filter: constOf(2, def.FilterSet)}), Area{Own: Itself, Bits: both, Classes: 2}},
		"an amount":            {[]def.Instr{do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.Amount}), Everywhere},
		"a result":             {[]def.Instr{do(def.CCall, 0, inside)}, nil, Everywhere},
		"a cell of the number": {[]def.Instr{do(def.CSet, 1, inside, constOf(lake, def.TZone))}, nil, Everywhere},
		"nothing":              {nil, nil, Everywhere},
	} {
		gd := board()
		gd.Decisions = c.decisions
		if got := roundOf(gd, c.code...).Area(local(inside, def.TZone)); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	gd := board()
	gd.Procs = []def.ProcDef{{Params: []def.Param{{Type: def.TZone}}, Possible: -1}}
	s := roundOf(gd)
	s.Member, s.Params = -1, []Area{{Bits: 8}}
	if got := s.Area(local(0, def.TZone)); got.Bits != 8 {
		t.Errorf("a parameter: %+v", got)
	}
}

// What goes round in a loop is followed until nothing new comes of it.
func TestASlotThatIsWrittenFromItselfIsAFixedPoint(t *testing.T) {
	s := roundOf(board(), do(def.CSet, 0, inside, constOf(oak, def.TZone)), do(def.CSet, 0, inside, exI(def.OpTable, def.TZone, nextOf, local(inside, def.TZone))))
	if got, want := s.Area(local(inside, def.TZone)), (Area{Bits: 1<<oak | 1<<elm | 1<<lake}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
