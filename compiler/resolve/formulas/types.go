package formulas

// types.go names types, reports whether they are one, and makes values what their place expects.

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Any is wanted where a value of any type will do.
var Any = def.Type{}

// tNothing is the type of the empty list where no type is expected.
var tNothing = def.Type{Kind: def.KSet}

// Unknown reports whether t is the type of what was declared with a type that was reported.
func Unknown(t def.Type) bool { return t == declare.Unknown }

// None is the literal none before its type is known.
var None = &def.Expr{Op: def.OpConst, Type: def.Type{Kind: def.KNone, Of: 1}, I: def.None}

// Bad stands for an expression that was already reported, or about which nothing can be said.
var Bad = &def.Expr{Op: def.OpConst, Type: declare.Unknown}

// IsBad reports whether x was already reported.
func IsBad(x *def.Expr) bool { return x == nil || x == Bad }

// orNone gives none its plain value where no type is expected of it.
func orNone(x *def.Expr) *def.Expr {
	if x == None {
		return Const(def.TInt, def.None)
	}
	return x
}

// Const is a constant.
func Const(t def.Type, v int64) *def.Expr { return &def.Expr{Op: def.OpConst, Type: t, I: v} }

// Op is an expression without a number.
func Op(o def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, Args: args}
}

// OpOf is Op with the number that the operator takes.
func OpOf(o def.Op, t def.Type, i int64, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, I: i, Args: args}
}

