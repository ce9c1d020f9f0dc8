// Package testboard is a small game for tests, with short names for the parts of formulas and instructions. Tests import it with a dot.
package testboard

import "rulebound/engine/def"

// Zones, seats and cells of the board.
const (
	Oak = iota
	Elm
	Lake
	Nest
)

const (
	Ant = iota
	Bee
)

const (
	CellHoney  = 0 // a track
	CellPurse  = 1 // for each seat
	CellBlight = 3 // for each zone, from a pool
	CellSeen   = 7 // of the running action
	CellStamp  = 8 // of the lasting effect: its stamp, then its duration
	CellHeld   = 10
	BoardCells = 12
)

// TWay is the type of the board's only enumeration.
var TWay = def.Type{Kind: def.KEnum}

// Lookups of the board.
const (
	YieldOf  = iota // of a zone: 1, 2, 0, 0
	PurseOf         // of a seat: its track
	NextOf          // of a zone: another
	SharedOf        // of a zone: the lake, for all of them
)

// Board returns a game with two seats, three spaces in a row and a box, two types of pieces and an option with two values.
func Board() *def.GameDef {
	v := func(id string, base, n int32, per def.Kind, change func(*def.VarDef)) def.VarDef {
		out := def.VarDef{Named: def.Named{ID: id}, Type: def.TInt, Base: base, Len: n, Scale: -1, Pool: -1}
		if per != def.KNone {
			out.Per = []def.Type{{Kind: per}}
		}
		if change != nil {
			change(&out)
		}
		return out
	}
	bounded := func(v *def.VarDef) { v.Bounded, v.Max = true, 20 }
	return &def.GameDef{
		Version: def.Version, ID: "board", Things: def.Things{Seats: []def.Named{{ID: "ant"}, {ID: "bee"}},
			Zones:    []def.ZoneDef{{Named: def.Named{ID: "oak"}}, {Named: def.Named{ID: "elm"}}, {Named: def.Named{ID: "lake"}}, {Named: def.Named{ID: "nest"}, Plain: true}},
			Adjacent: []int64{1 << Elm, 1<<Oak | 1<<Lake, 1 << Elm, 0},
			Piles:    []def.PileDef{{Named: def.Named{ID: "pantry"}, Owner: -1}, {Named: def.Named{ID: "shown"}, Owner: -1}},
			Types:    []def.PieceType{{Named: def.Named{ID: "scout"}, Count: 6, Home: Nest, Classes: 1}, {Named: def.Named{ID: "hill"}, Seat: 1, Count: 6, Home: Nest, First: 1, Classes: 2}},
			Classes:  []def.ClassDef{{ID: "scout"}, {ID: "hill", Type: 1}},
			Cards:    []def.Named{{ID: "rain"}, {ID: "wind"}},
			Enums:    []def.EnumDef{{ID: "way", Members: []string{"up", "down"}}},
			Lookups: []def.Lookup{{ID: "yield", Type: def.TInt, Values: []int64{1, 2, 0, 0}}, {ID: "purse", Type: def.TTrack, Values: []int64{CellPurse, CellPurse + 1}},
				{ID: "next", Type: def.TZone, Values: []int64{Elm, Lake, Oak, def.None}}, {ID: "shared", Type: def.TZone, Values: []int64{Lake, Lake, Lake, Lake}}},
			Options: []def.OptionDef{{Named: def.Named{ID: "edition"}, Values: []string{"first", "second"}, Type: TWay}}},
		Memory: def.Memory{Vars: []def.VarDef{v("honey", CellHoney, 1, def.KNone, bounded), v("purse", CellPurse, 2, def.KSeat, bounded),
			v("blight", CellBlight, 4, def.KZone, func(v *def.VarDef) { v.Pool = 0; bounded(v) }),
			v("seen", CellSeen, 1, def.KNone, func(v *def.VarDef) { v.Scope = def.ActionScope }),
			v("stamp", CellStamp, 1, def.KNone, nil), v("until", CellStamp+1, 1, def.KNone, nil)},
			Cells: BoardCells, Initial: make([]int64, BoardCells), ActionCells: []int32{CellSeen}, Pools: []def.PoolDef{{ID: "pots", Max: 3}}},
		Program: def.Program{Lasting: []def.LastingDef{{Named: def.Named{ID: "drought"}, Stamp: CellStamp, Until: CellStamp + 1}},
			Durations: []string{"year"}, StampCell: BoardCells - 1, Scratch: 32, Stack: 64}, Text: def.Text{Nodes: []def.NodeDef{{}, {File: "p.md", Line: 101, Col: 1}, {File: "p.md", Line: 102, Col: 1}, {File: "p.md", Line: 103, Col: 1}}},
	}
}

// Ex returns an expression without a number.
func Ex(op def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: op, Type: t, Args: args}
}

// ExI returns an expression with a number.
func ExI(op def.Op, t def.Type, i int64, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: op, Type: t, I: i, Args: args}
}

// Formulas with at most one operand.

func Num(v int64) *def.Expr               { return Const(v, def.TInt) }
func Const(v int64, t def.Type) *def.Expr { return ExI(def.OpConst, t, v) }
func Cell(i int64) *def.Expr              { return ExI(def.OpCell, def.TInt, i) }
func Bound(i int64, t def.Type) *def.Expr { return ExI(def.OpBound, t, i) }
func Local(i int64, t def.Type) *def.Expr { return ExI(def.OpLocal, t, i) }
func Is(x *def.Expr, v int64) *def.Expr   { return Ex(def.OpEq, def.TBool, x, Const(v, x.Type)) }
func More(x *def.Expr, v int64) *def.Expr { return Ex(def.OpGt, def.TBool, x, Num(v)) }
func Zones(z ...int) *def.Expr {
	set := int64(0)
	for _, i := range z {
		set |= 1 << i
	}
	return Const(set, def.ZoneSet)
}

// Open is a condition that depends on the state.
func Open() *def.Expr { return More(Cell(CellHoney), 3) }

// Slots of the procedure of a loop: one bound before the loop, its member, and one bound within a round.
const (
	Before = 0
	Member = 2
	Inside = 3
)

// Here is the member of a loop over zones.
var Here = Local(Member, def.TZone)

// Do returns an instruction without a source node.
func Do(op def.Code, a, b int32, x ...*def.Expr) def.Instr {
	return def.Instr{Op: op, A: a, B: b, X: x}
}

// Formulas over zones: a variable of a zone, the scouts in it, and which zones hold scouts.

func Blight(zone *def.Expr) *def.Expr { return ExI(def.OpCellAt, def.TInt, CellBlight, zone) }
func Pieces(zone *def.Expr) *def.Expr {
	return Ex(def.OpPieces, def.TInt, zone, Const(1, def.FilterSet))
}
func Holding(over *def.Expr) *def.Expr {
	return Ex(def.OpHolding, def.ZoneSet, over, Const(1, def.FilterSet))
}

// Property returns a property of Here.
func Property(i int64, t def.Type) *def.Expr { return ExI(def.OpTable, t, i, Here) }

// Spaces are all zones but the box.
var Spaces = Zones(Oak, Elm, Lake)
