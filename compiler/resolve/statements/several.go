package statements

// This file reports the(…) and first(…) of sets that may have several members and no order: they would take the member declared
// first, an arbitrary choice. Whether a set has at most one member is derived from its formula alone.

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// several reports the expressions that take the first declared of several members. All procedures and functions must be resolved.
func (r *Procedures) several() {
	if len(r.Takings) == 0 {
		return
	}
	s := &singles{Procedures: r, values: map[name][]*def.Expr{}, several: map[name]bool{}}
	s.solve()
	said := map[diag.Pos]bool{}
	for _, t := range r.Takings {
		if said[t.At] || t.X.Op == def.OpThe && s.single(t.X.Args[0]) || t.X.Op == def.OpFirst && s.chosen(t.X) {
			continue
		}
		said[t.At] = true
		word := t.X.Op.Row().Word
		r.Diags.Errorf(t.At, "several-members", "%s(…) would take the member declared first of a set that may have several, which no seat chose", word).
			Detailf("Use an order, first($x in ORDER where …), or let a seat choose (one:, draw:). " +
				"If there can be only one, write only(SET): several are then a fault. If the first declared is meant, write the(lowest(SET, 1)).")
	}
}

// singles finds the sets that have at most one member.
type singles struct {
	*Procedures
	values  map[name][]*def.Expr // all values that are bound to a name; values of derived values and functions
	names   []name               // keys of values, possibly repeated
	several map[name]bool        // names that may have several members
}

// name identifies a set that formulas read: by OpBound, OpDerived or OpCall.
type name struct {
	of def.Op
	i  int64
}

// solve computes the names that may have several members, a fixed point: each is assumed to have at most one until a value
// refutes it.
func (s *singles) solve() {
	for _, p := range s.Out.Procs {
		if p != nil {
			walk := typed.Walk{Action: s.note}
			walk.Body(p.Body)
		}
	}
	for i, d := range s.Out.Derived {
		if d != nil {
			s.given(name{def.OpDerived, int64(i)}, d.Value)
		}
	}
	for i, f := range s.Out.Functions {
		if f != nil && f.Body != nil {
			s.given(name{def.OpCall, int64(i)}, f.Body)
		}
	}
	for again := true; again; {
		again = false
		for _, id := range s.names {
			if !s.several[id] && slices.ContainsFunc(s.values[id], func(x *def.Expr) bool { return !s.single(x) }) {
				s.several[id], again = true, true
			}
		}
	}
}

// note records the values that an action binds to names.
func (s *singles) note(a typed.Action, _ *typed.Place) {
	switch a := a.(type) {
	case *typed.Let:
		s.given(name{def.OpBound, a.Name.ID}, a.Value)
	case *typed.Set:
		if a.To.Local != nil {
			s.given(name{def.OpBound, a.To.Local.ID}, a.Value)
		}
	}
}

func (s *singles) given(k name, x *def.Expr) {
	s.names, s.values[k] = append(s.names, k), append(s.values[k], x)
}

// single reports whether the set x has at most one member in every state.
func (s *singles) single(x *def.Expr) bool {
	if formulas.IsBad(x) || s.Game.Many(x.Type.Members()) <= 1 {
		return true
	}
	switch x.Op {
	case def.OpConst:
		return len(s.Game.Each(x.I, x.Type)) <= 1
	case def.OpSetOf:
		return len(x.Args) <= 1
	case def.OpLowest, def.OpHighest:
		return x.Args[1].Op == def.OpConst && x.Args[1].I <= 1
	case def.OpInter:
		return slices.ContainsFunc(x.Args, s.single)
	case def.OpDiff, def.OpHolding:
		return s.single(x.Args[0])
	case def.OpFilter, def.OpRepeated:
		return s.chosen(x)
	case def.OpIf:
		return s.single(x.Args[1]) && s.single(x.Args[2])
	case def.OpLet:
		k := name{def.OpBound, x.I}
		s.values[k], s.several[k] = x.Args[:1], !s.single(x.Args[0])
		return s.single(x.Args[1])
	case def.OpBound, def.OpDerived, def.OpCall:
		return s.named(name{x.Op, x.I})
	case def.OpTable:
		return !slices.ContainsFunc(s.Game.Lookups[x.I].Values, func(v int64) bool { return len(s.Game.Each(v, x.Type)) > 1 })
	}
	return false
}

// named reports whether all values of a name have at most one member. It is false for parameters and answers, whose values are
// unknown.
func (s *singles) named(k name) bool { return len(s.values[k]) > 0 && !s.several[k] }

// chosen reports whether a comprehension visits its members in a stated order, or visits at most one.
func (s *singles) chosen(x *def.Expr) bool {
	over := x.Args[0]
	if x.Op == def.OpFirst && (over.Type.Kind != def.KSet || slices.Contains([]def.Kind{def.KInt, def.KEnum, def.KRow}, over.Type.Elem)) {
		return true
	}
	return over.Type.Kind == def.KSet && s.single(over) || s.fixes(x.Args[1], x.I)
}

// fixes reports whether a condition holds for at most one value of a candidate.
func (s *singles) fixes(cond *def.Expr, candidate int64) bool {
	is := func(x *def.Expr) bool { return x.Op == def.OpBound && x.I == candidate }
	reads := func(x *def.Expr) bool {
		for y := range x.All() {
			if is(y) {
				return true
			}
		}
		return false
	}
	switch cond.Op {
	case def.OpConst:
		return cond.I == 0
	case def.OpAnd:
		return slices.ContainsFunc(cond.Args, func(x *def.Expr) bool { return s.fixes(x, candidate) })
	case def.OpEq:
		a, b := cond.Args[0], cond.Args[1]
		return is(a) && !reads(b) || is(b) && !reads(a)
	case def.OpHas:
		a, b := cond.Args[0], cond.Args[1]
		return is(b) && !reads(a) && s.single(a)
	}
	return false
}
