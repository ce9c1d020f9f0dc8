package referee

// This file lists the promising changes of a way, according to what differs at its end or where an answer is given.

import (
	"cmp"
	"math/bits"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// change replaces an answer of a way, or does what its fields say.
type change struct {
	at, price int
	answer    engine.Answer
	before    bool        // insert the answer before the one at the place
	drop      bool        // instead: remove the answer at the place
	to        int         // instead, if greater than at: move it before that answer
	patches   []patch     // instead: change how many pieces the takings from the place on take
	then      []wayAnswer // answers after the first, before the way continues
}

// first returns the first answer of a change, nil if it has none.
func (c *change) first() *engine.Answer {
	if c.drop || c.to > 0 || c.patches != nil {
		return nil
	}
	return &c.answer
}

// rest returns the answers that follow the first answer of a change.
func (c *change) rest(moves []wayAnswer) []wayAnswer {
	rest := moves[c.at:]
	switch {
	case c.patches != nil:
		return patched(rest, c.at, c.patches)
	case c.to > 0:
		return slices.Insert(slices.Clone(rest[1:]), c.to-c.at-1, rest[0].before(&moves[c.to], c.answer))
	case c.drop:
		return rest[1:]
	case !c.before:
		return renamed(rest[1:], &moves[c.at], &c.answer)
	}
	return rest
}

// last is the last place that a change affects.
func (c *change) last() int {
	last := max(c.at, c.to)
	for _, p := range c.patches {
		last = max(last, p.at)
	}
	return last
}

// changes lists the changes of one answer of a way that are suggested by what differs at its end, or where the answer is given.
func (b *repairer) changes(w *way, states []*engine.State, foci []focus) []change {
	out := b.detours(nil, w, states, foci)
	for i, s := range states {
		d := s.Decision()
		first := len(out)
		out = b.pointed(out, w, i, d, foci[i])
		b.t.measure(s)
		b.t.install(w)
		mine := b.concerns(w, d, foci[i], &w.moves[i].answer)
		out = b.others(out, first, w, i, s, foci[i], 0)
		b.t.measure(s)
		out = b.others(out, first, w, i, s, foci[i], odd)
		if asksForMore(d) && !w.moves[i].answer.Stop || w.moves[i].answer.Kind == engine.Side {
			price := likely
			if !mine {
				price += odd
			}
			out = append(out, change{at: i, price: price, drop: true})
		}
	}
	out = b.moves(out, w, states, foci)
	slices.SortStableFunc(out, func(x, y change) int { return cmp.Compare(x.price, y.price) })
	return out
}

// moves adds the changes that pick a member, or take a side option, later.
func (b *repairer) moves(out []change, w *way, states []*engine.State, foci []focus) []change {
	for i := range w.moves {
		x := &w.moves[i]
		aside := x.answer.Kind == engine.Side
		if !aside && (x.answer.Stop || !asksForMore(states[i].Decision()) || !b.concerns(w, states[i].Decision(), foci[i], &x.answer)) {
			continue
		}
		same, last := 0, x.decision
		for j := i + 1; j < len(w.moves); j++ {
			y := &w.moves[j]
			a := x.answer
			if y.focus != x.focus || y.decision != x.decision && (!aside || !b.asideAt(&a, states[i].Decision(), states[j].Decision())) {
				continue
			}
			if y.decision != last {
				same, last = 0, y.decision
			}
			same++
			out = append(out, change{at: i, to: j, answer: a, price: likely + 2*bits.Len(uint(same))})
		}
	}
	return out
}

// asideAt converts a side option of a decision to an answer to another, and reports whether that is possible.
func (b *repairer) asideAt(a *engine.Answer, from, to *engine.Decision) bool {
	name := b.t.def.Decisions[from.Index].Also[a.Option].Name
	i := slices.IndexFunc(to.Also, func(o engine.Option) bool { return o.Name == name })
	if i >= 0 {
		a.Option = to.Also[i].Index
	}
	return i >= 0
}

// others adds the changes of an answer to a proposed one, unless they are among those from first on.
func (b *repairer) others(out []change, first int, w *way, at int, s *engine.State, f focus, more int) []change {
	d := s.Decision()
	now := &w.moves[at].answer
	for _, x := range b.p.propose(s, f) {
		if sameAnswer(&x.answer, now) || slices.ContainsFunc(out[first:], func(c change) bool { return c.first() != nil && sameAnswer(&c.answer, &x.answer) }) {
			continue
		}
		price := b.price(w, d, f, now, &x) + more
		picks := x.answer.Kind == engine.Side || !x.answer.Stop && asksForMore(d)
		later := picks && slices.ContainsFunc(w.moves[at+1:], func(y wayAnswer) bool { return y.decision == int(d.Index) && sameAnswer(&y.answer, &x.answer) })
		switch {
		case later:
			out = append(out, change{at: at, price: price + odd, answer: x.answer})
		case x.answer.Kind != engine.Side:
			out = append(out, change{at: at, price: price, answer: x.answer})
		}
		if picks {
			out = append(out, change{at: at, price: price + 1 + 2*bits.Len(uint(w.before(out, d, &x.answer))), before: true, answer: x.answer})
		}
	}
	return out
}

// before counts the changes that insert an answer before another one to the same decision.
func (w *way) before(list []change, d *engine.Decision, a *engine.Answer) int {
	n := 0
	for i := range list {
		if c := &list[i]; c.before && w.moves[c.at].decision == int(d.Index) && sameAnswer(&c.answer, a) {
			n++
		}
	}
	return n
}

// price prices a proposed replacement of an answer. It is high if the answers do not bear on what differs at the end of the way.
func (b *repairer) price(w *way, d *engine.Decision, f focus, now *engine.Answer, x *proposal) int {
	bears := b.concerns(w, d, f, now) || b.concerns(w, d, f, &x.answer)
	price := 2 + x.price
	switch form := d.Kind.Row().Answer; {
	case x.answer.Kind == engine.Side:
		return likely
	case x.answer.Stop:
		return price + odd
	case form == def.AnswerOption && x.price < against:
		price = 1
	case form == def.AnswerNumber && !bears:
		return price + odd
	case form == def.AnswerMember && d.Elem.Kind == def.KZone && !bears && !w.unpaid && len(w.off) == 0:
		return price + 2*odd
	}
	return price
}

// install makes what differs at the end of a way the basis of proposals.
func (t *target) install(w *way) {
	copy(t.need, w.need)
	copy(t.typed, w.typed)
	copy(t.dirty, w.wrong)
	t.off, t.goals, t.unpaid = append(t.off[:0], w.off...), append(t.goals[:0], w.goals...), w.unpaid
}

// mostPointed limits the suggested changes of one taking.
const mostPointed = 24

// pointed adds the changes of a taking that the end of a way suggests: take more of what is in excess, less of what
// is lacking, more of what can replace it.
func (b *repairer) pointed(out []change, w *way, at int, d *engine.Decision, f focus) []change {
	a := &w.moves[at].answer
	if a.Counts == nil {
		return out
	}
	first := len(out)
	add := func(price int, turns ...int) {
		if len(out)-first >= mostPointed {
			return
		}
		counts, total := slices.Clone(a.Counts), 0
		for i := 0; i < len(turns); i += 2 {
			counts[turns[i]] += int32(turns[i+1])
		}
		for _, n := range counts {
			total += int(n)
		}
		if total >= d.Min && total <= d.Max {
			out = append(out, change{at: at, price: price, answer: engine.Answer{Counts: counts}})
		}
	}
	for i, e := range d.Entries {
		up := b.pull(w, f, e)
		if n := min(up, int(e.Available-a.Counts[i])); n > 0 {
			add(0, i, n)
			if n > 1 {
				add(1, i, 1)
			}
		}
		if n := min(-up, int(a.Counts[i])); n > 0 {
			add(0, i, -n)
			if n > 1 {
				add(1, i, -1)
			}
		}
		for j, o := range d.Entries {
			back, same := b.pull(w, f, o), b.t.def.Classes[e.Class].Type == b.t.def.Classes[o.Class].Type
			if a.Counts[i] < e.Available && a.Counts[j] > 0 && (up > 0 && back <= 0 || up == 0 && back < 0 && same) {
				add(1, i, 1, j, -1)
			}
		}
	}
	for i, e := range d.Entries {
		if b.pull(w, f, e) == 0 && b.t.replaces(w, f.but(e.Zone), e.Class) {
			for n := 1; n <= min(mostReplaced, int(e.Available-a.Counts[i])); n++ {
				add(2, i, n)
			}
		}
	}
	return out
}

// replaces reports whether a piece of the same seat, lacking in a zone at the end of a way, may replace one of a class there.
func (t *target) replaces(w *way, zone, class int32) bool {
	return zone >= 0 && t.lackingOf(w.typed, int(zone), t.def.Types[t.def.Classes[class].Type].Seat) > 0
}

// pull returns how many more pieces of an entry should be taken (negative: fewer), by the excess at its zone or the
// lack at its destination at the end of the way.
func (b *repairer) pull(w *way, f focus, e engine.Entry) int {
	types, classes := len(b.t.def.Types), len(b.t.def.Classes)
	typ := int(b.t.def.Classes[e.Class].Type)
	out := -int(w.typed[int(e.Zone)*types+typ])
	if out == 0 {
		out = -int(w.need[int(e.Zone)*classes+int(b.t.plain[e.Class])])
	}
	if to := f.but(e.Zone); to >= 0 && out == 0 {
		out = int(w.typed[int(to)*types+typ])
	}
	return out
}

// asksForMore reports whether a decision picks one member after another.
func asksForMore(d *engine.Decision) bool { return d.Kind == def.Pick }
