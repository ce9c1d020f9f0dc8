// This file knows the place of the rulebook that each part of a compiled game comes from, and the scenarios that come
// there.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/compiler"
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

// labelled puts what a formula is to its statement before a change.
func (o origin) labelled(change string) string {
	if o.label == "" {
		return change
	}
	return o.label + ": " + change
}

// lister lists the changes of a game.
type lister struct {
	def  *def.GameDef
	book Book
	base *baseline
	list []*Mutant
	at   map[string]*Mutant      // by what makes copies one change
	seen map[*def.Expr][]*Mutant // changes inside of a formula that was met before
	lay  *lay
	// matters gives what of the value of a constant makes a difference where it stands
	matters map[*def.Expr]func(set) set

	boxes     []int64              // places off the map that pieces go to and that are no type's home
	tracksOf  []int32              // variable -> the next track of the same owners
	twins     map[*def.Expr][]twin // formula of a preference -> its copies
	preferred map[*def.Expr]bool   // conditions that a preference was compiled to

	watchedDerived, watchedFunctions []bool // what watched values look at

	guards    map[int32]int32 // node of a statement -> node of the condition before it
	procOf    []int32         // instruction -> procedure
	possible  map[int32]int32 // function -> procedure whose requirements it asks
	functions []set
	derived   []set
	ahead     []set           // procedure -> scenarios that go through it on copies, which coverage does not see
	within    map[int32]int32 // node of a statement -> its procedure
	decision  []set
	decider   []int32        // decision -> procedure
	cells     map[int32]*set // cell -> scenarios that read or write it
	tables    []set          // table -> scenarios that look at its rows
	named     []bool         // tables that formulas name
	points    []set          // hook point -> scenarios that come to it

	ways   map[int32]bool     // enumerations of directions
	anyWay map[*def.Expr]bool // walks to which the direction makes no difference

	stacked   set                // scenarios that put pieces somewhere
	read      map[int32]bool     // variables that a rule reads
	constants []*def.Expr        // all constants of formulas
	watching  bool               // the formula being listed is part of a watched value
	joined    []*Mutant          // changes that the formula being listed joined
	required  map[*def.Expr]bool // preconditions
	flag      map[*def.Expr]bool // truth values given to a variable or an argument
	implied   map[int32]bool     // conditions that the compiler made of the statement they stand at

	ofSeats map[*def.Instr]bool // whose formulas are one, compiled for each seat
	its     map[*def.Expr]bool  // the seat in these
}

func newLister(gd *def.GameDef, book Book, base *baseline) *lister {
	l := &lister{def: gd, book: book, base: base, at: map[string]*Mutant{}, seen: map[*def.Expr][]*Mutant{}, guards: map[int32]int32{},
		possible: map[int32]int32{}, functions: make([]set, len(gd.Functions)), derived: make([]set, len(gd.Derived)), ahead: make([]set, len(gd.Procs)), within: map[int32]int32{},
		decision: make([]set, len(gd.Decisions)), decider: make([]int32, len(gd.Decisions)),
		cells: map[int32]*set{}, tables: make([]set, len(gd.Tables)), named: make([]bool, len(gd.Tables)), points: make([]set, len(gd.Points)), read: map[int32]bool{},
		required: map[*def.Expr]bool{}, flag: map[*def.Expr]bool{}, lay: newLay(gd), ways: directions(gd), anyWay: map[*def.Expr]bool{}, matters: map[*def.Expr]func(set) set{},
		boxes: boxes(gd), tracksOf: tracks(gd), twins: map[*def.Expr][]twin{}, preferred: map[*def.Expr]bool{}, ofSeats: map[*def.Instr]bool{}, its: map[*def.Expr]bool{}}
	l.layout()
	l.watch()
	l.survey()
	return l
}

