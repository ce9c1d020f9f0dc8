package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/conformance/scenario"
)

const visits = "# Visits\n\n- **9.1-a** Zones are visited.\n\n```yaml\n" + `
game: {id: visits, title: Visits, main: play}
seats: [{id: red}, {id: blue}]
spaces: [{each: {n: 1..MANY}, id: "z{n}"}]
variables: [{id: seen, type: zones}, {id: own, type: zones, per: seat}, {id: turns, type: order}]
derived: [{id: left, type: zones, watch: true, value: "=spaces \\ seen"}]
procedures:
- id: play
  rule: 9.1-a
  do:
  - repeat: 3
    do:
    - {one: $z, by: red, from: left}
    - set: {seen: =seen | $z, red.own: =seen}
    - note: {visited: {seen: =seen}}
  - over: {}
` + "```\n"

// Set-ups, claims and claims about the past write a set as the list of its members, with few zones or many.
func TestSetsAreWrittenAsListsOfMembers(t *testing.T) {
	for _, many := range []int{63, 64, 65, 128} {
		page := strings.Replace(visits, "MANY", fmt.Sprint(many), 1)
		last := fmt.Sprintf("z%d", many)
		for _, c := range []struct{ claim, want string }{
			{"state: {seen: [z3, z4, " + last + "], red.own: [z3, z4, " + last + "], blue.own: [z1], turns: [blue, red]}", ""},
			{"watched: {seen: [[z3, z4], [z3, z4, " + last + "]], blue.own: []}", ""},
			{"watched: {seen: [\"{z3, z4}\", \"{z3, z4, " + last + "}\"], red.own: [[], [z3, z4, " + last + "]]}", ""},
			{"watched: {seen: [[z3, z4], [z3]]}", "seen went through [{z3, z4}, {z3, z4, " + last + "}], expected [{z3, z4}, {z3}]"},
			{"watched: {seen: []}", "seen went through [{z3, z4}"},
			{"state: {seen: [z3, z4]}", "seen is [z3, z4, " + last + "], expected [z3, z4]"},
			{"noted: {visited: [\"seen [z3, z4, " + last + "]\"]}", ""},
			{"state: {blue.own: []}", "blue.own is z1, expected []"},
		} {
			s, list := scenario.Parse("9.1/x.yaml", []byte(head+"setup: {values: {seen: [z3, z4], blue.own: z1, turns: [blue, red]}}\nmoves: [{red: "+last+"}]\nexpect: {"+c.claim+"}\n"))
			if s == nil {
				t.Fatal(list)
			}
			told(t, scenario.Play(gameOf(t, page), s).Problem(), c.want)
		}
	}
}
