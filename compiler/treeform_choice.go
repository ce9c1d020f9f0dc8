package compiler

// treeform_choice.go lowers chooseOne and chooseN: to one and subset, or to take where the options are pieces. Their
// bounds come down to what can be carried out, as those of all decisions do.

import (
	"strings"

	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine"
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
	d       engine.DecisionDef
	v       *env
}

// choose reads bind, options and whose choice it is; false after an error.
func (l *lowering) choose(s *stmt, kind engine.DecisionKind, f *fields, v *env) (*choice, *syntax.Expr) {
	k := &choice{l: l, s: s, v: v, bind: f.must("bind"), options: f.must("options")}
	who, player := f.get("chooser"), f.get("player")
	if who == nil {
		who = player
	}
	e := l.read(k.options)
	if e == nil || k.bind == nil || !l.isBinding(k.bind) {
		return nil, nil
	}
	k.d = engine.DecisionDef{Kind: kind, Name: k.bind.Value[1:], Node: s.node, Decline: -1, Result: -1, Picked: -1, Count: -1, Total: -1}
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
	k, e := l.choose(s, engine.One, f, v)
	f.done()
	if k == nil {
		return
	}
	if from, ok := pieceSources(e); ok {
		k.d.Min, k.d.Max = konst(tInt, 1), konst(tInt, 1)
		if t := k.pieces(from); t != nil {
			item := l.bind(v, k.bind.Value, tPiece, k.bind.Pos)
			l.emit(engine.Instr{Op: engine.CSet, B: item, X: []*engine.Expr{konst(tPiece, engine.None)}, Node: s.node})
			l.patch(l.emit(engine.Instr{Op: engine.CForTake, A: t.list, B: item, Node: s.node}))
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
	k, e := l.choose(s, engine.Subset, f, v)
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
	if x.Type.Kind != engine.KSet && x.Type.Kind != engine.KOrder && x.Type.Kind != engine.KPile {
		if x = c.coerce(x, setOf(x.Type), k.options.Pos); x == bad {
			return false
		}
	}
	if x.Type.Elem == engine.KClass {
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
		k.d.Where = append(k.d.Where, engine.Cond{Rule: k.d.Rule, When: &z, Node: z.Node})
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
	type place struct{ zones, filter *engine.Expr }
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
	d.Kind, d.Elem = engine.Take, tPiece
	d.From, d.Filter = places[0].zones, places[0].filter
	d.Bind = c.bindScratch(k.v.child(), "$it", tPiece, k.options.Pos)
	piece := &engine.Expr{Op: engine.OpBound, Type: tPiece, I: int64(d.Bind)}
	some := op(engine.OpOr, tBool)
	for i, p := range places {
		if i > 0 {
			d.From = op(engine.OpUnion, tZones, d.From, p.zones)
			if !alike {
				d.Filter = op(engine.OpUnion, tFilter, d.Filter, p.filter)
			}
		}
		some.Args = append(some.Args, op(engine.OpAnd, tBool, op(engine.OpHas, tBool, p.zones, op(engine.OpPieceZone, tZone, piece)),
			op(engine.OpSubsetOf, tBool, op(engine.OpPieceClass, tFilter, piece), p.filter)))
	}
	if !alike {
		some.Node = c.node(k.options, "where")
		d.Where = []engine.Cond{{Rule: d.Rule, When: some, Node: some.Node}}
	}
	d.Entries = c.entries(d)
	d.Result = l.slots(d.Entries + 1)
	d.Total = l.slot()
	l.decide(k.s, *d)
	return &taken{list: d.Result, entries: d.Entries}
}

// everyPiece is the filter of all pieces.
func (c *compiler) everyPiece() *engine.Expr {
	var all int64
	for i := range c.def.Types {
		all |= c.def.Types[i].Classes
	}
	return konst(tFilter, all)
}

// variable names a binding without its sign.
func variable(name string) string { return strings.TrimPrefix(name, "$") }
