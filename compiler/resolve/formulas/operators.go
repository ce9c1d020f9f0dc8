package formulas

// This file types operators and list literals.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

var arithmetic = map[string]def.Op{"+": def.OpAdd, "-": def.OpSub, "*": def.OpMul, "div": def.OpFloorDiv, "cdiv": def.OpCeilDiv, "mod": def.OpMod, "**": def.OpPower}
var comparisons = map[string]def.Op{"==": def.OpEq, "!=": def.OpNe, "<": def.OpLt, "<=": def.OpLe, ">": def.OpGt, ">=": def.OpGe}
var setOps = map[string]def.Op{"|": def.OpUnion, "&": def.OpInter, "\\": def.OpDiff}
var junctions = map[string]def.Op{"and": def.OpAnd, "or": def.OpOr}

func (r *Resolver) unary(e *syntax.Expr, v *Scope) *def.Expr {
	if e.Name == "not" {
		x := r.Expr(e.Args[0], v, def.TBool)
		if IsBad(x) {
			return Bad
		}
		return Op(def.OpNot, def.TBool, x)
	}
	x := r.Expr(e.Args[0], v, def.TInt)
	switch {
	case IsBad(x):
		return Bad
	case x.Op == def.OpConst:
		return Const(def.TInt, -x.I)
	}
	return Op(def.OpNeg, def.TInt, x)
}

func (r *Resolver) binary(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	left, right := e.Args[0], e.Args[1]
	if o, ok := junctions[e.Name]; ok {
		return r.both(o, def.TBool, left, right, v)
	}
	if e.Name == "in" || e.Name == "not-in" {
		return r.in(e, v)
	}
	if o, ok := arithmetic[e.Name]; ok {
		return r.both(o, def.TInt, left, right, v)
	}
	if x := r.markerView(e, v); x != nil {
		return x
	}
	if o, ok := comparisons[e.Name]; ok {
		a, b := r.pair(left, right, v, Any)
		if IsBad(a) || IsBad(b) {
			return Bad
		}
		if o != def.OpEq && o != def.OpNe && a.Type.Kind != def.KInt && a.Type.Kind != def.KEnum {
			r.Errorf(e.Pos, "wrong-type", "%s compares numbers and enum members, not %s", e.Name, r.Describe(a.Type))
			return Bad
		}
		return Op(o, def.TBool, a, b)
	}
	return r.setOp(setOps[e.Name], e, v, want)
}

// both types an operator whose operands and result are of type t.
func (r *Resolver) both(o def.Op, t def.Type, left, right *syntax.Expr, v *Scope) *def.Expr {
	a, b := r.Expr(left, v, t), r.Expr(right, v, t)
	if IsBad(a) || IsBad(b) {
		return Bad
	}
	return Op(o, t, a, b)
}

func (r *Resolver) setOp(o def.Op, e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	if want.Kind != def.KSet {
		want = Any
	}
	a := trackValue(r.Raw(e.Args[0], v, want))
	next := want
	if a.Type.Kind == def.KEnum {
		next = a.Type
	}
	b := trackValue(r.Raw(e.Args[1], v, next))
	if IsBad(a) || IsBad(b) || r.joinsNone(e.Args[0], a) || r.joinsNone(e.Args[1], b) {
		return Bad
	}
	if want.Kind == def.KNone {
		want = joint(a, b)
	}
	if a = r.Coerce(a, want, e.Args[0].Pos); IsBad(a) {
		return Bad
	}
	if b = r.Coerce(b, want, e.Args[1].Pos); IsBad(b) {
		return Bad
	}
	x := Op(o, want, a, b)
	if a.Op == def.OpConst && b.Op == def.OpConst {
		if k, ok := r.Eval(x); ok {
			return r.folded(x, k)
		}
	}
	return x
}

