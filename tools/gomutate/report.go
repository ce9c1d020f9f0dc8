package main

// This file reports the results.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// result is the outcome for a package.
type result struct {
	Package   string    `json:"package"`
	Changes   int       `json:"changes"`
	Same      int       `json:"equivalent"` // listed as equivalent, among Changes
	Skipped   int       `json:"skipped"`    // listed as equivalent, among the drawn ones
	Tried     int       `json:"tried"`
	Untried   int       `json:"untried"` // of the drawn ones, when the time was up
	Killed    int       `json:"killed"`
	Raw       float64   `json:"raw"`      // percent killed of tried and skipped mutants
	Adjusted  float64   `json:"adjusted"` // percent killed of tried mutants
	Survivors []*change `json:"survivors"`
	Unreached []*change `json:"unreached"`       // executed by no test
	Wrong     []*change `json:"wrong,omitempty"` // listed as equivalent, but killed
}

// mark marks the mutants that survived in the results of -again. Line numbers may have changed.
func (s *settings) mark(p *subject) error {
	if s.again == "" {
		return nil
	}
	text, err := os.ReadFile(s.again)
	if err != nil {
		return fmt.Errorf("-again: %w", err)
	}
	for dec := json.NewDecoder(bytes.NewReader(text)); dec.More(); {
		var r result
		if err := dec.Decode(&r); err != nil {
			return fmt.Errorf("-again %s: %w", s.again, err)
		}
		if r.Package != p.path {
			continue
		}
		for _, left := range append(r.Survivors, r.Unreached...) {
			for _, c := range p.changes {
				c.again = c.again || c.In == left.In && c.What == left.What && filepath.Base(c.File) == filepath.Base(left.File)
			}
		}
	}
	return nil
}

// take records the outcome of a mutant and reports progress.
func (r *result) take(c *change, killed, reached bool, of int, errs io.Writer) {
	r.Tried++
	switch {
	case killed:
		r.Killed++
		if c.same {
			r.Wrong = append(r.Wrong, c)
		}
	case reached:
		r.Survivors = append(r.Survivors, c)
		fmt.Fprintln(errs, "no test notices", c)
	default:
		r.Unreached = append(r.Unreached, c)
		fmt.Fprintln(errs, "no test reaches", c)
	}
	if r.Tried%50 == 0 {
		fmt.Fprintf(errs, "%s: %d of %d, %d survive\n", r.Package, r.Tried, of, r.Tried-r.Killed)
	}
}

// finish computes the scores and sorts the mutants in source order.
func (r *result) finish() {
	percent := func(of int) float64 { return math.Round(1000*float64(r.Killed)/float64(max(of, 1))) / 10 }
	r.Raw, r.Adjusted = percent(r.Tried+r.Skipped), percent(r.Tried)
	for _, changes := range [][]*change{r.Survivors, r.Unreached, r.Wrong} {
		slices.SortFunc(changes, func(a, b *change) int { return a.ID - b.ID })
	}
}

func (c *change) String() string {
	return fmt.Sprintf("%s:%d  %s  %s", filepath.Base(c.File), c.Line, c.In, c.What)
}

// write writes the result as JSON or as text.
func (r *result) write(asJSON bool, out io.Writer) error {
	if !asJSON {
		r.print(out)
		return nil
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// print writes the survivors, then the score.
func (r *result) print(out io.Writer) {
	list := func(title string, changes []*change) {
		for i, c := range changes {
			if i == 0 {
				fmt.Fprintln(out, title)
			}
			fmt.Fprintln(out, " ", c)
		}
	}
	list("no test notices", r.Survivors)
	list("no test reaches", r.Unreached)
	list("noticed, although equivalent.yaml lists it", r.Wrong)
	fmt.Fprintf(out, "%s: %d changes, %d of them equivalent, %d tried, %d killed (raw %.1f%%, adjusted %.1f%%)", r.Package, r.Changes, r.Same, r.Tried, r.Killed, r.Raw, r.Adjusted)
	if r.Untried > 0 {
		fmt.Fprintf(out, ", %d not tried: the time was up", r.Untried)
	}
	fmt.Fprintln(out)
}
