// This file lists the changes of formulas.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine/def"
)

// formula lists the changes of a formula and of its subformulas.
func (l *lister) formula(r root) {
	e := r.e
	if old, ok := l.seen[e]; ok { // one formula used at two places
		for _, m := range old {
			m.reach.join(r.reach)
			m.watched = m.watched || r.watched
		}
		return
	}
	if l.optional(e) || e.Made {
		return
	}
	if e.Op == def.OpConst {
		l.constants = append(l.constants, e)
	}
	start := len(l.list)
	before := l.joined
	l.joined = nil
	if e.Node != 0 && e.Type.Kind == def.KBool {
		r.origin = origin{node: e.Node, reach: l.base.ran[e.Node], proc: r.proc, watched: r.watched, machine: l.implied[e.Node]}
		l.condition(e, r.origin)
	} else if r.way == "" && !r.machine { // otherwise it is the copy of a condition that a menu evaluates
		l.condition(e, r.origin)
	}
	if !r.machine {
		l.changes(e, r.origin)
	}
	for i, a := range e.Args {
		if e.Op == def.OpRepeated && i == 3 && a != nil && a.Op == def.OpConst && a.I == 1 {
			continue // a set of values: the rulebook has no count there
		}
		if a != nil {
			l.formula(root{a, r.below(".%d", i)})
		}
	}
	inside := append(slices.Clone(l.list[start:]), l.joined...)
	l.seen[e] = inside
	l.joined = append(before, l.joined...)
}

// optional reports whether a formula reads only game options and constants: it configures the game and is folded when the
// game is loaded.
func (l *lister) optional(e *def.Expr) bool {
	if e.Op == def.OpOption {
		return true
	}
	return len(e.Args) > 0 && e.Op != def.OpSetOf && l.fixed(e)
}

func (l *lister) fixed(e *def.Expr) bool {
	switch e.Op {
	case def.OpConst, def.OpOption:
		return true
	case def.OpAdd, def.OpSub, def.OpMul, def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe, def.OpAnd,
		def.OpOr, def.OpNot, def.OpHas, def.OpSize, def.OpSetOf, def.OpUnion, def.OpInter, def.OpDiff:
		return !slices.ContainsFunc(e.Args, func(a *def.Expr) bool { return !l.fixed(a) })
	}
	return false
}

// replace returns the edit that replaces e by another formula.
func replace(e *def.Expr, by def.Expr) edit {
	return func() func() {
		old := *e
		node := e.Node
		*e = by
		e.Node = node
		return func() { *e = old }
	}
}

// become lists the replacement of a formula.
func (l *lister) become(kind string, e *def.Expr, o origin, by def.Expr, way string) {
	l.record(kind, e, o, by, way, o.labelled(fmt.Sprintf("`%s` becomes `%s`", l.words(e, o), l.words(&by, o))))
}

func (l *lister) record(kind string, e *def.Expr, o origin, by def.Expr, way, change string) {
	if l.same(e, &by) {
		return
	}
	n := len(l.list)
	m := l.add(kind, l.spot(o.node), o.way+" "+way, change, o.reach, replace(e, by))
	m.swaps = append(m.swaps, swap{e, by})
	for _, t := range l.twins[e] {
		same := t.renamed(&by)
		m.edits, m.swaps = append(m.edits, replace(t.e, *same)), append(m.swaps, swap{t.e, *same})
	}
	if len(l.list) == n {
		l.joined = append(l.joined, m)
	}
}

// same reports whether two formulas are structurally equal.
func (l *lister) same(a, b *def.Expr) bool {
	return a.Op == b.Op && a.I == b.I && a.Type == b.Type && slices.EqualFunc(a.Args, b.Args, func(x, y *def.Expr) bool {
		return x == y || x != nil && y != nil && l.same(x, y)
	})
}

func yes() def.Expr { return def.Expr{Op: def.OpConst, Type: def.TBool, I: 1} }

// bare returns a copy of a formula without its node, for use as an operand.
func bare(e *def.Expr) *def.Expr {
	out := *e
	out.Node = 0
	return &out
}

func not(e *def.Expr) def.Expr {
	return def.Expr{Op: def.OpNot, Type: def.TBool, Args: []*def.Expr{bare(e)}}
}

// condition lists the changes of a condition that has its own node.
func (l *lister) condition(e *def.Expr, o origin) {
	switch what := l.def.Nodes[o.node].What; {
	case l.preferred[e]: // the preference of the decision lists this change
	case what == "where" || what == "owed" || what == "if" && l.required[e]:
		l.record(Condition, e, o, yes(), "drop", fmt.Sprintf("the condition `%s` dropped", l.words(e, o)))
	case what == "if":
		switch e.Op {
		case def.OpEq, def.OpNe, def.OpHas, def.OpNot:
			return // the same as the change of the comparison
		}
		l.record(Branch, e, o, not(e), "swap", fmt.Sprintf("the branches of `if %s` swapped", l.words(e, o)))
	}
}

