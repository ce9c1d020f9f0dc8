package syntax

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// node returns the value of x in a block; its first line is line 2 of the file.
func node(t *testing.T, yaml string) *source.Node {
	t.Helper()
	book, diags := source.Read(fstest.MapFS{"g/r.md": {Data: []byte("```yaml\n" + yaml + "\n```\n")}}, "g")
	if len(diags) > 0 {
		t.Fatalf("%s: %v", yaml, diags)
	}
	return book.Blocks[0].Get("x")
}

// Trees, or other YAML, with equivalent formulas.
var trees = []struct{ yaml, formula string }{
	// plain values
	{"x: 3", "3"},
	{"x: -3", "-3"},
	{"x: true", "true"},
	{"x: way", "way"},
	{"x: 'way'", "way"},
	{"x: $space", "$space"},
	{"x: $space.importance", "$space.importance"},
	{"x: ox.eligible", "ox.eligible"},
	{"x: =northernGrain - totalCost", "northernGrain - totalCost"},
	{"x: '=min(a, b)'", "min(a, b)"},
	{"x: [a, b, 3]", "[a, b, 3]"},
	{"x: [=a + 1, $b]", "[a + 1, $b]"},
	// references
	{"x: {ref: gvar, var: northernGrain}", "northernGrain"},
	{"x: {ref: gvar, var: {param: amountVar}}", "$amountVar"},
	{"x: {ref: gvar, var: $v}", "$v"},
	{"x: {ref: globalVar, name: alreadyUsed_card121}", "alreadyUsed_card121"},
	{"x: {ref: globalVar, var: tax}", "tax"},
	{"x: {ref: binding, name: $remaining}", "$remaining"},
	{"x: {ref: binding, name: eventCardId}", "$eventCardId"},
	{"x: {ref: binding, name: __freeOperation}", "$__freeOperation"},
	{"x: {param: cost}", "$cost"},
	{"x: {ref: zoneProp, zone: $zone, prop: category}", "$zone.category"},
	{"x: {ref: zoneProp, zone: harbor, prop: cost}", "harbor.cost"},
	{"x: {ref: zoneProp, zone: $zone, prop: id}", "$zone"},
	{"x: {ref: zoneProp, zone: {ref: tokenZone, token: $cart}, prop: category}", "piece-zone($cart).category"},
	{"x: {ref: markerState, space: $zone, marker: unrest}", "$zone.unrest"},
	{"x: {ref: tokenZone, token: $cart}", "piece-zone($cart)"},
	{"x: {zoneExpr: {ref: tokenZone, token: $cart}}", "piece-zone($cart)"},
	{"x: {ref: activePlayer}", "activePlayer"},
	// operators
	{"x: {op: '-', left: 15, right: {ref: gvar, var: placed}}", "15 - placed"},
	{"x: {op: '+', args: [1, a, $b]}", "1 + a + $b"},
	{"x: {op: '*', left: a, right: {op: '+', left: b, right: c}}", "a * (b + c)"},
	{"x: {op: floorDiv, left: {ref: gvar, var: northernGrain}, right: 3}", "northernGrain div 3"},
	{"x: {op: ceilDiv, left: a, right: 3}", "a cdiv 3"},
	{"x: {op: min, args: [2, {op: floorDiv, left: a, right: 3}]}", "min(2, a div 3)"},
	{"x: {op: max, left: 2, right: a}", "max(2, a)"},
	{"x: {op: mod, left: a, right: 2}", "a mod 2"},
	{"x: {if: {when: {op: '==', left: {ref: gvar, var: mom_headCount}, right: true}, then: 99, else: {op: floorDiv, left: {ref: gvar, var: northernGrain}, right: 3}}}",
		"if(mom_headCount == true, 99, northernGrain div 3)"},
	{"x: {if: {when: $a > 1, then: way, else: town}}", "if($a > 1, way, town)"},
	// conditions
	{"x: {op: '==', left: {ref: zoneProp, zone: $zone, prop: category}, right: 'town'}", "$zone.category == town"},
	{"x: {op: '!=', left: {ref: markerState, space: $zone, marker: breakage}, right: breakage}", "$zone.breakage != breakage"},
	{"x: {op: '>=', left: a, right: 3}", "a >= 3"},
	{"x: {op: and, args: [{op: '<', left: a, right: 2}, $b == 1, $c]}", "a < 2 and $b == 1 and $c"},
	{"x: {op: or, args: [{op: and, args: [a, b]}, c]}", "a and b or c"},
	{"x: {op: and, args: [{op: or, args: [a, b]}, c]}", "(a or b) and c"},
	{"x: {op: and, args: [a]}", "a"},
	{"x: {op: not, arg: {op: in, item: $a, set: [ox, elk]}}", "not $a in [ox, elk]"},
	{"x: {op: not, args: [a]}", "not a"},
	{"x: {op: notIn, left: $a, right: [ox, elk]}", "$a not in [ox, elk]"},
	// queries
	{"x: {query: mapSpaces}", "spaces"},
	{"x: {query: mapSpaces, filter: {op: '==', left: {ref: zoneProp, zone: $zone, prop: category}, right: way}}", "set($zone in spaces where $zone.category == way)"},
	{"x: {query: mapSpaces, filter: [{prop: category, eq: way}, {prop: cost, op: '>=', value: 1}]}", "set($zone in spaces where $zone.category == way and $zone.cost >= 1)"},
	{"x: {query: mapSpaces, filter: $zone.category in way|town}", "set($zone in spaces where $zone.category in way | town)"},
	{"x: {query: players}", "seats"},
	{"x: {query: zones, filter: [{prop: id, op: in, value: [a, b]}]}", "set($zone in zones where $zone in [a, b])"},
	{"x: {query: adjacentZones, zone: $way}", "adjacent($way)"},
	{"x: {query: adjacentZones, zone: $way, filter: $zone.category == town}", "set($zone in adjacent($way) where $zone.category == town)"},
	{"x: {query: connectedZones, zone: $way}", "flood($way, spaces)"},
	{"x: {query: connectedZones, zone: $way, via: $zone.category == way, includeStart: false, maxDepth: 30}", "flood($way, set($zone in spaces where $zone.category == way), 30)"},
	{"x: {query: connectedZones, zone: $way, includeStart: true}", "[$way] | flood($way, spaces)"},
	{"x: {query: connectedZones, zone: $way, filter: $zone.cost > 0}", "set($zone in flood($way, spaces) where $zone.cost > 0)"},
	{"x: {query: enums, values: [card-121, card-122]}", "[card-121, card-122]"},
	{"x: {query: binding, name: $chosenWays}", "$chosenWays"},
	{"x: {query: binding, name: targetWays}", "$targetWays"},
	{"x: {query: tokensInZone, zone: $zone}", "pieces($zone)"},
	{"x: {query: tokensInZone, zone: $zone, filter: [{prop: faction, op: in, value: ['ELK', 'AX']}]}", "pieces($zone, ELK | AX)"},
	{"x: {query: tokensInZone, zone: $zone, filter: elk|ax}", "pieces($zone, elk | ax)"},
	{"x: {query: tokensInAdjacentZones, zone: $way, filter: [{prop: faction, eq: 'OX'}, {prop: type, op: in, value: ['guards', 'scouts']}]}",
		"pieces(adjacent($way), OX & (guards | scouts))"},
	{"x: {query: tokensInZones, zones: {ref: binding, name: $reachableZones}, filter: {prop: faction, eq: OX}}", "pieces($reachableZones, OX)"},
	{"x: {query: tokensInZone, zone: $z, filter: [{prop: activity, eq: hidden}, {prop: faction, eq: AX}]}", "pieces($z, AX.hidden)"},
	{"x: {query: tokensInZone, zone: $z, filter: [{prop: faction, eq: AX}, {prop: type, op: '!=', value: base}]}", `pieces($z, AX \ base)`},
	{"x: {query: tokensInZone, zone: $z, filter: {op: and, args: [{prop: faction, eq: AX}, {prop: type, eq: base}]}}", "pieces($z, AX & base)"},
	{"x: {op: union, args: [{query: tokensInZone, zone: a}, {query: binding, name: $b}]}", "pieces(a) | $b"},
	{"x: {query: concat, args: [{query: mapSpaces}, {query: enums, values: [a]}]}", "spaces | [a]"},
	// aggregates
	{"x: {aggregate: {op: count, query: {query: tokensInZone, zone: $zone, filter: [{prop: faction, op: in, value: ['ELK', 'AX']}]}}}", "pieces($zone, ELK | AX)"},
	{"x: {aggregate: {op: count, query: {query: mapSpaces, filter: $zone.unrest == none}}}", "count($zone in spaces where $zone.unrest == none)"},
	{"x: {aggregate: {op: count, query: {query: mapSpaces}}}", "size(spaces)"},
	{"x: {aggregate: {op: count, query: {query: binding, name: $ways}}}", "size($ways)"},
	{"x: {aggregate: {op: sum, query: {query: binding, name: $numbers}}}", "sum($it for $it in $numbers)"},
	{"x: {aggregate: {op: sum, query: {query: mapSpaces, filter: $zone.unrest > 0}, prop: importance}}", "sum($zone.importance for $zone in spaces where $zone.unrest > 0)"},
	{"x: {aggregate: {op: max, bind: $s, query: {query: mapSpaces}, valueExpr: {ref: zoneProp, zone: $s, prop: cost}}}", "most($s.cost for $s in spaces)"},
	{"x: {aggregate: {op: min, bind: s, query: {query: players}, value: $s.score}}", "least($s.score for $s in seats)"},
}

