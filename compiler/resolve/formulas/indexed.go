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
	of, first := e.Args[0], (*syntax.Expr)(nil)
	if of.Kind == syntax.At {
		of, first = of.Args[0], of.Args[1]
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
	case d.By.Kind == def.KNone:
		r.Errorf(e.Pos, "no-index", "%s has no index: declare the variable with per:, or remove the brackets", d.ID)
		return nil, nil
	case of.Kind == syntax.Name && d.Per != def.KNone:
		r.Errorf(of.Pos, "needs-owner", "%s is kept for each %s; write $x.%s[…]", d.ID, r.Noun(def.Type{Kind: d.Per}), d.ID)
		return nil, nil
	case first != nil && d.First.Kind == def.KNone:
		r.Errorf(e.Pos, "no-index", "%s has one index; write %s", d.ID, indexedForm(d))
		return nil, nil
	case of.Kind == syntax.Prop && d.Per == def.KNone:
		r.Errorf(of.Pos, "unknown-property", "%s is kept for each %s alone; write %s", d.ID, r.indexNoun(d), indexedForm(d))
		return nil, nil
	case first == nil && d.First.Kind != def.KNone:
		r.needsIndex(d, e.Pos)
		return nil, nil
	}
	index := r.Expr(e.Args[1], v, d.By)
	if of.Kind == syntax.Name && first == nil {
		if IsBad(index) {
			return nil, nil
		}
		return d, index
	}
	var owner *def.Expr
	if first != nil {
		owner = r.Expr(first, v, d.First)
	} else {
		owner = r.OwnerOf(d, of.Args[0], v)
	}
	if IsBad(owner) || IsBad(index) {
		return nil, nil
	}
	return d, OpOf(def.OpPlace, def.TInt, r.Game.Seconds(d), owner, index)
}

// needsIndex reports a variable without its index.
func (r *Resolver) needsIndex(d *def.VarDef, pos diag.Pos) {
	r.Errorf(pos, "needs-index", "%s has a value for each %s; write %s", d.ID, r.indexNoun(d), indexedForm(d))
}

// indexedForm returns how a variable is written with its indices in brackets.
func indexedForm(d *def.VarDef) string {
	if d.First.Kind != def.KNone {
		return d.ID + "[…][…]"
	}
	return d.ID + "[…]"
}

// indexNoun names the kinds of the indices in brackets.
func (r *Resolver) indexNoun(d *def.VarDef) string {
	if d.First.Kind != def.KNone {
		return r.Noun(d.First) + " and " + r.Noun(d.By)
	}
	return r.Noun(d.By)
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
