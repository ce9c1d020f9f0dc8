// Command rulebound compiles the games of the repository, plays their scenarios, holds the traces to the goldens and tells
// what of the rulebooks they cover.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
)

const usage = `usage: rulebound <command> [flags]

commands:
  check                compile the games and report what is wrong; -format text, json or annotations;
                       -strict takes warnings for errors
  compile GAME         write the compiled game as canonical JSON to the output, or with -o FILE to a file
  conformance          compile the games, play all scenarios, compare the goldens, print coverage by rule section; a line
                       for each section and what is wrong, with -v a line for each scenario
  coverage             print coverage by rule section; -json writes the report, -clauses SECTION a line for each clause,
                       -section SECTION (or a clause) what is not executed or seen one way only there, and who comes to it;
                       -shown changes the rulebooks to tell which clauses a scenario that names them would miss; what no
                       scenario can show is explained in scenarios/GAME.gaps.yaml
  goldens              rewrite the goldens and print what changed, and which goldens differ from those of a commit
                       (-against REVISION, HEAD if left out) though their scenarios came to no rule that does;
                       -section NUMBER (or a scenario) only those, even if another scenario fails;
                       -print SCENARIO prints one trace instead (with -json as JSON Lines) and writes nothing
  mutate               change one place of a rulebook at a time and list what no scenario notices; -section NUMBER (or a
                       clause) only there, -game ID only that game, -clauses a line for each clause, -json writes the report

flags:
  -C DIR               root of the repository (default: the working directory)
`

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1 // a game, a scenario or a golden is not in order
	exitUsage  = 2
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// command is a subcommand with what its flags say.
type command struct {
	root     string
	json     bool
	clauses  string
	print    string
	against  string // of goldens
	section  string // of coverage, goldens and mutate
	verbose  bool   // of conformance
	shown    bool   // of coverage
	game     string
	form     string // of check
	strict   bool   // of check
	file     string // of compile
	out, err io.Writer
}

// run carries out a command line and returns the exit code.
func run(args []string, out, errw io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errw, usage)
		return exitUsage
	}
	c := &command{out: out, err: errw}
	commands := map[string]func() error{"check": c.check, "compile": c.compile, "conformance": c.conformance, "coverage": c.coverage, "goldens": c.goldens, "mutate": c.mutate}
	do, ok := commands[args[0]]
	if !ok {
		if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
			fmt.Fprint(out, usage)
			return exitOK
		}
		fmt.Fprintf(errw, "rulebound: there is no command %q\n\n%s", args[0], usage)
		return exitUsage
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(errw)
	flags.Usage = func() { fmt.Fprint(errw, usage) }
	flags.StringVar(&c.root, "C", ".", "")
	if args[0] != "conformance" && args[0] != "compile" {
		flags.BoolVar(&c.json, "json", false, "")
	}
	switch args[0] {
	case "check":
		flags.StringVar(&c.form, "format", "text", "")
		flags.BoolVar(&c.strict, "strict", false, "")
	case "compile":
		flags.StringVar(&c.file, "o", "", "")
	case "conformance":
		flags.BoolVar(&c.verbose, "v", false, "")
	case "coverage":
		flags.StringVar(&c.clauses, "clauses", "", "")
		flags.StringVar(&c.section, "section", "", "")
		flags.BoolVar(&c.shown, "shown", false, "")
	case "goldens":
		flags.StringVar(&c.section, "section", "", "")
		flags.StringVar(&c.print, "print", "", "")
		flags.StringVar(&c.against, "against", "HEAD", "")
	case "mutate":
		flags.StringVar(&c.section, "section", "", "")
		flags.StringVar(&c.game, "game", "", "")
		flags.BoolFunc("clauses", "", func(string) error { c.clauses = "all"; return nil })
	}
	rest := args[1:]
	if args[0] == "compile" && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		c.game, rest = rest[0], rest[1:]
	}
	if err := flags.Parse(rest); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitOK
		}
		return exitUsage
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(errw, "rulebound %s: unexpected argument %q\n", args[0], flags.Arg(0))
		return exitUsage
	}
	if args[0] == "compile" && c.game == "" {
		fmt.Fprintln(errw, "rulebound compile: name the game: compile GAME [-o FILE]")
		return exitUsage
	}
	if args[0] == "coverage" && c.section != "" && c.clauses != "" {
		fmt.Fprintln(errw, "rulebound coverage: give -section or -clauses, not both")
		return exitUsage
	}
	if err := do(); err != nil {
		c.complain(err)
		return exitFailed
	}
	return exitOK
}

// open reads the corpus below the root.
func (c *command) open() (*corpus.Corpus, error) { return corpus.Open(os.DirFS(c.root)) }

// complain writes an error; what a rulebook or a scenario did wrong with excerpts.
func (c *command) complain(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			c.complain(e)
		}
		return
	}
	var broken *corpus.Broken
	if errors.As(err, &broken) {
		fmt.Fprintf(c.err, "%s:\n", broken.What)
		source := broken.Source
		if source == nil {
			source = func(string) []byte { return nil }
		}
		diag.Write(c.err, broken.List, source)
		return
	}
	fmt.Fprintln(c.err, err)
}
