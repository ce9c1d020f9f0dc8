// These tests reject expectations that every play satisfies.

package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

func TestEmptyClaimsAreErrorsOfTheScript(t *testing.T) {
	const good = "version: 1\ntitle: T\ngame: g\nrules: [1.1-a]\n"
	for _, c := range []struct{ name, claim, want string }{
		{"nobody asked", "asked: {}", "5:17: error: asked claims nothing"},
		{"asked to be over or not", "asked: {over: false}", "5:17: error: asked claims nothing"},
		{"not over beside who is asked", "asked: {seat: us, over: false}", "5:34: error: over: false claims nothing"},
		{"over beside who is asked", "asked: {seat: us, over: true}", "5:17: error: no decision is pending when the game is over"},
		{"an empty name", "asked: ''", "5:18: error: asked claims nothing"},
		{"null", "asked: null", "5:17: error: asked claims nothing"},
		{"no member offered", "offered: {x: []}", "5:23: error: offered x claims nothing"},
		{"no member at all offered", "offered: {x: }", "offered x claims nothing"},
		{"no member not offered", "notOffered: {x: []}", "5:26: error: notOffered x claims nothing"},
		{"no clause's member not offered", "notOffered: {x: [{}]}", "notOffered x claims nothing"},
		{"no decision offers", "offered: {}", "5:19: error: offered claims nothing"},
		{"no decision does not offer", "notOffered: {}", "notOffered claims nothing"},
		{"no value", "state: {}", "state claims nothing"},
		{"no watched value", "watched: {}", "watched claims nothing"},
		{"no result", "result: {}", "result claims nothing"},
		{"no legal move", "legal: []", "legal claims nothing"},
		{"no refused move", "refused: []", "refused claims nothing"},
		{"no decision that is not asked", "notAsked: []", "notAsked claims nothing"},
		{"no clause", "rules: []", "rules claims nothing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, beside := range []string{"", ", state: {gold: 2}"} {
				if beside != "" && strings.HasPrefix(c.claim, "state:") {
					continue
				}
				s, list := scenario.Parse("dir/x.yaml", []byte(good+"expect: {"+c.claim+beside+"}\n"))
				if s != nil || !strings.Contains(list.Error(), c.want) {
					t.Fatalf("got %v\nwant %s", list, c.want)
				}
				if len(list) != 1 || list[0].Detail == "" {
					t.Errorf("one error and a way out, not %v", list)
				}
			}
		})
	}
}

func TestClaimsAboutImpossibleNamesFail(t *testing.T) {
	const dig = "red: dig\n  depth: 3\n  seen: []\n  chance: {luck: 1}\n"
	for _, c := range []struct{ name, text, want string }{
		{"no such member", "expect: {notOffered: {places: [hull]}}", "places could never offer hull; did you mean hill?"},
		{"no such member, with a clause", "expect: {notOffered: {places: [{hull: 9.1-a}]}}", "places could never offer hull"},
		{"no such second asking", "expect: {notOffered: {places 2: [hull]}}", "places could never offer hull"},
		{"a member of another kind", "expect: {notOffered: {places: [red]}}", "places could never offer red"},
		{"pieces without their zone", "expect: {notOffered: {n: [rook]}}", "n could never offer rook; it offers zone.class"},
		{"pieces that do not exist", "expect: {notOffered: {n: [store.rock]}}", "n could never offer store.rock; did you mean store.rook?"},
		{"what is not offered at the next move", "expect: {notOffered: {act: [setle]}}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := play(t, "moves:\n- "+settling+"  "+c.text+"\n")
			if c.want == "" {
				c.want = "act could never offer setle; did you mean settle?"
			}
			if r.Err != nil || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Error(), c.want) {
				t.Errorf("error %v, failures %v\nwant %s", r.Err, r.Failures, c.want)
			}
		})
	}
	for _, c := range []struct{ name, text, want string }{
		{"a number", "moves:\n- " + dig + "  expect: {notOffered: {depth: [nine]}}\n", "depth could never offer nine; it is answered by a number"},
		{"resolved by itself", "moves:\n- " + dig + "  expect: {notOffered: {mate: [blve]}}\n", "mate could never offer blve; did you mean blue?"},
		{"pending", "expect: {notOffered: {act: [setle]}}\n", "act could never offer setle; did you mean settle?"},
		{"a menu that never stops", "expect: {notOffered: {act: [stop]}}\n", "act could never offer stop"},
		{"not watched", "expect: {watched: {hill.pawn: []}}\nmoves: [{red: rest}]\n", "hill.pawn is not watched; watched are tracks, variables and markers, hill.owner, dale.owner, moor.owner; claim other values under state"},
		{"a track that changed though it must not", "moves:\n- red: dig\n  depth: 3\n  seen: []\n  chance: {luck: 6}\n  expect: {watched: {gold: []}}\n", "gold went through [2, 5], expected []"},
		{"a track that stayed though it must not", "moves: [{red: rest}]\nexpect: {watched: {gold: [2, 5]}}\n", "gold went through [], expected [2, 5]"},
		{"no watched value of that name", "moves: [{red: rest}]\nexpect: {watched: {hull.owner: []}}\n", "hull.owner is not watched; did you mean hill.owner?"},
		{"changed though it must not", "moves:\n- " + settling + "  expect: {watched: {hill.owner: []}}\n", "hill.owner went through [none, red], expected []"},
		{"unchanged though it must", "moves: [{red: rest}]\nexpect: {watched: {hill.owner: [none, red]}}\n", "hill.owner went through [], expected [none, red]"},
		{"before the first move", "expect: {watched: {hill.owner: []}}\n", "watched speaks of the last move, and there was none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, _ := play(t, c.text)
			if r.Err != nil || len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Error(), c.want) {
				t.Errorf("error %v, failures %v\nwant %s", r.Err, r.Failures, c.want)
			}
		})
	}
}

func TestOfferedClaimsOfPossibleNamesHold(t *testing.T) {
	const settled = "expect: {offered: {places: [hill, stop]}, notOffered: {\"places 2\": [hill, {moor: 9.1-a}], n: [store.pawn.shown, hill.rook], how: [none]}}"
	r, _ := play(t, "moves:\n- "+settling+"  "+strings.Replace(settled, ", how: [none]", "", 1)+"\n")
	if !r.OK() {
		t.Error(r.Problem())
	}
	r, _ = play(t, "moves:\n- "+settling+"  "+settled+"\n")
	if r.OK() {
		t.Error("how offers none")
	}
	r, _ = play(t, "moves: [{red: rest}]\nexpect: {watched: {hill.owner: []}}\n")
	if !r.OK() {
		t.Errorf("a watched value may stay as it is: %v", r.Problem())
	}
}
