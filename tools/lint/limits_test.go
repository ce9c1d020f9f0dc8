package main

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// constants imports packages of the module without function bodies and other modules, which suffices for the values of
// constants.
type constants map[string]*types.Package

func (c constants) Import(path string) (*types.Package, error) {
	folder, ours := strings.CutPrefix(path, "rulebound/")
	if p := c[path]; p != nil || !ours {
		return p, nil
	}
	found, err := build.ImportDir(folder, 0)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range found.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(folder, name), nil, 0)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	config := types.Config{Importer: c, IgnoreFuncBodies: true, Error: func(error) {}} // declarations of other modules are missing
	c[path], _ = config.Check(path, fset, files, nil)
	return c[path], nil
}

func TestTablesOfLimitsEqualTheConstants(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("docs/maintainers/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| .* \\| ([0-9]+) \\| `([a-z/]+)\\.([A-Za-z]+)` (?:\\| `[a-z-]+` )?\\|$").FindAllStringSubmatch(string(text), -1)
	if want := strings.Count(string(text), "\n| ") - strings.Count(string(text), "\n| what | at most "); len(rows) != want || want < 20 {
		t.Fatalf("%d of %d rows can be read", len(rows), want)
	}
	of := constants{}
	for _, row := range rows {
		p, err := of.Import("rulebound/" + row[2])
		if err != nil {
			t.Fatal(err)
		}
		c, ok := p.Scope().Lookup(row[3]).(*types.Const)
		if !ok {
			t.Errorf("%s has no constant %s", row[2], row[3])
			continue
		}
		if got := fmt.Sprint(constant.ToInt(c.Val())); got != row[1] {
			t.Errorf("%s.%s is %s, the table says %s", row[2], row[3], got, row[1])
		}
	}
}
