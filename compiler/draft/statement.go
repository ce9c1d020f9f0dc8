package draft

// This file finds the statements of the first drafts and rewrites those that change something.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
)

// effect is a statement of the first drafts.
type effect struct {
	n    *source.Node // the whole statement
	key  *source.Node // its keyword
	arg  *source.Node
	word string
}

// rewriting maps keywords to functions that rewrite a statement, without its guard. They return nil after an error.
var rewriting map[string]func(r *rewriter, e *effect) *source.Node

func init() {
	rewriting = map[string]func(r *rewriter, e *effect) *source.Node{
		"setVar": (*rewriter).setVar, "addVar": (*rewriter).addVar, "setMarker": (*rewriter).setMarker, "moveToken": (*rewriter).moveToken,
		"forEach": (*rewriter).forEach, "chooseOne": (*rewriter).chooseOne, "chooseN": (*rewriter).chooseN, "macro": (*rewriter).macro,
	}
}

// statement rewrites a statement and the statements in it.
func (r *rewriter) statement(n *source.Node) *source.Node {
	if n.Kind != source.Map {
		return n
	}
	p := r.find(n)
	if p == nil {
		return r.branch(n)
	}
	e := &effect{n: n, key: p.Key, arg: p.Value, word: p.Key.Value}
	f := rewriting[e.word]
	if e.word == "let" && e.arg.Kind == source.Map && e.arg.Get("bind") != nil {
		f = (*rewriter).letIn
	}
	if f == nil {
		if h := statements[e.word]; h != nil {
			return r.held(h, n)
		}
		return n
	}
	r.further(e)
	out := f(r, e)
	if out == nil {
		return &source.Node{Kind: source.Lost, Pos: n.Pos}
	}
	for _, k := range grammar.Guards {
		if g := n.Pair(k.Name); g != nil && out.Pair(k.Name) == nil {
			out.Pairs = append(out.Pairs, *g)
		}
	}
	return out
}

// find returns the keyword of a statement, or nil.
func (r *rewriter) find(n *source.Node) *source.Pair {
	for i := range n.Pairs {
		k := n.Pairs[i].Key.Value
		if rewriting[k] != nil || statements[k] != nil && !(k == "do" && r.follows(n, i)) || r.known.procs[k] {
			return &n.Pairs[i]
		}
	}
	return nil
}

// follows reports whether a later key of n is a keyword.
func (r *rewriter) follows(n *source.Node, i int) bool {
	return slices.ContainsFunc(n.Pairs[i+1:], func(p source.Pair) bool {
		return rewriting[p.Key.Value] != nil || statements[p.Key.Value] != nil || r.known.procs[p.Key.Value]
	})
}

// further reports keys that a keyword does not have.
func (r *rewriter) further(e *effect) {
	known := []string{"if", "rule"}
	for _, s := range grammar.Drafts.Statements {
		if s.Word != e.word {
			continue
		}
		for _, k := range s.Keys {
			known = append(known, k.Name)
		}
	}
	for _, p := range e.n.Pairs {
		if k := p.Key.Value; k != e.word && k != "when" && !slices.Contains(known, k) {
			r.errorf(p.Key.Pos, "unknown-key", "%s has no key %q%s", e.word, k, diag.DidYouMean(k, known))
		}
	}
}

// branch rewrites {if: {when, then, else}}, and the statements of any branch.
func (r *rewriter) branch(n *source.Node) *source.Node {
	for {
		p := n.Pair("if")
		if p == nil || n.Get("then") != nil || p.Value.Kind != source.Map || p.Value.Get("when").Given() == nil && p.Value.Get("condition").Given() == nil {
			break
		}
		inner := p.Value
		out := mapping(inner)
		for _, q := range inner.Pairs {
			if q.Key.Value == "when" || q.Key.Value == "condition" {
				q.Key = word(q.Key, "if")
			}
			out.Pairs = append(out.Pairs, q)
		}
		for _, q := range n.Pairs { // a rule; any other key is reported by package read
			if q.Key.Value != "if" {
				out.Pairs = append(out.Pairs, q)
			}
		}
		n = out
	}
	return mapPairs(n, func(p source.Pair) *source.Node {
		if p.Key.Value == "then" || p.Key.Value == "else" {
			return r.body(p.Value)
		}
		return p.Value
	})
}

