package engine_test

import (
	"strings"
	"testing"

	"rulebound/engine"
)

const filling = `
game: {id: toy, title: Toy, main: play}
seats: [{id: red}, {id: blue}, {id: gold}]
spaces: [{id: hill, adjacent: []}, {id: dale, adjacent: []}, {id: moor, adjacent: []}]
variables: [{id: tired, type: bool, per: seat}, {id: worth, type: int, per: space, initial: 7}, {id: tax, type: int, per: space}, {id: sum, type: int}]
functions: [{id: sum-of, params: {}, value: =sum($s.worth * 3 + $s.tax for $s in spaces) + count($s in seats where $s.tired)}]
procedures:
- id: play
  do:
%s
  - set: {sum: =sum-of()}
  - menu: act
    by: red
    options: {rest: {do: []}, sleep: {do: []}}
`

// A loop that gives variables a constant leaves the same behind whether it is watched, which takes it member by member, or not.
func TestALoopOfConstantsLeavesTheSameBehindWatchedOrNot(t *testing.T) {
	for _, c := range []struct {
		name, loop string
		sum        int64
	}{
		{"one variable", "  - for: {$s: seats}\n    do: [{set: {$s.tired: true}}]", 66},
		{"two variables", "  - for: {$s: spaces}\n    do: [{set: {$s.worth: 1, $s.tax: 10}}]", 39},
		{"some members", "  - for: {$s: spaces}\n    where: $s != dale\n    do: [{set: {$s.worth: 1}}]", 27},
		{"no member", "  - for: {$s: spaces}\n    where: $s.worth > 9\n    order: fixed\n    do: [{set: {$s.worth: 1}}]", 63},
		{"what hangs on the member", "  - for: {$s: spaces}\n    do: [{set: {$s.worth: =$s.worth + 1}}]", 72},
		{"a variable of another", "  - for: {$s: spaces}\n    do: [{set: {hill.worth: 1}}]", 45},
	} {
		g := loaded(t, toy(t, "# Toy\n\n```yaml\n"+strings.Replace(filling, "%s", c.loop, 1)+"```\n"))
		plain, err := g.New(engine.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		watched, err := g.New(engine.Setup{Observer: silent{}})
		if err != nil {
			t.Fatal(err)
		}
		if v, _, err := plain.Value("sum"); err != nil || v != c.sum {
			t.Errorf("%s: the sum is %d, not %d, %v", c.name, v, c.sum, err)
		}
		if plain.Hash() != watched.Hash() {
			t.Errorf("%s: the watched play leaves another state behind", c.name)
		}
	}
}
