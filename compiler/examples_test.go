package compiler_test

// This test compiles the examples of docs/reference.md: the fenced blocks that begin with "# example".

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
)

type example struct {
	line    int    // of its opening fence
	section string // the second-level heading that contains it
	kind    string // the text after "# example", without the colon
	text    string
}

// examplesOf returns the examples and the sections of a Markdown page.
func examplesOf(page string) (found []example, sections []string) {
	var open *example
	fence, body, section := "", []string{}, "at the top"
	for i, line := range strings.Split(page, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence != "" && trimmed == fence:
			if kind, ok := strings.CutPrefix(body[0], "# example"); ok {
				open.kind, open.text = strings.TrimPrefix(kind, ": "), strings.Join(body[1:], "\n")+"\n"
				found = append(found, *open)
			}
			fence = ""
		case fence != "":
			body = append(body, line)
		case strings.HasPrefix(trimmed, "```"):
			fence = trimmed[:strings.LastIndex(trimmed, "`")+1]
			open, body = &example{line: i + 1, section: section}, nil
		case strings.HasPrefix(line, "## "):
			section = line[3:]
			sections = append(sections, section)
		}
	}
	return found, sections
}

// page converts an example to a page of a rulebook: statements and values need a procedure around them.
func (e example) page() string {
	const around = "procedures:\n- id: example\n  params: {decides: seat, as: seat, space: zone, card: card, n: int}\n  do:\n"
	switch e.kind {
	case "page":
		return e.text
	case "statements":
		return fence(around + indented(e.text, 2))
	case "values":
		return fence(around + "  - note:\n      example:\n" + indented(e.text, 8))
	case "conditions":
		return fence(around + "  - one: $it\n    by: $decides\n    from: spaces\n    where:\n" + indented(e.text, 4) + "  - note: {chosen: $it}\n")
	}
	return fence(e.text)
}

func fence(yaml string) string { return "```yaml\n" + yaml + "```\n" }

func indented(text string, by int) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		if strings.TrimSpace(line) != "" {
			b.WriteString(strings.Repeat(" ", by))
		}
		b.WriteString(line)
	}
	return b.String()
}

// Every example compiles without a diagnostic: whole games alone, the others beside the first one. Every section has an example.
func TestExamplesOfTheReferenceCompile(t *testing.T) {
	data, err := os.ReadFile("../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, sections := examplesOf(string(data))
	if len(examples) == 0 || !strings.HasPrefix(examples[0].text, "game:") {
		t.Fatal("the first example must be the whole game that the others are added to")
	}
	game := examples[0].page()
	proven := map[string]bool{}
	for i, e := range examples {
		proven[e.section] = true
		files := fstest.MapFS{"game/10.md": {Data: []byte(game)}}
		switch {
		case i > 0 && strings.HasPrefix(e.text, "game:"):
			files["game/10.md"].Data = []byte(e.page())
		case i > 0:
			files["game/20.md"] = &fstest.MapFile{Data: []byte(e.page())}
		}
		if _, book, list := compiler.Compile(files, "game"); len(withoutUnused(list)) > 0 {
			var b strings.Builder
			if err := diag.Write(&b, list, book.Source); err != nil {
				t.Fatal(err)
			}
			t.Errorf("the example in line %d (%s):\n%s", e.line, e.section, b.String())
		}
	}
	for _, s := range sections {
		if !proven[s] {
			t.Errorf("section %s has no example", s)
		}
	}
}
