// This file makes the pages of failures and of changes.

package report

import (
	"html/template"
	"path"
	"strings"

	"rulebound/conformance/corpus"
)

// comparisonPath returns the page that compares the traces of a scenario.
func comparisonPath(name string) string { return "changes/" + name + ".html" }

// changedClause, traceRow and traceFolder are the data of the template for changes.
type (
	changedClause struct {
		Rules       []Link
		What        string // what happened to its text; "": unchanged
		Title, Text template.HTML
		Diff        *sides // of its data; nil: unchanged
		Came        int    // number of scenarios that reached the changed data and whose traces differ
		Shortest    Link   // the one of these with the shortest trace
	}
	traceRow struct {
		Title, Href, What string
		Rules             []Link
		Suspicious        bool
		Problem           string
	}
	traceFolder struct {
		Title, Target string
		Rows          []traceRow
		Suspicious    int
	}
)

// Limits of a page of changes. A change of everything, such as the format of traces, must not make a page too large to open.
const (
	maxClauses = 160 << 10 // bytes
	frameBytes = 700       // of a table of changes, without its rows
	rowBytes   = 120       // of a row, without its text
	maxTraces  = 120       // beyond this each section has a page of its own
	maxBeside  = 100       // declarations
)

// changeFiles emits the page of the changes and one for each pair of traces.
func changeFiles(m *Model, g *Game, emit emit) error {
	p := &Page{Path: "changes/" + g.ID + "/index.html", Title: "Changes", Game: g, Place: InChanges, Wide: true}
	failing := g.failing(p)
	data := map[string]any{"Page": p, "Model": m, "Game": g, "Failing": failing[:min(len(failing), maxTraces)], "MoreFailing": max(0, len(failing)-maxTraces)}
	var folders []traceFolder
	before, many := map[*corpus.Play][]byte{}, false
	if d := g.Difference; d != nil {
		p.Title, data["Difference"] = "Changes since "+m.Against, d
		many = len(d.Traces) > maxTraces
		if d.was != nil {
			folders = g.traceFolders(p)
			data["Clauses"], data["MoreClauses"] = g.changedClauses(p)
			data["Beside"], data["MoreBeside"] = d.Beside[:min(len(d.Beside), maxBeside)], max(0, len(d.Beside)-maxBeside)
			data["Traces"], data["Many"] = folders, many
		}
		for _, t := range d.Traces {
			if t.What == changed {
				before[t.Play] = t.Before
			}
		}
	}
	if err := emit(m.page(p, "changes", data)); err != nil {
		return err
	}
	if many {
		for i := range folders {
			if err := emit(m.tracesPage(g, i)); err != nil {
				return err
			}
		}
	}
	for _, x := range g.Plays {
		then, differs := before[x]
		if _, fails := g.problems[x.Case]; !differs && !fails {
			continue
		}
		if err := emit(m.comparison(g, x, then)); err != nil {
			return err
		}
	}
	return nil
}

// tracesPage lists the scenarios of a section with changed traces.
func (m *Model) tracesPage(g *Game, i int) (File, error) {
	p := &Page{Game: g, Place: InChanges, Trail: []Link{{"Changes", InChanges.home(g)}}}
	p.Path = g.traceFolders(p)[i].Target
	f := g.traceFolders(p)[i] // with addresses relative to the page
	p.Title = "Traces: " + f.Title
	return m.page(p, "traces", f)
}

// comparison compares the trace of a play with its golden, if they differ, and with that of the revision.
func (m *Model) comparison(g *Game, x *corpus.Play, then []byte) (File, error) {
	p := &Page{Path: comparisonPath(x.Case.Name()), Title: x.Case.Script.Title, Game: g, Place: InChanges, Wide: true,
		Trail: []Link{{"Changes", InChanges.home(g)}}, Scripts: []string{"assets/diff.js"}}
	type pair struct {
		Left, Right string
		Diff        *sides
	}
	var pairs []pair
	if text, ok := g.goldens[x.Case]; ok {
		pairs = append(pairs, pair{"Golden", "This run", sideBySide(string(text), string(x.Trace()))})
	}
	if then != nil {
		pairs = append(pairs, pair{m.Against, "Now", sideBySide(string(then), string(x.Trace()))})
	}
	return m.page(p, "comparison", map[string]any{"Page": p, "Scenario": scenarioPath(x.Case), "Problem": g.problems[x.Case], "Pairs": pairs, "Rules": g.ruleLinks(p, x.Case.Script.Rules)})
}

// failing lists the failing scenarios.
func (g *Game) failing(p *Page) []traceRow {
	var out []traceRow
	for _, x := range g.Plays {
		if problem, ok := g.problems[x.Case]; ok {
			first, _, _ := strings.Cut(problem, "\n")
			r := traceRow{Title: x.Case.Script.Title, Href: p.To(comparisonPath(x.Case.Name())), Rules: g.ruleLinks(p, x.Case.Script.Rules), Problem: first}
			if g.goldens[x.Case] != nil {
				r.Href += "#first"
			}
			out = append(out, r)
		}
	}
	return out
}

func (g *Game) ruleLinks(p *Page, rules []string) []Link {
	var out []Link
	for _, rule := range rules {
		l := Link{Text: rule}
		if target := g.ClauseLink(rule); target != "" {
			l.Target = p.To(target)
		}
		out = append(out, l)
	}
	return out
}

// traceFolders returns the scenarios with changed traces, by section.
func (g *Game) traceFolders(p *Page) []traceFolder {
	var out []traceFolder
	for _, t := range g.Difference.Traces {
		if folder := path.Dir(t.Name); len(out) == 0 || out[len(out)-1].Target != comparisonPath(folder) {
			out = append(out, traceFolder{Title: g.folderTitle(path.Base(folder)), Target: comparisonPath(folder)})
		}
		r := traceRow{Title: path.Base(t.Name), What: t.What, Suspicious: t.Suspicious}
		if t.Play != nil {
			r.Title, r.Rules, r.Href = t.Play.Case.Script.Title, g.ruleLinks(p, t.Play.Case.Script.Rules), p.To(scenarioPath(t.Play.Case))
			if t.What == changed {
				r.Href = p.To(comparisonPath(t.Name)) + "#first"
			}
		}
		f := &out[len(out)-1]
		f.Rows = append(f.Rows, r)
		if t.Suspicious {
			f.Suspicious++
		}
	}
	return out
}
