package compiler_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/engine"
)

// many returns a list of n entries; # is replaced by the index of an entry.
func many(key string, n int, entry string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("- " + strings.ReplaceAll(entry, "#", strconv.Itoa(i)) + "\n")
	}
	return key + ":\n" + b.String()
}

// inRow joins n copies of a text; # is replaced by the index.
func inRow(n int, one string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(one, "#", strconv.Itoa(i))
	}
	return strings.Join(list, ", ")
}

// reaching has rulebooks, without the game block, with n of the things in a row of docs/maintainers/limits.md.
var reaching = map[string]func(n int) string{
	"spaces and boxes together": func(n int) string { return many("spaces", n-1, "{id: s#}") + "boxes: [{id: home-box}]\n" },
	"piece classes: type × status × marks": func(n int) string {
		return "boxes: [{id: box}]\n" + many("pieces", n, "{id: p#, count: 1, home: box}")
	},
	"pieces of a type": func(n int) string {
		return fmt.Sprintf("boxes: [{id: box}]\npieces: [{id: p, count: %d, home: box}]\n", n)
	},
	"marks of a piece type": func(n int) string {
		return "boxes: [{id: box}]\npieces: [{id: p, count: 1, home: box, marks: [" + inRow(n, "m#") + "]}]\n"
	},
	"marks of all pieces": func(n int) string {
		return "boxes: [{id: box}]\n" + many("pieces", n, "{id: p#, count: 1, home: box, marks: [m#]}")
	},
	"seats": func(n int) string { return many("seats", n, "{id: s#}") },
	"rows of a table": func(n int) string {
		return "tables: [{id: t, at: data, columns: {n: int}}]\n" + many("data", n, "{n: #}")
	},
	"members of an enumeration": func(n int) string { return "enums: {letter: [" + inRow(n, "m#") + "]}\n" },
	"procedures with tags":      func(n int) string { return many("procedures", n, "{id: p#, tags: t, do: []}") },
	"positions that are compared": func(n int) string {
		return fmt.Sprintf("spaces: [{id: s}]\nprocedures: [{id: q, do: [{position: s, last: %d}, {if: repeated(2), then: [stop-here]}]}, {id: stop-here, do: [{over: }]}]\n", n)
	},
	"cards": func(n int) string { return "piles: [{id: stock}]\n" + many("cards", n, "{id: c#}") },
	"piles": func(n int) string { return many("piles", n, "{id: p#}") },
	"values of all variables; a set of n things is as many as 64 go into n, rounded up": func(n int) string {
		const per, own = 4096, 2 // cells that every game has
		left := n - own
		return many("spaces", 64, "{id: s#}") + "piles: [{id: stock}]\n" + many("cards", per, "{id: c#}") +
			many("variables", left/per, "{id: v#, type: int, per: card}") + many("", left%per, "{id: w#, type: int}")[2:]
	},
	"values that the procedures of a chain of calls keep: bindings and, for each action inside another, the variables of action scope": func(n int) string {
		const per, own = 4096, 11 // slots that every game has
		return "piles: [{id: stock}]\n" + many("cards", per, "{id: c#}") + many("variables", (n-own)/per, "{id: v#, type: int, per: card, scope: action}") +
			many("", (n-own)%per, "{id: w#, type: int, scope: action}")[2:] + "procedures: [{id: q, do: [{action: [{note: {n: 1}}]}]}]\n"
	},
	"bindings at the start of a procedure or an option": func(n int) string {
		return "seats: [{id: red}]\nprocedures: [{id: q, do: [" + inRow(n, "{let: {$x#: 1}}") + ", {require: $x0 > 0}]}]\n"
	},
	"members and parameters that formulas bind": func(n int) string {
		return many("functions", n/16, "{id: f#, params: {"+inRow(16, "p#: int")+"}, value: 0}") + many("", n%16, "{id: g#, params: {p: int}, value: 0}")[2:]
	},
	"parameters of a procedure, a function, a hook point": func(n int) string {
		return "functions: [{id: f, params: {" + inRow(n, "p#: int") + "}, value: =" + strings.Join(strings.Split(inRow(n, "$p#"), ", "), " + ") + "}]\n"
	},
	"tiers of a `take`": func(n int) string {
		return "seats: [{id: a}]\nspaces: [{id: s}]\nboxes: [{id: box}]\npieces: [{id: p, count: 1, home: box}]\nprocedures:\n- id: q\n  do:\n" +
			"  - take: $n\n    by: a\n    of: p\n    from: s\n    min: 0\n    tiers: [" + inRow(n, "p") + "]\n    each: $p\n    do: [{move: {piece: $p, to: home}}]\n"
	},
	"values of an option": func(n int) string { return fmt.Sprintf("options: [{id: o, values: 1..%d, default: 1}]\n", n) },
	"entries that patterns and grids make together": func(n int) string {
		return fmt.Sprintf("piles: [{id: stock}]\ncards: [{each: {n: 1..%d}, id: \"c{n}\"}]\ntracks: [{each: {n: 1..96}, id: \"t{n}\", max: 1}]\n", n-96)
	},
	"characters of a value that a pattern makes": func(n int) string {
		return "tracks: [{each: {n: 1..2}, id: \"t{n}\", max: 1, title: \"" + strings.Repeat("x", n-1) + "{n}\"}]\n"
	},
	"clauses that a `rule` names": func(n int) string {
		return "```\n\n" + many("", n, "**1-a#** X.")[2:] + "\n```yaml\nprocedures: [{id: q, rule: [" + inRow(n, "1-a#") + "], do: []}]\n"
	},
	"characters of a formula": func(n int) string {
		text := "1" + strings.Repeat(" + 1", (n-1)/4)
		return "functions: [{id: f, value: \"=" + text + strings.Repeat(" ", n-len(text)) + "\"}]\n"
	},
	"parentheses, calls and signs of a formula inside each other": func(n int) string {
		return "functions: [{id: f, value: \"=" + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + "\"}]\n"
	},
	"numbers in a set of numbers, 0 included": func(n int) string {
		return fmt.Sprintf("game: {numbers: %d}\nvariables: [{id: some, type: ints}]\n", n-1)
	},
}

