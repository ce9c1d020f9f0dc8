package explain

// This file finds the named values of a running procedure.

import (
	"rulebound/engine"
	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/fold"
)

// local is a named value of a running procedure.
type local struct {
	def.Param
	words []int64
}

// locals lists the named values of a procedure that are set at its present instruction: its parameters, and what
// earlier instructions have written. Of several with one name it takes the last one in the text.
func locals(gd *def.GameDef, f engine.Frame) []local {
	proc := &gd.Procs[f.Proc]
	known := facts.New(gd, fold.New(gd), nil)
	types, written := map[int32]def.Type{}, map[int32]int{}
	for i, at := range gd.ParamSlots(proc) {
		types[at], written[at] = proc.Params[i].Type, 0
	}
	scope, body := known.Scope(f.Proc), known.Body(f.Proc)
	for i := range body {
		read(gd, &body[i], types)
		if int(f.At-proc.Entry) <= i {
			continue
		}
		for _, a := range scope.Written(&body[i]) {
			for at := a.From; a.Store == def.Slots && at < a.From+a.N; at++ {
				written[at] = i + 1
			}
		}
	}
	latest := map[string]int32{}
	for at, name := range proc.Names {
		i, has := written[int32(at)]
		if old, taken := latest[name]; has && name != "" && types[int32(at)].Kind != def.KNone && (!taken || written[old] <= i) {
			latest[name] = int32(at)
		}
	}
	var out []local
	for at, name := range proc.Names {
		if t := types[int32(at)]; name != "" && latest[name] == int32(at) && t.Kind != def.KNone && at+gd.Words(t) <= len(f.Slots) {
			if _, has := written[int32(at)]; has {
				out = append(out, local{def.Param{Name: name[1:], Type: t}, f.Slots[at : at+gd.Words(t)]})
			}
		}
	}
	return out
}

// read records the types of the slots that an instruction reads.
func read(gd *def.GameDef, in *def.Instr, types map[int32]def.Type) {
	note := func(x *def.Expr) {
		for e := range x.All() {
			if e.Op == def.OpLocal {
				types[int32(e.I)] = e.Type
			}
		}
	}
	for _, x := range in.X {
		note(x)
	}
	if in.Op == def.CDecide {
		for x := range gd.Decisions[in.A].Expressions() {
			note(x)
		}
	}
}
