// This file ends a compile that finds too many errors: more would not be read, and each costs a search for the name that was
// meant.

package diag

import "fmt"

// MaxErrors is how many errors a stage of a compile finds before the compile stops.
const MaxErrors = 512

// Faults counts the errors of a stage, those included that are not reported because they may follow from others.
type Faults int

// Add counts an error of a stage that has reported these. Beyond MaxErrors it panics with TooMany; the compiler recovers it.
func (f *Faults) Add(reported List) {
	if *f++; *f > MaxErrors {
		panic(TooMany{reported})
	}
}

// TooMany is what a stage had reported when Faults.Add panicked.
type TooMany struct{ List }

// Diagnostics returns what was reported, and that the compile stopped there.
func (t TooMany) Diagnostics() List {
	var at Pos
	if n := len(t.List); n > 0 {
		at.File = t.List[n-1].Subject.File
	}
	return append(t.List, Diagnostic{Severity: Error, Subject: at, Code: "and-more", Summary: fmt.Sprintf("the compile stopped after %d errors", MaxErrors)})
}
