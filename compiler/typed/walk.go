package typed

// walk.go visits the statements and conditions of a rulebook. It finds them by their types, so that a new statement is
// walked through as soon as it is declared.

import "reflect"

// Walk is a walk through bodies, in the order in which they are written. Each of its functions may be nil; what lies within
// an action is visited after the action itself.
type Walk struct {
	Action func(a Action, at *Place) // at: where its statement stands
	Cond   func(k *Cond)

	leads map[reflect.Type]bool // types through which statements, actions or conditions are reached
}

var (
	stmtType   = reflect.TypeFor[*Stmt]()
	condType   = reflect.TypeFor[*Cond]()
	actionType = reflect.TypeFor[Action]()
)

// Rulebook walks through procedures, what they require, and hooks.
func (w *Walk) Rulebook(rb *Rulebook) {
	for _, p := range rb.Procs {
		w.Proc(p)
	}
	for _, h := range rb.Hooks {
		w.cond(h.When)
	}
}

// Proc walks through a procedure.
func (w *Walk) Proc(p *Proc) {
	for _, k := range p.Possible {
		w.cond(k)
	}
	w.Body(p.Body)
}

// Body walks through statements.
func (w *Walk) Body(body []*Stmt) {
	for _, s := range body {
		w.cond(s.When)
		w.action(s.Do, s.At)
	}
}

func (w *Walk) cond(k *Cond) {
	if k != nil && w.Cond != nil {
		w.Cond(k)
	}
}

func (w *Walk) action(a Action, at *Place) {
	if a == nil {
		return
	}
	if w.Action != nil {
		w.Action(a, at)
	}
	w.within(reflect.ValueOf(a).Elem(), at)
}

// within visits what v, the whole or a part of an action, is made of.
func (w *Walk) within(v reflect.Value, at *Place) {
	t := v.Type()
	if !w.leadsOn(t) {
		return
	}
	switch t {
	case stmtType:
		w.Body([]*Stmt{v.Interface().(*Stmt)})
		return
	case condType:
		w.cond(v.Interface().(*Cond))
		return
	case actionType:
		w.action(v.Interface().(Action), at)
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			w.within(v.Elem(), at)
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.within(v.Index(i), at)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			w.within(v.Field(i), at)
		}
	}
}

// leadsOn tells whether values of type t can hold statements, actions or conditions. A pointer to one kind of action does
// not: it names an action that stands in a body.
func (w *Walk) leadsOn(t reflect.Type) bool {
	if t == stmtType || t == condType || t == actionType {
		return true
	}
	if leads, known := w.leads[t]; known {
		return leads
	}
	if w.leads == nil {
		w.leads = map[reflect.Type]bool{}
	}
	w.leads[t] = false
	switch t.Kind() {
	case reflect.Pointer:
		w.leads[t] = !t.Implements(actionType) && w.leadsOn(t.Elem())
	case reflect.Slice:
		w.leads[t] = w.leadsOn(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if w.leadsOn(t.Field(i).Type) {
				w.leads[t] = true
			}
		}
	}
	return w.leads[t]
}
