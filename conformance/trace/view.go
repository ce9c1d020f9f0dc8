package trace

// This file keeps of a trace what a seat may read.

import (
	"slices"

	"rulebound/engine"
)

// Viewer observes a play after a Recorder and keeps the lines of its trace as a seat may read them.
type Viewer struct {
	recorder *Recorder
	seat     int
	lines    []Line // as the seat reads them; one that it may not read has no text
	player   []string
}

// NewViewer returns a viewer for a seat; any number that is no seat reads what is public.
func NewViewer(r *Recorder, seat int) *Viewer { return &Viewer{recorder: r, seat: seat} }

// Copy returns an independent viewer with a copy of its recorder.
func (v *Viewer) Copy() (*Viewer, *Recorder) {
	r := v.recorder.Copy()
	return &Viewer{recorder: r, seat: v.seat, lines: slices.Clip(slices.Clone(v.lines)), player: v.player}, r
}

// Event implements engine.Observer. The recorder must have got the event.
func (v *Viewer) Event(s *engine.State, e *engine.Event) {
	v.player = nil
	for i, own := 0, shared(s, v.seat); own>>uint(i) != 0; i++ {
		if own>>uint(i)&1 == 1 {
			v.player = append(v.player, s.Game().Def().Seats[i].ID)
		}
	}
	all := v.recorder.Lines()
	if len(all) < len(v.lines) { // the lines before the scenario itself have gone
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

// eventless are the kinds of lines that no event writes.
var eventless = []string{"trace", "scenario", "game", "rules", "after", "options", "refused", "digest"}

// beside returns a line that no event wrote, as the seat reads it: a digest is of the whole position, and what others are offered and try is
// theirs.
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

// Clear forgets the lines so far. Its recorder has dropped its own.
func (v *Viewer) Clear() { v.lines = v.lines[:0] }

// Lines returns the lines that the seat may read. A hidden answer or card is replaced by a text, without fields.
func (v *Viewer) Lines() []Line {
	for _, l := range v.recorder.Lines()[min(len(v.lines), len(v.recorder.Lines())):] { // since the last event
		v.lines = append(v.lines, v.beside(l))
	}
	return slices.DeleteFunc(slices.Clone(v.lines), func(l Line) bool { return l.Text == "" })
}
