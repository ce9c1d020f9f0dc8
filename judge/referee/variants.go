package referee

// This file varies changes: an inserted answer leads to decisions of its own, which are answered differently in turn.
// The same goes for side options that are moved.

import (
	"cmp"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Limits of variants.
const (
	mostThen     = 8    // answers after the first
	mostVariants = 6    // of an answer, by what differs at the end of the way, and as many by what differs at the decision
	mostChanges  = 2000 // per way
)

// aside reports whether a change takes a side option.
func (c *change) aside() bool { return c.first() != nil && c.answer.Kind == engine.Side }

// vary adds variants of a change with another answer to a decision after its first answer: to a menu or, if that is a
// side option, to any decision.
func (b *repairer) vary(r *run, d *engine.Decision, now *engine.Answer) {
	c := r.change
	if r.of == nil || c.first() == nil || !c.aside() && d.Kind.Row().Answer != def.AnswerOption {
		return
	}
	if x := &r.of.moves[c.at]; x.decision == int(d.Index) && x.focus == r.f || len(r.given)-c.at > mostThen {
		r.of = nil
		return
	}
	tried := []*engine.Answer{now}
	add := func(price int) {
		n := 0
		for _, x := range b.p.propose(r.s, r.f) {
			if n == mostVariants {
				return
			}
			if slices.ContainsFunc(tried, func(a *engine.Answer) bool { return sameAnswer(a, &x.answer) }) {
				continue
			}
			n++
			tried = append(tried, &x.answer)
			v := *c
			v.price += x.price + price
			v.then = append(slices.Clone(r.given[c.at+1:]), wayAnswer{decision: int(d.Index), focus: r.f}.with(x.answer, d.Entries))
			r.varied = append(r.varied, &v)
		}
	}
	b.t.install(r.of)
	add(1)
	b.t.measure(r.s)
	add(1 + odd)
}

// grow adds changes to those that are still to be tried.
func (w *way) grow(more []*change) {
	if len(more) == 0 || len(w.changes) >= mostChanges {
		return
	}
	w.changes = append(w.changes, more...)
	slices.SortStableFunc(w.changes[w.next:], func(x, y *change) int { return cmp.Compare(x.price, y.price) })
}
