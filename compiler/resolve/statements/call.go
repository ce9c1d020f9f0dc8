package statements

// This file resolves calls of procedures by name and by value, hook points and grants.

import (
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// callee is the target of a call: its name and parameters.
type callee struct {
	name   string
	params []*declare.Param
	unsure bool // parameters may be missing because of an error
}

func calleeOf(d *declare.Proc) callee { return callee{d.ID, d.Params, d.Unsure} }

// calleeWith returns a callee of which only the types of the parameters are known.
func calleeWith(name string, params []def.Param) callee {
	c := callee{name: name}
	for _, q := range params {
		c.params = append(c.params, &declare.Param{Name: q.Name, Type: q.Type})
	}
	return c
}

func (c callee) index(param string) int {
	return slices.IndexFunc(c.params, func(q *declare.Param) bool { return q.Name == param })
}

func (c callee) names() []string {
	var out []string
	for _, q := range c.params {
		out = append(out, q.Name)
	}
	return out
}

// arguments matches n, a mapping or a single argument, with parameters. It returns nil after an error. Missing arguments are
// reported at `at` if n is nil.
func (p *procedure) arguments(n *source.Node, at diag.Pos, to callee, v *formulas.Scope) *typed.Args {
	xs := p.stated(n, to, v)
	if xs == nil {
		return nil
	}
	p.handOn(xs, to)
	args := &typed.Args{Xs: xs, Left: leftOut(xs)}
	if p.fill(xs, where(n, at), to, nil); slices.ContainsFunc(xs, formulas.IsBad) {
		return nil
	}
	return args
}

// handOn fills in omitted arguments from the caller: the callee's decider is the caller's, and parameters of a bundle that both
// have keep their values. Parameters with a default are not affected.
func (p *procedure) handOn(xs []*def.Expr, to callee) {
	decider := p.Syms.Rules.Decider(to.params)
	for i, q := range to.params {
		if xs[i] != nil || q.Default != nil {
			continue
		}
		own := slices.IndexFunc(p.decl.Params, func(o *declare.Param) bool { return o.Name == q.Name && o.Type == q.Type })
		switch {
		case own >= 0 && p.Syms.Rules.Bundled(q):
			xs[i] = p.Read(p.out.Params[own])
		case i == decider && p.decider != nil:
			xs[i] = p.Read(p.decider)
		}
	}
}

func where(n *source.Node, at diag.Pos) diag.Pos {
	if n != nil {
		return n.Pos
	}
	return at
}

// leftOut returns the omitted arguments as bits.
func leftOut(xs []*def.Expr) (left int32) {
	for i, x := range xs {
		if x == nil {
			left |= 1 << i
		}
	}
	return left
}

// stated resolves the arguments given by n. Omitted ones stay nil. The list is nil if errors make it useless.
func (p *procedure) stated(n *source.Node, to callee, v *formulas.Scope) []*def.Expr {
	if to.unsure {
		return nil
	}
	out := make([]*def.Expr, len(to.params))
	switch {
	case n.Given() == nil:
		return out
	case n.Kind == source.Map && !isTree(n, to):
		return p.byName(out, n, to, v)
	}
	i := to.single()
	if i < 0 {
		p.Errorf(n.Pos, "wrong-arguments", "%s takes its arguments by name: {%s}", to.name, strings.Join(to.names(), ", "))
		return nil
	}
	out[i] = p.argument(n, v, to.params[i].Type)
	return out
}

// byName resolves the arguments of a mapping.
func (p *procedure) byName(out []*def.Expr, n *source.Node, to callee, v *formulas.Scope) []*def.Expr {
	strange := false
	for _, q := range n.Pairs {
		i := to.index(q.Key.Value)
		if i < 0 {
			p.Errorf(q.Key.Pos, "unknown-argument", "%s has no parameter %s%s", to.name, q.Key.Value, p.Near(q.Key.Value, to.names()))
			strange = true
			continue
		}
		p.UsesParam(q.Key.Pos, to.params[i])
		out[i] = p.argument(q.Value, v, to.params[i].Type)
	}
	if strange { // the unknown name probably means a missing parameter
		return nil
	}
	return out
}

// single returns the index of the parameter for a single argument: the only one without a default, or the only one. It returns -1
// if there is none.
func (c callee) single() int {
	if len(c.params) == 1 {
		return 0
	}
	free := -1
	for i, q := range c.params {
		if q.Default != nil {
			continue
		}
		if free >= 0 {
			return -1
		}
		free = i
	}
	return free
}

// isTree reports whether a mapping is a value in tree form rather than named arguments.
func isTree(n *source.Node, to callee) bool {
	if slices.ContainsFunc(n.Pairs, func(q source.Pair) bool { return to.index(q.Key.Value) >= 0 }) {
		return false
	}
	return slices.ContainsFunc([]string{"ref", "op", "if", "aggregate", "query", "param", "any", "every"}, func(key string) bool { return n.Get(key) != nil })
}

// fill sets omitted arguments to their defaults, which are resolved in v.
func (p *procedure) fill(out []*def.Expr, at diag.Pos, to callee, v *formulas.Scope) {
	for i, q := range to.params {
		switch {
		case out[i] != nil:
		case q.Default == nil:
			p.Errorf(at, "missing-argument", "%s needs %s", to.name, q.Name)
		default:
			out[i] = p.Value(q.Default, v, q.Type)
		}
	}
}

// argument resolves one argument: sets and conditions are formulas, others values.
func (p *procedure) argument(n *source.Node, v *formulas.Scope, t def.Type) *def.Expr {
	if t.Kind == def.KSet || t.Kind == def.KBool {
		return p.Formula(n, v, t)
	}
	return p.Value(n, v, t)
}

// resultOf returns the type of a procedure's result.
func resultOf(d *declare.Proc) def.Type {
	if d.Returns.Kind == def.KNone && !formulas.Unknown(d.Returns) {
		return def.TInt
	}
	return d.Returns
}

// calls records a call of a procedure. Statements from a macro have one position, however often it is used.
func (p *procedure) calls(d *declare.Proc, at diag.Pos) {
	if !slices.Contains(p.Called[d.Index], at) {
		p.Called[d.Index] = append(p.Called[d.Index], at)
	}
}

// verb resolves a call by the procedure's name.
func (p *procedure) verb(s *statement, d *declare.Proc, v *formulas.Scope) typed.Action {
	p.calls(d, s.Arg.Key.Pos)
	if args := p.arguments(s.Arg.Node, s.Arg.Key.Pos, calleeOf(d), v); args != nil {
		return &typed.Call{Proc: d.Index, Args: *args}
	}
	return nil
}

func (p *procedure) callStatement(s *statement, v *formulas.Scope) typed.Action {
	act, _ := p.calling(s.Arg.Node, s.Get("with"), s.Unsure, v)
	return act
}

// calling resolves a call of a procedure value and the type of its result. The call is nil after an error. If unsure, `with` may
// be missing because its key was not understood.
func (p *procedure) calling(target, with *source.Node, unsure bool, v *formulas.Scope) (typed.Action, def.Type) {
	if target == nil {
		return nil, declare.Unknown
	}
	e, list := p.Syntax.Value(target)
	if p.Said(list) {
		return nil, declare.Unknown
	}
	x := p.Raw(e, v, def.TProc)
	if formulas.IsBad(x) {
		return nil, declare.Unknown
	}
	if x.Type.Kind != def.KProc {
		p.Errorf(target.Pos, "wrong-type", "a procedure is expected, this is %s", p.Describe(x.Type))
		return nil, declare.Unknown
	}
	if x.Op == def.OpConst {
		d := p.Syms.Rules.Procs[x.I]
		p.calls(d, target.Pos)
		to := calleeOf(d)
		to.unsure = to.unsure || unsure
		if args := p.arguments(with, target.Pos, to, v); args != nil {
			return &typed.Call{Proc: d.Index, Args: *args}, resultOf(d)
		}
		return nil, declare.Unknown
	}
	if x.Type.Of == 0 {
		p.Errorf(target.Pos, "wrong-type", "the parameters of this procedure are not known here; use callOne or a property of type procedure(…)")
		return nil, declare.Unknown
	}
	params := p.Syms.Rules.Signatures[x.Type.Of-1].Params
	to := calleeWith("the procedure", params)
	to.unsure = unsure
	if args := p.arguments(with, target.Pos, to, v); args != nil {
		return &typed.CallValue{Proc: x, Args: *args}, def.TInt
	}
	return nil, declare.Unknown
}

// hook resolves the statement that runs one or several hook points.
func (p *procedure) hook(s *statement, v *formulas.Scope) typed.Action {
	if n := s.Arg.Node; n.Kind == source.Scalar {
		return p.runHooks(n, nil, v)
	}
	return p.assignments(s, func(k, val *source.Node) typed.Action { return p.runHooks(k, val, v) })
}

func (p *procedure) runHooks(point, args *source.Node, v *formulas.Scope) typed.Action {
	i, ok := p.Syms.Points[point.Value]
	p.Uses(point.Pos, names.Thing{Sort: names.Point, Name: point.Value})
	if !ok {
		p.Lacking(point, "unknown-name", "there is no hook point %s%s", point.Value, p.Near(point.Value, p.PointNames()))
		return nil
	}
	if p.Game.Points[i].Kind != def.PointRun {
		p.Errorf(point.Pos, "wrong-point", "hook runs points of kind run; %s is read with modified or allowed", point.Value)
		return nil
	}
	to := callee{name: point.Value, params: p.Syms.Rules.Points[i].Params, unsure: p.Syms.Rules.Points[i].Entry.Unsure}
	if a := p.arguments(args, point.Pos, to, v); a != nil {
		return &typed.RunHooks{Point: i, Args: *a}
	}
	return nil
}

func (p *procedure) grantStatement(s *statement, v *formulas.Scope) typed.Action {
	if g, _ := p.grant(s.Arg.Node, v); g != nil {
		return g
	}
	return nil
}

// grant resolves {procedure: arguments}, an action that a text gives to a seat. The grants block has the parts that all grants
// share, so that a text gives only the differences. It returns the type of the result, too; the grant is nil after an error.
func (p *procedure) grant(n *source.Node, v *formulas.Scope) (*typed.Grant, def.Type) {
	if n == nil {
		return nil, declare.Unknown
	}
	name, arg := n, (*source.Node)(nil)
	if len(n.Pairs) == 1 {
		name, arg = n.Pairs[0].Key, n.Pairs[0].Value
	}
	if name.Kind != source.Scalar {
		return nil, declare.Unknown
	}
	sym := p.Named(name, declare.Procedure)
	if sym == nil {
		p.Lacking(name, "unknown-name", "there is no procedure %s%s", name.Value, p.Near(name.Value, p.ProcNames()))
		return nil, declare.Unknown
	}
	d := p.Syms.Rules.Procs[sym.Index]
	p.calls(d, name.Pos)
	var common *tree.Entry
	if block := p.Book.Top.Value("grants"); block != nil {
		common = block.Entry
	}
	to := calleeOf(d)
	to.params = givenParams(d.Params, common.Pairs("with"))
	xs := p.stated(arg, to, v)
	if xs == nil {
		return nil, declare.Unknown
	}
	g := &typed.Grant{Proc: d.Index, Args: typed.Args{Xs: xs, Left: leftOut(xs)}}
	own := (*formulas.Scope)(nil).Child() // the parts of the grants block can read the arguments only
	p.own(g, to, own, false)
	if p.fill(xs, where(arg, name.Pos), to, own); slices.ContainsFunc(xs, formulas.IsBad) {
		return nil, declare.Unknown
	}
	p.own(g, to, own, true)
	if common != nil {
		p.Under(common.Node, func() {
			g.Before, g.After = p.block(common.Value("before"), own), p.block(common.Value("after"), own)
		})
	}
	return g, resultOf(d)
}

// own binds those arguments of a grant that are not bound yet. If defaults is set, they are defaults of the parameters.
func (p *procedure) own(g *typed.Grant, to callee, own *formulas.Scope, defaults bool) {
	for i, q := range to.params {
		x := g.Args.Xs[i]
		if formulas.IsBad(x) || own.Own("$"+q.Name) != nil {
			continue
		}
		a := typed.GrantArg{Name: p.Bind(own, "$"+q.Name, q.Type, q.Pos), Value: x}
		if defaults {
			a.At = p.Place(q.Default, "default")
		}
		g.Own = append(g.Own, a)
		g.Args.Xs[i] = p.Read(a.Name)
	}
}

// givenParams returns parameters with the defaults of the grants block.
func givenParams(params []*declare.Param, with []*tree.Value) []*declare.Param {
	out := slices.Clone(params)
	for i, q := range params {
		for _, w := range with {
			if w.Key.Value == q.Name {
				given := *q
				given.Default = w.Node
				out[i] = &given
			}
		}
	}
	return out
}

// nothing returns the value of type t for no result: none, the empty set or 0.
func nothing(t def.Type) *def.Expr {
	switch t.Kind {
	case def.KSeat, def.KZone, def.KPile, def.KCard, def.KProc, def.KRow, def.KLasting, def.KPiece, def.KTrack:
		return formulas.Const(t, def.None)
	}
	return formulas.Const(t, 0)
}
