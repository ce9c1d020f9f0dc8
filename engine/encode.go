package engine

// This file writes states as bytes, reads them back, and hashes them. The encoding of equal states is equal.

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// encodingVersion is the first byte of an encoded state.
const encodingVersion = 1

// Encode appends the state to dst: version, fingerprint of the game, generator, registers, result, cells, pieces, cards, stack. Only the value
// of the state is encoded; the pending decision can be computed from it.
func (s *State) Encode(dst []byte) []byte {
	dst = append(dst, encodingVersion)
	dst = binary.LittleEndian.AppendUint64(dst, s.g.Fingerprint())
	dst = binary.LittleEndian.AppendUint64(dst, uint64(s.gen))
	dst = append(dst, s.status)
	dst = binary.AppendUvarint(dst, uint64(s.pc))
	dst = binary.AppendUvarint(dst, uint64(s.base))
	dst = binary.AppendUvarint(dst, uint64(s.sp))
	for _, v := range s.result {
		dst = binary.AppendVarint(dst, v)
	}
	for _, v := range s.cells {
		dst = binary.AppendVarint(dst, v)
	}
	dst = append(dst, s.counts...)
	for _, v := range s.pileSizes {
		dst = binary.AppendUvarint(dst, uint64(v))
	}
	for _, v := range s.cards {
		dst = binary.AppendUvarint(dst, uint64(v))
	}
	for _, v := range s.stack[:s.sp] {
		dst = binary.AppendVarint(dst, v)
	}
	return dst
}

var errShort = errors.New("decode: the data ends too early")

// decoder reads an encoded state; after the first error it returns zeros.
type decoder struct {
	data []byte
	err  error
}

