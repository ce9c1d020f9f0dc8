package declare

// clauses.go ties data to the clauses of the prose: what rule: and attribute: name must be there to be read.

import (
	"slices"

	"rulebound/compiler/names"
	"rulebound/compiler/source"
)

// Clauses are the clauses and numbered headings of a rulebook, and which of them stand for those of a library.
type Clauses struct {
	// Attribute gives for a clause of a library those of the game that it implements.
	Attribute map[string][]string

	ids     []string
	known   map[string]bool
	bound   bool                   // the game has clauses of its own, so that its keys must name what is there
	offered map[[2]string][]string // clause of a library and procedure that a callOne offers: clauses of the game
}

// clausesOf lists the clauses and headings that were read.
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

// Attributed gives the clauses that stand for ids: those of a library give way to the clauses that the game says it
// implements, by the procedure that is offered where that decides ("" for none).
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

// maxCited is how many clauses a rule: key may name, and how many may implement a clause of a library.
const maxCited = 32

// cited reports what a rule: key names although the prose has no such clause or section. Where a game is data without
// clauses, its keys name clauses of a rulebook that is elsewhere.
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

// attributions reads attribute:, which of the game's clauses the clauses of a library stand for.
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

// attribute adds a clause of the game to those that a library's clause stands for.
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
