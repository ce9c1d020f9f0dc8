package compiler

// calls.go lowers the built-in functions of docs/language.md section 3 and calls of the rulebook's own functions.

import (
	"fmt"
	"sort"
	"strings"

	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

// builtin describes a built-in function: the types of its operands (required first, then optional) and how it lowers.
type builtin struct {
	args     []def.Type
	optional int
	make     func(c *compiler, e *syntax.Expr, a []*def.Expr) *def.Expr
}

func simple(o def.Op, t def.Type, args ...def.Type) builtin {
	return builtin{args: args, make: func(_ *compiler, _ *syntax.Expr, a []*def.Expr) *def.Expr { return op(o, t, a...) }}
}

var builtins map[string]builtin

func init() {
	builtins = map[string]builtin{
		"holding":    simple(def.OpHolding, tZones, tZones, tFilter),
		"room":       simple(def.OpRoom, tInt, tZone, tFilter),
		"piece-zone": simple(def.OpPieceZone, tZone, tPiece),
		"filter-of":  simple(def.OpPieceClass, tFilter, tPiece),
		"piece-at":   simple(def.OpPieceAt, tPiece, tZone, tFilter),
		"home":       simple(def.OpHome, tZone, tFilter),
		"type-of":    simple(def.OpTypeOf, tFilter, tFilter),
		"available":  {args: []def.Type{tFilter}, make: makeAvailable},
		"adjacent":   simple(def.OpAdjacent, tZones, tZone),
		"around":     simple(def.OpAround, tZones, tZones),
		"within":     simple(def.OpWithin, tZones, tZone, tInt),
		"distance":   simple(def.OpDistance, tInt, tZone, tZone),
		"at":         simple(def.OpOrderAt, tSeat, tOrder, tInt),
		"top":        simple(def.OpTop, tCard, tPile),
		"card-at":    simple(def.OpCardAt, tCard, tPile, tInt),
		"pile-of":    simple(def.OpPileOf, tPile, tCard),
		"ints":       simple(def.OpSetRange, tInts, tInt, tInt),
		"stamp":      simple(def.OpStamp, tInt, tLast),
		"flood":      {args: []def.Type{tZone, tZones, tInt}, optional: 1, make: makeFlood},
		"in-force":   {args: []def.Type{tLast}, make: makeInForce},
		"position":   simple(def.OpPosition, tInt, tOrder, tSeat),
	}
}

// makeAvailable counts whole types: a piece of one status is available if its type is.
func makeAvailable(_ *compiler, _ *syntax.Expr, a []*def.Expr) *def.Expr {
	return op(def.OpHomeIn, tInt, op(def.OpTypeOf, tFilter, a[0]))
}

func makeFlood(_ *compiler, _ *syntax.Expr, a []*def.Expr) *def.Expr {
	if len(a) == 2 {
		a = append(a, konst(tInt, 0))
	}
	return op(def.OpFlood, tZones, a...)
}

func makeInForce(_ *compiler, _ *syntax.Expr, a []*def.Expr) *def.Expr {
	stamp := op(def.OpStamp, tInt, a...)
	stamp.I = -1
	return op(def.OpGt, tBool, stamp, konst(tInt, 0))
}

// special functions need the syntax of their operands.
var special map[string]func(c *compiler, e *syntax.Expr, v *env, want def.Type) *def.Expr

func init() {
	special = map[string]func(*compiler, *syntax.Expr, *env, def.Type) *def.Expr{
		"min": (*compiler).minmax, "max": (*compiler).minmax, "size": (*compiler).size, "the": (*compiler).the, "subset": (*compiler).subset,
		"pieces": (*compiler).pieces, "left": (*compiler).left, "allowed": (*compiler).allowed, "modified": (*compiler).modified,
		"possible": (*compiler).possible, "running": (*compiler).running, "level": (*compiler).level, "procedures": (*compiler).tagged, "members": (*compiler).members,
	}
}

func (c *compiler) call(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	if f, ok := special[e.Name]; ok {
		return f(c, e, v, want)
	}
	if b, ok := builtins[e.Name]; ok {
		if len(e.Named) > 0 || len(e.Args) > len(b.args) || len(e.Args) < len(b.args)-b.optional {
			c.errorf(e.Pos, "wrong-arguments", "%s takes %s, not %d", e.Name, counted(len(b.args), "operand"), len(e.Args)+len(e.Named))
			return bad
		}
		args := make([]*def.Expr, len(e.Args))
		for i, a := range e.Args {
			if args[i] = c.expr(a, v, b.args[i]); args[i] == bad {
				return bad
			}
		}
		x := b.make(c, e, args)
		if x.Op == def.OpStamp {
			x.I = -1
		}
		return x
	}
	if s, ok := c.syms[e.Name]; ok && s.kind == symFunc {
		return c.callFunction(c.funcs[s.index], e, v)
	}
	var names []string
	for n := range builtins {
		names = append(names, n)
	}
	for n := range special {
		names = append(names, n)
	}
	for _, f := range c.funcs {
		names = append(names, f.id)
	}
	sort.Strings(names)
	c.errorf(e.Pos, "unknown-function", "there is no function %s%s", e.Name, c.near(e.Name, names))
	return bad
}

func (c *compiler) minmax(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	o := def.OpMin
	if e.Name == "max" {
		o = def.OpMax
	}
	if len(e.Args) < 2 {
		c.errorf(e.Pos, "wrong-arguments", "%s takes two operands or more", e.Name)
		return bad
	}
	x := op(o, tInt)
	for _, a := range e.Args {
		y := c.expr(a, v, tInt)
		if y == bad {
			return bad
		}
		x.Args = append(x.Args, y)
	}
	return x
}

// one checks the single operand of a function.
func (c *compiler) one(e *syntax.Expr, v *env, want def.Type) *def.Expr {
	if len(e.Args) != 1 || len(e.Named) > 0 {
		c.errorf(e.Pos, "wrong-arguments", "%s takes one operand", e.Name)
		return bad
	}
	return c.expr(e.Args[0], v, want)
}

func (c *compiler) size(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	if n := chosen(e, v); n != nil {
		return n
	}
	x := c.one(e, v, tAny)
	switch {
	case x == bad:
		return bad
	case x.Type.Kind == def.KPile:
		return op(def.OpPileSize, tInt, x)
	case x.Type.Kind == def.KSet, x.Type.Kind == def.KOrder:
		return op(def.OpSize, tInt, x)
	}
	c.errorf(e.Args[0].Pos, "wrong-type", "size is of a set, an order or a pile, this is %s", c.describe(x.Type))
	return bad
}

func (c *compiler) the(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	x := c.one(e, v, tAny)
	if x == bad {
		return bad
	}
	if x.Type.Kind != def.KSet || x.Type.Elem == def.KClass {
		c.errorf(e.Args[0].Pos, "wrong-type", "the(…) takes a set, this is %s", c.describe(x.Type))
		return bad
	}
	return op(def.OpThe, elemOf(x.Type), x)
}

func (c *compiler) subset(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	if len(e.Args) != 2 {
		c.errorf(e.Pos, "wrong-arguments", "subset takes two sets")
		return bad
	}
	a, b := c.pair(e.Args[0], e.Args[1], v, tAny)
	if a == bad || b == bad {
		return bad
	}
	return op(def.OpSubsetOf, tBool, a, b)
}

func (c *compiler) pieces(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	if len(e.Args) == 1 && len(e.Named) == 0 { // a query without a filter
		return c.allPieces(e, v)
	}
	if len(e.Args) != 2 {
		c.errorf(e.Pos, "wrong-arguments", "pieces takes a zone or set of zones and a piece filter")
		return bad
	}
	z := c.raw(e.Args[0], v, tAny)
	f := c.expr(e.Args[1], v, tFilter)
	if z == bad || f == bad {
		return bad
	}
	if z.Type.Kind == def.KZone {
		return op(def.OpPieces, tInt, z, f)
	}
	z = c.coerce(z, tZones, e.Args[0].Pos)
	if z == bad {
		return bad
	}
	return op(def.OpPiecesIn, tInt, z, f)
}

func (c *compiler) left(e *syntax.Expr, _ *env, _ def.Type) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Name {
		if s, ok := c.syms[e.Args[0].Name]; ok && s.kind == symPool {
			return &def.Expr{Op: def.OpPoolLeft, Type: tInt, I: int64(s.index)}
		}
	}
	c.errorf(e.Pos, "wrong-arguments", "left takes the name of a pool of markers")
	return bad
}

