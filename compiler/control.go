package compiler

// control.go lowers bindings, branches, loops, calls, scopes and hooks.

import (
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/engine/def"
)

func lowerDo(l *lowering, s *stmt, v *env) { l.block(s.arg, v) }

func lowerLet(l *lowering, s *stmt, v *env) {
	if s.arg.Kind == source.Map && s.arg.Get("bind") != nil { // seeds: let: {bind, value, in}
		f := l.c.fields(s.arg, "let")
		bind, val, in := f.must("bind"), f.must("value"), f.get("in")
		f.done()
		if bind == nil || val == nil {
			return
		}
		inner := v
		if in != nil {
			inner = v.child()
		}
		l.let(bind, val, v, inner, s.node)
		if in != nil {
			l.list(in, inner)
		}
		return
	}
	l.assignments(s, func(k, val *source.Node) { l.let(k, val, v, v, s.node) })
}

func (l *lowering) let(k, val *source.Node, v, into *env, node int32) {
	c := l.c
	if len(k.Value) < 2 || k.Value[0] != '$' {
		c.errorf(k.Pos, "bad-binding", "a binding begins with $, write $%s", k.Value)
		return
	}
	if val.Kind == source.Map && val.Get("grant") != nil {
		slot := l.bind(into, k.Value, tInt, k.Pos)
		none := l.emit(def.Instr{Op: def.CSet, A: 0, B: slot, Node: node})
		typ := tInt
		if p := l.grant(val.Get("grant"), v, slot, node); p != nil && c.returns(p).Kind != def.KNone {
			typ = c.returns(p)
		}
		c.def.Code[none].X = []*def.Expr{nothing(typ)}
		into.names[k.Value].typ = typ
		into.names[k.Value].used = l.watch(k)
		return
	}
	if val.Kind == source.Map && val.Get("call") != nil {
		slot := l.bind(into, k.Value, tInt, k.Pos)
		typ := l.callNode(val, v, slot, node)
		into.names[k.Value].typ = typ
		into.names[k.Value].used = l.watch(k)
		return
	}
	x := l.value(val, v, tAny)
	if x == bad {
		into.names[k.Value] = &binding{typ: def.Type{Of: -1}, konst: bad}
		return
	}
	if x == noneExpr {
		c.errorf(val.Pos, "wrong-type", "none has no kind here; bind a value of the kind that is meant")
		return
	}
	slot := l.bind(into, k.Value, x.Type, k.Pos)
	into.names[k.Value].used = l.watch(k)
	l.emit(def.Instr{Op: def.CSet, A: 0, B: slot, X: []*def.Expr{x}, Node: node})
}

// watch remembers a binding for the check of unused ones.
func (l *lowering) watch(k *source.Node) *bool {
	l.bound = append(l.bound, watched{name: k, used: new(bool)})
	return l.bound[len(l.bound)-1].used
}

func lowerSwitch(l *lowering, s *stmt, v *env) {
	x := l.formula(s.arg, v, tAny)
	cases, els := l.need(s, "cases"), s.get("else")
	if x == bad || cases == nil {
		return
	}
	slot := l.slot()
	l.emit(def.Instr{Op: def.CSet, B: slot, X: []*def.Expr{x}, Node: s.node})
	var ends []int
	seen := l.casesOf(s.arg, x, v)
	for _, p := range cases.Pairs {
		k := l.c.value(p.Key, v, x.Type)
		if k == bad {
			continue
		}
		seen.add(p.Key, k)
		test := op(def.OpEq, tBool, &def.Expr{Op: def.OpLocal, Type: x.Type, I: int64(slot)}, k)
		test.Node = l.c.node(p.Key, "case")
		skip := l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{test}, Node: s.node})
		l.block(p.Value, v)
		ends = append(ends, l.emit(def.Instr{Op: def.CJump, Node: s.node}))
		l.patch(skip)
	}
	seen.otherwise(s.n.Pair("else"))
	l.block(els, v)
	for _, e := range ends {
		l.patch(e)
	}
}

