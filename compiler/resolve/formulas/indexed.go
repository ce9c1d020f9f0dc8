package formulas

// This file types variables with a second index: $seat.goods[$kind], store[$kind].

import (
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

// Indexed returns the variable of an expression with an index, and the place in it. The variable is nil if an error was reported.
func (r *Resolver) Indexed(e *syntax.Expr, v *Scope) (*def.VarDef, *def.Expr) {
	of := e.Args[0]
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
	case d.By.Kind == def.KNone:
		r.Errorf(e.Pos, "no-index", "%s has no index: declare the variable with per:, or remove the brackets", d.ID)
		return nil, nil
	case of.Kind == syntax.Name && d.Per != def.KNone:
		r.Errorf(of.Pos, "needs-owner", "%s is kept for each %s; write $x.%s[…]", d.ID, r.Noun(def.Type{Kind: d.Per}), d.ID)
		return nil, nil
	case of.Kind == syntax.Prop && d.Per == def.KNone:
		r.Errorf(of.Pos, "unknown-property", "%s is kept for each %s alone; write %s[…]", d.ID, r.Noun(d.By), d.ID)
		return nil, nil
	}
	index := r.Expr(e.Args[1], v, d.By)
	if of.Kind == syntax.Name {
		if IsBad(index) {
			return nil, nil
		}
		return d, index
	}
	owner := r.OwnerOf(d, of.Args[0], v)
	if IsBad(owner) || IsBad(index) {
		return nil, nil
	}
	return d, OpOf(def.OpPlace, def.TInt, r.Game.Seconds(d), owner, index)
}

// needsIndex reports a variable without its index.
func (r *Resolver) needsIndex(d *def.VarDef, pos diag.Pos) {
	r.Errorf(pos, "needs-index", "%s has a value for each %s; write %s[…]", d.ID, r.Noun(d.By), d.ID)
}

// indexedNames returns the variables with an index, for spelling suggestions.
func (r *Resolver) indexedNames() []string {
	var out []string
	for i := range r.Game.Vars {
		if r.Game.Vars[i].By.Kind != def.KNone {
			out = append(out, r.Game.Vars[i].ID)
		}
	}
	return out
}
