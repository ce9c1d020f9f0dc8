package engine

// This file carries out at once what a loop does that only sets variables of its members, to the same value or to one that no round
// changes, where nobody watches it happen: variable by variable instead of member by member.

import (
	"math/bits"
	"slices"

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
	of          num // value of the member whose slot is set, nil: the same for all
	source      int32
}

// fills finds the loops of the code that are fills.
func (b *builder) fills() {
	for pc := range b.g.code {
		if in := &b.g.code[pc]; in.op == def.CForSet && !in.wide {
			in.fill = b.fillAt(int32(pc))
		}
	}
}

func (b *builder) fillAt(at int32) *fill {
	loop := &b.g.code[at]
	f := &fill{n: def.WordBits, price: loop.price}
	var r reads
	for pc := at + 1; ; pc++ {
		in := &b.g.code[pc]
		f.price += in.price
		if in.op == def.CJump && in.a == at {
			break
		}
		w, ok := b.writeAt(pc, loop.b)
		if !ok {
			return nil
		}
		if w.of != nil {
			b.read(b.Def.Code[pc].X[0], &r)
		}
		f.writes, f.n = append(f.writes, w), min(f.n, int64(in.place.n))
	}
	for _, w := range f.writes {
		if slices.Contains(r.from, w.source) || slices.Contains(r.from, everything) {
			return nil
		}
	}
	return f
}

// writeAt reports whether an instruction does no more than set the variable of the thing in a slot.
func (b *builder) writeAt(pc, slot int32) (write, bool) {
	in, was := &b.g.code[pc], &b.Def.Code[pc]
	if in.op != def.CSet || in.a != def.ToVariable || in.wide {
		return write{}, false
	}
	index := was.X[1]
	c := &b.g.cell[in.place.base]
	if index.Op != def.OpLocal || index.I != int64(slot) || c.pool >= 0 {
		return write{}, false
	}
	w := write{base: int64(in.place.base), source: c.source}
	if v, ok := b.constant(was.X[0]); ok {
		w.value = v
		return w, !c.bounded || v >= c.min && v <= c.max
	}
	w.of = in.first
	return w, !c.bounded && !b.mayFault(was.X[0])
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
	for i := range f.writes {
		w := &f.writes[i]
		v := w.value
		for m := set; m != 0; m &= m - 1 {
			member := int64(bits.TrailingZeros64(m))
			if w.of != nil {
				s.stack[at+int(in.b)] = member
				v = w.of(s)
			}
			s.cells[w.base+member] = v
		}
		s.stir(w.source)
	}
	s.stack[at+int(in.a)], s.stack[at+int(in.b)] = 0, int64(bits.Len64(set)-1)
	return true
}
