package referee

// This file repairs ways that end near the position: one of their answers is changed, the others are given again where they are asked
// for, and a way that comes of it is repaired in turn. Most answers bear on little that comes after them, so a change is judged where the
// way comes back to what it was; it is followed to the end only if it looks good there.

import (
	"cmp"
	"slices"

	"rulebound/engine"
)

// way is answers that lead to the end of a step, with what differs there.
type way struct {
	strides []stride
	dist    int
	need    []int16 // wanted minus there, by zone and class
	typed   []int16 // the same by zone and type
	off     []int64 // of tracks, as in target
	goals   []int64
	owes    bool
	wrong   []bool // zones where something differs
	sum     uint64 // what differs, see target.sum
	hash    uint64 // the same with the answers

	changes  []*change // of one of its answers, the likeliest first; found when the way's turn first comes
	next     int       // of the changes
	trials   []trial   // the best first
	h        []int     // distances where its answers are given
	there    []uint64  // what differs there, see target.sum
	effects  []effect
	bySum    map[uint64][]int    // effects by what they come to
	pairs    map[uint64][][2]int // two effects by what they come to together
	combined int                 // effects that sets were looked for with
	sets     []set               // that were found and not followed yet, the cheapest first
	been     map[uint64]bool     // states that its trials came back in, and its own
	opened   bool
	turns    int // it has had
	alike    int // ways that ended alike before it came
}

// trial is a change that was followed until the way came back to what it was.
type trial struct {
	change *change
	run    *run
	at     *held // where the run is
	dist   int   // of the end, if all goes on as it did
}

// rank orders ways: those that end nearer first, but each later for the turns that it has had and for those that end like it.
func (w *way) rank() int { return w.dist + w.turns*turnCosts + w.alike*alikeCosts }

// done reports whether nothing is left to be tried of a way.
func (w *way) done() bool { return w.opened && w.next == len(w.changes) && len(w.trials) == 0 }

// answers gives the answers of a way.
func (w *way) answers() []engine.Answer {
	out := make([]engine.Answer, len(w.strides))
	for i := range w.strides {
		out[i] = w.strides[i].answer
	}
	return out
}

// Bounds on how a way is repaired.
const (
	turnCosts    = 4   // how much farther off a way counts for each turn it has had
	alikeCosts   = 6   // and for each way that ended like it before
	triedAtOnce  = 64  // changes that are tried in a turn
	endedAtOnce  = 8   // trials that are followed to the end in a turn
	mostAsides   = 3   // of these, that do something aside, which look too good where the way does the same later
	mostOff      = 120 // how much farther off a changed way may end and yet be put right
	mostPromised = 120 // how much farther off a trial may look and yet be kept
	mostLonger   = 2   // how many times as long as the way before it a changed one may become
	mostWays     = 200
	mostAlike    = 6 // ways that end alike
)

// bench repairs ways for one step.
type bench struct {
	*searcher
	t    *target
	p    *proposer
	e    *ear
	root *engine.State
	left int
	ways []*way // that are still to be repaired, the first of them next
	seen map[uint64]bool
	ends map[uint64]int // how many ways end alike
	best *way

	base *way // that is changed, nil where nothing more is to be done at its end
	fix  bool // takings are put right by what is owed
	owed []int16

	entries []engine.Entry // of the decision that is answered
}

// newBench gives a bench for a step that begins at root.
func (x *searcher) newBench(root *engine.State, t *target, step *Step) *bench {
	return &bench{searcher: x, t: t, p: t.proposer(step, 24), e: t.listen(), root: root, seen: map[uint64]bool{}, ends: map[uint64]int{}}
}

