package engine_test

// These tests check the steps of expensive operators and decisions, and the limit of a single call.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"rulebound/engine"
)

// ring declares n spaces in a circle.
func ring(n int) string {
	var b strings.Builder
	b.WriteString("spaces:\n")
	for i := range n {
		fmt.Fprintf(&b, "- {id: s%d, adjacent: [s%d, s%d]}\n", i, (i+1)%n, (i+n-1)%n)
	}
	return b.String()
}

// herd declares n kinds of pieces and, for each of the first limited ones, a stacking limit for it and all after it.
func herd(n, limited int) string {
	var b strings.Builder
	b.WriteString("boxes: [{id: pen}]\npieces:\n")
	for i := range n {
		fmt.Fprintf(&b, "- {id: p%d, count: 200, home: pen}\n", i)
	}
	b.WriteString("stacking:\n- {in: pen, of: p0, max: 200}\n")
	for i := range limited {
		fmt.Fprintf(&b, "- {in: spaces, of: %s, max: 3}\n", kindsFrom(i, n))
	}
	return b.String()
}

func kindsFrom(from, to int) string {
	var kinds []string
	for i := from; i < to; i++ {
		kinds = append(kinds, fmt.Sprintf("p%d", i))
	}
	return strings.Join(kinds, " | ")
}

// capped is a take from n spaces with a number of caps for each of them.
func capped(n, caps int) (declared, statements string) {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  - {move: {count: 2, of: p%d, from: pen, to: s%d}}\n", i%20, i)
	}
	fmt.Fprintf(&b, "  - take: $n\n    by: red\n    of: %s\n    from: spaces\n    min: 0\n    max: 100\n    to: pen\n    caps:\n", kindsFrom(0, 20))
	for i := range caps {
		fmt.Fprintf(&b, "    - {of: %s, max: %d, each: true}\n", kindsFrom(i%19, 20), i+3)
	}
	return ring(n) + herd(20, 0), b.String()
}

