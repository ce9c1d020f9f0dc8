// This file implements drive, which plays the scenarios on other implementations.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rulebound/conformance/corpus"
	"rulebound/conformance/listing"
	"rulebound/conformance/scenario"
	"rulebound/judge/drive"
)

type driving struct {
	*env
	command    []string // of the program
	section    string
	levels     []string      // empty: all
	names      string        // file of a table of names
	limit      time.Duration // of a reply
	total      time.Duration
	memory     int64 // MB
	date       string
	revision   string
	file       string // of the report
	transcript string // file of the transcript
	verbose    bool
	json       bool
}

func driveCommand(e *env) *cobra.Command {
	x := &driving{env: e}
	c := &cobra.Command{
		Use: "drive --game ID [flags] -- COMMAND...", Short: "Play the scenarios of a game on another implementation of it",
		Long: "Drive starts a program that speaks the protocol of docs/protocol.md on standard input and output, plays the scenarios of a game on it and\n" +
			"reports where it departs from the rules.",
		Example:     "  rulebound drive --game tidelands -- python3 adapter.py\n  rulebound drive --game kalah --section 2.1 --output report.json -- ./engine --fast",
		Annotations: map[string]string{ownArgs: "yes"}, DisableFlagsInUseLine: true,
		Args: takes(1, anyNumber, "name the program: drive --game ID [flags] -- COMMAND..."),
		RunE: func(_ *cobra.Command, args []string) error {
			x.command = args
			return x.run()
		},
	}
	e.takesGame(c)
	e.takesSection(c, &x.section, "play only the section or scenario `NAME`", e.scenarioNames)
	c.Flags().SetInterspersed(false)
	c.Flags().StringSliceVar(&x.levels, "level", nil, "check only the levels `NAME,...`")
	c.Flags().StringVar(&x.names, "names", "", "translate our names to those of the program as listed in `FILE`")
	c.Flags().DurationVar(&x.limit, "time", 10*time.Second, "wait at most `DURATION` for a reply; 0: no limit")
	c.Flags().DurationVar(&x.total, "total", 2*time.Hour, "end the run after a `DURATION`; 0: no limit")
	c.Flags().Int64Var(&x.memory, "memory", 1024, "limit the memory of the program to so many `MB`; 0: no limit")
	c.Flags().StringVar(&x.date, "date", time.Now().UTC().Format(time.DateOnly), "`YYYY-MM-DD` in the report")
	c.Flags().StringVar(&x.revision, "revision", "", "`NAME` of the revision in the report")
	c.Flags().StringVarP(&x.file, "output", "o", "", "also write the report to `FILE`")
	c.Flags().StringVar(&x.transcript, "transcript", "", "write all messages of the protocol to `FILE`")
	c.Flags().BoolVarP(&x.verbose, "verbose", "v", false, "print all findings")
	c.Flags().BoolVar(&x.json, "json", false, "write the report as JSON")
	c.MarkFlagsMutuallyExclusive("json", "verbose")
	e.complete(c, "level", func() []string { return drive.Levels })
	return c
}

func (x *driving) run() error {
	if _, err := time.Parse(time.DateOnly, x.date); err != nil {
		return wrongUsage("--date is a day such as 2026-01-31, not %q", x.date)
	}
	if x.memory < 0 || x.limit < 0 || x.total < 0 {
		return wrongUsage("--time, --total and --memory are 0, for no limit, or more")
	}
	for _, level := range x.levels {
		if err := oneOf("level", level, drive.Levels...); err != nil {
			return err
		}
	}
	if err := writable(x.file); err != nil {
		return err
	}
	all, err := x.open()
	if err != nil {
		return err
	}
	g, err := x.theGame(all)
	if err != nil {
		return err
	}
	cases := g.Cases
	if x.section != "" {
		chosen, err := all.Select(x.section)
		if err != nil {
			return err
		}
		cases = slices.DeleteFunc(slices.Clone(chosen.Cases), func(c *corpus.Case) bool { return c.Game != g })
		if len(cases) == 0 {
			return fmt.Errorf("%s has no scenario of %s", x.section, g.ID)
		}
	}
	d, err := x.driver(g)
	if err != nil {
		return err
	}
	written, err := x.transcribe(d)
	if err != nil {
		return err
	}
	outcomes, err := x.driveAll(d, cases)
	if err := errors.Join(err, written()); err != nil {
		return err
	}
	report := drive.NewReport(drive.Head{Date: x.date, Game: g.ID, Rules: d.Words.Rules, Revision: x.revision, Program: d.Hello,
		Levels: slices.DeleteFunc(slices.Clone(d.Levels), func(l string) bool { return !slices.Contains(d.Hello.Levels, l) }),
		Title:  func(section string) string { return titleOf(g, section) }}, outcomes)
	return x.conclude(report)
}

