package engine

// This file searches the plays of the rest of a block with an obligation, on copies of a state, for one that satisfies it. The copies
// have no observer, count no coverage and draw no random number.

import (
	"fmt"
	"iter"

	"rulebound/engine/def"
	"rulebound/engine/search"
)

// SearchLimit begins the Why of a Fault or Reason if the search for an obligation reached a limit, so that the result is unknown.
const SearchLimit = "search limit reached"

// maxStates limits the states of one search (which answers satisfy an obligation, its greatest value, whether a procedure can satisfy
// the obligation that it begins with). A block that needs more is a fault.
const maxStates = 1 << 16

// maxCopied bounds the words of 64 bits of the copies that a search holds at the same time.
const maxCopied = 1 << 23

// shorten lists what an author can do about a search that is too long.
const shorten = "let the block choose among fewer things, ensure a condition instead of a number, bound the number by most, write once: true if a satisfied condition stays true, " +
	"or write in search: which candidates come first, and what they need"

// foresight is a search with its buffers, which the next search reuses. Its copies run to a decision, to the end of the block, or to a
// fault, which satisfies nothing.
type foresight struct {
	g          *Game // without coverage
	asker      *State
	node       int32  // of the block, for the fault
	statesLeft *int   // states that may still be visited; nested searches share it
	fuel       *int64 // steps that may still be taken; nested searches share it
	spent      int    // states that all searches visited, for tests
	nested     int    // enclosing searches

	floor int32 // number of outer obligations to ignore; the next block that begins must be satisfied

	pool   []*State // the copy at each depth
	copied int      // words of the copies
	search *search.Search[candidate]

	assumed       bool // some answer is assumed to satisfy the obligations; not verified yet
	unsatisfiable bool // no answer does

	greedy     bool // copies answer without computing domains, and end as soon as the obligations are satisfied
	greedyLeft int  // greedy answers left

	block int32 // most: number of the open block whose value is maximised, from 1; 0: other searches
	value int64 // most: the value of the block when a copy reached its end
}

// beginForesight returns the buffers of a state, ready for a search of a block.
func (s *State) beginForesight(node int32) *foresight {
	l := s.foresight
	if l == nil {
		l = s.g.newForesight()
		s.foresight = l
	}
	l.asker, l.node, l.floor, l.block = s, node, 0, 0
	l.assumed, l.unsatisfiable, l.greedy = false, false, false // a fault may have ended the search before
	if s.within == nil {
		*l.statesLeft, l.fuel = maxStates, &s.searchFuel
	} else {
		l.statesLeft, l.fuel, l.nested = s.within.statesLeft, s.within.fuel, s.within.nested+1
	}
	l.search.Forget()
	return l
}

// newForesight returns buffers for a search, recycled from a finished play if possible.
func (g *Game) newForesight() *foresight {
	if l, ok := g.foresights.Get().(*foresight); ok {
		l.spent = 0
		return l
	}
	l := &foresight{g: g.silent(), statesLeft: new(int)}
	l.search = search.New(l)
	return l
}

// releaseForesight recycles the buffers of a finished play.
func (s *State) releaseForesight() {
	l := s.foresight
	if l == nil || s.within != nil {
		return
	}
	s.foresight, l.asker, l.fuel = nil, nil, nil
	s.g.foresights.Put(l)
}

// state returns the copy at a depth, with room for a copy of s.
func (l *foresight) state(s *State, depth int) *State {
	for len(l.pool) <= depth {
		l.pool = append(l.pool, nil)
	}
	if l.pool[depth] == nil {
		if l.copied+len(s.words) > maxCopied>>l.nested && depth > 0 {
			s.fail(l.node, "%s: the obligation needs copies of the game of more than %d words; %s", SearchLimit, maxCopied, shorten)
		}
		l.copied += len(s.words)
		l.pool[depth] = l.g.newState(0)
		l.pool[depth].within = l
	}
	return l.pool[depth]
}

// spend counts a visited state. Copying a large state costs steps.
func (l *foresight) spend(s *State) {
	l.spent++
	*l.fuel -= int64(len(s.words)>>10) << 6
	if *l.statesLeft--; *l.statesLeft < 0 {
		s.fail(l.node, "%s: the obligation needs more than %d states; %s", SearchLimit, maxStates, shorten)
	}
}

// exhausted is the fault of a search that has used up its steps.
func (l *foresight) exhausted() {
	panic(&Fault{Why: fmt.Sprintf("%s: the obligation needs more than %d steps; %s", SearchLimit, maxForesight, shorten), Node: l.node})
}

// copy makes the copy at a depth equal to s.
func (l *foresight) copy(s *State, depth int) *State {
	l.spend(s)
	c := l.state(s, depth)
	s.copyValue(c)
	c.depth = 0
	return c
}

// try makes the copy at a depth equal to s, gives it an answer and runs it. The counts of a Take are in counts.
func (l *foresight) try(s *State, depth int, a candidate) {
	c := l.copy(s, depth)
	if a.counts != nil {
		c.dec.Entries = append(c.dec.Entries[:0], s.dec.Entries...)
	}
	if s.dec.words > 1 && s.dec.Kind.Row().Answer == def.AnswerSet {
		c.chosen = append(c.chosen[:0], s.dec.marked(a.value)...)
	}
	c.proceed(func() {
		if s.within == nil && !c.needed(a.form, a.value) {
			c.fail(l.node, "the answer is pruned")
		}
		c.give(a)
	})
}

