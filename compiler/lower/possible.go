package lower

// This file makes the functions that report whether a procedure is possible, and the conditions under which an option is: as its
// author says, or else by what stands at its start, the preconditions and whether its first mandatory decision has an answer. All of that stands before the first
// effect, so asking changes nothing. Whatever such a function reads is in bound slots.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// possibility is what makes a procedure possible.
type possibility struct {
	*lowerer
	proc   int32       // -1: an option of a decision
	params []*def.Expr // of the procedure
	lets   []letting
	conds  []def.Cond
	deep   diag.Pos // of the first let that is one too many, if there is one
}

// MaxLets is how many bindings may come before what a procedure or an option needs: each is around the conditions, and the machine computes
// expressions of def.MaxNesting.
const MaxLets = def.MaxNesting / 2

// letting binds a slot around the conditions.
type letting struct {
	slot int32
	x    *def.Expr
}

// possible gives a procedure its possible-function, unless it can always be called.
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

// wrap evaluates the lets before x.
func (k *possibility) wrap(x *def.Expr) *def.Expr {
	k.spend(len(k.lets))
	for i := len(k.lets) - 1; i >= 0; i-- {
		x = &def.Expr{Op: def.OpLet, Type: x.Type, I: int64(k.lets[i].slot), Args: []*def.Expr{k.lets[i].x, x}}
	}
	return x
}

// startOf gives the conditions under which the body of an option can begin. A precondition is one for coverage, too; of a decision or a
// call the statement itself is covered.
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

// begun leaves out the condition of options that begin with a call, where what they call is always possible.
func (l *lowerer) begun(options []def.MenuOption) {
	for i := range options {
		options[i].Where = slices.DeleteFunc(options[i].Where, func(c def.Cond) bool {
			return c.Node == 0 && c.When.Op == def.OpPossible && l.gd.Procs[c.When.I].Possible < 0
		})
	}
}

// wrapAll evaluates the lets before each condition.
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

// start walks the start of a procedure, up to the first statement that is neither a precondition nor a let.
func (k *possibility) start(body []*typed.Stmt) {
	for _, s := range body {
		if s.When != nil || !k.statement(s.Do, s.At) {
			return
		}
	}
}

// statement reports whether to go on behind a statement.
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

// offers asks that at least one procedure of a callOne can be chosen.
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

// members asks that at least min members of the domain qualify. What they must be is asked condition by condition, so that
// a refusal names the first one that too few members meet.
func (k *possibility) members(s *typed.Decide, at *typed.Place) {
	c := k.spots.copies()
	least := constant(def.TInt, 1)
	if s.Picked != nil { // nothing is picked yet
		k.spots.stand(s.Picked, constant(def.SetOf(s.Elem), 0))
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
	var so []def.Cond // the conditions so far, without their nodes: a refusal is no coverage
	for _, w := range conds {
		k.spend(1 + len(so)/16)
		so = append(so, def.Cond{When: k.placed(w.When, 0)})
		last.Because = append(last.Because, def.Cond{Rule: w.Rule, Node: w.Node, When: q.enough(conjunction(so))})
	}
	if s.Domain.Cost != nil {
		last.Rule = s.Domain.CostRule
	}
}

// number asks that a number is not greater than the greatest one that can be chosen.
func (k *possibility) number(s *typed.Decide, at *typed.Place) {
	if s.Min == nil {
		return
	}
	if x := k.spots.exprs(s.Min, s.Max); x[0].Op != def.OpConst || x[0].I > 0 {
		k.add(at, op(def.OpLe, def.TBool, x[0], x[1]))
	}
}

// qualified asks for enough members that meet a test.
type qualified struct {
	from  *def.Expr
	slot  int32
	least *def.Expr
	again bool // one member will do, however often it is meant
	to    *def.Expr
	with  int32 // the slot of a member of to, one of which must meet the test together with the member; where to is not nil
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

// takes asks that at least min pieces can be taken. Where more than their number matters nothing is asked.
func (k *possibility) takes(s *typed.Decide, at *typed.Place) {
	p := s.Pieces
	if s.Min == nil || p.One || len(s.Domain.Where) > 0 || len(p.Caps) > 0 || s.Domain.Cost != nil {
		return
	}
	x := k.spots.exprs(s.Domain.From, p.Filter, s.Min)
	k.add(at, op(def.OpGe, def.TBool, op(def.OpPiecesIn, def.TInt, x[0], x[1]), x[2]))
}

// add asks for x at a statement.
func (k *possibility) add(at *typed.Place, x *def.Expr) {
	k.conds = append(k.conds, def.Cond{Rule: at.Rule(), When: x})
}
