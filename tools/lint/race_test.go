package main

import (
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

// The race detector finds faults only in concurrent code, so make race runs exactly those packages.
func TestRaceTargetCoversExactlyThePackagesThatStartGoroutines(t *testing.T) {
	root := os.DirFS("../..")
	start := map[string]bool{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		if err == nil && startsGoroutine(f) {
			start["./"+path.Dir(name)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := fs.ReadFile(root, "Makefile")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?m)^RACE := (.*)$`).FindSubmatch(makefile)
	if list == nil {
		t.Fatal("the Makefile has no list RACE")
	}
	const properties = "./conformance/properties/fire-in-the-lake" // engine/players does the same under the race detector
	want := append(strings.Fields(string(list[1])), properties)
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(start)); !slices.Equal(got, want) {
		t.Errorf("goroutines are started in %v; RACE in the Makefile has, with the suite, %v", got, want)
	}
}
