package compiler

import (
	"os"
	"strings"
	"testing"

	"rulebound/compiler/grammar"
)

// The reference contains every key, statement and function of the tables that it repeats, and no overlong line.
func TestTheReferenceHasEveryWordOfTheTables(t *testing.T) {
	text, err := os.ReadFile("../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	missing := func(what, word string, forms ...string) {
		for _, form := range forms {
			if strings.Contains(page, form+word) {
				return
			}
		}
		t.Errorf("docs/reference.md does not have the %s %q", what, word)
	}
	for _, b := range grammar.Names("rulebook") {
		missing("key", b, "`")
	}
	for _, s := range grammar.Statements {
		missing("statement", s.Word, "`")
	}
	for _, f := range append(grammar.Functions, grammar.Comprehensions...) {
		missing("function", f, "`", " ", "(")
	}
	fence := ""
	for i, line := range strings.Split(page, "\n") {
		if mark := strings.TrimLeft(line, " "); strings.HasPrefix(mark, "```") || strings.HasPrefix(mark, "~~~") {
			switch {
			case fence == "":
				fence = strings.TrimRight(mark, "abcdefghijklmnopqrstuvwxyz")
			case strings.TrimSpace(mark) == fence:
				fence = ""
			}
		}
		if fence == "" && len([]rune(line)) > 120 && !strings.HasPrefix(line, "|") {
			t.Errorf("docs/reference.md:%d has %d characters: %.60s", i+1, len([]rune(line)), line)
		}
	}
}
