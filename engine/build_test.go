package engine

// This file builds small games for the tests: two seats, three zones in a row and a box, two types of pieces, six cards, and a
// main procedure with given instructions.

import (
	"errors"
	"strings"
	"testing"

	"rulebound/engine/def"
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
	pilePlayed
)

const (
	cellGold     = 0  // 0..20, initially 10
	cellRes      = 1  // for each seat: 0..10, initially 5
	cellMood     = 3  // for each zone: low, neutral, high; in x and y only
	cellSmoke    = 7  // for each zone: 0..2, from a pool of 3
	cellOut      = 11 // unbounded
	cellAction   = 12 // action scope, initially 7
	cellStamps   = 13
	cellStamp0   = 14 // stamp and duration of four lasting effects
	cellHeld     = 22
	cellFrozen   = 23 // for each zone
	cellUsed     = 27 // action scope
	cellOther    = 28
	testCells    = 29
	testScratch  = 24
	firstUserPar = 10 // bound slots from here on are for tests
)

const (
	setSheep = 1<<sheep | 1<<sheepMoved
	setWolf  = 1<<wolfHidden | 1<<wolfActive
)

func ex(o def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, Args: args}
}
func exI(o def.Op, t def.Type, i int64, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, I: i, Args: args}
}
func k(v int64) *def.Expr                 { return &def.Expr{Op: def.OpConst, Type: def.TInt, I: v} }
func kT(v int64, t def.Type) *def.Expr    { return &def.Expr{Op: def.OpConst, Type: t, I: v} }
func loc(i int64) *def.Expr               { return exI(def.OpLocal, def.TInt, i) }
func bnd(i int64) *def.Expr               { return exI(def.OpBound, def.TInt, i) }
func cell(i int64) *def.Expr              { return exI(def.OpCell, def.TInt, i) }
func zones(z ...int) *def.Expr            { return kT(bitsOf(z...), def.ZoneSet) }
func filter(set int64) *def.Expr          { return kT(set, def.FilterSet) }
func ordered(seats ...int) *def.Expr      { return kT(orderOf(seats...), def.TOrder) }
func node(n int32, e *def.Expr) *def.Expr { c := *e; c.Node = n; return &c }

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

func do(op def.Code, a, b, c int32, x ...*def.Expr) def.Instr {
	return def.Instr{Op: op, A: a, B: b, C: c, X: x, Node: 1}
}

// out assigns an expression to a cell that tests read.
func out(e *def.Expr) def.Instr { return do(def.CSet, 1, cellOut, 0, e) }

