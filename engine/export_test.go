package engine

// SetLeft lets the states of a game loaded WithLimit take n more steps.
func (g *Game) SetLeft(n int64) { g.left.Store(n) }

// Impatient makes looking ahead ask for the outlook of each state.
func (g *Game) Impatient() { g.patience = 0 }
