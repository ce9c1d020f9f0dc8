package check

// This file reports recursive procedures: a play must terminate, and the depth of the stack must be known.

import (
	"cmp"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
)

// progress is the state of a node in the search for cycles; 0 is not visited.
type progress uint8

const (
	underWay progress = 1 + iota
	reported          // still under way, and reported
	done
)

// Recursion reports each recursive procedure once. It needs no code and runs before package lower, which relies on it.
func Recursion(rb *typed.Rulebook) diag.List {
	var list diag.List
	called := calledBy(rb)
	state := make([]progress, len(rb.Procs))
	var way []edge // path from the root of the search to the present procedure, with the calls
	var visit func(e edge)
	visit = func(e edge) {
		i := e.proc
		state[i] = underWay
		way = append(way, e)
		for _, q := range called[i] {
			switch state[q.proc] {
			case underWay:
				state[q.proc] = reported
				round := append(slices.Clone(way[slices.IndexFunc(way, func(e edge) bool { return e.proc == q.proc })+1:]), q)
				report := list.Errorf(rb.Procs[q.proc].Pos, "recursion", "procedure %s reaches itself", rb.Procs[q.proc].ID).
					Detailf("%s: a procedure cannot call itself, directly or through others. Repeat statements with while, repeat or for; "+
						"a card whose text plays cards puts them on a pile that a loop plays from.", cycle(rb, round))
				for _, e := range round {
					if e.text.Line > 0 {
						report.Notef(e.text, "this may call any text with these parameters; texts whose parameters have other names are not called")
					}
				}
			case 0:
				visit(q)
			}
		}
		state[i] = done
		way = way[:len(way)-1]
	}
	for i := range rb.Procs {
		if state[i] == 0 {
			visit(edge{proc: int32(i)})
		}
	}
	return list
}

type edge struct {
	proc int32
	text diag.Pos // the call, if it is by value; otherwise zero
}

// cycle formats the procedures of a cycle; the first is repeated at the end.
func cycle(rb *typed.Rulebook, round []edge) string {
	out := []string{rb.Procs[round[len(round)-1].proc].ID}
	for _, e := range round {
		out = append(out, rb.Procs[e.proc].ID)
	}
	return strings.Join(out, " > ")
}

// calledBy returns the possible callees of each procedure, ascending, without duplicates.
func calledBy(rb *typed.Rulebook) [][]edge {
	var out []edge // of one procedure
	walk := typed.Walk{Action: func(a typed.Action, at *typed.Place) {
		switch a := a.(type) {
		case *typed.Call:
			out = append(out, edge{proc: a.Proc})
		case *typed.Grant:
			out = append(out, edge{proc: a.Proc})
		case *typed.CallValue:
			for _, q := range stored(rb, a.Proc.Type) {
				out = append(out, edge{q, at.Pos})
			}
		case *typed.RunHooks:
			for _, i := range rb.Game.Points[a.Point].Attach {
				if q := rb.Game.Attachments[i].Proc; q >= 0 {
					out = append(out, edge{proc: q})
				}
			}
		case *typed.Decide:
			for _, o := range a.Offers {
				out = append(out, edge{proc: o.Proc})
			}
		}
	}}
	called := make([][]edge, len(rb.Procs))
	for i, p := range rb.Procs {
		out = nil
		walk.Proc(p)
		slices.SortStableFunc(out, func(a, b edge) int { return cmp.Or(cmp.Compare(a.proc, b.proc), cmp.Compare(a.text.Line, b.text.Line)) })
		called[i] = slices.CompactFunc(out, func(a, b edge) bool { return a.proc == b.proc })
	}
	return called
}
