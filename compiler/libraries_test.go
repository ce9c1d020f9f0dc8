package compiler_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
)

var dice = fstest.MapFS{"library/dice/10.md": {Data: []byte("# 4 Dice\n\n- **4.1** A die has six sides.\n- **4.2** A die lies flat.\n\n```yaml\nsets: {sides: '=ints(1, 6)'}\n```\n")}}

// The clauses of a library are listed under its name, whatever headings it has, without those that implement clauses of the game.
func TestClausesOfALibraryAreListedUnderItsName(t *testing.T) {
	pages := fstest.MapFS{"toy/10.md": {Data: []byte("# 1 Toy\n\n- **1.1** A cube lies flat.\n\n```yaml\ngame: {id: toy, title: Toy, main: play, uses: [dice]}\nattribute: {4.2: 1.1}\n" +
		"seats: [{id: ann}]\nprocedures: [{id: play, rule: 1.1, do: [{over: {result: '=size(sides)'}}]}]\n```\n")}}
	_, book, list := compiler.CompileWith(dice, pages, "toy")
	report(t, list)
	var got []string
	for _, k := range book.Clauses {
		got = append(got, k.Section+" "+k.ID)
	}
	for _, h := range book.Headings {
		got = append(got, h.Number+" "+h.Title)
	}
	if want := "dice 4.1, 1 1.1, dice Library rulebook dice, 1 Toy"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// A second list of libraries is one error; its libraries are not added again.
func TestSecondListOfLibrariesIsOneError(t *testing.T) {
	pages := fstest.MapFS{"toy/10.md": {Data: []byte("```yaml\ngame: {id: toy, main: play, uses: [dice]}\nseats: [{id: ann}]\nprocedures: [{id: play, do: []}]\n```\n\n```yaml\ngame: {uses: [dice]}\n```\n")}}
	if _, _, list := compiler.CompileWith(dice, pages, "toy"); len(list) != 1 || list[0].Code != "duplicate-key" || list[0].Subject.Line != 8 {
		t.Errorf("%v", list)
	}
}

// A stage that stops early keeps its diagnostics and those of reading.
func TestAbortedCompileKeepsEarlierDiagnostics(t *testing.T) {
	const head = "```yaml\ngame: {id: game, main: play}\nseats: [{id: red}]\nprocedures: [{id: play, do: []}]\n"
	for name, c := range map[string]struct{ page, codes string }{
		"too many errors": {head + many("functions", diag.MaxErrors+9, "{id: f#, value: =nothing-#}") + "```\n", "and-more unknown-name and-more"},
		"too many steps":  {"```yaml\n[\n```\n\n" + head + growing["pairs of checks"].make(3) + "```\n", "unclosed-bracket too-intricate"},
	} {
		_, _, list := compileText(c.page)
		var codes []string
		for _, d := range list {
			if n := len(codes); n == 0 || codes[n-1] != d.Code {
				codes = append(codes, d.Code)
			}
		}
		if got := strings.Join(codes, " "); got != c.codes {
			t.Errorf("%s: %d diagnostics, %s", name, len(list), got)
		}
	}
}
