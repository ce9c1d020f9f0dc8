package compiler

// gaps.go reads the list `gaps`: the properties by which a rulebook, or a library for the games that use it, says which
// texts of a card are still to be written. Coverage reports them; nothing is played by them.

import (
	"rulebound/engine/def"
)

// gaps puts the properties into the book. One that is no property of cards with a set of names is an error at its place.
func (c *compiler) gaps() {
	n := c.root.Get("gaps")
	if n == nil {
		return
	}
	cards := c.props[def.KCard]
	for _, p := range scalars(n) {
		switch known := cards[p.Value]; {
		case known == nil:
			c.errorf(p.Pos, "unknown-name", "cards have no property %s%s", p.Value, c.near(p.Value, sortedProps(cards)))
		case known.typ.Kind != def.KSet || known.typ.Elem != def.KEnum:
			c.errorf(p.Pos, "wrong-type", "%s is %s; gaps are listed by a set of the names of texts", p.Value, c.describe(known.typ))
		default:
			c.book.Gaps = append(c.book.Gaps, p.Value)
		}
	}
}
