package resolve

// operators.go types operators and list literals.

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

func (r *resolver) unary(e *syntax.Expr, v *env) *def.Expr {
	if e.Name == "not" {
		x := r.expr(e.Args[0], v, def.TBool)
		if isBad(x) {
			return bad
		}
		return op(def.OpNot, def.TBool, x)
	}
	x := r.expr(e.Args[0], v, def.TInt)
	switch {
	case isBad(x):
		return bad
	case x.Op == def.OpConst:
		return konst(def.TInt, -x.I)
	}
	return op(def.OpNeg, def.TInt, x)
}

func (r *resolver) binary(e *syntax.Expr, v *env, want def.Type) *def.Expr {
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
		a, b := r.pair(left, right, v, tAny)
		if isBad(a) || isBad(b) {
			return bad
		}
		if o != def.OpEq && o != def.OpNe && a.Type.Kind != def.KInt && a.Type.Kind != def.KEnum {
			r.errorf(e.Pos, "wrong-type", "%s compares numbers and enum members, not %s", e.Name, r.describe(a.Type))
			return bad
		}
		return op(o, def.TBool, a, b)
	}
	if o, ok := setOps[e.Name]; ok {
		return r.setOp(o, e, v, want)
	}
	r.errorf(e.Pos, "unknown-operator", "there is no operator %s", e.Name)
	return bad
}

// both types an operator whose operands and result are all of type t.
func (r *resolver) both(o def.Op, t def.Type, left, right *syntax.Expr, v *env) *def.Expr {
	a, b := r.expr(left, v, t), r.expr(right, v, t)
	if isBad(a) || isBad(b) {
		return bad
	}
	return op(o, t, a, b)
}

func (r *resolver) setOp(o def.Op, e *syntax.Expr, v *env, want def.Type) *def.Expr {
	if want.Kind != def.KSet {
		want = tAny
	}
	a := r.raw(e.Args[0], v, want)
	next := want
	if next.Kind == def.KNone && !isBad(a) && a.Type.Kind == def.KEnum {
		next = a.Type
	}
	b := r.raw(e.Args[1], v, next)
	if isBad(a) || isBad(b) || r.joinsNone(e.Args[0], a) || r.joinsNone(e.Args[1], b) {
		return bad
	}
	if want.Kind == def.KNone {
		want = joint(a, b)
	}
	a, b = r.coerce(a, want, e.Args[0].Pos), r.coerce(b, want, e.Args[1].Pos)
	if isBad(a) || isBad(b) {
		return bad
	}
	x := op(o, want, a, b)
	if a.Op == def.OpConst && b.Op == def.OpConst {
		if k, ok := r.eval(x); ok {
			return r.folded(x, k)
		}
	}
	return x
}

// joint is the type of sets that a and b can both be.
func joint(a, b *def.Expr) def.Type {
	isFilter := func(t def.Type) bool { return t.Kind == def.KSet && t.Elem == def.KClass }
	switch {
	case isFilter(a.Type), isFilter(b.Type):
		return def.FilterSet
	case a.Type.Kind == def.KSet && a.Type != tNothing:
		return a.Type
	case b.Type.Kind == def.KSet && (b.Type != tNothing || a.Type == tNothing):
		return b.Type
	case a == noneExpr, a.Type == tNothing:
		return def.SetOf(b.Type)
	}
	return def.SetOf(a.Type)
}

// in types membership: of a member in a set, an order or a pile, of a piece in a filter, of a set in a set.
func (r *resolver) in(e *syntax.Expr, v *env) *def.Expr {
	if x := r.among(e, v); x != nil {
		if e.Name != "in" && !isBad(x) {
			return op(def.OpNot, def.TBool, x)
		}
		return x
	}
	a, b := r.sides(e.Args[0], e.Args[1], v)
	if isBad(a) || isBad(b) || r.joinsNone(e.Args[0], a) || r.joinsNone(e.Args[1], b) || r.neverMember(e.Args[0], e.Args[1], v) {
		return bad
	}
	var x *def.Expr
	switch {
	case a.Type.Kind == def.KPiece && b.Type.Kind == def.KSet:
		x = op(def.OpSubsetOf, def.TBool, op(def.OpPieceClass, def.FilterSet, a), b)
	case a.Type.Kind == def.KSet && b.Type.Kind == def.KSet:
		x = op(def.OpSubsetOf, def.TBool, a, b)
	case b.Type.Kind == def.KPile, b.Type.Kind == def.KSet, b.Type.Kind == def.KOrder:
		a = r.coerce(a, b.Type.Members(), e.Args[0].Pos)
		if isBad(a) {
			return bad
		}
		x = op(def.OpHas, def.TBool, b, a)
		if b.Type.Kind == def.KPile {
			x = op(def.OpEq, def.TBool, op(def.OpPileOf, def.TPile, a), b)
		}
	default:
		r.errorf(e.Args[1].Pos, "wrong-type", "in needs a set, an order or a pile on its right, this is %s", r.describe(b.Type))
		return bad
	}
	if e.Name != "in" {
		return op(def.OpNot, def.TBool, x)
	}
	return x
}