// joint returns the type of sets to which a and b can be converted.
func joint(a, b *def.Expr) def.Type {
	isFilter := func(t def.Type) bool { return t.Kind == def.KSet && t.Elem == def.KClass }
	switch {
	case isFilter(a.Type), isFilter(b.Type):
		return def.FilterSet
	case a.Type.Kind == def.KSet && a.Type != tNothing:
		return a.Type
	case b.Type.Kind == def.KSet && (b.Type != tNothing || a.Type == tNothing):
		return b.Type
	case a == None, a.Type == tNothing:
		return def.SetOf(b.Type)
	}
	return def.SetOf(a.Type)
}

// in types membership: of a member in a set, an order or a pile; of a piece in a filter; of a set in a set.
func (r *Resolver) in(e *syntax.Expr, v *Scope) *def.Expr {
	if x := r.among(e, v); x != nil {
		if e.Name != "in" && !IsBad(x) {
			return Op(def.OpNot, def.TBool, x)
		}
		return x
	}
	a, b := r.sides(e.Args[0], e.Args[1], v)
	if IsBad(a) || IsBad(b) || r.joinsNone(e.Args[0], a) || r.joinsNone(e.Args[1], b) || r.neverMember(e.Args[0], e.Args[1], v) {
		return Bad
	}
	var x *def.Expr
	switch {
	case a.Type.Kind == def.KPiece && b.Type.Kind == def.KSet:
		x = Op(def.OpSubsetOf, def.TBool, Op(def.OpPieceClass, def.FilterSet, a), b)
	case a.Type.Kind == def.KSet && b.Type.Kind == def.KSet:
		x = Op(def.OpSubsetOf, def.TBool, a, b)
	case b.Type.Kind == def.KPile, b.Type.Kind == def.KSet, b.Type.Kind == def.KOrder:
		a = r.Coerce(a, b.Type.Members(), e.Args[0].Pos)
		if IsBad(a) {
			return Bad
		}
		x = Op(def.OpHas, def.TBool, b, a)
		if b.Type.Kind == def.KPile {
			x = Op(def.OpEq, def.TBool, Op(def.OpPileOf, def.TPile, a), b)
		}
	default:
		r.Errorf(e.Args[1].Pos, "wrong-type", "in needs a set, an order or a pile on its right, this is %s", r.Describe(b.Type))
		return Bad
	}
	if e.Name != "in" {
		return Op(def.OpNot, def.TBool, x)
	}
	return x
}

// sides types the operands of in. A bare name on the left is a member of the right operand.
func (r *Resolver) sides(left, right *syntax.Expr, v *Scope) (a, b *def.Expr) {
	if left.Kind == syntax.Name {
		if b = r.Raw(right, v, Any); IsBad(b) {
			return Bad, Bad
		}
		a = r.Raw(left, v, b.Type.Members())
		if !IsBad(a) && a.Type.Kind == def.KSet && b.Type.Kind == def.KSet {
			b = r.Coerce(b, a.Type, right.Pos)
		}
		return a, b
	}
	if a = trackValue(r.Raw(left, v, Any)); IsBad(a) {
		return Bad, Bad
	}
	want := def.SetOf(a.Type)
	switch a.Type.Kind {
	case def.KPiece:
		want = def.FilterSet
	case def.KSet:
		want = a.Type
	}
	b = r.Raw(right, v, want)
	if !IsBad(b) && b.Type.Kind != def.KOrder && b.Type.Kind != def.KPile {
		b = r.Coerce(b, want, right.Pos)
	}
	return a, b
}

// list types a list literal: an order, a filter or a set.
func (r *Resolver) list(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	if want.Kind == def.KOrder {
		return r.listedOrder(e, v)
	}
	elem := want
	if want.Kind == def.KSet {
		elem = want.Members()
	}
	if elem.Kind == def.KTrack { // sets hold the positions of tracks, not tracks
		elem = def.TInt
	}
	if elem.Kind == def.KClass {
		return r.listedFilter(e, v)
	}
	if len(e.Args) == 0 {
		if want.Kind != def.KSet {
			want = tNothing
		}
		return Const(want, 0)
	}
	return r.listedSet(e, v, elem)
}

