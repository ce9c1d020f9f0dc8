package engine

// These tests check the texts of errors of running games.

import "testing"

func TestRefusalTextOmitsUnknownParts(t *testing.T) {
	for _, c := range []struct {
		r    Refusal
		want string
	}{
		{Refusal{Reason: Reason{Why: "no decision is pending"}}, "refused: no decision is pending"},
		{Refusal{"where", "x", Reason{Rule: "1.1", Why: "it is full"}}, "refused: decision where, answer x (rule 1.1): it is full"},
		{Refusal{Decision: "where", Reason: Reason{Why: "it is full"}}, "refused: decision where: it is full"},
		{Refusal{Reason: Reason{Rule: "1.1", Why: "it is full"}}, "refused (rule 1.1): it is full"},
	} {
		if got := c.r.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestFaultTextOmitsUnknownParts(t *testing.T) {
	for _, c := range []struct {
		f    Fault
		want string
	}{
		{Fault{Why: "overflow"}, "fault: overflow"},
		{Fault{Why: "overflow", File: "rules.md", Line: 3}, "fault at rules.md:3: overflow"},
		{Fault{Why: "overflow", Rules: []string{"1.1", "1.2"}}, "fault: overflow (rule 1.1, 1.2)"},
		{Fault{Why: "overflow", File: "rules.md", Line: 3, Rules: []string{"1.1"}, Path: []string{"main", "herd"}, Decision: "where"},
			"fault at rules.md:3: overflow (rule 1.1); in main > herd; decision where"},
	} {
		if got := c.f.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
