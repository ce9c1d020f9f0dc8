package formulas

// This file types the nodes of the rulebook that hold formulas, values or conditions, and evaluates those that must be constant:
// set definitions, property values and initial values.

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// Formula types node n as a formula. It returns Bad for nil.
func (r *Resolver) Formula(n *source.Node, v *Scope, want def.Type) *def.Expr {
	x, _ := r.Parsed(n, v, want)
	return x
}

// Parsed is like Formula, but also returns the syntax tree, nil if n could not be read.
func (r *Resolver) Parsed(n *source.Node, v *Scope, want def.Type) (*def.Expr, *syntax.Expr) {
	if n == nil {
		return Bad, nil
	}
	e := r.Parse(n)
	if e == nil {
		return Bad, nil
	}
	return r.Expr(e, v, want), e
}

// Parse parses node n as a formula. It reports errors and returns nil if n could not be read.
func (r *Resolver) Parse(n *source.Node) *syntax.Expr {
	e, list := r.Syntax.Formula(n)
	if r.Said(list) {
		return nil
	}
	return e
}

// Value types node n as a value, where a plain word is a name. It returns Bad for nil.
func (r *Resolver) Value(n *source.Node, v *Scope, want def.Type) *def.Expr {
	if n == nil {
		return Bad
	}
	if want.Kind == def.KOrder && n.Kind == source.List {
		return Const(def.TOrder, r.orderOf(n))
	}
	e, list := r.Syntax.Value(n)
	if r.Said(list) {
		return Bad
	}
	return r.Expr(e, v, want)
}

// Said adds the diagnostics of a formula or value and reports whether it could not be read. If a part of the rulebook could not
// be read, it drops those on unknown or missing things.
func (r *Resolver) Said(list diag.List) bool {
	for _, d := range list {
		if !r.Book.Incomplete || !strings.HasPrefix(d.Code, "missing-") && !strings.HasPrefix(d.Code, "unknown-") {
			r.Diags.Add(d)
		}
	}
	return list.HasErrors()
}

// Constant types node n as a value of type want and evaluates it. It returns 0 after an error.
func (r *Resolver) Constant(n *source.Node, want def.Type) int64 {
	v, _ := r.TryConstant(n, want)
	return v
}

// TryConstant is like Constant, but reports whether there was no error.
func (r *Resolver) TryConstant(n *source.Node, want def.Type) (int64, bool) {
	_, v, ok := r.ComputedAs(n, want)
	return v, ok
}

// ComputedAs is like TryConstant, but also returns the formula, nil if it was not read.
func (r *Resolver) ComputedAs(n *source.Node, want def.Type) (x *def.Expr, v int64, ok bool) {
	if n == nil || Unknown(want) {
		return nil, 0, false
	}
	if want.Kind == def.KOrder && n.Kind == source.List {
		return nil, r.orderOf(n), true
	}
	if want.Kind == def.KSet || want.Kind == def.KBool {
		x = r.Formula(n, nil, want)
	} else {
		x = r.Value(n, nil, want)
	}
	if IsBad(x) {
		return nil, 0, false
	}
	if v, ok = r.Eval(x); !ok {
		way := r.notConstant(x)
		if want.Kind == def.KSet && want.Elem == def.KInt {
			way = "; a set of numbers is written [1, 2, 3] or =ints(1, 3)"
		}
		r.Errorf(n.Pos, "not-constant", "this must be computable without a state of the game%s", way)
	}
	return x, v, ok
}

// notConstant returns the part of a message that names what makes a formula no constant, "" if that is the state.
func (r *Resolver) notConstant(x *def.Expr) string {
	for y := range x.All() {
		switch y.Op {
		case def.OpCall:
			return fmt.Sprintf("; functions, such as %s, cannot be called here", r.Game.Functions[y.I].ID)
		case def.OpOption:
			return fmt.Sprintf("; it reads the option %s, which each play chooses", r.Game.Options[y.I].ID)
		}
	}
	return ""
}

