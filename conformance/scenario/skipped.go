// This file names the clauses of the conditions behind which a decision follows that a line answers but never reaches.

package scenario

import (
	"maps"
	"slices"

	"rulebound/conformance/scenario/names"
	"rulebound/engine/def"
)

// guards lists the clauses of the conditions, and of the points with their effects, that the line passed without reaching a decision of that
// name: those behind which it follows in the procedures that ran, or in others that only they call.
func (r *run) guards(gd *def.GameDef, name string) (rules []string) {
	for _, p := range slices.Sorted(maps.Keys(r.called)) {
		entry := gd.Procs[p].Entry
		end := int32(len(gd.Code))
		for i := range gd.Procs {
			if at := gd.Procs[i].Entry; at > entry {
				end = min(end, at)
			}
		}
		for pc := entry; pc < end; pc++ {
			in := &gd.Code[pc]
			switch {
			case in.Op == def.CJumpUnless && in.A > pc:
				skipped := func(at int32) bool { return at >= in.A && at < end }
				if reachableWithin(gd, pc+1, skipped, r.called)[name] {
					rules = append(rules, names.Rules(gd, "", in.Node)...)
				}
			case in.Op == def.CHooks:
				for _, a := range gd.Attachments {
					if a.Point == in.A && reachableWithin(gd, gd.Procs[a.Proc].Entry, nil, r.called)[name] {
						rules = append(rules, names.Rules(gd, a.Rule, in.Node)...)
					}
				}
			}
		}
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}
