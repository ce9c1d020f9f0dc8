package lower

// This file goes through a rulebook: functions, derived values, hook points, procedures, and what reports whether they are
// possible.

import (
	"math"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// lowerer is the walk through a rulebook.
type lowerer struct {
	gd    *def.GameDef
	rb    *typed.Rulebook
	spots *placement
	fold  *fold.Folder
	out   *Program
	calls []map[int32]bool
	at    diag.Pos // of what is lowered
}

// spend takes steps from the budget of the compile: one for each instruction and each node of a formula.
func (l *lowerer) spend(n int) { l.rb.Budget.Spend(l.at, n) }

// Lower gives the compiled game. The rulebook must be without errors, and no procedure may reach itself.
func Lower(rb *typed.Rulebook) (*def.GameDef, *Program) {
	gd := gameOf(rb)
	room := 2 * len(rb.Bindings) // about as many instructions and nodes as there will be
	gd.Code, gd.Nodes = make([]def.Instr, 0, room), slices.Grow(gd.Nodes, room)
	l := &lowerer{gd: gd, rb: rb, fold: fold.New(gd).Keeping(), out: &Program{Obliged: map[int32]bool{}}, calls: make([]map[int32]bool, len(rb.Procs))}
	l.spots = newPlacement(gd, rb, l.spend)
	for i, f := range rb.Functions {
		l.function(&gd.Functions[i], f)
	}
	for i, d := range rb.Derived {
		l.derived(&gd.Derived[i], d)
	}
	l.hooks()
	for _, k := range rb.Invariants {
		gd.Invariants = append(gd.Invariants, def.InvariantDef{ID: k.ID, Message: k.Message, Rule: k.At.Rule(), Require: l.spots.expr(k.Require), Node: l.node(k.At)})
	}
	for _, p := range rb.Procs {
		from := l.here()
		l.procedure(p)
		l.out.Spans = append(l.out.Spans, Span{from, l.here()})
	}
	for _, p := range rb.Procs {
		l.possible(p)
	}
	for i := range gd.Decisions {
		l.begun(gd.Decisions[i].Options)
		l.begun(gd.Decisions[i].Also)
	}
	for _, called := range l.calls {
		l.out.Calls = append(l.out.Calls, sorted(called))
	}
	gd.Stack = l.stack()
	return gd, l.out
}

// gameOf is a copy of the game, with room for what this package makes of the rules.
func gameOf(rb *typed.Rulebook) *def.GameDef {
	gd := *rb.Game
	gd.Functions, gd.Derived, gd.Procs = slices.Clone(gd.Functions), slices.Clone(gd.Derived), slices.Clone(gd.Procs)
	gd.Points, gd.Attachments = slices.Clone(gd.Points), slices.Clone(gd.Attachments)
	return &gd
}

func sorted(set map[int32]bool) []int32 {
	var out []int32
	for i := range set {
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

func (l *lowerer) function(d *def.FuncDef, f *typed.Function) {
	for _, p := range f.Params {
		d.Params = append(d.Params, l.spots.bound(p))
	}
	d.Body = l.spots.expr(f.Body)
	d.Node = l.node(f.At)
}

func (l *lowerer) derived(d *def.DerivedDef, v *typed.Derived) {
	if v.Of != nil {
		d.Slot = l.spots.bound(v.Of)
	}
	d.Value = l.spots.expr(v.Value)
	d.Node = l.node(v.At)
}

// hooks lowers hook points and what joins in at them. All formulas at one point read the same parameters.
func (l *lowerer) hooks() {
	for i, p := range l.rb.Points {
		d := &l.gd.Points[i]
		d.Node = l.node(p.At)
		for _, q := range p.Params {
			d.Params = append(d.Params, l.spots.bound(q))
		}
	}
	for i, h := range l.rb.Hooks {
		a := &l.gd.Attachments[i]
		a.Node, a.Rule = l.node(h.At), h.At.Rule()
		if h.When != nil {
			a.When = l.spots.expr(h.When.When)
		}
		a.Value, a.Add, a.Remove = l.spots.expr(h.Value), l.spots.expr(h.Add), l.spots.expr(h.Remove)
	}
}

// node makes a place a node of the game, 0 for nil.
func (l *lowerer) node(p *typed.Place) int32 {
	if p == nil {
		return 0
	}
	l.at = p.Pos
	return p.Node(l.gd)
}

// here is where the next instruction goes.
func (l *lowerer) here() int32 { return int32(len(l.gd.Code)) }

// frame is the lowering of one procedure.
type frame struct {
	*lowerer
	proc  int32
	names []string // of its slots
	stops [][]int  // jumps of stop statements, by enclosing repeat
	ends  []bool   // whether an enclosing repeat has another end than its number of rounds
	later []*later // what may come after the statement that is being lowered

	ensures int // how many ensures are around the statement

	scopes        []int // instructions that open or close an action; A is still how many actions of the procedure are around that one
	open, deepest int32 // how many actions are around the statement, and at most around one
}

func (l *lowerer) procedure(p *typed.Proc) {
	f := &frame{lowerer: l, proc: p.Index}
	node := l.node(p.At)
	for _, q := range p.Params {
		f.bind(q)
	}
	d := &l.gd.Procs[p.Index]
	d.Node, d.Entry, d.Possible = node, l.here(), -1
	f.block(p.Body)
	f.emit(def.Instr{Op: def.CReturn, Node: node})
	d.Frame, d.Names = f.saved(), f.names
}

// saved gives the actions their slots, behind those with names, and returns how many slots there are. Actions that are not inside each other
// have the same.
func (f *frame) saved() int32 {
	first, n := int32(len(f.names)), int32(len(f.gd.ActionCells))
	for _, i := range f.scopes {
		f.gd.Code[i].A = first + n*f.gd.Code[i].A
	}
	return first + n*f.deepest
}

// slot takes a slot of the frame; name is what the rulebook calls it, "" for nothing.
func (f *frame) slot(name string) int32 {
	f.names = append(f.names, name)
	return int32(len(f.names) - 1)
}

// slotFor takes as many slots as a value of a type needs, and gives the first.
func (f *frame) slotFor(name string, t def.Type) int32 {
	s := f.slot(name)
	f.slots(int32(f.gd.Words(t)) - 1)
	return s
}

// slots takes n slots in a row.
func (f *frame) slots(n int32) int32 {
	f.names = append(f.names, make([]string, n)...)
	return int32(len(f.names)) - n
}

// bind puts b into a slot of the frame of its own.
func (f *frame) bind(b *typed.Binding) int32 {
	s := f.slotFor(b.Name, b.Type)
	f.spots.local(b, s)
	return s
}

// bindResult is bind for what may be dropped: -1.
func (f *frame) bindResult(b *typed.Binding) int32 {
	if b == nil {
		return -1
	}
	return f.bind(b)
}

func (f *frame) emit(i def.Instr) int {
	f.spend(1)
	f.gd.Code = append(f.gd.Code, i)
	return len(f.gd.Code) - 1
}

// patch makes the jump at i go to the next instruction.
func (f *frame) patch(i int) {
	in := &f.gd.Code[i]
	switch in.Op {
	case def.CForSet, def.CForOrder, def.CForTake:
		in.C = f.here()
	default:
		in.A = f.here()
	}
}

func (f *frame) patchAll(jumps []int) {
	for _, i := range jumps {
		f.patch(i)
	}
}

// jumpUnless jumps, to where patch says, unless x holds.
func (f *frame) jumpUnless(x *def.Expr, role def.Role, node int32) int {
	return f.emit(def.Instr{Op: def.CJumpUnless, Role: role, X: []*def.Expr{x}, Node: node})
}

// set puts x into a slot of the frame.
func (f *frame) set(slot int32, x *def.Expr, role def.Role, node int32) {
	f.emit(def.Instr{Op: def.CSet, Role: role, B: slot, X: []*def.Expr{x}, Node: node})
}

// edgesOfStep is how many procedures that a statement may call are one step of a compile.
const edgesOfStep = 16

// edge records that the procedure may call another.
func (f *frame) edge(to int32) {
	if f.calls[f.proc] == nil {
		f.calls[f.proc] = map[int32]bool{}
	}
	f.calls[f.proc][to] = true
	if f.ensures > 0 {
		f.out.Obliged[to] = true
	}
}

// Slots that a call takes beside its frame, and that a play takes beside its calls.
const (
	callSlots = 2
	playSlots = 8
)

// stack is how many slots the deepest chain of calls needs.
func (l *lowerer) stack() int32 {
	depth, next := make([]int64, len(l.rb.Procs)), make([]int32, len(l.rb.Procs))
	var deepest func(from []int32) int32
	deepest = func(from []int32) int32 {
		most := int32(-1)
		for _, p := range from {
			if depth[p] == 0 {
				depth[p] = int64(l.gd.Procs[p].Frame) + callSlots
				if next[p] = deepest(l.out.Calls[p]); next[p] >= 0 {
					depth[p] += depth[next[p]]
				}
			}
			if most < 0 || depth[p] > depth[most] {
				most = p
			}
		}
		return most
	}
	all := make([]int32, len(l.rb.Procs))
	for p := range all {
		all[p] = int32(p)
	}
	slots := int64(playSlots)
	for p := deepest(all); p >= 0; p = next[p] {
		l.out.Deepest = append(l.out.Deepest, p)
		slots += int64(l.gd.Procs[p].Frame) + callSlots
	}
	return int32(min(slots, math.MaxInt32))
}
