// Package statements resolves procedures: it resolves each statement in the scope of the preceding ones, to actions of the typed
// rulebook. Each of the other files resolves a group of related statements.
package statements

import (
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/declare"
	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// procedure is the state of resolving one procedure.
type procedure struct {
	answers *answering // nil outside of together
	*Procedures
	decl    *declare.Proc
	out     *typed.Proc
	decider *typed.Binding // the parameter that decides if a decision has no `by`, or nil
	repeats int            // number of enclosing repeats within the innermost ensure
	ensures int            // number of enclosing ensures
	foreign int            // number of enclosing statements with an origin
}

// statement is a statement with its place in the compiled game.
type statement struct {
	*tree.Stmt
	at   *typed.Place
	from *syntax.Expr // the domain of a decision; nil if it could not be read
}

// verb resolves a statement. It returns nil after an error.
type verb func(p *procedure, s *statement, v *formulas.Scope) typed.Action

// verbs maps keywords to their functions. decide.go adds those of decisions on members.
var verbs = map[string]verb{}

func init() { // not a literal, because the functions refer to verbs
	maps.Copy(verbs, map[string]verb{
		"set": (*procedure).assign, "gain": (*procedure).change, "lose": (*procedure).change, "pay": (*procedure).change,
		"transfer": (*procedure).transfer, "shift": (*procedure).shift, "mark": (*procedure).mark,
		"move": (*procedure).move, "remove": (*procedure).move, "flip": (*procedure).flip, "tag": (*procedure).tag,
		"position": (*procedure).position,
		"untag":    (*procedure).untag, "card": (*procedure).card, "reveal": (*procedure).reveal, "hide": (*procedure).hide, "activate": (*procedure).activate, "end": (*procedure).end,
		"expire": (*procedure).expire,
		"let":    (*procedure).lets, "switch": (*procedure).choose, "for": (*procedure).loop, "repeat": (*procedure).repeat,
		"while": (*procedure).while, "together": (*procedure).together, "ensure": (*procedure).ensure,
		"stop": (*procedure).stop, "return": (*procedure).leave, "require": (*procedure).require, "action": (*procedure).scope,
		"hold": (*procedure).hold, "do": (*procedure).nested, "note": (*procedure).notes, "over": (*procedure).over,
		"call": (*procedure).callStatement, "grant": (*procedure).grantStatement, "hook": (*procedure).hook,
		"menu": (*procedure).menu, "may": (*procedure).may, "callOne": (*procedure).callOne, "askUntil": (*procedure).askUntil,
	})
}

// Procedures is the state of resolving all procedures of a rulebook.
type Procedures struct {
	*formulas.Resolver
	asides  map[*tree.Value]bool       // asides that a decision has
	decided map[string]map[string]bool // decisions, by procedure and name: whether it has candidates
	open    []openLoop                 // loops without a stated bound

	inSecret    map[int32]bool // procedures with a together
	secretCalls []secretCall
	overSet     []setLoop
}

// Resolve resolves all procedures, in the order of their indices.
func Resolve(r *formulas.Resolver) *Procedures {
	p := &Procedures{Resolver: r, asides: map[*tree.Value]bool{}, decided: map[string]map[string]bool{}, inSecret: map[int32]bool{}}
	for _, d := range r.Syms.Rules.Procs {
		r.Out.Procs = append(r.Out.Procs, p.procedure(d))
	}
	p.unusedAsides()
	p.unusedHints()
	p.loops()
	p.obliged()
	p.computed()
	return p
}

// Review runs the checks that need the whole resolved rulebook.
func (r *Procedures) Review() {
	r.lostOrders()
	r.several()
}

func (r *Procedures) procedure(d *declare.Proc) *typed.Proc {
	n := d.Entry.Node
	p := &procedure{Procedures: r, decl: d, out: &typed.Proc{Index: d.Index, ID: d.ID, Pos: d.Entry.IDPos(), Declared: d.Declared}}
	outside := r.Here
	r.Here = formulas.Context{Proc: p.out, Rules: d.Rules, First: len(r.Out.Bindings)}
	r.Under(n, func() {
		p.out.At = r.Place(n, "procedure")
		v := (*formulas.Scope)(nil).Child()
		v.Unsure = d.Unsure
		p.out.Params = r.Bindings(v, d.Params)
		if i := r.Syms.Rules.Decider(d.Params); i >= 0 {
			p.decider = p.out.Params[i]
		}
		body := d.Entry.Value("do")
		if body == nil {
			body = d.Entry.Value("effects")
		}
		before := len(*r.Diags)
		p.out.Body = p.block(body, v)
		if len(*r.Diags) == before && body != nil && !body.Unsure {
			p.returning(d)
		}
		if p.out.Own = d.Entry.Value("possible") != nil; p.out.Own {
			r.Here.Copies++ // no warning for a constant condition: a procedure may never be possible
			p.out.Possible = r.Conditions(d.Entry.Conds("possible"), v, "")
			r.Here.Copies--
		}
	})
	r.Here = outside
	return p.out
}

// block resolves the statements of a value, which may be nil, in a new scope.
func (p *procedure) block(body *tree.Value, v *formulas.Scope) []*typed.Stmt {
	return p.list(body, v.Child())
}

// list resolves the statements of a value, which may be nil, in v.
func (p *procedure) list(body *tree.Value, v *formulas.Scope) []*typed.Stmt {
	if body == nil {
		return nil
	}
	v.Unsure = v.Unsure || body.Unsure
	var out []*typed.Stmt
	for _, s := range body.Body {
		if t := p.statement(s, v); t != nil {
			out = append(out, t)
		}
	}
	return out
}

// stepsOfStatement is the cost of a statement in steps of the compile. A statement may be resolved several times.
const stepsOfStatement = 4

// statement resolves one statement. It returns nil after an error.
func (p *procedure) statement(s *tree.Stmt, v *formulas.Scope) *typed.Stmt {
	var out *typed.Stmt
	p.Book.Budget.Spend(s.Node.Pos, stepsOfStatement)
	p.Under(s.Node, func() {
		if s.Word == "" {
			out = p.branch(s, v)
			return
		}
		t := &typed.Stmt{At: p.Place(s.Node, s.Word)}
		if s.If != nil {
			t.When = p.Condition(s.If, v)
		}
		if t.Do = p.action(&statement{Stmt: s, at: t.At}, v); t.Do != nil {
			out = t
		}
	})
	return out
}

func (p *procedure) action(s *statement, v *formulas.Scope) typed.Action {
	if f, ok := verbs[s.Word]; ok {
		if s.misshapen() {
			return p.lost(s, v)
		}
		if s.Node.Origin != nil {
			foreign, here := p.foreign, p.Here
			p.foreign++
			p.Here.Copies++
			defer func() { p.foreign, p.Here = foreign, here }()
		}
		return f(p, s, v)
	}
	if sym := p.Named(s.Arg.Key, declare.Procedure); sym != nil {
		return p.verb(s, p.Syms.Rules.Procs[sym.Index], v)
	}
	p.Lacking(s.Arg.Key, "unknown-statement", "no statement or procedure is named %s%s", s.Word, p.Near(s.Word, p.statementNames()))
	return nil
}

func (p *procedure) branch(s *tree.Stmt, v *formulas.Scope) *typed.Stmt {
	do := &typed.If{Cond: p.Condition(s.If, v), Then: p.block(s.Value("then"), v), Else: p.block(s.Value("else"), v)}
	return &typed.Stmt{At: p.Place(s.Node, "if"), Do: do}
}

// nested resolves a do. An inserted one does not inherit the clauses of the place of use, and the following statements see the
// names that it exports.
func (p *procedure) nested(s *statement, v *formulas.Scope) typed.Action {
	from := s.Node.Origin
	if from == nil {
		return &typed.Block{Body: p.block(s.Arg, v)}
	}
	outside := p.Here.Rules
	if s.Node.Get("rule") == nil {
		p.Here.Rules = nil
	}
	inner := v.Child()
	out := &typed.Block{Body: p.list(s.Arg, inner)}
	p.Here.Rules = outside
	for _, e := range from.Exports {
		name := "$" + strings.TrimPrefix(e.Value, "$")
		if b := inner.Own(name); b != nil {
			v.Name(name, b)
		} else {
			p.bindBad(v, name, e.Pos)
		}
	}
	return out
}

// misshapen reports whether the argument has none of the valid shapes, which is already reported.
func (s *statement) misshapen() bool {
	return s.Arg.Unsure && s.Arg.Entry == nil && s.Arg.Pairs == nil && s.Arg.Body == nil
}

// lost resolves the other parts of a statement whose argument has an error, to find further errors.
func (p *procedure) lost(s *statement, v *formulas.Scope) typed.Action {
	inner := p.inner(s, v)
	inner.Unsure = true
	if s.Word == "together" { // the deciding seats are the part with the error
		defer func(was *typed.Binding) { p.decider = was }(p.decider)
		p.decider = p.bindBad(inner, "$seat", s.Node.Pos)
	}
	for _, q := range s.Vals {
		p.block(q, inner)
		for _, o := range q.Pairs {
			p.block(o, inner)
		}
	}
	p.bindLost(s.Arg.Node, v)
	v.Unsure = true // the statement may have been meant to bind another name
	return nil
}

// bindLost binds the names that n, a name or a mapping of names, was meant to bind, with or without their $, as unknown.
func (p *procedure) bindLost(n *source.Node, v *formulas.Scope) {
	names := []*source.Node{n}
	if n.Kind == source.Map {
		names = nil
		for _, q := range n.Pairs {
			names = append(names, q.Key)
		}
	}
	for _, k := range names {
		if name := "$" + strings.TrimPrefix(k.Value, "$"); v.Own(name) == nil {
			p.bindBad(v, name, k.Pos)
		}
	}
}

// inner returns a scope within a statement. It is unsure if a key of the statement was not understood.
func (p *procedure) inner(s *statement, v *formulas.Scope) *formulas.Scope {
	inner := v.Child()
	inner.Unsure = s.Unsure
	return inner
}

// bindBad binds a name without a known type after an error, so that its uses are not reported.
func (p *procedure) bindBad(v *formulas.Scope, name string, pos diag.Pos) *typed.Binding {
	return p.Bind(v, name, declare.Unknown, pos)
}

// watch records a name that should be read. Names in statements with an origin need not be.
func (p *procedure) watch(b *typed.Binding) *typed.Binding {
	if p.foreign == 0 {
		p.out.Bound = append(p.out.Bound, b)
	}
	return b
}

// statementNames returns the words with which a statement can begin, for spelling suggestions.
func (p *procedure) statementNames() []string {
	names := p.ProcNames()
	for _, s := range grammar.Statements {
		names = append(names, s.Word)
	}
	return names
}

// optional is Formula for an optional key; nil for nil.
func (p *procedure) optional(n *source.Node, v *formulas.Scope, want def.Type) *def.Expr {
	if n == nil {
		return nil
	}
	return p.Formula(n, v, want)
}

// mostNamed is the greatest number of names that a message lists if none is similar.
const mostNamed = 8

// known returns the index of the word n. It reports an error and returns 0 if there is none; the message begins with none.
func (p *procedure) known(names map[string]int32, n *source.Node, none string) int32 {
	i, ok := names[n.Value]
	if !ok {
		all := slices.Sorted(maps.Keys(names))
		hint := p.Near(n.Value, all)
		if hint == "" && len(all) > 0 && len(all) <= mostNamed {
			hint = "; there is " + diag.Alternatives(all)
		}
		p.Errorf(n.Pos, "unknown-name", "%s %s%s", none, n.Value, hint)
	}
	return i
}

// some resolves the operand of a statement. It reports the literal none, which would be a fault in every play.
func (p *procedure) some(n *source.Node, v *formulas.Scope, t def.Type) *def.Expr {
	x := p.Formula(n, v, t)
	if n != nil && n.Kind == source.Scalar && n.Value == "none" && x.Op == def.OpConst && x.I == def.None {
		p.Errorf(n.Pos, "wrong-type", "%s is expected, and none would end a play in a fault; leave the statement out", p.Describe(t))
		return formulas.Bad
	}
	return x
}

// several combines actions; nil if there are none.
func several(acts []typed.Action) typed.Action {
	switch len(acts) {
	case 0:
		return nil
	case 1:
		return acts[0]
	}
	return &typed.Several{Acts: acts}
}
