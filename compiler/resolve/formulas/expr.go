package formulas

// This file types the syntax trees of formulas.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/syntax"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// Expr types e as a value of type want. It returns Bad if an error was reported.
func (r *Resolver) Expr(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	x := r.Raw(e, v, want)
	if IsBad(x) {
		return Bad
	}
	return r.Coerce(x, want, e.Pos)
}

// Raw types e without conversion; want only selects among several meanings of a bare name.
func (r *Resolver) Raw(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	switch e.Kind {
	case syntax.Int:
		return Const(def.TInt, e.Int)
	case syntax.Bool:
		return Const(def.TBool, e.Int)
	case syntax.Name:
		if e.Name == activePlayer && r.Syms.Names[activePlayer] == nil {
			return r.activePlayer(e, v)
		}
		return r.name(e, v, want)
	case syntax.Binding:
		return r.binding(e, v)
	case syntax.Prop:
		return r.prop(e, v, want)
	case syntax.At:
		return r.indexed(e, v, want)
	case syntax.Call:
		return r.call(e, v, want)
	case syntax.Unary:
		return r.unary(e, v)
	case syntax.Binary:
		return r.binary(e, v, want)
	case syntax.If:
		cond := r.Expr(e.Args[0], v, def.TBool)
		a, b := r.branches(e.Args[1], e.Args[2], v, want)
		if IsBad(cond) || IsBad(a) || IsBad(b) {
			return Bad
		}
		return Op(def.OpIf, a.Type, cond, a, b)
	case syntax.List:
		return r.list(e, v, want)
	case syntax.Comp:
		return r.comp(e, v)
	}
	return Bad
}

// branches types the two values of an if. If one is the empty set, a single member on the other side is converted to a set.
func (r *Resolver) branches(left, right *syntax.Expr, v *Scope, want def.Type) (*def.Expr, *def.Expr) {
	if want.Kind != def.KNone || isEmpty(left) == isEmpty(right) {
		return r.pair(left, right, v, want)
	}
	other := left
	if isEmpty(left) {
		other = right
	}
	x := r.Raw(other, v, Any)
	if IsBad(x) {
		return Bad, Bad
	}
	if x != None && x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder {
		x = trackValue(x)
		x = r.Coerce(x, def.SetOf(x.Type), other.Pos)
	}
	empty := r.Coerce(Const(tNothing, 0), x.Type, other.Pos)
	if other == right {
		return empty, x
	}
	return x, empty
}

// isEmpty reports whether e is the literal [].
func isEmpty(e *syntax.Expr) bool { return e.Kind == syntax.List && len(e.Args) == 0 }

// pair types two operands that must have one type. A bare name takes the type of the other operand.
func (r *Resolver) pair(left, right *syntax.Expr, v *Scope, want def.Type) (*def.Expr, *def.Expr) {
	a, b := r.rawPair(left, right, v, want)
	if want.Kind == def.KNone && (a.Type.Kind == def.KTrack) != (b.Type.Kind == def.KTrack) && a != None && b != None {
		if a.Type.Kind == def.KTrack {
			a = r.Coerce(a, def.TInt, left.Pos)
		} else {
			b = r.Coerce(b, def.TInt, right.Pos)
		}
	}
	switch {
	case want.Kind != def.KNone:
		return r.Coerce(a, want, left.Pos), r.Coerce(b, want, right.Pos)
	case a == None && memberless(b):
		return Const(b.Type, def.None), b
	case b == None && memberless(a):
		return a, Const(a.Type, def.None)
	case a == None && b != None, a.Type == tNothing && b.Type.Kind == def.KSet:
		return r.Coerce(a, b.Type, left.Pos), b
	case Same(a.Type, b.Type):
		return a, b
	case b.Type.Kind == def.KSet && a.Type.Kind != def.KSet, b.Type.Kind == def.KSeat && a.Type.Kind == def.KInt:
		return r.Coerce(a, b.Type, left.Pos), b
	}
	return a, r.Coerce(b, a.Type, right.Pos)
}

