package statements

// This file resolves decisions on options: menu, may and callOne.

import (
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

func (p *procedure) menu(s *statement, v *formulas.Scope) typed.Action {
	d := p.decision(s, def.Menu, v)
	for _, q := range pairs(s.Value("options")) {
		d.Options = append(d.Options, p.option(q, v, true))
		p.Out.Uses = append(p.Out.Uses, names.Use{At: q.Key.Pos, Thing: names.Thing{Sort: names.Option, Of: d.Name, Name: q.Key.Value}, Declares: true})
	}
	d.Also = p.also(s, v)
	if n := s.Get("decline"); n != nil && !s.Unsure {
		d.Decline = n.Value
		p.declines(d.Options, n)
	}
	return d
}

// declines checks that n names one of the options.
func (p *procedure) declines(options []*typed.Option, n *source.Node) {
	var names []string
	for _, o := range options {
		if o.Name == n.Value {
			return
		}
		names = append(names, o.Name)
	}
	p.Errorf(n.Pos, "unknown-name", "decline names no option %s%s", n.Value, p.Near(n.Value, names))
}

// also resolves the side options of a decision.
func (p *procedure) also(s *statement, v *formulas.Scope) []*typed.Option {
	var out []*typed.Option
	for _, q := range pairs(s.Value("also")) {
		out = append(out, p.option(q, v, false))
	}
	if q := s.Value("also"); q != nil && q.Node.Kind != source.Map && !q.Unsure {
		for _, name := range q.Node.List() {
			if o := p.aside(name, s, v); o != nil {
				out = append(out, o)
			}
		}
	}
	return out
}

// aside resolves a side option that several decisions share. It belongs to the clauses of the decision and is resolved in its
// scope.
func (p *procedure) aside(name *source.Node, s *statement, v *formulas.Scope) *typed.Option {
	for _, q := range p.Book.Top.Pairs("asides") {
		if q.Key.Value != name.Value {
			continue
		}
		outside := p.Here
		p.asides[q] = true
		p.Uses(name.Pos, names.Thing{Sort: names.Aside, Name: name.Value})
		p.Here.Copies++
		p.Here.Rules = s.at.Rules
		o := p.option(q, v, false)
		p.Here = outside
		return o
	}
	p.Errorf(name.Pos, "unknown-name", "there is no aside %s%s", name.Value, p.Near(name.Value, p.asideNames()))
	return nil
}

func (r *Procedures) asideNames() []string {
	var out []string
	for _, q := range r.Book.Top.Pairs("asides") {
		out = append(out, q.Key.Value)
	}
	return out
}

// unusedAsides reports asides that no decision has, because nothing else would check them.
func (r *Procedures) unusedAsides() {
	for _, q := range r.Book.Top.Pairs("asides") {
		if !r.asides[q] && !q.Key.Pos.InLibrary() {
			r.Errorf(q.Key.Pos, "unused-aside", "no decision has the aside %s; name it in an also:, or leave it out", q.Key.Value)
		}
	}
}

// option resolves an option: {where, do}, or a body. Its clauses are those of its condition, and also of its body if ownBody.
func (p *procedure) option(q *tree.Value, v *formulas.Scope, ownBody bool) *typed.Option {
	o := &typed.Option{Name: q.Key.Value}
	if q.Entry == nil {
		o.Body = p.block(q, v)
		p.granted(o, q)
		return o
	}
	body := q.Entry.Value("do")
	if !ownBody {
		o.Body = p.block(body, v)
	}
	p.Under(q.Entry.Node, func() {
		if ownBody {
			o.Body = p.block(body, v)
		}
		p.granted(o, body)
		o.Where = p.Conditions(q.Entry.Conds("where"), v, o.Name)
	})
	return o
}

// granted records the grant with which the body of an option begins. That the grant is possible is a condition of the option.
func (p *procedure) granted(o *typed.Option, body *tree.Value) {
	if len(o.Body) == 0 {
		return
	}
	first := body.Body[0]
	if first.If != nil {
		return
	}
	if g, ok := o.Body[0].Do.(*typed.Grant); ok {
		o.Granted, o.GrantAt = g, p.Place(first.Node, "where")
	}
}

func (p *procedure) may(s *statement, v *formulas.Scope) typed.Action {
	d := p.decision(s, def.Menu, v)
	d.May, d.Voluntary = true, s.Flag("voluntary")
	yes := &typed.Option{Name: "yes", Body: p.block(s.Value("do"), v)}
	p.granted(yes, s.Value("do"))
	yes.Where = p.Conditions(s.Conds("where"), v, d.Name)
	d.Options = []*typed.Option{yes}
	return d
}

// callOne resolves a menu of procedures. Its parts are resolved once for each procedure, with the name bound to the procedure.
func (p *procedure) callOne(s *statement, v *formulas.Scope) typed.Action {
	answer := s.Arg.Node
	d := p.decision(s, def.Menu, v)
	d.Decline = s.Text("decline")
	p.decided[p.decl.ID][d.Name] = true
	set, ok := p.offered(s, v)
	if !ok {
		p.bindBad(v, answer.Value, answer.Pos)
		return nil
	}
	d.Result = p.bindAnswer(s, v, def.TProc)
	needs := p.hint(d, "needs").Get("needs")
	for _, i := range p.Game.Each(set, def.ProcSet) {
		q := p.Syms.Rules.Procs[i]
		inner := p.inner(s, v)
		p.Bind(inner, answer.Value, def.TProc, answer.Pos).Const = formulas.Const(def.TProc, int64(q.Index))
		o := &typed.Offer{Proc: q.Index, Name: q.ID}
		outside := p.Here
		p.Here.Copies++
		p.Here.Offered = q.ID
		o.Where = p.Conditions(s.Conds("where"), inner, "")
		if n := s.Get("owed"); n != nil {
			o.Owed, o.OwedAt = p.Formula(n, inner, def.TBool), p.Place(n, "owed")
		}
		o.Needs = p.optional(needs, inner, def.TBool)
		p.Here = outside
		to := calleeOf(q)
		to.unsure = to.unsure || s.Unsure
		args := p.arguments(s.Get("with"), s.Node.Pos, to, inner)
		if args == nil {
			return nil
		}
		o.Args = *args
		p.Here.Copies++
		o.Before = p.block(s.Value("before"), inner)
		p.Here.Copies--
		d.Offers = append(d.Offers, o)
	}
	d.Also = p.also(s, v)
	return d
}

// offered returns the set of procedures of a callOne; false after an error.
func (p *procedure) offered(s *statement, v *formulas.Scope) (int64, bool) {
	from := s.Get("from")
	set := p.Formula(from, v, def.ProcSet)
	members, ok := p.Eval(set)
	if !ok && !formulas.IsBad(set) {
		p.Errorf(from.Pos, "not-constant", "callOne chooses from a fixed set such as procedures(tag); narrow it with where")
	}
	return members, ok
}
