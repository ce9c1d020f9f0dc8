package engine

import (
	"cmp"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// This file finds the clause that sets the size or the domain of a choice. A procedure of the rulebook ("place up to count pieces in one of the
// spaces") contains the decision, but the statement that calls it gives the number or the set, so a refusal should name that statement.

// bounded returns the reason against an answer that exceeds a bound of the pending decision. If the bound depends on parameters of the running
// procedure, the reason names the calling statement that gave them, following parameters up the call chain. Defaults of parameters belong to
// the procedure itself.
func (s *State) bounded(bound *def.Expr, why string) *Reason {
	r := &Reason{Rule: s.dec.Rule, Node: s.g.def.Decisions[s.dec.Index].Node, Why: why}
	if s.attribute(r, bound); r.Given == 0 {
		s.attributeChoice(r, bound)
	}
	return r
}

// attributeChoice adds to a reason the calling statement that gave a truth value on which the choice between two bounds depends, such as whether
// an action is limited; the clause remains that of the decision.
func (s *State) attributeChoice(r *Reason, bound *def.Expr) bool {
	if bound == nil {
		return false
	}
	if bound.Op != def.OpLocal || bound.Type.Kind != def.KBool {
		return slices.ContainsFunc(bound.Args, func(a *def.Expr) bool { return s.attributeChoice(r, a) })
	}
	rule := r.Rule
	s.attribute(r, bound)
	r.Rule = rule
	return r.Given != 0
}

// attribute adds to a reason the calling statement that gave the parameters on which a formula of the running procedure depends, as bounded
// says. They are parameters of the formula's own kind. A reason that names an effect is unchanged.
func (s *State) attribute(r *Reason, formula *def.Expr) {
	if formula == nil || r.Ban != 0 {
		return
	}
	gd := s.g.def
	caller, proc := unpackCaller(s.stack[s.base])
	base := s.stack[s.base+1]
	kind := formula.Type.Kind
	for given := s.g.given(kind, proc, formula, new(int64)); caller >= 0; {
		in := &gd.Code[caller]
		args := in.X
		if in.Op == def.CCallDyn {
			args = args[1:]
		}
		if given &^= int64(in.C); in.Op == def.CHooks || given == 0 {
			break
		}
		r.Given, r.Rule = in.Node, ""
		if int(in.Node) < len(gd.Nodes) && len(gd.Nodes[in.Node].Rules) > 0 {
			r.Rule = gd.Nodes[in.Node].Rules[0]
		}
		caller, proc = unpackCaller(s.stack[base])
		base = s.stack[base+1]
		passed := int64(0)
		for i, a := range args {
			if value.Has(given, int64(i)) {
				passed |= s.g.given(kind, proc, a, new(int64))
			}
		}
		given = passed
	}
}

// attributeParts adds to a reason the calling statement that gave a set or a number with which a condition compares; the clause remains that of
// the condition. It reports whether there is one.
func (s *State) attributeParts(r *Reason, formula *def.Expr) bool {
	if formula.Type.Kind != def.KSet && (formula.Type.Kind != def.KInt || formula.Op != def.OpLocal) {
		return slices.ContainsFunc(formula.Args, func(a *def.Expr) bool { return s.attributeParts(r, a) })
	}
	rule := r.Rule
	s.attribute(r, formula)
	r.Rule = rule
	return r.Given != 0
}

// above returns the reason against n, which exceeds the upper bound of the pending decision. If an effect in force is responsible for the
// bound, the reason names the effect, like one that forbids an answer. If an effect has raised the bound, it gave the number.
func (s *State) above(n int64, why string) *Reason {
	d := &s.g.decisions[s.dec.Index]
	r := s.bounded(d.def.Max, why)
	if d.max == nil || d.max(s) >= n {
		return r
	}
	if ban := s.ban(func(s *State) bool { return d.max(s) >= n }); ban != nil {
		r.Rule, r.Banned, r.Ban = cmp.Or(ban.Rule, r.Rule), r.Rule, ban.Node
		r.Why = s.g.titleOf(ban) + " limits it: " + why
		return r
	}
	most := d.max(s)
	if raised := s.ban(func(s *State) bool { return d.max(s) < most }); raised != nil && r.Given == 0 {
		r.Given, r.Rule = raised.Node, cmp.Or(raised.Rule, r.Rule)
	}
	return r
}

// given returns the set of parameters of a kind of a procedure on which a formula of that kind in it depends, directly or through other locals.
// It visits each local once and adds it to seen.
func (g *Game) given(kind def.Kind, proc int32, e *def.Expr, seen *int64) (params int64) {
	if e == nil || e.Type.Kind != kind {
		return 0
	}
	for _, a := range e.Args {
		params |= g.given(kind, proc, a, seen)
	}
	p := &g.def.Procs[proc]
	switch {
	case e.Op != def.OpLocal || e.I >= 64 || value.Has(*seen, e.I):
		return params
	case g.parameter(proc, e.I) >= 0:
		return params | value.Singleton(g.parameter(proc, e.I))
	}
	*seen |= value.Singleton(e.I)
	for pc, end := p.Entry, g.end(p.Entry); pc < end; pc++ {
		if in := &g.def.Code[pc]; in.Op == def.CSet && in.A == 0 && int64(in.B) == e.I {
			params |= g.given(kind, proc, in.X[0], seen)
		}
	}
	return params
}

// parameter returns the parameter in a frame slot of a procedure, -1 if there is none.
func (g *Game) parameter(proc int32, slot int64) int64 {
	p := &g.procs[proc]
	if p.wide == nil {
		if slot < int64(p.params) {
			return slot
		}
		return -1
	}
	return int64(slices.Index(g.def.ParamSlots(&g.def.Procs[proc]), int32(slot)))
}

// end returns the end of the code of the procedure that begins at entry.
func (g *tables) end(entry int32) int32 {
	end := int32(len(g.def.Code))
	for i := range g.def.Procs {
		if at := g.def.Procs[i].Entry; at > entry {
			end = min(end, at)
		}
	}
	return end
}
