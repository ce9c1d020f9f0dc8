// This file lists the nodes that runs leave open, for searches for plays that would close them.

package coverage

import (
	"slices"

	"rulebound/compiler"
	"rulebound/engine/def"
)

// Open is a node that no run reached, or a condition that was not seen both ways, without an explanation.
type Open struct {
	Node     int32 // in GameDef.Nodes
	Executed bool
	Domain   bool // Yes is a member let in, No one kept out
	Yes, No  bool // outcomes seen of an executed condition
}

// OpenNodes lists the nodes of a game that runs leave open and nothing explains, in the order of GameDef.Nodes.
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

// Within reports whether one of the clauses is the named one or belongs to the section of that number or to one below it.
func Within(book *compiler.Book, section string, rules []string) bool {
	return slices.ContainsFunc(rules, belongs(book, section))
}
