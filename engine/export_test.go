package engine

import (
	"rulebound/engine/def"
)

// SetLeft lets the states of a game loaded WithLimit take n more steps.
func (g *Game) SetLeft(n int64) { g.left.Store(n) }

// WithoutMemos makes a game compute everything anew.
func WithoutMemos() LoadOption {
	return func(b *builder) { b.off[memoisation], b.off[hoisting] = true, true }
}

// Memos counts the values that a state of the game memoises at most.
func (g *Game) Memos() int { return g.memories }

// Blank returns a state that holds no position yet.
func (g *Game) Blank() *State { return g.newState(0) }

// Spend makes a state spend the budget of another.
func (s *State) Spend(other *State) { s.budget = other.budget }

// States is how many states were visited to see what lies ahead of a state, since there is one.
func States(s *State) int {
	if s.foresight == nil {
		return 0
	}
	return s.foresight.spent
}

// Words returns every number of 64 bits that the encoding of a state holds, in place, to be damaged.
func (s *State) Words() []*int64 {
	var words []*int64
	for _, run := range [][]int64{s.result, s.cells, s.stack[:s.sp]} {
		for i := range run {
			words = append(words, &run[i])
		}
	}
	return words
}

// Owe makes the innermost open obligation owe n, as damage might, and has the decision computed anew.
func Owe(s *State, n int64) {
	open := s.obligations()
	s.stack[open[len(open)-1].slot] = n
	s.domain = false
}

// Executing returns the instruction that the state executes; an observer asks for it.
func (s *State) Executing() *def.Instruction { return s.g.code[s.pc].op.Row() }
