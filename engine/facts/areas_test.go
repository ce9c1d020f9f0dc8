package facts

import (
	"testing"

	"rulebound/engine/def"
	"rulebound/engine/fold"
	. "rulebound/engine/testboard"
)

// roundOf returns the scope of a round over the oak and the elm, in a procedure with the given code.
func roundOf(gd *def.GameDef, code ...def.Instr) *Scope {
	gd.Code = append([]def.Instr{}, code...)
	if gd.Procs == nil {
		gd.Procs = []def.ProcDef{{Possible: -1}}
	}
	gd.Lookups = append(gd.Lookups, def.Lookup{Type: def.Type{Kind: def.KProc, Of: 1}, Values: []int64{0}})
	return New(gd, fold.New(gd), nil).Scope(0).Visiting(Member, Area{Own: Itself, Bits: 1<<Oak | 1<<Elm})
}

var (
	both = int64(1<<Oak | 1<<Elm)
)

func TestAreaOfAnExpression(t *testing.T) {
	piece := Ex(def.OpPieceAt, def.TPiece, Here, Const(2, def.FilterSet))
	for name, c := range map[string]struct {
		x    *def.Expr
		want Area
	}{
		"a zone":                             {Const(Lake, def.TZone), Area{Bits: 1 << Lake}},
		"no zone":                            {Const(def.None, def.TZone), Area{}},
		"a set":                              {Zones(Oak, Lake), Area{Bits: 1<<Oak | 1<<Lake}},
		"an order":                           {Const(1|0xff<<8|-1<<16, def.TOrder), Area{Bits: 1 << Bee}},
		"a number out of reach":              {Num(1000), Everywhere},
		"a number below zero":                {Num(-2), Everywhere},
		"neighbours of a zone":               {Ex(def.OpAdjacent, def.ZoneSet, Const(Oak, def.TZone)), Area{Bits: 1 << Elm}},
		"the member":                         {Here, Area{Own: Itself, Bits: both}},
		"the member or another zone":         {Ex(def.OpSetOf, def.ZoneSet, Here, Const(Lake, def.TZone)), Area{Bits: both | 1<<Lake}},
		"the place of the member and one":    {ExI(def.OpPlace, def.TInt, 2, Here, Num(1)), Area{Own: Itself, Bits: 1<<(2*Oak+1) | 1<<(2*Elm+1)}},
		"the place of a zone and the member": {ExI(def.OpPlace, def.TInt, 4, Const(Oak, def.TZone), Here), Area{Own: Beside, Bits: both << (4 * Oak)}},
		"a place out of reach":               {ExI(def.OpPlace, def.TInt, 40, Here, Num(39)), Area{Own: Itself, Bits: Anything}},
		"a place in any of many columns":     {ExI(def.OpPlace, def.TInt, 100, Num(0), Cell(CellHoney)), Area{Bits: Anything}},
		"the place of any row":               {ExI(def.OpPlace, def.TInt, 2, Cell(CellHoney), Num(1)), Area{Bits: Anything}},
		"nothing or the member":              {Ex(def.OpIf, def.TZone, Open(), Const(def.None, def.TZone), Here), Area{Own: Itself, Bits: both}},
		"the member or nothing":              {Ex(def.OpIf, def.TZone, Open(), Here, Const(def.None, def.TZone)), Area{Own: Itself, Bits: both}},
		"the set of nothing":                 {Ex(def.OpSetOf, def.ZoneSet), Area{}},
		"what two sets share":                {Ex(def.OpInter, def.ZoneSet, Ex(def.OpSetOf, def.ZoneSet, Here), ExI(def.OpCell, def.ZoneSet, CellHoney)), Area{Own: Itself, Bits: both}},
		"a set without others":               {Ex(def.OpDiff, def.ZoneSet, Ex(def.OpSetOf, def.ZoneSet, Here), ExI(def.OpCell, def.ZoneSet, CellHoney)), Area{Own: Itself, Bits: both}},
		"zones that hold pieces":             {Holding(Spaces), Area{Bits: 1<<Oak | 1<<Elm | 1<<Lake}},
		"the only one of them":               {Ex(def.OpThe, def.TZone, Holding(Spaces)), Area{Bits: 1<<Oak | 1<<Elm | 1<<Lake}},
		"a piece of the member":              {piece, Area{Own: Itself, Bits: both, Classes: 2}},
		"the zone of a piece":                {Ex(def.OpPieceZone, def.TZone, piece), Area{Own: Itself, Bits: both}},
		"the class of a piece":               {Ex(def.OpPieceClass, def.FilterSet, piece), Area{Bits: 2}},
		"what a piece can become":            {Ex(def.OpTypeOf, def.FilterSet, Ex(def.OpPieceClass, def.FilterSet, piece)), Area{Bits: 2}},
		"the home of a piece":                {Ex(def.OpHome, def.TZone, Ex(def.OpPieceClass, def.FilterSet, piece)), Area{Bits: 1 << Nest}},
		"a property of its own":              {Property(NextOf, def.TZone), Area{Own: InTable + NextOf, Bits: 1<<Elm | 1<<Lake}},
		"a property that others share":       {Property(SharedOf, def.TZone), Area{Bits: 1 << Lake}},
		"a property of the state's zone":     {ExI(def.OpTable, def.TZone, NextOf, ExI(def.OpCell, def.TZone, CellHoney)), Area{Bits: 1<<Oak | 1<<Elm | 1<<Lake}},
		"a property out of reach":            {ExI(def.OpTable, def.TInt, 4, Here), Everywhere},
		"a variable":                         {ExI(def.OpCell, def.ZoneSet, CellHoney), Everywhere},
		"what is bound further out":          {Bound(9, def.TZone), Everywhere},
	} {
		gd := Board()
		gd.Lookups = append(gd.Lookups, def.Lookup{Type: def.TInt, Values: []int64{1000, 1000}})
		if got := roundOf(gd).Area(c.x); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestAreaOfALocalIsTheUnionOfItsWrites(t *testing.T) {
	decided := func(d def.DecisionDef) []def.DecisionDef { d.Result = Inside; return []def.DecisionDef{d} }
	for name, c := range map[string]struct {
		code      []def.Instr
		decisions []def.DecisionDef
		want      Area
	}{
		"a let":                {[]def.Instr{Do(def.CSet, 0, Inside, Const(Lake, def.TZone))}, nil, Area{Bits: 1 << Lake}},
		"one of two lets":      {[]def.Instr{Do(def.CSet, 0, Inside, Const(Lake, def.TZone)), Do(def.CSet, 0, Inside, Const(Oak, def.TZone))}, nil, Area{Bits: 1<<Lake | 1<<Oak}},
		"a let that grows":     {[]def.Instr{Do(def.CSet, 0, Inside, Num(1)), Do(def.CGain, 0, Inside, Num(1))}, nil, Everywhere},
		"a let from Itself":    {[]def.Instr{Do(def.CSet, 0, Inside, Const(Lake, def.TZone)), Do(def.CSet, 0, Inside, Ex(def.OpUnion, def.ZoneSet, Local(Inside, def.ZoneSet), Zones(Oak)))}, nil, Area{Bits: 1<<Lake | 1<<Oak}},
		"the member of loop":   {[]def.Instr{Do(def.CSet, 0, 9, Zones(Oak, Lake)), Do(def.CForSet, 9, Inside)}, nil, Area{Bits: 1<<Lake | 1<<Oak}},
		"one of a domain":      {[]def.Instr{Do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.One, From: Zones(Elm)}), Area{Bits: 1 << Elm}},
		"pieces taken":         {[]def.Instr{Do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.Take, From: Ex(def.OpSetOf, def.ZoneSet, Here), Takes: def.Takes{Filter: Const(2, def.FilterSet)}}), Area{Own: Itself, Bits: both, Classes: 2}},
		"an amount":            {[]def.Instr{Do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.Amount}), Everywhere},
		"a result":             {[]def.Instr{Do(def.CCall, 0, Inside)}, nil, Everywhere},
		"a cell of the number": {[]def.Instr{Do(def.CSet, 1, Inside, Const(Lake, def.TZone))}, nil, Everywhere},
		"nothing":              {nil, nil, Everywhere},
	} {
		gd := Board()
		gd.Decisions = c.decisions
		if got := roundOf(gd, c.code...).Area(Local(Inside, def.TZone)); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	gd := Board()
	gd.Procs = []def.ProcDef{{Params: []def.Param{{Type: def.TZone}}, Possible: -1}}
	s := roundOf(gd)
	s.Member, s.Params = -1, []Area{{Bits: 8}}
	if got := s.Area(Local(0, def.TZone)); got.Bits != 8 {
		t.Errorf("a parameter: %+v", got)
	}
}

