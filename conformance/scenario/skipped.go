// This file names the clauses of the conditions behind which a decision follows that a line answers but never reaches.

package scenario

import (
	"maps"
	"slices"

	"rulebound/conformance/scenario/names"
	"rulebound/engine/def"
)

// guards finds the conditions, and the points with their effects, behind which a decision follows.
type guards struct {
	gd     *def.GameDef
	name   string         // of the decision
	called map[int64]bool // procedures that ran
	leads  map[int32]bool // procedure that did not run -> it reaches the decision
	points map[int32]bool // points found so far
	rules  []string
}

// guards lists the clauses of the conditions, and of the points with their effects, that the line passed without reaching a decision of that
// name: those behind which it follows in the procedures that ran, or in others that only they call.
func (r *run) guards(gd *def.GameDef, name string) []string {
	g := &guards{gd: gd, name: name, called: r.called, leads: map[int32]bool{}, points: map[int32]bool{}}
	for _, p := range slices.Sorted(maps.Keys(r.called)) {
		from, to := gd.Procs[p].Entry, int32(len(gd.Code))
		for i := range gd.Procs {
			if at := gd.Procs[i].Entry; at > from {
				to = min(to, at)
			}
		}
		g.find(from, to)
	}
	slices.Sort(g.rules)
	return slices.Compact(g.rules)
}

// find adds the clauses in the code of a procedure.
func (g *guards) find(from, to int32) {
	before := make([]int, to-from+1) // address -> number of instructions before it that lead to the decision
	for pc := from; pc < to; pc++ {
		before[pc-from+1] = before[pc-from]
		switch in := &g.gd.Code[pc]; {
		case in.Op == def.CDecide && g.gd.Decisions[in.A].Name == g.name, in.Op == def.CCall && g.lead(in.A):
			before[pc-from+1]++
		case in.Op == def.CHooks && !g.points[in.A]:
			g.points[in.A] = true
			for _, a := range g.gd.Attachments {
				if a.Point == in.A && g.lead(a.Proc) {
					g.rules = append(g.rules, names.Rules(g.gd, a.Rule, in.Node)...)
				}
			}
		}
	}
	for pc := from; pc < to; pc++ {
		if in := &g.gd.Code[pc]; in.Op == def.CJumpUnless && in.A > pc && before[min(in.A, to)-from] > before[pc-from] {
			g.rules = append(g.rules, names.Rules(g.gd, "", in.Node)...)
		}
	}
}

// lead reports whether a procedure that did not run reaches the decision.
func (g *guards) lead(proc int32) bool {
	if g.called[int64(proc)] {
		return false
	}
	lead, known := g.leads[proc]
	if !known {
		lead = reachableBeside(g.gd, g.gd.Procs[proc].Entry, g.called)[g.name]
		g.leads[proc] = lead
	}
	return lead
}
