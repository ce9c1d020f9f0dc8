// This file prints the nodes of one section: coverage -section.

package main

import (
	"encoding/json"
	"fmt"

	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

// inspect prints the nodes of a section or clause in every game that has it.
func (c *command) inspect(all *corpus.Corpus, plays []*corpus.Play) error {
	var found []*coverage.Inspection
	var known []string
	for _, g := range all.Games {
		known = append(known, coverage.Known(g.Book)...)
		if x := g.Inspect(plays, c.section); x != nil {
			found = append(found, x)
		}
	}
	if len(found) == 0 {
		near := ""
		if name := corpus.Near(c.section, known); name != "" {
			near = "; did you mean " + name + "?"
		}
		return fmt.Errorf("no rulebook has a section or clause %s%s", c.section, near)
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
