package fold

// This file is the game of the tests: two seats, three zones in a row and a box, two types of pieces, and formulas.

import (
	"rulebound/engine/def"
	. "rulebound/engine/testboard"
)

// Indices in the test game.
const (
	zoneX = iota
	zoneY
	zoneZ
	zoneBox
)

const (
	sheep = iota
	sheepMoved
	wolfHidden
	wolfActive
)

const (
	pileDeck = iota
	pileHand
)

const (
	cellGold  = 0
	cellSmoke = 7
	cellOut   = 11
)

const (
	setSheep = 1<<sheep | 1<<sheepMoved
	setWolf  = 1<<wolfHidden | 1<<wolfActive
)

var (
	tE = def.Type{Kind: def.KEnum}
)

func bnd(i int64) *def.Expr          { return ExI(def.OpBound, def.TInt, i) }
func filter(set int64) *def.Expr     { return Const(set, def.FilterSet) }
func ordered(seats ...int) *def.Expr { return Const(orderOf(seats...), def.TOrder) }

func bitsOf(v ...int) int64 {
	set := int64(0)
	for _, x := range v {
		set |= 1 << x
	}
	return set
}

func orderOf(seats ...int) int64 {
	o := def.EmptyOrder
	for i, s := range seats {
		o = o&^(0xff<<(8*i)) | int64(s)<<(8*i)
	}
	return o
}

// testGame returns the test game, without code.
func testGame() *def.GameDef {
	return &def.GameDef{
		Things: def.Things{Seats: []def.Named{{ID: "red"}, {ID: "blue"}},
			Zones:    []def.ZoneDef{{Named: def.Named{ID: "x"}}, {Named: def.Named{ID: "y"}}, {Named: def.Named{ID: "z"}}, {Named: def.Named{ID: "box"}, Plain: true}},
			Adjacent: []int64{bitsOf(zoneY), bitsOf(zoneX, zoneZ), bitsOf(zoneY), 0},
			Types: []def.PieceType{
				{Named: def.Named{ID: "sheep"}, Home: zoneBox, First: sheep, Classes: setSheep},
				{Named: def.Named{ID: "wolf"}, Home: zoneBox, First: wolfHidden, Classes: setWolf},
			},
			Classes: []def.ClassDef{{ID: "sheep"}, {ID: "sheep.moved"}, {ID: "wolf.hidden", Type: 1}, {ID: "wolf.active", Type: 1}},
			Enums:   []def.EnumDef{{ID: "mood", Members: []string{"low", "neutral", "high"}}},
			Lookups: []def.Lookup{{ID: "population", Type: def.TInt, Values: []int64{1, 0, 2, 0}},
				{ID: "mood.steps", Type: def.TZone, Values: []int64{1, def.None, 2, 0, 0, def.None, def.None, 1, 0, 2, 3, 1}}}, // neutral: 3, 2, 1, 0; high: in a ring of three
			Options: []def.OptionDef{{Named: def.Named{ID: "edition"}, Values: []string{"first", "second"}, Type: def.Type{Kind: def.KEnum}}}},
	}
}
