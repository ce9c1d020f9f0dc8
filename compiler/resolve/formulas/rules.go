package formulas

// This file resolves functions, derived values, hook points, and the hooks of lasting effects.

import (
	"rulebound/compiler/declare"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
	"slices"
)

// Rules resolves the parts of the rulebook that have formulas but no statements.
func (r *Resolver) Rules() {
	for i, p := range r.Syms.Rules.Points {
		r.Out.Points = append(r.Out.Points, &typed.Point{Params: r.memo.points[i], At: r.Place(p.Entry.Node, "point"), Pos: p.Entry.IDPos()})
	}
	for i := range r.Syms.Rules.Functions {
		r.function(int32(i))
	}
	for _, d := range r.Syms.Rules.Derived {
		r.Out.Derived = append(r.Out.Derived, r.derived(d))
	}
	for i, h := range r.Syms.Rules.Hooks {
		r.Under(h.Of.Node, func() { r.Out.Hooks = append(r.Out.Hooks, r.hookOf(h, &r.Game.Attachments[i])) })
	}
	r.Out.InAction = r.Syms.Rules.InAction
}

// function resolves a function of the rulebook once. A recursive function is an error.
func (r *Resolver) function(index int32) {
	known, d := &r.memo.functions[index], r.Syms.Rules.Functions[index]
	switch known.state {
	case done:
		return
	case underWay:
		r.Errorf(d.Entry.IDPos(), "recursion", "function %s reaches itself", d.ID)
		known.typ = def.Type{}
		return
	}
	known.state = underWay
	v := (*Scope)(nil).Child()
	v.Unsure = d.Entry.Unsure
	f := r.Out.Functions[index]
	f.Params = r.Bindings(v, d.Params)
	r.Under(d.Entry.Node, func() {
		body := d.Entry.Get("value")
		wrap, ok := r.functionLets(f, d.Entry.Pairs("let"), v)
		x := r.Formula(body, v, Any)
		if !ok {
			x = Bad
		}
		f.At = r.Place(d.Entry.Node, "function")
		if x == None {
			r.Errorf(body.Pos, "wrong-type", "function %s yields none, whose type is unknown", d.ID)
		}
		if !IsBad(x) {
			known.typ, f.Body = x.Type, wrap(x)
		}
	})
	known.state = done
}

// functionLets binds the local names of a function and returns a function that wraps the body in them. ok is false if an error
// was reported.
func (r *Resolver) functionLets(f *typed.Function, pairs []*tree.Value, v *Scope) (wrap func(x *def.Expr) *def.Expr, ok bool) {
	var values []*def.Expr
	ok = true
	for _, q := range pairs {
		x := r.Formula(q.Node, v, Any)
		if x == None {
			r.Errorf(q.Node.Pos, "wrong-type", "none has no type here; bind a value of the intended type")
		}
		if IsBad(x) || x == None {
			r.Bind(v, q.Key.Value, declare.Unknown, q.Key.Pos)
			ok = false
			continue
		}
		f.Lets, values = append(f.Lets, r.Bind(v, q.Key.Value, x.Type, q.Key.Pos)), append(values, x)
	}
	return func(x *def.Expr) *def.Expr {
		for i := len(values) - 1; i >= 0; i-- {
			x = &def.Expr{Op: def.OpLet, Type: x.Type, I: f.Lets[i].ID, Args: []*def.Expr{values[i], x}}
		}
		return x
	}, ok
}

