// This file makes report.json.

package report

import (
	"encoding/json"
	"strings"

	"rulebound/audit/mutation"
	"rulebound/conformance/coverage"
	"rulebound/show/report/form"
)

// document makes report.json.
func (m *Model) document() (File, error) {
	d := form.Document{Version: form.Version, Revision: m.Revision, Against: m.Against, Games: []form.Game{}}
	for _, g := range m.Games {
		d.Games = append(d.Games, g.form())
	}
	text, err := json.MarshalIndent(d, "", " ")
	return File{"report.json", append(text, '\n')}, err
}

func (g *Game) form() form.Game {
	out := form.Game{ID: g.ID, Title: g.Def.Title, Page: InBook.home(g), Count: formCount(&g.Coverage.Total),
		Sections: []form.Section{}, Clauses: []form.Clause{}, Cards: []form.Card{}, Scenarios: []form.Scenario{}, Unseen: []form.Place{}}
	for i := range g.Coverage.Sections {
		s := &g.Coverage.Sections[i]
		out.Sections = append(out.Sections, form.Section{Number: s.Number, Title: s.Title, Page: g.names.clauses[s.Number], Count: formCount(&s.Count), Score: formScore(g.scoreOf(s.Number))})
	}
	for _, c := range g.Book.Clauses {
		k := g.names.covered[c.ID]
		out.Clauses = append(out.Clauses, form.Clause{ID: c.ID, Section: c.Section, Kind: c.Kind, Title: c.Title, Text: c.Text, Page: g.ClauseLink(c.ID), Scenarios: k.Scenarios, Count: formCount(&k.Count), Score: formScore(g.scoreOf(c.ID))})
	}
	for i := range g.Def.Cards {
		out.Cards = append(out.Cards, g.formCard(i))
	}
	outcomes := g.outcomes()
	for _, p := range g.Plays {
		s := p.Case.Script
		x := form.Scenario{Name: s.ID(), Title: s.Title, Page: scenarioPath(p.Case), Rules: s.Rules, Proved: orEmpty(p.Coverage.Proved), Outcome: string(outcomes[p.Case]), Problem: g.problems[p.Case]}
		if x.Problem != "" {
			x.Comparison = comparisonPath(p.Case.Name())
		}
		out.Scenarios = append(out.Scenarios, x)
	}
	for i := range g.places {
		if n := &g.places[i]; !n.Executed || n.OneWay() {
			out.Unseen = append(out.Unseen, formPlace(g, n))
		}
	}
	if g.Difference != nil {
		out.Changes = g.Difference.form()
	}
	return out
}

func formCount(c *coverage.Count) form.Count {
	return form.Count{Rules: c.Rules, Shown: c.Covered, Places: c.Nodes, Executed: c.Executed, PlacesExplained: c.NodesWhy, Conditions: c.Conditions, BothWays: c.BothWays, ConditionsExplained: c.OneWayWhy}
}

func formScore(c *mutation.Count) *form.Score {
	if c == nil {
		return nil
	}
	return &form.Score{Reached: c.Reached, WithGoldens: c.Score(), WithoutGoldens: c.Expected()}
}

func (g *Game) formCard(i int) form.Card {
	c := g.card(&Page{}, i)
	out := form.Card{ID: c.ID, Title: c.Title, Page: cardsPath(g) + "#" + c.ID, Facts: []form.Fact{}, Sides: []form.Side{}}
	for _, f := range c.Facts {
		values := []string{}
		for _, v := range f.Values {
			values = append(values, v.Text)
		}
		out.Facts = append(out.Facts, form.Fact{Name: f.Name, Values: values})
	}
	for _, s := range c.Sides {
		clauses := []string{}
		for _, k := range s.Clauses {
			clauses = append(clauses, k.ID)
		}
		out.Sides = append(out.Sides, form.Side{Name: s.Name, Clauses: clauses})
	}
	return out
}

func formPlace(g *Game, n *coverage.Node) form.Place {
	missing := "not executed"
	if n.Executed {
		missing = oneWay(n)
	}
	return form.Place{File: n.File, Line: int(n.Line), Column: int(n.Col), What: n.What, Rules: orEmpty(n.Rules), Missing: missing, Why: n.Why, Page: bookPath(g, n.File) + lineAnchor(n.Line)}
}

func (d *Difference) form() *form.Changes {
	out := &form.Changes{Clauses: []form.Change{}, Cards: []form.Change{}, Rules: []form.RuleChange{}, Declarations: orEmpty(d.Beside), Traces: []form.TraceChange{}, Fell: []form.Fall{}}
	for _, c := range d.Clauses {
		out.Clauses = append(out.Clauses, form.Change{ID: c.ID, What: c.What})
	}
	for _, c := range d.Cards {
		out.Cards = append(out.Cards, form.Change{ID: c.ID, What: c.What, In: c.In})
	}
	for _, r := range d.Rules {
		out.Rules = append(out.Rules, form.RuleChange{Rules: orEmpty(r.Rules), Before: formLines(r.Before), After: formLines(r.After)})
	}
	for _, t := range d.Traces {
		_, name, _ := strings.Cut(t.Name, "/")
		x := form.TraceChange{Scenario: name, What: t.What, Suspicious: t.Suspicious}
		if t.What == changed {
			x.Page = comparisonPath(t.Name)
		}
		out.Traces = append(out.Traces, x)
	}
	for _, f := range d.Fell {
		out.Fell = append(out.Fell, form.Fall{Section: f.Section, What: f.What, Before: f.Before, After: f.After})
	}
	return out
}

func formLines(lines []Line) []form.Line {
	out := []form.Line{}
	for _, l := range lines {
		out = append(out, form.Line(l))
	}
	return out
}

// orEmpty returns a non-nil list, which JSON encodes as [].
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
