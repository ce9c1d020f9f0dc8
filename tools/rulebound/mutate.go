// This file implements mutate, mutation testing of the rulebooks: which mutants the scenarios kill.

package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rulebound/audit/claims"
	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

type mutating struct {
	*env
	section   string
	clauses   bool
	plays     int
	seed      uint64
	explained bool
	json      bool
	divided
}

func mutateCommand(e *env) *cobra.Command {
	x := &mutating{env: e}
	c := &cobra.Command{
		Use: "mutate", Short: "Change the rulebooks one place at a time and list what no scenario notices",
		Long: "Mutate changes one place of a rulebook at a time and lists the changes that no scenario notices, and those that goldens alone notice.\n" +
			"Changes that scenarios/GAME.survivors.yaml explains are tested in random plays beside the game.",
		Example: "  rulebound mutate --game kalah --section 2.1\n  rulebound mutate --json > scores.json\n  rulebound mutate --shard 2/8 --part part-2.json",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.takesGame(c)
	e.takesSection(c, &x.section, "change only the section or clause `NAME`", e.sections)
	c.Flags().BoolVar(&x.clauses, "clauses", false, "print a line for each clause")
	c.Flags().IntVar(&x.plays, "plays", defaultPlays, "test explained changes in `N` random plays")
	c.Flags().Uint64Var(&x.seed, "seed", 1, "seed of these plays, a `NUMBER`")
	c.Flags().BoolVar(&x.explained, "explained", false, "only test the explained changes")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON: the scores that report --scores reads")
	c.MarkFlagsMutuallyExclusive("clauses", "json")
	x.divide(c)
	for _, other := range []string{"section", "clauses", "json", "shard"} {
		c.MarkFlagsMutuallyExclusive("explained", other)
	}
	return c
}

// run mutates the games and prints the survivors.
func (x *mutating) run() error {
	if x.plays < 0 {
		return wrongUsage("--plays is a number of plays, 0 for none")
	}
	if err := writable(x.file); err != nil {
		return err
	}
	all, err := x.open()
	games := all.Games
	if len(games) == 0 {
		return err
	}
	if why := unknown(games, x.section); why != nil {
		return errors.Join(err, why)
	}
	if err != nil { // readable scenarios are still useful
		x.complain(err)
	}
	defer collectLess(memoryLimit)() // a run loads and discards a game for every mutant
	done, why := found[[]*mutation.Part](x.env)
	if why != nil {
		return why
	}
	reports := []*mutation.Report{}
	for i, g := range games {
		r, err := x.report(g, i, done)
		if err != nil {
			return fmt.Errorf("%s: %w", g.ID, err)
		}
		reports = append(reports, r)
	}
	if x.shard.of > 0 {
		parts := []*mutation.Part{}
		for _, r := range reports {
			parts = append(parts, r.Part())
		}
		return errors.Join(x.writePart(&x.divided, nil, parts), err)
	}
	mutation.Together(reports)
	refuted := slices.ContainsFunc(reports, (*mutation.Report).Refuted)
	if x.json {
		if err := x.writeJSON(scores{mutation.Version, reports}); err != nil {
			return err
		}
	}
	for _, r := range reports {
		if x.json {
			break
		}
		write := func() error { return r.Write(x.out, x.clauses) }
		if x.explained {
			write = func() error { return r.WriteRefuted(x.out) }
		}
		if err := write(); err != nil {
			return err
		}
		fmt.Fprintln(x.out)
	}
	if err != nil || refuted {
		return errFailed
	}
	return nil
}

// report mutates a game and tests the explanations, or joins the results of the parts.
func (x *mutating) report(g *corpus.Game, number int, done [][]*mutation.Part) (*mutation.Report, error) {
	explained, err := x.explanations(g.ID)
	if err != nil {
		return nil, err
	}
	if done != nil {
		var own []*mutation.Part
		for _, parts := range done {
			if number >= len(parts) || parts[number] == nil || parts[number].Game != g.ID {
				return nil, errors.New("a part has no results of it")
			}
			own = append(own, parts[number])
		}
		return mutation.Join(g, mutation.Config{Section: x.section, Explained: explained}, own)
	}
	r, err := x.changed(g, explained)
	if err != nil {
		return nil, err
	}
	boards, err := corpus.Boards(x.files(), g.ID)
	if err != nil {
		return nil, err
	}
	return r, claims.Refute(g, r, claims.Config{Boards: boards, Plays: x.plays, Seed: x.seed})
}

// changed mutates a game; with --explained it only lists the explained mutants.
func (x *mutating) changed(g *corpus.Game, explained []mutation.Explanation) (*mutation.Report, error) {
	if x.explained {
		return mutation.Claimed(g, explained)
	}
	return x.mutation(g, mutation.Config{Section: x.section, Explained: explained, Owns: x.shard.owns})
}

// mutation mutates a game and shows the progress.
func (e *env) mutation(g *corpus.Game, config mutation.Config) (*mutation.Report, error) {
	p := e.progress.begin(g.ID)
	defer p.clear()
	config.Progress = func(done, total, survived int) {
		p.report(done, total, fmt.Sprintf("%d of %d changes, %d survive, %s", done, total, survived, time.Since(p.began).Round(roundTimes)))
	}
	return mutation.Run(g, config)
}

// defaultPlays is the default number of random plays with explained mutants.
const defaultPlays = 500

// scores is the output of --json and the input of report.
type scores struct {
	Version int                `json:"version"`
	Games   []*mutation.Report `json:"games"`
}

// readScores reads the output of --json; no name yields no scores.
func readScores(name string) ([]*mutation.Report, error) {
	if name == "" {
		return nil, nil
	}
	var out scores
	if err := readMeasured(name, "rulebound mutate --json", &out); err != nil {
		return nil, err
	}
	if out.Version != mutation.Version || slices.Contains(out.Games, nil) {
		return nil, fmt.Errorf("%s: it is not of version %d; write it again with rulebound mutate --json", name, mutation.Version)
	}
	return out.Games, nil
}

// unknown returns an error if no game has a section or clause of that name, or below it. It suggests a similar name.
func unknown(games []*corpus.Game, section string) error {
	var known []string
	for _, g := range games {
		if section == "" || coverage.Knows(g.Book, section) {
			return nil
		}
		known = append(known, coverage.Known(g.Book)...)
	}
	near := ""
	if name := corpus.Near(section, known); name != "" {
		near = "; did you mean " + name + "?"
	}
	return fmt.Errorf("no rulebook has a section or clause %s%s", section, near)
}

// explanations reads the explained survivors of a game.
func (e *env) explanations(game string) ([]mutation.Explanation, error) {
	return corpus.Beside(e.files(), game, corpus.Survivors, mutation.ReadExplanations)
}

const (
	gcPercent  = 400
	roundTimes = 100 * time.Millisecond
)

// memoryLimit is the heap size, in bytes, at which the collector runs more often. A lower limit of the environment has
// precedence.
const memoryLimit = 1900 << 20

// collectLess makes the garbage collector run less often while the heap is below a limit in bytes. The returned
// function undoes that.
func collectLess(limit int64) (undo func()) {
	percent, before := debug.SetGCPercent(gcPercent), debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(limit, before))
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(before)
	}
}
