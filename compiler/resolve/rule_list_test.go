package resolve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// ruleText has functions, derived values, hook points and hooks, sets and values.
const ruleText = `sets: {near: =adjacent(oak), both: =near | woods, crew: [ant-scout, bee-scout.open], lone: oak, all-of-them: =procedures(operation)}
values: [{id: fee, at: orchard.fee, type: int, default: =rounds + 1}, {id: first-seat, at: orchard.first, type: seat, default: ant}, {id: ring, at: orchard.ring, type: order, default: [bee, ant]}]
properties: {zone: {crop: {type: filter, default: ant}}, card: {call: {type: "procedure(executor: seat)", default: none}}}
functions:
- {id: f, rule: 1.4, params: {n: int, of: seats, twice: {type: bool, default: false}}, let: {$a: =$n + fee, $b: =$of & ant}, value: "=if($twice, size($b) + $a, $a)"}
- {id: g, value: "=f(1, seats) + f(n: 2, of: ant, twice: true)"}
- {id: owner-of, params: {p: pile}, value: =$p.owner}
- {id: h, params: {z: zone}, value: "=set($x in near where $x != $z)"}
derived:
- {id: rich, rule: 3.1, per: seat, on: [bee], type: bool, value: =$it.purse > fee, watch: true}
- {id: crowd, per: zone, type: int, value: "=pieces($it, crew)"}
- {id: leader, type: seat, value: none}
points:
- {id: cost, kind: number, combine: sum, params: {to: zone, n: int}}
- {id: most, rule: 1.4, kind: limit}
- {id: ban, kind: allow, params: {who: seat}}
- {id: pool, kind: pool, of: seats}
- {id: rush, kind: run, params: {to: zone}}
- {id: lead, kind: number, of: seat}
lasting:
- id: storm
  duration: year
  rule: 1.4
  hooks:
  - {to: cost, when: $to.yield > $n, value: 2}
  - {to: most, rule: 3.1, value: =honey}
  - {to: ban, when: $who.rich}
  - {to: pool, when: size(gifts) > 0, add: ant, remove: =seats}
  - {to: rush, do: [{gain: {honey: $to.crowd}}]}
  - {to: lead, value: none}
cards: [{id: snow, call: {do: [{gain: {$executor.purse: 1}}]}}]
procedures: [{id: calm, tags: operation, params: {executor: seat, n: {type: int, default: =fee}}, do: []}]`

// testdata/rules.txt lists rules of all kinds. Each of their words is replaced by others: the file lists the results or the
// diagnostics by position. LISTS=write rewrites it.
func TestRulesWithOneReplacedWord(t *testing.T) {
	sound := ruleLines(t, ruleText)
	lines := slices.Clone(sound)
	becomes := map[string][]string{} // by position of the word, with the replacements that have the same effect
	var places []string
	for _, other := range []string{"none", "lake"} {
		eachWord(ruleText, other, func(text, line, was string, row, col int) {
			at := fmt.Sprintf("%d:%d %s", row+2, col+1, was)
			if becomes[at] == nil {
				places = append(places, at)
			}
			got := slices.DeleteFunc(ruleLines(t, text), func(l string) bool { return slices.Contains(sound, l) })
			becomes[at] = append(becomes[at], "  "+other+": "+strings.Join(got, "\n    "))
		})
	}
	for _, at := range places {
		lines = append(append(lines, at), becomes[at]...)
	}
	heldTo(t, "testdata/rules.txt", strings.Join(lines, "\n")+"\n")
}

// ruleLines resolves rules beside the base game and formats them, or all diagnostics.
func ruleLines(t *testing.T, text string) []string {
	t.Helper()
	gd, rb, list := resolveFiles(t, orchard(t, text))
	if len(list) > 0 {
		return strings.Split(reported(once(list)), "\n")
	}
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	clauses := func(p *typed.Place) string {
		if p == nil {
			return "-"
		}
		return fmt.Sprintf("%d:%d %s %v", p.Pos.Line, p.Pos.Col, p.What, p.Rules)
	}
	exact := func(x *def.Expr, bound ...*typed.Binding) string {
		if x == nil {
			return "-"
		}
		return exactly(gd, bound, x)
	}
	for i, f := range gd.Functions {
		b := rb.Functions[i]
		say("function %s: %s at %s", f.ID, exact(b.Body, slices.Concat(b.Params, b.Lets)...), clauses(b.At))
	}
	for i, d := range gd.Derived {
		b := rb.Derived[i]
		var of []*typed.Binding
		over := "-"
		if b.Of != nil {
			of, over = []*typed.Binding{b.Of}, exact(b.Of.Over)
		}
		say("derived %s over %b, %s: %s at %s", d.ID, d.Over, over, exact(b.Value, of...), clauses(b.At))
	}
	for i, p := range gd.Points {
		say("point %s at %s", p.ID, clauses(rb.Points[i].At))
	}
	for i, a := range gd.Attachments {
		b, params := rb.Hooks[i], rb.Points[a.Point].Params
		when := "-"
		if b.When != nil {
			when = fmt.Sprintf("%s said %t", exact(b.When.When, params...), b.When.Said.When != nil)
		}
		say("hook on %s: when %s, value %s, add %s, remove %s at %s", gd.Points[a.Point].ID, when, exact(b.Value, params...), exact(b.Add, params...), exact(b.Remove, params...), clauses(b.At))
	}
	for _, id := range []string{"near", "both", "crew", "lone", "all-of-them", "woods", "scouts"} {
		say("set %s: %s", id, exact(rb.Sets[id]))
	}
	for _, l := range gd.Lookups {
		say("lookup %s: %v", l.ID, l.Values)
	}
	say("stored %v", rb.Stored)
	return out
}
