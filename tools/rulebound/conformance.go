// This file implements conformance: it plays the scenarios and compares their traces with the goldens.

package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/golden"
	"rulebound/conformance/revision"
)

type conforming struct {
	*env
	section string
	verbose bool
	json    bool
}

func conformanceCommand(e *env) *cobra.Command {
	x := &conforming{env: e}
	c := &cobra.Command{
		Use: "conformance", Short: "Compile the games, play the scenarios, compare the goldens, print coverage",
		Long: "Conformance compiles the games, plays all scenarios, compares their traces with the goldens and prints coverage by rule section: a line for\n" +
			"each section with its failures, and at the end a list of everything that failed.",
		Example: "  rulebound conformance\n  rulebound conformance --game kalah --verbose\n  rulebound conformance --section 3.2.2",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.takesGame(c)
	e.takesSection(c, &x.section, "play only the section or scenario `NAME`, without coverage", e.scenarioNames)
	c.Flags().BoolVarP(&x.verbose, "verbose", "v", false, "print a line for each scenario")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON instead: what was played and what failed")
	c.MarkFlagsMutuallyExclusive("json", "verbose")
	return c
}

// verdict is the output of --json.
type verdict struct {
	Version   int       `json:"version"`
	Games     []string  `json:"games"`
	Scenarios int       `json:"scenarios"`
	Problems  int       `json:"problems"`
	Cause     string    `json:"cause"` // the changed clauses and the failures they cause, "" if there is no failure
	Failed    []failure `json:"failed"`
	Other     []string  `json:"other"`  // goldens without a scenario, clauses without one
	Unread    bool      `json:"unread"` // some scenarios cannot be read; standard error lists them
}

type failure struct {
	Scenario string `json:"scenario"`
	Title    string `json:"title"`
	Problem  string `json:"problem"`
}

func (x *conforming) run() error {
	if err := golden.NoSwitches(os.Getenv); err != nil {
		return err
	}
	all, broken := x.open()
	if len(all.Games) == 0 {
		return broken
	}
	cases, chosen := all.Cases(), x.within
	if x.section != "" {
		var err error
		if cases, chosen, err = x.choose(all, x.section, broken); err != nil {
			return err
		}
		broken = nil // errors elsewhere do not matter
	}
	dir := filepath.Join(x.root(), corpus.GoldensDir)
	v := &verdict{Version: 1, Games: []string{}, Failed: []failure{}, Other: []string{}, Unread: broken != nil}
	for _, g := range all.Games {
		v.Games = append(v.Games, g.ID)
		x.printf("compiled %s: %s, %s, %s, %s\n", g.ID, diag.Count(len(g.Book.Clauses), "clause"), diag.Count(len(g.Def.Nodes)-1, "node"), diag.Count(len(g.Def.Procs), "procedure"), diag.Count(len(g.Def.Cards), "card"))
	}
	plays := x.play(cases)
	v.Scenarios = len(plays)
	if cause := revision.Explain(x.root(), "HEAD", plays); cause != nil {
		v.Cause = cause.String()
		x.printf("\n%s\n\n", v.Cause)
	}
	v.Failed = append(v.Failed, x.sections(plays, func(p *corpus.Play) error {
		if err := p.Problem(); err != nil {
			return err
		}
		return golden.Compare(dir, p.Case.Name(), p.Lines)
	})...)
	if x.section == "" {
		gaps, err := x.coverage(all, plays, broken == nil && len(v.Failed) == 0 && len(plays) > 0) // otherwise clauses are missing for another reason
		if err != nil {
			return err
		}
		v.Other = append(v.Other, gaps...)
	}
	if broken == nil { // otherwise goldens may belong to unreadable scenarios
		orphans, err := golden.Orphans(dir, all.Names())
		if err != nil {
			return err
		}
		for _, o := range orphans {
			if chosen(strings.TrimSuffix(o, golden.Suffix)) {
				v.Other = append(v.Other, fmt.Sprintf("%s/%s belongs to no scenario", corpus.GoldensDir, o))
			}
		}
	}
	return x.conclude(v, broken)
}

// coverage prints the coverage of each game; with check it returns the clauses without a scenario.
func (x *conforming) coverage(all *corpus.Corpus, plays []*corpus.Play, check bool) (gaps []string, err error) {
	if len(plays) > 0 {
		x.printf("\n%s", coverage.Legend)
	}
	for _, g := range all.Games {
		r := g.Report(plays)
		if !x.json && len(plays) > 0 {
			x.printf("\n")
			if err := x.writeCoverage(g, r); err != nil {
				return nil, err
			}
		}
		if check {
			for _, gap := range parts(g.Uncovered(r, "")) {
				gaps = append(gaps, gap.Error())
			}
		}
	}
	return gaps, nil
}

// writeCoverage prints the table of a game, or one line if it has no scenarios.
func (e *env) writeCoverage(g *corpus.Game, r *coverage.Report) error {
	if len(g.Cases) == 0 {
		_, err := fmt.Fprintf(e.out, "%s: no scenario yet; rulebound new scenario CLAUSE NAME --game %s writes one\n", g.ID, g.ID)
		return err
	}
	return r.Write(e.out)
}

// conclude lists the failures and prints their number.
func (x *conforming) conclude(v *verdict, broken error) error {
	v.Problems = len(v.Failed) + len(v.Other)
	if x.json {
		if err := x.writeJSON(v); err != nil {
			return err
		}
	}
	if v.Problems > 0 {
		x.printf("\n")
	}
	for _, f := range v.Failed {
		x.printf("FAIL %s: %s\n", f.Scenario, f.Title)
	}
	for _, other := range v.Other {
		x.printf("FAIL %s\n", other)
	}
	unread := ""
	if broken != nil {
		unread = ", and others that cannot be read"
	}
	x.printf("\n%s, %s%s\n", diag.Count(v.Scenarios, "scenario"), diag.Count(v.Problems, "problem"), unread)
	switch {
	case broken != nil:
		return broken
	case v.Scenarios == 0:
		return fmt.Errorf("no scenario was played: there is none in %s; rulebound new scenario CLAUSE NAME writes one", filepath.Join(x.root(), corpus.ScenariosDir, x.game))
	case v.Problems > 0:
		return errFailed
	}
	return nil
}

func (x *conforming) printf(format string, args ...any) {
	if !x.json {
		fmt.Fprintf(x.out, format, args...)
	}
}

// parts returns the errors joined in err, none for nil.
func parts(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return nil
}

// maxProblems limits the problems that sections prints, in bytes. Further failing scenarios are only named.
const maxProblems = 1 << 17

// sections prints a line for each section and its failures, with --verbose a line for each scenario. It returns the
// failures.
func (x *conforming) sections(plays []*corpus.Play, check func(*corpus.Play) error) (failed []failure) {
	printed, left := 0, 0
	for len(plays) > 0 {
		section := path.Dir(plays[0].Case.Name())
		n := slices.IndexFunc(plays, func(p *corpus.Play) bool { return path.Dir(p.Case.Name()) != section })
		if n < 0 {
			n = len(plays)
		}
		wrong := len(failed)
		var lines strings.Builder
		for _, p := range plays[:n] {
			err := check(p)
			switch {
			case err != nil:
				failed = append(failed, failure{p.Case.Name(), p.Case.Script.Title, err.Error()})
				fmt.Fprintf(&lines, "FAIL %s: %s\n", p.Case.Name(), p.Case.Script.Title)
				if text := indent(err.Error()); printed+len(text) <= maxProblems {
					printed += len(text)
					fmt.Fprintln(&lines, text)
				} else {
					left++
				}
			case x.verbose:
				fmt.Fprintf(&lines, "ok   %s: %s\n", p.Case.Name(), p.Case.Script.Title)
			}
		}
		switch wrong = len(failed) - wrong; {
		case wrong > 0:
			x.printf("FAIL %s: %d of %s\n", section, wrong, diag.Count(n, "scenario"))
		case !x.verbose:
			x.printf("ok   %s: %s\n", section, diag.Count(n, "scenario"))
		}
		x.printf("%s", lines.String())
		plays = plays[n:]
	}
	if left > 0 {
		x.printf("\nthe problems of %s are left out: rulebound conformance --section NAME prints those of one, --json all\n", diag.Count(left, "more scenario"))
	}
	return failed
}

// failures returns an error that names each failing scenario, or nil.
func failures(plays []*corpus.Play) error {
	var errs []error
	for _, p := range plays {
		if err := p.Problem(); err != nil {
			errs = append(errs, fmt.Errorf("%s fails:\n%s", p.Case.Name(), indent(err.Error())))
		}
	}
	return errors.Join(errs...)
}
