package explain

// This file finds the meanings of a name and explains them.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/engine/def"
)

// Names lists the valid arguments of Find.
func Names(g *corpus.Game) []string {
	b := open(g)
	out := slices.Concat(coverage.Known(g.Book), slices.Sorted(maps.Keys(g.Book.Declared)))
	for i := range g.Def.Procs {
		out = append(out, g.Def.Procs[i].ID)
	}
	for i := range g.Def.Decisions {
		out = append(out, b.decisionName(int32(i)), g.Def.Decisions[i].Name)
	}
	for i := range g.Def.Points {
		out = append(out, g.Def.Points[i].ID)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(name string) bool { return name == "" })
}

// Find explains each meaning of a name in a game: a clause or section, a procedure, a decision (bare or after its
// procedure), a function, a variable or derived value (bare or after its owner), an effect, a hook point, a card, or
// any other declaration. It returns nothing for an unknown name.
func Find(g *corpus.Game, name string) []Answer {
	b, gd := open(g), g.Def
	var out []Answer
	put := func(kind, title string, a Answer) {
		a.Game, a.Kind, a.Name, a.Title = g.ID, kind, cmp.Or(a.Name, name), title
		if a.Clauses == nil {
			a.Clauses = b.clausesOf(a.Statements)
		}
		out = append(out, a)
	}
	for i := range b.Book.Clauses {
		if k := &b.Book.Clauses[i]; k.ID == name {
			put("clause", k.Title, b.clause(k))
		}
	}
	for _, h := range b.Book.Headings {
		if h.Number == name && name != "" {
			put("section", h.Title, b.section(name))
		}
	}
	for i := range gd.Procs {
		if gd.Procs[i].ID == name {
			put("procedure", gd.Procs[i].Title, b.procedure(int32(i)))
		}
	}
	for i := range gd.Functions {
		if f := &gd.Functions[i]; f.ID == name {
			put("function", "", b.function(int64(i)))
		}
	}
	b.values(name, put)
	for i := range gd.Decisions {
		if full := b.decisionName(int32(i)); full == name || gd.Decisions[i].Name == name {
			a := b.decision(int32(i))
			a.Name = full
			put("decision", "", a)
		}
	}
	for i := range gd.Lasting {
		if gd.Lasting[i].ID == name {
			put("effect", gd.Lasting[i].Title, b.effect(int32(i)))
		}
	}
	for i := range gd.Points {
		if gd.Points[i].ID == name {
			put("point", gd.Points[i].Title, b.point(int32(i)))
		}
	}
	for i := range gd.Cards {
		if gd.Cards[i].ID == name {
			put("card", gd.Cards[i].Title, b.card(i))
		}
	}
	if _, declared := b.Book.Declared[name]; declared && len(out) == 0 {
		put("name", b.title(name), Answer{Statements: b.declared(name, 0)})
	}
	return out
}

// values passes the variables and derived values of a name to put.
func (b *book) values(name string, put func(kind, title string, a Answer)) {
	owner, last := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		owner, last = name[:i], name[i+1:]
	}
	of := func(per def.Kind) bool {
		_, ok := b.Def.Value(owner, def.Type{Kind: per})
		return owner == "" || per != def.KNone && ok
	}
	for i := range b.Def.Vars {
		v := &b.Def.Vars[i]
		cell, named := b.Def.Value(name, def.TTrack)
		if named && int64(v.Base) <= cell && cell < int64(v.Base+v.Len) || v.ID == last && of(v.Owner()) {
			put("variable", v.Title, b.variable(v))
		}
	}
	for i := range b.Def.Derived {
		if d := &b.Def.Derived[i]; d.ID == last && of(d.Per) {
			a := Answer{Statements: b.declared(d.ID, d.Node), Formulas: b.formulas(-1, "value", d.Value), Hooks: b.hooksOf(d.Value)}
			u := &uses{book: b}
			u.formulas("reads", func(e *def.Expr) bool { return e.Op == def.OpDerived && e.I == int64(i) })
			a.Uses = u.found()
			put("derived value", d.Title, a)
		}
	}
}

