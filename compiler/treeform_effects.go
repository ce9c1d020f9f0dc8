package compiler

// treeform_effects.go lowers the effects of the first drafts' notation that change something: each gives the instructions
// that the statement of our own words gives.

import (
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// read parses a node in value position, nil after an error.
func (l *lowering) read(n *source.Node) *syntax.Expr {
	if n == nil {
		return nil
	}
	e, list := syntax.Value(n)
	l.c.diags = append(l.c.diags, list...)
	if list.HasErrors() {
		return nil
	}
	return e
}

// scoped reads scope, var and the owner of a variable.
func (l *lowering) scoped(f *fields, v *env) (place, bool) {
	scope, name := f.must("scope"), f.must("var")
	player, zone := f.get("player"), f.get("zone")
	e := l.read(name)
	if e == nil || scope == nil {
		return place{}, false
	}
	if e.Kind != syntax.Name && e.Kind != syntax.Binding {
		l.c.errorf(name.Pos, "name-expected", "var is the name of a variable")
		return place{}, false
	}
	var owner, other *source.Node
	key := ""
	switch scope.Value {
	case "global":
		if other = player; other == nil {
			other = zone
		}
	case "player", "pvar":
		key, owner, other = "player", player, zone
	case "zone", "zoneVar":
		key, owner, other = "zone", zone, player
	default:
		l.c.errorf(scope.Pos, "unknown-name", "a variable is of scope global, player or zone, not %s%s", scope.Value, l.c.near(scope.Value, []string{"global", "player", "zone"}))
		return place{}, false
	}
	if other != nil {
		l.c.errorf(other.Pos, "wrong-type", "a variable of scope %s belongs to nothing else", scope.Value)
		return place{}, false
	}
	if key != "" {
		if owner == nil {
			l.c.errorf(scope.Pos, "missing-key", "a variable of scope %s needs %s:", scope.Value, key)
			return place{}, false
		}
		of := l.read(owner)
		if of == nil {
			return place{}, false
		}
		e = &syntax.Expr{Kind: syntax.Prop, Pos: e.Pos, Name: e.Name, Args: []*syntax.Expr{of}}
	}
	return l.placeOf(e, name, v)
}

func lowerSetVar(l *lowering, s *stmt, v *env) {
	f := l.c.fields(s.arg, s.word)
	p, ok := l.scoped(f, v)
	val := f.must("value")
	f.done()
	if ok && val != nil {
		l.assign(p, val, v, s.node)
	}
}

func lowerAddVar(l *lowering, s *stmt, v *env) {
	f := l.c.fields(s.arg, s.word)
	p, ok := l.scoped(f, v)
	delta := f.must("delta")
	f.done()
	if !ok || delta == nil {
		return
	}
	if p.typ.Kind != def.KInt {
		l.c.errorf(delta.Pos, "wrong-type", "addVar changes numbers, this is %s", l.c.describe(p.typ))
		return
	}
	x := l.value(delta, v, tInt)
	if x == bad {
		return
	}
	code := def.CGain
	if x.Op == def.OpConst && x.I < 0 {
		code, x = def.CLose, konst(tInt, -x.I)
	}
	l.emit(def.Instr{Op: code, A: p.a, B: p.b, X: p.operands(x), Node: s.node})
}

// lowerSetMarker sets the state of a scale. A counted marker has two states: none, and its own name for at least one.
func lowerSetMarker(l *lowering, s *stmt, v *env) {
	c := l.c
	f := c.fields(s.arg, s.word)
	space, marker, state := f.must("space"), f.must("marker"), f.must("state")
	f.done()
	of := l.read(space)
	if of == nil || marker == nil || state == nil {
		return
	}
	sym := c.syms[marker.Value]
	if sym == nil || sym.kind != symVar || c.def.Vars[sym.index].Per != def.KZone || !c.def.Vars[sym.index].Bounded {
		var names []string
		for i := range c.def.Vars {
			if v := &c.def.Vars[i]; v.Per == def.KZone && v.Bounded {
				names = append(names, v.ID)
			}
		}
		c.errorf(marker.Pos, "unknown-name", "there is no marker %s%s", marker.Value, c.near(marker.Value, names))
		return
	}
	e := &syntax.Expr{Kind: syntax.Prop, Pos: marker.Pos, Name: marker.Value, Args: []*syntax.Expr{of}}
	m := c.countedMarker(e)
	if m == nil {
		if p, ok := l.placeOf(e, marker, v); ok {
			l.assign(p, state, v, s.node)
		}
		return
	}
	zone := c.expr(of, v, tZone)
	if zone == bad {
		return
	}
	here := &def.Expr{Op: def.OpCellAt, Type: tInt, I: int64(m.Base), Args: []*def.Expr{zone}}
	n := konst(tInt, 1)
	switch {
	case state.Value == "none":
		n = op(def.OpNeg, tInt, here)
	case state.Value != m.ID:
		c.errorf(state.Pos, "unknown-name", "the states of %s are none and %s, not %s", m.ID, m.ID, state.Value)
		return
	case m.Max > 1:
		n = op(def.OpSub, tInt, n, op(def.OpMin, tInt, here, n))
	}
	l.emit(def.Instr{Op: def.CMark, B: m.Base, X: []*def.Expr{n, zone}, Node: s.node})
}

// zoneIn takes a zone out of {zoneExpr: zone}.
func zoneIn(n *source.Node) *source.Node {
	if inner := n.Get("zoneExpr"); inner != nil {
		return inner
	}
	return n
}

// lowerMoveToken moves a piece. from must be where it stands; that is checked unless it says so itself.
func lowerMoveToken(l *lowering, s *stmt, v *env) {
	c := l.c
	f := c.fields(s.arg, s.word)
	token, from, to := f.must("token"), f.must("from"), f.must("to")
	f.done()
	if token == nil || from == nil || to == nil {
		return
	}
	piece, a, b := l.value(token, v, tPiece), l.value(zoneIn(from), v, tZone), l.value(zoneIn(to), v, tZone)
	if piece == bad || a == bad || b == bad {
		return
	}
	g := l.piece(piece)
	if !sameExpr(a, g.zone) {
		l.emit(def.Instr{Op: def.CRequire, X: []*def.Expr{op(def.OpEq, tBool, g.zone, a)}, Node: s.node})
	}
	l.emit(def.Instr{Op: def.CMove, X: []*def.Expr{g.filter, g.count, g.zone, b}, Node: s.node})
}

// sameExpr tells whether two expressions are built alike.
func sameExpr(a, b *def.Expr) bool {
	if a.Op != b.Op || a.Type != b.Type || a.I != b.I || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		if !sameExpr(a.Args[i], b.Args[i]) {
			return false
		}
	}
	return true
}

