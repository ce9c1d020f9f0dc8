//go:build linux

package main

// These attacks make playing costly: an instruction, a decision or a view of many things, a file of many answers, a
// log.

import (
	"fmt"
	"strings"
)

// steppedOn returns an attack by the cost of one step of a play.
func steppedOn(block, statements string) attack {
	return with(does(block, statements), scenarioOf("moves: []\nexpect: {asked: {over: true}}\n"), "conformance")
}

func crowd(count int) string {
	return gridOf(32, 31, "") + "boxes: [{id: bag}]\n" + many("pieces", 100, fmt.Sprintf("{id: p#, count: %d, home: bag}", count)) +
		"setups: [{id: start, spaces: {s1-1: {pieces: {p1: 1, p2: 1}}}}]\n"
}

func init() {
	long := "procedures:\n- id: play\n  rule: 9.1-a\n  do:\n  - while: true\n    most: 100000\n    do:\n" +
		"    - {menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}\n    - {for: {$s: near}, do: [{set: {$s.dot: '=if($s.dot == 0, 1, 0)'}}]}\n"
	busy := strings.Replace(marked(32, 31, 500), "- id: play\n", "- id: play\n  rule: 9.1-a\n", 1)
	saved := func(n int) map[string]string {
		return map[string]string{"a.play": "version: 1\ngame: toy\nanswers:\n" + strings.Repeat("- {red: rest}\n", n)}
	}
	for name, a := range map[string]func() attack{
		"play: a take of 15 caps": func() attack {
			return steppedOn(gridOf(32, 31, "")+"boxes: [{id: bag}]\n"+many("pieces", 15, "{id: p#, count: 200, home: bag}")+"functions: [{id: any-of, params: {n: int}, value: '=$n'}]\n",
				"  - {for: {$s: spaces}, do: ["+inRow(6, "{move: {of: p#, from: bag, count: 1, to: $s}}")+"]}\n"+
					"  - {take: $n, by: red, of: '"+strings.ReplaceAll(inRow(15, "p#"), ", ", " | ")+"', from: spaces, min: 100, max: 900, caps: ["+inRow(15, "{of: p#, max: '=# + 20', each: false}")+"], to: bag}\n")
		},
		"play: pairs by their distance": func() attack {
			return steppedOn(gridOf(32, 31, ""), "  - {pair: $a, second: $b, by: red, from: spaces, to: spaces, where: 'distance($a, $b) > 55'}\n  - {if: '$a == $b', then: [{over: {}}]}\n")
		},
		"play: sets of sets of distances": func() attack {
			return steppedOn(gridOf(32, 31, "")+"variables: [{id: v, type: int}]\n", "  - set: {v: '=sum(size(set($b in spaces where distance($a, $b) > v)) for $a in spaces)'}\n")
		},
		"play: room for a hundred types": func() attack {
			return steppedOn(crowd(255)+many("stacking", 99, "{in: spaces, of: p#, max: 3}"), strings.Repeat("  - {for: {$s: spaces}, do: [{if: 'sum(room($z, p1) + pieces($z, p2 | p3) for $z in spaces) > 3', then: []}]}\n", 30))
		},
		"play: obligations on a board of 246016 values": func() attack {
			return steppedOn(gridOf(16, 31, "")+"variables: [{id: v, type: int, per: [space, zone]}]\n",
				"  - {repeat: 2000, do: [{ensure: 'sum(1 for $s in spaces) > 3', do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}]}]}\n")
		},
		"play: an obligation that looks at all pairs of spaces": func() attack {
			return steppedOn(gridOf(32, 31, "")+"variables: [{id: v, type: int}]\n",
				"  - {ensure: 'size(set($s in spaces where sum(1 for $t in spaces where $t != $s) > 990)) > 992', do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}]}\n")
		},
		"play: an obligation on a subset that the budget hardly allows": func() attack {
			return steppedOn("properties: {zone: {worth: {type: int, default: 0}}}\nspaces: [{each: {n: 1..60}, id: 's{n}', worth: '=61 - {n}'}]\nvariables: [{id: v, type: int}]\n",
				"  - {ensure: v > 3, do: [{subset: $k, by: red, each: $s, from: spaces, min: 30, max: 30, cost: $s.worth, budget: 495}, {set: {v: '=size($k)'}}]}\n")
		},
		"play: each watched value looks at all": func() attack {
			return steppedOn(gridOf(32, 31, "")+"variables: [{id: v, type: int}]\nderived: [{id: d, per: space, type: int, watch: true, value: '=v + sum(distance($a, $it) for $a in spaces)'}]\n",
				"  - {repeat: 50, do: [{set: {v: '=v + 1'}}]}\n")
		},
		"play: a view of values that look at all": func() attack {
			a := with(does(gridOf(32, 31, "")+"variables: [{id: v, type: int}]\nderived: [{id: d, per: space, type: int, watch: true, value: '=v + sum(distance($a, $it) for $a in spaces)'}]\n", "  - {menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}\n"),
				scenarioOf("moves: [{red: rest}]\nexpect: {sees: {red: {s1-1.d: 3}}}\n"), "conformance")
			return a
		},
		"play: a loop that looks ahead": func() attack {
			return with(does("tracks: [{id: honey, max: 900}]\n", "  - {ensure: honey > 800, do: [{while: honey < 900, most: 900, do: [{menu: act, by: red, options: {rest: {do: [{gain: {honey: 1}}]}, sleep: {do: [{gain: {honey: 2}}]}, no: {do: [{lose: {honey: 1}}]}}}]}]}\n"),
				scenarioMoves(50, "red: rest", "{asked: {seat: red, decision: act}}"), "conformance")
		},
		"soak: a game without an end": func() attack {
			return with(gridOf(5, 5, "")+"markers: [{id: dot, on: spaces, count: 200}]\nsets: {near: '=highest(spaces, 3)'}\n"+long, map[string]string{}, "soak", "-for", "1s")
		},
		"play: a file of answers that each change much": func() attack {
			return with(busy, saved(90_000), "replay", "ROOT/a.play")
		},
		"record: a play of 20000 answers": func() attack {
			return with(strings.Replace(marked(5, 5, 3), "- id: play\n", "- id: play\n  rule: 9.1-a\n", 1), saved(20_000), "record", "--from", "15000", "ROOT/a.play")
		},
		"record: a play whose answers each change much": func() attack {
			return with(busy, saved(20_000), "record", "--from", "19000", "ROOT/a.play")
		},
		"record: a play of many answers that each change something": func() attack {
			return with(strings.Replace(marked(32, 31, 100), "- id: play\n", "- id: play\n  rule: 9.1-a\n", 1), saved(250), "record", "--from", "200", "ROOT/a.play")
		},
		"suggest: 3000 places": func() attack {
			return with(strings.Replace(act, "id: play,", "id: play, rule: 9.1-a,", 1)+many("derived", 3000, "{id: d#, type: int, value: '=1 + #'}"), map[string]string{}, "suggest", "--work", "20")
		},
		"profile: a game of many steps": func() attack {
			return with(busy, map[string]string{}, "profile", "toy")
		},
		"profile: games of a million steps": func() attack {
			return with(longGame, map[string]string{}, "profile", "toy")
		},
		"bench: 3000 set-ups": func() attack {
			return with(act+many("setups", 3000, "{id: u#}"), map[string]string{}, "bench", "toy", "--time", "10ms")
		},
		"report: data on one long line": func() attack {
			return with(board20+act+"tables: [{id: t, at: goods, columns: {price: int, in: zones}}]\ngoods: ["+inRow(4000, "{price: #, in: '=set($s in spaces where $s == $s)'}")+"]\n", map[string]string{}, "report", "--no-play", "-o", "ROOT/out")
		},
		"report: many lines that bind": func() attack {
			return with(does(board20, strings.ReplaceAll(many("", 10000, "let: {$x#: =size(spaces)}")[2:], "- let", "  - let")), map[string]string{}, "report", "--no-play", "-o", "ROOT/out")
		},
		"report: many limits of stacking": func() attack {
			return with(board20+act+many("stacking", 3000, "{in: spaces, of: p, max: 3}"), map[string]string{}, "report", "--no-play", "-o", "ROOT/out")
		},
		"report: a variable of 258180 values": func() attack {
			files := scenarioOf("moves: [{red: rest}]\nexpect: {notAsked: [act]}\n")
			return with(board20+act+"enums: {kind: ["+inRow(260, "k#")+"]}\nvariables: [{id: seen, type: int, per: [zone, kind]}]\n", files, "report", "--no-play", "-o", "ROOT/out")
		},
		"report: a drawing of 992 spaces without places": func() attack {
			return with(board20+act+"markers: [{id: dot, on: spaces, count: 9}]\n", map[string]string{}, "report", "--no-play", "-o", "ROOT/out")
		},
	} {
		attacks[name] = a
	}
}