// memberless reports whether x, of an enumeration, may evaluate to no member. A variable never does.
func memberless(x *def.Expr) bool {
	return x.Type.Kind == def.KEnum && x.Op != def.OpCell && x.Op != def.OpCellAt && x.Op != def.OpOption
}

// rawPair types two operands without conversion, first the one whose type depends less on the other.
func (r *Resolver) rawPair(left, right *syntax.Expr, v *Scope, want def.Type) (a, b *def.Expr) {
	if want.Kind == def.KNone && help(left) > help(right) {
		if b = r.Raw(right, v, want); IsBad(b) {
			return Bad, Bad
		}
		return r.Raw(left, v, b.Type), b
	}
	a = r.Raw(left, v, want)
	if IsBad(a) && help(right) > 0 {
		return Bad, Bad // the meaning of a bare name depends on the other operand
	}
	next := want
	if want.Kind == def.KNone && !IsBad(a) && a != None {
		next = a.Type
	}
	return a, r.Raw(right, v, next)
}

// help ranks how much the meaning of e depends on the expected type: a list may be an order or a set, and its members may be
// names.
func help(e *syntax.Expr) int {
	switch e.Kind {
	case syntax.Name:
		return 1
	case syntax.List:
		return 2
	}
	return 0
}

// meantBinding returns a suggestion for an unknown binding.
func (r *Resolver) meantBinding(name string, v *Scope) string {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == '-' && v.Find(name[:i]) != nil {
			return "; a - without spaces belongs to the name, write " + name[:i] + " - " + name[i+1:] + " to subtract"
		}
	}
	if near := r.Near(name, v.all()); near != "" || v.Find("$it") == nil {
		return near
	}
	return "; the candidate here is $it, unless each: names it"
}

// ended returns the latest binding of a name in the procedure so far, or nil.
func (r *Resolver) ended(name string) *typed.Binding {
	if r.Here.Proc == nil {
		return nil
	}
	for _, b := range slices.Backward(r.Out.Bindings[r.Here.First:]) {
		if b.Name == name && b.Pos.Line > 0 {
			return b
		}
	}
	return nil
}

func (r *Resolver) binding(e *syntax.Expr, v *Scope) *def.Expr {
	b := v.Find(e.Name)
	if b == nil {
		if x := r.implied(e, v); x != nil {
			return x
		}
		if !v.doubtful() {
			if b := r.ended(e.Name); b != nil {
				r.Diags.Errorf(e.Pos, "unknown-binding", "%s is not bound here: the block that binds it has ended", e.Name).
					Detailf("A binding ends with the block that makes it. Keep its value in a binding that a let makes before the block and a set changes in it, or in a variable.").
					Notef(b.Pos, "bound within the block here")
			} else {
				r.Errorf(e.Pos, "unknown-binding", "%s is not bound here%s", e.Name, r.meantBinding(e.Name, v))
			}
		}
		return Bad
	}
	r.UsesBinding(e.Pos, b)
	if Unknown(b.Type) {
		b.Used = true
		return Bad
	}
	return r.Read(b)
}

