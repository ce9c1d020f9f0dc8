package check

// This file warns of search hints for decisions outside obligations, which nothing searches.

import (
	"maps"
	"slices"

	"rulebound/compiler/diag"
)

func idleSearch(s *Subject) diag.List {
	obliged := map[int32]bool{}
	for _, p := range reached(s.program.Calls, slices.Sorted(maps.Keys(s.program.Obliged))...) {
		obliged[p] = true
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
