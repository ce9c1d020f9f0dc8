// Package explain describes a part of a rulebook (place, clauses, callers, hooks), and evaluates formulas at a moment
// of a scenario: those of the statement that wrote a line of a trace, or one given by the user.
package explain

// This file plays a scenario up to a line of its trace.

import (
	"fmt"

	"rulebound/conformance/corpus"
	"rulebound/conformance/scenario"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Moment is a moment of a scenario: a line of its trace, counted from 1, or its end if Line is 0.
type Moment struct {
	Case *corpus.Case
	Line int
}

// Name spells a moment as SCENARIO:LINE.
func (m Moment) Name() string {
	if m.Line == 0 {
		return m.Case.Name()
	}
	return fmt.Sprintf("%s:%d", m.Case.Name(), m.Line)
}

// played is the play of a scenario around a moment.
type played struct {
	lines  []trace.Line
	before *engine.State // before the instruction that wrote the line
	after  *engine.State // after the event of the line; equal to before for a line without an event
	event  engine.Event  // of the line, without its values
	frames []engine.Frame
	hooks  []engine.HookEvent // effects that changed something in the instruction of the line
}

// play plays the scenario on a game with the given definition, which may have additional formulas.
func (m Moment) play(gd *def.GameDef) (*played, error) {
	g, err := engine.Load(gd, scenario.OptionsOf(m.Case.Script))
	if err != nil {
		return nil, err
	}
	var w *watcher
	p := m.Case.Record(g, func(r *trace.Recorder) engine.Observer {
		w = &watcher{recorder: r, line: m.Line}
		return w
	})
	switch {
	case p.Result.Session == nil:
		return nil, p.Result.Err
	case m.Line < 0 || m.Line > len(p.Lines):
		return nil, fmt.Errorf("the trace of %s has %d lines; there is no line %d", m.Case.Name(), len(p.Lines), m.Line)
	case m.Line == 0 || w.found.after == nil: // at the end, or written after the last event
		s := p.Result.Session.State().Copy()
		w.found = played{before: s, after: s, frames: s.Frames()}
	}
	w.found.lines = p.Lines
	return &w.found, nil
}

// watcher keeps the states around the event that writes a line. It must get each event after the recorder.
type watcher struct {
	recorder *trace.Recorder
	line     int
	found    played

	written  int // lines before this event
	kind     engine.EventKind
	at       position // position of the machine at the last event
	hooks    []engine.HookEvent
	before   *engine.State // before the instruction of the last event; nil before the first
	previous *engine.State // after the last event
}

// position is the position of the machine. Events of one instruction have the same.
type position struct {
	at    int32
	slots string
}

// Event implements engine.Observer.
func (w *watcher) Event(s *engine.State, e *engine.Event) {
	here, frames := position{at: -1}, s.Frames()
	if len(frames) > 0 {
		here.at, here.slots = frames[0].At, fmt.Sprint(frames[0].Slots)
	}
	if here != w.at {
		w.hooks = nil
	}
	if e.Kind == engine.Hooked {
		w.hooks = append(w.hooks, e.Hook())
	}
	switch {
	case w.previous == nil:
		w.before, w.previous = s.Copy(), s.Copy()
	case here == w.at && (e.Kind == engine.WatchChanged || e.Kind == engine.PiecesMoved && w.kind == engine.PiecesMoved):
		// one instruction moves pieces of several kinds, and its writes change watched values
		s.CopyTo(w.previous)
	default:
		w.before, w.previous = w.previous, w.before
		s.CopyTo(w.previous)
	}
	w.at, w.kind = here, e.Kind
	lines := w.recorder.Lines()
	if w.written < w.line && w.line <= len(lines) {
		w.found = played{before: w.before.Copy(), frames: w.before.Frames()}
		w.found.after = w.found.before
		if lines[w.line-1].At != nil { // otherwise the line has no event
			w.found.after, w.found.event, w.found.frames, w.found.hooks = s.Copy(), *e, frames, w.hooks
			w.found.event.Values = nil
		}
	}
	w.written = len(lines)
}
