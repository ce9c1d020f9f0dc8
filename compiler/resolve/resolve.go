// Package resolve makes a typed rulebook of the tree: every name is bound, every expression typed, every call checked, and
// the data of the game (properties, sets, tables, set-ups) computed. Whatever a rulebook says wrongly
// that the shape of its keys does not show is found here; what is right but can never be seen is for package check.
//
// Package formulas types formulas; package data computes the data of the game with it, and package statements resolves
// procedures.
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

// Resolve gives the typed rulebook. What it gives is of use only if nothing was reported. The memo, which may be nil, reads formulas.
func Resolve(book *tree.Rulebook, syms *declare.Symbols, memo *syntax.Memo) (*typed.Rulebook, diag.List) {
	r := formulas.New(book, syms, memo)
	data.Fill(r)
	r.Rules()
	p := statements.Resolve(r)
	data.Finish(r)
	p.Review()
	return r.Out, *r.Diags
}
