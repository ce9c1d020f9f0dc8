package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/diag"
)

// checkedData is valid data with a check of each kind.
const checkedData = `values: [{id: hours, at: orchard.day.h, type: int, default: 9}, {id: opener, at: orchard.opener, type: seat, default: none}, {id: closer, at: orchard.day.closer, type: seat, default: none}]
tables: [{id: days, at: orchard.days, columns: {n: int}}]
orchard: {day: {h: 3}, opener: bee, days: [4, {n: 5}]}
setupTables: [{id: gains, at: plan.g, columns: {who: seat, n: {type: int, default: 0}}}]
setupValues: [{id: long, at: plan.l, type: bool, default: true}]
lasting: [{id: fog, duration: turn, hooks: []}, {id: mist, duration: year, hooks: []}]
procedures:
- id: weather
  params: {as: seat}
  do:
  - gather: {as: $as}
  - activate: {lasting: fog, duration: year}
  - activate: mist
    duration: dawn
- id: other
  do: [{call: gather, with: {as: ant}}, {gather: {as: ant}}]
setups:
- id: two
  plan:
    l: false
    g: [{who: ant}, {who: bee, n: 3}]
- id: three
  plan: {g: [{who: ant}]}
- id: four
  plan: {g: [{who: bee}, {who: ant}]}
durations: [dawn]
piles: [{id: hand, owner: bee}]
checks:
- {id: whole, rule: 3.1, require: rounds > hours, message: a, at: orchard.day.h, beside: orchard.rounds, level: warning}
- {id: above, require: rounds > 1, message: b, at: orchard.day.closer}
- {id: nowhere, require: rounds > 1, message: c}
- {id: called, calls: gather, require: rounds > 1, message: d}
- {id: planned, each: {$setup: setups}, require: rounds > 1, at: plan.l, beside: plan.g, message: e}
- {id: gained, each: {$setup: setups}, require: rounds > 1, at: plan.g, message: f}
- {id: windows, each: {$d: durations}, require: $d != year, message: g}
- {id: spaces, each: {$z: [oak, nest, lake]}, require: $z.yield > 0, at: yield, message: h}
- {id: cards, each: {$c: cards}, require: $c != rain, message: i}
- {id: piles, each: {$p: '[stock, hand]'}, require: $p != stock, message: j}
- {id: procedures, each: {$p: procedures}, require: size($p.seats) > 0, at: seats, message: k}
- {id: rows, each: {$g: gifts}, require: $g.amount > 0, at: amount, message: l}
- {id: plain-rows, each: {$g: days}, require: $g.n > 0, message: m}
- {id: set-up-rows, each: {$g: gains}, require: $g.n > 0, at: n, message: n}
- {id: numbers, each: {$n: 'ints(2, 3)'}, require: $n > 2, message: o}
- {id: seats-in-order, each: {$s: '[bee, ant]'}, require: $s == ant, at: purse, message: p}
- {id: each-two, pairs: {$one: spaces, $other: spaces}, require: $one != $other, message: q}
- {id: two-kinds, pairs: {$s: seats, $g: gifts}, require: $g.to == $s, at: to, message: r}
- {id: rows-of-a-set-up, pairs: {$one: gains, $other: gains}, require: $one.who != $other.who, at: who, message: s}
- {id: different, rule: 1.4, distinct: [opener, closer, opener], message: t}
invariants:
- {id: few, rule: 1.4, require: honey < 21, message: too much}`

// The cases of checks: the members, the entry at fault with its name and position, and the position of the conflicting data.
func TestCasesOfChecks(t *testing.T) {
	gd, rb := resolved(t, checkedData)
	lines := strings.Split(checkedData, "\n")
	base := strings.Split(string(basePage(t)), "\n")
	place := func(p diag.Pos) string {
		if p.IsZero() {
			return ""
		}
		line := base[p.Line-1]
		if p.File != "game/10-base.md" {
			line = lines[p.Line-2]
		}
		text := []rune(line)[p.Col-1:]
		return fmt.Sprintf("%d:%d %.12s", p.Line, p.Col, string(text))
	}
	var got []string
	for _, k := range rb.Checks {
		head := fmt.Sprintf("%s: %v level %v set-ups %t", k.Message, k.Rules, k.Level, k.Setups)
		for _, b := range k.Bound {
			head += fmt.Sprintf(" %s:%d", b.Name, b.Type.Kind)
		}
		pr := &printer{gd: gd, names: map[int64]string{}}
		for _, b := range k.Bound {
			pr.bind(b)
		}
		got = append(got, head+" at "+place(k.Pos)+" of "+place(k.Entry)+": "+pr.expr(k.Require))
		for c := range k.Cases {
			got = append(got, strings.TrimRight(fmt.Sprintf("  %v %s, %s, %s", c.Values, c.Name, place(c.Fault), place(c.Other)), ", "))
		}
	}
	for _, i := range rb.Invariants {
		got = append(got, fmt.Sprintf("%s: %s %v %s at %s", i.ID, i.Message, i.At.Rules, i.At.What, place(i.At.Pos)))
	}
	listedIn(t, "testdata/checks.txt", got)
}

func TestCasesOfChecksStopOnBreak(t *testing.T) {
	_, rb := resolved(t, "checks: [{id: a, pairs: {$x: spaces, $y: spaces}, require: $x != $y, message: m}]")
	n := 0
	for range rb.Checks[0].Cases {
		n++
		break
	}
	if n != 1 {
		t.Errorf("%d cases", n)
	}
}
