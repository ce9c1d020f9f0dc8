package check

// This file computes which shared supplies the rounds of a loop take from: a track, a pool of markers, pieces or cards. If a
// supply runs short, the members that are visited first get it.

import (
	"reflect"
	"slices"

	"rulebound/compiler/lower"
	"rulebound/engine/def"
	"rulebound/engine/facts"
)

// giving is a procedure whose code gives things to a receiver that differs from round to round.
type giving struct {
	*scope
	slots map[int32]bool            // slots whose values differ from round to round
	over  *def.Expr                 // the domain of the loop; nil in a called procedure
	calls map[passed][]facts.Access // cache of the accesses of calls
}

// passed identifies a procedure with the areas of its arguments and those that differ from round to round.
type passed struct {
	scope  string
	varied uint64 // a bit for each argument that differs from round to round
}

// giving returns the analysis of a loop with such rounds.
func (s *scope) giving(rounds []def.Instr, over *def.Expr) *giving {
	return &giving{scope: s, slots: s.e.varying(rounds, map[int32]bool{s.Member: true}), over: over, calls: map[passed][]facts.Access{}}
}

// varying adds to slots that differ from round to round those that code computes from them.
func (e *effects) varying(code []def.Instr, slots map[int32]bool) map[int32]bool {
	for more := true; more; {
		e.look(len(code))
		more = false
		for i := range code {
			in := &code[i]
			passes := false
			switch in.Op {
			case def.CSet:
				passes = in.A == def.ToLocal && varies(in.X[0], slots)
			case def.CForSet, def.CForOrder:
				passes = slots[in.A]
			case def.CCall, def.CCallDyn:
				passes = in.B >= 0 && slices.ContainsFunc(in.X, func(x *def.Expr) bool { return varies(x, slots) })
			}
			if passes && !slots[in.B] {
				slots[in.B], more = true, true
			}
		}
	}
	return slots
}

// varies reports whether x reads one of some slots.
func varies(x *def.Expr, slots map[int32]bool) bool {
	if x == nil {
		return false
	}
	for y := range x.All() {
		if y.Op == def.OpLocal && slots[int32(y.I)] {
			return true
		}
	}
	return false
}

// supplies returns the accesses to supplies that code takes from for a varying receiver, each with its node.
func (g *giving) supplies(code []def.Instr) []facts.Access {
	g.e.look(len(code))
	var out []facts.Access
	for i := range code {
		in := &code[i]
		for _, a := range g.supply(in, code) {
			if a.Node == 0 {
				a.Node = in.Node
			}
			out = append(out, a)
		}
	}
	return out
}

// supply returns the accesses of one instruction to supplies that it takes from for a varying receiver.
func (g *giving) supply(in *def.Instr, code []def.Instr) []facts.Access {
	switch in.Op {
	case def.CSet, def.CGain, def.CLose:
		if in.A >= 2 && g.varies(in.X[1]) {
			if more, ok := added(in, in.X[0]); ok && g.sums(in.B, code) {
				var out []facts.Access
				for _, x := range more {
					out = append(out, g.reads(x)...)
				}
				return out
			}
			return g.reads(in.X[0])
		}
	case def.CTransfer:
		if g.varies(in.X[1]) && !g.answered(in.X[2]) {
			return append(g.Tracks(in.X[0]), g.reads(in.X[2])...)
		}
	case def.CMark:
		if v := g.e.Variable(in.B); v != nil && g.varies(in.X[1]) && !g.e.takesOff(in.X[0]) && g.e.scarce(v, g.demand(in, v)) {
			return g.Bearers(int64(v.Pool))
		}
	case def.CMove:
		// A piece with a value of its own was chosen.
		if in.A == 0 && g.varies(in.X[3]) && in.X[0].Op != def.OpPieceClass {
			return append(g.reads(in.X[1]), facts.Standing(g.Area(in.X[2]), g.Alike(g.Area(in.X[0]))))
		}
	case def.CMoveAll:
		if in.A == 0 && g.varies(in.X[2]) {
			return []facts.Access{facts.Standing(g.Area(in.X[1]), g.Alike(g.Area(in.X[0])))}
		}
	case def.CCard:
		if x := in.X[0]; (x.Op == def.OpTop || x.Op == def.OpCardAt) && g.varies(in.X[1]) {
			return []facts.Access{facts.Lying(g.Area(x.Args[0]))}
		}
	case def.CDecide:
		return g.taken(&g.e.gd.Decisions[in.A])
	}
	return g.given(in)
}

