package compiler_test

// These tests exceed the budget of a compile by products of things that are each within their limits.

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
)

const field = "grids:\n- {id: field, columns: 1..32, rows: 1..31, space: {id: 's{column}-{row}'}, directions: {up: {row: 1}, over: {column: 1}}"

// growing has rulebooks, without their first lines, of n things with repeated work for each.
var growing = map[string]struct {
	few, many int
	block     string // the first key of the block at which the diagnostic is reported
	make      func(n int) string
}{
	"lengths of lines": {3, 60, "grids", func(n int) string {
		return field + ", lines: {" + inRow(n, "l#: 2") + "}}\n"
	}},
	"directions": {3, 100, "grids", func(n int) string {
		var ways []string
		for i := range n {
			ways = append(ways, fmt.Sprintf("d%d: {row: %d, column: %d}", i, i%31-15, i/31+1))
		}
		return "grids:\n- {id: field, columns: 1..32, rows: 1..31, space: {id: 's{column}-{row}'}, directions: {" + strings.Join(ways, ", ") + "}}\n"
	}},
	"tables of the same rows": {3, 300, "goods", func(n int) string {
		return many("tables", n, "{id: t#, at: goods, columns: {price: int}}") + many("goods", 1000, "{price: #}")
	}},
	"values of options": {3, 300, "options", func(n int) string { return many("options", n, "{id: o#, values: 1..4096}") }},
	"set-ups of all spaces": {3, 200, "setups", func(n int) string {
		return field + "}\nmarkers:\n- {id: m0, on: spaces, count: 9}\n- {id: m1, on: spaces, count: 9}\n- {id: m2, on: spaces, count: 9}\n" +
			many("setups", n, "{id: u#, spaces: {spaces: {m0: 1, m1: 2, m2: 3}}}")
	}},
	"conditions behind bindings": {3, 800, "procedures", func(n int) string { // possible-functions: each condition with all bindings
		return "```\n\n```yaml\nprocedures:\n- id: q\n  do: [" + inRow(n, "{let: {$x#: 1}}, {require: $x# > 0}") + "]\n"
	}},
	"members of decisions": {3, 1200, "procedures", func(n int) string { // whether any member can be chosen
		return many("piles", 1, "{id: stock}") + "cards: [{each: {n: 1..4000}, id: 'c{n}'}]\n```\n\n```yaml\nprocedures:\n- id: q\n  do: [" + inRow(n, "{one: $c#, by: red, from: cards, where: $c# != none}") + "]\n"
	}},
	"classes of pieces": {3, 2500, "pieces", func(n int) string {
		return "boxes: [{id: box}]\n" + many("pieces", n, "{id: p#, count: 1, home: box, statuses: [up, down], marks: [hot, wet]}")
	}},
	"pairs of checks": {1, 3, "checks", func(n int) string {
		return field + "}\n" + many("checks", n, "{id: k#, pairs: {$a: spaces, $b: spaces}, require: $a != $b, message: two are one}")
	}},
}

func grown(t *testing.T, rest string) diag.List {
	t.Helper()
	text := "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: []}]\n" + rest + "```\n"
	_, _, list := compiler.Compile(fstest.MapFS{"toy/10.md": {Data: []byte(text)}}, "toy")
	return list
}

// A rulebook that exceeds the budget gets one diagnostic, at the most expensive block.
func TestRulebooksBeyondTheStepBudgetGiveOneDiagnostic(t *testing.T) {
	for name, c := range growing {
		t.Run(name, func(t *testing.T) {
			for _, d := range grown(t, c.make(c.few)) {
				if d.Code == "too-intricate" {
					t.Errorf("%d of them: %v", c.few, d)
				}
			}
			list := grown(t, c.make(c.many))
			if len(list) != 1 || list[0].Code != "too-intricate" || !strings.Contains(list[0].Summary, "1048576 steps") {
				t.Fatalf("%d of them: %.500v", c.many, list)
			}
			lines := strings.Split(c.make(c.many), "\n")
			if said := lines[list[0].Subject.Line-7]; !strings.HasPrefix(said, c.block+":") { // the page begins with six other lines
				t.Errorf("it is reported at %v, %.40q", list[0].Subject, said)
			}
		})
	}
}

