package resolve_test

import (
	"strings"
	"testing"
)

// Formulas of sets with at most one member, and others. testdata/broken/several-members*.md has the ways in which the member
// declared first could decide.
func TestSingleMemberFormulasRequireASetWithAtMostOneMember(t *testing.T) {
	const rules = `
values: [{id: ring, at: ring, type: order}, {id: lone, at: lone, type: order}]
ring: [bee, ant]
lone: [bee]
enums: {sole: [it]}
sets: {lonely: [bee], everybody: =seats}
properties: {seat: {friend: {type: seats, default: [bee]}, friends: {type: seats, default: [ant, bee]}}}
functions:
- {id: ready-seats, value: "=set($s in seats where $s.ready)"}
- {id: one-seat, value: "=lowest(seats, 1)"}
- {id: later-seats, value: "=if(honey > 2, one-seat(), ready-seats())"}
- {id: own-seat, params: {of: seat}, let: {$own: "=[$of]"}, value: "=$own"}
- {id: own-seats, params: {of: seats}, let: {$own: "=$of"}, value: "=$own"}
procedures:
- id: test
  params: {those: seats, seat: seat, alone: {type: set of sole}}
  do:
  - let: {$one: "=lowest($those, 1)", $some: "=$those | ant", $later: "=lowest($those, 1)"}
  - set: {$later: =$those}
  - let: {$x: "=FORMULA"}
  - note: {taken: $x}
`
	for formula, fine := range map[string]bool{
		"the([bee])": true, "the(lonely)": true, "the(lowest(seats, 1))": true, "the(highest($those, 1))": true, "the($those & lonely)": true,
		"the(lonely \\\\ $those)": true, "the(set($s in seats where $s == $seat))": true, "the(set($s in $those where $s.ready and $seat == $s))": true,
		"the(set($s in $those where $s in lonely))": true, "the(if($seat == ant, lonely, []))": true, "the($one)": true, "the(one-seat())": true,
		"first($s in ring where $s.ready)": true, "first($s in [bee, ant] where $s.ready)": true, "first($n in ints(1, 3) where $n > honey)": true,
		"first($g in gifts where $g.amount > 0)": true, "first($c in shown where $c != rain)": true, "first($m in members(season) where $m != now)": true,
		"first($s in seats where $s == $seat)": true, "first($s in $one where $s.ready)": true, "only($those)": true,
		"the(set($s in $those where $s in lone))": true, "the(set($s in $those where $s in ring))": false, "the(members(sole))": true, "the($alone)": true,
		"the(if($seat == ant, $those, lonely))": false,
		"the($seat.friend)":                     true, "the($seat.friends)": false,
		"the(seats)": false, "the(everybody)": false, "the($those)": false, "the($some)": false, "the($later)": false, "the(lowest(seats, 2))": false,
		"the(set($s in seats where $s != $seat))": false, "the(set($s in seats where $s == $s))": false, "the(set($s in seats where $s == $seat or $s.ready))": false,
		"the([$seat])": true, "the(set($s in $those where $s in [$seat]))": true, "the(set($s in $those where $s in [$s]))": false,
		"the(set($s in $those where $s in $those))": false, "the(set($s in seats where $seat == $s and $s.ready))": true, "the(set($s in seats where false and $s.ready))": true,
		"the(ready-seats() & [$seat])": true, "the(later-seats())": false, "the(own-seat($seat))": true, "the(own-seats($those))": false,
		"the(lonely | $those)": false, "the(ready-seats())": false, "the(if($seat == ant, lonely, $those))": false, "the(members(season))": false,
		"first($s in seats where $s.ready)": false, "first($z in spaces where $z.blight == 0)": false, "first($c in cards where $c != rain)": false,
	} {
		_, _, list := resolveFiles(t, orchard(t, strings.Replace(rules, "FORMULA", formula, 1)))
		if got := reported(list); fine && got != "" || !fine && (!strings.Contains(got, "several-members") || strings.Contains(got, "\n")) {
			t.Errorf("%s: %s", formula, got)
		}
	}
}