// title returns the title of any other declaration.
func (b *book) title(name string) string {
	for _, kind := range []def.Kind{def.KSeat, def.KZone} {
		if v, ok := b.Def.Value(name, def.Type{Kind: kind}); ok && v >= 0 {
			return b.Def.Entitled(v, def.Type{Kind: kind})
		}
	}
	return ""
}

// clause explains a clause: its implementation, and the scenarios that name it.
func (b *book) clause(k *source.Clause) Answer {
	a := Answer{Clauses: b.clauses(k.ID), Facts: []Fact{{"kind", k.Kind}}}
	if k.Reason != "" {
		a.Facts = append(a.Facts, Fact{"not modelled", k.Reason})
	}
	var nodes []int32
	for i := range b.Def.Nodes {
		if slices.Contains(b.Def.Nodes[i].Rules, k.ID) {
			nodes = append(nodes, int32(i))
		}
	}
	a.Statements = b.outermost(nodes)
	var about []string
	for _, c := range b.Cases {
		if slices.Contains(c.Script.Rules, k.ID) {
			about = append(about, c.Script.ID())
		}
	}
	if len(about) > 0 {
		a.Facts = append(a.Facts, Fact{"scenarios", strings.Join(about, ", ")})
	}
	return a
}

// outermost returns the statements of nodes that are not inside each other, in the order of the rulebook.
func (b *book) outermost(nodes []int32) []Statement {
	var all []Statement
	for _, i := range nodes {
		all = append(all, b.statement(i))
	}
	slices.SortStableFunc(all, func(a, c Statement) int { return compareUses(Use{Place: a.Place}, Use{Place: c.Place}) })
	var out []Statement
	for _, s := range all {
		if last := len(out) - 1; last >= 0 && out[last].holds(s.Place) {
			continue
		}
		out = append(out, s)
	}
	return out
}

// holds reports whether a place that is not before a statement is inside it.
func (s *Statement) holds(p Place) bool {
	if p.File != s.File || len(s.Source) == 0 || p.Line > s.Line+len(s.Source)-1 {
		return false
	}
	end := len([]rune(s.Source[len(s.Source)-1]))
	if len(s.Source) == 1 {
		end += s.Col - 1
	}
	return p.Line < s.Line+len(s.Source)-1 || p.Col <= end
}

// section lists the clauses of a section.
func (b *book) section(number string) Answer {
	var ids []string
	for _, k := range b.Book.Clauses {
		if k.Section == number {
			ids = append(ids, k.ID)
		}
	}
	return Answer{Clauses: b.clauses(ids...)}
}

// procedure explains a procedure: its statements, conditions, decisions and callers.
func (b *book) procedure(i int32) Answer {
	p := &b.Def.Procs[i]
	a := Answer{Statements: b.declared(p.ID, p.Node), Uses: b.callers(i), Asks: b.asks(i)}
	var exprs []*def.Expr
	for _, in := range b.facts.Body(i) {
		exprs = append(exprs, in.X...)
		if in.Op == def.CDecide {
			exprs = slices.AppendSeq(exprs, b.Def.Decisions[in.A].Expressions())
		}
	}
	for _, c := range p.Requires {
		a.Formulas = append(a.Formulas, b.formulas(-1, "requires", c.When)...)
	}
	a.Hooks = b.hooksOf(exprs...)
	return a
}

// decision explains a decision and its offers.
func (b *book) decision(i int32) Answer {
	d := &b.Def.Decisions[i]
	a := Answer{Statements: []Statement{b.statement(d.Node)}}
	proc := int32(-1)
	if pc := b.asked(i); pc >= 0 {
		proc = b.facts.ProcAt(pc)
		a.Uses = []Use{{"asks it", b.proc(proc), b.node(b.Def.Procs[proc].Node)}}
	}
	for r := range b.Def.Roots() {
		if r.In == def.InDecision && r.Index == int(i) && !r.Hint() {
			a.Formulas = append(a.Formulas, b.formulas(proc, r.Name, r.Expr)...)
		}
	}
	a.Hooks = b.hooksOf(slices.Collect(d.Expressions())...)
	return a
}

