package draft

// This file rewrites chooseOne and chooseN: to one and subset or, for pieces, to take.

import (
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
)

// pieceSource is a query of pieces: their zones, and a filter (nil: all).
type pieceSource struct{ zones, filter *syntax.Expr }

// sources returns the queries of pieces of which e is the union; false if e is another expression.
func sources(e *syntax.Expr) ([]pieceSource, bool) {
	switch {
	case e.Name == "pieces" && len(e.Args) == 2:
		return []pieceSource{{e.Args[0], e.Args[1]}}, true
	case e.Kind == syntax.Call && e.Name == "pieces" && len(e.Args) == 1:
		return []pieceSource{{e.Args[0], nil}}, true
	case e.Name == "|":
		left, a := sources(e.Args[0])
		right, b := sources(e.Args[1])
		return append(left, right...), a && b
	}
	return nil, false
}

// choice is the rewriting of a chooseOne or chooseN.
type choice struct {
	r       *rewriter
	e       *effect
	bind    *source.Node
	options *source.Node
	from    *syntax.Expr // parsed
	by      *source.Node
}

// choose reads the keys that chooseOne and chooseN share. It returns nil after an error.
func (r *rewriter) choose(e *effect, block string) *choice {
	if !r.mapping(e, block) {
		return nil
	}
	k := &choice{r: r, e: e, bind: e.arg.Get("bind"), options: e.arg.Get("options")}
	k.from = r.parse(k.options)
	if k.by = r.formula(e.arg.Get("chooser")); k.by == nil {
		k.by = r.formula(e.arg.Get("player"))
	}
	if k.by == nil {
		k.by = word(e.key, "activePlayer")
	}
	if k.from == nil || !isBinding(k.bind) {
		return nil
	}
	return k
}

func (r *rewriter) chooseOne(e *effect) *source.Node {
	k := r.choose(e, "chooseOneEffect")
	if k == nil {
		return nil
	}
	if from, pieces := sources(k.from); pieces {
		return k.take(from, "piece")
	}
	out := k.decision("one")
	k.members(out, k.bind.Value)
	return out
}

func (r *rewriter) chooseN(e *effect) *source.Node {
	k := r.choose(e, "chooseNEffect")
	if k == nil {
		return nil
	}
	from, pieces := sources(k.from)
	var out *source.Node
	if pieces {
		out = k.take(from, "list")
	} else {
		out = k.decision("subset")
		if each := k.members(out, ""); each != "" {
			out.Pairs = append(out.Pairs, entry("each", word(k.options, each)))
		}
	}
	for _, key := range []string{"min", "max"} {
		if p := e.arg.Pair(key); p != nil {
			n := r.formula(p.Value)
			if n == nil {
				return nil
			}
			out.Pairs = append(out.Pairs, pair(p.Key, n))
		}
	}
	return out
}

// decision starts a statement of the language. No warnings are given for it: the first drafts require a binding even if nothing
// reads it, and a query whose condition may be false for all candidates.
func (k *choice) decision(verb string) *source.Node {
	return foreign(mapping(k.e.n, pair(word(k.e.key, verb), k.bind), entry("by", k.by)))
}

// members writes the domain of a choice among things other than pieces. The condition of a query becomes the condition of the
// domain, so that a refusal can name the part that is false. as is the name of the candidate, or "" for the name in the query. It
// returns the name in the query.
func (k *choice) members(out *source.Node, as string) string {
	e := k.from
	if e.Kind == syntax.Comp && e.Name == "set" && e.Where != nil {
		where := e.Where
		if as != "" && as != e.Bind {
			where = renamed(e.Where, e.Bind, as)
		}
		if expressible(e.Over) && expressible(where) {
			conds := listOf(k.options)
			for _, part := range parts(where) {
				conds.Items = append(conds.Items, k.formula(part))
			}
			out.Pairs = append(out.Pairs, entry("from", k.formula(e.Over)), entry("where", conds))
			return e.Bind
		}
	}
	out.Pairs = append(out.Pairs, entry("from", k.options))
	return ""
}

// formula writes a part of the options as a formula.
func (k *choice) formula(e *syntax.Expr) *source.Node {
	return k.r.written(k.options, e.Pos, e.String())
}

// expressible reports whether an expression can be written as a formula. It cannot if a name is not a word.
func expressible(e *syntax.Expr) bool {
	text := e.String()
	again, list := syntax.Parse(text, diag.Pos{})
	return !list.HasErrors() && again.String() == text
}

