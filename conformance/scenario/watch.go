// This file is the session as an observer: it follows the bodies and calls that answers belong to, and holds decisions
// that resolve themselves against the line.

package scenario

import (
	"fmt"
	"slices"
	"strconv"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Event implements engine.Observer.
func (s *Session) Event(state *engine.State, e *engine.Event) {
	for _, o := range s.also {
		o.Event(state, e)
	}
	if s.state == nil {
		s.state = state // the set-up runs to its first decision
	}
	def := s.game.Def()
	switch e.Kind {
	case engine.CellChanged:
		s.keep(state, e.Cell())
	case engine.BodyBegan:
		s.frames = append(s.frames, frame{kind: e.Kind, index: e.Body().Decision, answers: s.bodyAnswers(e)})
	case engine.BodyEnded:
		s.leave(engine.BodyBegan, e.Body().Decision)
	case engine.Called:
		s.call(&def.Procs[e.Call().Proc], e.Call().Proc)
	case engine.Returned:
		s.leave(engine.Called, e.Call().Proc)
		if s.run != nil && s.accompanied(&def.Procs[e.Call().Proc]) {
			s.run.main = over
		}
	case engine.Answered, engine.Forced:
		s.count(&def.Decisions[e.Answer().Decision], e)
		if e.Kind == engine.Forced {
			s.force(state, e)
		}
	case engine.Noted:
		s.remember(state, e)
	case engine.CardMoved:
		if s.run != nil && def.Cards[e.Card().Card].ID == s.run.card {
			s.run.cardDone = true
		}
	case engine.WatchChanged:
		d := &def.Derived[e.Watched().Derived]
		name, t := def.Of(d.Per, e.Watched().Index, d.ID), d.Type
		if s.watch[name] == nil {
			s.watch[name] = []string{state.Spell(e.Watched().Old, t)}
		}
		s.watch[name] = append(s.watch[name], state.Spell(e.Watched().New, t))
	}
}

// maxChanges is how many changes of cells a move may come to before their course is followed no more.
const maxChanges = 1 << 16

// keep keeps a change of a cell.
func (s *Session) keep(state *engine.State, w engine.CellEvent) {
	if s.cells == nil || w.Old == w.New || s.changes == maxChanges {
		return
	}
	s.changes++
	if v, _, ok := s.game.Var(w.Cell); ok && s.game.Def().Wide(s.game.Def().Vars[v].Type) { // which the state gives for now only
		if s.sets[w.Cell] == nil {
			s.sets[w.Cell] = []string{state.Spell(w.Old, s.game.Def().Vars[v].Type)}
		}
		s.sets[w.Cell] = append(s.sets[w.Cell], state.Spell(w.New, s.game.Def().Vars[v].Type))
		return
	}
	if s.cells[w.Cell] == nil {
		s.cells[w.Cell] = []int64{w.Old}
	}
	s.cells[w.Cell] = append(s.cells[w.Cell], w.New)
}

// bodyAnswers gives the answers that the line has for the body that begins now.
func (s *Session) bodyAnswers(e *engine.Event) *answers {
	if s.run == nil {
		return nil
	}
	b := e.Body()
	d := s.game.Def().Decisions[b.Decision]
	name := s.game.Format(b.Member, d.Elem)
	for _, scope := range s.scopes(s.run) {
		x := scope.find(d.Name)
		if x == nil || x.picks == nil {
			continue
		}
		for i := len(x.picks) - 1; i >= 0; i-- {
			p := x.picks[i]
			if p.next > 0 && p.next <= len(p.members) && p.members[p.next-1].name == name {
				return p.members[p.next-1].body
			}
		}
	}
	return nil
}

// accompanied reports whether an activity can go along with a procedure.
func (s *Session) accompanied(p *def.ProcDef) bool {
	return s.moves.Activity != nil && slices.Contains(p.Tags, s.moves.Activity.Within)
}

// call opens a frame for a procedure that answers belong to, and notes that the action runs which an activity goes along with.
func (s *Session) call(p *def.ProcDef, index int64) {
	r := s.run
	if r == nil {
		return
	}
	if s.accompanied(p) {
		r.main = running
	}
	if r.activity.done && p.ID == r.activity.def.Name {
		s.frames = append(s.frames, frame{kind: engine.Called, index: index, answers: r.activity.answers, activity: true})
	}
}

// leave closes the innermost frame of that kind, if it is open.
func (s *Session) leave(kind engine.EventKind, index int64) {
	for i := len(s.frames) - 1; i >= 0; i-- {
		if s.frames[i].kind == kind && s.frames[i].index == index {
			s.frames = s.frames[:i]
			return
		}
	}
}

// maxForced is how many decisions may resolve themselves between two answers.
const maxForced = 1 << 14

// force holds a decision that resolved itself against the line.
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
	s.forced = append(s.forced, forced{seat: a.Seat, name: d.Name, decision: d, answer: text, why: reasons(state, gd, d, s.next)})
	if s.trail != nil && s.fault == nil {
		if reply, some := ForcedReply(state, e); some {
			*s.trail = append(*s.trail, reply)
		}
	}
	r := s.run
	if r == nil || s.fault != nil {
		return
	}
	s.checkForcedOffers(r, state, d, text)
	if a.Seat == engine.Chance {
		s.forceChance(r, state, d.Name, text)
		return
	}
	if !r.began && gd.SeatName(int64(a.Seat)) != r.line.Seat {
		return
	}
	if act := &r.activity; act.def != nil && act.chosen && !act.done && d.Name == s.moves.Activity.Choice {
		if act.done = text == act.def.Name; !act.done {
			s.contradict(state, d.Name, word(act.def.Name, act.def.Pos), text)
		}
		return
	}
	if act := &r.activity; act.def != nil && !act.chosen && a.Form == engine.BySide && text == s.moves.Activity.Offer && act.def.At == Before && !r.picked {
		act.chosen = true // nothing else could be done first
		return
	}
	for _, scope := range s.scopes(r) {
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
		n := x.scalar()
		if d.Kind.Row().Answer == def.AnswerSet {
			n = x.set()
		}
		if n == nil {
			continue
		}
		if !s.sameForced(state, d, e, n, text) {
			if s.turns[d.Name] {
				return // a later turn of the same line's words
			}
			s.contradict(state, d.Name, n, text)
			return
		}
		x.take(n)
		return
	}
}