func TestTreesParseLikeFormulas(t *testing.T) {
	for _, test := range trees {
		tree, diags := Value(node(t, test.yaml))
		if len(diags) > 0 {
			t.Errorf("%s: %v", test.yaml, diags)
			continue
		}
		formula, diags := Parse(test.formula, start)
		if len(diags) > 0 {
			t.Errorf("%s: %v", test.formula, diags)
			continue
		}
		if !same(tree, formula) {
			t.Errorf("%s\nreads as %s\nwant     %s", test.yaml, tree, formula)
		}
	}
}

// In formula position, text is a formula with or without its sign.
func TestFormulaPosition(t *testing.T) {
	tests := []struct{ yaml, formula string }{
		{"x: $a == 1", "$a == 1"},
		{"x: =$a == 1", "$a == 1"},
		{"x: a.b", "a.b"},
		{"x: 'min(a, b) > 0'", "min(a, b) > 0"},
		{"x: 4", "4"},
		{"x: false", "false"},
		{"x: [a|b, c]", "[a | b, c]"},
		{"x: {ref: gvar, var: tax}", "tax"},
		{"x: ox-guards", "ox-guards"},
	}
	for _, test := range tests {
		e, diags := Formula(node(t, test.yaml))
		if len(diags) > 0 || e.String() != test.formula {
			t.Errorf("%s reads as %v %v, want %s", test.yaml, e, diags, test.formula)
		}
	}
}

