package engine

// This file hashes the part of a state that can still affect the play: without the generator, and of the frames only the slots that will be
// read. States reached by the same answers in a different order often differ only in the rest.

import (
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/facts"
)

// Likeness is a hash of everything that the rest of the play can depend on if chance is answered from outside. States with the same future
// usually have the same hash; states with the same hash have the same future, up to collisions of 64 bits.
func (s *State) Likeness() uint64 {
	g := s.g
	g.lived.Do(g.findLive)
	h := mix(uint64(s.status)<<32|uint64(uint32(s.pc)), uint64(uint32(s.base))<<32|uint64(uint32(s.sp)))
	h = hashWords(h, s.cells)
	for i := 0; i+8 <= len(s.counts); i += 8 {
		h = mix(h, word(s.counts[i:]))
	}
	for _, n := range s.counts[len(s.counts)&^7:] {
		h = mix(h, uint64(n))
	}
	for _, c := range s.deck {
		h = mix(h, uint64(c))
	}
	if s.status != asking {
		return hashWords(h, s.result)
	}
	base, top, live := s.base, s.sp, g.live[s.pc]
	for {
		h = mix(h, uint64(s.stack[base]))
		locals := s.stack[int(base)+frameHead : top]
		for w, set := range live {
			for ; set != 0; set &= set - 1 {
				if i := w*64 + bits.TrailingZeros64(set); i < len(locals) {
					h = mix(h, uint64(locals[i])+uint64(i)<<56)
				}
			}
		}
		if base == 0 {
			return h
		}
		caller, _ := unpackCaller(s.stack[base])
		base, top = int32(s.stack[base+1]), base
		live = g.live[caller]
		if op := g.code[caller].op; op == def.CCall || op == def.CCallDyn {
			live = g.live[caller+1]
		}
	}
}

// word reads eight counts as one word.
func word(b []uint8) uint64 {
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// slots is a set of local slots.
type slots []uint64

func (x slots) add(i int32) {
	if i >= 0 && int(i) < len(x)*64 {
		x[i/64] |= 1 << uint(i%64)
	}
}

// cut removes n slots from i on.
func (x slots) cut(i, n int32) {
	for k := max(i, 0); k < i+n && int(k) < len(x)*64; k++ {
		x[k/64] &^= 1 << uint(k%64)
	}
}

// span adds n slots from i on.
func (x slots) span(i, n int32) {
	for k := range n {
		x.add(i + k)
	}
}

// join adds the slots of y and reports whether any was new.
func (x slots) join(y slots) bool {
	more := false
	for i, w := range y {
		more = more || w&^x[i] != 0
		x[i] |= w
	}
	return more
}

// findLive computes the live local slots of each instruction: those that may be read from there on before they are written.
func (g *Game) findLive() {
	gd := g.def
	words := 0
	for _, p := range gd.Procs {
		words = max(words, (int(p.Frame)+63)/64)
	}
	g.live = make([][]uint64, len(gd.Code)+1)
	flat := make([]uint64, len(g.live)*words)
	for i := range g.live {
		g.live[i] = flat[i*words : (i+1)*words]
	}
	if len(gd.Sets) > 0 || gd.Wide(def.IntSet) { // a wide set occupies several slots: treat every slot as live
		for i := range flat {
			flat[i] = ^uint64(0)
		}
		return
	}
	entries := map[int32]int32{} // by first slot of a taken list: the greatest number of entries over all procedures
	for i := range gd.Decisions {
		d := &gd.Decisions[i]
		entries[d.Result] = max(entries[d.Result], d.Entries)
	}
	now := make(slots, words)
	for more := true; more; {
		more = false
		for pc := len(gd.Code) - 1; pc >= 0; pc-- {
			clear(now)
			g.liveBefore(&gd.Code[pc], int32(pc), now, entries)
			more = slots(g.live[pc]).join(now) || more
		}
	}
}

// liveBefore sets now to the slots that are live before an instruction, given the present results for its successors.
func (g *Game) liveBefore(in *def.Instr, pc int32, now slots, entries map[int32]int32) {
	row := in.Op.Row()
	var d *def.DecisionDef
	if in.Op == def.CDecide {
		d = &g.def.Decisions[in.A]
	}
	switch {
	case d != nil && d.Kind.Row().Options:
		for _, o := range d.Options {
			now.join(g.live[o.Target])
		}
	case !row.Leaves:
		now.join(g.live[pc+1])
	}
	for _, w := range facts.Slots(g.def, in, row.Writes) {
		now.cut(w.From, w.N)
	}
	for _, f := range in.Fields() {
		if f.Ref == def.RefTarget && in.Op != def.CEnsure {
			now.join(g.live[f.Value])
		}
	}
	for _, r := range facts.Slots(g.def, in, row.Reads) {
		now.span(r.From, r.N)
	}
	if in.Op == def.CForTake {
		now.span(in.A, entries[in.A]+1)
	}
	for _, x := range in.X {
		readBy(x, now)
	}
	if d == nil {
		return
	}
	for _, o := range d.Also {
		now.join(g.live[o.Target])
	}
	for _, k := range d.Answered() {
		if k.Kept {
			now.span(k.Slot, k.N)
		}
	}
	for x := range d.Expressions() {
		readBy(x, now)
	}
}

// readBy adds the slots that an expression reads.
func readBy(e *def.Expr, to slots) {
	for x := range e.All() {
		if x.Op == def.OpLocal {
			to.add(int32(x.I))
		}
	}
}
