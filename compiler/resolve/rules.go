package resolve

// rules.go resolves functions, derived values, hook points and what lasting effects attach to them.

import (
	"rulebound/compiler/declare"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// rules resolves everything that holds formulas but no statements.
func (r *resolver) rules() {
	for i, p := range r.syms.Rules.Points {
		r.out.Points = append(r.out.Points, &typed.Point{Params: r.memo.points[i], At: r.place(p.Entry.Node, "point"), Pos: p.Entry.IDPos()})
	}
	for i := range r.syms.Rules.Functions {
		r.function(int32(i))
	}
	for _, d := range r.syms.Rules.Derived {
		r.out.Derived = append(r.out.Derived, r.derived(d))
	}
	for i, h := range r.syms.Rules.Hooks {
		r.under(h.Of.Node, func() { r.out.Hooks = append(r.out.Hooks, r.hookOf(h, &r.gd.Attachments[i])) })
	}
	r.out.InAction = r.syms.Rules.InAction
}

// function resolves a function of the rulebook, unless that was done; one that needs itself is an error.
func (r *resolver) function(index int32) {
	known, d := &r.memo.functions[index], r.syms.Rules.Functions[index]
	switch known.state {
	case done:
		return
	case underWay:
		r.errorf(d.Entry.IDPos(), "recursion", "function %s reaches itself", d.ID)
		known.typ = def.Type{}
		return
	}
	known.state = underWay
	v := (*env)(nil).child()
	v.unsure = d.Entry.Unsure
	f := r.out.Functions[index]
	f.Params = r.bindings(v, d.Params)
	r.under(d.Entry.Node, func() {
		body := d.Entry.Get("value")
		wrap, ok := r.functionLets(f, d.Entry.Pairs("let"), v)
		x := r.formula(body, v, tAny)
		if !ok {
			x = bad
		}
		f.At = r.place(d.Entry.Node, "function")
		if x == noneExpr {
			r.errorf(body.Pos, "wrong-type", "function %s yields none, whose kind is not known", d.ID)
		}
		if !isBad(x) {
			known.typ, f.Body = x.Type, wrap(x)
		}
	})
	known.state = done
}

// functionLets binds the names that a function has for values, and gives what wraps its body in them; ok is false if one of
// the values was reported.
func (r *resolver) functionLets(f *typed.Function, pairs []*tree.Value, v *env) (wrap func(x *def.Expr) *def.Expr, ok bool) {
	var values []*def.Expr
	ok = true
	for _, q := range pairs {
		x := r.formula(q.Node, v, tAny)
		if x == noneExpr {
			r.errorf(q.Node.Pos, "wrong-type", "none has no kind here; bind a value of the kind that is meant")
		}
		if isBad(x) || x == noneExpr {
			r.bind(v, q.Key.Value, declare.Unknown, q.Key.Pos)
			ok = false
			continue
		}
		f.Lets, values = append(f.Lets, r.bind(v, q.Key.Value, x.Type, q.Key.Pos)), append(values, x)
	}
	return func(x *def.Expr) *def.Expr {
		for i := len(values) - 1; i >= 0; i-- {
			x = &def.Expr{Op: def.OpLet, Type: x.Type, I: f.Lets[i].ID, Args: []*def.Expr{values[i], x}}
		}
		return x
	}, ok
}

// derived resolves a derived value and computes what it is watched for.
func (r *resolver) derived(d *declare.DerivedValue) *typed.Derived {
	out := &typed.Derived{Value: konst(d.Type, 0), Pos: d.Entry.IDPos()}
	v := (*env)(nil).child()
	v.unsure = d.Entry.Unsure
	gd := &r.gd.Derived[d.Index]
	if d.Per != def.KNone {
		out.Of = r.bind(v, "$it", def.Type{Kind: d.Per}, out.Pos)
		gd.Over = r.syms.Data.Spaces
		if d.Per == def.KSeat {
			gd.Over = r.gd.UpTo(def.SetOf(def.TSeat), len(r.gd.Seats))
		}
		if on := d.Entry.Get("on"); on != nil {
			gd.Over = r.constant(on, def.SetOf(def.Type{Kind: d.Per}))
		}
		if out.Of.Over = konst(def.SetOf(out.Of.Type), gd.Over); d.Entry.Get("on") != nil && r.onData(d.Entry.Get("on")) {
			out.Of.Over = nil
		}
	}
	r.under(d.Entry.Node, func() {
		if x := r.formula(d.Entry.Get("value"), v, d.Type); !isBad(x) {
			out.Value = orNone(x)
		}
		out.At = r.place(d.Entry.Node, "derived")
	})
	return out
}

// hookOf resolves what a lasting effect attaches to a hook point.
func (r *resolver) hookOf(h *declare.Hook, a *def.Attachment) *typed.Hook {
	n := h.Entry.Node
	out := &typed.Hook{At: r.place(n, "hook")}
	point := r.syms.Rules.Points[a.Point]
	v := (*env)(nil).child()
	v.unsure = h.Entry.Unsure
	for i, p := range point.Params {
		v.names["$"+p.Name] = r.memo.points[a.Point][i]
	}
	if when := h.Entry.Get("when"); when != nil {
		if x, e := r.parsed(when, v, def.TBool); !isBad(x) {
			out.When = &typed.Cond{When: x, Said: typed.Said{When: r.told(when, e), Test: x}}
		}
	}
	optional := func(key string) *def.Expr {
		n := h.Entry.Get(key)
		if n == nil {
			return nil
		}
		x, e := r.parsed(n, v, point.Of)
		if key != "value" && e != nil && r.joinsNone(e, x) {
			return bad
		}
		return orNone(x)
	}
	switch r.gd.Points[a.Point].Kind {
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

// needed reports a hook without the key that its point asks for.
func (r *resolver) needed(h *declare.Hook, key string, there bool) {
	if to := h.Entry.Get("to"); !there {
		r.errorf(to.Pos, "missing-key", "a hook on %s needs %s:", to.Value, key)
	}
}

// stored notes that a procedure is written as a value of a procedure type.
func (r *resolver) stored(signature int32, proc int64) {
	if signature >= 0 && proc >= 0 {
		r.out.Stored[signature] = append(r.out.Stored[signature], int32(proc))
	}
}

// text gives the procedure that a block is; none if its shape was reported.
func (r *resolver) text(n *source.Node) int64 {
	if p, ok := r.syms.Rules.Texts[n]; ok {
		return int64(p)
	}
	return def.None
}
