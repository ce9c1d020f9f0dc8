package formulas

// This file resolves bare words.

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

func (r *Resolver) member(of int32, name string) (int64, bool) {
	i := slices.Index(r.Game.Enums[of].Members, name)
	return int64(i), i >= 0
}

func (r *Resolver) row(of int32, name string) (int64, bool) {
	i := slices.Index(r.Game.Tables[of].Rows, name)
	return int64(i), i >= 0 && name != ""
}

// enumOf returns the enumeration of a value of type want, or of the members of a set; -1 if there is none.
func enumOf(want def.Type) int32 {
	if want.Kind == def.KEnum || want.Kind == def.KSet && want.Elem == def.KEnum {
		return want.Of
	}
	return -1
}

// name types a bare word. Members of the expected type take precedence.
func (r *Resolver) name(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	n, enum := e.Name, enumOf(want)
	if enum >= 0 {
		if i, ok := r.member(enum, n); ok {
			r.usesMember(e, enum)
			return Const(def.Type{Kind: def.KEnum, Of: enum}, i)
		}
	}
	if want.Kind == def.KRow {
		if i, ok := r.row(want.Of, n); ok {
			r.Uses(e.Pos, names.Thing{Sort: names.Row, Of: r.Game.Tables[want.Of].ID, Name: n})
			return Const(want, i)
		}
	}
	if n == "none" {
		return None
	}
	if i, ok := numeral(n, want); ok {
		return Const(def.TInt, i)
	}
	if r.Syms.Clashed[n] {
		return Bad
	}
	if s, ok := r.Syms.Names[n]; ok {
		r.Uses(e.Pos, names.Thing{Name: n})
		return r.symbolExpr(s, e, want)
	}
	if Unknown(want) { // it may be a member of an unknown type
		return Bad
	}
	return r.memberOfAny(e, v, want)
}

// memberOfAny types a word without another meaning: a member of the only enumeration that has it.
func (r *Resolver) memberOfAny(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	n, enum := e.Name, enumOf(want)
	var found []int32
	var at int64
	for i := range r.Game.Enums {
		if m, ok := r.member(int32(i), n); ok {
			found = append(found, int32(i))
			at = m
		}
	}
	switch {
	case len(found) > 0 && isThing(want):
		r.Errorf(e.Pos, "unknown-name", "there is no %s %s; %s is a member of %s", r.Noun(want), n, n, r.Game.Enums[found[0]].ID)
	case len(found) == 1 && enum < 0:
		r.usesMember(e, found[0])
		return Const(def.Type{Kind: def.KEnum, Of: found[0]}, at)
	case len(found) == 1:
		wanted := r.Game.Enums[enum]
		r.Diags.Errorf(e.Pos, "wrong-type", "%s is a member of %s, not of %s", n, r.Game.Enums[found[0]].ID, wanted.ID).
			Detailf("Members of %s are %s.", wanted.ID, listed(wanted.Members))
	case len(found) == 0 || enum >= 0:
		r.unknownName(e.Pos, n, v, enum)
	default:
		r.Errorf(e.Pos, "ambiguous-name", "%s is a member of %s and of %s; compare it with a value of the one that is meant", n, r.Game.Enums[found[0]].ID, r.Game.Enums[found[1]].ID)
	}
	return Bad
}

// isThing reports whether values of type t are things that a rulebook declares individually.
func isThing(t def.Type) bool {
	switch t.Kind {
	case def.KSeat, def.KZone, def.KPile, def.KCard, def.KProc, def.KLasting, def.KPiece, def.KTrack:
		return true
	}
	return false
}

// usesMember records that a word names a member of an enumeration.
func (r *Resolver) usesMember(e *syntax.Expr, of int32) {
	r.Uses(e.Pos, names.Thing{Sort: names.Member, Of: r.Game.Enums[of].ID, Name: e.Name})
}

// listed joins words, at most 12 of them.
func listed(words []string) string {
	const most = 12
	if len(words) > most {
		return strings.Join(words[:most], ", ") + " and others"
	}
	return strings.Join(words, ", ")
}

// nothing are words of other notations for none.
var nothing = map[string]bool{"null": true, "nil": true, "nothing": true, "undefined": true, "None": true}

// truths are words of scenarios and other notations for true and false.
var truths = map[string]string{"yes": "true", "True": "true", "on": "true", "no": "false", "False": "false", "off": "false"}