func (r *Resolver) prop(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	x := r.Raw(e.Args[0], v, Any)
	if IsBad(x) || r.Syms.Clashed[e.Name] {
		return Bad
	}
	n := e.Name
	k := x.Type.Kind
	switch {
	case k == def.KSet && x.Type.Elem == def.KClass:
		if p := r.pieceProperty(e); p != nil {
			return r.lookup(e, p, r.onlyType(x))
		}
		return r.filterProp(x, e)
	case k == def.KPile && n == "owner":
		return OpOf(def.OpTable, def.TSeat, r.pileOwners(), x)
	case k == def.KPiece && n == "zone":
		return Op(def.OpPieceZone, def.TZone, x)
	case k == def.KPiece:
		if p := r.pieceProperty(e); p != nil {
			return r.lookup(e, p, Op(def.OpThe, def.TInt, Op(def.OpPieceClass, def.FilterSet, x)))
		}
		return r.filterProp(Op(def.OpPieceClass, def.FilterSet, x), e)
	case k == def.KRow:
		t := r.Table(x.Type.Of)
		if p, ok := t.Column[n]; ok {
			r.Uses(e.Pos, names.Thing{Sort: names.Property, Of: r.Game.Tables[x.Type.Of].ID, Name: n})
			return r.lookup(e, p, x)
		}
		r.Errorf(e.Pos, "unknown-property", "rows of %s have no column %s%s", r.Game.Tables[x.Type.Of].ID, n, cmp.Or(r.Near(n, t.Columns), "; they have "+diag.Alternatives(t.Columns)))
		return Bad
	}
	if p, ok := r.Syms.Data.Properties[k][n]; ok {
		r.Uses(e.Pos, names.PropertyOf(k, n))
		return r.lookup(e, p, x)
	}
	if y := r.kept(x, n, want, e.Pos); y != nil {
		return y
	}
	if (k == def.KSeat || x.Type == def.SeatSet || k == def.KClass) && r.ofPieces(n) {
		return r.filterProp(r.Coerce(x, def.FilterSet, e.Pos), e)
	}
	hint := r.Near(n, r.propNames(k))
	if k == def.KZone && slices.ContainsFunc(r.Game.Types, func(t def.PieceType) bool { return t.ID == n }) {
		hint = "; pieces in a zone are counted by pieces(zone, " + n + ")"
	}
	if s := r.Syms.Names[n]; k == def.KEnum && s != nil && s.Kind == declare.Variable {
		if d := &r.Game.Vars[s.Index]; d.Owner() == def.KNone && slices.ContainsFunc(d.Per, func(t def.Type) bool { return Same(t, x.Type) }) {
			hint = "; write " + indexedForm(d)
		}
	}
	if k == def.KSet && hint == "" && slices.Contains(r.propNames(x.Type.Elem), n) {
		hint = r.ofEach(n)
	}
	if k == def.KSeat && hint == "" && r.Syms.Data.Properties[def.KClass][n] != nil {
		hint = "; piece types have: those of a seat are type-of(seat), as in set($p in type-of($seat) where $p." + n + " == …)"
	}
	if _, function := builtins[n]; hint == "" && (function || n == "size") {
		hint = "; write " + n + "(…)"
	}
	r.Errorf(e.Pos, "unknown-property", "%s has no property or variable %s%s", r.Describe(x.Type), n, hint)
	return Bad
}

// ofEach returns a hint for messages about a property or variable n of a set whose members have it.
func (r *Resolver) ofEach(n string) string {
	if s := r.Syms.Names[n]; s != nil && s.Kind == declare.Variable {
		n = indexedForm(&r.Game.Vars[s.Index])
	}
	return fmt.Sprintf("; its members have: write $x.%[1]s with a for or a comprehension over $x, or only(…).%[1]s if there is one member", n)
}

// pileOwners returns the lookup of the owners of piles. It is created on first use.
func (r *Resolver) pileOwners() int64 {
	const id = "pile.owner"
	at := slices.IndexFunc(r.Game.Lookups, func(l def.Lookup) bool { return l.ID == id })
	if at < 0 {
		l := def.Lookup{ID: id, Type: def.TSeat}
		for _, p := range r.Game.Piles {
			l.Values = append(l.Values, int64(p.Owner))
		}
		at = len(r.Game.Lookups)
		r.Game.Lookups = append(r.Game.Lookups, l)
	}
	return int64(at)
}

// pieceProperty returns the property of pieces that e reads, or nil.
func (r *Resolver) pieceProperty(e *syntax.Expr) *declare.Property {
	p := r.Syms.Data.Properties[def.KClass][e.Name]
	if p != nil {
		r.Uses(e.Pos, names.PropertyOf(def.KClass, e.Name))
	}
	return p
}

