package load

// This file checks the shape of every expression, so that later passes can rely on known operators with all their operands.

import "rulebound/engine/def"

// validateFormulas checks that all operators of expressions are known and have the right number of operands.
func (k *Checker) validateFormulas() {
	seen := make(map[*def.Expr]bool, len(k.Def.Code))
	for r := range k.Def.Roots() {
		k.formula(r.Expr, 1, seen)
	}
	k.Expr = nil
}

// validateCode checks that instructions are known and name existing cells. The builder checks the rest.
func (k *Checker) validateCode() {
	for i := range k.Def.Code {
		in := &k.Def.Code[i]
		k.Part, k.Node = in, k.NodeRef(in.Node)
		if in.Op.Row() == nil {
			k.Fail("unknown instruction %d", in.Op)
		}
		for _, f := range in.Fields() {
			if f.Ref == def.RefVariable || f.Ref == def.RefPlace && (in.A == def.ToCell || in.A == def.ToVariable) {
				k.Index(f.Name, int64(f.Value), int(k.Def.Cells))
			}
		}
	}
	k.Node = 0
}

// formula checks an expression and its operands.
func (k *Checker) formula(e *def.Expr, depth int, seen map[*def.Expr]bool) {
	if !e.Flat() {
		if seen[e] {
			return
		}
		seen[e] = true
	}
	if depth > def.MaxNesting {
		k.Fail("an expression is nested more than %d deep", def.MaxNesting)
	}
	k.Expr = e
	outer, nodes := k.Node, max(len(k.Def.Nodes), 1)
	if e.Node < 0 || int(e.Node) >= nodes {
		k.Fail("node %d is out of range (there are %d)", e.Node, nodes)
	}
	if e.Node != 0 {
		k.Node = e.Node
	}
	row := e.Op.Row()
	if row == nil {
		k.Fail("unknown operator %d", e.Op)
	}
	if len(e.Args) < row.Least || row.Most >= 0 && len(e.Args) > row.Most {
		k.Fail("operator %s has %d operands", row.Name, len(e.Args))
	}
	if !e.Type.Fits(row.Result) {
		k.Fail("operator %s gives another kind of value", row.Name)
	}
	k.ValueType(row.Name, e.Type)
	if row.I == def.RefCell || row.I == def.RefVariable {
		k.Index("cell", e.I, int(k.Def.Cells))
	}
	for i, a := range e.Args {
		switch {
		case a != nil:
			k.formula(a, depth+1, seen)
			k.Expr = e
		case !row.Binds || i != 1: // a loop without a condition includes all members
			k.Fail("operator %s lacks operand %d", row.Name, i)
		}
	}
	k.Node = outer
}
