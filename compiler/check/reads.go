package check

// reads.go walks expressions for what they read of the state.

import "rulebound/engine/def"

// reads lists what x reads.
func (s *scope) reads(x *def.Expr) []access {
	if x == nil {
		return nil
	}
	inner, first := s, 0
	if x.Op.Row().Binds {
		inner, first = s.bind(x.I, s.area(x.Args[0])), 1
	}
	var out []access
	for i, a := range x.Args {
		if i < first {
			out = append(out, s.reads(a)...)
		} else {
			out = append(out, inner.reads(a)...)
		}
		if a.Type.Kind == def.KPile && (i < first || looksInto(x.Op)) {
			out = append(out, lying(s.area(a)))
		}
	}
	return append(out, s.readsItself(x)...)
}

// looksInto reports whether an operator reads which cards lie in a pile, and not just which pile it is.
func looksInto(op def.Op) bool {
	switch op {
	case def.OpTop, def.OpCardAt, def.OpPileSize, def.OpSize, def.OpHas:
		return true
	}
	return false
}

// readsItself lists what x reads, its operands left out.
func (s *scope) readsItself(x *def.Expr) []access {
	switch x.Op {
	case def.OpLocal:
		return append([]access{{kind: ofLocal, from: int32(x.I)}}, s.made(int32(x.I))...)
	case def.OpCell:
		return []access{{from: int32(x.I), n: 1}}
	case def.OpCellAt:
		return s.e.cellsAt(x.I, s.area(x.Args[0]))
	case def.OpCellOf:
		return s.cellsOf(x.Args[0])
	case def.OpPieces, def.OpPiecesIn, def.OpHolding, def.OpPieceAt:
		return []access{standing(s.area(x.Args[0]), s.area(x.Args[1]))}
	case def.OpRoom:
		return []access{standing(s.area(x.Args[0]), everywhere)}
	case def.OpHomeIn:
		classes := s.area(x.Args[0])
		return []access{standing(area{bits: s.e.homes(classes.bits)}, classes)}
	case def.OpPileOf:
		return []access{lying(everywhere)}
	case def.OpPoolLeft:
		return s.e.bearers(x.I)
	case def.OpStamp:
		if x.I >= 0 {
			return s.e.stamp(int32(x.I))
		}
		return s.stamps(x.Args[0])
	}
	return s.thinks(x)
}

// thinks lists what a function, a derived value, a hook point or the question for a procedure reads.
func (s *scope) thinks(x *def.Expr) []access {
	gd := s.e.gd
	switch x.Op {
	case def.OpCall:
		return s.function(int32(x.I), x.Args)
	case def.OpDerived:
		d := &gd.Derived[x.I]
		inner := s.formulas()
		if len(x.Args) > 0 {
			inner = inner.bind(int64(d.Slot), s.area(x.Args[0]))
		}
		return append(s.e.held(int32(x.I)), inner.reads(d.Value)...)
	case def.OpPossible:
		return s.possible(int32(x.I), x.Args)
	case def.OpPossibleDyn:
		var out []access
		for _, p := range s.e.stored(x.Args[0].Type) {
			out = append(out, s.possible(p, x.Args[1:])...)
		}
		return out
	case def.OpHookNumber, def.OpHookPool:
		return s.point(x.I, x.Args[1:])
	case def.OpHookAllow:
		return s.point(x.I, x.Args)
	}
	return nil
}

// possible lists what the question reads whether a procedure is possible.
func (s *scope) possible(proc int32, args []*def.Expr) []access {
	if f := s.e.gd.Procs[proc].Possible; f >= 0 {
		return s.function(f, args)
	}
	return nil
}

func (s *scope) function(f int32, args []*def.Expr) []access {
	d := &s.e.gd.Functions[f]
	inner := s.formulas()
	for i, p := range d.Params {
		inner = inner.bind(int64(p), s.area(args[i]))
	}
	return inner.reads(d.Body)
}

// point lists what the attachments of a hook point read.
func (s *scope) point(point int64, payload []*def.Expr) []access {
	p := &s.e.gd.Points[point]
	inner := s.formulas()
	for i, at := range p.Params {
		inner = inner.bind(int64(at), s.area(payload[i]))
	}
	var out []access
	for _, i := range p.Attach {
		a := &s.e.gd.Attachments[i]
		out = append(out, s.e.stamp(a.Lasting)...)
		for _, x := range []*def.Expr{a.When, a.Value, a.Add, a.Remove} {
			out = append(out, inner.reads(x)...)
		}
	}
	return out
}

// made lists what the values read that the round puts into a slot of its own.
func (s *scope) made(local int32) []access {
	if s.member < 0 || local <= s.member || s.busy.find(int64(local)) != nil {
		return nil
	}
	inner := s.lookingAt(local)
	var out []access
	for _, in := range s.e.code(s.e.spans[s.proc]) {
		if in.Op == def.CSet && in.A == 0 && in.B == local {
			out = append(out, inner.reads(in.X[0])...)
		}
	}
	return out
}
