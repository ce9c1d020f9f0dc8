// This file implements coverage: of all sections, of the clauses of one, or of its places.

package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"rulebound/audit/mutation"
	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

type covering struct {
	*env
	section string
	clauses string // a section; each of its clauses has a line
	shown   bool
	json    bool
}

func coverageCommand(e *env) *cobra.Command {
	x := &covering{env: e}
	c := &cobra.Command{
		Use: "coverage", Short: "Print which clauses and places of the rulebooks the scenarios cover",
		Long: "Coverage plays all scenarios and prints what they cover by rule section. What no scenario can show is explained in\n" +
			"scenarios/GAME.gaps.yaml; a clause without a scenario and without an explanation is a finding.",
		Example: "  rulebound coverage --section 3.2.2\n  rulebound coverage --clauses 3 --game fire-in-the-lake\n  rulebound coverage --json",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.takesGame(c)
	e.takesSection(c, &x.section, "for the section or clause `NAME`, print the places not executed, the conditions seen one way only, and the scenarios that execute it", e.sections)
	c.Flags().StringVar(&x.clauses, "clauses", "", "print a line for each clause of the sections that begin with `NUMBER`")
	c.Flags().BoolVar(&x.shown, "shown", false, "change the rulebooks to find the clauses that scenarios name without testing them")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON")
	c.MarkFlagsMutuallyExclusive("clauses", "section")
	c.MarkFlagsMutuallyExclusive("clauses", "json")
	e.complete(c, "clauses", e.sections)
	return c
}

// run prints the reports of all games. It fails if a scenario cannot be read or fails, or if a clause has neither a
// scenario nor an explanation.
func (x *covering) run() error {
	all, broken := x.open()
	if len(all.Games) == 0 {
		return broken
	}
	if err := unknown(all.Games, x.section); err != nil {
		return err
	}
	plays := x.play(all.Cases())
	problems := errors.Join(broken, failures(plays))
	reports := []*coverage.Report{}
	var gaps []error
	for _, g := range all.Games {
		r := g.Report(plays)
		gaps = append(gaps, g.Uncovered(r, x.section))
		reports = append(reports, r)
	}
	if problems == nil { // otherwise clauses are missing for another reason
		problems = errors.Join(gaps...)
	}
	if x.section != "" {
		return errors.Join(x.inspect(all, plays), problems)
	}
	for i, g := range all.Games {
		if x.shown {
			shown, err := x.showing(g)
			if err != nil {
				return err
			}
			reports[i].Show(shown)
		}
	}
	if x.json {
		return errors.Join(x.writeJSON(struct {
			Version int                `json:"version"`
			Games   []*coverage.Report `json:"games"`
		}{coverage.Version, reports}), problems)
	}
	if x.clauses != "" && !slices.ContainsFunc(reports, func(r *coverage.Report) bool { return r.Within(x.clauses) }) {
		return fmt.Errorf("no rulebook has a section %s", x.clauses)
	}
	if x.clauses == "" && len(plays) > 0 {
		fmt.Fprint(x.out, coverage.Legend, "\n")
	}
	for i, r := range reports {
		var err error
		if x.clauses != "" {
			err = r.WriteClauses(x.out, x.clauses)
		} else {
			err = x.writeCoverage(all.Games[i], r)
		}
		if err != nil {
			return err
		}
		fmt.Fprintln(x.out)
	}
	return problems
}

// inspect prints the nodes of a section or clause in every game that has it.
func (x *covering) inspect(all *corpus.Corpus, plays []*corpus.Play) error {
	var found []*coverage.Inspection
	for _, g := range all.Games {
		one := g.Inspect(plays, x.section)
		if one == nil {
			continue
		}
		if x.shown {
			shown, err := x.showing(g)
			if err != nil {
				return err
			}
			one.Show(shown)
		}
		found = append(found, one)
	}
	if x.json {
		return x.writeJSON(struct {
			Version  int                    `json:"version"`
			Sections []*coverage.Inspection `json:"sections"`
		}{coverage.Version, found})
	}
	for _, one := range found {
		if err := one.Write(x.out); err != nil {
			return err
		}
	}
	return nil
}

// showing returns the clauses of the section that are shown, by mutation of the game.
func (x *covering) showing(g *corpus.Game) (map[string]bool, error) {
	defer x.progress.begin(g.ID).clear()
	return mutation.Shown(g, x.section, func(done, total int) {
		x.progress.draw(done, total, fmt.Sprintf("%d of %s", done, diag.Count(total, "change")))
	})
}
