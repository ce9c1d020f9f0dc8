// This file makes a rulebook a book: a page for each of its files.

package report

import (
	"iter"
	"path"
	"strconv"
	"strings"

	"rulebound/compiler/source"
)

// bookPath is the page of a file of a rulebook.
func bookPath(g *Game, file string) string {
	return "book/" + g.ID + "/" + strings.TrimSuffix(path.Base(file), ".md") + ".html"
}

// ClauseLink leads to a clause or section of the rulebook, "" if there is none.
func (g *Game) ClauseLink(id string) string {
	for i := range g.Book.Clauses {
		if c := &g.Book.Clauses[i]; c.ID == id {
			return bookPath(g, c.Pos.File) + "#" + id
		}
	}
	return ""
}

// NodeLink leads to the line of the rulebook that a node of the compiled game stands on, "" if it has none.
func (g *Game) NodeLink(node int32) string {
	if node <= 0 || int(node) >= len(g.Def.Nodes) {
		return ""
	}
	n := &g.Def.Nodes[node]
	return bookPath(g, n.File) + lineAnchor(n.Line)
}

// bookFiles gives the pages of a rulebook.
func bookFiles(m *Model, g *Game) iter.Seq2[File, error] {
	return func(yield func(File, error) bool) {
		for i := range g.Book.Files {
			f, err := m.bookPage(g, &g.Book.Files[i])
			if !yield(f, err) || err != nil {
				return
			}
		}
	}
}

func (m *Model) bookPage(g *Game, file *source.File) (File, error) {
	return m.Render(&Page{Path: bookPath(g, file.Name), Title: path.Base(file.Name), Game: g, Place: InBook})
}

// lineAnchor is the anchor of a line of a file of the rulebook, on the page of that file.
func lineAnchor(line int32) string { return "#L" + strconv.Itoa(int(line)) }
