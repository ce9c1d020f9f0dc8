package check

// recursion.go refuses procedures that reach themselves: what is played must come to an end, and the stack has a known depth.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
)

// progress is how far a search for cycles has come with something; 0: it has not begun.
type progress uint8

const (
	underWay progress = 1 + iota
	reported          // and still under way
	done
)

// Recursion reports the procedures that reach themselves, each once. It needs no code: package lower can rely on it.
func Recursion(rb *typed.Rulebook) diag.List {
	var list diag.List
	called := calledBy(rb)
	state := make([]progress, len(rb.Procs))
	var visit func(i int32)
	visit = func(i int32) {
		state[i] = underWay
		for _, q := range called[i] {
			switch state[q] {
			case underWay:
				state[q] = reported
				list.Errorf(rb.Procs[q].Pos, "recursion", "procedure %s reaches itself", rb.Procs[q].ID).
					Detailf("A procedure cannot call itself, directly or through others. Repeat statements with while, repeat or for.")
			case 0:
				visit(q)
			}
		}
		state[i] = done
	}
	for i := range rb.Procs {
		if state[i] == 0 {
			visit(int32(i))
		}
	}
	return list
}

// calledBy lists for each procedure those that it can call, ascending.
func calledBy(rb *typed.Rulebook) [][]int32 {
	var out []int32 // of one procedure
	walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
		switch a := a.(type) {
		case *typed.Call:
			out = append(out, a.Proc)
		case *typed.Grant:
			out = append(out, a.Proc)
		case *typed.CallValue:
			out = append(out, stored(rb, a.Proc.Type)...)
		case *typed.RunHooks:
			for _, i := range rb.Game.Points[a.Point].Attach {
				if q := rb.Game.Attachments[i].Proc; q >= 0 {
					out = append(out, q)
				}
			}
		case *typed.Decide:
			for _, o := range a.Offers {
				out = append(out, o.Proc)
			}
		}
	}}
	called := make([][]int32, len(rb.Procs))
	for i, p := range rb.Procs {
		out = nil
		walk.Proc(p)
		slices.Sort(out)
		called[i] = slices.Compact(out)
	}
	return called
}
