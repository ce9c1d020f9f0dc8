package typed

// walk.go visits the statements and conditions of a rulebook. It finds them by their types, so that a new statement is
// walked through as soon as it is declared.

import (
	"reflect"
	"slices"
	"sync"
)

// Walk is a walk through bodies, in the order in which they are written. Each of its functions may be nil; what lies within
// an action is visited after the action itself.
type Walk struct {
	List   func(body []*Stmt)        // the statements that follow one another
	Action func(a Action, at *Place) // at: where its statement stands
	Cond   func(k *Cond)
}

var (
	bodyType   = reflect.TypeFor[[]*Stmt]()
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

func (w *Walk) cond(k *Cond) {
	if k != nil && w.Cond != nil {
		w.Cond(k)
	}
}

func (w *Walk) action(a Action, at *Place) {
	if w.Action != nil {
		w.Action(a, at)
	}
	w.within(reflect.ValueOf(a).Elem(), at)
}

// within visits what v, the whole or a part of an action, is made of.
func (w *Walk) within(v reflect.Value, at *Place) {
	switch t := v.Type(); {
	case t == bodyType:
		w.Body(v.Interface().([]*Stmt))
	case t == condType:
		w.cond(v.Interface().(*Cond))
	case t == actionType:
		if a, ok := v.Interface().(Action); ok {
			w.action(a, at)
		}
	case t.Kind() == reflect.Pointer:
		if !v.IsNil() {
			w.within(v.Elem(), at)
		}
	case t.Kind() == reflect.Slice:
		for i := range v.Len() {
			w.within(v.Index(i), at)
		}
	case t.Kind() == reflect.Struct:
		for _, i := range ways(t) {
			w.within(v.Field(i), at)
		}
	}
}

// waysOf keeps what ways found, by type.
var waysOf sync.Map

// ways lists the fields of a struct that can hold statements, actions or conditions.
func ways(t reflect.Type) []int {
	if known, ok := waysOf.Load(t); ok {
		return known.([]int)
	}
	var fields []int
	for i := range t.NumField() {
		if leadsOn(t.Field(i).Type, nil) {
			fields = append(fields, i)
		}
	}
	waysOf.Store(t, fields)
	return fields
}

// leadsOn reports whether values of type t can hold statements, actions or conditions; under are the types that t was found
// in. A pointer to one kind of action does not: it names an action that stands in a body.
func leadsOn(t reflect.Type, under []reflect.Type) bool {
	switch {
	case t == bodyType || t == condType || t == actionType:
		return true
	case slices.Contains(under, t) || t.Implements(actionType):
		return false
	}
	under = append(under, t)
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return leadsOn(t.Elem(), under)
	case reflect.Struct:
		for i := range t.NumField() {
			if leadsOn(t.Field(i).Type, under) {
				return true
			}
		}
	}
	return false
}
