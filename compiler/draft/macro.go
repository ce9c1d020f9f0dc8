package draft

// This file expands macros: named blocks of effects with parameters.
//
// An argument that is a plain name, a number or a list of these is substituted as text, so {param: x} may also name a variable.
// Any other argument is bound to a name before the effects.

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
)

// Limits of the expansion, including macros within macros.
const (
	maxCopies = 10000            // inserted macros
	maxCopied = source.MaxValues // values in them, counted at each insertion
)

type macro struct {
	n       *source.Node
	id      string
	params  []parameter
	exports []*source.Node
	effects *source.Node
	busy    bool
	called  bool
}

// parameter is a parameter of a macro.
type parameter struct {
	name   string
	typ    *source.Node // the name of a type; nil if any text is allowed
	values []string     // the members of an inline enumeration
}

// declareMacro reads {id, params: [{name, type}], exports, effects}.
func (r *rewriter) declareMacro(n *source.Node) {
	r.check(n, "effectMacro", "macro")
	m := &macro{n: n, id: n.Text("id"), exports: n.Get("exports").List(), effects: n.Get("effects").Given()}
	for _, p := range items(n.Get("params")) {
		r.check(p, "macroParameter", "macro parameter")
		q := parameter{name: p.Text("name"), typ: p.Get("type").Given()}
		if q.name == "" || q.typ == nil {
			continue
		}
		if q.typ.Kind == source.Map {
			r.check(q.typ, "macroEnum", "type of a macro parameter")
			for _, v := range items(q.typ.Get("values")) {
				q.values = append(q.values, v.Value)
			}
			q.typ = nil
		} else if q.typ.Value == "value" || q.typ.Value == "name" {
			q.typ = nil
		}
		m.params = append(m.params, q)
	}
	if m.effects != nil {
		r.macros[m.id] = m
		r.macroIDs = append(r.macroIDs, m.id)
	}
}

// uncalled warns of macros that nothing calls, because their effects are not checked.
func (r *rewriter) uncalled() {
	for _, id := range r.macroIDs {
		if m := r.macros[id]; !m.called {
			r.diags.Warnf(m.n.Get("id").Pos, "unused-macro", "nothing calls macro %s, so its effects are not checked", id)
		}
	}
}

// macro expands a macro to a block with a copy of its effects. The following statements see its exports.
func (r *rewriter) macro(e *effect) *source.Node {
	m := r.macros[e.arg.Value]
	if m == nil {
		r.errorf(e.arg.Pos, "unknown-name", "there is no macro %s%s", e.arg.Value, diag.DidYouMean(e.arg.Value, slices.Sorted(maps.Keys(r.macros))))
		return nil
	}
	m.called = true
	if r.copies++; r.copies == maxCopies+1 {
		r.errorf(e.arg.Pos, "too-many", "macros are inserted more than %d times", maxCopies)
	}
	if r.copies > maxCopies || r.copied > maxCopied {
		return nil
	}
	if m.busy {
		r.errorf(e.arg.Pos, "recursion", "macro %s reaches itself", m.id)
		return nil
	}
	given, lets, ok := r.arguments(m, e.n.Get("args").Given(), e)
	if !ok {
		return nil
	}
	m.busy = true
	var fault bool
	body := r.body(r.substitute(m.effects, given, &fault))
	m.busy = false
	if r.copied > maxCopied && !r.overfull {
		r.overfull = true
		r.errorf(e.arg.Pos, "too-many", "macros insert more values than %d", maxCopied)
	}
	if fault || r.overfull {
		return nil
	}
	return r.copyOf(e, m, listOf(body, append(lets, body.List()...)...))
}

// copyOf returns the block of an expanded macro. It belongs to the clauses of the macro, not to those of the call.
func (r *rewriter) copyOf(e *effect, m *macro, body *source.Node) *source.Node {
	r.exported(m, body)
	block := foreign(mapping(e.n, entry("do", body)), m.exports...)
	if rule := m.n.Pair("rule"); rule != nil {
		block.Pairs = append(block.Pairs, *rule)
		if e.n.Get("rule") != nil { // the clauses of the call, for its guard
			block = foreign(mapping(e.n, entry("do", listOf(body, block))), m.exports...)
		}
	}
	return block
}

// exported reports exports that the effects do not bind.
func (r *rewriter) exported(m *macro, body *source.Node) {
	var bound []string
	for _, n := range body.Items {
		names, known := r.binds(n)
		if !known {
			return
		}
		bound = append(bound, names...)
	}
	for _, e := range m.exports {
		if name := bare(e); !slices.Contains(bound, name) {
			r.errorf(e.Pos, "unknown-binding", "macro %s exports $%s, which its effects do not bind", m.id, name)
		}
	}
}

