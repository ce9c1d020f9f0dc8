package formulas

// This file types calls of built-in functions (docs/reference.md, section 3) and of functions of the rulebook.

import (
	"fmt"
	"maps"
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/names"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// builtin is a built-in function with operands of fixed types; args has the required ones first. If made is not nil, it completes
// the expression of the operator.
type builtin struct {
	op       def.Op
	typ      def.Type
	args     []def.Type
	optional int
	made     func(x *def.Expr) *def.Expr
}

var builtins = map[string]builtin{
	"holding":      {op: def.OpHolding, typ: def.ZoneSet, args: []def.Type{def.ZoneSet, def.FilterSet}},
	"room":         {op: def.OpRoom, typ: def.TInt, args: []def.Type{def.TZone, def.FilterSet}},
	"piece-zone":   {op: def.OpPieceZone, typ: def.TZone, args: []def.Type{def.TPiece}},
	"filter-of":    {op: def.OpPieceClass, typ: def.FilterSet, args: []def.Type{def.TPiece}},
	"piece-at":     {op: def.OpPieceAt, typ: def.TPiece, args: []def.Type{def.TZone, def.FilterSet}},
	"home":         {op: def.OpHome, typ: def.TZone, args: []def.Type{def.FilterSet}},
	"type-of":      {op: def.OpTypeOf, typ: def.FilterSet, args: []def.Type{def.FilterSet}},
	"available":    {op: def.OpTypeOf, typ: def.FilterSet, args: []def.Type{def.FilterSet}, made: counted},
	"adjacent":     {op: def.OpAdjacent, typ: def.ZoneSet, args: []def.Type{def.TZone}},
	"around":       {op: def.OpAround, typ: def.ZoneSet, args: []def.Type{def.ZoneSet}},
	"within":       {op: def.OpWithin, typ: def.ZoneSet, args: []def.Type{def.TZone, def.TInt}},
	"distance":     {op: def.OpDistance, typ: def.TInt, args: []def.Type{def.TZone, def.TZone}},
	"at":           {op: def.OpOrderAt, typ: def.TSeat, args: []def.Type{def.TOrder, def.TInt}},
	"top":          {op: def.OpTop, typ: def.TCard, args: []def.Type{def.TPile}},
	"card-at":      {op: def.OpCardAt, typ: def.TCard, args: []def.Type{def.TPile, def.TInt}},
	"pile-of":      {op: def.OpPileOf, typ: def.TPile, args: []def.Type{def.TCard}},
	"ints":         {op: def.OpSetRange, typ: def.IntSet, args: []def.Type{def.TInt, def.TInt}},
	"stamp":        {op: def.OpStamp, typ: def.TInt, args: []def.Type{def.TLasting}, made: ofAny},
	"flood":        {op: def.OpFlood, typ: def.ZoneSet, args: []def.Type{def.TZone, def.ZoneSet, def.TInt}, optional: 1, made: endless},
	"in-force":     {op: def.OpStamp, typ: def.TInt, args: []def.Type{def.TLasting}, made: isStamped},
	"total":        {op: def.OpTotal, typ: def.TOrder, args: []def.Type{def.TOrder}},
	"in-turn":      {op: def.OpInTurn, typ: def.TOrder, args: []def.Type{def.SeatSet, def.TSeat}, optional: 1, made: fromTheFirst},
	"starting":     {op: def.OpStarting, typ: def.TOrder, args: []def.Type{def.SeatSet, def.TSeat}},
	"reversed":     {op: def.OpReversed, typ: def.TOrder, args: []def.Type{def.TOrder}},
	"longest-path": {op: def.OpPath, typ: def.TInt, args: []def.Type{def.ZoneSet, def.ZoneSet}, optional: 1},
	"position":     {op: def.OpPosition, typ: def.TInt, args: []def.Type{def.TOrder, def.TSeat}},
}

// counted counts whole types in their home zones: a piece of one status is available if its type is.
func counted(types *def.Expr) *def.Expr { return Op(def.OpHomeIn, def.TInt, types) }

// ofAny turns the operand of a stamp from a constant index into an expression.
func ofAny(stamp *def.Expr) *def.Expr {
	stamp.I = -1
	return stamp
}

// isStamped returns the condition that there is a stamp.
func isStamped(stamp *def.Expr) *def.Expr {
	return Op(def.OpGt, def.TBool, ofAny(stamp), Const(def.TInt, 0))
}

// endless adds the number of steps to a flood without one; 0 is no limit.
func endless(flood *def.Expr) *def.Expr {
	if len(flood.Args) == 2 {
		flood.Args = append(flood.Args, Const(def.TInt, 0))
	}
	return flood
}

// fromTheFirst adds the seat to an order without one; with none it begins with the seat declared first.
func fromTheFirst(round *def.Expr) *def.Expr {
	if len(round.Args) == 1 {
		round.Args = append(round.Args, Const(def.TSeat, def.None))
	}
	return round
}

// special are the functions that depend on the syntax of their operands.
var special map[string]func(r *Resolver, e *syntax.Expr, v *Scope) *def.Expr

func init() {
	special = map[string]func(*Resolver, *syntax.Expr, *Scope) *def.Expr{
		"min": (*Resolver).minmax, "max": (*Resolver).minmax, "size": (*Resolver).size, "the": (*Resolver).the, "only": (*Resolver).the, "subset": (*Resolver).subset,
		"pieces": (*Resolver).pieces, "left": (*Resolver).left, "allowed": (*Resolver).allowed, "modified": (*Resolver).modified,
		"possible": (*Resolver).possible, "running": (*Resolver).running, "level": (*Resolver).level, "procedures": (*Resolver).tagged, "members": (*Resolver).members,
		"next": (*Resolver).next, "highest": (*Resolver).ends, "lowest": (*Resolver).ends, "consecutive": (*Resolver).ends,
		"step": (*Resolver).onGrid, "ray": (*Resolver).onGrid, "beyond": (*Resolver).onGrid,
	}
}

func (r *Resolver) call(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	if r.Syms.Clashed[e.Name] { // possibly a function of the language that the rulebook declares again
		return Bad
	}
	if f, ok := special[e.Name]; ok {
		return f(r, e, v)
	}
	if b, ok := builtins[e.Name]; ok {
		return r.builtin(b, e, v)
	}
	if e.Name == "repeated" { // otherwise the keyword of a comprehension
		return r.recurred(e, v)
	}
	if s, ok := r.Syms.Names[e.Name]; ok && s.Kind == declare.Function {
		r.Uses(e.Pos, names.Thing{Name: e.Name})
		return r.callFunction(s.Index, e, v)
	}
	names := slices.Clone(grammar.Functions)
	for _, f := range r.Syms.Rules.Functions {
		names = append(names, f.ID)
	}
	r.Errorf(e.Pos, "unknown-function", "there is no function %s%s", e.Name, r.Near(e.Name, names))
	return Bad
}

func (r *Resolver) builtin(b builtin, e *syntax.Expr, v *Scope) *def.Expr {
	if len(e.Named) > 0 || len(e.Args) > len(b.args) || len(e.Args) < len(b.args)-b.optional {
		takes := number(len(b.args), "operand")
		if b.optional > 0 {
			takes = fmt.Sprintf("%d to %s", len(b.args)-b.optional, takes)
		}
		r.Errorf(e.Pos, "wrong-arguments", "%s takes %s, not %d", e.Name, takes, len(e.Args)+len(e.Named))
		return Bad
	}
	x := Op(b.op, b.typ)
	for i, a := range e.Args {
		y := r.Expr(a, v, b.args[i])
		if IsBad(y) {
			return Bad
		}
		if b.op == def.OpSetRange && (i == 0 || y.I > 0) && !r.fits(y, def.TInt, a.Pos) {
			return Bad
		}
		x.Args = append(x.Args, y)
	}
	if b.made != nil {
		return b.made(x)
	}
	return x
}

func (r *Resolver) minmax(e *syntax.Expr, v *Scope) *def.Expr {
	if len(e.Args) < 2 {
		r.Errorf(e.Pos, "wrong-arguments", "%s takes two operands or more", e.Name)
		return Bad
	}
	x := Op(def.OpMin, def.TInt)
	if e.Name == "max" {
		x.Op = def.OpMax
	}
	for _, a := range e.Args {
		y := r.Expr(a, v, def.TInt)
		if IsBad(y) {
			return Bad
		}
		x.Args = append(x.Args, y)
	}
	return x
}

// one types the only operand of a function.
func (r *Resolver) one(e *syntax.Expr, v *Scope, want def.Type) *def.Expr {
	if len(e.Args) != 1 || len(e.Named) > 0 {
		r.Errorf(e.Pos, "wrong-arguments", "%s takes one operand", e.Name)
		return Bad
	}
	return r.Expr(e.Args[0], v, want)
}

func (r *Resolver) size(e *syntax.Expr, v *Scope) *def.Expr {
	if n := r.chosen(e, v); n != nil {
		return n
	}
	x := r.one(e, v, Any)
	switch {
	case IsBad(x):
		return Bad
	case x.Type.Kind == def.KPile:
		return Op(def.OpPileSize, def.TInt, x)
	case x.Type.Kind == def.KSet, x.Type.Kind == def.KOrder:
		return Op(def.OpSize, def.TInt, x)
	}
	r.Errorf(e.Args[0].Pos, "wrong-type", "size is of a set, an order or a pile, this is %s", r.Describe(x.Type))
	return Bad
}

// the types the(set) and only(set).
func (r *Resolver) the(e *syntax.Expr, v *Scope) *def.Expr {
	x := r.one(e, v, Any)
	if IsBad(x) {
		return Bad
	}
	if x.Type.Kind != def.KSet || x.Type.Elem == def.KClass {
		r.Errorf(e.Args[0].Pos, "wrong-type", "%s(…) takes a set, this is %s", e.Name, r.Describe(x.Type))
		return Bad
	}
	if e.Name == "only" {
		return Op(def.OpOnly, x.Type.Members(), x)
	}
	out := Op(def.OpThe, x.Type.Members(), x)
	r.Takings = append(r.Takings, Taking{out, e.Pos})
	return out
}

func (r *Resolver) subset(e *syntax.Expr, v *Scope) *def.Expr {
	if len(e.Args) != 2 {
		r.Errorf(e.Pos, "wrong-arguments", "subset takes two sets")
		return Bad
	}
	a, b := r.pair(e.Args[0], e.Args[1], v, Any)
	if IsBad(a) || IsBad(b) {
		return Bad
	}
	if a.Type.Kind != def.KSet {
		r.Errorf(e.Args[0].Pos, "wrong-type", "subset takes two sets, this is %s", r.Describe(a.Type))
		return Bad
	}
	return Op(def.OpSubsetOf, def.TBool, a, b)
}

func (r *Resolver) pieces(e *syntax.Expr, v *Scope) *def.Expr {
	if len(e.Args) == 1 && len(e.Named) == 0 { // pieces(zones): no filter
		return r.allPieces(e, v)
	}
	if len(e.Args) != 2 {
		r.Errorf(e.Pos, "wrong-arguments", "pieces takes a zone or set of zones and a piece filter")
		return Bad
	}
	z := r.Raw(e.Args[0], v, Any)
	f := r.Expr(e.Args[1], v, def.FilterSet)
	if IsBad(f) {
		return Bad
	}
	if z.Type.Kind == def.KZone {
		return Op(def.OpPieces, def.TInt, z, f)
	}
	if z = r.Coerce(z, def.ZoneSet, e.Args[0].Pos); IsBad(z) {
		return Bad
	}
	return Op(def.OpPiecesIn, def.TInt, z, f)
}

func (r *Resolver) left(e *syntax.Expr, _ *Scope) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Name {
		if r.Syms.Clashed[e.Args[0].Name] {
			return Bad
		}
		s, ok := r.Syms.Names[e.Args[0].Name]
		switch {
		case ok && s.Kind == declare.Pool:
			r.Uses(e.Args[0].Pos, names.Thing{Name: s.Name})
			return OpOf(def.OpPoolLeft, def.TInt, int64(s.Index))
		case !ok && r.Book.Incomplete: // it may be declared in a part that could not be read
			return Bad
		}
	}
	r.Errorf(e.Pos, "wrong-arguments", "left takes the name of a pool of markers")
	return Bad
}

