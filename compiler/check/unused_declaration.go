package check

// This file warns of declarations that cannot affect a play.

import (
	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// unusedDeclaration checks the pages of the game only, because a game need not use everything in a library. References from
// unused declarations count as uses: one warning is enough to find them.
func unusedDeclaration(s *Subject) diag.List {
	gd, u := s.gd, usesOf(s.gd, s.look)
	for _, calls := range s.program.Calls {
		for _, q := range calls {
			u.procs[q] = true
		}
	}
	u.procs[gd.Main] = true
	var list diag.List
	unless := func(used bool, pos diag.Pos, format, id string) {
		if !used && !pos.IsZero() && !pos.InLibrary() {
			list.Warnf(pos, "unused-declaration", format, id)
		}
	}
	for i, p := range s.rb.Procs {
		unless(u.procs[i] || !p.Declared, p.Pos, "nothing calls the procedure %s", p.ID)
	}
	for i, f := range s.rb.Functions {
		unless(u.functions[i], f.Pos, "nothing calls the function %s", gd.Functions[i].ID)
	}
	for i, d := range s.rb.Derived {
		v := &gd.Derived[i]
		unless(u.derived[i] || v.Watch || v.Player || v.Visible == def.Owner, d.Pos, "nothing reads the derived value %s, and no board shows it", v.ID)
	}
	for i, p := range s.rb.Points {
		unless(u.points[i], p.Pos, "nothing asks the hook point %s", gd.Points[i].ID)
	}
	for i := range gd.Lasting {
		l := &gd.Lasting[i]
		unless(u.lasting[i], s.pos(l.Node), "nothing puts the lasting effect %s in force", l.ID)
	}
	for i := range gd.Vars {
		v := &gd.Vars[i]
		switch pos := s.pos(v.Node); {
		case u.changed[i]:
			unless(u.read[i] || shown(gd, i), pos, "nothing reads %s, and no board shows it", v.ID)
		case u.read[i]:
			unless(false, pos, "nothing changes %s: neither a statement nor a set-up", v.ID)
		default:
			unless(false, pos, "nothing reads or changes %s", v.ID)
		}
	}
	return list
}

// pos returns the position of a node of the game, the zero Pos for nodes that the compiler adds.
func (s *Subject) pos(node int32) diag.Pos {
	if node == 0 {
		return diag.Pos{}
	}
	n := &s.gd.Nodes[node]
	return diag.Pos{File: n.File, Line: int(n.Line), Col: int(n.Col)}
}

// shown reports whether a variable is visible on some player's board.
func shown(gd *def.GameDef, i int) bool {
	v := &gd.Vars[i]
	internal := gd.Looks != nil && i < len(gd.Looks.Vars) && gd.Looks.Vars[i].Internal
	return v.Visible != def.Hidden && !v.Quiet && v.Scope == def.GameScope && !internal
}

// uses are the references in the rules of a game.
type uses struct {
	gd            *def.GameDef
	procs         []bool
	functions     []bool
	derived       []bool
	points        []bool  // queried or run
	lasting       []bool  // activated
	pools         []bool  // counted
	read, changed []bool  // by variable
	varOf         []int32 // by cell
}

func usesOf(gd *def.GameDef, look func(n int)) *uses {
	flags := func(n int) []bool { return make([]bool, n) }
	u := &uses{gd: gd, procs: flags(len(gd.Procs)), functions: flags(len(gd.Functions)), derived: flags(len(gd.Derived)), points: flags(len(gd.Points)),
		lasting: flags(len(gd.Lasting)), pools: flags(len(gd.Pools)), read: flags(len(gd.Vars)), changed: flags(len(gd.Vars)), varOf: make([]int32, gd.Cells)}
	for i := range gd.Vars {
		v := &gd.Vars[i]
		for c := v.Base; c < v.Base+v.Len; c++ {
			u.varOf[c] = int32(i)
		}
		u.changed[i] = v.Stance != 0
		u.read[i] = v.Reveals
	}
	for r := range gd.Roots() {
		for x := range r.Expr.All() {
			look(1)
			u.formula(x)
		}
	}
	look(len(gd.Code))
	for i := range gd.Code {
		u.instruction(&gd.Code[i])
	}
	for i := range gd.Procs {
		if f := gd.Procs[i].Possible; f >= 0 {
			u.functions[f] = true
		}
	}
	for i := range gd.Lookups {
		for _, v := range gd.Lookups[i].Values {
			u.constant(gd.Lookups[i].Type, v)
		}
	}
	for i := range gd.Setups {
		for _, c := range gd.Setups[i].Cells {
			u.changed[u.varOf[c.Cell]] = true
		}
		for _, l := range gd.Setups[i].Active {
			u.lasting[l] = true
		}
	}
	for i := range gd.Vars {
		if p := gd.Vars[i].Pool; p >= 0 && u.pools[p] { // its markers are counted
			u.read[i] = true
		}
	}
	return u
}

func (u *uses) formula(x *def.Expr) {
	switch x.Op.Row().I {
	case def.RefFunction:
		u.functions[x.I] = true
	case def.RefDerived:
		u.derived[x.I] = true
	case def.RefPoint:
		u.points[x.I] = true
	case def.RefCell, def.RefVariable:
		v := u.varOf[x.I]
		u.read[v] = true
		u.changed[v] = u.changed[v] || x.Type.Kind == def.KTrack
	case def.RefPool:
		u.pools[x.I] = true
	}
	if x.Op == def.OpConst {
		u.constant(x.Type, x.I)
	}
}

func (u *uses) instruction(in *def.Instr) {
	for _, f := range in.Fields() {
		switch {
		case f.Ref == def.RefPoint:
			u.points[f.Value] = true
		case f.Ref == def.RefDerived:
			u.derived[f.Value] = true
		case f.Ref == def.RefVariable, f.Ref == def.RefPlace && (in.A == def.ToCell || in.A == def.ToVariable):
			u.changed[u.varOf[f.Value]] = true
		}
	}
}

// constant records a reference by a constant: the reader of a track can read and change it, and that of a lasting effect can
// activate it.
func (u *uses) constant(t def.Type, v int64) {
	switch {
	case v < 0:
	case t.Kind == def.KTrack:
		u.read[u.varOf[v]], u.changed[u.varOf[v]] = true, true
	case t.Kind == def.KLasting:
		u.lasting[v] = true
	case t.Kind == def.KSet && t.Elem == def.KLasting:
		for _, l := range u.gd.Each(v, t) {
			u.lasting[l] = true
		}
	}
}
