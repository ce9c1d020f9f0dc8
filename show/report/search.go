// This file makes the indexes that the search box of every page looks into, one of each game and one of the documents. Each is a script
// of its own, which a page loads when somebody begins to search.

package report

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"

	"rulebound/engine/def"
)

// index is what can be found. Pages come once, and what follows from the rest is left out: it is loaded over slow lines too.
type index struct {
	Game  string   `json:"game"` // its id, "" of documents
	Title string   `json:"title"`
	Pages []string `json:"pages"`
	List  []found  `json:"list"`

	file string // without .js
}

// found is an entry of the index: what it is (of kindsFound), its id, its title, its page in Pages (-1: that of a scenario, which
// follows from the id), its anchor ("=": the id), and further words.
type found [6]any

// The kinds of what can be found, as report.js counts them.
const (
	foundSection = iota
	foundClause
	foundCard
	foundScenario
	foundName
	foundDocument
)

// searchFiles gives the index of a game.
func searchFiles(_ *Model, g *Game) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		yield(g.index().write())
	}
}

// documentIndex is the name of the index of documents; no game can have it.
const documentIndex = "documents-"

// searched returns the names of the indexes that a page searches: its game's, or else all, and that of the documents.
func (m *Model) searched(p *Page) string {
	var names []string
	for _, g := range m.Games {
		if p.Game == nil || p.Game == g {
			names = append(names, g.ID)
		}
	}
	if m.documents != nil {
		names = append(names, documentIndex)
	}
	return strings.Join(names, " ")
}

// write makes the file of an index.
func (x *index) write() (File, error) {
	text, err := json.Marshal(x)
	return File{"search/" + x.file + ".js", slices.Concat([]byte("window.reportIndex = "), text, []byte(";\n"))}, err
}

// maxText is how many bytes of the text of a clause are in an index: enough to find it by.
const maxText = 600

// index lists what can be found, each kind in the order of the rulebook.
func (g *Game) index() *index {
	x := &index{Game: g.ID, Title: g.Def.Title, file: g.ID}
	for _, c := range g.chapters() {
		for _, s := range c.Sections {
			x.add(foundSection, "", s.Title, s.Target, "")
		}
	}
	for _, c := range g.Book.Clauses {
		if target := g.ClauseLink(c.ID); target != "" {
			x.add(foundClause, c.ID, c.Title, target, strings.ToValidUTF8(c.Text[:min(len(c.Text), maxText)], ""))
		}
	}
	for _, c := range g.Def.Cards {
		x.add(foundCard, c.ID, c.Title, cardsPath(g)+"#"+c.ID, "")
	}
	for _, c := range g.Cases {
		x.List = append(x.List, found{foundScenario, c.Script.ID(), c.Script.Title, -1, "", ""})
	}
	for _, id := range slices.Sorted(maps.Keys(g.Book.Declared)) {
		if at := g.Book.Declared[id]; g.Book.Source(at.File) != nil && !slices.ContainsFunc(g.Def.Cards, func(c def.Named) bool { return c.ID == id }) {
			x.add(foundName, id, "", bookPath(g, at.File)+lineAnchor(int32(at.Line)), "")
		}
	}
	return x
}

// add adds an entry that stands at a target.
func (x *index) add(kind int, id, title, target, words string) {
	page, anchor, _ := strings.Cut(target, "#")
	at := slices.Index(x.Pages, page)
	if at < 0 {
		at = len(x.Pages)
		x.Pages = append(x.Pages, page)
	}
	if anchor == id {
		anchor = "="
	}
	x.List = append(x.List, found{kind, id, title, at, anchor, words})
}
