// This file locates named things on the pages of a rulebook.

package report

import (
	"maps"
	"path"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/grammar"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
)

// names holds the link targets of a game's names.
type names struct {
	clauses  map[string]string   // clause or section -> its target
	ids      map[string]diag.Pos // id -> its declaration
	values   map[string]diag.Pos // status, mark, enumeration or member of one -> the place where it is listed
	headings map[place]source.Heading
	items    map[place]*source.Clause
	places   map[place][]coverage.Node // reachable nodes, by line
	covered  map[string]*coverage.Clause
}

// place is a line of a rulebook.
type place struct {
	file string
	line int
}

// newNames finds the names of a game.
func newNames(g *Game, places []coverage.Node) *names {
	n := &names{clauses: map[string]string{}, ids: map[string]diag.Pos{}, values: map[string]diag.Pos{}, headings: map[place]source.Heading{}, items: map[place]*source.Clause{}, places: map[place][]coverage.Node{}, covered: map[string]*coverage.Clause{}}
	for _, h := range g.Book.Headings {
		n.headings[place{h.Pos.File, h.Pos.Line}] = h
		if _, taken := n.clauses[h.Number]; h.Number != "" && h.Pos.File != "" && !taken {
			n.clauses[h.Number] = bookPath(g, h.Pos.File) + "#" + h.Number
		}
	}
	for i := range g.Book.Clauses {
		c := &g.Book.Clauses[i]
		n.items[place{c.Pos.File, c.Pos.Line}] = c
		n.clauses[c.ID] = bookPath(g, c.Pos.File) + "#" + c.ID
	}
	for _, b := range g.Book.Blocks {
		n.declared(b)
	}
	maps.Copy(n.ids, g.Book.Declared)
	for _, p := range places {
		at := place{p.File, int(p.Line)}
		n.places[at] = append(n.places[at], p)
	}
	for i := range g.Coverage.Sections {
		s := &g.Coverage.Sections[i]
		for j := range s.Clauses {
			n.covered[s.Clauses[j].ID] = &s.Clauses[j]
		}
	}
	return n
}

// declared records the declarations of a block that formulas do not share: entries with an id, and properties. An id
// of two entries is ambiguous and has no target.
func (n *names) declared(b *source.Node) {
	for _, p := range b.Pairs {
		switch {
		case p.Key.Value == "enums":
			for _, enum := range p.Value.Pairs {
				n.list(enum.Key, false)
				for _, member := range enum.Value.Items {
					n.list(member, false)
				}
			}
		default:
			for _, item := range p.Value.Items {
				for _, key := range []string{"statuses", "marks"} {
					if of := item.Get(key); of != nil {
						for _, value := range of.Items {
							n.list(value, true)
						}
					}
				}
			}
		}
	}
	note := func(id *source.Node) {
		if id == nil || id.Kind != source.Scalar || id.Value == "" {
			return
		}
		if old, taken := n.ids[id.Value]; taken && old != id.Pos {
			n.ids[id.Value] = diag.Pos{}
			return
		}
		n.ids[id.Value] = id.Pos
	}
	for _, p := range b.Pairs {
		for _, item := range p.Value.Items {
			note(item.Get("id"))
		}
		if p.Key.Value != "properties" {
			continue
		}
		for _, of := range p.Value.Pairs {
			for _, property := range of.Value.Pairs {
				note(property.Key)
			}
		}
	}
}

// list records the place where a value is listed. A shared value of pieces means the same everywhere, so its first
// place counts; a member of two enumerations is ambiguous and has no target.
func (n *names) list(value *source.Node, shared bool) {
	if value.Kind != source.Scalar || grammar.IsKeyword(value.Value) {
		return
	}
	old, taken := n.values[value.Value]
	switch {
	case !taken:
		n.values[value.Value] = value.Pos
	case !shared && old != value.Pos:
		n.values[value.Value] = diag.Pos{}
	}
}

// name returns the target of an id, "" if unknown, and whether it is declared at the given place.
func (n *names) name(g *Game, id string, at diag.Pos) (target string, here bool) {
	pos, ok := n.ids[id]
	if !ok {
		pos, ok = n.values[id]
	}
	if !ok || pos.IsZero() || g.Book.Source(pos.File) == nil {
		return "", false
	}
	return bookPath(g, pos.File) + lineAnchor(int32(pos.Line)), pos.File == at.File && pos.Line == at.Line && pos.Col == at.Col
}

// bookPath returns the page of a file of a rulebook: the game's own, or that of a library.
func bookPath(g *Game, file string) string {
	name := strings.TrimPrefix(strings.TrimSuffix(file, path.Ext(file)), path.Join(corpus.GamesDir, g.ID)+"/")
	return "book/" + g.ID + "/" + strings.ReplaceAll(name, "/", "-") + ".html"
}

// lineAnchor returns the anchor of a line of the rulebook on the page of its file.
func lineAnchor(line int32) string { return "#L" + strconv.Itoa(int(line)) }

// ClauseLink returns the target of a clause or section, "" if there is none. A clause of a library that implements
// clauses of the game leads to the first of these.
func (g *Game) ClauseLink(id string) string {
	if target := g.names.clauses[id]; target != "" {
		return target
	}
	if own := g.Book.Attribute[id]; len(own) > 0 {
		return g.names.clauses[own[0]]
	}
	return ""
}

// NodeLink returns the target of the line of a node of the compiled game, "" if it has none.
func (g *Game) NodeLink(node int32) string {
	if node <= 0 || int(node) >= len(g.Def.Nodes) {
		return ""
	}
	n := &g.Def.Nodes[node]
	return bookPath(g, n.File) + lineAnchor(n.Line)
}

// headingID returns the anchor of the heading in a line of a file: the number of its section if that begins there.
func (g *Game) headingID(file string, line int) string {
	number := g.names.headings[place{file, line}].Number
	if h := g.Book.Heading(number); number != "" && h.Pos.File == file && h.Pos.Line == line {
		return number
	}
	return lineAnchor(int32(line))[1:]
}
