// This file finds the formulas of a compiled game, the place of the rulebook that each comes from, and the scenarios that
// come there.

package mutation

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/engine/def"
)

// Book is what is known of the rulebook beside the compiled game.
type Book = *compiler.Book

// origin is where a formula stands: the nearest place of the rulebook, the way down from there, and who comes there.
type origin struct {
	node    int32
	way     string // from the node; the same for all copies that the compiler made of the formula
	reach   set
	machine bool   // not written in the rulebook itself: only places of the rulebook further down are changed
	proc    int32  // the procedure it stands in, None: none
	watched bool   // it is part of a watched value
	label   string // what it is to its statement, for words: "max", "argument free"
}

func (o origin) below(format string, args ...any) origin {
	o.way += fmt.Sprintf(format, args...)
	return o
}

// lister lists the changes of a game.
type lister struct {
	def  *def.GameDef
	book Book
	base *baseline
	list []*Mutant
	at   map[string]*Mutant      // by what makes copies one change
	seen map[*def.Expr][]*Mutant // changes inside of a formula that was met before

	watchedDerived, watchedFunctions []bool // what watched values look at

	bounding  map[int32]bool  // loops that end otherwise: their number is no rule
	guards    map[int32]int32 // node of a statement -> node of the condition before it
	procOf    []int32         // instruction -> procedure
	possible  map[int32]int32 // function -> procedure whose requirements it asks
	functions []set
	derived   []set
	decision  []set
	decider   []int32 // decision -> procedure
	namer     *namer
	root      *source.Node   // of the rulebook
	cells     map[int32]*set // cell -> scenarios that read or write it
	tables    []set          // table -> scenarios that look at its rows
	points    []set          // hook point -> scenarios that come to it

	stacked   set                // scenarios that put pieces somewhere
	read      map[int32]bool     // variables that a rule reads
	constants []*def.Expr        // all constants of formulas
	watching  bool               // the formula being listed is part of a watched value
	joined    []*Mutant          // changes that the formula being listed joined
	required  map[*def.Expr]bool // preconditions
	flag      map[*def.Expr]bool // truth values given to a variable or an argument
}

func newLister(gd *def.GameDef, book Book, base *baseline) *lister {
	l := &lister{def: gd, book: book, base: base, at: map[string]*Mutant{}, seen: map[*def.Expr][]*Mutant{}, guards: map[int32]int32{}, bounding: map[int32]bool{},
		possible: map[int32]int32{}, functions: make([]set, len(gd.Functions)), derived: make([]set, len(gd.Derived)),
		decision: make([]set, len(gd.Decisions)), decider: make([]int32, len(gd.Decisions)), namer: newNamer(nil),
		cells: map[int32]*set{}, tables: make([]set, len(gd.Tables)), points: make([]set, len(gd.Points)), read: map[int32]bool{},
		required: map[*def.Expr]bool{}, flag: map[*def.Expr]bool{}}
	if book != nil {
		l.root, _ = source.Merge(book.Blocks)
		l.namer = newNamer(l.root)
	}
	l.layout()
	l.name()
	l.watch()
	l.survey()
	return l
}

// layout finds out which procedure instructions, decisions and names belong to, and which conditions guard statements.
func (l *lister) layout() {
	gd := l.def
	l.procOf = make([]int32, len(gd.Code))
	for pc := range gd.Code {
		best := int32(def.None)
		for i, p := range gd.Procs {
			if int(p.Entry) <= pc && (best < 0 || p.Entry > gd.Procs[best].Entry) {
				best = int32(i)
			}
		}
		l.procOf[pc] = best
	}
	for i, p := range gd.Procs {
		if p.Possible >= 0 {
			l.possible[p.Possible] = int32(i)
		}
	}
	known := map[int32]bool{}
	for pc := range gd.Code {
		in := &gd.Code[pc]
		if !known[in.Node] && in.Op == def.CJumpUnless && in.Role == def.Guard {
			l.guards[in.Node] = in.X[0].Node
		}
		known[in.Node] = true
		if in.Op == def.CTick {
			l.bounding[in.Node] = l.ends(pc)
		}
		if in.Op != def.CDecide {
			continue
		}
		l.decision[in.A], l.decider[in.A] = l.reachOf(in), l.procOf[pc]
	}
}

