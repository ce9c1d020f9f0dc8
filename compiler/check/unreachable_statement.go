package check

// This file warns of statements that never run because they follow one that always leaves the body.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
)

func unreachableStatement(s *Subject) diag.List {
	var list diag.List
	walk := typed.Walk{List: func(body []*typed.Stmt) {
		for i, before := range body[:len(body)-1] {
			if leaves(before) {
				list.Warnf(body[i+1].At.Pos, "unreachable-statement", "this never runs: the statement before it always leaves").
					Detailf("Leave it out, or give the statement before it a condition.").
					Notef(before.At.Pos, "it leaves here")
				return
			}
		}
	}}
	walk.Rulebook(s.rb)
	return list
}

// leaves reports whether the statements after s never run.
func leaves(s *typed.Stmt) bool {
	if s.When != nil {
		return false
	}
	switch a := s.Do.(type) {
	case *typed.Return, *typed.Stop, *typed.Over:
		return true
	case *typed.Block:
		return lastLeaves(a.Body)
	case *typed.If:
		return lastLeaves(a.Then) && lastLeaves(a.Else)
	}
	return false
}

// lastLeaves reports whether the last statement of a body always leaves it.
func lastLeaves(body []*typed.Stmt) bool { return len(body) > 0 && leaves(body[len(body)-1]) }
