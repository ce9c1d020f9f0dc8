package referee

// This file finds out what the parts of a long step can change, such as the phases of a round. What no later part changes must
// be as the position says when a part begins; a way on which it is not is given up there, and not at the end.

import (
	"slices"
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
)

// changes is what some code can write.
type changes struct {
	cells    []bool // by cell
	moves    int64  // classes that it can move
	statuses int64  // classes of the types whose status it can change
}

func (c *changes) join(d *changes) {
	for i, w := range d.cells {
		c.cells[i] = c.cells[i] || w
	}
	c.moves |= d.moves
	c.statuses |= d.statuses
}

// settled is what no later part changes when a part begins.
type settled struct {
	watch []int // indices of target.watch
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
			if !later.cells[w.cell] {
				out[i].watch = append(out[i].watch, k)
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
	for _, k := range p.watch {
		if w := t.watch[k]; s.Cell(w.cell) != w.want {
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

func (a *analysis) none() *changes { return &changes{cells: make([]bool, a.def.Cells)} }

// of gives what a procedure can change, with those that it calls. What it calls by a value that is computed counts as far as
// lasting effects have it join in.
func (a *analysis) of(proc int32) *changes {
	if c, ok := a.done[proc]; ok {
		return c
	}
	c := a.none()
	a.done[proc] = c // what calls itself back is counted where it began
	from := a.def.Procs[proc].Entry
	to := int32(len(a.def.Code))
	if i, _ := slices.BinarySearch(a.entries, from+1); i < len(a.entries) {
		to = a.entries[i]
	}
	for pc := from; pc < to; pc++ {
		a.instruction(c, &a.def.Code[pc], a.def.Code[from:to])
	}
	return c
}

func (a *analysis) instruction(c *changes, in *def.Instr, body []def.Instr) {
	every := int64(1)<<len(a.def.Classes) - 1
	switch in.Op {
	case def.CSet, def.CGain, def.CLose, def.CPay:
		switch in.A {
		case def.ToCell:
			c.cells[in.B] = true
		case def.ToVariable:
			a.variable(c, in.B)
		case def.ToTrack:
			a.tracks(c, in.X[1])
		}
	case def.CTransfer:
		a.tracks(c, in.X[0])
		a.tracks(c, in.X[1])
	case def.CShift, def.CMark:
		a.variable(c, in.B)
	case def.CMove, def.CMoveAll:
		c.moves |= a.filter(in.X[0], body, every)
	case def.CFlip, def.CFlipAll:
		c.statuses |= a.filter(in.X[0], body, every)
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

// variable marks the cells of the variable that begins at a cell.
func (a *analysis) variable(c *changes, base int32) {
	for _, v := range a.def.Vars {
		if base >= v.Base && base < v.Base+v.Len {
			for i := range v.Len {
				c.cells[v.Base+i] = true
			}
		}
	}
}

// tracks marks the tracks that an expression can come to: all of them if it is more than a choice among some.
func (a *analysis) tracks(c *changes, e *def.Expr) {
	for x := range e.All() {
		switch {
		case x.Type.Kind != def.KTrack:
		case x.Op == def.OpConst:
			if x.I >= 0 && x.I < int64(len(c.cells)) {
				c.cells[x.I] = true
			}
		case x.Op == def.OpIf:
		case x.Op == def.OpTable:
			for _, v := range a.def.Lookups[x.I].Values {
				if v >= 0 && v < int64(len(c.cells)) {
					c.cells[v] = true
				}
			}
		default:
			for _, v := range a.def.Vars {
				if v.Bounded && v.Per == def.KNone {
					c.cells[v.Base] = true
				}
			}
		}
	}
}

// filter gives the classes that a filter can have, every if that cannot be told.
func (a *analysis) filter(e *def.Expr, body []def.Instr, every int64) int64 {
	switch e.Op {
	case def.OpConst:
		return e.I
	case def.OpUnion:
		out := int64(0)
		for _, x := range e.Args {
			out |= a.filter(x, body, every)
		}
		return out
	case def.OpInter, def.OpDiff:
		return a.filter(e.Args[0], body, every)
	case def.OpTypeOf:
		out := int64(0)
		for of, c := a.filter(e.Args[0], body, every), 0; c < len(a.def.Classes); c++ {
			if of>>uint(c)&1 == 1 {
				out |= a.def.Types[a.def.Classes[c].Type].Classes
			}
		}
		return out
	case def.OpPieceClass:
		if e.Args[0].Op == def.OpLocal {
			return a.taken(int32(e.Args[0].I), body, every)
		}
	}
	return every
}

// taken gives the classes of the pieces that come into a slot one after another, from a decision of the same procedure.
func (a *analysis) taken(slot int32, body []def.Instr, every int64) int64 {
	out := int64(0)
	for _, in := range body {
		if in.Op != def.CForTake || in.B != slot {
			continue
		}
		for _, d := range body {
			if d.Op != def.CDecide {
				continue
			}
			if k := &a.def.Decisions[d.A]; k.Filter != nil && k.Result == in.A {
				out |= a.filter(k.Filter, body, every)
			}
		}
	}
	if out == 0 {
		return every
	}
	return out
}
