package referee

// This file repairs ways that end near the position: it changes one answer, repeats the others where they fit, and
// repairs the resulting way in turn. Since most answers affect little of what follows, a change is judged where the
// way rejoins the original, and followed to the end only if it is promising.

import (
	"cmp"
	"slices"

	"rulebound/engine"
)

// way is a sequence of answers to the end of a step, with what differs there.
type way struct {
	moves  []wayAnswer
	dist   int
	need   []int16 // wanted minus present, by zone and class
	typed  []int16 // the same by zone and type
	off    []int64 // of tracks, as in target
	goals  []int64
	unpaid bool
	wrong  []bool // zones where something differs
	sum    uint64 // hash of what differs, see target.sum
	hash   uint64 // hash of what differs and the answers

	changes  []*change // of one of its answers, the most promising first; computed in its first turn
	next     int       // index into changes
	trials   []trial   // the best first
	h        []int     // distances before its answers
	there    []uint64  // sums before its answers, see target.sum
	effects  []effect
	bySum    map[uint64][]int    // effects by their sums
	pairs    map[uint64][][2]int // pairs of effects by their sums
	combined int                 // number of effects that were combined
	sets     []set               // found and not followed yet, the cheapest first
	been     map[uint64]bool     // states where its trials rejoined it, and its own
	opened   bool
	turns    int // number of its turns
	alike    int // number of earlier ways with the same end
}

// trial is a change that was followed until the way rejoined the original.
type trial struct {
	change *change
	run    *run
	at     *held // where the run is
	dist   int   // of the end, if the rest is unchanged
}

// rank orders ways by the distance of their end, with penalties for each turn and for earlier ways with the same end.
func (w *way) rank() int { return w.dist + w.turns*turnCosts + w.alike*alikeCosts }

// done reports whether everything was tried on a way.
func (w *way) done() bool { return w.opened && w.next == len(w.changes) && len(w.trials) == 0 }

// answers returns the answers of a way.
func (w *way) answers() []engine.Answer {
	out := make([]engine.Answer, len(w.moves))
	for i := range w.moves {
		out[i] = w.moves[i].answer
	}
	return out
}

// Limits of the repair of a way.
const (
	turnCosts    = 4   // penalty for each turn
	alikeCosts   = 6   // penalty for each earlier way with the same end
	triedAtOnce  = 64  // trials in a turn
	endedAtOnce  = 8   // trials followed to the end in a turn
	mostAsides   = 3   // of these, side options: they look too good if the way takes the same one later
	mostOff      = 120 // by how much the end of a changed way may be worse for it to be corrected
	mostPromised = 120 // by how much a trial may look worse to be kept
	mostLonger   = 2   // maximum length of a changed way, as a multiple of the original
	mostWays     = 200
	mostAlike    = 6 // ways with the same end
)

// repairer repairs ways for one step.
type repairer struct {
	*searcher
	t    *target
	p    *proposer
	e    *stepObserver
	root *engine.State
	left int
	ways []*way // still to be repaired; the first is next
	seen map[uint64]bool
	ends map[uint64]int // number of ways by their ends
	best *way

	base  *way // the changed way, nil if nothing more is to be done at its end
	fix   bool // takings are corrected by the differences in unmet
	unmet []int16

	entries []engine.Entry // of the decision being answered
}

// newRepairer returns a repairer for a step that begins at root.
func (x *searcher) newRepairer(root *engine.State, t *target, step *Step) *repairer {
	return &repairer{searcher: x, t: t, p: t.proposer(step, 24), e: t.listen(), root: root, seen: map[uint64]bool{}, ends: map[uint64]int{}}
}

