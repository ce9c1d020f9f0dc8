// This file lists the scenarios: the sections they stand in, and for each section its scenarios.

package report

import (
	"iter"
	"strings"

	"rulebound/conformance/corpus"
)

// listed is a scenario in a list.
type listed struct {
	Title, Href, Name string
	Rules             []Link
	Problem           string // "" if it is in order
}

// folder is the scenarios of a section.
type folder struct {
	Name, Title, Target string
	Plays               []*corpus.Play
	Failing             int
}

// folders gives the scenarios of a game by the folder they stand in.
func (g *Game) folders() []folder {
	var out []folder
	for _, p := range g.Plays {
		name := p.Case.Script.Section
		if len(out) == 0 || out[len(out)-1].Name != name {
			out = append(out, folder{Name: name, Title: g.folderTitle(name), Target: "scenario/" + g.ID + "/" + name + ".html"})
		}
		f := &out[len(out)-1]
		f.Plays = append(f.Plays, p)
		if g.problems[p.Case] != "" {
			f.Failing++
		}
	}
	return out
}

// folderTitle is the title of the section that a folder begins with the number of.
func (g *Game) folderTitle(name string) string {
	number, _, _ := strings.Cut(name, "-")
	for _, h := range g.Book.Headings {
		if h.Number == number {
			return h.Number + " " + h.Title
		}
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// scenarioFiles gives the lists of the scenarios and their pages.
func scenarioFiles(m *Model, g *Game) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		for _, files := range []iter.Seq2[File, error]{listFiles(m, g), scenarioPages(m, g)} {
			for f, err := range files {
				if !yield(f, err) || err != nil {
					return
				}
			}
		}
	}
}

// listFiles gives the lists of the scenarios.
func listFiles(m *Model, g *Game) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		folders := g.folders()
		p := &Page{Path: "scenario/" + g.ID + "/index.html", Title: "Scenarios", Game: g, Place: InScenarios}
		var err error
		if p.Body, err = execute("folders", map[string]any{"Page": p, "Game": g, "Folders": folders}); err != nil {
			yield(File{}, err)
			return
		}
		if f, err := m.Render(p); !yield(f, err) || err != nil {
			return
		}
		for _, x := range folders {
			if f, err := m.folderPage(g, &x); !yield(f, err) || err != nil {
				return
			}
		}
	}
}

// maxLinked is how many scenarios a list may have whose clauses are links: these are most of its weight.
const maxLinked = 200

// folderPage lists the scenarios of a section.
func (m *Model) folderPage(g *Game, f *folder) (File, error) {
	p := &Page{Path: f.Target, Title: f.Title, Game: g, Place: InScenarios, Trail: []Link{{"Scenarios", "scenario/" + g.ID + "/index.html"}}}
	var list []listed
	for _, x := range f.Plays {
		s := listed{Title: x.Case.Script.Title, Name: x.Case.Script.Name, Href: p.To(scenarioPath(x.Case)), Problem: g.problems[x.Case]}
		for _, rule := range x.Case.Script.Rules {
			l := Link{Text: rule}
			if len(f.Plays) <= maxLinked {
				l.Target = p.To(g.ClauseLink(rule))
			}
			s.Rules = append(s.Rules, l)
		}
		list = append(list, s)
	}
	var err error
	if p.Body, err = execute("folder", map[string]any{"Page": p, "List": list, "Section": g.names.clauses[strings.SplitN(f.Name, "-", 2)[0]]}); err != nil {
		return File{}, err
	}
	return m.Render(p)
}
