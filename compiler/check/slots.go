package check

// This file reports games that need more slots than the machine has.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// slots reports a chain of calls or a formula that needs too many slots; a chain at its procedure with the largest frame. It also
// reports bindings that would nest a condition too deeply.
func slots(gd *def.GameDef, rb *typed.Rulebook, p *lower.Program) diag.List {
	var list diag.List
	if gd.Stack > def.MaxSlots {
		widest := p.Deepest[0]
		for _, q := range p.Deepest {
			if gd.Procs[q].Frame > gd.Procs[widest].Frame {
				widest = q
			}
		}
		list.Errorf(rb.Procs[widest].Pos, "too-many", "a chain of calls keeps at most %d values, one here keeps %d, %d of them in %s", def.MaxSlots, gd.Stack, gd.Procs[widest].Frame, rb.Procs[widest].ID).
			Detailf("A procedure keeps its bindings and, for each action that it opens inside another, the variables of action scope (%d values). Declare fewer of them, or split the procedure.", len(gd.ActionCells))
	}
	if gd.Scratch > def.MaxSlots {
		list.Errorf(rb.Procs[gd.Main].Pos, "too-many", "formulas bind at most %d members and parameters, those of this game bind %d", def.MaxSlots, gd.Scratch)
	}
	for _, at := range p.Deep {
		list.Errorf(at, "too-many", "more than %d bindings at the start of a procedure or an option", lower.MaxLets).
			Detailf("Whether it is possible is computed with all of them. Bind fewer before the first decision, or compute some in functions.")
	}
	return list
}