// added reports whether x, which an instruction assigns to a variable, is the variable's value plus or minus something, and
// returns the addends. Rounds that only add give the same sum in any order.
func added(in *def.Instr, x *def.Expr) (more []*def.Expr, ok bool) {
	switch {
	case in.Op != def.CSet || in.A != def.ToVariable:
		return nil, false
	case x.Op == def.OpCellAt && x.I == int64(in.B):
		return nil, reflect.DeepEqual(x.Args[0], in.X[1])
	case x.Op != def.OpAdd && x.Op != def.OpSub && x.Op != def.OpUnion:
		return nil, false
	}
	if more, ok = added(in, x.Args[0]); ok {
		return append(more, x.Args[1]), true
	}
	if more, ok = added(in, x.Args[1]); ok && x.Op != def.OpSub {
		return append(more, x.Args[0]), true
	}
	return nil, false
}

// sums reports whether code writes to a variable by addition only, and without calls.
func (g *giving) sums(base int32, code []def.Instr) bool {
	g.e.look(len(code))
	for i := range code {
		in := &code[i]
		if procs, _ := g.Callees(in); len(procs) > 0 {
			return false // the callee may write to it
		}
		if in.Op != def.CSet && in.Op != def.CGain && in.Op != def.CLose || in.A == def.ToLocal || in.A != def.ToTrack && g.e.Variable(in.B) != g.e.Variable(base) {
			continue
		}
		if _, ok := added(in, in.X[0]); !ok {
			return false
		}
	}
	return true
}

// taken returns the supplies of a take whose number is mandatory. What a seat need not take it can leave to a later round.
func (g *giving) taken(d *def.DecisionDef) []facts.Access {
	if d.Kind != def.Take {
		return nil
	}
	if !d.Exact {
		if d.Min == nil {
			return nil
		}
		if least, known := g.Fold(d.Min); known && least == 0 {
			return nil
		}
	}
	return []facts.Access{facts.Standing(g.Area(d.From), g.Alike(g.Area(d.Filter)))}
}

// given returns the supplies of the procedures that an instruction calls.
func (g *giving) given(in *def.Instr) []facts.Access {
	procs, args := g.Callees(in)
	var out []facts.Access
	for _, p := range procs {
		inner := &scope{g.Scope.Scope(p, g.Args(args)...), g.e}
		k, slots := passed{scope: inner.Key()}, map[int32]bool{}
		params := g.Def.ParamSlots(&g.Def.Procs[p])
		for i, x := range args {
			if i < len(params) && g.varies(x) {
				k.varied |= 1 << i
				slots[params[i]] = true
			}
		}
		if k.varied == 0 {
			continue // all rounds are alike
		}
		given, known := g.calls[k]
		if !known {
			g.calls[k] = nil
			for _, a := range (&giving{scope: inner, slots: g.e.varying(g.Body(p), slots), calls: g.calls}).supplies(g.Body(p)) {
				if a.Store != def.Slots {
					given = append(given, a)
				}
			}
			given = facts.Once(given)
			g.calls[k] = given
		}
		out = append(out, given...)
	}
	return out
}

// varies reports whether x differs from round to round because of the member. An answer of a seat does not: it could be the same
// in each round.
func (g *giving) varies(x *def.Expr) bool { return varies(x, g.slots) }

// answered reports whether x is an answer, given by a seat that knew the supply.
func (g *giving) answered(x *def.Expr) bool {
	return x.Op == def.OpLocal && slices.ContainsFunc(g.Body(g.Proc), func(in def.Instr) bool {
		return in.Op == def.CDecide && int64(g.e.gd.Decisions[in.A].Result) == x.I
	})
}

