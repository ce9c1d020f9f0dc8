package referee

// This file divides a long step into its parts, such as the phases of a round, and computes what later parts can
// still change. Everything else must equal the position when a part begins; a branch where it does not is pruned
// there rather than at the end. Differences that a later part removes without a decision are ignored until then.

import (
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// stage is a part of a step, or the time before the first part, with what can change from its beginning on.
type stage struct {
	open  *changes         // by this part or a later one
	later *changes         // by a later one
	fixed *changes         // by one of them without a decision
	proc  int32            // the procedure of the part
	rests map[string]*rest // cached, by the instructions of the running procedures
}

// divide lists the stages of the step from root: the time before the parts, then the part of each value of the
// layout's note. The list is empty if the notes do not determine the procedures of the parts, or if the game has more
// than 64 zones or classes.
func (t *target) divide(root *engine.State) {
	procs := t.partProcs()
	if procs == nil || len(t.def.Zones) > 64 || len(t.def.Classes) > 64 { // the capacity of a span
		return
	}
	if t.analysis == nil {
		t.analysis = newAnalysis(t.def)
	}
	a := t.analysis
	coming := t.coming(root, len(procs))
	out := make([]stage, len(procs)+1)
	open, fixed := a.none(), a.none()
	for i := len(procs); i >= 0; i-- {
		out[i].later = a.none()
		out[i].later.join(open)
		out[i].rests = map[string]*rest{}
		if i > 0 {
			out[i].proc = procs[i-1]
		}
		if i > 0 && coming[i-1] {
			c := a.any(procs[i-1])
			open.join(c)
			if !c.asks {
				fixed.join(c)
			}
		}
		out[i].open, out[i].fixed = a.none(), a.none()
		out[i].open.join(open)
		out[i].fixed.join(fixed)
	}
	t.stages = out
}

// none is the stage in which all differences count.
const none = -1

// enter sets the stage for measure.
func (t *target) enter(stage int) {
	t.stage = nil
	if stage >= 0 && stage < len(t.stages) {
		t.stage = &t.stages[stage]
	}
}

// maxProbe limits the answers of the play that finds the parts of a step.
const maxProbe = 400

// coming reports which parts the step has, by a play that does as little as possible; all of them if its end does not match the position.
func (t *target) coming(root *engine.State, parts int) []bool {
	s, e, p := root.Copy(), t.listen(), players.NewMinimal(1)
	out := make([]bool, parts)
	e.armed = true
	s.Listen(&roll{stepObserver: e, parts: out})
	for range maxProbe {
		d := s.Decision()
		if e.ended || d == nil || d.Fault != nil {
			break
		}
		a, err := engine.Answer{}, error(nil)
		if d.Seat == engine.Chance {
			a, err = s.Draw()
		} else {
			a = p.Answer(s, d)
		}
		if err != nil || s.Advance(a) != nil {
			break
		}
	}
	if !e.ended || s.Over() != t.p.over {
		for i := range out {
			out[i] = true
		}
	}
	return out
}

// roll records which parts begin.
type roll struct {
	*stepObserver
	parts []bool
}

// Event implements engine.Observer.
func (r *roll) Event(s *engine.State, ev *engine.Event) {
	if ev.Kind == engine.Noted && r.t.def.Notes[ev.Note()].Name == r.t.layout.Part {
		r.parts[ev.Values[0]] = true
	}
	r.stepObserver.Event(s, ev)
}

// partProcs lists the procedures of the parts: the note that begins one has a table row as its value, and the table
// has one column of procedures.
func (t *target) partProcs() []int32 {
	for _, n := range t.def.Notes {
		if n.Name != t.layout.Part || len(n.Types) != 1 || n.Types[0].Kind != def.KRow {
			continue
		}
		table := t.def.Tables[n.Types[0].Of]
		for _, l := range t.def.Lookups {
			if l.Type.Kind != def.KProc || len(l.Values) != len(table.Rows) || !strings.HasPrefix(l.ID, table.ID+".") {
				continue
			}
			var out []int32
			for _, v := range l.Values {
				if v < 0 {
					return nil
				}
				out = append(out, int32(v))
			}
			return out
		}
	}
	return nil
}

// breaks reports whether something differs that open cannot change. measure must have been called.
func (t *target) breaks(s *engine.State, open *changes) bool {
	for _, w := range t.watch {
		if v := s.Cell(w.cell); v < w.want && !open.up[w.cell] || v > w.want && !open.down[w.cell] {
			return true
		}
	}
	types, classes := len(t.def.Types), len(t.def.Classes)
	for i, n := range t.typed {
		if n != 0 && !open.moves(i/types, i%types, n) {
			return true
		}
	}
	for i, n := range t.need {
		if n != 0 && !open.turns(i/classes, int(t.def.Classes[i%classes].Type), i%classes) {
			return true
		}
	}
	return false
}
