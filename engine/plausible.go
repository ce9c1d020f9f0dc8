package engine

// This file determines the possible values of cells and frame slots, so that Decode rejects bytes that no play has written. The machine never
// uses it: the compiler has checked all writes.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/value"
)

// content is a possible content of a slot: a word of a value of a type, or the saved value of a cell of action scope.
type content struct {
	typ  def.Type
	word int   // index of the word in a wide set, else 0
	cell int32 // -1: none
}

// valuesOf returns the content of a value of one word, or of the first word of a wide set.
func valuesOf(t def.Type) content { return content{typ: t, cell: -1} }

// anything is the content of the machine's own bookkeeping.
var anything = valuesOf(def.TInt)

// frameKinds returns the possible contents of each slot of each procedure: everything that one of its instructions writes there.
func (g *Game) frameKinds() [][][]content {
	g.typing.Do(func() {
		g.kinds = make([][][]content, len(g.def.Procs))
		for p := range g.procs {
			g.kinds[p] = g.slots(p)
		}
	})
	return g.kinds
}

// slots computes frameKinds for one procedure.
func (g *Game) slots(p int) [][]content {
	kinds := make([][]content, g.procs[p].frame)
	add := func(slot int32, h content) {
		for ; h.word < g.def.Words(h.typ); h.word++ {
			if slot >= 0 && int(slot) < len(kinds) && !slices.Contains(kinds[slot], h) {
				kinds[slot] = append(kinds[slot], h)
			}
			slot++
		}
	}
	at := int32(0)
	for _, param := range g.def.Procs[p].Params {
		add(at, valuesOf(param.Type))
		at += int32(g.def.Words(param.Type))
	}
	code := g.def.Code[g.procs[p].entry:g.procs[p].end]
	for i := range code {
		g.writes(&code[i], add)
	}
	for i := range code { // members are taken from the written sets
		if in := &code[i]; in.Op == def.CForSet && int(in.A) < len(kinds) {
			for _, h := range slices.Clone(kinds[in.A]) {
				add(in.B, valuesOf(h.typ.Members()))
			}
		}
	}
	return kinds
}

// writes calls add for the slots that an instruction may write and their contents.
func (g *tables) writes(in *def.Instr, add func(slot int32, h content)) {
	switch in.Op {
	case def.CSet:
		if in.A == def.ToLocal {
			add(in.B, valuesOf(in.X[0].Type))
		}
	case def.CCall:
		add(in.B, valuesOf(g.def.Procs[in.A].Result))
	case def.CForSet: // see slots
	case def.CForOrder:
		add(in.B, valuesOf(def.TSeat))
	case def.CForTake:
		add(in.B, valuesOf(def.TPiece))
	case def.CEnter:
		for i, c := range g.def.ActionCells {
			add(in.A+int32(i), content{typ: def.TInt, cell: c})
		}
	case def.CDecide:
		g.answers(&g.def.Decisions[in.A], add)
	default:
		for _, w := range facts.Slots(g.def, in, in.Op.Row().Writes) {
			for i := range w.N {
				add(w.From+i, anything)
			}
		}
	}
}

// answers calls add for the slots that the answer to a decision writes.
func (g *tables) answers(d *def.DecisionDef, add func(slot int32, h content)) {
	row := d.Kind.Row()
	elem := valuesOf(d.Elem)
	switch {
	case row.Pieces:
		add(d.Total, anything)
		for i := range max(d.Entries, 0) + 1 {
			add(d.Result+i, anything)
		}
		return
	case row.Pairs && uint32(d.Elem.Of) < uint32(len(g.def.Pairs)):
		add(d.Second, valuesOf(g.def.Pairs[d.Elem.Of].Second))
		elem.typ = g.def.Pairs[d.Elem.Of].First
	case row.Answer == def.AnswerSet:
		elem.typ = def.SetOf(d.Elem)
	case row.Answer != def.AnswerMember:
		elem = anything
	}
	add(d.Result, elem)
	if row.Picked {
		add(d.Picked, valuesOf(def.SetOf(d.Elem)))
		add(d.Count, anything)
	}
}

// fits reports whether a value is valid for a type; for a wide set, whether it is a valid word with that index.
func (g *tables) fits(v int64, t def.Type, word int) bool {
	switch t.Kind {
	case def.KNone, def.KInt:
		return true
	case def.KBool:
		return v == 0 || v == 1
	case def.KSet:
		many := min(g.def.Many(t.Members()), int64(def.MaxCards)) - int64(word)*def.WordBits
		return t.Elem == def.KInt || t.Elem == def.KNone || uint64(v)&^value.Mask(small(max(many, 0))) == 0
	case def.KOrder:
		return g.orders(v)
	case def.KPiece:
		return v == def.None || v >= 0 && v>>8 < int64(len(g.def.Zones)) && v&0xff < int64(g.nclass)
	case def.KPair:
		first, second := def.Halves(v)
		p := g.def.Pairs
		return v == def.None || uint32(t.Of) < uint32(len(p)) && g.fits(first, p[t.Of].First, 0) && g.fits(second, p[t.Of].Second, 0)
	}
	return v >= def.None && v < g.def.Many(t)
}

// orders reports whether a value is a valid order: existing seats, each at most once, and all ones after the last.
func (g *tables) orders(v int64) bool {
	seen := int64(0)
	for n := value.OrderLen(v, g.seatBits); n > 0; n-- {
		seat := value.OrderAt(v, 0, g.seatBits)
		if seat >= int64(len(g.def.Seats)) || seen>>seat&1 != 0 {
			return false
		}
		seen |= 1 << seat
		v = value.OrderTail(v, g.seatBits)
	}
	return v == def.EmptyOrder
}

// admitsCell reports whether a cell may hold a value.
func (g *tables) admitsCell(v int64, cell int32) bool {
	c := &g.cell[cell]
	switch {
	case c.bounded:
		return v >= c.min && v <= c.max
	case c.v >= 0:
		return v == g.def.Initial[cell] || g.fits(v, g.def.Vars[c.v].Type, int(c.word))
	}
	return true
}

// implausibleSlot returns the first slot of a procedure whose value is not a possible one, -1 if there is none. Zero is always possible, as all slots begin
// with it.
func (g *Game) implausibleSlot(proc int32, values []int64) int {
	for slot, list := range g.frameKinds()[proc] {
		v := values[slot]
		fit := v == 0
		for _, h := range list {
			fit = fit || h.cell >= 0 && g.admitsCell(v, h.cell) || h.cell < 0 && g.fits(v, h.typ, h.word)
		}
		if !fit {
			return slot
		}
	}
	return -1
}

// takes reports whether a procedure can be called with arguments of the given types.
func (g *tables) takes(proc int32, args []*def.Expr) bool {
	params := g.def.Procs[proc].Params
	return slices.EqualFunc(params, args, func(p def.Param, x *def.Expr) bool {
		return p.Type.Kind == x.Type.Kind || x.Type.Kind == def.KNone
	})
}
