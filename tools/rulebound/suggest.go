// This file implements suggest, which searches for missing scenarios.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"rulebound/audit/mutation"
	"rulebound/audit/suggest"
	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/scenario"
)

type suggesting struct {
	*env
	section   string
	clause    string
	at        string
	survivors bool
	explained bool
	seed      uint64
	work      int    // thousands of answers
	folder    string // "" for standard output
	json      bool
	divided   // a work item is a game
}

func suggestCommand(e *env) *cobra.Command {
	x := &suggesting{env: e}
	c := &cobra.Command{
		Use: "suggest", Short: "Search for the scenarios that are missing and print them without an expectation",
		Long: "Suggest searches for plays that fill gaps of the scenarios: places that none executes, conditions seen one way only or, with --survivors,\n" +
			"changes that none notices. It prints each play as a scenario without an expectation, which you write from the rule.",
		Example: "  rulebound suggest --section 3.2.2\n  rulebound suggest --clause 3.2.2-b\n  rulebound suggest --survivors --game kalah --output /tmp/new",
		RunE:    func(*cobra.Command, []string) error { return x.run() },
	}
	e.takesGame(c)
	e.takesSection(c, &x.section, "search only for the section or clause `NAME`", e.sections)
	c.Flags().StringVar(&x.clause, "clause", "", "search for one play that shows the clause `ID`")
	c.Flags().StringVar(&x.at, "at", "", "search only for the place `FILE:LINE`, or FILE:LINE:COL")
	c.Flags().BoolVar(&x.survivors, "survivors", false, "search for plays that notice the changes that no scenario notices")
	c.Flags().BoolVar(&x.explained, "explained", false, "with --survivors: also the explained changes")
	c.Flags().Uint64Var(&x.seed, "seed", 1, "seed of the search, a `NUMBER`")
	c.Flags().IntVar(&x.work, "work", defaultWork, "try at most `N` thousand answers in each game")
	c.Flags().StringVarP(&x.folder, "output", "o", "", "write files below the folder `DIR`; nothing is overwritten")
	c.Flags().BoolVar(&x.json, "json", false, "write JSON Lines: an object for each scenario")
	c.MarkFlagsMutuallyExclusive("json", "output")
	x.divide(c)
	c.MarkFlagsMutuallyExclusive("shard", "output")
	c.MarkFlagDirname("output")
	e.complete(c, "clause", e.sections)
	return c
}

// defaultWork is the default limit of answers of the search in one game, in thousands.
const defaultWork = 2000

// searchMemory is the heap size of a search, in bytes, at which garbage is collected at once.
const searchMemory = 512 << 20

// odd describes flags that exclude each other, "" if there are none.
func (x *suggesting) odd() string {
	switch {
	case x.work <= 0:
		return "--work is a number of thousand answers, at least 1"
	case x.clause != "" && (x.section != "" || x.at != "" || x.survivors):
		return "--clause searches one play; leave out --section, --at and --survivors"
	case x.explained && !x.survivors:
		return "--explained goes with --survivors"
	case x.at != "" && x.survivors:
		return "--at names a place of coverage; use --section with --survivors"
	}
	return ""
}

// prepare creates the folder of --output before the search.
func (x *suggesting) prepare() error {
	if x.folder == "" {
		return nil
	}
	if err := os.MkdirAll(x.folder, 0o755); err != nil {
		return err
	}
	return emptied(x.folder, x.folder)
}

// run searches in every game that has the section, clause or place.
func (x *suggesting) run() error {
	if why := x.odd(); why != "" {
		return wrongUsage("%s", why)
	}
	if err := errors.Join(x.prepare(), writable(x.file)); err != nil {
		return err
	}
	all, err := x.open()
	if err != nil {
		return err
	}
	games, err := x.suggested(all)
	if err != nil {
		return err
	}
	open, mine := 0, map[string][]*suggest.Result{}
	err = x.search(all, games, func(g *corpus.Game, chapters []*suggest.Result) error {
		if x.shard.of > 0 {
			mine[g.ID] = chapters
			return nil
		}
		r := suggest.Join(chapters)
		open += r.Shown + len(r.Missed)
		return x.printFound(g, r)
	})
	if err != nil {
		return err
	}
	if x.shard.of > 0 {
		return x.writePart(&x.divided, nil, mine)
	}
	switch {
	case open > 0 || x.clause != "":
		return nil
	case x.at != "":
		return fmt.Errorf("nothing is open at %s: name a place that `rulebound coverage --section` lists as not executed or seen one way only, as file:line or file:line:col", x.at)
	}
	fmt.Fprintln(x.err, "nothing is open")
	return nil
}

// search passes on the results of each game by chapter, nil for chapters of other parts; for merge, those of all parts.
func (x *suggesting) search(all *corpus.Corpus, games []*corpus.Game, give func(*corpus.Game, []*suggest.Result) error) error {
	done, err := found[map[string][]*suggest.Result](x.env)
	if err != nil {
		return err
	}
	if len(done) > 0 {
		return joined(done, games, give)
	}
	plays := x.play(all.Cases())
	if err := failures(plays); err != nil {
		return fmt.Errorf("%w\nput that in order first: a scenario that fails covers nothing", err)
	}
	for _, p := range plays { // only the coverage of their plays is needed below
		p.Lines, p.Result = nil, &scenario.Result{Script: p.Case.Script}
	}
	defer collectLess(searchMemory)() // a search discards most of its plays
	kept = nil                        // the search uses the memory of the reserve
	debug.SetGCPercent(-1)
	holes, err := x.holes(games) // of all games: a mutant of a library is killed if any game kills it
	if err != nil {
		return err
	}
	before := 0 // chapters of other games
	for i, g := range games {
		r, err := x.suggestFor(g, plays, holes[i], before)
		if err == nil {
			err = give(g, r)
		}
		if err != nil {
			return err
		}
		before += len(r)
	}
	return nil
}

