package formulas

// This file types searches for paths.

import (
	"slices"

	"rulebound/compiler/syntax"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// path types a search for paths.
func (r *Resolver) path(e *syntax.Expr, v, inner *Scope, member *typed.Binding, over *def.Expr) *def.Expr {
	before := (*typed.Binding)(nil)
	if e.After != "" {
		inner = inner.Child()
		before = r.Bind(inner, e.After, def.TZone, e.AfterPos)
	}
	where := Const(def.TBool, 1)
	if e.Where != nil {
		where = r.Expr(e.Where, inner, def.TBool)
	}
	last := def.TInt
	if e.Name == syntax.PathCost {
		last = def.ZoneSet
	}
	args := []*def.Expr{over, where, r.Expr(e.Value, inner, def.TInt), r.Expr(e.From, v, def.ZoneSet), r.Expr(e.Last, v, last)}
	if slices.ContainsFunc(args, IsBad) {
		return Bad
	}
	if before != nil {
		near := Op(def.OpAdjacent, def.ZoneSet, &def.Expr{Op: def.OpBound, Type: def.TZone, I: member.ID})
		toll := &def.Expr{Op: def.OpToll, Type: def.TInt, I: before.ID, Args: []*def.Expr{near, where, args[2]}}
		args[1], args[2] = Const(def.TBool, 1), toll
	}
	x := &def.Expr{Op: compOps[e.Name], Type: def.ZoneSet, I: member.ID, Args: args}
	if e.Name == syntax.PathCost {
		x.Type = def.TInt
	}
	return x
}
