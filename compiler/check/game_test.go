package check

// What the tests of this package build their rulebooks of: a small board, formulas, and bindings with places of their own.

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/source"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// zones, seats and cells of the board.
const (
	oak = iota
	elm
	lake
	nest
)

const (
	ant = iota
	bee
)

const (
	cellHoney  = 0 // a track
	cellPurse  = 1 // for each seat
	cellBlight = 3 // for each zone, from a pool
	cellSeen   = 7 // of the running action
	cellStamp  = 8 // of the lasting effect, and until when
	cellHeld   = 10
	cells      = 12
)

var (
	tWay = def.Type{Kind: def.KEnum}
)

// lookups of the board.
const (
	yieldOf  = iota // of a zone: 1, 2, 0, 0
	purseOf         // of a seat: its track
	nextOf          // of a zone: another
	sharedOf        // of a zone: the lake, for all of them
)

// board is a game with two seats, three spaces in a row and a box, two types of pieces and an option with two values.
func board() *def.GameDef {
	v := func(id string, base, n int32, per def.Kind, change func(*def.VarDef)) def.VarDef {
		out := def.VarDef{Named: def.Named{ID: id}, Type: def.TInt, Base: base, Len: n, Per: per, Scale: -1, Pool: -1}
		if change != nil {
			change(&out)
		}
		return out
	}
	bounded := func(v *def.VarDef) { v.Bounded, v.Max = true, 20 }
	return &def.GameDef{
		Version: def.Version, ID: "board", Seats: []def.Named{{ID: "ant"}, {ID: "bee"}},
		Zones:    []def.ZoneDef{{Named: def.Named{ID: "oak"}}, {Named: def.Named{ID: "elm"}}, {Named: def.Named{ID: "lake"}}, {Named: def.Named{ID: "nest"}, Plain: true}},
		Adjacent: []int64{1 << elm, 1<<oak | 1<<lake, 1 << elm, 0},
		Piles:    []def.PileDef{{Named: def.Named{ID: "stock"}, Owner: -1}, {Named: def.Named{ID: "shown"}, Owner: -1}},
		Types:    []def.PieceType{{Named: def.Named{ID: "scout"}, Count: 6, Home: nest, Classes: 1}, {Named: def.Named{ID: "hill"}, Seat: 1, Count: 6, Home: nest, First: 1, Classes: 2}},
		Classes:  []def.ClassDef{{ID: "scout"}, {ID: "hill", Type: 1}},
		Cards:    []def.Named{{ID: "rain"}, {ID: "wind"}},
		Enums:    []def.EnumDef{{ID: "way", Members: []string{"up", "down"}}},
		Lookups: []def.Lookup{{ID: "yield", Type: def.TInt, Values: []int64{1, 2, 0, 0}}, {ID: "purse", Type: def.TTrack, Values: []int64{cellPurse, cellPurse + 1}},
			{ID: "next", Type: def.TZone, Values: []int64{elm, lake, oak, def.None}}, {ID: "shared", Type: def.TZone, Values: []int64{lake, lake, lake, lake}}},
		Options: []def.OptionDef{{Named: def.Named{ID: "edition"}, Values: []string{"first", "second"}, Type: tWay}},
		Vars: []def.VarDef{v("honey", cellHoney, 1, def.KNone, bounded), v("purse", cellPurse, 2, def.KSeat, bounded),
			v("blight", cellBlight, 4, def.KZone, func(v *def.VarDef) { v.Pool = 0; bounded(v) }),
			v("seen", cellSeen, 1, def.KNone, func(v *def.VarDef) { v.Scope = def.ActionScope }),
			v("stamp", cellStamp, 1, def.KNone, nil), v("until", cellStamp+1, 1, def.KNone, nil)},
		Cells: cells, Initial: make([]int64, cells), ActionCells: []int32{cellSeen}, Pools: []def.PoolDef{{ID: "pots", Max: 3}},
		Lasting:   []def.LastingDef{{Named: def.Named{ID: "drought"}, Stamp: cellStamp, Until: cellStamp + 1}},
		Durations: []string{"year"}, StampCell: cells - 1, Scratch: 32, Stack: 64, Nodes: []def.NodeDef{{}, {File: "p.md", Line: 101, Col: 1}, {File: "p.md", Line: 102, Col: 1}, {File: "p.md", Line: 103, Col: 1}},
	}
}

