package source

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler/diag"
)

func read(text string) (*Book, diag.List) {
	return Read(fstest.MapFS{"game/rules.md": {Data: []byte(text)}}, "game")
}

// fenced puts yaml into a fence; its first line is line 2 of the file.
func fenced(yaml string) string { return "```yaml\n" + yaml + "\n```\n" }

// Invalid blocks, each with the code and position of its only error. Line 1 of a block is line 2 of the file.
var brokenBlocks = []struct {
	name, yaml string
	code       string
	line, col  int
	detail     string // a part of the advice
}{
	{"a tab in the indentation", "a:\n\tb: 1", "tab", 3, 1, "spaces"},
	{"a tab after spaces", "a:\n  \tb: 1", "tab", 3, 3, "spaces"},
	{"a no-break space in the indentation", "a:\n\u00a0b: 1", "odd-space", 3, 1, "ordinary space"},
	{"a carriage return inside a line", "a: 1\rb: 2", "odd-line-end", 2, 5, "line feed"},
	{"a line separator", "a: 1\u2028b: 2", "odd-line-end", 2, 5, "line feed"},
	{"a control character", "a: x\x01y", "control-character", 2, 5, "Take it out"},
	{"an anchor", "a: &x 1", "anchor", 2, 4, "quotes"},
	{"an anchor on a mapping", "a: &x {b: 1}", "anchor", 2, 4, "by its id"},
	{"an alias to nothing", "a: *x", "alias", 2, 4, "quotes"},
	{"an alias as a key", "*x : 1", "alias", 2, 1, "quotes"},
	{"a merge key", "a:\n  <<: {b: 1}", "merge-key", 3, 3, "by themselves"},
	{"a tag", "a: !!int 3", "tag", 2, 4, "not instead of !"},
	{"an exclamation mark before a formula", "when: !$a", "tag", 2, 7, "not instead of !"},
	{"two documents", "a: 1\n---\nb: 2", "several-documents", 4, 1, "a block of its own"},
	{"a key given twice", "a: 1\nb: 2\na: 3", "duplicate-key", 4, 1, "one of them"},
	{"one of many keys given twice", "{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, c: 11}", "duplicate-key", 2, 63, "one of them"},
	{"a late one of many keys given twice", "{a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, i: 11}", "duplicate-key", 2, 63, "one of them"},
	{"a key given twice inside braces", "x: {a: 1, a: 2}", "duplicate-key", 2, 11, "one of them"},
	{"a mapping as a key", "{a: 1}: 2", "complex-key", 2, 1, "quotes"},
	{"an entry without a key", ": 2", "empty-key", 2, 1, "before the colon"},
	{"a number beyond 64 bits", "a: 92233720368547758080", "number-too-large", 2, 4, "9223372036854775807"},
	{"a hexadecimal number", "a: 0x1F", "number-form", 2, 4, "decimal"},
	{"a number with a leading zero", "a: 007", "number-form", 2, 4, "leading zero"},
	{"a number with underscores", "a: 1_000", "number-form", 2, 4, "underscore"},
	{"a comma in an unquoted call", "x: {when: min(a, b) == 2, do: 1}", "flow-comma", 2, 11, "quotes"},
	{"a comma in an unquoted call in a list", "x: [min(a, b), c]", "flow-comma", 2, 5, "quotes"},
	{"a named argument in braces", "x: {when: possible(build, decides: ox)}", "flow-comma", 2, 11, "quotes"},
	{"a key without a value in braces", "x: {text: hello, world}", "flow-comma", 2, 18, "quotes"},
	{"brackets inside an unquoted value in braces", "x: {when: $a in [b, c]}", "flow-bracket", 2, 17, "quotes"},
	{"a question mark in braces", "x: {n: $a ? 1, m: 2}", "flow-question", 2, 11, "if("},
	{"a colon in an unquoted value", "when: possible(build, decides: ox)", "unquoted-colon", 2, 30, "quotes"},
	{"a colon in an unquoted value in braces", "x: {text: a b: c}", "unquoted-colon", 2, 14, "quotes"},
	{"text after a quoted value", "when: 'a' == b", "text-after-value", 2, 11, "whole value"},
	{"text after a closed brace", "a: {b: 1} and c", "text-after-value", 2, 11, "whole value"},
	{"a quote that is not closed", "a: 'b\nc: d", "unclosed-quote", 2, 4, "Close it"},
	{"a brace that is not closed", "a: {b: 1\nc: 2", "unclosed-bracket", 2, 4, "Close it"},
	{"a bracket that closes nothing", "a: ]", "unopened-bracket", 2, 4, "Take it out"},
	{"a bracket closed by a brace", "a: [b, c}", "unopened-bracket", 2, 9, "closed with ]"},
	{"a comment that hides a brace", "a: {b: 1 # c}", "comment", 2, 10, "own line"},
	{"a value that begins with an at sign", "a: @b", "reserved-character", 2, 4, "quotes"},
	{"a value that begins with a backquote", "a: `b`", "reserved-character", 2, 4, "quotes"},
	{"a value that begins with a percent sign", "a: %b", "reserved-character", 2, 4, "quotes"},
	{"a value that begins with a bar", "of: | elk", "block-scalar", 2, 5, "quotes"},
	{"an unknown escape", `of: "ox \ elk \q"`, "escape", 2, 15, "single quotes"},
	{"a backslash lost in double quotes", `of: "ox \ elk"`, "escape", 2, 9, "single quotes"},
	{"an entry indented too far", "a: 1\n  b: 2", "indentation", 3, 3, "same indentation"},
	{"an entry indented too little", "a:\n    b: 1\n  c: 2", "indentation", 4, 3, "entries around it"},
	{"a list entry among keys", "a: 1\n- b", "indentation", 3, 1, "below the key"},
	{"a key among list entries", "- a\nb: 1", "indentation", 3, 1, "dash"},
	{"a quoted key among list entries", "- a\n\"b\": 1", "indentation", 3, 1, "dash"},
	{"an unclosed brace below a quoted key", "'a':\n  b: {", "unclosed-bracket", 3, 6, "Close it"},
	{"far too many brackets further down", "a: ä\nb: [é, " + strings.Repeat("[", 300), "nesting-too-deep", 3, 263, "a name"},
	{"nesting too deep", strings.Repeat("[", 80) + strings.Repeat("]", 80), "nesting-too-deep", 2, 65, "a name"},
}

