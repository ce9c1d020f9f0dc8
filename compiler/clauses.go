package compiler

// clauses.go ties data to the clauses of the prose: what rule: and attribute: name must be there to be read.

import (
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// clauseIndex is what a rule: key can name: clauses and numbered headings.
type clauseIndex struct {
	ids   []string
	bound bool // the game has clauses of its own, so that its keys must name what is there
}

// indexClauses lists the clauses and headings that were read.
func (c *compiler) indexClauses() {
	x := &c.clauses
	for _, k := range c.book.Clauses {
		x.ids = append(x.ids, k.ID)
		x.bound = x.bound || !ofLibrary(k.Pos)
	}
	for _, h := range c.book.Headings {
		if h.Number != "" {
			x.ids = append(x.ids, h.Number)
		}
	}
}

// ofLibrary tells whether a place is in a library rulebook.
func ofLibrary(p diag.Pos) bool { return strings.HasPrefix(p.File, "library/") }

// checkClause reports a clause that the prose does not have.
func (c *compiler) checkClause(n *source.Node) {
	if !slices.Contains(c.clauses.ids, n.Value) {
		c.errorf(n.Pos, "unknown-clause", "there is no clause %s%s", n.Value, c.near(n.Value, c.clauses.ids))
	}
}

// checkRules reports what a rule: key names although the prose has no such clause or section. Where a game is data without
// clauses, its keys name clauses of a rulebook that is elsewhere.
func (c *compiler) checkRules(n *source.Node) {
	for _, r := range scalars(n) {
		if c.clauses.bound || ofLibrary(r.Pos) {
			c.checkClause(r)
		}
	}
}

// attributions reads attribute:, which of the game's clauses the clauses of a library stand for.
func (c *compiler) attributions() {
	for _, p := range pairsOf(c.root.Get("attribute")) {
		c.checkClause(p.Key)
		for _, r := range scalars(p.Value) {
			if r.Kind != source.Map {
				c.attribute(p.Key.Value, r)
				continue
			}
			for _, q := range r.Pairs { // by the procedure that a callOne offers
				for _, id := range scalars(q.Value) {
					c.attribute(p.Key.Value, id)
					key := [2]string{p.Key.Value, q.Key.Value}
					c.attributeOf[key] = append(c.attributeOf[key], id.Value)
				}
			}
		}
	}
}

// attribute adds a clause of the game to those that a library's clause stands for.
func (c *compiler) attribute(clause string, to *source.Node) {
	c.checkRules(to)
	c.book.Attribute[clause] = append(c.book.Attribute[clause], to.Value)
}

// ruleIDs reads a rule: key, one id or a list, through the attribution of library clauses.
func (c *compiler) ruleIDs(n *source.Node) []string {
	c.checkRules(n)
	var ids []string
	for _, r := range scalars(n) {
		ids = append(ids, r.Value)
	}
	return c.attributed(ids)
}

func (c *compiler) attributed(ids []string) []string {
	var out []string
	for _, id := range ids {
		if to, ok := c.attributeOf[[2]string{id, c.offered}]; ok {
			out = append(out, to...)
		} else if to, ok := c.book.Attribute[id]; ok {
			out = append(out, to...)
		} else {
			out = append(out, id)
		}
	}
	return out
}
