// This file holds the command that only compiles: for editors and continuous integration.

package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
)

// check compiles the games and reports their diagnostics as text, as JSON, or as annotations; strictly, all are errors.
func (c *command) check() error {
	files := os.DirFS(c.root)
	entries, err := os.ReadDir(filepath.Join(c.root, filepath.FromSlash(corpus.GamesDir)))
	if err != nil {
		return err
	}
	var dirs []string
	for _, e := range entries {
		if e.IsDir() {
			dirs = append(dirs, e.Name())
		}
	}
	if len(dirs) == 0 {
		return fmt.Errorf("there is no game in %s", filepath.Join(c.root, corpus.GamesDir))
	}
	var all diag.List
	for _, d := range dirs {
		_, book, list := compiler.Compile(files, path.Join(corpus.GamesDir, d))
		if c.strict {
			for i := range list {
				list[i].Severity = diag.Error
			}
		}
		all = append(all, list...)
		if c.form == "text" && len(list) > 0 {
			source := func(string) []byte { return nil }
			if book != nil {
				source = book.Source
			}
			if err := diag.Write(c.out, list, source); err != nil {
				return err
			}
		}
	}
	switch c.form {
	case "json":
		err = diag.WriteJSON(c.out, all)
	case "annotations":
		err = diag.WriteAnnotations(c.out, all)
	case "text":
		_, err = fmt.Fprintf(c.out, "%d games, %d diagnostics\n", len(dirs), len(all))
	default:
		return fmt.Errorf("-format is text, json or annotations, not %q", c.form)
	}
	if err == nil && all.HasErrors() {
		return errFailed
	}
	return err
}
