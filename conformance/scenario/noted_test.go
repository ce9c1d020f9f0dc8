package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

func TestNotedClaims(t *testing.T) {
	g := gameOf(t, travels)
	for _, c := range []struct{ name, moves, want string }{
		{"just this", "moves:\n- red: travel hill\n  expect: {noted: {went: [to hill], sung: []}}\n", ""},
		{"in one word", "moves:\n- red: travel dale\n  activity: {name: ballad, verses: 3}\n  expect: {noted: {went: to dale, sung: verses 3}}\n", ""},
		{"another value", "moves:\n- red: travel dale\n  expect: {noted: {went: [to hill]}}\n", "the move notes went [to dale], expected [to hill]"},
		{"nothing", "moves:\n- red: rest\n  expect: {noted: {went: [to hill]}}\n", "the move notes went [], expected [to hill]"},
		{"something where nothing should be", "moves:\n- red: travel dale\n  expect: {noted: {went: []}}\n", "the move notes went [to dale], expected []"},
		{"only of the last move", "moves:\n- red: travel dale\n  extra: no\n- red: rest\n  expect: {noted: {went: [to dale]}}\n", "the move notes went []"},
		{"unknown", "moves:\n- red: rest\n  expect: {noted: {want: []}}\n", "there is no note want; did you mean went?"},
		{"before the first move", "expect: {noted: {went: []}}\n", "there was none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, list := scenario.Parse("9.1/x.yaml", []byte(head+c.moves))
			if s == nil {
				t.Fatal(list)
			}
			switch r := scenario.Play(g, s); {
			case c.want == "" && !r.OK():
				t.Error(r.Problem())
			case c.want != "" && (len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Error(), c.want)):
				t.Errorf("error %v, failures %v\nwant %s", r.Err, r.Failures, c.want)
			}
		})
	}
}
