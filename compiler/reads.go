package compiler

// reads.go walks expressions for what they read of the state.

import (
	"rulebound/engine/def"
)

// reads lists what x reads.
func (s *scope) reads(x *def.Expr) []access {
	if x == nil {
		return nil
	}
	c := s.c
	inner, first := s, 0
	switch x.Op {
	case def.OpLet, def.OpFilter, def.OpCount, def.OpAny, def.OpEvery, def.OpFirst, def.OpSum, def.OpLeast, def.OpMost:
		inner, first = s.bind(x.I, s.area(x.Args[0])), 1
	}
	var out []access
	for i, a := range x.Args {
		if i < first {
			out = append(out, s.reads(a)...)
		} else {
			out = append(out, inner.reads(a)...)
		}
		if a.Type.Kind == def.KPile && (i < first || x.Op == def.OpTop || x.Op == def.OpCardAt || x.Op == def.OpPileSize) {
			out = append(out, lying(s.area(a)))
		}
	}
	switch x.Op {
	case def.OpLocal:
		out = append(out, access{kind: ofLocal, from: int32(x.I)})
		out = append(out, s.made(int32(x.I))...)
	case def.OpCell:
		out = append(out, access{from: int32(x.I), n: 1})
	case def.OpCellAt:
		out = append(out, c.cellsAt(x.I, s.area(x.Args[0]))...)
	case def.OpCellOf:
		out = append(out, s.cellsOf(x.Args[0])...)
	case def.OpPieces, def.OpPiecesIn, def.OpHolding, def.OpPieceAt:
		out = append(out, standing(s.area(x.Args[0]), s.area(x.Args[1])))
	case def.OpRoom:
		out = append(out, standing(s.area(x.Args[0]), everywhere))
	case def.OpHomeIn:
		classes := s.area(x.Args[0])
		out = append(out, standing(area{bits: c.homes(classes.bits)}, classes))
	case def.OpPileOf:
		out = append(out, lying(everywhere))
	case def.OpPoolLeft:
		out = append(out, c.bearers(x.I)...)
	case def.OpStamp:
		if x.I >= 0 {
			out = append(out, c.stamp(int32(x.I))...)
		} else {
			out = append(out, s.stamps(x.Args[0])...)
		}
	default:
		out = append(out, s.thoughts(x)...)
	}
	return out
}

// thoughts lists what a function, a derived value, a hook point or the question for a procedure reads.
func (s *scope) thoughts(x *def.Expr) []access {
	c := s.c
	switch x.Op {
	case def.OpCall:
		return s.function(int32(x.I), x.Args)
	case def.OpDerived:
		d := &c.def.Derived[x.I]
		inner := &scope{c: c, proc: -1, member: -1}
		var out []access
		if len(x.Args) > 0 {
			inner = inner.bind(int64(d.Slot), s.area(x.Args[0]))
		}
		if d.Held >= 0 {
			out = append(out, access{from: d.Held, n: 1}, access{from: d.Base, n: d.Len})
		}
		return append(out, inner.reads(d.Value)...)
	case def.OpPossible:
		if f := c.def.Procs[x.I].Possible; f >= 0 {
			return s.function(f, x.Args)
		}
	case def.OpPossibleDyn:
		var out []access
		if of := x.Args[0].Type.Of; of > 0 {
			for _, p := range c.sigUse[of-1] {
				if f := c.def.Procs[p].Possible; f >= 0 {
					out = append(out, s.function(f, x.Args[1:])...)
				}
			}
		}
		return out
	case def.OpHookNumber, def.OpHookPool:
		return s.point(x.I, x.Args[1:])
	case def.OpHookAllow:
		return s.point(x.I, x.Args)
	}
	return nil
}

func (s *scope) function(f int32, args []*def.Expr) []access {
	def := s.c.def.Functions[f]
	inner := &scope{c: s.c, proc: -1, member: -1}
	for i, p := range def.Params {
		inner = inner.bind(int64(p), s.area(args[i]))
	}
	return inner.reads(def.Body)
}

// point lists what the attachments of a hook point read.
func (s *scope) point(point int64, payload []*def.Expr) []access {
	p := s.c.def.Points[point]
	inner := &scope{c: s.c, proc: -1, member: -1}
	for i, slot := range p.Params {
		inner = inner.bind(int64(slot), s.area(payload[i]))
	}
	var out []access
	for _, i := range p.Attach {
		a := &s.c.def.Attachments[i]
		out = append(out, s.c.stamp(a.Lasting)...)
		for _, x := range []*def.Expr{a.When, a.Value, a.Add, a.Remove} {
			out = append(out, inner.reads(x)...)
		}
	}
	return out
}

// made lists what the values read that the round puts into a slot of its own.
func (s *scope) made(slot int32) []access {
	if s.member < 0 || slot <= s.member || s.busy[slot] {
		return nil
	}
	inner := s.lookingAt(slot)
	var out []access
	from, to := s.c.codeOf(s.proc)
	for _, in := range s.c.def.Code[from:to] {
		if in.Op == def.CSet && in.A == 0 && in.B == slot {
			out = append(out, inner.reads(in.X[0])...)
		}
	}
	return out
}
