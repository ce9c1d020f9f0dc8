package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// startsGoroutine reports whether a file starts one: by a go statement, by Go of a group, or as a parallel test.
func startsGoroutine(f *ast.File) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && (s.Sel.Name == "Go" && len(n.Args) == 1 || s.Sel.Name == "Parallel" && len(n.Args) == 0) {
				found = true
			}
		}
		return !found
	})
	return found
}

// parsed returns the Go files of the repository that contain one of the texts.
func parsed(t *testing.T, texts ...string) (*token.FileSet, map[string]*ast.File) {
	t.Helper()
	files, places := map[string]*ast.File{}, token.NewFileSet()
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" {
			return err
		}
		text, err := os.ReadFile("../../" + name)
		if err == nil && slices.ContainsFunc(texts, func(part string) bool { return bytes.Contains(text, []byte(part)) }) {
			files[name], err = parser.ParseFile(places, name, text, 0)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return places, files
}

// The race detector finds faults only in concurrent code, so make race runs exactly those packages.
func TestRaceTargetCoversExactlyThePackagesThatStartGoroutines(t *testing.T) {
	start := map[string]bool{}
	_, files := parsed(t, "\tgo ", "{ go ", "; go ", ".Go(", ".Parallel(")
	for name, f := range files {
		if startsGoroutine(f) {
			start["./"+path.Dir(name)] = true
		}
	}
	list := regexp.MustCompile(`(?m)^RACE := (.*)$`).FindStringSubmatch(read(t, "Makefile"))
	if list == nil {
		t.Fatal("the Makefile has no list RACE")
	}
	const properties = "./conformance/properties/fire-in-the-lake" // engine/players does the same under the race detector
	want := append(strings.Fields(list[1]), properties)
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(start)); !slices.Equal(got, want) {
		t.Errorf("goroutines are started in %v; RACE in the Makefile has, with the suite, %v", got, want)
	}
}