// possible types possible(procedure, name: value…).
func (r *Resolver) possible(e *syntax.Expr, v *Scope) *def.Expr {
	if len(e.Args) < 1 {
		r.Errorf(e.Pos, "wrong-arguments", "possible takes a procedure and its arguments by name")
		return Bad
	}
	x := r.Raw(e.Args[0], v, def.TProc)
	if IsBad(x) {
		return Bad
	}
	if x.Type.Kind != def.KProc {
		r.Errorf(e.Args[0].Pos, "wrong-type", "a procedure is expected, this is %s", r.Describe(x.Type))
		return Bad
	}
	var params []*declare.Param
	y := Op(def.OpPossibleDyn, def.TBool, x)
	switch {
	case x.Op == def.OpConst && x.I >= 0:
		params = r.Syms.Rules.Procs[x.I].Params
		y = OpOf(def.OpPossible, def.TBool, x.I)
	case x.Type.Of > 0:
		params = r.Syms.Rules.Signatures[x.Type.Of-1].List()
	default:
		r.Errorf(e.Args[0].Pos, "wrong-type", "the parameters of this procedure are not known here; use callOne or a property of type procedure(…)")
		return Bad
	}
	args, ok := r.syntaxArgs(e, e.Args[1:], e.Named, params, v)
	if !ok {
		return Bad
	}
	y.Args = append(y.Args, args...)
	return y
}

