package check

// recursion.go refuses procedures that reach themselves: what is played must come to an end, and the stack has a known depth.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// progress is how far a search for cycles has come with something; 0: it has not begun.
type progress uint8

const (
	underWay progress = 1 + iota
	reported          // and still under way
	done
)

// Recursion reports the procedures that reach themselves, each once. It needs no code: package lower can rely on it.
func Recursion(gd *def.GameDef, rb *typed.Rulebook) diag.List {
	var list diag.List
	state := make([]progress, len(rb.Procs))
	var visit func(p *typed.Proc)
	visit = func(p *typed.Proc) {
		state[p.Index] = underWay
		for _, q := range calledBy(gd, rb, p) {
			switch callee := rb.Procs[q]; state[q] {
			case underWay:
				state[q] = reported
				list.Errorf(callee.Pos, "recursion", "procedure %s reaches itself", callee.ID)
			case 0:
				visit(callee)
			}
		}
		state[p.Index] = done
	}
	for _, p := range rb.Procs {
		if state[p.Index] == 0 {
			visit(p)
		}
	}
	return list
}

// calledBy lists the procedures that p can call, ascending.
func calledBy(gd *def.GameDef, rb *typed.Rulebook, p *typed.Proc) []int32 {
	var out []int32
	walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
		switch a := a.(type) {
		case *typed.Call:
			out = append(out, a.Proc)
		case *typed.Grant:
			out = append(out, a.Proc)
		case *typed.CallValue:
			out = append(out, stored(rb, a.Proc.Type)...)
		case *typed.RunHooks:
			for _, i := range gd.Points[a.Point].Attach {
				if q := gd.Attachments[i].Proc; q >= 0 {
					out = append(out, q)
				}
			}
		case *typed.Decide:
			for _, o := range a.Offers {
				out = append(out, o.Proc)
			}
		}
	}}
	walk.Proc(p)
	slices.Sort(out)
	return slices.Compact(out)
}
