package engine

// This file holds the builder: what Load knows while it compiles a game.

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
	plain bool // what is being compiled is so without passes
	findings

	depth    int
	frame    int32 // locals that the code or expression being compiled may use
	probe    *State
	wide     bool               // some kind of set takes more than one word
	setWords [def.KPair + 1]int // by the kind of its members: of a set, 0 where that depends on which enum or table
	scopes   []scope            // round the expression being compiled, the innermost last
	brief    bool               // the loop being compiled ends at its first member
	leaves   leaves
	inlined  int
	work     int   // operators looked at so far
	ahead    int64 // steps left for what is known without a state
}

// findings is what a builder has found out about formulas.
type findings struct {
	folder    *fold.Folder
	faults    *fold.Faults
	constants map[int64]bool        // functions known to be static or not
	tests     map[int64]bool        // functions that say whether a procedure is possible
	calls     map[*def.Expr]inlined // without bind
	bound     *facts.Bindings       // slots that functions bind
	sources   *facts.Sources        // what rules read
	settled   map[*def.Expr]int64   // static expressions whose value is a wide set
	tried     map[*def.Expr]bool    // static expressions without a value: they are faults, or too much work
	asked     map[question]bool     // conditions that have no form for whole sets
	weights   map[*def.Expr]int64   // operators in an expression
	limits    int64                 // most stacking limits of a zone
	efforts   []int64               // steps of each decision
}

// markBit returns the bit of mark m in ClassDef.Marks, 0 if pieces of the type cannot bear it.
func (b *builder) markBit(typ, m int32) uint32 {
	for _, t := range b.Def.Types[typ].Marks {
		if t == m {
			return 1 << uint(m)
		}
	}
	return 0
}
