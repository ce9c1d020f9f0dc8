package lower_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

type book struct {
	gd *def.GameDef
	rb *typed.Rulebook
}

// newBook returns a game with three zones, a piece type of two classes, a mark, and one cell of action scope beside inAction.
func newBook() *book {
	gd := &def.GameDef{Text: def.Text{Nodes: []def.NodeDef{{What: "nowhere"}}}, Things: def.Things{Zones: make([]def.ZoneDef, 3), Classes: make([]def.ClassDef, 2), Marks: []string{"tired"},
		Types: []def.PieceType{{Count: 5, Classes: 3}}},
		Memory: def.Memory{ActionCells: []int32{0}, Vars: []def.VarDef{{Base: 0, Len: 1, Scope: def.ActionScope}, {Named: def.Named{ID: "control"}, Base: 4, Len: 3, Per: []def.Type{def.TZone}, Scale: -1}}}}
	return &book{gd: gd, rb: &typed.Rulebook{InAction: 0}}
}

func (b *book) name(name string, t def.Type) *typed.Binding {
	n := &typed.Binding{ID: int64(len(b.rb.Bindings)), Name: name, Type: t, Pos: diag.Pos{File: "r.md", Line: 1 + len(b.rb.Bindings), Col: 1}}
	b.rb.Bindings = append(b.rb.Bindings, n)
	return n
}

func (b *book) proc(id string, params []*typed.Binding, body ...*typed.Stmt) *typed.Proc {
	p := &typed.Proc{Index: int32(len(b.rb.Procs)), ID: id, Params: params, Body: body, At: at("procedure")}
	b.rb.Procs = append(b.rb.Procs, p)
	b.gd.Procs = append(b.gd.Procs, def.ProcDef{Named: def.Named{ID: id}})
	return p
}

// lower lowers the rulebook; gd is the result from then on.
func (b *book) lower() *lower.Program {
	b.rb.Game = b.gd
	var p *lower.Program
	b.gd, p = lower.Lower(b.rb)
	return p
}

func at(what string) *typed.Place {
	return &typed.Place{Pos: diag.Pos{File: "r.md", Line: 1, Col: 1}, Rules: []string{"1.1"}, What: what}
}

func do(a typed.Action) *typed.Stmt {
	what := strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", a), "*typed."))
	return &typed.Stmt{At: at(what), Do: a}
}

func k(n int64) *def.Expr { return &def.Expr{Op: def.OpConst, Type: def.TInt, I: n} }

func kOf(t def.Type, n int64) *def.Expr { return &def.Expr{Op: def.OpConst, Type: t, I: n} }

func read(b *typed.Binding) *def.Expr { return &def.Expr{Op: def.OpBound, Type: b.Type, I: b.ID} }

func x(o def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, Args: args}
}

// over returns an operator that binds b.
func over(o def.Op, t def.Type, b *typed.Binding, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, I: b.ID, Args: args}
}

func when(rule string, e *def.Expr) *typed.Cond {
	return &typed.Cond{When: e, Rule: rule, At: at("where")}
}

func iff(e *def.Expr) *typed.Cond { return &typed.Cond{When: e, At: at("if")} }

// set returns an assignment to a cell, a statement that is easily recognised.
func set(cell int32, value *def.Expr) *typed.Stmt {
	return do(&typed.Set{To: typed.Target{Cell: cell, Type: def.TInt}, Value: value})
}

func equal(t *testing.T, label, got, want string) {
	t.Helper()
	clean := func(s string) string {
		var out []string
		for _, line := range strings.Split(s, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, line)
			}
		}
		return strings.Join(out, "\n")
	}
	if clean(got) != clean(want) {
		t.Errorf("%s:\n%s\nwant\n%s", label, clean(got), clean(want))
	}
}

// code lowers a single procedure and compares its instructions.
func (b *book) code(t *testing.T, want string, body ...*typed.Stmt) {
	t.Helper()
	b.proc("p", nil, body...)
	b.lower()
	equal(t, "code", showCode(b.gd), want)
}

