package main

// This file has the import table of docs/maintainers/architecture.md and checks it. A folder outside of the table may
// contain no Go code, so a new room needs a row here and there.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// room is a row of the import table. Patterns are import paths; "x/..." means x and everything below it, "*" means
// any package of another module.
type room struct {
	Folder   string
	Own      []string // packages of this module, without the module's path
	Others   []string // packages of other modules
	TestOwn  []string // additional imports of test files
	TestAlso []string
	Std      []string // forbidden packages of the standard library
	Words    words    // forbidden words
	Ordered  bool     // no observable map iteration order
	Pure     bool     // no goroutine, no floating point
}

// words says which words the code of a room may not contain.
type words int

const (
	anyWord   words = iota
	noLibrary       // no word that a library rulebook declares
	noGame          // nor one that a game declares
)

var (
	testLibraries = []string{
		"github.com/onsi/ginkgo/v2/...", "github.com/onsi/gomega/...", "github.com/sebdah/goldie/v2", "github.com/pmezard/go-difflib/...",
	}
	outsideWorld = []string{
		"os/...", "io/fs", "io/ioutil", "path/filepath", "net/...", "time", "log/...", "syscall", "plugin", "embed",
		"math/rand/...", "crypto/rand", "unsafe", "runtime/...", "text/template", "html/template",
	}
)

// rooms is the table. The row with the longest folder that contains a file applies.
var rooms = []room{
	{Folder: "engine", Own: []string{"engine", "engine/def", "engine/value", "engine/fold", "engine/load", "engine/search", "engine/facts"}, TestOwn: []string{"engine/...", "compiler/..."}, TestAlso: testLibraries,
		Std: outsideWorld, Words: noGame, Ordered: true, Pure: true},
	pure("engine/value", "engine/def"),
	pure("engine/fold", "engine/def", "engine/value"),
	pure("engine/load", "engine/def", "engine/value"),
	pure("engine/search"),
	pure("engine/facts", "engine/def", "engine/fold"),
	pure("engine/testboard", "engine/def"),
	{Folder: "compiler", Own: []string{"compiler/...", "engine/def"}, TestOwn: []string{"engine/..."}, TestAlso: testLibraries, Words: noGame, Ordered: true},
	stage("compiler/diag"),
	{Folder: "compiler/source", Own: []string{"compiler/diag"}, Others: []string{"gopkg.in/yaml.v3", "github.com/yuin/goldmark/..."},
		TestOwn: []string{"compiler/..."}, TestAlso: testLibraries, Words: noGame, Ordered: true},
	stage("compiler/syntax", "compiler/diag", "compiler/source"),
	stage("compiler/grammar"),
	stage("compiler/tree", "compiler/diag", "compiler/source", "compiler/grammar"),
	stage("compiler/read", "compiler/diag", "compiler/source", "compiler/grammar", "compiler/tree"),
	stage("compiler/series", "compiler/diag", "compiler/source", "compiler/grammar"),
	stage("compiler/draft", "compiler/diag", "compiler/source", "compiler/syntax", "compiler/grammar", "compiler/read"),
	stage("compiler/names", "compiler/diag", "engine/def"),
	stage("compiler/typed", "compiler/diag", "compiler/names", "compiler/source", "engine/def"),
	stage("compiler/declare", "compiler/diag", "compiler/names", "compiler/source", "compiler/syntax", "compiler/grammar", "compiler/tree", "compiler/typed", "engine/def"),
	stage("compiler/resolve", "compiler/diag", "compiler/syntax", "compiler/tree", "compiler/declare", "compiler/typed", "compiler/resolve/formulas", "compiler/resolve/data", "compiler/resolve/statements"),
	stage("compiler/resolve/formulas", "compiler/diag", "compiler/names", "compiler/source", "compiler/syntax", "compiler/grammar", "compiler/tree", "compiler/declare", "compiler/typed", "engine/def", "engine/fold"),
	stage("compiler/resolve/data", "compiler/diag", "compiler/names", "compiler/source", "compiler/grammar", "compiler/tree", "compiler/declare", "compiler/typed", "compiler/resolve/formulas", "engine/def"),
	stage("compiler/resolve/statements", "compiler/diag", "compiler/names", "compiler/source", "compiler/syntax", "compiler/grammar", "compiler/tree", "compiler/declare", "compiler/typed", "compiler/resolve/formulas", "engine/def"),
	stage("compiler/lower", "compiler/diag", "compiler/typed", "engine/def", "engine/fold"),
	stage("compiler/check", "compiler/diag", "compiler/source", "compiler/typed", "compiler/lower", "engine", "engine/def", "engine/fold", "engine/facts"),
	stage("compiler/onepage", "compiler", "engine", "engine/def"),
	suite("conformance"),
	{Folder: "conformance/kit", Own: suite("").Own, Others: testLibraries, Ordered: true},
	{Folder: "conformance/rules", Own: suite("").Own, Others: testLibraries, Ordered: true},
	{Folder: "conformance/properties", Own: suite("").Own, Others: testLibraries, Ordered: true},
	suite("audit", "audit/..."),
	suite("judge", "judge/..."),
	suite("show", "audit/...", "judge/...", "show/..."),
	{Folder: "show/report", Own: suite("", "audit/...", "judge/...", "show/...").Own,
		Others: []string{"github.com/pmezard/go-difflib/...", "github.com/yuin/goldmark/..."}, TestAlso: append([]string{"golang.org/x/net/html"}, testLibraries...), Words: noLibrary, Ordered: true},
	{Folder: "editor", Own: suite("", "audit/...", "show/...", "editor/...").Own, Others: []string{"go.lsp.dev/..."}, TestAlso: testLibraries, Words: noLibrary},
	{Folder: "editor/format", Own: []string{"compiler/diag", "compiler/source"}, Others: []string{"gopkg.in/yaml.v3"}, TestOwn: []string{"compiler/..."}, TestAlso: testLibraries, Words: noLibrary, Ordered: true},
	{Folder: "editor/follow", Own: []string{"engine/...", "compiler/...", "conformance/..."}, Others: []string{"github.com/fsnotify/fsnotify"}, TestAlso: testLibraries, Words: noLibrary, Ordered: true},
	{Folder: "editor/index", Own: []string{"engine/def", "compiler/...", "conformance/scenario"}, TestAlso: testLibraries, Words: noLibrary},
	stage("schemas"),
	stage("docs"),
	{Folder: "tools", Own: []string{"engine/...", "compiler/...", "conformance/...", "audit/...", "judge/...", "show/...", "editor/...", "schemas", "docs", "tools/..."}, Others: []string{"*"}},
}