// layout finds out which procedure instructions and decisions belong to, and which conditions guard statements.
func (l *lister) layout() {
	gd := l.def
	for pc := range gd.Code {
		best := int32(def.None)
		for i, p := range gd.Procs {
			if int(p.Entry) <= pc && (best < 0 || p.Entry > gd.Procs[best].Entry) {
				best = int32(i)
			}
		}
		l.procOf = append(l.procOf, best)
		if gd.Code[pc].Role == def.Effect {
			l.within[gd.Code[pc].Node] = best
		}
	}
	for i, p := range gd.Procs {
		if p.Possible >= 0 {
			l.possible[p.Possible] = int32(i)
		}
	}
	l.implied = implied(gd)
	for pc := range gd.Code { // a guard stands before its statement
		switch in := &gd.Code[pc]; {
		case in.Role == def.Guard:
			l.guards[in.Node] = in.X[0].Node
		case in.Op == def.CDecide:
			l.decision[in.A], l.decider[in.A] = l.reachOf(in), l.procOf[pc]
		}
	}
}

// implied finds the conditions of options that nobody wrote: that what the option grants or calls is possible. Such a
// condition stands where its statement does, whose arguments it repeats.
func implied(gd *def.GameDef) map[int32]bool {
	type place struct {
		file      string
		line, col int32
	}
	at := func(n *def.NodeDef) place { return place{n.File, n.Line, n.Col} }
	statements := map[place]bool{}
	for pc := range gd.Code {
		n := &gd.Nodes[gd.Code[pc].Node]
		statements[at(n)] = n.What != "where"
	}
	out := map[int32]bool{}
	for i := range gd.Nodes {
		if n := &gd.Nodes[i]; n.What == "where" && statements[at(n)] {
			out[int32(i)] = true
		}
	}
	return out
}

// reachOf gives the scenarios that carry out an instruction. A statement and the condition before it are one node: the
// statement is reached where the condition held, and where its procedure is gone through by looking ahead.
func (l *lister) reachOf(in *def.Instr) set {
	var reach set
	if p, ok := l.within[in.Node]; ok {
		reach.join(l.ahead[p])
	}
	if guard, ok := l.guards[in.Node]; ok && in.Role != def.Guard {
		reach.join(l.base.yes[guard].common(l.base.ran[in.Node]))
	} else {
		reach.join(l.base.ran[in.Node])
	}
	return reach
}

// written reports whether the formulas of an instruction stand in the statement that it comes from.
func (l *lister) written(in *def.Instr) bool {
	return (in.Role == def.Effect || in.Role == def.Part || in.Role == def.Guard) && !l.unread(in)
}

// target names what an instruction works on, the same for all copies of a statement and in all games that use a library.
func (l *lister) target(in *def.Instr) string {
	cell := func() string {
		if v := l.variableAt(int64(in.B)); v >= 0 {
			return fmt.Sprint(l.def.Vars[v].ID, " ", in.B-l.def.Vars[v].Base)
		}
		return ""
	}
	switch in.Op {
	case def.CSet, def.CGain, def.CLose, def.CPay:
		if in.A == def.ToLocal { // slots differ between copies
			return fmt.Sprintf("%d local", in.Op)
		}
		return fmt.Sprintf("%d %d %s", in.Op, in.A, cell())
	case def.CShift, def.CMark, def.CSetAll:
		return fmt.Sprintf("%d %s", in.Op, cell())
	case def.CHooks:
		return fmt.Sprintf("%d %s", in.Op, l.def.Points[in.A].ID)
	}
	return fmt.Sprint(in.Op)
}

// unread reports whether an instruction writes bookkeeping that no rule reads.
func (l *lister) unread(in *def.Instr) bool {
	if in.Op != def.CSetAll && (in.Op != def.CSet || in.A != def.ToCell && in.A != def.ToVariable) {
		return false
	}
	v := l.variableAt(int64(in.B))
	return v >= 0 && l.def.Vars[v].Quiet && !l.read[v]
}

// variableAt gives the variable that a cell belongs to, None if it belongs to none.
func (l *lister) variableAt(cell int64) int32 {
	return int32(slices.IndexFunc(l.def.Vars, func(v def.VarDef) bool { return int64(v.Base) <= cell && cell < int64(v.Base+v.Len) }))
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