// The line named is the most expensive one of the most expensive part, even if a line of another part costs more.
func TestExhaustedBudgetNamesTheMostExpensiveLine(t *testing.T) {
	b := diag.NewBudget()
	at := func(line int) diag.Pos { return diag.Pos{File: "10.md", Line: line, Col: 1} }
	spend := func(line, n int) (out *diag.Exhausted) {
		defer func() {
			if r, ok := recover().(diag.Exhausted); ok {
				out = &r
			}
		}()
		b.Spend(at(line), n)
		return nil
	}
	if spend(3, 300_000) != nil || spend(9, 200_000) != nil || spend(11, 250_000) != nil || b.Left() != diag.MaxWork-750_000 {
		t.Fatalf("%d are left", b.Left())
	}
	over := spend(12, diag.MaxWork-700_000)
	if over == nil || b.Left() != 0 {
		t.Fatalf("%d are left", b.Left())
	}
	d := over.Diagnostic([]diag.Pos{at(8), at(2), at(30)})
	if d.Code != "too-intricate" || d.Severity != diag.Error || d.Subject != at(8) || !strings.Contains(d.Summary, "72%") || d.Context[0].Pos != at(12) {
		t.Errorf("%+v", d)
	}
	if d := over.Diagnostic(nil); d.Subject != at(12) {
		t.Errorf("%+v", d)
	}
	(*diag.Budget)(nil).Spend(diag.Pos{}, 1<<40) // unlimited
}

