package scenario_test

// This file plays scenarios with too many errors to list.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/conformance/scenario"
)

func TestFailuresBeyondTheLimitAreCounted(t *testing.T) {
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

// Errors of any kind are counted beyond the limit of a file.
func TestSetupErrorsBeyondTheLimitAreCounted(t *testing.T) {
	var values, pieces strings.Builder
	for i := range 300 {
		fmt.Fprintf(&values, "    unknown-%d: 1\n", i)
		fmt.Fprintf(&pieces, "    unknown-%d: {pawn: 1}\n", i)
	}
	g := gameOf(t, setupPage)
	for name, c := range map[string]struct{ setup, last string }{
		"values":            {"  values:\n" + values.String(), "250 more in this set-up"},
		"values and pieces": {"  values:\n" + values.String() + "  pieces:\n" + pieces.String(), "850 more in this set-up"}, // of a zone and of its pieces
	} {
		s, list := scenario.Parse("a.yaml", []byte("version: 1\ntitle: T\ngame: toy\nrules: [9.1-a]\nsetup:\n"+c.setup+"expect: {asked: {over: true}}\n"))
		if list != nil {
			t.Fatal(list)
		}
		_, err := s.Setup.Engine(g)
		var joined interface{ Unwrap() []error }
		if !errors.As(err, &joined) || len(joined.Unwrap()) != diag.MaxPerFile+1 || !strings.Contains(err.Error(), c.last) {
			t.Errorf("%s: %.300v", name, err)
		}
	}
}