// ends tells whether the loop whose bound is counted at pc has another end: a while, a stop, a return.
func (l *lister) ends(pc int) bool {
	node, out := l.def.Code[pc].Node, l.def.Code[pc-1].A
	for i := pc + 1; i < int(out); i++ {
		in := &l.def.Code[i]
		if in.Op == def.CReturn || in.Op == def.CJumpUnless && in.Node == node || in.Op == def.CJump && in.A >= out {
			return true
		}
	}
	return false
}

// reachOf gives the scenarios that carry out an instruction. A statement and the condition before it are one node: the
// statement is reached where the condition held.
func (l *lister) reachOf(in *def.Instr) set {
	if guard, ok := l.guards[in.Node]; ok && (in.Op != def.CJumpUnless || in.X[0].Node != guard) {
		return l.base.yes[guard].common(l.base.ran[in.Node])
	}
	return l.base.ran[in.Node]
}

// root is a formula with where it stands.
type root struct {
	e *def.Expr
	origin
}

// roots calls f with every formula of the game except those of notes and set-ups. Functions and derived values come with
// what is known so far of who uses them.
func (l *lister) roots(f func(r root)) {
	gd := l.def
	give := func(e *def.Expr, o origin) {
		if e != nil {
			f(root{e, o})
		}
	}
	for pc := range gd.Code {
		in := &gd.Code[pc]
		if in.Op == def.CNote || in.Op == def.CBody || in.Op == def.CTick {
			continue
		}
		o := origin{node: in.Node, reach: l.reachOf(in), proc: l.procOf[pc], machine: !l.written(in)}
		for i, x := range in.X {
			p := o.below("%s %d", l.target(in), i)
			if in.Op == def.CCall && i < len(gd.Procs[in.A].Params) {
				name := gd.Procs[in.A].Params[i].Name
				p.label, p.machine = "argument "+name, p.machine || !l.argued(in.Node, name)
			}
			give(x, p)
		}
	}
	for i := range gd.Decisions {
		l.rootsOf(i, give)
	}
	for i := range gd.Attachments {
		a := &gd.Attachments[i]
		o := origin{node: a.Node, reach: l.base.ran[a.Node], proc: int32(def.None)}
		when := o.below("when")
		when.reach = l.attached(a)
		give(a.When, when)
		give(a.Value, o.below("value"))
		give(a.Add, o.below("add"))
		give(a.Remove, o.below("remove"))
	}
	for i := range gd.Derived {
		give(gd.Derived[i].Value, origin{node: gd.Derived[i].Node, reach: l.derived[i], proc: int32(def.None), watched: l.watchedDerived[i]})
	}
	for i := range gd.Functions {
		if p, ok := l.possible[int32(i)]; ok {
			l.requirements(&gd.Procs[p], gd.Functions[i].Body, l.functions[i], give)
			continue
		}
		give(gd.Functions[i].Body, origin{node: gd.Functions[i].Node, reach: l.functions[i], proc: int32(def.None), watched: l.watchedFunctions[i]})
	}
}

// rootsOf calls give with every formula of a decision.
func (l *lister) rootsOf(decision int, give func(e *def.Expr, o origin)) {
	d := &l.def.Decisions[decision]
	o := origin{node: d.Node, reach: l.decision[decision], proc: l.decider[decision]}
	for _, x := range []struct {
		name string
		e    *def.Expr
	}{{"by", d.By}, {"from", d.From}, {"to", d.To}, {"of", d.Filter}, {"cost", d.Cost}, {"budget", d.Budget}} {
		p := o.below("%s", x.name)
		p.label = x.name
		give(x.e, p)
	}
	for _, x := range []struct {
		name string
		e    *def.Expr
	}{{"min", d.Min}, {most(d), d.Max}} {
		p := o.below("%s", x.name)
		p.label, p.machine = x.name, !d.Kind.Row().Range || d.Kind.Row().Random
		give(x.e, p)
	}
	for j, x := range d.Caps {
		give(x.Filter, o.below("cap %d of", j))
		give(x.Max, o.below("cap %d max", j))
	}
	for j, x := range d.Tiers {
		give(x, o.below("tier %d", j))
	}
	o.machine = true // conditions are places of their own
	for _, x := range d.Where {
		give(x.When, o)
	}
	for _, options := range [][]def.MenuOption{d.Options, d.Also} {
		for _, x := range options {
			for _, c := range x.Where {
				give(c.When, o)
			}
		}
	}
}

