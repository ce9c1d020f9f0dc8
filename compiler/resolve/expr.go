package resolve

// expr.go types the syntax tree of a formula.

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// expr types e as a value of type want; bad if something about it was reported.
func (r *resolver) expr(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	x := r.raw(e, v, want)
	if isBad(x) {
		return bad
	}
	return r.coerce(x, want, e.Pos)
}

// raw types e as what it is by itself; want only tells which of several meanings a bare name has.
func (r *resolver) raw(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	switch e.Kind {
	case syntax.Int:
		return konst(def.TInt, e.Int)
	case syntax.Bool:
		return konst(def.TBool, e.Int)
	case syntax.Name:
		if e.Name == activePlayer && r.syms.Names[activePlayer] == nil {
			return r.activePlayer(e, v)
		}
		return r.name(e, want)
	case syntax.Binding:
		return r.binding(e, v)
	case syntax.Prop:
		return r.prop(e, v)
	case syntax.Call:
		return r.call(e, v, want)
	case syntax.Unary:
		return r.unary(e, v)
	case syntax.Binary:
		return r.binary(e, v, want)
	case syntax.If:
		cond := r.expr(e.Args[0], v, def.TBool)
		a, b := r.branches(e.Args[1], e.Args[2], v, want)
		if isBad(cond) || isBad(a) || isBad(b) {
			return bad
		}
		return op(def.OpIf, a.Type, cond, a, b)
	case syntax.List:
		return r.list(e, v, want)
	case syntax.Comp:
		return r.comp(e, v)
	}
	return bad
}

// branches types the two values of an if: where one of them is the empty set, a single member stands for the set with it alone.
func (r *resolver) branches(left, right *syntax.Expr, v *env, want def.Type) (*def.Expr, *def.Expr) {
	if want.Kind != def.KNone || isEmpty(left) == isEmpty(right) {
		return r.pair(left, right, v, want)
	}
	other := left
	if isEmpty(left) {
		other = right
	}
	x := r.raw(other, v, tAny)
	if isBad(x) {
		return bad, bad
	}
	if x != noneExpr && x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder {
		x = r.coerce(x, def.SetOf(x.Type), other.Pos)
	}
	empty := r.coerce(konst(tNothing, 0), x.Type, other.Pos)
	if other == right {
		return empty, x
	}
	return x, empty
}

// isEmpty reports whether e is the empty set as it is written.
func isEmpty(e *syntax.Expr) bool { return e.Kind == syntax.List && len(e.Args) == 0 }

// pair types two operands that must have one type; a bare name takes the type of the other.
func (r *resolver) pair(left, right *syntax.Expr, v *env, want def.Type) (*def.Expr, *def.Expr) {
	a, b := r.rawPair(left, right, v, want)
	if isBad(a) || isBad(b) {
		return bad, bad
	}
	if want.Kind == def.KNone && (a.Type.Kind == def.KTrack) != (b.Type.Kind == def.KTrack) && a != noneExpr && b != noneExpr {
		if a.Type.Kind == def.KTrack {
			a = r.coerce(a, def.TInt, left.Pos)
		} else {
			b = r.coerce(b, def.TInt, right.Pos)
		}
	}
	switch {
	case want.Kind != def.KNone:
		return r.coerce(a, want, left.Pos), r.coerce(b, want, right.Pos)
	case a == noneExpr && b != noneExpr, a.Type == tNothing && b.Type.Kind == def.KSet:
		return r.coerce(a, b.Type, left.Pos), b
	case same(a.Type, b.Type):
		return a, b
	case a.Type.Kind == def.KSet && b.Type.Kind != def.KSet, a.Type.Kind == def.KSeat && b.Type.Kind == def.KInt:
		return a, r.coerce(b, a.Type, right.Pos)
	case b.Type.Kind == def.KSet && a.Type.Kind != def.KSet, b.Type.Kind == def.KSeat && a.Type.Kind == def.KInt:
		return r.coerce(a, b.Type, left.Pos), b
	}
	return a, r.coerce(b, a.Type, right.Pos)
}

// rawPair types two operands as what they are, the one that needs no help first.
func (r *resolver) rawPair(left, right *syntax.Expr, v *env, want def.Type) (a, b *def.Expr) {
	if want.Kind == def.KNone && bare(left) && right.Kind != syntax.Name {
		if b = r.raw(right, v, want); isBad(b) {
			return bad, bad
		}
		return r.raw(left, v, b.Type), b
	}
	a = r.raw(left, v, want)
	if isBad(a) && bare(right) {
		return bad, bad // what a bare name means depends on the other side
	}
	next := want
	if want.Kind == def.KNone && !isBad(a) && a != noneExpr {
		next = a.Type
	}
	return a, r.raw(right, v, next)
}

// bare reports whether what e means can depend on what is expected of it.
func bare(e *syntax.Expr) bool { return e.Kind == syntax.Name || e.Kind == syntax.List }

