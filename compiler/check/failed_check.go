package check

// failed_check.go holds a game against what its rulebook, or a library that it uses, demands of the data: the checks: list.

import (
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
)

// failedCheck computes every check. Each entry that fails one is a diagnostic of its own, at the place of its data: an
// error, or a warning if the check says so.
func failedCheck(s *Subject) diag.List {
	var list diag.List
	judge := s.judge.withCalls()
	for _, k := range s.rb.Checks {
		if k.Setups {
			continue // it needs a position
		}
		n := len(k.Members)
		if k.Member == nil {
			n = len(k.Faults)
		}
		dataCheck(&list, k, n, func(bound map[int64]int64) outcome { return judge.outcome(k.Require, bound) })
	}
	return list
}

// dataCheck asks a check n times: of each of its members, or once of the rulebook as a whole.
func dataCheck(list *diag.List, k *typed.Check, n int, ask func(bound map[int64]int64) outcome) {
	for i := range n {
		bound := map[int64]int64{}
		if k.Member != nil {
			bound[k.Member.ID] = k.Members[i]
		}
		o := ask(bound)
		if !o.yes && !o.no {
			list.Errorf(k.Pos, "not-constant", "a check must be computable without a state of the game")
			return
		}
		if !o.no {
			continue
		}
		failed(list, k, i)
	}
}

// failed reports that the i-th member fails a check.
func failed(list *diag.List, k *typed.Check, i int) {
	summary := k.Message
	if i < len(k.Names) && k.Names[i] != "" {
		summary = k.Names[i] + ": " + summary
	}
	list.Add(diag.Diagnostic{Severity: k.Level, Code: "failed-check", Subject: k.Faults[i], Summary: summary}).
		Detailf("It is demanded by %s.", strings.Join(k.Rules, ", ")).
		Notef(k.Entry, "the check")
}
