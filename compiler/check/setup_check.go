package check

// This file evaluates the checks of set-ups. Such a check reads the values of the set-up and the position, so it is evaluated in
// the position before the first step.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine"
	"rulebound/engine/def"
)

// setupChecks evaluates each check of set-ups in the position of each of its set-ups.
func setupChecks(gd *def.GameDef, rb *typed.Rulebook, budget *engine.Budget) diag.List {
	var list diag.List
	checks := slices.DeleteFunc(slices.Clone(rb.Checks), func(k *typed.Check) bool { return !k.Setups })
	if len(checks) == 0 {
		return list
	}
	var formulas []*def.Expr
	for _, k := range checks {
		formulas = append(formulas, k.Require)
	}
	asked := still(gd, rb, formulas)
	asked.Derived = slices.Clone(gd.Derived)
	asked.Scratch = gd.Scratch + int32(len(rb.Bindings))
	for _, k := range checks {
		asked.Derived = append(asked.Derived, def.DerivedDef{Type: k.Require.Type, Value: beyond(k.Require, int64(gd.Scratch)), Held: -1, Slot: -1, Len: 1})
	}
	game, err := engine.Load(asked, nil)
	if err != nil {
		return list // the game cannot be loaded either, which is reported elsewhere
	}
	type asking struct {
		check int
		c     typed.CheckCase
	}
	of := make([][]asking, len(gd.Setups))
	for i, k := range checks {
		for c := range k.Cases {
			of[c.Values[0]] = append(of[c.Values[0]], asking{i, c})
		}
	}
	for i, all := range of {
		state, err := game.New(engine.Setup{ID: gd.Setups[i].ID, Budget: budget})
		if err != nil {
			continue // reported when the set-up is played
		}
		for _, a := range all {
			k := checks[a.check]
			holds, err := state.Derived(int32(len(gd.Derived)+a.check), 0)
			switch {
			case budget.Left() == 0:
				list.Errorf(k.Pos, "too-much-work", "the checks of the set-ups cannot be evaluated: with the expectations of set-ups they take more than %d steps", maxClaimed)
				return list
			case err != nil:
				list.Errorf(k.Pos, "not-constant", "this cannot be computed in set-up %s: %v", a.c.Name, err)
			case holds == 0:
				failed(&list, k, a.c)
			}
		}
	}
	return list
}

// beyond copies an expression of the typed rulebook. Its bindings become bound slots from first on.
func beyond(x *def.Expr, first int64) *def.Expr {
	y := *x
	if x.Op == def.OpBound || x.Op.Row().Binds {
		y.I += first
	}
	y.Args = nil
	for _, a := range x.Args {
		y.Args = append(y.Args, beyond(a, first))
	}
	return &y
}
