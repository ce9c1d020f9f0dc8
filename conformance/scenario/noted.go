// This file holds what an expectation says of the notes of a move: what the rulebook reports and no value keeps, such as a
// window that closes.

package scenario

import (
	"slices"
	"strings"

	"rulebound/compiler/source"
	"rulebound/conformance/trace"
	"rulebound/engine"
)

// note is a note of the last move, with its values as traces write them.
type note struct {
	name, text string
	values     []string
}

// remember keeps a note.
func (s *Session) remember(state *engine.State, e *engine.Event) {
	n := &s.game.Def().Notes[e.Note()]
	var parts, values []string
	for i, v := range e.Values[:min(len(e.Values), len(n.Types))] {
		name := ""
		if i < len(n.Fields) {
			name = n.Fields[i]
		}
		value := trace.Format(state, v, n.Types[i])
		parts, values = append(parts, strings.TrimSpace(name+" "+value)), append(values, value)
	}
	s.notes = append(s.notes, note{n.Name, strings.Join(parts, ", "), values})
	s.reach(&s.notes[len(s.notes)-1])
}

// noted holds a claim about the notes of a name in the last move: just these, in this order.
func (c *checker) noted(p source.Pair) {
	name, names := p.Key.Value, c.s.noteNames()
	var got, want []string
	for i := range c.s.notes {
		if n := &c.s.notes[i]; n.name == name {
			got = append(got, n.text)
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