// The operators that replace each other.
var (
	comparisons = map[def.Op]def.Op{def.OpEq: def.OpNe, def.OpNe: def.OpEq, def.OpLt: def.OpLe, def.OpLe: def.OpLt,
		def.OpGt: def.OpGe, def.OpGe: def.OpGt, def.OpAny: def.OpEvery, def.OpEvery: def.OpAny}
	arithmetic = map[def.Op]def.Op{def.OpAdd: def.OpSub, def.OpSub: def.OpAdd, def.OpMin: def.OpMax, def.OpMax: def.OpMin,
		def.OpFloorDiv: def.OpCeilDiv, def.OpCeilDiv: def.OpFloorDiv, def.OpLeast: def.OpMost, def.OpMost: def.OpLeast,
		def.OpRankMost: def.OpRankLeast, def.OpRankLeast: def.OpRankMost}
)

// changes lists the changes of a formula without those of its subformulas.
func (l *lister) changes(e *def.Expr, o origin) {
	with := func(op def.Op) def.Expr {
		out := *e
		out.Op = op
		return out
	}
	l.weigh(e)
	if e.Op.Row().Binds && e.Op != def.OpLet {
		l.compass(e)
	}
	switch e.Op {
	case def.OpEq, def.OpNe, def.OpAny, def.OpEvery:
		l.become(Comparison, e, o, with(comparisons[e.Op]), "op")
	case def.OpLt, def.OpLe, def.OpGt, def.OpGe:
		if !number(e.Args[0]) && !number(e.Args[1]) { // otherwise the change of the number is equivalent
			l.become(Comparison, e, o, with(comparisons[e.Op]), "op")
		}
	case def.OpHas, def.OpSubsetOf:
		l.become(Comparison, e, o, not(e), "op")
	case def.OpAdd, def.OpSub, def.OpFloorDiv, def.OpCeilDiv, def.OpLeast, def.OpMost, def.OpRankMost, def.OpRankLeast:
		l.become(Arithmetic, e, o, with(arithmetic[e.Op]), "op")
	case def.OpMin, def.OpMax:
		if len(e.Args) > 1 {
			l.become(Arithmetic, e, o, with(arithmetic[e.Op]), "op")
		}
	case def.OpNot, def.OpNeg:
		l.become(Operand, e, o, *e.Args[0], "bare")
	case def.OpIf:
		by := *e
		by.Args = []*def.Expr{e.Args[0], e.Args[2], e.Args[1]}
		l.become(Branch, e, o, by, "swap")
	case def.OpAnd, def.OpOr, def.OpUnion, def.OpInter:
		l.operands(e, o)
	case def.OpDiff:
		l.become(Operand, e, o, *e.Args[0], "first")
	case def.OpAdjacent, def.OpAround, def.OpFlood, def.OpWithin:
		l.nearby(e, o)
	case def.OpStep, def.OpRay, def.OpBeyond:
		l.walk(e, o)
	case def.OpConst:
		l.constant(e, o)
		l.selects(e, o)
		l.readsTrack(e, o)
	case def.OpCell, def.OpCellAt:
		l.readsTrack(e, o)
	}
	switch e.Op {
	case def.OpFilter, def.OpCount, def.OpAny, def.OpFirst, def.OpSum, def.OpLeast, def.OpMost, def.OpRepeated, def.OpRankMost, def.OpRankLeast,
		def.OpReachable, def.OpPathCost, def.OpToll:
		if where := e.Args[1]; where.Op != def.OpConst && where.Node == 0 && !l.placed(where) {
			l.record(Condition, where, o.below(".1"), yes(), "drop", fmt.Sprintf("the condition `where %s` dropped", l.words(where, o)))
		}
	}
}

// placed reports whether a conjunction contains a condition with its own node.
func (l *lister) placed(e *def.Expr) bool {
	return e.Op == def.OpAnd && slices.ContainsFunc(e.Args, func(a *def.Expr) bool { return a.Node != 0 })
}

func number(e *def.Expr) bool { return e.Op == def.OpConst && e.Type.Kind == def.KInt }

// operands lists the removal of each of several operands.
func (l *lister) operands(e *def.Expr, o origin) {
	if len(e.Args) < 2 {
		return
	}
	for i, a := range e.Args {
		switch {
		case a.Node != 0 || l.optional(a) || a.Op == def.OpConst && a.Type.Kind == def.KBool: // it has its own node, or is configuration
			continue
		case a.Op == e.Op && len(a.Args) > 1: // its operands are removed one by one
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

// constant lists the changes of a constant: a number by one, a member of an enumeration or a seat to its neighbour.
func (l *lister) constant(e *def.Expr, o origin) {
	to := func(v int64) {
		by := *e
		by.I = v
		l.become(Constant, e, o, by, fmt.Sprint("to ", v-e.I))
	}
	next := func(n int) {
		if e.I >= 0 && n > 1 {
			to(neighbour(e.I, n))
		}
	}
	switch e.Type.Kind {
	case def.KInt:
		to(e.I + 1)
		if e.I > 0 || o.label != "min" && o.label != "max" {
			to(e.I - 1)
		}
	case def.KEnum:
		next(len(l.def.Enums[e.Type.Of].Members))
	case def.KSeat:
		next(len(l.def.Seats))
	case def.KBool:
		if l.flag[e] {
			to(1 - e.I)
		}
	}
}

// neighbour returns i+1, or i-1 for the last of n things.
func neighbour(i int64, n int) int64 {
	if i+1 < int64(n) {
		return i + 1
	}
	return i - 1
}
