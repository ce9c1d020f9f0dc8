package engine

// This file declares the builder, the state of Load while it compiles a game.

import (
	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/fold"
	"rulebound/engine/load"
)

// builder turns a GameDef into a Game.
type builder struct {
	load.Checker
	g     *Game
	off   [numPasses]bool
	plain bool // code under compilation does not use the optional passes
	analyses

	depth      int
	frame      int32 // locals that the code or expression being compiled may use
	probe      *State
	wide       bool               // some set type takes more than one word
	setWords   [def.KPair + 1]int // words of a set by the kind of its members; 0: depends on the enum or table
	scopes     []scope            // scopes enclosing the expression under compilation, the innermost last
	stopsEarly bool               // the loop under compilation ends at its first member
	leaves     leaves
	inlined    int
	work       int   // operators visited so far
	ahead      int64 // steps left for evaluation at load time
}

// analyses are the results of analyses of formulas.
type analyses struct {
	folder      *fold.Folder
	faults      *fold.Faults
	constants   map[int64]bool         // whether a function is static, where known
	tests       map[int64]bool         // functions that test whether a procedure is possible
	calls       map[*def.Expr]inlined  // without bind
	bound       *facts.Bindings        // slots that functions bind
	sources     *facts.Sources         // what rules read
	settled     map[*def.Expr]int64    // static expressions whose value is a wide set
	tried       map[*def.Expr]bool     // static expressions without a value: faults, or too expensive
	notTogether map[loopCondition]bool // conditions that cannot be evaluated for whole sets
	weights     map[*def.Expr]int64    // operators in an expression
	limits      int64                  // greatest number of stacking limits of a zone
	efforts     []int64                // steps of each decision
}

// markBit returns the bit of mark m in ClassDef.Marks, 0 if pieces of the type cannot have it.
func (b *builder) markBit(typ, m int32) uint32 {
	for _, t := range b.Def.Types[typ].Marks {
		if t == m {
			return 1 << uint(m)
		}
	}
	return 0
}
