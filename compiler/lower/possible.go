package lower

// This file derives the functions that report whether a procedure is possible, and the conditions of options. They are given by
// the author or follow from the start of the procedure: its preconditions, and whether its first mandatory decision has an
// answer. All of these come before the first effect, so evaluating them changes nothing. The functions read bound slots only.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// possibility collects the conditions under which a procedure is possible.
type possibility struct {
	*lowerer
	proc   int32       // -1: an option of a decision
	params []*def.Expr // of the procedure
	lets   []letting
	conds  []def.Cond
	deep   diag.Pos // the first let beyond MaxLets, if any
}

// MaxLets is the greatest number of bindings before the conditions of a procedure or an option. Each is a let around the
// conditions, and the machine evaluates expressions up to a depth of def.MaxNesting.
const MaxLets = def.MaxNesting / 2

type letting struct {
	slot int32
	x    *def.Expr
}

// possible derives the possible-function of a procedure that cannot always be called.
func (l *lowerer) possible(p *typed.Proc) {
	k := &possibility{lowerer: l, proc: p.Index}
	var params []int32
	for _, q := range p.Params {
		slot := l.spots.bound(q)
		params = append(params, slot)
		k.params = append(k.params, &def.Expr{Op: def.OpBound, Type: q.Type, I: int64(slot)})
	}
	if p.Own {
		k.conds = l.conditions(p.Possible)
	} else {
		k.start(p.Body)
	}
	if len(k.conds) == 0 {
		return
	}
	var all []*def.Expr
	for i := range k.conds {
		all = append(all, k.wrap(l.placed(k.conds[i].When, 0)))
	}
	k.wrapAll()
	body := all[0]
	if len(all) > 1 {
		body = op(def.OpAnd, def.TBool, all...)
	}
	d := &l.gd.Procs[p.Index]
	d.Possible, d.Requires = int32(len(l.gd.Functions)), k.conds
	l.gd.Functions = append(l.gd.Functions, def.FuncDef{ID: "possible " + p.ID, Params: params, Body: body})
}

func (k *possibility) wrap(x *def.Expr) *def.Expr {
	k.spend(len(k.lets))
	for i := len(k.lets) - 1; i >= 0; i-- {
		x = &def.Expr{Op: def.OpLet, Type: x.Type, I: int64(k.lets[i].slot), Args: []*def.Expr{k.lets[i].x, x}}
	}
	return x
}

// startOf returns the conditions under which the body of an option can begin. Preconditions have nodes of their own for coverage;
// those of a decision or a call do not, because the statement itself is covered.
func (l *lowerer) startOf(body []*typed.Stmt) []def.Cond {
	k := &possibility{lowerer: l, proc: -1}
	k.start(body)
	for i := range k.conds {
		if c := &k.conds[i]; c.Node == 0 {
			c.When = l.placed(c.When, 0)
		}
	}
	k.wrapAll()
	return k.conds
}

// begun deletes the condition of each option that begins with a call of a procedure that is always possible.
func (l *lowerer) begun(options []def.MenuOption) {
	for i := range options {
		options[i].Where = slices.DeleteFunc(options[i].Where, func(c def.Cond) bool {
			return c.Node == 0 && c.When.Op == def.OpPossible && l.gd.Procs[c.When.I].Possible < 0
		})
	}
}

// wrapAll wraps each condition in the lets.
func (k *possibility) wrapAll() {
	if len(k.conds) > 0 && !k.deep.IsZero() {
		k.out.Deep = append(k.out.Deep, k.deep)
	}
	for i := range k.conds {
		c := &k.conds[i]
		c.When = k.wrap(c.When)
		for j := range c.Because {
			c.Because[j].When = k.wrap(c.Because[j].When)
		}
	}
}

// start visits the start of a procedure, up to the first statement that is neither a precondition nor a let.
func (k *possibility) start(body []*typed.Stmt) {
	for _, s := range body {
		if s.When != nil || !k.statement(s.Do, s.At) {
			return
		}
	}
}

// statement visits a statement and reports whether to go on with the next.
func (k *possibility) statement(do typed.Action, at *typed.Place) bool {
	switch s := do.(type) {
	case *typed.Several:
		for _, a := range s.Acts {
			if _, ok := a.(*typed.Let); !ok || !k.statement(a, at) {
				return false
			}
		}
		return true
	case *typed.Let:
		x := k.spots.expr(s.Value)
		if k.lets = append(k.lets, letting{k.spots.bound(s.Name), x}); len(k.lets) == MaxLets+1 {
			k.deep = at.Pos
		}
		return true
	case *typed.Require:
		node := k.node(&typed.Place{Pos: s.Cond.At.Pos, Rules: at.Rules, What: "where"})
		k.conds = append(k.conds, def.Cond{Rule: at.Rule(), When: k.placed(k.spots.expr(s.Cond.When), node), Node: node})
		return true
	case *typed.Call:
		k.add(at, possibleWith(s.Proc, k.spots.exprs(s.Args.Xs...)))
	case *typed.Ensure:
		if k.proc < 0 {
			return false
		}
		ahead := op(def.OpAhead, def.TBool, k.params...)
		ahead.I = int64(k.proc)
		k.add(at, ahead)
	case *typed.Decide:
		switch row := s.Kind.Row(); {
		case isCallOne(s):
			k.offers(s, at)
		case row.Pieces:
			k.takes(s, at)
		case row.Where && !row.Random:
			k.members(s, at)
		case row.Answer == def.AnswerNumber && !row.Random:
			k.number(s, at)
		}
	}
	return false
}

