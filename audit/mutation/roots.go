// This file enumerates the formulas of a compiled game with their origins.

package mutation

import (
	"slices"

	"rulebound/engine/def"
)

// root is a formula with its origin.
type root struct {
	e *def.Expr
	origin
}

// roots calls f with every formula of the game except those of notes. The reach of functions and derived values is what
// survey has found so far.
func (l *lister) roots(f func(r root)) {
	give := func(e *def.Expr, o origin) {
		if e != nil {
			f(root{e, o})
		}
	}
	for pc := range l.def.Code {
		l.rootsOfCode(pc, give)
	}
	for i := range l.def.Decisions {
		l.rootsOfDecision(i, give)
	}
	for i := range l.def.Attachments {
		l.rootsOfAttachment(&l.def.Attachments[i], give)
	}
	for i, d := range l.def.Derived {
		give(d.Value, origin{node: d.Node, reach: l.derived[i], proc: int32(def.None), watched: l.watchedDerived[i]})
	}
	ruled, _ := l.def.Callers()
	for i, d := range l.def.Functions {
		if !ruled[i] { // called only by search hints or checks of the data
			continue
		}
		if p, ok := l.possible[int32(i)]; ok {
			l.requirements(&l.def.Procs[p], d.Body, l.functions[i], give)
			continue
		}
		give(d.Body, origin{node: d.Node, reach: l.functions[i], proc: int32(def.None), watched: l.watchedFunctions[i]})
	}
}

func (l *lister) rootsOfCode(pc int, give func(*def.Expr, origin)) {
	in := &l.def.Code[pc]
	if in.Op == def.CNote || in.Op == def.CBody {
		return
	}
	o := origin{node: in.Node, reach: l.reachOf(in), proc: l.procOf[pc], machine: !l.written(in)}
	target := l.target(in)
	if in.Op == def.CSet && in.A == def.ToLocal && o.proc >= 0 { // a grant sets all its arguments at one place
		if names := l.def.Procs[o.proc].Names; int(in.B) < len(names) {
			target += " " + names[in.B]
		}
	}
	for i, x := range in.X {
		p := o.below("%s %d", target, i)
		if l.ofSeats[in] {
			p = o.below("%s", target)
		}
		if in.Op == def.CCall && i < len(l.def.Procs[in.A].Params) {
			p.label, p.machine = "argument "+l.def.Procs[in.A].Params[i].Name, p.machine || in.C>>i&1 == 1
		}
		give(x, p)
	}
}

// labelled is an expression with its key in the rulebook.
type labelled struct {
	name string
	e    *def.Expr
}

func (l *lister) rootsOfDecision(i int, give func(*def.Expr, origin)) {
	d := &l.def.Decisions[i]
	o := origin{node: d.Node, reach: l.decision[i], proc: l.decider[i]}
	for _, x := range []labelled{{"by", d.By}, {"from", d.From}, {"to", d.To}, {"of", d.Filter}, {"cost", d.Cost}, {"budget", d.Budget}} {
		p := o.below("%s", x.name)
		p.label = x.name
		give(x.e, p)
	}
	for _, x := range []labelled{{"min", d.Min}, {most(d), d.Max}} {
		p := o.below("%s", x.name)
		p.label, p.machine = x.name, d.Kind == def.Roll || d.Kind == def.One
		give(x.e, p)
	}
	for j, x := range d.Caps {
		give(x.Filter, o.below("cap %d of", j))
		give(x.Max, o.below("cap %d max", j))
	}
	for j, x := range d.Tiers {
		give(x, o.below("tier %d", j))
	}
	o.machine = true // conditions have nodes of their own
	for _, c := range d.Where {
		give(c.When, o)
	}
	for _, x := range slices.Concat(d.Options, d.Also) {
		for _, c := range x.Where {
			give(c.When, o)
		}
	}
}

func (l *lister) rootsOfAttachment(a *def.Attachment, give func(*def.Expr, origin)) {
	o := origin{node: a.Node, reach: l.base.ran[a.Node], proc: int32(def.None)}
	when := o.below("when")
	when.reach = l.attached(a)
	give(a.When, when)
	give(a.Value, o.below("value"))
	give(a.Add, o.below("add"))
	give(a.Remove, o.below("remove"))
}

// requirements calls give with the conditions under which a procedure is possible, twice: with those that refusals explain,
// and with those of the function that menus evaluate.
func (l *lister) requirements(p *def.ProcDef, body *def.Expr, reach set, give func(*def.Expr, origin)) {
	parts := []*def.Expr{body}
	if len(p.Requires) > 1 && body.Op == def.OpAnd && len(body.Args) == len(p.Requires) {
		parts = body.Args
	}
	for i, part := range parts {
		if i >= len(p.Requires) {
			return
		}
		c := &p.Requires[i]
		o := origin{node: c.Node, reach: reach, proc: int32(def.None)}
		if c.Node == 0 {
			o.node = c.When.Node
		}
		x, y := inside(part), inside(c.When)
		o.machine = y.Node == 0 // generated from a decision, whose place it has
		give(x, o)
		give(y, o)
	}
}

// inside removes the bindings around a condition.
func inside(e *def.Expr) *def.Expr {
	for e.Op == def.OpLet {
		e = e.Args[1]
	}
	return e
}
