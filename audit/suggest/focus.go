// This file finds what a place of the rulebook depends on: the callers of its procedure or formula, and what its conditions read.

package suggest

import (
	"cmp"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/fold"
)

// focus is what a search for a place should vary.
type focus struct {
	levels  [][]int32 // nodes by their distance: the place, its neighbours, the nodes that lead there
	vars    []int32   // variables that its conditions read
	filters [][]int64 // classes of pieces that they count
	zones   []int64   // zones that they name
	areas   [][]int64 // sets of zones that they name
	numbers []int64   // numbers that they compare with
	cards   []int32   // cards whose texts lead there
	lasting []int32   // effects that lead there or that conditions test
	prefer  map[int32]uint64

	oddPieces, oddZones []int64 // of a change: what only one of the two rules selects
}

// owner is a part of a game that has nodes.
type owner struct {
	in    def.Within // InProc, InFunction, InDerived, InAttachment
	index int32
}

// use is a way by which one owner leads to another.
type use struct {
	from     owner
	decision int32 // the decision whose option does, -1: none
	option   int32
	card     int32 // the card whose property does, -1: none
}

// structure is the static structure of a game.
type structure struct {
	def    *def.GameDef
	facts  *facts.Facts
	asker  []int32 // decision -> procedure, -1: none
	owners [][]owner
	nodes  map[owner][]int32
	exprs  map[owner][]located
	users  map[owner][]use
}

// located is a formula with its node.
type located struct {
	node int32
	e    *def.Expr
}

func structureOf(gd *def.GameDef) *structure {
	a := &structure{def: gd, facts: facts.New(gd, fold.New(gd), nil), asker: slices.Repeat([]int32{-1}, len(gd.Decisions)), owners: make([][]owner, len(gd.Nodes)), nodes: map[owner][]int32{}, exprs: map[owner][]located{}, users: map[owner][]use{}}
	for pc := range gd.Code {
		in, proc := &gd.Code[pc], a.facts.ProcAt(int32(pc))
		o := owner{def.InProc, proc}
		a.own(in.Node, o)
		for _, f := range in.Fields() {
			switch f.Ref {
			case def.RefProc:
				a.leads(owner{def.InProc, f.Value}, use{o, -1, -1, -1})
			case def.RefPoint:
				a.hooks(f.Value, o)
			case def.RefDecision:
				a.asker[f.Value] = proc
				a.decision(f.Value, o)
			}
		}
	}
	for i := range gd.Procs {
		a.own(gd.Procs[i].Node, owner{def.InProc, int32(i)})
	}
	for i := range gd.Functions {
		a.own(gd.Functions[i].Node, owner{def.InFunction, int32(i)})
	}
	for i := range gd.Derived {
		a.own(gd.Derived[i].Node, owner{def.InDerived, int32(i)})
	}
	for i := range gd.Attachments {
		o := owner{def.InAttachment, int32(i)}
		a.own(gd.Attachments[i].Node, o)
		if p := gd.Attachments[i].Proc; p >= 0 {
			a.leads(owner{def.InProc, p}, use{o, -1, -1, -1})
		}
	}
	a.formulas()
	return a
}

// own records that a node is a part of an owner.
func (a *structure) own(node int32, o owner) {
	if node > 0 && !slices.Contains(a.owners[node], o) {
		a.owners[node] = append(a.owners[node], o)
		a.nodes[o] = append(a.nodes[o], node)
	}
}

func (a *structure) leads(to owner, u use) {
	if !slices.Contains(a.users[to], u) {
		a.users[to] = append(a.users[to], u)
	}
}

// hooks records that an owner uses a hook point.
func (a *structure) hooks(point int32, o owner) {
	for _, at := range a.def.Points[point].Attach {
		a.leads(owner{def.InAttachment, at}, use{o, -1, -1, -1})
	}
}

// decision records what the options of a decision call.
func (a *structure) decision(i int32, o owner) {
	d := &a.def.Decisions[i]
	a.own(d.Node, o)
	for k := range d.Options {
		if p := d.Options[k].Proc; p >= 0 {
			a.leads(owner{def.InProc, p}, use{o, i, int32(k), -1})
		}
	}
	for k := range d.Also {
		if p := d.Also[k].Proc; p >= 0 {
			a.leads(owner{def.InProc, p}, use{o, -1, -1, -1})
		}
	}
}

// formulas records the owner and the references of each formula.
func (a *structure) formulas() {
	for r := range a.def.Roots() {
		if r.In == def.InInvariant { // no play reaches it
			continue
		}
		o, node := a.ownerOf(&r)
		if r.Cond != nil {
			a.own(r.Cond.Node, o)
			node = cmp.Or(r.Cond.Node, node)
		}
		a.exprs[o] = append(a.exprs[o], located{node, r.Expr})
		for e := range r.Expr.All() {
			a.own(e.Node, o)
			a.looks(e, o)
		}
	}
}

