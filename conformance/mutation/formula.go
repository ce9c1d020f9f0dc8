// This file lists the changes of formulas.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine"
)

// formula lists the changes of a formula and of what is in it.
func (l *lister) formula(r root) {
	e := r.e
	if old, ok := l.seen[e]; ok { // one formula used at two places
		for _, m := range old {
			m.reach.join(r.reach)
			m.watched = m.watched || r.watched
		}
		return
	}
	if l.optional(e) {
		return
	}
	if e.Op == engine.OpConst {
		l.constants = append(l.constants, e)
	}
	start := len(l.list)
	before := l.joined
	l.joined = nil
	if e.Node != 0 && e.Type.Kind == engine.KBool {
		r.origin = origin{node: e.Node, reach: l.base.ran[e.Node], proc: r.proc, watched: r.watched}
		if l.def.Nodes[e.Node].What == "possible" {
			r.machine = true
		}
		l.condition(e, r.origin)
	} else if r.way == "" && !r.machine { // the copy of a condition that a menu asks
		l.condition(e, r.origin)
	}
	if !r.machine {
		l.changes(e, r.origin)
	}
	for i, a := range e.Args {
		if a != nil {
			l.formula(root{a, r.below(".%d", i)})
		}
	}
	inside := append(slices.Clone(l.list[start:]), l.joined...)
	l.seen[e] = inside
	l.joined = append(before, l.joined...)
}

// optional tells whether a formula asks for nothing but game options and constants: it says how the game is configured and
// folds away when it is loaded.
func (l *lister) optional(e *engine.Expr) bool {
	if e.Op == engine.OpOption {
		return true
	}
	return len(e.Args) > 0 && e.Op != engine.OpSetOf && l.fixed(e)
}

func (l *lister) fixed(e *engine.Expr) bool {
	switch e.Op {
	case engine.OpConst, engine.OpOption:
		return true
	case engine.OpAdd, engine.OpSub, engine.OpMul, engine.OpEq, engine.OpNe, engine.OpLt, engine.OpLe, engine.OpGt, engine.OpGe, engine.OpAnd,
		engine.OpOr, engine.OpNot, engine.OpHas, engine.OpSize, engine.OpSetOf, engine.OpUnion, engine.OpInter, engine.OpDiff:
		return !slices.ContainsFunc(e.Args, func(a *engine.Expr) bool { return !l.fixed(a) })
	}
	return false
}

// replace gives the edit that puts another formula in the place of e.
func replace(e *engine.Expr, by engine.Expr) edit {
	return func() func() {
		old := *e
		node := e.Node
		*e = by
		e.Node = node
		return func() { *e = old }
	}
}

// become lists that a formula becomes another.
func (l *lister) become(kind string, e *engine.Expr, o origin, by engine.Expr, way string) {
	change := fmt.Sprintf("`%s` becomes `%s`", l.words(e, o), l.words(&by, o))
	if o.label != "" {
		change = o.label + ": " + change
	}
	l.record(kind, e, o, by, way, change)
}

func (l *lister) record(kind string, e *engine.Expr, o origin, by engine.Expr, way, change string) {
	if l.same(e, &by) {
		return
	}
	n := len(l.list)
	m := l.add(kind, l.spot(o.node), o.way+" "+way, change, o.reach, replace(e, by))
	if len(l.list) == n {
		l.joined = append(l.joined, m)
	}
}

// same tells whether two formulas are written alike.
func (l *lister) same(a, b *engine.Expr) bool {
	return a.Op == b.Op && a.I == b.I && a.Type == b.Type && slices.EqualFunc(a.Args, b.Args, func(x, y *engine.Expr) bool {
		return x == y || x != nil && y != nil && l.same(x, y)
	})
}

var truth = engine.Type{Kind: engine.KBool}

func yes() engine.Expr { return engine.Expr{Op: engine.OpConst, Type: truth, I: 1} }

// bare gives a formula without its place, to stand inside another.
func bare(e *engine.Expr) *engine.Expr {
	out := *e
	out.Node = 0
	return &out
}

func not(e *engine.Expr) engine.Expr {
	return engine.Expr{Op: engine.OpNot, Type: truth, Args: []*engine.Expr{bare(e)}}
}

// condition lists the changes of a condition that is a place of its own.
func (l *lister) condition(e *engine.Expr, o origin) {
	switch what := l.def.Nodes[o.node].What; {
	case what == "where" || what == "if" && l.required[e]:
		l.record(Condition, e, o, yes(), "drop", fmt.Sprintf("the condition `%s` dropped", l.words(e, o)))
	case what == "if":
		switch e.Op {
		case engine.OpEq, engine.OpNe, engine.OpHas, engine.OpNot:
			return // the same as the change of the comparison
		}
		l.record(Branch, e, o, not(e), "swap", fmt.Sprintf("the branches of `if %s` swapped", l.words(e, o)))
	}
}