// transcribe appends each line of the protocol to the file of --transcript at once, so that an interrupted run leaves a
// transcript. It returns a function that closes the file.
func (x *driving) transcribe(d *drive.Driver) (func() error, error) {
	name := x.transcript
	if name == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--transcript: %w", err)
	}
	var failed error
	d.Transcribe = func(way byte, line []byte) {
		if failed == nil {
			_, failed = fmt.Fprintf(f, "%c %s\n", way, bytes.TrimSpace(line))
		}
	}
	return func() error {
		if err := errors.Join(failed, f.Close()); err != nil {
			return fmt.Errorf("--transcript %s: %w", name, err)
		}
		return nil
	}, nil
}

func (x *driving) driveAll(d *drive.Driver, cases []*corpus.Case) ([]drive.Outcome, error) {
	if err := d.Open(); err != nil {
		return nil, fmt.Errorf("%s: %w", x.command[0], err)
	}
	defer d.Close()
	x.atInterrupt(d.Close)
	return x.driveEach(d, cases)
}

// driver returns the driver of a run.
func (x *driving) driver(g *corpus.Game) (*drive.Driver, error) {
	loaded, err := g.Load(nil)
	if err != nil {
		return nil, err
	}
	words, err := drive.NewWords(loaded)
	if err != nil {
		return nil, err
	}
	d := &drive.Driver{Words: words, Game: g.ID, Levels: drive.Levels, Trace: func(id string) []string { return x.bodyOf(g, id) }}
	if len(x.levels) > 0 {
		d.Levels = x.levels
	}
	if x.names != "" {
		text, err := readBounded(x.names, listing.MaxBytes)
		if err != nil {
			return nil, err
		}
		if d.Table, err = drive.ReadTable(text, words.Known(g.Def)); err != nil {
			return nil, fmt.Errorf("%s: %w", x.names, err)
		}
	}
	if x.total > 0 {
		d.Until = time.Now().Add(x.total)
	}
	d.Start = func() (drive.Program, error) {
		return drive.Start(x.command, drive.Limits{Within: x.limit, Until: d.Until, Memory: x.memory << 20})
	}
	return d, nil
}

// bodyOf returns the lines of a scenario's trace.
func (x *driving) bodyOf(g *corpus.Game, id string) []string {
	for _, c := range g.Cases {
		if c.Script.ID() == id {
			return drive.Body(c.Play().Lines)
		}
	}
	return nil
}

// driveEach plays scenarios on the program in turn.
func (x *driving) driveEach(d *drive.Driver, cases []*corpus.Case) ([]drive.Outcome, error) {
	p := x.progress.begin("driving")
	defer p.clear()
	var out []drive.Outcome
	for i, c := range cases {
		p.draw(i, len(cases), c.Name())
		loaded, err := c.Game.Load(scenario.OptionsOf(c.Script))
		if err != nil {
			return nil, err
		}
		plan, err := drive.Make(loaded, d.Words, c.Script)
		if err != nil {
			return nil, fmt.Errorf("%s does not hold on our own engine: %w", c.Name(), err)
		}
		o, err := d.Run(plan)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", x.command[0], err)
		}
		out = append(out, o)
	}
	return out, nil
}

// conclude writes the report to its file and prints the summary.
func (x *driving) conclude(r *drive.Report) error {
	if x.json || x.file != "" {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		text = append(text, '\n')
		if x.file != "" {
			err = x.writeOut(x.file, text)
		} else {
			_, err = x.out.Write(text)
		}
		if err != nil {
			return err
		}
	}
	if !x.json {
		most := 10
		if x.verbose {
			most = -1
		}
		if err := r.Write(x.out, most); err != nil {
			return err
		}
	}
	if !r.OK() {
		return errFailed
	}
	return nil
}

func titleOf(g *corpus.Game, section string) string {
	if h := g.Book.Heading(section); h != nil {
		return h.Title
	}
	return ""
}