// repair searches for a witness near the known ways and the given one.
func (b *repairer) repair(plan []engine.Answer, budget int) outcome {
	b.t.bias = bias{loose: true}
	b.t.begin(b.root)
	b.left, b.base = budget, nil
	if w := b.follow(b.begin(b.root), focus{}, nil, b.wayAnswers(plan), nil); w != nil {
		b.offer(w)
	}
	for len(b.ways) > 0 && b.left > 0 && b.best.dist > 0 {
		if b.late() {
			b.left = 0
			break
		}
		first := b.ways[0]
		b.ways = b.ways[1:]
		b.around(first)
		if first.turns++; !first.done() {
			b.insert(first)
		}
	}
	out := outcome{nodes: budget - b.left}
	if b.best != nil && b.best.dist == 0 {
		out.found, out.answers = true, b.best.answers()
	}
	return out
}

// offer adds a way, unless it is a duplicate or too many have the same end; it reports whether it did.
func (b *repairer) offer(w *way) bool {
	if b.seen[w.hash] || b.ends[w.sum] >= mostAlike {
		return false
	}
	b.seen[w.hash] = true
	w.alike = b.ends[w.sum]
	b.ends[w.sum]++
	if b.best == nil || w.dist < b.best.dist {
		b.best = w
	}
	b.insert(w)
	return true
}

func (b *repairer) insert(w *way) {
	at, _ := slices.BinarySearchFunc(b.ways, w, func(a, w *way) int { return cmp.Or(cmp.Compare(a.rank(), w.rank()), -1) })
	b.ways = slices.Insert(b.ways, at, w)
	for len(b.ways) > mostWays {
		for _, x := range b.ways[len(b.ways)-1].trials {
			b.release(x.at)
		}
		b.ways = b.ways[:len(b.ways)-1]
	}
}

// around tries some changes of a way and follows the best to the end, until one ends nearer than any before.
func (b *repairer) around(w *way) {
	states, foci := b.along(w)
	defer func() { b.end(states...) }()
	if !w.opened {
		w.opened = true
		for _, c := range b.changes(w, states, foci) {
			w.changes = append(w.changes, &c)
		}
	}
	best := b.best.dist
	for range triedAtOnce {
		if w.next == len(w.changes) || b.left <= 0 || b.best.dist < best {
			break
		}
		w.next++
		b.try(w, w.changes[w.next-1], states, foci)
	}
	if b.left > 0 && b.best.dist == best {
		b.together(w, states, foci)
	}
	slices.SortStableFunc(w.trials, func(x, y trial) int { return cmp.Compare(x.dist+x.change.price, y.dist+y.change.price) })
	asides := 0
	for range endedAtOnce {
		if b.left <= 0 || b.best.dist < best {
			return
		}
		x, ok := w.promising(asides < mostAsides)
		if !ok {
			return
		}
		if x.change.aside() {
			asides++
		}
		b.base = w.unlessDropped(x.change)
		x.run.change = nil
		x.run.s = b.begin(b.state(x.at))
		b.release(x.at)
		next, _ := b.finishes(x.run)
		b.ended(w, x.change, next, states, foci)
	}
}

// promising removes and returns the best trial of a way; if asides is false, the best that takes no side option.
func (w *way) promising(asides bool) (trial, bool) {
	i := slices.IndexFunc(w.trials, func(x trial) bool { return asides || !x.change.aside() })
	if i < 0 {
		return trial{}, false
	}
	x := w.trials[i]
	w.trials = slices.Delete(w.trials, i, i+1)
	return x, true
}

// try follows a change until the way rejoins the original and records a trial; if it does not rejoin, to the end.
func (b *repairer) try(w *way, c *change, states []*engine.State, foci []focus) {
	b.base, b.fix = w.unlessDropped(c), false
	r := b.start(b.begin(states[c.at]), foci[c.at], w.moves[:c.at], c.rest(w.moves), c.first())
	r.then, r.change, r.of = c.then, c, w
	next, at := b.finishes(r)
	r.of = nil
	w.grow(r.varied)
	if at < 0 {
		if next != nil {
			w.has(c, next.sum-w.sum)
		}
		b.ended(w, c, next, states, foci)
		return
	}
	if c.first() != nil {
		c.then = r.given[c.at+1:]
	}
	x := trial{change: c, run: r, dist: w.dist + b.t.measure(r.s) - w.h[at]}
	w.has(c, b.t.sum()-w.there[at])
	like := r.s.Likeness()
	defer b.end(r.s)
	if x.dist > w.dist+mostPromised || w.been[like] {
		return
	}
	w.been[like] = true
	x.at = b.hold(r.s)
	w.trials = append(w.trials, x)
}