// unknownName reports a word without meaning; enum is the enumeration of the expected member, or -1.
func (r *Resolver) unknownName(pos diag.Pos, n string, v *Scope, enum int32) {
	if e, list := syntax.Parse(n, pos); e != nil && e.Kind != syntax.Name && !list.HasErrors() { // a quoted formula
		r.Errorf(pos, "missing-equals", "a formula without its =; write \"=%s\"", n)
		return
	}
	candidates := r.memo.names
	if enum >= 0 {
		candidates = append(slices.Clone(r.Game.Enums[enum].Members), candidates...)
	}
	hint := r.Near(n, candidates)
	switch {
	case v.Find("$"+n) != nil:
		hint = "; did you mean $" + n + "?"
	case r.carrier(n) != def.KNone:
		hint = "; each " + r.Noun(def.Type{Kind: r.carrier(n)}) + " has one; write $x." + n
	case nothing[n]:
		hint = "; for no value write none"
	case truths[n] != "":
		hint = "; write " + truths[n]
	case n == "home" && hint == "":
		hint = "; the boxes of pieces are home(filter)"
	case hint != "":
	case enum >= 0:
		hint = fmt.Sprintf("; %s is one of %s", r.Game.Enums[enum].ID, listed(r.Game.Enums[enum].Members))
	default:
		if _, ok := r.Syms.Enums[n]; ok {
			hint = "; the members of the enumeration are members(" + n + ")"
		}
	}
	if i := strings.LastIndex(n, "-"); hint == "" && i > 0 && i+1 < len(n) {
		if s, ok := r.Syms.Names[n[:i]]; ok && s.Type.Kind == def.KInt && (r.Syms.Names[n[i+1:]] != nil || n[i+1] >= '0' && n[i+1] <= '9') {
			hint = "; a - without spaces belongs to the name, write " + n[:i] + " - " + n[i+1:] + " to subtract"
		}
	}
	r.Errorf(pos, "unknown-name", "unknown name %s%s", n, hint)
}

// carrier returns the only kind of things with a property of that name, KNone if none or several kinds have it.
func (r *Resolver) carrier(property string) def.Kind {
	of := def.KNone
	for _, k := range slices.Sorted(maps.Keys(r.Syms.Data.Properties)) {
		if r.Syms.Data.Properties[k][property] != nil {
			if of != def.KNone {
				return def.KNone
			}
			of = k
		}
	}
	return of
}

// numeral parses a number that is written in quotes.
func numeral(text string, want def.Type) (int64, bool) {
	if want.Kind != def.KInt {
		return 0, false
	}
	i, err := strconv.ParseInt(text, 10, 64)
	return i, err == nil
}

// symbolExpr types symbol s, named by e.
func (r *Resolver) symbolExpr(s *declare.Symbol, e *syntax.Expr, want def.Type) *def.Expr {
	typ, value := r.symbol(s)
	if Unknown(typ) {
		return Bad
	}
	switch s.Kind {
	case declare.Const, declare.Set, declare.Value, declare.Rows, declare.PieceType:
		if typ.Kind == def.KNone {
			return Bad
		}
		return r.ofSet(s, Const(typ, value))
	case declare.Indexed:
		return r.entry(s, e, nil, nil)
	case declare.Variable:
		v := &r.Game.Vars[s.Index]
		if v.Owner() != def.KNone {
			r.Errorf(e.Pos, "needs-owner", "%s is kept for each %s; write $x.%s", s.Name, r.Noun(v.Per[0]), s.Name)
			return Bad
		}
		if len(v.Per) > 0 {
			r.needsIndex(v, e.Pos)
			return Bad
		}
		if want.Kind == def.KTrack && v.Bounded {
			return Const(def.TTrack, int64(v.Base))
		}
		return OpOf(def.OpCell, v.Type, int64(v.Base))
	case declare.Derived:
		d := &r.Game.Derived[s.Index]
		if d.Per != def.KNone {
			r.Errorf(e.Pos, "needs-owner", "%s is derived for each %s; write $x.%s", s.Name, r.Noun(def.Type{Kind: d.Per}), s.Name)
			return Bad
		}
		return OpOf(def.OpDerived, d.Type, int64(s.Index))
	case declare.Function:
		return r.callFunction(s.Index, e, nil)
	case declare.Procedure:
		return Const(def.TProc, int64(s.Index))
	case declare.Option:
		return OpOf(def.OpOption, typ, int64(s.Index))
	case declare.Pool:
		return OpOf(def.OpPoolLeft, def.TInt, int64(s.Index))
	}
	return Bad
}

// ProcNames returns the declared procedures, for spelling suggestions.
func (r *Resolver) ProcNames() []string {
	var out []string
	for _, p := range r.Syms.Rules.Procs {
		if p.Declared {
			out = append(out, p.ID)
		}
	}
	return out
}

// PointNames returns the hook points, for spelling suggestions.
func (r *Resolver) PointNames() []string { return slices.Sorted(maps.Keys(r.Syms.Points)) }

// Named returns the symbol of the given kind that n names, or nil.
func (r *Resolver) Named(n *source.Node, kind declare.SymbolKind) *declare.Symbol {
	if s := r.Syms.Names[n.Value]; s != nil && s.Kind == kind && !r.Syms.Clashed[n.Value] {
		r.Uses(n.Pos, names.Thing{Name: n.Value})
		return s
	}
	return nil
}

// Lacking reports an error for the name n, unless the name clashes, which is already reported.
func (r *Resolver) Lacking(n *source.Node, code, format string, args ...any) {
	if !r.Syms.Clashed[n.Value] {
		r.Errorf(n.Pos, code, format, args...)
	}
}
