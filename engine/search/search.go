// Package search decides whether a goal is reachable from a position: a limited-discrepancy depth-first search over copies of the
// position, with a table of visited positions. It accesses positions only through Tree.
package search

import (
	"iter"
	"math"
)

// Status is the state of a copy after it ran.
type Status uint8

const (
	Dead    Status = iota // it ended without the goal, or by a fault
	Open                  // a decision is pending
	Reached               // the goal is reached
	Halfway               // the block whose value Most maximises has ended
)

// Tree is the tree of plays from a position. The copy at each depth is unchanged until the search tries another answer at a lower depth.
type Tree[C any] interface {
	// Status returns the status of the copy at a depth.
	Status(depth int) Status
	// Hash identifies the position of an open copy.
	Hash(depth int) uint64
	// Answers lists the answers to the pending decision of an open copy, the most promising first.
	Answers(depth int) iter.Seq[C]
	// Try copies the copy at depth to depth+1, gives the answer and runs it to its next decision or end.
	Try(depth int, answer C)
	// Greedy is Try, and then answers every decision with its cheapest legal answer. It reports whether that reaches the goal.
	Greedy(depth int, answer C) bool
	// Value returns the value that the copy at a depth reached Halfway with.
	Value(depth int) int64
	// Continues reports whether such a copy can still reach the goals of the enclosing blocks.
	Continues(depth int) bool
}

// Search holds the tables of a search, which are reused for further questions about the same position.
type Search[C any] struct {
	tree    Tree[C]
	seen    map[uint64]entry
	doubt   []uint64 // positions recorded as dead because they lead back to one on the current path
	cut     bool     // some answers were not tried
	visited map[uint64]bool
}

// New returns a search of a tree.
func New[C any](tree Tree[C]) *Search[C] {
	return &Search[C]{tree: tree, seen: map[uint64]entry{}, visited: map[uint64]bool{}}
}

// Forget clears the table of positions. It is needed when the goal or the root changes.
func (s *Search[C]) Forget() { clear(s.seen) }

// entry is the result for a position: it is on the current path, at depth at (otherwise at is -1), or the goal is unreachable with at most
// that many discrepancies (answers other than the first). The result may depend on a position that was then on the path, at depth back.
type entry struct{ at, discrepancies, back int }

// Values of entry.discrepancies: the goal is reachable; it is unreachable with any number of discrepancies.
const (
	reachable   = -1
	unreachable = 1 << 30
)

// Reachable reports whether the copy at a depth can reach the goal. It searches plays with few discrepancies first.
func (s *Search[C]) Reachable(depth int) bool {
	for most := 2; ; most *= 4 {
		s.cut, s.doubt = false, s.doubt[:0]
		ok, _ := s.search(depth, most)
		if ok {
			for _, h := range s.doubt {
				delete(s.seen, h) // the position that they lead back to can reach the goal
			}
		}
		if ok || !s.cut {
			return ok
		}
	}
}

// search is Reachable with at most most discrepancies. back is the least depth of a position on the path that was met again.
func (s *Search[C]) search(depth, most int) (ok bool, back int) {
	back = math.MaxInt
	if status := s.tree.Status(depth); status != Open {
		return status == Reached, back
	}
	h := s.tree.Hash(depth)
	switch e, met := s.seen[h]; {
	case !met || e.at < 0 && e.discrepancies != reachable && e.discrepancies < most:
	case e.at >= 0:
		return false, e.at
	default:
		s.cut = s.cut || e.discrepancies < unreachable
		return e.discrepancies == reachable, e.back
	}
	s.seen[h] = entry{at: depth}
	before := s.cut
	s.cut = false
	if ok, back = s.branch(depth, most); ok {
		s.seen[h] = entry{at: -1, discrepancies: reachable, back: math.MaxInt}
		return true, back
	}
	if !s.cut {
		most = unreachable
	}
	s.cut = s.cut || before
	s.seen[h] = entry{at: -1, discrepancies: most, back: back}
	if back < depth {
		s.doubt = append(s.doubt, h)
	}
	return false, back
}

// branch tries the answers of an open copy, first each with the greedy play after it, then each with all plays.
func (s *Search[C]) branch(depth, most int) (ok bool, back int) {
	back = math.MaxInt
	for _, greedy := range [2]bool{true, false} {
		first := 0 // the greedy play after the first answer was tried before this copy was searched
		for answer := range s.tree.Answers(depth) {
			switch {
			case first > most:
				s.cut = true
			case !greedy:
				s.tree.Try(depth, answer)
				found, b := s.search(depth+1, most-first)
				if back = min(back, b); found {
					return true, back
				}
			case first > 0 && s.tree.Greedy(depth, answer):
				return true, back
			}
			if first = 1; s.cut && most == 0 {
				break
			}
		}
	}
	return false, back
}

// Most returns the greatest value, capped at enough, with which the copy at depth 0 can get Halfway and continue; none if it cannot.
func (s *Search[C]) Most(enough, none int64) int64 {
	best := none
	clear(s.visited)
	var visit func(depth int) bool
	visit = func(depth int) bool {
		switch s.tree.Status(depth) {
		case Halfway:
			if v := min(s.tree.Value(depth), enough); v > best && s.tree.Continues(depth) {
				best = v
			}
			return best == enough
		case Open:
		default:
			return false
		}
		h := s.tree.Hash(depth)
		if s.visited[h] {
			return false
		}
		s.visited[h] = true
		for answer := range s.tree.Answers(depth) {
			if s.tree.Try(depth, answer); visit(depth + 1) {
				return true
			}
		}
		return false
	}
	visit(0)
	return best
}
