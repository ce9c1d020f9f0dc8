// This file reads queries of the tree form: zones, pieces, seats or given values, selected by a filter. A query of zones binds
// $zone in its filter and becomes a comprehension; a query of pieces becomes pieces(zone, filter).

package syntax

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// queryKeys are the keys of each query beside `query`.
var queryKeys = map[string][]string{
	"mapSpaces":             {"filter"},
	"zones":                 {"filter"},
	"players":               {"filter"},
	"adjacentZones":         {"zone", "filter"},
	"connectedZones":        {"zone", "via", "includeStart", "maxDepth", "filter"},
	"tokensInZone":          {"zone", "filter"},
	"tokensInZones":         {"zones", "filter"},
	"tokensInAdjacentZones": {"zone", "filter"},
	"enums":                 {"values"},
	"binding":               {"name"},
	"union":                 {"args", "queries", "sources"},
	"concat":                {"args", "queries", "sources"},
}

const zoneBinding = "$zone"

func (r *reader) query(n *source.Node) *Expr {
	kind, at := r.name(n, "query")
	keys, ok := queryKeys[kind]
	if !ok {
		r.unknown(at, "unknown-query", "query", kind, sortedKeys(queryKeys))
		return broken(n.Pos)
	}
	r.onlyKeys(n, append([]string{"query"}, keys...))
	call := func(name string, args ...*Expr) *Expr { return &Expr{Kind: Call, Pos: at, Name: name, Args: args} }
	switch kind {
	case "mapSpaces":
		return r.filtered(n, at, &Expr{Kind: Name, Pos: at, Name: "spaces"}, zoneBinding)
	case "zones":
		return r.filtered(n, at, &Expr{Kind: Name, Pos: at, Name: "zones"}, zoneBinding)
	case "players":
		return r.filtered(n, at, &Expr{Kind: Name, Pos: at, Name: "seats"}, "$player")
	case "adjacentZones":
		return r.filtered(n, at, call("adjacent", r.part(n, r.value, "zone")), zoneBinding)
	case "connectedZones":
		return r.connected(n, at)
	case "tokensInZone":
		return r.pieces(n, at, r.part(n, r.value, "zone"))
	case "tokensInZones":
		return r.pieces(n, at, r.part(n, r.value, "zones"))
	case "tokensInAdjacentZones":
		return r.pieces(n, at, call("adjacent", r.part(n, r.value, "zone")))
	case "enums":
		return r.part(n, r.value, "values")
	case "binding":
		return r.refBinding(n)
	}
	return r.union(n, at)
}

// union reads the union of a list of queries.
func (r *reader) union(n *source.Node, at diag.Pos) *Expr {
	list := r.need(n, "args", "queries", "sources")
	if list == nil {
		return broken(n.Pos)
	}
	if list.Kind != source.List || len(list.Items) == 0 {
		r.diags.Errorf(list.Pos, "operands", "a union needs a list of queries").Detailf("Write args: and below it the queries.")
		return broken(n.Pos)
	}
	e := r.value(list.Items[0])
	for _, item := range list.Items[1:] {
		e = &Expr{Kind: Binary, Pos: at, Name: "|", Args: []*Expr{e, r.value(item)}}
	}
	return e
}

// filtered returns the members of over that satisfy the filter of n.
func (r *reader) filtered(n *source.Node, at diag.Pos, over *Expr, bind string) *Expr {
	where := r.condition(n.Get("filter"), bind)
	if where == nil {
		return over
	}
	return &Expr{Kind: Comp, Pos: at, Name: "set", Comprehension: &Comprehension{Bind: bind, Over: over, Where: where}}
}

// condition reads a filter of zones or seats: a condition, or the conjunction of a list of predicates on properties. It returns
// nil if there is no filter.
func (r *reader) condition(n *source.Node, bind string) *Expr {
	if n == nil || n.Kind == source.Null {
		return nil
	}
	if n.Kind == source.List {
		var all *Expr
		for _, item := range n.Items {
			all = r.and(all, r.condition(item, bind), item.Pos)
		}
		return all
	}
	if n.Kind == source.Map && n.Get("prop") != nil {
		op, value := r.predicate(n)
		prop, at := r.name(n, "prop")
		left := &Expr{Kind: Binding, Pos: at, Name: bind}
		if prop != "id" {
			left = &Expr{Kind: Prop, Pos: at, Name: prop, Args: []*Expr{left}}
		}
		return &Expr{Kind: Binary, Pos: at, Name: op, Args: []*Expr{left, value}}
	}
	return r.formula(n)
}

