package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

// settling is a move that chooses two places, how to settle in each, and a number in one; the seat declines the rest.
const settling = "red: settle\n  places: {hill: {how: many, n: {pawn: 2}}, dale: {how: none}}\n"

func TestNotAskedClaimFailsIfTheDecisionIsAsked(t *testing.T) {
	const dig = "red: dig\n  depth: 3\n  seen: []\n  chance: {luck: 1}\n"
	for _, c := range []struct{ name, text, want string }{
		{"asked", "moves:\n- " + settling + "  expect: {notAsked: [n]}\n", "n is asked once in this move; expected that it is not asked"},
		{"asked so often", "moves:\n- " + settling + "  expect: {notAsked: [how 2]}\n", "how is asked 2 times in this move; expected that it is not asked more than once"},
		{"asked more often", "moves:\n- " + settling + "  expect: {notAsked: places}\n", "places is asked 2 times"},
		{"declined", "moves:\n- " + settling + "  expect: {notAsked: [show]}\n", "show is asked once"},
		{"resolved by itself", "moves:\n- " + dig + "  expect: {notAsked: [mate]}\n", "mate is asked once"},
		{"rolled", "moves:\n- " + dig + "  expect: {notAsked: [luck]}\n", "luck is asked once"},
		{"left to the next move", "moves:\n- red: settle\n  places: []\n  expect: {notAsked: [show]}\n- red:\n  show: yes\nexpect: {asked: blue}\n", "show is asked once"},
		{"asked of the next seat", "moves:\n- red: rest\n  expect: {notAsked: [act 2]}\n", "act is asked 2 times"},
		{"claimed behind the move", "moves:\n- " + settling + "- expect: {notAsked: [n]}\n", "n is asked once"},
		{"unknown", "moves:\n- red: rest\n  expect: {notAsked: [plaices]}\n", "there is no decision plaices; did you mean places?"},
		{"unknown for a second time", "moves:\n- red: rest\n  expect: {notAsked: [howl 2]}\n", "there is no decision howl; did you mean how?"},
		{"before the first move", "expect: {notAsked: [how]}\n", "there was none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := play(t, c.text)
			if r.Err != nil || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Error(), c.want) {
				t.Errorf("error %v, failures %v\nwant %s", r.Err, r.Failures, c.want)
			}
		})
	}
}

func TestNotAskedClaimProvesItsClause(t *testing.T) {
	for _, claim := range []string{"[depth, luck]", "[depth 1]", "[how 3, places 3]", "n 2", "[show 2]"} {
		r, _ := play(t, "moves:\n- "+settling+"  expect: {rules: [9.1-b], notAsked: "+claim+"}\n")
		if !r.OK() || len(r.Proved) != 1 {
			t.Errorf("%s: %v, proved %v", claim, r.Problem(), r.Proved)
		}
	}
	r, _ := play(t, "moves:\n- "+settling+"- blue: rest\nexpect: {notAsked: [places, n]}\n")
	if !r.OK() {
		t.Errorf("the move before the last counts: %v", r.Problem())
	}
}

// No place is rich enough, so the decision about them is forced to be empty.
func TestNotAskedClaimHoldsForEmptyDecisions(t *testing.T) {
	page := strings.ReplaceAll(rulebook, "when: $place.worth > 0", "when: $place.worth > 9")
	g := gameOf(t, page)
	s, list := scenario.Parse("9.1/x.yaml", []byte(head+"moves:\n- red: settle\n  expect: {notAsked: [places]}\n"))
	if s == nil {
		t.Fatal(list)
	}
	if r := scenario.Play(g, s); !r.OK() {
		t.Error(r.Problem())
	}
}

func TestDecidedClaims(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"somebody else's", "moves:\n- " + settling + "  expect: {decided: {places: blue}}\n", "places is decided by red, expected blue"},
		{"not asked", "moves:\n- red: rest\n  expect: {decided: {places: red}}\n", "places was not asked in this move"},
		{"unknown", "moves:\n- red: rest\n  expect: {decided: {plaices: red}}\n", "there is no decision plaices; did you mean places?"},
		{"before the first move", "expect: {decided: {places: red}}\n", "there was none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := play(t, c.text)
			if r.Err != nil || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Error(), c.want) {
				t.Errorf("error %v, failures %v\nwant %s", r.Err, r.Failures, c.want)
			}
		})
	}
	r, _ := play(t, "moves:\n- "+settling+"  expect: {rules: [9.1-b], decided: {places: red, how: red}}\n")
	if !r.OK() || len(r.Proved) != 1 {
		t.Errorf("%v, proved %v", r.Problem(), r.Proved)
	}
	if r, _ := play(t, "moves:\n- red: settle\nexpect: {asked: {seat: red, decision: places}, decided: {places: red}}\n"); !r.OK() {
		t.Errorf("what waits: %v", r.Problem())
	}
}