// meantBinding says what was probably meant by a binding that there is not.
func (r *resolver) meantBinding(name string, v *env) string {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '-' && v.find(name[:i]) != nil {
			return "; a - without spaces belongs to the name, write " + name[:i] + " - " + name[i+1:] + " to subtract"
		}
	}
	return r.near(name, v.all())
}

func (r *resolver) binding(e *syntax.Expr, v *env) *def.Expr {
	b := v.find(e.Name)
	if b == nil {
		if x := r.implied(e, v); x != nil {
			return x
		}
		if !v.doubtful() {
			r.errorf(e.Pos, "unknown-binding", "nothing is bound to %s here%s", e.Name, r.meantBinding(e.Name, v))
		}
		return bad
	}
	if unknown(b.Type) {
		b.Used = true
		return bad
	}
	return r.read(b)
}

func (r *resolver) prop(e *syntax.Expr, v *env) *def.Expr {
	x := r.raw(e.Args[0], v, tAny)
	if isBad(x) || r.syms.Clashed[e.Name] {
		return bad
	}
	n := e.Name
	k := x.Type.Kind
	switch {
	case k == def.KSet && x.Type.Elem == def.KClass:
		return r.filterProp(x, e)
	case k == def.KPiece && n == "zone":
		return op(def.OpPieceZone, def.TZone, x)
	case k == def.KPiece:
		return r.filterProp(op(def.OpPieceClass, def.FilterSet, x), e)
	case k == def.KRow:
		t := r.table(x.Type.Of)
		if p, ok := t.Column[n]; ok {
			return r.lookup(p, x)
		}
		r.errorf(e.Pos, "unknown-property", "rows of %s have no column %s%s", r.gd.Tables[x.Type.Of].ID, n, r.near(n, t.Columns))
		return bad
	}
	if p, ok := r.syms.Data.Properties[k][n]; ok {
		return r.lookup(p, x)
	}
	if y := r.kept(x, n, e.Pos); y != nil {
		return y
	}
	r.errorf(e.Pos, "unknown-property", "%s has no property or variable %s%s", r.describe(x.Type), n, r.near(n, r.propNames(k)))
	return bad
}

// kept is the variable or derived value n that is kept for each of what x is, nil if there is none.
func (r *resolver) kept(x *def.Expr, n string, pos diag.Pos) *def.Expr {
	s, ok := r.syms.Names[n]
	if !ok {
		return nil
	}
	var y *def.Expr
	per := def.KNone
	switch s.Kind {
	case declare.Variable:
		d := &r.gd.Vars[s.Index]
		per, y = d.Per, opOf(def.OpCellAt, d.Type, int64(d.Base), x)
		if per == x.Type.Kind && !r.canBear(d, x, pos) {
			return bad
		}
	case declare.Derived:
		d := &r.gd.Derived[s.Index]
		per, y = d.Per, opOf(def.OpDerived, d.Type, int64(s.Index), x)
	}
	if per != x.Type.Kind || per == def.KNone {
		return nil
	}
	if unknown(y.Type) {
		return bad
	}
	return y
}

// table is the declaration of a table of the GameDef.
func (r *resolver) table(of int32) *declare.Table { return r.syms.Data.Tables[r.gd.Tables[of].ID] }

// propNames lists what can stand after the dot behind a value of kind k, for near names.
func (r *resolver) propNames(k def.Kind) []string {
	var out []string
	for n := range r.syms.Data.Properties[k] {
		out = append(out, n)
	}
	for i := range r.gd.Vars {
		if r.gd.Vars[i].Per == k && k != def.KNone {
			out = append(out, r.gd.Vars[i].ID)
		}
	}
	for i := range r.gd.Derived {
		if r.gd.Derived[i].Per == k && k != def.KNone {
			out = append(out, r.gd.Derived[i].ID)
		}
	}
	slices.Sort(out)
	return out
}

func (r *resolver) lookup(p *declare.Property, x *def.Expr) *def.Expr {
	if unknown(p.Type) {
		return bad
	}
	return opOf(def.OpTable, p.Type, int64(p.Lookup), x)
}

// filterProp narrows a filter by a status or a mark, or by the lack of a mark.
func (r *resolver) filterProp(x *def.Expr, e *syntax.Expr) *def.Expr {
	n := e.Name
	mask, ok := r.syms.Pieces.OfStatus[n]
	if !ok {
		mask, ok = r.syms.Pieces.OfMark[n]
	}
	if !ok && strings.HasPrefix(n, "un") {
		if m, is := r.syms.Pieces.OfMark[n[2:]]; is {
			mask, ok = r.without(m), true
		}
	}
	if !ok {
		var names []string
		for s := range r.syms.Pieces.OfStatus {
			names = append(names, s)
		}
		for m := range r.syms.Pieces.OfMark {
			names = append(names, m, "un"+m)
		}
		slices.Sort(names)
		r.errorf(e.Pos, "unknown-property", "pieces have no status or mark %s%s", n, r.near(n, names))
		return bad
	}
	out := op(def.OpInter, def.FilterSet, x, konst(def.FilterSet, mask))
	if k, ok := r.eval(out); ok && x.Op == def.OpConst {
		return konst(def.FilterSet, k)
	}
	return out
}

