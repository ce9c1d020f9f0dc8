package check

// idle_search.go warns of search hints for decisions that are never made within an obligation: nothing is searched there.

import (
	"maps"
	"slices"

	"rulebound/compiler/diag"
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
	for _, p := range slices.Sorted(maps.Keys(s.program.Obliged)) {
		reach(p)
	}
	searched := map[string]bool{}
	for _, h := range s.program.Hints {
		searched[h.Key] = searched[h.Key] || h.Obliged || obliged[h.Proc]
	}
	var list diag.List
	for _, h := range s.program.Hints {
		if !searched[h.Key] {
			searched[h.Key] = true // one warning is enough
			list.Warnf(h.Pos, "idle-search", "%s is never within an ensure, so nothing searches it; leave the hint out", h.Key)
		}
	}
	return list
}
