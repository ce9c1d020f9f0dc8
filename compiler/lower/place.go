package lower

// This file knows where each binding is: in a slot of the frame, in a bound slot, or nowhere, because something else stands
// for it. Expressions of the typed rulebook are copied through it.

import (
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// spot is where a binding is.
type spot struct {
	op      def.Op    // OpLocal or OpBound
	slot    int32     // its slot
	stands  *def.Expr // not nil: what stands for it
	list    int32     // of chosen pieces: the first slot of the list
	entries int32     // of chosen pieces: how many the list can have
}

// placement tells where the bindings of a rulebook are, by their IDs. A binding is placed before what reads it is copied,
// and may be placed anew: the procedure's code reads its parameters in the frame, its possible-function in bound slots.
type placement struct {
	gd    *def.GameDef
	rb    *typed.Rulebook
	at    []spot
	spend func(n int)
}

func newPlacement(gd *def.GameDef, rb *typed.Rulebook, spend func(n int)) *placement {
	return &placement{gd: gd, rb: rb, at: make([]spot, len(rb.Bindings)), spend: spend}
}

// local puts b into a slot of the frame.
func (p *placement) local(b *typed.Binding, slot int32) {
	p.at[b.ID] = spot{op: def.OpLocal, slot: slot}
}

// pieces puts b into a slot of the frame that tells how many pieces were chosen; list is where they are listed.
func (p *placement) pieces(b *typed.Binding, slot, list, entries int32) {
	p.at[b.ID] = spot{op: def.OpLocal, slot: slot, list: list, entries: entries}
}

// bound puts b into a fresh bound slot.
func (p *placement) bound(b *typed.Binding) int32 {
	slot := p.fresh(b.Name)
	p.at[b.ID] = spot{op: def.OpBound, slot: slot}
	return slot
}

// stand lets an expression that is lowered already stand for b.
func (p *placement) stand(b *typed.Binding, x *def.Expr) {
	p.at[b.ID] = spot{stands: x}
}

// fresh gives a bound slot of the given name.
func (p *placement) fresh(name string) int32 {
	p.gd.Names = append(p.gd.Names, name)
	p.gd.Scratch++
	return p.gd.Scratch - 1
}

// copies copies expressions. What is one expression with operands in the typed rulebook is one in all that the same copies gives.
type copies struct {
	p    *placement
	done map[*def.Expr]*def.Expr
	own  map[int64]int32 // bound slots of the operators that bind, by the IDs of their bindings
}

func (p *placement) copies() *copies {
	return &copies{p: p, done: map[*def.Expr]*def.Expr{}, own: map[int64]int32{}}
}

// expr copies one expression that shares nothing with another.
func (p *placement) expr(x *def.Expr) *def.Expr { return p.copies().expr(x) }

// exprs copies the operands of an instruction.
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

// expr copies x, nil for nil.
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

// read copies the reading of a binding.
func (c *copies) read(x *def.Expr) *def.Expr {
	if slot, ok := c.own[x.I]; ok {
		return &def.Expr{Op: def.OpBound, Type: x.Type, I: int64(slot)}
	}
	s := c.p.at[x.I]
	if s.stands == nil {
		return &def.Expr{Op: s.op, Type: x.Type, I: int64(s.slot)}
	}
	if s.stands.Type == x.Type {
		return s.stands
	}
	y := *s.stands
	y.Type = x.Type
	return &y
}

// binds reports whether an operator has a binding of its own.
func binds(o def.Op) bool { return o.Row().Binds }

func constant(t def.Type, v int64) *def.Expr { return &def.Expr{Op: def.OpConst, Type: t, I: v} }

func op(o def.Op, t def.Type, args ...*def.Expr) *def.Expr {
	return &def.Expr{Op: o, Type: t, Args: args}
}

// local reads a slot of the frame.
func local(t def.Type, slot int32) *def.Expr {
	return &def.Expr{Op: def.OpLocal, Type: t, I: int64(slot)}
}
