package lower

// This file lowers functions, derived values, hook points and procedures, and computes the depth of the stack.

import (
	"math"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	"rulebound/engine/fold"
)

type lowerer struct {
	gd    *def.GameDef
	rb    *typed.Rulebook
	spots *placement
	fold  *fold.Folder
	out   *Program
	calls []map[int32]bool
	at    diag.Pos // of the present node
}

// spend takes steps from the budget of the compile: one per instruction and per node of a formula.
func (l *lowerer) spend(n int) { l.rb.Budget.Spend(l.at, n) }

// Lower returns the compiled game. The rulebook must be free of errors, and no procedure may be recursive.
func Lower(rb *typed.Rulebook) (*def.GameDef, *Program) {
	gd := gameOf(rb)
	room := 2 * len(rb.Bindings) // estimated number of instructions and nodes
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

// gameOf returns a copy of the game whose slices this package may change.
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

// hooks lowers hook points and attachments. All formulas at one point read the same parameters.
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

// node returns the node of a place, 0 for nil.
func (l *lowerer) node(p *typed.Place) int32 {
	if p == nil {
		return 0
	}
	l.at = p.Pos
	return p.Node(l.gd)
}

// here returns the index of the next instruction.
func (l *lowerer) here() int32 { return int32(len(l.gd.Code)) }

// frame is the state of lowering one procedure.
type frame struct {
	*lowerer
	proc  int32
	names []string // of its slots
	stops [][]int  // jumps of stop statements, by enclosing repeat
	ends  []bool   // whether an enclosing repeat can end before its number of rounds is reached
	later []*later // code that may run after the statement that is being lowered

	ensures int // number of enclosing ensures

	scopes        []int // instructions that open or close an action; until `saved`, A is the number of enclosing actions of the procedure
	open, deepest int32 // present and greatest number of enclosing actions
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

// saved assigns slots to the actions, behind the named slots, and returns the size of the frame. Actions that are not nested
// share slots.
func (f *frame) saved() int32 {
	first, n := int32(len(f.names)), int32(len(f.gd.ActionCells))
	for _, i := range f.scopes {
		f.gd.Code[i].A = first + n*f.gd.Code[i].A
	}
	return first + n*f.deepest
}

// slot allocates a slot of the frame; name is its name in the rulebook, "" if it has none.
func (f *frame) slot(name string) int32 {
	f.names = append(f.names, name)
	return int32(len(f.names) - 1)
}

// slotFor allocates the slots for a value of a type and returns the first.
func (f *frame) slotFor(name string, t def.Type) int32 {
	s := f.slot(name)
	f.slots(int32(f.gd.Words(t)) - 1)
	return s
}

// slots allocates n consecutive slots and returns the first.
func (f *frame) slots(n int32) int32 {
	f.names = append(f.names, make([]string, n)...)
	return int32(len(f.names)) - n
}

// bind gives b a slot of the frame.
func (f *frame) bind(b *typed.Binding) int32 {
	s := f.slotFor(b.Name, b.Type)
	f.spots.local(b, s)
	return s
}

// bindResult is like bind, but returns -1 for nil, a result that is not used.
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

// patch sets the target of the jump at i to the next instruction.
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

// jumpUnless emits a jump that is taken if x is false; patch sets its target.
func (f *frame) jumpUnless(x *def.Expr, role def.Role, node int32) int {
	return f.emit(def.Instr{Op: def.CJumpUnless, Role: role, X: []*def.Expr{x}, Node: node})
}

// set assigns x to a slot of the frame.
func (f *frame) set(slot int32, x *def.Expr, role def.Role, node int32) {
	f.emit(def.Instr{Op: def.CSet, Role: role, B: slot, X: []*def.Expr{x}, Node: node})
}

// edgesOfStep is the number of possible callees of a statement that cost one step of the compile.
const edgesOfStep = 16

// edge adds an edge to the call graph.
func (f *frame) edge(to int32) {
	if f.calls[f.proc] == nil {
		f.calls[f.proc] = map[int32]bool{}
	}
	f.calls[f.proc][to] = true
	if f.ensures > 0 {
		f.out.Obliged[to] = true
	}
}

// Slots that a call needs beside its frame, and a play beside its calls.
const (
	callSlots = 2
	playSlots = 8
)

// stack returns the number of slots of the deepest chain of calls.
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
