package facts

// This file finds the bound slots that the evaluation of a function writes. A formula that reads one of them cannot be substituted for a
// parameter of that function.

import (
	"maps"

	"rulebound/engine/def"
)

// Bindings finds the slots that functions of one game bind; the game must not change. It caches its results and is not safe for concurrent use.
type Bindings struct {
	gd    *def.GameDef
	work  func(n int)
	found map[int64]*slotSet
}

// slotSet is the set of slots that an evaluation binds, including the functions that it calls.
type slotSet struct {
	slots   map[int64]bool
	unknown bool // it evaluates a procedure that is only known in play
}

// NewBindings returns the Bindings of a game. They call work for each expression visited.
func NewBindings(gd *def.GameDef, work func(n int)) *Bindings {
	return &Bindings{gd: gd, work: work, found: map[int64]*slotSet{}}
}

// In reports whether the body of a function may bind a slot.
func (b *Bindings) In(function, slot int64) bool {
	w := b.of(function)
	return w.unknown || w.slots[slot]
}

func (b *Bindings) of(function int64) *slotSet {
	w, ok := b.found[function]
	if !ok {
		w = &slotSet{slots: map[int64]bool{}}
		b.found[function] = w
		b.add(b.gd.Functions[function].Body, w)
	}
	return w
}

// add adds the slots that an expression binds.
func (b *Bindings) add(e *def.Expr, w *slotSet) {
	if e == nil {
		return
	}
	b.work(1)
	if row := e.Op.Row(); row != nil && row.Binds {
		w.slots[e.I] = true
	}
	for _, a := range e.Args {
		b.add(a, w)
	}
	switch e.Op {
	case def.OpCall:
		b.call(e.I, w)
	case def.OpPossible:
		if p := b.gd.Procs[e.I].Possible; p >= 0 {
			b.call(int64(p), w)
		}
	case def.OpDerived:
		d := &b.gd.Derived[e.I]
		w.slots[int64(d.Slot)] = true
		b.add(d.Value, w)
	case def.OpPossibleDyn:
		w.unknown = true
	case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
		p := &b.gd.Points[e.I]
		for _, slot := range p.Params {
			w.slots[int64(slot)] = true
		}
		for _, i := range p.Attach {
			a := &b.gd.Attachments[i]
			for _, x := range []*def.Expr{a.When, a.Value, a.Add, a.Remove} {
				b.add(x, w)
			}
		}
	}
}

// call adds the slots that a call of a function binds.
func (b *Bindings) call(function int64, w *slotSet) {
	for _, slot := range b.gd.Functions[function].Params {
		w.slots[int64(slot)] = true
	}
	inner := b.of(function)
	w.unknown = w.unknown || inner.unknown
	maps.Copy(w.slots, inner.slots)
}