// testGame is the board; a test adds procedures, decisions and rules.
func testGame() *def.GameDef {
	d := &def.GameDef{
		Version: 1, ID: "test",
		Things: def.Things{
			Seats:    []def.Named{{ID: "red"}, {ID: "blue"}},
			Zones:    []def.ZoneDef{{Named: def.Named{ID: "x"}}, {Named: def.Named{ID: "y"}}, {Named: def.Named{ID: "z"}}, {Named: def.Named{ID: "box"}, Plain: true}},
			Adjacent: []int64{bitsOf(zoneY), bitsOf(zoneX, zoneZ), bitsOf(zoneY), 0},
			Piles:    []def.PileDef{{Named: def.Named{ID: "deck"}, Visible: def.Hidden, Owner: -1}, {Named: def.Named{ID: "hand"}, Visible: def.Owner, Owner: 0}, {Named: def.Named{ID: "played"}, Visible: def.TopUp, Owner: -1}},
			Types: []def.PieceType{
				{Named: def.Named{ID: "sheep"}, Seat: 0, Count: 6, Home: zoneBox, First: sheep, Classes: setSheep, Marks: []int32{0}},
				{Named: def.Named{ID: "wolf"}, Seat: 1, Count: 5, Home: zoneBox, Statuses: []string{"hidden", "active"}, First: wolfHidden, Classes: setWolf},
			},
			Classes: []def.ClassDef{{ID: "sheep"}, {ID: "sheep.moved", Marks: 1}, {ID: "wolf.hidden", Type: 1}, {ID: "wolf.active", Type: 1, Status: 1}},
			Marks:   []string{"moved"},
			Cards:   []def.Named{{ID: "c0"}, {ID: "c1"}, {ID: "c2"}, {ID: "c3"}, {ID: "c4"}, {ID: "c5"}},
			Enums:   []def.EnumDef{{ID: "mood", Members: []string{"low", "neutral", "high"}}},
			Pairs:   []def.PairDef{{First: def.TZone, Second: def.TZone}},
			Lookups: []def.Lookup{{ID: "zone.population", Type: def.TInt, Values: []int64{1, 0, 2, 0}},
				{ID: "mood.steps", Type: def.TZone, Values: []int64{1, def.None, 2, 0, 0, def.None, def.None, 1, 0, 2, 3, 1}}}, // neutral: 3, 2, 1, 0; high: in a ring of three
			Options: []def.OptionDef{{Named: def.Named{ID: "edition"}, Values: []string{"first", "second"}, Type: def.Type{Kind: def.KEnum}}},
		},
		Memory:  def.Memory{Pools: []def.PoolDef{{ID: "smoke", Max: 3}}, Cells: testCells, Initial: make([]int64, testCells), ActionCells: []int32{cellAction, cellUsed}},
		Program: def.Program{Durations: []string{"turn", "game"}, StampCell: cellStamps, Scratch: testScratch, Stack: 64},
		Text:    def.Text{Nodes: []def.NodeDef{{}, {File: "rules.md", Line: 3, Rules: []string{"1.1"}, What: "do"}, {File: "rules.md", Line: 7, Rules: []string{"2.1"}}, {File: "rules.md", Line: 9}}},
	}
	v := func(id string, base, n int32, per ...def.Type) *def.VarDef {
		d.Vars = append(d.Vars, def.VarDef{Named: def.Named{ID: id}, Type: def.TInt, Base: base, Len: n, Per: per, Scale: -1, Pool: -1})
		return &d.Vars[len(d.Vars)-1]
	}
	gold := v("gold", cellGold, 1)
	gold.Bounded, gold.Max = true, 20
	res := v("res", cellRes, 2, def.TSeat)
	res.Bounded, res.Max = true, 10
	mood := v("mood", cellMood, 4, def.TZone)
	mood.Scale, mood.Bounded, mood.Max, mood.On = 0, true, 2, bitsOf(zoneX, zoneY)
	mood.Type = def.Type{Kind: def.KEnum}
	smoke := v("smoke", cellSmoke, 4, def.TZone)
	smoke.Pool, smoke.Bounded, smoke.Max, smoke.On = 0, true, 2, bitsOf(zoneX, zoneY, zoneZ)
	v("out", cellOut, 1)
	v("action", cellAction, 1).Scope = def.ActionScope
	d.Initial[cellGold], d.Initial[cellRes], d.Initial[cellRes+1], d.Initial[cellAction] = 10, 5, 5, 7
	for z := range 4 {
		d.Initial[cellMood+z] = 1
	}
	for l := range int32(4) {
		d.Lasting = append(d.Lasting, def.LastingDef{Named: def.Named{ID: "effect" + string(rune('0'+l))}, Stamp: cellStamp0 + 2*l, Until: cellStamp0 + 2*l + 1, Duration: 1})
	}
	d.Setups = []def.SetupDef{{Named: def.Named{ID: "start"},
		Pieces: []def.PieceInit{{Zone: zoneX, Class: sheep, N: 3}, {Zone: zoneX, Class: wolfHidden, N: 2}, {Zone: zoneY, Class: wolfActive, N: 1}},
		Cells:  []def.CellInit{{Cell: cellSmoke + zoneX, Value: 1}},
		Cards:  []def.CardInit{{Pile: pileHand, Card: 4}, {Pile: pileHand, Card: 2}}}}
	return d
}

// wait is a decision that ends a test: main's code waits at it.
func wait() def.DecisionDef {
	return def.DecisionDef{Name: "wait", Kind: def.Amount, By: kT(0, def.TSeat), Min: k(0), Max: k(1), Result: -1, Choices: def.Choices{Decline: -1}}
}