func TestEffectsAreOneInstructionEach(t *testing.T) {
	b := newBook()
	n, m := b.name("$n", def.TInt), &b.gd.Vars[1]
	all := typed.Group{Filter: kOf(def.FilterSet, 3), Set: kOf(def.ZoneSet, 7)}
	some := typed.Group{Filter: kOf(def.FilterSet, 1), Zone: kOf(def.TZone, 2), Count: k(4)}
	piece := kOf(def.TPiece, 5)
	one := typed.Group{Filter: x(def.OpPieceClass, def.FilterSet, piece), Zone: x(def.OpPieceZone, def.TZone, piece), Count: k(1)}
	b.code(t, `
		0 +set 0 0 0 (7) let
		1 !set 0 0 0 (%0) set
		2 !set 1 9 0 (1) set
		3 !set 2 4 0 (1 2) set
		4 !set 3 0 0 (1 8) set
		5 unless 7 0 0 (has(5 2)) set
		6 !set 2 4 0 (1 2) set
		7 !pay 1 9 0 (2) change
		8 !transfer 0 0 0 (8 9 3) transfer
		9 !shift 0 4 0 (1 2) shift
		10 !mark 0 4 0 (-1 2) mark
		11 !move 0 0 0 (1 4 2 0) move
		12 !moveAll 1 0 0 (3 7 -1) move
		13 !move 0 0 0 (pieceClass(5) 1 pieceZone(5) 0) move
		14 !tag 1 1 0 (pieceClass(5) 1 0) move
		15 !flip 1 0 0 (1 4 2) flip
		16 !flipAll 1 0 0 (3 7) flip
		17 !tag 0 1 0 (1 -1 2) tag
		18 !tag 0 0 0 (1 4 2) tag
		19 !untagAll 0 0 0 untag
		20 !card 2 0 0 (6 1) card
		21 !activate 0 0 0 (3 -1) activate
		22 !end 0 0 0 (3) end
		23 !expire 2 -1 0 expire
		24 !note 0 0 0 (%0) note
		25 !over 0 0 0 (1 2) over
		26 return 0 0 0 procedure`,
		do(&typed.Let{Name: n, Value: k(7)}),
		do(&typed.Set{To: typed.Target{Local: n, Type: def.TInt}, Value: read(n)}),
		set(9, k(1)),
		do(&typed.Set{To: typed.Target{Cell: 4, Index: kOf(def.TZone, 2)}, Value: k(1)}),
		do(&typed.Set{To: typed.Target{Track: k(8)}, Value: k(1)}),
		do(&typed.Set{To: typed.Target{Cell: 4, Index: kOf(def.TZone, 2)}, Value: k(1), Only: x(def.OpHas, def.TBool, kOf(def.ZoneSet, 5), kOf(def.TZone, 2))}),
		do(&typed.Change{Code: def.CPay, To: typed.Target{Cell: 9}, By: k(2)}),
		do(&typed.Transfer{From: k(8), To: k(9), Amount: k(3)}),
		do(&typed.Shift{Marker: m, By: k(1), Zone: kOf(def.TZone, 2)}),
		do(&typed.Mark{Marker: m, By: k(-1), Zone: kOf(def.TZone, 2)}),
		do(&typed.Move{Pieces: some, To: kOf(def.TZone, 0), Mark: -1}),
		do(&typed.Move{Pieces: all, Mark: -1}),
		do(&typed.Move{Pieces: one, To: kOf(def.TZone, 0), Mark: 1}),
		do(&typed.Flip{Pieces: some, Status: 1}),
		do(&typed.Flip{Pieces: all, Status: 1}),
		do(&typed.Tag{Pieces: typed.Group{Filter: kOf(def.FilterSet, 1), Zone: kOf(def.TZone, 2)}}),
		do(&typed.Tag{Pieces: some, Off: true}),
		do(&typed.Untag{}),
		do(&typed.Card{Card: k(6), Pile: k(1), At: 2}),
		do(&typed.Activate{Lasting: k(3), Duration: -1}),
		do(&typed.End{Lasting: k(3)}),
		do(&typed.Expire{Duration: 2, To: -1}),
		do(&typed.Note{Def: def.NoteDef{Name: "done"}, Values: []*def.Expr{read(n)}}),
		do(&typed.Over{Results: []*def.Expr{k(1), k(2)}}))
	if len(b.gd.Notes) != 1 || b.gd.Procs[0].Frame != 1 || b.gd.Procs[0].Names[0] != "$n" {
		t.Errorf("%+v %+v", b.gd.Notes, b.gd.Procs[0])
	}
}

