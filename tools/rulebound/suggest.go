// This file searches for the scenarios that are missing, suggest.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"

	"rulebound/audit/mutation"
	"rulebound/audit/suggest"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/scenario"
)

// suggesting is what the flags of suggest say.
type suggesting struct {
	clause    string
	at        string
	survivors bool
	seed      uint64
	work      int // thousands of answers
	out       string
}

// defaultWork is how many thousands of answers a search gives for one game unless told otherwise.
const defaultWork = 2000

// searchMemory is how much memory, in bytes, a search lets the garbage collector take before it collects at once.
const searchMemory = 640 << 20

// odd tells what of the flags does not go together, "" if they do.
func (x *suggesting) odd(section string, explained bool) string {
	switch {
	case x.work <= 0:
		return "-work is a number of thousand answers, at least 1"
	case x.clause != "" && (section != "" || x.at != "" || x.survivors):
		return "-clause asks for one play; leave out -section, -at and -survivors"
	case explained && !x.survivors:
		return "-explained goes with -survivors"
	case x.at != "" && x.survivors:
		return "-at names a place of coverage; use -section with -survivors"
	}
	return ""
}

// suggest searches in every game that has what is asked for.
func (c *command) suggest() error {
	all, err := c.open()
	if err != nil {
		return err
	}
	games, err := c.suggested(all)
	if err != nil {
		return err
	}
	plays := c.play(all.Cases())
	if err := failures(plays); err != nil {
		return fmt.Errorf("%w\nput that in order first: a scenario that fails covers nothing", err)
	}
	for _, p := range plays { // of their plays only the coverage is needed from here on
		p.Lines, p.Result = nil, &scenario.Result{Script: p.Case.Script}
	}
	// a search throws away most of what it plays: collect less often, as long as there is room
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(searchMemory))
	holes, err := c.holes(games)
	if err != nil {
		return err
	}
	open := 0
	for i, g := range games {
		r, err := c.suggestFor(g, plays, holes[i])
		if err != nil {
			return err
		}
		if err := c.tellFound(g, r); err != nil {
			return err
		}
		open += r.Shown + len(r.Missed)
	}
	switch {
	case open > 0 || c.search.clause != "":
		return nil
	case c.search.at != "":
		return fmt.Errorf("nothing is open at %s: name a place that `rulebound coverage -section` lists as not executed or seen one way only, as file:line or file:line:col", c.search.at)
	}
	fmt.Fprintln(c.err, "nothing is open")
	return nil
}

// tellFound gives out what a search found, and says what it did not find.
func (c *command) tellFound(g *corpus.Game, r *suggest.Result) error {
	for _, s := range r.Found {
		if err := c.give(s); err != nil {
			return err
		}
	}
	all := r.Shown + len(r.Missed)
	if c.search.clause != "" {
		if len(r.Found) == 0 {
			return fmt.Errorf("no play was found in %d answers that shows %s; try another -seed or more -work", r.Work, c.search.clause)
		}
		return nil
	}
	for i := range r.Missed {
		fmt.Fprintln(c.err, "not found:", r.Missed[i].String())
	}
	if all > 0 {
		fmt.Fprintf(c.err, "%s: %d of %d places shown, by %d scripts, in %d answers\n", g.ID, r.Shown, all, len(r.Found), r.Work)
	}
	return nil
}

// suggested gives the games that are asked for, each of which has the section or clause.
func (c *command) suggested(all *corpus.Corpus) ([]*corpus.Game, error) {
	games := slices.Clone(all.Games)
	name, clauses := c.section, false
	if c.search.clause != "" {
		name, clauses = c.search.clause, true
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

// holes gives for each game the changes that no scenario of these games notices, if -survivors asks for them: those that nothing
// explains, with -explained all.
func (c *command) holes(games []*corpus.Game) ([][]*mutation.Change, error) {
	out := make([][]*mutation.Change, len(games))
	if !c.search.survivors {
		return out, nil
	}
	reports := []*mutation.Report{}
	for _, g := range games {
		explained, err := c.explanations(g.ID)
		if err != nil {
			return nil, err
		}
		if c.explained {
			explained = nil
		}
		p := newProgress(c.screen, g.ID)
		r, err := mutation.Run(g, mutation.Config{Section: c.section, Explained: explained, Progress: p.show})
		p.end()
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

// suggestFor searches in one game, for the holes if -survivors asks for them.
func (c *command) suggestFor(g *corpus.Game, plays []*corpus.Play, holes []*mutation.Change) (*suggest.Result, error) {
	boards, err := corpus.Boards(os.DirFS(c.root), g.ID)
	if err != nil {
		return nil, err
	}
	p := newProgress(c.screen, g.ID)
	defer p.end()
	config := suggest.Config{Section: c.section, At: c.search.at, Seed: c.search.seed, Work: c.search.work * 1000, Boards: boards, Progress: func(found, total int) {
		if p.terminal {
			p.draw(found, total, fmt.Sprintf("%d of %d places", found, total))
		}
	}}
	switch {
	case c.search.clause != "":
		return suggest.Clause(g, c.search.clause, config)
	case c.search.survivors:
		return suggest.Changes(g, holes, config)
	}
	return suggest.Coverage(g, plays, config)
}

// give prints a suggestion, or writes it into the folder that -o names, where nothing may stand in its place.
func (c *command) give(s *suggest.Suggestion) error {
	if c.search.out == "" {
		_, err := fmt.Fprintf(c.out, "# %s\n%s\n", s.File(), s.Text)
		return err
	}
	name := filepath.Join(c.search.out, filepath.FromSlash(s.File()))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name an empty folder with -o", name)
	}
	if err != nil {
		return err
	}
	if _, err := f.WriteString(s.Text); err != nil {
		return errors.Join(err, f.Close())
	}
	fmt.Fprintln(c.out, name)
	return f.Close()
}
