//go:build linux

package main

// This file runs the command line on inputs made to be costly, under limits of memory and processor time: each is
// processed or refused, even if many things within their limits are multiplied.

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Limits of a command. docs/limits.md promises 500 MB and five seconds of processor time. Memory is checked with room
// for garbage that is not collected yet; the time limit only ends runaway processes, because tests assert no times.
const (
	attackMemory = 700_000 // seconds of processor time
	attackTime   = 15      // seconds of the processor
	attackOutput = 256 << 10
)

type attack struct {
	files map[string]string
	args  []string
	want  string // a part of the output
}

// many lists n entries; # is replaced by the number of an entry.
func many(key string, n int, entry string) string {
	var b strings.Builder
	b.WriteString(key + ":\n")
	for i := range n {
		b.WriteString("- " + strings.ReplaceAll(entry, "#", strconv.Itoa(i)) + "\n")
	}
	return b.String()
}

// inRow joins n numbered texts.
func inRow(n int, one string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(one, "#", strconv.Itoa(i))
	}
	return strings.Join(list, ", ")
}

// page is a rulebook of one page with a block of YAML.
func page(block string) map[string]string {
	return map[string]string{"data/games/toy/10.md": bookOf(block)}
}

// act is the procedure of a game with one decision, which the scenario of the repository plays.
const act = "procedures:\n- {id: play, do: [{menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}, {over: {}}]}\n"

// gridOf is a grid of n by m spaces.
func gridOf(n, m int, more string) string {
	return fmt.Sprintf("grids:\n- {id: field, columns: 1..%d, rows: 1..%d, space: {id: 's{column}-{row}'}, directions: {up: {row: 1}, over: {column: 1}}%s}\n", n, m, more)
}

func checked(block string) attack { return attack{files: page(block), args: []string{"check"}} }

// does returns a rulebook with these statements; each must be on its own lines.
func does(block, statements string) string {
	return block + "procedures:\n- id: play\n  do:\n" + statements + "  - {over: {}}\n"
}