// repair looks for a witness near the ways on the bench and one more.
func (b *bench) repair(plan []engine.Answer, budget int) outcome {
	b.t.bias = bias{loose: true}
	b.t.begin(b.root)
	b.left, b.base = budget, nil
	if w := b.follow(b.begin(b.root), focus{}, nil, b.strides(plan), nil); w != nil {
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

// offer keeps a way, unless it was there or several end alike; it reports whether it did.
func (b *bench) offer(w *way) bool {
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

func (b *bench) insert(w *way) {
	at, _ := slices.BinarySearchFunc(b.ways, w, func(a, w *way) int { return cmp.Or(cmp.Compare(a.rank(), w.rank()), -1) })
	b.ways = slices.Insert(b.ways, at, w)
	for len(b.ways) > mostWays {
		for _, x := range b.ways[len(b.ways)-1].trials {
			b.release(x.at)
		}
		b.ways = b.ways[:len(b.ways)-1]
	}
}

// around tries some changes of a way, and follows those that look best to the end, until one of them ends nearer than any did.
func (b *bench) around(w *way) {
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

// promising takes the first trial out of those of a way; if asides is false, the first that does nothing aside.
func (w *way) promising(asides bool) (trial, bool) {
	i := slices.IndexFunc(w.trials, func(x trial) bool { return asides || !x.change.aside() })
	if i < 0 {
		return trial{}, false
	}
	x := w.trials[i]
	w.trials = slices.Delete(w.trials, i, i+1)
	return x, true
}

// try follows a change until the way comes back to what it was, and keeps it as a trial; if it does not, to the end.
func (b *bench) try(w *way, c *change, states []*engine.State, foci []focus) {
	b.base, b.fix = w.unlessDropped(c), false
	r := b.start(b.begin(states[c.at]), foci[c.at], w.strides[:c.at], c.rest(w.strides), c.first())
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

// ended offers a way that a change led to, and another one in which what the change made wrong is put right.
func (b *bench) ended(w *way, c *change, next *way, states []*engine.State, foci []focus) {
	if next == nil || !b.offer(next) || next.dist < w.dist || next.dist > w.dist+mostOff {
		return
	}
	b.base, b.fix = nil, true
	defer func() { b.fix = false }()
	b.owed = append(b.owed[:0], next.typed...)
	at := b.firstOff(next, c.at, states, foci)
	b.owed = append(b.owed[:0], next.typed...)
	if right := b.follow(b.begin(states[at]), foci[at], next.strides[:at], next.strides[at:], nil); right != nil {
		b.offer(right)
	}
}

// unlessDropped is the way, if what a change of it leaves out is not to be done again at its end.
func (w *way) unlessDropped(c *change) *way {
	if c.drop || c.first() != nil && !c.before && !c.answer.Stop && w.strides[c.at].answer.Counts == nil {
		return nil
	}
	return w
}

// firstOff is the first of the answers up to a place that is a taking which would be put right.
func (b *bench) firstOff(w *way, until int, states []*engine.State, foci []focus) int {
	for i := range until {
		if a := &w.strides[i].answer; a.Counts != nil {
			if counts := b.right(states[i].Decision(), foci[i], a.Counts); !slices.Equal(counts, a.Counts) {
				return i
			}
		}
	}
	return until
}

// along gives the states in which the answers of a way are given, and what they are about.
func (b *bench) along(w *way) ([]*engine.State, []focus) {
	s, f := b.begin(b.root), focus{}
	var states []*engine.State
	var foci []focus
	fresh := w.h == nil
	if fresh {
		w.been = map[uint64]bool{}
	}
	for i := range w.strides {
		states, foci = append(states, b.begin(s)), append(foci, f)
		if fresh {
			w.h, w.there = append(w.h, b.t.measure(s)), append(w.there, b.t.sum())
			w.been[s.Likeness()] = true
		}
		b.advance(s, w.strides[i].answer, &f)
	}
	b.end(s)
	return states, foci
}

// advance gives an answer, and reports whether it was legal.
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

// finish makes a way of answers that have come to the end of the step.
func (b *bench) finish(given []stride) *way {
	w := &way{strides: given, dist: b.e.dist, sum: b.t.sum(), wrong: make([]bool, len(b.t.def.Zones))}
	w.need, w.typed = slices.Clone(b.t.need), slices.Clone(b.t.typed)
	w.off, w.goals, w.owes = slices.Clone(b.t.off), slices.Clone(b.t.goals), b.t.owes
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
