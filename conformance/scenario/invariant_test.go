// These tests check plays against the invariants of their rulebook.

package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

func TestScenarioFailsOnAViolatedInvariant(t *testing.T) {
	const kept = "invariants: [{id: poor, rule: 9.1-b, require: %s, message: somebody is rich}]\nprocedures:\n"
	dig := "moves:\n- red: dig\n  depth: 3\n  seen: []\n  chance: {luck: 6}\n"
	for _, c := range []struct{ name, require, text, want string }{
		{"kept", "gold <= 5", dig + "expect: {state: {gold: 5}}\n", ""},
		{"broken by an answer", "gold < 5", dig + "expect: {state: {gold: 5}}\n", "9.1/x.yaml:9:18: after chance luck: 6 the invariant poor does not hold: somebody is rich (rule 9.1-b)"},
		{"broken in the set-up", "gold < 2", dig + "expect: {state: {gold: 5}}\n", "9.1/x.yaml:1:1: in the set-up the invariant poor does not hold: somebody is rich (rule 9.1-b)"},
		{"not to be computed", "1 div (gold - 5) < 2", dig + "expect: {state: {gold: 5}}\n", "after chance luck: 6: the invariant poor: "},
		{"on copies that are only tried", "gold < 5", "chance: {luck: 6}\nexpect: {legal: {seat: red, decision: seen, after: {red: dig, depth: 3}, options: [hill, dale, moor]}}\n", "chance luck 6 never happened"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := gameOf(t, strings.Replace(rulebook, "procedures:\n", strings.Replace(kept, "%s", c.require, 1), 1))
			s, list := scenario.Parse("9.1/x.yaml", []byte(head+c.text))
			if s == nil {
				t.Fatal(list)
			}
			told(t, scenario.Play(g, s).Problem(), c.want)
		})
	}
}
