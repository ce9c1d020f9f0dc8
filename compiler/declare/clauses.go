package declare

// This file checks references to clauses, in `rule` and `attribute`.

import (
	"slices"

	"rulebound/compiler/names"
	"rulebound/compiler/source"
)

// Clauses are the clauses and numbered headings of a rulebook, and the attribution of library clauses.
type Clauses struct {
	// Attribute maps each clause of a library to the clauses of the game that implement it.
	Attribute map[string][]string

	ids     []string
	known   map[string]bool
	bound   bool                   // the game has clauses, so its references are checked
	offered map[[2]string][]string // by clause of a library and procedure that a callOne offers: clauses of the game
}

// clausesOf returns the clauses and headings of a book.
func clausesOf(prose *source.Book) *Clauses {
	c := &Clauses{Attribute: map[string][]string{}, known: map[string]bool{}, offered: map[[2]string][]string{}}
	for _, k := range prose.Clauses {
		c.ids = append(c.ids, k.ID)
		c.bound = c.bound || !k.Pos.InLibrary()
	}
	for _, h := range prose.Headings {
		if h.Number != "" {
			c.ids = append(c.ids, h.Number)
		}
	}
	for _, id := range c.ids {
		c.known[id] = true
	}
	return c
}

// Attributed replaces clauses of a library by the clauses of the game that implement them. offered is the procedure that a
// callOne offers, if the attribution depends on it, or "".
func (c *Clauses) Attributed(ids []string, offered string) []string {
	if !slices.ContainsFunc(ids, func(id string) bool { return c.Attribute[id] != nil }) {
		return ids
	}
	var out []string
	for _, id := range ids {
		if to, ok := c.offered[[2]string{id, offered}]; ok {
			out = append(out, to...)
		} else if to, ok := c.Attribute[id]; ok {
			out = append(out, to...)
		} else {
			out = append(out, id)
		}
	}
	return out
}

// clause reports a clause that the prose does not have.
func (d *declarer) clause(n *source.Node) {
	d.uses(n.Pos, names.Thing{Sort: names.Clause, Name: n.Value})
	if c := d.syms.Clauses; !c.known[n.Value] {
		d.errorf(n.Pos, "unknown-clause", "there is no clause %s%s", n.Value, d.near(n.Value, c.ids))
	}
}

// maxCited is the greatest number of clauses in a `rule` key, and of clauses that implement a library clause.
const maxCited = 32

// cited reports clauses or sections in a `rule` key that the prose does not have. A game without clauses cites a rulebook that is
// elsewhere.
func (d *declarer) cited(n *source.Node) {
	list := n.List()
	if len(list) > maxCited {
		d.errorf(n.Pos, "too-many", "%d clauses; a place belongs to at most %d", len(list), maxCited)
		return
	}
	for _, k := range list {
		if d.syms.Clauses.bound || k.Pos.InLibrary() {
			d.clause(k)
		}
	}
}

// attributions reads `attribute`, the clauses of the game that implement those of a library.
func (d *declarer) attributions() {
	for _, p := range d.book.Top.Pairs("attribute") {
		d.clause(p.Key)
		for _, to := range p.Node.List() {
			if to.Kind != source.Map {
				d.attribute(p.Key.Value, to)
				continue
			}
			for _, q := range to.Pairs { // by the procedure that a callOne offers
				for _, id := range q.Value.List() {
					d.attribute(p.Key.Value, id)
					key := [2]string{p.Key.Value, q.Key.Value}
					d.syms.Clauses.offered[key] = append(d.syms.Clauses.offered[key], id.Value)
				}
			}
		}
	}
}

// attribute adds a clause of the game to those that implement a library clause.
func (d *declarer) attribute(clause string, to *source.Node) {
	d.cited(to)
	list := append(d.syms.Clauses.Attribute[clause], to.Value)
	if len(list) == maxCited+1 {
		d.errorf(to.Pos, "too-many", "more than %d clauses implement %s", maxCited, clause)
	}
	if len(list) <= maxCited {
		d.syms.Clauses.Attribute[clause] = list
	}
}
