package formulas

// This file types membership of numbers that a set cannot hold. They are only compared, so no set is made.

import (
	"slices"

	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// among types `n in [70, 80]` and `n in ints(1, top)` as comparisons. It returns nil if a set can be used.
func (r *Resolver) among(e *syntax.Expr, v *Scope) *def.Expr {
	right := e.Args[1]
	isRange := right.Name == "ints" && len(right.Args) == 2 && len(right.Named) == 0
	switch {
	case isRange && slices.ContainsFunc(right.Args, func(a *syntax.Expr) bool { return !r.inSets(a) }):
	case right.Kind == syntax.List && slices.ContainsFunc(right.Args, r.beyondSets):
	default:
		return nil
	}
	if !isRange && r.listedTwice(right.Args) {
		return Bad
	}
	n := r.fresh("$number", def.TInt)
	value := r.Expr(e.Args[0], v, def.TInt)
	tests := Op(def.OpOr, def.TBool)
	for i, a := range right.Args {
		x, o := r.Expr(a, v, def.TInt), def.OpEq
		switch {
		case IsBad(x):
			return Bad
		case isRange && i == 0:
			tests.Op, o = def.OpAnd, def.OpGe
		case isRange:
			o = def.OpLe
		}
		tests.Args = append(tests.Args, Op(o, def.TBool, r.Read(n), x))
	}
	if IsBad(value) {
		return Bad
	}
	return OpOf(def.OpLet, def.TBool, n.ID, value, tests)
}

// inSets reports whether e is a literal number that a set can hold.
func (r *Resolver) inSets(e *syntax.Expr) bool { return e.Kind == syntax.Int && !r.beyondSets(e) }

// beyondSets reports whether e is a number that no set can hold.
func (r *Resolver) beyondSets(e *syntax.Expr) bool { return e.Int < 0 || e.Int > r.Game.Holds() }