// without is the filter of all classes that are not in another.
func (r *resolver) without(filter int64) int64 {
	var rest []int64
	for c := range r.gd.Classes {
		if !r.gd.Has(filter, def.FilterSet, int64(c)) {
			rest = append(rest, int64(c))
		}
	}
	return r.gd.MakeSet(def.FilterSet, rest...)
}

var compOps = map[string]def.Op{"set": def.OpFilter, "count": def.OpCount, "any": def.OpAny, "every": def.OpEvery,
	"first": def.OpFirst, "sum": def.OpSum, "least": def.OpLeast, "most": def.OpMost, "repeated": def.OpRepeated}

// comp types what runs over the members of a set, an order or a pile.
func (r *resolver) comp(e *syntax.Expr, v *env) *def.Expr {
	over := r.raw(e.Over, v, tAny)
	if e.Name == "first" {
		over = r.inOrder(e.Over, over, v)
	}
	if isBad(over) {
		return bad
	}
	switch over.Type.Kind {
	case def.KInt, def.KTrack, def.KBool:
		r.errorf(e.Over.Pos, "wrong-type", "%s runs over the members of a set, this is %s; the numbers up to n are ints(1, n)", e.Name, r.describe(over.Type))
		return bad
	}
	if over.Type.Kind != def.KSet && over.Type.Kind != def.KOrder && over.Type.Kind != def.KPile {
		over = r.coerce(over, def.SetOf(over.Type), e.Over.Pos)
	}
	elem := over.Type.Members()
	inner := v.child()
	member := r.bind(inner, e.Bind, elem, e.Pos)
	r.runsOver(member, over, r.looksAtData(e.Over))
	where := konst(def.TBool, 1)
	if e.Where != nil {
		where = r.expr(e.Where, inner, def.TBool)
	}
	if e.Value != nil && (e.Name == "set" || e.Name == "repeated") {
		return r.values(e, v, inner, member.ID, over, where)
	}
	x := &def.Expr{Op: compOps[e.Name], Type: compType(e.Name, elem), I: member.ID, Args: []*def.Expr{over, where}}
	if e.Value != nil {
		x.Args = append(x.Args, r.expr(e.Value, inner, def.TInt))
		if e.Name != "sum" {
			x.Args = append(x.Args, r.orZero(e.Else, v))
		}
	}
	if slices.ContainsFunc(x.Args, isBad) {
		return bad
	}
	if x.Op == def.OpFirst {
		r.takings = append(r.takings, taking{x, e.Pos})
	}
	return x
}

// values types the set of the values that members have, all of them or those that come a number of times. Of values that are
// sets themselves it is what is in any of them.
func (r *resolver) values(e *syntax.Expr, v, inner *env, member int64, over, where *def.Expr) *def.Expr {
	value, often := r.raw(e.Value, inner, tAny), konst(def.TInt, 1)
	if e.Else != nil {
		often = r.expr(e.Else, v, def.TInt)
	}
	if isBad(value) || isBad(where) || isBad(often) {
		return bad
	}
	if r.joinsNone(e.Value, value) {
		return bad
	}
	if value.Type.Kind == def.KTrack { // no set holds tracks: what they are at is meant
		value = r.coerce(value, def.TInt, e.Value.Pos)
	}
	if value.Type.Kind == def.KSet && e.Name == "set" {
		return &def.Expr{Op: def.OpSum, Type: value.Type, I: member, Args: []*def.Expr{over, where, value}}
	}
	switch value.Type.Kind {
	case def.KSet, def.KOrder, def.KPiece, def.KNone, def.KBool:
		r.errorf(e.Value.Pos, "wrong-type", "a set holds single things, this is %s", r.describe(value.Type))
		return bad
	}
	return &def.Expr{Op: def.OpRepeated, Type: def.SetOf(value.Type), I: member, Args: []*def.Expr{over, where, asElement(value), often}}
}

// orZero types e as a number, 0 if there is none.
func (r *resolver) orZero(e *syntax.Expr, v *env) *def.Expr {
	if e == nil {
		return konst(def.TInt, 0)
	}
	return r.expr(e, v, def.TInt)
}

// compType is the type of a comprehension over members of type elem.
func compType(name string, elem def.Type) def.Type {
	switch name {
	case "set":
		return def.SetOf(elem)
	case "any", "every":
		return def.TBool
	case "first":
		return elem
	}
	return def.TInt
}