var attacks = map[string]func() attack{
	"600 lengths of lines": func() attack { return checked(act + gridOf(32, 31, ", lines: {"+inRow(600, "l#: 2")+"}")) },
	"many directions and lines": func() attack {
		var ways []string
		for i := range 600 {
			ways = append(ways, fmt.Sprintf("d%d: {row: %d, column: %d}", i, i%31-15, i/31+1))
		}
		return checked(act + "grids:\n- {id: field, columns: 1..32, rows: 1..31, space: {id: 's{column}-{row}'}, directions: {" + strings.Join(ways, ", ") + "}, lines: {" + inRow(300, "l#: 2") + "}}\n")
	},
	"5000 tables at one path": func() attack {
		return checked(act + many("tables", 5000, "{id: t#, at: goods, columns: {price: int}}") + many("goods", 1000, "{price: #}"))
	},
	"2000 options of 4096 values": func() attack { return checked(act + many("options", 2000, "{id: o#, values: 1..4096}")) },
	"300 set-ups of 992 spaces": func() attack {
		return checked(act + gridOf(32, 31, "") + "markers:\n- {id: m0, on: spaces, count: 9}\n- {id: m1, on: spaces, count: 9}\n- {id: m2, on: spaces, count: 9}\n" +
			many("setups", 300, "{id: u#, spaces: {spaces: {m0: 1, m1: 2, m2: 3}}}"))
	},
	"2000 words of moves": func() attack {
		return checked(act + "moves:\n  words:\n" + strings.ReplaceAll(many("", 2000, "{word: w#, decision: decision#, answer: a#}")[2:], "- {", "  - {"))
	},
	"3000 macros": func() attack {
		return checked(act + many("effectMacros", 3000, "{id: macro-with-a-name-#, params: [], exports: [], effects: [{macro: macro-with-another-#, args: {}}]}"))
	},
	"3000 unknown names": func() attack {
		return checked(act + many("functions", 3000, "{id: function-with-a-long-name-#, value: =function-with-a-lung-nome-#}"))
	},
	"3000 eaches": func() attack {
		return checked(act + many("tracks", 3000, "{each: {n: letters-#}, id: 't#-{n}', max: 1}"))
	},
	"3000 drafts": func() attack {
		return checked(act + many("actions", 3000, "{id: act-#, actor: active, executor: actor, phase: [x], params: [{name: target, domain: {query: mapSpaces}}], pre: {op: '>', left: {ref: gvar, var: honey#}, right: 1}, effects: [{forEach: {bind: $s, over: {query: tokensInZone, zone: z#}, effects: []}}]}"))
	},
	"asides 1500 times": func() attack {
		return checked("asides:\n" + strings.ReplaceAll(many("", 1500, "  a#: {do: [{gain: {honey: 1}}]}")[2:], "-   a", "  a") + "tracks: [{id: honey, max: 9}]\nspaces: [{id: oak}]\n" +
			does("", strings.Repeat("  - {pick: $p, each: $q, by: red, from: oak, also: ["+inRow(1500, "a#")+"], do: []}\n", 100)))
	},
	"grants 1500 times": func() attack {
		return checked("tracks: [{id: honey, max: 9}]\ngrants: {with: {}, before: [" + strings.TrimSuffix(strings.Repeat("{gain: {honey: 1}}, ", 1500), ", ") + "], after: []}\n" +
			"procedures:\n- {id: q, do: [{gain: {honey: 1}}]}\n- id: play\n  do:\n" + strings.Repeat("  - {grant: {q: {}}}\n", 1500) + "  - {over: {}}\n")
	},
	"formulas in flow collections": func() attack {
		return checked(act + "tracks: [{id: honey, max: 9}]\n" + many("functions", 2000, "{id: f#, value: '="+strings.TrimSuffix(strings.Repeat("honey * 3 + ", 150), " + ")+"'}"))
	},
	"fields of a note with formulas": func() attack {
		return checked(does("tracks: [{id: honey, max: 9}]\n", strings.Repeat("  - note: {x: {"+inRow(7, "f#: '=honey + 2 * max(honey, 3) - if(honey > 2, honey ** 2, 7)'")+"}}\n", 2000)))
	},
	"conditions of picks that are known": func() attack {
		return checked(does(gridOf(32, 31, ""), strings.Repeat("  - {pick: $p, each: $q, by: red, from: spaces, where: 'any($a in spaces where any($b in spaces where any($c in spaces where distance($a, $b) + distance($b, $c) > 9999)))', do: []}\n", 300)))
	},
	"distances that are known": func() attack {
		return checked(does(gridOf(32, 31, ""), strings.Repeat("  - {if: 'sum(sum(distance($a, $b) for $a in spaces) for $b in spaces) > 3', then: []}\n", 1)) + "functions:\n- {id: f, value: '=sum(sum(distance($a, $b) for $a in spaces) for $b in spaces)'}\n" +
			"sets: {far: '=set($a in spaces where any($b in spaces where distance($a, $b) > 5000))'}\n")
	},
	"floods that are known": func() attack {
		return checked(act + gridOf(32, 31, "") + "sets: {far: '=set($a in spaces where size(flood($a, spaces, 0)) > 5000)', near: '=set($a in spaces where size(within($a, 60)) > 5000)'}\n")
	},
	"unknown keys": func() attack {
		return checked(act + strings.ReplaceAll(many("", 20000, "unknown-key-#: 1")[2:], "- unknown", "unknown"))
	},
	"names that are twice": func() attack {
		return checked(act + many("tracks", 20000, "{id: t, max: 1}"))
	},
	"long ids": func() attack {
		return checked(act + many("tracks", 200, "{id: "+strings.Repeat("x", 5000)+"#, max: y}"))
	},
	"nested tree": func() attack {
		return checked(does("tracks: [{id: honey, max: 9}]\n", "  - if: "+strings.Repeat("{op: and, args: [", 28)+"true"+strings.Repeat("]}", 28)+"\n    then: []\n"))
	},
	"checks of pairs": func() attack {
		return checked(act + gridOf(32, 31, "") + many("checks", 1, "{id: k#, pairs: {$a: spaces, $b: spaces}, require: 'size(flood($a, spaces, 0) & flood($b, spaces, 0)) > 0', message: two are one}"))
	},
	"many pieces of statuses and marks": func() attack {
		return checked(act + gridOf(32, 31, "") + "boxes: [{id: bag}]\n" + many("pieces", 32, "{id: p#, count: 9, home: bag, statuses: [a, b], marks: [m, n]}") + many("stacking", 1000, "{in: spaces, of: p1, max: 3}"))
	},
	"many derived values watched": func() attack {
		return checked(act + gridOf(32, 31, "") + "boxes: [{id: bag}]\npieces: [{id: p, count: 9, home: bag}]\n" + many("derived", 300, "{id: d#, per: space, type: int, watch: true, value: '=pieces(spaces, p) + #'}") + "setups: [{id: u, expect: {}}]\n")
	},
	"set-ups that expect": func() attack {
		return checked(act + gridOf(32, 31, "") + "boxes: [{id: bag}]\npieces: [{id: p, count: 9, home: bag}]\n" + many("derived", 100, "{id: d#, type: int, value: '=sum(size(flood($s, spaces, 0)) for $s in spaces) + #'}") + many("setups", 100, "{id: u#, expect: {d#: 3}}"))
	},
	"long calls of functions": func() attack {
		var b strings.Builder
		b.WriteString("functions:\n- {id: f0, params: {n: int}, value: '=$n + 1'}\n")
		for i := 1; i < 60; i++ {
			fmt.Fprintf(&b, "- {id: f%d, params: {n: int}, value: '=f%d($n) + f%d($n + 1)'}\n", i, i-1, i-1)
		}
		return checked(does("", "  - {if: 'f59(1) > 2', then: []}\n") + b.String())
	},
	"procedures that call twice": func() attack {
		var b strings.Builder
		for i := 1; i < 60; i++ {
			fmt.Fprintf(&b, "- {id: p%d, params: {n: int}, do: [{p%d: '=$n + 1'}, {p%d: '=$n + 2'}]}\n", i, i-1, i-1)
		}
		return checked("procedures:\n- {id: p0, params: {n: int}, do: []}\n" + b.String() + "- {id: play, do: [{p59: 1}, {over: {}}]}\n")
	},
	"9000 moves of a piece": func() attack {
		return checked(does("pieces: [{id: man, seat: red, count: 1, home: box}]\nspaces: [{id: a}]\nboxes: [{id: box}]\n", "  - {let: {$p: '=piece-at(a, man)'}}\n"+strings.Repeat("  - {move: {piece: $p, to: a}}\n", 9000)))
	},
	"1500 variables in ten loops": func() attack {
		body := inRow(1000, "{gain: {gold: 1}, if: v# > 3}") + ", " + inRow(1500, "{set: {v#: 1}}")
		return checked(does(many("variables", 1500, "{id: v#, type: int}")+"spaces: [{id: a}, {id: b}]\ntracks: [{id: gold, min: 0, max: 9}]\n", strings.Repeat("  - {for: {$z: spaces}, do: [{note: {z: $z}}, "+body+"]}\n", 10)))
	},
	"4000 loops of a procedure": func() attack {
		return checked(does("variables: [{id: v, type: int, per: zone}]\n"+gridOf(5, 5, ""), strings.Repeat("  - {for: {$z: spaces}, where: $z.v > 0, do: [{let: {$n: =$z.v}}, {set: {$z.v: =$n + 1}, if: $n > 0}]}\n", 4000)))
	},
	"4000 conditions of a loop": func() attack {
		return checked(does("variables: [{id: v, type: int, per: zone}]\n"+gridOf(5, 5, ""), "  - for: {$z: spaces}\n    do:\n"+strings.Repeat("    - {gain: {$z.v: 1}, if: $z.v > 0}\n", 4000)))
	},
	"3000 decisions that go by a slot, secrets": func() attack {
		return checked(does("variables: [{id: v, type: int, visible: hidden}, {id: m, type: int, per: zone}]\n"+gridOf(5, 5, ""), "  - let: {$n: 9}\n"+strings.Repeat("  - {pick: $z, each: $s, by: red, from: spaces, where: $s.m < $n, do: [{set: {$n: =$n - $s.m}}]}\n", 3000)))
	},
	"8000 rolls, secrets": func() attack {
		return checked(does("variables: [{id: v, type: int, visible: hidden}]\n", strings.ReplaceAll(many("", 8000, "{roll: $d#, name: r, sides: 6}\n- {set: {v: =$d# + v}}")[2:], "- ", "  - ")))
	},
	"loops in loops": func() attack {
		return checked(does(gridOf(32, 31, "")+"markers: [{id: m, on: spaces, count: 9}]\n", "  - "+strings.Repeat("{for: {$s: spaces}, where: 'any($a in spaces where $a == $s)', do: [", 14)+"{mark: {$s.m: 1}}"+strings.Repeat("]}", 14)+"\n"))
	},
	"long chain of lets": func() attack {
		var b strings.Builder
		b.WriteString("  - let: {$x0: '=set($s in spaces where true)'}\n")
		for i := 1; i < 3000; i++ {
			fmt.Fprintf(&b, "  - let: {$x%d: '=$x%d | $x%d'}\n", i, i-1, i-1)
		}
		return checked(does(gridOf(32, 31, ""), b.String()))
	},
	"bindings of piles, secrets": func() attack {
		var b strings.Builder
		b.WriteString("  - let: {$p0: red.hand}\n")
		for i := 1; i < 1000; i++ {
			fmt.Fprintf(&b, "  - let: {$p%d: '=if(n > %d, $p%d, $p%d)'}\n", i, i, i-1, i-1)
		}
		b.WriteString("  - {may: look, by: red, where: top($p999) == ace, do: []}\n")
		return checked(does("cards: [{id: ace}]\npiles: [{id: hand, per: seat, visible: hidden}]\nvariables: [{id: n, type: int}]\n", b.String()))
	},
	"one procedure of 20000 statements": func() attack {
		return checked(does("tracks: [{id: honey, max: 9}]\n", strings.Repeat("  - gain: {honey: 1}\n", 20000)))
	},
	"many grids": func() attack {
		return checked(act + "grids:\n" + strings.Repeat("- {id: g, columns: 1..32, rows: 1..31, space: {id: 's{column}-{row}'}, directions: {up: {row: 1}}}\n", 2000))
	},
	"an each of many names": func() attack {
		return checked(act + "tracks: [{each: {" + inRow(60, "n#: 1..2") + "}, id: 'x{n0}', max: 1}]\n")
	},
	"brackets of prose in a rulebook": func() attack {
		return attack{files: map[string]string{"data/games/toy/20.md": "# More\n\n" + strings.Repeat("[", 400_000) + "\n"}, args: []string{"check"}}
	},
	"emphasis of prose in a rulebook": func() attack {
		return attack{files: map[string]string{"data/games/toy/20.md": "# More\n\n" + strings.Repeat("*a _b ", 100_000) + "\n"}, args: []string{"check"}}
	},
	"quotes of prose in a rulebook": func() attack {
		return attack{files: map[string]string{"data/games/toy/20.md": "# More\n\n" + strings.Repeat(strings.Repeat(">", 3000)+" a\n", 300) + "\n"}, args: []string{"check"}}
	},
	"lists of prose in a rulebook": func() attack {
		return attack{files: map[string]string{"data/games/toy/20.md": "# More\n\n" + strings.Repeat("- ", 3000) + "a\n" + strings.Repeat("* ", 3000) + "b\n"}, args: []string{"check"}}
	},
}

