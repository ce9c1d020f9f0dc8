package compiler_test

// This file grows rulebooks toward the bound of the compile: products of things that are each within their limits.

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
)

// field is a grid of 992 spaces.
const field = "grids:\n- {id: field, columns: 1..32, rows: 1..31, space: {id: 's{column}-{row}'}, directions: {up: {row: 1}, over: {column: 1}}"

// growing makes rulebooks, but for their head, of n things each of which is worked on again and again.
var growing = map[string]struct {
	few, many int
	block     string // what the diagnostic must lie in: its first key
	make      func(n int) string
}{
	"lengths of lines": {3, 600, "grids", func(n int) string {
		return field + ", lines: {" + inRow(n, "l#: 2") + "}}\n"
	}},
	"directions": {3, 1200, "grids", func(n int) string {
		var ways []string
		for i := range n {
			ways = append(ways, fmt.Sprintf("d%d: {row: %d, column: %d}", i, i%31-15, i/31+1))
		}
		return "grids:\n- {id: field, columns: 1..32, rows: 1..31, space: {id: 's{column}-{row}'}, directions: {" + strings.Join(ways, ", ") + "}}\n"
	}},
	"tables of the same rows": {3, 1000, "goods", func(n int) string {
		return many("tables", n, "{id: t#, at: goods, columns: {price: int}}") + many("goods", 1000, "{price: #}")
	}},
	"values of options": {3, 2000, "options", func(n int) string { return many("options", n, "{id: o#, values: 1..4096}") }},
	"set-ups of all spaces": {3, 400, "setups", func(n int) string {
		return field + "}\nmarkers:\n- {id: m0, on: spaces, count: 9}\n- {id: m1, on: spaces, count: 9}\n- {id: m2, on: spaces, count: 9}\n" +
			many("setups", n, "{id: u#, spaces: {spaces: {m0: 1, m1: 2, m2: 3}}}")
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

// A rulebook that takes too many steps has one diagnostic, in what most of them were spent on.
func TestProductsOfManyThingsAreBounded(t *testing.T) {
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
			if said := lines[list[0].Subject.Line-7]; !strings.HasPrefix(said, c.block+":") { // the head of the page has six lines
				t.Errorf("it is reported at %v, %.40q", list[0].Subject, said)
			}
		})
	}
}

// Of the part that most was spent on, the line that most was spent on is named, however dear a line of another part is.
func TestTheBudgetOfACompileNamesTheDearestPart(t *testing.T) {
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
	(*diag.Budget)(nil).Spend(diag.Pos{}, 1<<40) // no end
}
