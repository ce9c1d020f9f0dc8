package check

// This file reports recursive formulas. Functions, derived values, hook points and possible-functions may refer to each other,
// but evaluation must terminate.

import (
	"rulebound/compiler/diag"
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// formulaRef is a node of the dependency graph of formulas.
type formulaRef struct {
	kind  def.Op // OpCall, OpDerived, OpHookNumber for all points, OpPossible
	index int64
}

// formulas searches the dependency graph of a compiled game.
type formulas struct {
	gd         *def.GameDef
	rb         *typed.Rulebook
	list       diag.List
	state      map[formulaRef]progress
	reportedAt map[diag.Pos]bool
}

// formulaCycles reports each recursive node once.
func formulaCycles(gd *def.GameDef, rb *typed.Rulebook) diag.List {
	f := &formulas{gd: gd, rb: rb, state: map[formulaRef]progress{}, reportedAt: map[diag.Pos]bool{}}
	for _, all := range []struct {
		kind def.Op
		n    int
	}{{def.OpCall, len(rb.Functions)}, {def.OpDerived, len(gd.Derived)}, {def.OpHookNumber, len(gd.Points)}} {
		for i := range all.n {
			if t := (formulaRef{all.kind, int64(i)}); f.state[t] == 0 {
				f.visit(t)
			}
		}
	}
	return f.list
}

func (f *formulas) visit(t formulaRef) {
	f.state[t] = underWay
	if t.kind == def.OpHookNumber {
		for _, i := range f.gd.Points[t.index].Attach {
			for _, x := range f.attached(i) {
				f.visitRefs(x, f.rb.Hooks[i].At.Pos)
			}
		}
	} else {
		_, pos := f.name(t)
		f.visitRefs(f.formulaOf(t), pos)
	}
	f.state[t] = done
}

// attached returns the formulas of an attachment, some of them nil.
func (f *formulas) attached(i int32) []*def.Expr {
	a := &f.gd.Attachments[i]
	return []*def.Expr{a.When, a.Value, a.Add, a.Remove}
}

// searches reports whether formulas can query if a procedure can satisfy its initial obligation, which takes a search.
func (f *formulas) searches(list []*def.Expr) bool {
	for len(list) > 0 {
		x := list[0]
		list = list[1:]
		for y := range x.All() {
			if y.Op == def.OpAhead {
				return true
			}
			for _, t := range f.refs(y) {
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

// visitRefs visits the nodes on which x, at a position, depends.
func (f *formulas) visitRefs(x *def.Expr, at diag.Pos) {
	if x == nil {
		return
	}
	for _, t := range f.refs(x) {
		switch f.state[t] {
		case underWay:
			f.report(t, at)
		case 0:
			f.visit(t)
		}
	}
	for _, a := range x.Args {
		f.visitRefs(a, at)
	}
}

// report reports t, which depends on itself through a reference at a position.
func (f *formulas) report(t formulaRef, at diag.Pos) {
	label, pos := f.name(t)
	if t.kind == def.OpHookNumber {
		pos = at
	}
	if !f.reportedAt[pos] {
		f.reportedAt[pos] = true
		f.list.Errorf(pos, "recursion", "%s reaches itself", label)
	}
}

// refs returns the nodes on which x depends directly, without its operands.
func (f *formulas) refs(x *def.Expr) []formulaRef {
	switch x.Op {
	case def.OpCall, def.OpDerived, def.OpPossible:
		return []formulaRef{{x.Op, x.I}}
	case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
		return []formulaRef{{def.OpHookNumber, x.I}}
	case def.OpPossibleDyn:
		var out []formulaRef
		for _, p := range stored(f.rb, x.Args[0].Type) {
			out = append(out, formulaRef{def.OpPossible, int64(p)})
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
func (f *formulas) formulaOf(t formulaRef) *def.Expr {
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
func (f *formulas) name(t formulaRef) (string, diag.Pos) {
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
