package referee

// This file divides a long step into its parts, such as the phases of a round, and says of each what the parts after it can still
// change. What no later part changes must be as the position says when a part begins; a way on which it is not is given up there,
// and not at the end. What a later part brings about without anybody's choice is no difference until then.

import (
	"strings"

	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/players"
)

// stage is a part of a step, or what comes before the first: what can change from when it begins.
type stage struct {
	open  *changes         // by this part or a later one
	later *changes         // by a later one
	fixed *changes         // by one of them without anybody's choice
	proc  int32            // that carries it out
	rests map[string]*rest // by where its procedures stand
}

// divide lists the stages of the step from root: what comes before the parts, then the part of each value of the layout's note. There
// are none if the game's notes do not tell the procedures of its parts, or if it has more than 64 zones or classes.
func (t *target) divide(root *engine.State) {
	procs := t.partProcs()
	if procs == nil || len(t.def.Zones) > 64 || len(t.def.Classes) > 64 { // spans hold no more
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

// none is no stage: all that differs counts.
const none = -1

// enter has measure go by a stage.
func (t *target) enter(stage int) {
	t.stage = nil
	if stage >= 0 && stage < len(t.stages) {
		t.stage = &t.stages[stage]
	}
}

// maxProbe bounds the answers of the play that shows which parts come.
const maxProbe = 400

// coming tells which of the parts come, by a play that does as little as it may; all of them if it does not end as the position says.
func (t *target) coming(root *engine.State, parts int) []bool {
	s, e, p := root.Copy(), t.listen(), players.NewMinimal(1)
	out := make([]bool, parts)
	e.armed = true
	s.Attend(&roll{ear: e, parts: out})
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

// roll notes which parts begin.
type roll struct {
	*ear
	parts []bool
}

// Event implements engine.Observer.
func (r *roll) Event(s *engine.State, ev *engine.Event) {
	if ev.Kind == engine.Noted && r.t.def.Notes[ev.Note()].Name == r.t.layout.Part {
		r.parts[ev.Values[0]] = true
	}
	r.ear.Event(s, ev)
}

// partProcs lists the procedures of the parts: the note that begins one has a row of a table as its value, and the table has one
// column of procedures.
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

// breaks reports whether something differs that is not among what is open. measure has been called.
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
