// This file completes games, sections, scenarios and set-ups in a shell.

package main

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
)

func (e *env) complete(c *cobra.Command, flag string, names func() []string) {
	e.completeWith(c, flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveNoFileComp
	})
}

// completeWith registers a completion function of a flag, but only if a shell asks for completion: cobra keeps such
// functions, and through them every command of the process, forever.
func (e *env) completeWith(c *cobra.Command, flag string, names cobra.CompletionFunc) {
	if !e.completing {
		return
	}
	if err := c.RegisterFlagCompletionFunc(flag, names); err != nil {
		panic(err) // the command has no such flag
	}
}

func (e *env) gameIDs() []string {
	games, _ := corpus.Games(e.files())
	return games
}

// chosenIDs lists the game of --game, or all games.
func (e *env) chosenIDs() []string {
	if e.game != "" {
		return []string{e.game}
	}
	return e.gameIDs()
}

// sections lists the numbered headings and the clauses of the rulebooks with their titles.
func (e *env) sections() (names []string) {
	for _, id := range e.chosenIDs() {
		book, _ := source.Read(e.files(), path.Join(corpus.GamesDir, id))
		if book == nil {
			continue
		}
		for _, h := range book.Headings {
			if h.Number != "" {
				names = append(names, cobra.CompletionWithDesc(h.Number, h.Title))
			}
		}
		for _, k := range book.Clauses {
			names = append(names, k.ID)
		}
	}
	return names
}

// scenarioNames lists the scenarios and their sections, with the game. It adds the sections without the game and, if a
// game was chosen, its scenarios without the game.
func (e *env) scenarioNames() (names []string) {
	var short []string
	for _, id := range e.chosenIDs() {
		_ = fs.WalkDir(e.files(), path.Join(corpus.ScenariosDir, id), func(name string, d fs.DirEntry, err error) error {
			if err == nil && (d.IsDir() || path.Ext(name) == ".yaml") {
				whole := strings.TrimSuffix(strings.TrimPrefix(name, corpus.ScenariosDir+"/"), ".yaml")
				names = append(names, whole)
				if _, below, ok := strings.Cut(whole, "/"); ok && (d.IsDir() || e.game != "") {
					short = append(short, below)
				}
			}
			return nil
		})
	}
	slices.Sort(short)
	return append(names, slices.Compact(short)...)
}

// completeSetup completes --setup with the set-ups of the game, which may also be a positional argument.
func (e *env) completeSetup(c *cobra.Command) {
	e.completeWith(c, "setup", func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if e.game == "" && len(args) > 0 && corpus.Find(e.files(), args[0]) == nil {
			e.game = args[0]
		}
		return e.setups(), cobra.ShellCompDirectiveNoFileComp
	})
}

func (e *env) setups() (names []string) {
	for _, id := range e.chosenIDs() {
		gd, _, _ := compiler.Compile(e.files(), path.Join(corpus.GamesDir, id))
		if gd == nil {
			continue
		}
		for _, s := range gd.Setups {
			names = append(names, cobra.CompletionWithDesc(s.ID, gd.ID))
		}
	}
	return names
}
