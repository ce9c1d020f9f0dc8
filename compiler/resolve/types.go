package resolve

// types.go names types, reports whether they are one, and makes values what their place expects.

import (
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

var (
	tAny     = def.Type{}
	tNothing = def.Type{Kind: def.KSet} // of the empty list where nobody says what it could hold
)

// unknown reports whether t is the type of what was declared with a type that was reported.
func unknown(t def.Type) bool { return t == declare.Unknown }

// noneExpr is the literal none before its type is known.
var noneExpr = &def.Expr{Op: def.OpConst, Type: def.Type{Kind: def.KNone, Of: 1}, I: def.None}

// bad stands for an expression that was already reported, or about which nothing can be said.
var bad = &def.Expr{Op: def.OpConst, Type: declare.Unknown}

// isBad reports whether x was already reported.
func isBad(x *def.Expr) bool { return x == nil || x == bad }

// orNone gives none its plain value where no type is expected of it.
func orNone(x *def.Expr) *def.Expr {
	if x == noneExpr {
		return konst(def.TInt, def.None)
	}
	return x
}

func konst(t def.Type, v int64) *def.Expr { return &def.Expr{Op: def.OpConst, Type: t, I: v} }

func op(o def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, Args: args}
}

// opOf is op with the number of what the operator looks at.
func opOf(o def.Op, t def.Type, i int64, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, I: i, Args: args}
}

// same reports whether two types are one; procedure types differ only if both state a signature.
func same(a, b def.Type) bool {
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case def.KEnum, def.KRow:
		return a.Of == b.Of
	case def.KProc:
		return a.Of == 0 || b.Of == 0 || a.Of == b.Of
	case def.KSet:
		return a.Elem == b.Elem && (a.Of == b.Of || a.Elem == def.KProc)
	}
	return true
}

// typeOf reads the name of a type, declare.Unknown if there is none of that name.
func (r *resolver) typeOf(n *source.Node) def.Type {
	t, ok := r.syms.Type(n.Value)
	if !ok {
		r.errorf(n.Pos, "unknown-type", "there is no type %q%s", n.Value, r.near(n.Value, r.syms.TypeNames()))
	}
	return t
}

// described names the kinds that need no more than a word.
var described = map[def.Kind]string{
	def.KInt: "a number", def.KBool: "a condition", def.KSeat: "a seat", def.KZone: "a zone", def.KPile: "a pile", def.KCard: "a card",
	def.KPiece: "a piece", def.KClass: "a piece class", def.KProc: "a procedure", def.KTrack: "a track",
	def.KOrder: "an order of seats", def.KLasting: "a lasting effect",
}

// describe names a type for messages.
func (r *resolver) describe(t def.Type) string {
	switch {
	case t.Kind == def.KEnum:
		return r.gd.Enums[t.Of].ID
	case t.Kind == def.KRow:
		return "a row of " + r.gd.Tables[t.Of].ID
	case t.Kind == def.KSet && t.Elem == def.KClass:
		return "a piece filter"
	case t.Kind == def.KSet && t.Elem == def.KNone:
		return "a set"
	case t.Kind == def.KSet:
		return "a set of " + r.noun(def.Type{Kind: t.Elem, Of: t.Of})
	}
	if text, ok := described[t.Kind]; ok {
		return text
	}
	return "nothing"
}

// noun is describe without its article.
func (r *resolver) noun(t def.Type) string {
	return strings.TrimPrefix(strings.TrimPrefix(r.describe(t), "a "), "an ")
}

