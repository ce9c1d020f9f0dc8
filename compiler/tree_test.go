package compiler_test

// The tree form of docs/reference.md, section 6, and formulas are two notations of one language: these tests compile games in
// both and compare the GameDefs without their positions.

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// notations are values, conditions and statements, each as a tree and in the language. They are in a procedure with the
// parameters $as: seat, $space: zone, $area: zones, $n: int.
var notations = []struct{ name, tree, formula string }{
	{"variable", "value: {ref: gvar, var: honey}", "value: =honey"},
	{"variable, the other spelling", "value: {ref: globalVar, name: now}", "value: =now"},
	{"binding", "value: {ref: binding, name: $n}", "value: $n"},
	{"binding without its sign", "value: {ref: binding, name: n}", "value: =$n"},
	{"parameter", "value: {param: space}", "value: $space"},
	{"active player", "value: {ref: activePlayer}", "value: =activePlayer"},
	{"property of a zone", "value: {ref: zoneProp, zone: $space, prop: terrain}", "value: =$space.terrain"},
	{"property of a named zone", "value: {ref: zoneProp, zone: oak, prop: yield}", "value: =oak.yield"},
	{"the zone as its own id", "value: {ref: zoneProp, zone: $space, prop: id}", "value: $space"},
	{"marker", "value: {ref: markerState, space: $space, marker: favor}", "value: =$space.favor"},
	{"sum", "value: {op: '+', left: {ref: gvar, var: honey}, right: 2}", "value: =honey + 2"},
	{"sum of several", "value: {op: '+', args: [1, {param: n}, {ref: gvar, var: honey}]}", "value: =1 + $n + honey"},
	{"difference", "value: {op: '-', left: {ref: gvar, var: honey}, right: {param: n}}", "value: =honey - $n"},
	{"product", "value: {op: '*', left: {op: '+', left: {param: n}, right: 1}, right: 3}", "value: =($n + 1) * 3"},
	{"division rounded down", "value: {op: floorDiv, left: {param: n}, right: 2}", "value: =$n div 2"},
	{"division rounded up", "value: {op: ceilDiv, left: {param: n}, right: 2}", "value: =$n cdiv 2"},
	{"remainder", "value: {op: mod, left: {param: n}, right: 2}", "value: =$n mod 2"},
	{"least of two", "value: {op: min, args: [{param: n}, {ref: gvar, var: honey}]}", "value: '=min($n, honey)'"},
	{"greatest of two", "value: {op: max, left: {param: n}, right: 3}", "value: '=max($n, 3)'"},
	{"choice", "value: {if: {when: {op: '>', left: {param: n}, right: 1}, then: 2, else: {param: n}}}", "value: '=if($n > 1, 2, $n)'"},
	{"choice of names", "value: {if: {when: $n > 1, then: oak, else: elm}}", "value: '=if($n > 1, oak, elm)'"},
	{"number of zones", "value: {aggregate: {op: count, query: {query: mapSpaces}}}", "value: =size(spaces)"},
	{"number of zones with a condition", "value: {aggregate: {op: count, query: {query: mapSpaces, filter: {op: '==', left: {ref: zoneProp, zone: $zone, prop: terrain}, right: grove}}}}",
		"value: =count($zone in spaces where $zone.terrain == grove)"},
	{"number of zones with a property", "value: {aggregate: {op: count, query: {query: mapSpaces, filter: [{prop: terrain, eq: grove}, {prop: yield, op: '>=', value: 1}]}}}",
		"value: =count($zone in spaces where $zone.terrain == grove and $zone.yield >= 1)"},
	{"sum over zones", "value: {aggregate: {op: sum, bind: $zone, query: {query: mapSpaces, filter: $zone.yield > 0}, prop: yield}}",
		"value: =sum($zone.yield for $zone in spaces where $zone.yield > 0)"},
	{"least over zones", "value: {aggregate: {op: min, bind: $z, query: {query: mapSpaces}, value: $z.yield}}", "value: =least($z.yield for $z in spaces)"},
	{"most over players", "value: {aggregate: {op: max, bind: $p, query: {query: players}, valueExpr: =reach($p)}}", "value: =most(reach($p) for $p in seats)"},
	{"pieces in a zone", "value: {aggregate: {op: count, query: {query: tokensInZone, zone: $space, filter: [{prop: type, eq: ant-scout}]}}}",
		"value: '=pieces($space, ant-scout)'"},
	{"pieces of some seats", "value: {aggregate: {op: count, query: {query: tokensInZone, zone: $space, filter: [{prop: faction, op: in, value: [ant, bee]}]}}}",
		"value: '=pieces($space, ant | bee)'"},
	{"pieces of a status", "value: {aggregate: {op: count, query: {query: tokensInZone, zone: $space, filter: [{prop: type, eq: ant-scout}, {prop: activity, eq: hidden}]}}}",
		"value: '=pieces($space, ant-scout.hidden)'"},
	{"pieces in adjacent zones", "value: {aggregate: {op: count, query: {query: tokensInAdjacentZones, zone: $space, filter: [{prop: seat, eq: bee}]}}}",
		"value: '=pieces(adjacent($space), bee)'"},
	{"pieces in some zones", "value: {aggregate: {op: count, query: {query: tokensInZones, zones: {ref: binding, name: $area}, filter: [{prop: seat, eq: ant}, {prop: type, op: '!=', value: ant-hill}]}}}",
		`value: '=pieces($area, ant \ ant-hill)'`},
	{"zones as a value", "value: {query: mapSpaces, filter: $zone.yield > 0}", "value: =set($zone in spaces where $zone.yield > 0)"},
	{"adjacent zones", "value: {query: adjacentZones, zone: $space}", "value: =adjacent($space)"},
	{"connected zones", "value: {query: connectedZones, zone: $space, via: {op: '==', left: {ref: zoneProp, zone: $zone, prop: terrain}, right: grove}, maxDepth: 2}",
		"value: '=flood($space, set($zone in spaces where $zone.terrain == grove), 2)'"},
	{"connected zones with their start", "value: {query: connectedZones, zone: $space, includeStart: true}", "value: '=[$space] | flood($space, spaces)'"},
	{"given members", "value: {query: enums, values: [oak, elm]}", "value: '=[oak, elm]'"},
	{"bound set", "value: {query: binding, name: $area}", "value: $area"},
	{"union", "value: {op: union, args: [{query: adjacentZones, zone: $space}, {query: binding, name: $area}]}", "value: =adjacent($space) | $area"},
	{"concatenation", "value: {query: concat, args: [{query: adjacentZones, zone: oak}, {query: adjacentZones, zone: $space}]}", "value: =adjacent(oak) | adjacent($space)"},
	{"set difference", "value: {op: '\\', left: $area, right: {query: adjacentZones, zone: $space}}", `value: =$area \ adjacent($space)`},

	{"equal", "when: {op: '==', left: {ref: markerState, space: $space, marker: favor}, right: warm}", "when: $space.favor == warm"},
	{"not equal", "when: {op: '!=', left: $as, right: ant}", "when: $as != ant"},
	{"less", "when: {op: '<', left: {param: n}, right: 3}", "when: $n < 3"},
	{"at least", "when: {op: '>=', left: {ref: gvar, var: honey}, right: 3}", "when: honey >= 3"},
	{"seats by number", "when: {op: '==', left: {ref: activePlayer}, right: 1}", "when: activePlayer == bee"},
	{"conjunction", "when: {op: and, args: [{op: '>', left: $n, right: 1}, {op: '==', left: $as, right: ant}]}", "when: $n > 1 and $as == ant"},
	{"disjunction", "when: {op: or, args: [{op: and, args: [$n > 1, $as == ant]}, $as.ready]}", "when: $n > 1 and $as == ant or $as.ready"},
	{"negation", "when: {op: not, arg: {op: '==', left: $as, right: ant}}", "when: not $as == ant"},
	{"some", "when: {any: {bind: $z, over: {query: adjacentZones, zone: $space}, where: {op: '>', left: $z.yield, right: 1}}}", "when: any($z in adjacent($space) where $z.yield > 1)"},
	{"all", "when: {every: {bind: z, over: $area, where: [{prop: terrain, eq: grove}, $z.yield > 1]}}", "when: every($z in $area where $z.terrain == grove and $z.yield > 1)"},
	{"a marker or none", "when: {op: '==', left: {ref: markerState, space: $space, marker: blight}, right: none}", "when: $space.blight == none"},
	{"number in quotes", "value: {op: '+', left: $n, right: '1965'}", "value: =$n + 1965"},
	{"pieces of every kind", "value: {aggregate: {op: count, query: {query: tokensInZone, zone: $space}}}", "value: =pieces($space)"},
	{"membership", "when: {op: in, item: $space, set: {query: adjacentZones, zone: elm}}", "when: $space in adjacent(elm)"},
	{"membership in members", "when: {op: in, left: $as, right: [ant, bee]}", "when: '$as in [ant, bee]'"},
	{"no membership", "when: {op: notIn, left: $space, right: $area}", "when: $space not in $area"},

	{"branch", "do: {if: {when: {op: '>', left: $n, right: 1}, then: [{gain: {honey: 1}}], else: [{lose: {honey: 1}}]}}",
		"do: {if: $n > 1, then: [{gain: {honey: 1}}], else: [{lose: {honey: 1}}]}"},
	{"let", "do: {do: [{let: {bind: $k, value: {op: '+', left: $n, right: 1}}}, {gain: {honey: $k}}]}",
		"do: {do: [{let: {$k: =$n + 1}}, {gain: {honey: $k}}]}"},
	{"let with a body", "do: {do: [{let: {bind: $k, value: {op: '+', left: $n, right: 1}, in: [{gain: {honey: $k}}]}}]}",
		"do: {do: [{let: {bind: $k, value: =$n + 1, in: [{gain: {honey: $k}}]}}]}"},
	{"amount of a track", "do: {gain: {$as.purse: {op: floorDiv, left: $n, right: 2}}}", "do: {gain: {$as.purse: =$n div 2}}"},
	{"domain of a choice", "do: {one: $z, by: {param: as}, from: {query: adjacentZones, zone: $space}, where: {op: '>', left: {ref: zoneProp, zone: $z, prop: yield}, right: 0}, min: 0}",
		"do: {one: $z, by: $as, from: adjacent($space), where: $z.yield > 0, min: 0}"},
	{"loop over a query", "do: {for: {$z: {query: mapSpaces, filter: $zone.yield > 0}}, do: [{mark: {$z.blight: -1}}]}",
		"do: {for: {$z: set($zone in spaces where $zone.yield > 0)}, do: [{mark: {$z.blight: -1}}]}"},
}

