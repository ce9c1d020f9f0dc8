package lsp

import (
	"slices"
	"strings"
	"testing"

	"rulebound/compiler/diag"
	"rulebound/editor/index"
)

// at is a fault at the mark ‸ in a text.
func at(text string) *fault {
	before, after, _ := strings.Cut(text, "‸")
	lines := index.Lines([]byte(before + after))
	line := strings.Count(before, "\n") + 1
	col := len([]rune(before[strings.LastIndex(before, "\n")+1:])) + 1
	return &fault{doc: &page{name: "a.md", lines: lines}, at: diag.Pos{File: "a.md", Line: line, Col: col}, line: []rune(lines[line-1])}
}

// Each way to mend a fault replaces what it is meant for, and says so; where there is none of that it is no way.
func TestQuickFixesReplaceTheirTarget(t *testing.T) {
	type way = func(f *fault) (edit, string, bool)
	text := func(old, new string) way { return func(f *fault) (edit, string, bool) { return f.text(old, new) } }
	for _, c := range []struct {
		name, text string
		mend       way
		title      string
		want       string // "" if it is no way
	}{
		{"another word", "from: ne‸r(left)", func(f *fault) (edit, string, bool) { f.at.Col -= 2; return f.instead("near") }, "Write near", "from: near(left)"},
		{"another word of none", "from: ‸(left)", func(f *fault) (edit, string, bool) { return f.instead("near") }, "", ""},
		{"a word with points", "rule: ‸3.2.1-b, x", func(f *fault) (edit, string, bool) { return f.whole("3.2.1-a") }, "Write 3.2.1-a", "rule: 3.2.1-a, x"},
		{"another text", "if: ‸a = b", text("=", "=="), "Write ==", "if: a == b"},
		{"another text after a word", "if: ‸a&&b", text("&&", "and "), "Write and", "if: a and b"},
		{"another text that is not there", "if: ‸a", text("=", "=="), "", ""},
		{"a text before the place", "a = ‸b", text("=", "=="), "", ""},
		{"a text taken out", "if: ‸(a", text("(", ""), "Take out (", "if: a"},
		{"a mark in quotes", "if: ‸'a + b'", text("", "="), "Write =", "if: '=a + b'"},
		{"a mark without quotes", "if: ‸a + b", text("", "="), "Write =", "if: =a + b"},
		{"the first in the line", "a b a‸", func(f *fault) (edit, string, bool) { return f.anywhere("a", "c") }, "Write c", "c b a"},
		{"characters", "x: ‸--1", func(f *fault) (edit, string, bool) { return f.without(1) }, "Take it out", "x: -1"},
		{"characters beyond the end", "x: ‸-", func(f *fault) (edit, string, bool) { return f.without(2) }, "", ""},
		{"typographic quotes", "x: ‸“a” ‘b’", (*fault).straight, "Take the quotes out", "x: a b"},
		{"no typographic quotes", "x: ‸'a'", (*fault).straight, "", ""},
		{"odd spaces", "x:‸\u00a0a\tb", (*fault).spaced, "Write ordinary spaces", "x: a  b"},
		{"a block that is open", "‸```yaml\na: 1\n\n# Next", (*fault).closes, "Close the block", "```yaml\na: 1\n```\n\n# Next"},
		{"a block that is open to the end", "‸```yaml\na: 1\n### b\n", (*fault).closes, "Close the block", "```yaml\na: 1\n### b\n```\n"},
		{"the end before a comment", "x: ‸(a  # why", func(f *fault) (edit, string, bool) { return f.ends(")") }, "Write ) at the end", "x: (a)  # why"},
		{"an entry among others", "x: [a, ‸b, c]", (*fault).unlisted, "Leave it out", "x: [a, c]"},
		{"the first entry", "x: [‸a, b]", (*fault).unlisted, "Leave it out", "x: [b]"},
		{"the only entry", "x: [‸a]", (*fault).unlisted, "Leave it out", "x: []"},
		{"an entry at the end of a line", "x: [a, ‸bb\n  , c]", (*fault).unlisted, "Leave it out", "x: [a\n  , c]"},
		{"the first entry with its comma at the end of a line", "x: [‸a,\n  b]", (*fault).unlisted, "Leave it out", "x: [\n  b]"},
		{"the first entry with a space behind its comma", "x: [‸a, \n  b]", (*fault).unlisted, "Leave it out", "x: [\n  b]"},
		{"an entry on a line", "x:\n- ‸a\n- b", (*fault).unlisted, "Leave it out", "x:\n\n- b"},
		{"no entry", "x: [a, ‸]", (*fault).unlisted, "", ""},
		{"a value of a key", "x: ‸a", (*fault).unlisted, "", ""},
		{"a value that joins", "x: {a: ‸b}", (*fault).unlisted, "", ""},
	} {
		f := at(c.text)
		e, title, ok := c.mend(f)
		if ok != (c.want != "") || ok && title != c.title {
			t.Errorf("%s: %q, %v", c.name, title, ok)
			continue
		}
		if got := ""; ok {
			if got = string(applied([]edit{e})); got != c.want {
				t.Errorf("%s: %q, want %q", c.name, got, c.want)
			}
		}
	}
}

