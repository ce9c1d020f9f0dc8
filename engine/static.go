package engine

// This file finds expressions that can be evaluated at load: those that depend only on the rulebook, and conditions on a candidate that depend
// only on the candidate. The latter become constant masks.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// static reports whether the value of e depends only on the rulebook and the bound slots in free.
func (b *builder) static(e *def.Expr, free []int64) bool {
	b.chargeLoading(1)
	if e == nil || e.Op == def.OpBound && !slices.Contains(free, e.I) || !e.Pure() || b.covered(e) {
		return false
	}
	if e.Op == def.OpCall {
		if e.I < 0 || e.I >= int64(len(b.Def.Functions)) {
			return false
		}
		if !b.staticFunction(e.I) {
			return false
		}
	}
	binds := e.Op.Row().Binds
	for i, a := range e.Args {
		if binds && i > 0 {
			if !b.static(a, append(free, e.I)) {
				return false
			}
			continue
		}
		if !b.static(a, free) {
			return false
		}
	}
	return true
}

// staticFunction reports whether a function depends only on its parameters.
func (b *builder) staticFunction(i int64) bool {
	if v, ok := b.constants[i]; ok {
		return v
	}
	f := b.Def.Functions[i]
	var params []int64
	for _, p := range f.Params {
		params = append(params, int64(p))
	}
	v := b.static(f.Body, params)
	b.constants[i] = v
	return v
}

// uses reports whether e reads a bound slot.
func uses(e *def.Expr, slot int64) bool {
	for x := range e.All() {
		if isBound(x, slot) {
			return true
		}
	}
	return false
}

// loopCondition is a condition, the slot of its candidate, and whether the loop ends at the first member.
type loopCondition struct {
	e     *def.Expr
	slot  int64
	brief bool
}

// narrow keeps the members of a set for which a condition holds.
type narrow func(s *State, set int64) int64

// candidates compiles a condition on the candidate in a slot to a function that narrows whole sets. It evaluates exactly what evaluating the
// condition for each member would. It returns false if the condition has no form that is faster than that.
func (b *builder) candidates(e *def.Expr, slot int64) (narrow, bool) {
	if e == nil || !b.runs(narrowing) || b.covered(e) || b.notTogether[loopCondition{e, slot, b.stopsEarly}] {
		return nil, false
	}
	defer b.leave(b.enter(e))
	f, ok := b.narrowing(e, slot)
	if !ok {
		b.notTogether[loopCondition{e, slot, b.stopsEarly}] = true
	}
	return f, ok
}

// narrowing is candidates without its cache.
func (b *builder) narrowing(e *def.Expr, slot int64) (narrow, bool) {
	if b.static(e, []int64{slot}) {
		return b.tabulate(e, slot)
	}
	if !uses(e, slot) {
		f := b.cond(e)
		return func(s *State, set int64) int64 {
			if set == 0 || f(s) {
				return set
			}
			return 0
		}, true
	}
	switch e.Op {
	case def.OpAnd, def.OpOr:
		return b.candidatesOf(e, slot)
	case def.OpNot:
		if f, ok := b.candidates(e.Args[0], slot); ok {
			return func(s *State, set int64) int64 { return set &^ f(s, set) }, true
		}
	case def.OpHas:
		return b.amongOf(e, slot)
	case def.OpIf:
		return b.candidatesOfIf(e, slot)
	case def.OpCellAt, def.OpCellOf:
		return b.cellsOf(def.OpNe, e, &def.Expr{Op: def.OpConst, Type: e.Type}, slot)
	case def.OpGt, def.OpGe, def.OpEq, def.OpNe, def.OpLt, def.OpLe:
		if b.takesWide(e) {
			return nil, false
		}
		if f, ok := b.presence(e, slot); ok {
			return f, true
		}
		if f, ok := b.indexOf(e, slot); ok {
			return f, true
		}
		return b.cellsOf(e.Op, e.Args[0], e.Args[1], slot)
	case def.OpCall:
		return b.candidatesOfCall(e, slot)
	}
	return nil, false
}

func isBound(e *def.Expr, slot int64) bool { return e != nil && e.Op == def.OpBound && e.I == slot }

