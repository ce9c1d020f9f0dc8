package referee

// This file computes what can still change from a pending decision on, by the running procedures.

import (
	"encoding/binary"
	"maps"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// rest is what can change before a step is over.
type rest struct {
	open *changes // by any procedure
	here *changes // by the procedure of the decision, and what it calls
}

// rest returns what can change from the pending decision of s in a stage; nil if the procedure of its part is not running.
func (t *target) rest(s *engine.State, stage int) *rest {
	if stage <= 0 || stage >= len(t.stages) {
		return nil
	}
	t.stack = s.Running(t.stack[:0])
	part := t.stages[stage].proc
	first := slices.IndexFunc(t.stack, func(pc int32) bool { return t.analysis.ProcAt(pc) == part })
	if first < 0 {
		return nil
	}
	key := make([]byte, 0, 64)
	for _, pc := range t.stack[first:] {
		key = binary.AppendVarint(key, int64(pc))
	}
	if out := t.stages[stage].rests[string(key)]; out != nil {
		return out
	}
	out := t.analysis.rest(t.stack[first:])
	out.open.join(t.stages[stage].later)
	t.stages[stage].rests[string(key)] = out
	return out
}

// rest returns what procedures can change that are at the given instructions, each called by the one before.
func (a *analysis) rest(stack []int32) *rest {
	out := &rest{open: a.none()}
	scope := a.Scope(a.ProcAt(stack[0]))
	for i, pc := range stack {
		out.here = a.none()
		for _, at := range a.reach(pc, i == len(stack)-1) {
			a.add(out.here, scope.WritesOf(&a.Def.Code[at]))
		}
		out.open.join(out.here)
		if i+1 < len(stack) {
			next := a.ProcAt(stack[i+1])
			if in := &a.Def.Code[pc]; in.Op == def.CCall {
				scope = a.Scope(next, scope.Args(in.X)...)
			} else {
				scope = a.Scope(next)
			}
		}
	}
	return out
}

// reach returns the instructions that may follow one in its procedure. It includes that one if it may still act: a
// pending decision (asks), or a hook point with attachments left.
func (a *analysis) reach(pc int32, asks bool) []int32 {
	out := map[int32]bool{}
	var todo []int32
	add := func(pc int32) {
		if !out[pc] {
			out[pc] = true
			todo = append(todo, pc)
		}
	}
	if in := &a.Def.Code[pc]; asks || in.Op == def.CHooks {
		add(pc)
	} else {
		add(pc + 1)
	}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		in := &a.Def.Code[pc]
		if !in.Op.Row().Leaves {
			add(pc + 1)
		}
		for _, f := range in.Fields() {
			if f.Ref == def.RefTarget {
				add(f.Value)
			}
		}
		if in.Op == def.CDecide {
			d := &a.Def.Decisions[in.A]
			for _, o := range slices.Concat(d.Options, d.Also) {
				add(o.Target)
			}
		}
	}
	return slices.Sorted(maps.Keys(out))
}
