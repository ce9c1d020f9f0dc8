// This file keeps what was read from one compile to the next.

package syntax

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Memo reads formulas and values once for each node. It begins with those that an earlier compile has read from the same
// nodes: pages that have not changed have the same nodes. Nobody changes an Expr that it returns. A nil Memo keeps nothing. A
// Memo belongs to one compile; afterwards several others may begin with it.
type Memo struct{ formulas, values memo }

// memo holds what nodes were read as.
type memo struct{ earlier, now map[*source.Node]reading }

// reading is an expression, nil if there was an error, with what was reported.
type reading struct {
	expr  *Expr
	diags diag.List
}

// NewMemo returns a memo that begins with what an earlier one, which may be nil, was asked for.
func NewMemo(earlier *Memo) *Memo {
	if earlier == nil {
		earlier = &Memo{}
	}
	begin := func(earlier memo) memo {
		return memo{earlier: earlier.now, now: make(map[*source.Node]reading, len(earlier.now))}
	}
	return &Memo{begin(earlier.formulas), begin(earlier.values)}
}

// Ended lets go of the earlier memo. Nothing may be read afterwards but by memos that begin with this one.
func (m *Memo) Ended() { m.formulas.earlier, m.values.earlier = nil, nil }

// Formula is the function Formula.
func (m *Memo) Formula(n *source.Node) (*Expr, diag.List) {
	if m == nil {
		return Formula(n)
	}
	return m.formulas.read(n, Formula)
}

// Value is the function Value.
func (m *Memo) Value(n *source.Node) (*Expr, diag.List) {
	if m == nil {
		return Value(n)
	}
	return m.values.read(n, Value)
}

func (m memo) read(n *source.Node, read func(*source.Node) (*Expr, diag.List)) (*Expr, diag.List) {
	r, ok := m.now[n]
	if !ok {
		if r, ok = m.earlier[n]; !ok {
			r.expr, r.diags = read(n)
		}
		m.now[n] = r
	}
	return r.expr, r.diags
}
