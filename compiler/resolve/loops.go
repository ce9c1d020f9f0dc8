package resolve

// loops.go finds out how often a loop comes round that does not say so (docs/language.md section 5, while). A loop that asks
// somebody goes on as long as players do; any other needs a bound, so that a mistake in it is told where it stands.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// openLoop is a while without most.
type openLoop struct {
	loop *typed.Repeat
	at   diag.Pos
}

// loops bounds the loops that state no bound. All procedures have been resolved.
func (r *resolver) loops() {
	if len(r.open) == 0 {
		return
	}
	asking := r.asking()
	for _, o := range r.open {
		if asks(o.loop.Body, asking) {
			continue
		}
		if o.loop.Times = apart(o.loop.While.When); o.loop.Times == nil {
			r.diags.Errorf(o.at, "unbounded", "nothing says how often this comes round at most").
				Detailf("A condition that compares two numbers says it, and a loop that asks somebody needs no bound; with any other give most: the number of rounds after which it must have ended.")
		}
	}
}

// asking finds the procedures that ask somebody, themselves or through those that they call.
func (r *resolver) asking() map[int32]bool {
	asking := map[int32]bool{}
	for again := true; again; {
		again = false
		for i, p := range r.out.Procs {
			if p != nil && !asking[int32(i)] && asks(p.Body, asking) {
				asking[int32(i)], again = true, true
			}
		}
	}
	return asking
}

// asks tells whether statements ask a seat something, or call what does.
func asks(body []*typed.Stmt, asking map[int32]bool) bool {
	found := false
	walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
		switch a := a.(type) {
		case *typed.Decide:
			found = found || a.By != nil
		case *typed.Call:
			found = found || asking[a.Proc]
		case *typed.Grant:
			found = found || asking[a.Proc]
		}
	}}
	walk.Body(body)
	return found
}

// apart is how many steps it takes until a condition that compares two numbers fails, nil if it compares none. Of several
// that must hold together the first comparison counts, as one that fails is enough.
func apart(x *def.Expr) *def.Expr {
	if x.Op == def.OpAnd {
		for _, a := range x.Args {
			if n := apart(a); n != nil {
				return n
			}
		}
	}
	if len(x.Args) != 2 || x.Args[0].Type.Kind != def.KInt {
		return nil
	}
	a, b := x.Args[0], x.Args[1]
	switch x.Op {
	case def.OpGt:
		return op(def.OpSub, tInt, a, b)
	case def.OpLt:
		return op(def.OpSub, tInt, b, a)
	case def.OpGe:
		return op(def.OpAdd, tInt, op(def.OpSub, tInt, a, b), konst(tInt, 1))
	case def.OpLe:
		return op(def.OpAdd, tInt, op(def.OpSub, tInt, b, a), konst(tInt, 1))
	}
	return nil
}
