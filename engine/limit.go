package engine

// This file bounds the total length of the plays of a game, for games that may not terminate.

import "sync/atomic"

// WithLimit limits all states of the game together to n steps, for instructions and for the members and rules that their formulas visit. More is
// a *Fault.
func WithLimit(n int64) LoadOption {
	return func(b *builder) {
		b.g.left = &atomic.Int64{}
		b.g.left.Store(n)
	}
}

// Budget limits the steps of one play: those of a state and its copies together, including watched values, explanations and searches. More is a
// *Fault. It is safe for concurrent use.
type Budget struct{ left atomic.Int64 }

// NewBudget returns a budget of n steps, for Setup.Budget.
func NewBudget(n int64) *Budget {
	b := &Budget{}
	b.left.Store(n)
	return b
}

// Left returns the number of steps left.
func (b *Budget) Left() int64 { return max(b.left.Load(), 0) }

// Left returns the number of steps left for the states of a game loaded WithLimit, 0 for a game without a limit.
func (g *Game) Left() int64 {
	if g.left == nil {
		return 0
	}
	return max(g.left.Load(), 0)
}

// Allow resets the limit of a game loaded WithLimit to n further steps.
func (g *Game) Allow(n int64) { g.left.Store(n) }

// allow gives a state n steps, limited by its budget, and separate steps for watched values and searches. It returns the steps given, for a
// later call of charge.
func (s *State) allow(n int64) int64 {
	if s.budget != nil {
		n = min(n, s.budget.Left())
	}
	s.fuel, s.watchFuel, s.searchFuel = n, maxWatch, maxForesight
	return n
}

// charge subtracts the steps spent since allow from the budget.
func (s *State) charge(given int64) {
	if s.budget != nil {
		s.budget.left.Add(s.fuel - given + s.watchFuel - maxWatch + s.searchFuel - maxForesight - askSteps)
	}
}

// beginQuery gives fuel to a query of the state, and returns the function that ends it. While the machine is running, the caller is an observer: its
// queries use the fuel for watched values, and the machine keeps its own.
func (s *State) beginQuery() (end func()) {
	if !s.busy {
		given := s.allow(maxFuel)
		return func() { s.charge(given) }
	}
	fuel := s.fuel
	s.fuel = s.watchFuel
	return func() { s.fuel, s.watchFuel = fuel, s.fuel }
}

// sharedFuel is the fuel that several queries of a state share.
type sharedFuel struct{ fuel, search int64 }

// share lets all queries of the state before end share one allowance, instead of one each.
func (s *State) share() (end func()) {
	if s.shared != nil {
		return func() {}
	}
	s.shared = &sharedFuel{maxFuel, maxForesight}
	return func() { s.shared = nil }
}

// refuel returns the steps that a state may spend up to its next decision.
func (g *Game) refuel() int64 {
	if g.left == nil {
		return maxFuel
	}
	return min(maxFuel, g.Left())
}

// conclude subtracts the steps that a state has spent from the limit of the game.
func (g *Game) conclude(given, rest int64) {
	if g.left != nil {
		g.left.Add(rest - given)
	}
}
