package statements

// This file resolves simultaneous decisions: seats decide in secret, and then all answers are shown at once.

import (
	"maps"
	"slices"

	"rulebound/compiler/declare"
	"rulebound/compiler/names"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/source"
	"rulebound/compiler/syntax"
	"rulebound/compiler/tree"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// answering is the state of resolving a together.
type answering struct {
	seat   string                     // name of the seat, with $
	member *typed.Binding             // the deciding seat
	sets   map[int32][]typed.Answered // by variable: the statements in `do` that store an answer
}

// kept are the statements in `do`: decisions whose answer is a value of a variable, and the statements that may enclose them.
var kept = []string{"one", "subset", "amount", "let", "set", "", "do", "switch", "for", "repeat", "while", "stop"}

func (p *procedure) together(s *statement, v *formulas.Scope) typed.Action {
	if len(s.Arg.Pairs) != 1 {
		return p.lost(s, v)
	}
	k, over := s.Arg.Pairs[0].Key, s.Arg.Pairs[0].Node
	before := len(*p.Diags)
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
	around := p.answers
	p.answers = &answering{seat: k.Value, member: ask.Member, sets: map[int32][]typed.Answered{}}
	defer func() { p.answers = around }()
	p.answering(s, ask, inner)
	shows := p.shown(s, inner)
	if len(*p.Diags) == before && len(p.answers.sets)+len(shows) == 0 && !s.Unsure && !s.Value("do").Unsure {
		p.Errorf(s.Node.Pos, "missing-key", "together needs set:, which assigns the answers: %s.variable: value", k.Value)
	}
	if len(shows) > 0 {
		ask.Body = append(ask.Body, &typed.Stmt{At: s.at, Do: &typed.Keep{Seat: ask.Member, Shows: shows}})
	}
	p.inSecret[p.decl.Index] = true
	return several([]typed.Action{ask, &typed.Show{Shows: p.prepared(s, ask, shows)}})
}

// answering resolves the decisions of each seat. There must be at least one, and no other effect.
func (p *procedure) answering(s *statement, ask *typed.For, v *formulas.Scope) {
	body := s.Value("do")
	if body == nil {
		return
	}
	v.Unsure = true // until the decisions are checked
	ok, decides := p.decideOnly(body)
	if !ok {
		return
	}
	v.Unsure = s.Unsure
	before := len(*p.Diags)
	decider, repeats := p.decider, p.repeats
	p.decider, p.repeats = ask.Member, 0 // a stop leaves a loop of the seat
	ask.Body = p.list(body, v)
	p.decider, p.repeats = decider, repeats
	walk := typed.Walk{Action: func(a typed.Action, at *typed.Place) {
		switch a := a.(type) {
		case *typed.Decide:
			a.Covert, a.Secret = true, formulas.Const(def.TBool, 1)
		case *typed.Call, *typed.CallValue:
			p.secretCalls = append(p.secretCalls, secretCall{a, at})
		}
	}}
	walk.Body(ask.Body)
	body.Unsure = body.Unsure || len(*p.Diags) > before // the part with the error may be a decision or a set
	if !decides && !body.Unsure {
		p.Errorf(body.Node.Pos, "together", "together has no decision; write one:, subset: or amount: in do")
	}
}

// decideOnly reports an error if statements in `do` do anything else than decide, and whether there are decisions.
func (p *procedure) decideOnly(body *tree.Value) (ok, decides bool) {
	for _, t := range body.Body {
		body.Unsure = body.Unsure || t.Unsure // the part with the error may be a decision or a set
		if !slices.Contains(kept, t.Word) {
			p.Errorf(t.Node.Pos, "together", "seats that decide together only decide: one, subset or amount, and let, set, branches and loops around them; put the consequences of the answers after the together")
			return false, decides
		}
		if slices.Contains(kept[:3], t.Word) {
			for _, key := range []string{"by", "secret", "do"} {
				if q := t.Value(key); q != nil {
					p.Errorf(q.Key.Pos, "misplaced", "each seat decides for itself, in secret; remove %s", key)
					return false, true
				}
			}
			decides = true
			continue
		}
		for _, q := range append(slices.Clone(t.Vals), t.Arg) {
			if q == nil {
				continue
			}
			for _, inner := range append(slices.Clone(q.Pairs), q) {
				ok, within := p.decideOnly(inner)
				if decides = decides || within; !ok {
					return false, decides
				}
				body.Unsure = body.Unsure || inner.Unsure
			}
		}
	}
	return true, decides
}

// shown resolves the assignments after `do`: to variables of the deciding seat.
func (p *procedure) shown(s *statement, v *formulas.Scope) []typed.Answered {
	var out []typed.Answered
	for _, q := range pairs(s.Value("set")) {
		if a := p.answer(q, v); a != nil {
			out = append(out, *a)
		}
	}
	return out
}

// answer resolves the target and the value of an answer. It returns nil after an error.
func (p *procedure) answer(q *tree.Value, v *formulas.Scope) *typed.Answered {
	vd, at, place := p.ofSeat(q, v)
	if vd == nil {
		return nil
	}
	return &typed.Answered{Var: at, Secret: p.Syms.Rules.Answers[at], Place: place, Value: p.Value(q.Node, v, vd.Type), At: p.Place(q.Key, "set")}
}

// keeps resolves a set within `do`: of an answer, or of a name that is bound there.
func (p *procedure) keeps(q *tree.Value, v *formulas.Scope) typed.Action {
	if e, _ := syntax.Parse(q.Key.Value, q.Key.Pos); e != nil && e.Kind == syntax.Binding {
		if b := v.Find(e.Name); b != nil && b.ID < p.answers.member.ID {
			p.Errorf(q.Key.Pos, "together", "%s is bound before the seats decide, so one seat could read there what another answers; bind it in do", e.Name)
			return nil
		}
		return p.assigned(q.Key, q.Node, v)
	}
	a := p.answer(q, v)
	if a == nil {
		return nil
	}
	p.answers.sets[a.Var] = append(p.answers.sets[a.Var], *a)
	return &typed.Keep{Seat: p.answers.member, Shows: []typed.Answered{*a}}
}

// prepared returns the variables that are shown at the end, without duplicates, and emits the initialisation of those that a seat
// may leave unanswered.
func (p *procedure) prepared(s *statement, ask *typed.For, shows []typed.Answered) []typed.Answered {
	var all, open []typed.Answered
	seen := map[int32]bool{}
	for _, a := range shows {
		if !seen[a.Var] {
			all = append(all, a)
		}
		if seen[a.Var] = true; a.Place != nil {
			open = append(open, a)
		}
	}
	for _, at := range slices.Sorted(maps.Keys(p.answers.sets)) {
		if a := p.answers.sets[at][0]; !seen[at] {
			all, open = append(all, a), append(open, a)
		}
	}
	if len(open) > 0 {
		ask.Body = append([]*typed.Stmt{{At: s.at, Do: &typed.Prepare{Seat: ask.Member, Shows: open}}}, ask.Body...)
		for i := range open {
			open[i].Value = nil
		}
		ask.Body = append(ask.Body, &typed.Stmt{At: s.at, Do: &typed.Keep{Seat: ask.Member, Shows: open}})
	}
	return all
}

// ofSeat returns a variable of the deciding seat, its index, and the place of the value if it has a second index. It reports an
// error and returns nil for other keys.
func (p *procedure) ofSeat(q *tree.Value, v *formulas.Scope) (*def.VarDef, int32, *def.Expr) {
	e := p.parseKey(q.Key)
	if e == nil {
		return nil, 0, nil
	}
	of := e
	if e.Kind == syntax.At {
		of = e.Args[0]
	}
	if of.Kind == syntax.Prop && of.Args[0].Kind == syntax.Binding && of.Args[0].Name == p.answers.seat {
		if sym := p.Named(&source.Node{Value: of.Name}, declare.Variable); sym != nil {
			p.UsesBinding(of.Args[0].Pos, p.answers.member)
			vd := &p.Game.Vars[sym.Index]
			_, ok := p.Syms.Rules.Answers[sym.Index]
			switch {
			case !ok:
			case e.Kind == syntax.At:
				vd, place := p.Indexed(e, v)
				return vd, sym.Index, place
			case len(vd.Brackets()) == 0:
				p.Uses(of.Pos, names.Thing{Name: of.Name})
				return vd, sym.Index, nil
			default:
				p.Errorf(q.Key.Pos, "needs-index", "%s has a value for each %s; write \"%s.%s[…]\"", vd.ID, p.Noun(vd.Brackets()[0]), p.answers.seat, vd.ID)
				return nil, 0, nil
			}
		} else if p.Syms.Clashed[of.Name] || p.Book.Incomplete {
			return nil, 0, nil
		}
	}
	p.Errorf(q.Key.Pos, "together", "an answer goes into a variable of the seat that gives it, declared under variables: with per: seat; write %s.variable", p.answers.seat)
	return nil, 0, nil
}

// secretCall is a call of a procedure within `do`.
type secretCall struct {
	call typed.Action
	at   *typed.Place
}

// computed reports calls in `do` of procedures that have effects: others would see these before all have answered.
func (r *Procedures) computed() {
	if len(r.secretCalls) == 0 {
		return
	}
	acts := map[int32]bool{}
	for i, p := range r.Out.Procs {
		if p == nil {
			continue
		}
		walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
			switch a := a.(type) {
			case *typed.Set:
				acts[int32(i)] = acts[int32(i)] || a.To.Local == nil
			case *typed.Let, *typed.Several, *typed.Block, *typed.If, *typed.Switch, *typed.For, *typed.Repeat, *typed.Stop, *typed.Return, *typed.Require, *typed.Call, *typed.CallValue:
			default:
				acts[int32(i)] = true
			}
		}}
		walk.Body(p.Body)
	}
	r.callers(acts)
	for _, c := range r.secretCalls {
		if slices.ContainsFunc(r.reached(c.call), func(p int32) bool { return acts[p] }) {
			r.Errorf(c.at.Pos, "together", "the procedure called here has effects, which others would see before all have answered; call it after the together, or compute the value with a function")
		}
	}
}

// callers adds the transitive callers of some procedures to them.
func (r *Procedures) callers(some map[int32]bool) {
	by := map[int32][]int32{}
	for i, p := range r.Out.Procs {
		if p != nil {
			r.called(p.Body, func(q int32) { by[q] = append(by[q], int32(i)) })
		}
	}
	found := slices.Sorted(maps.Keys(some))
	for len(found) > 0 {
		last := len(found) - 1
		p := found[last]
		found = found[:last]
		for _, q := range by[p] {
			if some[p] && !some[q] {
				some[q] = true
				found = append(found, q)
			}
		}
	}
}

// obliged reports simultaneous decisions in procedures that are called within an obligation.
func (r *Procedures) obliged() {
	holds := maps.Clone(r.inSecret)
	if len(holds) == 0 {
		return
	}
	r.callers(holds)
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
	r.called(body, func(p int32) { found = found || some[p] })
	return found
}

func (r *Procedures) called(body []*typed.Stmt, f func(p int32)) {
	walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
		if d, ok := a.(*typed.Decide); ok {
			for _, o := range d.Offers {
				f(o.Proc)
			}
		}
		for _, p := range r.reached(a) {
			f(p)
		}
	}}
	walk.Body(body)
}
