package statements

// together.go resolves decisions that seats make together: in secret, and then all answers are shown at once.

import (
	"maps"
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// kept are the decisions whose answer is a value that a variable can hold, and what may stand between them.
var kept = []string{"one", "subset", "amount", "let"}

// together resolves a together.
func (p *procedure) together(s *statement, v *formulas.Scope) typed.Action {
	if len(s.Arg.Pairs) != 1 {
		return p.lost(s, v)
	}
	k, over := s.Arg.Pairs[0].Key, s.Arg.Pairs[0].Node
	ask := &typed.For{Fixed: true}
	e := p.Parse(over)
	x, member := p.visited(over, e, v)
	if ask.Over = x; !formulas.IsBad(x) && member.Kind != def.KSeat {
		p.Errorf(over.Pos, "wrong-type", "seats decide together, this is %s", p.Describe(x.Type))
		ask.Over, member = formulas.Bad, declare.Unknown
	}
	if s.Value("where") != nil && !formulas.IsBad(ask.Over) {
		inner := p.inner(s, v)
		ask.Candidate = p.Bind(inner, k.Value, member, s.Value("where").Node.Pos)
		ask.Where = p.Conditions(s.Conds("where"), inner, "")
	}
	if p.ensures > 0 {
		p.Errorf(s.Node.Pos, "together", "the options that an obligation leaves to a seat would reveal the answers of others; end the ensure before the seats decide together")
		return nil
	}
	inner := p.inner(s, v)
	ask.Member = p.Bind(inner, k.Value, member, k.Pos)
	asks := p.answering(s, ask, inner)
	shows := p.shown(s, k.Value, inner)
	if formulas.IsBad(ask.Over) || !asks || len(shows) == 0 {
		return nil
	}
	ask.Body = append(ask.Body, &typed.Stmt{At: s.at, Do: &typed.Keep{Seat: ask.Member, Shows: shows}})
	p.inSecret[p.decl.Index] = true
	return several([]typed.Action{ask, &typed.Show{Shows: shows}})
}

// answering resolves the decisions of each seat. It reports whether there are any, and nothing else.
func (p *procedure) answering(s *statement, ask *typed.For, v *formulas.Scope) bool {
	body := s.Value("do")
	if body == nil {
		return false
	}
	v.Unsure = true // until it is known that the decisions are what they must be
	for _, t := range body.Body {
		if !slices.Contains(kept, t.Word) {
			p.Errorf(t.Node.Pos, "together", "seats that decide together only decide: one, subset or amount, and let between them; what follows from the answers comes behind")
			return false
		}
		for _, key := range []string{"by", "secret", "do"} {
			if q := t.Value(key); q != nil && t.Word != "let" {
				p.Errorf(q.Key.Pos, "misplaced", "each seat decides for itself, in secret; remove %s", key)
				return false
			}
		}
	}
	v.Unsure = s.Unsure
	decider := p.decider
	p.decider = ask.Member
	ask.Body = p.list(body, v)
	p.decider = decider
	found := false
	for _, t := range ask.Body {
		if d, ok := t.Do.(*typed.Decide); ok {
			d.Covert, d.Secret, found = true, formulas.Const(def.TBool, 1), true
		}
	}
	if !found && !body.Unsure && len(ask.Body) == len(body.Body) {
		p.Errorf(body.Node.Pos, "together", "together has no decision; write one:, subset: or amount: in do")
	}
	return found
}

// shown resolves what becomes of the answers: variables of the seat that answers.
func (p *procedure) shown(s *statement, seat string, v *formulas.Scope) []typed.Answered {
	var out []typed.Answered
	set := s.Value("set")
	for _, q := range pairs(set) {
		vd, at := p.ofSeat(q, seat)
		if vd == nil {
			continue
		}
		x := p.Value(q.Node, v, vd.Type)
		if formulas.IsBad(x) {
			continue
		}
		out = append(out, typed.Answered{Var: at, Secret: p.Syms.Rules.Answers[at], Value: x, At: p.Place(q.Key, "set")})
	}
	if set == nil || len(out) < len(set.Pairs) {
		return nil
	}
	return out
}

// ofSeat is the variable of the seat that answers, nil if the key names anything else, which is reported.
func (p *procedure) ofSeat(q *tree.Value, seat string) (*def.VarDef, int32) {
	e := p.parseKey(q.Key)
	if e == nil {
		return nil, 0
	}
	if e.Kind == syntax.Prop && e.Args[0].Kind == syntax.Binding && e.Args[0].Name == seat {
		if sym := p.Named(&source.Node{Value: e.Name}, declare.Variable); sym != nil {
			if _, ok := p.Syms.Rules.Answers[sym.Index]; ok {
				return &p.Game.Vars[sym.Index], sym.Index
			}
		} else if p.Syms.Clashed[e.Name] || p.Book.Incomplete {
			return nil, 0
		}
	}
	way := ""
	if e.Kind == syntax.At {
		way = "; what has a second index is set from that afterwards"
	}
	p.Errorf(q.Key.Pos, "together", "an answer goes into a variable of the seat that gives it, declared with per: seat; write %s.variable%s", seat, way)
	return nil, 0
}

// obliged reports seats that decide together in what is called within an obligation.
func (r *Procedures) obliged() {
	holds := maps.Clone(r.inSecret)
	if len(holds) == 0 {
		return
	}
	for again := true; again; {
		again = false
		for i, p := range r.Out.Procs {
			if p != nil && !holds[int32(i)] && r.calls(p.Body, holds) {
				holds[int32(i)], again = true, true
			}
		}
	}
	for _, p := range r.Out.Procs {
		if p == nil {
			continue
		}
		walk := typed.Walk{Action: func(a typed.Action, at *typed.Place) {
			if e, ok := a.(*typed.Ensure); ok && r.calls(e.Body, holds) {
				r.Errorf(at.Pos, "together", "seats decide together in a procedure called here, and the options that an obligation leaves to a seat would reveal the answers of others; end the ensure before")
			}
		}}
		walk.Body(p.Body)
	}
}

// calls reports whether statements call one of some procedures.
func (r *Procedures) calls(body []*typed.Stmt, some map[int32]bool) bool {
	found := false
	walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
		if d, ok := a.(*typed.Decide); ok {
			for _, o := range d.Offers {
				found = found || some[o.Proc]
			}
		}
		for _, p := range r.reached(a) {
			found = found || some[p]
		}
	}}
	walk.Body(body)
	return found
}
