// This file finds the answer that a line has for a published decision.

package scenario

import (
	"rulebound/compiler/diag"
	"rulebound/engine"
	"rulebound/engine/def"
)

// found is an answer with the place it was written at.
type found struct {
	engine.Answer
	pos diag.Pos
}

// scopes lists where answers are looked up, innermost first.
func (s *Session) scopes(r *run) []*answers {
	var out []*answers
	for i := len(s.frames) - 1; i >= 0; i-- {
		if s.frames[i].answers != nil {
			out = append(out, s.frames[i].answers)
		}
	}
	return append(out, r.root)
}

// answer finds the line's answer to d; ok is false if it has none.
func (s *Session) answer(r *run, d *engine.Decision) (a found, ok bool, err error) {
	if a, ok := s.activityAnswer(r, d); ok {
		return a, true, nil
	}
	if side, ok := s.activitySide(r, d); ok {
		return side, true, nil
	}
	for _, scope := range s.scopes(r) {
		x := scope.find(d.Name)
		if x == nil {
			continue
		}
		if d.Kind.Row().Picked {
			if a, ok, err := s.pickAnswer(r, d, x); ok || err != nil {
				return a, ok, err
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
		answer, err := s.fit(s.state, d, n)
		if err != nil {
			return found{}, false, err
		}
		x.take(n)
		return found{answer, n.Pos}, true, nil
	}
	return found{}, false, nil
}

// pickAnswer gives the next member of a pick, or stop at the end of its list.
func (s *Session) pickAnswer(r *run, d *engine.Decision, x *answer) (found, bool, error) {
	p := x.round()
	if p != nil && d.Count == 0 && p.taken > 0 { // the pick is asked anew
		p.closed = true
		p = x.round()
	}
	if p == nil {
		return found{}, false, nil
	}
	if p.next == len(p.members) {
		p.closed = true
		return found{engine.Answer{Stop: true}, p.pos}, true, nil
	}
	m := p.members[p.next]
	at := word(m.name, m.pos)
	def := s.game.Def().Decisions[d.Index]
	if i := optionIndex(def.Also, m.name); i >= 0 {
		p.next++
		return found{engine.Answer{Kind: engine.Side, Option: int32(i)}, m.pos}, true, nil
	}
	v, err := memberNamed(s.game, d, m.name, at)
	if err != nil {
		return found{}, false, err
	}
	p.next, p.taken = p.next+1, p.taken+1
	r.pick(def, m.name)
	return found{engine.Answer{Member: v}, m.pos}, true, nil
}

// activitySide takes the side option that begins the activity, at its moment.
func (s *Session) activitySide(r *run, d *engine.Decision) (found, bool) {
	act := &r.activity
	if act.def == nil || act.done || act.chosen {
		return found{}, false
	}
	due := act.def.At == Before && !r.picked || act.def.At == AfterMember && r.lastPick == act.def.After && d.Count > 0
	for _, o := range d.Also {
		if due && o.Name == s.moves.Activity.Offer {
			act.chosen = true
			return found{engine.Answer{Kind: engine.Side, Option: o.Index}, act.def.Pos}, true
		}
	}
	return found{}, false
}

// activityAnswer answers what is asked at the activity's moment: whether there is one, and which.
func (s *Session) activityAnswer(r *run, d *engine.Decision) (found, bool) {
	act := &r.activity
	if act.def == nil || act.done || !d.Kind.Row().Options {
		return found{}, false
	}
	due := act.chosen || act.def.At == AfterAll && r.main == over || act.def.At == Before && r.main == notBegun
	switch {
	case !due || d.Name != s.moves.Activity.Choice && d.Name != s.moves.Activity.Offer:
		return found{}, false
	case d.Name == s.moves.Activity.Offer:
		act.chosen = true
		return found{engine.Answer{Option: int32(optionIndex(s.game.Def().Decisions[d.Index].Options, "yes"))}, act.def.Pos}, true
	}
	act.done = true
	i := optionIndex(s.game.Def().Decisions[d.Index].Options, act.def.Name)
	if i < 0 {
		i = 1 << 20 // no such option: the engine refuses it
	}
	return found{engine.Answer{Option: int32(i)}, act.def.Pos}, true
}
