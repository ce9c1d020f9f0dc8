package check

// writes.go walks code for what it changes of the state, through the procedures that it calls.

import (
	"encoding/binary"

	"rulebound/engine/def"
)

// writes lists what a stretch of the scope's procedure changes.
func (s *scope) writes(code []def.Instr) []access {
	var out []access
	depth := 0
	for _, in := range code {
		switch in.Op {
		case def.CEnter:
			depth++
		case def.CLeave:
			depth--
		}
		for _, w := range s.writesOf(&in) {
			if depth > 0 && w.kind == ofCells && s.e.ofAction(w.from) {
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

// ofAction reports whether a cell belongs to the running action.
func (e *effects) ofAction(cell int32) bool {
	v := e.variable(cell)
	return v != nil && v.Scope == def.ActionScope
}

func (s *scope) writesOf(in *def.Instr) []access {
	area := func(i int) area { return s.area(in.X[i]) }
	switch in.Op {
	case def.CSet, def.CGain, def.CLose, def.CPay:
		return s.assigned(in)
	case def.CTransfer:
		return append(s.cellsOf(in.X[0]), s.cellsOf(in.X[1])...)
	case def.CShift, def.CMark:
		return s.e.cellsAt(int64(in.B), area(1))
	case def.CMove:
		return s.moved(in.A, area(0), area(2), in.X[3])
	case def.CMoveAll:
		return s.moved(in.A, area(0), area(1), in.X[2])
	case def.CFlip, def.CTag:
		return []access{standing(area(2), s.e.alike(area(0)))}
	case def.CFlipAll:
		return []access{standing(area(1), s.e.alike(area(0)))}
	case def.CUntagAll:
		return []access{standing(everywhere, everywhere)}
	case def.CCard:
		from := everywhere
		if x := in.X[0]; x.Op == def.OpTop || x.Op == def.OpCardAt {
			from = s.area(x.Args[0])
		}
		return append(s.e.sight(area(0)), lying(from), lying(area(1)))
	case def.CDecide:
		return s.shuffled(&s.e.gd.Decisions[in.A])
	case def.CActivate, def.CEnd:
		return s.stamps(in.X[0])
	case def.CExpire:
		return s.stamps(nil)
	case def.CHold, def.CRelease:
		return s.e.held(in.A)
	}
	return s.writesCalled(in)
}

// shuffled lists what a decision itself changes: a shuffle, the order of a pile and who sees its cards.
func (s *scope) shuffled(d *def.DecisionDef) []access {
	if d.Kind != def.Shuffle {
		return nil
	}
	return append(s.e.sight(everywhere), lying(s.area(d.From)))
}

// assigned lists what an assignment changes.
func (s *scope) assigned(in *def.Instr) []access {
	switch in.A {
	case 0:
		return []access{{kind: ofLocal, from: in.B}}
	case 1:
		return []access{{from: in.B, n: 1}}
	case 2:
		return s.e.cellsAt(int64(in.B), s.area(in.X[1]))
	}
	return s.cellsOf(in.X[1])
}

// moved is what a move changes: where the pieces were and where they come to.
func (s *scope) moved(home int32, classes, zones area, to *def.Expr) []access {
	classes = s.e.alike(classes)
	dest := area{bits: s.e.homes(classes.bits)}
	if home == 0 {
		dest = s.area(to)
	}
	return []access{standing(zones, classes), standing(dest, classes)}
}

// writesCalled lists what the procedures change that an instruction calls.
func (s *scope) writesCalled(in *def.Instr) []access {
	var out []access
	switch in.Op {
	case def.CCall:
		return s.called(in.A, in.X)
	case def.CCallDyn:
		for _, p := range s.e.stored(in.X[0].Type) {
			out = append(out, s.called(p, in.X[1:])...)
		}
	case def.CHooks:
		for _, i := range s.e.gd.Points[in.A].Attach {
			if a := &s.e.gd.Attachments[i]; a.Proc >= 0 {
				out = append(out, s.called(a.Proc, in.X)...)
			}
		}
	}
	return out
}

// called lists what a procedure changes. Its local values are nobody else's.
func (s *scope) called(proc int32, args []*def.Expr) []access {
	inner := &scope{e: s.e, proc: proc, member: -1}
	for _, x := range args {
		inner.params = append(inner.params, s.area(x))
	}
	k := key(proc, inner.params)
	if w, ok := s.e.changed[k]; ok {
		return w
	}
	var out []access
	seen := map[access]bool{}
	for _, w := range inner.writes(s.e.code(s.e.spans[proc])) {
		part := w
		part.node = 0
		if w.kind != ofLocal && !seen[part] {
			seen[part] = true
			out = append(out, w)
		}
	}
	s.e.changed[k] = out
	return out
}

// key tells a procedure called with some areas apart from all others.
func key(proc int32, params []area) string {
	b := binary.LittleEndian.AppendUint32(nil, uint32(proc))
	for _, a := range params {
		b = binary.LittleEndian.AppendUint32(b, uint32(a.own))
		b = binary.LittleEndian.AppendUint64(b, uint64(a.bits))
		b = binary.LittleEndian.AppendUint64(b, uint64(a.classes))
	}
	return string(b)
}
