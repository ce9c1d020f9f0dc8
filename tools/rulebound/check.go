// This file implements check, which only compiles: for editors and continuous integration.

package main

import (
	"fmt"
	"path"

	"github.com/spf13/cobra"

	"rulebound/compiler"
	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
)

type checking struct {
	*env
	format string
	json   bool
	strict bool
}

func checkCommand(e *env) *cobra.Command {
	x := &checking{env: e}
	c := &cobra.Command{
		Use: "check", Short: "Compile the games and report what is wrong with their rulebooks",
		Example: "  rulebound check --strict\n  rulebound check --game kalah --format annotations",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.takesGame(c)
	c.Flags().StringVar(&x.format, "format", "text", "`FORM` of the diagnostics: text, json or annotations")
	c.Flags().BoolVar(&x.json, "json", false, "short for --format json")
	c.Flags().BoolVar(&x.strict, "strict", false, "treat warnings as errors")
	c.MarkFlagsMutuallyExclusive("json", "format")
	e.complete(c, "format", func() []string { return []string{"text", "json", "annotations"} })
	return c
}

// run compiles the games and reports their diagnostics as text, as JSON, or as annotations. With --strict every warning
// is an error.
func (x *checking) run() error {
	if err := oneOf("format", x.format, "text", "json", "annotations"); err != nil {
		return err
	}
	if x.json {
		x.format = "json"
	}
	files := x.files()
	dirs, err := []string{x.game}, error(nil)
	if x.game == "" {
		dirs, err = corpus.Games(files)
	} else {
		err = corpus.Find(files, x.game)
	}
	if err != nil {
		return err
	}
	var all diag.List
	defer x.progress.begin("compiling").clear()
	for i, d := range dirs {
		x.progress.draw(i, len(dirs), d)
		_, book, list := compiler.Compile(files, path.Join(corpus.GamesDir, d))
		if x.strict {
			for i := range list {
				list[i].Severity = diag.Error
			}
		}
		all = append(all, list...)
		if x.format == "text" && len(list) > 0 {
			source := func(string) []byte { return nil }
			if book != nil {
				source = book.Source
			}
			if err := diag.Write(x.out, list, source); err != nil {
				return err
			}
		}
	}
	switch x.format {
	case "json":
		err = diag.WriteJSON(x.out, all)
	case "annotations":
		err = diag.WriteAnnotations(x.out, all)
	default:
		_, err = fmt.Fprintf(x.out, "%s, %s\n", diag.Count(len(dirs), "game"), diag.Count(len(all), "diagnostic"))
	}
	if err == nil && all.HasErrors() {
		return errFailed
	}
	return err
}