// ownerOf returns the owner of a formula, and the node of that.
func (a *structure) ownerOf(r *def.Root) (owner, int32) {
	i := int32(r.Index)
	switch r.In {
	case def.InCode:
		return owner{def.InProc, a.facts.ProcAt(i)}, a.def.Code[i].Node
	case def.InDecision:
		return owner{def.InProc, a.asker[i]}, a.def.Decisions[i].Node
	case def.InFunction:
		return owner{def.InFunction, i}, a.def.Functions[i].Node
	case def.InDerived:
		return owner{def.InDerived, i}, a.def.Derived[i].Node
	case def.InAttachment:
		return owner{def.InAttachment, i}, a.def.Attachments[i].Node
	}
	return owner{def.InProc, i}, a.def.Procs[i].Node
}

// looks records the references of one operator.
func (a *structure) looks(e *def.Expr, o owner) {
	plain := use{o, -1, -1, -1}
	for _, r := range e.Reads() {
		if r.Store != def.Rules {
			continue
		}
		switch e.Op.Row().I {
		case def.RefFunction:
			a.leads(owner{def.InFunction, int32(e.I)}, plain)
		case def.RefDerived:
			a.leads(owner{def.InDerived, int32(e.I)}, plain)
		case def.RefProc:
			a.leads(owner{def.InProc, int32(e.I)}, plain)
		case def.RefPoint:
			a.hooks(int32(e.I), o)
		}
	}
	switch e.Op {
	case def.OpConst:
		if e.Type.Kind == def.KProc && e.I >= 0 {
			a.leads(owner{def.InProc, int32(e.I)}, plain)
		}
	case def.OpTable:
		l := &a.def.Lookups[e.I]
		if l.Type.Kind != def.KProc {
			return
		}
		for card, p := range l.Values {
			if p < 0 {
				continue
			}
			u := plain
			if e.Args[0].Type.Kind == def.KCard {
				u.card = int32(card)
			}
			a.leads(owner{def.InProc, int32(p)}, u)
		}
	}
}

// Limits of a focus.
const (
	maxLevels = 8
	maxNested = 3  // depth of functions in a condition that are searched for its values
	nearLines = 10 // lines of a page around a place whose conditions are relevant
)

// focus finds what the copies of a place depend on.
func (a *structure) focus(copies []int32) *focus {
	f := &focus{levels: [][]int32{copies}, prefer: map[int32]uint64{}}
	at := &a.def.Nodes[copies[0]]
	seen := map[owner]bool{}
	var now []owner
	for _, n := range copies {
		now = append(now, a.owners[n]...)
	}
	for level := 0; len(now) > 0 && level < maxLevels; level++ {
		var nodes []int32
		var next []owner
		for _, o := range now {
			if seen[o] {
				continue
			}
			seen[o] = true
			nodes = append(nodes, a.nodes[o]...)
			for _, x := range a.exprs[o] {
				n := &a.def.Nodes[x.node]
				if level == 0 && n.File == at.File && abs(n.Line-at.Line) <= nearLines {
					f.read(a, x.e, maxNested)
				}
			}
			if o.in == def.InAttachment {
				f.lasting = add(f.lasting, a.def.Attachments[o.index].Lasting)
				if x := a.def.Attachments[o.index].When; level < 2 && x != nil {
					f.read(a, x, maxNested)
				}
			}
			for _, u := range a.users[o] {
				next = append(next, u.from)
				f.led(a, &u, level)
			}
		}
		slices.SortStableFunc(nodes, func(x, y int32) int { return cmp.Compare(a.away(at, x), a.away(at, y)) })
		f.levels = append(f.levels, nodes)
		now = next
	}
	return f
}

// bounds makes a search for a change of a variable's bounds vary values around these, and start where something writes to the variable.
func (f *focus) bounds(a *structure, i int32) {
	v := &a.def.Vars[i]
	f.vars = add(f.vars, i)
	f.numbers = add(add(f.numbers, v.Min), v.Max)
	writes := func(w facts.Access) bool {
		return w.Store == def.Cells && w.From < v.Base+v.Len && v.Base < w.From+w.N
	}
	var writers []int32
	for pc := range a.def.Code {
		if in := &a.def.Code[pc]; slices.ContainsFunc(a.facts.Scope(a.facts.ProcAt(int32(pc))).Written(in), writes) {
			writers = add(writers, in.Node)
		}
	}
	f.levels = slices.Insert(f.levels, 0, writers)
}

