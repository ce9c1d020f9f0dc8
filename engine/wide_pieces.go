package engine

// This file compiles the operators on pieces in a game whose filters or zone sets are wide, and executes the instructions that move such
// pieces.

import (
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// nextClass returns the least class of a filter from c on, -1 if there is none.
func (s *State) nextClass(filter int64, c int) int {
	if s.g.classWords > 1 {
		return s.nextIn(filter, s.g.classWords, c, s.g.nclass)
	}
	if m := uint64(filter) & s.g.allClasses >> uint(c) << uint(c); m != 0 {
		return bits.TrailingZeros64(m)
	}
	return -1
}

// nextZone returns the least zone of a set from z on, -1 if there is none.
func (s *State) nextZone(zones int64, z int) int {
	return s.nextIn(zones, s.g.zoneWords, z, len(s.g.def.Zones))
}

// nextIn returns the least member of a set from m on that is below n.
func (s *State) nextIn(set int64, words, m, n int) int {
	list := []int64{set}
	if words > 1 {
		list = s.bitsOf(set, words)
	}
	v := value.NextBit(list, int64(m))
	if v >= int64(n) {
		return -1
	}
	return small(v)
}

// holders returns the zones with a piece of a filter.
func (s *State) holders(filter int64) (v int64, words []int64) {
	v, words = s.blank(s.g.zoneWords)
	for c := s.nextClass(filter, 0); c >= 0; c = s.nextClass(filter, c+1) {
		value.Unite(words, s.zonesOf(c))
	}
	return v, words
}

// zonesOf returns the words of the set of zones that contain a class.
func (s *position) zonesOf(c int) []int64 {
	n := s.t.zoneWords
	return s.in[c*n : (c+1)*n]
}

// moveWide is moveSome for wide filters.
func (s *State) moveWide(node int32, filter, from, to, n int64) (done int64) {
	for c := s.nextClass(filter, 0); c >= 0 && done < n; c = s.nextClass(filter, c+1) {
		k := min(n-done, int64(s.counts[int(from)*s.g.nclass+c]))
		dest := to
		if to == def.None {
			dest = s.g.home[c]
		}
		if k > 0 && dest != from {
			s.shiftPieces(node, c, s.g.arrives(c, dest), from, dest, k)
		}
		done += k
	}
	return done
}

// widePieces compiles an operator on pieces; nil for other operators.
func (b *builder) widePieces(e *def.Expr) num {
	w, n := b.g.zoneWords, b.g.classWords
	if w == 1 && n == 1 || e.Op != def.OpTypeOf && e.Op != def.OpHomeIn && (e.Op < def.OpPieces || e.Op > def.OpHome) {
		return nil
	}
	g := b.g
	fs := b.nums(e.Args)
	x := fs[0]
	var y num
	if len(fs) > 1 {
		y = fs[1]
	}
	switch e.Op {
	case def.OpPieces:
		return func(s *State) int64 {
			z, filter := x(s), y(s)
			return s.pieces(z, filter)
		}
	case def.OpPiecesIn:
		return func(s *State) int64 {
			total, zones, filter := int64(0), x(s), y(s)
			for z := s.nextZone(zones, 0); z >= 0; z = s.nextZone(zones, z+1) {
				total += s.pieces(int64(z), filter)
			}
			return total
		}
	case def.OpHolding:
		return func(s *State) int64 {
			zones, filter := x(s), y(s)
			v, words := s.holders(filter)
			if w == 1 {
				return zones & words[0]
			}
			value.Intersect(words, s.bitsOf(zones, w))
			return v
		}
	case def.OpRoom:
		return func(s *State) int64 {
			z, filter := x(s), y(s)
			return s.room(z, filter)
		}
	case def.OpPieceZone:
		return func(s *State) int64 { return value.PieceZone(x(s)) }
	case def.OpPieceClass:
		if n == 1 {
			return func(s *State) int64 { return value.PieceClass(x(s)) }
		}
		return func(s *State) int64 {
			p := x(s)
			v, words := s.blank(n)
			if p >= 0 {
				value.SetBit(words, p&0xff)
			}
			return v
		}
	case def.OpPieceAt:
		return func(s *State) int64 {
			z, filter := x(s), y(s)
			if uint64(z) >= uint64(len(g.def.Zones)) {
				return def.None
			}
			for c := s.nextClass(filter, 0); c >= 0; c = s.nextClass(filter, c+1) {
				if s.counts[int(z)*g.nclass+c] > 0 {
					return z<<8 | int64(c)
				}
			}
			return def.None
		}
	case def.OpHome:
		return func(s *State) int64 {
			if c := s.nextClass(x(s), 0); c >= 0 {
				return g.home[c]
			}
			return def.None
		}
	case def.OpTypeOf:
		return func(s *State) int64 {
			filter := x(s)
			if n == 1 {
				out := int64(0)
				for c := s.nextClass(filter, 0); c >= 0; c = s.nextClass(filter, c+1) {
					out |= g.typeMask[c]
				}
				return out
			}
			v, words := s.blank(n)
			for c := s.nextClass(filter, 0); c >= 0; c = s.nextClass(filter, c+1) {
				value.Unite(words, s.bitsOf(g.typeMask[c], n))
			}
			return v
		}
	}
	return func(s *State) int64 {
		total, filter := int64(0), x(s)
		for c := s.nextClass(filter, 0); c >= 0; c = s.nextClass(filter, c+1) {
			total += int64(s.counts[int(g.home[c])*g.nclass+c])
		}
		return total
	}
}
