// Package resolve resolves the tree of a rulebook to a typed rulebook: it binds every name, types every expression, checks every
// call, and computes the data of the game (properties, sets, tables, set-ups). It reports every error that the shape of the keys
// does not show. Package check reports what is correct but has no effect.
//
// Package formulas types formulas, package data computes the data of the game, and package statements resolves procedures.
package resolve

import (
	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/resolve/data"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/resolve/statements"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
)

// Resolve returns the typed rulebook, which is valid only if no error is reported. The memo, which may be nil, caches parsed
// formulas.
func Resolve(book *tree.Rulebook, syms *declare.Symbols, memo *syntax.Memo) (*typed.Rulebook, diag.List) {
	r := formulas.New(book, syms, memo)
	data.Fill(r)
	r.Rules()
	p := statements.Resolve(r)
	data.Finish(r)
	p.Review()
	return r.Out, *r.Diags
}