func ex(op def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: op, Type: t, Args: args}
}

func exI(op def.Op, t def.Type, i int64, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: op, Type: t, I: i, Args: args}
}

func num(v int64) *def.Expr                 { return constOf(v, def.TInt) }
func constOf(v int64, t def.Type) *def.Expr { return exI(def.OpConst, t, v) }
func cell(i int64) *def.Expr                { return exI(def.OpCell, def.TInt, i) }
func bound(i int64, t def.Type) *def.Expr   { return exI(def.OpBound, t, i) }
func local(i int64, t def.Type) *def.Expr   { return exI(def.OpLocal, t, i) }
func edition() *def.Expr                    { return exI(def.OpOption, tWay, 0) }
func is(x *def.Expr, v int64) *def.Expr     { return ex(def.OpEq, def.TBool, x, constOf(v, x.Type)) }
func more(x *def.Expr, v int64) *def.Expr   { return ex(def.OpGt, def.TBool, x, num(v)) }
func not(x *def.Expr) *def.Expr             { return ex(def.OpNot, def.TBool, x) }
func and(xs ...*def.Expr) *def.Expr         { return ex(def.OpAnd, def.TBool, xs...) }
func or(xs ...*def.Expr) *def.Expr          { return ex(def.OpOr, def.TBool, xs...) }
func yield(x *def.Expr) *def.Expr           { return exI(def.OpTable, def.TInt, yieldOf, x) }
func zones(z ...int) *def.Expr {
	set := int64(0)
	for _, i := range z {
		set |= 1 << i
	}
	return constOf(set, def.ZoneSet)
}

// formulas that come out the same always, never, or as the game goes.
func always() *def.Expr { return is(yield(constOf(elm, def.TZone)), 2) }
func never() *def.Expr  { return is(yield(constOf(elm, def.TZone)), 3) }
func open() *def.Expr   { return more(cell(cellHoney), 3) }

func at(line int) diag.Pos          { return diag.Pos{File: "p.md", Line: line, Col: 1} }
func place(line int) *typed.Place   { return &typed.Place{Pos: at(line)} }
func written(line int) *source.Node { return &source.Node{Kind: source.Scalar, Pos: at(line)} }

// said is a condition written in a line.
func said(line int, x *def.Expr) *typed.Cond {
	return &typed.Cond{When: x, Said: typed.Said{When: written(line), Test: x}}
}

// unsaid is a condition of which nobody is to be told.
func unsaid(x *def.Expr) *typed.Cond { return &typed.Cond{When: x, Said: typed.Said{Test: x}} }

// doing is a rulebook with a procedure that does something.
func doing(acts ...typed.Action) *typed.Rulebook {
	p := &typed.Proc{ID: "play", Pos: at(1)}
	for _, a := range acts {
		p.Body = append(p.Body, &typed.Stmt{At: place(1), Do: a})
	}
	return &typed.Rulebook{Procs: []*typed.Proc{p}}
}

// found runs one warning over a rulebook and gives what it says, a line each: "line code: summary".
func found(code string, gd *def.GameDef, rb *typed.Rulebook, p *lower.Program) string {
	if p == nil {
		p = &lower.Program{}
	}
	i := slices.IndexFunc(Warnings, func(w Warning) bool { return w.Code == code })
	return told(Warnings[i].Find(newSubject(gd, rb, p)))
}

func told(list diag.List) string {
	var lines []string
	for _, d := range list {
		code := d.Code
		if d.Severity == diag.Error {
			code = "error " + code
		}
		lines = append(lines, fmt.Sprintf("%d %s: %s", d.Subject.Line, code, d.Summary))
	}
	return strings.Join(lines, "\n")
}

// expect compares what is told with what must be.
func expect(t *testing.T, name, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n got %q\nwant %q", name, got, want)
	}
}
