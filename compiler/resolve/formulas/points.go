package formulas

// This file types the functions that query a hook point.

import (
	"rulebound/compiler/names"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// point returns the hook point that the first operand names.
func (r *Resolver) point(e *syntax.Expr) (int32, bool) {
	if len(e.Args) > 0 && e.Args[0].Kind == syntax.Name {
		p, ok := r.Syms.Points[e.Args[0].Name]
		r.Uses(e.Args[0].Pos, names.Thing{Sort: names.Point, Name: e.Args[0].Name})
		if !ok {
			r.Errorf(e.Args[0].Pos, "unknown-name", "there is no hook point %s%s", e.Args[0].Name, r.Near(e.Args[0].Name, r.PointNames()))
		}
		return p, ok
	}
	r.Errorf(e.Pos, "wrong-arguments", "%s takes a hook point first", e.Name)
	return 0, false
}

// payload types the operands for the parameters of a hook point.
func (r *Resolver) payload(e *syntax.Expr, rest []*syntax.Expr, p int32, v *Scope) ([]*def.Expr, bool) {
	params := r.Syms.Rules.Points[p].Params
	if len(rest) != len(params) {
		r.Errorf(e.Pos, "wrong-arguments", "hook point %s takes %s, not %d", r.Game.Points[p].ID, number(len(params), "operand"), len(rest))
		return nil, false
	}
	var out []*def.Expr
	for i, a := range rest {
		x := r.Expr(a, v, params[i].Type)
		if IsBad(x) {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

func (r *Resolver) allowed(e *syntax.Expr, v *Scope) *def.Expr {
	p, ok := r.point(e)
	if !ok {
		return Bad
	}
	if r.Game.Points[p].Kind != def.PointAllow {
		r.Errorf(e.Pos, "wrong-point", "allowed needs a point of kind allow")
		return Bad
	}
	args, ok := r.payload(e, e.Args[1:], p, v)
	if !ok {
		return Bad
	}
	return OpOf(def.OpHookAllow, def.TBool, int64(p), args...)
}

func (r *Resolver) modified(e *syntax.Expr, v *Scope) *def.Expr {
	p, ok := r.point(e)
	if !ok {
		return Bad
	}
	o, t := def.OpHookNumber, r.Syms.Rules.Points[p].Of
	switch r.Game.Points[p].Kind {
	case def.PointPool:
		o = def.OpHookPool
	case def.PointAllow, def.PointRun:
		r.Errorf(e.Pos, "wrong-point", "modified needs a point of kind number, limit or pool")
		return Bad
	}
	if len(e.Args) < 2 {
		r.Errorf(e.Pos, "wrong-arguments", "modified takes a hook point, the base value and the point's operands")
		return Bad
	}
	base := r.Expr(e.Args[1], v, t)
	args, ok := r.payload(e, e.Args[2:], p, v)
	if !ok || IsBad(base) {
		return Bad
	}
	return OpOf(o, t, int64(p), append([]*def.Expr{base}, args...)...)
}
