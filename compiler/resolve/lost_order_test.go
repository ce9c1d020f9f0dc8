package resolve_test

import (
	"strings"
	"testing"
)

// An order keeps its seats in order behind a name and a function, too, and what is not made of one has none to lose. What
// loses an order is refused: testdata/broken/lost-order*.md.
func TestALoopOverAnOrderOrOverASetOfItsOwnLosesNothing(t *testing.T) {
	const rules = `
values: [{id: ring, at: ring, type: order}]
ring: [ant, bee]
variables: [{id: lead, type: seat, initial: ant}]
functions:
- {id: turned, value: =ring}
- {id: others, params: {than: seat}, value: "=seats \\ $than"}
- {id: how-many, params: {of: set of seat}, value: =size($of)}
- {id: keep, params: {these: set of seat}, value: =$these}
procedures:
- id: around
  do:
  - let: {$ring: =turned(), $all: "=others(ant)", $few: "=set($s in ring where $s != ant)"}
  - for: {$s: LOOP}
    where: $s in $few and how-many($few) > 0
    do: [{note: {asked: $s}}]
`
	for loop, want := range map[string]string{
		"=ring": "", "=turned()": "", "=$ring": "", "=seats": "", "=$all": "", "=others(lead)": "", "=keep($all)": "", "=set($t in seats where $t in ring)": "",
		"=keep($few)": "lost-order", "=keep(keep($all) | $few)": "lost-order", "=if(lead == ant, $few, $all)": "lost-order",
	} {
		_, _, list := resolveFiles(t, orchard(t, strings.Replace(rules, "LOOP", "'"+loop+"'", 1)))
		if got := reported(list); want == "" && got != "" || !strings.Contains(got, want) || strings.Contains(got, "\n") {
			t.Errorf("%s: %s", loop, got)
		}
	}
}