// function explains a function and its callers.
func (b *book) function(i int64) Answer {
	f := &b.Def.Functions[i]
	u := &uses{book: b}
	u.formulas("calls", func(e *def.Expr) bool { return e.Op == def.OpCall && e.I == i })
	return Answer{Statements: b.declared(f.ID, f.Node), Formulas: b.formulas(-1, "value", f.Body), Uses: u.found(), Hooks: b.hooksOf(f.Body)}
}

// variable explains a variable and what reads and writes it.
func (b *book) variable(v *def.VarDef) Answer {
	a := Answer{Statements: b.declared(v.ID, v.Node), Uses: b.ofCells(v)}
	first := b.Def.Initial[v.Base]
	if b.Def.Words(v.Type) == 1 {
		a.Facts = append(a.Facts, Fact{"at the beginning", b.Def.SpellList(first, v.Type)})
	}
	if v.Bounded {
		a.Facts = append(a.Facts, Fact{"bounds", fmt.Sprintf("%d to %d", v.Min, v.Max)})
	}
	return a
}

// effect explains an effect: its points, and what begins and ends it.
func (b *book) effect(i int32) Answer {
	l := &b.Def.Lasting[i]
	a := Answer{Statements: b.declared(l.ID, l.Node)}
	for at := range b.Def.Attachments {
		if b.Def.Attachments[at].Lasting == i {
			a.Hooks = append(a.Hooks, b.hook(int32(at)))
		}
	}
	u := &uses{book: b}
	named := func(e *def.Expr) bool { return e.Op == def.OpConst && e.Type.Kind == def.KLasting && e.I == int64(i) }
	u.formulas("reads", func(e *def.Expr) bool { return e.Op == def.OpStamp && e.I == int64(i) })
	for pc := range b.Def.Code {
		in := &b.Def.Code[pc]
		if how := map[def.Code]string{def.CActivate: "begins it", def.CEnd: "ends it"}[in.Op]; how != "" && named(in.X[0]) {
			u.add(how, b.proc(b.facts.ProcAt(int32(pc))), in.Node)
		}
	}
	a.Uses = u.found()
	return a
}

// point explains a hook point: its attachments, and what consults it.
func (b *book) point(i int32) Answer {
	p := &b.Def.Points[i]
	u := &uses{book: b}
	u.formulas("consults", func(e *def.Expr) bool {
		return (e.Op == def.OpHookAllow || e.Op == def.OpHookNumber || e.Op == def.OpHookPool) && e.I == int64(i)
	})
	for pc := range b.Def.Code {
		if in := &b.Def.Code[pc]; in.Op == def.CHooks && in.A == i {
			u.add("runs", b.proc(b.facts.ProcAt(int32(pc))), in.Node)
		}
	}
	return Answer{Statements: b.declared(p.ID, p.Node), Hooks: b.attached(i), Uses: u.found()}
}

// card explains a card: its entry, and the procedures that it names.
func (b *book) card(i int) Answer {
	a := Answer{Statements: b.declared(b.Def.Cards[i].ID, 0)}
	for _, l := range b.Def.Lookups {
		name, of := strings.CutPrefix(l.ID, "card.")
		if !of || i >= len(l.Values) || l.Values[i] == def.None {
			continue
		}
		if l.Type.Kind != def.KProc {
			a.Facts = append(a.Facts, Fact{name, b.Def.SpellList(l.Values[i], l.Type)})
			continue
		}
		p := &b.Def.Procs[l.Values[i]]
		a.Facts = append(a.Facts, Fact{name, p.ID})
		a.Statements = append(a.Statements, b.statement(p.Node))
	}
	a.Clauses = b.clausesOf(a.Statements)
	u := &uses{book: b}
	u.formulas("names", func(e *def.Expr) bool { return e.Op == def.OpConst && e.Type.Kind == def.KCard && e.I == int64(i) })
	a.Uses = u.found()
	return a
}