// onlyType returns the first class of the type that all pieces of a filter have, whatever their status and marks. Several types
// are a fault.
func (r *Resolver) onlyType(filter *def.Expr) *def.Expr {
	var first []int64
	for i := range r.Game.Types {
		first = append(first, int64(r.Game.Types[i].First))
	}
	firsts := Const(def.FilterSet, r.Game.MakeSet(def.FilterSet, first...))
	return Op(def.OpOnly, def.TInt, Op(def.OpInter, def.FilterSet, Op(def.OpTypeOf, def.FilterSet, filter), firsts))
}

// kept returns the variable or derived value n of the thing x, or nil if there is none.
func (r *Resolver) kept(x *def.Expr, n string, want def.Type, pos diag.Pos) *def.Expr {
	s, ok := r.Syms.Names[n]
	if !ok {
		return nil
	}
	var y *def.Expr
	switch s.Kind {
	case declare.Variable:
		d := &r.Game.Vars[s.Index]
		switch {
		case d.Owner() != x.Type.Kind || d.Owner() == def.KNone:
			return nil
		case len(d.Per) > 1:
			r.needsIndex(d, pos)
			return Bad
		}
		r.CanBear(d, x, pos)
		y = r.at(d, x, want)
	case declare.Derived:
		d := &r.Game.Derived[s.Index]
		if d.Per != x.Type.Kind || d.Per == def.KNone {
			return nil
		}
		y = OpOf(def.OpDerived, d.Type, int64(s.Index), x)
	default:
		return nil
	}
	r.Uses(pos, names.Thing{Name: n})
	if Unknown(y.Type) {
		return Bad
	}
	return y
}

// at returns the value of a variable at a place or, if want is a track, the track.
func (r *Resolver) at(d *def.VarDef, place *def.Expr, want def.Type) *def.Expr {
	if want.Kind == def.KTrack && d.Bounded && d.Type.Kind == def.KInt {
		return OpOf(def.OpTrackAt, def.TTrack, int64(d.Base), place)
	}
	return OpOf(def.OpCellAt, d.Type, int64(d.Base), place)
}

// Table returns the declaration of a table of the GameDef.
func (r *Resolver) Table(of int32) *declare.Table { return r.Syms.Data.Tables[r.Game.Tables[of].ID] }

// propNames returns the names that can follow the dot behind a value of kind k, for spelling suggestions.
func (r *Resolver) propNames(k def.Kind) []string {
	out := slices.Sorted(maps.Keys(r.Syms.Data.Properties[k]))
	for i := range r.Game.Vars {
		if r.Game.Vars[i].Owner() == k && k != def.KNone {
			out = append(out, r.Game.Vars[i].ID)
		}
	}
	for i := range r.Game.Derived {
		if r.Game.Derived[i].Per == k && k != def.KNone {
			out = append(out, r.Game.Derived[i].ID)
		}
	}
	return out
}

func (r *Resolver) lookup(e *syntax.Expr, p *declare.Property, x *def.Expr) *def.Expr {
	if Unknown(p.Type) || !r.require(p.Lookup, e.Name, e.Pos) {
		return Bad
	}
	return OpOf(def.OpTable, p.Type, int64(p.Lookup), x)
}

// ofPieces reports whether a name is a status, a mark, or the absence of a mark.
func (r *Resolver) ofPieces(n string) bool {
	p := r.Syms.Pieces
	_, status := p.OfStatus[n]
	_, mark := p.OfMark[n]
	_, unmarked := p.OfMark[strings.TrimPrefix(n, "un")]
	return status || mark || unmarked
}

