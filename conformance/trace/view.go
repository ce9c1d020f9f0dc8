package trace

// This file reduces a trace to what a seat may read.

import (
	"slices"

	"rulebound/engine"
)

// Viewer observes a play after a Recorder and stores the lines of its trace as a seat may read them.
type Viewer struct {
	recorder *Recorder
	seat     int
	lines    []Line // as the seat reads them; an unreadable line has no text
	player   []string
}

// NewViewer returns a viewer for a seat; a number that is no seat reads only public lines.
func NewViewer(r *Recorder, seat int) *Viewer { return &Viewer{recorder: r, seat: seat} }

// Copy returns an independent viewer with a copy of its recorder.
func (v *Viewer) Copy() (*Viewer, *Recorder) {
	r := v.recorder.Copy()
	return &Viewer{recorder: r, seat: v.seat, lines: slices.Clip(slices.Clone(v.lines)), player: v.player}, r
}

// Event implements engine.Observer. The recorder must get the event first.
func (v *Viewer) Event(s *engine.State, e *engine.Event) {
	v.player = nil
	for i, own := 0, shared(s, v.seat); own>>uint(i) != 0; i++ {
		if own>>uint(i)&1 == 1 {
			v.player = append(v.player, s.Game().Def().Seats[i].ID)
		}
	}
	all := v.recorder.Lines()
	if len(all) < len(v.lines) { // Recorder.After dropped the lines of the continued scenario
		v.lines = v.lines[:0]
	}
	for len(v.lines) < len(all) {
		l := all[len(v.lines)]
		if slices.Contains(eventless, l.Kind) {
			l = v.beside(l)
		} else if x := SightOf(s, e); !x.Of(v.seat) {
			l.Text, l.Fields = x.Others, nil
		}
		v.lines = append(v.lines, l)
	}
}

// eventless lists the kinds of lines without an event.
var eventless = []string{"trace", "scenario", "game", "rules", "after", "options", "refused", "digest"}

// beside returns a line without an event as the seat reads it. A digest covers the whole position, and offers and
// refusals concern only their seat.
func (v *Viewer) beside(l Line) Line {
	switch l.Kind {
	case "options", "refused":
		if slices.Contains(v.player, l.Field("seat")) {
			return l
		}
	case "digest":
	default:
		return l
	}
	return Line{Depth: l.Depth, Kind: l.Kind}
}

// Clear drops the lines so far, as its recorder did.
func (v *Viewer) Clear() { v.lines = v.lines[:0] }

// Lines returns the lines that the seat may read. A hidden answer or card is replaced by a text, without fields.
func (v *Viewer) Lines() []Line {
	for _, l := range v.recorder.Lines()[min(len(v.lines), len(v.recorder.Lines())):] { // since the last event
		v.lines = append(v.lines, v.beside(l))
	}
	return slices.DeleteFunc(slices.Clone(v.lines), func(l Line) bool { return l.Text == "" })
}
