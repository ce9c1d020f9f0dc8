package engine

// This file tells what cells and the slots of frames may hold, so that bytes that no play wrote are not taken for a state.
// The machine itself never asks: the compiler has checked what is written.

import (
	"slices"

	"rulebound/engine/def"
)

// holder is what may lie in a slot: values of a type, or what a cell of action scope held before its scope was opened.
type holder struct {
	typ  def.Type
	cell int32 // -1: none
}

// anything is a holder of whatever the machine keeps its books with.
var anything = holder{def.Type{Kind: def.KInt}, -1}

// frameKinds gives for each procedure what each of its slots may hold. A slot that several use may hold what any of them writes.
func (g *Game) frameKinds() [][][]holder {
	g.typing.Do(func() {
		g.kinds = make([][][]holder, len(g.def.Procs))
		for p := range g.procs {
			g.kinds[p] = g.slots(p)
		}
	})
	return g.kinds
}

// slots is frameKinds of a procedure. One that keeps a set of several words may hold anything: where its slots lie depends on these.
func (g *Game) slots(p int) [][]holder {
	kinds, wide := make([][]holder, g.procs[p].frame), false
	add := func(slot int32, h holder) {
		wide = wide || g.def.Wide(h.typ)
		if slot >= 0 && int(slot) < len(kinds) && !slices.Contains(kinds[slot], h) {
			kinds[slot] = append(kinds[slot], h)
		}
	}
	code := g.def.Code[g.procs[p].entry:g.procs[p].end]
	for i, param := range g.def.Procs[p].Params {
		add(int32(i), holder{param.Type, -1})
	}
	for i := range code {
		g.writes(&code[i], add)
	}
	for i := range code { // members come out of what was written
		if in := &code[i]; in.Op == def.CForSet && int(in.A) < len(kinds) {
			for _, h := range slices.Clone(kinds[in.A]) {
				add(in.B, holder{h.typ.Members(), -1})
			}
		}
	}
	if wide {
		clear(kinds)
	}
	return kinds
}

// writes adds what an instruction may write to which slots.
func (g *Game) writes(in *def.Instr, add func(slot int32, h holder)) {
	switch in.Op {
	case def.CSet:
		if in.A == def.ToLocal {
			add(in.B, holder{in.X[0].Type, -1})
		}
	case def.CGain, def.CLose, def.CPay:
		if in.A == def.ToLocal {
			add(in.B, anything)
		}
	case def.CCall:
		add(in.B, holder{g.def.Procs[in.A].Result, -1})
	case def.CCallDyn:
		add(in.B, anything)
	case def.CForOrder:
		add(in.B, holder{def.Type{Kind: def.KSeat}, -1})
	case def.CForTake:
		add(in.B, holder{def.Type{Kind: def.KPiece}, -1})
	case def.CHooks:
		add(in.B, anything)
		add(in.B+1, anything)
	case def.CTick, def.CEnsure:
		add(in.A, anything)
	case def.CEnter:
		for i, c := range g.def.ActionCells {
			add(in.A+int32(i), holder{def.Type{Kind: def.KInt}, c})
		}
	case def.CDecide:
		g.answers(&g.def.Decisions[in.A], add)
	}
}

// answers adds what the answer to a decision writes.
func (g *Game) answers(d *def.DecisionDef, add func(slot int32, h holder)) {
	row := d.Kind.Row()
	elem := holder{d.Elem, -1}
	switch {
	case row.Pieces:
		add(d.Total, anything)
		for i := range max(d.Entries, 0) + 1 {
			add(d.Result+i, anything)
		}
		return
	case row.Pairs && uint32(d.Elem.Of) < uint32(len(g.def.Pairs)):
		add(d.Second, holder{g.def.Pairs[d.Elem.Of].Second, -1})
		elem.typ = g.def.Pairs[d.Elem.Of].First
	case row.Answer == def.AnswerSet:
		elem.typ = def.SetOf(d.Elem)
	case row.Answer != def.AnswerMember:
		elem = anything
	}
	add(d.Result, elem)
	if row.Picked {
		add(d.Picked, holder{def.SetOf(d.Elem), -1})
		add(d.Count, anything)
	}
}

// fits tells whether a value is one of a type.
func (g *Game) fits(v int64, t def.Type) bool {
	switch t.Kind {
	case def.KNone, def.KInt:
		return true
	case def.KBool:
		return v == 0 || v == 1
	case def.KSet:
		return g.def.Wide(t) || t.Elem == def.KInt || t.Elem == def.KNone || uint64(v)&^mask(small(min(g.def.Many(t.Members()), def.MaxMembers))) == 0
	case def.KOrder: // whatever its bits, they are seats or none
		return true
	case def.KPiece:
		return v == def.None || v >= 0 && v>>8 < int64(len(g.def.Zones)) && v&0xff < int64(g.nclass)
	case def.KPair:
		first, second := def.Halves(v)
		p := g.def.Pairs
		return v == def.None || uint32(t.Of) < uint32(len(p)) && g.fits(first, p[t.Of].First) && g.fits(second, p[t.Of].Second)
	}
	return v >= def.None && v < g.def.Many(t)
}

// admitsCell tells whether a cell may hold a value.
func (g *Game) admitsCell(v int64, cell int32) bool {
	c := &g.cell[cell]
	switch {
	case c.bounded:
		return v >= c.min && v <= c.max
	case c.v >= 0:
		return v == g.def.Initial[cell] || g.fits(v, g.def.Vars[c.v].Type)
	}
	return true
}

// unfit gives the first slot of a procedure whose value it may not hold, -1 if there is none. All slots begin with zero,
// whatever they are for.
func (g *Game) unfit(proc int32, values []int64) int {
	for slot, list := range g.frameKinds()[proc] {
		v := values[slot]
		fit := v == 0 || len(list) == 0
		for _, h := range list {
			fit = fit || h.cell >= 0 && g.admitsCell(v, h.cell) || h.cell < 0 && g.fits(v, h.typ)
		}
		if !fit {
			return slot
		}
	}
	return -1
}

// takes tells whether a procedure can be called with arguments of these types.
func (g *Game) takes(proc int32, args []*def.Expr) bool {
	params := g.def.Procs[proc].Params
	return slices.EqualFunc(params, args, func(p def.Param, x *def.Expr) bool {
		return p.Type.Kind == x.Type.Kind || x.Type.Kind == def.KNone
	})
}