// pure is the room of a package below the machine: the rules of the engine apply, and its tests may import the test
// board only.
func pure(folder string, own ...string) room {
	return room{Folder: folder, Own: own, TestOwn: []string{"engine/testboard"}, TestAlso: testLibraries, Std: outsideWorld, Words: noGame, Ordered: true, Pure: true}
}

// stage is the room of a compiler package: it imports its input and output, and no later stage.
func stage(folder string, own ...string) room {
	return room{Folder: folder, Own: own, TestOwn: []string{"compiler/...", "engine/..."}, TestAlso: testLibraries, Words: noGame, Ordered: true}
}

// suite is the room of packages built on the suite: they may import its packages and the ones named.
func suite(folder string, own ...string) room {
	return room{Folder: folder, Own: append([]string{"engine/...", "compiler/...", "conformance/..."}, own...),
		Others: []string{"gopkg.in/yaml.v3", "github.com/pmezard/go-difflib/..."}, TestAlso: testLibraries, Words: noLibrary, Ordered: true}
}

// roomOf returns the row of a folder, nil if it is in no room.
func roomOf(folder string) *room {
	var best *room
	for i := range rooms {
		r := &rooms[i]
		if within(folder, r.Folder+"/...") && (best == nil || len(r.Folder) > len(best.Folder)) {
			best = r
		}
	}
	return best
}

// checkImports checks every import of every file against the table.
func checkImports(repo *repository) []finding {
	var found []finding
	for _, file := range repo.Files {
		if file.Room == nil {
			found = append(found, finding{repo.FileSet.Position(file.Tree.Package), "Go code in a folder that the import table does not know"})
			continue
		}
		for _, spec := range file.Tree.Imports {
			target, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				target = spec.Path.Value
			}
			if why := forbidden(file, target); why != "" {
				found = append(found, finding{repo.FileSet.Position(spec.Pos()), why})
			}
		}
	}
	return found
}

// forbidden returns why a file may not import a package, "" if it may.
func forbidden(file *goFile, target string) string {
	room := file.Room
	first, _, _ := strings.Cut(target, "/")
	folder := file.Path[:strings.LastIndexByte(file.Path, '/')]
	own, isOwn := strings.CutPrefix(target, module+"/")
	switch {
	case isOwn:
		if own == folder || matches(own, room.Own) || file.Test && matches(own, room.TestOwn) {
			return ""
		}
		return fmt.Sprintf("%s may not import %s: arrows run one way", folder, own)
	case strings.Contains(first, "."):
		if matches(target, room.Others) || file.Test && matches(target, room.TestAlso) {
			return ""
		}
		return fmt.Sprintf("%s may not import %s: not among its dependencies", folder, target)
	case matches(target, room.Std) && !file.Test:
		return fmt.Sprintf("%s may not import %s: it does no input or output and knows no clock", folder, target)
	}
	return ""
}

func matches(target string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return p == "*" || within(target, p) })
}

// within reports whether a path equals the pattern, or is below it if the pattern ends with "/...".
func within(target, pattern string) bool {
	if tree, ok := strings.CutSuffix(pattern, "/..."); ok {
		return target == tree || strings.HasPrefix(target, tree+"/")
	}
	return target == pattern
}

// tableRow returns a room as its row in docs/maintainers/architecture.md.
func tableRow(r room) string {
	return fmt.Sprintf("| `%s/` | %s | %s |", r.Folder, cell(r.Own, "itself"), cell(r.Others, "–"))
}

func cell(patterns []string, empty string) string {
	if len(patterns) == 0 {
		return empty
	}
	if slices.Equal(patterns, []string{"*"}) {
		return "any that CONTRIBUTING.md names"
	}
	return "`" + strings.Join(patterns, "`, `") + "`"
}