// proceed calls first and runs a copy. A fault ends this branch; a fault about a search limit is passed on.
func (s *State) proceed(first func()) {
	l := s.within
	asker := l.asker
	fuel := min(maxFuel, max(*l.fuel, 0))
	if s.g.left != nil { // steps of the search also count as steps of the asking state
		fuel = min(fuel, max(asker.fuel, 0))
	}
	s.fuel = fuel
	rest := s.g.profile.search(l.node)
	defer func() {
		rest()
		*l.fuel -= fuel - s.fuel
		if s.g.left != nil {
			asker.fuel -= fuel - s.fuel
		}
		switch r := recover(); r.(type) {
		case nil:
		case *Fault:
			if *l.fuel < 0 {
				l.exhausted()
			}
			if s.fuel < 0 || *l.statesLeft < 0 {
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

// satisfiable reports whether all obligations can be satisfied if the one with the given slot requires v.
func (l *foresight) satisfiable(s *State, slot int, v int64) bool {
	begin := func(greedy bool) *State {
		c := l.copy(s, 0)
		c.stack[slot] = v
		l.greedy, l.greedyLeft = greedy, maxGreedy
		c.proceed(func() {})
		l.greedy = false
		return c
	}
	if begin(true).status == satisfied {
		return true
	}
	begin(false)
	return l.search.Reachable(0)
}

// satisfies reports whether all obligations can be satisfied after an answer to the pending decision of s.
func (l *foresight) satisfies(s *State, a candidate) bool {
	switch {
	case l.unsatisfiable:
		return false
	case l.satisfiesGreedily(s, 0, a):
		l.assumed = false
		return true
	case l.assumed:
		l.assumed = false
		l.copy(s, 0).proceed(func() {})
		if l.unsatisfiable = !l.search.Reachable(0); l.unsatisfiable {
			return false
		}
	}
	l.try(s, 0, a)
	return l.search.Reachable(0)
}

// satisfiesGreedily is satisfies for one play only: every further decision gets its cheapest legal answer.
func (l *foresight) satisfiesGreedily(s *State, depth int, a candidate) bool {
	l.greedy, l.greedyLeft = true, maxGreedy
	l.try(s, depth, a)
	l.greedy = false
	return l.pool[depth].status == satisfied
}

// maxGreedy limits the answers of a greedy play.
const maxGreedy = 64

// most returns the greatest value, up to enough, that the depth-th open block of s can end with, with the enclosing ones satisfied; unbound
// if there is none.
func (l *foresight) most(s *State, depth int32, enough int64) int64 {
	l.block = depth
	l.copy(s, 0).proceed(func() {})
	return l.search.Most(enough, unbound)
}

// The methods below implement search.Tree.

// Status returns the status of the copy at a depth.
func (l *foresight) Status(depth int) search.Status {
	switch l.pool[depth].status {
	case asking:
		return search.Open
	case satisfied:
		return search.Reached
	case halfway:
		return search.Halfway
	}
	return search.Dead
}

// Hash identifies the position of the copy at a depth.
func (l *foresight) Hash(depth int) uint64 { return l.pool[depth].digest(0) }

// Answers lists the answers to the pending decision of the copy at a depth.
func (l *foresight) Answers(depth int) iter.Seq[candidate] { return l.pool[depth].candidates }

// Try copies the copy at depth to depth+1, gives an answer and runs it.
func (l *foresight) Try(depth int, a candidate) { l.try(l.pool[depth], depth+1, a) }

// Greedy is Try with a greedy play after the answer; it reports whether that satisfies all obligations.
func (l *foresight) Greedy(depth int, a candidate) bool {
	return l.satisfiesGreedily(l.pool[depth], depth+1, a)
}

// Value returns the value that the block ended with.
func (l *foresight) Value(int) int64 { return l.value }

// Continues reports whether the copy at a depth, in which the block has ended, can satisfy the enclosing obligations.
func (l *foresight) Continues(depth int) bool {
	c := l.pool[depth]
	if c.open == l.floor {
		return true
	}
	inner := l.block
	l.block = 0
	next := l.copy(c, depth+1)
	next.proceed(func() {})
	ok := l.search.Reachable(depth + 1)
	l.block = inner
	return ok
}

// satisfiableCall compiles OpAhead: whether a procedure could satisfy the obligation that it begins with.
func (b *builder) satisfiableCall(e *def.Expr) cond {
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
		l := s.beginForesight(node)
		if l.nested > maxDynamic {
			s.fail(node, "whether %s can satisfy its obligation depends on itself", s.g.def.Procs[proc].ID)
		}
		l.floor = s.open
		c := l.copy(s, 0)
		c.temp = append(c.temp[:0], s.temp...) // wide-set arguments
		caller := c.g.nowhere
		if s.sp == 0 { // no procedure is running: the play has not begun, or is over
			caller = -1
		}
		c.proceed(func() { c.push(caller, proc, values) })
		return l.search.Reachable(0)
	}
}
