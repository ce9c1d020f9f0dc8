// This file implements new: a repository, a game, a section, a clause or a scenario to begin with. The files are
// compiled and played in a scratch folder first; the real folder gets all of them or none.

package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
)

type making struct {
	*env
	title string
	files staged
}

func newCommand(e *env) *cobra.Command {
	c := &cobra.Command{
		Use: "new", Short: "Begin a repository, a game, a section, a clause or a scenario",
		Long: "New writes files to begin with. They compile without a warning and their scenarios pass; an existing file is never replaced, and a failure\n" +
			"leaves nothing behind.",
		Example: "  rulebound new repository sticks\n  rulebound new game nim --title Nim\n  rulebound new scenario 2.1-a three-sticks --game nim",
	}
	c.RunE = func(_ *cobra.Command, args []string) error {
		var names []string
		for _, sub := range c.Commands() {
			names = append(names, sub.Name())
		}
		if len(args) == 0 {
			return wrongUsage("name what to begin: new %s", strings.Join(names, ", new "))
		}
		if near := diag.Near(args[0], names); near != "" {
			return wrongUsage("there is no new %q; did you mean new %s?", args[0], near)
		}
		return wrongUsage("there is no new %q; there is new %s", args[0], strings.Join(names, ", new "))
	}
	c.Args = cobra.ArbitraryArgs
	c.AddCommand(
		e.begin("repository DIR", "Write a repository with one game into a new or empty folder",
			"A repository holds rulebooks, scenarios and goldens, a workflow for continuous integration and settings for an editor. The game has the name of the\n"+
				"folder, or that of --game.",
			"rulebound new repository sticks", (*making).repository),
		e.begin("game ID", "Write a game with three scenarios and their goldens",
			"The game is a whole one, taking sticks from a pile: change it clause by clause into yours.",
			"rulebound new game nim --title Nim", (*making).newGame),
		e.begin("section NUMBER TITLE", "Add a heading with a clause to a rulebook",
			"A number without a dot begins a page of its own; others follow the sections before them.",
			"rulebound new section 2.3 \"Passing\" --game nim", (*making).section),
		e.begin("clause SECTION|CLAUSE TEXT", "Add a clause to a section of a rulebook",
			"The clause gets the next free letter, or the one given. It is marked as not modelled: write its data below it, and take the mark away.",
			"rulebound new clause 2.1 \"A player may pass once.\" --game nim", (*making).clause),
		e.begin("scenario CLAUSE NAME", "Write a scenario that reaches a clause, and its golden",
			"The moves are the shortest that a search finds; the expectation says only whose turn it is then. Write what the clause demands.",
			"rulebound new scenario 2.1-a three-sticks --game nim", (*making).scenario),
	)
	return c
}

// begin returns a subcommand of new with as many arguments as its use names.
func (e *env) begin(use, short, long, example string, run func(x *making, args []string) error) *cobra.Command {
	x := &making{env: e, files: staged{}}
	wanted := strings.Fields(use)
	c := &cobra.Command{Use: use, Short: short, Long: long, Example: "  " + example}
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) != len(wanted)-1 {
			return wrongUsage("%s takes %s, not %s", wanted[0], strings.Join(wanted[1:], " and "), diag.Count(len(args), "argument"))
		}
		return nil
	}
	c.RunE = func(_ *cobra.Command, args []string) error { return run(x, args) }
	e.takesGame(c)
	c.Flags().Lookup("game").Usage = "the game `ID`"
	if use := wanted[0]; use != "section" && use != "clause" {
		c.Flags().StringVar(&x.title, "title", "", "the `TITLE`, one line")
	}
	switch wanted[0] {
	case "scenario", "clause":
		c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return e.sections(), cobra.ShellCompDirectiveNoFileComp
		}
	}
	begun(e, c)
	return c
}

// Rules for names.
const (
	wordRule   = "lower-case letters, digits and hyphens, a letter first, at most 40"
	numberRule = "numbers with dots between them, such as 3 or 3.2.1"
)

