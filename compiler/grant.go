package compiler

// grant.go lowers `grant`: an action of its own that a text gives to a seat, if it is possible. What all grants have in
// common stands in the `grants` block, so that a text says only what is special about this one.

import (
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// grant is one grant: the procedure, its arguments in the order of its parameters, and those under their names, for `after`.
type grant struct {
	p    *procedure
	args arguments
	own  *env
}

// lowerGrant lowers {grant: {procedure: arguments}}.
func lowerGrant(l *lowering, s *stmt, v *env) { l.grant(s.arg, v, -1, s.node) }

// grant evaluates the arguments once; if the procedure is possible with them, it is called and the `after` of the grants
// block is run, both in one action. A result goes to slot (-1: dropped), which must hold what stands for no result.
// It returns the procedure; nil if the grant was reported.
func (l *lowering) grant(n *source.Node, v *env, slot int32, node int32) *procedure {
	g := l.readGrant(n, v, func(own *env, p *param, x *def.Expr, written bool) *def.Expr {
		from := node
		if !written {
			from = l.c.node(p.def, "default")
		}
		at := l.bind(own, "$"+p.name, p.typ, p.pos)
		l.emit(def.Instr{Op: def.CSet, A: 0, B: at, X: []*def.Expr{x}, Node: from})
		return own.names["$"+p.name].expr()
	})
	if g == nil {
		return nil
	}
	skip := l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{g.possible()}, Node: node})
	l.action(node, func() {
		l.call(g.p, g.args, slot, node)
		if block := l.c.root.Get("grants"); block != nil {
			l.c.under(block, func() { l.block(block.Get("after"), g.own) })
		}
	})
	l.patch(skip)
	return g.p
}

// granted is the condition that comes with a menu option, or a `may`, whose body begins with a grant: the grant is possible.
func (l *lowering) granted(body *source.Node, v *env) []def.Cond {
	list := scalars(body)
	if len(list) == 0 || list[0].Kind != source.Map || list[0].Get("grant") == nil || list[0].Get("if") != nil {
		return nil
	}
	diags := len(l.c.diags) // errors are reported where the grant itself is lowered
	defer func() { l.c.diags = l.c.diags[:diags] }()
	g := l.readGrant(list[0].Get("grant"), v, func(own *env, p *param, x *def.Expr, _ bool) *def.Expr {
		own.names["$"+p.name] = &binding{typ: p.typ, konst: x, pos: p.pos}
		return x
	})
	if g == nil {
		return nil
	}
	k := def.Cond{When: g.possible()}
	l.c.under(list[0], func() { k.Node = l.c.node(list[0], "where") })
	if r := l.c.def.Nodes[k.Node].Rules; len(r) > 0 {
		k.Rule = r[0]
	}
	k.When.Node = k.Node
	return []def.Cond{k}
}

func (g *grant) possible() *def.Expr {
	x := op(def.OpPossible, tBool, g.args.xs...)
	x.I = int64(g.p.index)
	return x
}

// readGrant reads a grant. keep stores an argument under its parameter's name and returns how to read it from then on.
func (l *lowering) readGrant(n *source.Node, v *env, keep func(own *env, p *param, x *def.Expr, written bool) *def.Expr) *grant {
	c := l.c
	name, arg := n, &source.Node{Kind: source.Null, Pos: n.Pos}
	if n.Kind == source.Map && len(n.Pairs) == 1 {
		name, arg = n.Pairs[0].Key, n.Pairs[0].Value
	}
	if name.Kind != source.Scalar {
		c.errorf(n.Pos, "wrong-type", "grant names one procedure and its arguments: grant: {procedure: {…}}")
		return nil
	}
	sym, ok := c.syms[name.Value]
	if !ok || sym.kind != symProc {
		c.errorf(name.Pos, "unknown-name", "there is no procedure %s%s", name.Value, c.near(name.Value, c.procNames()))
		return nil
	}
	p := c.procs[sym.index]
	params := c.grantParams(p)
	xs, ok := l.written(arg, p.id, params, v)
	if xs == nil {
		return nil
	}
	own := (*env)(nil).child() // what grants say knows the arguments and nothing else of the text
	store := func(written bool) {
		for i, q := range params {
			if xs[i] != nil && xs[i] != bad && own.names["$"+q.name] == nil {
				xs[i] = keep(own, q, xs[i], written)
			}
		}
	}
	store(true)
	left := leftOut(xs)
	if !l.fill(xs, arg, p.id, params, own) || !ok {
		return nil
	}
	store(false)
	return &grant{p: p, args: arguments{xs, left}, own: own}
}

// grantParams are the parameters of p with the defaults that grants give them.
func (c *compiler) grantParams(p *procedure) []*param {
	block := c.root.Get("grants")
	if block == nil || block.Get("with") == nil {
		return p.params
	}
	out := make([]*param, len(p.params))
	for i, q := range p.params {
		out[i] = q
		if def := block.Get("with").Get(q.name); def != nil {
			given := *q
			given.def = def
			out[i] = &given
		}
	}
	return out
}

// nothing is the value of type t that stands for no result: none, the empty set, 0.
func nothing(t def.Type) *def.Expr {
	switch t.Kind {
	case def.KSeat, def.KZone, def.KPile, def.KCard, def.KProc, def.KRow, def.KLasting, def.KPiece, def.KTrack:
		return konst(t, def.None)
	}
	return konst(t, 0)
}
