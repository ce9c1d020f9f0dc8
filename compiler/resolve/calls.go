package resolve

// calls.go types the built-in functions of docs/language.md section 3 and calls of the rulebook's own functions.

import (
	"fmt"
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/grammar"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// builtin is a built-in function whose operands are of fixed types: its operator, the type of its result, the types of its
// operands (required first, then optional), and what is made of the operator where it is not all.
type builtin struct {
	op       def.Op
	typ      def.Type
	args     []def.Type
	optional int
	made     func(x *def.Expr) *def.Expr
}

var builtins = map[string]builtin{
	"holding":    {op: def.OpHolding, typ: def.ZoneSet, args: []def.Type{def.ZoneSet, def.FilterSet}},
	"room":       {op: def.OpRoom, typ: def.TInt, args: []def.Type{def.TZone, def.FilterSet}},
	"piece-zone": {op: def.OpPieceZone, typ: def.TZone, args: []def.Type{def.TPiece}},
	"filter-of":  {op: def.OpPieceClass, typ: def.FilterSet, args: []def.Type{def.TPiece}},
	"piece-at":   {op: def.OpPieceAt, typ: def.TPiece, args: []def.Type{def.TZone, def.FilterSet}},
	"home":       {op: def.OpHome, typ: def.TZone, args: []def.Type{def.FilterSet}},
	"type-of":    {op: def.OpTypeOf, typ: def.FilterSet, args: []def.Type{def.FilterSet}},
	"available":  {op: def.OpTypeOf, typ: def.FilterSet, args: []def.Type{def.FilterSet}, made: counted},
	"adjacent":   {op: def.OpAdjacent, typ: def.ZoneSet, args: []def.Type{def.TZone}},
	"around":     {op: def.OpAround, typ: def.ZoneSet, args: []def.Type{def.ZoneSet}},
	"within":     {op: def.OpWithin, typ: def.ZoneSet, args: []def.Type{def.TZone, def.TInt}},
	"distance":   {op: def.OpDistance, typ: def.TInt, args: []def.Type{def.TZone, def.TZone}},
	"at":         {op: def.OpOrderAt, typ: def.TSeat, args: []def.Type{def.TOrder, def.TInt}},
	"top":        {op: def.OpTop, typ: def.TCard, args: []def.Type{def.TPile}},
	"card-at":    {op: def.OpCardAt, typ: def.TCard, args: []def.Type{def.TPile, def.TInt}},
	"pile-of":    {op: def.OpPileOf, typ: def.TPile, args: []def.Type{def.TCard}},
	"ints":       {op: def.OpSetRange, typ: def.IntSet, args: []def.Type{def.TInt, def.TInt}},
	"stamp":      {op: def.OpStamp, typ: def.TInt, args: []def.Type{def.TLasting}, made: ofAny},
	"flood":      {op: def.OpFlood, typ: def.ZoneSet, args: []def.Type{def.TZone, def.ZoneSet, def.TInt}, optional: 1, made: endless},
	"in-force":   {op: def.OpStamp, typ: def.TInt, args: []def.Type{def.TLasting}, made: isStamped},
	"total":      {op: def.OpTotal, typ: def.TOrder, args: []def.Type{def.TOrder}},
	"position":   {op: def.OpPosition, typ: def.TInt, args: []def.Type{def.TOrder, def.TSeat}},
}

// counted counts whole types in their home zones: a piece of one status is available if its type is.
func counted(types *def.Expr) *def.Expr { return op(def.OpHomeIn, def.TInt, types) }

// ofAny makes the effect whose stamp is asked for an operand.
func ofAny(stamp *def.Expr) *def.Expr {
	stamp.I = -1
	return stamp
}

// isStamped asks whether there is a stamp.
func isStamped(stamp *def.Expr) *def.Expr {
	return op(def.OpGt, def.TBool, ofAny(stamp), konst(def.TInt, 0))
}

// endless lets a flood without a number of steps go on.
func endless(flood *def.Expr) *def.Expr {
	if len(flood.Args) == 2 {
		flood.Args = append(flood.Args, konst(def.TInt, 0))
	}
	return flood
}

// special are the functions that look at the syntax of their operands.
var special map[string]func(r *resolver, e *syntax.Expr, v *env) *def.Expr

func init() {
	special = map[string]func(*resolver, *syntax.Expr, *env) *def.Expr{
		"min": (*resolver).minmax, "max": (*resolver).minmax, "size": (*resolver).size, "the": (*resolver).the, "only": (*resolver).the, "subset": (*resolver).subset,
		"pieces": (*resolver).pieces, "left": (*resolver).left, "allowed": (*resolver).allowed, "modified": (*resolver).modified,
		"possible": (*resolver).possible, "running": (*resolver).running, "level": (*resolver).level, "procedures": (*resolver).tagged, "members": (*resolver).members,
		"next": (*resolver).next, "highest": (*resolver).ends, "lowest": (*resolver).ends, "consecutive": (*resolver).ends,
		"step": (*resolver).onGrid, "ray": (*resolver).onGrid, "beyond": (*resolver).onGrid,
	}
}

func (r *resolver) call(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	if f, ok := special[e.Name]; ok {
		return f(r, e, v)
	}
	if b, ok := builtins[e.Name]; ok {
		return r.builtin(b, e, v)
	}
	if r.syms.Clashed[e.Name] {
		return bad
	}
	if s, ok := r.syms.Names[e.Name]; ok && s.Kind == declare.Function {
		return r.callFunction(s.Index, e, v)
	}
	names := slices.Clone(grammar.Functions)
	for _, f := range r.syms.Rules.Functions {
		names = append(names, f.ID)
	}
	slices.Sort(names)
	r.errorf(e.Pos, "unknown-function", "there is no function %s%s", e.Name, r.near(e.Name, names))
	return bad
}

func (r *resolver) builtin(b builtin, e *syntax.Expr, v *env) *def.Expr {
	if len(e.Named) > 0 || len(e.Args) > len(b.args) || len(e.Args) < len(b.args)-b.optional {
		r.errorf(e.Pos, "wrong-arguments", "%s takes %s, not %d", e.Name, number(len(b.args), "operand"), len(e.Args)+len(e.Named))
		return bad
	}
	x := op(b.op, b.typ)
	for i, a := range e.Args {
		y := r.expr(a, v, b.args[i])
		if isBad(y) {
			return bad
		}
		if b.op == def.OpSetRange && y.Op == def.OpConst && (i == 0 || y.I > 0) {
			if !r.fits(y, def.TInt, a.Pos) {
				return bad
			}
		}
		x.Args = append(x.Args, y)
	}
	if b.made != nil {
		return b.made(x)
	}
	return x
}

func (r *resolver) minmax(e *syntax.Expr, v *env) *def.Expr {
	if len(e.Args) < 2 {
		r.errorf(e.Pos, "wrong-arguments", "%s takes two operands or more", e.Name)
		return bad
	}
	x := op(def.OpMin, def.TInt)
	if e.Name == "max" {
		x.Op = def.OpMax
	}
	for _, a := range e.Args {
		y := r.expr(a, v, def.TInt)
		if isBad(y) {
			return bad
		}
		x.Args = append(x.Args, y)
	}
	return x
}

// one types the single operand of a function.
func (r *resolver) one(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	if len(e.Args) != 1 || len(e.Named) > 0 {
		r.errorf(e.Pos, "wrong-arguments", "%s takes one operand", e.Name)
		return bad
	}
	return r.expr(e.Args[0], v, want)
}

func (r *resolver) size(e *syntax.Expr, v *env) *def.Expr {
	if n := r.chosen(e, v); n != nil {
		return n
	}
	x := r.one(e, v, tAny)
	switch {
	case isBad(x):
		return bad
	case x.Type.Kind == def.KPile:
		return op(def.OpPileSize, def.TInt, x)
	case x.Type.Kind == def.KSet, x.Type.Kind == def.KOrder:
		return op(def.OpSize, def.TInt, x)
	}
	r.errorf(e.Args[0].Pos, "wrong-type", "size is of a set, an order or a pile, this is %s", r.describe(x.Type))
	return bad
}

// the types the(set) and only(set).
func (r *resolver) the(e *syntax.Expr, v *env) *def.Expr {
	x := r.one(e, v, tAny)
	if isBad(x) {
		return bad
	}
	if x.Type.Kind != def.KSet || x.Type.Elem == def.KClass {
		r.errorf(e.Args[0].Pos, "wrong-type", "%s(…) takes a set, this is %s", e.Name, r.describe(x.Type))
		return bad
	}
	if e.Name == "only" {
		return op(def.OpOnly, x.Type.Members(), x)
	}
	out := op(def.OpThe, x.Type.Members(), x)
	r.takings = append(r.takings, taking{out, e.Pos})
	return out
}

func (r *resolver) subset(e *syntax.Expr, v *env) *def.Expr {
	if len(e.Args) != 2 {
		r.errorf(e.Pos, "wrong-arguments", "subset takes two sets")
		return bad
	}
	a, b := r.pair(e.Args[0], e.Args[1], v, tAny)
	if isBad(a) || isBad(b) {
		return bad
	}
	return op(def.OpSubsetOf, def.TBool, a, b)
}

func (r *resolver) pieces(e *syntax.Expr, v *env) *def.Expr {
	if len(e.Args) == 1 && len(e.Named) == 0 { // a query without a filter
		return r.allPieces(e, v)
	}
	if len(e.Args) != 2 {
		r.errorf(e.Pos, "wrong-arguments", "pieces takes a zone or set of zones and a piece filter")
		return bad
	}
	z := r.raw(e.Args[0], v, tAny)
	f := r.expr(e.Args[1], v, def.FilterSet)
	if isBad(z) || isBad(f) {
		return bad
	}
	if z.Type.Kind == def.KZone {
		return op(def.OpPieces, def.TInt, z, f)
	}
	if z = r.coerce(z, def.ZoneSet, e.Args[0].Pos); isBad(z) {
		return bad
	}
	return op(def.OpPiecesIn, def.TInt, z, f)
}

func (r *resolver) left(e *syntax.Expr, _ *env) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Name {
		if r.syms.Clashed[e.Args[0].Name] {
			return bad
		}
		if s, ok := r.syms.Names[e.Args[0].Name]; ok && s.Kind == declare.Pool {
			return opOf(def.OpPoolLeft, def.TInt, int64(s.Index))
		}
	}
	r.errorf(e.Pos, "wrong-arguments", "left takes the name of a pool of markers")
	return bad
}

