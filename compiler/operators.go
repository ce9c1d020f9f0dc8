package compiler

// operators.go lowers operators and list literals.

import (
	"rulebound/compiler/syntax"
	"rulebound/engine"
)

var arithmetic = map[string]engine.Op{"+": engine.OpAdd, "-": engine.OpSub, "*": engine.OpMul, "div": engine.OpFloorDiv, "cdiv": engine.OpCeilDiv, "mod": engine.OpMod}
var comparisons = map[string]engine.Op{"==": engine.OpEq, "!=": engine.OpNe, "<": engine.OpLt, "<=": engine.OpLe, ">": engine.OpGt, ">=": engine.OpGe}
var setOps = map[string]engine.Op{"|": engine.OpUnion, "&": engine.OpInter, "\\": engine.OpDiff}

func (c *compiler) binary(e *syntax.Expr, v *env, want engine.Type) *engine.Expr {
	l, r := e.Args[0], e.Args[1]
	switch e.Name {
	case "and", "or":
		o := engine.OpAnd
		if e.Name == "or" {
			o = engine.OpOr
		}
		a, b := c.expr(l, v, tBool), c.expr(r, v, tBool)
		if a == bad || b == bad {
			return bad
		}
		return op(o, tBool, a, b)
	case "in", "not-in", "not in":
		return c.in(e, v)
	}
	if o, ok := arithmetic[e.Name]; ok {
		a, b := c.expr(l, v, tInt), c.expr(r, v, tInt)
		if a == bad || b == bad {
			return bad
		}
		return op(o, tInt, a, b)
	}
	if x := c.markerView(e, v); x != nil {
		return x
	}
	if o, ok := comparisons[e.Name]; ok {
		a, b := c.pair(l, r, v, tAny)
		if a == bad || b == bad {
			return bad
		}
		if o != engine.OpEq && o != engine.OpNe && a.Type.Kind != engine.KInt && a.Type.Kind != engine.KEnum {
			c.errorf(e.Pos, "wrong-type", "%s compares numbers and enum members, not %s", e.Name, c.describe(a.Type))
			return bad
		}
		return op(o, tBool, a, b)
	}
	if o, ok := setOps[e.Name]; ok {
		return c.setOp(o, e, v, want)
	}
	c.errorf(e.Pos, "unknown-operator", "there is no operator %s", e.Name)
	return bad
}

func (c *compiler) setOp(o engine.Op, e *syntax.Expr, v *env, want engine.Type) *engine.Expr {
	if want.Kind != engine.KSet {
		want = tAny
	}
	a := c.raw(e.Args[0], v, want)
	next := want
	if next.Kind == engine.KNone && a != bad && a.Type.Kind == engine.KEnum {
		next = a.Type
	}
	b := c.raw(e.Args[1], v, next)
	if a == bad || b == bad {
		return bad
	}
	if want.Kind == engine.KNone {
		switch {
		case a.Type.Kind == engine.KSet && a.Type.Elem == engine.KClass, b.Type.Kind == engine.KSet && b.Type.Elem == engine.KClass:
			want = tFilter
		case a.Type.Kind == engine.KSet:
			want = a.Type
		case b.Type.Kind == engine.KSet:
			want = b.Type
		case a == noneExpr:
			want = setOf(b.Type)
		default:
			want = setOf(a.Type)
		}
	}
	a, b = c.coerce(a, want, e.Args[0].Pos), c.coerce(b, want, e.Args[1].Pos)
	if a == bad || b == bad {
		return bad
	}
	x := op(o, want, a, b)
	if a.Op == engine.OpConst && b.Op == engine.OpConst {
		if k, ok := c.eval(x); ok {
			return konst(want, k)
		}
	}
	return x
}