func TestBrokenBlocksGiveOneErrorAtTheCause(t *testing.T) {
	for _, test := range brokenBlocks {
		_, diags := read(fenced(test.yaml))
		expectOne(t, test.name, diags, test.code, test.line, test.col, test.detail)
	}
}

// Files that are rejected as a whole, or for their Markdown.
var brokenFiles = []struct {
	name, text string
	code       string
	line, col  int
	detail     string
}{
	{"a fence that is not closed", "text\n\n```yaml\na: 1\n", "unclosed-fence", 3, 1, "Close it"},
	{"a fence that is not closed and empty", "```yaml", "unclosed-fence", 1, 1, "Close it"},
	{"a fence that its list item does not hold", "- **1.2-a** text\n\n  ```yaml\n  a: 1\nb: 2\n  c: 3\n", "unclosed-fence", 3, 3, "Indent every line"},
	{"bytes that are not UTF-8", "abc\nde\xfff", "invalid-utf8", 2, 3, "UTF-8"},
	{"quotes nested too deep", "a\n" + strings.Repeat("> ", 30) + "b", "nesting-too-deep", 2, 1, "at most"},
	{"indentation too deep", "a\n" + strings.Repeat(" ", 200) + "b", "nesting-too-deep", 2, 1, "at most"},
	{"too many lines", strings.Repeat("a\n", maxLines+2), "file-too-long", maxLines + 1, 1, "Split"},
	{"a file too large", strings.Repeat("a", MaxBytes+1), "file-too-large", 0, 0, "remove"},
	{"a block too long", "```yaml\n" + strings.Repeat("#", MaxBlock+1) + "\n```\n", "text-too-long", 1, 4, "split it"},
	{"too many values", fenced("a: [" + strings.Repeat("b,", MaxValues) + "]\n"), "text-too-long", 2, 2*MaxValues - 1, "Take out"},
	{"a clause given twice", "- **1.2-a** x\n- **1.2-a** y\n", "duplicate-clause", 2, 5, "one place"},
	{"a clause id gone wrong", "- **1.2a** x\n", "clause-id", 1, 5, "hyphen"},
	{"a bold mark that is not closed", "- **1.2-a text\n", "clause-unclosed", 1, 3, "**1.2-a**"},
	{"a kind of clause misspelt", "- **1.2-a** (defintion) x\n", "clause-kind", 1, 5, "definition"},
	{"the other spelling of modelled", "- **1.2-a** (not modeled: x) x\n", "clause-kind", 1, 5, "not modelled"},
	{"a clause not modelled without a reason", "- **1.2-a** (not modelled) x\n", "clause-reason", 1, 5, "reason"},
	{"a fence with another name for yaml", "```yml\na: 1\n```\n", "fence-language", 1, 4, "```yaml"},
}