// ended offers a way that a change led to, and another one in which the damage of the change is corrected.
func (b *repairer) ended(w *way, c *change, next *way, states []*engine.State, foci []focus) {
	if next == nil || !b.offer(next) || next.dist < w.dist || next.dist > w.dist+mostOff {
		return
	}
	b.base, b.fix = nil, true
	defer func() { b.fix = false }()
	b.unmet = append(b.unmet[:0], next.typed...)
	at := b.firstOff(next, c.at, states, foci)
	b.unmet = append(b.unmet[:0], next.typed...)
	if right := b.follow(b.begin(states[at]), foci[at], next.moves[:at], next.moves[at:], nil); right != nil {
		b.offer(right)
	}
}

// unlessDropped returns the way, nil if a change removes an answer that must not be given again at the end.
func (w *way) unlessDropped(c *change) *way {
	if c.drop || c.first() != nil && !c.before && !c.answer.Stop && w.moves[c.at].answer.Counts == nil {
		return nil
	}
	return w
}

// firstOff returns the first taking up to a place that would be corrected.
func (b *repairer) firstOff(w *way, until int, states []*engine.State, foci []focus) int {
	for i := range until {
		if a := &w.moves[i].answer; a.Counts != nil {
			if counts := b.right(states[i].Decision(), foci[i], a.Counts); !slices.Equal(counts, a.Counts) {
				return i
			}
		}
	}
	return until
}

// along returns the states before the answers of a way, and their focuses.
func (b *repairer) along(w *way) ([]*engine.State, []focus) {
	s, f := b.begin(b.root), focus{}
	var states []*engine.State
	var foci []focus
	fresh := w.h == nil
	if fresh {
		w.been = map[uint64]bool{}
	}
	for i := range w.moves {
		states, foci = append(states, b.begin(s)), append(foci, f)
		if fresh {
			w.h, w.there = append(w.h, b.t.measure(s)), append(w.there, b.t.sum())
			w.been[s.Likeness()] = true
		}
		b.advance(s, w.moves[i].answer, &f)
	}
	b.end(s)
	return states, foci
}

// advance applies an answer, and reports whether it was legal.
func (b *repairer) advance(s *engine.State, a engine.Answer, f *focus) bool {
	e := b.e
	e.armed, e.ended, e.focus = true, false, *f
	s.Listen(e)
	b.left--
	if s.Advance(a) != nil {
		return false
	}
	e.rest(s)
	*f = e.focus
	return true
}

// finish makes a way of answers that have reached the end of the step.
func (b *repairer) finish(given []wayAnswer) *way {
	w := &way{moves: given, dist: b.e.dist, sum: b.t.sum(), wrong: make([]bool, len(b.t.def.Zones))}
	w.need, w.typed = slices.Clone(b.t.need), slices.Clone(b.t.typed)
	w.off, w.goals, w.unpaid = slices.Clone(b.t.off), slices.Clone(b.t.goals), b.t.unpaid
	classes := len(b.t.def.Classes)
	for i, n := range b.t.need {
		if n != 0 {
			w.wrong[i/classes] = true
		}
	}
	for _, c := range b.t.watch {
		if c.marker && b.t.dirty[c.zone] {
			w.wrong[c.zone] = true
		}
	}
	w.hash = w.sum
	for i := range given {
		w.hash = hashed(w.hash, &given[i].answer)
	}
	return w
}
