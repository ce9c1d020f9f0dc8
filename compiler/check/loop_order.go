package check

// This file warns of loops whose rounds change what they depend on: the result then depends on an order of the members that
// the rulebook does not state. The dependency may be a condition, or a supply that runs short (shortage.go).

import (
	"slices"

	"rulebound/compiler/diag"
	"rulebound/compiler/lower"
	"rulebound/engine/def"
	"rulebound/engine/facts"
)

// loopOrder checks each loop without `order: fixed`.
func loopOrder(s *Subject) diag.List {
	var list diag.List
	e := s.effects()
	for i := range s.program.Loops {
		e.at = s.program.Loops[i].Pos
		e.loop(&list, &s.program.Loops[i])
	}
	return list
}

const (
	readsChanged = "a round reads %s, which the rounds before it change, so the order of the members matters"
	inTheirOrder = "They are visited in the order of their declaration. If that is meant, write order: fixed."
)

func (e *effects) loop(list *diag.List, l *lower.Loop) {
	outside := e.scope(l.Proc)
	inside := &scope{outside.Visiting(l.Member, outside.members(l.Over)), e}
	code := e.code(l.Rounds)
	if e.cut(list, outside, inside, l) {
		return
	}
	chosen := outside.choice(l.Over)
	var asked, taken []facts.Access
	if unordered(l.Over) && e.looksAt(l.Member, code) {
		asked = inside.guards(code)
		taken = e.taken(outside, inside, l)
	}
	inner := e.within(l)
	if len(chosen) == 0 && len(asked) == 0 && len(taken) == 0 && len(inner) == 0 {
		return
	}
	writes := kinds(inside.Writes(code))
	if r, w, ok := e.meeting(chosen, writes, func(facts.Access) bool { return true }); ok {
		e.warn(list, l, r, w, "the members are chosen by %s before the first round, and the rounds change it",
			"To test each member when its turn comes, put the condition into the body. If the members at the start are meant, write order: fixed.")
		return
	}
	left := e.left(l)
	lasts := func(w facts.Access) bool { return w.Store != def.Slots || w.From < l.Member && w.From != left } // a slot of the round itself is set anew in each round
	if r, w, ok := e.meeting(asked, writes, lasts); ok {
		e.warn(list, l, r, w, readsChanged, inTheirOrder)
		return
	}
	for _, m := range inner {
		if r, w, ok := e.meeting(inside.choice(m.Over), writes, lasts); ok {
			e.warn(list, l, r, w, readsChanged, inTheirOrder).Notef(m.Pos, "these members depend on it")
			return
		}
	}
	if r, w, ok := e.meeting(taken, writes, lasts); ok {
		e.warn(list, l, r, w, "what a member gets depends on %s, which earlier rounds change or use up, so the order of the members matters",
			"They are visited in the order of their declaration. Let a seat choose the next one, by a pick whose body does this; or loop over an order. If the declared order is meant, write order: fixed.")
	}
}

// within returns the inner loops of a loop over a set without an order.
func (e *effects) within(l *lower.Loop) []*lower.Loop {
	e.look(len(e.loops))
	var out []*lower.Loop
	for i := range e.loops {
		if m := &e.loops[i]; m.Rounds.From > l.Rounds.From && m.Rounds.To <= l.Rounds.To && unordered(l.Over) {
			out = append(out, m)
		}
	}
	return out
}

// left returns the slot with the members that a loop has still to visit, -1 if there is none.
func (e *effects) left(l *lower.Loop) int32 {
	for _, in := range e.code(l.Rounds) {
		if in.Op.Row().C.Ref == def.RefTarget && in.B == l.Member {
			return in.A
		}
	}
	return -1
}

// cut warns of a loop that may not visit all members of a set without an order: because of a limit, or because a round returns a
// value that depends on its member.
func (e *effects) cut(list *diag.List, outside, inside *scope, l *lower.Loop) bool {
	if !unordered(l.Over) || e.alone(l) {
		return false
	}
	const detail = "Loop over an order, let a seat choose the members, or select them by a value (most, least). If the declared order is meant, write order: fixed."
	if l.Limit {
		list.Warnf(l.Pos, "loop-order", "limit drops the members declared last, which no seat chose").Detailf(detail)
		return true
	}
	code := e.code(l.Rounds)
	g := inside.giving(code, nil)
	for _, in := range code {
		if in.Op == def.CReturn && len(in.X) > 0 && g.varies(in.X[0]) {
			list.Warnf(l.Pos, "loop-order", "a round returns, so that of several members the one declared first decides").Detailf(detail).
				Notef(e.place(in.Node), "returned here")
			return true
		}
	}
	return false
}

// taken returns the supplies of a loop that may run short.
func (e *effects) taken(outside, inside *scope, l *lower.Loop) []facts.Access {
	if e.alone(l) {
		return nil
	}
	bounded := outside.bounded(l)
	code := e.code(l.Rounds)
	supplies := inside.giving(code, l.Over).supplies(code)
	return slices.DeleteFunc(supplies, func(a facts.Access) bool { return slices.ContainsFunc(bounded, a.Meets) })
}