// possible types possible(procedure, name: value…).
func (r *resolver) possible(e *syntax.Expr, v *env) *def.Expr {
	if len(e.Args) < 1 {
		r.errorf(e.Pos, "wrong-arguments", "possible takes a procedure and its arguments by name")
		return bad
	}
	x := r.raw(e.Args[0], v, def.TProc)
	if isBad(x) {
		return bad
	}
	if x.Type.Kind != def.KProc {
		r.errorf(e.Args[0].Pos, "wrong-type", "a procedure is expected, this is %s", r.describe(x.Type))
		return bad
	}
	var params []*declare.Param
	y := op(def.OpPossibleDyn, def.TBool, x)
	switch {
	case x.Op == def.OpConst && x.I >= 0:
		params = r.syms.Rules.Procs[x.I].Params
		y = opOf(def.OpPossible, def.TBool, x.I)
	case x.Type.Of > 0:
		params = r.syms.Rules.Signatures[x.Type.Of-1].List()
	default:
		r.errorf(e.Args[0].Pos, "wrong-type", "the parameters of this procedure are not known here; use callOne or a property of type procedure(…)")
		return bad
	}
	args, ok := r.syntaxArgs(e, e.Args[1:], e.Named, params, v)
	if !ok {
		return bad
	}
	y.Args = append(y.Args, args...)
	return y
}