// parse parses a node as a value. It returns nil after an error.
func (r *rewriter) parse(n *source.Node) *syntax.Expr {
	if n.Given() == nil {
		return nil
	}
	e, list := syntax.Value(n)
	r.report(list)
	return e
}

// formula converts a value to a formula. It returns nil after an error.
func (r *rewriter) formula(n *source.Node) *source.Node {
	if n = n.Given(); n != nil && n.Kind == source.Scalar && r.parse(n) == nil {
		return nil // for example a formula without its =
	}
	return n
}

// letIn rewrites {bind, value, in}.
func (r *rewriter) letIn(e *effect) *source.Node {
	r.check(e.arg, "letIn", e.word)
	bind, value := e.arg.Get("bind"), e.arg.Get("value").Given()
	if !isBinding(bind) || value == nil {
		return nil
	}
	let := mapping(e.n, pair(e.key, mapping(e.arg, pair(bind, value))))
	in := e.arg.Get("in").Given()
	if in == nil {
		return let
	}
	return mapping(e.n, entry("do", listOf(in, append([]*source.Node{let}, r.body(in).List()...)...)))
}

func isBinding(n *source.Node) bool {
	return n != nil && n.Kind == source.Scalar && len(n.Value) > 1 && n.Value[0] == '$'
}

// scopes maps the scope of a variable to the key of its owner.
var scopes = map[string]string{"global": "", "player": "player", "pvar": "player", "zone": "zone", "zoneVar": "zone"}

// variable returns the left side of an assignment to the variable of {scope, var, player, zone}. It returns nil after an error.
func (r *rewriter) variable(e *effect) *source.Node {
	scope, name := e.arg.Get("scope"), r.parse(e.arg.Get("var"))
	if name == nil || scope == nil {
		return nil
	}
	if name.Kind != syntax.Name && name.Kind != syntax.Binding {
		r.errorf(e.arg.Get("var").Pos, "name-expected", "var is the name of a variable")
		return nil
	}
	key, ok := scopes[scope.Value]
	if !ok {
		return nil
	}
	for _, other := range []string{"player", "zone"} {
		if n := e.arg.Get(other).Given(); n != nil && other != key {
			r.errorf(n.Pos, "wrong-type", "a variable of scope %s belongs to nothing else", scope.Value)
			return nil
		}
	}
	if key != "" {
		if e.arg.Get(key).Given() == nil {
			r.errorf(scope.Pos, "missing-key", "a variable of scope %s needs %s:", scope.Value, key)
			return nil
		}
		if r.parse(e.arg.Get(key)) == nil {
			return nil
		}
		return property(e.arg.Get("var"), e.arg.Get(key), name.Name)
	}
	return word(e.arg.Get("var"), name.String())
}

// property returns the key owner.name as a tree, so that each part keeps its position. Its Value is for messages.
func property(at, owner *source.Node, name string) *source.Node {
	k := mapping(at, entry("ref", word(at, "zoneProp")), entry("zone", owner), entry("prop", word(at, name)))
	k.Value = name
	if owner.Kind == source.Scalar {
		k.Value = owner.Value + "." + name
	}
	return k
}

func (r *rewriter) setVar(e *effect) *source.Node {
	if !r.mapping(e, "setVarEffect") {
		return nil
	}
	v, value := r.variable(e), e.arg.Get("value").Given()
	if v == nil || value == nil {
		return nil
	}
	return mapping(e.n, pair(word(e.key, "set"), mapping(e.arg, pair(v, value))))
}

func (r *rewriter) addVar(e *effect) *source.Node {
	if !r.mapping(e, "addVarEffect") {
		return nil
	}
	v, delta := r.variable(e), e.arg.Get("delta").Given()
	if v == nil || delta == nil {
		return nil
	}
	verb := "gain"
	if i, ok := delta.Int(); ok && i < 0 && len(delta.Value) > 1 {
		verb, delta = "lose", number(delta, delta.Value[1:])
	}
	return mapping(e.n, pair(word(e.key, verb), mapping(e.arg, pair(v, delta))))
}

// mapping checks the keys of a statement. It returns false if its value is no mapping.
func (r *rewriter) mapping(e *effect, block string) bool {
	r.check(e.arg, block, e.word)
	return e.arg.Kind == source.Map
}

