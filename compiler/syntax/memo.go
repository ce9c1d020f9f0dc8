// This file keeps what was read from one compile to the next.

package syntax

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Memo reads formulas and values once for each node. Nobody changes an Expr that it returns. A nil Memo keeps nothing.
type Memo struct{ formulas, values source.Memo[reading] }

// reading is an expression, nil if there was an error, with what was reported.
type reading struct {
	expr  *Expr
	diags diag.List
}

// Next returns the memo of another compile, which begins with what m was asked for.
func (m *Memo) Next() *Memo { return &Memo{m.formulas.Next(), m.values.Next()} }

// Ended lets go of the compile before.
func (m *Memo) Ended() {
	m.formulas.Ended()
	m.values.Ended()
}

// Formula is the function Formula.
func (m *Memo) Formula(n *source.Node) (*Expr, diag.List) {
	if m == nil {
		return Formula(n)
	}
	return once(m.formulas, n, Formula)
}

// Value is the function Value.
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
