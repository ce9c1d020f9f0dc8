// This file has the state of a line that is being played: it finds the line's answers to decisions, and tracks the
// open bodies and calls that answers belong to.

package scenario

import (
	"cmp"
	"slices"

	"rulebound/compiler/diag"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
)

// run is a line that is being played.
type run struct {
	line     *Line
	words    *vocabulary
	frames   *frames
	root     answers
	chance   *chance
	card     string // the card that the words of the line name
	cardDone bool
	activity activityState
	called   map[int64]bool // procedures that ran
	offers   []offerCheck
	before   resolutions // decisions of the line's seat that resolved themselves before the line
	began    bool        // the line's seat has answered
	picked   bool        // a member of a pick was answered
	lastPick string      // the last member of a pick that offers the activity
	main     phase       // of the action that an activity goes along with
	failures []Failure
}

// phase is the progress of the first action of a line.
type phase int

const (
	notBegun phase = iota
	running
	over
)

type activityState struct {
	def     *Activity
	answers answers
	chosen  bool // the side option was taken: the menu follows
	done    bool
	why     *engine.Reason // why the first decision that might have offered it does not; nil if it does
}

// missed returns an activity that was not begun, as a part of the line that was not used.
func (a *activityState) missed() leftover {
	return leftover{name: "activity " + a.def.Name, pos: a.def.Pos, why: "was not asked for at its moment", reason: a.why}
}

// found is an answer with its place in the script.
type found struct {
	engine.Answer
	pos diag.Pos
}

// first returns the first answer of the line: that of its words, if they are one; nil for an empty line.
func (r *run) first() *answer {
	if len(r.root) == 0 {
		return nil
	}
	return r.root[min(len(r.line.Answers), len(r.root)-1)]
}

// aim returns the name of the decision that the line answers first, "" if the line does not name it.
func (r *run) aim() string {
	if first := r.first(); first != nil {
		return first.name
	}
	return ""
}

// call opens a frame for the procedure of the activity, and records the start of the action that an activity goes
// along with.
func (r *run) call(p *def.ProcDef, index int64) {
	if r.called == nil {
		r.called = map[int64]bool{}
	}
	r.called[index] = true
	if r.words.accompanied(p) {
		r.main = running
	}
	if r.activity.done && p.ID == r.activity.def.Name {
		r.frames.open(engine.Called, index, r.activity.answers)
	}
}

// pick records the member of a pick. The moment of an activity is that of the picks that offer it, not of those within their bodies.
func (r *run) pick(d *def.DecisionDef, member string) {
	r.picked = true
	if len(d.Also) > 0 {
		r.lastPick = member
	}
}

// answer returns the line's answer to the pending decision; ok is false if it has none.
func (r *run) answer(s *engine.State, d *engine.Decision) (a found, ok bool, err error) {
	dd := &s.Game().Def().Decisions[d.Index]
	if a, ok := r.activityAnswer(dd); ok {
		return a, true, nil
	}
	if side, ok := r.activitySide(d); ok {
		return side, true, nil
	}
	for _, scope := range r.frames.scopes(r.root) {
		x := scope.find(d.Name)
		if x == nil {
			continue
		}
		if d.Kind.Row().Picked {
			if a, ok, err := r.pickAnswer(s.Game(), d, x); ok || err != nil {
				return a, ok, err
			}
			continue
		}
		n := x.given(d.Kind)
		if n == nil {
			continue
		}
		answer, err := names.FitHere(s, d, n)
		if err != nil {
			return found{}, false, err
		}
		x.take(n)
		return found{answer, n.Pos}, true, nil
	}
	return found{}, false, nil
}

