package formulas

// This file types the functions that follow a direction of a grid (docs/reference.md, section 3).

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// walks are the functions that follow a direction: operator, type of the result, type of the third operand (number of steps, or
// set of zones to pass through), minimum number of operands.
var walks = map[string]struct {
	op         def.Op
	typ, third def.Type
	least      int
}{
	"step":   {def.OpStep, def.TZone, def.TInt, 2},
	"ray":    {def.OpRay, def.ZoneSet, def.ZoneSet, 2},
	"beyond": {def.OpBeyond, def.TZone, def.ZoneSet, 3},
}

// onGrid types step(zone, direction, steps), ray(zone, direction, through) and beyond(zone, direction, through).
func (r *Resolver) onGrid(e *syntax.Expr, v *Scope) *def.Expr {
	w := walks[e.Name]
	if n := len(e.Args); n < w.least || n > 3 || len(e.Named) > 0 {
		takes := "3 operands"
		if w.least < 3 {
			takes = "2 or 3 operands"
		}
		r.Errorf(e.Pos, "wrong-arguments", "%s takes %s, not %d", e.Name, takes, len(e.Args)+len(e.Named))
		return Bad
	}
	grid := r.gridOf(e.Args[1], v)
	if grid == nil {
		return Bad
	}
	x := OpOf(w.op, w.typ, int64(grid.Lookup))
	types := []def.Type{def.TZone, {Kind: def.KEnum, Of: grid.Enum}, w.third}
	for i, a := range e.Args {
		y := r.Expr(a, v, types[i])
		if IsBad(y) {
			return Bad
		}
		x.Args = append(x.Args, y)
	}
	return x
}

// gridOf returns the grid of a direction, nil if an error was reported. A bare word may be a direction of several grids.
func (r *Resolver) gridOf(e *syntax.Expr, v *Scope) *declare.Grid {
	grids := r.Syms.Data.Grids
	switch {
	case len(grids) == 0:
		if r.Book.Root.Get("grids") == nil {
			r.Errorf(e.Pos, "unknown-name", "there is no grid whose direction this could be; declare one under grids:, with its directions")
		}
		return nil
	case len(grids) == 1:
		return &grids[0]
	case e.Kind == syntax.Name:
		return r.gridNamed(e)
	}
	x := r.Raw(e, v, Any)
	if IsBad(x) {
		return nil
	}
	if i := slices.IndexFunc(grids, func(g declare.Grid) bool { return x.Type == def.Type{Kind: def.KEnum, Of: g.Enum} }); i >= 0 {
		return &grids[i]
	}
	r.Errorf(e.Pos, "wrong-type", "a direction of a grid is expected, this is %s", r.Describe(x.Type))
	return nil
}

// gridNamed returns the only grid with a direction of a name.
func (r *Resolver) gridNamed(e *syntax.Expr) *declare.Grid {
	var found []*declare.Grid
	var ids, ways []string
	for i := range r.Syms.Data.Grids {
		g := &r.Syms.Data.Grids[i]
		members := r.Game.Enums[g.Enum].Members
		if ways = append(ways, members...); slices.Contains(members, e.Name) {
			found, ids = append(found, g), append(ids, g.ID)
		}
	}
	switch len(found) {
	case 1:
		return found[0]
	case 0:
		r.Errorf(e.Pos, "unknown-name", "no grid has a direction %s%s", e.Name, r.Near(e.Name, ways))
	default:
		r.Errorf(e.Pos, "ambiguous-name", "%s is a direction of %s; name them apart", e.Name, strings.Join(ids, " and of "))
	}
	return nil
}
