package compiler

// writes.go walks code for what it changes of the state, through the procedures that it calls.

import (
	"rulebound/engine/def"
)

// writes lists what a stretch of the scope's procedure changes.
func (s *scope) writes(from, to int32) []access {
	c := s.c
	var out []access
	depth := 0
	for _, in := range c.def.Code[from:to] {
		switch in.Op {
		case def.CEnter:
			depth++
		case def.CLeave:
			depth--
		}
		for _, w := range s.writesOf(&in) {
			if depth > 0 && w.kind == ofCells && c.ofAction(w.from) {
				continue // it comes back when the action is over
			}
			if w.node == 0 {
				w.node = in.Node
			}
			out = append(out, w)
		}
	}
	return out
}

// ofAction tells whether a cell belongs to the running action.
func (c *compiler) ofAction(cell int32) bool {
	for i := range c.def.Vars {
		if v := &c.def.Vars[i]; cell >= v.Base && cell < v.Base+v.Len {
			return v.Scope == def.ActionScope
		}
	}
	return false
}

func (s *scope) writesOf(in *def.Instr) []access {
	c := s.c
	area := func(i int) area { return s.area(in.X[i]) }
	switch in.Op {
	case def.CSet, def.CGain, def.CLose, def.CPay:
		switch in.A {
		case 0:
			return []access{{kind: ofLocal, from: in.B}}
		case 1:
			return []access{{from: in.B, n: 1}}
		case 2:
			return c.cellsAt(int64(in.B), area(1))
		}
		return s.cellsOf(in.X[1])
	case def.CTransfer:
		return append(s.cellsOf(in.X[0]), s.cellsOf(in.X[1])...)
	case def.CShift, def.CMark:
		return c.cellsAt(int64(in.B), area(1))
	case def.CMove:
		return s.moved(in.A, area(0), area(2), in.X[3])
	case def.CMoveAll:
		return s.moved(in.A, area(0), area(1), in.X[2])
	case def.CFlip, def.CTag:
		return []access{standing(area(2), c.alike(area(0)))}
	case def.CFlipAll:
		return []access{standing(area(1), c.alike(area(0)))}
	case def.CUntagAll:
		return []access{standing(everywhere, everywhere)}
	case def.CCard:
		from := everywhere
		if x := in.X[0]; x.Op == def.OpTop || x.Op == def.OpCardAt {
			from = s.area(x.Args[0])
		}
		return []access{lying(from), lying(area(1))}
	case def.CActivate, def.CEnd:
		return s.stamps(in.X[0])
	case def.CExpire:
		return s.stamps(nil)
	case def.CHold, def.CRelease:
		d := &c.def.Derived[in.A]
		return []access{{from: d.Held, n: 1}, {from: d.Base, n: d.Len}}
	case def.CCall:
		return s.called(in.A, in.X)
	case def.CCallDyn:
		var out []access
		if of := in.X[0].Type.Of; of > 0 {
			for _, p := range c.sigUse[of-1] {
				out = append(out, s.called(p, in.X[1:])...)
			}
		}
		return out
	case def.CHooks:
		var out []access
		for _, i := range c.def.Points[in.A].Attach {
			if a := &c.def.Attachments[i]; a.Proc >= 0 {
				out = append(out, s.called(a.Proc, in.X)...)
			}
		}
		return out
	}
	return nil
}

// alike widens classes to all that pieces of them can become.
func (c *compiler) alike(a area) area { return area{own: a.own, bits: c.typesOf(a.bits)} }

// moved is what a move changes: where the pieces were and where they come to.
func (s *scope) moved(home int32, classes, zones area, to *def.Expr) []access {
	classes = s.c.alike(classes)
	dest := area{bits: s.c.homes(classes.bits)}
	if home == 0 {
		dest = s.area(to)
	}
	return []access{standing(zones, classes), standing(dest, classes)}
}

// called lists what a procedure changes. Its local values are nobody else's.
func (s *scope) called(proc int32, args []*def.Expr) []access {
	c := s.c
	inner := &scope{c: c, proc: proc, member: -1}
	for _, x := range args {
		inner.params = append(inner.params, s.area(x))
	}
	k := key(proc, inner.params)
	if w, ok := c.written[k]; ok {
		return w
	}
	from, to := c.codeOf(proc)
	var out []access
	seen := map[access]bool{}
	for _, w := range inner.writes(from, to) {
		place := w
		place.node = 0
		if w.kind != ofLocal && !seen[place] {
			seen[place] = true
			out = append(out, w)
		}
	}
	c.written[k] = out
	return out
}