// Invalid nodes, with the code and position of the only error. The yaml begins on line 2.
var badNodes = []struct {
	yaml      string
	formula   bool // in formula position
	code      string
	line, col int
	detail    string
}{
	{"x:", true, "empty-formula", 2, 3, "after the colon"},
	{"x:", false, "empty-formula", 2, 3, "after the colon"},
	{"x: 1.5", false, "float", 2, 4, "whole"},
	{"x: 1.5", true, "float", 2, 4, "whole"},
	{"x: 3.2.2", true, "rule-literal", 2, 4, "rule:"},
	{"x: a + b", false, "missing-equals", 2, 4, "=a + b"},
	{"x: pieces($space, elk)", false, "missing-equals", 2, 4, "="},
	{"x: $a - 1", false, "missing-equals", 2, 4, "=$a - 1"},
	{"x: $a - ", false, "unexpected-end", 2, 7, ""},
	{"x: ==a", false, "single-equals", 2, 5, "=="},
	{"x: a ==", true, "unexpected-end", 2, 6, "follow"},
	{"x: size(a) > #b", true, "comment-in-formula", 2, 12, "size(x)"},
	{"x: (a == #b)", true, "comment-in-formula", 2, 7, "#b"},
	{"x: |\n  a ==\n  b", true, "multi-line", 2, 4, "Join"},
	{"x: a ==\n  b", true, "multi-line", 2, 4, "Join"},
	{"x: >-\n  a +\n  b ? c", true, "ternary", 4, 5, "if(condition"},
	{`x: "a \\ b ? c"`, true, "ternary", 2, 12, "if("},
	{"x: 'a && b'", true, "double-ampersand", 2, 7, "and"},
	{"x: '=a && b'", false, "double-ampersand", 2, 8, "and"},
	{"x: {}", true, "unknown-tree", 2, 4, "formula"},
	{"x: {reff: gvar, var: a}", false, "unknown-tree", 2, 5, "Did you mean ref"},
	{"x: {ref: gvars, var: a}", false, "unknown-ref", 2, 10, "Did you mean gvar"},
	{"x: {ref: trackValue, var: a}", false, "unknown-ref", 2, 10, "Known: "},
	{"x: {ref: gvar, vra: a}", false, "unknown-key missing-key", 2, 16, "Did you mean var"},
	{"x: {ref: gvar}", false, "missing-key", 2, 4, "Add var"},
	{"x: {ref: gvar, var: [a]}", false, "name-expected", 2, 21, "name of a variable"},
	{"x: {ref: zoneProp, zone: $z, prop: a b}", false, "name-expected", 2, 36, ""},
	{"x: {op: '=>', left: a, right: b}", true, "unknown-operator", 2, 10, ""},
	{"x: {op: '/', left: a, right: b}", true, "unknown-operator", 2, 10, "floorDiv"},
	{"x: {op: florDiv, left: a, right: b}", true, "unknown-operator", 2, 9, "Did you mean floorDiv"},
	{"x: {op: '==', left: a}", true, "operands", 2, 10, "right:"},
	{"x: {op: '==', args: [a, b, c]}", true, "operands", 2, 10, "right:"},
	{"x: {op: not, args: [a, b]}", true, "operands", 2, 9, ""},
	{"x: {op: [and], args: [a, b]}", true, "unknown-operator", 2, 9, "Known"},
	{"x: {op: and}", true, "operands", 2, 9, "args"},
	{"x: {op: and, left: a, args: [b]}", true, "operands", 2, 29, "either"},
	{"x: {op: '+', left: a, rigth: b}", false, "unknown-key", 2, 23, "Did you mean right"},
	{"x: {op: '==', left: {ref: gvar, var: a}, right: '=b ? c'}", true, "ternary", 2, 53, "if("},
	{"x: {op: and, args: [a, $b = c]}", true, "single-equals", 2, 27, "=="},
	{"x: {if: $a}", false, "if-arguments", 2, 9, "when"},
	{"x: {if: {when: $a, then: 1}}", false, "missing-key", 2, 9, "Add else"},
	{"x: {if: {when: $a, than: 1, then: 1, else: 2}}", false, "unknown-key", 2, 20, "Did you mean then"},
	{"x: {query: mapSpace}", false, "unknown-query", 2, 12, "Did you mean mapSpaces"},
	{"x: {query: tokensInZone}", false, "missing-key", 2, 4, "Add zone"},
	{"x: {query: tokensInZone, zone: $z, filter: [{prop: colour, eq: red}]}", false, "unknown-predicate", 2, 52, "faction"},
	{"x: {query: tokensInZone, zone: $z, filter: [{prop: activity, eq: active}]}", false, "filter-status", 2, 45, "faction or type"},
	{"x: {query: tokensInZone, zone: $z, filter: [{prop: type, op: '!=', value: base}]}", false, "filter-order", 2, 52, "first"},
	{"x: {query: tokensInZone, zone: $z, filter: [{prop: type, op: '<', value: base}]}", false, "unknown-operator", 2, 52, "notIn"},
	{"x: {query: mapSpaces, filter: [{prop: type, op: has, value: base}]}", false, "unknown-operator", 2, 49, "Known"},
	{"x: {query: connectedZones, zone: a, includeStart: 1}", false, "bool-expected", 2, 51, ""},
	{"x: {query: union, args: a}", false, "operands", 2, 25, "args"},
	{"x: {aggregate: count}", false, "aggregate-keys", 2, 16, "op"},
	{"x: {aggregate: {op: average, query: {query: players}}}", false, "unknown-operator", 2, 21, "Known"},
	{"x: {aggregate: {op: count, query: {query: players}, prop: a}}", false, "unknown-key", 2, 53, "sum"},
}