func (r *reader) and(left, right *Expr, at diag.Pos) *Expr {
	switch {
	case left == nil:
		return right
	case right == nil:
		return left
	}
	return &Expr{Kind: Binary, Pos: at, Name: "and", Args: []*Expr{left, right}}
}

// predicate reads the operator and value of {prop, op, value} or {prop, eq: value}. The operator is that of a Binary.
func (r *reader) predicate(n *source.Node) (op string, value *Expr) {
	r.onlyKeys(n, []string{"prop", "op", "value", "eq"})
	if v := n.Get("eq"); v != nil {
		return "==", r.value(v)
	}
	op = "=="
	if v := n.Get("op"); v != nil {
		known := map[string]string{"eq": "==", "==": "==", "neq": "!=", "!=": "!=", "in": "in", "notIn": "not-in", "not in": "not-in", "not-in": "not-in",
			"<": "<", "<=": "<=", ">": ">", ">=": ">="}
		word, ok := known[v.Value]
		if !ok {
			r.unknown(v.Pos, "unknown-operator", "operator", v.Value, sortedKeys(known))
		} else {
			op = word
		}
	}
	return op, r.part(n, r.value, "value")
}

// connected reads connectedZones: a breadth-first search from a zone through zones for which `via` is true.
func (r *reader) connected(n *source.Node, at diag.Pos) *Expr {
	start := r.part(n, r.value, "zone")
	through := &Expr{Kind: Name, Pos: at, Name: "spaces"}
	if via := r.condition(n.Get("via"), zoneBinding); via != nil {
		through = &Expr{Kind: Comp, Pos: n.Get("via").Pos, Name: "set", Comprehension: &Comprehension{Bind: zoneBinding, Over: through, Where: via}}
	}
	e := &Expr{Kind: Call, Pos: at, Name: "flood", Args: []*Expr{start, through}}
	if depth := n.Get("maxDepth"); depth != nil {
		e.Args = append(e.Args, r.value(depth))
	}
	if include := n.Get("includeStart"); include != nil {
		with, ok := include.Bool()
		if !ok {
			r.diags.Errorf(include.Pos, "bool-expected", "includeStart is true or false")
		}
		if with {
			alone := &Expr{Kind: List, Pos: include.Pos, Args: []*Expr{start}}
			e = &Expr{Kind: Binary, Pos: include.Pos, Name: "|", Args: []*Expr{alone, e}}
		}
	}
	if where := r.condition(n.Get("filter"), zoneBinding); where != nil {
		return &Expr{Kind: Comp, Pos: at, Name: "set", Comprehension: &Comprehension{Bind: zoneBinding, Over: e, Where: where}}
	}
	return e
}

// pieces returns pieces(in, filter), or pieces(in) if there is no filter.
func (r *reader) pieces(n *source.Node, at diag.Pos, in *Expr) *Expr {
	e := &Expr{Kind: Call, Pos: at, Name: "pieces", Args: []*Expr{in}}
	if filter := r.filter(n.Get("filter")); filter != nil {
		e.Args = append(e.Args, filter)
	}
	return e
}

// filter reads a filter of pieces: a formula, or the conjunction of predicates on faction, seat, type, id, activity or status. It
// returns nil if there is no filter.
func (r *reader) filter(n *source.Node) *Expr {
	if n == nil || n.Kind == source.Null {
		return nil
	}
	items := []*source.Node{n}
	switch {
	case n.Kind == source.List:
		items = n.Items
	case n.Kind == source.Map && n.Get("op") != nil && n.Get("op").Value == "and" && n.Get("args") != nil && n.Get("args").Kind == source.List:
		r.onlyKeys(n, []string{"op", "args"})
		items = n.Get("args").Items
	}
	var all *Expr
	var later []*source.Node // predicates on the status restrict other filters
	for _, item := range items {
		if item.Kind != source.Map || item.Get("prop") == nil {
			all = joined(all, r.formula(item), "&")
			continue
		}
		switch prop, at := r.name(item, "prop"); prop {
		case "faction", "seat", "type", "id":
			op, value := r.predicate(item)
			all = r.classes(all, op, value, at)
		case "activity", "status":
			later = append(later, item)
		default:
			known := []string{"faction", "seat", "type", "id", "activity", "status"}
			r.unknown(at, "unknown-predicate", "property of pieces in a filter,", prop, known)
		}
	}
	for _, item := range later {
		all = r.status(all, item)
	}
	return all
}

