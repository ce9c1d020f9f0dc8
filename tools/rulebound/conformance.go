// This file holds the commands.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
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
	all, broken := c.open()
	if len(all.Games) == 0 {
		return broken
	}
	dir := filepath.Join(c.root, corpus.GoldensDir)
	for _, g := range all.Games {
		fmt.Fprintf(c.out, "compiled %s: %d clauses, %d nodes, %d procedures, %d cards\n", g.ID, len(g.Book.Clauses), len(g.Def.Nodes)-1, len(g.Def.Procs), len(g.Def.Cards))
	}
	plays := c.play(all.Cases())
	failed := c.tell(plays, func(p *corpus.Play) error {
		if err := p.Problem(); err != nil {
			return err
		}
		return golden.Compare(dir, p.Case.Name(), p.Lines)
	})
	var gaps []error
	for _, g := range all.Games {
		fmt.Fprintln(c.out)
		r := g.Report(plays)
		if err := r.Write(c.out); err != nil {
			return err
		}
		if broken == nil && failed == 0 && len(plays) > 0 { // else clauses are missing for another reason
			gaps = append(gaps, parts(g.Uncovered(r, ""))...)
		}
	}
	if broken != nil { // goldens may belong to scenarios that cannot be read
		fmt.Fprintf(c.out, "\n%d scenarios, %d problems, and others that cannot be read\n", len(plays), failed)
		return broken
	}
	orphans, err := golden.Orphans(dir, all.Names())
	if err != nil {
		return err
	}
	for _, o := range orphans {
		if c.within(o) {
			gaps = append(gaps, fmt.Errorf("%s/%s belongs to no scenario", corpus.GoldensDir, o))
		}
	}
	for i, gap := range gaps {
		if i == 0 {
			fmt.Fprintln(c.out)
		}
		fmt.Fprintln(c.out, "FAIL", gap)
	}
	failed += len(gaps)
	fmt.Fprintf(c.out, "\n%d scenarios, %d problems\n", len(plays), failed)
	if len(plays) == 0 {
		return fmt.Errorf("no scenario was played: there is none in %s", filepath.Join(c.root, corpus.ScenariosDir, c.game))
	}
	if failed > 0 {
		return errFailed
	}
	return nil
}

// parts returns the errors that err joins, none for nil.
func parts(err error) []error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return joined.Unwrap()
	}
	return nil
}

// play plays scenarios. On a terminal with somebody before it, it shows how far it is.
func (c *command) play(cases []*corpus.Case) []*corpus.Play {
	p := newProgress(c.screen, "playing")
	if !p.terminal || os.Getenv("CI") != "" {
		return corpus.PlayEach(cases, func(int, int) {})
	}
	defer fmt.Fprint(c.err, clearLine)
	return corpus.PlayEach(cases, func(done, total int) { p.draw(done, total, fmt.Sprintf("%d of %d scenarios", done, total)) })
}

// tell prints a line for each section and what is wrong in it, or with -v a line for each scenario. It returns how many
// plays the check finds fault with.
func (c *command) tell(plays []*corpus.Play, check func(*corpus.Play) error) (failed int) {
	for len(plays) > 0 {
		section := path.Dir(plays[0].Case.Name())
		n := slices.IndexFunc(plays, func(p *corpus.Play) bool { return path.Dir(p.Case.Name()) != section })
		if n < 0 {
			n = len(plays)
		}
		wrong := 0
		var lines strings.Builder
		for _, p := range plays[:n] {
			err := check(p)
			switch {
			case err != nil:
				wrong++
				fmt.Fprintf(&lines, "FAIL %s: %s\n%s\n", p.Case.Name(), p.Case.Script.Title, indent(err.Error()))
			case c.verbose:
				fmt.Fprintf(&lines, "ok   %s: %s\n", p.Case.Name(), p.Case.Script.Title)
			}
		}
		switch {
		case wrong > 0:
			fmt.Fprintf(c.out, "FAIL %s: %d of %s\n", section, wrong, scenarios(n))
		case !c.verbose:
			fmt.Fprintf(c.out, "ok   %s: %s\n", section, scenarios(n))
		}
		fmt.Fprint(c.out, lines.String())
		failed, plays = failed+wrong, plays[n:]
	}
	return failed
}

func scenarios(n int) string {
	if n == 1 {
		return "1 scenario"
	}
	return fmt.Sprintf("%d scenarios", n)
}

func indent(text string) string {
	return "     " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n     ")
}

// coverage prints the reports of all games. It fails if a scenario cannot be read or fails, or if a clause has no scenario and no
// explanation.
func (c *command) coverage() error {
	all, broken := c.open()
	if len(all.Games) == 0 {
		return broken
	}
	if err := c.unknown(all.Games); err != nil {
		return err
	}
	plays := c.play(all.Cases())
	problems := errors.Join(broken, failures(plays))
	reports := []*coverage.Report{}
	var gaps []error
	for _, g := range all.Games {
		r := g.Report(plays)
		gaps = append(gaps, g.Uncovered(r, c.section))
		reports = append(reports, r)
	}
	if problems == nil { // else clauses are missing for another reason
		problems = errors.Join(gaps...)
	}
	if c.section != "" {
		return errors.Join(c.inspect(all, plays), problems)
	}
	for i, g := range all.Games {
		if c.shown {
			shown, err := c.showing(g)
			if err != nil {
				return err
			}
			reports[i].Show(shown)
		}
	}
	if c.json {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", "  ")
		return errors.Join(enc.Encode(struct {
			Version int                `json:"version"`
			Games   []*coverage.Report `json:"games"`
		}{coverage.Version, reports}), problems)
	}
	if c.clauses != "" && !slices.ContainsFunc(reports, func(r *coverage.Report) bool { return r.Within(c.clauses) }) {
		return fmt.Errorf("no rulebook has a section %s", c.clauses)
	}
	for _, r := range reports {
		var err error
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
	return problems
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
