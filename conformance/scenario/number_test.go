package scenario_test

// This file tests claims about decisions answered by a number.

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

// A number within the bounds is offered; one beyond is not, with the clause of the bound; exactly the offered ones are
// legal.
func TestLegalAndOfferedClaimsOfNumbers(t *testing.T) {
	page := strings.Replace(relay, "- {amount: $bid, by: red, max: 2}", "- {amount: $bid, by: red, min: 1, max: 3}\n    - {amount: $much, by: red, max: 90}", 1)
	for _, c := range []struct{ moves, claim, want string }{
		{"", "legal: {seat: red, options: [1, 2, 3]}", ""},
		{"", "legal: {seat: red, options: [3, 2, 1]}", ""},
		{"", "legal: {seat: red, options: 1 to 3}", ""},
		{"", "legal: {seat: red, options: []}", "red bid offers 1, 2, 3; not expected: 1, 2, 3"},
		{"", "legal: {seat: red, options: [1, 2]}", "red bid offers 1, 2, 3; not expected: 3"},
		{"", "legal: {seat: red, options: [0, 1, 2, 3]}", "red bid offers 1, 2, 3; not 0 (9.1-a: it must be 1 to 3)"},
		{"", "legal: {seat: red, options: 0 to 3}", "red bid offers 1, 2, 3; not 0 to 3"},
		{"", "offered: {bid: [1, 3]}", ""},
		{"", "offered: {bid: [4]}", "bid does not offer 4 (9.1-a: it must be 1 to 3); it offers 1, 2, 3"},
		{"", "notOffered: {bid: [0, {4: 9.1-a}, -1]}", ""},
		{"", "notOffered: {bid: [2]}", "bid offers 2"},
		{"", "notOffered: {bid: [{4: 9.2-a}]}", "4 is not offered because of 9.1-a, not because of 9.2-a"},
		{"", "notOffered: {bid: [many]}", "bid could never offer many; it is answered by a number"},
		{"- {red: 3}\n", "state: {sum: 0}", "the line does not answer much; red is asked much, offered: 0 to 90; answer it, or claim behind the line that it waits: asked: {seat: red, decision: much}"},
		{"- {red: 3}\n", "state: {sum: 0}, asked: {seat: red, decision: much}", ""},
		{"- {red: 3}\n", "legal: {seat: red, decision: much, options: 0 to 90}", ""},
		{"- {red: 3}\n", "legal: {seat: red, decision: much, options: [0]}", "red much offers 0 to 90; not 0"},
		{"- {red: 3}\n", "offered: {much: [0, 45, 90]}, notOffered: {much: [91]}", ""},
	} {
		moves := ""
		if c.moves != "" {
			moves = "moves:\n" + c.moves
		}
		s, err := scenario.Parse("9.1/x.yaml", []byte(head+"seed: 1\n"+moves+"expect: {"+c.claim+"}\n"))
		if err != nil {
			t.Fatal(c.claim, err)
		}
		told(t, scenario.Play(gameOf(t, page), s).Problem(), c.want)
	}
}
