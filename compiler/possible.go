package compiler

// possible.go derives possible(procedure, …): the preconditions at a procedure's start and whether its first mandatory
// decision has an answer. Everything it looks at stands before the first effect, so asking changes nothing.

import (
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// derivePossible gives procedure p its possible-function, unless it can always be called.
func (c *compiler) derivePossible(p *procedure) {
	old := c.rules
	c.rules = p.rules
	defer func() { c.rules = old }()
	c.under(p.n, func() {
		d := &possibility{c: c, l: &lowering{c: c, p: p}}
		v := (*env)(nil).child()
		for _, q := range p.params {
			d.params = append(d.params, c.bindScratch(v, "$"+q.name, q.typ, q.pos))
		}
		if p.n.Kind == source.Map && p.n.Get("possible") != nil {
			c.copies++ // never is an answer, too
			d.conds = c.conditions(p.n.Get("possible"), v, "")
			c.copies--
		} else {
			d.statements(p.body(), v)
		}
		if len(d.conds) == 0 {
			return
		}
		var all []*def.Expr
		for i := range d.conds {
			w := *d.conds[i].When
			w.Node = 0
			all = append(all, d.wrap(&w))
			d.conds[i].When = d.wrap(d.conds[i].When)
			for j := range d.conds[i].Because {
				d.conds[i].Because[j].When = d.wrap(d.conds[i].Because[j].When)
			}
		}
		body := all[0]
		if len(all) > 1 {
			body = op(def.OpAnd, tBool, all...)
		}
		c.def.Procs[p.index].Possible = int32(len(c.def.Functions))
		c.def.Procs[p.index].Requires = d.conds
		c.def.Functions = append(c.def.Functions, def.FuncDef{ID: "possible " + p.id, Params: d.params, Body: body})
	})
}

type possibility struct {
	c      *compiler
	l      *lowering
	params []int32
	lets   []letting
	conds  []def.Cond
}

type letting struct {
	slot int32
	x    *def.Expr
}

// wrap evaluates the lets before x.
func (d *possibility) wrap(x *def.Expr) *def.Expr {
	for i := len(d.lets) - 1; i >= 0; i-- {
		x = &def.Expr{Op: def.OpLet, Type: x.Type, I: int64(d.lets[i].slot), Args: []*def.Expr{d.lets[i].x, x}}
	}
	return x
}

// statements walks the start of a procedure. Errors were reported when it was lowered, so this look is quiet.
func (d *possibility) statements(n *source.Node, v *env) {
	if n == nil {
		return
	}
	c := d.c
	diags := len(c.diags)
	defer func() { c.diags = c.diags[:diags] }()
	for _, s := range scalars(n) {
		if s.Kind != source.Map || s.Get("if") != nil || s.Get("when") != nil && s.Get("require") == nil {
			return
		}
		goOn := false
		c.under(s, func() { goOn = d.statement(s, v) })
		if !goOn {
			return
		}
	}
}

func (d *possibility) statement(s *source.Node, v *env) bool {
	c := d.c
	switch {
	case s.Get("require") != nil:
		entry := s.Get("require")
		conds := c.conditions(entry, v, "")
		for i := range conds {
			if r := s.Get("rule"); r != nil {
				if ids := c.ruleIDs(r); len(ids) > 0 {
					conds[i].Rule = ids[0]
				}
			}
		}
		d.conds = append(d.conds, conds...)
		return true
	case s.Get("let") != nil && s.Get("let").Kind == source.Map && s.Get("let").Get("bind") == nil:
		for _, p := range s.Get("let").Pairs {
			if p.Value.Kind == source.Map && p.Value.Get("call") != nil {
				return false
			}
			x := c.value(p.Value, v, tAny)
			if x == bad || x == noneExpr {
				return false
			}
			d.lets = append(d.lets, letting{slot: c.bindScratch(v, p.Key.Value, x.Type, p.Key.Pos), x: x})
		}
		return true
	case s.Get("pick") != nil, s.Get("subset") != nil, s.Get("one") != nil:
		d.members(s, v)
	case s.Get("take") != nil:
		d.takes(s, v)
	case s.Get("chooseOne") != nil, s.Get("chooseN") != nil:
		if own := ownChoice(s); own != nil {
			d.members(own, v)
		}
	case s.Get("callOne") != nil:
		d.calls(s, v)
	default:
		d.verb(s, v)
	}
	return false
}

// verb asks whether the procedure called first can be called.
func (d *possibility) verb(s *source.Node, v *env) {
	st := d.l.find(s)
	if st == nil || keyword[st.word] != nil {
		return
	}
	p := d.c.procs[d.c.syms[st.word].index]
	args, ok := d.l.arguments(st.arg, st.word, p.params, v)
	if !ok {
		return
	}
	x := op(def.OpPossible, tBool, args.xs...)
	x.I = int64(p.index)
	d.add(s, x)
}

// calls asks that at least one procedure of a callOne can be chosen.
func (d *possibility) calls(s *source.Node, v *env) {
	c := d.c
	if s.Get("decline") != nil || s.Get("from") == nil {
		return
	}
	set := c.formula(s.Get("from"), v, tProcs)
	members, ok := c.eval(set)
	if set == bad || !ok {
		return
	}
	some := op(def.OpOr, tBool)
	for _, p := range c.procs {
		if p.index >= 64 || members>>uint(p.index)&1 == 0 {
			continue
		}
		inner := v.child()
		inner.names[s.Get("callOne").Value] = &binding{typ: tProc, konst: konst(tProc, int64(p.index))}
		conds := c.conditions(s.Get("where"), inner, "")
		args, ok := d.l.arguments(s.Get("with"), p.id, p.params, inner)
		if !ok {
			return
		}
		can := op(def.OpPossible, tBool, args.xs...)
		can.I = int64(p.index)
		all := op(def.OpAnd, tBool)
		for _, k := range conds {
			w := *k.When
			w.Node = 0
			all.Args = append(all.Args, &w)
		}
		all.Args = append(all.Args, can)
		some.Args = append(some.Args, all)
	}
	if len(some.Args) == 0 {
		some = konst(tBool, 0)
	}
	d.add(s, some)
}

// members asks that at least min members of the domain qualify. What they must be is asked condition by condition, so that
// a refusal names the first one that too few members meet.
func (d *possibility) members(s *source.Node, v *env) {
	c := d.c
	min := konst(tInt, 1)
	if n := s.Get("min"); n != nil {
		min = c.formula(n, v, tInt)
	} else if s.Get("one") == nil {
		return
	}
	from := s.Get("from")
	if from == nil || min == bad || min.Op == def.OpConst && min.I <= 0 {
		return
	}
	x := c.formula(from, v, tAny)
	if x == bad {
		return
	}
	if k := x.Type.Kind; k != def.KSet && k != def.KOrder && k != def.KPile {
		if x = c.coerce(x, setOf(x.Type), from.Pos); x == bad {
			return
		}
	}
	again := false
	if a := s.Get("again"); a != nil {
		again, _ = a.Bool()
	}
	inner := v.child()
	if b := s.Get("pick"); b != nil { // nothing is picked yet
		inner.names[b.Value] = &binding{typ: setOf(elemOf(x.Type)), konst: konst(setOf(elemOf(x.Type)), 0)}
	}
	name := "$it"
	if o := s.Get("one"); o != nil {
		name = o.Value
	} else if e := s.Get("each"); e != nil {
		name = e.Value
	}
	slot := c.bindScratch(inner, name, elemOf(x.Type), from.Pos)
	conds := c.conditions(s.Get("where"), inner, "")
	test := conjunction(conds)
	if cost, budget := s.Get("cost"), s.Get("budget"); cost != nil && budget != nil {
		a, b := c.formula(cost, inner, tInt), c.formula(budget, v, tInt)
		if a != bad && b != bad {
			test = op(def.OpAnd, tBool, test, op(def.OpLe, tBool, a, b))
		}
	}
	enough := func(test *def.Expr) *def.Expr {
		some := op(def.OpAny, tBool, x, test)
		some.I = int64(slot)
		if min.Op == def.OpConst && (min.I == 1 || again) {
			return some
		}
		if again { // one member will do, however often
			return op(def.OpOr, tBool, op(def.OpLe, tBool, min, konst(tInt, 0)), some)
		}
		n := op(def.OpCount, tInt, x, test)
		n.I = int64(slot)
		return op(def.OpGe, tBool, n, min)
	}
	d.add(s, enough(test))
	k := &d.conds[len(d.conds)-1]
	var so []def.Cond // the conditions so far, without their nodes: a refusal is no coverage
	for _, q := range conds {
		w := *q.When
		w.Node = 0
		so = append(so, def.Cond{When: &w})
		k.Because = append(k.Because, def.Cond{Rule: q.Rule, Node: q.Node, When: enough(conjunction(so))})
	}
	if rule := s.Get("costRule"); rule != nil {
		if ids := c.ruleIDs(rule); len(ids) > 0 {
			k.Rule = ids[0]
		}
	}
}

// takes asks that at least min pieces can be taken.
func (d *possibility) takes(s *source.Node, v *env) {
	c := d.c
	n, of, from := s.Get("min"), s.Get("of"), s.Get("from")
	if n == nil || of == nil || from == nil || s.Get("where") != nil || s.Get("caps") != nil || s.Get("cost") != nil {
		return
	}
	min, f, z := c.formula(n, v, tInt), c.formula(of, v, tFilter), c.formula(from, v, tAny)
	if min == bad || f == bad || z == bad {
		return
	}
	z = c.coerce(z, tZones, from.Pos)
	d.add(s, op(def.OpGe, tBool, op(def.OpPiecesIn, tInt, z, f), min))
}

func (d *possibility) add(s *source.Node, x *def.Expr) {
	k := def.Cond{When: x}
	node := d.c.node(s, "possible")
	if r := d.c.def.Nodes[node].Rules; len(r) > 0 {
		k.Rule = r[0]
	}
	d.conds = append(d.conds, k)
}
