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
	d, place := r.Indexed(e, v)
	if d == nil || Unknown(d.Type) {
		return Bad
	}
	return r.at(d, place, want)
}

// Indexed returns the variable of an expression with brackets, and the place in it. The variable is nil if an error was reported.
func (r *Resolver) Indexed(e *syntax.Expr, v *Scope) (*def.VarDef, *def.Expr) {
	of, indices := e, []*syntax.Expr(nil)
	for ; of.Kind == syntax.At; of = of.Args[0] {
		indices = slices.Insert(indices, 0, of.Args[1])
	}
	s, known := r.Syms.Names[of.Name]
	switch {
	case r.Syms.Clashed[of.Name]:
		return nil, nil
	case !known && r.Book.Incomplete: // it may be declared in a part that could not be read
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
	switch {
	case slices.ContainsFunc(at, IsBad):
		return nil, nil
	case len(at) == 1:
		return d, at[0]
	}
	return d, OpOf(def.OpPlace, def.TInt, r.Game.Many(d.Per[1]), at...)
}

// needsIndex reports a variable without its index.
func (r *Resolver) needsIndex(d *def.VarDef, pos diag.Pos) {
	r.Errorf(pos, "needs-index", "%s has a value for each %s; write %s", d.ID, r.indexNoun(d), indexedForm(d))
}

// indexedForm returns how a variable is written with its indices in brackets.
func indexedForm(d *def.VarDef) string { return d.ID + strings.Repeat("[…]", len(d.Brackets())) }

// indexNoun names the kinds of the indices in brackets.
func (r *Resolver) indexNoun(d *def.VarDef) string {
	var nouns []string
	for _, t := range d.Brackets() {
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
	return out
}
