package engine

import (
	"fmt"
	"math"
)

// SetLeft lets the states of a game loaded WithLimit take n more steps.
func (g *Game) SetLeft(n int64) { g.left.Store(n) }

// WithoutRecall makes a game compute everything anew.
func WithoutRecall() LoadOption { return func(b *builder) { b.forgetful = true } }

// Recalls counts the values that a state of the game remembers at most.
func (g *Game) Recalls() int { return g.memories }

// Blank returns a state that holds no position yet.
func (g *Game) Blank() *State { return g.newState(0) }

// Spend makes a state spend the budget of another.
func (s *State) Spend(other *State) { s.budget = other.budget }

// Impatient makes looking ahead ask for the outlook of each state.
func (g *Game) Impatient() { g.patience = 0 }

// Outlook is what plays that go on from a state may come to.
type Outlook struct {
	o    *outlook
	Done bool // all of it was gone through
}

// OutlookOf foresees what may come of a state that waits for an answer.
func OutlookOf(s *State) *Outlook {
	o := newOutlook(s.g)
	o.begin(s, int32(len(s.g.def.Code)))
	o.effort = 1 << 24
	for !o.spread() {
		if o.effort < 0 {
			return &Outlook{o, false}
		}
	}
	return &Outlook{o, true}
}

// Known counts the bounds of cells, and the counts of pieces that can be but one thing.
func (x *Outlook) Known() (n int) {
	for _, c := range x.o.cells {
		for _, bound := range []bool{c.known(), c.lo > math.MinInt64, c.hi < math.MaxInt64, c.may < math.MaxUint64, !c.none, !c.beyond} {
			if bound {
				n++
			}
		}
	}
	for _, c := range x.o.counts {
		if c.lo == c.hi {
			n++
		}
	}
	return n
}

// Misses names what of a state was not foreseen, "" for nothing.
func (x *Outlook) Misses(s *State) string {
	for i, v := range s.cells {
		if !x.o.cells[i].holds(v) {
			return fmt.Sprintf("%s is %d, beyond %+v", s.g.cellName(int32(i)), v, x.o.cells[i])
		}
	}
	for i, n := range s.counts {
		if c := x.o.counts[i]; n < c.lo || n > c.hi {
			return fmt.Sprintf("count %d is %d, beyond %+v", i, n, c)
		}
	}
	return ""
}