// A value goes from its key, dash, bracket or comma to the next of them or a comment, those within the brackets of a formula left out.
func TestExtentOfAValue(t *testing.T) {
	for text, want := range map[string]string{
		"x: a + ‸b":                 "a + b",
		"x: a + ‸b  # c":            "a + b",
		"x:   ‸a":                   "a",
		"x: ‸":                      "",
		"- ‸a":                      "a",
		"- x: f(a, ‸b)":             "f(a, b)",
		"x: [a, f(b, ‸c), d]":       "f(b, c)",
		"x: [a, b[c, ‸d], e]":       "b[c, d]",
		"x: {a: ‸b, c: d}":          "b",
		"x: {a: b, c: ‸d}":          "d",
		"x: {a: {b: ‸c}, d: e}":     "c",
		"x: {a: [b, c], d: ‸e, f}":  "e",
		"x: [a: ‸b]":                "b",
		"x: f(a) + (b) and ‸c":      "f(a) + (b) and c",
		"x: {a: f(b) + ‸c, d: e}":   "f(b) + c",
		"- {a: (b + c) * ‸d, e: f}": "(b + c) * d",
	} {
		f := at(text)
		from, to := f.value()
		if got := string(f.line[from-1 : to-1]); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"[‸{a: b}, c]": "{a: b}", "[‸a, b]": "a", "[b, ‸a]": "a", "[‸f(a, b), c]": "f(a, b)", "‸a: [b, c]": "a: [b, c]", "{‸a: [b, c]}": "a: [b, c]", "‸a  # b": "a",
	} {
		f := at(text)
		if got := string(f.line[f.at.Col-1 : f.entry()-1]); got != want {
			t.Errorf("the entry of %q: %q, want %q", text, got, want)
		}
	}
}

// Edits are made from the last to the first, one that is there twice once; the list stays as it is.
func TestEditsAreAppliedFromLastToFirst(t *testing.T) {
	lines := []string{"abc", "def"}
	of := func(line, from, to int, text string) edit {
		return edit{lines, diag.Pos{Line: line, Col: from, EndCol: to}, text}
	}
	list := []edit{of(1, 1, 2, "x"), of(2, 2, 3, ""), of(1, 3, 4, "yz"), of(1, 1, 2, "x")}
	before := slices.Clone(list)
	if got := string(applied(list)); got != "xbyz\ndf" {
		t.Errorf("%q", got)
	}
	for i := range list {
		if list[i].at != before[i].at || list[i].text != before[i].text {
			t.Errorf("edit %d is %+v", i, list[i])
		}
	}
}