func lowerFor(l *lowering, s *stmt, v *env) {
	c := l.c
	where, body, order := s.get("where"), s.get("do"), s.get("order")
	if s.arg.Kind != source.Map || len(s.arg.Pairs) != 1 {
		c.errorf(s.arg.Pos, "wrong-type", "for takes one binding: {for: {$x: set}, do: […]}")
		return
	}
	k, over := s.arg.Pairs[0].Key, s.arg.Pairs[0].Value
	x := l.formula(over, v, tAny)
	if x == bad {
		return
	}
	if x.Type.Kind != def.KSet && x.Type.Kind != def.KOrder {
		x = c.coerce(x, setOf(x.Type), over.Pos)
		if x == bad {
			return
		}
	}
	if x.Type.Elem == def.KClass {
		c.errorf(over.Pos, "wrong-type", "for runs over zones, seats, cards, rows or numbers; take visits pieces")
		return
	}
	if where != nil {
		x = l.filtered(x, k.Value, where, v)
	}
	l.loop(k, x, nil, body, order, v, s.node)
}

// loop runs body for each member of x, bound to k, at most limit times if there is a limit. order, if not nil, says that
// the members and their order are meant to be fixed.
func (l *lowering) loop(k *source.Node, x, limit *def.Expr, body, order *source.Node, v *env, node int32) {
	rest := l.slot()
	inner := v.child()
	item := l.bind(inner, k.Value, elemOf(x.Type), k.Pos)
	l.emit(def.Instr{Op: def.CSet, B: rest, X: []*def.Expr{x}, Node: node})
	code := def.CForSet
	if x.Type.Kind == def.KOrder {
		code = def.CForOrder
	}
	from := l.here()
	l.rounds(def.Instr{Op: code, A: rest, B: item, Node: node}, limit, body, inner)
	switch {
	case order == nil:
		l.c.loops = append(l.c.loops, loop{n: k, proc: l.p.index, over: x, member: item, from: from, to: l.here()})
	case order.Value != "fixed":
		l.c.errorf(order.Pos, "unknown-name", "the order of a loop is fixed, not %s", order.Value)
	}
}

// rounds runs body for each member that the loop instruction finds.
func (l *lowering) rounds(next def.Instr, limit *def.Expr, body *source.Node, inner *env) {
	left := int32(-1)
	if limit != nil {
		left = l.slot()
		l.emit(def.Instr{Op: def.CSet, B: left, X: []*def.Expr{limit}, Node: next.Node})
	}
	top := l.here()
	enough := -1
	if limit != nil {
		some := op(def.OpGt, tBool, &def.Expr{Op: def.OpLocal, Type: tInt, I: int64(left)}, konst(tInt, 0))
		enough = l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{some}, Node: next.Node})
		l.emit(def.Instr{Op: def.CTick, A: left, Node: next.Node})
	}
	at := l.emit(next)
	l.list(body, inner)
	l.emit(def.Instr{Op: def.CJump, A: top, Node: next.Node})
	l.patch(at)
	if enough >= 0 {
		l.patch(enough)
	}
}

// filtered narrows set x by where-conditions over its members, bound to name.
func (l *lowering) filtered(x *def.Expr, name string, where *source.Node, v *env) *def.Expr {
	inner := v.child()
	slot := l.c.bindScratch(inner, name, elemOf(x.Type), where.Pos)
	conds := l.c.conditions(where, inner, "")
	y := op(def.OpFilter, setOf(elemOf(x.Type)), x, conjunction(conds))
	y.I = int64(slot)
	return y
}

func conjunction(conds []def.Cond) *def.Expr {
	switch len(conds) {
	case 0:
		return konst(tBool, 1)
	case 1:
		return conds[0].When
	}
	x := op(def.OpAnd, tBool)
	for _, k := range conds {
		x.Args = append(x.Args, k.When)
	}
	return x
}

