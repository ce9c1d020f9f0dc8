// These tests check the messages and places of errors in set-ups.

package scenario_test

import (
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

const setupPage = "# Toy\n\n- **9.1-a** R.\n\n```yaml\n" + `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: hill}, {id: dale}]
boxes: [{id: store}]
pieces: [{id: pawn, seat: red, count: 3, home: store, statuses: [hidden, shown], marks: [moved]}]
piles: [{id: deck}, {id: hand}]
cards: [{id: ace}, {id: king}, {id: queen}]
tracks: [{id: gold, min: 0, max: 5, initial: 2}]
variables: [{id: ready, per: seat, type: bool, initial: false}, {id: place, type: space, initial: none}]
pools: {smoke: 2}
markers:
- {id: mood, on: "[hill]", scale: [low, high], initial: low}
- {id: fire, on: spaces, count: 2, pool: smoke}
durations: [turn]
points: [{id: steps, kind: limit, of: int}]
lasting: [{id: fog, duration: turn, hooks: [{to: steps, value: 1, rule: 9.1-a}]}]
setups: [{id: start}]
procedures: [{id: play, do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}, {end: fog}]}]
` + "```\n"

func TestSetupErrorsAreReportedAtTheirEntry(t *testing.T) {
	g := gameOf(t, setupPage)
	for _, c := range []struct{ name, setup, want string }{
		{"set-up", "scenario: stat", "6:13: there is no set-up stat; did you mean start?"},
		{"deck", "deck: [ace, kong]", "6:15: there is no card kong; did you mean king?"},
		{"pile", "piles: {hond: [ace]}", "6:11: there is no pile hond; did you mean hand?"},
		{"card", "piles: {hand: [ace, kong]}", "6:23: there is no card kong"},
		{"card twice", "piles: {deck: [ace, king], hand: [queen, king]}", "6:44: the set-up fails: set-up: pile hand: card king is listed twice"},
		{"variable", "values: {gould: 1}", "6:12: there is no variable gould; did you mean gold?"},
		{"value that is none", "values: {red.ready: no, place: hull}", "6:34: the set-up fails: set-up: place: "},
		{"value of another kind", "values: {red.ready: high}", "6:23: the set-up fails: set-up: red.ready: "},
		{"value out of bounds", "values: {red.ready: no, gold: 6}", "6:33: the set-up fails: set-up: gold: "},
		{"marker where it cannot stand", "values: {dale.mood: high}", "6:23: the set-up fails: set-up: dale.mood: this marker cannot be placed there"},
		{"markers that the pool has not", "values: {dale.fire: 1, hill.fire: 2}", "6:37: the set-up fails: set-up: hill.fire: "},
		{"zone", "pieces: {hull: {pawn: 1}}", "6:12: there is no zone hull; did you mean hill?"},
		{"class", "pieces: {hill: {prawn: 1}}", "6:19: there is no piece class prawn; did you mean pawn?"},
		{"class without its status", "pieces: {hill: {pawn: 1}}", "6:19: there is no piece class pawn; write pawn.hidden or pawn.shown"},
		{"pieces that are not there", "pieces: {dale: {pawn.shown: 2}, hill: {pawn.hidden: 2}}", "6:55: the set-up fails: set-up: there are not 2 of "},
		{"pieces at home", "pieces: {store: {pawn.hidden: 2}}", "6:33: the set-up fails: set-up: zone store is the home of pawn"},
		{"lasting effect", "lasting: [fog, frog]", "6:18: there is no lasting effect frog"},
		{"clause of a lasting effect", "lasting: [9.1-a]", "6:13: there is no lasting effect 9.1-a; those of this clause: fog"},
		{"option", "options: {long: yes}", "there is no option long"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, list := scenario.Parse("9.1/x.yaml", []byte("version: 1\ntitle: T\ngame: toy\nrules: [9.1-a]\nsetup:\n  "+c.setup+"\nmoves: [{red: rest}]\nexpect: {asked: {over: true}}\n"))
			if s == nil {
				t.Fatal(list)
			}
			if list = scenario.CheckNames(s, g.Def()); len(list) > 0 {
				if !strings.Contains(list.Error(), c.want) {
					t.Errorf("%v\nwant %s", list, c.want)
				}
				return
			}
			if err := scenario.Play(g, s).Problem(); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v\nwant %s", err, c.want)
			}
		})
	}
}
