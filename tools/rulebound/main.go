// Command rulebound compiles games, plays their scenarios, compares the traces with the goldens and reports which
// clauses of the rulebooks they cover. Each command has a file of its name and an entry in groups.
package main

import (
	"errors"
	"io"
	"os"
	"runtime"

	"github.com/spf13/cobra"
)

// Exit codes. The help of rulebound documents them.
const (
	exitOK          = 0
	exitFailed      = 1 // findings (a game, scenario or golden is faulty), or the work failed
	exitUsage       = 2
	exitInterrupted = 130
)

const about = `Rulebound compiles rulebooks to games, plays their scenarios and compares every trace with its golden.

The root of the repository, the folder that has data/games, is found upward from the working directory; -C names another one.
Long flags take one dash or two: -game and --game are the same.

Exit codes: 0 all is in order, 1 there are findings or the work failed, 2 the command line is wrong, 130 interrupted.`

type group struct {
	id, title string
	commands  []func(*env) *cobra.Command
}

var groups = []group{
	{"begin", "Begin:", []func(*env) *cobra.Command{newCommand}},
	{"rules", "Check the rules:", []func(*env) *cobra.Command{checkCommand, conformanceCommand, coverageCommand, fmtCommand, goldensCommand, watchCommand}},
	{"why", "Ask why:", []func(*env) *cobra.Command{evalCommand, explainCommand}},
	{"gaps", "Find what the scenarios miss:", []func(*env) *cobra.Command{mutateCommand, suggestCommand, soakCommand}},
	{"judge", "Judge other implementations and their games:", []func(*env) *cobra.Command{driveCommand, programCommand, logCommand, refereeCommand, perftCommand}},
	{"play", "Play:", []func(*env) *cobra.Command{playCommand, replayCommand, recordCommand}},
	{"edit", "Write rulebooks:", []func(*env) *cobra.Command{lspCommand}},
	{"show", "Write and measure:", []func(*env) *cobra.Command{benchCommand, compileCommand, profileCommand, reportCommand, schemasCommand, serveCommand}},
	{"scale", "Divide work among processes:", []func(*env) *cobra.Command{mergeCommand}},
	{"self", "About rulebound:", []func(*env) *cobra.Command{manCommand, versionCommand}},
}

// reserve is a part of the heap, in bytes, that main keeps and never touches, so that it takes no memory. The garbage
// collector runs when the heap has doubled: with a reserve most commands that compile a rulebook end before its first
// run.
const reserve = 128 << 20

// kept is the reserve; a command that needs the memory drops it.
var kept []byte

func main() {
	kept = make([]byte, reserve)
	hugePages()
	e := newEnv(os.Stdin, os.Stdout, os.Stderr)
	e.exitWhenInterrupted()
	code := e.run(os.Args[1:])
	runtime.KeepAlive(kept)
	os.Exit(code)
}

// newRoot returns the command line for an environment.
func newRoot(e *env) *cobra.Command {
	root := &cobra.Command{Use: "rulebound", Short: "Executable board-game rules, tested against golden traces", Long: about,
		Example: "  rulebound conformance --game kalah\n  rulebound coverage -C ~/games --section 3.2.2", SilenceErrors: true, SilenceUsage: true,
		Args: known, RunE: func(c *cobra.Command, _ []string) error {
			c.SetOut(e.err)
			return errors.Join(c.Help(), wrongUsage("name a command"))
		}}
	root.SetIn(e.in)
	root.SetOut(e.out)
	root.SetErr(e.err)
	root.SetFlagErrorFunc(wrongFlag)
	root.PersistentFlags().StringVarP(&e.dir, "root", "C", "", "root of the repository, `DIR` (default: the nearest folder upward that has data/games)")
	root.MarkPersistentFlagDirname("root")
	root.SetHelpCommandGroupID("self")
	root.SetCompletionCommandGroupID("self")
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, make := range g.commands {
			c := make(e)
			c.GroupID = g.id
			begun(e, c)
			root.AddCommand(c)
		}
	}
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			e.helps(root, c)
		case "completion":
			completes(c)
		}
	}
	return root
}

// completes makes the command completion refuse arguments other than shells.
func completes(c *cobra.Command) {
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		var shells []string
		for _, sub := range c.Commands() {
			shells = append(shells, sub.Name())
		}
		return wrongUsage("there is no completion for %q; %s", args[0], oneAmong(args[0], shells))
	}
}

// begun records that the command line was correct, so that later errors are failures of the work.
func begun(e *env, c *cobra.Command) {
	work := c.RunE
	if c.Args == nil {
		c.Args = noArgs
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		e.begun = true
		return work(c, args)
	}
}

// run executes a command line in a new environment and returns the exit code.
func run(args []string, out, errs io.Writer) int { return newEnv(os.Stdin, out, errs).run(args) }
