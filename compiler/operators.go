package compiler

// operators.go lowers operators and list literals.

import (
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

var arithmetic = map[string]def.Op{"+": def.OpAdd, "-": def.OpSub, "*": def.OpMul, "div": def.OpFloorDiv, "cdiv": def.OpCeilDiv, "mod": def.OpMod}
var comparisons = map[string]def.Op{"==": def.OpEq, "!=": def.OpNe, "<": def.OpLt, "<=": def.OpLe, ">": def.OpGt, ">=": def.OpGe}
var setOps = map[string]def.Op{"|": def.OpUnion, "&": def.OpInter, "\\": def.OpDiff}

func (c *compiler) binary(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	l, r := e.Args[0], e.Args[1]
	switch e.Name {
	case "and", "or":
		o := def.OpAnd
		if e.Name == "or" {
			o = def.OpOr
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
		if o != def.OpEq && o != def.OpNe && a.Type.Kind != def.KInt && a.Type.Kind != def.KEnum {
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

func (c *compiler) setOp(o def.Op, e *syntax.Expr, v *env, want def.Type) *def.Expr {
	if want.Kind != def.KSet {
		want = tAny
	}
	a := c.raw(e.Args[0], v, want)
	next := want
	if next.Kind == def.KNone && a != bad && a.Type.Kind == def.KEnum {
		next = a.Type
	}
	b := c.raw(e.Args[1], v, next)
	if a == bad || b == bad {
		return bad
	}
	if want.Kind == def.KNone {
		switch {
		case a.Type.Kind == def.KSet && a.Type.Elem == def.KClass, b.Type.Kind == def.KSet && b.Type.Elem == def.KClass:
			want = tFilter
		case a.Type.Kind == def.KSet:
			want = a.Type
		case b.Type.Kind == def.KSet:
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
	if a.Op == def.OpConst && b.Op == def.OpConst {
		if k, ok := c.eval(x); ok {
			return konst(want, k)
		}
	}
	return x
}

func (c *compiler) in(e *syntax.Expr, v *env) *def.Expr {
	l, r := e.Args[0], e.Args[1]
	var a, b *def.Expr
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
		if a.Type.Kind == def.KPiece || a.Type.Kind == def.KSet {
			want = tFilter
			if a.Type.Kind == def.KSet {
				want = a.Type
			}
		}
		b = c.raw(r, v, want)
		if b != bad && b.Type.Kind != def.KOrder && b.Type.Kind != def.KPile {
			b = c.coerce(b, want, r.Pos)
		}
	}
	if a == bad || b == bad {
		return bad
	}
	var x *def.Expr
	switch {
	case a.Type.Kind == def.KPiece && b.Type.Kind == def.KSet:
		x = op(def.OpSubsetOf, tBool, op(def.OpPieceClass, tFilter, a), b)
	case a.Type.Kind == def.KSet && b.Type.Kind == def.KSet:
		x = op(def.OpSubsetOf, tBool, a, b)
	case b.Type.Kind == def.KPile:
		x = op(def.OpEq, tBool, op(def.OpPileOf, tPile, c.coerce(a, tCard, l.Pos)), b)
	case b.Type.Kind == def.KSet || b.Type.Kind == def.KOrder:
		a = c.coerce(a, elemOf(b.Type), l.Pos)
		if a == bad {
			return bad
		}
		x = op(def.OpHas, tBool, b, a)
	default:
		c.errorf(r.Pos, "wrong-type", "in needs a set, an order or a pile on its right, this is %s", c.describe(b.Type))
		return bad
	}
	if e.Name != "in" {
		return op(def.OpNot, tBool, x)
	}
	return x
}

func (c *compiler) list(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	if want.Kind == def.KOrder {
		out := uint64(1<<64 - 1)
		for i, a := range e.Args {
			x := c.expr(a, v, tSeat)
			if x == bad || x.Op != def.OpConst || i >= 8 {
				return bad
			}
			out = out&^(0xff<<uint(8*i)) | uint64(x.I&0xff)<<uint(8*i)
		}
		return konst(tOrder, int64(out))
	}
	elem := elemOf(want)
	if want.Kind != def.KSet {
		elem = tAny
		if want.Kind != def.KNone {
			elem = want
		}
	}
	if elem.Kind == def.KClass {
		var out *def.Expr
		for _, a := range e.Args {
			x := c.expr(a, v, tFilter)
			if x == bad {
				return bad
			}
			if out == nil {
				out = x
			} else {
				out = op(def.OpUnion, tFilter, out, x)
			}
		}
		if out == nil {
			return konst(tFilter, 0)
		}
		return out
	}
	set := op(def.OpSetOf, want)
	var union *def.Expr
	for _, a := range e.Args {
		x := c.raw(a, v, elem)
		if x == bad {
			return bad
		}
		if x.Type.Kind == def.KSet {
			if union == nil {
				union = x
			} else {
				union = op(def.OpUnion, x.Type, union, x)
			}
			if elem.Kind == def.KNone {
				elem = elemOf(x.Type)
			}
			continue
		}
		if elem.Kind == def.KNone && x != noneExpr {
			elem = x.Type
			if x.Type.Kind == def.KSet && x.Type.Elem == def.KClass {
				return c.list(e, v, tFilter)
			}
		}
		x = c.coerce(x, elem, a.Pos)
		if x == bad {
			return bad
		}
		if elem.Kind == def.KCard && x.Op == def.OpConst && x.I >= 64 {
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
		out = op(def.OpUnion, set.Type, set, union)
	}
	if k, ok := c.eval(out); ok {
		return konst(out.Type, k)
	}
	return out
}
