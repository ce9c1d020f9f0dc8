package engine_test

// These tests play games with values that are given for each index, such as a table of results.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
)

const results = "# Toy\n\n~~~yaml\n" + `game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
enums: {odds: [one-two, one-one, two-one], result: [back, even, gone]}
values:
- {id: crt, at: fight.results, type: result, per: [odds, 2..5]}
- {id: push, at: fight.push, type: int, per: -1..1}
- {id: cost, at: fight.costs, type: int, per: [odds, result], default: 1}
fight:
  results:
    one-two: [back, back, back, even]
    one-one: {5: gone, 2: back, 3: even, 4: even}
    two-one: [even, even, gone, gone]
  push: [7, 0, 9]
  costs: {one-one: {even: 4}}
variables: [{id: n, type: int}, {id: o, type: odds}, {id: r, type: result}, {id: got, type: int}]
procedures:
- id: play
  do:
  - amount: $n
    by: red
    min: -5
    max: 9
  - set: {n: $n}
` + "  - set: {%s}\n  - {menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}\n~~~\n"

// got plays results with one assignment after n is chosen, and returns the value of got.
func got(t *testing.T, assignment string, n int64) (string, error) {
	t.Helper()
	s, err := loaded(t, toy(t, fmt.Sprintf(results, assignment))).New(engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(engine.Answer{N: n}); err != nil {
		return "", err
	}
	return fmt.Sprint(s.Cell(s.Game().Def().Vars[3].Base)), nil
}

func TestValuesAreReadByTheirIndices(t *testing.T) {
	for _, c := range []struct {
		formula string
		n       int64
		want    string
	}{
		{"level(crt[o][n])", 2, "0"}, {"level(crt[o][n])", 5, "1"}, {"level(crt[one-one][n])", 4, "1"}, {"level(crt[one-one][n])", 5, "2"},
		{"level(crt[two-one][n + 1])", 3, "2"}, {"level(crt[two-one][5])", 0, "2"}, {"level(crt[o][max(2, min(n, 5))])", 9, "1"},
		{"push[n]", -1, "7"}, {"push[n]", 1, "9"}, {"push[0] + push[n]", 0, "0"},
		{"cost[o][r]", 0, "1"}, {"cost[one-one][even]", 0, "4"}, {"cost[one-one][crt[one-one][n]]", 3, "4"},
		{"sum(cost[$x][even] for $x in members(odds))", 0, "6"}, {"count($x in members(odds) where crt[$x][n] == gone)", 4, "1"},
		{"cost[first($x in members(odds) where n > 99)][even]", 0, "0"},
	} {
		if text, err := got(t, `got: "=`+c.formula+`"`, c.n); err != nil || text != c.want {
			t.Errorf("%s for %d: %s, %v, want %s", c.formula, c.n, text, err, c.want)
		}
	}
}

func TestNumberOutsideARangeOfValuesIsAFault(t *testing.T) {
	for n, want := range map[int64]string{1: "there are values for 2 to 5, not for 1; bound the index", 6: "not for 6"} {
		_, err := got(t, `r: "=crt[o][n]"`, n)
		var fault *engine.Fault
		if !errors.As(err, &fault) || !strings.Contains(fault.Why, want) {
			t.Errorf("%d: %v, want %s", n, err, want)
		}
	}
}
