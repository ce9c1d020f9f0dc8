package check

import (
	"testing"

	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// roundOf is the scope of a round over the oak and the elm, in a procedure with the given code.
func roundOf(gd *def.GameDef, code ...def.Instr) *scope {
	gd.Code = append([]def.Instr{}, code...)
	p := &lower.Program{Spans: []lower.Span{{From: 0, To: int32(len(code))}}}
	s := newSubject(gd, &typed.Rulebook{Stored: [][]int32{{0}}}, p)
	return &scope{e: newEffects(s), proc: 0, member: member, of: area{own: itself, bits: 1<<oak | 1<<elm}}
}

var (
	tPiece = def.Type{Kind: def.KPiece}
	both   = int64(1<<oak | 1<<elm)
)

func TestAnAreaIsWhatAnExpressionCanBe(t *testing.T) {
	piece := ex(def.OpPieceAt, tPiece, here, constOf(2, tClass))
	for name, c := range map[string]struct {
		x    *def.Expr
		want area
	}{
		"a zone":                         {constOf(lake, tZone), area{bits: 1 << lake}},
		"no zone":                        {constOf(def.None, tZone), area{}},
		"a set":                          {zones(oak, lake), area{bits: 1<<oak | 1<<lake}},
		"an order":                       {constOf(1|0xff<<8|-1<<16, tOrder), area{bits: 1 << bee}},
		"a number out of reach":          {num(1000), everywhere},
		"neighbours of a zone":           {ex(def.OpAdjacent, tZones, constOf(oak, tZone)), area{bits: 1 << elm}},
		"the member":                     {here, area{own: itself, bits: both}},
		"the member or another zone":     {ex(def.OpSetOf, tZones, here, constOf(lake, tZone)), area{bits: both | 1<<lake}},
		"nothing or the member":          {ex(def.OpIf, tZone, open(), constOf(def.None, tZone), here), area{own: itself, bits: both}},
		"the member or nothing":          {ex(def.OpIf, tZone, open(), here, constOf(def.None, tZone)), area{own: itself, bits: both}},
		"the set of nothing":             {ex(def.OpSetOf, tZones), area{}},
		"what two sets share":            {ex(def.OpInter, tZones, ex(def.OpSetOf, tZones, here), exI(def.OpCell, tZones, cellHoney)), area{own: itself, bits: both}},
		"a set without others":           {ex(def.OpDiff, tZones, ex(def.OpSetOf, tZones, here), exI(def.OpCell, tZones, cellHoney)), area{own: itself, bits: both}},
		"zones that hold pieces":         {holding(spaces), area{bits: 1<<oak | 1<<elm | 1<<lake}},
		"the only one of them":           {ex(def.OpThe, tZone, holding(spaces)), area{bits: 1<<oak | 1<<elm | 1<<lake}},
		"a piece of the member":          {piece, area{own: itself, bits: both, classes: 2}},
		"the zone of a piece":            {ex(def.OpPieceZone, tZone, piece), area{own: itself, bits: both}},
		"the class of a piece":           {ex(def.OpPieceClass, tClass, piece), area{bits: 2}},
		"what a piece can become":        {ex(def.OpTypeOf, tClass, ex(def.OpPieceClass, tClass, piece)), area{bits: 2}},
		"the home of a piece":            {ex(def.OpHome, tZone, ex(def.OpPieceClass, tClass, piece)), area{bits: 1 << nest}},
		"a property of its own":          {property(nextOf, tZone), area{own: inTable + nextOf, bits: 1<<elm | 1<<lake}},
		"a property that others share":   {property(sharedOf, tZone), area{bits: 1 << lake}},
		"a property of the state's zone": {exI(def.OpTable, tZone, nextOf, exI(def.OpCell, tZone, cellHoney)), area{bits: 1<<oak | 1<<elm | 1<<lake}},
		"a property out of reach":        {exI(def.OpTable, tInt, 4, here), everywhere},
		"a variable":                     {exI(def.OpCell, tZones, cellHoney), everywhere},
		"what is bound further out":      {bound(9, tZone), everywhere},
	} {
		gd := board()
		gd.Lookups = append(gd.Lookups, def.Lookup{Type: tInt, Values: []int64{1000, 1000}})
		if got := roundOf(gd).area(c.x); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestALocalIsWhatIsPutThere(t *testing.T) {
	decided := func(d def.DecisionDef) []def.DecisionDef { d.Result = inside; return []def.DecisionDef{d} }
	for name, c := range map[string]struct {
		code      []def.Instr
		decisions []def.DecisionDef
		want      area
	}{
		"a let":                {[]def.Instr{do(def.CSet, 0, inside, constOf(lake, tZone))}, nil, area{bits: 1 << lake}},
		"one of two lets":      {[]def.Instr{do(def.CSet, 0, inside, constOf(lake, tZone)), do(def.CSet, 0, inside, constOf(oak, tZone))}, nil, area{bits: 1<<lake | 1<<oak}},
		"a let from itself":    {[]def.Instr{do(def.CSet, 0, inside, constOf(lake, tZone)), do(def.CSet, 0, inside, ex(def.OpUnion, tZones, local(inside, tZones), zones(oak)))}, nil, area{bits: 1<<lake | 1<<oak}},
		"the member of loop":   {[]def.Instr{do(def.CSet, 0, 9, zones(oak, lake)), do(def.CForSet, 9, inside)}, nil, area{bits: 1<<lake | 1<<oak}},
		"one of a domain":      {[]def.Instr{do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.One, From: zones(elm)}), area{bits: 1 << elm}},
		"pieces taken":         {[]def.Instr{do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.Take, From: ex(def.OpSetOf, tZones, here), Filter: constOf(2, tClass)}), area{own: itself, bits: both, classes: 2}},
		"an amount":            {[]def.Instr{do(def.CDecide, 0, 0)}, decided(def.DecisionDef{Kind: def.Amount}), everywhere},
		"a result":             {[]def.Instr{do(def.CCall, 0, inside)}, nil, everywhere},
		"a cell of the number": {[]def.Instr{do(def.CSet, 1, inside, constOf(lake, tZone))}, nil, everywhere},
		"nothing":              {nil, nil, everywhere},
	} {
		gd := board()
		gd.Decisions = c.decisions
		if got := roundOf(gd, c.code...).area(local(inside, tZone)); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	s := roundOf(board())
	s.member, s.params = -1, []area{{bits: 8}}
	if got := s.area(local(0, tZone)); got.bits != 8 {
		t.Errorf("a parameter: %+v", got)
	}
}
