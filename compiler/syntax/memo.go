// This file caches parsed formulas across compiles.

package syntax

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Memo caches parsed formulas and values by node. The Exprs are immutable. A nil Memo caches nothing.
type Memo struct{ formulas, values source.Memo[reading] }

// reading is the result of parsing: an expression, nil after an error, and the diagnostics.
type reading struct {
	expr  *Expr
	diags diag.List
}

// Next returns the memo for the next compile, which starts with the entries of m.
func (m *Memo) Next() *Memo { return &Memo{m.formulas.Next(), m.values.Next()} }

// Ended drops the entries of the previous compile.
func (m *Memo) Ended() {
	m.formulas.Ended()
	m.values.Ended()
}

// Formula is like the function Formula.
func (m *Memo) Formula(n *source.Node) (*Expr, diag.List) {
	if m == nil {
		return Formula(n)
	}
	return once(m.formulas, n, Formula)
}

// Value is like the function Value.
func (m *Memo) Value(n *source.Node) (*Expr, diag.List) {
	if m == nil {
		return Value(n)
	}
	return once(m.values, n, Value)
}

func once(m source.Memo[reading], n *source.Node, read func(*source.Node) (*Expr, diag.List)) (*Expr, diag.List) {
	r, ok := m.Get(n)
	if !ok {
		r.expr, r.diags = read(n)
		m.Put(n, r)
	}
	return r.expr, r.diags
}