// derived resolves a derived value and the members for which it is watched.
func (r *Resolver) derived(d *declare.DerivedValue) *typed.Derived {
	out := &typed.Derived{Value: Const(d.Type, 0), Pos: d.Entry.IDPos()}
	v := (*Scope)(nil).Child()
	v.Unsure = d.Entry.Unsure
	gd := &r.Game.Derived[d.Index]
	if d.Per != def.KNone {
		out.Of = r.Bind(v, "$it", def.Type{Kind: d.Per}, out.Pos)
		gd.Over = r.Syms.Data.Spaces
		if d.Per == def.KSeat {
			gd.Over = r.Game.UpTo(def.SeatSet, len(r.Game.Seats))
		}
		if on := d.Entry.Get("on"); on != nil {
			gd.Over = r.Constant(on, def.SetOf(def.Type{Kind: d.Per}))
		}
		if out.Of.Over = Const(def.SetOf(out.Of.Type), gd.Over); d.Entry.Get("on") != nil && r.onData(d.Entry.Get("on")) {
			out.Of.Over = nil
		}
	}
	r.Under(d.Entry.Node, func() {
		if x := r.Formula(d.Entry.Get("value"), v, d.Type); !IsBad(x) {
			out.Value = orNone(x)
		}
		out.At = r.Place(d.Entry.Node, "derived")
	})
	return out
}

// hookOf resolves a hook of a lasting effect.
func (r *Resolver) hookOf(h *declare.Hook, a *def.Attachment) *typed.Hook {
	n := h.Entry.Node
	out := &typed.Hook{At: r.Place(n, "hook")}
	point := r.Syms.Rules.Points[a.Point]
	v := (*Scope)(nil).Child()
	v.Unsure = h.Entry.Unsure
	for i, p := range point.Params {
		v.Name("$"+p.Name, r.memo.points[a.Point][i])
	}
	if when := h.Entry.Get("when"); when != nil {
		if x, e := r.Parsed(when, v, def.TBool); !IsBad(x) {
			out.When = &typed.Cond{When: x, Said: typed.Said{When: r.warnable(when, e), Test: x}}
		}
	}
	optional := func(key string) *def.Expr {
		n := h.Entry.Get(key)
		if n == nil {
			return nil
		}
		x, e := r.Parsed(n, v, point.Of)
		if key != "value" && e != nil && r.joinsNone(e, x) {
			return Bad
		}
		return orNone(x)
	}
	r.useless(h, r.Game.Points[a.Point].Kind)
	switch r.Game.Points[a.Point].Kind {
	case def.PointNumber, def.PointLimit:
		out.Value = optional("value")
		r.needed(h, "value", out.Value != nil)
	case def.PointPool:
		out.Add, out.Remove = optional("add"), optional("remove")
	case def.PointRun:
		r.needed(h, "do", a.Proc >= 0)
	}
	return out
}

// hookKeys are the keys of hooks that apply to some kinds of points only.
var hookKeys = []struct {
	key, said string
	kinds     []def.PointKind
}{
	{"value", "number or limit", []def.PointKind{def.PointNumber, def.PointLimit}},
	{"add", "pool", []def.PointKind{def.PointPool}},
	{"remove", "pool", []def.PointKind{def.PointPool}},
	{"do", "run", []def.PointKind{def.PointRun}},
	{"quota", "run", []def.PointKind{def.PointRun}},
}

// useless reports the keys of a hook that do not apply to its point.
func (r *Resolver) useless(h *declare.Hook, kind def.PointKind) {
	for _, k := range hookKeys {
		if p := h.Entry.Node.Pair(k.key); p != nil && !slices.Contains(k.kinds, kind) {
			r.Errorf(p.Key.Pos, "unknown-key", "a hook on %s has no key %q, which is for points of kind %s", h.Entry.Text("to"), k.key, k.said)
		}
	}
}

// needed reports a hook without a key that its point requires.
func (r *Resolver) needed(h *declare.Hook, key string, there bool) {
	if to := h.Entry.Get("to"); !there {
		r.Errorf(to.Pos, "missing-key", "a hook on %s needs %s:", to.Value, key)
	}
}

// Stored records that a procedure is used as a value of a procedure type.
func (r *Resolver) Stored(signature int32, proc int64) {
	if signature >= 0 && proc >= 0 {
		r.Out.Stored[signature] = append(r.Out.Stored[signature], int32(proc))
	}
}

// Text returns the procedure of a block of statements, or none if its shape was reported.
func (r *Resolver) Text(n *source.Node) int64 {
	if p, ok := r.Syms.Rules.Texts[n]; ok {
		return int64(p)
	}
	return def.None
}
