package explain_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/conformance/corpus"
	"rulebound/show/explain"
)

// mill is a game of one player who grinds, with more cards than a word has bits.
var mill = "# 1 The mill\n\n- **1-a** *Grinding.* Grain becomes flour.\n- **1-b** The end.\n\n```yaml\n" + `game: {id: mill, main: play}
seats: [{id: red, title: Red Mill}]
spaces: [{id: yard, title: Old Yard}, {id: barn}]
boxes: [{id: out}]
pieces: [{id: sack, seat: red, count: 3, home: out}, {id: cart, seat: red, count: 2, home: out}]
variables: [{id: grain, type: int, initial: 5}, {id: flour, type: int}, {id: price, type: int}]
cards: [` + cards() + `]
piles: [{id: stock}]
functions: [{id: yield, params: {n: int}, value: =$n * 2 + grain}]
durations: [game]
points: [{id: grind-price, kind: number, combine: sum, of: int, params: {n: int}, title: price of grinding}, {id: may-grind, kind: allow}]
lasting:
- id: dull-stones
  title: Dull Stones
  duration: game
  hooks: [{to: grind-price, value: =$n + 1, rule: 1-b}]
derived: [{id: full, type: bool, per: space, value: '=pieces($it, red) > 1'}]
setups: [{id: start, spaces: {yard: {pieces: {sack: 2, cart: 1}}}}]
search: {play.work: {needs: grain >= 0}}
procedures:
- id: play
  rule: 1-a
  do:
  - activate: dull-stones
  - grind: {n: 2}
  - let: {$all: '=set($c in cards where true)', $late: 7}
  - {amount: $bid, name: bid, by: red, max: '=grain + 9'}
  - {callOne: $work, name: work, by: red, from: procedures(work), with: {}}
  - let: {$never: 1}
  - over: {result: {red: =flour + $bid + size($all) + $late + $never}}
- {id: rest, rule: 1-b, tags: [work], do: [{gain: {flour: 1}}]}
- {id: sell, rule: 1-b, tags: [work], do: [{lose: {flour: '=min(flour, modified(grind-price, 1, 0))'}}]}
- id: grind
  rule: 1-a
  params: {n: int}
  do:
  - let: {$gain: =yield($n)}
  - gain: {flour: =$gain}
  - {lose: {grain: '=min(grain, $n)'}}
  - {move: {of: red, from: yard, to: barn}}
  - {set: {price: '=modified(grind-price, 1, $n)'}}
` + "```\n"

func cards() string {
	var out []string
	for i := range 70 {
		out = append(out, fmt.Sprintf("{id: card-%d}", i+1))
	}
	return strings.Join(out, ", ")
}

const script = `version: 1
title: The mill grinds
game: mill
rules: [1-a]
setup: {scenario: start}
moves: []
expect: {asked: {seat: red, decision: bid}}
`

// game opens the mill.
func game(t *testing.T) (*corpus.Game, fstest.MapFS) {
	t.Helper()
	fsys := fstest.MapFS{"data/games/mill/10.md": {Data: []byte(mill)}, "scenarios/mill/1/grinds.yaml": {Data: []byte(script)}}
	g, err := corpus.OpenGame(fsys, "mill")
	if err != nil {
		t.Fatal(err)
	}
	return g, fsys
}

// scope opens the mill at a line of its scenario, 0 for the end.
func scope(t *testing.T, line int) *explain.Scope {
	t.Helper()
	g, fsys := game(t)
	x, err := explain.NewScope(fsys, explain.Moment{Case: g.Cases[0], Line: line})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// lineOf finds the line of the trace that begins with a text.
func lineOf(t *testing.T, begins string) int {
	t.Helper()
	g, _ := game(t)
	p := g.Cases[0].Play()
	for i, l := range p.Lines {
		if strings.HasPrefix(l.Text, begins) {
			return i + 1
		}
	}
	t.Fatalf("no line begins with %q:\n%s", begins, p.Trace())
	return 0
}

func TestAFormulaIsEvaluatedAfterTheLine(t *testing.T) {
	for _, c := range []struct{ line, formula, want string }{
		{"flour: 0", "flour", "9"},
		{"flour: 0", "grain", "5"},
		{"flour: 0", "$gain - $n", "7"},
		{"grain: 5", "grain", "3"},
		{"grain: 5", "flour", "9"},
		{"grain: 5", "pieces(yard, red)", "3"},
		{"", "yield(1)", "5"},
		{"", "size($all)", "70"},
		{"", "set($z in spaces where $z.full)", "[barn]"},
		{"grain: 5", "set($z in spaces where $z.full)", "[yard (Old Yard)]"},
		{"", "seats", "[red (Red Mill)]"},
		{"", "yard", "yard (Old Yard)"},
		{"", "$late == 7 and not barn.full", "false"},
		{"", "set($c in $all where $c in [card-1, card-70])", "[card-1, card-70]"},
	} {
		line := 0
		if c.line != "" {
			line = lineOf(t, c.line)
		}
		v, err := scope(t, line).Evaluate(c.formula)
		if err != nil || v.Value != c.want {
			t.Errorf("%s after %q: %+v %v, want %s", c.formula, c.line, v, err, c.want)
		}
	}
}

// A later binding of a procedure has no value.
func TestNamesInScopeHaveAValue(t *testing.T) {
	for line, want := range map[string]string{"": "$all $late", "flour: 0": "$n $gain"} {
		at := 0
		if line != "" {
			at = lineOf(t, line)
		}
		if got := strings.Join(scope(t, at).Locals, " "); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
	if _, err := scope(t, 0).Evaluate("$never + 1"); err == nil || !strings.Contains(err.Error(), "$never is not bound here") {
		t.Error(err)
	}
}

// spelled writes parts as formula=value, nested parts in brackets.
func spelled(parts []*explain.Value) string {
	var out []string
	for _, v := range parts {
		text := v.Formula + "=" + v.Value + v.Fault
		if len(v.Parts) > 0 {
			text += " (" + spelled(v.Parts) + ")"
		}
		out = append(out, text)
	}
	return strings.Join(out, ", ")
}

func TestValuesOfThePartsOfAFormula(t *testing.T) {
	for formula, want := range map[string]string{
		"1 + 2":                 "",
		"flour + flour":         "flour=9",
		"yield(flour)":          "flour=9, $n * 2 + grain=21 ($n * 2=18 ($n=9), grain=3)",
		"barn.full":             "pieces($it) > 1=true (pieces($it)=3 ($it=barn))",
		"flour div (grain - 3)": "flour=9, grain - 3=0 (grain=3)",
		"sum(pieces($z, red) for $z in spaces where $z.full)": "",
		"if(flour > 1, grain, flour div 0)":                   "flour > 1=true (flour=9), grain=3, flour div 0=division by zero",
	} {
		v, err := scope(t, 0).Evaluate(formula)
		if err != nil {
			t.Error(err)
		} else if got := spelled(v.Parts); got != want {
			t.Errorf("%s:\n%s, want\n%s", formula, got, want)
		}
	}
}

func TestEvaluateReportsFaults(t *testing.T) {
	if v, err := scope(t, 0).Evaluate("flour div (grain - 3)"); err != nil || v.Value != "" || v.Fault != "division by zero" {
		t.Error(v, err)
	}
}
