package compiler

// cycles.go refuses formulas that need themselves: functions, derived values, hook points and the question whether a
// procedure is possible may refer to each other, but a formula in play must come to an end.

import (
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// thought is something that is computed from formulas.
type thought struct {
	kind  def.Op // OpCall, OpDerived, OpHookNumber for all points, OpPossible
	index int64
}

// checkFormulas reports each thought that reaches itself, once a cycle.
func (c *compiler) checkFormulas() {
	const (
		underWay = 1
		done     = 2
	)
	state := map[thought]int{}
	var visit func(t thought)
	see := func(x *def.Expr, at diag.Pos) {
		c.thoughts(x, func(t thought) {
			switch state[t] {
			case underWay:
				what, pos := c.thoughtName(t)
				if t.kind == def.OpHookNumber {
					pos = at
				}
				c.errorf(pos, "recursion", "%s reaches itself", what)
			case 0:
				visit(t)
			}
		})
	}
	visit = func(t thought) {
		state[t] = underWay
		for _, x := range c.formulasOf(t) {
			_, pos := c.thoughtName(t)
			if x != nil && t.kind == def.OpHookNumber {
				pos = c.hookPos(t.index, x)
			}
			see(x, pos)
		}
		state[t] = done
	}
	for i := range c.funcs {
		if t := (thought{def.OpCall, int64(i)}); state[t] == 0 {
			visit(t)
		}
	}
	for i := range c.derived {
		if t := (thought{def.OpDerived, int64(i)}); state[t] == 0 {
			visit(t)
		}
	}
	for i := range c.def.Points {
		if t := (thought{def.OpHookNumber, int64(i)}); state[t] == 0 {
			visit(t)
		}
	}
}

// thoughts calls f for everything that x asks for.
func (c *compiler) thoughts(x *def.Expr, f func(thought)) {
	if x == nil {
		return
	}
	switch x.Op {
	case def.OpCall, def.OpDerived, def.OpPossible:
		f(thought{x.Op, x.I})
	case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
		f(thought{def.OpHookNumber, x.I})
	case def.OpPossibleDyn:
		if len(x.Args) > 0 && x.Args[0].Type.Of > 0 {
			for _, p := range c.sigUse[x.Args[0].Type.Of-1] {
				f(thought{def.OpPossible, int64(p)})
			}
		}
	}
	for _, a := range x.Args {
		c.thoughts(a, f)
	}
}

// formulasOf lists the formulas that t is computed from.
func (c *compiler) formulasOf(t thought) []*def.Expr {
	d := c.def
	switch t.kind {
	case def.OpCall:
		return []*def.Expr{d.Functions[t.index].Body}
	case def.OpDerived:
		return []*def.Expr{d.Derived[t.index].Value}
	case def.OpPossible:
		if f := d.Procs[t.index].Possible; f >= 0 {
			return []*def.Expr{d.Functions[f].Body}
		}
	case def.OpHookNumber:
		var all []*def.Expr
		for _, i := range d.Points[t.index].Attach {
			a := &d.Attachments[i]
			all = append(all, a.When, a.Value, a.Add, a.Remove)
		}
		return all
	}
	return nil
}

// hookPos is the place of the hook on point that x belongs to.
func (c *compiler) hookPos(point int64, x *def.Expr) diag.Pos {
	for _, i := range c.def.Points[point].Attach {
		if a := &c.def.Attachments[i]; x == a.When || x == a.Value || x == a.Add || x == a.Remove {
			n := c.def.Nodes[a.Node]
			return diag.Pos{File: n.File, Line: int(n.Line), Col: int(n.Col)}
		}
	}
	return idPos(c.items("points")[point])
}

// thoughtName says what t is and where it is declared.
func (c *compiler) thoughtName(t thought) (string, diag.Pos) {
	switch t.kind {
	case def.OpCall:
		return "function " + c.funcs[t.index].id, idPos(c.funcs[t.index].n)
	case def.OpDerived:
		return "derived value " + c.derived[t.index].id, idPos(c.derived[t.index].n)
	case def.OpPossible:
		return "the question whether " + c.procs[t.index].id + " is possible", idPos(c.procs[t.index].n)
	}
	return "hook point " + c.def.Points[t.index].ID, idPos(c.items("points")[t.index])
}
