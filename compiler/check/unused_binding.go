package check

// This file warns of bindings that nothing reads.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
)

// unusedBinding checks the bindings of each position. Several copies of one text count as used if one of them is.
func unusedBinding(s *Subject) diag.List {
	var bound []*typed.Binding
	used, above := map[diag.Pos]bool{}, map[diag.Pos]*typed.Binding{}
	note := func(all []*typed.Binding) {
		named := map[string]*typed.Binding{}
		for _, b := range all {
			if _, seen := used[b.Pos]; !seen {
				bound = append(bound, b)
			}
			if first := named[b.Name]; first == nil {
				named[b.Name] = b
			} else if first.Pos != b.Pos {
				above[b.Pos] = first
			}
			used[b.Pos] = used[b.Pos] || b.Used || b.Mate != nil && b.Mate.Used
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
			w := list.Warnf(b.Pos, "unused-binding", "nothing uses %s", b.Name)
			if first := above[b.Pos]; first != nil {
				w.Detailf("It is a binding of its own. To change the one that is made above, write set: {%s: value}.", b.Name).Notef(first.Pos, "made here")
			}
		}
	}
	return list
}