// point resolves the hook point named by the first operand.
func (c *compiler) point(e *syntax.Expr) (int32, bool) {
	if len(e.Args) > 0 && e.Args[0].Kind == syntax.Name {
		if p, ok := c.points[e.Args[0].Name]; ok {
			return p, true
		}
		c.errorf(e.Args[0].Pos, "unknown-name", "there is no hook point %s%s", e.Args[0].Name, c.near(e.Args[0].Name, c.pointNames()))
		return 0, false
	}
	c.errorf(e.Pos, "wrong-arguments", "%s takes a hook point first", e.Name)
	return 0, false
}

func (c *compiler) pointNames() []string {
	var out []string
	for n := range c.points {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// payload checks the operands that a hook point takes.
func (c *compiler) payload(e *syntax.Expr, rest []*syntax.Expr, p int32, v *env) ([]*def.Expr, bool) {
	params := c.pointParams[p]
	if len(rest) != len(params) {
		c.errorf(e.Pos, "wrong-arguments", "hook point %s takes %s, not %d", c.def.Points[p].ID, counted(len(params), "operand"), len(rest))
		return nil, false
	}
	var out []*def.Expr
	for i, a := range rest {
		x := c.expr(a, v, params[i].Type)
		if x == bad {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

func (c *compiler) allowed(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	p, ok := c.point(e)
	if !ok {
		return bad
	}
	if c.def.Points[p].Kind != def.PointAllow {
		c.errorf(e.Pos, "wrong-point", "allowed needs a point of kind allow")
		return bad
	}
	args, ok := c.payload(e, e.Args[1:], p, v)
	if !ok {
		return bad
	}
	x := op(def.OpHookAllow, tBool, args...)
	x.I = int64(p)
	return x
}

func (c *compiler) modified(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	p, ok := c.point(e)
	if !ok {
		return bad
	}
	o, t := def.OpHookNumber, c.pointOf[p]
	switch c.def.Points[p].Kind {
	case def.PointPool:
		o = def.OpHookPool
	case def.PointAllow, def.PointRun:
		c.errorf(e.Pos, "wrong-point", "modified needs a point of kind number, limit or pool")
		return bad
	}
	if len(e.Args) < 2 {
		c.errorf(e.Pos, "wrong-arguments", "modified takes a hook point, the base value and the point's operands")
		return bad
	}
	base := c.expr(e.Args[1], v, t)
	args, ok := c.payload(e, e.Args[2:], p, v)
	if !ok || base == bad {
		return bad
	}
	x := op(o, t, append([]*def.Expr{base}, args...)...)
	x.I = int64(p)
	return x
}

// possible lowers possible(procedure, name: value…).
func (c *compiler) possible(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	if len(e.Args) < 1 {
		c.errorf(e.Pos, "wrong-arguments", "possible takes a procedure and its arguments by name")
		return bad
	}
	x := c.raw(e.Args[0], v, tProc)
	if x == bad {
		return bad
	}
	if x.Type.Kind != def.KProc {
		c.errorf(e.Args[0].Pos, "wrong-type", "a procedure is expected, this is %s", c.describe(x.Type))
		return bad
	}
	var params []*param
	o := def.OpPossibleDyn
	if x.Op == def.OpConst {
		o = def.OpPossible
		params = c.procAt(x.I).params
	} else if x.Type.Of > 0 {
		params = sigParams(c.sigs[x.Type.Of-1])
	} else {
		c.errorf(e.Args[0].Pos, "wrong-type", "the parameters of this procedure are not known here; use callOne or a property of type procedure(…)")
		return bad
	}
	args, ok := c.syntaxArgs(e, e.Args[1:], e.Named, params, v)
	if !ok {
		return bad
	}
	y := op(o, tBool)
	if o == def.OpPossible {
		y.I = x.I
	} else {
		y.Args = append(y.Args, x)
	}
	y.Args = append(y.Args, args...)
	return y
}

func (c *compiler) running(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	x := c.one(e, v, tProc)
	if x == bad {
		return bad
	}
	if x.Op != def.OpConst {
		c.errorf(e.Pos, "wrong-arguments", "running takes the name of a procedure")
		return bad
	}
	y := op(def.OpGt, tBool, &def.Expr{Op: def.OpRunning, Type: tInt, I: x.I}, konst(tInt, 0))
	return y
}

// level is the position of an enum member or scale state, from 0.
func (c *compiler) level(e *syntax.Expr, v *env, _ def.Type) *def.Expr {
	x := c.one(e, v, tAny)
	if x == bad {
		return bad
	}
	if x.Type.Kind != def.KEnum {
		c.errorf(e.Args[0].Pos, "wrong-type", "level is of an enum member, this is %s", c.describe(x.Type))
		return bad
	}
	y := *x
	y.Type = tInt
	return &y
}

// tagged is the set of procedures with a tag.
func (c *compiler) tagged(e *syntax.Expr, _ *env, _ def.Type) *def.Expr {
	if len(e.Args) != 1 || e.Args[0].Kind != syntax.Name {
		c.errorf(e.Pos, "wrong-arguments", "procedures takes the name of a tag")
		return bad
	}
	var set int64
	for _, p := range c.procs {
		if p.hasTag(e.Args[0].Name) && p.index < 64 {
			set |= 1 << uint(p.index)
		}
	}
	if set == 0 && !strings.HasPrefix(e.Pos.File, "library/") { // a library can do without a game's procedures
		c.errorf(e.Args[0].Pos, "unknown-name", "no procedure has the tag %s%s", e.Args[0].Name, c.near(e.Args[0].Name, c.tags()))
		return bad
	}
	return konst(tProcs, set)
}

// tags lists the tags of procedures, for near names.
func (c *compiler) tags() []string {
	var out []string
	for _, p := range c.procs {
		out = append(out, p.tags...)
	}
	return out
}

func (c *compiler) members(e *syntax.Expr, _ *env, _ def.Type) *def.Expr {
	if len(e.Args) == 1 && e.Args[0].Kind == syntax.Name {
		if i, ok := c.enums[e.Args[0].Name]; ok {
			return konst(setOf(def.Type{Kind: def.KEnum, Of: i}), 1<<uint(len(c.def.Enums[i].Members))-1)
		}
	}
	c.errorf(e.Pos, "wrong-arguments", "members takes the name of an enum")
	return bad
}

// callFunction lowers a call of a rulebook function.
func (c *compiler) callFunction(f *function, e *syntax.Expr, v *env) *def.Expr {
	f.compile()
	args, ok := c.syntaxArgs(e, e.Args, e.Named, f.params, v)
	if !ok || f.typ.Kind == def.KNone {
		return bad
	}
	x := op(def.OpCall, f.typ, args...)
	x.I = int64(f.index)
	return x
}

// syntaxArgs matches positional and named operands of a formula call with parameters; defaults fill the rest.
func (c *compiler) syntaxArgs(e *syntax.Expr, args []*syntax.Expr, named []syntax.Arg, params []*param, v *env) ([]*def.Expr, bool) {
	out := make([]*def.Expr, len(params))
	ok := true
	if len(args) > len(params) {
		c.errorf(e.Pos, "wrong-arguments", "%s takes %s, not %d", e.Name, counted(len(params), "argument"), len(args))
		return nil, false
	}
	for i, a := range args {
		out[i] = c.expr(a, v, params[i].typ)
	}
	for _, a := range named {
		found := false
		for i, p := range params {
			if p.name == a.Name {
				found = true
				out[i] = c.expr(a.Value, v, p.typ)
			}
		}
		if !found {
			c.errorf(a.Pos, "unknown-argument", "%s has no parameter %s%s", e.Name, a.Name, c.near(a.Name, paramNames(params)))
			return nil, false
		}
	}
	for i, p := range params {
		if out[i] == nil {
			if p.def == nil {
				c.errorf(e.Pos, "missing-argument", "%s needs %s", e.Name, p.name)
				ok = false
				continue
			}
			out[i] = c.value(p.def, nil, p.typ)
		}
		if out[i] == bad {
			ok = false
		}
	}
	return out, ok
}

// counted writes a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func paramNames(params []*param) []string {
	var out []string
	for _, p := range params {
		out = append(out, p.name)
	}
	return out
}
