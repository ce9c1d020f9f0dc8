package compiler_test

// One broken page for each thing that can be wrong with a rulebook: testdata/broken.

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

// expected is what the comment beside a fault demands of the compiler.
type expected struct {
	line    int    // where the diagnostic must point
	level   string // error or warning
	code    string // its code
	subject string // what the rulebook says from its column on, "" for anywhere in the line
	text    string // a part of the diagnostic as it is shown to people
}

// marker is `error: code: text` or `error: code @subject: text` in a comment of YAML or of Markdown; or a warning.
var marker = regexp.MustCompile(`(?:#|<!--) (error|warning): ([a-z0-9-]+)(?: @(\S+))?: (.*?)(?: -->)?$`)

// expectedOf finds the marker of a page. Alone on its line it is about the line that follows.
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

// brokenPages reads the pages of testdata/broken, but for the game that they break.
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

// Each page of testdata/broken has one fault and gets one diagnostic: with the code, at the place and with the words that
// stand beside the fault.
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

// written is what people read of diagnostics. Without the source it lacks the lines of the page, whose comments have the words that are
// to be said.
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

// sampled tells which lines a short run leaves out.
func sampled(line int) bool { return testing.Short() && line%6 != 0 }

// Whatever line of a sound game is lost or whatever value gets another shape, the compiler gives diagnostics or a game that
// the engine takes; it never panics.
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

// The game that the broken pages break is sound.
func TestBaseOfTheBrokenPagesCompiles(t *testing.T) {
	data := baseText(t)
	_, _, list := compileText(data)
	report(t, list)
}

// baseText is the page beside which the broken ones are put.
func baseText(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(path.Join(brokenDir, basePage))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
