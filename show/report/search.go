// This file makes the index that the search box of every page looks into. It is a script of its own, which a page loads when
// somebody begins to search.

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
	Pages []string `json:"pages"`
	List  []found  `json:"list"`
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
)

// searchFiles gives the index of a game.
func searchFiles(_ *Model, g *Game) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		text, err := json.Marshal(g.index())
		if err != nil {
			yield(File{}, err)
			return
		}
		yield(File{"search/" + g.ID + ".js", slices.Concat([]byte("window.reportIndex = "), text, []byte(";\n"))}, nil)
	}
}

// index lists what can be found, each kind in the order of the rulebook.
func (g *Game) index() *index {
	x := &index{}
	for _, c := range g.chapters() {
		for _, s := range c.Sections {
			x.add(foundSection, "", s.Title, s.Target, "")
		}
	}
	for _, c := range g.Book.Clauses {
		if target := g.ClauseLink(c.ID); target != "" {
			x.add(foundClause, c.ID, c.Title, target, c.Text)
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
