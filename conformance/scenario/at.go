// This file holds expectations that look into the run of a move: they are checked when the rulebook notes something, before
// anybody is asked again.

package scenario

import (
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
)

// Moment is the n-th time in a move that the game notes something: a note of that name and, if Value is given, with that
// value in one of its fields.
type Moment struct {
	Note, Value string
	Nth         int
	Pos         diag.Pos
}

// inTheRun are the keys of an expectation at a moment. Nobody is asked anything then.
var inTheRun = []string{"at", "rules", "state", "watched", "noted", "notAsked", "decided"}

// moment reads what an expectation stands at: `note`, `note n`, or `{note: value}`.
func (l *loader) at(n *source.Node, keys []source.Pair) *Moment {
	if n == nil {
		return nil
	}
	for _, p := range keys {
		if !slices.Contains(inTheRun, p.Key.Value) {
			l.fail(p.Key.Pos, "at a note nobody is asked: "+p.Key.Value+" cannot be claimed there", "put it into an expectation without at; with it stand "+strings.Join(inTheRun[1:], ", "))
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
	name, nth, counted := strings.Cut(l.text(n, "at"), " ")
	m.Note = name
	if counted {
		v, err := strconv.Atoi(nth)
		if err != nil || v < 1 {
			l.fail(n.Pos, "at names a note, and behind it which time in the move, 1 or more, not "+n.Value, `at: showdown, at: showdown 2, or at: {phase: dusk}`)
		}
		m.Nth = v
	}
	return m
}

// watcher is an expectation that waits for its moment in a move.
type watcher struct {
	e    *Expect
	seen int
	done bool
}

// arm lets the expectations of items wait for their moments, up to the next line.
func (s *Session) arm(own *Expect, items []Item) {
	s.waiting, s.early = nil, nil
	if own != nil && own.At != nil {
		s.waiting = append(s.waiting, &watcher{e: own})
	}
	for _, item := range items {
		if item.Line != nil {
			return
		}
		if item.Expect.At != nil {
			s.waiting = append(s.waiting, &watcher{e: item.Expect})
		}
	}
}

// reach checks the expectations whose moment a note is.
func (s *Session) reach(n *note) {
	for _, w := range s.waiting {
		at := w.e.At
		if w.done || n.name != at.Note || at.Value != "" && !slices.Contains(n.values, at.Value) {
			continue
		}
		if w.seen++; w.seen < at.Nth {
			continue
		}
		w.done = true
		s.early = append(s.early, verdict{w.e, s.Check(w.e)})
	}
}

// verdict is what came of an expectation.
type verdict struct {
	e        *Expect
	failures []Failure
}

// verdicts gives what came of the expectations that waited in the last move: those that still wait have failed.
func (s *Session) verdicts() []verdict {
	out := s.early
	for _, w := range s.waiting {
		if !w.done {
			out = append(out, verdict{w.e, []Failure{{Pos: w.e.At.Pos, Rules: w.e.Rules, Why: s.missed(w)}}})
		}
	}
	s.waiting, s.early = nil, nil
	return out
}

// missed tells why an expectation still waits.
func (s *Session) missed(w *watcher) string {
	names := s.noteNames()
	what := w.e.At.Note
	if w.e.At.Value != "" {
		what += " " + w.e.At.Value
	}
	switch {
	case !slices.Contains(names, w.e.At.Note):
		return "there is no note " + w.e.At.Note + didYouMean(w.e.At.Note, names)
	case w.seen > 0:
		return "the move notes " + what + " " + times(w.seen) + " only"
	}
	if s.claimed {
		what += ": it had resolved itself in a move before, behind which what happened on the way is to be said"
	}
	return "the move does not come to the note " + what
}

// noteNames lists the notes of the game.
func (s *Session) noteNames() []string {
	gd := s.game.Def()
	names := make([]string, len(gd.Notes))
	for i := range gd.Notes {
		names[i] = gd.Notes[i].Name
	}
	return names
}

// ended reports whether the script ends in a run: what follows are expectations at moments, and all have come.
func (s *Session) ended(next []Item) bool {
	for _, item := range next {
		if item.Line != nil || item.Expect.At == nil {
			return false
		}
	}
	return len(s.waiting) > 0 && !slices.ContainsFunc(s.waiting, func(w *watcher) bool { return !w.done })
}