// Work in proportion to members, limits, caps or words of a set costs steps in that proportion.
func TestOperatorStepsGrowWithTheirWork(t *testing.T) {
	for name, c := range map[string]struct {
		cost  func(n int) int64
		n     int // four times as many cost at least
		times int64
	}{
		"a pair with a condition": {func(n int) int64 {
			return spent(t, ring(n), "  - {pair: $a, by: red, from: spaces, second: $b, to: spaces, where: 'distance($a, $b) == 2 and distance($b, $a) == 2', min: 0}\n")
		}, 40, 12},
		"room under stacking limits": {func(n int) int64 {
			return spent(t, ring(4)+herd(40, n)+"variables: [{id: v, type: int}]\n", "  - {repeat: 2000, do: [{set: {v: '=sum(room($z, p39) for $z in spaces)'}}]}\n")
		}, 10, 3},
		"sets of many cards": {func(n int) int64 {
			return spent(t, fmt.Sprintf("piles: [{id: deck}]\ncards: [{each: {n: 1..%d}, id: 'c{n}'}]\nvariables: [{id: v, type: cards}, {id: w, type: cards}]\n", n), "  - {repeat: 20000, do: [{set: {v: '=(w | v) & (v | w) | w'}}]}\n")
		}, 1000, 2},
		"pieces of many kinds in spaces": {func(n int) int64 {
			return spent(t, ring(4)+herd(n, 0)+"variables: [{id: v, type: int}, {id: z, type: zones}]\n", "  - {repeat: 2000, do: [{set: {v: '=pieces(spaces \\ z, "+kindsFrom(0, n)+") + v'}}]}\n")
		}, 15, 3},
		"values of a sum": {func(n int) int64 {
			return spent(t, ring(30)+"variables: [{id: v, type: int}]\n", "  - {repeat: 500, do: [{set: {v: '=sum("+strings.Repeat("max(v, 3) + ", n)+"1 for $s in spaces) * 0'}}]}\n")
		}, 40, 3},
		"conditions that are looked up for all members at once": {func(n int) int64 {
			return spent(t, ring(30)+"variables: [{id: v, type: int}, {id: w, type: int, per: zone}]\n", "  - {repeat: 500, do: [{set: {v: '=count($s in spaces where $s.w == 0"+strings.Repeat(" and $s.w < 9", n)+") * 0'}}]}\n")
		}, 30, 3},
		"one of two conditions that is asked of each member": {func(n int) int64 {
			return spent(t, ring(n)+"variables: [{id: v, type: int}, {id: w, type: int, per: zone}]\n", "  - {repeat: 500, do: [{set: {v: '=count($s in spaces where $s.w == 1 or "+strings.Repeat("max($s.w, v) + ", 60)+"1 > 9) * 0'}}]}\n")
		}, 15, 3},
		"zones that the longest path tries": {func(n int) int64 {
			return spent(t, ring(n)+"variables: [{id: v, type: int}, {id: z, type: zones}]\n", "  - {repeat: 20, do: [{set: {v: '=longest-path(spaces \\ z) + v'}}]}\n")
		}, 8, 6},
		"cards that are looked up in a set": {func(n int) int64 {
			return spent(t, fmt.Sprintf("piles: [{id: deck}]\ncards: [{each: {n: 1..%d}, id: 'c{n}'}]\n", n), "  - let: {$l: '=set($c in cards where $c == c7)'}\n  - {repeat: 100, do: [{one: $c, by: red, from: deck, where: '$c in $l'}]}\n")
		}, 1000, 3},
		"spaces that follow one another": {func(n int) int64 {
			return spent(t, ring(n)+"variables: [{id: v, type: int}, {id: z, type: zones}]\n", "  - {repeat: 2000, do: [{set: {v: '=size(consecutive(spaces \\ z, 3)) + v'}}]}\n")
		}, 250, 2},
		"caps of a take": {func(n int) int64 {
			declared, statements := capped(40, n)
			return spent(t, declared, statements)
		}, 20, 2},
	} {
		few, many := c.cost(c.n), c.cost(4*c.n)
		if many < c.times*few {
			t.Errorf("%s: %d steps for %d, %d for %d", name, few, c.n, many, 4*c.n)
		}
	}
}

// Caps for each space cost steps only where they cover an entry: twice the spaces cost twice as much, not four times.
func TestCapsCostStepsOnlyWhereTheyApply(t *testing.T) {
	cost := func(n int) int64 {
		declared, statements := capped(n, 30)
		return spent(t, declared, statements)
	}
	if few, many := cost(200), cost(800); many > 5*few {
		t.Errorf("200 spaces cost %d, 800 cost %d", few, many)
	}
}

// The watched values of a view share the step limit of a query; those beyond it are omitted, and the decision is shown.
func TestValuesOfAViewShareOneStepLimit(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}, {id: blue}]\nvariables: [{id: v, type: int}]\n" + ring(60) + "derived:\n- {id: first, watch: true, value: =v + 1}\n")
	for i := range 12 {
		fmt.Fprintf(&b, "- {id: d%d, watch: true, value: 'sum(sum(sum(sum(v + %d for $a in spaces) for $b in spaces) for $c in spaces) for $d in spaces)'}\n", i, i)
	}
	b.WriteString("procedures:\n- id: play\n  do:\n  - {menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}\n```\n")
	budget := engine.NewBudget(1 << 40)
	s, err := loaded(t, toy(t, b.String())).New(engine.Setup{Budget: budget})
	if err != nil {
		t.Fatal(err)
	}
	before := budget.Left()
	v := s.View(0)
	if n := before - budget.Left(); n > 1<<24+1<<10 {
		t.Errorf("a view takes %d steps", n)
	}
	if v.Decision == nil || v.Decision.Fault != nil || len(v.Values) < 2 || v.Values[1].Value != 1 {
		t.Errorf("%+v", v)
	}
}