func (r *decoder) take(n int) []byte {
	if r.err == nil && len(r.data) < n {
		r.err = errShort
	}
	if r.err != nil {
		return make([]byte, min(n, 8))
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *decoder) uvarint() uint64 {
	v, n := binary.Uvarint(r.data)
	return v * r.skip(n)
}

func (r *decoder) varint() int64 {
	v, n := binary.Varint(r.data)
	return v * int64(r.skip(n))
}

// skip advances by n bytes; it returns 0 and sets the error if there was no number, or one of more than 64 bits.
func (r *decoder) skip(n int) uint64 {
	switch {
	case r.err != nil:
	case n == 0:
		r.err = errShort
	case n < 0:
		r.err = errors.New("decode: a number has more than 64 bits")
	}
	if r.err != nil {
		return 0
	}
	r.data = r.data[n:]
	return 1
}

// Decode decodes a state that Encode encoded for a game with the same fingerprint. Anything else is an error: the result is always a state that
// the rules can run on, with each piece and card of the game in exactly one place and every value valid for its type. Encode returns the same
// bytes for it.
func (g *Game) Decode(data []byte) (*State, error) {
	r := &decoder{data: data}
	if v := r.take(1); r.err == nil && v[0] != encodingVersion {
		return nil, fmt.Errorf("decode: version %d, this is version %d", v[0], encodingVersion)
	}
	if f := r.take(8); r.err == nil && binary.LittleEndian.Uint64(f) != g.Fingerprint() {
		return nil, errors.New("decode: the state belongs to another game, another version of it, or other options")
	}
	gen := r.take(8)
	status := r.take(1)
	pc, base, sp := r.uvarint(), r.uvarint(), r.uvarint()
	if r.err != nil {
		return nil, r.err
	}
	if sp > uint64(min(g.stackLimit, len(data))) || base > sp || pc >= uint64(len(g.code)) {
		return nil, errors.New("decode: the registers are out of range")
	}
	s := g.newState(max(small(sp), int(g.def.Stack), 16))
	s.gen, s.status = Generator(binary.LittleEndian.Uint64(gen)), status[0]
	s.pc, s.base, s.sp = int32(pc), int32(base), int32(sp)
	for i := range s.result {
		s.result[i] = r.varint()
	}
	for i := range s.cells {
		s.cells[i] = r.varint()
	}
	copy(s.counts, r.take(len(s.counts)))
	for i := range s.pileSizes {
		s.pileSizes[i] = uint16(r.uvarint()) // a greater value is truncated, so that the encoding differs
	}
	for i := range s.cards {
		s.cards[i] = uint16(r.uvarint()) // a greater value is truncated, so that the encoding differs
	}
	for i := range s.stack[:sp] {
		s.stack[i] = r.varint()
	}
	if r.err != nil {
		return nil, r.err
	}
	if len(r.data) > 0 {
		return nil, fmt.Errorf("decode: %d bytes too many", len(r.data))
	}
	for _, check := range []func() error{s.checkCells, s.checkBooks, s.checkPieces, s.checkCards, s.checkStack} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	s.index()
	if err := s.checkStacking(); err != nil {
		return nil, err
	}
	if err := s.checkDecision(); err != nil {
		return nil, err
	}
	if !bytes.Equal(s.Encode(nil), data) {
		return nil, errors.New("decode: the state has another encoding")
	}
	return s, nil
}

func (s *position) checkCells() error {
	for i, v := range s.cells {
		if !s.t.admitsCell(v, int32(i)) {
			return fmt.Errorf("decode: %s is %d, no value of its kind", s.t.cellName(int32(i)), v)
		}
	}
	for p := range s.t.def.Pools {
		if s.poolLeft(int32(p)) < 0 {
			return fmt.Errorf("decode: pool %s is overdrawn", s.t.def.Pools[p].ID)
		}
	}
	return nil
}

// checkBooks proves that the bookkeeping cells of the machine are consistent, and that there is no result before the end.
func (s *position) checkBooks() error {
	gd := s.t.def
	if s.status != over && slices.ContainsFunc(s.result, func(v int64) bool { return v != 0 }) {
		return errors.New("decode: there is a result before the end")
	}
	given := map[int64]bool{0: true}
	for i := range gd.Lasting {
		l := &gd.Lasting[i]
		stamp, until := s.cells[l.Stamp], s.cells[l.Until]
		if stamp < 0 || stamp > s.cells[gd.StampCell] || stamp > 0 && given[stamp] || stamp == 0 && until != 0 ||
			len(gd.Durations) > 0 && uint64(until) >= uint64(len(gd.Durations)) {
			return fmt.Errorf("decode: lasting effect %s cannot be in force so", l.ID)
		}
		given[stamp] = true
	}
	quotas := map[int32]int64{} // by counting cell
	for i := range gd.Attachments {
		if a := &gd.Attachments[i]; a.Quota > 0 && s.t.cell[a.Used].v < 0 {
			quotas[a.Used] = max(quotas[a.Used], int64(a.Quota))
		}
	}
	for i := range gd.Attachments {
		cell := gd.Attachments[i].Used
		if most, counted := quotas[cell]; counted && (s.cells[cell] < 0 || s.cells[cell] > most) {
			return fmt.Errorf("decode: attachments with a quota of %d have run %d times", most, s.cells[cell])
		}
	}
	for i := range gd.Vars {
		v := &gd.Vars[i]
		past := s.cells[v.Base : v.Base+v.Len]
		if n := slices.Index(past, 0); v.Past && n >= 0 && slices.ContainsFunc(past[n:], func(v int64) bool { return v != 0 }) {
			return errors.New("decode: the past positions have a gap")
		}
	}
	for i := range gd.Derived {
		d := &gd.Derived[i]
		if d.Held < 0 {
			continue
		}
		frozen := slices.ContainsFunc(s.cells[d.Base:d.Base+d.Len], func(v int64) bool { return v != 0 })
		if n := s.cells[d.Held]; n < 0 || n == 0 && frozen {
			return fmt.Errorf("decode: %s cannot be held so", d.ID)
		}
		for k, v := range s.cells[d.Base : d.Base+d.Len] {
			if words := gd.Words(d.Type); !s.t.fits(v, d.Type, k%words) {
				return fmt.Errorf("decode: %s is held as %d, no value of its kind", d.ID, v)
			}
		}
	}
	return nil
}

func (s *State) checkPieces() error {
	g := s.g
	total := make([]int, len(g.def.Types))
	for z := range g.def.Zones {
		for c := 0; c < g.nclass; c++ {
			n := s.counts[z*g.nclass+c]
			if n > 0 && g.arrives(c, int64(z)) != c {
				return fmt.Errorf("decode: %s in %s", g.def.Classes[c].ID, g.def.Zones[z].ID)
			}
			total[g.def.Classes[c].Type] += int(n)
		}
	}
	for t, n := range total {
		if n != int(g.def.Types[t].Count) {
			return fmt.Errorf("decode: %d pieces %s, there are %d", n, g.def.Types[t].ID, g.def.Types[t].Count)
		}
	}
	return nil
}

// checkStacking proves that no stacking limit is exceeded. A home zone may hold all pieces that begin there, whatever its limit.
func (s *State) checkStacking() error {
	for z := range s.g.def.Zones {
		for _, l := range s.g.limits[z] {
			most := int64(0)
			for _, t := range s.g.def.Types {
				if int(t.Home) == z && s.has(l.Filter, int64(t.First), s.g.classWords) {
					most += int64(t.Count)
				}
			}
			if n := s.pieces(int64(z), l.Filter); n > max(most, int64(l.Max)) {
				return fmt.Errorf("decode: %d pieces in %s, at most %d are allowed%s", n, s.g.def.Zones[z].ID, l.Max, byRule(l.Rule))
			}
		}
	}
	return nil
}

func (s *position) checkCards() error {
	total := 0
	for _, n := range s.pileSizes {
		total += int(n)
	}
	if total != len(s.cards) {
		return errors.New("decode: the piles do not hold all cards")
	}
	seen := make([]bool, len(s.cards))
	for _, c := range s.cards {
		if int(c) >= len(seen) || seen[c] {
			return errors.New("decode: a card lies in two places")
		}
		seen[c] = true
	}
	return nil
}

// checkStack proves that the frames form a chain of calls.
func (s *State) checkStack() error {
	bad := errors.New("decode: the stack is damaged")
	if s.status == over {
		if s.sp != 0 || s.pc != 0 { // and base, which is at most sp
			return bad
		}
		return nil
	}
	if s.status != asking || s.g.code[s.pc].op != def.CDecide {
		return bad
	}
	top, pc := s.sp, s.pc
	for base := s.base; ; {
		if int(base)+frameHead > int(top) {
			return bad
		}
		caller, proc := unpackCaller(s.stack[base])
		if uint64(proc) >= uint64(len(s.g.procs)) || !s.g.within(pc, proc) {
			return bad
		}
		if int(top-base) != frameHead+int(s.g.procs[proc].frame) {
			return bad
		}
		if slot := s.g.implausibleSlot(proc, s.stack[base+frameHead:top]); slot >= 0 {
			return fmt.Errorf("decode: slot %d of %s is %d, no value of its kind", slot, s.g.def.Procs[proc].ID, s.stack[int(base)+frameHead+slot])
		}
		if caller < 0 {
			if base != 0 || caller != -1 || s.stack[1] != 0 || proc != s.g.def.Main {
				return bad
			}
			return nil
		}
		next := s.stack[base+1]
		if int(caller) >= len(s.g.code) || next < 0 || next > int64(base)-frameHead || !s.calls(caller, proc, s.stack[next+frameHead:base]) {
			return bad
		}
		top, base, pc = base, int32(next), caller
	}
}

// calls reports whether the instruction at pc, in a procedure with these slots, can have called a procedure.
func (s *State) calls(pc, proc int32, slots []int64) bool {
	in := &s.g.code[pc]
	switch in.op {
	case def.CCall:
		return in.a == proc
	case def.CCallDyn:
		return s.g.takes(proc, s.g.def.Code[pc].X[1:])
	case def.CHooks:
		atts := s.g.points[in.a].atts
		last := int64(-1)
		if at := int(in.b) + 1; at < len(slots) {
			last = slots[at] - 1
		}
		return uint64(last) < uint64(len(atts)) && atts[last].proc == proc
	}
	return false
}

// within reports whether pc belongs to a procedure.
func (g *Game) within(pc, proc int32) bool {
	x := &g.procs[proc]
	return pc >= x.entry && pc < x.end
}

// checkDecision proves that the pending decision can be computed.
func (s *State) checkDecision() (err error) {
	if s.status != asking {
		return nil
	}
	defer func() {
		if r := recover(); r != nil {
			s.depth = 0
			err = s.fault(r)
		}
	}()
	s.allow(maxFuel)
	s.compute(false)
	if _, _, ok := s.forced(); ok {
		return errors.New("decode: the pending decision has but one answer")
	}
	return nil
}

// index rebuilds the data derived from the value of the state.
func (s *State) index() {
	s.outdate()
	clear(s.in)
	clear(s.here)
	for z := range s.g.def.Zones {
		for c := 0; c < s.g.nclass; c++ {
			if s.counts[z*s.g.nclass+c] > 0 {
				s.enters(c, int64(z))
			}
		}
	}
	for p := range s.pileSizes {
		for _, c := range s.pile(int64(p)) {
			s.pileByCard[c] = uint16(p)
		}
	}
	s.findObligations()
	clear(s.words[s.g.activeAt:s.g.stackAt])
	for l := range s.g.def.Lasting {
		if s.cells[s.g.def.Lasting[l].Stamp] > 0 {
			value.SetBit(s.force, int64(l))
			for _, p := range s.g.attached[l] {
				s.words[s.g.activeAt+int(p)]++
			}
		}
	}
}

// Hash returns a 64-bit hash of the content of Encode: equal states have equal hashes, on every platform. It does not allocate.
func (s *State) Hash() uint64 { return s.digest(s.g.Fingerprint()) }

// digest is Hash without the fingerprint of the game, which is expensive to compute, for comparing states of one game.
func (s *position) digest(h uint64) uint64 {
	h = mix(h, uint64(s.gen))
	h = mix(h, uint64(s.status)<<32|uint64(uint32(s.pc)))
	h = mix(h, uint64(uint32(s.base))<<32|uint64(uint32(s.sp)))
	h = hashWords(h, s.result)
	h = hashWords(h, s.cells)
	h = hashWords(h, s.stack[:s.sp])
	counts, h1 := s.counts, h+1
	for ; len(counts) >= 16; counts = counts[16:] {
		h = mix(h, binary.LittleEndian.Uint64(counts))
		h1 = mix(h1, binary.LittleEndian.Uint64(counts[8:]))
	}
	for _, n := range counts {
		h = mix(h, uint64(n))
	}
	h = mix(h, h1)
	i := 0
	for ; i+4 <= len(s.deck); i += 4 {
		h = mix(h, uint64(s.deck[i])|uint64(s.deck[i+1])<<16|uint64(s.deck[i+2])<<32|uint64(s.deck[i+3])<<48)
	}
	for ; i < len(s.deck); i++ {
		h = mix(h, uint64(s.deck[i]))
	}
	return h
}

// hashWords folds words into a hash in four lanes, so that the processor can compute them in parallel.
func hashWords(h uint64, words []int64) uint64 {
	h1, h2, h3 := h+1, h+2, h+3
	for ; len(words) >= 4; words = words[4:] {
		h = mix(h, uint64(words[0]))
		h1 = mix(h1, uint64(words[1]))
		h2 = mix(h2, uint64(words[2]))
		h3 = mix(h3, uint64(words[3]))
	}
	for _, v := range words {
		h = mix(h, uint64(v))
	}
	return mix(mix(h, h1), mix(h2, h3))
}

// mix folds a word into a hash (the multiply-and-fold step of wyhash).
func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^0xa0761d6478bd642f, v^0xe7037ed1a0b428db)
	return bits.RotateLeft64(hi^lo, 29) + h
}
