package check

// unused_binding.go warns of names that are bound for nothing.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
)

// unusedBinding looks at what was bound at each place: the copies of one text are used if one of them is.
func unusedBinding(s *Subject) diag.List {
	var bound []*typed.Binding
	used := map[diag.Pos]bool{}
	note := func(all []*typed.Binding) {
		for _, b := range all {
			if _, seen := used[b.Pos]; !seen {
				bound = append(bound, b)
			}
			used[b.Pos] = used[b.Pos] || b.Used
		}
	}
	for _, f := range s.rb.Functions {
		note(f.Params)
		note(f.Lets)
	}
	for _, p := range s.rb.Procs {
		note(p.Bound)
	}
	var list diag.List
	for _, b := range bound {
		if !used[b.Pos] {
			list.Warnf(b.Pos, "unused-binding", "nothing uses %s", b.Name)
		}
	}
	return list
}
