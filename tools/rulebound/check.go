// This file holds the command that only compiles: for editors and continuous integration.

package main

import (
	"fmt"
	"os"
	"path"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
)

// check compiles the games and reports their diagnostics as text, as JSON, or as annotations; strictly, all are errors.
func (c *command) check() error {
	files := os.DirFS(c.root)
	dirs, err := []string{c.game}, error(nil)
	if c.game == "" {
		dirs, err = corpus.Games(files)
	} else {
		err = corpus.Find(files, c.game)
	}
	if err != nil {
		return err
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
	default:
		_, err = fmt.Fprintf(c.out, "%d games, %d diagnostics\n", len(dirs), len(all))
	}
	if err == nil && all.HasErrors() {
		return errFailed
	}
	return err
}
