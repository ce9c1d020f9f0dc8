package main

// This file reads the repository: its Go files with their syntax trees, assigned to the rooms of the architecture.

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// module is the import path of this repository.
const module = "rulebound"

const maxLines = 600

// goFile is one Go file. Room is nil if its folder is not in the import table.
type goFile struct {
	Path  string
	Room  *room
	Test  bool
	Lines int
	Tree  *ast.File
}

// repository has every Go file of the project in order of path.
type repository struct {
	Files   []*goFile
	FileSet *token.FileSet
}

type finding struct {
	Place   token.Position
	Message string
}

// String formats a finding as compilers do, so that editors can jump to it.
func (f finding) String() string {
	if f.Place.Line == 0 {
		return fmt.Sprintf("%s: %s", f.Place.Filename, f.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.Place.Filename, f.Place.Line, f.Place.Column, f.Message)
}

func sortFindings(found []finding) {
	slices.SortStableFunc(found, func(a, b finding) int {
		return cmp.Or(
			strings.Compare(a.Place.Filename, b.Place.Filename),
			cmp.Compare(a.Place.Line, b.Place.Line),
			cmp.Compare(a.Place.Column, b.Place.Column),
		)
	})
}

// readRepository parses every Go file below root, except in testdata, build output and hidden folders.
func readRepository(root fs.FS) (*repository, error) {
	repo := &repository{FileSet: token.NewFileSet()}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && skipped(name):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		tree, err := parser.ParseFile(repo.FileSet, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parse: %w", err)
		}
		repo.Files = append(repo.Files, &goFile{
			Path:  name,
			Room:  roomOf(path.Dir(name)),
			Test:  strings.HasSuffix(name, "_test.go"),
			Lines: bytes.Count(text, []byte("\n")),
			Tree:  tree,
		})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the repository: %w", err)
	}
	return repo, nil
}

func skipped(folder string) bool {
	base := path.Base(folder)
	return base != "." && (base[0] == '.' || base == "testdata" || base == "build")
}

func checkLength(repo *repository) []finding {
	var found []finding
	for _, file := range repo.Files {
		if file.Lines > maxLines {
			found = append(found, finding{
				Place:   token.Position{Filename: file.Path},
				Message: fmt.Sprintf("%d lines; a file holds one idea in at most %d", file.Lines, maxLines),
			})
		}
	}
	return found
}
