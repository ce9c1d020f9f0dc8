package engine

// This file records positions and counts how often one occurred. A position is stored as a 64-bit digest, so that a thousand of them are as
// cheap to copy, encode and compare as a thousand numbers; different positions have the same digest only by chance.

import "rulebound/engine/def"

// Tags of the words of a digest: each word is tagged with its kind, so that different positions give different sequences of words.
const (
	digestSeed   = 0x5be0cd19137e2179
	digestZone   = 1 << 60
	digestPieces = 2 << 60 // class<<8 | number
	digestMarker = 3 << 60
	digestValue  = 4 << 60
)

// digestOf compiles OpDigest: for each zone its number, the pieces of each class in it and its markers; then the values.
func (b *builder) digestOf(e *def.Expr) num {
	g, zones := b.g, b.num(e.Args[0])
	b.agree(g.zoneWords, e.Args[0])
	var markers []int32
	for i := range g.def.Vars {
		if v := &g.def.Vars[i]; v.Owner() == def.KZone && v.On != 0 {
			markers = append(markers, v.Base)
		}
	}
	values := b.nums(e.Args[1:])
	words := make([]int, len(values))
	for i, a := range e.Args[1:] {
		words[i] = b.words(a)
	}
	return func(s *State) int64 {
		h, set := uint64(digestSeed), zones(s)
		for z := s.nextZone(set, 0); z >= 0; z = s.nextZone(set, z+1) {
			h = mix(h, digestZone|uint64(z))
			for c, n := range s.counts[z*g.nclass:][:g.nclass] {
				if n > 0 {
					h = mix(h, digestPieces|uint64(c)<<8|uint64(n))
				}
			}
			for i, base := range markers {
				if n := s.cells[int(base)+z]; n != 0 {
					h = mix(mix(h, digestMarker|uint64(i)), uint64(n))
				}
			}
		}
		for i, f := range values {
			v := f(s)
			if words[i] == 1 {
				h = mix(mix(h, digestValue), uint64(v))
				continue
			}
			for w, x := range s.bitsOf(v, words[i]) {
				if x != 0 {
					h = mix(mix(h, digestValue|uint64(w)), uint64(x))
				}
			}
			h = mix(h, digestSeed)
		}
		if h == 0 {
			return 1
		}
		return int64(h)
	}
}

// recurred compiles OpRecurred.
func (b *builder) recurred(e *def.Expr) cond {
	n, times := b.group(e.I), b.num(e.Args[0])
	from := e.I
	return func(s *State) bool {
		least := times(s)
		past := s.cells[from : from+n]
		last := past[0]
		if last == 0 {
			return false
		}
		for _, p := range past {
			if p == last {
				least--
			}
		}
		return least <= 0
	}
}

// keepDigest executes CRecord.
func (s *State) keepDigest(in *instr) {
	v := in.first(s)
	past := s.cells[in.place.base:][:in.place.n]
	copy(past[1:], past)
	past[0] = v
	s.recordWrite(s.g.cell[in.place.base].source)
}