func (r *Resolver) running(e *syntax.Expr, v *Scope) *def.Expr {
	x := r.one(e, v, def.TProc)
	if IsBad(x) {
		return Bad
	}
	if x.Op != def.OpConst || x.I == def.None {
		r.Errorf(e.Pos, "wrong-arguments", "running takes the name of a procedure")
		return Bad
	}
	return Op(def.OpGt, def.TBool, OpOf(def.OpRunning, def.TInt, x.I), Const(def.TInt, 0))
}

// recurred types repeated(n): whether the position recorded last has occurred n times.
func (r *Resolver) recurred(e *syntax.Expr, v *Scope) *def.Expr {
	n := r.one(e, v, def.TInt)
	if IsBad(n) {
		return Bad
	}
	past := slices.IndexFunc(r.Game.Vars, func(v def.VarDef) bool { return v.Past })
	if past == -1 {
		if len(r.Book.Positions) == 0 && !r.Book.Incomplete {
			r.Diags.Errorf(e.Pos, "missing-position", "no statement records a position").
				Detailf("Write a statement where one has, such as after a move: {position: spaces, with: $seat, last: 100}.")
		}
		return Bad
	}
	d := &r.Game.Vars[past]
	if n.Op == def.OpConst && (n.I < 2 || n.I > int64(d.Len)) {
		r.Errorf(e.Args[0].Pos, "bad-bounds", "of the last %d positions 2 to %d can be the same; repeated(2) says that this one occurred before", d.Len, d.Len)
		return Bad
	}
	return OpOf(def.OpRecurred, def.TBool, int64(d.Base), n)
}

