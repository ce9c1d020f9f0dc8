package main

// This file says what became of the changes.

import (
	"fmt"
	"io"
	"path/filepath"
)

// result is what became of the changes of a package.
type result struct {
	Package   string    `json:"package"`
	Changes   int       `json:"changes"`
	Tried     int       `json:"tried"`
	Untried   int       `json:"untried"` // of those asked for, when the time was up
	Killed    int       `json:"killed"`
	Survivors []*change `json:"survivors"`
	Unreached []*change `json:"unreached"` // no test comes to them
}

// print writes the survivors, then the score.
func (r *result) print(out io.Writer) {
	list := func(title string, changes []*change) {
		for i, c := range changes {
			if i == 0 {
				fmt.Fprintln(out, title)
			}
			fmt.Fprintf(out, "  %s:%d  %s\n", filepath.Base(c.File), c.Line, c.What)
		}
	}
	list("no test notices", r.Survivors)
	list("no test comes to", r.Unreached)
	score := 100.0
	if r.Tried > 0 {
		score = 100 * float64(r.Killed) / float64(r.Tried)
	}
	fmt.Fprintf(out, "%s: %d changes, %d tried, %d killed (%.1f%%)", r.Package, r.Changes, r.Tried, r.Killed, score)
	if r.Untried > 0 {
		fmt.Fprintf(out, ", %d not tried: the time was up", r.Untried)
	}
	fmt.Fprintln(out)
}
