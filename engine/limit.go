package engine

// This file bounds how long the plays of a game may take all together, for games of which nobody knows whether they end.

import "sync/atomic"

// WithLimit lets all states of the game together take at most n steps: what instructions, and the members and rules
// that their formulas visit, together. What would exceed it is a *Fault.
func WithLimit(n int64) LoadOption {
	return func(b *builder) {
		b.g.left = &atomic.Int64{}
		b.g.left.Store(n)
	}
}

// Budget bounds the steps of one play: those of a state and of its copies together, and what it takes to watch values, to
// explain and to find out what can be reached. What would go beyond is a *Fault. It may be shared by goroutines.
type Budget struct{ left atomic.Int64 }

// NewBudget gives a budget of n steps, for Setup.Budget.
func NewBudget(n int64) *Budget {
	b := &Budget{}
	b.left.Store(n)
	return b
}

// Left returns how many steps may still be taken.
func (b *Budget) Left() int64 { return max(b.left.Load(), 0) }

// Left returns how many steps the states of a game loaded WithLimit may still take, 0 for a game without a limit.
func (g *Game) Left() int64 {
	if g.left == nil {
		return 0
	}
	return max(g.left.Load(), 0)
}

// Allow lets all states of a game loaded WithLimit together take n steps from now on, whatever they have taken.
func (g *Game) Allow(n int64) { g.left.Store(n) }

// allow lets a state take n steps, and some to see what lies ahead, as far as its budget goes. It returns how many these are; call charge when
// they are taken.
func (s *State) allow(n int64) int64 {
	if s.budget != nil {
		n = min(n, s.budget.Left())
	}
	s.fuel, s.sight, s.far = n, maxWatch, maxForesight
	return n
}

// charge takes what was spent since allow off the budget.
func (s *State) charge(given int64) {
	if s.budget != nil {
		s.budget.left.Add(s.fuel - given + s.sight - maxWatch + s.far - maxForesight - askSteps)
	}
}

// lend gives fuel for something that is asked of the state, and returns what ends that. While the machine is at work, an
// observer asks: its questions use the fuel for watched values, and the machine goes on with what it had.
func (s *State) lend() (end func()) {
	if !s.busy {
		given := s.allow(maxFuel)
		return func() { s.charge(given) }
	}
	fuel := s.fuel
	s.fuel = s.sight
	return func() { s.fuel, s.sight = fuel, s.fuel }
}

// allowance is what several questions that are asked of a state may spend together.
type allowance struct{ fuel, far int64 }

// share lets all that is asked of the state before end spend one allowance, instead of one each.
func (s *State) share() (end func()) {
	if s.shared != nil {
		return func() {}
	}
	s.shared = &allowance{maxFuel, maxForesight}
	return func() { s.shared = nil }
}

// refuel gives a state what it may spend up to its next decision.
func (g *Game) refuel() int64 {
	if g.left == nil {
		return maxFuel
	}
	return min(maxFuel, g.Left())
}

// conclude takes what a state has spent off what the game may spend.
func (g *Game) conclude(given, rest int64) {
	if g.left != nil {
		g.left.Add(rest - given)
	}
}
