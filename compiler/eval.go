package compiler

// eval.go evaluates expressions that need no state: constants, properties, sets. Set definitions, property values and
// initial values are computed with it at compile time.

import (
	"math/bits"

	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine"
)

// constant checks node n as a value of type want and computes it; 0 after an error.
func (c *compiler) constant(n *source.Node, want engine.Type) int64 {
	v, _ := c.tryConstant(n, want)
	return v
}

// tryConstant is constant that tells whether there was no error.
func (c *compiler) tryConstant(n *source.Node, want engine.Type) (int64, bool) {
	if unknown(want) {
		return 0, false
	}
	if want.Kind == engine.KOrder && n.Kind == source.List {
		return c.orderOf(n), true
	}
	var x *engine.Expr
	if want.Kind == engine.KSet || want.Kind == engine.KBool {
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

func (c *compiler) eval(x *engine.Expr) (int64, bool) {
	e := evaluator{c: c, bound: map[int64]int64{}}
	v := e.eval(x)
	return v, !e.failed
}

type evaluator struct {
	c      *compiler
	bound  map[int64]int64
	failed bool
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (e *evaluator) eval(x *engine.Expr) int64 {
	if e.failed || x == bad {
		e.failed = true
		return 0
	}
	arg := func(i int) int64 { return e.eval(x.Args[i]) }
	switch x.Op {
	case engine.OpConst:
		return x.I
	case engine.OpBound:
		v, ok := e.bound[x.I]
		if !ok {
			e.failed = true
		}
		return v
	case engine.OpTable:
		l := e.c.def.Lookups[x.I].Values
		if i := arg(0); i >= 0 && i < int64(len(l)) {
			return l[i]
		}
		if len(l) == 0 {
			e.failed = true
		}
		return engine.None
	case engine.OpAdd:
		return arg(0) + arg(1)
	case engine.OpSub:
		return arg(0) - arg(1)
	case engine.OpMul:
		return arg(0) * arg(1)
	case engine.OpNeg:
		return -arg(0)
	case engine.OpEq:
		return truth(arg(0) == arg(1))
	case engine.OpNe:
		return truth(arg(0) != arg(1))
	case engine.OpLt:
		return truth(arg(0) < arg(1))
	case engine.OpLe:
		return truth(arg(0) <= arg(1))
	case engine.OpGt:
		return truth(arg(0) > arg(1))
	case engine.OpGe:
		return truth(arg(0) >= arg(1))
	case engine.OpNot:
		return 1 - arg(0)
	case engine.OpAnd:
		for i := range x.Args {
			if arg(i) == 0 {
				return 0
			}
		}
		return 1
	case engine.OpOr:
		for i := range x.Args {
			if arg(i) != 0 {
				return 1
			}
		}
		return 0
	case engine.OpIf:
		if arg(0) != 0 {
			return arg(1)
		}
		return arg(2)
	case engine.OpSetOf:
		var s int64
		for i := range x.Args {
			if v := arg(i); v >= 0 && v < 64 {
				s |= 1 << uint(v)
			}
		}
		return s
	case engine.OpSetRange:
		var s int64
		for v := max(arg(0), 0); v <= min(arg(1), 63); v++ {
			s |= 1 << uint(v)
		}
		return s
	case engine.OpUnion:
		return arg(0) | arg(1)
	case engine.OpInter:
		return arg(0) & arg(1)
	case engine.OpDiff:
		return arg(0) &^ arg(1)
	case engine.OpHas:
		v := arg(1)
		return truth(x.Args[0].Type.Kind == engine.KSet && v >= 0 && arg(0)>>uint(v&63)&1 == 1)
	case engine.OpSize:
		return int64(bits.OnesCount64(uint64(arg(0))))
	case engine.OpThe:
		s := uint64(arg(0))
		if s == 0 {
			return engine.None
		}
		return int64(bits.TrailingZeros64(s))
	case engine.OpAdjacent:
		return e.around(1 << uint(arg(0)&63))
	case engine.OpAround:
		return e.around(arg(0))
	case engine.OpWithin:
		s := int64(1) << uint(arg(0)&63)
		for i := arg(1); i > 0; i-- {
			s |= e.around(s)
		}
		return s
	case engine.OpFilter, engine.OpCount, engine.OpAny, engine.OpEvery, engine.OpSum:
		return e.comprehension(x)
	}
	e.failed = true
	return 0
}

func (e *evaluator) around(s int64) int64 {
	var out int64
	for z, a := range e.c.def.Adjacent {
		if s>>uint(z)&1 == 1 {
			out |= a
		}
	}
	return out
}

func (e *evaluator) comprehension(x *engine.Expr) int64 {
	if x.Args[0].Type.Kind != engine.KSet {
		e.failed = true
		return 0
	}
	over := uint64(e.eval(x.Args[0]))
	var out int64
	all := int64(1)
	for ; over != 0 && !e.failed; over &= over - 1 {
		i := int64(bits.TrailingZeros64(over))
		e.bound[x.I] = i
		hit := e.eval(x.Args[1]) != 0
		switch {
		case !hit:
			all = 0
		case x.Op == engine.OpFilter:
			out |= 1 << uint(i)
		case x.Op == engine.OpSum:
			out += e.eval(x.Args[2])
		default:
			out++
		}
	}
	delete(e.bound, x.I)
	switch x.Op {
	case engine.OpAny:
		return truth(out > 0)
	case engine.OpEvery:
		return all
	}
	return out
}

// formula checks node n in a formula position.
func (c *compiler) formula(n *source.Node, v *env, want engine.Type) *engine.Expr {
	e, list := syntax.Formula(n)
	c.diags = append(c.diags, list...)
	if e == nil || list.HasErrors() {
		return bad
	}
	return c.expr(e, v, want)
}

// value checks node n in a value position, where a plain word is a name.
func (c *compiler) value(n *source.Node, v *env, want engine.Type) *engine.Expr {
	if want.Kind == engine.KOrder && n.Kind == source.List {
		return konst(tOrder, c.orderOf(n))
	}
	e, list := syntax.Value(n)
	c.diags = append(c.diags, list...)
	if e == nil || list.HasErrors() {
		return bad
	}
	return c.expr(e, v, want)
}