// sides types the operands of in; a bare name on the left is a member of what stands on the right.
func (r *resolver) sides(left, right *syntax.Expr, v *env) (a, b *def.Expr) {
	if left.Kind == syntax.Name {
		if b = r.raw(right, v, tAny); isBad(b) {
			return bad, bad
		}
		return r.raw(left, v, b.Type.Members()), b
	}
	if a = r.raw(left, v, tAny); isBad(a) {
		return bad, bad
	}
	want := def.SetOf(a.Type)
	switch a.Type.Kind {
	case def.KPiece:
		want = def.FilterSet
	case def.KSet:
		want = a.Type
	}
	b = r.raw(right, v, want)
	if !isBad(b) && b.Type.Kind != def.KOrder && b.Type.Kind != def.KPile {
		b = r.coerce(b, want, right.Pos)
	}
	return a, b
}

// list types a list of members: an order, a filter, or a set.
func (r *resolver) list(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	if want.Kind == def.KOrder {
		return r.listedOrder(e, v)
	}
	elem := want
	if want.Kind == def.KSet {
		elem = want.Members()
	}
	if elem.Kind == def.KClass {
		return r.listedFilter(e, v)
	}
	if len(e.Args) == 0 {
		if want.Kind != def.KSet {
			want = tNothing
		}
		return konst(want, 0)
	}
	return r.listedSet(e, v, elem)
}

// listedOrder packs the seats that a formula lists.
func (r *resolver) listedOrder(e *syntax.Expr, v *env) *def.Expr {
	var seats []int64
	for _, a := range e.Args {
		x := r.expr(a, v, def.TSeat)
		switch {
		case isBad(x) || r.joinsNone(a, x):
			return bad
		case x.Op != def.OpConst:
			r.errorf(a.Pos, "not-constant", "the seats of an order are named, not computed")
			return bad
		case len(seats) == def.MaxSeats:
			r.errorf(a.Pos, "too-many", "an order holds at most %d seats", def.MaxSeats)
			return bad
		case slices.Contains(seats, x.I):
			r.seatTwice(a.Pos, x.I)
			return bad
		}
		seats = append(seats, x.I)
	}
	return konst(def.TOrder, r.gd.OrderOf(seats...))
}

// seatTwice reports a seat that an order names a second time.
func (r *resolver) seatTwice(pos diag.Pos, seat int64) {
	r.errorf(pos, "duplicate-id", "the order names %s twice; leave out the second", r.gd.Seats[seat].ID)
}

// listedFilter joins the filters that a formula lists.
func (r *resolver) listedFilter(e *syntax.Expr, v *env) *def.Expr {
	if r.listedTwice(e.Args) {
		return bad
	}
	var out *def.Expr
	for _, a := range e.Args {
		x := r.expr(a, v, def.FilterSet)
		if isBad(x) || r.joinsNone(a, x) {
			return bad
		}
		out = join(out, x, def.FilterSet)
	}
	if out == nil {
		return konst(def.FilterSet, 0)
	}
	return out
}

// join is the union of two sets, of which the first may be missing.
func join(a, b *def.Expr, t def.Type) *def.Expr {
	if a == nil {
		return b
	}
	return op(def.OpUnion, t, a, b)
}

// listedSet types a list of members and of sets of them; elem is their type, as far as it is known.
func (r *resolver) listedSet(e *syntax.Expr, v *env, elem def.Type) *def.Expr {
	if r.listedTwice(e.Args) {
		return bad
	}
	set := op(def.OpSetOf, tAny)
	var union *def.Expr
	var members []*def.Expr
	for _, a := range e.Args {
		x := r.raw(a, v, elem)
		members = append(members, x)
		switch {
		case isBad(x) || r.joinsNone(a, x):
			return bad
		case x.Type.Kind == def.KSet:
			union = join(union, x, x.Type)
			if elem.Kind == def.KNone {
				elem = x.Type.Members()
			}
			continue
		case elem.Kind == def.KNone:
			if elem = x.Type; elem.Kind == def.KTrack { // no set holds tracks: what they are at is meant
				elem = def.TInt
			}
		}
		if x = r.coerce(x, elem, a.Pos); isBad(x) {
			return bad
		}
		r.fits(x, elem, a.Pos)
		set.Args = append(set.Args, asElement(x))
	}
	set.Type = def.SetOf(elem)
	out := union
	if len(set.Args) > 0 {
		out = set
		if union != nil {
			out = op(def.OpUnion, set.Type, set, union)
		}
	}
	if k, ok := r.eval(out); ok {
		out = r.folded(out, k)
	}
	if !r.declared(members) {
		r.lose(out, max(lostList, r.memo.lost[out].loss), e.Pos)
	}
	return out
}
