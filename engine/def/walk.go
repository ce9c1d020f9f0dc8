package def

// This file iterates over all expressions of a game, so that callers need not know which fields hold them.

import (
	"iter"
	"slices"
)

// All iterates over an expression and its subexpressions in pre-order; missing operands are skipped. A nil expression yields nothing.
func (e *Expr) All() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) { e.walk(yield) }
}

func (e *Expr) walk(yield func(*Expr) bool) bool {
	if e == nil {
		return true
	}
	if !yield(e) {
		return false
	}
	for _, a := range e.Args {
		if !a.walk(yield) {
			return false
		}
	}
	return true
}

// Within is the part of a game that contains an expression.
type Within uint8

const (
	InCode       Within = iota // Code[Index]: Name is that of the operand, "" of an additional one
	InDecision                 // Decisions[Index]: Name is that of the field
	InProc                     // Procs[Index]: a requirement
	InFunction                 // Functions[Index]
	InDerived                  // Derived[Index]
	InAttachment               // Attachments[Index]: Name is that of the field
	InInvariant                // Invariants[Index]
)

// Root is an expression that is not part of another one.
type Root struct {
	*Expr
	In    Within
	Index int
	Name  string
	Cond  *Cond // the condition whose When it is, or nil
}

// Roots iterates over all root expressions of the game, in the order of its code, decisions, procedures, functions, derived values,
// attachments and invariants; missing ones are skipped.
func (g *GameDef) Roots() iter.Seq[Root] {
	return func(yield func(Root) bool) {
		w := rooted{yield: yield}
		w.code(g.Code)
		w.in = InDecision
		for i := range g.Decisions {
			w.index = i
			w.decision(&g.Decisions[i])
		}
		w.in = InProc
		for i := range g.Procs {
			w.index = i
			w.conds("requires", g.Procs[i].Requires)
		}
		w.in = InFunction
		for i := range g.Functions {
			w.index = i
			w.expr("body", g.Functions[i].Body)
		}
		w.in = InDerived
		for i := range g.Derived {
			w.index = i
			w.expr("value", g.Derived[i].Value)
		}
		w.in = InAttachment
		for i := range g.Attachments {
			w.index = i
			w.attachment(&g.Attachments[i])
		}
		w.in = InInvariant
		for i := range g.Invariants {
			w.index = i
			w.expr("require", g.Invariants[i].Require)
		}
	}
}

// Hint reports whether the expression is a search hint, which no rule reads.
func (r *Root) Hint() bool { return r.In == InDecision && (r.Name == "seek" || r.Name == "needs") }

// Callers reports for each function whether rules call it, directly or through other functions, and whether search hints do.
func (g *GameDef) Callers() (rules, hints []bool) {
	rules, hints = make([]bool, len(g.Functions)), make([]bool, len(g.Functions))
	var call func(from []bool, f int64)
	calls := func(from []bool, e *Expr) {
		for x := range e.All() {
			if x.Op == OpCall {
				call(from, x.I)
			}
		}
	}
	call = func(from []bool, f int64) {
		if !from[f] {
			from[f] = true
			calls(from, g.Functions[f].Body)
		}
	}
	for r := range g.Roots() {
		switch {
		case r.In == InFunction:
		case r.Hint():
			calls(hints, r.Expr)
		default:
			calls(rules, r.Expr)
		}
	}
	for i := range g.Procs {
		if f := g.Procs[i].Possible; f >= 0 {
			call(rules, int64(f))
		}
	}
	return rules, hints
}

// Expressions iterates over the root expressions of a decision.
func (d *DecisionDef) Expressions() iter.Seq[*Expr] {
	return func(yield func(*Expr) bool) {
		w := rooted{yield: func(r Root) bool { return yield(r.Expr) }, in: InDecision}
		w.decision(d)
	}
}

// rooted is a walk over root expressions.
type rooted struct {
	yield func(Root) bool
	in    Within
	index int
	done  bool
}

func (w *rooted) expr(name string, e *Expr) { w.cond(name, e, nil) }

func (w *rooted) cond(name string, e *Expr, c *Cond) {
	if e != nil && !w.done {
		w.done = !w.yield(Root{Expr: e, In: w.in, Index: w.index, Name: name, Cond: c})
	}
}

func (w *rooted) conds(name string, list []Cond) {
	for i := range list {
		w.cond(name, list[i].When, &list[i])
		w.conds(name, list[i].Because)
	}
}

func (w *rooted) code(code []Instr) {
	w.in = InCode
	for i := range code {
		w.index = i
		row := code[i].Op.Row()
		for j, x := range code[i].X {
			name := ""
			if row != nil && j < len(row.X) {
				name = row.X[j].Name
			}
			w.expr(name, x)
		}
	}
}

func (w *rooted) decision(d *DecisionDef) {
	w.expr("by", d.By)
	w.expr("from", d.From)
	w.expr("to", d.To)
	w.conds("where", d.Where)
	w.expr("min", d.Min)
	w.expr("max", d.Max)
	w.expr("cost", d.Cost)
	w.expr("budget", d.Budget)
	w.expr("seek", d.Seek)
	w.expr("needs", d.Needs)
	w.expr("secret", d.Secret)
	w.expr("seen", d.Seen)
	for _, options := range [][]MenuOption{d.Options, d.Also} {
		for i := range options {
			w.conds("option", options[i].Where)
			w.expr("needs", options[i].Needs)
		}
	}
	w.expr("filter", d.Filter)
	for _, c := range d.Caps {
		w.expr("cap", c.Filter)
		w.expr("cap", c.Max)
	}
	for _, t := range d.Tiers {
		w.expr("tier", t)
	}
}

func (w *rooted) attachment(a *Attachment) {
	w.expr("when", a.When)
	w.expr("value", a.Value)
	w.expr("add", a.Add)
	w.expr("remove", a.Remove)
}

// Flat reports whether no operand of e has operands of its own.
func (e *Expr) Flat() bool {
	return !slices.ContainsFunc(e.Args, func(a *Expr) bool { return a != nil && len(a.Args) > 0 })
}