// joined passes on the results of all parts of a run.
func joined(parts []map[string][]*suggest.Result, games []*corpus.Game, give func(*corpus.Game, []*suggest.Result) error) error {
	before := 0
	for _, g := range games {
		chapters := make([]*suggest.Result, len(parts[0][g.ID]))
		for i := range chapters {
			n := (before + i) % len(parts)
			if mine := parts[n][g.ID]; len(mine) != len(chapters) || mine[i] == nil {
				return fmt.Errorf("part %d of %d lacks results of %s", n+1, len(parts), g.ID)
			}
			chapters[i] = parts[n][g.ID][i]
		}
		if err := give(g, chapters); err != nil {
			return err
		}
		before += len(chapters)
	}
	return nil
}

// printFound prints the suggestions of a search, and the places that it did not reach.
func (x *suggesting) printFound(g *corpus.Game, r *suggest.Result) error {
	for _, s := range r.Found {
		if err := x.give(s); err != nil {
			return err
		}
	}
	all := r.Shown + len(r.Missed)
	if x.clause != "" {
		if len(r.Found) == 0 {
			return fmt.Errorf("no play was found in %d answers that shows %s; try another --seed or more --work", r.Work, x.clause)
		}
		return nil
	}
	for i := range r.Missed {
		fmt.Fprintln(x.err, "not found:", r.Missed[i].String())
	}
	if all > 0 {
		fmt.Fprintf(x.err, "%s: %d of %s shown, by %s, in %s\n", g.ID, r.Shown, diag.Count(all, "place"), diag.Count(len(r.Found), "script"), diag.Count(r.Work, "answer"))
	}
	return nil
}

// suggested returns the selected games, each of which has the section or clause.
func (x *suggesting) suggested(all *corpus.Corpus) ([]*corpus.Game, error) {
	games := slices.Clone(all.Games)
	name, clauses := x.section, false
	if x.clause != "" {
		name, clauses = x.clause, true
	}
	if name == "" {
		return games, nil
	}
	var known []string
	has := slices.DeleteFunc(games, func(g *corpus.Game) bool {
		mine := coverage.Known(g.Book)
		if clauses {
			mine = nil
			for _, k := range g.Book.Clauses {
				mine = append(mine, k.ID)
			}
		}
		known = append(known, mine...)
		return !slices.ContainsFunc(mine, func(known string) bool { return known == name || !clauses && coverage.Below(known, name) })
	})
	if len(has) > 0 {
		return has, nil
	}
	what, near := "section or clause", "; `rulebound coverage` lists them"
	if clauses {
		what = "clause"
	}
	if n := corpus.Near(name, known); n != "" {
		near = "; did you mean " + n + "?"
	}
	return nil, fmt.Errorf("no rulebook has a %s %s%s", what, name, near)
}

// holes returns, with --survivors, the mutants of each game that no scenario of these games kills: those without an
// explanation, with --explained all.
func (x *suggesting) holes(games []*corpus.Game) ([][]*mutation.Change, error) {
	out := make([][]*mutation.Change, len(games))
	if !x.survivors {
		return out, nil
	}
	reports := []*mutation.Report{}
	for _, g := range games {
		explained, err := x.explanations(g.ID)
		if err != nil {
			return nil, err
		}
		if x.explained {
			explained = nil
		}
		r, err := x.mutation(g, mutation.Config{Section: x.section, Explained: explained})
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	mutation.Together(reports)
	for i, r := range reports {
		var err error
		if out[i], err = r.Holes(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// suggestFor searches in one game, with --survivors for the holes; before is the number of chapters in earlier games.
func (x *suggesting) suggestFor(g *corpus.Game, plays []*corpus.Play, holes []*mutation.Change, before int) ([]*suggest.Result, error) {
	boards, err := corpus.Boards(x.files(), g.ID)
	if err != nil {
		return nil, err
	}
	p := x.progress.begin(g.ID)
	defer p.clear()
	config := suggest.Config{Section: x.section, At: x.at, Seed: x.seed, Work: x.work * 1000, Boards: boards, Owns: func(chapter int) bool { return x.shard.owns(before + chapter) }, Progress: func(found, total int) {
		p.draw(found, total, fmt.Sprintf("%d of %s", found, diag.Count(total, "place")))
	}}
	switch {
	case x.clause != "":
		if !config.Owns(0) {
			return []*suggest.Result{nil}, nil
		}
		r, err := suggest.Clause(g, x.clause, config)
		return []*suggest.Result{r}, err
	case x.survivors:
		return suggest.Changes(g, holes, config)
	}
	return suggest.Coverage(g, plays, config)
}

// give prints a suggestion, or writes it into the folder of --output without replacing a file.
func (x *suggesting) give(s *suggest.Suggestion) error {
	if x.json {
		return json.NewEncoder(x.out).Encode(s)
	}
	if x.folder == "" {
		_, err := fmt.Fprintf(x.out, "# %s\n%s\n", s.File(), s.Text)
		return err
	}
	name := filepath.Join(x.folder, filepath.FromSlash(s.File()))
	if err := x.whole(func() error { return create(name, x.modeline(name)+s.Text) }); err != nil {
		return err
	}
	_, err := fmt.Fprintln(x.out, name)
	return err
}

// create writes a new file, and the folders above it.
func create(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists: name an empty folder with --output", name)
	}
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}
