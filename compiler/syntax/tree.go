// This file reads the tree form of formulas: mappings that denote a reference, an operator, a choice, an aggregate or a query.
// Each becomes the Expr of the equivalent formula; node_test.go lists every form beside its formula.

package syntax

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// shapeKeys are the keys that determine the meaning of a tree.
var shapeKeys = []string{"ref", "op", "if", "aggregate", "query", "param", "zoneExpr", "any", "every"}

// opKeys are the keys of an operator beside `op`.
var opKeys = []string{"left", "right", "args", "arg", "item", "set"}

// tree reads a mapping in formula or value position.
func (r *reader) tree(n *source.Node) *Expr {
	shape := ""
	for _, key := range shapeKeys {
		if n.Get(key) != nil {
			shape = key
			break
		}
	}
	switch shape {
	case "ref":
		return r.ref(n)
	case "query":
		return r.query(n)
	case "op":
		r.onlyKeys(n, append([]string{"op"}, opKeys...))
		return r.op(n)
	case "":
		return r.noTree(n)
	}
	r.onlyKeys(n, []string{shape})
	switch shape {
	case "if":
		return r.choice(n)
	case "aggregate":
		return r.aggregate(n)
	case "param":
		return r.param(n)
	case "any", "every":
		return r.quantified(n, shape)
	}
	return r.value(n.Get("zoneExpr"))
}

// noTree reports a mapping that is not a tree.
func (r *reader) noTree(n *source.Node) *Expr {
	at, detail := n.Pos, "A tree has one of the keys "+strings.Join(shapeKeys, ", ")+". Most conditions are shorter as a formula."
	for i, key := range n.Keys() {
		if strings.ContainsAny(key, "($=<>") {
			d := r.diags.Errorf(n.Pairs[i].Key.Pos, "unquoted-colon", "a colon inside an unquoted value")
			d.Detailf("A colon and a space make a key. Put the whole value in quotes.")
			return broken(n.Pos)
		}
		if near := diag.Near(key, shapeKeys); near != "" {
			at, detail = n.Pairs[i].Key.Pos, "Did you mean "+near+"? "+detail
			break
		}
	}
	r.diags.Errorf(at, "unknown-tree", "this mapping is not a condition or value").Detailf("%s", detail)
	return broken(n.Pos)
}

// onlyKeys reports the keys of n that are not among known.
func (r *reader) onlyKeys(n *source.Node, known []string) {
	for _, p := range n.Pairs {
		if slices.Contains(known, p.Key.Value) {
			continue
		}
		d := r.diags.Errorf(p.Key.Pos, "unknown-key", "unknown key %s", p.Key.Value)
		if near := diag.Near(p.Key.Value, known); near != "" {
			d.Detailf("Did you mean %s?", near)
		} else {
			d.Detailf("Known here: %s.", strings.Join(known, ", "))
		}
	}
}

// need returns the value of a required key. It reports an error and returns nil if it is missing. Further keys are synonyms.
func (r *reader) need(n *source.Node, keys ...string) *source.Node {
	for _, key := range keys {
		if v := n.Get(key); v != nil {
			return v
		}
	}
	r.diags.Errorf(n.Pos, "missing-key", "%s is missing", keys[0]).Detailf("Add %s: to this mapping.", keys[0])
	return nil
}

// part reads the value of a required key.
func (r *reader) part(n *source.Node, read func(*source.Node) *Expr, keys ...string) *Expr {
	if v := r.need(n, keys...); v != nil {
		return read(v)
	}
	return broken(n.Pos)
}

// name returns the text of a required key's value.
func (r *reader) name(n *source.Node, keys ...string) (string, diag.Pos) {
	v := r.need(n, keys...)
	if v == nil {
		return "", n.Pos
	}
	if v.Kind != source.Scalar || !isName(strings.TrimPrefix(v.Value, "$")) {
		r.diags.Errorf(v.Pos, "name-expected", "a name is expected here").Detailf("%s is the name of a variable, property, marker or binding.", keys[0])
		return "", v.Pos
	}
	return v.Value, v.Pos
}

// refKeys are the keys of each kind of reference beside `ref`.
var refKeys = map[string][]string{
	"gvar":         {"var", "name"},
	"globalVar":    {"var", "name"},
	"binding":      {"name"},
	"zoneProp":     {"zone", "space", "prop"},
	"markerState":  {"space", "zone", "marker"},
	"tokenZone":    {"token"},
	"activePlayer": nil,
}