// level types level(x): the position of an enum member or scale state, from 0.
func (r *Resolver) level(e *syntax.Expr, v *Scope) *def.Expr {
	x := r.one(e, v, Any)
	if IsBad(x) {
		return Bad
	}
	if x.Type.Kind != def.KEnum {
		r.Errorf(e.Args[0].Pos, "wrong-type", "level is of an enum member, this is %s", r.Describe(x.Type))
		return Bad
	}
	y := *x
	y.Type = def.TInt
	return &y
}

// tagged types procedures(tag).
func (r *Resolver) tagged(e *syntax.Expr, _ *Scope) *def.Expr {
	if len(e.Args) != 1 || e.Args[0].Kind != syntax.Name {
		r.Errorf(e.Pos, "wrong-arguments", "procedures takes the name of a tag")
		return Bad
	}
	tag := e.Args[0].Name
	var set []int64
	var tags []string
	for _, p := range r.Syms.Rules.Procs {
		tags = append(tags, p.Tags...)
		if slices.Contains(p.Tags, tag) {
			set = append(set, int64(p.Index))
		}
	}
	if len(set) == 0 && !e.Pos.InLibrary() { // a library must work in a game without such procedures
		r.Errorf(e.Args[0].Pos, "unknown-name", "no procedure has the tag %s%s", tag, r.Near(tag, tags))
		return Bad
	}
	r.Uses(e.Args[0].Pos, names.Thing{Sort: names.Tag, Name: tag})
	return Const(def.ProcSet, r.Game.MakeSet(def.ProcSet, set...))
}

func (r *Resolver) members(e *syntax.Expr, _ *Scope) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Name {
		if i, ok := r.Syms.Enums[e.Args[0].Name]; ok {
			r.Uses(e.Args[0].Pos, names.Thing{Sort: names.Type, Name: e.Args[0].Name})
			all := def.SetOf(def.Type{Kind: def.KEnum, Of: i})
			return Const(all, r.Game.UpTo(all, len(r.Game.Enums[i].Members)))
		}
		if r.Syms.Clashed[e.Args[0].Name] {
			return Bad
		}
	}
	if !r.Book.Incomplete { // it may be declared in a part that could not be read
		hint := ""
		if len(e.Args) == 1 && e.Args[0].Kind == syntax.Name {
			hint = r.Near(e.Args[0].Name, slices.Sorted(maps.Keys(r.Syms.Enums)))
		}
		r.Errorf(e.Pos, "wrong-arguments", "members takes the name of an enum%s", hint)
	}
	return Bad
}

// next types next(set, member): the next member, cyclically.
func (r *Resolver) next(e *syntax.Expr, v *Scope) *def.Expr {
	set := r.ringed(e, v)
	if IsBad(set) {
		return Bad
	}
	after := r.Expr(e.Args[1], v, set.Type.Members())
	if IsBad(after) {
		return Bad
	}
	return Op(def.OpNext, set.Type.Members(), set, after)
}

