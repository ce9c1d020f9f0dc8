// This file writes the profile of a play in the format of pprof.

package main

import (
	"bytes"

	pprof "github.com/google/pprof/profile"

	"rulebound/engine"
	"rulebound/engine/def"
)

// writePprof writes the tree to the file of -o: rules become functions, their instructions and conditions lines.
func (x *profiling) writePprof(gd *def.GameDef, root *engine.Spot) error {
	w := &pprofWriter{gd: gd, functions: map[string]*pprof.Function{}, locations: map[pprofLine]*pprof.Location{}}
	w.out.SampleType = []*pprof.ValueType{{Type: "count", Unit: "count"}, {Type: "time", Unit: "nanoseconds"}}
	w.out.DefaultSampleType = "time"
	w.visit(root, nil)
	if err := w.out.CheckValid(); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := w.out.Write(&text); err != nil {
		return err
	}
	return x.writeOut(x.output, text.Bytes())
}

// pprofWriter collects the samples of a tree.
type pprofWriter struct {
	gd        *def.GameDef
	out       pprof.Profile
	functions map[string]*pprof.Function
	locations map[pprofLine]*pprof.Location
}

// pprofLine is a line of a rule.
type pprofLine struct {
	rule string
	line int64
}

// visit adds a spot and its subtree. around is the stack of enclosing rules, innermost last, each at its current line.
func (w *pprofWriter) visit(x *engine.Spot, around []*pprof.Location) {
	p := placeOf(w.gd, x)
	here := around[:len(around):len(around)]
	switch {
	case p.rule != "":
		here = append(here, w.location(p.rule, p))
	case p.node != nil && len(around) > 0:
		rule := around[len(around)-1].Line[0].Function.Name
		here = append(around[:len(around)-1:len(around)-1], w.location(rule, p))
	}
	if (x.Time > 0 || x.Count > 0) && len(here) > 0 {
		leafFirst := make([]*pprof.Location, 0, len(here))
		for i := len(here) - 1; i >= 0; i-- {
			leafFirst = append(leafFirst, here[i])
		}
		w.out.Sample = append(w.out.Sample, &pprof.Sample{Location: leafFirst, Value: []int64{x.Count, x.Time}})
	}
	for _, part := range x.Parts {
		w.visit(part, here)
	}
}

func (w *pprofWriter) location(rule string, p place) *pprof.Location {
	key := pprofLine{rule: rule}
	if p.node != nil {
		key.line = int64(p.node.Line)
	}
	at := w.locations[key]
	if at == nil {
		f := w.functions[rule]
		if f == nil {
			f = &pprof.Function{ID: uint64(len(w.functions) + 1), Name: rule, SystemName: rule}
			if p.node != nil {
				f.Filename, f.StartLine = p.node.File, key.line
			}
			w.functions[rule] = f
			w.out.Function = append(w.out.Function, f)
		}
		at = &pprof.Location{ID: uint64(len(w.locations) + 1), Line: []pprof.Line{{Function: f, Line: key.line}}}
		w.locations[key] = at
		w.out.Location = append(w.out.Location, at)
	}
	return at
}
