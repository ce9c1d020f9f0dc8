package compiler

// cases.go watches over the cases of a switch: each value has one case, and a case or else: that never comes is a warning.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// cases are those of one switch.
type cases struct {
	c     *compiler
	could []int64            // what the value can be; nil if that is open
	first map[int64]diag.Pos // where each value has its case
}

// casesOf looks what the value x of a switch, written n, can be. What data could change is open, and so is what a library
// switches on.
func (l *lowering) casesOf(n *source.Node, x *def.Expr, v *env) *cases {
	c := l.c
	k := &cases{c: c, first: map[int64]diag.Pos{}}
	if c.expanding > 0 || c.copies > 0 || ofLibrary(n.Pos) || c.onData(n) {
		return k
	}
	if e, _ := syntax.Formula(n); e != nil && e.Kind == syntax.Binding && v.find(e.Name) != nil {
		k.could = v.find(e.Name).among
	}
	if k.could == nil {
		k.could = c.couldBe(x)
	}
	return k
}

// couldBe lists what x can be; nil if that is open.
func (c *compiler) couldBe(x *def.Expr) []int64 {
	switch {
	case x.Op == def.OpConst:
		return []int64{x.I}
	case x.Op == def.OpTable && x.Args[0].Type.Kind == def.KRow:
		return nil
	case x.Op == def.OpTable && len(c.def.Lookups[x.I].Values) > 0:
		return append(slices.Clone(c.def.Lookups[x.I].Values), def.None)
	case x.Type.Kind == def.KBool:
		return []int64{0, 1}
	case x.Type.Kind == def.KEnum && (x.Op == def.OpCell || x.Op == def.OpCellAt || x.Op == def.OpOption):
		all := make([]int64, len(c.def.Enums[x.Type.Of].Members))
		for i := range all {
			all[i] = int64(i)
		}
		return all
	}
	return nil
}

// add notes the case written key for the value x.
func (k *cases) add(key *source.Node, x *def.Expr) {
	if x.Op != def.OpConst {
		return
	}
	at, twice := k.first[x.I]
	switch {
	case twice:
		k.c.diags.Errorf(key.Pos, "duplicate-key", "%s has two cases", key.Value).
			Detailf("Only the first would ever come. Keep one of them.").
			Notef(at, "the first one")
		return
	case k.could != nil && !slices.Contains(k.could, x.I):
		k.c.diags.Warnf(key.Pos, "unreachable-option", "this case never comes: the value is never %s", key.Value)
	}
	k.first[x.I] = key.Pos
}

// otherwise notes the else of the switch, nil if it has none.
func (k *cases) otherwise(els *source.Pair) {
	if els == nil || k.could == nil || slices.ContainsFunc(k.could, func(v int64) bool { _, ok := k.first[v]; return !ok }) {
		return
	}
	k.c.diags.Warnf(els.Key.Pos, "unreachable-option", "else never comes: every value has its case")
}
