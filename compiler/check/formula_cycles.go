package check

// This file reports recursive formulas. Functions, derived values, hook points and possible-functions may refer to each other,
// but evaluation must terminate.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// thought is a node of the dependency graph of formulas.
type thought struct {
	kind  def.Op // OpCall, OpDerived, OpHookNumber for all points, OpPossible
	index int64
}

// formulas searches the dependency graph of a compiled game.
type formulas struct {
	gd    *def.GameDef
	rb    *typed.Rulebook
	list  diag.List
	state map[thought]progress
	told  map[diag.Pos]bool
}

// formulaCycles reports each recursive node once.
func formulaCycles(gd *def.GameDef, rb *typed.Rulebook) diag.List {
	f := &formulas{gd: gd, rb: rb, state: map[thought]progress{}, told: map[diag.Pos]bool{}}
	for _, all := range []struct {
		kind def.Op
		n    int
	}{{def.OpCall, len(rb.Functions)}, {def.OpDerived, len(gd.Derived)}, {def.OpHookNumber, len(gd.Points)}} {
		for i := range all.n {
			if t := (thought{all.kind, int64(i)}); f.state[t] == 0 {
				f.visit(t)
			}
		}
	}
	return f.list
}

func (f *formulas) visit(t thought) {
	f.state[t] = underWay
	if t.kind == def.OpHookNumber {
		for _, i := range f.gd.Points[t.index].Attach {
			for _, x := range f.attached(i) {
				f.see(x, f.rb.Hooks[i].At.Pos)
			}
		}
	} else {
		_, pos := f.name(t)
		f.see(f.formulaOf(t), pos)
	}
	f.state[t] = done
}

// attached returns the formulas of an attachment, some of them nil.
func (f *formulas) attached(i int32) []*def.Expr {
	a := &f.gd.Attachments[i]
	return []*def.Expr{a.When, a.Value, a.Add, a.Remove}
}

// foresee reports whether formulas can query if a procedure can satisfy its initial obligation, which takes a search.
func (f *formulas) foresee(list []*def.Expr) bool {
	for len(list) > 0 {
		x := list[0]
		list = list[1:]
		for y := range x.All() {
			if y.Op == def.OpAhead {
				return true
			}
			for _, t := range f.asked(y) {
				switch {
				case f.state[t] == done:
					continue
				case t.kind != def.OpHookNumber:
					list = append(list, f.formulaOf(t))
				default:
					for _, i := range f.gd.Points[t.index].Attach {
						list = append(list, f.attached(i)...)
					}
				}
				f.state[t] = done
			}
		}
	}
	return false
}

// see visits the nodes on which x, at a position, depends.
func (f *formulas) see(x *def.Expr, at diag.Pos) {
	if x == nil {
		return
	}
	for _, t := range f.asked(x) {
		switch f.state[t] {
		case underWay:
			f.tell(t, at)
		case 0:
			f.visit(t)
		}
	}
	for _, a := range x.Args {
		f.see(a, at)
	}
}

// tell reports t, which depends on itself through a reference at a position.
func (f *formulas) tell(t thought, at diag.Pos) {
	label, pos := f.name(t)
	if t.kind == def.OpHookNumber {
		pos = at
	}
	if !f.told[pos] {
		f.told[pos] = true
		f.list.Errorf(pos, "recursion", "%s reaches itself", label)
	}
}

// asked returns the nodes on which x depends directly, without its operands.
func (f *formulas) asked(x *def.Expr) []thought {
	switch x.Op {
	case def.OpCall, def.OpDerived, def.OpPossible:
		return []thought{{x.Op, x.I}}
	case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
		return []thought{{def.OpHookNumber, x.I}}
	case def.OpPossibleDyn:
		var out []thought
		for _, p := range stored(f.rb, x.Args[0].Type) {
			out = append(out, thought{def.OpPossible, int64(p)})
		}
		return out
	}
	return nil
}

// stored returns the procedures that a value of a procedure type can have.
func stored(rb *typed.Rulebook, t def.Type) []int32 {
	if t.Of > 0 {
		return rb.Stored[t.Of-1]
	}
	return nil
}

// formulaOf returns the formula of t, or nil.
func (f *formulas) formulaOf(t thought) *def.Expr {
	switch t.kind {
	case def.OpCall:
		return f.gd.Functions[t.index].Body
	case def.OpDerived:
		return f.gd.Derived[t.index].Value
	}
	if possible := f.gd.Procs[t.index].Possible; possible >= 0 {
		return f.gd.Functions[possible].Body
	}
	return nil
}

// name returns a description of t and the position of its declaration.
func (f *formulas) name(t thought) (string, diag.Pos) {
	switch t.kind {
	case def.OpCall:
		return "function " + f.gd.Functions[t.index].ID, f.rb.Functions[t.index].Pos
	case def.OpDerived:
		return "derived value " + f.gd.Derived[t.index].ID, f.rb.Derived[t.index].Pos
	case def.OpPossible:
		p := f.rb.Procs[t.index]
		return "the question whether " + p.ID + " is possible", p.Pos
	}
	return "hook point " + f.gd.Points[t.index].ID, f.rb.Points[t.index].Pos
}
