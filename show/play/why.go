package play

// This file explains why an answer is illegal.

import (
	"errors"
	"fmt"
	"strings"

	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/show/steps"
)

// candidate is a possible answer to a decision, legal or not.
type candidate struct {
	thing
	value  int64 // a member, a piece, an option or a side option
	side   bool
	answer engine.Answer
}

// candidates lists the possible answers to the pending decision in any position: its options, and the values of its
// kind; of pieces, those present somewhere.
func (p *Play) candidates() []candidate {
	d, gd := p.state.Decision(), p.game.Def()
	var out []candidate
	decision, row := &gd.Decisions[d.Index], d.Kind.Row()
	for i := range decision.Options {
		o := &decision.Options[i]
		out = append(out, candidate{thing{o.Name, steps.OptionTitle(gd, o)}, int64(i), false, engine.Answer{Option: int32(i)}})
	}
	switch row.Answer {
	case def.AnswerMember, def.AnswerSet, def.AnswerOrder:
		for v, t := range values(gd, d.Elem) {
			out = append(out, candidate{t, int64(v), false, engine.Answer{Member: int64(v)}})
		}
	case def.AnswerCounts:
		for z := range gd.Zones {
			for c := range gd.Classes {
				if v := int64(z)<<8 | int64(c); p.state.Count(int32(z), int32(c)) > 0 {
					out = append(out, candidate{thing{gd.PieceName(int32(z), int32(c)), steps.Title(gd, v, def.Type{Kind: def.KPiece})}, v, false, engine.Answer{}})
				}
			}
		}
	}
	for i := range decision.Also {
		o := &decision.Also[i]
		out = append(out, candidate{thing{o.Name, steps.OptionTitle(gd, o)}, int64(i), true, engine.Answer{Kind: engine.Side, Option: int32(i)}})
	}
	return out
}

// candidate returns the candidate that a text names.
func (q *Question) candidate(text string) (candidate, error) {
	d, gd := q.play.state.Decision(), q.play.game.Def()
	list := q.play.candidates()
	things := make([]thing, len(list))
	for i := range list {
		things[i] = list[i].thing
	}
	i, err := find(things, text)
	switch {
	case err != nil:
		return candidate{}, err
	case i >= 0:
		return list[i], nil
	case text == "stop" && d.Kind.Row().Picked:
		return candidate{thing: thing{"stop", "stop"}, answer: engine.Answer{Stop: true}}, nil
	}
	if halves := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" {}:→", r) }); d.Kind.Row().Pairs && len(halves) == 2 {
		text = halves[0] + " → " + halves[1]
	}
	if shape := d.Kind.Row().Answer; shape == def.AnswerMember || shape == def.AnswerSet {
		if v, ok := gd.Value(text, d.Elem); ok {
			return candidate{thing{text, steps.Title(gd, v, d.Elem)}, v, false, engine.Answer{Member: v}}, nil
		}
	}
	return candidate{}, unknown("answer", text, append(q.things(), things...))
}

// reason explains why a candidate is illegal, or says that it is legal.
func (q *Question) reason(c candidate) string {
	s := q.play.state
	var r *engine.Reason
	switch {
	case c.answer.Stop:
		if refusal := s.Refuses(c.answer); refusal != nil {
			r = &refusal.Reason
		}
	case c.side:
		r = s.ExplainSide(int32(c.value))
	default:
		r = s.Explain(c.value)
	}
	if r == nil {
		return fmt.Sprintf("%s is a legal answer", c.title)
	}
	return c.title + ": " + sentence(r.Rule, r.Why)
}

// Why explains why an answer to the pending decision is illegal, or says that it is legal.
func (q *Question) Why(text string) (string, error) {
	if q.Fault != nil {
		return "", q.Fault
	}
	if q.Form == Number {
		n, ok := number(text)
		if !ok {
			return "", fmt.Errorf("%s is a number, not %q", q.Name, text)
		}
		return q.reason(candidate{thing: thing{text, text}, value: int64(n)}), nil
	}
	if i, err := q.offer(text); i >= 0 {
		return q.Offers[i].Title + " is a legal answer", nil
	} else if err != nil && q.Numbered {
		if _, is := number(text); is {
			return "", err
		}
	}
	c, err := q.candidate(text)
	if err != nil {
		return "", err
	}
	return q.reason(c), nil
}

// Names lists the valid arguments of Why.
func (q *Question) Names() []string {
	if q.Fault != nil {
		return nil
	}
	return names.Of(q.play.candidates(), func(c *candidate) string { return c.id })
}

// maxRefused limits the list of WhyNot.
const maxRefused = 200

// WhyNot lists the illegal candidates of the decision with the reasons.
func (q *Question) WhyNot() []string {
	var out []string
	if q.Fault != nil || q.Seat == engine.Chance || q.Form == Number {
		return nil
	}
	offered := map[string]bool{}
	for _, o := range q.Offers {
		offered[o.ID] = true
	}
	for _, c := range q.play.candidates() {
		if !offered[c.id] && len(out) < maxRefused {
			out = append(out, q.reason(c))
		}
	}
	return out
}

// Failure formats an error for a person: of a refusal, the clause and the reason.
func Failure(err error) string {
	var r *engine.Refusal
	if errors.As(err, &r) {
		if r.Candidate != "" {
			return r.Candidate + ": " + sentence(r.Rule, r.Why)
		}
		return sentence(r.Rule, r.Why)
	}
	var m *names.Misfit
	if errors.As(err, &m) {
		return strings.TrimSuffix(m.Why+"; "+m.Hint, "; ")
	}
	return err.Error()
}