// A flip or a mark of a binding's piece is one instruction; if the binding is read later, it is updated.
func TestPieceBindingIsUpdatedAfterFlipOrMark(t *testing.T) {
	b := newBook()
	b.gd.Classes = []def.ClassDef{{}, {Status: 1}, {Marks: 1}, {Status: 1, Marks: 1}}
	p := b.name("$p", def.TPiece)
	one := typed.Group{Filter: x(def.OpPieceClass, def.FilterSet, read(p)), Zone: x(def.OpPieceZone, def.TZone, read(p)), Count: k(1)}
	b.code(t, `
		0 +set 0 0 0 (0) let
		1 !flip 1 0 0 (pieceClass(%0) 1 pieceZone(%0)) flip
		2 set 0 0 0 (if(gt(pieces(pieceZone(%0) table(the(pieceClass(%0)))) 0) pieceAt(pieceZone(%0) table(the(pieceClass(%0)))) pieceAt(pieceZone(%0) typeOf(pieceClass(%0))))) flip
		3 !tag 0 1 0 (pieceClass(%0) 1 pieceZone(%0)) tag
		4 set 0 0 0 (if(gt(pieces(pieceZone(%0) table#1(the(pieceClass(%0)))) 0) pieceAt(pieceZone(%0) table#1(the(pieceClass(%0)))) pieceAt(pieceZone(%0) typeOf(pieceClass(%0))))) tag
		5 !flip 0 0 0 (pieceClass(%0) 1 pieceZone(%0)) flip
		6 return 0 0 0 procedure`,
		do(&typed.Let{Name: p, Value: kOf(def.TPiece, 0)}), do(&typed.Flip{Pieces: one, Status: 1}), do(&typed.Tag{Pieces: one}), do(&typed.Flip{Pieces: one}))
	var classes []string
	for _, l := range b.gd.Lookups {
		classes = append(classes, fmt.Sprint(l.ID, l.Values))
	}
	equal(t, "classes", strings.Join(classes, "\n"), "class in status 1[2 2 8 8]\nclass with mark 0[4 8 4 8]")
}

// In a loop, a binding is read later if the next round reads it, unless each round binds it anew.
func TestPieceBindingIsUpdatedForTheNextRound(t *testing.T) {
	for within, want := range map[bool]int{false: 2, true: 1} {
		b := newBook()
		p, z := b.name("$p", def.TPiece), b.name("$z", def.TZone)
		one := typed.Group{Filter: x(def.OpPieceClass, def.FilterSet, read(p)), Zone: x(def.OpPieceZone, def.TZone, read(p)), Count: k(1)}
		made := []*typed.Stmt{do(&typed.Let{Name: p, Value: kOf(def.TPiece, 0)})}
		round := []*typed.Stmt{set(1, x(def.OpPieceZone, def.TZone, read(p))), do(&typed.Flip{Pieces: one, Status: 1})}
		if within {
			b.proc("p", nil, do(&typed.For{Member: z, Over: kOf(def.ZoneSet, 7), Body: append(made, round...)}))
		} else {
			b.proc("p", nil, append(made, do(&typed.For{Member: z, Over: kOf(def.ZoneSet, 7), Body: round}))...)
		}
		b.lower()
		n := 0
		for _, in := range b.gd.Code {
			if in.Op == def.CSet && in.X[0].Type == def.TPiece {
				n++
			}
		}
		if n != want {
			t.Errorf("made in each round: %v: $p is set %d times\n%s", within, n, showCode(b.gd))
		}
	}
}

func TestSharedExpressionsAreCopiedOnce(t *testing.T) {
	b := newBook()
	owner := x(def.OpPieceZone, def.TZone, kOf(def.TPiece, 2))
	b.proc("p", nil, do(&typed.Set{To: typed.Target{Cell: 4, Index: owner}, Value: k(1), Only: x(def.OpHas, def.TBool, kOf(def.ZoneSet, 5), owner)}))
	b.lower()
	if test, index := b.gd.Code[0].X[0].Args[1], b.gd.Code[1].X[1]; test != index || test == owner {
		t.Error("the owner is copied twice, or not at all")
	}
}

func TestBranches(t *testing.T) {
	b := newBook()
	b.code(t, `
		0 ?unless 5 0 0 (1@) if
		1 +unless 4 0 0 (0@) if
		2 !set 1 1 0 (1) set
		3 jump 5 0 0 if
		4 !set 1 2 0 (2) set
		5 +unless 7 0 0 (1@) if
		6 !set 1 3 0 (3) set
		7 +set 0 0 0 (5) switch
		8 +unless 11 0 0 (eq(%0 1)@) switch
		9 !set 1 4 0 (4) set
		10 jump 15 0 0 switch
		11 +unless 14 0 0 (eq(%0 2)@) switch
		12 !return 0 0 0 (9) return
		13 jump 15 0 0 switch
		14 !set 1 5 0 (5) set
		15 !require 0 0 0 (1@) require
		16 return 0 0 0 procedure`,
		&typed.Stmt{At: at("if"), When: iff(kOf(def.TBool, 1)), Do: &typed.If{Cond: iff(kOf(def.TBool, 0)), Then: []*typed.Stmt{set(1, k(1))}, Else: []*typed.Stmt{set(2, k(2))}}},
		do(&typed.If{Cond: iff(kOf(def.TBool, 1)), Then: []*typed.Stmt{set(3, k(3))}}),
		do(&typed.Switch{Value: k(5), Else: []*typed.Stmt{set(5, k(5))}, Cases: []typed.Case{
			{Value: k(1), At: at("case"), Body: []*typed.Stmt{set(4, k(4))}},
			{Value: k(2), At: at("case"), Body: []*typed.Stmt{do(&typed.Return{Value: k(9)})}}}}),
		do(&typed.Require{Cond: iff(kOf(def.TBool, 1))}))
	if b.gd.Procs[0].Result != def.TInt {
		t.Error("the procedure has no result")
	}
}