// led records how an owner leads to the target.
func (f *focus) led(a *structure, u *use, level int) {
	if u.card >= 0 && level < 3 {
		f.cards = add(f.cards, u.card)
	}
	if u.decision >= 0 && u.option < 64 {
		f.prefer[u.decision] |= 1 << u.option
		if level < 2 {
			for _, c := range a.def.Decisions[u.decision].Options[u.option].Where {
				f.read(a, c.When, maxNested)
			}
		}
	}
}

// away returns the distance of a node from a place: lines on one page, or a large number.
func (a *structure) away(at *def.NodeDef, node int32) int32 {
	n := &a.def.Nodes[node]
	if n.File != at.File {
		return 1 << 20
	}
	return abs(n.Line - at.Line)
}

func abs(n int32) int32 { return max(n, -n) }

func add[T comparable](list []T, x T) []T {
	if slices.Contains(list, x) {
		return list
	}
	return append(list, x)
}

// read records the references of a formula.
func (f *focus) read(a *structure, e *def.Expr, nested int) {
	for x := range e.All() {
		if x.Op == def.OpConst {
			f.constant(a.def, x)
		}
		for _, r := range x.Reads() {
			if r.By != 0 {
				f.reads(a, x.Op.Row().I, x.I, r.Store, nested)
			}
		}
	}
}

// reads records the thing to which a number in a formula refers.
func (f *focus) reads(a *structure, ref def.Ref, i int64, store def.Store, nested int) {
	switch {
	case store == def.Rules && nested == 0:
	case store == def.Rules && ref == def.RefFunction:
		f.read(a, a.def.Functions[i].Body, nested-1)
	case store == def.Rules && ref == def.RefDerived:
		f.read(a, a.def.Derived[i].Value, nested-1)
	case ref == def.RefPoint:
		for _, at := range a.def.Points[i].Attach {
			f.lasting = add(f.lasting, a.def.Attachments[at].Lasting)
		}
	case ref == def.RefLasting && i >= 0:
		f.lasting = add(f.lasting, int32(i))
	case ref == def.RefCell || ref == def.RefVariable || ref == def.RefPool:
		for k := range a.def.Vars {
			if v := &a.def.Vars[k]; ref == def.RefPool && int64(v.Pool) == i || ref != def.RefPool && int64(v.Base) <= i && i < int64(v.Base+v.Len) {
				f.vars = add(f.vars, int32(k))
			}
		}
	}
}

func (f *focus) constant(gd *def.GameDef, x *def.Expr) {
	switch t := x.Type; {
	case t.Kind == def.KSet && t.Elem == def.KClass:
		f.filters = addSet(f.filters, members(gd, x, len(gd.Classes)))
	case t.Kind == def.KSet && t.Elem == def.KZone:
		area := members(gd, x, len(gd.Zones))
		f.areas = addSet(f.areas, area)
		for _, z := range area {
			f.zones = add(f.zones, z)
		}
	case t.Kind == def.KZone && x.I >= 0:
		f.zones = add(f.zones, x.I)
	case t.Kind == def.KCard && x.I >= 0:
		f.cards = add(f.cards, int32(x.I))
	case t.Kind == def.KLasting && x.I >= 0:
		f.lasting = add(f.lasting, int32(x.I))
	case t.Kind == def.KInt || t.Kind == def.KEnum:
		f.numbers = add(f.numbers, x.I)
	}
}

// differs records how a change affects a constant.
func (f *focus) differs(gd *def.GameDef, was, is *def.Expr) {
	switch t := was.Type; {
	case t.Kind == def.KSet && (t.Elem == def.KClass || t.Elem == def.KZone) && !gd.Wide(t):
		odd, n := *was, len(gd.Classes)
		odd.I ^= is.I
		to := &f.oddPieces
		if t.Elem == def.KZone {
			n, to = len(gd.Zones), &f.oddZones
		}
		for _, m := range members(gd, &odd, n) {
			*to = add(*to, m)
		}
	case t.Kind == def.KInt || t.Kind == def.KEnum:
		f.numbers = add(add(f.numbers, was.I), is.I)
	}
}

// members returns the valid members of a constant set.
func members(gd *def.GameDef, x *def.Expr, n int) []int64 {
	return slices.DeleteFunc(gd.Each(x.I, x.Type), func(m int64) bool { return m >= int64(n) })
}

// addSet adds a set unless it is empty or present.
func addSet(list [][]int64, x []int64) [][]int64 {
	if len(x) == 0 || slices.ContainsFunc(list, func(o []int64) bool { return slices.Equal(o, x) }) {
		return list
	}
	return append(list, x)
}
