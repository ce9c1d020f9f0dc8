package compiler

// effects.go lowers the statements that change tracks, markers, variables, pieces and cards.

import (
	"maps"
	"slices"

	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// assignments calls f for every lvalue: value pair of a statement's mapping.
func (l *lowering) assignments(s *stmt, f func(k, val *source.Node)) {
	if s.arg.Kind != source.Map {
		l.c.errorf(s.arg.Pos, "wrong-type", "%s takes a mapping {what: value}", s.word)
		return
	}
	for _, p := range s.arg.Pairs {
		f(p.Key, p.Value)
	}
}

func lowerSet(l *lowering, s *stmt, v *env) {
	l.assignments(s, func(k, val *source.Node) {
		if p, ok := l.lvalue(k, v); ok {
			l.assign(p, val, v, s.node)
		}
	})
}

// assign puts the value of val into a place; nothing where the zone cannot bear the marker.
func (l *lowering) assign(p place, val *source.Node, v *env, node int32) {
	x := l.value(val, v, p.typ)
	if x == bad {
		return
	}
	skip := -1
	if p.v != nil && p.v.Per == def.KZone && p.v.Bounded && p.v.On != l.c.spaces {
		on := op(def.OpHas, tBool, konst(tZones, p.v.On), p.owner)
		skip = l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{on}, Node: node})
	}
	l.emit(def.Instr{Op: def.CSet, A: p.a, B: p.b, X: p.operands(x), Node: node})
	if skip >= 0 {
		l.patch(skip)
	}
}

func lowerTrack(l *lowering, s *stmt, v *env) {
	code := map[string]def.Code{"gain": def.CGain, "lose": def.CLose, "pay": def.CPay}[s.word]
	l.assignments(s, func(k, val *source.Node) {
		p, ok := l.lvalue(k, v)
		if !ok {
			return
		}
		if p.typ.Kind != def.KInt {
			l.c.errorf(k.Pos, "wrong-type", "%s changes numbers, %s is %s", s.word, k.Value, l.c.describe(p.typ))
			return
		}
		x := l.value(val, v, tInt)
		if x == bad {
			return
		}
		l.emit(def.Instr{Op: code, A: p.a, B: p.b, X: p.operands(x), Node: s.node})
	})
}

func lowerTransfer(l *lowering, s *stmt, v *env) {
	f := l.c.fields(s.arg, "transfer")
	from := l.formula(f.must("from"), v, tTrack)
	to := l.formula(f.must("to"), v, tTrack)
	amount := l.value(f.must("amount"), v, tInt)
	f.done()
	if from != bad && to != bad && amount != bad {
		l.emit(def.Instr{Op: def.CTransfer, X: []*def.Expr{from, to, amount}, Node: s.node})
	}
}

// marker resolves "zone.marker" to the marker's variable and the zone.
func (l *lowering) marker(k *source.Node, v *env) (*def.VarDef, *def.Expr) {
	e := l.parseKey(k)
	if e == nil {
		return nil, nil
	}
	if e.Kind == syntax.Prop {
		if sym, ok := l.c.syms[e.Name]; ok && sym.kind == symVar && l.c.def.Vars[sym.index].Per == def.KZone && l.c.def.Vars[sym.index].Bounded {
			if x := l.c.expr(e.Args[0], v, tZone); x != bad {
				return &l.c.def.Vars[sym.index], x
			}
			return nil, nil
		}
	}
	l.c.errorf(k.Pos, "wrong-type", "%s is not a marker of a zone; write zone.marker", k.Value)
	return nil, nil
}