// Exceeding a limit in docs/maintainers/limits.md gives the diagnostic beside it; reaching it does not.
func TestEachLimitOfAGameHasItsDiagnostic(t *testing.T) {
	text, err := os.ReadFile("../docs/maintainers/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| (.*?) \\| ([0-9]+) \\| `[^`]+` \\| `([a-z-]+)` \\|$").FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(reaching) {
		t.Errorf("%d rows, and a way to pass %d of them", len(rows), len(reaching))
	}
	for _, row := range rows {
		t.Run(row[1], func(t *testing.T) {
			most, err := strconv.Atoi(row[2])
			if err != nil || reaching[row[1]] == nil {
				t.Fatalf("nothing passes this bound: %v", err)
			}
			compile := func(n int) (loads bool, codes []string) {
				gd, _, list := compileText("# Page\n\n```yaml\ngame: {id: g, main: play}\nprocedures: [{id: play, do: [{over: {}}]}]\n```\n\n```yaml\n" + reaching[row[1]](n) + "```\n")
				for _, d := range list {
					if d.Severity == diag.Error {
						codes = append(codes, d.Code)
					}
				}
				if gd != nil {
					_, err := engine.Load(gd, nil)
					loads = err == nil
				}
				return loads, codes
			}
			if loads, codes := compile(most); !loads || len(codes) > 0 {
				t.Errorf("%d: loads %v, diagnostics %v", most, loads, codes)
			}
			if _, codes := compile(most + 1); !slices.Contains(codes, row[3]) || len(codes) > 1 {
				t.Errorf("%d: diagnostics %v, want %s", most+1, codes, row[3])
			}
		})
	}
}
