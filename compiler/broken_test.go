package compiler_test

// These tests compile the broken pages of testdata/broken, one for each possible error.

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/engine"
)

const (
	brokenDir = "testdata/broken"
	basePage  = "base.md"
)

// expected is the diagnostic that the comment beside an error describes.
type expected struct {
	line    int    // the line of its position
	level   string // error or warning
	code    string // its code
	subject string // the text from its column on; "" for any column
	text    string // a part of the rendered diagnostic
}

// marker matches `error: code: text` or `error: code @subject: text` in a YAML or Markdown comment; also for warnings.
var marker = regexp.MustCompile(`(?:#|<!--) (error|warning): ([a-z0-9-]+)(?: @(\S+))?: (.*?)(?: -->)?$`)

// expectedOf returns the marker of a page. Alone on its line, it describes the following line.
func expectedOf(t *testing.T, text string) expected {
	t.Helper()
	var found []expected
	for i, line := range strings.Split(text, "\n") {
		m := marker.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return line[m[2*n]:m[2*n+1]]
		}
		e := expected{line: i + 1, level: group(1), code: group(2), subject: group(3), text: group(4)}
		if strings.TrimSpace(line[:m[0]]) == "" {
			e.line++
		}
		found = append(found, e)
	}
	if len(found) != 1 {
		t.Fatalf("the page has %d error markers, want one", len(found))
	}
	return found[0]
}

type brokenPage struct{ name, text string }

// brokenPages returns the pages of testdata/broken other than the base game.
func brokenPages(t *testing.T) []brokenPage {
	t.Helper()
	names, err := fs.Glob(os.DirFS(brokenDir), "*.md")
	if err != nil {
		t.Fatal(err)
	}
	var pages []brokenPage
	for _, name := range names {
		if name == basePage {
			continue
		}
		data, err := os.ReadFile(path.Join(brokenDir, name))
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, brokenPage{name, string(data)})
	}
	return pages
}

// Each page of testdata/broken has one error and gets one diagnostic, with the code, position and words beside the error.
func TestBrokenPagesGiveOneDiagnosticAtTheCause(t *testing.T) {
	base, err := os.ReadFile(path.Join(brokenDir, basePage))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range brokenPages(t) {
		t.Run(strings.TrimSuffix(page.name, ".md"), func(t *testing.T) {
			files := fstest.MapFS{"game/20-" + page.name: {Data: []byte(page.text)}}
			if !strings.Contains("\n"+page.text, "\ngame:") {
				files["game/10-base.md"] = &fstest.MapFile{Data: base}
			}
			def, book, list := compiler.Compile(files, "game")
			want := expectedOf(t, page.text)
			if rest := withoutUnused(list); len(rest) > 0 {
				list = rest
			}
			shown := written(t, list, book.Source)
			if (def == nil) != (want.level == "error") {
				t.Errorf("a page with an %s gives a game: %t", want.level, def != nil)
			}
			if len(list) != 1 {
				t.Fatalf("%d diagnostics, want the one of line %d [%s]:\n%s", len(list), want.line, want.code, shown)
			}
			check(t, "game/20-"+page.name, page.text, list[0], want, shown)
			if said := written(t, list, nil); !strings.Contains(said, want.text) {
				t.Errorf("%q is not said:\n%s", want.text, said)
			}
		})
	}
}

// written renders diagnostics. Without source it omits the lines of the page, whose comments contain the expected words.
func written(t *testing.T, list diag.List, source func(file string) []byte) string {
	t.Helper()
	var out strings.Builder
	if err := diag.Write(&out, list, source); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func check(t *testing.T, file, text string, d diag.Diagnostic, want expected, shown string) {
	t.Helper()
	if d.Code != want.code || d.Severity.String() != want.level || d.Subject.File != file || d.Subject.Line != want.line {
		t.Errorf("want [%s] in line %d of the page, got:\n%s", want.code, want.line, shown)
		return
	}
	line := []rune(strings.Split(text, "\n")[want.line-1])
	if d.Subject.Col < 1 || d.Subject.Col > len(line)+1 {
		t.Errorf("column %d is outside the line:\n%s", d.Subject.Col, shown)
	} else if !strings.HasPrefix(string(line[d.Subject.Col-1:]), want.subject) {
		t.Errorf("the caret is not at %q:\n%s", want.subject, shown)
	}
}

// sampled reports whether a short run omits a line.
func sampled(line int) bool { return testing.Short() && line%6 != 0 }

// If any line of a valid game is missing, or any value has another shape, the compiler returns errors or a game that the engine
// loads; it never panics.
func TestDamagedPagesNeverPanic(t *testing.T) {
	data := baseText(t)
	lines := strings.Split(data, "\n")
	value := regexp.MustCompile(`: ([^ ,{}\[\]]+|\[[^\[\]]*\]|\{[^{}]*\})`)
	try := func(i int, instead ...string) {
		defer func() {
			if fault := recover(); fault != nil {
				t.Errorf("line %d as %q: %v", i+1, instead, fault)
			}
		}()
		def, _, list := compileText(strings.Join(slices.Concat(lines[:i], instead, lines[i+1:]), "\n"))
		if def == nil {
			if !list.HasErrors() {
				t.Errorf("line %d as %q: neither a game nor an error", i+1, instead)
			}
			return
		}
		if _, err := engine.Load(def, nil); err != nil {
			t.Errorf("line %d as %q: %v", i+1, instead, err)
		}
	}
	for i, line := range lines {
		if sampled(i) {
			continue
		}
		try(i)
		for _, at := range value.FindAllStringSubmatchIndex(line, -1) {
			for _, shape := range []string{"", "[]", "{}", "-1", "none", "elm"} {
				try(i, line[:at[2]]+shape+line[at[3]:])
			}
		}
	}
}

// The base of the broken pages is valid.
func TestBaseOfTheBrokenPagesCompiles(t *testing.T) {
	data := baseText(t)
	_, _, list := compileText(data)
	report(t, list)
}

// baseText returns the base page of testdata/broken.
func baseText(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(path.Join(brokenDir, basePage))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
