package formulas

// This file types variables with indices in brackets: $seat.goods[$kind], store[$kind], price[$kind][$level].

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

func (r *Resolver) indexed(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	of, indices := brackets(e)
	if s := r.Syms.Names[of.Name]; of.Kind == syntax.Name && s != nil && s.Kind == declare.Indexed {
		return r.entry(s, of, indices, v)
	}
	d, place := r.Indexed(e, v)
	if d == nil || Unknown(d.Type) {
		return Bad
	}
	return r.at(d, place, want)
}

// brackets returns the text before all brackets of an expression, and what is in each of them.
func brackets(e *syntax.Expr) (of *syntax.Expr, indices []*syntax.Expr) {
	for of = e; of.Kind == syntax.At; of = of.Args[0] {
		indices = slices.Insert(indices, 0, of.Args[1])
	}
	return of, indices
}

// entry types a read of a value with indices.
func (r *Resolver) entry(s *declare.Symbol, of *syntax.Expr, indices []*syntax.Expr, v *Scope) *def.Expr {
	l := &r.Game.Lookups[s.Index]
	switch {
	case r.Syms.Clashed[s.Name]:
		return Bad
	case len(indices) > len(l.Per):
		r.Errorf(of.Pos, "no-index", "%s has fewer indices; write %s", s.Name, bracketed(s.Name, l.Per))
		return Bad
	case len(indices) < len(l.Per):
		r.Errorf(of.Pos, "needs-index", "%s has a value for each %s; write %s", s.Name, r.nouns(l.Per), bracketed(s.Name, l.Per))
		return Bad
	}
	r.Uses(of.Pos, names.Thing{Name: s.Name})
	var at []*def.Expr
	for i, index := range indices {
		at = append(at, r.position(index, v, l.Per[i]))
	}
	if slices.ContainsFunc(at, IsBad) || Unknown(s.Type) || !r.require(s.Index, s.Name, of.Pos) {
		return Bad
	}
	return OpOf(def.OpTable, s.Type, int64(s.Index), r.placeOf(l.Per, at))
}

// position types an index: a member of an enumeration, or a number of a range.
func (r *Resolver) position(e *syntax.Expr, v *Scope, t def.Type) *def.Expr {
	low, isNumber := r.Game.Value(r.Game.IDOf(0, t), def.TInt)
	if !isNumber {
		return r.Expr(e, v, t)
	}
	x, high := r.Expr(e, v, def.TInt), low+r.Game.Many(t)-1
	switch {
	case IsBad(x):
		return Bad
	case x.Op == def.OpConst && (x.I < low || x.I > high):
		r.Errorf(e.Pos, "bad-bounds", "there are values for %d to %d, not for %d", low, high, x.I)
		return Bad
	}
	return Op(def.OpElement, def.TInt, x, Const(def.TInt, low), Const(def.TInt, high))
}

// Indexed returns the variable of an expression with brackets, and the place in it. The variable is nil if an error was reported.
func (r *Resolver) Indexed(e *syntax.Expr, v *Scope) (*def.VarDef, *def.Expr) {
	of, indices := brackets(e)
	s, known := r.Syms.Names[of.Name]
	switch {
	case r.Syms.Clashed[of.Name]:
		return nil, nil
	case !known && r.Book.Incomplete: // it may be declared in a part that could not be read
		return nil, nil
	case known && s.Kind == declare.Indexed:
		r.Errorf(e.Pos, "wrong-type", "%s is data of the game and cannot be assigned; what changes in play is a variable", of.Name)
		return nil, nil
	case !known || s.Kind != declare.Variable:
		r.Errorf(e.Pos, "no-index", "%s is no variable with an index%s", of.Name, r.Near(of.Name, r.indexedNames()))
		return nil, nil
	}
	r.Uses(of.Pos, names.Thing{Name: of.Name})
	d := &r.Game.Vars[s.Index]
	switch {
	case len(d.Brackets()) == 0:
		r.Errorf(e.Pos, "no-index", "%s has no index: declare the variable with per:, or remove the brackets", d.ID)
		return nil, nil
	case of.Kind == syntax.Name && d.Owner() != def.KNone:
		r.Errorf(of.Pos, "needs-owner", "%s is kept for each %s; write $x.%s[…]", d.ID, r.Noun(d.Per[0]), d.ID)
		return nil, nil
	case len(indices) > len(d.Brackets()):
		r.Errorf(e.Pos, "no-index", "%s has fewer indices; write %s", d.ID, indexedForm(d))
		return nil, nil
	case of.Kind == syntax.Prop && d.Owner() == def.KNone:
		r.Errorf(of.Pos, "unknown-property", "%s is kept for each %s alone; write %s", d.ID, r.indexNoun(d), indexedForm(d))
		return nil, nil
	case len(indices) < len(d.Brackets()):
		r.needsIndex(d, e.Pos)
		return nil, nil
	}
	var at []*def.Expr
	if of.Kind == syntax.Prop {
		at = append(at, r.OwnerOf(d, of.Args[0], v))
	}
	for i, index := range indices {
		at = append(at, r.Expr(index, v, d.Brackets()[i]))
	}
	if slices.ContainsFunc(at, IsBad) {
		return nil, nil
	}
	return d, r.placeOf(d.Per, at)
}

// placeOf returns the place of the value at one or two indices.
func (r *Resolver) placeOf(per []def.Type, at []*def.Expr) *def.Expr {
	if len(at) == 1 {
		return at[0]
	}
	return OpOf(def.OpPlace, def.TInt, r.Game.Many(per[1]), at...)
}

// needsIndex reports a variable without its index.
func (r *Resolver) needsIndex(d *def.VarDef, pos diag.Pos) {
	r.Errorf(pos, "needs-index", "%s has a value for each %s; write %s", d.ID, r.indexNoun(d), indexedForm(d))
}

// indexedForm returns how a variable is written with its indices in brackets.
func indexedForm(d *def.VarDef) string { return bracketed(d.ID, d.Brackets()) }

func bracketed(name string, per []def.Type) string { return name + strings.Repeat("[…]", len(per)) }

// indexNoun names the kinds of the indices in brackets.
func (r *Resolver) indexNoun(d *def.VarDef) string { return r.nouns(d.Brackets()) }

func (r *Resolver) nouns(per []def.Type) string {
	var nouns []string
	for _, t := range per {
		nouns = append(nouns, r.Noun(t))
	}
	return strings.Join(nouns, " and ")
}

// indexedNames returns the variables with an index, for spelling suggestions.
func (r *Resolver) indexedNames() []string {
	var out []string
	for i := range r.Game.Vars {
		if len(r.Game.Vars[i].Brackets()) > 0 {
			out = append(out, r.Game.Vars[i].ID)
		}
	}
	for _, s := range r.Syms.Data.Indexed {
		out = append(out, s.Name)
	}
	return out
}