// kinds removes accesses that differ only in their node: a condition may repeat the same access a thousand times.
func kinds(list []facts.Access) []facts.Access {
	var out []facts.Access
	met := map[facts.Access]bool{}
	for _, a := range list {
		k := a
		if k.Node = 0; !met[k] {
			met[k] = true
			out = append(out, a)
		}
	}
	return out
}

// meeting returns the first access in reads and a write that changes it, among the writes that last from round to round.
func (e *effects) meeting(reads, writes []facts.Access, lasts func(w facts.Access) bool) (r, w facts.Access, ok bool) {
	for _, r := range kinds(reads) {
		e.look(len(writes))
		for _, w := range writes {
			if r.Meets(w) && lasts(w) {
				return r, w, true
			}
		}
	}
	return facts.Access{}, facts.Access{}, false
}

func (e *effects) warn(list *diag.List, l *lower.Loop, r, w facts.Access, summary, detail string) *diag.Diagnostic {
	d := list.Warnf(l.Pos, "loop-order", summary, e.name(w)).Detailf("%s", detail)
	if r.Node > 0 {
		d.Notef(e.place(r.Node), "asked here")
	}
	return d.Notef(e.place(w.Node), "changed here")
}

// place returns the position of a node of the game.
func (e *effects) place(node int32) diag.Pos {
	n := e.gd.Nodes[node]
	return diag.Pos{File: n.File, Line: int(n.Line), Col: int(n.Col)}
}

// unordered reports whether the members of a set have no meaningful order. Numbers have one, and so have members of an
// enumeration and rows of a table, because they are listed.
func unordered(over *def.Expr) bool {
	for over.Op == def.OpFilter {
		over = over.Args[0]
	}
	return over.Type.Kind == def.KSet && !slices.Contains([]def.Kind{def.KInt, def.KEnum, def.KRow}, over.Type.Elem)
}

// looksAt reports whether code reads a local slot. Rounds that do not read their member are all alike.
func (e *effects) looksAt(slot int32, code []def.Instr) bool {
	var reads func(x *def.Expr) bool
	reads = func(x *def.Expr) bool {
		return x != nil && (x.Op == def.OpLocal && x.I == int64(slot) || slices.ContainsFunc(x.Args, reads))
	}
	when := func(k def.Cond) bool { return reads(k.When) }
	option := func(o def.MenuOption) bool { return slices.ContainsFunc(o.Where, when) }
	e.look(len(code))
	return slices.ContainsFunc(code, func(in def.Instr) bool {
		if slices.ContainsFunc(in.X, reads) {
			return true
		}
		if in.Op != def.CDecide {
			return false
		}
		d := &e.gd.Decisions[in.A]
		return slices.ContainsFunc([]*def.Expr{d.By, d.From, d.Filter, d.Min, d.Max, d.Cost, d.Budget}, reads) ||
			slices.ContainsFunc(d.Where, when) || slices.ContainsFunc(d.Options, option) || slices.ContainsFunc(d.Also, option)
	})
}

// members returns the area of a single member of x. A pile may contain any card.
func (s *scope) members(x *def.Expr) facts.Area {
	of := facts.Everywhere
	if x.Type.Kind != def.KPile {
		of = s.Area(x)
	}
	of.Own = facts.Itself
	return of
}

// maxChosen limits the calls that choice expands: their number can double with every level of functions.
const maxChosen = 64

// choice returns the accesses that decide which members a loop visits. A member's own values decide about that member alone. For
// a call that is not expanded, all its accesses count.
func (s *scope) choice(x *def.Expr) []facts.Access {
	calls := maxChosen
	return s.chosen(x, &calls)
}

func (s *scope) chosen(x *def.Expr, calls *int) []facts.Access {
	switch x.Op {
	case def.OpFilter:
		return append(s.chosen(x.Args[0], calls), (&scope{s.Bind(x.I, s.members(x.Args[0])), s.e}).reads(x.Args[1])...)
	case def.OpHolding:
		return append(append(s.chosen(x.Args[0], calls), s.reads(x.Args[1])...), facts.Standing(s.members(x.Args[0]), s.Area(x.Args[1])))
	case def.OpUnion, def.OpInter, def.OpDiff:
		return append(s.chosen(x.Args[0], calls), s.chosen(x.Args[1], calls)...)
	case def.OpCall:
		if *calls--; *calls < 0 {
			break
		}
		f, inner := &s.e.gd.Functions[x.I], s
		var out []facts.Access
		for i, a := range x.Args {
			out = append(out, s.reads(a)...)
			inner = &scope{inner.Bind(int64(f.Params[i]), s.Area(a)), s.e}
		}
		return append(out, inner.chosen(f.Body, calls)...)
	}
	return s.reads(x)
}

// guards returns the accesses of the conditions of statements in a loop. The choices of a seat are not among them: seats that
// decide in turn see the effects of earlier rounds.
func (s *scope) guards(code []def.Instr) []facts.Access {
	var out []facts.Access
	for _, in := range code {
		if in.Op != def.CJumpUnless || in.X[0].Node == 0 {
			continue // not a condition of the author
		}
		for _, r := range s.reads(in.X[0]) {
			r.Node = in.X[0].Node
			out = append(out, r)
		}
	}
	return out
}
