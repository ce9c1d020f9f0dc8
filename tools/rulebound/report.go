// This file makes the report: the pages and what programs read of it.

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"rulebound/conformance/corpus"
	"rulebound/conformance/report"
)

// report writes the report into the folder of -o.
func (c *command) report() error {
	if c.game != "" {
		if err := corpus.Find(os.DirFS(c.root), c.game); err != nil {
			return err
		}
	}
	all, err := c.open()
	if err != nil {
		return err
	}
	p := newProgress(c.err, "report")
	tell := func(stage string, done, total int) {
		if p.terminal && os.Getenv("CI") == "" {
			p.draw(done, max(total, done), fmt.Sprintf("%s %d", stage, done))
		}
	}
	m, err := report.Build(all, report.Options{Game: c.game, Progress: tell})
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
