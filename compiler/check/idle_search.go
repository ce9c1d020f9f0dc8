package check

// idle_search.go warns of search hints for decisions that are never made within an obligation: nothing is searched there.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/compiler/source"
)

func idleSearch(s *Subject) diag.List {
	obliged := map[int32]bool{}
	var reach func(p int32)
	reach = func(p int32) {
		if !obliged[p] {
			obliged[p] = true
			for _, q := range s.program.Calls[p] {
				reach(q)
			}
		}
	}
	for p := range s.program.Obliged {
		reach(p)
	}
	var list diag.List
	var told []*source.Node
	for _, h := range s.program.Hints {
		if !slices.Contains(told, h.Key) && !slices.ContainsFunc(s.program.Hints, func(other lower.Hint) bool {
			return other.Key == h.Key && (other.Obliged || obliged[other.Proc])
		}) {
			told = append(told, h.Key)
			list.Warnf(h.Key.Pos, "idle-search", "%s is never within an ensure, so nothing searches it; leave the hint out", h.Key.Value)
		}
	}
	return list
}