// Same reports whether two types are one; procedure types differ only if both state a signature.
func Same(a, b def.Type) bool {
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

// TypeOf reads the name of a type, declare.Unknown if there is none of that name.
func (r *Resolver) TypeOf(n *source.Node) def.Type {
	t, ok := r.Syms.Type(n.Value)
	if use, named := r.Syms.TypeUse(n, t); named {
		r.record(use)
	}
	if !ok {
		r.Errorf(n.Pos, "unknown-type", "there is no type %q%s", n.Value, r.Near(n.Value, r.Syms.TypeNames()))
	}
	return t
}

// described names the kinds that need no more than a word.
var described = map[def.Kind]string{
	def.KInt: "a number", def.KBool: "a condition", def.KSeat: "a seat", def.KZone: "a zone", def.KPile: "a pile", def.KCard: "a card",
	def.KPiece: "a piece", def.KClass: "a piece class", def.KProc: "a procedure", def.KTrack: "a track",
	def.KOrder: "an order of seats", def.KLasting: "a lasting effect",
}

// Describe names a type for messages.
func (r *Resolver) Describe(t def.Type) string {
	switch {
	case t.Kind == def.KEnum:
		return r.Game.Enums[t.Of].ID
	case t.Kind == def.KRow:
		return "a row of " + r.Game.Tables[t.Of].ID
	case t.Kind == def.KSet && t.Elem == def.KClass:
		return "a piece filter"
	case t.Kind == def.KSet && t.Elem == def.KNone:
		return "a set"
	case t.Kind == def.KSet:
		return "a set of " + r.several(def.Type{Kind: t.Elem, Of: t.Of})
	}
	if text, ok := described[t.Kind]; ok {
		return text
	}
	return "nothing"
}

// Noun is describe without its article.
func (r *Resolver) Noun(t def.Type) string {
	return strings.TrimPrefix(strings.TrimPrefix(r.Describe(t), "a "), "an ")
}

// several returns the plural of the name of a type.
func (r *Resolver) several(t def.Type) string {
	switch t.Kind {
	case def.KEnum:
		return "values of " + r.Describe(t)
	case def.KRow:
		return "rows of " + r.Game.Tables[t.Of].ID
	case def.KOrder:
		return "orders of seats"
	}
	return r.Noun(t) + "s"
}

// Coerce makes x a value of type want, or reports that it cannot be one.
func (r *Resolver) Coerce(x *def.Expr, want def.Type, pos diag.Pos) *def.Expr {
	if IsBad(x) || Unknown(x.Type) {
		return Bad
	}
	if want.Kind == def.KNone || Same(x.Type, want) {
		return x
	}
	if want.Kind == def.KSet && x.Op == def.OpConst && x.Type == tNothing {
		return Const(want, 0)
	}
	if x == None {
		switch want.Kind {
		case def.KSeat, def.KZone, def.KPile, def.KCard, def.KProc, def.KRow, def.KLasting, def.KPiece, def.KTrack:
			return Const(want, def.None)
		case def.KSet:
			return Const(want, 0)
		}
	}
	if want.Kind == def.KSet {
		if y := r.toSet(x, want, pos); y != nil {
			return y
		}
	}
	switch {
	case want.Kind == def.KInt && x.Type.Kind == def.KTrack:
		return trackValue(x)
	case want.Kind == def.KSeat && x.Op == def.OpConst && x.Type.Kind == def.KInt && x.I >= 0 && x.I < int64(len(r.Game.Seats)):
		return Const(want, x.I) // the first drafts number seats
	case want.Kind == def.KBool && x.Type.Kind == def.KSet:
		r.Errorf(pos, "wrong-type", "a condition is expected, this is %s; write size(…) > 0", r.Describe(x.Type))
	case want.Kind == def.KEnum && x == None && slices.ContainsFunc(r.Syms.Data.Grids, func(g declare.Grid) bool { return g.Enum == want.Of }):
		r.Errorf(pos, "wrong-type", "%s is expected, and none is no direction; where there may be none, use a set: type: set of %s, and [] for no direction", r.Describe(want), r.Describe(want))
	case want.Kind == def.KEnum && x == None:
		r.Errorf(pos, "wrong-type", "%s is expected, and none is no member of it; declare one that means it, as in %s: [nothing, …]", r.Describe(want), r.Describe(want))
	case want.Kind == def.KInt && x == None:
		r.Errorf(pos, "wrong-type", "a number is expected, and none is no number; write 0, or another number that means it")
	default:
		r.Errorf(pos, "wrong-type", "%s is expected, this is %s%s", r.Describe(want), r.Describe(x.Type), wayOut(want, x.Type))
	}
	return Bad
}

// wayOut says how a value of type want is made of one of type from, where a formula can do that.
func wayOut(want, from def.Type) string {
	switch {
	case want.Kind == def.KOrder && Same(from, def.SeatSet):
		return "; in-turn(seats, $x) is the order of all from the left of $x"
	case want.Kind == def.KInt && from.Kind == def.KEnum:
		return "; level(…) is the position of a member, from 0"
	case want.Kind == def.KInt && from.Kind == def.KSet:
		return "; size(…) is how many members it has, and | joins sets"
	case want.Kind == def.KInt && from.Kind == def.KPile, want.Kind == def.KSet && from.Kind == def.KPile:
		return "; size(…) is how many cards it has"
	case want.Kind == def.KSet && from.Kind == def.KInt:
		return "; size(…) is how many members a set has"
	case want.Kind == def.KZone && Same(from, def.ZoneSet):
		return "; only(…) is the member of a set that has one, around(…) what borders on a set"
	case from.Kind == def.KSet && Same(from.Members(), want):
		return "; only(…) is the member of a set that has one"
	case from == tNothing && isThing(want):
		return "; no value is none"
	case want == tNothing || from == tNothing:
		return "; say of what the empty set is: let: {$x: {value: [], type: seats}}"
	case Same(want, def.ZoneSet) && (from.Kind == def.KSeat || from.Kind == def.KSet && from.Elem == def.KClass):
		return "; holding(spaces, …) is the set of the spaces with such pieces"
	case want.Kind == def.KPiece && from.Kind == def.KSet && from.Elem == def.KClass:
		return "; a kind of pieces is of type filter, a piece is one that stands somewhere: piece-at(zone, …), or take with keep: piece"
	}
	return ""
}

// toSet turns members and seats into the set wanted, nil if that cannot be.
func (r *Resolver) toSet(x *def.Expr, want def.Type, pos diag.Pos) *def.Expr {
	if want.Elem == def.KClass {
		return r.toFilter(x)
	}
	if want.Elem == def.KZone && x.Type.Kind == def.KSet && x.Type.Elem == def.KNone {
		return x
	}
	if Same(def.SetOf(x.Type), want) {
		if r.inNoSet(x.Type, pos) {
			return Bad
		}
		r.fits(x, want.Members(), pos)
		if x.Op == def.OpConst && x.I >= 0 && x.I < int64(def.WordBits*r.Game.Words(want)) {
			return Const(want, r.Game.MakeSet(want, x.I))
		}
		return Op(def.OpSetOf, want, asElement(x))
	}
	return nil
}

// inNoSet reports a value of a type that no set holds; false if sets do.
func (r *Resolver) inNoSet(t def.Type, pos diag.Pos) bool {
	if t.Kind != def.KNone && declare.Settable(t.Kind) {
		return false
	}
	r.Errorf(pos, "wrong-type", "a set holds single things, this is %s", r.Describe(t))
	return true
}

// trackValue is x, or what it is at if it is a track: no set holds tracks.
func trackValue(x *def.Expr) *def.Expr {
	if !IsBad(x) && x.Type.Kind == def.KTrack {
		return Op(def.OpCellOf, def.TInt, x)
	}
	return x
}

// asElement is x as a member of a set: of numbers a set holds few, and one that is computed is looked at when it is.
func asElement(x *def.Expr) *def.Expr {
	if x.Type.Kind != def.KInt || x.Op == def.OpConst {
		return x
	}
	return Op(def.OpElement, def.TInt, x)
}

// fits reports a plain number that no set of numbers has; false if it did.
func (r *Resolver) fits(x *def.Expr, t def.Type, pos diag.Pos) bool {
	if t.Kind == def.KInt && x.Op == def.OpConst && (x.I < 0 || x.I > r.Game.Holds()) {
		e := r.Diags.Errorf(pos, "too-many", "a set of numbers holds 0 to %d here, not %d", r.Game.Holds(), x.I)
		if x.I > 0 && x.I < def.MaxNumbers {
			e.Detailf("Write game: {numbers: %d} to let them hold so much.", x.I)
		}
		return false
	}
	return true
}

// toFilter turns a piece, a seat or a set of seats into the filter of its pieces, nil if that cannot be.
func (r *Resolver) toFilter(x *def.Expr) *def.Expr {
	switch {
	case x.Type.Kind == def.KSeat:
		return r.seatFilter(x)
	case x.Type.Kind == def.KPiece:
		return Op(def.OpPieceClass, def.FilterSet, x)
	case x.Type.Kind == def.KClass:
		return Op(def.OpSetOf, def.FilterSet, x)
	case x.Type.Kind == def.KSet && x.Type.Elem == def.KSeat:
		seat := r.fresh("$seat", def.TSeat)
		sum := OpOf(def.OpSum, def.FilterSet, seat.ID, x, Const(def.TBool, 1), r.seatFilter(r.Read(seat)))
		if v, ok := r.Eval(sum); ok {
			return Const(def.FilterSet, v)
		}
		return sum
	}
	return nil
}

// seatFilter is the filter of all pieces of seat x.
func (r *Resolver) seatFilter(x *def.Expr) *def.Expr {
	t := OpOf(def.OpTable, def.FilterSet, int64(r.Syms.Pieces.OfSeat), x)
	if v, ok := r.Eval(t); ok {
		return Const(def.FilterSet, v)
	}
	return t
}

// everyPiece is the filter of all pieces.
func (r *Resolver) everyPiece() *def.Expr {
	return Const(def.FilterSet, r.Game.UpTo(def.FilterSet, len(r.Game.Classes)))
}

// Word is the text of a node that is a single value, "" of any other.
func Word(n *source.Node) string {
	s, _ := n.Str()
	return s
}