// listedOrder packs the seats of a list. A list of two may be computed: it is the set of both, in turn from the first.
func (r *Resolver) listedOrder(e *syntax.Expr, v *Scope) *def.Expr {
	var seats []int64
	var members []*def.Expr
	computed := false
	for _, a := range e.Args {
		x := r.Expr(a, v, def.TSeat)
		switch {
		case IsBad(x) || r.joinsNone(a, x):
			return Bad
		case x.Op != def.OpConst && len(e.Args) == 2:
			computed = true
		case x.Op != def.OpConst:
			r.Errorf(a.Pos, "not-constant", "the seats of an order are named, not computed, unless there are two; in-turn(seats, $x) is all from the left of $x")
			return Bad
		case len(seats) == def.MaxSeats:
			r.Errorf(a.Pos, "too-many", "an order holds at most %d seats", def.MaxSeats)
			return Bad
		case slices.Contains(seats, x.I):
			r.seatTwice(a.Pos, x.I)
			return Bad
		default:
			seats = append(seats, x.I)
		}
		members = append(members, x)
	}
	if computed {
		return Op(def.OpStarting, def.TOrder, Op(def.OpSetOf, def.SeatSet, members...), members[0])
	}
	return Const(def.TOrder, r.Game.OrderOf(seats...))
}

// seatTwice reports a repeated seat in an order.
func (r *Resolver) seatTwice(pos diag.Pos, seat int64) {
	r.Errorf(pos, "duplicate-id", "the order names %s twice; remove the second", r.Game.Seats[seat].ID)
}

// listedFilter returns the union of the filters of a list.
func (r *Resolver) listedFilter(e *syntax.Expr, v *Scope) *def.Expr {
	if r.listedTwice(e.Args) {
		return Bad
	}
	var out *def.Expr
	for _, a := range e.Args {
		x := r.Expr(a, v, def.FilterSet)
		if IsBad(x) || r.joinsNone(a, x) {
			return Bad
		}
		out = join(out, x, def.FilterSet)
	}
	if out == nil {
		return Const(def.FilterSet, 0)
	}
	return out
}

// join returns the union of two sets; a may be nil.
func join(a, b *def.Expr, t def.Type) *def.Expr {
	if a == nil {
		return b
	}
	return Op(def.OpUnion, t, a, b)
}

// listedSet types a list of members and of sets of them; elem is the type of the members, as far as it is known.
func (r *Resolver) listedSet(e *syntax.Expr, v *Scope, elem def.Type) *def.Expr {
	if r.listedTwice(e.Args) {
		return Bad
	}
	set := Op(def.OpSetOf, Any)
	var union *def.Expr
	var members []*def.Expr
	for _, a := range e.Args {
		x := trackValue(r.Raw(a, v, elem))
		members = append(members, x)
		switch {
		case IsBad(x) || r.joinsNone(a, x):
			return Bad
		case x.Type.Kind == def.KSet:
			if elem.Kind == def.KNone {
				elem = x.Type.Members()
			}
			if x = r.Coerce(x, def.SetOf(elem), a.Pos); IsBad(x) {
				return Bad
			}
			union = join(union, x, x.Type)
			continue
		case elem.Kind == def.KNone:
			elem = x.Type
		}
		if x = r.Coerce(x, elem, a.Pos); IsBad(x) || r.inNoSet(elem, a.Pos) {
			return Bad
		}
		r.fits(x, elem, a.Pos)
		set.Args = append(set.Args, asElement(x))
	}
	set.Type = def.SetOf(elem)
	out := union
	if len(set.Args) > 0 {
		out = set
		if union != nil {
			out = Op(def.OpUnion, set.Type, set, union)
		}
	}
	if k, ok := r.Eval(out); ok {
		out = r.folded(out, k)
	}
	if !r.declared(members) {
		r.lose(out, max(LostList, r.memo.lost[out].Loss), e.Pos)
	}
	return out
}
