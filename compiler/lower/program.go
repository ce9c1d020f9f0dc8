// Package lower gives a typed rulebook the form that the machine runs: instructions, decisions, the functions that tell
// whether a procedure is possible, and the slots that names live in. It takes what package resolve makes and completes the
// GameDef. There are no diagnostics: whatever a rulebook says wrongly was found before. Each statement is lowered once.
package lower

import (
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// Program is what the code alone does not say of itself: package check asks for it.
type Program struct {
	Loops []Loop
	Spans []Span    // by procedure: its code
	Calls [][]int32 // by procedure: those that it calls, ascending, each once, with those that its hook points may run

	Deepest []int32        // procedures of the chain of calls that takes most slots
	Deep    []diag.Pos     // of a binding at the start of a procedure or an option before which there are too many
	Obliged map[int32]bool // procedures that an ensure calls itself
	Hints   []Hint
}

// Hint is a decision with a search hint.
type Hint struct {
	Key     string // procedure.decision
	Pos     diag.Pos
	Proc    int32 // procedure of the decision
	Obliged bool  // an ensure of the procedure is around the decision
}

// Span is a stretch of code.
type Span struct{ From, To int32 }

// Loop is a loop over a set or an order whose author did not say that the order is fixed.
type Loop struct {
	Pos    diag.Pos // of the binding
	Proc   int32
	Over   *def.Expr // as the procedure reads it
	Member int32     // slot of the frame, with the member or all members
	Rounds Span      // code of the rounds
	Limit  bool      // there may be fewer rounds than members
}
