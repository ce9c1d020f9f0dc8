// Package lower compiles a typed rulebook to the code of the machine: instructions, decisions, functions that report whether a
// procedure is possible, and slots for bindings. It completes the GameDef of package resolve. It reports no diagnostics, because
// earlier stages found all errors. Each statement is lowered once.
package lower

import (
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// Program is information about the code that the GameDef does not contain. Package check needs it.
type Program struct {
	Loops []Loop
	Spans []Span    // by procedure
	Calls [][]int32 // by procedure: its callees, including those of its hook points, ascending and without duplicates

	Deepest []int32        // the chain of calls that needs most slots
	Deep    []diag.Pos     // bindings at the start of a procedure or an option that exceed MaxLets
	Obliged map[int32]bool // procedures that are called directly inside an ensure
	Hints   []Hint
}

type Hint struct {
	Key     string // procedure.decision
	Pos     diag.Pos
	Proc    int32 // the procedure that contains the decision
	Obliged bool  // whether the decision is inside an ensure of the procedure
}

// Span is a range of instructions, without the one at To.
type Span struct{ From, To int32 }

// Loop is a loop over a set or an order that the author did not mark as having a fixed order.
type Loop struct {
	Pos    diag.Pos // of the binding
	Proc   int32
	Over   *def.Expr // lowered
	Member int32     // slot of the frame with the loop variable, or with all members
	Rounds Span      // code of the body
	Limit  bool      // whether a limit may end the loop early
}
