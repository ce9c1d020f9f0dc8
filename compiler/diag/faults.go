// This file stops a compile with too many errors, because each may cost a search for the name that was meant.

package diag

import "fmt"

// MaxErrors is the greatest number of errors in a stage of the compile.
const MaxErrors = 512

// Faults counts the errors of a stage, including those that are not reported because they may follow from others.
type Faults int

// Add counts an error. Beyond MaxErrors it panics with TooMany, which the compiler recovers; reported are the diagnostics of the
// stage.
func (f *Faults) Add(reported List) {
	if *f++; *f > MaxErrors {
		panic(TooMany{reported})
	}
}

// TooMany has the diagnostics of the stage in which Faults.Add panicked.
type TooMany struct{ List }

// Diagnostics returns the diagnostics and one that states that the compile stopped.
func (t TooMany) Diagnostics() List {
	var at Pos
	if n := len(t.List); n > 0 {
		at.File = t.List[n-1].Subject.File
	}
	return append(t.List, Diagnostic{Severity: Error, Subject: at, Code: "and-more", Summary: fmt.Sprintf("the compile stopped after %d errors", MaxErrors)})
}
