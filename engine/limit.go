package engine

// This file bounds how long the plays of a game may take all together, for games of which nobody knows whether they end.

import "sync/atomic"

// WithLimit lets all states of the game together take at most n steps: what instructions, and the members and rules
// that their formulas look at, come to. What would go beyond is a *Fault.
func WithLimit(n int64) LoadOption {
	return func(b *builder) {
		b.g.left = &atomic.Int64{}
		b.g.left.Store(n)
	}
}

// Left returns how many steps the states of a game loaded WithLimit may still take, 0 for a game without a limit.
func (g *Game) Left() int64 {
	if g.left == nil {
		return 0
	}
	return max(g.left.Load(), 0)
}

// Allow lets all states of a game loaded WithLimit together take n steps from now on, whatever they have taken.
func (g *Game) Allow(n int64) { g.left.Store(n) }

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
