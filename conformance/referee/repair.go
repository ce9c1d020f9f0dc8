package referee

// This file repairs a way that ends near the position: one of its answers is changed, the others are given again as far as they
// are legal, and what is left is answered as it looks best. A way that ends nearer is repaired next.

import (
	"cmp"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// stride is an answer of a way, in terms that hold where the decision is asked in another state.
type stride struct {
	decision int
	answer   engine.Answer
	taken    []engine.Entry // of a taking: what is taken, by zone and class
}

// way is answers that lead to the end of a step.
type way struct {
	answers []engine.Answer
	dist    int
	wrong   []bool // zones where something differs at its end
	hash    uint64
}

// bench repairs ways for one step.
type bench struct {
	*searcher
	t    *target
	p    *proposer
	e    *ear
	left int
	ways []*way // that are still to be repaired, the best of them first
	seen map[uint64]bool
}

// mostLonger is how many times as long as the way before it a repaired one may become.
const mostLonger = 2

// repair looks for a witness near the way that came nearest.
func (x *searcher) repair(root *engine.State, t *target, step *Step, plan []engine.Answer, budget int) outcome {
	t.bias = bias{loose: true}
	t.begin(root)
	b := &bench{searcher: x, t: t, p: t.proposer(step, 24), e: t.listen(), left: budget, seen: map[uint64]bool{}}
	if w := b.follow(x.copy(root), focus{}, &way{}, nil, b.strides(root, plan), nil); w != nil {
		b.offer(w)
	}
	for len(b.ways) > 0 && b.left > 0 {
		w := b.ways[0]
		if w.dist == 0 {
			return outcome{found: true, answers: w.answers, nodes: budget - b.left}
		}
		b.ways = b.ways[1:]
		b.around(root, w)
	}
	return outcome{nodes: budget - b.left}
}

// offer keeps a way, unless one that ends alike was there; it tells whether it did.
func (b *bench) offer(w *way) bool {
	if b.seen[w.hash] {
		return false
	}
	b.seen[w.hash] = true
	at, _ := slices.BinarySearchFunc(b.ways, w, func(a, w *way) int { return cmp.Or(cmp.Compare(a.dist, w.dist), -1) })
	b.ways = slices.Insert(b.ways, at, w)
	return true
}

// change is another answer at a place of a way.
type change struct {
	at, price int
	answer    engine.Answer
}

// around tries the changes of one answer of a way, those that concern what differs at its end first, until one ends nearer.
func (b *bench) around(root *engine.State, w *way) {
	strides := b.strides(root, w.answers)
	states, foci := b.along(root, w.answers)
	defer func() { b.free = append(b.free, states...) }()
	var changes []change
	for i, s := range states {
		b.t.measure(s)
		d := s.Decision()
		mine := b.concerns(w, d, foci[i], &w.answers[i])
		for _, x := range b.p.propose(s, foci[i]) {
			if sameAnswer(&x.answer, &w.answers[i]) {
				continue
			}
			price := x.price
			if !mine && !b.concerns(w, d, foci[i], &x.answer) {
				price += 2 * odd
			}
			if slices.ContainsFunc(strides[i:], func(y stride) bool { return y.decision == int(d.Index) && sameAnswer(&y.answer, &x.answer) }) {
				price += odd // it is given later
			}
			changes = append(changes, change{i, price, x.answer})
		}
	}
	slices.SortStableFunc(changes, func(x, y change) int { return cmp.Compare(x.price, y.price) })
	for _, c := range changes {
		if b.left <= 0 || b.late() {
			b.left = 0
			return
		}
		for _, from := range []int{c.at + 1, c.at} { // instead of the answer there, or before it
			next := b.follow(b.copy(states[c.at]), foci[c.at], w, w.answers[:c.at], strides[from:], &c.answer)
			if next == nil {
				continue
			}
			if b.offer(next) && next.dist < w.dist {
				return
			}
		}
	}
}

// strides gives the answers of a way so that they can be given elsewhere.
func (b *bench) strides(root *engine.State, answers []engine.Answer) []stride {
	s := b.copy(root)
	var out []stride
	for _, a := range answers {
		d := s.Decision()
		if d == nil {
			break
		}
		x := stride{decision: int(d.Index), answer: a}
		for i, n := range a.Counts {
			if e := d.Entries[i]; n > 0 {
				x.taken = append(x.taken, engine.Entry{Zone: e.Zone, Class: e.Class, Available: n})
			}
		}
		out = append(out, x)
		if s.Advance(a) != nil {
			break
		}
	}
	b.free = append(b.free, s)
	return out
}

// along gives the states in which the answers of a way are given, and what they are about.
func (b *bench) along(root *engine.State, answers []engine.Answer) ([]*engine.State, []focus) {
	s, f := b.copy(root), focus{}
	var states []*engine.State
	var foci []focus
	for _, a := range answers {
		states, foci = append(states, b.copy(s)), append(foci, f)
		b.advance(s, a, &f)
	}
	b.free = append(b.free, s)
	return states, foci
}

// advance gives an answer, and tells whether it was legal.
func (b *bench) advance(s *engine.State, a engine.Answer, f *focus) bool {
	e := b.e
	e.armed, e.ended, e.focus = true, false, *f
	s.Attend(e)
	b.left--
	if s.Advance(a) != nil {
		return false
	}
	e.rest(s)
	*f = e.focus
	return true
}

// follow gives the first answer, if there is one, and then those of a way as they become legal, and gives the way that comes of it, nil
// if it does not end.
func (b *bench) follow(s *engine.State, f focus, w *way, before []engine.Answer, rest []stride, first *engine.Answer) *way {
	defer func() { b.free = append(b.free, s) }()
	answers := slices.Clone(before)
	used := make([]bool, len(rest))
	for most := mostLonger*(len(before)+len(rest)) + 8; len(answers) < most && b.left > 0; {
		d := s.Decision()
		if d == nil || d.Fault != nil {
			return nil
		}
		a, ok := engine.Answer{}, false
		if first != nil {
			a, ok, first = *first, b.advance(s, *first, &f), nil
		} else {
			a, ok = b.next(s, d, &f, w, rest, used)
		}
		if !ok {
			return nil
		}
		answers = append(answers, a)
		if b.e.ended {
			return b.finish(answers)
		}
	}
	return nil
}

// next gives the next answer: the first of the rest that is asked for and legal, else what looks best.
func (b *bench) next(s *engine.State, d *engine.Decision, f *focus, w *way, rest []stride, used []bool) (engine.Answer, bool) {
	for i := range rest {
		if used[i] || rest[i].decision != int(d.Index) {
			continue
		}
		a, ok := rest[i].here(d)
		if !ok {
			continue
		}
		if a.Stop {
			if better := b.best(s, *f); better != nil && b.concerns(w, d, *f, better) {
				return *better, b.advance(s, *better, f)
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
	if a := b.best(s, *f); a != nil {
		return *a, b.advance(s, *a, f)
	}
	return engine.Answer{}, false
}

// best is the likeliest answer.
func (b *bench) best(s *engine.State, f focus) *engine.Answer {
	b.t.measure(s)
	list := b.p.propose(s, f)
	if len(list) == 0 {
		return nil
	}
	return &list[0].answer
}

// here gives the answer at a decision, false if it cannot be given there.
func (x *stride) here(d *engine.Decision) (engine.Answer, bool) {
	a := x.answer
	switch {
	case a.Stop:
		return a, d.Stop
	case a.Kind == engine.Reply && d.Kind.Row().Answer == def.AnswerMember:
		return a, slices.Contains(d.Members, a.Member)
	case a.Counts != nil:
		a.Counts = make([]int32, len(d.Entries))
		for _, t := range x.taken {
			i := slices.IndexFunc(d.Entries, func(e engine.Entry) bool { return e.Zone == t.Zone && e.Class == t.Class })
			if i < 0 || d.Entries[i].Available < t.Available {
				return a, false
			}
			a.Counts[i] = t.Available
		}
	}
	return a, true
}

// finish makes a way of answers that have come to the end of the step.
func (b *bench) finish(answers []engine.Answer) *way {
	w := &way{answers: answers, dist: b.e.dist, wrong: make([]bool, len(b.t.def.Zones)), hash: uint64(b.e.dist)}
	classes := len(b.t.def.Classes)
	for i, n := range b.t.need {
		if n != 0 {
			w.wrong[i/classes] = true
			w.hash = mix(w.hash, i, n)
		}
	}
	for _, c := range b.t.watch {
		if c.marker && b.t.dirty[c.zone] {
			w.wrong[c.zone] = true
		}
	}
	return w
}

// concerns tells whether an answer has to do with what differs at the end of a way.
func (b *bench) concerns(w *way, d *engine.Decision, f focus, a *engine.Answer) bool {
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

// sameAnswer tells whether two answers to a decision are one.
func sameAnswer(a, b *engine.Answer) bool {
	return a.Kind == b.Kind && a.Stop == b.Stop && a.Option == b.Option && a.Member == b.Member && a.N == b.N && a.Set == b.Set &&
		slices.Equal(a.Counts, b.Counts) && slices.Equal(a.Chosen, b.Chosen) && slices.Equal(a.Order, b.Order)
}