// forcePick takes a forced member or stop out of the round of a pick; false if the round does not speak to it.
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
		s.contradict(state, name, word("stop", p.pos), text)
	case p.members[p.next].name != text:
		s.contradict(state, name, word(p.members[p.next].name, p.members[p.next].pos), text)
	default:
		p.next++
		r.pick(s.game.Def().Decisions[e.Answer().Decision], text)
	}
	return true
}

// word is an answer of one word.
func word(text string, pos diag.Pos) *source.Node {
	n := &source.Node{Kind: source.Scalar, Tag: source.TagString, Value: text, Pos: pos}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		n.Tag = source.TagInt
	}
	return n
}

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

// contradict records that a decision resolved itself in another way than the line says.
func (s *Session) contradict(state *engine.State, name string, n *source.Node, forced string) {
	seat := s.forced[len(s.forced)-1].seat
	m := &Misfit{Pos: n.Pos, Seat: s.game.Def().SeatName(int64(seat)), Decision: name, Answer: n.String(), Offered: []string{forced}, node: n, forced: true,
		Why: n.String() + " is not legal: " + name + " had one legal answer, " + forced}
	var why string
	if m.Rules, why = s.against(state, n); why != "" {
		m.Why += ", because " + why
	}
	s.fault = m
}

// sameForced reports whether a line's answer is the forced one. Of pieces a number alone will do, whatever kinds they are of.
func (s *Session) sameForced(state *engine.State, d *def.DecisionDef, e *engine.Event, n *source.Node, text string) bool {
	switch d.Kind.Row().Answer {
	case def.AnswerOption:
		return e.Answer().Form == engine.ByOption && int64(optionIndex(d.Options, n.Value)) == e.Answer().Value
	case def.AnswerMember:
		v, err := fitMember(s.game, state.Decision(), n)
		return err == nil && v == e.Answer().Value
	case def.AnswerSet, def.AnswerCounts:
		if v, ok := n.Int(); ok && d.Kind.Row().Pieces {
			return v == e.Answer().Value
		}
		a, err := s.fit(state, state.Decision(), n)
		return err == nil && state.Refuses(a) == nil // no other answer is legal
	}
	return n.Value == text
}

// reasons explains why the other options of a menu, the other members of an enumeration, or those others that the script goes on
// to speak of, were not legal. The machine still knows: the event comes while the decision is current.
func reasons(state *engine.State, g *def.GameDef, d *def.DecisionDef, next []Item) map[string]engine.Reason {
	out := map[string]engine.Reason{}
	explain := func(i int, name string) {
		if why := state.Explain(int64(i)); why != nil {
			out[name] = *why
		}
	}
	switch {
	case d.Kind.Row().Options:
		for i, o := range d.Options {
			explain(i, o.Name)
		}
	case d.Kind.Row().Answer == def.AnswerMember && d.Elem.Kind == def.KEnum:
		for i, name := range g.Enums[d.Elem.Of].Members {
			explain(i, name)
		}
	case d.Kind.Row().Answer == def.AnswerMember:
		for _, name := range spokenOf(next) {
			if v, ok := g.Value(name, d.Elem); ok && v >= 0 {
				explain(int(v), name)
			}
		}
	}
	return out
}

// spokenOf lists what the lines of a script that are still to come, and those that are to be refused, begin with, and what is not
// to be offered.
func spokenOf(items []Item) []string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
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
			for _, c := range offerChecks(item.Expect) {
				for _, claim := range c.claims() {
					add(claim.name)
				}
			}
		}
	}
	return names
}

// whyNotAsked gives the misfit of a line whose first decision was not put to its seat because it resolved itself
// otherwise; nil if that is not what happened.
func (s *Session) whyNotAsked(r *run, d *engine.Decision, at *source.Node) *Misfit {
	if len(r.root.list) == 0 {
		return nil
	}
	first := r.root.list[0]
	if len(r.line.Words) > 0 {
		first = r.root.list[len(r.line.Answers)]
	}
	for _, f := range s.forced {
		if s.game.Def().SeatName(int64(f.seat)) != r.line.Seat || f.name != first.name {
			continue
		}
		m := misfit(s.game, d, at, pairText(first.node)+" is not legal: "+f.name+" had one legal answer, "+f.answer)
		if why, ok := f.why[pairText(first.node)]; ok {
			m.Why = pairText(first.node) + " was not possible: " + why.Why
			m.Rules = s.rulesOf(why.Rule, why.Given, why.Node)
		}
		m.aim, m.forced = first.name, true
		return m
	}
	return nil
}