// requirements gives the conditions under which a procedure is possible, twice: as refusals look at them, and as the
// function that menus ask.
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
		o.machine = y.Node == 0 // made of a decision: the place is the decision's
		give(x, o)
		give(y, o)
	}
}

// inside leaves out the bindings around a condition.
func inside(e *def.Expr) *def.Expr {
	for e.Op == def.OpLet {
		e = e.Args[1]
	}
	return e
}

// written tells whether the formulas of an instruction stand in the rulebook, or are what the compiler makes of a
// statement.
func (l *lister) written(in *def.Instr) bool {
	switch in.Op {
	case def.CSet:
		what := l.def.Nodes[in.Node].What
		return what == "set" && in.A != 0 && !l.unread(in) || in.A == 0 && slices.Contains([]string{"let", "set", "switch", "for", "grant"}, what) || what == "repeat" && !l.bounding[in.Node]
	case def.CJumpUnless:
		return in.X[0].Node != 0
	}
	return true
}

// argued tells whether a call gives an argument itself, instead of leaving it to the default of the parameter.
func (l *lister) argued(node int32, name string) bool {
	at := l.namer.source(l.def, node)
	if at == nil {
		return true
	}
	for _, key := range []string{"with", l.def.Nodes[node].What} {
		if given := at.Get(key); given != nil && (given.Kind == source.Map || given.Kind == source.Null) {
			return given.Get(name) != nil
		}
	}
	return l.def.Nodes[node].What == "let" || at.Get(l.def.Nodes[node].What) != nil
}

// target names what an instruction works on, the same for all copies of a statement.
func (l *lister) target(in *def.Instr) string {
	switch in.Op {
	case def.CSet, def.CGain, def.CLose, def.CPay:
		if in.A == 0 { // slots differ between copies
			return fmt.Sprintf("%d local", in.Op)
		}
		return fmt.Sprintf("%d %d %d", in.Op, in.A, in.B)
	case def.CShift, def.CMark:
		return fmt.Sprintf("%d %d", in.Op, in.B)
	case def.CHooks:
		return fmt.Sprintf("%d %d", in.Op, in.A)
	}
	return fmt.Sprint(in.Op)
}

// unread tells whether an instruction writes bookkeeping that no rule reads.
func (l *lister) unread(in *def.Instr) bool {
	if in.Op != def.CSet || in.A != 1 && in.A != 2 {
		return false
	}
	for i, v := range l.def.Vars {
		if v.Base <= in.B && in.B < v.Base+v.Len {
			return v.Quiet && !l.read[int32(i)]
		}
	}
	return false
}

// survey finds out who uses functions, derived values, cells and tables, until nothing new comes up.
func (l *lister) survey() {
	for i := range l.def.Derived {
		d := &l.def.Derived[i]
		if d.Watch {
			l.derived[i].join(l.base.all)
		}
		for j, p := range l.base.plays { // an expectation asks by name
			if strings.Contains(string(p.script.Source), d.ID) {
				l.derived[i].add(j)
			}
		}
	}
	for _, v := range l.def.Vars {
		for j, p := range l.base.plays { // so it does for the value of a variable, and a row may name a track
			if strings.Contains(string(p.script.Source), v.ID) {
				var reach set
				reach.add(j)
				for cell := v.Base; cell < v.Base+v.Len; cell++ {
					l.touch(cell, reach)
				}
			}
		}
	}
	for pc := range l.def.Code {
		l.surveyInstr(&l.def.Code[pc])
	}
	for grown := true; grown; {
		grown = false
		l.roots(func(r root) {
			if l.uses(r.e, r.reach) {
				grown = true
			}
		})
	}
}

func (l *lister) surveyInstr(in *def.Instr) {
	switch in.Op {
	case def.CMove, def.CMoveAll:
		l.stacked.join(l.reachOf(in))
	case def.CSet, def.CGain, def.CLose, def.CPay:
		if in.A == 1 || in.A == 2 {
			l.touch(in.B, l.reachOf(in))
		}
	case def.CShift, def.CMark:
		l.touch(in.B, l.reachOf(in))
	case def.CHooks:
		l.points[in.A].join(l.reachOf(in))
	}
}

