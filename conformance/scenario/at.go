// This file checks expectations at notes of the rulebook during a move.

package scenario

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/scenario/record"
	"rulebound/engine"
)

// Moment is the n-th note of a name in a move; if Value is given, only notes with that value in a field count.
type Moment struct {
	Note, Value string
	Nth         int
	Pos         diag.Pos
}

// inTheRun lists the keys of an expectation at a moment, when no decision is pending.
var inTheRun = []string{"at", "rules", "state", "sees", "watched", "noted", "notAsked", "decided"}

// at reads the moment of an expectation: `note`, `note n`, or `{note: value}`.
func (l *loader) at(n *source.Node, keys []source.Pair) *Moment {
	if n == nil {
		return nil
	}
	for _, p := range keys {
		if !slices.Contains(inTheRun, p.Key.Value) {
			l.fail(p.Key.Pos, "at a note no decision is pending: "+p.Key.Value+" cannot be claimed there", "put it into an expectation without at; the keys allowed beside at are "+strings.Join(inTheRun[1:], ", "))
		}
	}
	m := &Moment{Nth: 1, Pos: n.Pos}
	if n.Kind == source.Map {
		if len(n.Pairs) != 1 {
			l.fail(n.Pos, "at names one note", "at: {phase: dusk}")
			return nil
		}
		m.Note, m.Value = n.Pairs[0].Key.Value, l.text(n.Pairs[0].Value, "the value of the note")
		return m
	}
	var ok bool
	if m.Note, m.Nth, ok = counted(l.text(n, "at")); !ok {
		l.fail(n.Pos, "at names a note, and behind it which time in the move, 1 or more, not "+n.Value, `at: showdown, at: showdown 2, or at: {phase: dusk}`)
	}
	return m
}

// counted parses a name, optionally followed by the number of an occurrence from 1 on.
func counted(text string) (name string, nth int, ok bool) {
	name, number, given := strings.Cut(text, " ")
	if !given {
		return name, 1, true
	}
	nth, err := strconv.Atoi(number)
	return name, nth, err == nil && nth > 0
}

// watcher is an expectation that waits for its moment in a move.
type watcher struct {
	e    *Expect
	seen int
	done bool
}

// verdict is an expectation with the result of its check.
type verdict struct {
	e        *Expect
	failures []Failure
}

// moments holds the expectations that are checked during a move.
type moments struct {
	waiting []*watcher
	checked []verdict
}

// arm begins a move: the expectations of items, up to the next line, wait for their moments.
func (m *moments) arm(own *Expect, items []Item) {
	*m = moments{}
	if own != nil && own.At != nil {
		m.waiting = append(m.waiting, &watcher{e: own})
	}
	for _, item := range items {
		if item.Line != nil {
			return
		}
		if item.Expect.At != nil {
			m.waiting = append(m.waiting, &watcher{e: item.Expect})
		}
	}
}

// reach checks the expectations for which the note of an event is their moment.
func (m *moments) reach(s *engine.State, e *engine.Event, check func(*Expect) []Failure) {
	name := s.Game().Def().Notes[e.Note()].Name
	for _, w := range m.waiting {
		at := w.e.At
		if w.done || name != at.Note || at.Value != "" && !slices.Contains(record.NoteOf(s, e).Values, at.Value) {
			continue
		}
		if w.seen++; w.seen < at.Nth {
			continue
		}
		w.done = true
		m.checked = append(m.checked, verdict{w.e, check(w.e)})
	}
}

// ended reports whether the script ends here, during a move: the next items are expectations at moments, and all are checked.
func (m *moments) ended(next []Item) bool {
	for _, item := range next {
		if item.Line != nil || item.Expect.At == nil {
			return false
		}
	}
	return len(m.waiting) > 0 && !slices.ContainsFunc(m.waiting, func(w *watcher) bool { return !w.done })
}

// verdicts ends a move and returns the results of its expectations at moments. Those that still wait fail.
func (s *Session) verdicts() []verdict {
	out := s.waiting.checked
	for _, w := range s.waiting.waiting {
		if !w.done {
			out = append(out, verdict{w.e, []Failure{{Pos: w.e.At.Pos, Rules: w.e.Rules, Why: s.missed(w)}}})
		}
	}
	s.waiting = moments{}
	return out
}

// missed explains why an expectation still waits.
func (s *Session) missed(w *watcher) string {
	known, what := names.Notes(s.game.Def()), w.e.At.Note
	if w.e.At.Value != "" {
		what += " " + w.e.At.Value
	}
	switch {
	case !slices.Contains(known, w.e.At.Note):
		return "there is no note " + w.e.At.Note + s.spell.DidYouMean(w.e.At.Note, known)
	case w.seen > 0:
		return "the move notes " + what + " " + times(w.seen) + " only"
	}
	if s.claimed {
		what += ": it was forced in an earlier move; put the expectation after that move"
	}
	return "the move does not reach the note " + what
}
