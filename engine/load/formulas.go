package load

// This file checks the shape of every expression, so that whatever goes through them later finds known operators with their operands.

import (
	"fmt"

	"rulebound/engine/def"
)

// where names the list of the JSON text that a root belongs to.
var where = map[def.Within]string{
	def.InCode: "code", def.InDecision: "decisions", def.InProc: "procs", def.InFunction: "functions", def.InDerived: "derived",
	def.InAttachment: "attachments", def.InInvariant: "invariants",
}

// validateFormulas proves of each expression that its operators are known and have as many operands as they take.
func (k *Checker) validateFormulas() {
	seen := make(map[*def.Expr]bool, 4*len(k.Def.Code))
	for r := range k.Def.Roots() {
		k.formula(&r, r.Expr, 1, seen)
	}
}

// formula checks an expression of a root, and its operands.
func (k *Checker) formula(r *def.Root, e *def.Expr, depth int, seen map[*def.Expr]bool) {
	if len(e.Args) > 0 {
		if seen[e] {
			return
		}
		seen[e] = true
	}
	refuse := func(format string, args ...any) {
		place := fmt.Sprintf("%s[%d]", where[r.In], r.Index)
		if r.Name != "" {
			place += ", " + r.Name
		}
		k.Fail("%s: %s", place, fmt.Sprintf(format, args...))
	}
	if depth > def.MaxNesting {
		refuse("an expression is nested more than %d deep", def.MaxNesting)
	}
	outer, nodes := k.Node, max(len(k.Def.Nodes), 1)
	if e.Node < 0 || int(e.Node) >= nodes {
		refuse("node %d is out of range (there are %d)", e.Node, nodes)
	}
	if e.Node != 0 {
		k.Node = e.Node
	}
	row := e.Op.Row()
	if row == nil {
		refuse("unknown operator %d", e.Op)
	}
	if len(e.Args) < row.Least || row.Most >= 0 && len(e.Args) > row.Most {
		refuse("operator %s has %d operands", row.Name, len(e.Args))
	}
	if !e.Type.Fits(row.Result) {
		refuse("operator %s gives another kind of value", row.Name)
	}
	for i, a := range e.Args {
		switch {
		case a != nil:
			k.formula(r, a, depth+1, seen)
		case !row.Binds || i != 1: // without a condition it runs over all
			refuse("operator %s lacks operand %d", row.Name, i)
		}
	}
	k.Node = outer
}