// takesOff reports whether a change of markers by n places none: 0 - $z.marker removes those that are present.
func (e *effects) takesOff(n *def.Expr) bool {
	if v, known := e.Fold(n); known {
		return v <= 0
	}
	if n.Op == def.OpSub {
		if v, known := e.Fold(n.Args[0]); !known || v > 0 {
			return false
		}
	} else if n.Op != def.OpNeg {
		return false
	}
	x := n.Args[len(n.Args)-1]
	v := e.Variable(int32(x.I))
	return x.Op == def.OpCellAt && v != nil && v.Pool >= 0
}

// scarce reports whether a pool may hold fewer markers than its zones can bear, with at most `most` markers of v. A marker
// without a pool is never scarce.
func (e *effects) scarce(v *def.VarDef, most int64) bool {
	if v.Pool < 0 {
		return false
	}
	e.look(len(e.gd.Vars))
	for i := range e.gd.Vars {
		if other := &e.gd.Vars[i]; other.Pool == v.Pool && other != v {
			most += e.bearing(other) * other.Max
		}
	}
	return int64(e.gd.Pools[v.Pool].Max) < most
}

// demand returns the greatest number of markers after the rounds of a loop with the instruction in. Members that had none when
// the loop began have at most the number that a round adds.
func (g *giving) demand(in *def.Instr, v *def.VarDef) int64 {
	all := g.e.bearing(v) * v.Max
	n, known := g.Fold(in.X[0])
	if !known || g.over == nil || g.over.Op != def.OpFilter || in.X[1].Op != def.OpLocal || in.X[1].I != int64(g.Member) {
		return all
	}
	members, few := g.Fold(g.over.Args[0])
	if !few || !g.none(g.over.Args[1], g.over.I, v) {
		return all
	}
	return all - int64(len(g.e.gd.Each(members, g.over.Type)))*max(0, v.Max-n)
}

// none reports whether a condition requires that a candidate has no marker v.
func (g *giving) none(cond *def.Expr, candidate int64, v *def.VarDef) bool {
	if cond.Op == def.OpAnd {
		return slices.ContainsFunc(cond.Args, func(x *def.Expr) bool { return g.none(x, candidate, v) })
	}
	if cond.Op != def.OpEq {
		return false
	}
	x := cond.Args[0]
	n, known := g.Fold(cond.Args[1])
	return known && n == 0 && x.Op == def.OpCellAt && x.I == int64(v.Base) && x.Args[0].Op == def.OpBound && x.Args[0].I == candidate
}

// bearing returns the number of zones that can bear a marker.
func (e *effects) bearing(v *def.VarDef) int64 {
	return int64(len(e.gd.Each(v.On, def.ZoneSet)))
}

// bounded returns the accesses that already guard a loop against running short: those of the conditions around it, and of the
// bound of the decision that chose its members.
func (s *scope) bounded(l *lower.Loop) []facts.Access {
	var out []facts.Access
	for _, in := range s.e.before(l) {
		switch {
		case in.Op == def.CJumpUnless && in.A >= l.Rounds.To:
			out = append(out, s.reads(in.X[0])...)
		case in.Op == def.CDecide:
			if d := &s.e.gd.Decisions[in.A]; chose(d, l.Over) && d.Max != nil {
				out = append(out, s.reads(d.Max)...)
			}
		}
	}
	return out
}

// chose reports whether a decision's answer is the domain of a loop.
func chose(d *def.DecisionDef, over *def.Expr) bool {
	return over.Op == def.OpLocal && (int64(d.Result) == over.I || d.Kind == def.Pick && int64(d.Picked) == over.I)
}

// alone reports whether a loop has at most one round, because at most one member can be chosen.
func (e *effects) alone(l *lower.Loop) bool {
	return slices.ContainsFunc(e.before(l), func(in def.Instr) bool {
		if in.Op != def.CDecide {
			return false
		}
		d := &e.gd.Decisions[in.A]
		if !chose(d, l.Over) || d.Max == nil {
			return false
		}
		most, known := e.Fold(d.Max)
		return known && most <= 1
	})
}
