package engine

// This file looks ahead: it plays the rest of a block with an obligation on copies of a state, every answer and every
// outcome of chance, and tells what its end can be reached with. Nothing of that is seen: the copies have no observer, count
// no coverage and draw no number.

import (
	"fmt"
	"iter"

	"rulebound/engine/def"
	"rulebound/engine/search"
)

// maxAhead bounds the states that the answer to one question about the future may come to (which answers keep an obligation,
// how much of it can be reached, whether a procedure can keep the one it begins with). A block that needs more is a fault.
const maxAhead = 1 << 16

// maxCopied bounds the words of 64 bits of the copies that a search holds at the same time.
const maxCopied = 1 << 24

// LookaheadBound begins the Why of a Fault or Reason if the look-ahead reached its bound. The question it was to answer is open then.
const LookaheadBound = "looking ahead finds no end"

// shorten says what keeps the search for an obligation within its bounds, in the words of rulebooks.
const shorten = "let it choose among fewer things, ask for a condition instead of a number or bound the number by most, write once: true where what is done stays done, " +
	"or say in search: which candidates come first, and what they need"

// look is one search, and the buffers that it leaves to the next. Its copies run until they come to a decision, to the end of
// what is asked, or into a fault, which is an end that keeps nothing.
type look struct {
	g      *Game // without coverage
	asker  *State
	node   int32  // block that is asked about, for the fault
	left   *int   // states that may yet be visited; a search within a search shares it
	far    *int64 // steps that may yet be taken, of whoever asks first
	spent  int    // states that were visited for all questions; tests hold the work to it
	nested int    // searches around it

	floor int32 // obligations that are not asked about: as many of the outer ones; the next block that begins has to be kept

	pool   []*State // by depth: the copy that stands there
	copied int      // words of the copies
	search *search.Search[candidate]

	presumed bool // that any answer keeps what is owed is not known yet
	vain     bool // none does

	hasty bool // copies answer what they can without looking at all that is legal, and come to an end at once
	steps int  // hasty answers left

	depth int32 // most: the block asked about, counted among the open ones; 0: the question is another
	value int64 // most: what a copy has come to the block's end with
}

// foresee returns the buffers of a state, ready for a question about a block.
func (s *State) foresee(node int32) *look {
	l := s.look
	if l == nil {
		l = s.g.newLook()
		s.look = l
	}
	l.asker, l.node, l.floor, l.depth = s, node, 0, 0
	l.presumed, l.vain, l.hasty = false, false, false // hasty: a fault may have ended the question before
	if s.ahead == nil {
		*l.left, l.far = maxAhead, &s.far
	} else {
		l.left, l.far, l.nested = s.ahead.left, s.ahead.far, s.ahead.nested+1
	}
	l.search.Forget()
	return l
}

// newLook returns buffers for a search: those of a play that is over, if there are any.
func (g *Game) newLook() *look {
	if l, ok := g.looks.Get().(*look); ok {
		l.spent = 0
		return l
	}
	l := &look{g: g.silent(), left: new(int)}
	l.search = search.New(l)
	return l
}

// blind gives up the buffers of a state whose play is over.
func (s *State) blind() {
	l := s.look
	if l == nil || s.ahead != nil {
		return
	}
	s.look, l.asker, l.far = nil, nil, nil
	s.g.looks.Put(l)
}

// state returns the copy at a depth, for a copy of s.
func (l *look) state(s *State, depth int) *State {
	for len(l.pool) <= depth {
		l.pool = append(l.pool, nil)
	}
	if l.pool[depth] == nil {
		if l.copied += len(s.words); l.copied > maxCopied>>l.nested && depth > 0 {
			l.copied -= len(s.words)
			s.fail(l.node, "%s: the obligation needs copies of the game of more than %d words; %s", LookaheadBound, maxCopied, shorten)
		}
		l.pool[depth] = l.g.newState(0)
		l.pool[depth].ahead = l
	}
	return l.pool[depth]
}

// spend counts what is looked at. A large state costs steps to be copied.
func (l *look) spend(s *State) {
	l.spent++
	*l.far -= int64(len(s.words)>>10) << 6
	if *l.left--; *l.left < 0 {
		s.fail(l.node, "%s: the obligation needs more than %d states; %s", LookaheadBound, maxAhead, shorten)
	}
}

// copy makes the copy at a depth stand where s stands.
func (l *look) copy(s *State, depth int) *State {
	l.spend(s)
	c := l.state(s, depth)
	s.copyValue(c)
	c.depth = 0
	return c
}

// try makes the copy at a depth one of s that has given an answer and run on. The counts of a Take are in counts.
func (l *look) try(s *State, depth int, a candidate) {
	c := l.copy(s, depth)
	if a.counts != nil {
		c.dec.Entries = append(c.dec.Entries[:0], s.dec.Entries...)
	}
	if s.dec.words > 1 && s.dec.Kind.Row().Answer == def.AnswerSet {
		c.chosen = append(c.chosen[:0], s.dec.marked(a.value)...)
	}
	c.proceed(func() {
		if s.ahead == nil && !c.needed(a.form, a.value) {
			c.fail(l.node, "the answer is pruned")
		}
		c.give(a)
	})
}