func lowerRepeat(l *lowering, s *stmt, v *env) {
	while, body := s.get("while"), l.need(s, "do")
	n := l.value(s.arg, v, tInt)
	if n == bad {
		return
	}
	left := l.slot()
	l.emit(def.Instr{Op: def.CSet, B: left, X: []*def.Expr{n}, Node: s.node})
	top := l.here()
	tick := op(def.OpGt, tBool, &def.Expr{Op: def.OpLocal, Type: tInt, I: int64(left)}, konst(tInt, 0))
	out := l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{tick}, Node: s.node})
	l.emit(def.Instr{Op: def.CTick, A: left, Node: s.node})
	leave := -1
	if while != nil {
		leave = l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{l.condition(while, v)}, Node: s.node})
	}
	l.stops = append(l.stops, nil)
	l.block(body, v)
	l.emit(def.Instr{Op: def.CJump, A: top, Node: s.node})
	l.patch(out)
	if leave >= 0 {
		l.patch(leave)
	}
	last := len(l.stops) - 1
	for _, j := range l.stops[last] {
		l.patch(j)
	}
	l.stops = l.stops[:last]
}

func lowerStop(l *lowering, s *stmt, _ *env) {
	if len(l.stops) == 0 {
		l.c.errorf(s.key.Pos, "misplaced", "stop leaves a repeat; there is none around it")
		return
	}
	last := len(l.stops) - 1
	l.stops[last] = append(l.stops[last], l.emit(def.Instr{Op: def.CJump, Node: s.node}))
}

func lowerReturn(l *lowering, s *stmt, v *env) {
	var xs []*def.Expr
	if s.arg != nil && s.arg.Kind != source.Null {
		d := &l.c.def.Procs[l.p.index]
		x := l.value(s.arg, v, l.c.returns(l.p))
		if x == bad {
			return
		}
		want := l.c.returns(l.p)
		if want.Kind == def.KNone {
			want = tInt
		}
		if x = l.c.coerce(x, want, s.arg.Pos); x == bad {
			return
		}
		d.Result = x.Type
		xs = append(xs, x)
	}
	l.emit(def.Instr{Op: def.CReturn, X: xs, Node: s.node})
}

// returns is the declared result type of p.
func (c *compiler) returns(p *procedure) def.Type {
	if p.n.Kind == source.Map {
		if r := p.n.Get("returns"); r != nil {
			return c.typeOf(r, nil)
		}
	}
	return tAny
}

func lowerRequire(l *lowering, s *stmt, v *env) {
	l.emit(def.Instr{Op: def.CRequire, X: []*def.Expr{l.condition(s.arg, v)}, Node: s.node})
}

func lowerAction(l *lowering, s *stmt, v *env) {
	l.action(s.node, func() { l.block(s.arg, v) })
}

// action runs a body with a fresh set of the variables of action scope.
func (l *lowering) action(node int32, body func()) {
	n := int32(0)
	for i := range l.c.def.Vars {
		if l.c.def.Vars[i].Scope == def.ActionScope {
			n += l.c.def.Vars[i].Len
		}
	}
	at := l.slots(n)
	l.emit(def.Instr{Op: def.CEnter, A: at, Node: node})
	l.emit(def.Instr{Op: def.CSet, A: 1, B: l.c.inAction, X: []*def.Expr{konst(tInt, 1)}, Node: node})
	body()
	l.emit(def.Instr{Op: def.CLeave, A: at, Node: node})
	if len(l.c.def.Marks) == 0 {
		return
	}
	// marks last as long as the outermost action
	inner := &def.Expr{Op: def.OpCell, Type: tInt, I: int64(l.c.inAction)}
	skip := l.emit(def.Instr{Op: def.CJumpUnless, X: []*def.Expr{op(def.OpEq, tBool, inner, konst(tInt, 0))}, Node: node})
	for i := range l.c.def.Marks {
		l.emit(def.Instr{Op: def.CUntagAll, A: int32(i), Node: node})
	}
	l.patch(skip)
}

func lowerHold(l *lowering, s *stmt, v *env) {
	body := s.get("do")
	sym, ok := l.c.syms[s.arg.Value]
	if !ok || sym.kind != symDerived || l.c.def.Derived[sym.index].Held < 0 {
		l.c.errorf(s.arg.Pos, "unknown-name", "hold takes a derived value declared with hold: true, not %s", s.arg.Value)
		return
	}
	l.emit(def.Instr{Op: def.CHold, A: sym.index, Node: s.node})
	l.block(body, v)
	l.emit(def.Instr{Op: def.CRelease, A: sym.index, Node: s.node})
}

