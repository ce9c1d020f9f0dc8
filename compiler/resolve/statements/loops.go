package statements

// This file derives the bound of `while` loops that state none (docs/reference.md, section 5). A loop with a decision needs none,
// because players decide how long it goes on. Any other loop needs one, so that an endless loop is reported at its place.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/resolve/formulas"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// openLoop is a while without `most`.
type openLoop struct {
	loop *typed.Repeat
	at   diag.Pos
}

// loops derives the bounds of loops that state none. All procedures must be resolved.
func (r *Procedures) loops() {
	if len(r.open) == 0 {
		return
	}
	asking := r.asking()
	for _, o := range r.open {
		if r.asks(o.loop.Body, asking) || r.Book.Incomplete { // a decision may be in a part that could not be read
			continue
		}
		if o.loop.Times = apart(o.loop.While.When); o.loop.Times == nil {
			r.Diags.Errorf(o.at, "unbounded", "this loop has no bound").
				Detailf("A condition that compares two numbers bounds it, and a loop with a decision needs no bound; otherwise give most: the largest number of rounds.")
		}
	}
}

// asking returns the procedures that contain a decision of a seat, directly or through possible calls.
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

// asks reports whether statements contain a decision of a seat or call one of the procedures asking.
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

// reached returns the procedures that an action may call: by name, by value or through a hook point.
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

// apart returns the number of steps until a comparison of two numbers fails, nil if there is no comparison. For a conjunction it
// uses the first comparison, because one false operand is enough.
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
