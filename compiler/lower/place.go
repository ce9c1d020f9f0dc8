package lower

// This file assigns each binding a location: a slot of the frame, a bound slot, or an expression that is substituted for it. It
// copies expressions of the typed rulebook accordingly.

import (
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// spot is the location of a binding.
type spot struct {
	op      def.Op // OpLocal or OpBound
	slot    int32
	subst   *def.Expr // the expression that is substituted for it, or nil
	list    int32     // of chosen pieces: the first slot of their list
	entries int32     // of chosen pieces: the capacity of the list
}

// placement maps the IDs of bindings to their locations. A binding must be placed before an expression that reads it is copied.
// It may be placed again: the code of a procedure reads its parameters from the frame, its possible-function from bound slots.
type placement struct {
	gd    *def.GameDef
	rb    *typed.Rulebook
	at    []spot
	spend func(n int)
}

func newPlacement(gd *def.GameDef, rb *typed.Rulebook, spend func(n int)) *placement {
	return &placement{gd: gd, rb: rb, at: make([]spot, len(rb.Bindings)), spend: spend}
}

// local places b in a slot of the frame.
func (p *placement) local(b *typed.Binding, slot int32) {
	p.at[b.ID] = spot{op: def.OpLocal, slot: slot}
}

// pieces places b in a slot of the frame that holds the number of chosen pieces; list is the first slot of their list.
func (p *placement) pieces(b *typed.Binding, slot, list, entries int32) {
	p.at[b.ID] = spot{op: def.OpLocal, slot: slot, list: list, entries: entries}
}

// bound places b in a fresh bound slot.
func (p *placement) bound(b *typed.Binding) int32 {
	slot := p.fresh(b.Name)
	p.at[b.ID] = spot{op: def.OpBound, slot: slot}
	return slot
}

// substitute substitutes a lowered expression for b.
func (p *placement) substitute(b *typed.Binding, x *def.Expr) {
	p.at[b.ID] = spot{subst: x}
}

// fresh allocates a bound slot.
func (p *placement) fresh(name string) int32 {
	p.gd.Names = append(p.gd.Names, name)
	p.gd.Scratch++
	return p.gd.Scratch - 1
}

// copies copies expressions and preserves sharing: a shared expression with operands is copied once.
type copies struct {
	p    *placement
	done map[*def.Expr]*def.Expr
	own  map[int64]int32 // bound slots by the IDs of bindings that the copied operators introduce
}

func (p *placement) copies() *copies {
	return &copies{p: p, done: map[*def.Expr]*def.Expr{}, own: map[int64]int32{}}
}

// expr copies an expression that shares nothing with others.
func (p *placement) expr(x *def.Expr) *def.Expr { return p.copies().expr(x) }

func (p *placement) exprs(xs ...*def.Expr) []*def.Expr { return p.copies().exprs(xs) }

func (c *copies) exprs(xs []*def.Expr) []*def.Expr {
	if len(xs) == 0 {
		return nil
	}
	out := make([]*def.Expr, len(xs))
	for i, x := range xs {
		out[i] = c.expr(x)
	}
	return out
}

// expr copies x; nil for nil.
func (c *copies) expr(x *def.Expr) *def.Expr {
	if x == nil {
		return nil
	}
	if len(x.Args) == 0 {
		return c.fresh(x)
	}
	if y := c.done[x]; y != nil {
		return y
	}
	y := c.fresh(x)
	c.done[x] = y
	return y
}

func (c *copies) fresh(x *def.Expr) *def.Expr {
	c.p.spend(1)
	if x.Op == def.OpBound {
		return c.read(x)
	}
	y := *x
	if binds(x.Op) {
		slot := c.p.fresh(c.p.rb.Bindings[x.I].Name)
		c.own[x.I] = slot
		y.I = int64(slot)
	}
	y.Args = c.exprs(x.Args)
	return &y
}

// read copies a reference to a binding.
func (c *copies) read(x *def.Expr) *def.Expr {
	if slot, ok := c.own[x.I]; ok {
		return &def.Expr{Op: def.OpBound, Type: x.Type, I: int64(slot)}
	}
	s := c.p.at[x.I]
	if s.subst == nil {
		return &def.Expr{Op: s.op, Type: x.Type, I: int64(s.slot)}
	}
	if s.subst.Type == x.Type {
		return s.subst
	}
	y := *s.subst
	y.Type = x.Type
	return &y
}

// binds reports whether an operator introduces a binding.
func binds(o def.Op) bool { return o.Row().Binds }

func constant(t def.Type, v int64) *def.Expr { return &def.Expr{Op: def.OpConst, Type: t, I: v} }

func op(o def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, Args: args}
}

func local(t def.Type, slot int32) *def.Expr {
	return &def.Expr{Op: def.OpLocal, Type: t, I: int64(slot)}
}
