package engine

import (
	"math"
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/value"
)

// This file writes cells: variables, tracks and markers. All writes of the machine use it.

// cellAt returns the cell of a place.
func (s *State) cellAt(in *instr) int64 {
	p, i := &in.place, int64(0)
	switch {
	case p.slot > 0:
		i = s.stack[s.base+p.slot]
	case in.index == nil:
		return int64(p.base)
	default:
		i = in.index(s)
	}
	if uint64(i) >= uint64(p.n) {
		what := "no such zone, seat or card"
		if in.track {
			what = "no such track"
		}
		s.fail(in.node, "%s (%d) to write to", what, i)
	}
	return int64(p.base) + i*int64(max(in.words, 1))
}

// write stores a value, which must be within the bounds of the cell. asked is the requested change.
func (s *State) write(node int32, cell, value, asked int64) {
	old := s.cells[cell]
	c := &s.g.cell[cell]
	if c.bounded && (value < c.min || value > c.max) {
		s.fail(node, "%s cannot be %d: it runs from %d to %d", s.g.cellName(int32(cell)), value, c.min, c.max)
	}
	if c.pool >= 0 && value > old && value-old > s.poolLeft(c.pool) {
		s.fail(node, "pool %s has %d markers left, not %d", s.g.def.Pools[c.pool].ID, s.poolLeft(c.pool), value-old)
	}
	if old != value {
		s.cells[cell] = value
		s.recordWrite(c.source)
	}
	if s.obs != nil && (old != value || asked != 0) {
		s.emit(CellChanged, node, CellEvent{cell, old, value, asked}.numbers())
	}
}

// valueAt returns the value of a type that begins at a cell.
func (s *State) valueAt(cell int64, t def.Type) int64 {
	if n := s.g.def.Words(t); n > 1 {
		return s.held(s.cells[cell : cell+int64(n)])
	}
	return s.cells[cell]
}

// writeSet stores a wide set in n cells.
func (s *State) writeSet(node int32, cell int64, n int, v int64) {
	to := s.cells[cell : cell+int64(n)]
	if value.EqualSets(to, s.bitsOf(v, n)) {
		return
	}
	old := s.held(to)
	s.put(to, v)
	s.recordWrite(s.g.cell[cell].source)
	if s.obs != nil {
		s.emit(CellChanged, node, CellEvent{Cell: cell, Old: old, New: v, Asked: v - old}.numbers())
	}
}

func (s *State) set(in *instr) {
	if in.wide {
		v, n := in.first(s), int(in.words)
		if at := int(s.base + in.place.local); in.place.local >= 0 {
			s.put(s.stack[at:at+n], v)
		} else {
			s.writeSet(in.node, s.cellAt(in), n, v)
		}
		return
	}
	v := in.first(s)
	cell := s.cellAt(in)
	s.write(in.node, cell, v, v-s.cells[cell])
}

// setAll executes CSetAll. Each member costs as much as the instruction, and watched values are compared after each.
func (s *State) setAll(in *instr) {
	v, left := in.first(s), uint64(in.x[1](s))
	s.spend(in.price * int64(max(bits.OnesCount64(left)-1, 0)))
	if in.free && s.obs == nil && bits.Len64(left) <= int(in.place.n) {
		cells := s.cells[in.place.base:][:in.place.n]
		for ; left != 0; left &= left - 1 {
			cells[bits.TrailingZeros64(left)] = v
		}
		s.recordWrite(s.g.cell[in.place.base].source)
		return
	}
	for ; left != 0; left &= left - 1 {
		i := int64(bits.TrailingZeros64(left))
		if i >= int64(in.place.n) {
			s.fail(in.node, "no such zone, seat or card (%d) to write to", i)
		}
		cell := int64(in.place.base) + i
		s.write(in.node, cell, v, v-s.cells[cell])
		if s.obs != nil && s.touched() {
			s.compareWatch()
		}
	}
}