// The area of a slot that a loop updates is computed by iteration to a fixed point.
func TestAreaOfASelfDependentSlotIsAFixedPoint(t *testing.T) {
	s := roundOf(Board(), Do(def.CSet, 0, Inside, Const(Oak, def.TZone)), Do(def.CSet, 0, Inside, ExI(def.OpTable, def.TZone, NextOf, Local(Inside, def.TZone))))
	if got, want := s.Area(Local(Inside, def.TZone)), (Area{Bits: 1<<Oak | 1<<Elm | 1<<Lake}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// In the rounds of a loop, a slot has the area derived from the member, also through other slots, joined with the other values
// assigned to it.
func TestAreaOfSlotsDerivedFromTheLoopMember(t *testing.T) {
	const from, through, to, apart = 5, 6, 7, 8
	at := func(slot int64) *def.Expr { return Local(slot, def.TZone) }
	code := []def.Instr{
		Do(def.CSet, 0, to, at(through)), Do(def.CSet, 0, through, at(from)), Do(def.CSet, 0, from, Here),
		Do(def.CSet, 0, apart, Const(Lake, def.TZone)), Do(def.CSet, 0, apart+1, Here), Do(def.CSet, 0, apart+1, Const(Lake, def.TZone)),
	}
	s := roundOf(Board(), code...)
	own := s.Area(Here)
	for slot, want := range map[int64]Area{
		from: own, through: own, to: own,
		apart:     {Bits: 1 << Lake},
		apart + 1: own.or(Area{Bits: 1 << Lake}),
	} {
		if got := s.Area(at(slot)); got != want {
			t.Errorf("slot %d: %+v, want %+v", slot, got, want)
		}
	}
	outside := *s
	outside.Member = -1
	if got := outside.Area(at(to)); got == own {
		t.Errorf("outside the loop: %+v", got)
	}
}
