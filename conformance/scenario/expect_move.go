// This file checks claims about the last move: decisions that it reached or did not reach, notes, and the successive values of something.

package scenario

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/scenario/record"
)

// last reports whether a key can claim something about a known name in the last move, and records the failure if not.
func (c *checker) last(pos diag.Pos, key, what, name string, known []string) bool {
	switch {
	case !slices.Contains(known, name):
		c.fail(pos, "there is no %s %s%s", what, name, c.s.spell.DidYouMean(name, known))
	case c.s.move == nil:
		c.fail(pos, "%s speaks of the last move, and there was none", key)
	default:
		return true
	}
	return false
}

// notAsked checks that a decision was not asked. The pending decision counts as asked; one that resolved itself with
// nothing to decide does not.
func (c *checker) notAsked(a Asking) {
	if !c.last(a.Pos, "notAsked", "decision", a.Decision, names.Decisions(c.s.game.Def())) {
		return
	}
	asked := c.s.move.Asked(a.Decision)
	if d := c.s.state.Decision(); d != nil && d.Name == a.Decision {
		asked++
	}
	if asked >= a.Nth {
		c.fail(a.Pos, "%s is asked %s in this move; expected that it is not asked%s", a.Decision, times(asked), again(a.Nth))
	}
}

// decided checks that all decisions of a name belonged to one seat.
func (c *checker) decided(p source.Pair) {
	name, seat := p.Key.Value, p.Value.Value
	if !c.last(p.Key.Pos, "decided", "decision", name, names.Decisions(c.s.game.Def())) {
		return
	}
	seats := c.s.move.Deciders(name)
	if d := c.s.state.Decision(); len(seats) == 0 && d != nil && d.Name == name {
		seats = []string{c.s.game.Def().SeatName(int64(d.Seat))}
	}
	switch {
	case len(seats) == 0:
		c.fail(p.Key.Pos, "%s was not asked in this move", name)
	case len(seats) > 1 || seats[0] != seat:
		c.fail(p.Key.Pos, "%s is decided by %s, expected %s", name, strings.Join(seats, " and "), seat)
	}
}

// noted checks all notes of a name, in order.
func (c *checker) noted(p source.Pair) {
	name := p.Key.Value
	if !c.last(p.Key.Pos, "noted", "note", name, names.Notes(c.s.game.Def())) {
		return
	}
	want := p.Value.Texts()
	switch got := c.s.move.Noted(name); {
	case c.s.move.Full():
		c.fail(p.Key.Pos, "the move does too much to keep its notes: more than %d changes and notes", record.MaxChanges)
	case !slices.Equal(got, want):
		c.fail(p.Key.Pos, "the move notes %s [%s], expected [%s]", name, strings.Join(got, "; "), strings.Join(want, "; "))
	}
}

// watched checks the successive values of a track, variable, marker or watched value.
func (c *checker) watched(p source.Pair) {
	name := names.Referent(c.s.game.Def(), p.Key.Value)
	_, _, cell := c.s.game.Cell(name)
	switch known := names.Watched(c.s.game.Def()); {
	case !slices.Contains(known, name) && !cell:
		c.fail(p.Key.Pos, "%s is not watched%s", p.Key.Value, cmp.Or(c.s.spell.DidYouMean(p.Key.Value, known),
			"; watched are "+names.Abridge(append([]string{"tracks, variables and markers"}, known...))+"; claim other values under state:"))
		return
	case c.s.move == nil:
		c.fail(p.Key.Pos, "watched speaks of the last move, and there was none")
		return
	case c.s.move.Full():
		c.fail(p.Key.Pos, "the move changes too much to follow %s: more than %d times something", p.Key.Value, record.MaxChanges)
		return
	}
	var want []string
	for _, item := range p.Value.Items {
		if item.Kind != source.List {
			want = append(want, item.Value)
			continue
		}
		want = append(want, "{"+strings.Join(item.Texts(), ", ")+"}")
	}
	got := c.s.move.Course(c.s.state, name)
	bare := func(a, b string) bool { return strings.Trim(a, "{}[]") == strings.Trim(b, "{}[]") }
	if !slices.EqualFunc(got, want, bare) {
		c.fail(p.Key.Pos, "%s went through [%s], expected [%s]", p.Key.Value, strings.Join(got, ", "), strings.Join(want, ", "))
	}
}

// times spells how often something happens.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

// again ends a sentence about something that does not happen an n-th time.
func again(n int) string {
	if n == 1 {
		return ""
	}
	return " more than " + times(n-1)
}
