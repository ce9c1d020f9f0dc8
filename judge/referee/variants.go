package referee

// This file varies changes: an answer that is put in brings up decisions of its own, and these are answered otherwise in turn. So is what
// a way does aside where that is done at another place.

import (
	"cmp"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// Bounds on variants.
const (
	mostThen     = 8    // answers that come after the first
	mostVariants = 6    // of an answer, by what differs at the end of the way, and as many more by what differs there
	mostChanges  = 2000 // of a way
)

// aside reports whether a change does something aside.
func (c *change) aside() bool { return c.first() != nil && c.answer.Kind == engine.Side }

// vary adds the changes that answer a decision otherwise which comes up after the first answer of a change: a menu, or whatever is decided
// in what is done aside.
func (b *bench) vary(r *run, d *engine.Decision, now *engine.Answer) {
	c := r.change
	if r.of == nil || c.first() == nil || !c.aside() && d.Kind.Row().Answer != def.AnswerOption {
		return
	}
	if x := &r.of.strides[c.at]; x.decision == int(d.Index) && x.focus == r.f || len(r.given)-c.at > mostThen {
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
			v.then = append(slices.Clone(r.given[c.at+1:]), stride{decision: int(d.Index), focus: r.f}.with(x.answer, d.Entries))
			r.varied = append(r.varied, &v)
		}
	}
	b.t.install(r.of)
	add(1)
	b.t.measure(r.s)
	add(1 + odd)
}

// grow adds changes to those of a way that are still to be tried.
func (w *way) grow(more []*change) {
	if len(more) == 0 || len(w.changes) >= mostChanges {
		return
	}
	w.changes = append(w.changes, more...)
	slices.SortStableFunc(w.changes[w.next:], func(x, y *change) int { return cmp.Compare(x.price, y.price) })
}
