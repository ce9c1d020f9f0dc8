// This file has what all commands share: the root, the game of --game, and the streams.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
)

// env is the environment of a command line.
type env struct {
	dir        string // value of -C, "" if the root is searched upward
	game       string // value of --game, "" for all games
	in         io.Reader
	out, err   io.Writer
	begun      bool // the command line was correct and the command began
	completing bool // a shell asks for completions
	progress   *progress
	parts      []*part // the parts that rulebound merge joins, in order
	interrupts
}

// errFailed ends a command that has already reported its failure.
var errFailed = errors.New("not in order")

func newEnv(in io.Reader, out, errs io.Writer) *env {
	p := newProgress(errs)
	return &env{in: in, out: &plain{to: out, before: p.clear}, err: &plain{to: errs, before: p.clear}, progress: p}
}

// maxArgument is the greatest number of bytes of an argument. Messages quote arguments.
const maxArgument = 16 << 10

// run executes a command line and returns the exit code.
func (e *env) run(args []string) int {
	for i, a := range args {
		if len(a) > maxArgument {
			fmt.Fprintf(e.err, "rulebound: argument %d, %q…, has %d bytes; the greatest number is %d\n", i+1, a[:40], len(a), maxArgument)
			return exitUsage
		}
	}
	e.completing = len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd)
	root := newRoot(e)
	if e.completing { // the last word may be incomplete
		last := len(args) - 1
		args = append(append(args[:1:1], twoDashes(root, args[1:last])...), args[last:]...)
	} else {
		args = twoDashes(root, args)
	}
	root.SetArgs(append([]string{}, args...)) // nil would stand for os.Args
	c, err := root.ExecuteC()
	e.progress.clear()
	var wrong *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &wrong) || !e.begun:
		fmt.Fprintf(e.err, "%s: %v; %s -h says what it takes\n", c.CommandPath(), err, c.CommandPath())
		return exitUsage
	case errors.Is(err, errInterrupted):
		fmt.Fprintln(e.err, err)
		return exitInterrupted
	case !errors.Is(err, errFailed):
		e.complain(err)
	}
	return exitFailed
}

// root returns the folder of -C or, without -C, the nearest folder upward from the working directory that has
// data/games.
func (e *env) root() string {
	if e.dir == "" {
		e.dir = "."
		for dir := "."; ; dir = filepath.Join("..", dir) {
			if info, err := os.Stat(filepath.Join(dir, corpus.GamesDir)); err == nil && info.IsDir() {
				e.dir = dir
				break
			}
			if whole, err := filepath.Abs(dir); err != nil || whole == filepath.Dir(whole) {
				break
			}
		}
	}
	return e.dir
}

func (e *env) files() fs.FS { return os.DirFS(e.root()) }

func (e *env) takesGame(c *cobra.Command) {
	c.Flags().StringVar(&e.game, "game", "", "only the game `ID`")
	e.complete(c, "game", e.gameIDs)
}

func (e *env) takesSection(c *cobra.Command, section *string, usage string, names func() []string) {
	c.Flags().StringVar(section, "section", "", usage)
	e.complete(c, "section", names)
}

// oneGame makes a command that needs a game also take it as an argument.
func (e *env) oneGame(c *cobra.Command) {
	e.someGame(c)
	optional := c.Args
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 && e.game == "" {
			return wrongUsage("name the game: %s GAME", c.Name())
		}
		return optional(c, args)
	}
}

// someGame makes a command about all games also take one as an argument.
func (e *env) someGame(c *cobra.Command) {
	e.takesGame(c)
	c.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return e.gameIDs(), cobra.ShellCompDirectiveNoFileComp
	}
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 1 && e.game == "" {
			e.game, args = args[0], nil
		}
		return noArgs(c, args)
	}
}

// open reads the corpus below the root, or only the game of --game. The corpus is never nil.
func (e *env) open() (*corpus.Corpus, error) {
	defer e.progress.begin("compiling").clear()
	if e.game == "" {
		return corpus.Open(e.files())
	}
	g, err := corpus.OpenGame(e.files(), e.game)
	if g == nil {
		return &corpus.Corpus{}, err
	}
	return &corpus.Corpus{Games: []*corpus.Game{g}}, err
}

// theGame returns the game of --game.
func (e *env) theGame(all *corpus.Corpus) (*corpus.Game, error) {
	if e.game != "" {
		return all.Games[0], nil
	}
	var ids []string
	for _, g := range all.Games {
		ids = append(ids, g.ID)
	}
	return nil, wrongUsage("name the game: --game, one of %s", strings.Join(ids, ", "))
}

// within reports whether a golden, <game>/<section>/<scenario>, belongs to the selected games.
func (e *env) within(golden string) bool {
	return e.game == "" || strings.HasPrefix(golden, e.game+"/")
}

func (e *env) play(cases []*corpus.Case) []*corpus.Play {
	defer e.progress.begin("playing").clear()
	return corpus.PlayEach(cases, func(done, total int) {
		e.progress.draw(done, total, fmt.Sprintf("%d of %s", done, diag.Count(total, "scenario")))
	})
}

func (e *env) writeJSON(value any) error {
	enc := json.NewEncoder(e.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// complain prints an error, with excerpts if it has a place in a rulebook or scenario.
func (e *env) complain(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			e.complain(one)
		}
		return
	}
	var broken *corpus.Broken
	if errors.As(err, &broken) {
		fmt.Fprintf(e.err, "%s:\n", broken.What)
		source := broken.Source
		if source == nil {
			source = func(string) []byte { return nil }
		}
		diag.Write(e.err, broken.List, source)
		return
	}
	if !errors.Is(err, errFailed) {
		fmt.Fprintln(e.err, err)
	}
}

func indent(text string) string {
	return "     " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n     ")
}
