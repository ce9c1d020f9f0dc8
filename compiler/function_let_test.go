package compiler_test

// This test evaluates functions with local bindings.

import (
	"strings"
	"testing"

	"rulebound/engine"
)

func TestLetBindingsOfFunctions(t *testing.T) {
	base := baseText(t)
	gd, _, list := compileText(strings.Replace(base, "main: play", "main: wait", 1) + "\n```yaml\n" + `functions:
- {id: weight, params: {seat: seat}, let: {$held: "=holding(spaces, $seat)", $n: size($held), $most: "max($n, 2)"}, value: "=$n * 100 + $most * 10 + sum($s.yield for $s in $held)"}
- {id: both, params: {}, let: {$a: =weight(ant), $b: =weight(bee)}, value: "=if($a > $b, $a, $b) + $a - $b"}
variables: [{id: told, type: int}, {id: sum, type: int}]
procedures: [{id: wait, do: [{set: {told: =weight(ant), sum: =both()}}, {over: {}}]}]
` + "```\n")
	if gd == nil {
		t.Fatal(list)
	}
	game, err := engine.Load(gd, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.New(engine.Setup{ID: "spring"}) // the ant is on oak, the bee on elm
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int64{"told": 121, "sum": 121 + 1*0 + 1 - 1 + 0} {
		if v, _, err := s.Value(name); err != nil || v != want {
			t.Errorf("%s is %d, want %d (%v)", name, v, want, err)
		}
	}
}
