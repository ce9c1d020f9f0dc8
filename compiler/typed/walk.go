package typed

// This file visits the statements, conditions, formulas and bindings of a rulebook. It finds them by reflection, so that new
// actions need no code here.

import (
	"reflect"
	"slices"
	"sync"

	"rulebound/engine/def"
)

// Walk is a pre-order traversal of bodies. Each of its functions may be nil.
type Walk struct {
	List   func(body []*Stmt)        // the statements of a body
	Action func(a Action, at *Place) // at: the place of its statement
	Cond   func(k *Cond)

	Expr    func(x *def.Expr) // a whole formula
	Binding func(b *Binding)  // a binding at the place where it gets its value
}

var (
	bodyType    = reflect.TypeFor[[]*Stmt]()
	condType    = reflect.TypeFor[*Cond]()
	actionType  = reflect.TypeFor[Action]()
	exprType    = reflect.TypeFor[*def.Expr]()
	bindingType = reflect.TypeFor[*Binding]()
)

// Rulebook visits procedures, their conditions, and hooks.
func (w *Walk) Rulebook(rb *Rulebook) {
	for _, p := range rb.Procs {
		w.Proc(p)
	}
	for _, h := range rb.Hooks {
		w.cond(h.When)
	}
}

// Proc visits a procedure.
func (w *Walk) Proc(p *Proc) {
	for _, k := range p.Possible {
		w.cond(k)
	}
	w.Body(p.Body)
}

// Body visits statements.
func (w *Walk) Body(body []*Stmt) {
	if w.List != nil && len(body) > 0 {
		w.List(body)
	}
	for _, s := range body {
		w.cond(s.When)
		if s.Do != nil {
			w.action(s.Do, s.At)
		}
	}
}

// One visits one action.
func (w *Walk) One(a Action) { w.action(a, nil) }

func (w *Walk) cond(k *Cond) {
	if k == nil {
		return
	}
	if w.Cond != nil {
		w.Cond(k)
	}
	w.expr(k.When)
}

func (w *Walk) expr(x *def.Expr) {
	if x != nil && w.Expr != nil {
		w.Expr(x)
	}
}

func (w *Walk) action(a Action, at *Place) {
	if w.Action != nil {
		w.Action(a, at)
	}
	v := reflect.ValueOf(a).Elem()
	if visit := visitorOf(v.Type(), w.Expr != nil || w.Binding != nil); visit != nil {
		visit(w, v, at)
	}
}

// visitor visits the statements, actions, conditions, formulas and bindings in a value of one type, which is an action or a part
// of one.
type visitor func(w *Walk, v reflect.Value, at *Place)

// visitors caches the visitors of action types; the second map has those that also visit formulas and bindings.
var visitors [2]sync.Map

func visitorOf(t reflect.Type, formulas bool) visitor {
	keep := &visitors[0]
	if formulas {
		keep = &visitors[1]
	}
	known, ok := keep.Load(t)
	if !ok {
		known = newVisitor(t, nil, formulas)
		keep.Store(t, known)
	}
	return known.(visitor)
}

// newVisitor returns the visitor of a type, nil if its values contain nothing to visit. under are the enclosing types. A pointer
// to a kind of action has no visitor, because it refers to an action that is in a body.
func newVisitor(t reflect.Type, under []reflect.Type, formulas bool) visitor {
	switch {
	case t == bodyType:
		return func(w *Walk, v reflect.Value, _ *Place) { w.Body(*v.Addr().Interface().(*[]*Stmt)) } // a copy of the slice would be allocated
	case t == condType:
		return func(w *Walk, v reflect.Value, _ *Place) { w.cond(v.Interface().(*Cond)) }
	case t == exprType && formulas:
		return func(w *Walk, v reflect.Value, _ *Place) {
			if w.Expr != nil {
				w.expr(v.Interface().(*def.Expr))
			}
		}
	case t == bindingType && formulas:
		return func(w *Walk, v reflect.Value, _ *Place) {
			if w.Binding != nil && !v.IsNil() {
				w.Binding(v.Interface().(*Binding))
			}
		}
	case t == actionType:
		return func(w *Walk, v reflect.Value, at *Place) {
			if a, ok := v.Interface().(Action); ok {
				w.action(a, at)
			}
		}
	case t == exprType, t == bindingType, slices.Contains(under, t), t.Implements(actionType):
		return nil
	}
	under = append(under, t)
	switch t.Kind() {
	case reflect.Pointer:
		if visit := newVisitor(t.Elem(), under, formulas); visit != nil {
			return func(w *Walk, v reflect.Value, at *Place) {
				if !v.IsNil() {
					visit(w, v.Elem(), at)
				}
			}
		}
	case reflect.Slice:
		if visit := newVisitor(t.Elem(), under, formulas); visit != nil {
			return func(w *Walk, v reflect.Value, at *Place) {
				for i := range v.Len() {
					visit(w, v.Index(i), at)
				}
			}
		}
	case reflect.Struct:
		type field struct {
			index int
			visit visitor
		}
		var fields []field
		for i := range t.NumField() {
			if visit := newVisitor(t.Field(i).Type, under, formulas); visit != nil {
				fields = append(fields, field{i, visit})
			}
		}
		if len(fields) > 0 {
			return func(w *Walk, v reflect.Value, at *Place) {
				for _, f := range fields {
					f.visit(w, v.Field(f.index), at)
				}
			}
		}
	}
	return nil
}