// pickAnswer returns the next member of a pick, or stop at the end of its list.
func (r *run) pickAnswer(g *engine.Game, d *engine.Decision, x *answer) (found, bool, error) {
	p := x.round()
	if p != nil && d.Count == 0 && p.taken > 0 { // a new pick of the same name
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
	m, dd := p.members[p.next], &g.Def().Decisions[d.Index]
	if i := names.OptionIndex(dd.Also, m.name); i >= 0 {
		p.next++
		return found{engine.Answer{Kind: engine.Side, Option: int32(i)}, m.pos}, true, nil
	}
	v, err := names.MemberNamed(g, d, m.name, names.Word(m.name, m.pos))
	if err != nil && m.name == "stop" {
		err = names.NewMisfit(g, d, names.Word(m.name, m.pos), d.Name+" stops where its list ends; write [] to stop at once")
	}
	if err != nil {
		return found{}, false, err
	}
	p.next, p.taken = p.next+1, p.taken+1
	r.pick(dd, m.name)
	return found{engine.Answer{Member: v}, m.pos}, true, nil
}

// activitySide takes the side option that begins the activity, at its moment.
func (r *run) activitySide(d *engine.Decision) (found, bool) {
	act := &r.activity
	if act.def == nil || act.done || act.chosen {
		return found{}, false
	}
	due := act.def.At == Before && !r.picked || act.def.At == AfterMember && r.lastPick == act.def.After && d.Count > 0
	for _, o := range d.Also {
		if due && o.Name == r.words.Activity.Offer {
			act.chosen = true
			return found{engine.Answer{Kind: engine.Side, Option: o.Index}, act.def.Pos}, true
		}
	}
	return found{}, false
}

// withheld records why a decision that may offer an activity does not offer that of the line. It must be called while the decision is current.
func (r *run) withheld(s *engine.State, d *def.DecisionDef) {
	act := &r.activity
	if act.def == nil || act.done || act.why != nil {
		return
	}
	side := names.OptionIndex(d.Also, r.words.Activity.Offer)
	if side < 0 {
		return
	}
	if act.why = s.ExplainSide(int32(side)); act.why == nil {
		return
	}
	for _, choice := range s.Game().Def().Decisions {
		if i := names.OptionIndex(choice.Options, act.def.Name); choice.Name == r.words.Activity.Choice && i >= 0 {
			act.why = cmp.Or(s.ExplainBehind(int32(side), choice.Name, i), act.why)
			return
		}
	}
}

// activityAnswer answers the decisions at the activity's moment: whether there is one, and which.
func (r *run) activityAnswer(d *def.DecisionDef) (found, bool) {
	act := &r.activity
	if act.def == nil || act.done || !d.Kind.Row().Options {
		return found{}, false
	}
	due := act.chosen || act.def.At == AfterAll && r.main == over || act.def.At == Before && r.main == notBegun
	switch {
	case !due || d.Name != r.words.Activity.Choice && d.Name != r.words.Activity.Offer:
		return found{}, false
	case d.Name == r.words.Activity.Offer:
		act.chosen = true
		return found{engine.Answer{Option: int32(names.OptionIndex(d.Options, "yes"))}, act.def.Pos}, true
	}
	act.done = true
	i := names.OptionIndex(d.Options, act.def.Name)
	if i < 0 {
		i = 1 << 20 // no such option: the engine refuses it
	}
	return found{engine.Answer{Option: int32(i)}, act.def.Pos}, true
}

// leftovers lists the unused parts of the line.
func (r *run) leftovers() []leftover {
	left := r.root.unused()
	if r.activity.done {
		left = append(left, r.activity.answers.unused()...)
	} else if r.activity.def != nil {
		left = append(left, r.activity.missed())
	}
	if r.card != "" && !r.cardDone && r.began {
		left = append(left, leftover{name: "card " + r.card, pos: r.line.Pos, why: "was not played"})
	}
	return append(left, r.chance.unused()...)
}

// frames holds the open bodies of picks and calls, outermost first. They stay open between lines.
type frames []frame

// frame is an open body or call.
type frame struct {
	kind    engine.EventKind // BodyBegan or Called
	index   int64            // decision or procedure
	answers answers          // of the line; none if it has none for this frame
}

func (f *frames) open(kind engine.EventKind, index int64, a answers) {
	*f = append(*f, frame{kind, index, a})
}

// leave closes the innermost frame of a kind and the frames within it; it does nothing if there is none.
func (f *frames) leave(kind engine.EventKind, index int64) {
	for i := len(*f) - 1; i >= 0; i-- {
		if (*f)[i].kind == kind && (*f)[i].index == index {
			*f = (*f)[:i]
			return
		}
	}
}

// scopes lists the answers of the frames, innermost first, then those of the line.
func (f frames) scopes(root answers) []answers {
	var out []answers
	for _, frame := range slices.Backward(f) {
		out = append(out, frame.answers)
	}
	return append(out, root)
}

// body returns the answers for the body of a pick's member that begins now, nil if there are none.
func (f frames) body(root answers, decision, member string) answers {
	for _, scope := range f.scopes(root) {
		x := scope.find(decision)
		if x == nil || x.picks == nil {
			continue
		}
		for i := len(x.picks) - 1; i >= 0; i-- {
			p := x.picks[i]
			if p.next > 0 && p.next <= len(p.members) && p.members[p.next-1].name == member {
				return p.members[p.next-1].body
			}
		}
	}
	return nil
}
