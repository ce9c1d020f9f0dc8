// This file records decisions that resolved themselves, for comparison with the line, and why their other answers were illegal.

package scenario

import (
	"fmt"
	"slices"

	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// resolutions holds the decisions that resolved themselves since the last answer.
type resolutions []forced

// forced is a decision that resolved itself.
type forced struct {
	seat     int
	decision *def.DecisionDef
	answer   string
	why      map[string]engine.Reason // options that were illegal
}

// named returns the n-th decision of a name, nil if there is none.
func (r resolutions) named(name string, nth int) *forced {
	for i := range r {
		if r[i].decision.Name != name {
			continue
		}
		if nth--; nth == 0 {
			return &r[i]
		}
	}
	return nil
}

// confirms reports whether an answer names how the decision resolved itself.
func (f *forced) confirms(x *answer) bool {
	return f.decision.Name == x.name && x.next == 0 && x.node.Kind == source.Scalar && x.node.Value == f.answer
}

// of returns the decisions of a seat.
func (r resolutions) of(seat string, gd *def.GameDef) (out resolutions) {
	for _, f := range r {
		if gd.SeatName(int64(f.seat)) == seat {
			out = append(out, f)
		}
	}
	return out
}

// mentioned reports whether an expectation claims what a decision of a seat offered.
func (r resolutions) mentioned(e *Expect, seat int) bool {
	return slices.ContainsFunc(r, func(f forced) bool {
		named := func(p source.Pair) bool { return p.Key.Value == f.decision.Name }
		return f.seat == seat && (slices.ContainsFunc(e.Offered, named) || slices.ContainsFunc(e.NotOffered, named) ||
			slices.ContainsFunc(e.Legal, func(l Legal) bool { return l.Decision == f.decision.Name && l.After == nil }))
	})
}

// reasons explains why the other options of a menu, the other members of an enumeration, or members that the rest of
// the script mentions, were illegal. It must be called while the decision is current, during the event engine.Forced.
func reasons(state *engine.State, g *def.GameDef, d *def.DecisionDef, next []Item) map[string]engine.Reason {
	out := map[string]engine.Reason{}
	explain := func(member int64, name string) {
		if why := state.Explain(member); why != nil {
			out[name] = *why
		}
	}
	switch {
	case d.Kind.Row().Options:
		for i, o := range d.Options {
			explain(int64(i), o.Name)
		}
	case d.Kind.Row().Answer == def.AnswerMember && d.Elem.Kind == def.KEnum:
		for i, name := range g.Enums[d.Elem.Of].Members {
			explain(int64(i), name)
		}
	case d.Kind.Row().Answer == def.AnswerMember:
		for _, name := range mentionedIn(next) {
			if v, ok := g.Value(name, d.Elem); ok && v >= 0 {
				explain(v, name)
			}
		}
	}
	return out
}

// mentionedIn lists the first words of the lines of items, played and refused, and the names in offered and notOffered.
func mentionedIn(items []Item) []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	line := func(l *Line) {
		if l != nil && len(l.Words) > 0 {
			add(l.Words[0])
		}
	}
	for _, item := range items {
		if line(item.Line); item.Expect != nil {
			for _, r := range item.Expect.Refused {
				line(r.Line)
			}
			for _, c := range offerChecks(item.Expect, nil) {
				for _, claim := range c.claims() {
					add(claim.name)
				}
			}
		}
	}
	return out
}

// whyNotAsked returns the misfit of a line whose first decision had resolved itself otherwise; nil if it had not.
func (s *Session) whyNotAsked(r *run, d *engine.Decision, at *source.Node) *names.Misfit {
	if len(r.root) == 0 {
		return nil
	}
	first := r.root[0]
	if len(r.line.Words) > 0 {
		first = r.root[len(r.line.Answers)]
	}
	for _, f := range s.forced {
		if s.game.Def().SeatName(int64(f.seat)) != r.line.Seat || f.decision.Name != first.name {
			continue
		}
		if f.confirms(first) {
			return nil
		}
		m := names.NewMisfit(s.game, d, at, names.PairText(first.node)+" is not legal: "+first.name+" had one legal answer, "+f.answer)
		if why, ok := f.why[names.PairText(first.node)]; ok {
			m.Why = names.PairText(first.node) + " was not possible: " + why.Why
			m.Rules = names.RulesOf(s.game.Def(), &why)
		}
		m.Aim, m.Forced = first.name, true
		return m
	}
	return nil
}

// maxForced limits the decisions that may resolve themselves between two answers.
const maxForced = 1 << 14

