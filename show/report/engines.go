// This file shows the results of other implementations of a game by section, from reports of `rulebound drive`.

package report

import (
	"encoding/json"
	"slices"

	"rulebound/judge/drive"
)

// fingerprint returns the fingerprint of a game's rulebook as in drive's reports, "" if unknown.
func (g *Game) fingerprint() string {
	loaded, err := g.Load(nil)
	if err != nil {
		return ""
	}
	words, err := drive.NewWords(loaded)
	if err != nil {
		return ""
	}
	return words.Rules
}

// engineRow is a section, with the part of each report; nil if a report does not have it.
type engineRow struct {
	Section, Title, Href string
	Parts                []*drive.Part
}

// engineView is a report as displayed.
type engineView struct {
	*drive.Report
	Stale   bool // it is about another version of the rulebook
	Failing []engineFailure
	More    int // number of omitted failing scenarios
}

// engineFailure is a scenario that an implementation fails.
type engineFailure struct {
	Title, Href string
	Verdict     drive.Verdict
	Why         string
	Findings    []engineFinding
	More        int // number of omitted findings
}

type engineFinding struct {
	Move            int
	Line, What      string
	Expected, Given string
	Rules           []Link
}

// Limits of the displayed failures.
const (
	maxFailing  = 80
	maxFindings = 5
	maxValue    = 200 // characters
)

// engineFiles emits the page of the other implementations.
func engineFiles(m *Model, g *Game, emit emit) error {
	p := &Page{Path: InEngines.home(g), Title: "Other engines", Game: g, Place: InEngines, Wide: true}
	rules := g.fingerprint()
	var views []engineView
	for _, r := range g.engines {
		v := engineView{Report: r, Stale: r.Rules != rules}
		v.Failing, v.More = g.engineFailures(p, r)
		views = append(views, v)
	}
	return emit(m.page(p, "engines", map[string]any{"Page": p, "Engines": views, "Rows": g.engineRows(p)}))
}

// engineRows returns the sections of all reports: first in the order of the rulebook, then the unknown ones.
func (g *Game) engineRows(p *Page) []engineRow {
	var rows []engineRow
	row := func(id, title string) *engineRow {
		i := slices.IndexFunc(rows, func(r engineRow) bool { return r.Section == id })
		if i < 0 {
			i = len(rows)
			rows = append(rows, engineRow{Section: id, Title: title, Parts: make([]*drive.Part, len(g.engines))})
			if target := g.names.clauses[id]; target != "" {
				rows[i].Href = p.To(target)
			}
		}
		return &rows[i]
	}
	for _, s := range g.Coverage.Sections {
		if slices.ContainsFunc(g.engines, func(r *drive.Report) bool {
			return slices.ContainsFunc(r.Sections, func(x drive.Part) bool { return x.ID == s.Number })
		}) {
			row(s.Number, s.Title)
		}
	}
	for i, r := range g.engines {
		for j := range r.Sections {
			row(r.Sections[j].ID, r.Sections[j].Title).Parts[i] = &r.Sections[j]
		}
	}
	return rows
}

// engineFailures returns the scenarios that an implementation fails, as many as fit, and the number of the others.
func (g *Game) engineFailures(p *Page, r *drive.Report) (list []engineFailure, more int) {
	for _, o := range r.Scenarios {
		if o.Verdict != drive.Failed && o.Verdict != drive.Broken {
			continue
		}
		if len(list) == maxFailing {
			more++
			continue
		}
		f := engineFailure{Title: o.Title, Verdict: o.Verdict, Why: o.Why, More: max(0, len(o.Findings)-maxFindings)}
		if c := g.cases[o.Scenario]; c != nil {
			f.Href = p.To(scenarioPath(c))
		}
		for _, x := range o.Findings[:min(len(o.Findings), maxFindings)] {
			f.Findings = append(f.Findings, engineFinding{x.Move, x.Line, x.What, spell(x.Want), spell(x.Got), g.ruleLinks(p, x.Rules)})
		}
		list = append(list, f)
	}
	return list, more
}

// spell formats a value of a report: text verbatim, anything else as JSON.
func spell(v any) string {
	text, ok := v.(string)
	if !ok {
		out, _ := json.Marshal(v)
		text = string(out)
	}
	if r := []rune(text); len(r) > maxValue {
		text = string(r[:maxValue]) + "…"
	}
	return text
}
