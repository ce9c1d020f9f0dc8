// This file implements fmt, which formats rulebook pages and scenario files.

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/editor/format"
)

type formatting struct {
	*env
	check, diff bool
}

func fmtCommand(e *env) *cobra.Command {
	x := &formatting{env: e}
	c := &cobra.Command{
		Use: "fmt [FILE|FOLDER]...", Short: "Format the YAML of rulebooks and scenarios",
		Long: "Fmt lays out the yaml blocks of rulebook pages (*.md) and the files of scenarios (*.yaml): indentation, and the spaces around dashes, colons,\n" +
			"commas and brackets. Prose, comments, quotes and line breaks stay. It prints the names of the files that it changes. A file that cannot be read is\n" +
			"reported and left as it is. Without arguments it goes through the rulebooks and scenarios of the repository (docs/reference.md).",
		Example: "  rulebound fmt data/games/kalah\n  rulebound fmt --check\n  rulebound fmt --diff scenarios/kalah/2.1-sowing/round.yaml",
		Args:    cobra.ArbitraryArgs,
		RunE:    func(_ *cobra.Command, args []string) error { return x.run(args) },
	}
	c.Flags().BoolVar(&x.check, "check", false, "change nothing; list the files that would change, with exit code 1")
	c.Flags().BoolVar(&x.diff, "diff", false, "change nothing; print what would change")
	return c
}

// libraries is the folder of a repository's own library rulebooks.
const libraries = "compiler/library"

// run formats files and the contents of folders.
func (x *formatting) run(args []string) error {
	if len(args) == 0 {
		for _, dir := range []string{corpus.GamesDir, corpus.ScenariosDir, libraries} {
			name := filepath.Join(x.root(), filepath.FromSlash(dir))
			if _, err := os.Stat(name); err == nil {
				args = append(args, name)
			}
		}
	}
	var files []string
	for _, arg := range args {
		found, err := formattable(arg)
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	var errs []error
	changed := 0
	for _, file := range files {
		n, err := x.file(file)
		errs = append(errs, err)
		changed += n
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if changed > 0 && x.check {
		return errFailed
	}
	return nil
}

// formattable lists the files that an argument names: a file, or the pages and YAML files in a folder.
func formattable(arg string) ([]string, error) {
	var out []string
	err := filepath.WalkDir(arg, func(name string, d fs.DirEntry, err error) error {
		known := filepath.Ext(name) == ".md" || filepath.Ext(name) == ".yaml"
		switch {
		case err != nil:
			return err
		case name == arg && !d.IsDir() && !known:
			return wrongUsage("%s is neither a page (*.md) nor YAML (*.yaml)", arg)
		case strings.HasPrefix(d.Name(), ".") && name != arg && d.IsDir():
			return filepath.SkipDir
		case !d.IsDir() && known && !strings.HasPrefix(d.Name(), "."):
			out = append(out, name)
		}
		return nil
	})
	return out, err
}

// file formats a file and returns the number of changed files, 0 or 1; with --check it only counts.
func (x *formatting) file(name string) (int, error) {
	dir, base := filepath.Split(name)
	text, err := source.ReadFile(os.DirFS(filepath.Clean("./"+dir)), base, source.MaxBytes)
	if filepath.IsAbs(name) {
		text, err = source.ReadFile(os.DirFS(filepath.Clean(dir)), base, source.MaxBytes)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	do := format.Document
	if filepath.Ext(name) == ".md" {
		do = format.Page
	}
	formatted, list := do(filepath.ToSlash(name), text)
	if list.HasErrors() {
		if err := diag.Write(x.err, list.Sorted(), func(string) []byte { return text }); err != nil {
			return 0, err
		}
		return 0, errFailed
	}
	if bytes.Equal(formatted, text) {
		return 0, nil
	}
	switch {
	case x.diff:
		d := difflib.UnifiedDiff{A: difflib.SplitLines(string(text)), B: difflib.SplitLines(string(formatted)), FromFile: name, ToFile: name + " (formatted)", Context: 2}
		return 1, difflib.WriteUnifiedDiff(x.out, d)
	case !x.check:
		info, err := os.Stat(name)
		if err == nil {
			err = x.writeOut(name, formatted)
		}
		if err == nil {
			err = os.Chmod(name, info.Mode().Perm())
		}
		if err != nil {
			return 0, err
		}
	}
	_, err = fmt.Fprintln(x.out, name)
	return 1, err
}
