// This file is the mutation run: which changes of the rulebooks the scenarios notice.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"rulebound/audit/claims"
	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

// mutate changes the games and prints what no scenario notices.
func (c *command) mutate() error {
	all, err := c.open()
	games := all.Games
	if len(games) == 0 {
		return err
	}
	if why := c.unknown(games); why != nil {
		return errors.Join(err, why)
	}
	if err != nil { // what can be played still says something
		c.complain(err)
	}
	// a run loads a game for every change and throws it away: collect less often, as long as there is room
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(min(memoryLimit, debug.SetMemoryLimit(-1))))
	reports := []*mutation.Report{}
	for _, g := range games {
		explained, err := c.explanations(g.ID)
		if err != nil {
			return err
		}
		r, err := c.changed(g, explained)
		if err != nil {
			return fmt.Errorf("%s: %w", g.ID, err)
		}
		boards, err := corpus.Boards(os.DirFS(c.root), g.ID)
		if err != nil {
			return err
		}
		if err := claims.Refute(g, r, claims.Config{Boards: boards, Plays: c.plays, Seed: c.seed}); err != nil {
			return err
		}
		reports = append(reports, r)
	}
	mutation.Together(reports)
	refuted := slices.ContainsFunc(reports, (*mutation.Report).Refuted)
	if c.json {
		enc := json.NewEncoder(c.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		if err := enc.Encode(scores{mutation.Version, reports}); err != nil {
			return err
		}
	}
	for _, r := range reports {
		if c.json {
			break
		}
		write := func() error { return r.Write(c.out, c.clauses != "") }
		if c.explained {
			write = func() error { return r.WriteRefuted(c.out) }
		}
		if err := write(); err != nil {
			return err
		}
		fmt.Fprintln(c.out)
	}
	if err != nil || refuted {
		return errFailed
	}
	return nil
}

// changed changes a game, or with -explained only lists the changes that are explained.
func (c *command) changed(g *corpus.Game, explained []mutation.Explanation) (*mutation.Report, error) {
	if c.explained {
		return mutation.Claimed(g, explained)
	}
	p := newProgress(c.screen, g.ID)
	defer p.end()
	return mutation.Run(g, mutation.Config{Section: c.section, Explained: explained, Progress: p.show})
}

// defaultPlays is how many random plays explained changes are played in unless told otherwise.
const defaultPlays = 500

// scores is what -json writes, and what the report reads.
type scores struct {
	Version int                `json:"version"`
	Games   []*mutation.Report `json:"games"`
}

// readScores reads what -json wrote; no name is no scores.
func readScores(name string) ([]*mutation.Report, error) {
	if name == "" {
		return nil, nil
	}
	var out scores
	if err := readMeasured(name, "rulebound mutate -json", &out); err != nil {
		return nil, err
	}
	if out.Version != mutation.Version || slices.Contains(out.Games, nil) {
		return nil, fmt.Errorf("%s: it is not of version %d; write it again with rulebound mutate -json", name, mutation.Version)
	}
	return out.Games, nil
}

// unknown is an error if no game has a section or clause of the name that -section gives, or below it. It suggests a similar name.
func (c *command) unknown(games []*corpus.Game) error {
	var known []string
	for _, g := range games {
		if c.section == "" || coverage.Knows(g.Book, c.section) {
			return nil
		}
		known = append(known, coverage.Known(g.Book)...)
	}
	near := ""
	if name := corpus.Near(c.section, known); name != "" {
		near = "; did you mean " + name + "?"
	}
	return fmt.Errorf("no rulebook has a section or clause %s%s", c.section, near)
}

// explanations reads what a game says of changes that no scenario can notice.
func (c *command) explanations(game string) ([]mutation.Explanation, error) {
	return corpus.Beside(os.DirFS(c.root), game, corpus.Survivors, mutation.ReadExplanations)
}

// progress tells how far a run is: a bar that is drawn again on a terminal, a line now and then elsewhere.
type progress struct {
	w        io.Writer
	name     string
	terminal bool
	began    time.Time
	last     time.Time // when something was shown
	tenth    int       // tenths that were told
	shown    bool
}

func newProgress(w io.Writer, name string) *progress {
	p := &progress{w: w, name: name, began: time.Now()}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
	}
	return p
}

const gcPercent = 400

// memoryLimit is the size, in bytes, beyond which the collector runs more often. A limit that the environment sets lower stays.
const memoryLimit = 1900 << 20

const (
	barWidth   = 30
	barEvery   = 100 * time.Millisecond
	inTenths   = 10
	clearLine  = "\r\x1b[K"
	roundTimes = 100 * time.Millisecond
)

func (p *progress) show(done, total, survived int) {
	text := fmt.Sprintf("%d of %d changes, %d survive, %s", done, total, survived, time.Since(p.began).Round(roundTimes))
	if p.terminal {
		p.draw(done, total, text)
		return
	}
	if tenth := inTenths * done / total; tenth > p.tenth {
		p.tenth = tenth
		fmt.Fprintf(p.w, "%s: %s\n", p.name, text)
	}
}

// draw draws the bar again, unless it was drawn just now.
func (p *progress) draw(done, total int, text string) {
	now := time.Now()
	if now.Sub(p.last) < barEvery && done < total {
		return
	}
	full := barWidth * done / total
	fmt.Fprintf(p.w, "%s%s [%s%s] %s", clearLine, p.name, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), text)
	p.last, p.shown = now, true
}

// end leaves the bar behind.
func (p *progress) end() {
	if p.shown {
		fmt.Fprintln(p.w)
	}
}