func lowerShift(l *lowering, s *stmt, v *env) {
	toward := s.get("toward")
	l.assignments(s, func(k, val *source.Node) {
		m, zone := l.marker(k, v)
		if m == nil {
			return
		}
		if m.Scale < 0 {
			l.c.errorf(k.Pos, "wrong-type", "%s is counted, not a scale; use mark", m.ID)
			return
		}
		n := l.value(val, v, tInt)
		if n == bad {
			return
		}
		base := m.Base
		if toward != nil {
			to := l.value(toward, v, m.Type)
			if to == bad {
				return
			}
			asInt := func(x *def.Expr) *def.Expr { y := *x; y.Type = tInt; return &y }
			at := &def.Expr{Op: def.OpCellAt, Type: tInt, I: int64(base), Args: []*def.Expr{zone}}
			up := op(def.OpMin, tInt, n, op(def.OpSub, tInt, asInt(to), at))
			down := op(def.OpNeg, tInt, op(def.OpMin, tInt, n, op(def.OpSub, tInt, at, asInt(to))))
			n = op(def.OpIf, tInt, op(def.OpLt, tBool, at, asInt(to)), up, down)
		}
		l.emit(def.Instr{Op: def.CShift, B: base, X: []*def.Expr{n, zone}, Node: s.node})
	})
}

func lowerMark(l *lowering, s *stmt, v *env) {
	l.assignments(s, func(k, val *source.Node) {
		m, zone := l.marker(k, v)
		if m == nil {
			return
		}
		if m.Scale >= 0 {
			l.c.errorf(k.Pos, "wrong-type", "%s is a scale; use shift or set", m.ID)
			return
		}
		n := l.value(val, v, tInt)
		if n == bad {
			return
		}
		l.emit(def.Instr{Op: def.CMark, B: m.Base, X: []*def.Expr{n, zone}, Node: s.node})
	})
}

// group reads which pieces a statement means: {piece} or {of, from|in, count|all}.
type group struct {
	filter, count, zone, set *def.Expr
	ok                       bool
}

func (l *lowering) group(f *fields, where string, v *env) group {
	if p := f.get("piece"); p != nil {
		x := l.formula(p, v, tPiece)
		if x == bad {
			return group{}
		}
		return l.piece(x)
	}
	of := f.must("of")
	at := f.must(where)
	count := f.get("count")
	all := f.flag("all")
	if of == nil || at == nil {
		return group{}
	}
	g := group{filter: l.formula(of, v, tFilter)}
	z := l.formula(at, v, tAny)
	if g.filter == bad || z == bad {
		return group{}
	}
	switch {
	case z.Type.Kind == def.KZone && !all:
		g.zone = z
	case z.Type.Kind == def.KZone || z.Type.Kind == def.KSet:
		g.set = l.c.coerce(z, tZones, at.Pos)
		if g.set == bad {
			return group{}
		}
		if !all && count == nil {
			l.c.errorf(at.Pos, "wrong-type", "a set of zones needs all: true")
		}
		if count != nil {
			l.c.errorf(count.Pos, "wrong-type", "count needs a single zone; take lets a seat choose among several")
		}
	default:
		l.c.errorf(at.Pos, "wrong-type", "a zone is expected, this is %s", l.c.describe(z.Type))
		return group{}
	}
	g.count = konst(tInt, def.None)
	if count != nil {
		if g.count = l.value(count, v, tInt); g.count == bad {
			return group{}
		}
	}
	g.ok = true
	return g
}

func (l *lowering) piece(x *def.Expr) group {
	return group{filter: op(def.OpPieceClass, tFilter, x), count: konst(tInt, 1), zone: op(def.OpPieceZone, tZone, x), ok: true}
}

func lowerMove(l *lowering, s *stmt, v *env) {
	var g group
	var to, mark *source.Node
	if s.arg.Kind == source.Map {
		f := l.c.fields(s.arg, s.word)
		g = l.group(f, "from", v)
		if s.word == "move" {
			to, mark = f.must("to"), f.get("mark")
		}
		f.done()
	} else {
		x := l.formula(s.arg, v, tPiece)
		if x == bad {
			return
		}
		g = l.piece(x)
		if s.word == "move" {
			to = l.need(s, "to")
		}
	}
	if !g.ok {
		return
	}
	home := int32(0)
	dest := konst(tZone, def.None)
	if s.word == "remove" || to != nil && to.Value == "home" && to.Kind == source.Scalar {
		home = 1
	} else if to == nil {
		return
	} else if dest = l.formula(to, v, tZone); dest == bad {
		return
	}
	if g.set != nil {
		l.emit(def.Instr{Op: def.CMoveAll, A: home, X: []*def.Expr{g.filter, g.set, dest}, Node: s.node})
		return
	}
	l.emit(def.Instr{Op: def.CMove, A: home, X: []*def.Expr{g.filter, g.count, g.zone, dest}, Node: s.node})
	if mark == nil {
		return
	}
	if s.arg.Get("piece") == nil || home == 1 {
		l.c.errorf(mark.Pos, "wrong-type", "mark goes with a piece that moves on the map: {piece: $p, to: zone, mark: name}")
		return
	}
	g.zone = dest
	l.tag(mark, g, 1, s)
}