func TestEnsureRecordsWhetherItEndsAtADecision(t *testing.T) {
	b := newBook()
	b.code(t, `
		0 !ensure 0 0 2 (1) ensure
		1 !set 1 1 0 (1) set
		2 +ensured 0 0 0 (1) ensure
		3 !ensure 1 1 5 (1) ensure
		4 !set 1 1 0 (1) set
		5 +ensured 1 0 0 (1) ensure
		6 !ensure 2 0 8 (4) ensure
		7 !set 1 1 0 (1) set
		8 +ensured 2 0 0 (3) ensure
		9 return 0 0 0 procedure`,
		do(&typed.Ensure{Value: kOf(def.TBool, 1), Body: []*typed.Stmt{set(1, k(1))}}),
		do(&typed.Ensure{Value: kOf(def.TBool, 1), Once: true, Body: []*typed.Stmt{set(1, k(1))}}),
		do(&typed.Ensure{Value: k(3), Most: k(4), Body: []*typed.Stmt{set(1, k(1))}}))
}

func TestScopes(t *testing.T) {
	b := newBook()
	b.gd.Points = []def.PointDef{{}, {Attach: []int32{0}}}
	b.gd.Attachments = []def.Attachment{{Proc: 1}}
	b.rb.Points = []*typed.Point{{}, {}}
	b.rb.Hooks = []*typed.Hook{{At: at("hook"), When: iff(kOf(def.TBool, 1))}}
	b.proc("p", nil,
		do(&typed.Scope{Body: []*typed.Stmt{set(1, k(1))}}),
		do(&typed.Hold{Derived: 2, Body: []*typed.Stmt{set(1, k(2))}}),
		do(&typed.RunHooks{Point: 1, Args: typed.Args{Xs: []*def.Expr{k(5)}}}))
	b.proc("hooked", nil)
	out := b.lower()
	equal(t, "code", showCode(b.gd), `
		0 enter 2 0 0 scope
		1 set 1 0 0 (1) scope
		2 !set 1 1 0 (1) set
		3 leave 2 0 0 scope
		4 unless 6 0 0 (eq(cell() 0)) scope
		5 untagAll 0 0 0 scope
		6 !hold 2 0 0 hold
		7 !set 1 1 0 (2) set
		8 release 2 0 0 hold
		9 set 0 0 0 (0) runhooks
		10 !hooks 1 0 0 (5) runhooks
		11 return 0 0 0 procedure
		12 return 0 0 0 procedure`)
	if got := fmt.Sprintln(out.Calls, out.Spans, b.gd.Attachments[0].Rule); got != "[[1] []] [{0 12} {12 13}] 1.1\n" {
		t.Error(got)
	}
}

// The slots of an action follow the named ones. Consecutive actions share slots, nested ones do not.
func TestConsecutiveActionsShareSlots(t *testing.T) {
	b := newBook()
	b.gd.ActionCells = []int32{0, 3, 4}
	action := func(body ...*typed.Stmt) *typed.Stmt { return do(&typed.Scope{Body: body}) }
	b.proc("p", nil, action(action(), action()), do(&typed.Let{Name: b.name("$a", def.TInt), Value: k(1)}), action(action()))
	b.lower()
	var saved []int32
	for _, in := range b.gd.Code {
		if in.Op == def.CEnter || in.Op == def.CLeave {
			saved = append(saved, in.A)
		}
	}
	if p := b.gd.Procs[0]; fmt.Sprint(saved, p.Frame, p.Names) != "[1 4 4 4 4 1 1 4 4 1] 7 [$a]" {
		t.Error(saved, p.Frame, p.Names)
	}
}