// ends types highest(set, n), lowest(set, n) and consecutive(set, n).
func (r *Resolver) ends(e *syntax.Expr, v *Scope) *def.Expr {
	set := r.ringed(e, v)
	if IsBad(set) {
		return Bad
	}
	n := r.Expr(e.Args[1], v, def.TInt)
	if IsBad(n) {
		return Bad
	}
	o := def.OpHighest
	switch e.Name {
	case "lowest":
		o = def.OpLowest
	case "consecutive":
		o = def.OpConsecutive
	}
	return Op(o, set.Type, set, n)
}

// ringed types the first operand, a set, of a function with two operands.
func (r *Resolver) ringed(e *syntax.Expr, v *Scope) *def.Expr {
	if len(e.Args) != 2 || len(e.Named) > 0 {
		r.Errorf(e.Pos, "wrong-arguments", "%s takes 2 operands, not %d", e.Name, len(e.Args)+len(e.Named))
		return Bad
	}
	x := r.Raw(e.Args[0], v, Any)
	if IsBad(x) {
		return Bad
	}
	if x.Type.Kind != def.KSet || x.Type.Elem == def.KClass {
		r.Errorf(e.Args[0].Pos, "wrong-type", "%s takes a set, this is %s", e.Name, r.Describe(x.Type))
		return Bad
	}
	return x
}

// callFunction types a call of a function of the rulebook.
func (r *Resolver) callFunction(index int32, e *syntax.Expr, v *Scope) *def.Expr {
	r.function(index)
	f := r.Syms.Rules.Functions[index]
	args, ok := r.syntaxArgs(e, e.Args, e.Named, f.Params, v)
	typ := r.memo.functions[index].typ
	if !ok || typ.Kind == def.KNone {
		return Bad
	}
	return OpOf(def.OpCall, typ, int64(index), args...)
}

// syntaxArgs matches positional and named operands of a call with parameters, and fills in defaults.
func (r *Resolver) syntaxArgs(e *syntax.Expr, args []*syntax.Expr, named []syntax.Arg, params []*declare.Param, v *Scope) ([]*def.Expr, bool) {
	out := make([]*def.Expr, len(params))
	if len(args) > len(params) {
		r.Errorf(e.Pos, "wrong-arguments", "%s takes %s, not %d", e.Name, number(len(params), "argument"), len(args))
		return nil, false
	}
	for i, a := range args {
		out[i] = r.Expr(a, v, params[i].Type)
	}
	for _, a := range named {
		i := slices.IndexFunc(params, func(p *declare.Param) bool { return p.Name == a.Name })
		if i < 0 {
			r.Errorf(a.Pos, "unknown-argument", "%s has no parameter %s%s", e.Name, a.Name, r.Near(a.Name, paramNames(params)))
			return nil, false
		}
		r.UsesParam(a.Pos, params[i])
		if i < len(args) {
			r.Errorf(a.Pos, "duplicate-argument", "%s is given twice", a.Name)
			return nil, false
		}
		out[i] = r.Expr(a.Value, v, params[i].Type)
	}
	ok := true
	for i, p := range params {
		if out[i] == nil && p.Default == nil {
			r.Errorf(e.Pos, "missing-argument", "%s needs %s", e.Name, p.Name)
			ok = false
		}
		if out[i] == nil {
			out[i] = r.Value(p.Default, nil, p.Type)
			if !IsBad(out[i]) {
				y := *out[i]
				y.Made = true
				out[i] = &y
			}
		}
		ok = ok && !IsBad(out[i])
	}
	return out, ok
}

// number formats a number with its noun.
func number(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func paramNames(params []*declare.Param) []string {
	var out []string
	for _, p := range params {
		out = append(out, p.Name)
	}
	return out
}

// Taking is an expression that selects one member of a set.
type Taking struct {
	X  *def.Expr // OpThe or OpFirst
	At diag.Pos
}

// Operands returns the types of the operands of a built-in function, how many of the last are optional, and the type of its
// result. fixed is false if there is no such function or its operands have no fixed types.
func Operands(name string) (args []def.Type, optional int, result def.Type, fixed bool) {
	b, ok := builtins[name]
	if b.made != nil {
		return b.args, b.optional, map[string]def.Type{"available": def.TInt, "stamp": def.TInt, "in-force": def.TBool, "flood": def.ZoneSet}[name], ok
	}
	return b.args, b.optional, b.typ, ok
}
