package compiler

// treeform_macro.go expands macros: blocks of effects with parameters, written once and put in where they are called.
//
// A parameter that is given a plain name, a number or a list of them stands for that text, so {param: x} may also name a
// variable; one that is given a binding is that binding; any other value is computed once, before the effects.

import (
	"maps"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

type macro struct {
	n       *source.Node
	id      string
	params  []macroParam
	exports []*source.Node
	effects *source.Node
	busy    bool
	called  bool
}

type macroParam struct {
	name   string
	typ    *source.Node // the name of a type, nil for any text
	values []string     // the texts that an enumeration of its own allows
}

// macroFault is an error inside a macro, which is reported once however often the macro is called.
type macroFault struct {
	at   diag.Pos
	code string
}

// declareMacro reads {id, params: [{name, type}], exports, effects}.
func (c *compiler) declareMacro(n *source.Node) {
	f := c.fields(n, "macro")
	m := &macro{n: n, id: f.word("id")}
	params := f.list("params")
	m.exports = f.list("exports")
	m.effects = f.must("effects")
	f.get("title")
	f.get("rule")
	f.done()
	for _, p := range params {
		pf := c.fields(p, "macro parameter")
		name, typ := pf.word("name"), pf.must("type")
		pf.done()
		if name == "" || typ == nil {
			continue
		}
		q := macroParam{name: name, typ: typ}
		if typ.Kind == source.Map {
			tf := c.fields(typ, "type of a macro parameter")
			kind, values := tf.must("kind"), tf.list("values")
			tf.done()
			if kind != nil && kind.Value != "enum" {
				c.errorf(kind.Pos, "unknown-type", "a parameter of a macro is of kind enum, not %s", kind.Value)
			}
			for _, v := range values {
				q.values = append(q.values, v.Value)
			}
			q.typ = nil
		} else if typ.Value == "value" || typ.Value == "name" {
			q.typ = nil
		}
		m.params = append(m.params, q)
	}
	if m.id != "" && m.effects != nil {
		c.macros[m.id] = m
	}
}

// lowerMacro puts the effects of a macro in.
func lowerMacro(l *lowering, s *stmt, v *env) {
	c := l.c
	args := s.get("args")
	m := c.macros[s.arg.Value]
	if m == nil {
		c.errorf(s.arg.Pos, "unknown-name", "there is no macro %s%s", s.arg.Value, c.near(s.arg.Value, slices.Sorted(maps.Keys(c.macros))))
		return
	}
	m.called = true
	if m.busy {
		c.errorf(s.arg.Pos, "recursion", "macro %s reaches itself", m.id)
		return
	}
	given, inner, ok := l.macroArguments(m, args, s, v)
	if !ok {
		return
	}
	m.busy = true
	c.expanding++
	reported := len(c.diags)
	if body := c.substitute(m.effects, given); len(c.diags) == reported {
		old := c.rules
		c.rules = nil
		c.under(m.n, func() { l.list(body, inner) })
		c.rules = old
		c.export(m, inner, v)
	}
	c.expanding--
	m.busy = false
	if c.expanding == 0 {
		c.reportOnce(reported)
	}
}

// uncalledMacros warns of macros that nothing calls: their effects are not checked. After an error
// the call may be what is missing.
func (c *compiler) uncalledMacros() {
	for _, n := range c.items("effectMacros") {
		if m := c.macros[n.Get("id").Value]; m != nil && !m.called && !c.diags.HasErrors() {
			c.diags.Warnf(idPos(n), "unused-macro", "nothing calls macro %s, so its effects are not checked", m.id)
		}
	}
}

// export lets the caller see what a macro bound.
func (c *compiler) export(m *macro, inner, v *env) {
	for _, e := range m.exports {
		name := "$" + variable(e.Value)
		if b, ok := inner.names[name]; ok {
			v.names[name] = b
		} else {
			c.errorf(e.Pos, "unknown-binding", "macro %s exports %s, which its effects do not bind", m.id, name)
		}
	}
}

// reportOnce leaves out the errors since the first that an earlier call of the same macro had at the same place.
func (c *compiler) reportOnce(first int) {
	c.diags = append(c.diags[:first:first], slices.DeleteFunc(c.diags[first:], func(d diag.Diagnostic) bool {
		k := macroFault{d.Subject, d.Code}
		twice := c.inMacro[k]
		c.inMacro[k] = true
		return twice
	})...)
}

// macroArguments gives what stands for each {param: x}, and the scope of the macro's effects.
func (l *lowering) macroArguments(m *macro, args *source.Node, s *stmt, v *env) (map[string]*source.Node, *env, bool) {
	c := l.c
	f := c.fields(args, "macro "+m.id)
	given, inner, ok := map[string]*source.Node{}, v.child(), true
	for _, p := range m.params {
		a := f.get(p.name)
		if a == nil {
			at := s.arg.Pos
			if args != nil {
				at = args.Pos
			}
			c.errorf(at, "missing-argument", "%s needs %s", m.id, p.name)
			ok = false
			continue
		}
		if p.values != nil && !slices.Contains(p.values, a.Value) {
			c.errorf(a.Pos, "wrong-type", "%s of %s is one of %s, not %s", p.name, m.id, joined(p.values), a.Value)
			ok = false
			continue
		}
		if p.typ == nil && isText(a) {
			given[p.name] = a
			continue
		}
		b := l.macroBinding(p, a, v, s.node)
		if b == nil {
			ok = false
			continue
		}
		inner.names["$"+p.name] = b
		inner.names["$param-"+p.name] = b // not hidden by the $zone of a query
		given[p.name] = word(a, "$param-"+p.name)
	}
	for _, p := range f.n.Pairs {
		if !slices.Contains(f.asked, p.Key.Value) {
			c.errorf(p.Key.Pos, "unknown-argument", "%s has no parameter %s%s", m.id, p.Key.Value, c.near(p.Key.Value, f.asked))
			ok = false
		}
	}
	return given, inner, ok
}

// macroBinding binds the value of an argument: a binding to itself, anything else to a slot.
func (l *lowering) macroBinding(p macroParam, a *source.Node, v *env, node int32) *binding {
	c := l.c
	want := tAny
	if p.typ != nil {
		if want = c.typeOf(p.typ, nil); unknown(want) {
			return nil
		}
	}
	if a.Kind == source.Scalar {
		if b := v.find(a.Value); b != nil && (want.Kind == def.KNone || same(b.typ, want)) {
			if b.used != nil {
				*b.used = true
			}
			return b
		}
	}
	x := l.argument(a, v, want)
	if x == bad {
		return nil
	}
	if x == noneExpr {
		c.errorf(a.Pos, "wrong-type", "none has no kind here; give the parameter a type")
		return nil
	}
	if x.Op == def.OpConst {
		return &binding{typ: x.Type, konst: x, pos: a.Pos}
	}
	slot := l.slot()
	l.emit(def.Instr{Op: def.CSet, B: slot, X: []*def.Expr{x}, Node: node})
	return &binding{typ: x.Type, local: true, slot: slot, pos: a.Pos}
}

// isText tells whether an argument is put in as it is written: a name or a number, or a list of them.
func isText(n *source.Node) bool {
	switch n.Kind {
	case source.List:
		return !slices.ContainsFunc(n.Items, func(i *source.Node) bool { return !isText(i) })
	case source.Scalar:
		return n.Value != "" && n.Value[0] != '$' && n.Value[0] != '='
	}
	return false
}

// substitute copies n with the arguments in the places of {param: x}.
func (c *compiler) substitute(n *source.Node, given map[string]*source.Node) *source.Node {
	if n == nil {
		return nil
	}
	if p := n.Get("param"); p != nil && len(n.Pairs) == 1 {
		a, ok := given[p.Value]
		if !ok {
			c.errorf(p.Pos, "unknown-name", "the macro has no parameter %s%s", p.Value, c.near(p.Value, slices.Sorted(maps.Keys(given))))
			return word(p, "none")
		}
		return a
	}
	out := *n
	out.Pairs, out.Items = nil, nil
	for _, p := range n.Pairs {
		out.Pairs = append(out.Pairs, source.Pair{Key: p.Key, Value: c.substitute(p.Value, given)})
	}
	for _, i := range n.Items {
		out.Items = append(out.Items, c.substitute(i, given))
	}
	return &out
}