func TestBrokenFilesGiveOneDiagnosticAtTheCause(t *testing.T) {
	for _, test := range brokenFiles {
		_, diags := read(test.text)
		expectOne(t, test.name, diags, test.code, test.line, test.col, test.detail)
	}
}

func expectOne(t *testing.T, name string, diags diag.List, code string, line, col int, detail string) {
	t.Helper()
	if len(diags) != 1 {
		t.Errorf("%s: %d diagnostics, want one:\n%v", name, len(diags), diags)
		return
	}
	d := diags[0]
	if d.Code != code || d.Subject.Line != line || d.Subject.Col != col {
		t.Errorf("%s: %v, want [%s] at %d:%d", name, d.Error(), code, line, col)
	}
	if !strings.Contains(d.Detail, detail) {
		t.Errorf("%s: the advice %q does not mention %q", name, d.Detail, detail)
	}
}

func TestUnreadableFolderIsAnError(t *testing.T) {
	_, diags := Read(fstest.MapFS{}, "nowhere")
	expectOne(t, "no folder", diags, "unreadable", 0, 0, "")
	_, diags = Read(fstest.MapFS{"game": {Mode: fs.ModeDir}}, "game")
	expectOne(t, "no files", diags, "no-files", 0, 0, ".md")
}

// Files that are not pages are reported, up to a limit.
func TestStrayFilesAreReported(t *testing.T) {
	for _, name := range []string{"notes.txt", "20.MD", "20.markdown", ".20.md", "more/20.md", "20.md/x", ".old/20.md"} {
		book, diags := Read(fstest.MapFS{"game/10.md": {Data: []byte("# G\n")}, "game/" + name: {Data: []byte("# H\n")}}, "game")
		expectOne(t, name, diags, "stray-file", 0, 0, ".md")
		if len(book.Files) != 1 || !strings.HasPrefix("game/"+name, diags[0].Subject.File) {
			t.Errorf("%s: %d pages, %s", name, len(book.Files), diags[0].Subject.File)
		}
	}
	many := fstest.MapFS{}
	for i := range 1000 {
		many[fmt.Sprintf("game/%d.txt", i)] = &fstest.MapFile{}
	}
	if _, diags := Read(many, "game"); len(diags) != maxErrs {
		t.Errorf("%d diagnostics", len(diags))
	}
}

func TestErrorsPerBlockAreBounded(t *testing.T) {
	_, diags := read(fenced(strings.Repeat("a: 1\n", 500)))
	if len(diags) != maxErrs {
		t.Errorf("%d diagnostics, want %d", len(diags), maxErrs)
	}
}

func TestMergeReportsBothPlaces(t *testing.T) {
	tests := []struct {
		name, first, second, code string
		line, col, notedLine      int
	}{
		{"a scalar twice", "game: {id: a}", "game: {id: b}", "duplicate-key", 5, 8, 2},
		{"an id twice", "spaces:\n- {id: a}", "spaces:\n- {id: a}", "duplicate-id", 7, 8, 3},
		{"an id twice in one block", "x: 1", "spaces:\n- {id: a}\n- {id: a}", "duplicate-id", 7, 8, 6},
		{"a list of names twice", "enums: {color: [red]}", "enums: {color: [blue]}", "duplicate-key", 5, 9, 2},
		{"a list and a mapping", "spaces: [a]", "spaces: {a: 1}", "shape-conflict", 5, 1, 2},
	}
	for _, test := range tests {
		book, diags := read(fenced(test.first) + fenced(test.second))
		if len(diags) > 0 {
			t.Errorf("%s: %v", test.name, diags)
			continue
		}
		_, diags = Merge(book.Blocks)
		expectOne(t, test.name, diags, test.code, test.line, test.col, "")
		if len(diags) == 1 && (len(diags[0].Context) != 1 || diags[0].Context[0].Pos.Line != test.notedLine) {
			t.Errorf("%s: notes %v, want one at line %d", test.name, diags[0].Context, test.notedLine)
		}
	}
	book, _ := read(fenced("- a\n- b"))
	_, diags := Merge(book.Blocks)
	expectOne(t, "a list as a block", diags, "block-not-mapping", 2, 1, "key")
}
