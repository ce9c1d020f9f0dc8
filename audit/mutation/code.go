// This file lists the changes of statements and decisions.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine/def"
)

// code lists the changes of statements. The changes of their formulas are listed with all other formulas.
func (l *lister) code() {
	for pc := range l.def.Code {
		in := &l.def.Code[pc]
		l.mark(in)
		if l.leaveOut(in) {
			change := "`" + l.statementWords(in) + "` left out"
			if in.Op == def.CSet {
				change = fmt.Sprintf("`set: {%s: %s}` left out", l.variableOf(in, l.procOf[pc]), l.words(in.X[0], origin{proc: l.procOf[pc]}))
			}
			l.statement(Effect, in, "drop", change, l.without(pc))
		}
		l.otherwise(in)
		l.instead(in)
	}
	l.roots(func(r root) {
		l.watching = r.watched
		l.formula(r)
	})
	l.watching = false
}

// mark records what is special about the formulas of an instruction.
func (l *lister) mark(in *def.Instr) {
	switch in.Op {
	case def.CDecide:
		l.prefers(&l.def.Decisions[in.A], origin{proc: l.decider[in.A]})
	case def.CRequire:
		l.required[in.X[0]] = true
	case def.CMove, def.CFlip, def.CTag:
		l.standing(in.X[2], in.X[0])
		all := func(n *def.Expr) bool { return n != nil && n.Op == def.OpConst && n.I == def.None }
		if n := in.X[1]; all(n) || in.X[0].Op == def.OpPieceClass { // the rulebook has no number there: all pieces, or one
			l.seen[n] = nil
		}
		if in.Op == def.CFlip && all(in.X[1]) {
			l.turned(in)
		}
	case def.CMoveAll, def.CFlipAll:
		l.standing(in.X[1], in.X[0])
		if in.Op == def.CFlipAll {
			l.turned(in)
		}
	case def.COver:
		if its, one := eachSeat(in.X); one {
			l.ofSeats[in] = true
			for _, e := range its {
				l.its[e], l.seen[e] = true, nil
			}
		}
	case def.CEnsure:
		if l.def.Code[in.C].X[0].Type.Kind == def.KBool { // an obligation of a condition has no number in the rulebook
			l.seen[in.X[0]] = nil
		}
	case def.CSet, def.CSetAll, def.CCall, def.CCallDyn:
		for _, x := range in.X {
			if x != nil && x.Op == def.OpConst && x.Type.Kind == def.KBool {
				l.flag[x] = true
			}
		}
	}
}

// eachSeat reports whether the formulas are one, compiled once for each seat. It returns the constants that replace `$it`.
func eachSeat(list []*def.Expr) (its []*def.Expr, one bool) {
	var alike func(a, b *def.Expr, i int64) bool
	alike = func(a, b *def.Expr, i int64) bool {
		if a == nil || b == nil {
			return a == b
		}
		if a.Op == def.OpConst && a.Type.Kind == def.KSeat && a.I == 0 && b.I == i && i > 0 {
			its = append(its, a, b)
		} else if a.I != b.I {
			return false
		}
		return a.Op == b.Op && a.Type == b.Type && slices.EqualFunc(a.Args, b.Args, func(x, y *def.Expr) bool { return alike(x, y, i) })
	}
	for i, x := range list {
		if !alike(list[0], x, int64(i)) {
			return nil, false
		}
	}
	return its, true
}

// leaveOut reports whether an instruction is the effect of a statement and can be left out. Decisions, conditions and
// returns have changes of their own; notes are not changed.
func (l *lister) leaveOut(in *def.Instr) bool {
	switch in.Op {
	case def.CDecide, def.CRequire, def.CReturn, def.CNote:
		return false
	case def.CHooks:
		return len(l.def.Points[in.A].Attach) > 0
	}
	return in.Role == def.Effect && !l.unread(in)
}

// without returns the edit that replaces an instruction by a no-op.
func (l *lister) without(pc int) edit {
	in := &l.def.Code[pc]
	gone := []*def.Instr{in}
	if in.Op == def.CEnsure {
		gone = append(gone, &l.def.Code[in.C])
	}
	if in.Op == def.CHold {
		for i := pc + 1; i < len(l.def.Code); i++ {
			if next := &l.def.Code[i]; next.Op == def.CRelease && next.Node == in.Node {
				gone = append(gone, next)
			}
		}
	}
	return func() func() {
		var old []def.Instr
		for _, in := range gone {
			old = append(old, *in)
			*in = def.Instr{Op: def.CNop, Node: in.Node}
		}
		return func() {
			for i, in := range gone {
				*in = old[i]
			}
		}
	}
}

// statement lists a change of an instruction.
func (l *lister) statement(kind string, in *def.Instr, way, change string, e edit) {
	m := l.ofStatement(kind, in, way, change, e)
	if in.Op != def.CEnsure && in.Op != def.CHold { // these are changed together with others
		m.replaced = append(m.replaced, in)
	}
}