// lowerForEach loops over a set, an order or the pieces of a chooseN.
func lowerForEach(l *lowering, s *stmt, v *env) {
	c := l.c
	f := c.fields(s.arg, s.word)
	bind, over, effects, limit, order := f.must("bind"), f.must("over"), f.must("effects"), f.get("limit"), f.get("order")
	f.done()
	e := l.read(over)
	if e == nil || bind == nil || effects == nil || !l.isBinding(bind) {
		return
	}
	var most *def.Expr
	if limit != nil {
		if most = l.value(limit, v, tInt); most == bad {
			return
		}
	}
	if e.Kind == syntax.Binding {
		if b := v.find(e.Name); b != nil && b.taken != nil {
			l.eachPiece(bind, b, most, effects, v, s.node)
			return
		}
	}
	if _, ok := pieceSources(e); ok {
		c.errorf(over.Pos, "wrong-type", "forEach visits pieces that were chosen; choose them with chooseN, or move them with all: true")
		return
	}
	x := c.raw(e, v, tAny)
	if x == bad {
		return
	}
	if x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder {
		if x = c.coerce(x, setOf(x.Type), over.Pos); x == bad {
			return
		}
	}
	l.loop(bind, x, most, effects, order, v, s.node)
}

// eachPiece visits the pieces chosen. The loop uses its list up, so it runs over a copy.
func (l *lowering) eachPiece(bind *source.Node, b *binding, most *def.Expr, body *source.Node, v *env, node int32) {
	if b.used != nil {
		*b.used = true
	}
	list := l.slots(b.taken.entries + 1)
	for i := range b.taken.entries + 1 {
		from := &def.Expr{Op: def.OpLocal, Type: tInt, I: int64(b.taken.list + i)}
		l.emit(def.Instr{Op: def.CSet, B: list + i, X: []*def.Expr{from}, Node: node})
	}
	inner := v.child()
	item := l.bind(inner, bind.Value, tPiece, bind.Pos)
	l.rounds(def.Instr{Op: def.CForTake, A: list, B: item, Node: node}, most, body, inner)
}

// isBinding reports a name that cannot be bound.
func (l *lowering) isBinding(n *source.Node) bool {
	if n.Kind == source.Scalar && len(n.Value) > 1 && n.Value[0] == '$' {
		return true
	}
	l.c.errorf(n.Pos, "bad-binding", "a binding begins with $, write $%s", n.Value)
	return false
}