// A search that copies large states is limited by the size of its copies and by the number of copied words.
func TestCopiesOfLargeStatesAreBounded(t *testing.T) {
	large := func(statements string) error {
		var b strings.Builder
		b.WriteString("# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\n" + ring(1000) + "variables:\n- {id: w, type: int}\n")
		for i := range 16 {
			fmt.Fprintf(&b, "- {id: v%d, type: zones, per: zone}\n", i)
		}
		b.WriteString("procedures:\n- id: play\n  do:\n" + statements + "```\n")
		_, err := loaded(t, toy(t, b.String())).New(engine.Setup{})
		return err
	}
	for name, c := range map[string]struct{ statements, want string }{
		"deep": {"  - ensure: w > 3 and w < 3\n    do:\n    - repeat: 2000\n      do:\n      - {amount: $n, by: red, min: 0, max: 3}\n      - {set: {w: =$n + w}}\n", "copies of the game of more than"},
		"wide": {"  - ensure: w > 3 and w < 3\n    do:\n    - repeat: 6\n      do:\n      - {amount: $n, by: red, min: 0, max: 30}\n      - {set: {w: =(w * 31 + $n) mod 100003 + 4}}\n", "needs more than 67108864 steps"},
	} {
		var fault *engine.Fault
		if err := large(c.statements); !errors.As(err, &fault) || !strings.Contains(fault.Why, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Answers that a search enumerates but cannot pay for cost steps, however few remain.
func TestEnumeratingCandidatesInASearchCostsSteps(t *testing.T) {
	var spaces, herd strings.Builder
	for i := range 30 {
		fmt.Fprintf(&spaces, "- {id: s%d, worth: %d}\n", i, 30-i)
		fmt.Fprintf(&herd, "  - {move: {count: 2, of: p0, from: pen, to: s%d}}\n", i)
	}
	declared := "properties: {zone: {worth: {type: int, default: 0}}}\nboxes: [{id: pen}, {id: out}]\npieces: [{id: p0, count: 60, home: pen}]\nvariables: [{id: w, type: int}]\nspaces:\n" + spaces.String()
	ensure := func(choice string) string {
		return "  - ensure: w > 3\n    do:\n    - " + choice + "\n    - set: {w: 5}\n"
	}
	for what, c := range map[string]string{
		"a subset": ensure("{subset: $k, by: red, each: $s, from: spaces, min: 15, max: 15, cost: $s.worth, budget: 130}"),
		"a take":   herd.String() + ensure("{take: $k, by: red, of: p0, from: spaces, each: $p, min: 8, max: 8, cost: piece-zone($p).worth, budget: 26, to: out}"),
	} {
		if n := spent(t, declared, c); n < 100_000 {
			t.Errorf("%s takes %d steps", what, n)
		}
	}
}

// A piece that no take can include is skipped when an obligation is searched.
func TestSearchSkipsPiecesThatNoTakeCanAfford(t *testing.T) {
	var herd strings.Builder
	for i := range 20 {
		fmt.Fprintf(&herd, "  - {move: {count: 60, of: p%d, from: pen, to: x}}\n", i)
	}
	declared := "spaces: [{id: x}, {id: z}]\nboxes: [{id: pen}]\npieces: [{each: {n: 0..19}, id: 'p{n}', count: 200, home: pen}]\n"
	for what, limit := range map[string]string{
		"a budget": "each: $p, cost: 'if(size(filter-of($p) & p19) > 0, 100, 1)', budget: 60",
		"a cap":    "caps: [{of: p19, max: 0}]",
	} {
		n := spent(t, declared, herd.String()+"  - ensure: pieces(z, p0) > 3\n    do: [{take: $k, by: red, of: "+kindsFrom(0, 20)+", from: x, min: 12, max: 13, to: z, "+limit+"}]\n")
		if n > 100_000 {
			t.Errorf("%s: %d steps", what, n)
		}
	}
}
