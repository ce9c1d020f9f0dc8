package referee

// This file bounds what the formulas and slots of a procedure can come to, as far as zones and pieces go, from its code and from
// what it is called with.

import "rulebound/engine/def"

// span bounds a value: the zones that it is or has, and the classes.
type span struct{ zones, classes uint64 }

// every is a value of which nothing is known.
var every = span{^uint64(0), ^uint64(0)}

func (s span) or(t span) span { return span{s.zones | t.zones, s.classes | t.classes} }

// spans reports whether values of a type have zones or classes at all.
func spans(t def.Type) bool {
	k := t.Kind
	if k == def.KSet {
		k = t.Elem
	}
	return k == def.KZone || k == def.KClass || k == def.KPiece
}

// value bounds a formula of a procedure whose slots are bounded.
func (a *analysis) value(e *def.Expr, slots []span) span {
	arg := func(i int) span { return a.value(e.Args[i], slots) }
	switch e.Op {
	case def.OpConst:
		return a.constant(e)
	case def.OpLocal:
		if int(e.I) < len(slots) {
			return slots[e.I]
		}
	case def.OpUnion, def.OpSetOf:
		out := span{}
		for i := range e.Args {
			out = out.or(arg(i))
		}
		return out
	case def.OpIf:
		return arg(1).or(arg(2))
	case def.OpInter:
		l, r := arg(0), arg(1)
		return span{l.zones & r.zones, l.classes & r.classes}
	case def.OpDiff, def.OpFilter, def.OpHolding, def.OpThe, def.OpOnly, def.OpFirst, def.OpHighest, def.OpLowest:
		return arg(0)
	case def.OpCall:
		return a.value(a.def.Functions[e.I].Body, nil)
	case def.OpPieceZone:
		return span{arg(0).zones, 0}
	case def.OpPieceClass:
		return span{0, arg(0).classes}
	case def.OpPieceAt:
		return span{arg(0).zones, arg(1).classes}
	case def.OpTypeOf:
		return span{0, a.whole(arg(0).classes)}
	case def.OpHome:
		return span{a.homes(arg(0).classes), 0}
	}
	return every
}

func (a *analysis) constant(e *def.Expr) span {
	switch {
	case e.I == def.None && e.Type.Kind != def.KSet:
		return span{}
	case e.Type.Kind == def.KZone:
		return span{1 << uint(e.I), 0}
	case e.Type.Kind == def.KSet && a.def.Wide(e.Type):
		return every
	case e.Type.Kind == def.KSet && e.Type.Elem == def.KZone:
		return span{uint64(e.I), 0}
	case e.Type.Kind == def.KSet && e.Type.Elem == def.KClass:
		return span{0, uint64(e.I)}
	}
	return every
}

// whole gives all classes of the types of some.
func (a *analysis) whole(of uint64) uint64 {
	out := uint64(0)
	for c := range a.def.Classes {
		if !holds(of, c) {
			continue
		}
		if a.def.Wide(classSet) {
			return every.classes
		}
		out |= uint64(a.def.Types[a.def.Classes[c].Type].Classes)
	}
	return out
}

// homes gives the zones where pieces of some classes are at home.
func (a *analysis) homes(of uint64) uint64 {
	out := uint64(0)
	for c := range a.def.Classes {
		if home := a.def.Types[a.def.Classes[c].Type].Home; holds(of, c) && home >= 0 {
			out |= 1 << uint(home)
		}
	}
	return out
}

// slots bounds the slots of a procedure that is called with some values, whichever way it goes.
func (a *analysis) slots(proc int32, args []span) []span {
	out := make([]span, a.def.Procs[proc].Frame)
	copy(out, args)
	for again := true; again; {
		again = false
		put := func(slot int32, v span) {
			if slot >= 0 && int(slot) < len(out) && out[slot].or(v) != out[slot] {
				out[slot], again = out[slot].or(v), true
			}
		}
		for pc := range a.body(proc) {
			switch in := &a.def.Code[pc]; in.Op {
			case def.CSet:
				if in.A == def.ToLocal && spans(in.X[0].Type) {
					put(in.B, a.value(in.X[0], out))
				}
			case def.CForSet, def.CForTake:
				put(in.B, out[in.A])
			case def.CCall:
				if spans(a.def.Procs[in.A].Result) {
					put(in.B, every)
				}
			case def.CCallDyn:
				put(in.B, every)
			case def.CDecide:
				a.answered(&a.def.Decisions[in.A], out, put)
			}
		}
	}
	return out
}

// answered puts what a decision can come to into its slots.
func (a *analysis) answered(d *def.DecisionDef, slots []span, put func(int32, span)) {
	value := func(e *def.Expr) span {
		if e == nil {
			return every
		}
		return a.value(e, slots)
	}
	switch row := d.Kind.Row(); {
	case row.Pieces:
		put(d.Result, span{value(d.From).zones, a.whole(value(d.Filter).classes)})
	case d.To != nil:
		put(d.Result, value(d.From))
		put(d.Second, value(d.To))
	case spans(d.Elem):
		put(d.Result, value(d.From))
		if d.Kind == def.Pick {
			put(d.Picked, value(d.From))
		}
	}
}