// opposite and neighbour operators.
var (
	comparisons = map[engine.Op]engine.Op{engine.OpEq: engine.OpNe, engine.OpNe: engine.OpEq, engine.OpLt: engine.OpLe, engine.OpLe: engine.OpLt,
		engine.OpGt: engine.OpGe, engine.OpGe: engine.OpGt, engine.OpAny: engine.OpEvery, engine.OpEvery: engine.OpAny}
	arithmetic = map[engine.Op]engine.Op{engine.OpAdd: engine.OpSub, engine.OpSub: engine.OpAdd, engine.OpMin: engine.OpMax, engine.OpMax: engine.OpMin,
		engine.OpFloorDiv: engine.OpCeilDiv, engine.OpCeilDiv: engine.OpFloorDiv, engine.OpLeast: engine.OpMost, engine.OpMost: engine.OpLeast}
)

// changes lists the changes of one formula, not of what is in it.
func (l *lister) changes(e *engine.Expr, o origin) {
	with := func(op engine.Op) engine.Expr {
		out := *e
		out.Op = op
		return out
	}
	switch e.Op {
	case engine.OpEq, engine.OpNe, engine.OpAny, engine.OpEvery:
		l.become(Comparison, e, o, with(comparisons[e.Op]), "op")
	case engine.OpLt, engine.OpLe, engine.OpGt, engine.OpGe:
		if !number(e.Args[0]) && !number(e.Args[1]) { // else the change of the number says the same
			l.become(Comparison, e, o, with(comparisons[e.Op]), "op")
		}
	case engine.OpHas, engine.OpSubsetOf:
		l.become(Comparison, e, o, not(e), "op")
	case engine.OpAdd, engine.OpSub, engine.OpFloorDiv, engine.OpCeilDiv, engine.OpLeast, engine.OpMost:
		l.become(Arithmetic, e, o, with(arithmetic[e.Op]), "op")
	case engine.OpMin, engine.OpMax:
		if len(e.Args) > 1 {
			l.become(Arithmetic, e, o, with(arithmetic[e.Op]), "op")
		}
	case engine.OpNot, engine.OpNeg:
		l.become(Operand, e, o, *e.Args[0], "bare")
	case engine.OpIf:
		by := *e
		by.Args = []*engine.Expr{e.Args[0], e.Args[2], e.Args[1]}
		l.become(Branch, e, o, by, "swap")
	case engine.OpAnd, engine.OpOr, engine.OpUnion, engine.OpInter:
		l.operands(e, o)
	case engine.OpDiff:
		l.become(Operand, e, o, *e.Args[0], "first")
	case engine.OpConst:
		l.constant(e, o)
	}
	switch e.Op {
	case engine.OpFilter, engine.OpCount, engine.OpAny, engine.OpFirst, engine.OpSum, engine.OpLeast, engine.OpMost:
		if where := e.Args[1]; where.Op != engine.OpConst && where.Node == 0 && !l.placed(where) {
			l.record(Condition, where, o.below(".1"), yes(), "drop", fmt.Sprintf("the condition `where %s` dropped", l.words(where, o)))
		}
	}
}

// placed tells whether a conjunction is of conditions that are places of their own.
func (l *lister) placed(e *engine.Expr) bool {
	return e.Op == engine.OpAnd && slices.ContainsFunc(e.Args, func(a *engine.Expr) bool { return a.Node != 0 })
}

func number(e *engine.Expr) bool { return e.Op == engine.OpConst && e.Type.Kind == engine.KInt }

// operands lists that one of several operands is left out.
func (l *lister) operands(e *engine.Expr, o origin) {
	if len(e.Args) < 2 {
		return
	}
	for i, a := range e.Args {
		switch {
		case a.Node != 0 || l.optional(a) || a.Op == engine.OpConst && a.Type.Kind == engine.KBool: // a place of its own, or configuration
			continue
		case a.Op == e.Op && len(a.Args) > 1: // its operands are left out one by one
			continue
		}
		by := *e
		by.Args = slices.Delete(slices.Clone(e.Args), i, i+1)
		if len(by.Args) == 1 {
			by = *by.Args[0]
		}
		l.record(Operand, e, o, by, fmt.Sprint("drop ", i), fmt.Sprintf("`%s` left out of `%s`", l.words(a, o), l.words(e, o)))
	}
}

// constant lists the changes of a constant: numbers by one, members of an enumeration and seats by their neighbour.
func (l *lister) constant(e *engine.Expr, o origin) {
	to := func(v int64) {
		by := *e
		by.I = v
		l.become(Constant, e, o, by, fmt.Sprint("to ", v-e.I))
	}
	neighbour := func(n int) {
		switch {
		case e.I < 0 || n < 2:
		case e.I+1 < int64(n):
			to(e.I + 1)
		default:
			to(e.I - 1)
		}
	}
	switch e.Type.Kind {
	case engine.KInt:
		to(e.I + 1)
		if e.I > 0 || o.label != "min" && o.label != "max" {
			to(e.I - 1)
		}
	case engine.KEnum:
		neighbour(len(l.def.Enums[e.Type.Of].Members))
	case engine.KSeat:
		neighbour(len(l.def.Seats))
	case engine.KBool:
		if l.flag[e] {
			to(1 - e.I)
		}
	}
}