// tabulate evaluates a static condition for every candidate.
func (b *builder) tabulate(e *def.Expr, slot int64) (narrow, bool) {
	values, ok := b.fixedOf(e, slot)
	if !ok {
		return nil, false
	}
	table := int64(0)
	for i, v := range values {
		if v != 0 {
			table |= value.Singleton(int64(i))
		}
	}
	return func(_ *State, set int64) int64 { return set & table }, true
}

// remember evaluates a static condition on the member in a slot for the members below n and returns a table lookup. If the condition fails
// for one of them, it returns f.
func (b *builder) remember(f cond, slot int64, n int) cond {
	at, table := b.slot(slot), make([]bool, n)
	for i := range table {
		v, ok := b.try(func(s *State) int64 {
			s.bound[at] = int64(i)
			if f(s) {
				return 1
			}
			return 0
		})
		if !ok {
			return f
		}
		table[i] = v != 0
	}
	return func(s *State) bool {
		v := s.bound[at]
		return uint64(v) < uint64(len(table)) && table[v]
	}
}

func (b *builder) candidatesOf(e *def.Expr, slot int64) (narrow, bool) {
	fs, ok := b.candidatesOfAll(e.Args, slot)
	if !ok {
		return nil, false
	}
	if e.Op == def.OpAnd {
		return func(s *State, set int64) int64 {
			for _, f := range fs {
				set = f(s, set)
			}
			return set
		}, true
	}
	return func(s *State, set int64) int64 {
		found := int64(0)
		for _, f := range fs {
			found |= f(s, set&^found)
		}
		return found
	}, true
}

// presence recognises "zone $slot has (no) piece of a filter".
func (b *builder) presence(e *def.Expr, slot int64) (narrow, bool) {
	if b.g.zoneWords > 1 || e.Args[0].Op != def.OpPieces || len(e.Args[0].Args) != 2 {
		return nil, false
	}
	p := e.Args[0]
	k, ok := b.constant(e.Args[1])
	if !ok || !isBound(p.Args[0], slot) || uses(p.Args[1], slot) {
		return nil, false
	}
	some := e.Op == def.OpGt && k == 0 || e.Op == def.OpGe && k == 1 || e.Op == def.OpNe && k == 0
	no := e.Op == def.OpEq && k == 0 || e.Op == def.OpLt && k == 1 || e.Op == def.OpLe && k == 0
	if !some && !no {
		return nil, false
	}
	f := b.holding(p.Args[1])
	return func(s *State, set int64) int64 {
		if set == 0 {
			return 0
		}
		if no {
			return set &^ f(s)
		}
		return set & f(s)
	}, true
}

// indexOf recognises "a fixed property of $slot is (not) this value", such as the column of a table's row, and looks up the members by the
// value.
func (b *builder) indexOf(e *def.Expr, slot int64) (narrow, bool) {
	if e.Op != def.OpEq && e.Op != def.OpNe {
		return nil, false
	}
	fixed, other := e.Args[0], e.Args[1]
	if !uses(fixed, slot) {
		fixed, other = other, fixed
	}
	if uses(other, slot) {
		return nil, false
	}
	values, ok := b.fixedOf(fixed, slot)
	if !ok {
		return nil, false
	}
	index := map[int64]int64{}
	for i, v := range values {
		index[v] |= value.Singleton(int64(i))
	}
	v, not := b.num(other), e.Op == def.OpNe
	return func(s *State, set int64) int64 {
		switch {
		case set == 0:
			return 0
		case not:
			return set &^ index[v(s)]
		}
		return set & index[v(s)]
	}, true
}

// candidatesOfCall narrows by the body of a function that is called with the candidate.
func (b *builder) candidatesOfCall(e *def.Expr, slot int64) (narrow, bool) {
	c, ok := b.inline(e)
	if !ok || slices.ContainsFunc(c.args, func(a *def.Expr) bool { return uses(a, slot) }) {
		return nil, false
	}
	var inner narrow
	c.compile(func() { inner, ok = b.candidates(c.body, slot) })
	if !ok {
		return nil, false
	}
	inner = profiledSet(b, InFunction, int32(e.I), inner)
	return func(s *State, set int64) int64 {
		if set == 0 {
			return 0
		}
		c.bind(s)
		s.spend(c.price)
		return inner(s, set)
	}, true
}

// mayFault reports whether an expression could be a fault; see fold.Faults.
func (b *builder) mayFault(e *def.Expr) bool {
	may, cost := b.faults.MayFault(e)
	b.chargeLoading(small(cost))
	return may
}