// binds returns the names, without $, that a rewritten statement binds for the following ones; false if they are unknown.
func (r *rewriter) binds(n *source.Node) (names []string, known bool) {
	if n.Kind != source.Map {
		return nil, n.Kind == source.Scalar
	}
	if n.Origin != nil {
		for _, e := range n.Origin.Exports {
			names = append(names, bare(e))
		}
	}
	p := r.find(n)
	if p == nil {
		return names, n.Get("if") != nil || n.Get("when") != nil
	}
	i := slices.IndexFunc(grammar.Own.Statements, func(s grammar.Statement) bool { return s.Word == p.Key.Value })
	if i < 0 {
		return names, r.known.procs[p.Key.Value]
	}
	row := grammar.Own.Statements[i]
	for _, shape := range row.Arg.Shapes() {
		switch {
		case shape.Keys == "bindings":
			for _, q := range p.Value.Pairs {
				names = append(names, bare(q.Key))
			}
			known = p.Value.Kind == source.Map
		case shape.Word == "binding":
			names, known = append(names, bare(p.Value)), isBinding(p.Value)
		default:
			known = true
		}
	}
	for _, k := range row.Keys {
		if second := n.Get(k.Name); k.Name == "second" && second != nil {
			names = append(names, bare(second))
		}
	}
	return names, known
}

// bare returns the name of a binding without its $.
func bare(n *source.Node) string { return strings.TrimPrefix(n.Value, "$") }

// arguments returns the substitutes of the parameters, and the bindings of arguments that are values.
func (r *rewriter) arguments(m *macro, args *source.Node, e *effect) (map[string]*source.Node, []*source.Node, bool) {
	given, ok := map[string]*source.Node{}, true
	var lets []*source.Node
	var names []string
	if args != nil && args.Kind != source.Map {
		r.errorf(args.Pos, "wrong-type", "macro %s must be a mapping {key: value}", m.id)
		return nil, nil, false
	}
	for _, p := range m.params {
		names = append(names, p.name)
		a := args.Get(p.name).Given()
		switch {
		case a == nil:
			at := e.arg.Pos
			if args != nil {
				at = args.Pos
			}
			r.errorf(at, "missing-argument", "%s needs %s", m.id, p.name)
			ok = false
		case p.values != nil && !slices.Contains(p.values, a.Value):
			r.errorf(a.Pos, "wrong-type", "%s of %s is one of %s, not %s", p.name, m.id, strings.Join(p.values, ", "), a.Value)
			ok = false
		case p.typ == nil && isText(a):
			given[p.name] = a
		default:
			// a second name, which the $zone of a query does not hide
			hidden := word(a, "$param-"+p.name)
			lets = append(lets, mapping(a, entry("let", mapping(a, pair(hidden, valueOf(p, a)), pair(word(a, "$"+p.name), hidden)))))
			given[p.name] = hidden
		}
	}
	for _, p := range pairs(args) {
		if !slices.Contains(names, p.Key.Value) {
			r.errorf(p.Key.Pos, "unknown-argument", "%s has no parameter %s%s", m.id, p.Key.Value, diag.DidYouMean(p.Key.Value, names))
			ok = false
		}
	}
	return given, lets, ok
}

// valueOf returns an argument as the value of a let.
func valueOf(p parameter, a *source.Node) *source.Node {
	if p.typ == nil {
		return a
	}
	return mapping(a, entry("value", a), pair(word(a, "type"), p.typ))
}

// isText reports whether an argument is substituted as text: a name or a number, or a list of them.
func isText(n *source.Node) bool {
	switch n.Kind {
	case source.List:
		return !slices.ContainsFunc(n.Items, func(i *source.Node) bool { return !isText(i) })
	case source.Scalar:
		return n.Value != "" && n.Value[0] != '$' && n.Value[0] != '='
	}
	return false
}

// substitute copies n and replaces {param: x} by the arguments. It sets fault if there is no such parameter, and stops at the
// limit of copied values.
func (r *rewriter) substitute(n *source.Node, given map[string]*source.Node, fault *bool) *source.Node {
	if r.copied++; r.copied > maxCopied {
		return word(n, "none")
	}
	if p := n.Get("param"); p != nil && len(n.Pairs) == 1 {
		a, ok := given[p.Value]
		if !ok {
			r.errorf(p.Pos, "unknown-name", "the macro has no parameter %s%s", p.Value, diag.DidYouMean(p.Value, slices.Sorted(maps.Keys(given))))
			*fault = true
			return word(p, "none")
		}
		r.count(a)
		return a
	}
	switch n.Kind {
	case source.List:
		return mapItems(n, func(item *source.Node) *source.Node { return r.substitute(item, given, fault) })
	case source.Map:
		return mapPairs(n, func(p source.Pair) *source.Node { return r.substitute(p.Value, given, fault) })
	}
	return n
}

// count counts the values of a substituted argument.
func (r *rewriter) count(n *source.Node) {
	if r.copied++; r.copied > maxCopied {
		return
	}
	for _, item := range n.Items {
		r.count(item)
	}
}
