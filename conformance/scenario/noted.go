// This file holds what an expectation says of the notes of a move: what the rulebook reports and no value keeps, such as a
// window that closes.

package scenario

import (
	"slices"
	"strings"

	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// note is a note of the last move.
type note struct {
	def    *def.NoteDef
	values []int64
}

// remember keeps a note.
func (s *Session) remember(e *engine.Event) {
	s.notes = append(s.notes, note{&s.game.Def().Notes[e.Note()], slices.Clone(e.Values)})
}

// text gives the values of a note as traces write them.
func (n *note) text(gd *def.GameDef) string {
	var parts []string
	for i, v := range n.values[:min(len(n.values), len(n.def.Types))] {
		name := ""
		if i < len(n.def.Fields) {
			name = n.def.Fields[i]
		}
		parts = append(parts, strings.TrimSpace(name+" "+gd.SpellList(v, n.def.Types[i])))
	}
	return strings.Join(parts, ", ")
}

// noted holds a claim about the notes of a name in the last move: just these, in this order.
func (c *checker) noted(p source.Pair) {
	gd, name := c.s.game.Def(), p.Key.Value
	var names, got, want []string
	for i := range gd.Notes {
		names = append(names, gd.Notes[i].Name)
	}
	for i := range c.s.notes {
		if n := &c.s.notes[i]; n.def.Name == name {
			got = append(got, n.text(gd))
		}
	}
	for _, item := range one(p.Value) {
		want = append(want, item.Value)
	}
	switch {
	case !slices.Contains(names, name):
		c.fail(p.Key.Pos, "there is no note %s%s", name, didYouMean(name, names))
	case c.s.asked == nil:
		c.fail(p.Key.Pos, "noted speaks of the last move, and there was none")
	case !slices.Equal(got, want):
		c.fail(p.Key.Pos, "the move notes %s [%s], expected [%s]", name, strings.Join(got, "; "), strings.Join(want, "; "))
	}
}
