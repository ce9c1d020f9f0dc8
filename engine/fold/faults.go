package fold

// This file determines which expressions can be a fault. The machine must not evaluate them speculatively, and a fold must not skip them.

import (
	"slices"

	"rulebound/engine/def"
)

// rule names a function, a derived value or an attachment that an expression evaluates.
type rule struct {
	op def.Op
	i  int64
}

// Faults determines which expressions of a complete game can be a fault. It caches the results for rules and is not safe for concurrent use.
type Faults struct {
	folder *Folder
	known  map[rule]bool
}

// NewFaults returns a Faults that folds with f. The game must not change afterwards.
func NewFaults(f *Folder) *Faults { return &Faults{f, map[rule]bool{}} }

// MayFault reports whether an expression could be a fault in some state of the game; the answer may be a false positive. cost is the number
// of operators visited.
func (f *Faults) MayFault(e *def.Expr) (may bool, cost int64) {
	w := folding{Folder: f.folder, faulting: f.known, left: maxFolding}
	may = w.mayFault(e)
	return may, maxFolding - max(w.left, 0)
}

// mayFault implements MayFault.
func (w *folding) mayFault(e *def.Expr) bool {
	if w.left--; w.left < 0 || e == nil || malformed(e) || w.depth > def.MaxNesting {
		return true
	}
	w.depth++
	v := w.faulty(e)
	w.depth--
	return v
}

func (w *folding) faulty(e *def.Expr) bool {
	row := e.Op.Row()
	if row == nil || len(e.Args) < row.Least {
		return true
	}
	switch e.Op {
	case def.OpPossibleDyn:
		return true // the rules that it evaluates are unknown
	case def.OpPossible:
		return w.anyMayFault(e.Args) || w.possibleMayFault(e.I)
	case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
		return w.anyMayFault(e.Args) || w.pointMayFault(e.I)
	case def.OpCall:
		f := w.function(e)
		return f == nil || w.anyMayFault(e.Args) || w.ruleMayFault(rule{e.Op, e.I}, f.Body)
	case def.OpDerived:
		return uint64(e.I) >= uint64(len(w.gd.Derived)) || w.anyMayFault(e.Args) || w.ruleMayFault(rule{e.Op, e.I}, w.gd.Derived[e.I].Value)
	case def.OpFloorDiv, def.OpCeilDiv, def.OpMod:
		if q, ok := w.fold(e.Args[1]); ok && q > 0 {
			return w.mayFault(e.Args[0])
		}
	}
	if row.Faulty {
		_, ok := w.fold(e)
		return !ok
	}
	if !row.Binds {
		return w.anyMayFault(e.Args)
	}
	if w.mayFault(e.Args[0]) {
		return true
	}
	for _, a := range e.Args[1:] {
		if w.mayFaultWith(binding{slot: e.I}, a) {
			return true
		}
	}
	return false
}

func (w *folding) anyMayFault(list []*def.Expr) bool {
	for _, e := range list {
		if w.mayFault(e) {
			return true
		}
	}
	return false
}

// mayFaultWith is mayFault with a slot bound.
func (w *folding) mayFaultWith(b binding, e *def.Expr) bool {
	w.bound = append(w.bound, b)
	v := w.mayFault(e)
	w.bound = w.bound[:len(w.bound)-1]
	return v
}

// ruleMayFault checks a rule for unknown arguments.
func (w *folding) ruleMayFault(r rule, body ...*def.Expr) bool {
	if v, ok := w.faulting[r]; ok {
		return v
	}
	given, base := w.given, w.base
	w.given, w.base = nil, len(w.bound)
	v := w.anyMayFault(body)
	w.given, w.base = given, base
	if w.faulting != nil && w.left >= 0 {
		w.faulting[r] = v
	}
	return v
}

func absent(e *def.Expr) bool { return e == nil }

// possibleMayFault checks the test of a procedure, which is unknown while the game is under construction.
func (w *folding) possibleMayFault(proc int64) bool {
	if w.faulting == nil || uint64(proc) >= uint64(len(w.gd.Procs)) {
		return true
	}
	test := int64(w.gd.Procs[proc].Possible)
	if test < 0 {
		return false
	}
	return uint64(test) >= uint64(len(w.gd.Functions)) || w.ruleMayFault(rule{def.OpCall, test}, w.gd.Functions[test].Body)
}

// pointMayFault checks the attachments of a point, which are unknown while the game is under construction.
func (w *folding) pointMayFault(point int64) bool {
	if w.faulting == nil || uint64(point) >= uint64(len(w.gd.Points)) {
		return true
	}
	p := &w.gd.Points[point]
	if p.Kind == def.PointNumber && p.Combine == def.CombineSum && len(p.Attach) > 0 {
		return true
	}
	for _, i := range p.Attach {
		a := &w.gd.Attachments[i]
		if w.ruleMayFault(rule{def.OpHookAllow, int64(i)}, slices.DeleteFunc([]*def.Expr{a.When, a.Value, a.Add, a.Remove}, absent)...) {
			return true
		}
	}
	return false
}
