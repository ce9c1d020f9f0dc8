package resolve

// points.go types the functions that ask a hook point.

import (
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// point finds the hook point named by the first operand.
func (r *resolver) point(e *syntax.Expr) (int32, bool) {
	if len(e.Args) > 0 && e.Args[0].Kind == syntax.Name {
		p, ok := r.syms.Points[e.Args[0].Name]
		if !ok {
			r.errorf(e.Args[0].Pos, "unknown-name", "there is no hook point %s%s", e.Args[0].Name, r.near(e.Args[0].Name, r.pointNames()))
		}
		return p, ok
	}
	r.errorf(e.Pos, "wrong-arguments", "%s takes a hook point first", e.Name)
	return 0, false
}

// payload types the operands that a hook point takes.
func (r *resolver) payload(e *syntax.Expr, rest []*syntax.Expr, p int32, v *env) ([]*def.Expr, bool) {
	params := r.syms.Rules.Points[p].Params
	if len(rest) != len(params) {
		r.errorf(e.Pos, "wrong-arguments", "hook point %s takes %s, not %d", r.gd.Points[p].ID, number(len(params), "operand"), len(rest))
		return nil, false
	}
	var out []*def.Expr
	for i, a := range rest {
		x := r.expr(a, v, params[i].Type)
		if isBad(x) {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

func (r *resolver) allowed(e *syntax.Expr, v *env) *def.Expr {
	p, ok := r.point(e)
	if !ok {
		return bad
	}
	if r.gd.Points[p].Kind != def.PointAllow {
		r.errorf(e.Pos, "wrong-point", "allowed needs a point of kind allow")
		return bad
	}
	args, ok := r.payload(e, e.Args[1:], p, v)
	if !ok {
		return bad
	}
	return opOf(def.OpHookAllow, def.TBool, int64(p), args...)
}

func (r *resolver) modified(e *syntax.Expr, v *env) *def.Expr {
	p, ok := r.point(e)
	if !ok {
		return bad
	}
	o, t := def.OpHookNumber, r.syms.Rules.Points[p].Of
	switch r.gd.Points[p].Kind {
	case def.PointPool:
		o = def.OpHookPool
	case def.PointAllow, def.PointRun:
		r.errorf(e.Pos, "wrong-point", "modified needs a point of kind number, limit or pool")
		return bad
	}
	if len(e.Args) < 2 {
		r.errorf(e.Pos, "wrong-arguments", "modified takes a hook point, the base value and the point's operands")
		return bad
	}
	base := r.expr(e.Args[1], v, t)
	args, ok := r.payload(e, e.Args[2:], p, v)
	if !ok || isBad(base) {
		return bad
	}
	return opOf(o, t, int64(p), append([]*def.Expr{base}, args...)...)
}