func (r *resolver) running(e *syntax.Expr, v *env) *def.Expr {
	x := r.one(e, v, def.TProc)
	if isBad(x) {
		return bad
	}
	if x.Op != def.OpConst {
		r.errorf(e.Pos, "wrong-arguments", "running takes the name of a procedure")
		return bad
	}
	return op(def.OpGt, def.TBool, opOf(def.OpRunning, def.TInt, x.I), konst(def.TInt, 0))
}

// level is the position of an enum member or scale state, from 0.
func (r *resolver) level(e *syntax.Expr, v *env) *def.Expr {
	x := r.one(e, v, tAny)
	if isBad(x) {
		return bad
	}
	if x.Type.Kind != def.KEnum {
		r.errorf(e.Args[0].Pos, "wrong-type", "level is of an enum member, this is %s", r.describe(x.Type))
		return bad
	}
	y := *x
	y.Type = def.TInt
	return &y
}

// tagged is the set of procedures with a tag.
func (r *resolver) tagged(e *syntax.Expr, _ *env) *def.Expr {
	if len(e.Args) != 1 || e.Args[0].Kind != syntax.Name {
		r.errorf(e.Pos, "wrong-arguments", "procedures takes the name of a tag")
		return bad
	}
	tag := e.Args[0].Name
	var set []int64
	var tags []string
	for _, p := range r.syms.Rules.Procs {
		tags = append(tags, p.Tags...)
		if slices.Contains(p.Tags, tag) {
			set = append(set, int64(p.Index))
		}
	}
	if len(set) == 0 && !declare.OfLibrary(e.Pos) { // a library can do without a game's procedures
		r.errorf(e.Args[0].Pos, "unknown-name", "no procedure has the tag %s%s", tag, r.near(tag, tags))
		return bad
	}
	return konst(def.ProcSet, r.gd.MakeSet(def.ProcSet, set...))
}