func TestTreesAndFormulasCompileToTheSame(t *testing.T) {
	base := baseText(t)
	for _, n := range notations {
		t.Run(n.name, func(t *testing.T) {
			tree, formula := bare(t, base, n.tree), bare(t, base, n.formula)
			if tree != formula {
				a, b := difference(tree, formula)
				t.Errorf("%s\nand\n%s\ndiffer at\n%s\nand\n%s", n.tree, n.formula, a, b)
			}
		})
	}
}

// bare compiles a notation and formats the GameDef without positions.
func bare(t *testing.T, base, notation string) string {
	t.Helper()
	key, text, _ := strings.Cut(notation, ": ")
	switch key {
	case "value":
		text = "{note: {seen: {value: " + text + "}}}"
	case "when":
		text = "{require: " + text + "}"
	}
	if key == "when" && !strings.HasPrefix(notation, "when: {") && !strings.HasPrefix(notation, "when: '") {
		text = "{require: '" + strings.TrimPrefix(notation, "when: ") + "'}"
	}
	page := base + "\n```yaml\nvariables: [{id: activePlayer, type: seat, initial: ant}]\nprocedures:\n- id: notation\n" +
		"  params: {as: seat, space: zone, area: zones, n: int}\n  do:\n  - " + text + "\n```\n"
	gd, _, list := compileText(page)
	report(t, alone(list))
	gd.Nodes = slices.Clone(gd.Nodes)
	for i := range gd.Nodes {
		gd.Nodes[i] = def.NodeDef{Rules: gd.Nodes[i].Rules, What: gd.Nodes[i].What}
	}
	data, err := json.Marshal(gd)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// alone removes the warnings that a page with a single statement gets: unused bindings and declarations, no end.
func alone(list diag.List) diag.List {
	return slices.DeleteFunc(withoutUnused(list), func(d diag.Diagnostic) bool { return d.Code == "unused-binding" })
}

// difference returns the parts of two texts around their first difference.
func difference(a, b string) (string, string) {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	around := func(s string) string { return s[max(i-100, 0):min(i+150, len(s))] }
	return around(a), around(b)
}