// attached gives the scenarios in which the condition of a hook matters: it is asked wherever one comes to the point.
func (l *lister) attached(a *def.Attachment) set {
	var reach set
	reach.join(l.base.ran[a.Node])
	reach.join(l.points[a.Point])
	return reach
}

func (l *lister) touch(cell int32, reach set) bool {
	s := l.cells[cell]
	if s == nil {
		s = &set{}
		l.cells[cell] = s
	}
	return s.join(reach)
}

// uses records what a formula looks at and tells whether something is new.
func (l *lister) uses(e *def.Expr, reach set) bool {
	if e == nil {
		return false
	}
	if e.Node != 0 && e.Type.Kind == def.KBool {
		reach = l.base.ran[e.Node]
	}
	grown := false
	note := func(s *set) {
		if s.join(reach) {
			grown = true
		}
	}
	switch e.Op {
	case def.OpCall:
		note(&l.functions[e.I])
	case def.OpDerived:
		note(&l.derived[e.I])
	case def.OpPossible:
		if f := l.def.Procs[e.I].Possible; f >= 0 {
			note(&l.functions[f])
		}
	case def.OpPossibleDyn:
		for _, p := range l.def.Procs {
			if p.Possible >= 0 {
				note(&l.functions[p.Possible])
			}
		}
	case def.OpRoom:
		note(&l.stacked)
	case def.OpHookNumber, def.OpHookAllow, def.OpHookPool:
		note(&l.points[e.I])
	case def.OpCell, def.OpCellAt:
		grown = l.touch(int32(e.I), reach)
		for i, v := range l.def.Vars {
			if int64(v.Base) <= e.I && e.I < int64(v.Base+v.Len) {
				l.read[int32(i)] = true
			}
		}
	case def.OpConst:
		switch t := e.Type; {
		case t.Kind == def.KTrack && e.I >= 0:
			grown = l.touch(int32(e.I), reach)
		case t.Kind == def.KRow || t.Kind == def.KSet && t.Elem == def.KRow:
			note(&l.tables[t.Of])
		}
	}
	for _, a := range e.Args {
		if l.uses(a, reach) {
			grown = true
		}
	}
	return grown
}

// watch finds out which derived values and functions watched values look at.
func (l *lister) watch() {
	l.watchedDerived, l.watchedFunctions = make([]bool, len(l.def.Derived)), make([]bool, len(l.def.Functions))
	var derived func(i int64)
	var look func(root *def.Expr)
	derived = func(i int64) {
		if !l.watchedDerived[i] {
			l.watchedDerived[i] = true
			look(l.def.Derived[i].Value)
		}
	}
	look = func(root *def.Expr) {
		for e := range root.All() {
			switch {
			case e.Op == def.OpDerived:
				derived(e.I)
			case e.Op == def.OpCall && !l.watchedFunctions[e.I]:
				l.watchedFunctions[e.I] = true
				look(l.def.Functions[e.I].Body)
			}
		}
	}
	for i := range l.def.Derived {
		if l.def.Derived[i].Watch {
			derived(int64(i))
		}
	}
}

// spot gives the place of a node.
func (l *lister) spot(node int32) Spot {
	n := &l.def.Nodes[node]
	return Spot{File: n.File, Line: int(n.Line), Col: int(n.Col), Rules: append([]string{}, n.Rules...), what: n.What}
}

// add lists a change, or joins it to the same change at another copy of the place.
func (l *lister) add(kind string, spot Spot, way, change string, reach set, e edit) *Mutant {
	id := fmt.Sprint(kind, "|", spot.File, "|", spot.Line, "|", spot.Col, "|", way)
	key := fmt.Sprint(id, "|", spot.Rules)
	m := l.at[key]
	if m == nil {
		m = &Mutant{Kind: kind, Change: change, Excerpt: l.excerpt(spot), Spot: spot, id: id}
		l.at[key] = m
		l.list = append(l.list, m)
	}
	m.watched = m.watched || l.watching || kind == Row || kind == Hook || kind == Limit
	m.reach.join(reach)
	m.edits = append(m.edits, e)
	return m
}