// change executes CGain, CLose and CPay.
func (s *State) change(in *instr) {
	n := in.first(s)
	if in.op == def.CPay && n < 0 {
		s.fail(in.node, "cannot pay %d", n)
	}
	delta, ok := n, true
	if in.op != def.CGain {
		delta, ok = value.Neg(n)
	}
	if !ok {
		s.fail(in.node, "overflow")
	}
	if in.place.local >= 0 {
		at := int(s.base + in.place.local)
		if in.op == def.CPay && s.stack[at] < n {
			s.fail(in.node, "cannot pay %d of %d", n, s.stack[at])
		}
		s.stack[at] = s.sum(in.node, s.stack[at], delta)
		return
	}
	cell := s.cellAt(in)
	c := &s.g.cell[cell]
	old := s.cells[cell]
	var v int64
	if in.op == def.CPay {
		v = s.sum(in.node, old, delta)
		if c.bounded && v < c.min || !c.bounded && v < 0 {
			s.fail(in.node, "%s is %d: cannot pay %d", s.g.cellName(int32(cell)), old, n)
		}
	} else {
		v = s.moved(in.node, c, old, delta)
	}
	s.write(in.node, cell, v, delta)
}

// sum adds a change to the old value; an overflow is a fault.
func (s *State) sum(node int32, p, q int64) int64 {
	v, ok := value.Add(p, q)
	if !ok {
		s.fail(node, "overflow")
	}
	return v
}

// moved adds a change to the value of a cell and clamps the result to its bounds, even if the sum overflows. For an unbounded variable an
// overflow is a fault.
func (s *State) moved(node int32, c *cellInfo, old, delta int64) int64 {
	if !c.bounded {
		return s.sum(node, old, delta)
	}
	v, ok := value.Add(old, delta)
	switch {
	case ok:
		return max(c.min, min(c.max, v))
	case delta > 0:
		return c.max
	}
	return c.min
}

// transfer executes CTransfer. The amount that exceeds the bound of the receiving track is lost.
func (s *State) transfer(in *instr) {
	from, to, n := in.x[0](s), in.x[1](s), in.x[2](s)
	for _, t := range [2]int64{from, to} {
		if uint64(t) >= uint64(len(s.cells)) {
			s.fail(in.node, "no such track (%d)", t)
		}
	}
	if from == to {
		return
	}
	less, ok := value.Neg(n)
	if !ok {
		s.fail(in.node, "overflow")
	}
	there := s.cells[from]
	if a := &s.g.cell[from]; a.bounded {
		if there, ok = value.Sub(there, a.min); !ok {
			there = math.MaxInt64
		}
	}
	moved := max(min(n, there), 0)
	s.write(in.node, from, s.cells[from]-moved, less)
	s.write(in.node, to, s.moved(in.node, &s.g.cell[to], s.cells[to], moved), n)
}

// shift executes CShift and CMark.
func (s *State) shift(in *instr) {
	n := in.first(s)
	cell := s.cellAt(in)
	c := &s.g.cell[cell]
	if !c.allowed {
		return
	}
	delta := n
	if in.op == def.CMark && c.pool >= 0 && delta > 0 {
		delta = min(delta, s.poolLeft(c.pool))
	}
	v := s.moved(in.node, c, s.cells[cell], delta)
	if in.op == def.CMark {
		v = max(v, 0)
	}
	s.write(in.node, cell, v, n)
}

// enter opens an action scope.
func (s *State) enter(in *instr) {
	at := int(s.base) + frameHead + int(in.a)
	for _, r := range s.g.scoped {
		cells := s.cells[r.cell:][:r.n]
		copy(s.stack[at+r.place:], cells)
		copy(cells, s.g.def.Initial[r.cell:])
	}
	s.recordScopedWrites()
	if s.obs != nil {
		s.emit(ScopeOpened, in.node, CallEvent{Proc: int64(s.proc())}.numbers())
	}
}

// leave closes an action scope.
func (s *State) leave(in *instr) {
	at := int(s.base) + frameHead + int(in.a)
	for _, r := range s.g.scoped {
		kept := s.stack[at+r.place:][:r.n]
		copy(s.cells[r.cell:], kept)
		clear(kept)
	}
	s.recordScopedWrites()
	if s.obs != nil {
		s.emit(ScopeClosed, in.node, CallEvent{Proc: int64(s.proc())}.numbers())
	}
}

