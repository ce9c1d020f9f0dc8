package referee

// This file finds out what the parts of a long step can change, such as the phases of a round. What no later part changes must
// be as the position says when a part begins; a way on which it is not is given up there, and not at the end.

import (
	"iter"
	"slices"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// changes is what some code can write.
type changes struct {
	up, down []bool // by cell
	moves    int64  // classes that it can move
	statuses int64  // classes of the types whose status it can change
}

func (c *changes) join(d *changes) {
	for i := range d.up {
		c.up[i], c.down[i] = c.up[i] || d.up[i], c.down[i] || d.down[i]
	}
	c.moves |= d.moves
	c.statuses |= d.statuses
}

// settled is what no later part changes when a part begins.
type settled struct {
	least []int // indices of target.watch: what cannot rise any more
	most  []int // what cannot fall any more
	types []bool
	exact []bool // types whose statuses are settled, too
}

// parts lists, for the target, what is settled when the part with a value of the layout's note begins; nil if the game's notes do not
// tell the procedures of its parts.
func (t *target) parts() []settled {
	procs := t.partProcs()
	if procs == nil {
		return nil
	}
	a := &analysis{def: t.def, done: map[int32]*changes{}}
	for _, p := range t.def.Procs {
		a.entries = append(a.entries, p.Entry)
	}
	slices.Sort(a.entries)
	out := make([]settled, len(procs))
	later := a.none()
	for i := len(procs) - 1; i >= 0; i-- {
		later.join(a.of(procs[i]))
		for k, w := range t.watch {
			if !later.up[w.cell] {
				out[i].least = append(out[i].least, k)
			}
			if !later.down[w.cell] {
				out[i].most = append(out[i].most, k)
			}
		}
		for _, typ := range t.def.Types {
			out[i].types = append(out[i].types, later.moves&typ.Classes == 0)
			out[i].exact = append(out[i].exact, later.moves&typ.Classes == 0 && later.statuses&typ.Classes == 0)
		}
	}
	return out
}

// partProcs lists the procedures of the parts: the note that begins one has a row of a table as its value, and the table has one
// column of procedures.
func (t *target) partProcs() []int32 {
	for _, n := range t.def.Notes {
		if n.Name != t.layout.Part || len(n.Types) != 1 || n.Types[0].Kind != def.KRow {
			continue
		}
		table := t.def.Tables[n.Types[0].Of]
		for _, l := range t.def.Lookups {
			if l.Type.Kind != def.KProc || len(l.Values) != len(table.Rows) || !strings.HasPrefix(l.ID, table.ID+".") {
				continue
			}
			var out []int32
			for _, v := range l.Values {
				if v < 0 {
					return nil
				}
				out = append(out, int32(v))
			}
			return out
		}
	}
	return nil
}

// breaks tells whether something that is settled when a part begins is not as the position says. measure has been called.
func (t *target) breaks(s *engine.State, p *settled) bool {
	for _, k := range p.least {
		if w := t.watch[k]; s.Cell(w.cell) < w.want {
			return true
		}
	}
	for _, k := range p.most {
		if w := t.watch[k]; s.Cell(w.cell) > w.want {
			return true
		}
	}
	types := len(t.def.Types)
	for i, n := range t.typed {
		if n != 0 && p.types[i%types] {
			return true
		}
	}
	for i, n := range t.need {
		if n != 0 && p.exact[t.def.Classes[i%len(t.def.Classes)].Type] {
			return true
		}
	}
	return false
}

// analysis finds what procedures can change.
type analysis struct {
	def     *def.GameDef
	entries []int32
	done    map[int32]*changes
}

func (a *analysis) none() *changes {
	return &changes{up: make([]bool, a.def.Cells), down: make([]bool, a.def.Cells)}
}

// of gives what a procedure can change, with those that it calls. What it calls by a value that is computed counts as far as
// lasting effects have it join in.
func (a *analysis) of(proc int32) *changes {
	if c, ok := a.done[proc]; ok {
		return c
	}
	c := a.none()
	a.done[proc] = c // what calls itself back is counted where it began
	for pc := range a.body(proc) {
		a.instruction(c, &a.def.Code[pc], proc)
	}
	return c
}

func (a *analysis) instruction(c *changes, in *def.Instr, proc int32) {
	up, down := true, true
	switch in.Op {
	case def.CGain:
		down = false
	case def.CLose, def.CPay:
		up = false
	case def.CShift, def.CMark:
		up, down = !below(in.X[0]), !above(in.X[0])
	}
	switch in.Op {
	case def.CSet, def.CGain, def.CLose, def.CPay:
		switch in.A {
		case def.ToCell:
			c.mark(in.B, up, down)
		case def.ToVariable:
			a.variable(c, in.B, up, down)
		case def.ToTrack:
			a.tracks(c, in.X[1], up, down)
		}
	case def.CTransfer:
		a.tracks(c, in.X[0], false, true)
		a.tracks(c, in.X[1], true, false)
	case def.CShift, def.CMark:
		a.variable(c, in.B, up, down)
	case def.CMove, def.CMoveAll:
		c.moves |= a.filter(in.X[0], proc, 0)
	case def.CFlip, def.CFlipAll:
		c.statuses |= a.filter(in.X[0], proc, 0)
	case def.CCall:
		c.join(a.of(in.A))
	case def.CHooks:
		for _, at := range a.def.Points[in.A].Attach {
			if p := a.def.Attachments[at].Proc; p >= 0 {
				c.join(a.of(p))
			}
		}
	}
}

// above and below tell that an amount is known to be above or below zero.
func above(e *def.Expr) bool {
	return e.Op == def.OpConst && e.I > 0 || e.Op == def.OpNeg && below(e.Args[0])
}
func below(e *def.Expr) bool {
	return e.Op == def.OpConst && e.I < 0 || e.Op == def.OpNeg && above(e.Args[0])
}

func (c *changes) mark(cell int32, up, down bool) {
	if cell >= 0 && int(cell) < len(c.up) {
		c.up[cell], c.down[cell] = c.up[cell] || up, c.down[cell] || down
	}
}

// variable marks the cells of the variable that begins at a cell.
func (a *analysis) variable(c *changes, base int32, up, down bool) {
	for _, v := range a.def.Vars {
		if base >= v.Base && base < v.Base+v.Len {
			for i := range v.Len {
				c.mark(v.Base+i, up, down)
			}
		}
	}
}

// tracks marks the tracks that an expression can come to: all of them if it is more than a choice among some.
func (a *analysis) tracks(c *changes, e *def.Expr, up, down bool) {
	for x := range e.All() {
		switch {
		case x.Type.Kind != def.KTrack:
		case x.Op == def.OpConst:
			c.mark(int32(x.I), up, down)
		case x.Op == def.OpIf:
		case x.Op == def.OpTable:
			for _, v := range a.def.Lookups[x.I].Values {
				c.mark(int32(v), up, down)
			}
		default:
			for _, v := range a.def.Vars {
				if v.Bounded && v.Per == def.KNone {
					c.mark(v.Base, up, down)
				}
			}
		}
	}
}

// maxDepth bounds how far a filter is followed through what gives it.
const maxDepth = 6

// filter gives the classes that a filter of a procedure can have, all if that cannot be told.
func (a *analysis) filter(e *def.Expr, proc int32, depth int) int64 {
	every := int64(1)<<len(a.def.Classes) - 1
	if depth > maxDepth {
		return every
	}
	switch e.Op {
	case def.OpConst:
		return e.I
	case def.OpUnion:
		out := int64(0)
		for _, x := range e.Args {
			out |= a.filter(x, proc, depth+1)
		}
		return out
	case def.OpIf:
		return a.filter(e.Args[1], proc, depth+1) | a.filter(e.Args[2], proc, depth+1)
	case def.OpInter:
		return a.filter(e.Args[0], proc, depth+1) & a.filter(e.Args[1], proc, depth+1)
	case def.OpDiff:
		return a.filter(e.Args[0], proc, depth+1)
	case def.OpTypeOf:
		return a.whole(a.filter(e.Args[0], proc, depth+1))
	case def.OpPieceClass:
		if e.Args[0].Op == def.OpLocal {
			return a.taken(int32(e.Args[0].I), proc, depth+1)
		}
	case def.OpLocal:
		return a.local(int32(e.I), proc, depth+1)
	}
	return every
}

// whole gives all classes of the types of some.
func (a *analysis) whole(of int64) int64 {
	out := int64(0)
	for c := range a.def.Classes {
		if of>>uint(c)&1 == 1 {
			out |= a.def.Types[a.def.Classes[c].Type].Classes
		}
	}
	return out
}

// local gives the classes that a filter in a slot can have: by what is written there, or by what the procedure is called with.
func (a *analysis) local(slot, proc int32, depth int) int64 {
	every := int64(1)<<len(a.def.Classes) - 1
	out := int64(0)
	for pc := range a.body(proc) {
		if in := &a.def.Code[pc]; in.Op == def.CSet && in.A == def.ToLocal && in.B == slot {
			out |= a.filter(in.X[0], proc, depth)
		}
	}
	if int(slot) < len(a.def.Procs[proc].Params) {
		for pc := range a.def.Code {
			in := &a.def.Code[pc]
			if in.Op == def.CCall && in.A == proc && int(slot) < len(in.X) {
				out |= a.filter(in.X[slot], a.procAt(int32(pc)), depth)
			}
		}
	}
	if out == 0 {
		return every
	}
	return out
}

// taken gives the classes of the pieces that come into a slot one after another, from a decision of the same procedure.
func (a *analysis) taken(slot, proc int32, depth int) int64 {
	out := int64(0)
	for pc := range a.body(proc) {
		in := &a.def.Code[pc]
		if in.Op != def.CForTake || in.B != slot {
			continue
		}
		for at := range a.body(proc) {
			if d := &a.def.Code[at]; d.Op == def.CDecide {
				if k := &a.def.Decisions[d.A]; k.Filter != nil && k.Result == in.A {
					out |= a.filter(k.Filter, proc, depth)
				}
			}
		}
	}
	if out == 0 {
		return int64(1)<<len(a.def.Classes) - 1
	}
	return a.whole(out)
}

// body goes through the instructions of a procedure.
func (a *analysis) body(proc int32) iter.Seq[int32] {
	from, to := a.def.Procs[proc].Entry, int32(len(a.def.Code))
	if i, _ := slices.BinarySearch(a.entries, from+1); i < len(a.entries) {
		to = a.entries[i]
	}
	return func(yield func(int32) bool) {
		for pc := from; pc < to && yield(pc); pc++ {
		}
	}
}

// procAt is the procedure that an instruction belongs to.
func (a *analysis) procAt(pc int32) int32 {
	best := int32(0)
	for i, p := range a.def.Procs {
		if p.Entry <= pc && p.Entry >= a.def.Procs[best].Entry {
			best = int32(i)
		}
	}
	return best
}
