package referee

// This file finds out what procedures of a game can change, by their code and by what they are called with.

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"rulebound/engine/def"
)

// changes is what some code can write.
type changes struct {
	up, down     []bool   // by cell
	enter, leave []uint64 // by type: zones that its pieces can come to, and go from
	statuses     uint64   // classes of the types whose status it can change
	asks         bool     // somebody decides something
}

func (c *changes) join(d *changes) {
	for i := range d.up {
		c.up[i], c.down[i] = c.up[i] || d.up[i], c.down[i] || d.down[i]
	}
	for i := range d.enter {
		c.enter[i] |= d.enter[i]
		c.leave[i] |= d.leave[i]
	}
	c.statuses |= d.statuses
	c.asks = c.asks || d.asks
}

// moves reports whether more pieces of a type can come to a zone, where some are lacking, or leave it.
func (c *changes) moves(zone, typ int, lacking int16) bool {
	if lacking > 0 {
		return holds(c.enter[typ], zone)
	}
	return holds(c.leave[typ], zone)
}

// turns reports whether a class of a type can become another in a zone, or the pieces of the type there others.
func (c *changes) turns(zone, typ, class int) bool {
	return holds(c.statuses, class) || c.moves(zone, typ, 1) || c.moves(zone, typ, -1)
}

// holds reports whether a thing may be among those of a word; beyond its end all may be.
func holds(word uint64, at int) bool { return at >= def.WordBits || word>>uint(at)&1 == 1 }

// analysis finds what procedures can change.
type analysis struct {
	def     *def.GameDef
	entries []int32             // of all procedures, in order
	procs   []int32             // those procedures
	done    map[string]*changes // by procedure and what it is called with
}

func newAnalysis(gd *def.GameDef) *analysis {
	a := &analysis{def: gd, done: map[string]*changes{}}
	for p := range gd.Procs {
		a.procs = append(a.procs, int32(p))
	}
	slices.SortStableFunc(a.procs, func(p, q int32) int { return cmp.Compare(gd.Procs[p].Entry, gd.Procs[q].Entry) })
	for _, p := range a.procs {
		a.entries = append(a.entries, gd.Procs[p].Entry)
	}
	return a
}

func (a *analysis) none() *changes {
	return &changes{up: make([]bool, a.def.Cells), down: make([]bool, a.def.Cells),
		enter: make([]uint64, len(a.def.Types)), leave: make([]uint64, len(a.def.Types))}
}

// all is what code can change of which nothing is known.
func (a *analysis) all() *changes {
	c := a.none()
	for i := range c.up {
		c.up[i], c.down[i] = true, true
	}
	for i := range c.enter {
		c.enter[i], c.leave[i] = every.zones, every.zones
	}
	c.statuses, c.asks = every.classes, true
	return c
}

// of gives what a procedure can change that is called with some values, with those that it calls.
func (a *analysis) of(proc int32, args []span) *changes {
	key := fmt.Sprint(proc, args)
	if c, ok := a.done[key]; ok {
		return c
	}
	c := a.none()
	a.done[key] = c
	slots := a.slots(proc, args)
	for pc := range a.body(proc) {
		a.instruction(c, &a.def.Code[pc], slots)
	}
	return c
}

// any gives what a procedure can change, whatever it is called with.
func (a *analysis) any(proc int32) *changes {
	return a.of(proc, a.unknown(proc))
}

// unknown are arguments of a procedure of which nothing is known.
func (a *analysis) unknown(proc int32) []span {
	return slices.Repeat([]span{every}, len(a.def.Procs[proc].Params))
}

// args bounds what a call hands on.
func (a *analysis) args(in *def.Instr, slots []span) []span {
	out := make([]span, len(in.X))
	for i, x := range in.X {
		if out[i] = every; spans(x.Type) {
			out[i] = a.value(x, slots)
		}
	}
	return out
}

// procAt is the procedure that an instruction belongs to.
func (a *analysis) procAt(pc int32) int32 {
	i, found := slices.BinarySearch(a.entries, pc)
	if !found {
		i--
	}
	return a.procs[i]
}

func (a *analysis) instruction(c *changes, in *def.Instr, slots []span) {
	value := func(i int) span { return a.value(in.X[i], slots) }
	switch in.Op {
	case def.CSet, def.CGain, def.CLose, def.CPay, def.CTransfer, def.CShift, def.CMark:
		a.cells(c, in)
	case def.CMove:
		a.move(c, in, value(0).classes, value(2).zones, 3, slots)
	case def.CMoveAll:
		a.move(c, in, value(0).classes, value(1).zones, 2, slots)
	case def.CFlip, def.CFlipAll:
		c.statuses |= a.whole(value(0).classes)
	case def.CDecide:
		c.asks = true
	case def.CCall:
		c.join(a.of(in.A, a.args(in, slots)))
	case def.CCallDyn:
		c.join(a.called(in.X[0]))
	case def.CHooks:
		for _, at := range a.def.Points[in.A].Attach {
			if p := a.def.Attachments[at].Proc; p >= 0 {
				c.join(a.any(p))
			}
		}
	}
}

// move notes a move of pieces; to is the operand that says where to, if it is not to where they are at home.
func (a *analysis) move(c *changes, in *def.Instr, classes, from uint64, to int, slots []span) {
	for t := range a.def.Types {
		typ := &a.def.Types[t]
		if classes&uint64(typ.Classes) == 0 {
			continue
		}
		c.leave[t] |= from
		if in.A == 1 {
			c.enter[t] |= a.homes(uint64(typ.Classes))
		} else {
			c.enter[t] |= a.value(in.X[to], slots).zones
		}
	}
}

// called gives what procedures can change that a formula comes to.
func (a *analysis) called(e *def.Expr) *changes {
	switch e.Op {
	case def.OpConst:
		if e.I < 0 {
			return a.none()
		}
		return a.any(int32(e.I))
	case def.OpTable:
		c := a.none()
		for _, p := range a.def.Lookups[e.I].Values {
			if p >= 0 {
				c.join(a.any(int32(p)))
			}
		}
		return c
	}
	return a.all()
}

// cells notes what an instruction does to cells.
func (a *analysis) cells(c *changes, in *def.Instr) {
	up, down := true, true
	switch in.Op {
	case def.CGain:
		down = false
	case def.CLose, def.CPay:
		up = false
	case def.CShift, def.CMark:
		up, down = !below(in.X[0]), !above(in.X[0])
		a.variable(c, in.B, up, down)
		return
	case def.CTransfer:
		a.tracks(c, in.X[0], false, true)
		a.tracks(c, in.X[1], true, false)
		return
	}
	switch in.A {
	case def.ToCell:
		c.mark(in.B, up, down)
	case def.ToVariable:
		a.variable(c, in.B, up, down)
	case def.ToTrack:
		a.tracks(c, in.X[1], up, down)
	}
}

// above and below tell that an amount is known to be no less and no more than zero.
func above(e *def.Expr) bool {
	return e.Op == def.OpConst && e.I >= 0 || e.Op == def.OpNeg && below(e.Args[0])
}
func below(e *def.Expr) bool {
	return e.Op == def.OpConst && e.I <= 0 || e.Op == def.OpNeg && above(e.Args[0])
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