// word returns an error unless a name is valid for a game or a scenario; it becomes part of file names and addresses on
// every system.
func word(what, name string) error {
	bad := len(name) == 0 || len(name) > 40 || name[0] < 'a' || name[0] > 'z'
	for _, r := range name {
		bad = bad || (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-'
	}
	if bad {
		return wrongUsage("%q is not a name for a %s: %s", name, what, wordRule)
	}
	return nil
}

// text returns an error unless a title or a clause is one readable line.
func text(what, line string) error {
	switch {
	case strings.TrimSpace(line) == "":
		return wrongUsage("the %s is empty", what)
	case !utf8.ValidString(line) || diag.Plain(line) != line || strings.ContainsAny(line, "\n\r\t"):
		return wrongUsage("the %s is not one line of visible characters", what)
	case len(line) > 1000:
		return wrongUsage("the %s has more than 1,000 bytes", what)
	}
	return nil
}

// named returns the title of a game: --title, or its id with spaces and a capital. The error is that of the id or the
// title.
func (x *making) named(id string) (string, error) {
	if err := word("game", id); err != nil {
		return "", err
	}
	if x.title != "" {
		return x.title, text("title", x.title)
	}
	title := strings.ReplaceAll(id, "-", " ")
	return strings.ToUpper(title[:1]) + title[1:], nil
}

// newGame writes a game with three scenarios.
func (x *making) newGame(args []string) error {
	id := args[0]
	if x.game != "" && x.game != id {
		return wrongUsage("the game is %s or %s: leave out --game", id, x.game)
	}
	title, err := x.named(id)
	if err != nil {
		return err
	}
	for _, dir := range []string{corpus.GamesDir, corpus.ScenariosDir, corpus.GoldensDir} {
		if _, err := os.Lstat(filepath.Join(x.root(), dir, id)); err == nil {
			return fmt.Errorf("%s already exists; name another game", path.Join(dir, id))
		}
	}
	if err := x.files.game(id, title); err != nil {
		return err
	}
	if err := x.write(x.root()); err != nil {
		return err
	}
	return x.next("change %s and its scenarios clause by clause; after each change: rulebound conformance --game %s", path.Join(corpus.GamesDir, id, firstPage), id)
}

// repository writes a repository with one game into an empty or new folder.
func (x *making) repository(args []string) error {
	dir := args[0]
	id := x.game
	if id == "" {
		whole, err := filepath.Abs(dir)
		if err != nil {
			return err
		}
		id = filepath.Base(whole)
		if word("game", id) != nil {
			return wrongUsage("the name of the folder is that of the game, and %q is not one: %s; name the game by --game", id, wordRule)
		}
	}
	title, err := x.named(id)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	entries = slices.DeleteFunc(entries, func(entry os.DirEntry) bool { return entry.Name() == ".git" })
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("%s is not empty: it has %s; name a new folder, or in a repository use rulebound new game", dir, entries[0].Name())
	}
	if err := errors.Join(x.files.repository(id, title), x.files.game(id, title)); err != nil {
		return err
	}
	if err := x.write(dir); err != nil {
		return err
	}
	if dir == "." {
		return x.next("rulebound conformance")
	}
	return x.next("cd %s && rulebound conformance", quoted(dir))
}

// section adds a heading with a clause.
func (x *making) section(args []string) error {
	number, title := args[0], args[1]
	if !numberForm.MatchString(number) {
		return wrongUsage("%q is not a section number: %s", number, numberRule)
	}
	return x.edit(text("title", title), func(p *pages) error { return p.addSection(number, title) })
}

func (x *making) clause(args []string) error {
	section, letter, _ := strings.Cut(args[0], "-")
	if !numberForm.MatchString(section) {
		return wrongUsage("%q is neither a section nor a clause: %s, of a clause with a hyphen and letters behind them, such as 3.2.1-b", args[0], numberRule)
	}
	if strings.Contains(args[0], "-") && !letterForm.MatchString(letter) {
		return wrongUsage("%q is not a clause id: the number of its section, a hyphen and lower-case letters, such as %s-b", args[0], section)
	}
	return x.edit(text("clause", args[1]), func(p *pages) error { return p.addClause(section, letter, args[1]) })
}

// edit changes a page of the game and prints the next step.
func (x *making) edit(wrong error, change func(p *pages) error) error {
	if wrong != nil {
		return wrong
	}
	id, err := x.chosen()
	if err != nil {
		return err
	}
	book, list := source.Read(x.env.files(), path.Join(corpus.GamesDir, id))
	if list.HasErrors() {
		return &corpus.Broken{What: "the rulebook of " + id + " cannot be read", List: list, Source: book.Source}
	}
	p := &pages{game: id, book: book, files: x.files}
	if err := change(p); err != nil {
		return err
	}
	if err := x.copyGame(id); err != nil {
		return err
	}
	if err := x.write(x.root()); err != nil {
		return err
	}
	return x.next("write the data below %s, take away the mark (%s), then: rulebound new scenario %s NAME --game %s", p.clause, unwritten, p.clause, id)
}

// chosen returns the game of --game, or the only one.
func (x *making) chosen() (string, error) {
	if x.game != "" {
		return x.game, corpus.Find(x.env.files(), x.game)
	}
	ids, err := corpus.Games(x.env.files())
	if err == nil && len(ids) != 1 {
		err = wrongUsage("name the game: --game, one of %s", strings.Join(ids, ", "))
	}
	if err != nil {
		return "", err
	}
	return ids[0], nil
}

// next prints the next step for the user.
func (x *making) next(format string, args ...any) error {
	_, err := fmt.Fprintf(x.out, "next: "+format+"\n", args...)
	return err
}
