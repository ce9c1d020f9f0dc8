// This file makes the search indexes of the pages, one for each game and one for the documents. Each is a script,
// which a page loads when a search begins.

package report

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"rulebound/engine/def"
)

// index is a search index. To keep it small, pages are listed once and derivable parts are omitted.
type index struct {
	Game  string   `json:"game"` // its id; "" for documents
	Title string   `json:"title"`
	Pages []string `json:"pages"`
	List  []found  `json:"list"`

	file string // name without .js
}

// found is an entry of the index: its kind, its id, its title, the index of its page in Pages (-1: that of a
// scenario, derived from the id), its anchor ("=": the id), and further words.
type found [6]any

// Kinds of entries, numbered as in report.js.
const (
	foundSection = iota
	foundClause
	foundCard
	foundScenario
	foundName
	foundDocument
)

// documentIndex is the name of the index of documents, which is no valid id of a game.
const documentIndex = "documents-"

// searched returns the names of the indexes that a page searches: that of its game, or else all, and that of the documents.
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

// write returns the file of an index.
func (x *index) write() (File, error) {
	text, err := json.Marshal(x)
	return File{"search/" + x.file + ".js", slices.Concat([]byte("window.reportIndex = "), text, []byte(";\n"))}, err
}

// maxText limits the text of a clause in an index, in bytes.
const maxText = 600

// index returns the index of a game, each kind in the order of the rulebook.
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

// add adds an entry with its target.
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
