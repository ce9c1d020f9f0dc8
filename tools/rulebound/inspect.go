// This file prints the nodes of one section, coverage -section, and finds which clauses are shown, coverage -shown.

package main

import (
	"encoding/json"
	"fmt"

	"rulebound/audit/mutation"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

// inspect prints the nodes of a section or clause in every game that has it.
func (c *command) inspect(all *corpus.Corpus, plays []*corpus.Play) error {
	var found []*coverage.Inspection
	for _, g := range all.Games {
		x := g.Inspect(plays, c.section)
		if x == nil {
			continue
		}
		if c.shown {
			shown, err := c.showing(g)
			if err != nil {
				return err
			}
			x.Show(shown)
		}
		found = append(found, x)
	}
	if c.json {
		enc := json.NewEncoder(c.out)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			Version  int                    `json:"version"`
			Sections []*coverage.Inspection `json:"sections"`
		}{coverage.Version, found})
	}
	for _, x := range found {
		if err := x.Write(c.out); err != nil {
			return err
		}
	}
	return nil
}

// showing changes a game to find which of its clauses are shown, in the section that -section names.
func (c *command) showing(g *corpus.Game) (map[string]bool, error) {
	p := newProgress(c.screen, g.ID)
	defer p.end()
	return mutation.Shown(g, c.section, func(done, total int) {
		if p.terminal {
			p.draw(done, total, fmt.Sprintf("%d of %d changes", done, total))
		}
	})
}
