package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"rulebound/compiler/diag"
)

func TestKindAndGameOfAFile(t *testing.T) {
	for name, want := range map[string]struct {
		kind kind
		game string
	}{
		"data/games/toy/1.md": {rulebook, "toy"}, "data/games/toy/old/1.md": {}, "data/games/1.md": {}, "data/games/toy/1.txt": {}, "docs/games/toy/1.md": {},
		"scenarios/toy/1.1/a.yaml": {scenarioFile, "toy"}, "scenarios/toy/a.yml": {}, "scenarios/toy.gaps.yaml": {listFile, "toy"}, "scenarios/toy.boards.yaml": {listFile, "toy"}, "scenarios/toy.yaml": {}, "scenarios/toy.other.yaml": {}, "goldens/toy/1.1/a.yaml": {},
	} {
		if kind, game := kindOf(name); kind != want.kind || game != want.game {
			t.Errorf("%s is %d of %q", name, kind, game)
		}
	}
	s := &Server{Options: Options{Root: "/repo"}}
	for u, want := range map[uri.URI]string{"file:///repo/data/a.md": "data/a.md", "file:///repo": "", "file:///other/a.md": "", "untitled:a": "", "file:///repository/a.md": ""} {
		if name, ok := s.nameOf(u); name != want || ok != (want != "") {
			t.Errorf("%s is %q, %v", u, name, ok)
		}
	}
}

// Clients count lines and UTF-16 units from 0, the compiler lines and characters from 1; 𝄞 is one character of two units.
func TestConversionOfPositions(t *testing.T) {
	text := "a𝄞b\nc\n"
	lines := strings.Split(text, "\n")
	for _, c := range []struct {
		line, units uint32
		byte, col   int
	}{{0, 0, 0, 1}, {0, 1, 1, 2}, {0, 3, 5, 3}, {0, 4, 6, 4}, {0, 9, 6, 4}, {1, 0, 7, 1}, {1, 1, 8, 2}, {1, 7, 8, 2}, {2, 0, 9, 1}, {5, 3, 9, 1}} {
		p := protocol.Position{Line: c.line, Character: c.units}
		if got := offset([]byte(text), p); got != c.byte {
			t.Errorf("%v is at byte %d, want %d", p, got, c.byte)
		}
		if got := pos("a.md", lines, p); got.Line != int(c.line)+1 || got.Col != c.col {
			t.Errorf("%v is %v", p, got)
		}
	}
	for _, c := range []struct {
		at   diag.Pos
		want string
	}{
		{diag.Pos{Line: 1, Col: 1, EndCol: 3}, "0:0-0:3"}, {diag.Pos{Line: 1, Col: 3}, "0:3-0:4"}, {diag.Pos{Line: 1, Col: 2}, "0:1-0:4"}, // the rest of the line
		{diag.Pos{Line: 2, Col: 9}, "1:1-1:1"}, {diag.Pos{Line: 1}, "0:0-0:1"}, {diag.Pos{}, "0:0-0:0"}, {diag.Pos{Line: 9, Col: 1}, "0:0-0:0"},
	} {
		r := rangeOf(lines, c.at)
		if got := fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character); got != c.want {
			t.Errorf("%+v is %s, want %s", c.at, got, c.want)
		}
	}
	of := func(a, b, c, d uint32) protocol.Range {
		return protocol.Range{Start: protocol.Position{Line: a, Character: b}, End: protocol.Position{Line: c, Character: d}}
	}
	for want, r := range map[string]protocol.Range{"aXb\nc\n": of(0, 1, 0, 3), "aXc\n": of(0, 1, 1, 0), "a𝄞b\nc\nX": of(7, 0, 9, 0), "a𝄞bX\nc\n": of(0, 4, 0, 3)} { // the last ends before it begins
		got := string(spliced([]byte(text), r, "X"))
		if got != want {
			t.Errorf("%v: %q, want %q", r, got, want)
		}
	}
}

// What is indented below a line folds with it, as far as the last line that is not blank.
func TestFoldsOfEntries(t *testing.T) {
	lines := strings.Split("a:\n  b: 1\n  c:\n    d: 1\n\n  e: 2\n\nf: 3\n  g", "\n")
	var got []string
	entries(lines, 1, len(lines), func(first, last int) {
		if first < last {
			got = append(got, fmt.Sprint(first, "-", last))
		}
	})
	if strings.Join(got, " ") != "3-4 1-6 8-9" {
		t.Errorf("%q", got)
	}
}

func TestTokensOfALine(t *testing.T) {
	for line, want := range map[string]string{
		"- take: $a # why": "- take $a", "x: $ + 1": "x 1", "a#b: $c.d": "a b $c d", "rule: 1.1-a": "rule 1.1-a", "": "", "# all": "", "é: ö": "",
	} {
		var got []string
		for _, x := range tokens(line) {
			got = append(got, string([]rune(line)[x.from-1:x.to-1]))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q", line, got)
		}
	}
	for line, want := range map[string]bool{"x: a in b": true, "x: in": true, "in: a": false} { // a key is no word of a formula
		if got := slices.ContainsFunc(tokens(line), func(x token) bool { return x.kind == keywordToken }); got != want {
			t.Errorf("%q: a word is drawn: %t", line, got)
		}
	}
	for line, want := range map[string]string{"- {a: [b, ": "- {a: [b]}", "- a": "- a", "- {a: b}": "- {a: b}", "}[": "}[]", "x: {a, ": "x: {a}"} {
		if got := closed(line); got != want {
			t.Errorf("%q closed: %q, want %q", line, got, want)
		}
	}
}