func lowerFlip(l *lowering, s *stmt, v *env) {
	f := l.c.fields(s.arg, "flip")
	g := l.group(f, "in", v)
	to := f.must("to")
	f.done()
	if !g.ok || to == nil {
		return
	}
	status, ok := l.c.status[to.Value]
	if !ok {
		l.c.errorf(to.Pos, "unknown-name", "pieces have no status %s%s", to.Value, l.c.near(to.Value, slices.Sorted(maps.Keys(l.c.status))))
		return
	}
	if g.set != nil {
		l.emit(def.Instr{Op: def.CFlipAll, A: status, X: []*def.Expr{g.filter, g.set}, Node: s.node})
		return
	}
	l.emit(def.Instr{Op: def.CFlip, A: status, X: []*def.Expr{g.filter, g.count, g.zone}, Node: s.node})
}

func lowerTag(l *lowering, s *stmt, v *env) {
	f := l.c.fields(s.arg, "tag")
	g := l.group(f, "in", v)
	mark := f.must("mark")
	off := f.flag("off")
	f.done()
	if !g.ok || mark == nil {
		return
	}
	b := int32(1)
	if off {
		b = 0
	}
	l.tag(mark, g, b, s)
}

// tag sets (on 1) or clears a mark of the pieces of a group.
func (l *lowering) tag(mark *source.Node, g group, on int32, s *stmt) {
	i, ok := l.c.markI[mark.Value]
	if !ok {
		l.c.errorf(mark.Pos, "unknown-name", "pieces have no mark %s%s", mark.Value, l.c.near(mark.Value, l.c.def.Marks))
		return
	}
	if g.set != nil {
		l.c.errorf(s.n.Pos, "wrong-type", "a mark is set in one zone at a time")
		return
	}
	l.emit(def.Instr{Op: def.CTag, A: i, B: on, X: []*def.Expr{g.filter, g.count, g.zone}, Node: s.node})
}

func lowerUntag(l *lowering, s *stmt, v *env) {
	i, ok := l.c.markI[s.arg.Value]
	if !ok {
		l.c.errorf(s.arg.Pos, "unknown-name", "pieces have no mark %s%s", s.arg.Value, l.c.near(s.arg.Value, l.c.def.Marks))
		return
	}
	l.emit(def.Instr{Op: def.CUntagAll, A: i, Node: s.node})
}

func lowerCard(l *lowering, s *stmt, v *env) {
	var card, to, at *source.Node
	if s.arg.Kind == source.Map {
		f := l.c.fields(s.arg, "card")
		card, to, at = f.must("card"), f.must("to"), f.get("at")
		f.done()
	} else {
		card, to, at = s.arg, l.need(s, "to"), s.get("at")
	}
	x, p := l.formula(card, v, tCard), l.formula(to, v, tPile)
	a := int32(0)
	if at != nil {
		switch at.Value {
		case "top":
		case "bottom":
			a = 1
		case "under":
			a = 2
		default:
			l.c.errorf(at.Pos, "unknown-name", "a card goes to top, bottom or under, not %s", at.Value)
		}
	}
	if x != bad && p != bad {
		l.emit(def.Instr{Op: def.CCard, A: a, X: []*def.Expr{x, p}, Node: s.node})
	}
}

