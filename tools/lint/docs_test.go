package main

// These tests keep the documents true: links have targets, commands exist, and the import table and the list of
// dependencies match the code.

import (
	"go/ast"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// pages returns the Markdown pages at the root and in docs.
func pages(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/maintainers/*.md"} {
		names, err := fs.Glob(os.DirFS("../.."), pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			texts[name] = read(t, name)
		}
	}
	return texts
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestEveryLinkResolves(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	for name, text := range pages(t) {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			target := path.Join(path.Dir(name), m[1])
			if _, err := os.Stat("../../" + target); err != nil {
				t.Errorf("%s links to %s: %v", name, target, err)
			}
		}
	}
}

func TestEveryCommandOfThePagesExists(t *testing.T) {
	targets := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^([a-z0-9-]+):`).FindAllStringSubmatch(read(t, "Makefile"), -1) {
		targets[m[1]] = true
	}
	command := regexp.MustCompile("(?m)(?:^|`)make ([a-z0-9-]+)")
	run := regexp.MustCompile(`go run \./([a-z/]+)`)
	texts := pages(t)
	texts["Makefile"], texts[".ci/run"] = read(t, "Makefile"), read(t, ".ci/run")
	for name, text := range texts {
		for _, m := range command.FindAllStringSubmatch(text, -1) {
			if !targets[m[1]] {
				t.Errorf("%s says `make %s`, which the Makefile does not have", name, m[1])
			}
		}
		for _, m := range run.FindAllStringSubmatch(strings.ReplaceAll(text, "$(GO)", "go"), -1) {
			if _, err := os.Stat("../../" + m[1]); err != nil {
				t.Errorf("%s runs %s: %v", name, m[1], err)
			}
		}
	}
}

// A fuzz target hands its input on within the bounds of package bounded, and does nothing else with it.
func TestEveryFuzzTargetIsBounded(t *testing.T) {
	targets := 0
	places, files := parsed(t, ".Fuzz(")
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || calledName(call) != "f.Fuzz" || len(call.Args) != 1 {
				return true
			}
			targets++
			body := call.Args[0].(*ast.FuncLit).Body.List
			statement, ok := body[0].(*ast.ExprStmt)
			if !ok || len(body) != 1 {
				t.Errorf("%v: the target does more than deal with the input in bounded.Run", places.Position(call.Pos()))
				return true
			}
			if within, isCall := statement.X.(*ast.CallExpr); !isCall || calledName(within) != "bounded.Run" && calledName(within) != "bounded.RunWhole" {
				t.Errorf("%v: the input is not dealt with in bounded.Run", places.Position(call.Pos()))
			}
			return true
		})
	}
	if targets < 12 {
		t.Errorf("only %d targets were found", targets)
	}
}

func TestTheReadmeHasTwoCommands(t *testing.T) {
	commands := fenced(read(t, "README.md"), "sh")
	if got := strings.TrimSpace(commands); got != "make conformance\nmake test" {
		t.Errorf("the commands of the README are\n%s", got)
	}
}

// fenced returns the content of the fences of a language, joined.
func fenced(text, language string) string {
	var content strings.Builder
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(text, -1) {
		content.WriteString(m[1])
	}
	return content.String()
}

func TestImportTableOfTheDocumentEqualsTheCheckedOne(t *testing.T) {
	var want []string
	for _, r := range rooms {
		want = append(want, tableRow(r))
	}
	var got []string
	_, table, _ := strings.Cut(read(t, "docs/maintainers/architecture.md"), "| folder | of this module | of other modules |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	got = strings.Split(table, "\n")
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("docs/maintainers/architecture.md has\n%s\n\nthe lint proves\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestEveryDependencyIsNamedWithItsReason(t *testing.T) {
	contributing := read(t, "CONTRIBUTING.md")
	module := read(t, "go.mod")
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9.-]+\\.[a-z]+/[^`]+)` (?:\\([^)]*\\) )?\\| \\S").FindAllStringSubmatch(contributing, -1) {
		named[m[1]] = true
	}
	used := map[string]bool{}
	for line := range strings.Lines(module) {
		fields := strings.Fields(line)
		direct := len(fields) >= 2 && strings.HasPrefix(fields[len(fields)-1], "v") && strings.Contains(fields[0], ".")
		tool := len(fields) == 1 && strings.Contains(fields[0], ".") && strings.Contains(fields[0], "/")
		if direct || tool {
			used[fields[0]] = true
		}
	}
	for name := range used {
		if !named[name] {
			t.Errorf("go.mod needs %s, CONTRIBUTING.md gives no reason", name)
		}
	}
	for name := range named {
		if !used[name] && !strings.Contains(module, name+" v") {
			t.Errorf("CONTRIBUTING.md names %s, go.mod does not need it", name)
		}
	}
}

// Actions are pinned by commit, Go to the newest patch of go.mod; a skipped machine is a failure.
func TestContinuousIntegrationPinsItsVersions(t *testing.T) {
	pinned := regexp.MustCompile(`uses: [a-z-]+/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n`)
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))
	for _, name := range []string{"ci", "report"} {
		text := read(t, ".github/workflows/"+name+".yml")
		if uses := strings.Count(text, "uses:"); uses == 0 || uses != len(pinned.FindAllString(text, -1)) {
			t.Errorf("%s: of %d actions %d are named by commit", name, uses, len(pinned.FindAllString(text, -1)))
		}
		if n := strings.Count(text, "setup-go@"); n == 0 || n != strings.Count(text, "go-version: "+version[1]+".x ") || n != strings.Count(text, "check-latest: true") {
			t.Errorf("%s: not every job takes the newest patch of Go %s", name, version[1])
		}
	}
	text := read(t, ".github/workflows/ci.yml")
	if !strings.Contains(text, "make test-cross ALL=1\n") || strings.Contains(text, "||") {
		t.Error("a machine that is not checked does not fail")
	}
}

// userDocuments are those for authors of rules; the other documents are for maintainers.
func userDocuments(t *testing.T) map[string]string {
	t.Helper()
	texts := pages(t)
	for name := range texts {
		if path.Dir(name) != "docs" || name == "docs/README.md" || name == "docs/glossary.md" {
			delete(texts, name)
		}
	}
	return texts
}

// prose calls a function with each line of a page outside of fences and tables; lines count from 1.
func prose(text string, visit func(line int, text string)) {
	fence := ""
	for i, line := range strings.Split(text, "\n") {
		bare := strings.TrimLeft(line, " ")
		switch mark := regexp.MustCompile("^(`{3,}|~{3,})").FindString(bare); {
		case fence != "":
			if bare == fence {
				fence = ""
			}
		case mark != "":
			fence = mark
		case !strings.HasPrefix(bare, "|"):
			visit(i+1, line)
		}
	}
}

// A row of a table cannot be broken into lines; everything else of a document can.
func TestLinesOfDocumentsAreShort(t *testing.T) {
	for name, text := range pages(t) {
		prose(text, func(line int, text string) {
			if n := utf8.RuneCountInString(text); n > 120 {
				t.Errorf("%s:%d has %d characters, more than 120", name, line, n)
			}
		})
	}
}

// linkedTerms are the terms of the glossary that mean nothing else wherever they are used. The others are ordinary words as well (a claim,
// a gap, a node of a search, what a person plays), so that no pattern can find their first use as a term.
var linkedTerms = []string{
	"rulebook", "clause", "not modelled", "procedure", "statement", "formula", "set-up", "seat", "zone", "marker", "derived value", "lasting effect", "hook point",
	"stance", "decision", "domain", "chance", "obligation", "step limit", "seed", "scenario", "expectation", "trace", "golden", "digest", "diagnostic", "coverage",
	"mutation", "survivors", "equivalent mutant", "referee", "deviation", "perft", "soak", "shard", "invariant", "library",
}

// The first use of a term in a document is a link to the glossary, but in a document that is about it.
func TestFirstUseOfATermLinksToTheGlossary(t *testing.T) {
	elsewhere := regexp.MustCompile("`[^`]*`|\\[[^\\]]*\\]\\([^)]*\\)|\\*\\*[^*]*\\*\\*")
	for name, text := range userDocuments(t) {
		var said strings.Builder
		prose(text, func(_ int, line string) {
			if !strings.HasPrefix(line, "#") {
				said.WriteString(line + "\n")
			}
		})
		plain := elsewhere.ReplaceAllStringFunc(said.String(), func(s string) string { return strings.Repeat("`", len(s)) })
		for _, term := range linkedTerms {
			use := regexp.MustCompile(`(?i)(?:^|[^\w-])` + strings.ReplaceAll(strings.TrimSuffix(term, "s"), " ", `\s+`) + `s?(?:[^\w-]|$)`).FindStringIndex(plain)
			linked := strings.Index(said.String(), "](glossary.md#"+strings.ReplaceAll(term, " ", "-")+")")
			if about := strings.TrimSuffix(path.Base(name), ".md"); use != nil && about != term && about != term+"s" && (linked < 0 || linked > use[0]) {
				t.Errorf("%s says %q before it links to docs/glossary.md#%s", name, term, term)
			}
		}
	}
}