// setMarker rewrites an assignment to a marker. A counted marker has two states: none, and its own name for at least one.
func (r *rewriter) setMarker(e *effect) *source.Node {
	if !r.mapping(e, "setMarkerEffect") {
		return nil
	}
	marker, state, space := e.arg.Get("marker").Given(), e.arg.Get("state").Given(), e.arg.Get("space").Given()
	of := r.parse(space)
	if of == nil || marker == nil || state == nil {
		return nil
	}
	m, ok := r.known.markers[marker.Value]
	if !ok {
		var names []string
		for _, n := range append(slices.Clone(items(r.root.Get("markers"))), items(r.root.Get("variables"))...) {
			if _, ok := r.known.markers[n.Text("id")]; ok {
				names = append(names, n.Text("id"))
			}
		}
		r.errorf(marker.Pos, "unknown-name", "there is no marker %s%s", marker.Value, diag.DidYouMean(marker.Value, names))
		return nil
	}
	key := property(marker, space, marker.Value)
	there := mapping(state, entry("ref", word(state, "markerState")), entry("space", space), entry("marker", marker))
	if m.max == 0 {
		return mapping(e.n, pair(word(e.key, "set"), mapping(e.arg, pair(key, state))))
	}
	var value *source.Node
	switch {
	case state.Value == "none":
		here := &syntax.Expr{Kind: syntax.Prop, Name: marker.Value, Args: []*syntax.Expr{of}}
		value = r.written(state, state.Pos, "="+(&syntax.Expr{Kind: syntax.Unary, Name: "-", Args: []*syntax.Expr{here}}).String())
	case state.Value != marker.Value:
		r.errorf(state.Pos, "unknown-name", "the states of %s are none and %s, not %s", marker.Value, marker.Value, state.Value)
		return nil
	case m.max > 1:
		value = tree(state, "-", number(state, "1"), tree(state, "min", there, number(state, "1")))
	default:
		value = number(state, "1")
	}
	return mapping(e.n, pair(word(e.key, "mark"), mapping(e.arg, pair(key, value))))
}

// zoneIn returns the zone of {zoneExpr: zone}.
func zoneIn(n *source.Node) *source.Node {
	if inner := n.Get("zoneExpr"); inner != nil {
		return inner
	}
	return n
}

// moveToken rewrites the move of a piece, and requires that the piece is in `from`, unless that is its zone by definition.
func (r *rewriter) moveToken(e *effect) *source.Node {
	if !r.mapping(e, "moveTokenEffect") {
		return nil
	}
	token, from, to := r.formula(e.arg.Get("token")), zoneIn(e.arg.Get("from")).Given(), r.formula(zoneIn(e.arg.Get("to")))
	if token == nil || from == nil || to == nil {
		return nil
	}
	if to.Kind == source.Scalar && to.Value == "home" { // a zone named home
		to = r.written(to, to.Pos, "=home")
	}
	move := mapping(e.n, pair(word(e.key, "move"), mapping(e.arg, entry("piece", token), entry("to", to))))
	piece, place := r.parse(token), r.parse(from)
	if piece == nil || place == nil {
		return nil
	}
	if here := (&syntax.Expr{Kind: syntax.Call, Name: "piece-zone", Args: []*syntax.Expr{piece}}); here.String() == place.String() {
		return move
	}
	here := mapping(from, entry("ref", word(from, "tokenZone")), entry("token", token))
	stands := tree(from, "==", here, from)
	return mapping(e.n, entry("do", listOf(e.n, mapping(e.n, entry("require", stands)), move)))
}

// forEach rewrites a loop over a set, an order or the pieces of a chooseN.
func (r *rewriter) forEach(e *effect) *source.Node {
	if !r.mapping(e, "forEachEffect") {
		return nil
	}
	bind, over, effects := e.arg.Get("bind"), e.arg.Get("over").Given(), e.arg.Get("effects").Given()
	members := r.parse(over)
	if members == nil || effects == nil || !isBinding(bind) {
		return nil
	}
	if _, pieces := sources(members); pieces {
		r.errorf(over.Pos, "wrong-type", "forEach visits pieces that were chosen; choose them with chooseN, or move them with all: true")
		return nil
	}
	out := mapping(e.n, pair(word(e.key, "for"), mapping(e.arg, pair(bind, over))))
	for _, key := range []string{"limit", "order"} {
		if p := e.arg.Pair(key); p != nil {
			out.Pairs = append(out.Pairs, *p)
		}
	}
	out.Pairs = append(out.Pairs, entry("do", r.body(effects)))
	return out
}