// activate brings a lasting effect into force with a new stamp, ending it first if it is in force already.
func (s *State) activate(node int32, lasting, duration int64) {
	if uint64(lasting) >= uint64(len(s.g.def.Lasting)) {
		s.fail(node, "no such lasting effect (%d)", lasting)
	}
	l := &s.g.def.Lasting[lasting]
	if duration == def.None {
		duration = int64(l.Duration)
	}
	if n := len(s.g.def.Durations); n > 0 && uint64(duration) >= uint64(n) {
		s.fail(node, "no such duration (%d)", duration)
	}
	s.spend(int64(len(s.g.attached[lasting])) / stepOps)
	s.end(node, lasting) // the previous window closes before the new one opens
	for _, p := range s.g.attached[lasting] {
		s.words[s.g.activeAt+int(p)]++
	}
	stamp := s.sum(node, s.cells[s.g.def.StampCell], 1)
	s.cells[s.g.def.StampCell] = stamp
	s.cells[l.Stamp], s.cells[l.Until] = stamp, duration
	value.SetBit(s.force, lasting)
	s.recordWrite(facts.InBooks)
	if s.obs != nil {
		s.emit(LastingOn, node, LastingEvent{lasting, stamp, duration}.numbers())
	}
}

// end ends a lasting effect if it is in force.
func (s *State) end(node int32, lasting int64) {
	if uint64(lasting) >= uint64(len(s.g.def.Lasting)) {
		s.fail(node, "no such lasting effect (%d)", lasting)
	}
	l := &s.g.def.Lasting[lasting]
	stamp, duration := s.cells[l.Stamp], s.cells[l.Until]
	if stamp <= 0 {
		return
	}
	s.spend(int64(len(s.g.attached[lasting])) / stepOps)
	for _, p := range s.g.attached[lasting] {
		s.words[s.g.activeAt+int(p)]--
	}
	s.cells[l.Stamp], s.cells[l.Until] = 0, 0
	value.ClearBit(s.force, lasting)
	s.recordWrite(facts.InBooks)
	if s.obs != nil {
		s.emit(LastingOff, node, LastingEvent{lasting, stamp, duration}.numbers())
	}
}

// expire ends every lasting effect with a duration, in the order of their stamps; if to is not None it changes their duration to to instead.
func (s *State) expire(node int32, duration, to int64) {
	if to != def.None {
		for i := value.NextBit(s.force, 0); i != def.None; i = value.NextBit(s.force, i+1) {
			if l := &s.g.def.Lasting[i]; s.cells[l.Until] == duration {
				s.cells[l.Until] = to
				s.recordWrite(facts.InBooks)
			}
		}
		return
	}
	for {
		s.spend(1 + int64(len(s.g.def.Lasting))/stepOps)
		first, best := def.None, int64(0)
		for i := value.NextBit(s.force, 0); i != def.None; i = value.NextBit(s.force, i+1) {
			l := &s.g.def.Lasting[i]
			if st := s.cells[l.Stamp]; s.cells[l.Until] == duration && (first == def.None || st < best) {
				first, best = i, st
			}
		}
		if first == def.None {
			return
		}
		s.end(node, first)
	}
}

// hold freezes a derived value; holds nest.
func (s *State) hold(in *instr) {
	d := &s.g.derived[in.a]
	if s.cells[d.held] = s.sum(in.node, s.cells[d.held], 1); s.cells[d.held] > 1 {
		return
	}
	for i := int64(0); i < d.n; i++ {
		if d.slot < 0 || d.covers(i) {
			at := d.base + i*int64(d.words)
			s.put(s.cells[at:at+int64(d.words)], d.live(s, i))
		}
	}
	s.recordWrite(facts.InBooks)
	if s.obs != nil {
		s.emit(Held, in.node, numbers{int64(in.a)})
	}
}

// release undoes one hold.
func (s *State) release(in *instr) {
	d := &s.g.derived[in.a]
	if s.cells[d.held] == 0 {
		s.fail(in.node, "%s is not held", s.g.def.Derived[in.a].ID)
	}
	if s.cells[d.held]--; s.cells[d.held] > 0 {
		return
	}
	clear(s.cells[d.base : d.base+d.n*int64(d.words)])
	s.recordWrite(facts.InBooks)
	if s.obs != nil {
		s.emit(Released, in.node, numbers{int64(in.a)})
	}
}
