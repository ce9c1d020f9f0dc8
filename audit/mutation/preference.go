// This file lists the changes of the preferences of decisions. A condition of `prefer` is compiled to one that is true of a
// candidate that satisfies it, or of all candidates if no other satisfies it. So the compiled game contains several copies of
// the condition, which are changed together.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine/def"
)

// preferred is the compiled form of a condition of `prefer`: `met or not any(another candidate that satisfies it)`.
type preferred struct {
	cond *def.Cond
	met  *def.Expr
	any  *def.Expr
}

// preferences returns the preferences of a decision, in order.
func preferences(d *def.DecisionDef) []preferred {
	var out []preferred
	for i := range d.Where {
		c := &d.Where[i]
		if e := c.When; e.Op == def.OpOr && len(e.Args) == 2 && e.Args[1].Op == def.OpNot && e.Args[1].Args[0].Op == def.OpAny && e.Args[1].Args[0].Made {
			out = append(out, preferred{c, e.Args[0], e.Args[1].Args[0]})
		}
	}
	return out
}

// tests returns the conditions on the other candidate.
func (p *preferred) tests() []*def.Expr {
	if all := p.any.Args[1]; all.Op == def.OpAnd {
		return all.Args
	}
	return p.any.Args[1:2]
}

// copies returns the copy of preference i in the conditions that preference j >= i has on another candidate, and the test
// around it, which is also true if no candidate satisfies preference i.
func copies(list []preferred, i, j int) (met, test *def.Expr) {
	tests := list[j].tests()
	n := len(tests) - 1 - (j - i)
	if n < 0 {
		return nil, nil
	}
	if test = tests[n]; i == j {
		return test, test
	}
	if test.Op != def.OpOr {
		return nil, nil
	}
	return test.Args[0], test
}

// prefers lists the removal of each preference of a decision and its exchange with the next, and records the copies that the
// compiler made of each.
func (l *lister) prefers(d *def.DecisionDef, o origin) {
	list := preferences(d)
	for i := range list {
		p := &list[i]
		l.preferred[p.cond.When] = true
		o.node, o.reach = p.cond.Node, l.base.ran[p.cond.Node]
		out := l.add(Preference, l.spot(o.node), "left out", fmt.Sprintf("prefer: `%s` left out", l.words(p.met, o)), o.reach, replace(p.cond.When, yes()))
		out.swaps = append(out.swaps, swap{p.cond.When, yes()})
		for j := i; j < len(list); j++ {
			met, test := copies(list, i, j)
			slots := map[int64]int64{int64(d.Bind): list[j].any.I}
			if met == nil || !twinned(p.met, met, slots) {
				continue
			}
			l.twin(p.met, met, slots)
			if i < j {
				out.edits, out.swaps = append(out.edits, replace(test, yes())), append(out.swaps, swap{test, yes()})
			}
		}
		if i+1 < len(list) {
			l.changesPlaces(p, &list[i+1], o)
		}
	}
}

// twinned reports whether a formula is a copy of another up to bound slots, and adds the correspondence of these slots.
func twinned(e, copied *def.Expr, slots map[int64]int64) bool {
	if e == nil || copied == nil {
		return e == copied
	}
	if e.Op != copied.Op || e.Type != copied.Type || len(e.Args) != len(copied.Args) {
		return false
	}
	switch slot, ok := slots[e.I]; {
	case e.Op.Row().Binds:
		slots[e.I] = copied.I
	case e.Op == def.OpBound && ok:
		if slot != copied.I {
			return false
		}
	case e.I != copied.I:
		return false
	}
	for i := range e.Args {
		if !twinned(e.Args[i], copied.Args[i], slots) {
			return false
		}
	}
	return true
}

// twin records the copies of a formula and its subformulas.
func (l *lister) twin(e, copied *def.Expr, slots map[int64]int64) {
	if e == nil || e == copied {
		return
	}
	l.twins[e] = append(l.twins[e], twin{copied, slots})
	for i := range e.Args {
		l.twin(e.Args[i], copied.Args[i], slots)
	}
}

// twin is a copy of a formula and its bound slots by those of the original.
type twin struct {
	e     *def.Expr
	slots map[int64]int64
}

// renamed returns a formula with its bound slots replaced by those of the copy.
func (t twin) renamed(e *def.Expr) *def.Expr {
	if e == nil {
		return nil
	}
	out := *e
	if out.Op == def.OpBound || out.Op.Row().Binds {
		if slot, ok := t.slots[out.I]; ok {
			out.I = slot
		}
	}
	out.Args = nil
	for _, a := range e.Args {
		out.Args = append(out.Args, t.renamed(a))
	}
	return &out
}

// changesPlaces lists the exchange of two successive preferences.
func (l *lister) changesPlaces(first, second *preferred, o origin) {
	tests := second.tests()
	n := len(tests)
	if n < 2 || tests[n-2].Op != def.OpOr {
		return
	}
	met, later := tests[n-2].Args[0], tests[n-1] // of another candidate
	some := func(tests ...*def.Expr) *def.Expr {
		out := *second.any
		out.Args = []*def.Expr{second.any.Args[0], {Op: def.OpAnd, Type: def.TBool, Args: tests}}
		return &def.Expr{Op: def.OpNot, Type: def.TBool, Args: []*def.Expr{&out}}
	}
	others := tests[:n-2]
	nobody := some(slices.Concat(others, []*def.Expr{later})...)
	either := func(a, b *def.Expr) *def.Expr {
		return &def.Expr{Op: def.OpOr, Type: def.TBool, Args: []*def.Expr{a, b}}
	}
	now := either(second.met, nobody)
	then := either(first.met, some(slices.Concat(others, []*def.Expr{either(later, nobody), met})...))
	m := l.add(Preference, l.spot(o.node), "swapped", fmt.Sprintf("prefer: `%s` changes places with `%s`", l.words(first.met, o), l.words(second.met, o)),
		o.reach, replace(first.cond.When, *now))
	m.edits = append(m.edits, replace(second.cond.When, *then))
	m.swaps = append(m.swaps, swap{first.cond.When, *now}, swap{second.cond.When, *then})
}
