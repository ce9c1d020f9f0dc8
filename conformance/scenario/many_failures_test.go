package scenario_test

// This file plays scenarios of which so much is wrong that nobody reads all of it.

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/diag"
)

func TestOfManyFailuresTheRestIsCounted(t *testing.T) {
	var names, lines strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&names, "    unknown-%d: 1\n", i)
	}
	for range 200 {
		lines.WriteString("- expect: {state: {gold: 77}}\n")
	}
	for name, c := range map[string]struct{ text, last string }{
		"unknown values of an expectation": {"expect:\n  state:\n" + names.String(), "2951 more values are not compared"},
		"expectations of a scenario":       {"moves:\n" + lines.String() + "expect: {asked: {seat: red}}\n", "150 more in this scenario"},
	} {
		r, _ := play(t, c.text)
		n := len(r.Failures)
		if r.Err != nil || n < diag.MaxPerFile || n > diag.MaxPerFile+1 {
			t.Fatalf("%s: %d failures, %v", name, n, r.Err)
		}
		if last := r.Failures[n-1].Error(); !strings.Contains(last, c.last) {
			t.Errorf("%s: the last is %q, want %q", name, last, c.last)
		}
	}
}
