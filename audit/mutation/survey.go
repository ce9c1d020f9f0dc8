// This file computes which scenarios reach functions, derived values, tables, cells and hook points.

package mutation

import (
	"strings"

	"rulebound/engine/def"
)

// survey computes the reach of functions, derived values, cells and tables, to a fixed point.
func (l *lister) survey() {
	for i := range l.def.Derived {
		d := &l.def.Derived[i]
		if d.Watch {
			l.derived[i].join(l.base.all)
		}
		for j, p := range l.base.plays { // an expectation reads it by name
			if strings.Contains(string(p.script.Source), d.ID) {
				l.derived[i].add(j)
			}
		}
	}
	for _, v := range l.def.Vars {
		for j, p := range l.base.plays { // likewise for a variable, and a row may name a track
			if strings.Contains(string(p.script.Source), v.ID) {
				var reach set
				reach.add(j)
				for cell := v.Base; cell < v.Base+v.Len; cell++ {
					l.touch(cell, reach)
				}
			}
		}
	}
	for pc := range l.def.Code {
		l.surveyInstr(&l.def.Code[pc])
	}
	for grown := true; grown; {
		grown = false
		l.roots(func(r root) {
			if l.uses(r.e, r.reach) {
				grown = true
			}
		})
	}
}

// surveyInstr records the cells that an instruction writes by number, whether it places pieces, and the hook point it fires.
func (l *lister) surveyInstr(in *def.Instr) {
	row := in.Op.Row()
	for _, w := range row.Writes {
		switch {
		case w.Store == def.Pieces && w.Way != def.Turn:
			l.stacked.join(l.reachOf(in))
		case w.Store == def.Cells && w.By == def.NumberB && (row.B.Ref == def.RefVariable || in.A == def.ToCell || in.A == def.ToVariable):
			l.touch(in.B, l.reachOf(in))
		case w.Store == def.Rules && row.A.Ref == def.RefPoint:
			l.points[in.A].join(l.reachOf(in))
		}
	}
}

// attached returns the scenarios in which the condition of an attachment matters: it is evaluated whenever the point is
// reached.
func (l *lister) attached(a *def.Attachment) set {
	var reach set
	reach.join(l.base.ran[a.Node])
	reach.join(l.points[a.Point])
	return reach
}

func (l *lister) touch(cell int32, reach set) bool {
	s := l.cells[cell]
	if s == nil {
		s = &set{}
		l.cells[cell] = s
	}
	return s.join(reach)
}

// uses records what a formula reads and reports whether the reach of anything has grown.
func (l *lister) uses(e *def.Expr, reach set) bool {
	if e == nil {
		return false
	}
	if e.Node != 0 && e.Type.Kind == def.KBool {
		reach = l.base.ran[e.Node]
	}
	grown := l.looksAt(e, reach)
	for _, a := range e.Args {
		if l.uses(a, reach) {
			grown = true
		}
	}
	return grown
}

// looksAt is uses for one operator.
func (l *lister) looksAt(e *def.Expr, reach set) bool {
	switch e.Op {
	case def.OpAhead:
		return l.ahead[e.I].join(reach)
	case def.OpTable:
		return l.lookups[e.I].join(reach)
	case def.OpRoom:
		return l.stacked.join(reach)
	case def.OpConst:
		switch t := e.Type; {
		case t.Kind == def.KTrack && e.I >= 0:
			return l.touch(int32(e.I), reach)
		case t.Kind == def.KRow || t.Kind == def.KSet && t.Elem == def.KRow:
			l.named[t.Of] = true
			return l.tables[t.Of].join(reach)
		}
	}
	grown := false
	for _, r := range e.Reads() {
		grown = l.reads(e, r.Store, reach) || grown
	}
	return grown
}

// reads is looksAt for one store that an operator reads.
func (l *lister) reads(e *def.Expr, store def.Store, reach set) bool {
	ref := e.Op.Row().I
	if store == def.Cells && (ref == def.RefCell || ref == def.RefVariable) {
		if v := l.variableAt(e.I); v >= 0 {
			l.read[v] = true
		}
		return l.touch(int32(e.I), reach)
	}
	if store != def.Rules {
		return false
	}
	switch ref {
	case def.RefFunction:
		return l.functions[e.I].join(reach)
	case def.RefDerived:
		return l.derived[e.I].join(reach)
	case def.RefPoint:
		return l.points[e.I].join(reach)
	case def.RefProc:
		return l.asks(&l.def.Procs[e.I], reach)
	}
	grown := false
	for i := range l.def.Procs { // the procedure is the value of a formula
		grown = l.asks(&l.def.Procs[i], reach) || grown
	}
	return grown
}

// asks records that a formula evaluates whether a procedure is possible.
func (l *lister) asks(p *def.ProcDef, reach set) bool {
	return p.Possible >= 0 && l.functions[p.Possible].join(reach)
}

// watch finds the derived values and functions that watched values read, transitively.
func (l *lister) watch() {
	l.watchedDerived, l.watchedFunctions = make([]bool, len(l.def.Derived)), make([]bool, len(l.def.Functions))
	var derived func(i int64)
	var look func(root *def.Expr)
	derived = func(i int64) {
		if !l.watchedDerived[i] {
			l.watchedDerived[i] = true
			look(l.def.Derived[i].Value)
		}
	}
	look = func(root *def.Expr) {
		for e := range root.All() {
			switch {
			case e.Op == def.OpDerived:
				derived(e.I)
			case e.Op == def.OpCall && !l.watchedFunctions[e.I]:
				l.watchedFunctions[e.I] = true
				look(l.def.Functions[e.I].Body)
			}
		}
	}
	for i := range l.def.Derived {
		if l.def.Derived[i].Watch {
			derived(int64(i))
		}
	}
}