func (r *reader) ref(n *source.Node) *Expr {
	kind, at := r.name(n, "ref")
	keys, ok := refKeys[kind]
	if !ok {
		r.unknown(at, "unknown-ref", "reference", kind, sortedKeys(refKeys))
		return broken(n.Pos)
	}
	r.onlyKeys(n, append([]string{"ref"}, keys...))
	switch kind {
	case "binding":
		return r.refBinding(n)
	case "zoneProp":
		return r.zoneProp(n)
	case "markerState":
		return r.markerState(n)
	case "tokenZone":
		return &Expr{Kind: Call, Pos: at, Name: "piece-zone", Args: []*Expr{r.part(n, r.value, "token")}}
	case "activePlayer":
		return &Expr{Kind: Name, Pos: at, Name: "activePlayer"}
	}
	return r.variable(n)
}

// unknown reports a word that is not among known; an empty word was already reported.
func (r *reader) unknown(at diag.Pos, code, what, word string, known []string) {
	if word == "" {
		return
	}
	d := r.diags.Errorf(at, code, "unknown %s %s", what, word)
	if near := diag.Near(word, known); near != "" {
		d.Detailf("Did you mean %s?", near)
	} else {
		d.Detailf("Known: %s.", strings.Join(known, ", "))
	}
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

func (r *reader) variable(n *source.Node) *Expr {
	v := r.need(n, "var", "name")
	if v == nil {
		return broken(n.Pos)
	}
	if v.Kind == source.Map {
		return r.tree(v)
	}
	name, at := r.name(n, "var", "name")
	return wordOrBinding(name, at)
}

// wordOrBinding returns a single word as a Name or Binding.
func wordOrBinding(word string, at diag.Pos) *Expr {
	if strings.HasPrefix(word, "$") {
		return &Expr{Kind: Binding, Pos: at, Name: word}
	}
	return &Expr{Kind: Name, Pos: at, Name: word}
}

// refBinding reads {ref: binding, name: x}, where the dollar sign is optional.
func (r *reader) refBinding(n *source.Node) *Expr {
	name, at := r.name(n, "name")
	return bindingOf(name, at)
}

func bindingOf(name string, at diag.Pos) *Expr {
	return &Expr{Kind: Binding, Pos: at, Name: "$" + strings.TrimPrefix(name, "$")}
}

// param reads {param: x}, a reference to the binding of a parameter.
func (r *reader) param(n *source.Node) *Expr {
	name, at := r.name(n, "param")
	return bindingOf(name, at)
}

// zoneProp reads a property of a zone; the property id denotes the zone itself.
func (r *reader) zoneProp(n *source.Node) *Expr {
	zone := r.part(n, r.value, "zone", "space")
	prop, at := r.name(n, "prop")
	if prop == "id" {
		return zone
	}
	return &Expr{Kind: Prop, Pos: at, Name: prop, Args: []*Expr{zone}}
}

func (r *reader) markerState(n *source.Node) *Expr {
	space := r.part(n, r.value, "space", "zone")
	marker, at := r.name(n, "marker")
	return &Expr{Kind: Prop, Pos: at, Name: marker, Args: []*Expr{space}}
}

// choice reads {if: {when, then, else}}.
func (r *reader) choice(n *source.Node) *Expr {
	inner := n.Get("if")
	if inner.Kind != source.Map {
		r.diags.Errorf(inner.Pos, "if-arguments", "if holds the keys when, then and else").
			Detailf("Write {if: {when: condition, then: value, else: value}}, or =if(condition, value, other value).")
		return broken(n.Pos)
	}
	r.onlyKeys(inner, []string{"when", "condition", "then", "else"})
	return &Expr{Kind: If, Pos: n.Pos, Args: []*Expr{
		r.part(inner, r.formula, "when", "condition"),
		r.part(inner, r.value, "then"),
		r.part(inner, r.value, "else"),
	}}
}

// quantified reads {any: {bind, over, where}} and {every: …}.
func (r *reader) quantified(n *source.Node, name string) *Expr {
	inner := n.Get(name)
	if inner.Kind != source.Map {
		r.diags.Errorf(inner.Pos, "quantifier-keys", "%s holds the keys bind, over and where", name).
			Detailf("Write {%s: {bind: $x, over: set, where: condition}}, or =%s($x in set where condition).", name, name)
		return broken(n.Pos)
	}
	r.onlyKeys(inner, []string{"bind", "over", "where"})
	word, at := r.name(inner, "bind")
	return &Expr{Kind: Comp, Pos: n.Pos, Name: name, Comprehension: &Comprehension{Bind: bindingOf(word, at).Name, Over: r.part(inner, r.formula, "over"), Where: r.quantifiedWhere(inner, word)}}
}

func (r *reader) quantifiedWhere(inner *source.Node, bind string) *Expr {
	if w := r.need(inner, "where"); w != nil {
		return r.condition(w, "$"+strings.TrimPrefix(bind, "$"))
	}
	return broken(inner.Pos)
}

// operators maps the operators of the tree form to those of formulas. A call is written as a function; many takes two or more
// operands, one exactly one, the others two.
var operators = map[string]struct {
	name            string
	call, many, one bool
	conditions      bool // the operands are conditions
}{
	"and": {name: "and", many: true, conditions: true}, "or": {name: "or", many: true, conditions: true},
	"not": {name: "not", one: true, conditions: true},
	"==":  {name: "=="}, "!=": {name: "!="}, "<": {name: "<"}, "<=": {name: "<="}, ">": {name: ">"}, ">=": {name: ">="},
	"in": {name: "in"}, "not in": {name: "not-in"}, "notIn": {name: "not-in"}, "not-in": {name: "not-in"},
	"+": {name: "+", many: true}, "*": {name: "*", many: true}, "-": {name: "-"}, "mod": {name: "mod"},
	"floorDiv": {name: "div"}, "ceilDiv": {name: "cdiv"}, "div": {name: "div"}, "cdiv": {name: "cdiv"},
	"min": {name: "min", call: true, many: true}, "max": {name: "max", call: true, many: true},
	"union": {name: "|", many: true}, "concat": {name: "|", many: true}, "|": {name: "|", many: true},
	"&": {name: "&", many: true}, `\`: {name: `\`},
}

func (r *reader) op(n *source.Node) *Expr {
	v := n.Get("op")
	op, ok := operators[v.Value]
	if v.Kind != source.Scalar || !ok {
		word := v.Value
		if word == "" {
			word = "(" + v.Kind.String() + ")"
		}
		if word == "/" || word == "%" {
			r.diags.Errorf(v.Pos, "unknown-operator", "unknown operator %s", word).
				Detailf("Write floorDiv to round down, ceilDiv to round up, mod for the remainder.")
			return broken(n.Pos)
		}
		r.unknown(v.Pos, "unknown-operator", "operator", word, sortedKeys(operators))
		return broken(n.Pos)
	}
	read := r.value
	if op.conditions {
		read = r.formula
	}
	args := r.operands(n, read)
	switch {
	case op.one && len(args) != 1, !op.one && len(args) < 2 && !(op.many && len(args) == 1), !op.one && !op.many && len(args) > 2:
		want := "two operands"
		if op.one {
			want = "one operand"
		} else if op.many {
			want = "at least one operand"
		}
		r.diags.Errorf(v.Pos, "operands", "%s needs %s, here are %d", v.Value, want, len(args)).
			Detailf("Write left: and right:, or args: with a list.")
		return broken(n.Pos)
	case op.one:
		return &Expr{Kind: Unary, Pos: v.Pos, Name: op.name, Args: args}
	case op.call:
		return &Expr{Kind: Call, Pos: v.Pos, Name: op.name, Args: args}
	}
	e := args[0]
	for _, right := range args[1:] {
		e = &Expr{Kind: Binary, Pos: v.Pos, Name: op.name, Args: []*Expr{e, right}}
	}
	return e
}

// operands reads left and right, item and set, arg, or args.
func (r *reader) operands(n *source.Node, read func(*source.Node) *Expr) []*Expr {
	var args []*Expr
	for _, key := range []string{"item", "left", "right", "set", "arg"} {
		if v := n.Get(key); v != nil {
			args = append(args, read(v))
		}
	}
	list := n.Get("args")
	switch {
	case list == nil:
		return args
	case len(args) > 0:
		r.diags.Errorf(list.Pos, "operands", "args beside other operands").Detailf("Give the operands either as left and right or as args.")
		return args
	case list.Kind != source.List:
		return []*Expr{read(list)}
	}
	for _, item := range list.Items {
		args = append(args, read(item))
	}
	return args
}