// offers requires that at least one procedure of a callOne can be chosen.
func (k *possibility) offers(s *typed.Decide, at *typed.Place) {
	if s.Decline != "" {
		return
	}
	some := op(def.OpOr, def.TBool)
	for _, o := range s.Offers {
		c := k.spots.copies()
		all := op(def.OpAnd, def.TBool)
		for _, w := range k.wheres(c, o.Where) {
			all.Args = append(all.Args, k.placed(w.When, 0))
		}
		all.Args = append(all.Args, k.offered(o, c, c.exprs(o.Args.Xs)))
		some.Args = append(some.Args, all)
	}
	if len(some.Args) == 0 {
		some = constant(def.TBool, 0)
	}
	k.add(at, some)
}

// members requires that at least min members of the domain satisfy the conditions. The reasons (Because) add one condition after
// the other, so that a refusal names the first one that too few members satisfy.
func (k *possibility) members(s *typed.Decide, at *typed.Place) {
	c := k.spots.copies()
	least := constant(def.TInt, 1)
	if s.Picked != nil { // nothing is picked yet
		k.spots.substitute(s.Picked, constant(def.SetOf(s.Elem), 0))
	}
	if s.Min != nil {
		least = c.expr(s.Min)
	} else if s.Kind.Row().Range {
		return
	}
	if least.Op == def.OpConst && least.I <= 0 {
		return
	}
	q := &qualified{from: c.expr(s.Domain.From), slot: k.spots.bound(s.Domain.Candidate), least: least, again: s.Again}
	if s.Pairs != nil {
		q.with = k.spots.bound(s.Pairs.Candidate)
		q.to = c.expr(s.Pairs.To)
	}
	conds := k.wheres(c, s.Domain.Where)
	test := conjunction(conds)
	if s.Domain.Cost != nil && s.Domain.Budget != nil {
		test = op(def.OpAnd, def.TBool, test, op(def.OpLe, def.TBool, c.expr(s.Domain.Cost), c.expr(s.Domain.Budget)))
	}
	k.add(at, q.enough(test))
	last := &k.conds[len(k.conds)-1]
	var so []def.Cond // the conditions up to here, without nodes: a refusal must not change coverage
	for _, w := range conds {
		k.spend(1 + len(so)/16)
		so = append(so, def.Cond{When: k.placed(w.When, 0)})
		last.Because = append(last.Because, def.Cond{Rule: w.Rule, Node: w.Node, When: q.enough(conjunction(so))})
	}
	if s.Domain.Cost != nil {
		last.Rule = s.Domain.CostRule
	}
}

// number requires that the minimum, if it is positive, is not greater than the maximum.
func (k *possibility) number(s *typed.Decide, at *typed.Place) {
	if s.Min == nil {
		return
	}
	if x := k.spots.exprs(s.Min, s.Max); x[0].Op != def.OpConst || x[0].I > 0 {
		k.add(at, op(def.OpLe, def.TBool, x[0], x[1]))
	}
}

// qualified is the condition that enough members satisfy a test.
type qualified struct {
	from  *def.Expr
	slot  int32
	least *def.Expr
	again bool // a member may be chosen repeatedly, so one is enough
	to    *def.Expr
	with  int32 // if to is not nil: the slot of a member of to, at least one of which must satisfy the test together with the member
}

func (q *qualified) enough(test *def.Expr) *def.Expr {
	if q.to != nil {
		test = op(def.OpAny, def.TBool, q.to, test)
		test.I = int64(q.with)
	}
	some := op(def.OpAny, def.TBool, q.from, test)
	some.I = int64(q.slot)
	if q.least.Op == def.OpConst && (q.least.I == 1 || q.again) {
		return some
	}
	if q.again {
		return op(def.OpOr, def.TBool, op(def.OpLe, def.TBool, q.least, constant(def.TInt, 0)), some)
	}
	n := op(def.OpCount, def.TInt, q.from, test)
	n.I = int64(q.slot)
	return op(def.OpGe, def.TBool, n, q.least)
}

// takes requires that at least min pieces can be taken. It adds no condition if other properties of the pieces matter, too.
func (k *possibility) takes(s *typed.Decide, at *typed.Place) {
	p := s.Pieces
	if s.Min == nil || p.One || len(s.Domain.Where) > 0 || len(p.Caps) > 0 || s.Domain.Cost != nil {
		return
	}
	x := k.spots.exprs(s.Domain.From, p.Filter, s.Min)
	k.add(at, op(def.OpGe, def.TBool, op(def.OpPiecesIn, def.TInt, x[0], x[1]), x[2]))
}

// add adds the condition x of a statement.
func (k *possibility) add(at *typed.Place, x *def.Expr) {
	k.conds = append(k.conds, def.Cond{Rule: at.Rule(), When: x})
}