// proceed lets a copy begin with what first does and run on. A fault ends this way; one that says that the search itself has
// come to an end is passed on.
func (s *State) proceed(first func()) {
	l := s.ahead
	asker := l.asker
	fuel := min(maxFuel, max(*l.far, 0))
	if s.g.left != nil { // what is looked at counts as a step of whoever asks
		fuel = min(fuel, max(asker.fuel, 0))
	}
	s.fuel = fuel
	defer func() {
		*l.far -= fuel - s.fuel
		if s.g.left != nil {
			asker.fuel -= fuel - s.fuel
		}
		switch r := recover(); r.(type) {
		case nil:
		case *Fault:
			if *l.far < 0 {
				panic(&Fault{Why: fmt.Sprintf("%s: the obligation needs more than %d steps; %s", LookaheadBound, maxLook, shorten), Node: l.node})
			}
			if s.fuel < 0 || *l.left < 0 {
				panic(r)
			}
			s.status = broken
		default:
			panic(r)
		}
	}()
	first()
	s.run()
}

// can reports whether the state can come to an end with all obligations kept if the one whose slot is given owes v.
func (l *look) can(s *State, slot int, v int64) bool {
	begin := func(hasty bool) *State {
		c := l.copy(s, 0)
		c.stack[slot] = v
		l.hasty, l.steps = hasty, maxHasty
		c.proceed(func() {})
		l.hasty = false
		return c
	}
	if begin(true).status == kept {
		return true
	}
	begin(false)
	return l.search.Reachable(0)
}

// keeps reports whether an answer to the decision that s stands at leads to an end with all obligations kept.
func (l *look) keeps(s *State, a candidate) bool {
	switch {
	case l.vain:
		return false
	case l.hurries(s, 0, a):
		l.presumed = false
		return true
	case l.presumed:
		l.presumed = false
		l.copy(s, 0).proceed(func() {})
		if l.vain = !l.search.Reachable(0); l.vain {
			return false
		}
	}
	l.try(s, 0, a)
	return l.search.Reachable(0)
}

// hurries is keeps, but looks at one way only: it is left at once where nothing more has to be done, and goes by the
// least that can be answered.
func (l *look) hurries(s *State, depth int, a candidate) bool {
	l.hasty, l.steps = true, maxHasty
	l.try(s, depth, a)
	l.hasty = false
	return l.pool[depth].status == kept
}

// maxHasty bounds the answers on a hasty way.
const maxHasty = 64

// most finds the greatest value, up to enough, with which the outer depth of the blocks that are open in s can come to the end
// of the last of them, with those around it kept; nothing if they cannot.
func (l *look) most(s *State, depth int32, enough int64) int64 {
	l.depth = depth
	l.copy(s, 0).proceed(func() {})
	return l.search.Most(enough, nothing)
}

// The methods below make a look the tree of its search.

// Status returns what became of the copy at a depth.
func (l *look) Status(depth int) search.Status {
	switch l.pool[depth].status {
	case asking:
		return search.Open
	case kept:
		return search.Reached
	case halfway:
		return search.Halfway
	}
	return search.Dead
}

// Hash identifies the position of the copy at a depth.
func (l *look) Hash(depth int) uint64 { return l.pool[depth].digest(0) }

// Answers lists the answers to the decision that the copy at a depth stands at.
func (l *look) Answers(depth int) iter.Seq[candidate] { return l.pool[depth].candidates }

// Try makes the copy at depth+1 one of the copy at depth that has given an answer and run on.
func (l *look) Try(depth int, a candidate) { l.try(l.pool[depth], depth+1, a) }

// Greedy is Try for a copy that goes on by the least that can be answered; it reports whether that keeps all obligations.
func (l *look) Greedy(depth int, a candidate) bool { return l.hurries(l.pool[depth], depth+1, a) }

// Value returns what the copy has come to the end of the block asked about with.
func (l *look) Value(int) int64 { return l.value }

// Continues reports whether the copy at a depth, which has come to the end of the block asked about, can keep the obligations around it.
func (l *look) Continues(depth int) bool {
	c := l.pool[depth]
	if c.open == l.floor {
		return true
	}
	inner := l.depth
	l.depth = 0
	next := l.copy(c, depth+1)
	next.proceed(func() {})
	ok := l.search.Reachable(depth + 1)
	l.depth = inner
	return ok
}

// foreseen compiles the question whether a procedure could keep the obligation that it begins with.
func (b *builder) foreseen(e *def.Expr) cond {
	b.Index("procedure", e.I, len(b.Def.Procs))
	p := b.Def.Procs[e.I]
	if len(e.Args) != len(p.Params) {
		b.Fail("procedure %s has %d parameters, not %d", p.ID, len(p.Params), len(e.Args))
	}
	proc, args, node := int32(e.I), b.nums(e.Args), b.Node
	return func(s *State) bool {
		values := make([]int64, len(args))
		for i, f := range args {
			values[i] = f(s)
		}
		l := s.foresee(node)
		if l.nested > maxDynamic {
			s.fail(node, "whether %s can keep its obligation depends on whether it can", s.g.def.Procs[proc].ID)
		}
		l.floor = s.open
		c := l.copy(s, 0)
		c.temp = append(c.temp[:0], s.temp...) // arguments that are wide sets
		caller := c.g.nowhere
		if s.sp == 0 { // nothing runs: the play has not begun, or is over
			caller = -1
		}
		c.proceed(func() { c.push(caller, proc, values) })
		return l.search.Reachable(0)
	}
}
