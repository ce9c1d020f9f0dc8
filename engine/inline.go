package engine

// This file inlines functions: it substitutes arguments that are cheap to read into the body of the called function and compiles the body
// in place.

import (
	"slices"

	"rulebound/engine/def"
)

// maxInlined bounds the number of inlined calls.
const maxInlined = 10000

// inlined is a call and the body of its function.
type inlined struct {
	b     *builder
	body  *def.Expr // with the cheap arguments substituted
	slots []int32   // slots of the other arguments
	args  []*def.Expr
	bind  func(*State)
	node  int32
	price int64
}

// inline returns the call e with the body of its function; false if its calls are counted, or if too many calls are inlined already.
func (b *builder) inline(e *def.Expr) (c inlined, ok bool) {
	f, fd := b.function(e.I), &b.Def.Functions[e.I]
	if len(e.Args) != len(f.params) {
		b.Fail("function %s has %d parameters, not %d", fd.ID, len(f.params), len(e.Args))
	}
	if !b.runs(inlining) || b.inlined >= maxInlined {
		return c, false
	}
	b.inlined++
	if c, ok = b.calls[e]; !ok {
		c = inlined{b: b, node: fd.Node, price: f.price}
		given := make([]*def.Expr, len(e.Args))
		for i, a := range e.Args {
			if given[i] = b.atHand(a, e.I); given[i] == nil {
				c.args, c.slots = append(c.args, a), append(c.slots, f.params[i])
			}
		}
		c.body = substitute(fd.Body, f.params, given)
		b.calls[e] = c
	}
	c.bind = b.bind(c.args, c.slots) // compiled again: hoisting depends on the enclosing loops
	return c, true
}

// compile calls what, which compiles a part of the body, with the function as the place of faults.
func (c *inlined) compile(what func()) {
	b, node, scopes := c.b, c.b.Node, c.b.scopes
	if c.node > 0 {
		b.Node = c.node
	}
	for _, slot := range c.slots {
		b.scopes = append(b.scopes, scope{slot: int64(slot)})
	}
	what()
	b.Node, b.scopes = node, scopes
}

// atHand returns an argument in the form in which it can be substituted into the body of a function; nil if it must be bound.
func (b *builder) atHand(e *def.Expr, function int64) *def.Expr {
	if b.words(e) > 1 {
		return nil
	}
	switch e.Op {
	case def.OpBound:
		if b.bound.In(function, e.I) {
			return nil
		}
		fallthrough
	case def.OpLocal, def.OpCell:
		b.num(e)
		return e
	}
	if v, ok := b.constant(e); ok {
		return &def.Expr{Op: def.OpConst, I: v, Type: e.Type}
	}
	return nil
}

// substitute replaces the bound slots params by the expressions given, except those that are nil. It shares unchanged subexpressions.
func substitute(e *def.Expr, params []int32, given []*def.Expr) *def.Expr {
	if e == nil {
		return e
	}
	if e.Op == def.OpBound {
		if i := slices.Index(params, int32(e.I)); i >= 0 && given[i] != nil {
			return given[i]
		}
		return e
	}
	out := e
	for i, a := range e.Args {
		x := substitute(a, params, given)
		if x == a {
			continue
		}
		if out == e {
			out = copyOf(e)
		}
		out.Args[i] = x
	}
	return out
}

// copyOf copies an expression and its list of operands. A list of usual length is allocated together with the expression.
func copyOf(e *def.Expr) *def.Expr {
	if len(e.Args) > 2 {
		out := *e
		out.Args = slices.Clone(e.Args)
		return &out
	}
	out := &struct {
		e    def.Expr
		args [2]*def.Expr
	}{e: *e}
	out.e.Args = append(out.args[:0], e.Args...)
	return &out.e
}

// called compiles a function call to its value.
func (b *builder) called(e *def.Expr) num {
	c, ok := b.inline(e)
	if !ok || b.function(e.I).memoised {
		f, bind := b.call(e)
		if len(e.Args) == 0 {
			return func(s *State) int64 { s.spend(f.price); return f.body(s) }
		}
		return func(s *State) int64 { bind(s); s.spend(f.price); return f.body(s) }
	}
	var body num
	c.compile(func() { body = profiled(b, InFunction, int32(e.I), b.num(c.body)) })
	price, bind := c.price, c.bind
	if len(c.args) == 0 {
		return func(s *State) int64 { s.spend(price); return body(s) }
	}
	return func(s *State) int64 { bind(s); s.spend(price); return body(s) }
}

// calledFor compiles a function call to whether its value is not 0.
func (b *builder) calledFor(e *def.Expr) cond {
	c, ok := b.inline(e)
	if !ok || b.function(e.I).memoised {
		f := b.called(e)
		return func(s *State) bool { return f(s) != 0 }
	}
	var body cond
	c.compile(func() { body = profiled(b, InFunction, int32(e.I), b.cond(c.body)) })
	price, bind := c.price, c.bind
	return func(s *State) bool { bind(s); s.spend(price); return body(s) }
}
