// This file holds the commands.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/golden"
)

// errFailed ends a command that has already said what failed.
var errFailed = errors.New("not in order")

// conformance is the main job.
func (c *command) conformance() error {
	if err := golden.NoSwitches(os.Getenv); err != nil {
		return err
	}
	all, err := c.open()
	if err != nil {
		return err
	}
	dir := filepath.Join(c.root, corpus.GoldensDir)
	for _, g := range all.Games {
		fmt.Fprintf(c.out, "compiled %s: %d clauses, %d nodes, %d procedures, %d cards\n", g.ID, len(g.Book.Clauses), len(g.Def.Nodes)-1, len(g.Def.Procs), len(g.Def.Cards))
	}
	plays := all.Play()
	if len(plays) == 0 {
		return fmt.Errorf("there is no scenario in %s: nothing was shown", filepath.Join(c.root, corpus.ScenariosDir))
	}
	failed := 0
	for _, p := range plays {
		err := p.Problem()
		if err == nil {
			err = golden.Compare(dir, p.Case.Name(), p.Case.Script.Rules, p.Trace())
		}
		if err != nil {
			failed++
			fmt.Fprintf(c.out, "FAIL %s: %s\n%s\n", p.Case.Name(), p.Case.Script.Title, indent(err.Error()))
			continue
		}
		fmt.Fprintf(c.out, "ok   %s: %s\n", p.Case.Name(), p.Case.Script.Title)
	}
	orphans, err := golden.Orphans(dir, all.Names())
	if err != nil {
		return err
	}
	for _, o := range orphans {
		failed++
		fmt.Fprintf(c.out, "FAIL %s/%s belongs to no scenario\n", corpus.GoldensDir, o)
	}
	for _, g := range all.Games {
		fmt.Fprintln(c.out)
		if err := g.Report(plays).Write(c.out); err != nil {
			return err
		}
	}
	fmt.Fprintf(c.out, "\n%d scenarios, %d problems\n", len(plays), failed)
	if failed > 0 {
		return errFailed
	}
	return nil
}

func indent(text string) string {
	return "     " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n     ")
}

// coverage prints the reports of all games.
func (c *command) coverage() error {
	all, err := c.open()
	if err != nil {
		return err
	}
	plays := all.Play()
	reports := []*coverage.Report{}
	for _, g := range all.Games {
		reports = append(reports, g.Report(plays))
	}
	if c.json {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			Version int                `json:"version"`
			Games   []*coverage.Report `json:"games"`
		}{coverage.Version, reports})
	}
	if c.clauses != "" && !slices.ContainsFunc(reports, func(r *coverage.Report) bool { return r.Within(c.clauses) }) {
		return fmt.Errorf("no rulebook has a section %s", c.clauses)
	}
	for _, r := range reports {
		if c.clauses != "" {
			err = r.WriteClauses(c.out, c.clauses)
		} else {
			err = r.Write(c.out)
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(c.out)
	}
	return failures(plays)
}

// failures is an error if a play failed, naming each.
func failures(plays []*corpus.Play) error {
	var errs []error
	for _, p := range plays {
		if err := p.Problem(); err != nil {
			errs = append(errs, fmt.Errorf("%s fails:\n%s", p.Case.Name(), indent(err.Error())))
		}
	}
	return errors.Join(errs...)
}