// filterProp narrows a filter by a status, a mark, or the absence of a mark.
func (r *Resolver) filterProp(x *def.Expr, e *syntax.Expr) *def.Expr {
	n := e.Name
	mask, ok := r.Syms.Pieces.OfStatus[n]
	named, at := names.Thing{Sort: names.Status, Name: n}, e.Pos
	if !ok {
		mask, ok = r.Syms.Pieces.OfMark[n]
		named.Sort = names.Mark
	}
	if !ok && strings.HasPrefix(n, "un") {
		if m, is := r.Syms.Pieces.OfMark[n[2:]]; is {
			mask, ok, named.Name, at = r.without(m), true, n[2:], at.Offset(2, 0)
		}
	}
	if !ok {
		var names []string
		for s := range r.Syms.Pieces.OfStatus {
			names = append(names, s)
		}
		for m := range r.Syms.Pieces.OfMark {
			names = append(names, m, "un"+m)
		}
		names = append(names, r.propNames(def.KClass)...)
		slices.Sort(names)
		hint := r.Near(n, names)
		if hint == "" && len(names) > 0 {
			hint = "; they have " + diag.Alternatives(names)
		}
		r.Errorf(e.Pos, "unknown-property", "pieces have no status, mark or property %s%s", n, hint)
		return Bad
	}
	r.Uses(at, named)
	out := Op(def.OpInter, def.FilterSet, x, Const(def.FilterSet, mask))
	if k, ok := r.Eval(out); ok && x.Op == def.OpConst {
		return Const(def.FilterSet, k)
	}
	return out
}

// without returns the complement of a filter.
func (r *Resolver) without(filter int64) int64 {
	var rest []int64
	for c := range r.Game.Classes {
		if !r.Game.Has(filter, def.FilterSet, int64(c)) {
			rest = append(rest, int64(c))
		}
	}
	return r.Game.MakeSet(def.FilterSet, rest...)
}

var compOps = map[string]def.Op{"set": def.OpFilter, "count": def.OpCount, "any": def.OpAny, "every": def.OpEvery,
	"first": def.OpFirst, "sum": def.OpSum, "least": def.OpLeast, "most": def.OpMost, "repeated": def.OpRepeated, "ranked": def.OpRankMost, syntax.Reachable: def.OpReachable, syntax.PathCost: def.OpPathCost}

// comp types comprehensions over the members of a set, an order or a pile.
func (r *Resolver) comp(e *syntax.Expr, v *Scope) *def.Expr {
	over := r.Raw(e.Over, v, Any)
	if e.Name == "first" || e.Name == "ranked" {
		over = r.InOrder(e.Over, over, v)
	}
	if IsBad(over) {
		return Bad
	}
	if e.Name == "ranked" && over.Type.Kind != def.KOrder {
		r.Errorf(e.Over.Pos, "wrong-type", "ranked sorts an order, in which equal seats stay as they are; this is %s; the seats of a set in turn are in-turn(SET, SEAT)", r.Describe(over.Type))
		return Bad
	}
	switch over.Type.Kind {
	case def.KInt, def.KTrack, def.KBool:
		r.Errorf(e.Over.Pos, "wrong-type", "%s runs over the members of a set, this is %s; the numbers up to n are ints(1, n)", e.Name, r.Describe(over.Type))
		return Bad
	}
	if over.Type.Kind != def.KSet && over.Type.Kind != def.KOrder && over.Type.Kind != def.KPile {
		if over = r.Coerce(over, def.SetOf(over.Type), e.Over.Pos); IsBad(over) {
			return Bad
		}
	}
	elem := over.Type.Members()
	if e.From != nil && elem != def.TZone {
		r.Errorf(e.Over.Pos, "wrong-type", "%s goes from zone to zone; this is %s", e.Name, r.Describe(over.Type))
		return Bad
	}
	inner := v.Child()
	at := e.BindPos
	if at.IsZero() {
		at = e.Pos
	}
	member := r.Bind(inner, e.Bind, elem, at)
	r.RunsOver(member, over, r.LooksAtData(e.Over))
	if e.From != nil {
		return r.path(e, v, inner, member, over)
	}
	where := Const(def.TBool, 1)
	if e.Where != nil {
		where = r.Expr(e.Where, inner, def.TBool)
	}
	if e.Value != nil && (e.Name == "set" || e.Name == "repeated") {
		return r.values(e, v, inner, member.ID, over, where)
	}
	if e.Name == "ranked" {
		return r.ranked(e, inner, member, over, where)
	}
	if e.By != nil {
		return r.utmost(e, v, inner, member, over, where)
	}
	x := &def.Expr{Op: compOps[e.Name], Type: compType(e.Name, elem), I: member.ID, Args: []*def.Expr{over, where}}
	if e.Value != nil {
		x.Args = append(x.Args, r.Expr(e.Value, inner, def.TInt))
		if e.Name != "sum" {
			x.Args = append(x.Args, r.orZero(e.Else, v))
		}
	}
	if slices.ContainsFunc(x.Args, IsBad) {
		return Bad
	}
	if x.Op == def.OpFirst {
		r.Takings = append(r.Takings, Taking{x, e.Pos})
	}
	return x
}

