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
	seen := map[*def.Expr]bool{}
	for r := range k.Def.Roots() {
		place := fmt.Sprintf("%s[%d]", where[r.In], r.Index)
		if r.Name != "" {
			place += ", " + r.Name
		}
		k.formula(place, r.Expr, 1, seen)
	}
}

// formula checks an expression at a place of the JSON text, and its operands.
func (k *Checker) formula(place string, e *def.Expr, depth int, seen map[*def.Expr]bool) {
	if seen[e] {
		return
	}
	seen[e] = true
	if depth > def.MaxNesting {
		k.Fail("%s: an expression is nested more than %d deep", place, def.MaxNesting)
	}
	outer := k.Node
	if k.Index(place+": node", int64(e.Node), max(len(k.Def.Nodes), 1)); e.Node != 0 {
		k.Node = e.Node
	}
	row := e.Op.Row()
	if row == nil {
		k.Fail("%s: unknown operator %d", place, e.Op)
	}
	if len(e.Args) < row.Least || row.Most >= 0 && len(e.Args) > row.Most {
		k.Fail("%s: operator %s has %d operands", place, row.Name, len(e.Args))
	}
	if !e.Type.Fits(row.Result) {
		k.Fail("%s: operator %s gives another kind of value", place, row.Name)
	}
	for i, a := range e.Args {
		switch {
		case a != nil:
			k.formula(place, a, depth+1, seen)
		case !row.Binds || i != 1: // without a condition it runs over all
			k.Fail("%s: operator %s lacks operand %d", place, row.Name, i)
		}
	}
	k.Node = outer
}
