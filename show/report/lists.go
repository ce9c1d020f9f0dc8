// This file lists the scenarios: by section, and within each section.

package report

import (
	"strings"

	"rulebound/conformance/corpus"
	"rulebound/engine"
)

// listed is a scenario in a list.
type listed struct {
	Title, Href, Name string
	Rules             []Link
	Problem           string // "" if it is in order
}

// folder holds the scenarios of a section.
type folder struct {
	Name, Title, Target string
	Plays               []*corpus.Play
	Counts              []int // by the outcomes in the table of the sections
}

// folders groups the scenarios of a game by folder.
func (g *Game) folders() []folder {
	var out []folder
	for _, p := range g.Plays {
		name := p.Case.Script.Section
		if len(out) == 0 || out[len(out)-1].Name != name {
			out = append(out, folder{Name: name, Title: g.folderTitle(name), Target: "scenario/" + g.ID + "/" + name + ".html"})
		}
		f := &out[len(out)-1]
		f.Plays = append(f.Plays, p)
	}
	return out
}

// folderTitle returns the title of the section whose number begins the name of a folder.
func (g *Game) folderTitle(name string) string {
	number, _, _ := strings.Cut(name, "-")
	if h := g.Book.Heading(number); h != nil {
		return h.Number + " " + h.Title
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// scenarioFiles emits the lists of the scenarios and their pages.
func scenarioFiles(m *Model, g *Game, emit emit) error {
	if err := listFiles(m, g, emit); err != nil {
		return err
	}
	loaded := map[string]*engine.Game{}
	for _, p := range g.Plays {
		if err := emit(m.scenarioPage(g, p, loaded)); err != nil {
			return err
		}
	}
	return nil
}

// listFiles emits the lists of the scenarios.
func listFiles(m *Model, g *Game, emit emit) error {
	folders, of := g.folders(), g.outcomes()
	if err := emit(m.sectionsPage(g, folders, of)); err != nil {
		return err
	}
	for _, x := range folders {
		if err := emit(m.folderPage(g, &x, of)); err != nil {
			return err
		}
	}
	return nil
}

// maxListed limits the scenarios of an outcome on the page of all sections; the others are on the pages of their sections.
const maxListed = 100

// sectionsPage lists the sections that have scenarios, and above them the scenarios that need attention. Its script
// searches all of them in the index of the game, so that the page need not contain them.
func (m *Model) sectionsPage(g *Game, folders []folder, of map[*corpus.Case]outcome) (File, error) {
	p := &Page{Path: "scenario/" + g.ID + "/index.html", Title: "Scenarios", Game: g, Place: InScenarios, Scripts: []string{"assets/scenarios.js"}}
	groups := m.groups(g.Plays, of, func(x *corpus.Play) listed { return g.listed(p, x, true) })
	names := map[string][]string{} // of scenarios that need attention, by outcome
	for _, c := range g.Cases {
		if o := of[c]; o != inOrder && o != waiting {
			names[o.id()] = append(names[o.id()], c.Script.ID())
		}
	}
	p.Data = map[string]any{"outcomes": names}
	var shown []group
	for _, x := range groups {
		if names[x.ID] != nil {
			x.More = max(0, len(x.List)-maxListed)
			x.List = x.List[:len(x.List)-x.More]
			shown = append(shown, x)
		}
	}
	for i := range folders {
		for _, x := range shown {
			n := 0
			for _, y := range folders[i].Plays {
				if of[y.Case].id() == x.ID {
					n++
				}
			}
			folders[i].Counts = append(folders[i].Counts, n)
		}
	}
	return m.page(p, "folders", map[string]any{"Page": p, "Game": g, "Folders": folders, "Groups": groups, "Shown": shown})
}

// maxLinked is the largest number of scenarios in a list with links for their clauses, which are most of its size.
const maxLinked = 200

// folderPage lists the scenarios of a section by outcome.
func (m *Model) folderPage(g *Game, f *folder, of map[*corpus.Case]outcome) (File, error) {
	p := &Page{Path: f.Target, Title: f.Title, Game: g, Place: InScenarios, Trail: []Link{{"Scenarios", "scenario/" + g.ID + "/index.html"}}, Scripts: []string{"assets/filter.js"}}
	groups := m.groups(f.Plays, of, func(x *corpus.Play) listed { return g.listed(p, x, len(f.Plays) <= maxLinked) })
	return m.page(p, "folder", map[string]any{"Page": p, "Plays": f.Plays, "Groups": groups, "Section": g.names.clauses[strings.SplitN(f.Name, "-", 2)[0]]})
}

// listed returns a scenario for a list on a page; linked makes its clauses links.
func (g *Game) listed(p *Page, x *corpus.Play, linked bool) listed {
	problem, _, _ := strings.Cut(g.problems[x.Case], "\n")
	out := listed{Title: x.Case.Script.Title, Name: x.Case.Script.Name, Href: p.To(scenarioPath(x.Case)), Problem: problem}
	if out.Rules = g.ruleLinks(p, x.Case.Script.Rules); !linked {
		for i := range out.Rules {
			out.Rules[i].Target = ""
		}
	}
	return out
}