func lowerActivate(l *lowering, s *stmt, v *env) {
	arg, dur := s.arg, (*source.Node)(nil)
	if arg.Kind == source.Map {
		f := l.c.fields(arg, "activate")
		arg, dur = f.must("lasting"), f.get("duration")
		f.done()
	} else {
		dur = s.get("duration")
	}
	x := l.formula(arg, v, tLast)
	if x == bad {
		return
	}
	d := konst(tInt, def.None)
	if dur != nil {
		i, ok := l.c.durs[dur.Value]
		if !ok {
			l.c.errorf(dur.Pos, "unknown-name", "there is no duration %s%s", dur.Value, l.c.near(dur.Value, l.c.def.Durations))
		}
		d = konst(tInt, int64(i))
	}
	l.emit(def.Instr{Op: def.CActivate, X: []*def.Expr{x, d}, Node: s.node})
}

func lowerEnd(l *lowering, s *stmt, v *env) {
	if x := l.formula(s.arg, v, tLast); x != bad {
		l.emit(def.Instr{Op: def.CEnd, X: []*def.Expr{x}, Node: s.node})
	}
}

func lowerExpire(l *lowering, s *stmt, _ *env) {
	i, ok := l.c.durs[s.arg.Value]
	if !ok {
		l.c.errorf(s.arg.Pos, "unknown-name", "there is no duration %s%s", s.arg.Value, l.c.near(s.arg.Value, l.c.def.Durations))
		return
	}
	to := int32(-1)
	if n := s.get("to"); n != nil {
		if to, ok = l.c.durs[n.Value]; !ok {
			l.c.errorf(n.Pos, "unknown-name", "there is no duration %s%s", n.Value, l.c.near(n.Value, l.c.def.Durations))
		}
	}
	l.emit(def.Instr{Op: def.CExpire, A: i, B: to, Node: s.node})
}

func lowerNote(l *lowering, s *stmt, v *env) {
	if s.arg.Kind == source.Scalar {
		l.note(s, s.arg.Value, nil, nil)
		return
	}
	l.assignments(s, func(k, val *source.Node) {
		var names []string
		var xs []*def.Expr
		switch val.Kind {
		case source.Map:
			for _, p := range val.Pairs {
				x := l.value(p.Value, v, tAny)
				if x == bad {
					continue
				}
				if x == noneExpr {
					l.c.errorf(p.Value.Pos, "wrong-type", "none has no kind here")
					continue
				}
				names = append(names, p.Key.Value)
				xs = append(xs, x)
			}
		case source.Scalar, source.List:
			if x := l.value(val, v, tAny); x != bad {
				names, xs = append(names, ""), append(xs, x)
			}
		}
		l.note(s, k.Value, names, xs)
	})
}

func (l *lowering) note(s *stmt, name string, fields []string, xs []*def.Expr) {
	d := def.NoteDef{Name: name, Fields: fields}
	for _, x := range xs {
		d.Types = append(d.Types, x.Type)
	}
	d.Indent = 2
	if in := s.get("indent"); in != nil {
		i, _ := in.Int()
		d.Indent = int32(i)
	}
	at := int32(len(l.c.def.Notes))
	l.c.def.Notes = append(l.c.def.Notes, d)
	l.emit(def.Instr{Op: def.CNote, A: at, X: xs, Node: s.node})
}

func lowerOver(l *lowering, s *stmt, v *env) {
	var xs []*def.Expr
	if s.arg.Kind == source.Map {
		f := l.c.fields(s.arg, "over")
		res := f.get("result")
		f.done()
		xs = l.results(res, v)
	}
	l.emit(def.Instr{Op: def.COver, X: xs, Node: s.node})
}

// results reads {seat: value} for every seat, or one formula with $it for the seat.
func (l *lowering) results(n *source.Node, v *env) []*def.Expr {
	if n == nil {
		return nil
	}
	var xs []*def.Expr
	for i, seat := range l.c.def.Seats {
		if n.Kind == source.Map {
			val := n.Get(seat.ID)
			if val == nil {
				l.c.errorf(n.Pos, "missing-key", "the result needs a value for %s", seat.ID)
				return nil
			}
			xs = append(xs, l.c.good(l.value(val, v, tInt)))
			continue
		}
		inner := v.child()
		inner.names["$it"] = &binding{typ: tSeat, konst: konst(tSeat, int64(i))}
		xs = append(xs, l.c.good(l.value(n, inner, tInt)))
	}
	return xs
}
