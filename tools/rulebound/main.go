// Command rulebound compiles the games of the repository, plays their scenarios, holds the traces to the goldens and tells
// what of the rulebooks they cover.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"rulebound/compiler/diag"
	"rulebound/conformance/corpus"
)

const usage = `usage: rulebound <command> [flags]

commands:
  bench GAME           measure a game: decisions a second of random play from each set-up, on one core and on all; compile,
                       load, new game, copy, hash; -time DURATION for each (1s)
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
                       -print SCENARIO prints one trace instead (with -json as JSON Lines, with -rules the clause beside each line)
                       and writes nothing
  mutate               change one place of a rulebook at a time and list what no scenario notices, and what goldens alone
                       notice; -section NUMBER (or a clause) only there, -clauses a line for each clause, -json writes the
                       report; changes that scenarios/GAME.survivors.yaml explains are played in step with the game in
                       -plays N random plays (500), other ones with another -seed N; -explained does only this
  suggest              search for plays that show what the scenarios leave open, and print each as a scenario without an
                       expectation: places not executed and conditions seen one way only; -survivors changes that no
                       scenario notices instead, with -explained those that are explained, too; -clause ID one play that shows the clause. -section NUMBER (or a clause)
                       only there, -at FILE:LINE (or FILE:LINE:COL) only that place; -seed N other plays, -work N at most so many thousand answers a game (2000), -o DIR writes files below a folder
  referee FILE…        hold logs of games played elsewhere to the rules: for each step the legal answers that lead to the next
                       position, or what stands in the way; a line for each open step as soon as it is known and one for each
                       deviation at the end, with -v the answers that came nearest and the steps of each deviation; -json
                       writes an object for each step; -step N,N… only those;
                       -nodes N and -time DURATION bound the search for a step; -allow FILE leaves conditions out;
                       -scenario N writes the legal answers of step N, from the beginning of its card, as a scenario
  drive -- COMMAND…    play the scenarios of a game (-game ID) on another implementation of it, which speaks the protocol of
                       docs/protocol.md on standard input and output, and tell where it departs from the rules; -section
                       NUMBER (or a scenario) only those, -level NAME,… only those levels, -names FILE other names;
                       -time DURATION for a reply (10s), -total DURATION for the run (2h), -memory MB (1024); -v all findings,
                       -json the report, -o FILE the report to a file, with -date YYYY-MM-DD and -revision NAME in it; -transcript FILE what was said
  program              our own engine as such a program
  record               play a random game and write its log: -game ID -scenario SETUP, -seed N, -steps N at most, -bare
                       without hints, -minimal with players that do as little as they may
  report               write the report as static pages, and as report.json for programs, into a folder: -o DIR (build/report if left
                       out), -scores FILE with the scores that mutate -json wrote, -against REVISION
                       with what changed since then (-scores-then FILE: with the scores of then), -engine FILE with what drive -o wrote
                       of another implementation (as often as there are some), -no-play without the machine that plays on in a
                       browser; docs/report.md

flags:
  -game ID             only that game: of a library, what its scenarios alone show; of logs that name no game, the one they
                       are of
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
	root               string
	json               bool
	clauses            string
	print              string
	rules              bool          // of goldens -print
	against            string        // of goldens and report
	scores, scoresThen string        // of report: files that mutate -json wrote, of now and of the revision of -against
	engines            []string      // of report: files that drive -o wrote
	noPlay             bool          // of report
	section            string        // of coverage, goldens and mutate
	verbose            bool          // of conformance
	shown              bool          // of coverage
	game               string        // "": all games
	form               string        // of check
	strict             bool          // of check
	file               string        // of compile
	files              []string      // of referee
	nodes              int           // of referee
	limit              time.Duration // of referee, bench, drive
	only               []int         // of referee: steps
	witness            int           // of referee: the step that is written as a scenario, 0 for none
	setup              string        // of record
	plays              int           // of mutate
	explained          bool          // of mutate and suggest
	seed               uint64        // of record and mutate
	steps              int           // of record
	bare               bool          // of record
	minimal            bool          // of record
	search             suggesting
	driving            driving
	out, err           io.Writer
	screen             io.Writer // what err writes to: progress is drawn there
}

// run carries out a command line and returns the exit code.
func run(args []string, out, errw io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(errw, usage)
		return exitUsage
	}
	screen := errw
	out, errw = &plain{to: out}, &plain{to: errw}
	c := &command{out: out, err: errw, screen: screen}
	commands := map[string]func() error{"bench": c.bench, "check": c.check, "compile": c.compile, "conformance": c.conformance, "coverage": c.coverage, "goldens": c.goldens, "mutate": c.mutate, "referee": c.referee, "record": c.record, "report": c.report, "drive": c.drive, "program": c.program, "suggest": c.suggest}
	do, ok := commands[args[0]]
	if !ok {
		if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
			fmt.Fprint(out, usage)
			return exitOK
		}
		fmt.Fprintf(errw, "rulebound: %s; rulebound help lists the commands\n", noCommand(args[0], slices.Sorted(maps.Keys(commands))))
		return exitUsage
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&c.root, "C", ".", "")
	flags.StringVar(&c.game, "game", "", "")
	if slices.Contains([]string{"coverage", "drive", "goldens", "mutate", "referee"}, args[0]) {
		flags.BoolVar(&c.json, "json", false, "")
	}
	switch args[0] {
	case "bench":
		flags.DurationVar(&c.limit, "time", time.Second, "")
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
		flags.BoolVar(&c.rules, "rules", false, "")
		flags.StringVar(&c.against, "against", "HEAD", "")
	case "mutate":
		flags.StringVar(&c.section, "section", "", "")
		flags.BoolFunc("clauses", "", func(string) error { c.clauses = "all"; return nil })
		flags.IntVar(&c.plays, "plays", defaultPlays, "")
		flags.Uint64Var(&c.seed, "seed", 1, "")
		flags.BoolVar(&c.explained, "explained", false, "")
	case "report":
		flags.StringVar(&c.file, "o", "build/report", "")
		flags.StringVar(&c.against, "against", "", "")
		flags.StringVar(&c.scores, "scores", "", "")
		flags.StringVar(&c.scoresThen, "scores-then", "", "")
		flags.Func("engine", "", func(name string) error { c.engines = append(c.engines, name); return nil })
		flags.BoolVar(&c.noPlay, "no-play", false, "")
	case "suggest":
		flags.StringVar(&c.section, "section", "", "")
		flags.StringVar(&c.search.clause, "clause", "", "")
		flags.StringVar(&c.search.at, "at", "", "")
		flags.BoolVar(&c.search.survivors, "survivors", false, "")
		flags.BoolVar(&c.explained, "explained", false, "")
		flags.Uint64Var(&c.search.seed, "seed", 1, "")
		flags.IntVar(&c.search.work, "work", defaultWork, "")
		flags.StringVar(&c.search.out, "o", "", "")
	}
	if args[0] == "referee" {
		flags.IntVar(&c.nodes, "nodes", 60000, "")
		flags.DurationVar(&c.limit, "time", 2*time.Second, "")
		flags.Func("step", "", func(list string) error {
			for _, text := range strings.Split(list, ",") {
				n, err := strconv.Atoi(text)
				if err != nil {
					return fmt.Errorf("%q is no number of a step", text)
				}
				c.only = append(c.only, n)
			}
			return nil
		})
		flags.StringVar(&c.file, "allow", "", "")
		flags.IntVar(&c.witness, "scenario", 0, "")
		flags.BoolVar(&c.verbose, "v", false, "")
	}
	if args[0] == "record" {
		flags.StringVar(&c.setup, "scenario", "", "")
		flags.Uint64Var(&c.seed, "seed", 1, "")
		flags.IntVar(&c.steps, "steps", 1000, "")
		flags.BoolVar(&c.bare, "bare", false, "")
		flags.BoolVar(&c.minimal, "minimal", false, "")
	}
	if args[0] == "drive" {
		flags.StringVar(&c.section, "section", "", "")
		flags.StringVar(&c.driving.levels, "level", "", "")
		flags.StringVar(&c.driving.names, "names", "", "")
		flags.DurationVar(&c.limit, "time", 10*time.Second, "")
		flags.Int64Var(&c.driving.memory, "memory", 1024, "")
		flags.DurationVar(&c.driving.total, "total", 2*time.Hour, "")
		flags.StringVar(&c.driving.date, "date", time.Now().UTC().Format(time.DateOnly), "")
		flags.StringVar(&c.driving.revision, "revision", "", "")
		flags.StringVar(&c.driving.out, "o", "", "")
		flags.StringVar(&c.driving.overhear, "transcript", "", "")
		flags.BoolVar(&c.verbose, "v", false, "")
	}
	rest := args[1:]
	if slices.Contains(ofOneGame, args[0]) && len(rest) > 0 && !strings.HasPrefix(rest[0], "-") {
		c.game, rest = rest[0], rest[1:]
	}
	err := flags.Parse(rest)
	if err == nil && slices.Contains(ofOneGame, args[0]) && c.game == "" && flags.NArg() > 0 {
		c.game = flags.Arg(0)
		err = flags.Parse(flags.Args()[1:])
	}
	if err != nil {
		if errors.Is(err, flag.ErrHelp) {
			fmt.Fprint(out, usageOf(args[0]))
			return exitOK
		}
		fmt.Fprintf(errw, "rulebound %s: %v; rulebound %s -h says what it takes\n", args[0], err, args[0])
		return exitUsage
	}
	if args[0] == "referee" || args[0] == "drive" {
		c.files = flags.Args()
	} else if flags.NArg() > 0 {
		fmt.Fprintf(errw, "rulebound %s: unexpected argument %q; a game is named by -game\n", args[0], flags.Arg(0))
		return exitUsage
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if why := c.misused(args[0], given); why != "" {
		fmt.Fprintf(errw, "rulebound %s: %s\n", args[0], why)
		return exitUsage
	}
	if args[0] == "suggest" {
		if why := c.search.odd(c.section, c.explained); why != "" {
			fmt.Fprintln(errw, "rulebound suggest:", why)
			return exitUsage
		}
	}
	if err := do(); err != nil {
		c.complain(err)
		return exitFailed
	}
	return exitOK
}

// ofOneGame are the commands that take a game without -game, before or behind their flags.
var ofOneGame = []string{"bench", "compile"}

// noCommand says what is wrong with the name of a command, and which was meant if one is near.
func noCommand(name string, commands []string) string {
	if strings.HasPrefix(name, "-") {
		return "flags stand behind the command, as in rulebound check -C DIR"
	}
	why := fmt.Sprintf("there is no command %q", name)
	if near := diag.Near(name, commands); near != "" {
		why += "; did you mean " + near + "?"
	}
	return why
}

// usageOf is what usage says of a command, and of the flags that all have.
func usageOf(command string) string {
	head, flags, _ := strings.Cut(usage, "\nflags:\n")
	var out []string
	ours := false
	for line := range strings.Lines(head) {
		if strings.HasPrefix(line, "  ") && line[2] != ' ' {
			ours = strings.HasPrefix(line[2:], command+" ")
		}
		if ours && strings.HasPrefix(line, "  ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "") + "\nflags:\n" + flags
}

// misused says what is wrong with the flags of a command that are well formed each by itself, "" if nothing is. A flag that
// would be ignored is wrong.
func (c *command) misused(name string, given map[string]bool) string {
	switch name {
	case "check":
		if !slices.Contains([]string{"text", "json", "annotations"}, c.form) {
			return fmt.Sprintf("-format is text, json or annotations, not %q", c.form)
		}
	case "bench":
		switch {
		case c.game == "":
			return "name the game: bench GAME [-time DURATION]"
		case c.limit <= 0:
			return "-time is how long each measurement takes, such as 500ms"
		}
	case "compile":
		if c.game == "" {
			return "name the game: compile GAME [-o FILE]"
		}
	case "coverage":
		return together(given, "clauses", "section", "json")
	case "goldens":
		if given["json"] && !given["print"] {
			return "-json is for -print"
		}
		if given["rules"] && !given["print"] {
			return "-rules is for -print"
		}
		return cmp.Or(together(given, "print", "section"), together(given, "print", "against"), together(given, "json", "rules"))
	case "mutate":
		if c.plays < 0 {
			return "-plays is a number of plays, 0 for none"
		}
		return cmp.Or(together(given, "clauses", "json"), together(given, "explained", "section"), together(given, "explained", "clauses"), together(given, "explained", "json"))
	case "referee":
		if given["scenario"] && len(c.files) != 1 {
			return "-scenario is for one log"
		}
		return together(given, "scenario", "json", "step", "v")
	case "drive":
		if _, err := time.Parse(time.DateOnly, c.driving.date); err != nil {
			return fmt.Sprintf("-date is a day such as 2026-01-31, not %q", c.driving.date)
		}
		if c.driving.memory < 0 || c.limit < 0 || c.driving.total < 0 {
			return "-time, -total and -memory are 0, for no limit, or more"
		}
		return together(given, "json", "v")
	case "record":
		if c.steps < 1 {
			return "-steps is how many steps are recorded at most, 1 or more"
		}
	case "report":
		if given["scores-then"] && !(given["scores"] && given["against"]) {
			return "-scores-then is for -scores and -against"
		}
	}
	return ""
}

// together says that a flag is given with one of others that it does not go with, "" if it is not.
func together(given map[string]bool, flag string, others ...string) string {
	for _, other := range others {
		if given[flag] && given[other] {
			return fmt.Sprintf("give -%s or -%s, not both", other, flag)
		}
	}
	return ""
}

// open reads the corpus below the root, or of it the game that -game names. It is never nil.
func (c *command) open() (*corpus.Corpus, error) {
	if c.game == "" {
		return c.openAll()
	}
	g, err := corpus.OpenGame(os.DirFS(c.root), c.game)
	if g == nil {
		return &corpus.Corpus{}, err
	}
	return &corpus.Corpus{Games: []*corpus.Game{g}}, err
}

// openAll reads the corpus below the root.
func (c *command) openAll() (*corpus.Corpus, error) { return corpus.Open(os.DirFS(c.root)) }

// within reports whether a golden, <game>/<section>/<scenario>, is one of those that -game leaves.
func (c *command) within(golden string) bool {
	return c.game == "" || strings.HasPrefix(golden, c.game+"/")
}

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
