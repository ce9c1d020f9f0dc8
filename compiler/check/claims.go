package check

// This file sets up the positions of set-ups with `expect` and compares the derived values.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine"
	"rulebound/engine/def"
)

// maxClaimed is the greatest number of steps for the expectations of all set-ups and the checks of set-ups together.
const maxClaimed = 1 << 24

// claims compares the expected derived values of set-ups with those of the positions.
func claims(gd *def.GameDef, rb *typed.Rulebook, budget *engine.Budget) diag.List {
	var list diag.List
	if len(rb.Claims) == 0 {
		return list
	}
	var roots []*def.Expr
	for _, a := range rb.Claims {
		for i := range gd.Derived {
			if gd.Derived[i].ID == a.ID {
				roots = append(roots, gd.Derived[i].Value)
			}
		}
	}
	game, err := engine.Load(still(gd, rb, roots), nil)
	if err != nil {
		return list // the game cannot be loaded either, which is reported elsewhere
	}
	for _, a := range rb.Claims {
		state, err := game.New(engine.Setup{ID: a.Setup, Budget: budget})
		if err != nil {
			list.Errorf(a.Pos, "setup", "set-up %s cannot be set up: %v", a.Setup, err)
			continue
		}
		got, typ, err := state.Value(a.ID)
		if budget.Left() == 0 {
			list.Errorf(a.Pos, "too-much-work", "the expectations of the set-ups cannot be evaluated: they take more than %d steps", maxClaimed)
			break
		}
		if err != nil {
			list.Errorf(a.Pos, "not-constant", "%s cannot be computed in set-up %s: %v", a.ID, a.Setup, err)
			continue
		}
		if got != a.Want && !(gd.Wide(typ) && slices.Equal(state.Each(got, typ), gd.Each(a.Want, typ))) {
			list.Errorf(a.Pos, "wrong-value", "%s is %s in set-up %s, not %s: it follows from the position and cannot be set",
				a.ID, state.Spell(got, typ), a.Setup, a.Written)
		}
	}
	return list
}

// still returns a game that is over as soon as it is set up, for evaluating formulas in its positions. It keeps the code only if
// a formula searches ahead.
func still(gd *def.GameDef, rb *typed.Rulebook, roots []*def.Expr) *def.GameDef {
	out := *gd
	out.Main = int32(len(gd.Procs))
	out.Procs = append(slices.Clone(gd.Procs), def.ProcDef{Named: def.Named{ID: "still"}, Entry: int32(len(gd.Code)), Possible: -1})
	out.Code = append(slices.Clone(gd.Code), def.Instr{Op: def.COver}, def.Instr{Op: def.CReturn})
	for i := range gd.Invariants {
		roots = append(roots, gd.Invariants[i].Require)
	}
	if f := (&formulas{gd: gd, rb: rb, state: map[formulaRef]progress{}}); f.searches(roots) {
		return &out
	}
	out.Code, out.Decisions = out.Code[len(gd.Code):], nil
	for i := range out.Procs {
		out.Procs[i].Entry, out.Procs[i].Requires = 0, nil
	}
	out.Functions = called(&out, rb, roots)
	return &out
}

// called returns the functions of a game. Those that no other formula of the game or of roots calls get false as their body,
// which makes loading cheaper.
func called(gd *def.GameDef, rb *typed.Rulebook, roots []*def.Expr) []def.FuncDef {
	for r := range gd.Roots() {
		if r.In != def.InFunction {
			roots = append(roots, r.Expr)
		}
	}
	f := &formulas{gd: gd, rb: rb, state: map[formulaRef]progress{}}
	if f.searches(roots) {
		return gd.Functions
	}
	for i := range gd.Procs {
		if p := gd.Procs[i].Possible; p >= 0 && f.state[formulaRef{def.OpPossible, int64(i)}] == done {
			f.state[formulaRef{def.OpCall, int64(p)}] = done
		}
	}
	out := slices.Clone(gd.Functions)
	for i := range out {
		if f.state[formulaRef{def.OpCall, int64(i)}] != done {
			out[i].Body = &def.Expr{Op: def.OpConst, Type: def.TBool}
		}
	}
	return out
}