// parts splits a condition into the operands of its conjunctions.
func parts(e *syntax.Expr) []*syntax.Expr {
	if e.Name == "and" {
		return append(parts(e.Args[0]), parts(e.Args[1])...)
	}
	return []*syntax.Expr{e}
}

// renamed returns e with another name for a binding; nil if e already uses that name.
func renamed(e *syntax.Expr, from, to string) *syntax.Expr {
	if mentions(e, to) {
		return nil
	}
	return rename(e, from, to)
}

// mentions reports whether e uses or binds a name.
func mentions(e *syntax.Expr, name string) bool {
	return syntax.Any(e, func(x *syntax.Expr) bool { return x.Name == name || x.Kind == syntax.Comp && x.Bind == name })
}

func rename(e *syntax.Expr, from, to string) *syntax.Expr {
	if e == nil {
		return nil
	}
	out := *e
	if e.Name == from {
		out.Name = to
	}
	out.Args, out.Named = nil, nil
	for _, a := range e.Args {
		out.Args = append(out.Args, rename(a, from, to))
	}
	for _, a := range e.Named {
		a.Value = rename(a.Value, from, to)
		out.Named = append(out.Named, a)
	}
	if e.Kind != syntax.Comp {
		return &out
	}
	in := *e.Comprehension
	out.Comprehension = &in
	out.Over = rename(e.Over, from, to)
	if e.Bind == from { // e binds the name anew
		return &out
	}
	out.Where, out.Value, out.Else, out.By = rename(e.Where, from, to), rename(e.Value, from, to), rename(e.Else, from, to), rename(e.By, from, to)
	return &out
}

// take writes the domain of a choice among pieces. keep is the form of the answer: a list, or one piece.
func (k *choice) take(from []pieceSource, keep string) *source.Node {
	each := "$it"
	for mentions(k.from, each) {
		each += "-too"
	}
	out := k.decision("take")
	alike := true
	var zones, filters, either []*syntax.Expr
	for _, q := range from {
		if q.filter == nil {
			q.filter = k.everyPiece(q.zones.Pos)
		}
		alike = alike && (len(filters) == 0 || q.filter.String() == filters[0].String())
		zones, filters = append(zones, q.zones), append(filters, q.filter)
		it := &syntax.Expr{Kind: syntax.Binding, Pos: q.zones.Pos, Name: each}
		here := &syntax.Expr{Kind: syntax.Call, Pos: q.zones.Pos, Name: "piece-zone", Args: []*syntax.Expr{it}}
		either = append(either, binary("and", binary("in", here, q.zones), binary("in", it, q.filter)))
	}
	if alike {
		filters = filters[:1]
	}
	out.Pairs = append(out.Pairs, entry("each", word(k.options, each)), entry("of", k.joined("|", filters)), entry("from", k.joined("|", zones)))
	if !alike {
		out.Pairs = append(out.Pairs, entry("where", listOf(k.options, k.r.written(k.options, k.options.Pos, chained("or", either).String()))))
	}
	out.Pairs = append(out.Pairs, entry("keep", word(k.options, keep)))
	return out
}

func binary(op string, left, right *syntax.Expr) *syntax.Expr {
	return &syntax.Expr{Kind: syntax.Binary, Pos: left.Pos, Name: op, Args: []*syntax.Expr{left, right}}
}

// chained combines expressions by an operator, from left to right.
func chained(op string, all []*syntax.Expr) *syntax.Expr {
	e := all[0]
	for _, x := range all[1:] {
		e = binary(op, e, x)
	}
	return e
}

// joined writes expressions combined by an operator.
func (k *choice) joined(op string, all []*syntax.Expr) *source.Node {
	return k.formula(chained(op, all))
}

// everyPiece returns the filter of all pieces.
func (k *choice) everyPiece(pos diag.Pos) *syntax.Expr {
	e := &syntax.Expr{Kind: syntax.List, Pos: pos}
	for _, n := range items(k.r.root.Get("pieces")) {
		if id := n.Text("id"); id != "" && !strings.Contains(id, " ") {
			e.Args = append(e.Args, &syntax.Expr{Kind: syntax.Name, Pos: pos, Name: id})
		}
	}
	if len(e.Args) > 0 {
		return chained("|", e.Args)
	}
	return e
}