func lowerHook(l *lowering, s *stmt, v *env) {
	c := l.c
	arg := s.arg
	if arg.Kind == source.Scalar {
		arg = &source.Node{Kind: source.Map, Pos: arg.Pos, Pairs: []source.Pair{{Key: arg, Value: &source.Node{Kind: source.Null}}}}
	}
	for _, p := range arg.Pairs {
		pi, ok := c.points[p.Key.Value]
		if !ok {
			c.errorf(p.Key.Pos, "unknown-name", "there is no hook point %s%s", p.Key.Value, c.near(p.Key.Value, c.pointNames()))
			continue
		}
		if c.def.Points[pi].Kind != def.PointRun {
			c.errorf(p.Key.Pos, "wrong-point", "hook runs points of kind run; %s is read with modified or allowed", p.Key.Value)
			continue
		}
		var params []*param
		for _, q := range c.pointParams[pi] {
			params = append(params, &param{name: q.Name, typ: q.Type})
		}
		args, ok := l.arguments(p.Value, p.Key.Value, params, v)
		if !ok {
			continue
		}
		at := l.slots(2)
		l.emit(def.Instr{Op: def.CSet, B: at, X: []*def.Expr{konst(tInt, 0)}, Node: s.node})
		l.emit(def.Instr{Op: def.CHooks, A: pi, B: at, X: args.xs, Node: s.node})
		for _, a := range c.def.Points[pi].Attach {
			if q := c.def.Attachments[a].Proc; q >= 0 {
				c.edge(l.p.index, q)
			}
		}
	}
}

// arguments matches the mapping (or the single value) of a call with parameters.
func (l *lowering) arguments(n *source.Node, what string, params []*param, v *env) (arguments, bool) {
	out, ok := l.written(n, what, params, v)
	if out == nil {
		return arguments{}, false
	}
	left := leftOut(out)
	return arguments{out, left}, l.fill(out, n, what, params, nil) && ok
}

// arguments are those of a call, and which of them it leaves to the parameters' defaults, as bits.
type arguments struct {
	xs   []*def.Expr
	left int32
}

func leftOut(xs []*def.Expr) (left int32) {
	for i, x := range xs {
		if x == nil && i < 31 {
			left |= 1 << i
		}
	}
	return left
}

// written lowers the arguments that n states. Parameters that it leaves out stay nil; the list is nil if nothing more can be said.
func (l *lowering) written(n *source.Node, what string, params []*param, v *env) ([]*def.Expr, bool) {
	c := l.c
	if c.unsure[what] {
		return nil, false
	}
	out := make([]*def.Expr, len(params))
	ok := true
	switch {
	case n == nil || n.Kind == source.Null:
	case n.Kind == source.Map && !isTree(n, params):
		for _, p := range n.Pairs {
			i := paramIndex(params, p.Key.Value)
			if i < 0 {
				c.errorf(p.Key.Pos, "unknown-argument", "%s has no parameter %s%s", what, p.Key.Value, c.near(p.Key.Value, paramNames(params)))
				ok = false
				continue
			}
			out[i] = l.argument(p.Value, v, params[i].typ)
		}
		for i, p := range params {
			if out[i] == nil && p.def == nil && !ok { // probably this one, misspelt
				return nil, false
			}
		}
	default:
		free := -1
		for i, p := range params {
			if p.def == nil {
				if free >= 0 {
					free = -2
					break
				}
				free = i
			}
		}
		if free == -1 && len(params) == 1 {
			free = 0
		}
		if free < 0 {
			c.errorf(n.Pos, "wrong-arguments", "%s takes its arguments by name: {%s}", what, joined(paramNames(params)))
			return nil, false
		}
		out[free] = l.argument(n, v, params[free].typ)
	}
	return out, ok
}

