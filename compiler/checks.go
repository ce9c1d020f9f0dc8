package compiler

// checks.go holds a game against what its rulebook, or a library that it uses, demands of the data: the checks: list.

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// dataChecks computes every check. Each entry that fails one is a diagnostic of its own, at the place of its data.
func (c *compiler) dataChecks() {
	for _, n := range c.items("checks") {
		c.under(n, func() { c.dataCheck(n) })
	}
}

// check is an entry of checks:.
type check struct {
	c       *compiler
	n       *source.Node
	at      *source.Node // the key, or the path, that is shown
	message string
	level   diag.Severity
}

func (c *compiler) dataCheck(n *source.Node) {
	f := c.fields(n, "check")
	f.get("id")
	f.get("rule")
	k := check{c: c, n: n, at: f.get("at"), level: diag.Error}
	each, require, message, level := f.get("each"), f.must("require"), f.must("message"), f.get("level")
	f.done()
	if require == nil || message == nil {
		return
	}
	k.message = message.Value
	if level != nil && level.Value == "warning" {
		k.level = diag.Warning
	} else if level != nil && level.Value != "error" {
		c.errorf(level.Pos, "unknown-name", "a check gives an error or a warning, not %s", level.Value)
	}
	v, slot, elem := (*env)(nil).child(), int32(0), tAny
	members := []int64{def.None}
	if each != nil {
		if each.Kind != source.Map || len(each.Pairs) != 1 {
			c.errorf(each.Pos, "wrong-type", "each takes one binding: each: {$x: set}")
			return
		}
		var ok bool
		if members, elem, ok = c.everyEntry(each.Pairs[0].Value); !ok {
			return
		}
		slot = c.bindScratch(v, each.Pairs[0].Key.Value, elem, each.Pairs[0].Key.Pos)
	}
	x := c.formula(require, v, tBool)
	if x == bad || !k.placed(elem) {
		return
	}
	for _, m := range members {
		e := c.evaluator(map[int64]int64{int64(slot): m})
		e.calls = true
		yes, no := e.outcome(x)
		if !yes && !no {
			c.errorf(require.Pos, "not-constant", "a check must be computable without a state of the game")
			return
		}
		if no {
			k.fails(elem, m)
		}
	}
}

// everyEntry lists what a check is about: all cards, all procedures, or the members of a constant set.
func (c *compiler) everyEntry(n *source.Node) ([]int64, def.Type, bool) {
	count, elem := len(c.def.Cards), tCard
	switch {
	case n.Value == "cards" && c.syms["cards"] == nil:
	case n.Value == "procedures" && c.syms["procedures"] == nil:
		count, elem = len(c.items("procedures")), tProc
	default:
		x := c.formula(n, nil, tAny)
		if x == bad {
			return nil, tAny, false
		}
		v, ok := c.eval(x)
		if !ok || x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder {
			c.errorf(n.Pos, "not-constant", "a check looks at cards, at procedures, or at the members of a set that never changes")
			return nil, tAny, false
		}
		return membersOf(x.Type, v), elemOf(x.Type), true
	}
	all := make([]int64, count)
	for i := range all {
		all[i] = int64(i)
	}
	return all, elem, true
}

// placed tells whether at: names a key of the entries, or a path that the rulebook reads.
func (k *check) placed(elem def.Type) bool {
	if k.at == nil {
		return true
	}
	var known []string
	if elem.Kind == def.KNone {
		known = k.c.claimed
	} else if elem.Kind == def.KRow {
		known = k.c.tables[k.c.def.Tables[elem.Of].ID].columns
	} else {
		known = sortedProps(k.c.props[elem.Kind])
	}
	if slices.Contains(known, k.at.Value) {
		return true
	}
	k.c.errorf(k.at.Pos, "unknown-name", "no data is read at %s%s", k.at.Value, k.c.near(k.at.Value, known))
	return false
}

// fails reports member m, or the rulebook as a whole.
func (k *check) fails(elem def.Type, m int64) {
	pos, summary := k.pathPos(), k.message
	if n := k.c.entryOf(elem, m); n != nil {
		pos = idPos(n)
		if id := n.Get("id"); id != nil {
			summary = id.Value + ": " + summary
		}
		if k.at != nil && n.Get(k.at.Value) != nil {
			pos = n.Get(k.at.Value).Pos
		}
	}
	d := k.c.diags.Add(diag.Diagnostic{Severity: k.level, Code: "failed-check", Subject: pos, Summary: summary})
	d.Detailf("It is demanded by %s.", strings.Join(k.c.def.Nodes[k.c.node(k.n, "check")].Rules, ", "))
	d.Notef(k.n.Pos, "the check")
}

// pathPos is the place of what stands at the path, or of the nearest thing above it that is there.
func (k *check) pathPos() diag.Pos {
	pos := k.n.Pos
	if g := k.c.root.Get("game"); g != nil {
		pos = g.Pos
	}
	if k.at == nil {
		return pos
	}
	n := k.c.root
	for _, key := range strings.Split(k.at.Value, ".") {
		p := n.Pair(key)
		if p == nil {
			break
		}
		n, pos = p.Value, p.Key.Pos
	}
	return pos
}

// entryOf is the entry that declares member m, nil where there is none.
func (c *compiler) entryOf(t def.Type, m int64) *source.Node {
	list := map[def.Kind]string{def.KSeat: "seats", def.KCard: "cards", def.KPile: "piles"}[t.Kind]
	entries := c.items(list)
	switch t.Kind {
	case def.KZone:
		entries = slices.Concat(c.items("spaces"), c.items("boxes"))
	case def.KRow:
		entries = c.tables[c.def.Tables[t.Of].ID].rows
	case def.KProc:
		return c.procs[m].n
	}
	if m < 0 || m >= int64(len(entries)) {
		return nil
	}
	return entries[m]
}