func TestCallsAndTheDeepestStack(t *testing.T) {
	b := newBook()
	b.rb.Stored = [][]int32{{1}}
	got, v, n := b.name("$got", def.TInt), b.name("$v", def.TInt), b.name("$n", def.TInt)
	b.proc("p", []*typed.Binding{v},
		do(&typed.Call{Proc: 1, Args: typed.Args{Xs: []*def.Expr{read(v)}, Left: 1}, Result: got}),
		do(&typed.CallValue{Proc: kOf(def.Type{Kind: def.KProc, Of: 1}, 1), Args: typed.Args{Xs: []*def.Expr{read(got)}}}),
		do(&typed.Call{Proc: 2}))
	b.proc("q", []*typed.Binding{n}, do(&typed.Call{Proc: 2}))
	b.proc("r", nil, do(&typed.Let{Name: b.name("$a", def.TInt), Value: k(1)}))
	out := b.lower()
	equal(t, "code", showCode(b.gd), `
		0 +call 1 1 1 (%0) call
		1 !callDyn 0 -1 0 (1 %1) callvalue
		2 !call 2 -1 0 call
		3 return 0 0 0 procedure
		4 !call 2 -1 0 call
		5 return 0 0 0 procedure
		6 +set 0 0 0 (1) let
		7 return 0 0 0 procedure`)
	if got := fmt.Sprint(out.Calls, b.gd.Stack); got != "[[1 2] [2] []] 18" { // (2+2) + (1+2) + (1+2) + 8
		t.Error(got)
	}
}

func TestGrantsEvaluateTheirArgumentsOnce(t *testing.T) {
	b := newBook()
	b.gd.Marks = nil
	n, twice, got := b.name("$n", def.TInt), b.name("$twice", def.TInt), b.name("$got", def.TInt)
	g := &typed.Grant{Proc: 1, Args: typed.Args{Xs: []*def.Expr{read(n), read(twice)}, Left: 2}, Result: got, None: k(0),
		Own:   []typed.GrantArg{{Name: n, Value: k(3)}, {Name: twice, Value: x(def.OpAdd, def.TInt, read(n), read(n)), At: at("default")}},
		After: []*typed.Stmt{set(1, read(n))}}
	b.proc("p", nil, do(g))
	b.proc("q", nil)
	b.lower()
	equal(t, "code", showCode(b.gd), `
		0 set 0 0 0 (0) grant
		1 +set 0 1 0 (3) grant
		2 default set 0 2 0 (add(%1 %1)) default
		3 unless 9 0 0 (possible#1(%1 %2)) grant
		4 enter 3 0 0 grant
		5 set 1 0 0 (1) grant
		6 +call 1 0 2 (%1 %2) grant
		7 !set 1 1 0 (%1) set
		8 leave 3 0 0 grant
		9 return 0 0 0 procedure
		10 return 0 0 0 procedure`)
}

func TestFunctionsDerivedValuesAndHooksReadBoundSlots(t *testing.T) {
	b := newBook()
	b.gd.Functions, b.gd.Derived, b.gd.Points, b.gd.Attachments = make([]def.FuncDef, 1), make([]def.DerivedDef, 1), make([]def.PointDef, 1), make([]def.Attachment, 1)
	n, it, q, each := b.name("$n", def.TInt), b.name("$it", def.TZone), b.name("$q", def.TInt), b.name("$z", def.TZone)
	b.rb.Functions = []*typed.Function{{Params: []*typed.Binding{n}, At: at("function"),
		Body: over(def.OpCount, def.TInt, each, kOf(def.ZoneSet, 7), x(def.OpEq, def.TBool, read(each), read(n)))}}
	b.rb.Derived = []*typed.Derived{{Of: it, Value: x(def.OpCellAt, def.TInt, read(it)), At: at("derived")}}
	b.rb.Points = []*typed.Point{{Params: []*typed.Binding{q}, At: at("point")}}
	b.rb.Hooks = []*typed.Hook{{Value: x(def.OpAdd, def.TInt, read(q), k(1)), At: at("hook")}}
	b.lower()
	f, d, p, a := b.gd.Functions[0], b.gd.Derived[0], b.gd.Points[0], b.gd.Attachments[0]
	equal(t, "formulas", fmt.Sprintln(f.Params, show(f.Body), f.Body.I, d.Slot, show(d.Value), p.Params, show(a.Value), b.gd.Scratch, b.gd.Names), "[0] count#1(7 eq(?1 ?0)) 1 2 cellAt(?2) [3] add(?3 1) 4 [$n $z $it $q]")
	for _, node := range []int32{f.Node, d.Node, p.Node, a.Node} {
		if node == 0 {
			t.Error("something has no place")
		}
	}
}
