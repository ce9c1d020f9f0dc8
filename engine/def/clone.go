package def

import "reflect"

// Clone returns a deep copy of a game. Expressions shared in the game are shared in the copy.
func Clone(gd *GameDef) *GameDef {
	c := cloner{seen: map[*Expr]*Expr{}}
	out := c.value(reflect.ValueOf(*gd)).Interface().(GameDef)
	return &out
}

type cloner struct {
	seen map[*Expr]*Expr
}

func (c *cloner) value(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if e, ok := v.Interface().(*Expr); ok {
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

func (c *cloner) expr(e *Expr) *Expr {
	if e == nil {
		return nil
	}
	if out, ok := c.seen[e]; ok {
		return out
	}
	out := new(Expr)
	*out = *e
	out.Args = nil
	c.seen[e] = out
	for _, a := range e.Args {
		out.Args = append(out.Args, c.expr(a))
	}
	return out
}
