package compiler

// drafts.go reads the block `drafts`: what the tree form (treeform.go) takes for granted of a game's procedures. The
// words belong to a rulebook, a library's or the game's own.

import (
	"slices"
	"strings"

	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// drafts is the block as read. What a rulebook does not say is nil or empty; whoever needs it reports that.
type drafts struct {
	active   []string       // parameters that name the seat which decides, with their $
	executor string         // parameter of a procedure that an action becomes
	params   *source.Node   // parameters of a procedure that a profile becomes
	free     *source.Node   // the condition under which its cost falls away
	bindings []draftBinding // bindings that formulas may have without anybody declaring them
	missed   []string       // what was reported as not said
	periods  string         // path in a set-up of the truth that onlyWithPeriodEvents goes by
}

// draftBinding is a binding that stands for a formula over the parameters of a procedure.
type draftBinding struct {
	name       string
	typ, value *source.Node
}

// readDrafts reads the block, before anything is declared.
func (c *compiler) readDrafts() drafts {
	var d drafts
	n := c.root.Get("drafts")
	if n == nil {
		return d
	}
	f := c.fields(n, "drafts")
	for _, p := range f.list("active") {
		d.active = append(d.active, "$"+p.Value)
	}
	d.executor, d.periods = f.word("executor"), f.text("periods")
	profile, bindings := f.get("profile"), f.get("bindings")
	f.done()
	if profile != nil {
		f := c.fields(profile, "profile")
		d.params, d.free = f.must("params"), f.get("free")
		f.done()
	}
	if bindings != nil {
		for _, p := range bindings.Pairs {
			f := c.fields(p.Value, "binding")
			b := draftBinding{strings.TrimPrefix(p.Key.Value, "$"), f.must("type"), f.must("value")}
			f.done()
			if b.typ != nil && b.value != nil {
				d.bindings = append(d.bindings, b)
			}
		}
	}
	return d
}

// undrafted reports, once, that a rulebook uses the tree form without saying what it takes for granted.
func (c *compiler) undrafted(at *source.Node, what, example string) {
	if slices.Contains(c.drafts.missed, example) {
		return
	}
	c.drafts.missed = append(c.drafts.missed, example)
	c.diags.Errorf(at.Pos, "missing-key", "the rulebook does not say %s", what).
		Detailf("Say it once: drafts: {%s}. A library that the game uses may say it, too.", example)
}

// placed copies a node of the block to where it is used, so that what is wrong with it there is reported there.
func placed(n, at *source.Node) *source.Node {
	out := *n
	out.Pos, out.Rules, out.Block = at.Pos, at.Rules, at.Block
	out.Pairs, out.Items = nil, nil
	for _, p := range n.Pairs {
		out.Pairs = append(out.Pairs, pair(placed(p.Key, at), placed(p.Value, at)))
	}
	for _, item := range n.Items {
		out.Items = append(out.Items, placed(item, at))
	}
	return &out
}

// context gives the value of a binding that the block declares, nil for any other name, and where a parameter that its
// formula reads is not bound.
func (c *compiler) context(e *syntax.Expr, v *env) *def.Expr {
	for _, b := range c.drafts.bindings {
		if "$"+b.name != e.Name {
			continue
		}
		at := &source.Node{Pos: e.Pos}
		formula, list := syntax.Value(placed(b.value, at))
		if list.HasErrors() {
			c.diags = append(c.diags, list...)
			return bad
		}
		unbound := func(x *syntax.Expr) bool { return x.Kind == syntax.Binding && v.find(x.Name) == nil }
		if syntax.Any(formula, unbound) {
			return nil
		}
		return c.expr(formula, v, c.typeOf(placed(b.typ, at), nil))
	}
	return nil
}
