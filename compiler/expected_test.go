package compiler_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
)

// An expectation may depend on whether a procedure can satisfy its obligation, which takes a search of its code. A value that
// cannot be computed cannot be expected.
func TestSetupExpectationsMayNeedASearch(t *testing.T) {
	const page = "```yaml\n" + `game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
spaces: [{id: x, adjacent: [y]}, {id: y, adjacent: [x]}]
variables: [{id: n, type: int}]
derived:
- {id: reachable, type: bool, value: =possible(reach)}
- {id: far, type: bool, value: =possible(reach-far)}
- {id: share, type: int, value: =6 div n}
setups: [{id: start, expect: {reachable: true, EXPECTED}}]
procedures:
- id: reach
  do: [{ensure: n > 0, do: [{amount: $k, by: red, max: 2}, {set: {n: $k}}]}]
- id: reach-far
  do: [{ensure: n > 2, do: [{amount: $k, by: red, max: 2}, {set: {n: $k}}]}]
- id: play
  do:
  - menu: act
    by: red
    options: {reach: {do: [reach]}, rest: {do: []}}
` + "```\n"
	for expected, want := range map[string]string{
		"far: false": "",
		"far: true":  "far is false in set-up start, not true",
		"share: 2":   "share cannot be computed in set-up start: ",
	} {
		_, _, list := compiler.Compile(fstest.MapFS{"game/10.md": {Data: []byte("# 1 Toy\n\n" + strings.Replace(page, "EXPECTED", expected, 1))}}, "game")
		if got := list.Error(); want == "" && list.HasErrors() || !strings.Contains(got, want) {
			t.Errorf("%s: %v, want %q", expected, list, want)
		}
	}
}