// operand lists the replacement of a formula of an instruction.
func (l *lister) operand(kind string, in *def.Instr, way, change string, at *def.Expr, by def.Expr) {
	m := l.ofStatement(kind, in, way, change, replace(at, by))
	m.swaps = append(m.swaps, swap{at, by})
}

func (l *lister) ofStatement(kind string, in *def.Instr, way, change string, e edit) *Mutant {
	return l.add(kind, l.spot(in.Node), "statement "+l.target(in)+" "+way, change, l.reachOf(in), e)
}

// otherwise lists the changes of a statement to a related one.
func (l *lister) otherwise(in *def.Instr) {
	if in.Op == def.CCard || in.Op == def.CMoveCards {
		places := []string{"top", "bottom", "under"}
		to := int32(0)
		if in.A == 0 {
			to = 1
		}
		l.statement(Effect, in, "place", fmt.Sprintf("`%s`: at `%s` becomes at `%s`", l.statementWords(in), places[in.A], places[to]), func() func() {
			old := in.A
			in.A = to
			return func() { in.A = old }
		})
	}
	if in.Op != def.CActivate || len(in.X) < 2 || in.X[1] == nil || in.X[1].Op != def.OpConst || len(l.def.Durations) < 2 {
		return
	}
	old := in.X[1]
	by := *old
	if by.I = old.I + 1; by.I >= int64(len(l.def.Durations)) {
		by.I = max(old.I-1, 0)
	}
	l.seen[old] = nil // it has no number to change
	if old.I >= 0 {
		change := fmt.Sprintf("`%s`: duration `%s` becomes `%s`", l.statementWords(in), l.def.Durations[old.I], l.def.Durations[by.I])
		l.operand(Effect, in, "duration", change, old, by)
	}
}

// decisions lists the changes of decisions other than those of their formulas.
func (l *lister) decisions() {
	for i := range l.def.Decisions {
		d := &l.def.Decisions[i]
		add := func(kind, way, change string, e edit) {
			l.add(kind, l.spot(d.Node), "decision "+way, change, l.decision[i], e)
		}
		o := origin{node: d.Node, proc: l.decider[i], reach: l.decision[i]}
		l.decides(d.By, o)
		if d.Cost != nil && d.Budget != nil {
			change := fmt.Sprintf("the cost `%s` within the budget `%s` dropped", l.words(d.Cost, o), l.words(d.Budget, o))
			add(Cost, "cost", change, func() func() {
				cost, budget := d.Cost, d.Budget
				d.Cost, d.Budget = nil, nil
				return func() { d.Cost, d.Budget = cost, budget }
			})
		}
		if row := d.Kind.Row(); row.Range && !row.Random { // for other kinds only the compiler reads them
			l.bound(o, "min", d.Min)
			l.bound(o, most(d), d.Max)
		}
		for j := range d.Caps {
			change := fmt.Sprintf("the cap `%s` on `%s` dropped", l.words(d.Caps[j].Max, o), l.words(d.Caps[j].Filter, o))
			add(Limit, fmt.Sprint("cap ", j), change, func() func() {
				old := d.Caps
				d.Caps = slices.Delete(slices.Clone(old), j, j+1)
				return func() { d.Caps = old }
			})
		}
		if len(d.Tiers) > 1 {
			for j := range d.Tiers[:len(d.Tiers)-1] {
				change := fmt.Sprintf("the tiers `%s` and `%s` made one", l.words(d.Tiers[j], o), l.words(d.Tiers[j+1], o))
				add(Limit, fmt.Sprint("tier ", j), change, func() func() {
					old := d.Tiers
					d.Tiers = slices.Delete(slices.Clone(old), j, j+1)
					both := def.Expr{Op: def.OpUnion, Type: old[j].Type, Args: []*def.Expr{bare(old[j]), bare(old[j+1])}}
					d.Tiers[j] = &both
					return func() { d.Tiers = old }
				})
			}
		}
		if d.Again {
			add(Bound, "again", "members may not be picked `again`", func() func() {
				d.Again = false
				return func() { d.Again = true }
			})
		}
	}
}

// bound lists the changes by one of a minimum or maximum that is not a literal.
func (l *lister) bound(o origin, name string, at *def.Expr) {
	if at == nil || at.Op == def.OpConst {
		return
	}
	o.way = "decision"
	for _, by := range []struct {
		op   def.Op
		text string
	}{{def.OpAdd, "1 more"}, {def.OpSub, "1 less"}} {
		one := &def.Expr{Op: def.OpConst, Type: def.TInt, I: 1}
		changed := def.Expr{Op: by.op, Type: at.Type, Args: []*def.Expr{bare(at), one}}
		l.record(Bound, at, o, changed, name+by.text, fmt.Sprintf("%s: `%s` becomes %s", name, l.words(at, o), by.text))
	}
}

// most returns the key of the rulebook for the maximum of a decision.
func most(d *def.DecisionDef) string {
	if d.Exact {
		return "count"
	}
	return "max"
}
