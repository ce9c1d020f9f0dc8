package compiler

// expr.go resolves and type-checks the syntax tree of a formula and lowers it to the machine's expressions.

import (
	"sort"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// binding is what a $name stands for: a slot of the frame or of the evaluation scratch, or a constant.
type binding struct {
	typ   def.Type
	local bool
	slot  int32
	konst *def.Expr
	pos   diag.Pos
	used  *bool
	taken *taken  // chosen pieces: typ and slot are their number
	among []int64 // what the value can be, nil if that is open
}

// env is a scope of bindings. proc is nil where there is no frame.
type env struct {
	parent *env
	names  map[string]*binding
}

func (v *env) child() *env {
	return &env{parent: v, names: map[string]*binding{}}
}

func (v *env) find(name string) *binding {
	for ; v != nil; v = v.parent {
		if b, ok := v.names[name]; ok {
			return b
		}
	}
	return nil
}

func (v *env) all() []string {
	var out []string
	for ; v != nil; v = v.parent {
		for n := range v.names {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

// bindScratch binds name to a fresh scratch slot.
func (c *compiler) bindScratch(v *env, name string, t def.Type, pos diag.Pos) int32 {
	slot := c.scratch()
	v.names[name] = &binding{typ: t, slot: slot, pos: pos}
	return slot
}

func (b *binding) expr() *def.Expr {
	if b.used != nil {
		*b.used = true
	}
	if b.konst != nil {
		return b.konst
	}
	o := def.OpBound
	if b.local {
		o = def.OpLocal
	}
	return &def.Expr{Op: o, Type: b.typ, I: int64(b.slot)}
}

// expr checks e as a value of type want and lowers it; bad if it was reported.
func (c *compiler) expr(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	x := c.raw(e, v, want)
	if x == nil || x == bad {
		return bad
	}
	return c.coerce(x, want, e.Pos)
}

// raw lowers e as what it is by itself; want only tells which of several meanings a bare name has.
func (c *compiler) raw(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	switch e.Kind {
	case syntax.Int:
		return konst(tInt, e.Int)
	case syntax.Bool:
		return konst(tBool, e.Int)
	case syntax.Name:
		if e.Name == activePlayer && c.syms[activePlayer] == nil {
			return c.activePlayer(e, v)
		}
		return c.name(e, want)
	case syntax.Binding:
		return c.binding(e, v)
	case syntax.Prop:
		return c.prop(e, v)
	case syntax.Call:
		return c.call(e, v, want)
	case syntax.Unary:
		if e.Name == "not" {
			return op(def.OpNot, tBool, c.expr(e.Args[0], v, tBool))
		}
		x := c.expr(e.Args[0], v, tInt)
		if x.Op == def.OpConst {
			return konst(tInt, -x.I)
		}
		return op(def.OpNeg, tInt, x)
	case syntax.Binary:
		return c.binary(e, v, want)
	case syntax.If:
		cond := c.expr(e.Args[0], v, tBool)
		a, b := c.pair(e.Args[1], e.Args[2], v, want)
		if cond == bad || a == bad || b == bad {
			return bad
		}
		return op(def.OpIf, a.Type, cond, a, b)
	case syntax.List:
		return c.list(e, v, want)
	case syntax.Comp:
		return c.comp(e, v)
	}
	return bad
}

// pair checks two operands that must have one type; a bare name takes the type of the other.
func (c *compiler) pair(l, r *syntax.Expr, v *env, want def.Type) (*def.Expr, *def.Expr) {
	var a, b *def.Expr
	if want.Kind == def.KNone && (l.Kind == syntax.Name || l.Kind == syntax.List) && r.Kind != syntax.Name {
		b = c.raw(r, v, want)
		if b == bad {
			return bad, bad
		}
		a = c.raw(l, v, b.Type)
	} else {
		a = c.raw(l, v, want)
		if a == bad && (r.Kind == syntax.Name || r.Kind == syntax.List) {
			return bad, bad // what a bare name means depends on the other side
		}
		next := want
		if want.Kind == def.KNone && a != bad && a != noneExpr {
			next = a.Type
		}
		b = c.raw(r, v, next)
	}
	if a == bad || b == bad {
		return bad, bad
	}
	if want.Kind == def.KNone && (a.Type.Kind == def.KTrack) != (b.Type.Kind == def.KTrack) && a != noneExpr && b != noneExpr {
		if a.Type.Kind == def.KTrack {
			a = c.coerce(a, tInt, l.Pos)
		} else {
			b = c.coerce(b, tInt, r.Pos)
		}
	}
	switch {
	case want.Kind != def.KNone:
		return c.coerce(a, want, l.Pos), c.coerce(b, want, r.Pos)
	case a == noneExpr && b != noneExpr:
		return c.coerce(a, b.Type, l.Pos), b
	case same(a.Type, b.Type):
		return a, b
	case a.Type.Kind == def.KSet && b.Type.Kind != def.KSet, a.Type.Kind == def.KSeat && b.Type.Kind == def.KInt:
		return a, c.coerce(b, a.Type, r.Pos)
	case b.Type.Kind == def.KSet && a.Type.Kind != def.KSet, b.Type.Kind == def.KSeat && a.Type.Kind == def.KInt:
		return c.coerce(a, b.Type, l.Pos), b
	}
	return a, c.coerce(b, a.Type, r.Pos)
}

// member finds name in enum of.
func (c *compiler) member(of int32, name string) (int64, bool) {
	for i, m := range c.def.Enums[of].Members {
		if m == name {
			return int64(i), true
		}
	}
	return 0, false
}

func (c *compiler) name(e *syntax.Expr, want def.Type) *def.Expr {
	n := e.Name
	enum := int32(-1)
	if want.Kind == def.KEnum || want.Kind == def.KSet && want.Elem == def.KEnum {
		enum = want.Of
	}
	if enum >= 0 {
		if i, ok := c.member(enum, n); ok {
			return konst(def.Type{Kind: def.KEnum, Of: enum}, i)
		}
	}
	if (want.Kind == def.KRow) && c.rowIndex(want.Of, n) >= 0 {
		return konst(want, int64(c.rowIndex(want.Of, n)))
	}
	if n == "none" {
		return noneExpr
	}
	if i, ok := c.numeral(n, want); ok {
		return konst(tInt, i)
	}
	if s, ok := c.syms[n]; ok {
		return c.symbolExpr(s, e, want)
	}
	var found []int32
	var at int64
	for i := range c.def.Enums {
		if m, ok := c.member(int32(i), n); ok {
			found = append(found, int32(i))
			at = m
		}
	}
	switch {
	case len(found) == 1:
		if enum >= 0 {
			c.errorf(e.Pos, "wrong-type", "%s is a member of %s, not of %s", n, c.def.Enums[found[0]].ID, c.def.Enums[enum].ID)
			return bad
		}
		return konst(def.Type{Kind: def.KEnum, Of: found[0]}, at)
	case len(found) > 1 && enum < 0:
		c.errorf(e.Pos, "ambiguous-name", "%s is a member of %s and of %s; compare it with a value of the one that is meant", n, c.def.Enums[found[0]].ID, c.def.Enums[found[1]].ID)
		return bad
	}
	candidates := c.names()
	if enum >= 0 {
		candidates = append(append([]string{}, c.def.Enums[enum].Members...), candidates...)
	}
	hint := c.near(n, candidates)
	if i := strings.LastIndex(n, "-"); hint == "" && i > 0 {
		if s, ok := c.syms[n[:i]]; ok && s.typ.Kind == def.KInt {
			hint = "; a - without spaces belongs to the name, write " + n[:i] + " - " + n[i+1:] + " to subtract"
		}
	}
	c.errorf(e.Pos, "unknown-name", "unknown name %s%s", n, hint)
	return bad
}

func (c *compiler) symbolExpr(s *symbol, e *syntax.Expr, want def.Type) *def.Expr {
	c.resolve(s)
	if unknown(s.typ) {
		return bad
	}
	switch s.kind {
	case symConst, symTypeOf:
		if s.typ.Kind == def.KNone {
			return bad
		}
		return konst(s.typ, s.value)
	case symVar:
		v := &c.def.Vars[s.index]
		if v.Per != def.KNone {
			c.errorf(e.Pos, "needs-owner", "%s is kept for each %s; write $x.%s", s.name, c.describe(def.Type{Kind: v.Per})[2:], s.name)
			return bad
		}
		if want.Kind == def.KTrack && v.Bounded {
			return konst(tTrack, int64(v.Base))
		}
		return &def.Expr{Op: def.OpCell, Type: v.Type, I: int64(v.Base)}
	case symDerived:
		d := c.derived[s.index]
		if d.per != def.KNone {
			c.errorf(e.Pos, "needs-owner", "%s is derived for each %s; write $x.%s", s.name, c.describe(def.Type{Kind: d.per})[2:], s.name)
			return bad
		}
		return &def.Expr{Op: def.OpDerived, Type: d.typ, I: int64(s.index)}
	case symFunc:
		return c.callFunction(c.funcs[s.index], e, nil)
	case symProc:
		return konst(tProc, int64(c.procs[s.index].index))
	case symOption:
		return &def.Expr{Op: def.OpOption, Type: s.typ, I: int64(s.index)}
	case symPool:
		return &def.Expr{Op: def.OpPoolLeft, Type: tInt, I: int64(s.index)}
	}
	return bad
}

func (c *compiler) binding(e *syntax.Expr, v *env) *def.Expr {
	b := v.find(e.Name)
	if b == nil {
		if x := c.context(e, v); x != nil {
			return x
		}
		c.errorf(e.Pos, "unknown-binding", "nothing is bound to %s here%s", e.Name, c.near(e.Name, v.all()))
		return bad
	}
	if unknown(b.typ) {
		return bad
	}
	return b.expr()
}

func (c *compiler) prop(e *syntax.Expr, v *env) *def.Expr {
	x := c.raw(e.Args[0], v, tAny)
	if x == bad {
		return bad
	}
	n := e.Name
	k := x.Type.Kind
	switch {
	case k == def.KSet && x.Type.Elem == def.KClass:
		return c.filterProp(x, e)
	case k == def.KPiece && n == "zone":
		return op(def.OpPieceZone, tZone, x)
	case k == def.KPiece:
		return c.filterProp(op(def.OpPieceClass, tFilter, x), e)
	case k == def.KRow:
		t := c.tables[c.def.Tables[x.Type.Of].ID]
		if p, ok := t.cols[n]; ok {
			return c.lookup(p, x)
		}
		c.errorf(e.Pos, "unknown-property", "rows of %s have no column %s%s", c.def.Tables[x.Type.Of].ID, n, c.near(n, t.columns))
		return bad
	}
	if p, ok := c.props[k][n]; ok {
		return c.lookup(p, x)
	}
	if s, ok := c.syms[n]; ok && (s.kind == symVar || s.kind == symDerived) {
		var per def.Kind
		var typ def.Type
		var at int64
		if s.kind == symVar {
			vd := &c.def.Vars[s.index]
			per, typ, at = vd.Per, vd.Type, int64(vd.Base)
		} else {
			per, typ, at = c.derived[s.index].per, c.derived[s.index].typ, int64(s.index)
		}
		if per == k && per != def.KNone {
			o := def.OpCellAt
			if s.kind == symDerived {
				o = def.OpDerived
			}
			if unknown(typ) {
				return bad
			}
			return &def.Expr{Op: o, Type: typ, I: at, Args: []*def.Expr{x}}
		}
	}
	c.errorf(e.Pos, "unknown-property", "%s has no property or variable %s%s", c.describe(x.Type), n, c.near(n, c.propNames(k)))
	return bad
}

func (c *compiler) propNames(k def.Kind) []string {
	var out []string
	for n := range c.props[k] {
		out = append(out, n)
	}
	for i := range c.def.Vars {
		if c.def.Vars[i].Per == k && k != def.KNone {
			out = append(out, c.def.Vars[i].ID)
		}
	}
	for _, d := range c.derived {
		if d.per == k && k != def.KNone {
			out = append(out, d.id)
		}
	}
	sort.Strings(out)
	return out
}

func (c *compiler) lookup(p *property, x *def.Expr) *def.Expr {
	if unknown(p.typ) {
		return bad
	}
	t := op(def.OpTable, p.typ, x)
	t.I = int64(p.lookup)
	return t
}

// filterProp narrows a filter by a status or mark, or reads a piece property all of its members share.
func (c *compiler) filterProp(x *def.Expr, e *syntax.Expr) *def.Expr {
	n := e.Name
	mask, ok := c.statusM[n]
	if !ok {
		mask, ok = c.markM[n]
	}
	if !ok && strings.HasPrefix(n, "un") {
		if m, is := c.markM[n[2:]]; is {
			mask, ok = ^m, true
		}
	}
	if !ok {
		var names []string
		for s := range c.statusM {
			names = append(names, s)
		}
		for m := range c.markM {
			names = append(names, m, "un"+m)
		}
		sort.Strings(names)
		c.errorf(e.Pos, "unknown-property", "pieces have no status or mark %s%s", n, c.near(n, names))
		return bad
	}
	if x.Op == def.OpConst {
		return konst(tFilter, x.I&mask)
	}
	return op(def.OpInter, tFilter, x, konst(tFilter, mask))
}

var compOps = map[string]def.Op{"set": def.OpFilter, "count": def.OpCount, "any": def.OpAny, "every": def.OpEvery,
	"first": def.OpFirst, "sum": def.OpSum, "least": def.OpLeast, "most": def.OpMost}

func (c *compiler) comp(e *syntax.Expr, v *env) *def.Expr {
	over := c.raw(e.Over, v, tAny)
	if over == bad {
		return bad
	}
	if over.Type.Kind != def.KSet && over.Type.Kind != def.KOrder && over.Type.Kind != def.KPile {
		over = c.coerce(over, setOf(over.Type), e.Over.Pos)
	}
	elem := elemOf(over.Type)
	inner := v.child()
	slot := c.bindScratch(inner, e.Bind, elem, e.Pos)
	where := konst(tBool, 1)
	if e.Where != nil {
		where = c.expr(e.Where, inner, tBool)
	}
	x := &def.Expr{Op: compOps[e.Name], I: int64(slot), Args: []*def.Expr{over, where}}
	switch e.Name {
	case "set":
		x.Type = setOf(elem)
		if elem.Kind == def.KCard && len(c.def.Cards) > 64 {
			c.errorf(e.Pos, "too-many", "a set can hold 64 cards, this game has %d; use first, count, any or draw over a pile", len(c.def.Cards))
			return bad
		}
	case "count":
		x.Type = tInt
	case "any", "every":
		x.Type = tBool
	case "first":
		x.Type = elem
	default:
		val := c.expr(e.Value, inner, tInt)
		x.Type = tInt
		x.Args = append(x.Args, val)
		if e.Name != "sum" {
			els := konst(tInt, 0)
			if e.Else != nil {
				els = c.expr(e.Else, v, tInt)
			}
			x.Args = append(x.Args, els)
		}
	}
	for _, a := range x.Args {
		if a == bad {
			return bad
		}
	}
	return x
}
