package engine

// This file compiles the operators on pieces and cards.

import (
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// classes returns the classes of a constant filter.
func (b *builder) classes(filter int64) []int {
	var out []int
	for f := uint64(filter) & b.g.allClasses; f != 0; f &= f - 1 {
		out = append(out, bits.TrailingZeros64(f))
	}
	return out
}

// holding compiles "the zones with a piece of the filter".
func (b *builder) holding(filter *def.Expr) num {
	k, ok := b.constant(filter)
	if !ok || b.g.classWords > 1 {
		f := b.num(filter)
		zones := func(s *State) int64 { return int64(s.holding(f(s))) }
		if b.g.classWords > 1 {
			return released(zones)
		}
		return zones
	}
	list := b.classes(k)
	switch len(list) {
	case 1:
		c := list[0]
		return func(s *State) int64 { return s.in[c] }
	case 2:
		c, d := list[0], list[1]
		return func(s *State) int64 { return s.in[c] | s.in[d] }
	}
	return func(s *State) int64 {
		z := int64(0)
		for _, c := range list {
			z |= s.in[c]
		}
		return z
	}
}

func (b *builder) pieceOp(e *def.Expr) num {
	g := b.g
	switch e.Op {
	case def.OpPieces:
		return b.pieces(e)
	case def.OpPiecesIn:
		zones, filter, some := b.num(e.Args[0]), b.num(e.Args[1]), b.holding(e.Args[1])
		return func(s *State) int64 {
			n, f := int64(0), uint64(filter(s))&g.allClasses
			in := zones(s) & some(s)
			for ; f != 0 && in != 0; f &= f - 1 {
				c := bits.TrailingZeros64(f)
				for z := uint64(in & s.in[c]); z != 0; z &= z - 1 {
					n += int64(s.counts[bits.TrailingZeros64(z)*g.nclass+c])
				}
			}
			return n
		}
	case def.OpHolding:
		zones, some := b.num(e.Args[0]), b.holding(e.Args[1])
		return func(s *State) int64 { return zones(s) & some(s) }
	}
	x := b.num(e.Args[0])
	switch e.Op {
	case def.OpRoom:
		f := b.num(e.Args[1])
		return func(s *State) int64 { return s.room(x(s), f(s)) }
	case def.OpPieceZone:
		return func(s *State) int64 { return value.PieceZone(x(s)) }
	case def.OpPieceClass:
		return func(s *State) int64 { return value.PieceClass(x(s)) }
	case def.OpPieceAt:
		f := b.num(e.Args[1])
		return func(s *State) int64 {
			z, filter := x(s), f(s)
			if uint64(z) >= uint64(len(g.def.Zones)) {
				return def.None
			}
			if m := filter & s.here[z]; m != 0 {
				return z<<8 | value.Least(m)
			}
			return def.None
		}
	case def.OpHome:
		return func(s *State) int64 {
			if c := uint64(x(s)) & g.allClasses; c != 0 {
				return g.home[bits.TrailingZeros64(c)]
			}
			return def.None
		}
	case def.OpTypeOf:
		return func(s *State) int64 {
			out := int64(0)
			for m := x(s) & int64(g.allClasses); m != 0; m &^= out {
				out |= g.typeMask[bits.TrailingZeros64(uint64(m))]
			}
			return out
		}
	}
	if e.Op != def.OpHomeIn {
		b.unknown(e)
	}
	return func(s *State) int64 {
		n := int64(0)
		for m := x(s) & int64(g.allClasses); m != 0; {
			c := bits.TrailingZeros64(uint64(m))
			n += s.pieces(g.home[c], m&g.typeMask[c])
			m &^= g.typeMask[c]
		}
		return n
	}
}

// pieces compiles the number of pieces of a filter in a zone.
func (b *builder) pieces(e *def.Expr) num {
	zone, nz, nc := b.num(e.Args[0]), uint64(len(b.Def.Zones)), b.g.nclass
	k, ok := b.constant(e.Args[1])
	if !ok {
		f := b.num(e.Args[1])
		return func(s *State) int64 { return s.pieces(zone(s), f(s)) }
	}
	list := b.classes(k)
	if len(list) == 1 {
		c := list[0]
		return func(s *State) int64 {
			if z := zone(s); uint64(z) < nz {
				return int64(s.counts[int(z)*nc+c])
			}
			return 0
		}
	}
	return func(s *State) int64 {
		n, z := int64(0), zone(s)
		if uint64(z) < uint64(len(s.here)) {
			for f := uint64(k & s.here[z]); f != 0; f &= f - 1 {
				n += int64(s.counts[int(z)*nc+bits.TrailingZeros64(f)])
			}
		}
		return n
	}
}

func (b *builder) cardOp(e *def.Expr) num {
	x := b.num(e.Args[0])
	switch e.Op {
	case def.OpPileSize:
		return func(s *State) int64 { return int64(len(s.pile(x(s)))) }
	case def.OpTop:
		return func(s *State) int64 {
			v, _ := listPile(s, x(s), 0)
			return v
		}
	case def.OpCardAt:
		y := b.num(e.Args[1])
		return func(s *State) int64 {
			p, i := x(s), y(s)
			if i < 0 {
				return def.None
			}
			v, _ := listPile(s, p, i)
			return v
		}
	}
	if e.Op != def.OpPileOf {
		b.unknown(e)
	}
	return func(s *State) int64 { return s.pileOf(x(s)) }
}
