package engine

// This file proves when a game is loaded that pure rules do not need themselves, so that every evaluation ends.

import (
	"fmt"

	"rulebound/engine/def"
)

// acyclic proves that no function, derived value or hook point needs itself, so that evaluation ends.
func (b *builder) acyclic() {
	state := map[string]int8{}
	var visit func(kind string, i int64)
	var walk func(e *def.Expr, depth int)
	walk = func(e *def.Expr, depth int) {
		if e == nil {
			return
		}
		if depth > def.MaxNesting {
			b.fail("an expression is nested more than %d deep", def.MaxNesting)
		}
		switch e.Op {
		case def.OpCall:
			visit("function", e.I)
		case def.OpDerived:
			visit("derived value", e.I)
		case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
			visit("point", e.I)
		case def.OpPossible:
			if e.I >= 0 && e.I < int64(len(b.def.Procs)) && b.def.Procs[e.I].Possible >= 0 {
				visit("function", int64(b.def.Procs[e.I].Possible))
			}
		}
		for _, a := range e.Args {
			walk(a, depth+1)
		}
	}
	visit = func(kind string, i int64) {
		n := map[string]int{"function": len(b.def.Functions), "derived value": len(b.def.Derived), "point": len(b.def.Points)}[kind]
		b.index(kind, i, n)
		key := fmt.Sprint(kind, i)
		switch state[key] {
		case 1:
			b.fail("%s %d needs itself", kind, i)
		case 2:
			return
		}
		state[key] = 1
		if len(state) > maxCells {
			b.fail("too many rules")
		}
		switch kind {
		case "function":
			walk(b.def.Functions[i].Body, 0)
		case "derived value":
			walk(b.def.Derived[i].Value, 0)
		case "point":
			for _, a := range b.def.Points[i].Attach {
				at := b.def.Attachments[a]
				for _, e := range []*def.Expr{at.When, at.Value, at.Add, at.Remove} {
					walk(e, 0)
				}
			}
		}
		state[key] = 2
	}
	for i := range b.def.Functions {
		visit("function", int64(i))
	}
	for i := range b.def.Derived {
		visit("derived value", int64(i))
	}
	for i := range b.def.Points {
		visit("point", int64(i))
	}
}
