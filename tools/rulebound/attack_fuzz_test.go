//go:build linux

package main

// This file fuzzes the sizes of costly inputs.

import (
	"fmt"
	"strings"
	"testing"

	"rulebound/compiler/bounded"
)

// shapes are inputs with two sizes: at least one for each reader.
var shapes = []func(n, m int) attack{
	func(n, m int) attack {
		return checked(act + gridOf(1+n%32, 1+m%31, ", lines: {"+inRow(m, "l#: 2")+"}"))
	},
	func(n, m int) attack {
		return checked(act + many("tables", n, "{id: t#, at: goods, columns: {price: int}}") + many("goods", m, "{price: #}"))
	},
	func(n, m int) attack {
		return checked(act + many("options", n, fmt.Sprintf("{id: o#, values: 1..%d}", 1+m)))
	},
	func(n, m int) attack {
		return checked(does("tracks: [{id: honey, max: 9}]\n", strings.Repeat("  - note: {x: {"+inRow(1+m%9, "f#: '=honey + 2 * max(honey, 3)'")+"}}\n", n)))
	},
	func(n, m int) attack {
		return checked(act + many("functions", n, "{id: function-#, value: =functoin-#}") + many("tracks", m, "{id: t#}"))
	},
	func(n, m int) attack {
		return attack{files: map[string]string{"data/games/toy/20.md": "# More\n" + strings.Repeat("\n"+proses["links"](1+m%400)+"\n", n)}, args: []string{"report", "--no-play", "-o", "ROOT/out"}}
	},
	func(n, m int) attack {
		return with(marked(1+m%32, 31, 1+m), scenarioMoves(n, "red: rest", "{asked: {seat: red, decision: act}}"), "conformance")
	},
	func(n, m int) attack {
		return with(act+board20, scenarioOf("moves: [{red: rest}]\nexpect: {state: {"+inRow(n, "w#.v: 1")+"}, notAsked: ["+inRow(m, "decision#")+"]}\n"), "conformance")
	},
	func(n, m int) attack {
		return with(marked(1+m%32, 31, 1+m), map[string]string{"a.play": "version: 1\ngame: toy\nanswers:\n" + strings.Repeat("- {red: rest}\n", n)}, "replay", "ROOT/a.play")
	},
	func(n, m int) attack {
		return logged(n, m)
	},
}

// logged returns a log of n steps with m values each, and its layout.
func logged(n, m int) attack {
	const layout = "asks: [act]\nkinds: {turn: {}}\nposition:\n  to-move: {asked: true}\n"
	return with(act+board20+"setups: [{id: start}]\n", map[string]string{"a.jsonl": logOf(n, m), "scenarios/toy.referee.yaml": layout}, "referee", "ROOT/a.jsonl")
}

func logOf(n, m int) string {
	step := `{"kind":"turn","n":%d,"after":{` + strings.ReplaceAll(inRow(1+m, `"v#":#`), ", ", ",") + `}}` + "\n"
	var b strings.Builder
	b.WriteString(`{"game":"x","rules":"toy","scenario":"start"}` + "\n")
	for i := range n {
		fmt.Fprintf(&b, step, i)
	}
	return b.String()
}

// FuzzGrown: an input of any size is processed or refused within limits of time and memory. Package bounded keeps the
// costliest inputs and mutates them further. The seeds are the costliest inputs known.
func FuzzGrown(f *testing.F) {
	for i := range shapes {
		f.Add(byte(i), uint16(40), uint16(7))
	}
	seeds := [][3]int{{0, 31, 600}, {1, 100, 1000}, {2, 200, 4095}, {3, 200, 7}, {4, 300, 300}, {5, 40, 299}, {6, 60, 30}, {7, 900, 900}, {8, 60, 30}, {9, 500, 50}}
	if testing.Short() { // the first three reach the step budget of the compiler, as its own tests do
		seeds = seeds[3:]
	}
	for _, seed := range seeds {
		f.Add(byte(seed[0]), uint16(seed[1]), uint16(seed[2]))
	}
	f.Fuzz(func(t *testing.T, shape byte, n, m uint16) {
		bounded.RunWhole(t, func() { grown(t, shapes[int(shape)%len(shapes)](int(n), int(m)), call) })
	})
}

// grown runs the command line on an input, which must succeed or be refused.
func grown(t testing.TB, a attack, run func(args ...string) (code int, out, errs string)) {
	root := repository(t, a.files)
	args := []string{a.args[0], "-C", root}
	for _, arg := range a.args[1:] {
		args = append(args, strings.ReplaceAll(arg, "ROOT", root))
	}
	code, out, errs := run(args...)
	if code < 0 || code > 2 || strings.Contains(out+errs, "goroutine ") || len(out)+len(errs) > attackOutput {
		t.Errorf("%d, %d bytes: %.500s", code, len(out)+len(errs), errs)
	}
}

func TestFuzzTargetFindsWrongCommandLines(t *testing.T) {
	for what, c := range map[string]struct {
		code      int
		out, errs string
		want      int
	}{
		"none":             {0, "fine", "", 0},
		"a refusal":        {2, "", "refused", 0},
		"a panic":          {2, "", "panic: nil\n\ngoroutine 1 [running]:", 1},
		"another status":   {3, "", "", 1},
		"no status":        {-1, "", "", 1},
		"the longest text": {1, strings.Repeat("x", attackOutput-1), "y", 0},
		"a text too long":  {1, strings.Repeat("x", attackOutput), "y", 1},
	} {
		found := bounded.Findings(t, func(t testing.TB) {
			grown(t, shapes[0](1, 1), func(args ...string) (int, string, string) { return c.code, c.out, c.errs })
		})
		if len(found) != c.want {
			t.Errorf("%s: found %.200q, want %d", what, found, c.want)
		}
	}
}