// orderOf packs a list of seats.
func (r *Resolver) orderOf(n *source.Node) int64 {
	var seats []int64
	for i, item := range n.Items {
		x := r.Value(item, nil, def.TSeat)
		switch {
		case IsBad(x) || r.NoneWritten(item):
		case x.Op != def.OpConst:
			r.Errorf(item.Pos, "not-constant", "the seats of an order are named, not computed")
		case i == def.MaxSeats:
			r.Errorf(item.Pos, "too-many", "an order holds at most %d seats", def.MaxSeats)
		case slices.Contains(seats, x.I):
			r.seatTwice(item.Pos, x.I)
		case i < def.MaxSeats:
			seats = append(seats, x.I)
		}
	}
	return r.Game.OrderOf(seats...)
}

// Condition types the condition of a guard or a branch. After an error it is true.
func (r *Resolver) Condition(n *source.Node, v *Scope) *typed.Cond {
	x, e := r.Parsed(n, v, def.TBool)
	k := &typed.Cond{When: x, At: r.Place(n, "if")}
	if IsBad(x) {
		k.When = Const(def.TBool, 1)
		return k
	}
	k.Rule = k.At.Rule()
	k.Said = typed.Said{When: r.warnable(n, e), Test: x}
	return k
}

// warnable returns n, or nil if there must be no warning when its condition is constant: in a copy, and if it reads data.
func (r *Resolver) warnable(n *source.Node, e *syntax.Expr) *source.Node {
	if r.Here.Copies > 0 || r.LooksAtData(e) {
		return nil
	}
	return n
}

// Conditions types the conditions of a domain, without those that have errors. option is the option that is unavailable if one of
// them never holds, or "".
func (r *Resolver) Conditions(conds []*tree.Cond, v *Scope, option string) []*typed.Cond {
	var out []*typed.Cond
	for _, c := range conds {
		r.Under(c.Node, func() {
			if k := r.demanded(c, v, option); k != nil {
				out = append(out, k)
			}
		})
	}
	return out
}

// demanded types one condition of a domain. It returns nil after an error.
func (r *Resolver) demanded(c *tree.Cond, v *Scope, option string) *typed.Cond {
	x, e := r.Parsed(c.When, v, def.TBool)
	if IsBad(x) {
		return nil
	}
	k := &typed.Cond{When: x, Said: typed.Said{When: r.warnable(c.When, e), Test: x, Option: option}, At: r.Place(c.Node, "where")}
	if c.If != nil {
		only, e := r.Parsed(c.If, v, def.TBool)
		if IsBad(only) {
			return nil
		}
		k.Said.If, k.Said.Only = r.warnable(c.If, e), only
		k.When = Op(def.OpOr, def.TBool, Op(def.OpNot, def.TBool, only), x)
	}
	k.Rule = First(r.RuleIDs(c.Rule), k.At.Rule())
	return k
}

// First returns the first of some clauses, or none if there are no clauses.
func First(ids []string, none string) string {
	if len(ids) == 0 {
		return none
	}
	return ids[0]
}

// onData is LooksAtData of a node.
func (r *Resolver) onData(n *source.Node) bool {
	e, _ := r.Syntax.Formula(n)
	return r.LooksAtData(e)
}

// LooksAtData reports whether a formula reads data of the rulebook, directly or through the sets that it names: with other data
// its value could differ. It returns true for a formula that could not be read.
func (r *Resolver) LooksAtData(e *syntax.Expr) bool {
	return e == nil || syntax.Any(e, func(e *syntax.Expr) bool {
		if e.Kind != syntax.Name {
			return e.Kind == syntax.Call && e.Name == "procedures"
		}
		s := r.Syms.Names[e.Name]
		if s == nil || s.Kind != declare.Set {
			return s != nil && s.Open
		}
		open, known := r.memo.onData[e.Name]
		if !known {
			r.memo.onData[e.Name] = false // for a set that depends on itself
			open = r.onData(s.Said)
			r.memo.onData[e.Name] = open
		}
		return open
	})
}
