package compiler

// This file collects the diagnostics of the stages.

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
)

// leftOut reports whether parts of the blocks are missing because of the errors, so that missing things may be in these parts.
func leftOut(errors diag.List) bool {
	return slices.ContainsFunc(errors, func(d diag.Diagnostic) bool {
		return !strings.Contains(d.Code, "clause") && (!strings.HasPrefix(d.Code, "duplicate-") || d.Code == "duplicate-key")
	})
}

// report collects the diagnostics of all stages. Warnings are shown only if there are no errors.
type report struct {
	errors, warnings diag.List
	causes           diag.List // warnings from reading the pages, which may be causes of errors and are shown with them
	seen             map[fault]bool
}

// fault identifies a diagnostic: the same code at the same position is one error, even if the text is inserted or offered
// repeatedly.
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
