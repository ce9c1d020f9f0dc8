package referee

// This file repeats a way with one answer changed: each later answer is given where the same decision is pending about the same zones.

import (
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// wayAnswer is an answer of a way, independent of the state it was given in.
type wayAnswer struct {
	decision int
	focus    focus // the zones that the decision is about
	answer   engine.Answer
	taken    []engine.Entry // of a taking: the pieces, by zone and class
}

// wayAnswers converts answers to answers of a way.
func (b *repairer) wayAnswers(answers []engine.Answer) []wayAnswer {
	s, f := b.begin(b.root), focus{}
	var out []wayAnswer
	for _, a := range answers {
		d := s.Decision()
		if d == nil {
			break
		}
		x := wayAnswer{decision: int(d.Index), focus: f}
		out = append(out, x.with(a, d.Entries))
		if !b.advance(s, a, &f) {
			break
		}
	}
	b.end(s)
	return out
}

// with returns a copy with another answer, given the entries of its decision.
func (x wayAnswer) with(a engine.Answer, entries []engine.Entry) wayAnswer {
	x.answer = a
	for i, n := range a.Counts {
		if e := entries[i]; n > 0 {
			x.taken = append(x.taken, engine.Entry{Zone: e.Zone, Class: e.Class, Available: n})
		}
	}
	return x
}

// before returns an answer that is inserted before y.
func (x wayAnswer) before(y *wayAnswer, a engine.Answer) wayAnswer {
	x.decision, x.answer = y.decision, a
	return x
}

// renamed returns answers after a zone was replaced by another as the choice: they are about the other zone.
func renamed(rest []wayAnswer, chosen *wayAnswer, instead *engine.Answer) []wayAnswer {
	if chosen.answer.Kind != engine.Reply || instead.Kind != engine.Reply || chosen.answer.Stop || instead.Stop || chosen.answer.Member == instead.Member {
		return rest
	}
	rest = slices.Clone(rest)
	n := chosen.focus.n
	for i := range rest {
		if f := &rest[i].focus; f.n > n && f.zones[n] == int32(chosen.answer.Member) {
			f.zones[n] = int32(instead.Member)
		}
	}
	return rest
}

// run is the execution of a changed way.
type run struct {
	s     *engine.State
	f     focus
	given []wayAnswer
	first *engine.Answer // the next answer, unconditionally; may be nil
	then  []wayAnswer    // the answers after it, unconditionally
	rest  []wayAnswer    // answers to give where they fit
	used  []bool

	change *change // the change that is tried: the run stops where it rejoins the original way; nil: it runs to the end
	of     *way    // the changed way; nil if no more variants of the change are wanted
	varied []*change
}

// start begins a run in a state that the answers before have led to.
func (b *repairer) start(s *engine.State, f focus, before, rest []wayAnswer, first *engine.Answer) *run {
	return &run{s: s, f: f, given: slices.Clone(before), first: first, rest: rest, used: make([]bool, len(rest))}
}

// follow returns the way that results from a first answer and then rest where its answers fit; nil if it does not reach the end.
func (b *repairer) follow(s *engine.State, f focus, before, rest []wayAnswer, first *engine.Answer) *way {
	w, _ := b.finishes(b.start(s, f, before, rest, first))
	return w
}

// finishes runs to the end and returns the way, nil if the end is not reached. If a change is tried, it stops where
// the run rejoins the original way and returns the number of the next answer there, otherwise -1.
func (b *repairer) finishes(r *run) (*way, int) {
	most := mostLonger*(len(r.given)+len(r.rest)) + 8
	for len(r.given) < most && b.left > 0 {
		d := r.s.Decision()
		if d == nil || d.Fault != nil {
			break
		}
		if r.change != nil && r.first == nil && len(r.then) == 0 {
			if at := r.back(d); at >= 0 {
				return nil, at
			}
		}
		x := wayAnswer{decision: int(d.Index), focus: r.f}
		b.entries = append(b.entries[:0], d.Entries...)
		a, ok := b.given(r, d)
		if !ok {
			break
		}
		r.given = append(r.given, x.with(a, b.entries))
		if b.e.ended {
			b.end(r.s)
			return b.finish(r.given), -1
		}
	}
	b.end(r.s)
	return nil, -1
}

// given returns the answer of a run to a decision.
func (b *repairer) given(r *run, d *engine.Decision) (engine.Answer, bool) {
	switch {
	case r.first != nil:
		a := *r.first
		r.first = nil
		return a, b.advance(r.s, a, &r.f)
	case len(r.then) > 0:
		a, ok := r.then[0].here(d)
		r.then = r.then[1:]
		return a, ok && b.advance(r.s, a, &r.f)
	}
	return b.next(r, d)
}

// back returns the number of the original answer that comes next once the change is complete, -1 if it is not complete yet.
func (r *run) back(d *engine.Decision) int {
	c := r.change
	total := c.at + len(r.rest) // the original way ends there
	if c.first() != nil && !c.before || c.drop {
		total++
	}
	for i := range r.rest {
		x := &r.rest[i]
		if r.used[i] {
			continue
		}
		at := total - len(r.rest) + i
		switch {
		case x.decision == int(d.Index) && x.focus == r.f:
			if _, ok := x.here(d); ok && (at > c.last() || c.before && at == c.at) {
				return at
			}
			return -1
		case x.focus.n <= r.f.n: // another answer is due first
			return -1
		}
	}
	return -1
}

// next returns the first legal answer of rest that fits the decision, or else the best proposal.
func (b *repairer) next(r *run, d *engine.Decision) (engine.Answer, bool) {
	s, f, rest, used := r.s, &r.f, r.rest, r.used
	for i := range rest {
		if used[i] || rest[i].decision != int(d.Index) || rest[i].focus != *f {
			continue
		}
		a, ok := rest[i].here(d)
		if !ok {
			continue
		}
		if r.of != nil && r.change.aside() {
			b.vary(r, d, &a)
		}
		if a.Stop && b.base != nil {
			if better := b.likeliest(s, *f); better != nil && b.concerns(b.base, d, *f, better) {
				b.vary(r, d, better)
				return *better, b.advance(s, *better, f)
			}
		}
		if b.fix && a.Counts != nil {
			if counts := b.right(d, *f, a.Counts); !slices.Equal(counts, a.Counts) && b.advance(s, engine.Answer{Counts: counts}, f) {
				used[i] = true
				return engine.Answer{Counts: counts}, true
			}
		}
		if b.advance(s, a, f) {
			used[i] = true
			return a, true
		}
		if s.Decision() == nil {
			return a, false
		}
	}
	if a := b.likeliest(s, *f); a != nil {
		b.vary(r, d, a)
		return *a, b.advance(s, *a, f)
	}
	return engine.Answer{}, false
}

// likeliest returns the best proposal.
func (b *repairer) likeliest(s *engine.State, f focus) *engine.Answer {
	b.t.measure(s)
	list := b.p.propose(s, f)
	if len(list) == 0 {
		return nil
	}
	return &list[0].answer
}

// here returns the answer at a decision, false if it is not possible there.
func (x *wayAnswer) here(d *engine.Decision) (engine.Answer, bool) {
	a := x.answer
	switch {
	case a.Stop:
		return a, d.Stop
	case a.Kind == engine.Reply && d.Kind.Row().Answer == def.AnswerMember:
		return a, slices.Contains(d.Members, a.Member)
	case a.Counts != nil:
		a.Counts = make([]int32, len(d.Entries))
		for _, t := range x.taken {
			if t.Available == 0 {
				continue
			}
			i := slices.IndexFunc(d.Entries, func(e engine.Entry) bool { return e.Zone == t.Zone && e.Class == t.Class })
			if i < 0 || t.Available < 0 || d.Entries[i].Available < t.Available {
				return a, false
			}
			a.Counts[i] = t.Available
		}
	}
	return a, true
}

// right corrects the counts of a taking by the differences in unmet, and subtracts the correction from them: it takes more where
// the source has an excess and the destination a lack, less in the opposite case.
func (b *repairer) right(d *engine.Decision, f focus, counts []int32) []int32 {
	counts = slices.Clone(counts)
	total := int32(0)
	for _, n := range counts {
		total += n
	}
	types := len(b.t.def.Types)
	for i, e := range d.Entries {
		typ := int(b.t.def.Classes[e.Class].Type)
		from := &b.unmet[int(e.Zone)*types+typ]
		to := f.but(e.Zone)
		lacks := -*from
		if to >= 0 {
			lacks = b.unmet[int(to)*types+typ]
		}
		more := int32(0)
		switch {
		case *from < 0 && lacks > 0:
			more = min(int32(-*from), int32(lacks), e.Available-counts[i], int32(d.Max)-total)
		case *from > 0 && lacks < 0:
			more = -min(int32(*from), int32(-lacks), counts[i])
		}
		counts[i] += more
		total += more
		*from += int16(more)
		if to >= 0 {
			b.unmet[int(to)*types+typ] -= int16(more)
		}
	}
	return counts
}

// concerns reports whether an answer bears on what differs at the end of a way.
func (b *repairer) concerns(w *way, d *engine.Decision, f focus, a *engine.Answer) bool {
	wrong := func(z int64) bool { return z >= 0 && int(z) < len(w.wrong) && w.wrong[z] }
	if f.n > 0 && wrong(int64(f.zones[f.n-1])) {
		return true
	}
	switch {
	case a.Kind != engine.Reply || a.Stop:
		return false
	case a.Counts != nil:
		for i, n := range a.Counts {
			if n > 0 && wrong(int64(d.Entries[i].Zone)) {
				return true
			}
		}
	case d.Kind.Row().Answer == def.AnswerMember && d.Elem.Kind == def.KZone:
		return wrong(a.Member)
	case d.Kind.Row().Answer == def.AnswerMember && d.Elem.Kind == def.KPiece:
		return wrong(a.Member >> 8)
	}
	return false
}

// sameAnswer reports whether two answers to a decision are equal.
func sameAnswer(a, b *engine.Answer) bool {
	return a.Kind == b.Kind && a.Stop == b.Stop && a.Option == b.Option && a.Member == b.Member && a.N == b.N && a.Set == b.Set &&
		slices.Equal(a.Counts, b.Counts) && slices.Equal(a.Chosen, b.Chosen) && slices.Equal(a.Order, b.Order)
}

// hashed adds an answer to a hash.
func hashed(hash uint64, a *engine.Answer) uint64 {
	stop := int64(0)
	if a.Stop {
		stop = 1
	}
	for _, n := range [...]int64{int64(a.Kind), int64(a.Option), stop, a.Member, a.Set, a.N} {
		hash = mix(hash, int(n), int16(n>>16))
	}
	for _, n := range a.Counts {
		hash = mix(hash, 1, int16(n))
	}
	for _, n := range slices.Concat(a.Chosen, a.Order) {
		hash = mix(hash, int(n), 2)
	}
	return hash
}