// coerce makes x a value of type want, or reports that it cannot be one.
func (r *resolver) coerce(x *def.Expr, want def.Type, pos diag.Pos) *def.Expr {
	if isBad(x) || unknown(x.Type) {
		return bad
	}
	if want.Kind == def.KNone || same(x.Type, want) {
		return x
	}
	if want.Kind == def.KSet && x.Op == def.OpConst && x.Type == tNothing {
		return konst(want, 0)
	}
	if x == noneExpr {
		switch want.Kind {
		case def.KSeat, def.KZone, def.KPile, def.KCard, def.KProc, def.KRow, def.KLasting, def.KPiece, def.KTrack:
			return konst(want, def.None)
		case def.KSet:
			return konst(want, 0)
		}
	}
	if want.Kind == def.KSet {
		if y := r.toSet(x, want, pos); y != nil {
			return y
		}
	}
	switch {
	case want.Kind == def.KInt && x.Type.Kind == def.KTrack:
		return op(def.OpCellOf, def.TInt, x) // a track stands for its value
	case want.Kind == def.KSeat && x.Op == def.OpConst && x.Type.Kind == def.KInt && x.I >= 0 && x.I < int64(len(r.gd.Seats)):
		return konst(want, x.I) // the first drafts number seats
	case want.Kind == def.KBool && x.Type.Kind == def.KSet:
		r.errorf(pos, "wrong-type", "a condition is expected, this is %s; write size(…) > 0", r.describe(x.Type))
	default:
		r.errorf(pos, "wrong-type", "%s is expected, this is %s", r.describe(want), r.describe(x.Type))
	}
	return bad
}

// toSet turns members and seats into the set wanted, nil if that cannot be.
func (r *resolver) toSet(x *def.Expr, want def.Type, pos diag.Pos) *def.Expr {
	if want.Elem == def.KClass {
		return r.toFilter(x)
	}
	if want.Elem == def.KZone && x.Type.Kind == def.KSet && x.Type.Elem == def.KNone {
		return x
	}
	if same(def.SetOf(x.Type), want) {
		r.fits(x, want.Members(), pos)
		if x.Op == def.OpConst && x.I >= 0 && x.I < int64(def.WordBits*r.gd.Words(want)) {
			return konst(want, r.gd.MakeSet(want, x.I))
		}
		return op(def.OpSetOf, want, asElement(x))
	}
	return nil
}

// asElement is x as a member of a set: of numbers a set holds few, and one that is computed is looked at when it is.
func asElement(x *def.Expr) *def.Expr {
	if x.Type.Kind != def.KInt || x.Op == def.OpConst {
		return x
	}
	return op(def.OpElement, def.TInt, x)
}

// fits reports a plain number that no set of numbers has; false if it did.
func (r *resolver) fits(x *def.Expr, t def.Type, pos diag.Pos) bool {
	if t.Kind == def.KInt && x.Op == def.OpConst && (x.I < 0 || x.I >= def.WordBits) {
		r.errorf(pos, "too-many", "a set of numbers holds 0 to %d, not %d", def.WordBits-1, x.I)
		return false
	}
	return true
}

// toFilter turns a piece, a seat or a set of seats into the filter of its pieces, nil if that cannot be.
func (r *resolver) toFilter(x *def.Expr) *def.Expr {
	switch {
	case x.Type.Kind == def.KSeat:
		return r.seatFilter(x)
	case x.Type.Kind == def.KPiece:
		return op(def.OpPieceClass, def.FilterSet, x)
	case x.Type.Kind == def.KClass:
		return op(def.OpSetOf, def.FilterSet, x)
	case x.Type.Kind == def.KSet && x.Type.Elem == def.KSeat:
		seat := r.fresh("$seat", def.TSeat)
		sum := opOf(def.OpSum, def.FilterSet, seat.ID, x, konst(def.TBool, 1), r.seatFilter(r.read(seat)))
		if v, ok := r.eval(sum); ok {
			return konst(def.FilterSet, v)
		}
		return sum
	}
	return nil
}

// seatFilter is the filter of all pieces of seat x.
func (r *resolver) seatFilter(x *def.Expr) *def.Expr {
	t := opOf(def.OpTable, def.FilterSet, int64(r.syms.Pieces.OfSeat), x)
	if v, ok := r.eval(t); ok {
		return konst(def.FilterSet, v)
	}
	return t
}

// everyPiece is the filter of all pieces.
func (r *resolver) everyPiece() *def.Expr {
	return konst(def.FilterSet, r.gd.UpTo(def.FilterSet, len(r.gd.Classes)))
}

// word is the text of a node that is a single value, "" of any other.
func word(n *source.Node) string {
	s, _ := n.Str()
	return s
}

// given is n, nil where nothing is written.
func given(n *source.Node) *source.Node {
	if n == nil || n.Kind == source.Null {
		return nil
	}
	return n
}
