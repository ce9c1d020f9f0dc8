package compiler

// report.go gathers what the stages have to say.

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
)

// leftOut reports whether the errors of reading have left something out of the blocks, so that what seems to be missing may
// have been there.
func leftOut(errors diag.List) bool {
	return slices.ContainsFunc(errors, func(d diag.Diagnostic) bool {
		return !strings.Contains(d.Code, "clause") && (!strings.HasPrefix(d.Code, "duplicate-") || d.Code == "duplicate-key")
	})
}

// report gathers the diagnostics of all stages. Warnings are advice on a rulebook that is right: they are shown when there
// are no errors.
type report struct {
	errors, warnings diag.List
	causes           diag.List // warnings of reading the pages, which may be what errors come of: they are shown with those
	seen             map[fault]bool
}

// fault is what makes two diagnostics one: the same is wrong at the same place. A text that is put in at several places,
// or offered several times, is wrong once.
type fault struct {
	at   diag.Pos
	code string
}

func (r *report) add(list diag.List) {
	for _, d := range list {
		k := fault{d.Subject, d.Code}
		if r.seen[k] {
			continue
		}
		if r.seen == nil {
			r.seen = map[fault]bool{}
		}
		r.seen[k] = true
		if d.Severity == diag.Error {
			r.errors = append(r.errors, d)
		} else {
			r.warnings = append(r.warnings, d)
		}
	}
}