// addProc appends a procedure with its code; jumps are relative to its start.
func addProc(d *def.GameDef, id string, params, frame int, code ...def.Instr) int32 {
	entry := int32(len(d.Code))
	p := def.ProcDef{Named: def.Named{ID: id}, Entry: entry, Frame: int32(frame), Possible: -1}
	for range params {
		p.Params = append(p.Params, def.Param{Name: "p", Type: def.TInt})
	}
	for _, in := range code {
		switch in.Op {
		case def.CJump, def.CJumpUnless:
			in.A += entry
		case def.CForSet, def.CForOrder, def.CForTake:
			in.C += entry
		}
		d.Code = append(d.Code, in)
	}
	d.Procs = append(d.Procs, p)
	return int32(len(d.Procs) - 1)
}

// addMain appends the main procedure: the code, then a wait, then the end. Menu targets are relative to its start.
func addMain(d *def.GameDef, code ...def.Instr) {
	entry := int32(len(d.Code))
	for i := range d.Decisions {
		for _, list := range [][]def.MenuOption{d.Decisions[i].Options, d.Decisions[i].Also} {
			for j := range list {
				list[j].Target += entry
			}
		}
	}
	d.Decisions = append(d.Decisions, wait())
	code = append(code, do(def.CDecide, int32(len(d.Decisions)-1), 0, 0), do(def.CReturn, 0, 0, 0))
	d.Main = addProc(d, "main", 0, 40, code...)
}

func mustLoad(t testing.TB, d *def.GameDef, o ...LoadOption) *Game {
	t.Helper()
	g, err := Load(d, nil, o...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// start loads a game and starts a play with the set-up.
func start(t testing.TB, d *def.GameDef) *State {
	t.Helper()
	s, err := mustLoad(t, d).New(Setup{ID: "start", Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// covered loads a game with coverage and runs it to its first decision.
func covered(t testing.TB, d *def.GameDef) *Game {
	t.Helper()
	g := mustLoad(t, d, WithCoverage())
	if _, err := g.New(Setup{ID: "start"}); err != nil {
		t.Fatal(err)
	}
	return g
}

// play runs the code of a main procedure to its wait.
func play(t testing.TB, d *def.GameDef, code ...def.Instr) *State {
	t.Helper()
	addMain(d, code...)
	return start(t, d)
}

func apply(t testing.TB, s *State, a Answer) {
	t.Helper()
	if err := s.Apply(a); err != nil {
		t.Fatal(err)
	}
}

// refused applies an answer that must be refused, and checks that the state is unchanged.
func refused(t testing.TB, s *State, a Answer) *Refusal {
	t.Helper()
	before := s.Encode(nil)
	err := s.Apply(a)
	var r *Refusal
	if !errors.As(err, &r) {
		t.Fatalf("Apply(%+v) = %v, want a refusal", a, err)
	}
	if string(s.Encode(nil)) != string(before) {
		t.Fatal("a refusal changed the state")
	}
	return r
}

// faultOf runs code after a first decision, so that the fault occurs in Apply; the state must be unchanged.
func faultOf(t *testing.T, d *def.GameDef, code ...def.Instr) *Fault {
	t.Helper()
	d.Decisions = append([]def.DecisionDef{wait()}, d.Decisions...)
	addMain(d, append([]def.Instr{do(def.CDecide, 0, 0, 0)}, code...)...)
	s := start(t, d)
	before := s.Encode(nil)
	var f *Fault
	if err := s.Apply(Answer{N: 1}); !errors.As(err, &f) {
		t.Fatalf("Apply = %v, want a fault", err)
	}
	if string(s.Encode(nil)) != string(before) {
		t.Fatal("a fault changed the state")
	}
	if s.Decision() == nil || s.Decision().Name != "wait" {
		t.Fatal("after a fault the decision is no longer pending")
	}
	if f.File != "rules.md" || f.Line == 0 || len(f.Path) == 0 || f.Path[0] != "main" {
		t.Fatalf("the fault does not name its place: %+v", f)
	}
	return f
}

func (s *State) mustValue(t testing.TB, name string) int64 {
	t.Helper()
	v, _, err := s.Value(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

type tape struct{ lines []string }

func (p *tape) Event(_ *State, e *Event) { p.lines = append(p.lines, eventText(e)) }

func (p *tape) has(line string) bool {
	for _, l := range p.lines {
		if l == line || strings.HasPrefix(l, line+" ") {
			return true
		}
	}
	return false
}
