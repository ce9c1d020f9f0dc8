package resolve

// names.go finds what a bare word means where it stands.

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// member finds name in an enumeration.
func (r *resolver) member(of int32, name string) (int64, bool) {
	i := slices.Index(r.gd.Enums[of].Members, name)
	return int64(i), i >= 0
}

// row finds name among the rows of a table.
func (r *resolver) row(of int32, name string) (int64, bool) {
	i := slices.Index(r.gd.Tables[of].Rows, name)
	return int64(i), i >= 0 && name != ""
}

// enumOf is the enumeration that a value of type want belongs to, -1 if that is none.
func enumOf(want def.Type) int32 {
	if want.Kind == def.KEnum || want.Kind == def.KSet && want.Elem == def.KEnum {
		return want.Of
	}
	return -1
}

// name types a bare word: what is expected of it decides first.
func (r *resolver) name(e *syntax.Expr, want def.Type) *def.Expr {
	n, enum := e.Name, enumOf(want)
	if enum >= 0 {
		if i, ok := r.member(enum, n); ok {
			return konst(def.Type{Kind: def.KEnum, Of: enum}, i)
		}
	}
	if want.Kind == def.KRow {
		if i, ok := r.row(want.Of, n); ok {
			return konst(want, i)
		}
	}
	if n == "none" {
		return noneExpr
	}
	if i, ok := numeral(n, want); ok {
		return konst(def.TInt, i)
	}
	if r.syms.Clashed[n] {
		return bad
	}
	if s, ok := r.syms.Names[n]; ok {
		return r.symbolExpr(s, e, want)
	}
	if unknown(want) { // it may be a member of what nobody knows
		return bad
	}
	return r.memberOfAny(e, enum)
}

// memberOfAny types a word that names nothing else: a member of the one enumeration that has it. enum is the one that is
// expected, or -1.
func (r *resolver) memberOfAny(e *syntax.Expr, enum int32) *def.Expr {
	n := e.Name
	var found []int32
	var at int64
	for i := range r.gd.Enums {
		if m, ok := r.member(int32(i), n); ok {
			found = append(found, int32(i))
			at = m
		}
	}
	switch {
	case len(found) == 1 && enum < 0:
		return konst(def.Type{Kind: def.KEnum, Of: found[0]}, at)
	case len(found) == 1:
		wanted := r.gd.Enums[enum]
		r.diags.Errorf(e.Pos, "wrong-type", "%s is a member of %s, not of %s", n, r.gd.Enums[found[0]].ID, wanted.ID).
			Detailf("Members of %s are %s.", wanted.ID, listed(wanted.Members))
	case len(found) > 1 && enum < 0:
		r.errorf(e.Pos, "ambiguous-name", "%s is a member of %s and of %s; compare it with a value of the one that is meant", n, r.gd.Enums[found[0]].ID, r.gd.Enums[found[1]].ID)
	default:
		r.unknownName(e.Pos, n, enum)
	}
	return bad
}

// listed names the first of some words.
func listed(words []string) string {
	const most = 12
	if len(words) > most {
		return strings.Join(words[:most], ", ") + " and others"
	}
	return strings.Join(words, ", ")
}

// unknownName reports a word that means nothing; enum is the enumeration of which a member is expected, or -1.
func (r *resolver) unknownName(pos diag.Pos, n string, enum int32) {
	candidates := r.memo.names
	if enum >= 0 {
		candidates = append(slices.Clone(r.gd.Enums[enum].Members), candidates...)
	}
	hint := r.near(n, candidates)
	if i := strings.LastIndex(n, "-"); hint == "" && i > 0 {
		if s, ok := r.syms.Names[n[:i]]; ok && s.Type.Kind == def.KInt {
			hint = "; a - without spaces belongs to the name, write " + n[:i] + " - " + n[i+1:] + " to subtract"
		}
	}
	r.errorf(pos, "unknown-name", "unknown name %s%s", n, hint)
}

// numeral reads a number written in quotes where a number is expected.
func numeral(text string, want def.Type) (int64, bool) {
	if want.Kind != def.KInt {
		return 0, false
	}
	i, err := strconv.ParseInt(text, 10, 64)
	return i, err == nil
}

// symbolExpr is the value of symbol s, named by e.
func (r *resolver) symbolExpr(s *declare.Symbol, e *syntax.Expr, want def.Type) *def.Expr {
	typ, value := r.symbol(s)
	if unknown(typ) {
		return bad
	}
	switch s.Kind {
	case declare.Const, declare.Set, declare.Value, declare.Rows, declare.PieceType:
		if typ.Kind == def.KNone {
			return bad
		}
		return r.ofSet(s, konst(typ, value))
	case declare.Variable:
		v := &r.gd.Vars[s.Index]
		if v.Per != def.KNone {
			r.errorf(e.Pos, "needs-owner", "%s is kept for each %s; write $x.%s", s.Name, r.noun(def.Type{Kind: v.Per}), s.Name)
			return bad
		}
		if want.Kind == def.KTrack && v.Bounded {
			return konst(def.TTrack, int64(v.Base))
		}
		return opOf(def.OpCell, v.Type, int64(v.Base))
	case declare.Derived:
		d := &r.gd.Derived[s.Index]
		if d.Per != def.KNone {
			r.errorf(e.Pos, "needs-owner", "%s is derived for each %s; write $x.%s", s.Name, r.noun(def.Type{Kind: d.Per}), s.Name)
			return bad
		}
		return opOf(def.OpDerived, d.Type, int64(s.Index))
	case declare.Function:
		return r.callFunction(s.Index, e, nil)
	case declare.Procedure:
		return konst(def.TProc, int64(s.Index))
	case declare.Option:
		return opOf(def.OpOption, typ, int64(s.Index))
	case declare.Pool:
		return opOf(def.OpPoolLeft, def.TInt, int64(s.Index))
	}
	return bad
}

// procNames lists the procedures of procedures:, for near names.
func (r *resolver) procNames() []string {
	var out []string
	for _, p := range r.syms.Rules.Procs {
		if p.Declared {
			out = append(out, p.ID)
		}
	}
	return out
}

// pointNames lists the hook points, for near names.
func (r *resolver) pointNames() []string {
	var out []string
	for n := range r.syms.Points {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}
