// This file copies a compiled game, so that each worker changes its own.

package mutation

import (
	"reflect"

	"rulebound/engine/def"
)

// Clone copies a game, so that the copy can be changed. Formulas that stand at several places of it are one in the copy too.
func Clone(gd *def.GameDef) *def.GameDef {
	c := cloner{seen: map[*def.Expr]*def.Expr{}}
	out := c.value(reflect.ValueOf(*gd)).Interface().(def.GameDef)
	return &out
}

type cloner struct {
	seen map[*def.Expr]*def.Expr
}

func (c *cloner) value(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if e, ok := v.Interface().(*def.Expr); ok {
			return reflect.ValueOf(c.expr(e))
		}
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(c.value(v.Elem()))
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(c.value(v.Index(i)))
		}
		return out
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			out.Field(i).Set(c.value(v.Field(i)))
		}
		return out
	}
	return v
}

func (c *cloner) expr(e *def.Expr) *def.Expr {
	if e == nil {
		return nil
	}
	if out, ok := c.seen[e]; ok {
		return out
	}
	out := &def.Expr{Op: e.Op, Type: e.Type, I: e.I, Node: e.Node, Necessary: e.Necessary, Made: e.Made}
	c.seen[e] = out
	for _, a := range e.Args {
		out.Args = append(out.Args, c.expr(a))
	}
	return out
}
