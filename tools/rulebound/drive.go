// This file drives other implementations: it plays the scenarios on a program, and is such a program itself.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"rulebound/conformance/corpus"
	"rulebound/conformance/listing"
	"rulebound/conformance/scenario"
	"rulebound/engine"
	"rulebound/judge/drive"
)

// driving is what the flags of drive say.
type driving struct {
	levels   string
	names    string // file of a table of names
	memory   int64  // MB
	total    time.Duration
	date     string
	revision string
	out      string // file of the report
	overhear string // file of the transcript
}

// drive plays scenarios on the program that the rest of the command line names.
func (c *command) drive() error {
	all, err := c.open()
	if err != nil {
		return err
	}
	g, err := c.theGame(all)
	if err != nil {
		return err
	}
	cases := g.Cases
	if c.section != "" {
		chosen, err := all.Select(c.section)
		if err != nil {
			return err
		}
		cases = slices.DeleteFunc(slices.Clone(chosen.Cases), func(x *corpus.Case) bool { return x.Game != g })
		if len(cases) == 0 {
			return fmt.Errorf("%s has no scenario of %s", c.section, g.ID)
		}
	}
	d, err := c.driver(g)
	if err != nil {
		return err
	}
	written, err := c.overhear(d)
	if err != nil {
		return err
	}
	outcomes, err := c.driveAll(d, cases)
	if err := errors.Join(err, written()); err != nil {
		return err
	}
	report := drive.NewReport(drive.Head{Date: c.driving.date, Game: g.ID, Rules: d.Words.Rules, Revision: c.driving.revision, Program: d.Hello,
		Levels: slices.DeleteFunc(slices.Clone(d.Levels), func(l string) bool { return !slices.Contains(d.Hello.Levels, l) }),
		Title:  func(section string) string { return titleOf(g, section) }}, outcomes)
	return c.conclude(report)
}

// overhear has the file of -transcript hold each line as it is said, so that a run that is cut off leaves what was said before. The
// function that it gives closes the file.
func (c *command) overhear(d *drive.Driver) (func() error, error) {
	name := c.driving.overhear
	if name == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("-transcript: %w", err)
	}
	var failed error
	d.Overhear = func(way byte, line []byte) {
		if failed == nil {
			_, failed = fmt.Fprintf(f, "%c %s\n", way, bytes.TrimSpace(line))
		}
	}
	return func() error {
		if err := errors.Join(failed, f.Close()); err != nil {
			return fmt.Errorf("-transcript %s: %w", name, err)
		}
		return nil
	}, nil
}

// driveAll starts the program and plays scenarios on it.
func (c *command) driveAll(d *drive.Driver, cases []*corpus.Case) ([]drive.Outcome, error) {
	if err := d.Open(); err != nil {
		return nil, fmt.Errorf("%s: %w", c.files[0], err)
	}
	defer d.Close()
	return c.driveEach(d, cases)
}

// theGame gives the game that -game names.
func (c *command) theGame(all *corpus.Corpus) (*corpus.Game, error) {
	if c.game != "" {
		return all.Games[0], nil
	}
	var ids []string
	for _, g := range all.Games {
		ids = append(ids, g.ID)
	}
	return nil, fmt.Errorf("name the game: -game, one of %s", strings.Join(ids, ", "))
}

// driver makes the driver of a run.
func (c *command) driver(g *corpus.Game) (*drive.Driver, error) {
	if len(c.files) == 0 {
		return nil, errors.New("name the program: drive -game ID [flags] -- COMMAND…")
	}
	loaded, err := g.Load(nil)
	if err != nil {
		return nil, err
	}
	words, err := drive.NewWords(loaded)
	if err != nil {
		return nil, err
	}
	d := &drive.Driver{Words: words, Game: g.ID, Levels: drive.Levels, Trace: func(id string) []string { return c.bodyOf(g, id) }}
	if c.driving.levels != "" {
		d.Levels = strings.Split(c.driving.levels, ",")
		for _, l := range d.Levels {
			if !slices.Contains(drive.Levels, l) {
				return nil, fmt.Errorf("-level %s: there are the levels %s", l, strings.Join(drive.Levels, ", "))
			}
		}
	}
	if c.driving.names != "" {
		text, err := readBounded(c.driving.names, listing.MaxBytes)
		if err != nil {
			return nil, err
		}
		if d.Table, err = drive.ReadTable(text, words.Known(g.Def)); err != nil {
			return nil, fmt.Errorf("%s: %w", c.driving.names, err)
		}
	}
	if c.driving.total > 0 {
		d.Until = time.Now().Add(c.driving.total)
	}
	d.Start = func() (drive.Program, error) {
		return drive.Start(c.files, drive.Limits{Within: c.limit, Until: d.Until, Memory: c.driving.memory << 20})
	}
	return d, nil
}

// bodyOf gives the lines that the trace of a scenario has.
func (c *command) bodyOf(g *corpus.Game, id string) []string {
	for _, x := range g.Cases {
		if x.Script.ID() == id {
			return drive.Body(x.Play().Lines)
		}
	}
	return nil
}

// driveEach plays scenarios on the program, one after another.
func (c *command) driveEach(d *drive.Driver, cases []*corpus.Case) ([]drive.Outcome, error) {
	p := newProgress(c.screen, "driving")
	var out []drive.Outcome
	for i, x := range cases {
		if p.terminal && os.Getenv("CI") == "" {
			p.draw(i, len(cases), x.Name())
		}
		loaded, err := x.Game.Load(scenario.OptionsOf(x.Script))
		if err != nil {
			return nil, err
		}
		plan, err := drive.Make(loaded, d.Words, x.Script)
		if err != nil {
			return nil, fmt.Errorf("%s does not hold on our own engine: %w", x.Name(), err)
		}
		o, err := d.Run(plan)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.files[0], err)
		}
		out = append(out, o)
	}
	if p.terminal && os.Getenv("CI") == "" {
		fmt.Fprint(c.err, clearLine)
	}
	return out, nil
}

// conclude writes the report where it belongs.
func (c *command) conclude(r *drive.Report) error {
	if c.json || c.driving.out != "" {
		text, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			return err
		}
		text = append(text, '\n')
		if c.driving.out == "" {
			if _, err := c.out.Write(text); err != nil {
				return err
			}
		} else if err := writeOut(c.driving.out, text); err != nil {
			return err
		}
	}
	if !c.json {
		most := 10
		if c.verbose {
			most = -1
		}
		if err := r.Write(c.out, most); err != nil {
			return err
		}
	}
	if !r.OK() {
		return errFailed
	}
	return nil
}

// program answers the requests of the protocol on standard input with our own engine.
func (c *command) program() error {
	all, err := c.open()
	if err != nil {
		return err
	}
	r := &drive.Reference{Load: func(game string, options map[string]string) (*engine.Game, error) {
		for _, g := range all.Games {
			if g.ID == game {
				return g.Load(options)
			}
		}
		return nil, fmt.Errorf("there is no game %q", game)
	}}
	return r.Serve(os.Stdin, c.out)
}

func titleOf(g *corpus.Game, section string) string {
	for _, h := range g.Book.Headings {
		if h.Number == section {
			return h.Title
		}
	}
	return ""
}
