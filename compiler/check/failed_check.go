package check

// This file evaluates `checks`, the conditions on the data that a rulebook or a library requires.

import (
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
)

// failedCheck evaluates the checks that need no position. Each entry that violates one is a diagnostic at the position of its
// data: an error, or a warning if the check says so.
func failedCheck(s *Subject) diag.List {
	var list diag.List
	judge := s.judge.withCalls()
	for _, k := range s.rb.Checks {
		if k.Setups {
			continue // it needs a position
		}
		dataCheck(&list, k, func(bound map[int64]int64) outcome { return judge.outcome(k.Require, bound) })
	}
	return list
}

// dataCheck evaluates a check in each of its cases.
func dataCheck(list *diag.List, k *typed.Check, ask func(bound map[int64]int64) outcome) {
	bound := map[int64]int64{}
	for c := range k.Cases {
		for i, b := range k.Bound {
			bound[b.ID] = c.Values[i]
		}
		o := ask(bound)
		if !o.yes && !o.no {
			list.Errorf(k.Pos, "not-constant", "a check must be computable without a state of the game")
			return
		}
		if !o.no {
			continue
		}
		failed(list, k, c)
	}
}

// failed reports a violation of a check.
func failed(list *diag.List, k *typed.Check, c typed.CheckCase) {
	summary := k.Message
	if c.Name != "" {
		summary = c.Name + ": " + summary
	}
	d := list.Add(diag.Diagnostic{Severity: k.Level, Code: "failed-check", Subject: c.Fault, Summary: summary}).
		Detailf("It is required by %s.", strings.Join(k.Rules, ", "))
	if !c.Other.IsZero() {
		d.Notef(c.Other, "the other one is here")
	}
	d.Notef(k.Entry, "the check")
}
