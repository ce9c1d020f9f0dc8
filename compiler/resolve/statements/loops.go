package statements

// loops.go finds out how often a loop comes round that does not say so (docs/reference.md section 5, while). A loop that asks
// somebody goes on as long as players do; any other needs a bound, so that a mistake in it is told where it stands.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// openLoop is a while without most.
type openLoop struct {
	loop *typed.Repeat
	at   diag.Pos
}

// loops bounds the loops that state no bound. All procedures have been resolved.
func (r *Procedures) loops() {
	if len(r.open) == 0 {
		return
	}
	asking := r.asking()
	for _, o := range r.open {
		if r.asks(o.loop.Body, asking) || r.Book.Incomplete { // a decision may be in what could not be read
			continue
		}
		if o.loop.Times = apart(o.loop.While.When); o.loop.Times == nil {
			r.Diags.Errorf(o.at, "unbounded", "this loop has no bound").
				Detailf("A condition that compares two numbers bounds it, and a loop with a decision needs no bound; otherwise give most: the largest number of rounds.")
		}
	}
}

// asking finds the procedures that ask somebody, themselves or through those that they may call.
func (r *Procedures) asking() map[int32]bool {
	asking, callers := map[int32]bool{}, map[int32][]int32{}
	var found []int32
	for _, p := range r.Out.Procs {
		if p == nil {
			continue
		}
		walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
			if d, ok := a.(*typed.Decide); ok && d.By != nil {
				found = append(found, p.Index)
			}
			for _, q := range r.reached(a) {
				callers[q] = append(callers[q], p.Index)
			}
		}}
		walk.Body(p.Body)
	}
	for len(found) > 0 {
		i := found[len(found)-1]
		found = found[:len(found)-1]
		if !asking[i] {
			asking[i] = true
			found = append(found, callers[i]...)
		}
	}
	return asking
}

// asks reports whether statements ask a seat something, or call one of the procedures asking.
func (r *Procedures) asks(body []*typed.Stmt, asking map[int32]bool) bool {
	found := false
	walk := typed.Walk{Action: func(a typed.Action, _ *typed.Place) {
		if d, ok := a.(*typed.Decide); ok && d.By != nil {
			found = true
		}
		for _, p := range r.reached(a) {
			found = found || asking[p]
		}
	}}
	walk.Body(body)
	return found
}

// reached are the procedures that an action may call: by their names, as a value or as a hook.
func (r *Procedures) reached(a typed.Action) []int32 {
	switch a := a.(type) {
	case *typed.Call:
		return []int32{a.Proc}
	case *typed.Grant:
		return []int32{a.Proc}
	case *typed.CallValue:
		return r.Out.Stored[a.Proc.Type.Of-1]
	case *typed.RunHooks:
		var out []int32
		for _, h := range r.Game.Attachments {
			if h.Point == a.Point && h.Proc >= 0 {
				out = append(out, h.Proc)
			}
		}
		return out
	}
	return nil
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
		return formulas.Op(def.OpSub, def.TInt, a, b)
	case def.OpLt:
		return formulas.Op(def.OpSub, def.TInt, b, a)
	case def.OpGe:
		return formulas.Op(def.OpAdd, def.TInt, formulas.Op(def.OpSub, def.TInt, a, b), formulas.Const(def.TInt, 1))
	case def.OpLe:
		return formulas.Op(def.OpAdd, def.TInt, formulas.Op(def.OpSub, def.TInt, b, a), formulas.Const(def.TInt, 1))
	}
	return nil
}
