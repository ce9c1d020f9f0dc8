// This file makes the book of a rulebook: its contents, and a page for each of its files.

package report

import (
	"html/template"
	"path"
	"strings"

	"rulebound/audit/mutation"
	"rulebound/compiler/source"
	"rulebound/conformance/coverage"
)

// chapter is a file of a rulebook with its headings.
type chapter struct {
	File     *source.File
	Title    string
	Target   string
	Sections []section
}

// section is a heading.
type section struct {
	Title, Target string
	Number        string // rule number, "" if it has none
	Level         int
	Depth         int             // in the contents
	Count         *coverage.Count // nil if its section is not measured, or this is not the first heading of it
	Score         *mutation.Count // nil if nothing was mutated there, or scores are missing
}

// chapters returns the files of a rulebook in order; those of libraries are last.
func (g *Game) chapters() []chapter {
	var own, libraries []chapter
	for i := range g.Book.Files {
		c := g.chapter(&g.Book.Files[i])
		if strings.HasPrefix(c.File.Name, "data/") {
			own = append(own, c)
		} else {
			libraries = append(libraries, c)
		}
	}
	return append(own, libraries...)
}

func (g *Game) chapter(file *source.File) chapter {
	c := chapter{File: file, Title: strings.TrimSuffix(path.Base(file.Name), ".md"), Target: bookPath(g, file.Name)}
	for _, h := range g.headings(file) {
		s := section{Number: h.Number, Title: strings.TrimSpace(h.Number + " " + h.Title), Target: c.Target + "#" + g.headingID(file.Name, h.Pos.Line), Level: h.Level}
		if h.Number != "" && strings.HasSuffix(s.Target, "#"+h.Number) {
			s.Count, s.Score = g.sectionCount(h.Number), g.scoreOf(h.Number)
		}
		c.Sections = append(c.Sections, s)
	}
	if len(c.Sections) > 0 {
		c.Title = c.Sections[0].Title
	}
	return c
}

// headings returns the headings of a file. It parses those of a library again, because in the book of a game a library has one heading.
func (g *Game) headings(file *source.File) []source.Heading {
	var out []source.Heading
	for _, h := range g.Book.Headings {
		if h.Pos.File == file.Name {
			out = append(out, h)
		}
	}
	if len(out) > 0 {
		return out
	}
	for i, line := range strings.Split(string(file.Data), "\n") {
		if title := strings.TrimLeft(line, "#"); title != line && strings.HasPrefix(title, " ") && len(line)-len(title) <= 6 {
			h := source.Heading{Title: strings.TrimSpace(title), Level: len(line) - len(title)}
			h.Pos.File, h.Pos.Line = file.Name, i+1
			out = append(out, h)
		}
	}
	return out
}

func (g *Game) sectionCount(number string) *coverage.Count {
	for i := range g.Coverage.Sections {
		if s := &g.Coverage.Sections[i]; s.Number == number {
			return &s.Count
		}
	}
	return nil
}

// bookFiles emits the contents and the pages of a rulebook.
func bookFiles(m *Model, g *Game, emit emit) error {
	chapters := g.chapters()
	if err := emit(m.contents(g, chapters)); err != nil {
		return err
	}
	for i := range chapters {
		if err := emit(m.bookPage(g, chapters, i)); err != nil {
			return err
		}
	}
	return nil
}

// maxUnfolded is the largest number of headings for which the contents are unfolded at first.
const maxUnfolded = 60

// contents makes the first page of the book, with the figures of each section.
func (m *Model) contents(g *Game, chapters []chapter) (File, error) {
	p := &Page{Path: "book/" + g.ID + "/index.html", Title: g.Def.Title, Game: g, Place: InBook, Wide: true}
	sections := 0
	for _, c := range chapters {
		sections += len(c.Sections)
	}
	return m.page(p, "contents", map[string]any{"Page": p, "Game": g, "Chapters": inNumberOrder(chapters), "Open": sections <= maxUnfolded, "Total": g.Coverage.Total})
}

func (m *Model) bookPage(g *Game, chapters []chapter, i int) (File, error) {
	c := chapters[i]
	p := &Page{Path: c.Target, Title: c.Title, Game: g, Place: InBook, Trail: []Link{{"Contents", "book/" + g.ID + "/index.html"}}, OwnHeading: len(c.Sections) > 0 && c.Sections[0].Level == 1, Wide: true}
	text, err := (&prose{m: m, g: g, file: c.File, page: p.Path}).render()
	if err != nil {
		return File{}, err
	}
	var links []Link
	for _, c := range chapters {
		links = append(links, Link{c.Title, c.Target})
	}
	turn, err := p.among(links, i, c.Sections)
	if err != nil {
		return File{}, err
	}
	p.Body = `<div class="rules">` + text + `</div>` + turn
	return m.Render(p)
}

// among sets the margin of the i-th of some pages to its sections, and returns links to its neighbours.
func (p *Page) among(pages []Link, i int, sections []section) (turn template.HTML, err error) {
	if len(sections) > 1 {
		if p.Aside, err = execute("on-this-page", map[string]any{"Page": p, "Sections": sections}); err != nil {
			return "", err
		}
	}
	return execute("turn", map[string]any{"Page": p, "Before": pages[max(i-1, 0):i], "After": pages[i+1 : min(i+2, len(pages))]})
}

// note returns the note beside a clause: the scenarios that show it, and its score.
func (p *prose) note(c *source.Clause) (template.HTML, error) {
	covered := p.g.names.covered[c.ID]
	if covered == nil || !p.g.measured {
		return "", nil
	}
	var scenarios []Link
	for _, id := range covered.Scenarios {
		if x := p.g.cases[id]; x != nil {
			scenarios = append(scenarios, Link{x.Script.Title, relative(p.page, scenarioPath(x)+"#rule="+c.ID)})
		}
	}
	missed := covered.Count.Nodes - covered.Count.Executed - covered.Count.NodesWhy
	return execute("note", map[string]any{"Clause": covered, "IsRule": c.Kind == source.KindRule, "Scenarios": scenarios, "Missed": missed, "Score": p.g.scoreOf(c.ID), "Told": len(p.g.scores) > 0})
}

// scoreOf returns the score of a clause or section, nil if there is none.
func (g *Game) scoreOf(rule string) *mutation.Count {
	if c, ok := g.scores[rule]; ok && c.Reached+c.Unreached > 0 {
		return &c
	}
	return nil
}