func (r *resolver) members(e *syntax.Expr, _ *env) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Name {
		if i, ok := r.syms.Enums[e.Args[0].Name]; ok {
			all := def.SetOf(def.Type{Kind: def.KEnum, Of: i})
			return konst(all, r.gd.UpTo(all, len(r.gd.Enums[i].Members)))
		}
		if r.syms.Clashed[e.Args[0].Name] {
			return bad
		}
	}
	r.errorf(e.Pos, "wrong-arguments", "members takes the name of an enum")
	return bad
}

// next types next(set, member): the member that follows, round the set.
func (r *resolver) next(e *syntax.Expr, v *env) *def.Expr {
	set := r.ringed(e, v)
	if isBad(set) {
		return bad
	}
	after := r.expr(e.Args[1], v, set.Type.Members())
	if isBad(after) {
		return bad
	}
	return op(def.OpNext, set.Type.Members(), set, after)
}

// ends types highest(set, n), lowest(set, n) and consecutive(set, n).
func (r *resolver) ends(e *syntax.Expr, v *env) *def.Expr {
	set := r.ringed(e, v)
	if isBad(set) {
		return bad
	}
	n := r.expr(e.Args[1], v, def.TInt)
	if isBad(n) {
		return bad
	}
	o := def.OpHighest
	switch e.Name {
	case "lowest":
		o = def.OpLowest
	case "consecutive":
		o = def.OpConsecutive
	}
	return op(o, set.Type, set, n)
}

// ringed types the set that a function of two operands looks at.
func (r *resolver) ringed(e *syntax.Expr, v *env) *def.Expr {
	if len(e.Args) != 2 || len(e.Named) > 0 {
		r.errorf(e.Pos, "wrong-arguments", "%s takes 2 operands, not %d", e.Name, len(e.Args)+len(e.Named))
		return bad
	}
	x := r.raw(e.Args[0], v, tAny)
	if isBad(x) {
		return bad
	}
	if x.Type.Kind != def.KSet || x.Type.Elem == def.KClass {
		r.errorf(e.Args[0].Pos, "wrong-type", "%s takes a set, this is %s", e.Name, r.describe(x.Type))
		return bad
	}
	return x
}

// callFunction types a call of a function of the rulebook.
func (r *resolver) callFunction(index int32, e *syntax.Expr, v *env) *def.Expr {
	r.function(index)
	f := r.syms.Rules.Functions[index]
	args, ok := r.syntaxArgs(e, e.Args, e.Named, f.Params, v)
	typ := r.memo.functions[index].typ
	if !ok || typ.Kind == def.KNone {
		return bad
	}
	return opOf(def.OpCall, typ, int64(index), args...)
}

// syntaxArgs matches positional and named operands of a call with parameters; defaults fill the rest.
func (r *resolver) syntaxArgs(e *syntax.Expr, args []*syntax.Expr, named []syntax.Arg, params []*declare.Param, v *env) ([]*def.Expr, bool) {
	out := make([]*def.Expr, len(params))
	if len(args) > len(params) {
		r.errorf(e.Pos, "wrong-arguments", "%s takes %s, not %d", e.Name, number(len(params), "argument"), len(args))
		return nil, false
	}
	for i, a := range args {
		out[i] = r.expr(a, v, params[i].Type)
	}
	for _, a := range named {
		i := slices.IndexFunc(params, func(p *declare.Param) bool { return p.Name == a.Name })
		if i < 0 {
			r.errorf(a.Pos, "unknown-argument", "%s has no parameter %s%s", e.Name, a.Name, r.near(a.Name, paramNames(params)))
			return nil, false
		}
		out[i] = r.expr(a.Value, v, params[i].Type)
	}
	ok := true
	for i, p := range params {
		if out[i] == nil && p.Default == nil {
			r.errorf(e.Pos, "missing-argument", "%s needs %s", e.Name, p.Name)
			ok = false
			continue
		}
		if out[i] == nil {
			out[i] = r.value(p.Default, nil, p.Type)
			if !isBad(out[i]) {
				y := *out[i]
				y.Made = true
				out[i] = &y
			}
		}
		ok = ok && !isBad(out[i])
	}
	return out, ok
}

// number writes a number with its noun.
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