// proses are paragraphs with n openings for which a renderer searches the end.
var proses = map[string]func(n int) string{
	"emphasis in emphasis": func(n int) string { return strings.Repeat("*a ", n) + strings.Repeat("b* ", n) },
	"brackets":             func(n int) string { return strings.Repeat("[", n) + "a" + strings.Repeat("]", n) },
	"destinations":         func(n int) string { return strings.Repeat("[a](<", n) },
	"links":                func(n int) string { return strings.Repeat("[a](b", n) },
	"images":               func(n int) string { return strings.Repeat("![", n) + "a" + strings.Repeat("](b)", n) },
	"backquotes":           func(n int) string { return strings.Repeat("`a``b```c", n) },
}

// with returns a repository with a rulebook of this YAML and with further files.
func with(block string, files map[string]string, args ...string) attack {
	for name, text := range page(block) {
		files[name] = text
	}
	return attack{files: files, args: args}
}

// scenarioOf is a scenario of toy with these lines after its head.
func scenarioOf(lines string) map[string]string {
	return map[string]string{"scenarios/toy/9.1/rest.yaml": "version: 1\ntitle: Red rests\ngame: toy\nrules: [9.1-a]\n" + lines}
}

func scenarioMoves(n int, move, expect string) map[string]string {
	return scenarioOf("moves:\n" + strings.Repeat("- "+move+"\n", n) + "expect: " + expect + "\n")
}