// force compares a decision that resolved itself with the line.
func (s *Session) force(state *engine.State, e *engine.Event) {
	a := e.Answer()
	gd := s.game.Def()
	d := &gd.Decisions[a.Decision]
	text := s.game.SpellAnswer(d, a.Form, a.Value, e.Values)
	if len(s.forced) == maxForced {
		if s.fault == nil {
			s.fault = fmt.Errorf("more than %d decisions resolve themselves one after another", maxForced)
		}
		return
	}
	s.forced = append(s.forced, forced{a.Seat, d, text, reasons(state, gd, d, s.next)})
	if s.trail != nil && s.fault == nil {
		if reply, some := names.ForcedReply(state, e); some {
			*s.trail = append(*s.trail, reply)
		}
	}
	r := s.run
	if r == nil || s.fault != nil {
		return
	}
	s.checkForcedOffers(r, state, d, text)
	r.withheld(state, d)
	if a.Seat == engine.Chance {
		s.forceChance(r, state, d.Name, text)
		return
	}
	if !r.began && gd.SeatName(int64(a.Seat)) != r.line.Seat {
		return
	}
	if act := &r.activity; act.def != nil && act.chosen && !act.done && d.Name == s.words.Activity.Choice {
		if act.done = text == act.def.Name; !act.done {
			s.contradict(state, d.Name, names.Word(act.def.Name, act.def.Pos), text)
		}
		return
	}
	if act := &r.activity; act.def != nil && !act.chosen && a.Form == engine.BySide && text == s.words.Activity.Offer && act.def.At == Before && !r.picked {
		act.chosen = true // it was the only first action
		return
	}
	for _, scope := range s.frames.scopes(r.root) {
		x := scope.find(d.Name)
		if x == nil {
			continue
		}
		if d.Kind.Row().Picked {
			if s.forcePick(r, state, x, e, d.Name, text) {
				return
			}
			continue
		}
		n := x.given(d.Kind)
		if n == nil {
			continue
		}
		if !s.sameForced(state, d, e, n, text) {
			if s.words.turns[d.Name] {
				return // the words of the line mean a later turn
			}
			s.contradict(state, d.Name, n, text)
			return
		}
		x.take(n)
		return
	}
}

// forcePick removes a forced member or stop from the round of a pick; it returns false if there is no round left.
func (s *Session) forcePick(r *run, state *engine.State, x *answer, e *engine.Event, name, text string) bool {
	p := x.round()
	if p == nil {
		return false
	}
	end := e.Answer().Form == engine.ByStop
	switch {
	case end && p.next == len(p.members):
		p.closed = true
	case p.next == len(p.members):
		s.contradict(state, name, names.Word("stop", p.pos), text)
	case p.members[p.next].name != text:
		s.contradict(state, name, names.Word(p.members[p.next].name, p.members[p.next].pos), text)
	default:
		p.next++
		r.pick(&s.game.Def().Decisions[e.Answer().Decision], text)
	}
	return true
}

// forceChance compares a forced outcome with the scripted one.
func (s *Session) forceChance(r *run, state *engine.State, name, text string) {
	for _, c := range []*chance{r.chance, s.chance} {
		if n := c.take(name); n != nil {
			if n.Value != text {
				s.contradict(state, name, n, text)
			}
			return
		}
	}
}

// contradict records that a decision resolved itself otherwise than the line says.
func (s *Session) contradict(state *engine.State, name string, n *source.Node, forced string) {
	seat := s.forced[len(s.forced)-1].seat
	m := &names.Misfit{Pos: n.Pos, Seat: s.game.Def().SeatName(int64(seat)), Decision: name, Answer: n.String(), Offered: []string{forced}, Node: n, Forced: true,
		Why: n.String() + " is not legal: " + name + " had one legal answer, " + forced}
	var why string
	if m.Rules, why = names.Refuses(state, n); why != "" {
		m.Why += ", because " + why
	}
	s.fault = m
}

// sameForced reports whether a line's answer is the forced one. Of pieces only the number counts.
func (s *Session) sameForced(state *engine.State, d *def.DecisionDef, e *engine.Event, n *source.Node, text string) bool {
	switch d.Kind.Row().Answer {
	case def.AnswerOption:
		return e.Answer().Form == engine.ByOption && int64(names.OptionIndex(d.Options, n.Value)) == e.Answer().Value
	case def.AnswerMember:
		v, err := names.FitMember(s.game, state.Decision(), n)
		return err == nil && v == e.Answer().Value
	case def.AnswerSet, def.AnswerCounts:
		if v, ok := n.Int(); ok && d.Kind.Row().Pieces {
			return v == e.Answer().Value
		}
		a, err := names.FitHere(state, state.Decision(), n)
		return err == nil && state.Refuses(a) == nil // no other answer is legal
	}
	return n.Value == text
}
