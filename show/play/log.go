package play

// This file records the trace of a play, and which seats may read each line.

import (
	"slices"
	"strings"

	"rulebound/conformance/trace"
	"rulebound/engine"
)

// Everything is the viewer who sees the whole position.
const Everything = -2

// log observes a play and records its trace.
type log struct {
	trace *trace.Recorder
	sight []trace.Sight // parallel to the lines of the trace
}

func newLog(g *engine.Game, h trace.Header) *log {
	l := &log{trace: trace.New(g, h)}
	l.fill(trace.Everybody)
	return l
}

// fill sets the sight of the new lines of the trace.
func (l *log) fill(s trace.Sight) {
	for len(l.sight) < len(l.trace.Lines()) {
		l.sight = append(l.sight, s)
	}
}

// Event implements engine.Observer.
func (l *log) Event(s *engine.State, e *engine.Event) {
	before := len(l.trace.Lines())
	l.trace.Event(s, e)
	if len(l.trace.Lines()) > before {
		l.fill(trace.SightOf(s, e))
	}
}

// Lines returns the number of lines of the log.
func (p *Play) Lines() int { return len(p.log.sight) }

// Log returns the lines of the trace from that index on, as a seat or Everything may read them. It omits digests, the
// header and bookkeeping of actions.
func (p *Play) Log(from, viewer int) []string {
	var out []string
	for i, line := range p.log.trace.Lines() {
		if i < from || slices.Contains([]string{"trace", "scenario", "game", "digest"}, line.Kind) {
			continue
		}
		s := p.log.sight[i]
		if s.Minor || viewer != Everything && !s.Of(viewer) && s.Others == "" {
			continue
		}
		if viewer != Everything && !s.Of(viewer) {
			line.Text = s.Others
		}
		out = append(out, strings.TrimRight(trace.Indented(line), " "))
	}
	return out
}