// marked is a game on a grid in which red repeatedly marks every space.
func marked(n, m, writes int) string {
	return gridOf(n, m, "") + "markers: [{id: dot, on: spaces, count: 200}]\nderived: [{id: dots, per: space, type: int, watch: true, value: $it.dot}]\n" +
		"sets: {near: '=highest(spaces, " + fmt.Sprint(writes) + ")'}\nprocedures:\n- id: play\n  do:\n  - while: true\n    most: 100000\n    do:\n" +
		"    - {menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}\n    - {for: {$s: near}, do: [{set: {$s.dot: '=if($s.dot == 0, 1, 0)'}}]}\n"
}

func init() {
	for name, make := range proses {
		for _, n := range []int{2_000, 6_000, 200_000} {
			attacks[fmt.Sprintf("report: %d %s", n, name)] = func() attack {
				return attack{files: map[string]string{"data/games/toy/20.md": "# More\n\n" + make(n) + "\n"}, args: []string{"report", "--no-play", "-o", "ROOT/out"}}
			}
		}
		attacks["report: many paragraphs of "+name] = func() attack {
			return attack{files: map[string]string{"data/games/toy/20.md": "# More\n" + strings.Repeat("\n"+make(300)+"\n", 2_000)}, args: []string{"report", "--no-play", "-o", "ROOT/out"}}
		}
	}
	for name, a := range map[string]func() attack{
		"scenario: unknown values in the set-up": func() attack {
			return with(act+board20+"variables: [{id: v, type: int, per: zone}]\n", scenarioOf("setup: {values: {"+inRow(9000, "w#.v: 1")+"}}\nmoves: [{red: rest}]\nexpect: {asked: {over: true}}\n"), "conformance")
		},
		"scenario: unknown values expected": func() attack {
			return with(act+board20+"variables: [{id: v, type: int, per: zone}]\n", scenarioOf("moves: [{red: rest}]\nexpect: {state: {"+inRow(9000, "w#.v: 1")+"}}\n"), "conformance")
		},
		"scenario: unknown values seen": func() attack {
			return with(act+board20+"variables: [{id: v, type: int, per: zone}]\n", scenarioOf("moves: [{red: rest}]\nexpect: {sees: {red: {"+inRow(9000, "w#.v: 1")+"}}}\n"), "conformance")
		},
		"scenario: unknown pieces": func() attack {
			return with(act+board20, scenarioOf("setup: {pieces: {"+inRow(4000, "w#: {p: 1}")+"}}\nmoves: [{red: rest}]\nexpect: {asked: {over: true}}\n"), "conformance")
		},
		"scenario: unknown notes and decisions": func() attack {
			return with(act+board20, scenarioOf("moves: [{red: rest}]\nexpect: {notAsked: ["+inRow(5000, "decision#")+"], watched: {"+inRow(3000, "value#: []")+"}, noted: {"+inRow(3000, "note#: []")+"}}\n"), "conformance")
		},
		"scenario: unknown rules": func() attack {
			return with(act+board20, map[string]string{"scenarios/toy/9.1/rest.yaml": "version: 1\ntitle: Red rests\ngame: toy\nrules: [" + inRow(9000, "9.#-b") + "]\nmoves: [{red: rest}]\nexpect: {asked: {over: true}}\n"}, "conformance")
		},
		"scenario: refused again and again": func() attack {
			return with(act+board20, scenarioOf("moves: [{red: rest}]\nexpect: {refused: ["+strings.TrimSuffix(strings.Repeat("{red: walk, because: 9.1-a}, ", 3000), ", ")+"]}\n"), "conformance")
		},
		"scenario: a hundred of them, each wrong": func() attack {
			files := map[string]string{}
			for i := range 100 {
				files[fmt.Sprintf("scenarios/toy/9.1/rest%d.yaml", i)] = "version: 1\ntitle: Red rests\ngame: toy\nrules: [9.1-a]\nmoves: [{red: rest}]\nexpect: {state: {" + inRow(4000, "w#.v: 1") + "}}\n"
			}
			return with(act+board20+"variables: [{id: v, type: int, per: zone}]\n", files, "conformance")
		},
		"scenario: sixty traces that are too long": func() attack {
			files := map[string]string{}
			for i := range 60 {
				files[fmt.Sprintf("scenarios/toy/9.1/rest%d.yaml", i)] = "version: 1\ntitle: Red rests\ngame: toy\nrules: [9.1-a]\nmoves: [{red: rest}]\nexpect: {asked: {over: true}}\n"
			}
			return with("tracks: [{id: honey, max: 9}]\n"+does("", "  - {menu: act, by: red, options: {rest: {do: []}, sleep: {do: []}}}\n  - repeat: 60000\n    do: [{gain: {honey: 1}}, {lose: {honey: 1}}]\n"), files, "conformance")
		},
		"scenario: many moves that mark": func() attack {
			return with(marked(32, 31, 992), scenarioMoves(4000, "red: rest", "{asked: {seat: red, decision: act}}"), "conformance")
		},
		"scenario: golden of as many lines": func() attack {
			files := scenarioMoves(4000, "red: rest", "{asked: {seat: red, decision: act}}")
			files["goldens/toy/9.1/rest.golden"] = strings.Repeat("a\n", 500_000)
			return with(marked(5, 5, 10), files, "conformance")
		},
		"log: many steps of many values": func() attack {
			return logged(3_000, 900)
		},
		"lists: unknown places": func() attack {
			return with(act+board20, map[string]string{"scenarios/toy.gaps.yaml": many("places", 4000, "{rule: 9.#-b, in: a, never: executed, why: a}"), "scenarios/toy.survivors.yaml": many("x", 4000, "{rule: 9.#-b, change: a, why: a}")[3:]}, "conformance")
		},
		"lists: boards": func() attack {
			return with(act+board20, map[string]string{"scenarios/toy.boards.yaml": many("x", 2000, "{values: {w#: [1, 2, 3]}}")[3:]}, "soak", "-for", "1s")
		},
		"lists: repeated": func() attack {
			return with(act+board20, map[string]string{"scenarios/toy.gaps.yaml": "places:\n- &a {rule: 9.1-b, in: a, never: executed, why: a}\n" + strings.Repeat("- {<<: *a}\n", 20000)}, "conformance")
		},
		"report: zones, steps and writes": func() attack {
			return with(marked(32, 31, 500), scenarioMoves(4000, "red: rest", "{asked: {seat: red, decision: act}}"), "report", "--no-play", "-o", "ROOT/out")
		},
		"report: zones and steps": func() attack {
			return with(marked(32, 31, 3), scenarioMoves(4000, "red: rest", "{asked: {seat: red, decision: act}}"), "report", "--no-play", "-o", "ROOT/out")
		},
		"play: a file of wrong answers": func() attack {
			return with(marked(5, 5, 3), map[string]string{"a.play": "version: 1\ngame: toy\nanswers:\n" + strings.Repeat("- {red: walk}\n", 90_000)}, "replay", "ROOT/a.play")
		},
		"play: a file of right answers": func() attack {
			return with(marked(5, 5, 3), map[string]string{"a.play": "version: 1\ngame: toy\nanswers:\n" + strings.Repeat("- {red: rest}\n", 90_000)}, "replay", "ROOT/a.play")
		},
		"eval: a long formula": func() attack {
			return with(act+board20, map[string]string{}, "eval", "-game", "toy", "--at", "9.1/rest", "sum(sum(size(flood($a, spaces, 0)) for $a in spaces) + sum(distance($a, $b) for $a in spaces) for $b in spaces)")
		},
	} {
		attacks[name] = a
	}
}