// ranked types a comprehension that sorts an order by a number.
func (r *Resolver) ranked(e *syntax.Expr, inner *Scope, member *typed.Binding, over, where *def.Expr) *def.Expr {
	by := r.Expr(e.By, inner, def.TInt)
	if IsBad(by) || IsBad(where) {
		return Bad
	}
	op := compOps[e.Name]
	if e.Pick == "least" {
		op = def.OpRankLeast
	}
	return &def.Expr{Op: op, Type: def.TOrder, I: member.ID, Args: []*def.Expr{over, where, by}}
}

// utmost types a comprehension over the members for which a number is the greatest or the least: the number is computed first,
// then the members that have it. member, over and where are those of the first computation; the second binds the members anew.
func (r *Resolver) utmost(e *syntax.Expr, v, inner *Scope, member *typed.Binding, over, where *def.Expr) *def.Expr {
	by := r.Expr(e.By, inner, def.TInt)
	if IsBad(by) || IsBad(where) {
		return Bad
	}
	limit := &def.Expr{Op: compOps[e.Pick], Type: def.TInt, I: member.ID, Args: []*def.Expr{over, where, by}}
	best := r.Bind(v.Child(), e.Bind+" with "+e.Pick, def.TInt, e.Pos)
	best.Used = true
	const bound = "$ with"
	had := v.Child()
	had.Name(bound, best)
	again, in := *e, *e.Comprehension
	again.Comprehension = &in
	again.By = nil
	again.Where = &syntax.Expr{Kind: syntax.Binary, Name: "==", Pos: e.By.Pos, Args: []*syntax.Expr{e.By, {Kind: syntax.Binding, Name: bound, Pos: e.By.Pos}}}
	if e.Where != nil {
		again.Where = &syntax.Expr{Kind: syntax.Binary, Name: "and", Pos: e.Where.Pos, Args: []*syntax.Expr{e.Where, again.Where}}
	}
	x := r.comp(&again, had)
	if IsBad(x) {
		return Bad
	}
	return &def.Expr{Op: def.OpLet, Type: x.Type, I: best.ID, Args: []*def.Expr{limit, x}}
}

// values types the set of the values of members: all of them, or those that occur a number of times. If the values are sets, it
// is their union.
func (r *Resolver) values(e *syntax.Expr, v, inner *Scope, member int64, over, where *def.Expr) *def.Expr {
	value, often := r.Raw(e.Value, inner, Any), Const(def.TInt, 1)
	if e.Else != nil {
		often = r.Expr(e.Else, v, def.TInt)
	}
	if IsBad(value) || IsBad(where) || IsBad(often) {
		return Bad
	}
	if r.joinsNone(e.Value, value) {
		return Bad
	}
	value = trackValue(value)
	if value.Type.Kind == def.KSet && e.Name == "set" {
		return &def.Expr{Op: def.OpSum, Type: value.Type, I: member, Args: []*def.Expr{over, where, value}}
	}
	if r.inNoSet(value.Type, e.Value.Pos) {
		return Bad
	}
	return &def.Expr{Op: def.OpRepeated, Type: def.SetOf(value.Type), I: member, Args: []*def.Expr{over, where, asElement(value), often}}
}

// orZero types e as a number; nil is 0.
func (r *Resolver) orZero(e *syntax.Expr, v *Scope) *def.Expr {
	if e == nil {
		return Const(def.TInt, 0)
	}
	return r.Expr(e, v, def.TInt)
}

// compType returns the type of a comprehension over members of type elem.
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
