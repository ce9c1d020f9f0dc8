package report

import (
	"strings"
	"testing"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
)

// A change within a statement may be below its first line.
func TestStatementIncludesItsIndentedLines(t *testing.T) {
	const text = "```yaml\ndo:\n- pick: $space\n  from: lands\n  do:\n  - over: {}\n\n- over: {}\n```\n"
	g := &Game{Game: &corpus.Game{Book: &compiler.Book{Book: &source.Book{Files: []source.File{{Name: "a.md", Data: []byte(text)}}}}}}
	for line, want := range map[int]string{
		3: "- pick: $space|  from: lands|  do:|  - over: {}",
		4: "  from: lands",
		8: "- over: {}",
		0: "", 99: "",
	} {
		var got []string
		for _, l := range g.statement("a.md", line) {
			got = append(got, l.Text)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("line %d: %q, want %q", line, got, want)
		}
	}
	if got := g.statement("b.md", 1); len(got) > 1 {
		t.Errorf("of no file: %v", got)
	}
}
