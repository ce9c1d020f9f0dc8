// This file makes the report: the pages and what programs read of it.

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"rulebound/conformance/corpus"
	"rulebound/conformance/report"
	"rulebound/tools/machine"
)

// report writes the report into the folder of -o.
func (c *command) report() error {
	if c.game != "" {
		if err := corpus.Find(os.DirFS(c.root), c.game); err != nil {
			return err
		}
	}
	all, err := c.openAll()
	if err != nil {
		return err
	}
	p := newProgress(c.err, "report")
	tell := func(stage string, done, total int) {
		if p.terminal && os.Getenv("CI") == "" {
			p.draw(done, max(total, done), fmt.Sprintf("%s %d", stage, done))
		}
	}
	options, err := c.reportOptions()
	if err != nil {
		return err
	}
	options.Progress = tell
	m, err := report.Build(all, options)
	if err == nil {
		err = report.Write(c.file, m, tell)
	}
	p.end()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "wrote %s\n", filepath.Join(c.file, "index.html"))
	return nil
}

// reportOptions reads what the flags name: scores and the revision to compare with.
func (c *command) reportOptions() (report.Options, error) {
	o := report.Options{Game: c.game, Goldens: os.DirFS(filepath.Join(c.root, corpus.GoldensDir))}
	var err error
	if !c.noPlay {
		if o.Machine, err = machine.Build(c.root); err != nil {
			return o, fmt.Errorf("%w\n-no-play writes the report without it", err)
		}
	}
	if o.Scores, err = readScores(c.scores); err != nil || c.against == "" {
		return o, err
	}
	o.Against = &report.Against{Name: c.against}
	if o.Against.Scores, err = readScores(c.scoresThen); err != nil {
		return o, err
	}
	if o.Against.Files, err = commit(c.root, c.against); err != nil {
		return o, fmt.Errorf("-against %s: %w", c.against, err)
	}
	return o, nil
}
