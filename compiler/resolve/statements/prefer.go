package statements

// This file resolves `prefer`, the conditions of a decision that apply only if some candidate satisfies them.

import (
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// preferred resolves `prefer`. A condition holds of a candidate that satisfies it, and of all candidates if none satisfies it
// among those that the decision and the preceding conditions allow.
func (p *procedure) preferred(s *statement, d *typed.Decide, name string, inner, v *formulas.Scope) {
	conds := s.Conds("prefer")
	met := p.Conditions(conds, inner, "")
	if len(met) < len(conds) {
		return // already reported
	}
	p.Here.Copies++
	defer func() { p.Here.Copies-- }()
	for i, k := range met {
		tests, rival := p.rival(s, d, name, v)
		for j, before := range p.Conditions(conds[:i+1], rival, "") {
			if j < i {
				tests = append(tests, formulas.Op(def.OpOr, def.TBool, before.When, lack(d.Domain.Prefer[j])))
			} else {
				tests = append(tests, before.When)
			}
		}
		all := tests[0]
		if len(tests) > 1 {
			all = formulas.Op(def.OpAnd, def.TBool, tests...)
		}
		some := formulas.Op(def.OpAny, def.TBool, d.Domain.From, all)
		some.I, some.Made = rival.Own(name).ID, true
		k.When = formulas.Op(def.OpOr, def.TBool, k.When, formulas.Op(def.OpNot, def.TBool, some))
		d.Domain.Prefer = append(d.Domain.Prefer, k)
	}
}

// lack returns the part of a condition that holds if no candidate satisfies it.
func lack(k *typed.Cond) *def.Expr { return k.When.Args[1] }

// rival binds another candidate to the name of the first, and returns the tests that it is legal and not yet picked.
func (p *procedure) rival(s *statement, d *typed.Decide, name string, v *formulas.Scope) ([]*def.Expr, *formulas.Scope) {
	env := p.inner(s, v)
	b := p.Bind(env, name, d.Elem, candidatePos(s, name))
	var tests []*def.Expr
	for _, k := range p.Conditions(s.Conds("where"), env, "") {
		tests = append(tests, k.When)
	}
	if d.Picked != nil && !d.Again {
		tests = append(tests, formulas.Op(def.OpNot, def.TBool, formulas.Op(def.OpHas, def.TBool, p.Read(d.Picked), p.Read(b))))
	}
	if d.Domain.Budget != nil {
		tests = append(tests, formulas.Op(def.OpLe, def.TBool, p.Formula(s.Get("cost"), env, def.TInt), d.Domain.Budget))
	}
	return tests, env
}
