package compiler

// loops.go warns of loops that go by what their rounds change: then one member decides about another, and the order in
// which they come matters although nobody stated it.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// loop is a for or forEach as it was lowered.
type loop struct {
	n        *source.Node // the binding
	proc     int32
	over     *def.Expr
	member   int32 // slot
	from, to int32 // code of its rounds
}

// checkLoops looks at each loop that does not say order: fixed.
func (c *compiler) checkLoops() {
	c.writers, c.written = map[int32]map[int32][]writer{}, map[string][]access{}
	for i := range c.loops {
		c.checkLoop(&c.loops[i])
	}
}

func (c *compiler) checkLoop(l *loop) {
	outside := &scope{c: c, proc: l.proc, member: -1}
	of := outside.area(l.over)
	of.own = itself
	inside := &scope{c: c, proc: l.proc, member: l.member, of: of}
	chosen := outside.choice(l.over)
	var asked []access
	if c.unordered(l.over) && c.looksAt(l.member, l.from, l.to) {
		asked = inside.guards(l.from, l.to)
	}
	if len(chosen) == 0 && len(asked) == 0 {
		return
	}
	writes := inside.writes(l.from, l.to)
	for _, r := range chosen {
		for _, w := range writes {
			if r.meets(w) {
				c.warnLoop(l, r, w, "the members are chosen by %s before the first round, and the rounds change it",
					"To ask each member when its turn comes, put the condition into the body. If the members are meant to stay those of the beginning, say order: fixed.")
				return
			}
		}
	}
	for _, r := range asked {
		for _, w := range writes {
			if r.meets(w) && !(w.kind == ofLocal && w.from > l.member) { // a slot of the round itself begins anew
				c.warnLoop(l, r, w, "a round goes by %s, which the rounds before it change, so the order of the members matters",
					"They come in the order of their declaration. If that is meant, say order: fixed.")
				return
			}
		}
	}
}

func (c *compiler) warnLoop(l *loop, r, w access, summary, detail string) {
	d := c.diags.Warnf(l.n.Pos, "loop-order", summary, c.what(w)).Detailf("%s", detail)
	if r.node > 0 {
		d.Notef(c.nodePos(r.node), "asked here")
	}
	d.Notef(c.nodePos(w.node), "changed here")
}

func (c *compiler) nodePos(node int32) diag.Pos {
	n := c.def.Nodes[node]
	return diag.Pos{File: n.File, Line: int(n.Line), Col: int(n.Col)}
}

// unordered tells whether nobody stated the order of the members: numbers run up, and rows and orders as they are listed.
func (c *compiler) unordered(over *def.Expr) bool {
	return over.Type.Kind == def.KSet && over.Type.Elem != def.KInt && over.Type.Elem != def.KRow
}

// looksAt tells whether code reads a local slot: rounds that do not look at their member are all alike.
func (c *compiler) looksAt(slot, from, to int32) bool {
	var reads func(x *def.Expr) bool
	reads = func(x *def.Expr) bool {
		return x != nil && (x.Op == def.OpLocal && x.I == int64(slot) || slices.ContainsFunc(x.Args, reads))
	}
	when := func(k def.Cond) bool { return reads(k.When) }
	option := func(o def.MenuOption) bool { return slices.ContainsFunc(o.Where, when) }
	return slices.ContainsFunc(c.def.Code[from:to], func(in def.Instr) bool {
		if slices.ContainsFunc(in.X, reads) {
			return true
		}
		if in.Op != def.CDecide {
			return false
		}
		d := &c.def.Decisions[in.A]
		return slices.ContainsFunc([]*def.Expr{d.By, d.From, d.Filter, d.Min, d.Max, d.Cost, d.Budget}, reads) ||
			slices.ContainsFunc(d.Where, when) || slices.ContainsFunc(d.Options, option) || slices.ContainsFunc(d.Also, option)
	})
}

// choice lists what decides which members a loop has. What a member has itself decides about it alone.
func (s *scope) choice(x *def.Expr) []access {
	switch x.Op {
	case def.OpFilter:
		of := s.area(x.Args[0])
		of.own = itself
		return append(s.choice(x.Args[0]), s.bind(x.I, of).reads(x.Args[1])...)
	case def.OpHolding:
		of := s.area(x.Args[0])
		of.own = itself
		return append(append(s.choice(x.Args[0]), s.reads(x.Args[1])...), standing(of, s.area(x.Args[1])))
	case def.OpUnion, def.OpInter, def.OpDiff:
		return append(s.choice(x.Args[0]), s.choice(x.Args[1])...)
	}
	return s.reads(x)
}

// guards lists what the conditions of the statements in a loop read. What a seat can choose is no guard: seats that are
// asked in turn see what those before them did.
func (s *scope) guards(from, to int32) []access {
	var out []access
	for _, in := range s.c.def.Code[from:to] {
		if in.Op != def.CJumpUnless || in.X[0].Node == 0 {
			continue // not a condition of the author's
		}
		for _, r := range s.reads(in.X[0]) {
			r.node = in.X[0].Node
			out = append(out, r)
		}
	}
	return out
}
