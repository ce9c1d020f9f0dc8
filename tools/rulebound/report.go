// This file makes the report: the pages and what programs read of it.

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"rulebound/conformance/corpus"
	"rulebound/judge/drive"
	"rulebound/show/report"
	"rulebound/tools/machine"
)

// report writes the report into the folder of -o.
func (c *command) report() error {
	all, err := c.open()
	if err != nil {
		return err
	}
	p := newProgress(c.screen, "report")
	tell := func(stage string, done, total int) {
		if p.terminal && os.Getenv("CI") == "" {
			p.draw(done, max(total, done), fmt.Sprintf("%s %d", stage, done))
		}
	}
	options, err := c.reportOptions()
	if err != nil {
		return err
	}
	if !c.noPlay {
		if options.Machine, err = machine.Build(); err != nil {
			return fmt.Errorf("%w\nrun this in the repository, with -C for games elsewhere; -no-play writes the report without it", err)
		}
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
	if o.Scores, err = readScores(c.scores); err != nil {
		return o, err
	}
	for _, name := range c.engines {
		r, err := readConformance(name)
		if err != nil {
			return o, err
		}
		o.Engines = append(o.Engines, r)
	}
	if c.against != "" {
		if o.Against, err = c.revision(); err != nil {
			return o, err
		}
	}
	return o, nil
}

// revision is what the report compares with.
func (c *command) revision() (*report.Against, error) {
	a := &report.Against{Name: c.against}
	var err error
	if a.Scores, err = readScores(c.scoresThen); err != nil {
		return nil, err
	}
	if a.Files, err = commit(c.root, c.against); err != nil {
		return nil, fmt.Errorf("-against %s: %w", c.against, err)
	}
	return a, nil
}

// readConformance reads what drive -o wrote.
func readConformance(name string) (*drive.Report, error) {
	r := &drive.Report{}
	if err := readMeasured(name, "rulebound drive -o", r); err != nil {
		return nil, err
	}
	if r.Version != drive.ReportVersion {
		return nil, fmt.Errorf("%s: it is not of version %d; write it again with rulebound drive -o", name, drive.ReportVersion)
	}
	return r, nil
}
