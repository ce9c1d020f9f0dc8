package engine_test

import (
	"fmt"
	"testing"

	"rulebound/engine"
)

// A property or a variable of none has the zero value of its type: 0, false, the empty set, or none.
func TestOperatorsOnNoneGiveZeroValues(t *testing.T) {
	for _, c := range []struct {
		formula string
		want    int64
	}{
		{"$none.worth + 10", 10},
		{"if($none.holy, 1, 0)", 0},
		{"size($none.roads)", 0},
		{"size($none.sights)", 0},
		{"if($none.seen == [], 1, 0)", 1},
		{"if($none.lord == none, 1, 0)", 1},
		{"if($none.mood == low or $none.mood == high, 1, 0)", 0},
		{"if($none.mood == none, 1, 0) + if(none != $none.mood, 2, 0)", 1},
		{"if(first($m in members(mood) where $m > high) == none, 1, 0)", 1},
		{"$none.heap + 10", 10},
		{"if($none.burnt, 1, 0)", 0},
		{"if($none.next == none, 1, 0)", 1},
		{"if($nobody.keep == none, 1, 0)", 1},
		{"size($none.trail)", 0},
		{"size($none.shown)", 0},
		{"if($none.beyond == none, 1, 0)", 1},
		{"$none.height + 10", 10},
		{"count($s in spaces where $s != $none and $s.worth > $none.worth)", 2},
	} {
		gd := toy(t, "# Toy\n\n```yaml\n"+fmt.Sprintf(`game: {id: toy, title: Toy, main: play}
seats: [{id: red, keep: hill}, {id: blue, keep: dale}]
enums: {mood: [low, high]}
properties: {zone: {worth: {type: int, default: 7}, holy: {type: bool, default: true}, roads: {type: spaces, default: [hill]}, sights: {type: cards, default: [card-70]}, lord: {type: seat, default: red}, mood: {type: mood, default: low}}, seat: {keep: zone}}
spaces: [{id: hill, adjacent: [dale]}, {id: dale, adjacent: [hill]}]
cards: [{each: {n: 1..70}, id: "card-{n}"}]
piles: [{id: stock}]
variables:
- {id: n, type: int}
- {id: heap, type: int, per: zone, initial: 4}
- {id: burnt, type: bool, per: zone, initial: true}
- {id: next, type: zone, per: zone, initial: dale}
- {id: trail, type: spaces, per: zone, initial: [hill]}
- {id: shown, type: cards, per: zone, initial: [card-70]}
- {id: seen, type: seats, per: zone, initial: [red]}
derived:
- {id: beyond, type: zone, per: zone, value: =hill}
- {id: height, type: int, per: zone, value: =3}
procedures:
- id: play
  do:
  - let: {$none: "=the(lowest(set($s in spaces where n > 5), 1))", $nobody: "=the(lowest(set($s in seats where n > 5), 1))"}
  - set: {n: '=%s'}
  - menu: act
    by: red
    options: {rest: {do: []}, sleep: {do: []}}
`, c.formula)+"```\n")
		s, err := loaded(t, gd).New(engine.Setup{})
		if err != nil {
			t.Errorf("%s: %v", c.formula, err)
			continue
		}
		if v, _, err := s.Value("n"); err != nil || v != c.want {
			t.Errorf("%s is %d, not %d, %v", c.formula, v, c.want, err)
		}
	}
}

// The action on the chosen member is skipped if there is none to choose, whatever the domain is.
func TestActionOnAnEmptyChoiceIsSkipped(t *testing.T) {
	for _, of := range []struct{ from, where string }{
		{"members(mood)", "$x > high"},
		{"ints(0, 3)", "$x > 3"},
		{"spaces", "n > 0"},
	} {
		gd := toy(t, "# Toy\n\n```yaml\n"+fmt.Sprintf(`game: {id: toy, title: Toy, main: play}
seats: [{id: red}]
enums: {mood: [low, high]}
spaces: [{id: hill}]
variables: [{id: n, type: int}]
procedures:
- id: play
  do:
  - one: $x
    by: red
    from: %s
    where: %s
    do: [{set: {n: 1}}]
  - over: {result: 0}
`, of.from, of.where)+"```\n")
		s, err := loaded(t, gd).New(engine.Setup{})
		if err != nil || !s.Over() {
			t.Errorf("%s: %v", of.from, err)
			continue
		}
		if v, _, _ := s.Value("n"); v != 0 {
			t.Errorf("%s: done without one to choose", of.from)
		}
	}
}
