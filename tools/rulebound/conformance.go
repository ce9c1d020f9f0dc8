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
	all, err := c.open()
	if err != nil {
		return err
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
		return golden.Compare(dir, p.Case.Name(), p.Case.Script.Rules, p.Trace())
	})
	orphans, err := golden.Orphans(dir, all.Names())
	if err != nil {
		return err
	}
	for _, o := range orphans {
		if !c.within(o) {
			continue
		}
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
	if len(plays) == 0 {
		return fmt.Errorf("no scenario was played: there is none in %s", filepath.Join(c.root, corpus.ScenariosDir, c.game))
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

// coverage prints the reports of all games.
func (c *command) coverage() error {
	all, err := c.open()
	if err != nil {
		return err
	}
	if err := c.unknown(all.Games, itself); err != nil {
		return err
	}
	plays := c.play(all.Cases())
	if c.section != "" {
		return errors.Join(c.inspect(all, plays), failures(plays))
	}
	reports := []*coverage.Report{}
	for _, g := range all.Games {
		r := g.Report(plays)
		if c.shown {
			shown, err := c.showing(g)
			if err != nil {
				return err
			}
			r.Show(shown)
		}
		reports = append(reports, r)
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