// fill gives the parameters that were left out their defaults, in which v is known.
func (l *lowering) fill(out []*def.Expr, n *source.Node, what string, params []*param, v *env) bool {
	ok := true
	for i, p := range params {
		switch {
		case out[i] != nil:
		case p.def == nil:
			pos := l.p.n.Pos
			if n != nil && n.Pos.Line > 0 {
				pos = n.Pos
			}
			l.c.errorf(pos, "missing-argument", "%s needs %s", what, p.name)
			ok = false
			continue
		default:
			out[i] = l.c.value(p.def, v, p.typ)
		}
		ok = ok && out[i] != bad
	}
	return ok
}

// argument reads one argument: filters, sets and conditions are formulas, anything else a value.
func (l *lowering) argument(n *source.Node, v *env, t def.Type) *def.Expr {
	if t.Kind == def.KSet || t.Kind == def.KBool {
		return l.formula(n, v, t)
	}
	return l.value(n, v, t)
}

// isTree tells a value in tree form from named arguments.
func isTree(n *source.Node, params []*param) bool {
	for _, p := range n.Pairs {
		if paramIndex(params, p.Key.Value) >= 0 {
			return false
		}
	}
	return n.Get("ref") != nil || n.Get("op") != nil || n.Get("if") != nil || n.Get("aggregate") != nil || n.Get("query") != nil || n.Get("param") != nil || n.Get("any") != nil || n.Get("every") != nil
}

func joined(s []string) string {
	out := ""
	for i, x := range s {
		if i > 0 {
			out += ", "
		}
		out += x
	}
	return out
}

func paramIndex(params []*param, name string) int {
	for i, p := range params {
		if p.name == name {
			return i
		}
	}
	return -1
}

// lowerVerb lowers a call by the procedure's name.
func lowerVerb(l *lowering, s *stmt, v *env) {
	sym := l.c.syms[s.word]
	p := l.c.procs[sym.index]
	args, ok := l.arguments(s.arg, s.word, p.params, v)
	if !ok {
		return
	}
	l.call(p, args, -1, s.node)
}

func (l *lowering) call(p *procedure, args arguments, result int32, node int32) {
	l.c.edge(l.p.index, p.index)
	l.emit(def.Instr{Op: def.CCall, A: p.index, B: result, C: args.left, X: args.xs, Node: node})
}

func lowerCallStatement(l *lowering, s *stmt, v *env) {
	s.get("with")
	l.callNode(s.n, v, -1, s.node)
}

// callNode lowers {call: procedure, with: {…}}; the result goes to slot (-1: dropped). It returns the result's type.
func (l *lowering) callNode(n *source.Node, v *env, slot int32, node int32) def.Type {
	c := l.c
	target, with := n.Get("call"), n.Get("with")
	if with == nil {
		with = &source.Node{Kind: source.Null, Pos: target.Pos}
	}
	e, list := syntax.Value(target)
	c.diags = append(c.diags, list...)
	if e == nil || list.HasErrors() {
		return tInt
	}
	x := c.raw(e, v, tProc)
	if x == bad {
		return tInt
	}
	if x.Type.Kind != def.KProc {
		c.errorf(target.Pos, "wrong-type", "a procedure is expected, this is %s", c.describe(x.Type))
		return tInt
	}
	if x.Op == def.OpConst {
		p := c.procAt(x.I)
		if args, ok := l.arguments(with, p.id, p.params, v); ok {
			l.call(p, args, slot, node)
		}
		if t := c.returns(p); t.Kind != def.KNone {
			return t
		}
		return tInt
	}
	if x.Type.Of == 0 {
		c.errorf(target.Pos, "wrong-type", "the parameters of this procedure are not known here; use callOne or a property of type procedure(…)")
		return tInt
	}
	sig := x.Type.Of - 1
	args, ok := l.arguments(with, "the procedure", sigParams(c.sigs[sig]), v)
	if !ok {
		return tInt
	}
	c.dynUse = append(c.dynUse, dynamicCall{caller: l.p.index, sig: sig})
	l.emit(def.Instr{Op: def.CCallDyn, B: slot, C: args.left, X: append([]*def.Expr{x}, args.xs...), Node: node})
	return tInt
}
