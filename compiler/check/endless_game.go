package check

// This file warns of games that cannot end.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

func endlessGame(s *Subject) diag.List {
	ends := func(p int32) bool {
		code := s.program.Spans[p]
		return slices.ContainsFunc(s.gd.Code[code.From:code.To], func(in def.Instr) bool { return in.Op == def.COver })
	}
	var list diag.List
	if main := s.rb.Procs[s.gd.Main]; !slices.ContainsFunc(reached(s.program.Calls, s.gd.Main), ends) {
		list.Warnf(main.Pos, "endless-game", "the game never ends: neither %s nor the procedures that it calls have an over", main.ID)
	}
	return list
}

// reached returns the procedures that are reachable from some procedures through calls, including these, without duplicates.
func reached(calls [][]int32, from ...int32) []int32 {
	seen := map[int32]bool{}
	var out []int32
	for len(from) > 0 {
		p := from[len(from)-1]
		from = from[:len(from)-1]
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
			from = append(from, calls[p]...)
		}
	}
	return out
}
