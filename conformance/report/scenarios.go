// This file makes the pages of the scenarios: a list, and a page for each.

package report

import (
	"iter"

	"rulebound/conformance/corpus"
)

// scenarioPath is the page of a scenario.
func scenarioPath(c *corpus.Case) string { return "scenario/" + c.Name() + ".html" }

// scenarioPages gives a page for each scenario of a game, and the files that these share.
func scenarioPages(m *Model, g *Game) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		for _, p := range g.Plays {
			page := &Page{Path: scenarioPath(p.Case), Title: p.Case.Script.Title, Game: g, Place: InScenarios}
			f, err := m.Render(page)
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}