func (c *compiler) in(e *syntax.Expr, v *env) *engine.Expr {
	l, r := e.Args[0], e.Args[1]
	var a, b *engine.Expr
	if l.Kind == syntax.Name {
		b = c.raw(r, v, tAny)
		if b == bad {
			return bad
		}
		a = c.raw(l, v, elemOf(b.Type))
	} else {
		a = c.raw(l, v, tAny)
		if a == bad {
			return bad
		}
		want := setOf(a.Type)
		if a.Type.Kind == engine.KPiece || a.Type.Kind == engine.KSet {
			want = tFilter
			if a.Type.Kind == engine.KSet {
				want = a.Type
			}
		}
		b = c.raw(r, v, want)
		if b != bad && b.Type.Kind != engine.KOrder && b.Type.Kind != engine.KPile {
			b = c.coerce(b, want, r.Pos)
		}
	}
	if a == bad || b == bad {
		return bad
	}
	var x *engine.Expr
	switch {
	case a.Type.Kind == engine.KPiece && b.Type.Kind == engine.KSet:
		x = op(engine.OpSubsetOf, tBool, op(engine.OpPieceClass, tFilter, a), b)
	case a.Type.Kind == engine.KSet && b.Type.Kind == engine.KSet:
		x = op(engine.OpSubsetOf, tBool, a, b)
	case b.Type.Kind == engine.KPile:
		x = op(engine.OpEq, tBool, op(engine.OpPileOf, tPile, c.coerce(a, tCard, l.Pos)), b)
	case b.Type.Kind == engine.KSet || b.Type.Kind == engine.KOrder:
		a = c.coerce(a, elemOf(b.Type), l.Pos)
		if a == bad {
			return bad
		}
		x = op(engine.OpHas, tBool, b, a)
	default:
		c.errorf(r.Pos, "wrong-type", "in needs a set, an order or a pile on its right, this is %s", c.describe(b.Type))
		return bad
	}
	if e.Name != "in" {
		return op(engine.OpNot, tBool, x)
	}
	return x
}

func (c *compiler) list(e *syntax.Expr, v *env, want engine.Type) *engine.Expr {
	if want.Kind == engine.KOrder {
		out := uint64(1<<64 - 1)
		for i, a := range e.Args {
			x := c.expr(a, v, tSeat)
			if x == bad || x.Op != engine.OpConst || i >= 8 {
				return bad
			}
			out = out&^(0xff<<uint(8*i)) | uint64(x.I&0xff)<<uint(8*i)
		}
		return konst(tOrder, int64(out))
	}
	elem := elemOf(want)
	if want.Kind != engine.KSet {
		elem = tAny
		if want.Kind != engine.KNone {
			elem = want
		}
	}
	if elem.Kind == engine.KClass {
		var out *engine.Expr
		for _, a := range e.Args {
			x := c.expr(a, v, tFilter)
			if x == bad {
				return bad
			}
			if out == nil {
				out = x
			} else {
				out = op(engine.OpUnion, tFilter, out, x)
			}
		}
		if out == nil {
			return konst(tFilter, 0)
		}
		return out
	}
	set := op(engine.OpSetOf, want)
	var union *engine.Expr
	for _, a := range e.Args {
		x := c.raw(a, v, elem)
		if x == bad {
			return bad
		}
		if x.Type.Kind == engine.KSet {
			if union == nil {
				union = x
			} else {
				union = op(engine.OpUnion, x.Type, union, x)
			}
			if elem.Kind == engine.KNone {
				elem = elemOf(x.Type)
			}
			continue
		}
		if elem.Kind == engine.KNone && x != noneExpr {
			elem = x.Type
			if x.Type.Kind == engine.KSet && x.Type.Elem == engine.KClass {
				return c.list(e, v, tFilter)
			}
		}
		x = c.coerce(x, elem, a.Pos)
		if x == bad {
			return bad
		}
		if elem.Kind == engine.KCard && x.Op == engine.OpConst && x.I >= 64 {
			c.errorf(a.Pos, "too-many", "a set can hold 64 cards, this game has %d; compare with them one by one", len(c.def.Cards))
			return bad
		}
		set.Args = append(set.Args, x)
	}
	set.Type = setOf(elem)
	if len(e.Args) == 0 {
		return konst(want, 0)
	}
	out := set
	if len(set.Args) == 0 {
		out = union
	} else if union != nil {
		out = op(engine.OpUnion, set.Type, set, union)
	}
	if k, ok := c.eval(out); ok {
		return konst(out.Type, k)
	}
	return out
}
