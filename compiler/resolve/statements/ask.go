package statements

// This file resolves askUntil, which asks seats in turn until an answer satisfies a condition.

import (
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// askUntil resolves a loop over an order of seats that ends at the first seat for which the condition holds or, without a body,
// that says yes. Its name is bound to that seat, or to none.
func (p *procedure) askUntil(s *statement, v *formulas.Scope) typed.Action {
	name := s.Arg.Node
	if s.Value("of") == nil { // already reported
		return p.lost(s, v)
	}
	over := p.inTurn(s, v)
	loop := &typed.For{Over: over, Fixed: true, Asks: true}
	if s.Value("where") != nil {
		inner := p.inner(s, v)
		loop.Candidate = p.Bind(inner, name.Value, def.TSeat, s.Value("where").Node.Pos)
		loop.Where = p.Conditions(s.Conds("where"), inner, "")
	}
	inner := p.inner(s, v)
	loop.Member = p.Bind(inner, name.Value, def.TSeat, name.Pos)
	who := p.bindToRead(s, v, def.TSeat)
	found := []*typed.Stmt{
		{At: s.at, Do: &typed.Set{To: typed.Target{Local: who, Type: def.TSeat}, Value: p.Read(loop.Member)}},
		{At: s.at, Do: &typed.Stop{}},
	}
	switch do, until := s.Value("do"), s.Value("until"); {
	case do == nil && until == nil:
		loop.Body = []*typed.Stmt{{At: s.at, Do: p.yesOrNo(s, loop.Member, found, inner)}}
	case s.Unsure && (do == nil || until == nil): // the missing one may be the key that was not understood
		return nil
	case do == nil:
		p.Errorf(until.Key.Pos, "missing-key", "until needs do:, the decision of each seat; leave out both to ask yes or no")
		return nil
	case until == nil:
		p.Errorf(do.Key.Pos, "missing-key", "askUntil with do: needs until: the condition on the answer that ends it")
		return nil
	default:
		for _, key := range []string{"name", "secret"} {
			if k := s.Value(key); k != nil {
				p.Errorf(k.Key.Pos, "misplaced", "%s belongs to the question yes or no; give it to the decision in do:", key)
			}
		}
		loop.Member.Used = false // uses so far are not the author's
		p.repeats++
		loop.Body = p.list(do, inner)
		p.repeats--
		loop.Body = append(loop.Body, &typed.Stmt{At: s.at, Do: &typed.If{Cond: p.Condition(until.Node, inner), Then: found}})
		who.Used = loop.Member.Used
	}
	if formulas.IsBad(over) {
		return nil
	}
	return &typed.Several{Acts: []typed.Action{&typed.Let{Name: who, Value: formulas.Const(def.TSeat, def.None)}, loop}}
}

// inTurn resolves the order of an askUntil.
func (p *procedure) inTurn(s *statement, v *formulas.Scope) *def.Expr {
	of := s.Get("of")
	e := p.Parse(of)
	if e == nil {
		return formulas.Bad
	}
	over := p.InOrder(e, p.Expr(e, v, formulas.Any), v)
	if !formulas.IsBad(over) && over.Type.Kind != def.KOrder {
		p.Errorf(of.Pos, "wrong-type", "askUntil goes through an order of seats, this is %s; write in-turn(seats, $x) for all from the left of $x", p.Describe(over.Type))
		return formulas.Bad
	}
	return over
}

// yesOrNo returns the decision of an askUntil without a body.
func (p *procedure) yesOrNo(s *statement, seat *typed.Binding, yes []*typed.Stmt, v *formulas.Scope) *typed.Decide {
	d := &typed.Decide{Kind: def.Menu, Rule: s.at.Rule(), Name: s.Arg.Node.Value[1:], By: p.Read(seat)}
	d.May = true
	at := s.Arg.Node.Pos
	if n := s.Get("name"); n != nil {
		d.Name, at = n.Value, n.Pos
	}
	p.decides(d, at)
	d.Secret = p.optional(s.Get("secret"), v, def.TBool)
	d.Options = []*typed.Option{{Name: "yes", Body: yes}}
	return d
}