var board20 = gridOf(32, 31, "") + "boxes: [{id: bag}]\npieces: [{id: p, count: 9, home: bag}]\n"

// usual are the attacks of each test run: one on each reader. RULEBOUND_ATTACKS selects others by a part of their
// names, or "all", as make attacks does.
var usual = []string{"600 lengths of lines", "3000 unknown names", "conditions of picks that are known", "report: 200000 links", "report: many paragraphs of brackets",
	"scenario: unknown values in the set-up", "scenario: many moves that mark", "lists: repeated", "play: a file of right answers", "log: many steps of many values", "play: each watched value looks at all"}

func TestAttacksStayWithinTimeAndMemoryLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some time of the processor")
	}
	names := usual
	if only := os.Getenv("RULEBOUND_ATTACKS"); only != "" {
		names = slices.DeleteFunc(slices.Sorted(maps.Keys(attacks)), func(name string) bool { return only != "all" && !strings.Contains(name, only) })
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			a := attacks[name]()
			root := repository(t, a.files)
			args := []string{"-c", fmt.Sprintf(`ulimit -d %d; ulimit -t %d; exec "$0" "$@"`, attackMemory, attackTime), os.Args[0], a.args[0], "-C", root}
			for _, arg := range a.args[1:] {
				args = append(args, strings.ReplaceAll(arg, "ROOT", root))
			}
			c := exec.Command("sh", args...)
			c.Env = append(os.Environ(), asProgram+"=yes")
			var out bytes.Buffer
			c.Stdout, c.Stderr = &out, &out
			_ = c.Run()
			usage, text := c.ProcessState.SysUsage().(*syscall.Rusage), out.String()
			t.Logf("%v of the processor, %d MB, %d bytes: %.500s", time.Duration(usage.Utime.Nano()+usage.Stime.Nano()).Round(10*time.Millisecond), usage.Maxrss>>10, len(text), text)
			if code := c.ProcessState.ExitCode(); code < 0 || code > 2 || strings.Contains(text, "goroutine ") || strings.Contains(text, "internal:") {
				t.Errorf("%v: %.1000s", c.ProcessState, text)
			}
			if len(text) > attackOutput {
				t.Errorf("%d bytes of output", len(text))
			}
			if !strings.Contains(text, a.want) {
				t.Errorf("no %q in %.1000s", a.want, text)
			}
		})
	}
}
