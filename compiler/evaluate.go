package compiler

// evaluate.go computes expressions that need no state. What cannot be known is left out where it does not matter: one false
// operand settles an `and`.

import (
	"maps"
	"math/bits"
	"slices"

	"rulebound/engine/def"
)

// eval computes x; false if it needs a state or an option of the game.
func (c *compiler) eval(x *def.Expr) (int64, bool) {
	return c.evaluator(nil).try(x)
}

// evaluator knows the slots in bound.
func (c *compiler) evaluator(bound map[int64]int64) *evaluator {
	e := &evaluator{c: c, bound: map[int64]int64{}}
	maps.Copy(e.bound, bound)
	return e
}

// evaluator computes expressions.
type evaluator struct {
	c       *compiler
	bound   map[int64]int64
	options []int64 // values of the game's options, if they are known
	calls   bool    // look into functions
	failed  bool
}

// try computes x; false if it cannot be known.
func (e *evaluator) try(x *def.Expr) (int64, bool) {
	v := e.eval(x)
	ok := !e.failed
	e.failed = false
	return v, ok
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (e *evaluator) fail() int64 {
	e.failed = true
	return 0
}

func (e *evaluator) eval(x *def.Expr) int64 {
	if e.failed || x == bad {
		return e.fail()
	}
	switch x.Op {
	case def.OpConst:
		return x.I
	case def.OpBound:
		if v, ok := e.bound[x.I]; ok {
			return v
		}
		return e.fail()
	case def.OpOption:
		if x.I < int64(len(e.options)) {
			return e.options[x.I]
		}
		return e.fail()
	case def.OpAnd:
		return e.junction(x, 0)
	case def.OpOr:
		return e.junction(x, 1)
	case def.OpIf:
		return e.choice(x)
	case def.OpLet:
		e.bound[x.I] = e.eval(x.Args[0])
		defer delete(e.bound, x.I)
		return e.eval(x.Args[1])
	case def.OpHas:
		if v, ok := e.try(x.Args[0]); ok && empty(x.Args[0].Type, v) {
			return 0
		}
	case def.OpFilter, def.OpCount, def.OpAny, def.OpEvery, def.OpFirst, def.OpSum, def.OpLeast, def.OpMost:
		return e.comprehension(x)
	case def.OpCall:
		return e.call(x)
	}
	args := make([]int64, len(x.Args))
	for i, a := range x.Args {
		args[i] = e.eval(a)
	}
	if e.failed {
		return 0
	}
	return e.operation(x, args)
}

// junction computes an and, which a 0 settles, or an or, which a 1 does.
func (e *evaluator) junction(x *def.Expr, settles int64) int64 {
	all := true
	for _, a := range x.Args {
		v, ok := e.try(a)
		if ok && v == settles {
			return settles
		}
		all = all && ok
	}
	e.failed = !all
	return 1 - settles
}

// choice computes an if; where its condition is not known, its branches may agree.
func (e *evaluator) choice(x *def.Expr) int64 {
	if k, ok := e.try(x.Args[0]); ok {
		return e.eval(x.Args[2-k])
	}
	a, b := e.eval(x.Args[1]), e.eval(x.Args[2])
	e.failed = e.failed || a != b
	return a
}

// call computes a function of the rulebook.
func (e *evaluator) call(x *def.Expr) int64 {
	f := e.c.def.Functions[x.I]
	if !e.calls || len(f.Params) != len(x.Args) {
		return e.fail()
	}
	inner := e.c.evaluator(nil)
	inner.options, inner.calls = e.options, true
	for i, a := range x.Args {
		if v, ok := e.try(a); ok {
			inner.bound[int64(f.Params[i])] = v
		}
	}
	v, ok := inner.try(f.Body)
	e.failed = !ok
	return v
}

// operation computes an operator whose operands are all known.
func (e *evaluator) operation(x *def.Expr, a []int64) int64 {
	switch x.Op {
	case def.OpTable:
		l := e.c.def.Lookups[x.I].Values
		switch {
		case a[0] >= 0 && a[0] < int64(len(l)):
			return l[a[0]]
		case len(l) == 0:
			return e.fail()
		}
		return def.None
	case def.OpAdd:
		return a[0] + a[1]
	case def.OpSub:
		return a[0] - a[1]
	case def.OpMul:
		return a[0] * a[1]
	case def.OpNeg:
		return -a[0]
	case def.OpMin, def.OpMax:
		best := a[0]
		for _, v := range a {
			if x.Op == def.OpMin {
				best = min(best, v)
			} else {
				best = max(best, v)
			}
		}
		return best
	case def.OpEq:
		return truth(a[0] == a[1])
	case def.OpNe:
		return truth(a[0] != a[1])
	case def.OpLt:
		return truth(a[0] < a[1])
	case def.OpLe:
		return truth(a[0] <= a[1])
	case def.OpGt:
		return truth(a[0] > a[1])
	case def.OpGe:
		return truth(a[0] >= a[1])
	case def.OpNot:
		return 1 - a[0]
	}
	return e.ofSets(x, a)
}

// ofSets computes the operators of sets, orders and the map.
func (e *evaluator) ofSets(x *def.Expr, a []int64) int64 {
	switch x.Op {
	case def.OpSetOf:
		var s int64
		for _, v := range a {
			if v >= 0 && v < 64 {
				s |= 1 << uint(v)
			}
		}
		return s
	case def.OpSetRange:
		var s int64
		for v := max(a[0], 0); v <= min(a[1], 63); v++ {
			s |= 1 << uint(v)
		}
		return s
	case def.OpUnion:
		return a[0] | a[1]
	case def.OpInter:
		return a[0] & a[1]
	case def.OpDiff:
		return a[0] &^ a[1]
	case def.OpSubsetOf:
		return truth(a[0]&^a[1] == 0)
	case def.OpThe:
		if a[0] == 0 {
			return def.None
		}
		return int64(bits.TrailingZeros64(uint64(a[0])))
	case def.OpHas:
		return truth(position(membersOf(x.Args[0].Type, a[0]), a[1]) >= 0)
	case def.OpSize:
		return int64(len(membersOf(x.Args[0].Type, a[0])))
	case def.OpPosition:
		return int64(position(membersOf(x.Args[0].Type, a[0]), a[1]))
	case def.OpOrderAt:
		if m := membersOf(x.Args[0].Type, a[0]); a[1] >= 0 && a[1] < int64(len(m)) {
			return m[a[1]]
		}
		return def.None
	case def.OpAdjacent:
		return e.around(1 << uint(a[0]&63))
	case def.OpAround:
		return e.around(a[0])
	case def.OpWithin:
		s := int64(1) << uint(a[0]&63)
		for i := a[1]; i > 0; i-- {
			s |= e.around(s)
		}
		return s
	}
	return e.fail()
}

// membersOf lists the members of a set, ascending, or of an order.
func membersOf(t def.Type, v int64) []int64 {
	var out []int64
	if t.Kind == def.KOrder {
		for o := uint64(v); len(out) < 8 && o&0xff != 0xff; o >>= 8 {
			out = append(out, int64(o&0xff))
		}
		return out
	}
	for s := uint64(v); s != 0; s &= s - 1 {
		out = append(out, int64(bits.TrailingZeros64(s)))
	}
	return out
}

func empty(t def.Type, v int64) bool { return t.Kind != def.KPile && len(membersOf(t, v)) == 0 }

// position is the place of v in list, -1 if it is not there.
func position(list []int64, v int64) int { return slices.Index(list, v) }

func (e *evaluator) around(s int64) int64 {
	var out int64
	for z, a := range e.c.def.Adjacent {
		if s>>uint(z)&1 == 1 {
			out |= a
		}
	}
	return out
}

// comprehension computes what runs over the members of a set or order.
func (e *evaluator) comprehension(x *def.Expr) int64 {
	over := e.eval(x.Args[0])
	if e.failed || x.Args[0].Type.Kind == def.KPile {
		return e.fail()
	}
	defer delete(e.bound, x.I)
	var hits, values []int64
	members := membersOf(x.Args[0].Type, over)
	for _, m := range members {
		e.bound[x.I] = m
		if e.eval(x.Args[1]) == 0 {
			continue
		}
		hits = append(hits, m)
		if x.Op == def.OpSum || x.Op == def.OpLeast || x.Op == def.OpMost {
			values = append(values, e.eval(x.Args[2]))
		}
	}
	switch x.Op {
	case def.OpAny:
		return truth(len(hits) > 0)
	case def.OpEvery:
		return truth(len(hits) == len(members))
	case def.OpFirst:
		return append(hits, def.None)[0]
	case def.OpCount:
		return int64(len(hits))
	case def.OpFilter:
		var s int64
		for _, m := range hits {
			s |= 1 << uint(m)
		}
		return s
	case def.OpSum:
		var sum int64
		for _, v := range values {
			sum += v
		}
		return sum
	}
	if len(values) == 0 {
		return e.eval(x.Args[3])
	}
	if x.Op == def.OpLeast {
		return slices.Min(values)
	}
	return slices.Max(values)
}
