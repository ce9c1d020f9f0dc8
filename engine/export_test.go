package engine

import (
	"rulebound/engine/def"
)

// SetLeft lets the states of a game loaded WithLimit take n more steps.
func (g *Game) SetLeft(n int64) { g.left.Store(n) }

// WithoutMemos turns memoisation off.
func WithoutMemos() LoadOption {
	return func(b *builder) { b.off[memoisation], b.off[hoisting] = true, true }
}

// Memos returns the greatest number of memoised values of a state.
func (g *Game) Memos() int { return g.memories }

// Blank returns a state without a position.
func (g *Game) Blank() *State { return g.newState(0) }

// Spend makes a state share the budget of another.
func (s *State) Spend(other *State) { s.budget = other.budget }

// States returns the number of states visited by the searches of a state since its creation.
func States(s *State) int {
	if s.foresight == nil {
		return 0
	}
	return s.foresight.spent
}

// Words returns pointers to every 64-bit number in the encoding of a state, for damaging them.
func (s *State) Words() []*int64 {
	var words []*int64
	for _, run := range [][]int64{s.result, s.cells, s.stack[:s.sp]} {
		for i := range run {
			words = append(words, &run[i])
		}
	}
	return words
}

// Owe sets the value that the innermost open obligation must reach to n, as damage might, and invalidates the decision.
func Owe(s *State, n int64) {
	open := s.obligations()
	s.stack[open[len(open)-1].slot] = n
	s.domain = false
}

// Executing returns the instruction that the state executes, for observers.
func (s *State) Executing() *def.Instruction { return s.g.code[s.pc].op.Row() }
