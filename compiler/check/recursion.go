package check

// recursion.go refuses procedures that reach themselves: what is played must come to an end, and the stack has a known depth.

import (
	"cmp"
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
	var way []edge // from the first procedure of the search to the one that is visited, each with the call that led to it
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

// edge is a call of a procedure.
type edge struct {
	proc int32
	text diag.Pos // where a value of a procedure type is called; empty of a procedure that is called by its name
}

// cycle names the procedures of a way round, the first of them twice.
func cycle(rb *typed.Rulebook, round []edge) string {
	out := []string{rb.Procs[round[len(round)-1].proc].ID}
	for _, e := range round {
		out = append(out, rb.Procs[e.proc].ID)
	}
	return strings.Join(out, " > ")
}

// calledBy lists for each procedure those that it can call, ascending, each once.
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