// In a chain of definitions, each used twice in the preceding one, every analysis visits each definition once: of loops,
// decisions with secrets, conditions. If it visited each twice, the test would not terminate.
func TestSharedDefinitionsAreAnalysedOnce(t *testing.T) {
	const n = 60
	chain := func(first, each, last string) string {
		var b strings.Builder
		b.WriteString(first)
		for i := range n {
			b.WriteString(strings.NewReplacer("#+", fmt.Sprint(i+1), "#", fmt.Sprint(i)).Replace(each) + "\n")
		}
		return b.String() + last
	}
	functions := chain("functions:\n", "- {id: f#, params: {n: int}, value: '=f#+($n) + f#+($n + 1)'}", "- {id: f60, params: {n: int}, value: =$n + gold}\n")
	sets := chain("functions:\n", "- {id: f#, params: {z: zones}, value: '=f#+($z) + f#+($z | b)'}", "- {id: f60, params: {z: zones}, value: '=pieces($z, man) + gold'}\n")
	lets := chain("    - {let: {$x0: =gold}}\n", "    - {let: {$x#+: =$x# + $x#}}", "")
	for name, c := range map[string]struct{ block, play, code string }{
		"functions in a decision":    {strings.Replace(functions, "gold", "hidden", 1), "  - {menu: act, by: red, options: {a: {where: f0(1) > 2, do: []}, b: {do: []}}}\n", "open-secret"},
		"derived values in one":      {chain("derived:\n", "- {id: f#, type: int, value: =f#+ + f#+}", "- {id: f60, type: int, value: =hidden}\n"), "  - {menu: act, by: red, options: {a: {where: f0 > 2, do: []}, b: {do: []}}}\n", "open-secret"},
		"bindings in a decision":     {"", "  - do:\n" + strings.ReplaceAll(lets, "gold", "hidden") + "    - {menu: act, by: red, options: {a: {where: $x60 > 2, do: []}, b: {do: []}}}\n", "open-secret"},
		"functions in a loop":        {functions, "  - {for: {$z: spaces}, do: [{gain: {gold: 1}, if: f0(1) > 2}, {note: {z: $z}}]}\n", "loop-order"},
		"functions of areas":         {sets, "  - {for: {$z: spaces}, do: [{gain: {gold: 1}, if: 'f0([a]) > 2'}, {note: {z: $z}}]}\n", "loop-order"},
		"functions that choose":      {chain("functions:\n", "- {id: f#, params: {}, value: '=f#+() | f#+()'}", "- {id: f60, params: {}, value: '=holding(spaces, man)'}\n"), "  - {for: {$z: =f0()}, do: [{move: {of: man, from: $z, count: 1, to: b}}]}\n", "loop-order"},
		"bindings in a loop":         {"", "  - for: {$z: spaces}\n    do:\n" + lets + "    - {gain: {gold: 1}, if: $x60 > 3}\n    - {note: {z: $z}}\n", "loop-order"},
		"bindings of what is given":  {"", "  - for: {$z: spaces}\n    do:\n" + lets + "    - {move: {of: man, from: box, count: =$x60, to: $z}}\n", "loop-order"},
		"bindings of where it goes":  {"", "  - for: {$z: spaces}\n    do:\n" + chain("    - {let: {$y0: =$z}}\n", "    - {let: {$y#+: '=if($y# == a, $y#, b)'}}", "") + "    - {move: {of: man, from: box, count: 1, to: $y60}}\n", "loop-order"},
		"procedures in a loop":       {"", "  - {for: {$z: spaces}, do: [{p0: $z}]}\n", "loop-order"},
		"procedures of areas":        {"", "  - {for: {$z: spaces}, do: [{q0: '=adjacent($z)'}]}\n", "loop-order"},
		"functions of one seat":      {chain("functions:\n", "- {id: f#, params: {n: int}, value: '=if($n > 1, f#+($n), f#+($n + 1))'}", "- {id: f60, params: {n: int}, value: '=[red]'}\n"), "  - {note: {o: =the(f0(gold))}}\n", ""},
		"derived values of one seat": {chain("derived:\n", "- {id: f#, type: seats, value: '=if(gold > 1, f#+, f#+)'}", "- {id: f60, type: seats, value: '=[red]'}\n"), "  - {note: {o: =the(f0)}}\n", ""},
		"bindings of one seat":       {"", "  - do:\n" + chain("    - {let: {$x0: '=[red]'}}\n", "    - {let: {$x#+: '=if(gold > 1, $x#, $x#)'}}", "") + "    - {note: {o: =the($x60)}}\n", ""},
		"a piece that moves in each": {"", "  - {let: {$p: '=piece-at(a, man)'}}\n  - " + strings.Repeat("{if: gold > 1, then: [{move: {piece: $p, to: b}}, ", 25) + strings.Repeat("]}", 25) + "\n", ""},
	} {
		procs := chain("", "- {id: p#, params: {z: zone}, do: [{p#+: $z}, {p#+: $z}]}", "- {id: p60, params: {z: zone}, do: [{move: {of: man, from: box, count: 1, to: $z}}]}\n") +
			chain("", "- {id: q#, params: {z: zones}, do: [{q#+: $z}, {q#+: =$z | b}]}", "- {id: q60, params: {z: zones}, do: [{for: {$q: $z}, order: fixed, do: [{move: {of: man, from: box, count: 1, to: $q}}]}]}\n")
		text := "# Toy\n\n```yaml\ngame: {id: toy, title: Toy, main: play}\nseats: [{id: red}, {id: blue}]\nspaces: [{id: a, adjacent: [b]}, {id: b, adjacent: [a]}]\nboxes: [{id: box}]\npieces: [{id: man, seat: red, count: 5, home: box}]\n" +
			"tracks: [{id: gold, min: 0, max: 9}]\nvariables: [{id: hidden, type: int, visible: hidden}]\n" + c.block + "procedures:\n- id: play\n  do:\n" + c.play + "  - {over: {}}\n" + procs + "```\n"
		_, _, list := compiler.Compile(fstest.MapFS{"toy/10.md": {Data: []byte(text)}}, "toy")
		found := c.code == ""
		for _, d := range list {
			found = found || d.Code == c.code
			if d.Severity == diag.Error {
				t.Errorf("%s: %v", name, d)
			}
		}
		if !found {
			t.Errorf("%s: no %s in %v", name, c.code, list)
		}
	}
}
