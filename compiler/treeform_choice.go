package compiler

// treeform_choice.go lowers chooseOne and chooseN: to one and subset, or to take where the options are pieces. Their
// bounds come down to what can be carried out, as those of all decisions do.

import (
	"strings"

	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// taken is the list of pieces that a chooseN made.
type taken struct {
	list    int32 // its first slot
	entries int32
}

// pieceSource is a query of pieces: where they stand, and which (nil: all).
type pieceSource struct {
	zones, filter *syntax.Expr
}

// pieceSources gives the queries of pieces that e is the union of; false if it is anything else.
func pieceSources(e *syntax.Expr) ([]pieceSource, bool) {
	switch {
	case e.Kind == syntax.Call && e.Name == "pieces" && len(e.Args) == 2:
		return []pieceSource{{e.Args[0], e.Args[1]}}, true
	case e.Kind == syntax.Call && e.Name == "pieces" && len(e.Args) == 1:
		return []pieceSource{{e.Args[0], nil}}, true
	case e.Kind == syntax.Binary && e.Name == "|":
		left, a := pieceSources(e.Args[0])
		right, b := pieceSources(e.Args[1])
		return append(left, right...), a && b
	}
	return nil, false
}

// choice is a chooseOne or chooseN being lowered.
type choice struct {
	l       *lowering
	s       *stmt
	bind    *source.Node
	options *source.Node
	d       def.DecisionDef
	v       *env
}

// choose reads bind, options and whose choice it is; false after an error.
func (l *lowering) choose(s *stmt, kind def.DecisionKind, f *fields, v *env) (*choice, *syntax.Expr) {
	k := &choice{l: l, s: s, v: v, bind: f.must("bind"), options: f.must("options")}
	who, player := f.get("chooser"), f.get("player")
	if who == nil {
		who = player
	}
	e := l.read(k.options)
	if e == nil || k.bind == nil || !l.isBinding(k.bind) {
		return nil, nil
	}
	k.d = def.DecisionDef{Kind: kind, Name: k.bind.Value[1:], Node: s.node, Decline: -1, Result: -1, Picked: -1, Count: -1, Total: -1}
	if r := l.c.def.Nodes[s.node].Rules; len(r) > 0 {
		k.d.Rule = r[0]
	}
	if who != nil {
		k.d.By = l.c.good(l.value(who, v, tSeat))
	} else {
		k.d.By = l.c.good(l.c.activePlayer(&syntax.Expr{Kind: syntax.Name, Pos: s.key.Pos, Name: activePlayer}, v))
	}
	return k, e
}

func lowerChooseOne(l *lowering, s *stmt, v *env) {
	f := l.c.fields(s.arg, s.word)
	k, e := l.choose(s, def.One, f, v)
	f.done()
	if k == nil {
		return
	}
	if from, ok := pieceSources(e); ok {
		k.d.Min, k.d.Max = konst(tInt, 1), konst(tInt, 1)
		if t := k.pieces(from); t != nil {
			item := l.bind(v, k.bind.Value, tPiece, k.bind.Pos)
			l.emit(def.Instr{Op: def.CSet, B: item, X: []*def.Expr{konst(tPiece, def.None)}, Node: s.node})
			l.patch(l.emit(def.Instr{Op: def.CForTake, A: t.list, B: item, Node: s.node}))
		}
		return
	}
	if k.members(e) {
		k.d.Result = l.bind(v, k.bind.Value, k.d.Elem, k.bind.Pos)
		l.decide(s, k.d)
	}
}

func lowerChooseN(l *lowering, s *stmt, v *env) {
	f := l.c.fields(s.arg, s.word)
	k, e := l.choose(s, def.Subset, f, v)
	lo, hi := f.get("min"), f.get("max")
	f.done()
	if k == nil {
		return
	}
	if lo != nil {
		k.d.Min = l.c.good(l.value(lo, v, tInt))
	}
	if hi != nil {
		k.d.Max = l.c.good(l.value(hi, v, tInt))
	}
	if from, ok := pieceSources(e); ok {
		if t := k.pieces(from); t != nil {
			v.names[k.bind.Value] = &binding{typ: tInt, local: true, slot: k.d.Total, pos: k.bind.Pos, taken: t}
		}
		return
	}
	if k.members(e) {
		k.d.Result = l.bind(v, k.bind.Value, setOf(k.d.Elem), k.bind.Pos)
		l.decide(s, k.d)
	}
}

// members reads options that are no pieces. The condition of a query becomes that of the domain, so that a refusal can
// say which part of it is false.
func (k *choice) members(e *syntax.Expr) bool {
	c := k.l.c
	inner, bind, where := k.v.child(), "$it", (*syntax.Expr)(nil)
	if e.Kind == syntax.Comp && e.Name == "set" {
		bind, where, e = e.Bind, e.Where, e.Over
	}
	x := c.raw(e, k.v, tAny)
	if x == bad {
		return false
	}
	if x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder && x.Type.Kind != def.KPile {
		if x = c.coerce(x, setOf(x.Type), k.options.Pos); x == bad {
			return false
		}
	}
	if x.Type.Elem == def.KClass {
		c.errorf(k.options.Pos, "wrong-type", "%s needs members or a query of pieces, this is %s", k.s.word, c.describe(x.Type))
		return false
	}
	k.d.From, k.d.Elem = x, elemOf(x.Type)
	k.d.Bind = c.bindScratch(inner, bind, k.d.Elem, k.options.Pos)
	for _, w := range parts(where) {
		y := c.expr(w, inner, tBool)
		if y == bad {
			return false
		}
		z := *y
		z.Node = c.node(&source.Node{Kind: source.Scalar, Pos: w.Pos, Rules: k.options.Rules}, "where")
		k.d.Where = append(k.d.Where, def.Cond{Rule: k.d.Rule, When: &z, Node: z.Node})
	}
	return true
}

// parts splits a condition at its ands.
func parts(e *syntax.Expr) []*syntax.Expr {
	switch {
	case e == nil:
		return nil
	case e.Kind == syntax.Binary && e.Name == "and":
		return append(parts(e.Args[0]), parts(e.Args[1])...)
	}
	return []*syntax.Expr{e}
}

// pieces lowers a choice of pieces and gives the list of those chosen, nil after an error.
func (k *choice) pieces(from []pieceSource) *taken {
	c, l := k.l.c, k.l
	type place struct{ zones, filter *def.Expr }
	var places []place
	alike := true
	for _, q := range from {
		z, f := c.raw(q.zones, k.v, tAny), c.everyPiece()
		if q.filter != nil {
			f = c.expr(q.filter, k.v, tFilter)
		}
		if z == bad || f == bad {
			return nil
		}
		if z = c.coerce(z, tZones, q.zones.Pos); z == bad {
			return nil
		}
		places = append(places, place{z, f})
		alike = alike && sameExpr(f, places[0].filter)
	}
	d := &k.d
	d.Kind, d.Elem = def.Take, tPiece
	d.From, d.Filter = places[0].zones, places[0].filter
	d.Bind = c.bindScratch(k.v.child(), "$it", tPiece, k.options.Pos)
	piece := &def.Expr{Op: def.OpBound, Type: tPiece, I: int64(d.Bind)}
	some := op(def.OpOr, tBool)
	for i, p := range places {
		if i > 0 {
			d.From = op(def.OpUnion, tZones, d.From, p.zones)
			if !alike {
				d.Filter = op(def.OpUnion, tFilter, d.Filter, p.filter)
			}
		}
		some.Args = append(some.Args, op(def.OpAnd, tBool, op(def.OpHas, tBool, p.zones, op(def.OpPieceZone, tZone, piece)),
			op(def.OpSubsetOf, tBool, op(def.OpPieceClass, tFilter, piece), p.filter)))
	}
	if !alike {
		some.Node = c.node(k.options, "where")
		d.Where = []def.Cond{{Rule: d.Rule, When: some, Node: some.Node}}
	}
	d.Entries = c.entries(d)
	d.Result = l.slots(d.Entries + 1)
	d.Total = l.slot()
	l.decide(k.s, *d)
	return &taken{list: d.Result, entries: d.Entries}
}

// everyPiece is the filter of all pieces.
func (c *compiler) everyPiece() *def.Expr {
	var all int64
	for i := range c.def.Types {
		all |= c.def.Types[i].Classes
	}
	return konst(tFilter, all)
}

// variable names a binding without its sign.
func variable(name string) string { return strings.TrimPrefix(name, "$") }

// ownChoice gives a chooseOne or chooseN in our own words, for the question whether it can be answered; nil for pieces.
func ownChoice(s *source.Node) *source.Node {
	word, n := "one", s.Get("chooseOne")
	if n == nil {
		word, n = "subset", s.Get("chooseN")
	}
	bind, options := n.Get("bind"), n.Get("options")
	if bind == nil || options == nil {
		return nil
	}
	e, list := syntax.Value(options)
	if list.HasErrors() {
		return nil
	}
	if _, pieces := pieceSources(e); pieces {
		return nil
	}
	own := mapping(s, entry(word, bind), entry("from", options))
	if lo := n.Get("min"); lo != nil {
		own.Pairs = append(own.Pairs, entry("min", lo))
	}
	return own
}