// classes narrows a filter to the classes named by value, or to all others.
func (r *reader) classes(all *Expr, op string, value *Expr, at diag.Pos) *Expr {
	if value.Kind == List && len(value.Args) > 0 {
		named := value.Args[0]
		for _, other := range value.Args[1:] {
			named = joined(named, other, "|")
		}
		value = named
	}
	switch {
	case op == "==" || op == "in":
		return joined(all, value, "&")
	case (op == "!=" || op == "not-in") && all != nil:
		return joined(all, value, `\`)
	case op == "!=" || op == "not-in":
		r.diags.Errorf(at, "filter-order", "a filter cannot begin with an exclusion").
			Detailf(`Give first the pieces that are meant, then those that are excluded; as a formula: all-pieces \ those.`)
	default:
		r.diags.Errorf(at, "unknown-operator", "pieces are not compared with %s", op).Detailf("Use ==, !=, in or notIn.")
	}
	return all
}

// status narrows a filter to a status of its pieces.
func (r *reader) status(all *Expr, item *source.Node) *Expr {
	op, value := r.predicate(item)
	if all == nil || op != "==" || value.Kind != Name {
		r.diags.Errorf(item.Pos, "filter-status", "a status needs the pieces it belongs to").
			Detailf("Give the faction or type in the same filter, and one status with eq; as a formula: pieces.status.")
		return all
	}
	return &Expr{Kind: Prop, Pos: value.Pos, Name: value.Name, Args: []*Expr{all}}
}

func joined(left, right *Expr, op string) *Expr {
	if left == nil {
		return right
	}
	return &Expr{Kind: Binary, Pos: right.Pos, Name: op, Args: []*Expr{left, right}}
}

// aggregate reads {aggregate: {op, query, …}}.
func (r *reader) aggregate(n *source.Node) *Expr {
	inner := n.Get("aggregate")
	if inner.Kind != source.Map {
		r.diags.Errorf(inner.Pos, "aggregate-keys", "aggregate holds the keys op and query").
			Detailf("Write {aggregate: {op: count, query: …}}.")
		return broken(n.Pos)
	}
	r.onlyKeys(inner, []string{"op", "query", "bind", "value", "valueExpr", "prop"})
	op, at := r.name(inner, "op")
	names := map[string]string{"count": "count", "sum": "sum", "min": "least", "max": "most"}
	name, ok := names[op]
	if !ok {
		r.unknown(at, "unknown-operator", "aggregate", op, sortedKeys(names))
		return broken(n.Pos)
	}
	over := r.part(inner, r.value, "query")
	if name == "count" {
		return r.counted(inner, over, at)
	}
	bind := "$it"
	if over.Kind == Comp && over.Name == "set" {
		bind = over.Bind
	}
	if v := inner.Get("bind"); v != nil {
		word, _ := r.name(inner, "bind")
		bind = bindingOf(word, v.Pos).Name
	}
	e := &Expr{Kind: Comp, Pos: at, Name: name, Comprehension: &Comprehension{Bind: bind, Over: over, Value: &Expr{Kind: Binding, Pos: at, Name: bind}}}
	if over.Kind == Comp && over.Name == "set" && over.Bind == bind {
		e.Over, e.Where = over.Over, over.Where
	}
	switch value := inner.Get("value"); {
	case value != nil:
		e.Value = r.value(value)
	case inner.Get("valueExpr") != nil:
		e.Value = r.value(inner.Get("valueExpr"))
	case inner.Get("prop") != nil:
		prop, propAt := r.name(inner, "prop")
		e.Value = &Expr{Kind: Prop, Pos: propAt, Name: prop, Args: []*Expr{e.Value}}
	}
	return e
}

// counted returns the number of results of a query. pieces(…) is already a number.
func (r *reader) counted(inner *source.Node, over *Expr, at diag.Pos) *Expr {
	for _, key := range []string{"bind", "value", "valueExpr", "prop"} {
		if p := inner.Pair(key); p != nil {
			r.diags.Errorf(p.Key.Pos, "unknown-key", "count has no %s", key).Detailf("Only sum, min and max use a value.")
		}
	}
	switch {
	case over.Kind == Call && over.Name == "pieces":
		return over
	case over.Kind == Comp && over.Name == "set":
		e := *over
		e.Name, e.Pos = "count", at
		return &e
	}
	return &Expr{Kind: Call, Pos: at, Name: "size", Args: []*Expr{over}}
}
