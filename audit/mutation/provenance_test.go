// These tests compare changes with the text of the rulebook: each place of the text is changed once and spelled as in the text;
// generated copies, and data repeated from a declaration elsewhere, are not changed again.

package mutation_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
)

const market = "# 9 Market\n\n- **9.1-a** Trade.\n\n```yaml\n" + `
game: {id: market, title: Market, main: play}
seats: [{id: red}, {id: blue}]
tracks: [{id: gold, title: Gold, min: 0, max: 90, initial: 20, rule: 9.1-a}]
tables:
- {id: prices, at: trade.prices, columns: {price: int, of: seat}}
- {id: taxes, at: trade.tax, columns: {tax: int}}
setupTables: [{id: storms, at: storms, columns: {force: int}}]
trade: {prices: [{price: 31, of: red, rule: 9.1-a}], tax: 32}
setups: [{id: spring, title: Spring, storms: [{force: 33}]}]
functions: [{id: dear, params: {of: seat}, rule: 9.1-a, value: "=sum($p.price for $p in prices where $p.of == $of)"}]
procedures:
- id: play
  do:
  - for: {$who: =seats}
    do:
    - let: {$got: {call: earn, with: {of: $who, many: 41}}}
    - let: {$twice: =$got + $got}
    - {earn: $who}
    - gain: {gold: =$twice + dear($who)}
      if: $got > 42
    - switch: $twice
      cases: {43: [{gain: {gold: 44}}]}
    - one: $other
      by: $who
      from: seats
      where: $other != $who
  - repeat: 45
    do: [{gain: {gold: =sum($t.tax for $t in taxes) - size(storms)}}]
  - repeat: 46
    do:
    - stop: true
      if: gold > 47
  - menu: purchase
    by: red
    options:
      costly: [{grant: {spend: {of: red, much: 61}}}]
      none: []
  - {grant: {spend: red}}
  - ensure: gold > 63
    rule: 9.1-a
    do:
    - may: gift
      by: red
      do: [{gain: {gold: 64}}]
  - over: {}
- id: spend
  params: {of: seat, much: {type: int, default: 62}}
  do:
  - require: gold >= $much
    rule: 9.1-a
  - lose: {gold: =$much}
- id: earn
  params: {of: seat, many: {type: int, default: 51}}
  returns: int
  do:
  - gain: {gold: =$many}
  - return: =$many
` + "```\n"

// changesOf lists the changes of the market as "kind: change".
func changesOf(t *testing.T) []string {
	t.Helper()
	game, err := corpus.OpenGame(fstest.MapFS{"data/games/market/10.md": &fstest.MapFile{Data: []byte(market)}}, "market")
	if err != nil {
		t.Fatal(err)
	}
	r, err := mutation.Run(game, mutation.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range r.Unreached {
		out = append(out, m.Kind+": "+m.Change)
	}
	return out
}

func TestEachSourceExpressionIsMutatedOnce(t *testing.T) {
	all := changesOf(t)
	for _, c := range []struct{ change, why string }{
		{"constant: argument many: `41` becomes `42`", "an argument of a call whose result is kept"},
		{"comparison: `$got > 42`", ""},
		{"constant: `42` becomes `43`", "the condition that a statement has"},
		{"arithmetic: `$got + $got` becomes `$got - $got`", "a let"},
		{"effect: `{earn: $who}` left out", "a call"},
		{"constant: `43` becomes `44`", "a case"},
		{"constant: `45` becomes `46`", "the rounds of a loop that ends with them"},
		{"constant: `46` becomes `47`", ""},
		{"effect: `stop: true` left out", "a stop"},
		{"row: price: `31` becomes `32`", "an entry of a row"},
		{"row: the row left out of `prices`", "a row"},
		{"row: tax: `32` becomes `33`", "an entry of a row that stands by itself"},
		{"row: force: `33` becomes `34`", ""},
		{"constant: `51` becomes `52`", ""},
		{"condition: the condition `possible(spend)` dropped", "what an option grants is possible"},
		{"constant: `61` becomes `62`", "an argument of a grant; that of the question whether it is possible is the same"},
		{"constant: `62` becomes `63`", ""},
		{"constant: `63` becomes `64`", "what is ensured"},
		{"constant: `1` becomes `2`", ""},
		{"constant: argument many: `51` becomes `52`", ""},
		{"effect: `let", ""},
	} {
		n := 0
		for _, is := range all {
			if strings.HasPrefix(is, c.change) {
				n++
			}
		}
		if want := min(len(c.why), 1); n != want {
			t.Errorf("%s: listed %d times, should be %d (%s)\n%s", c.change, n, want, c.why, strings.Join(all, "\n"))
		}
	}
}

func TestMutationsUseTheNamesOfTheRulebook(t *testing.T) {
	all := changesOf(t)
	for _, want := range []string{
		"condition: the condition `where $p.of == $of` dropped",
		"comparison: `$p.of == $of` becomes `$p.of != $of`",
		"condition: the condition `$other != $who` dropped",
		"arithmetic: `$twice + dear($who)` becomes `$twice - dear($who)`",
		"arithmetic: `sum($t.tax for $t in {32}) - size(storms)` becomes `sum($t.tax for $t in {32}) + size(storms)`",
	} {
		if !slices.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, strings.Join(all, "\n"))
		}
	}
	for _, is := range all {
		if strings.Contains(is, "$_") && !strings.Contains(is, "$_ == 43") || strings.Contains(is, "$it") {
			t.Errorf("%s: only the value of a switch has no name", is)
		}
	}
}

func TestConditionalStatementIsReachedOnlyIfItsConditionHolds(t *testing.T) {
	const dig = "moves: [{red: dig}]\nexpect: {state: {gold: 4}}\n" // does not satisfy the condition
	r := run(t, mutation.Config{}, dig)
	if got := outcome(t, r, mutation.Effect, "`set: {tired: true}` left out"); got != "not reached" {
		t.Errorf("the statement: %s", got)
	}
	if got := outcome(t, r, mutation.Constant, "`4` becomes `3`"); got == "not reached" {
		t.Error("the condition is not reached")
	}
}
