package engine

// This file carries out at once what a loop does that gives a variable of each member of a set the same value, where nobody
// watches it happen.

import (
	"math/bits"

	"rulebound/engine/def"
)

// fill is such a loop.
type fill struct {
	writes []write
	price  int64 // of a round, in steps
	n      int64 // members below n have the variables
}

// write is the cell of member 0, and what it is given.
type write struct {
	base, value int64
	source      int32
}

// fills finds the loops of the code that are fills.
func (b *builder) fills() {
	for pc := range b.g.code {
		if in := &b.g.code[pc]; in.op == def.CForSet && !in.wide && b.g.cover == nil {
			in.fill = b.fillAt(int32(pc))
			in.atOnce = in.fill != nil
		}
	}
}

func (b *builder) fillAt(at int32) *fill {
	loop := &b.g.code[at]
	f := &fill{n: def.WordBits, price: loop.price}
	for pc := at + 1; ; pc++ {
		in := &b.g.code[pc]
		f.price += in.price
		if in.op == def.CJump && in.a == at {
			return f
		}
		w, ok := b.writeAt(pc, loop.b)
		if !ok {
			return nil
		}
		f.writes, f.n = append(f.writes, w), min(f.n, int64(in.place.n))
	}
}

// writeAt tells whether an instruction gives a constant to the variable of the thing in a slot.
func (b *builder) writeAt(pc, slot int32) (write, bool) {
	in, was := &b.g.code[pc], &b.def.Code[pc]
	if in.op != def.CSet || in.a != def.ToVariable || in.wide {
		return write{}, false
	}
	index := was.X[1]
	v, ok := b.constant(was.X[0])
	c := &b.g.cell[in.place.base]
	if !ok || index.Op != def.OpLocal || index.I != int64(slot) || c.pool >= 0 || c.bounded && (v < c.min || v > c.max) {
		return write{}, false
	}
	return write{int64(in.place.base), v, c.source}, true
}

// filled carries out the loop that an instruction begins; false if it is none of this kind, or somebody wants to see it.
func (s *State) filled(in *instr) bool {
	f, at := in.fill, int(s.base)+frameHead
	if s.obs != nil {
		return false
	}
	set := uint64(s.stack[at+int(in.a)])
	if set == 0 || int64(bits.Len64(set)) > f.n {
		return false
	}
	s.spend(f.price * int64(bits.OnesCount64(set)))
	for _, w := range f.writes {
		for m := set; m != 0; m &= m - 1 {
			s.cells[w.base+int64(bits.TrailingZeros64(m))] = w.value
		}
		s.stir(w.source)
	}
	s.stack[at+int(in.a)], s.stack[at+int(in.b)] = 0, int64(bits.Len64(set)-1)
	return true
}
