package compiler

// settled.go warns of what the rulebook itself decides: conditions that hold always or never, options that can never be
// offered, cases that never come. Such a rule is written, but nothing is ever seen of it.
//
// Options of a game are tried with all their values. Data that a game gives to formulas, its values:, tables: and tagged
// procedures, could be other data, so a condition on them is none that the rulebook decides; that is also what keeps a
// library quiet in a game that lacks something.

import (
	"slices"

	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// maxCombinations bounds how many combinations of game options are tried.
const maxCombinations = 1024

// outcome tells what the condition x can come to, whatever is played, over all values of the options: that it holds, that it
// does not, or both. Neither: that is open.
func (e *evaluator) outcome(x *def.Expr) (yes, no bool) {
	if v, ok := e.try(x); ok || !e.calls && !readsOptions(x) {
		return ok && v != 0, ok && v == 0
	}
	known := e.c.combinations(func(options []int64) bool {
		e.options = options
		v, ok := e.try(x)
		yes, no = yes || v != 0, no || v == 0
		return ok
	})
	e.options = nil
	return yes && known, no && known
}

// combinations calls f with each combination of option values until it is false; it is false if f was, or if there are
// too many of them, or no options.
func (c *compiler) combinations(f func(options []int64) bool) bool {
	n := 1
	for _, o := range c.def.Options {
		if n *= max(1, len(o.Values)); n > maxCombinations {
			return false
		}
	}
	for i := range n {
		options := make([]int64, len(c.def.Options))
		for k, o := range c.def.Options {
			options[k] = int64(i % max(1, len(o.Values)))
			i /= max(1, len(o.Values))
		}
		if !f(options) {
			return false
		}
	}
	return len(c.def.Options) > 0
}

func readsOptions(x *def.Expr) bool {
	return x.Op == def.OpOption || slices.ContainsFunc(x.Args, readsOptions)
}

// onData tells whether a formula looks at data that the rulebook gives to formulas, itself or in the sets that it names.
func (c *compiler) onData(n *source.Node) bool {
	seen := map[string]bool{}
	var look func(n *source.Node) bool
	look = func(n *source.Node) bool {
		e, list := syntax.Formula(n)
		return list.HasErrors() || syntax.Any(e, func(e *syntax.Expr) bool {
			if e.Kind != syntax.Name {
				return e.Kind == syntax.Call && e.Name == "procedures"
			}
			s := c.syms[e.Name]
			if s == nil || s.from == nil || seen[e.Name] {
				return s != nil && s.given
			}
			seen[e.Name] = true
			return look(s.from)
		})
	}
	return look(n)
}

// settled warns of a condition that always or never holds: of the words of the author, not of the copies that a macro or an
// offered procedure makes of them, and not if other data would change it. what, if anything, is not to be had where it is
// false. It tells whether it warned.
func (c *compiler) settled(n *source.Node, x *def.Expr, what string) bool {
	if c.expanding > 0 || c.copies > 0 {
		return false
	}
	yes, no := c.evaluator(nil).outcome(x)
	if yes == no || c.onData(n) {
		return false
	}
	const why = "The rulebook alone decides it, whatever is played and whichever options are chosen. "
	switch {
	case yes:
		c.diags.Warnf(n.Pos, "settled-condition", "this always holds").Detailf(why + "Leave the condition out.")
	case what != "":
		c.diags.Warnf(n.Pos, "unreachable-option", "%s can never be chosen: this never holds", what).Detailf(why + "Mend the condition or leave out what it is for.")
	default:
		c.diags.Warnf(n.Pos, "settled-condition", "this never holds").Detailf(why + "Mend the condition or leave out what it is for.")
	}
	return true
}

// unreachable warns of members that from: lists although the conditions never let them be chosen, or of a from: without
// any member that could be.
func (c *compiler) unreachable(from, where *source.Node, d *def.DecisionDef) {
	if where == nil || c.expanding > 0 || c.copies > 0 || d.From.Op != def.OpConst {
		return
	}
	all := conjunction(d.Where)
	never := func(m int64) bool {
		yes, no := c.evaluator(map[int64]int64{int64(d.Bind): m}).outcome(all)
		return no && !yes
	}
	members := membersOf(d.From.Type, d.From.I)
	if !slices.ContainsFunc(members, never) || c.onData(from) || c.conditionsOnData(where) {
		return
	}
	listed := listedMembers(from)
	for _, e := range listed {
		if x := c.expr(e, nil, d.Elem); x.Op == def.OpConst && x != bad && never(x.I) {
			c.diags.Warnf(e.Pos, "unreachable-option", "%s can never be chosen: the conditions always exclude it", e)
		}
	}
	if len(listed) == 0 && !slices.ContainsFunc(members, func(m int64) bool { return !never(m) }) {
		c.diags.Warnf(from.Pos, "unreachable-option", "none of these can ever be chosen: the conditions always exclude them")
	}
}

// conditionsOnData is onData for a where:.
func (c *compiler) conditionsOnData(where *source.Node) bool {
	return slices.ContainsFunc(scalars(where), func(n *source.Node) bool {
		if when := n.Get("when"); when != nil {
			return c.onData(when) || n.Get("if") != nil && c.onData(n.Get("if"))
		}
		return c.onData(n)
	})
}

// listedMembers gives the members of a from: that lists them.
func listedMembers(from *source.Node) []*syntax.Expr {
	e, _ := syntax.Formula(from)
	if e == nil || e.Kind != syntax.List {
		return nil
	}
	return e.Args
}
