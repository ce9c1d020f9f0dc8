package formulas

// This file names and compares types and converts expressions to the expected type.

import (
	"cmp"
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Any is the expected type where every type is accepted.
var Any = def.Type{}

// tNothing is the type of the empty list if no type is expected.
var tNothing = def.Type{Kind: def.KSet}

// Unknown reports whether t is the type of a declaration with an invalid type.
func Unknown(t def.Type) bool { return t == declare.Unknown }

// None is the literal none before its type is known.
var None = &def.Expr{Op: def.OpConst, Type: def.Type{Kind: def.KNone, Of: 1}, I: def.None}

// Bad is the expression after an error.
var Bad = &def.Expr{Op: def.OpConst, Type: declare.Unknown}

// IsBad reports whether x is the result of an error, which was reported.
func IsBad(x *def.Expr) bool { return x == nil || x == Bad }

// orNone returns none as a constant if x is None, otherwise x.
func orNone(x *def.Expr) *def.Expr {
	if x == None {
		return Const(def.TInt, def.None)
	}
	return x
}

func Const(t def.Type, v int64) *def.Expr { return &def.Expr{Op: def.OpConst, Type: t, I: v} }

// Op returns an expression whose operator takes no number.
func Op(o def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, Args: args}
}

// OpOf is like Op, but for operators that take a number.
func OpOf(o def.Op, t def.Type, i int64, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, I: i, Args: args}
}

// Same reports whether two types are equal. Procedure types differ only if both have a signature.
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

// TypeOf resolves the name of a type. It reports an error and returns declare.Unknown if there is none.
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

// described names the kinds for messages.
var described = map[def.Kind]string{
	def.KInt: "a number", def.KBool: "a condition", def.KSeat: "a seat", def.KZone: "a zone", def.KPile: "a pile", def.KCard: "a card",
	def.KPiece: "a piece", def.KClass: "a piece class", def.KProc: "a procedure", def.KTrack: "a track",
	def.KOrder: "an order of seats", def.KLasting: "a lasting effect",
}

// Describe returns the name of a type, with an article, for messages.
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

// Noun is Describe without the article.
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

// Coerce converts x to type want, or reports that this is impossible.
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
		r.Errorf(pos, "wrong-type", "%s is expected, this is %s%s", r.Describe(want), r.Describe(x.Type), cmp.Or(wayOut(want, x.Type), r.itsOwn(want, x)))
	}
	return Bad
}

// itsOwn returns a hint for messages which properties and values of the thing x are of type want. It knows none for a constant,
// which is more likely a wrong name, nor for numbers and truth values, of which most things have several.
func (r *Resolver) itsOwn(want def.Type, x *def.Expr) string {
	k := x.Type.Kind
	if x.Op == def.OpConst || !isThing(want) && want.Kind != def.KEnum {
		return ""
	}
	var found []string
	for _, n := range r.propNames(k) {
		typ := def.Type{}
		if p, ok := r.Syms.Data.Properties[k][n]; ok {
			typ = p.Type
		} else if s := r.Syms.Names[n]; s != nil && s.Kind == declare.Variable && len(r.Game.Vars[s.Index].Per) == 1 {
			typ = r.Game.Vars[s.Index].Type
		} else if s != nil && s.Kind == declare.Derived {
			typ = r.Game.Derived[s.Index].Type
		}
		if Same(typ, want) {
			found = append(found, "."+n)
		}
	}
	if len(found) == 0 || len(found) > 3 {
		return ""
	}
	return "; it has " + diag.Alternatives(found)
}

// wayOut returns a hint for messages how a value of type want is computed from one of type from.
func wayOut(want, from def.Type) string {
	switch {
	case want.Kind == def.KOrder && Same(from, def.SeatSet):
		return "; in-turn(seats, $x) is the order of all from the left of $x"
	case want.Kind == def.KInt && from.Kind == def.KEnum:
		return "; level(…) is the position of a member, from 0"
	case want.Kind == def.KInt && from.Kind == def.KSet:
		return "; size(…) is how many members it has, and | joins sets"
	case want.Kind == def.KCard && from.Kind == def.KPile:
		return "; top(…) is its first card"
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

// toSet converts members and seats to the set type want. It returns nil if this is impossible.
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

// inNoSet reports an error and returns true if no set holds values of type t.
func (r *Resolver) inNoSet(t def.Type, pos diag.Pos) bool {
	if t.Kind != def.KNone && declare.Settable(t.Kind) {
		return false
	}
	r.Errorf(pos, "wrong-type", "a set holds single things, this is %s", r.Describe(t))
	return true
}

// trackValue returns the position of a track, any other x unchanged: sets hold no tracks.
func trackValue(x *def.Expr) *def.Expr {
	if !IsBad(x) && x.Type.Kind == def.KTrack {
		return Op(def.OpCellOf, def.TInt, x)
	}
	return x
}

// asElement returns x as a member of a set. A set of numbers has a range; a computed number is checked at run time.
func asElement(x *def.Expr) *def.Expr {
	if x.Type.Kind != def.KInt || x.Op == def.OpConst {
		return x
	}
	return Op(def.OpElement, def.TInt, x)
}

// fits reports an error and returns false if the constant x is outside the range of sets of numbers.
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

// toFilter converts a piece, a class, a seat or a set of seats to a filter of pieces. It returns nil if this is impossible.
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

// seatFilter returns the filter of all pieces of seat x.
func (r *Resolver) seatFilter(x *def.Expr) *def.Expr {
	t := OpOf(def.OpTable, def.FilterSet, int64(r.Syms.Pieces.OfSeat), x)
	if v, ok := r.Eval(t); ok {
		return Const(def.FilterSet, v)
	}
	return t
}

func (r *Resolver) everyPiece() *def.Expr {
	return Const(def.FilterSet, r.Game.UpTo(def.FilterSet, len(r.Game.Classes)))
}

// Word returns the text of a scalar node, "" for other nodes.
func Word(n *source.Node) string {
	s, _ := n.Str()
	return s
}
