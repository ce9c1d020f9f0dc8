package check

// recursion.go refuses procedures that reach themselves: what is played must come to an end, and the stack has a known depth.

import (
	"slices"
	"strings"

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
	var way []int32 // from the first procedure of the search to the one that is visited
	var visit func(i int32)
	visit = func(i int32) {
		state[i] = underWay
		way = append(way, i)
		for _, q := range called[i] {
			switch state[q] {
			case underWay:
				state[q] = reported
				list.Errorf(rb.Procs[q].Pos, "recursion", "procedure %s reaches itself", rb.Procs[q].ID).
					Detailf("%s: a procedure cannot call itself, directly or through others. Repeat statements with while, repeat or for; "+
						"a card whose text plays cards puts them on a pile that a loop plays from.", cycle(rb, way, q))
			case 0:
				visit(q)
			}
		}
		state[i] = done
		way = way[:len(way)-1]
	}
	for i := range rb.Procs {
		if state[i] == 0 {
			visit(int32(i))
		}
	}
	return list
}

// cycle names the procedures of a way from q on, and q again.
func cycle(rb *typed.Rulebook, way []int32, q int32) string {
	var out strings.Builder
	for _, i := range way[slices.Index(way, q):] {
		out.WriteString(rb.Procs[i].ID + " > ")
	}
	return out.String() + rb.Procs[q].ID
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
