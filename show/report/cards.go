// This file makes the page of a game's cards: their properties, and the prose of their texts.

package report

import (
	"fmt"
	"html"
	"html/template"
	"io"
	"slices"
	"strings"

	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// card is a card as displayed.
type card struct {
	ID, Title string
	Facts     []fact
	Sides     []side
	Scenarios int // number of scenarios that show a clause of it
}

// fact is a property of a card.
type fact struct {
	Name   string
	Values []value
}

// value is a value of a property. Seat is the number of a seat from 1, 0 if it is none.
type value struct {
	Text string
	Seat int
}

// side is a text of a card: a property with a procedure, or the clauses with only the card's name.
type side struct {
	Name    string
	Source  string // address of its data, "" if it has none of its own
	Clauses []cardClause
}

type cardClause struct {
	ID, Href  string
	Text      template.HTML
	Scenarios int
}

// cardsPath returns the page of a game's cards; the id of a card is its anchor.
func cardsPath(g *Game) string { return "cards/" + g.ID + "/index.html" }

// cardFiles emits the page of the cards.
func cardFiles(m *Model, g *Game, emit emit) error {
	p := &Page{Path: cardsPath(g), Title: "Cards", Game: g, Place: InCards, Wide: true, Scripts: []string{"assets/filter.js"}}
	var cards []card
	for i := range g.Def.Cards {
		cards = append(cards, g.card(p, i))
	}
	return emit(m.page(p, "cards", map[string]any{"Cards": cards, "Measured": g.measured, "Texts": slices.ContainsFunc(cards, func(c card) bool { return len(c.Sides) > 0 })}))
}

// card collects what is displayed of a card.
func (g *Game) card(p *Page, i int) card {
	c := card{ID: g.Def.Cards[i].ID, Title: g.Def.Cards[i].Title}
	if c.Title == "" {
		c.Title = c.ID
	}
	var listed []string // clauses
	for _, l := range g.Def.Lookups {
		name, ok := strings.CutPrefix(l.ID, "card.")
		if !ok || i >= len(l.Values) {
			continue
		}
		if l.Type.Kind != def.KProc {
			if f := g.fact(name, l.Values[i], l.Type); len(f.Values) > 0 {
				c.Facts = append(c.Facts, f)
			}
			continue
		}
		if at := l.Values[i]; at >= 0 && int(at) < len(g.Def.Procs) {
			node := g.Def.Procs[at].Node
			s := side{Name: name, Source: p.To(g.NodeLink(node))}
			for _, rule := range g.Def.Nodes[node].Rules {
				listed = append(listed, rule)
				if clause := g.Book.Clause(rule); clause != nil {
					s.Clauses = append(s.Clauses, g.cardClause(p, clause))
				}
			}
			c.Sides = append(c.Sides, s)
		}
	}
	rest := side{}
	for j := range g.Book.Clauses {
		k := &g.Book.Clauses[j]
		if (k.ID == c.ID || strings.HasPrefix(k.ID, c.ID+"-")) && !slices.Contains(listed, k.ID) {
			rest.Clauses = append(rest.Clauses, g.cardClause(p, k))
		}
	}
	if len(rest.Clauses) > 0 {
		c.Sides = append(c.Sides, rest)
	}
	return c
}

// fact returns a property, without values if it is no, none, or empty.
func (g *Game) fact(name string, v int64, t def.Type) fact {
	f := fact{Name: name}
	if (t.Kind == def.KInt || t.Kind == def.KBool) && v <= 0 {
		return f
	}
	if t.Kind == def.KBool {
		f.Values = []value{{Text: "yes"}}
		return f
	}
	for _, text := range g.Def.SpellEach(v, t) {
		if text == "none" {
			continue
		}
		n := slices.IndexFunc(g.Def.Seats, func(s def.Named) bool { return s.ID == text })
		f.Values = append(f.Values, value{text, n + 1})
	}
	return f
}

func (g *Game) cardClause(p *Page, c *source.Clause) cardClause {
	return cardClause{ID: c.ID, Href: p.To(g.ClauseLink(c.ID)), Text: g.linked(p, c.Text), Scenarios: len(g.names.covered[c.ID].Scenarios)}
}

// linked returns text of the rulebook for a page, with links for what it mentions.
func (g *Game) linked(p *Page, text string) template.HTML {
	var out strings.Builder
	g.link(&out, p.Path, text, func(text string) { out.WriteString(html.EscapeString(text)) })
	return template.HTML(out.String())
}

// link writes text with links to the clauses and sections that it mentions; plain writes the text between them.
func (g *Game) link(w io.Writer, page, text string, plain func(string)) {
	at := 0
	for _, m := range mention.FindAllStringIndex(text, -1) {
		id := text[m[0]:m[1]]
		target := g.names.clauses[id]
		if target == "" {
			continue
		}
		plain(text[at:m[0]])
		fmt.Fprintf(w, `<a href="%s">%s</a>`, html.EscapeString(relative(page, target)), html.EscapeString(id))
		at = m[1]
	}
	plain(text[at:])
}