func TestBadNodesGiveTheCauseFirst(t *testing.T) {
	for _, test := range badNodes {
		n := node(t, test.yaml)
		var e *Expr
		var diags diag.List
		if test.formula {
			e, diags = Formula(n)
		} else {
			e, diags = Value(n)
		}
		var codes []string
		for _, d := range diags {
			codes = append(codes, d.Code)
		}
		if got := strings.Join(codes, " "); e != nil || got != test.code {
			t.Errorf("%s: %v and [%s], want [%s]: %v", test.yaml, e, got, test.code, diags)
			continue
		}
		d := diags[0]
		if d.Subject.Line != test.line || d.Subject.Col != test.col {
			t.Errorf("%s: %v, want %d:%d", test.yaml, d.Error(), test.line, test.col)
		}
		if !strings.Contains(d.Detail, test.detail) {
			t.Errorf("%s: the advice %q does not mention %q", test.yaml, d.Detail, test.detail)
		}
	}
}

func TestAMissingNodeIsAnError(t *testing.T) {
	for _, read := range []func(*source.Node) (*Expr, diag.List){Formula, Value} {
		if e, diags := read(nil); e != nil || !diags.HasErrors() {
			t.Errorf("no node gives %v %v", e, diags)
		}
	}
}

// Prose in value position is not reported as a formula without its =.
func TestProseInValuePositionIsAName(t *testing.T) {
	for _, yaml := range []string{"x: Quiet Years", "x: 'a + b'", "x: 'a, b (c)'", "x: \"it's\"", "x: Early Harvest"} {
		e, diags := Value(node(t, yaml))
		if len(diags) > 0 || e.Kind != Name {
			t.Errorf("%s: %v %v, want a name", yaml, e, diags)
		}
	}
}

// The position of an expression is that of its determining token, in the file.
func TestPlacesOfExpressions(t *testing.T) {
	e, diags := Formula(node(t, "x: '$space.kind == way and pieces($space, decides: ox) not in a'"))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	call := e.Args[1].Args[0]
	tests := []struct {
		what     string
		pos      diag.Pos
		col, end int
	}{
		{"and", e.Pos, 24, 27},
		{"==", e.Args[0].Pos, 17, 19},
		{"kind", e.Args[0].Args[0].Pos, 12, 16},
		{"$space", e.Args[0].Args[0].Args[0].Pos, 5, 11},
		{"way", e.Args[0].Args[1].Pos, 20, 23},
		{"not in", e.Args[1].Pos, 56, 62},
		{"pieces", call.Pos, 28, 34},
		{"decides", call.Named[0].Pos, 43, 50},
		{"ox", call.Named[0].Value.Pos, 52, 54},
	}
	for _, test := range tests {
		if want := (diag.Pos{File: "g/r.md", Line: 2, Col: test.col, EndCol: test.end}); test.pos != want {
			t.Errorf("%s is at %v-%d, want %v-%d", test.what, test.pos, test.pos.EndCol, want, want.EndCol)
		}
	}
}
