// This file lists what runs leave open, node by node, for those who look for plays that would close it.

package coverage

import (
	"slices"

	"rulebound/compiler"
	"rulebound/engine/def"
)

// Open is a node that no run came to, or a condition that was not seen both ways, without a reason why.
type Open struct {
	Node     int32 // in GameDef.Nodes
	Executed bool
	Domain   bool // Yes is a member let in, No one kept out
	Yes, No  bool // what was seen of a condition that was executed
}

// OpenNodes lists what runs leave open of a game and nothing beside them explains, in the order of its nodes.
func OpenNodes(gd *def.GameDef, book *compiler.Book, runs []Run, beside *Beside) []Open {
	m, _ := newMeasure(gd, book, runs, beside)
	var out []Open
	for i := range gd.Nodes {
		x := Open{Node: int32(i), Executed: m.all.Came(i), Domain: m.domains[i], Yes: m.all.Yes[i], No: m.all.No[i]}
		if m.executable[i] && m.why[i] == "" && (!x.Executed || m.conditions[i] && !(x.Yes && x.No)) {
			out = append(out, x)
		}
	}
	return out
}

// Within reports whether one of the clauses is that of the name, or belongs to the section of that number or to one below it.
func Within(book *compiler.Book, section string, rules []string) bool {
	return slices.ContainsFunc(rules, belongs(book, section))
}
