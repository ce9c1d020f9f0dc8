package compiler

// eval.go reads values and formulas, and computes those that must be constant: set definitions, property values and
// initial values.

import (
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// constant checks node n as a value of type want and computes it; 0 after an error.
func (c *compiler) constant(n *source.Node, want def.Type) int64 {
	v, _ := c.tryConstant(n, want)
	return v
}

// tryConstant is constant that tells whether there was no error.
func (c *compiler) tryConstant(n *source.Node, want def.Type) (int64, bool) {
	if unknown(want) {
		return 0, false
	}
	if want.Kind == def.KOrder && n.Kind == source.List {
		return c.orderOf(n), true
	}
	var x *def.Expr
	if want.Kind == def.KSet || want.Kind == def.KBool {
		x = c.formula(n, nil, want)
	} else {
		x = c.value(n, nil, want)
	}
	if x == bad {
		return 0, false
	}
	v, ok := c.eval(x)
	if !ok {
		c.errorf(n.Pos, "not-constant", "this must be computable without a state of the game")
	}
	return v, ok
}

// orderOf packs a list of seats.
func (c *compiler) orderOf(n *source.Node) int64 {
	out := uint64(1<<64 - 1)
	for i, it := range n.Items {
		x := c.value(it, nil, tSeat)
		if x == bad || i >= 8 {
			continue
		}
		out = out&^(0xff<<uint(8*i)) | uint64(x.I&0xff)<<uint(8*i)
	}
	return int64(out)
}

// formula checks node n in a formula position.
func (c *compiler) formula(n *source.Node, v *env, want def.Type) *def.Expr {
	e, list := syntax.Formula(n)
	c.diags = append(c.diags, list...)
	if e == nil || list.HasErrors() {
		return bad
	}
	return c.expr(e, v, want)
}

// value checks node n in a value position, where a plain word is a name.
func (c *compiler) value(n *source.Node, v *env, want def.Type) *def.Expr {
	if want.Kind == def.KOrder && n.Kind == source.List {
		return konst(tOrder, c.orderOf(n))
	}
	e, list := syntax.Value(n)
	c.diags = append(c.diags, list...)
	if e == nil || list.HasErrors() {
		return bad
	}
	return c.expr(e, v, want)
}
