package engine

// This file moves pieces and cards. Pieces are neither created nor destroyed: every change moves them from one class and zone to another.

import (
	"math/bits"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/value"
)

// shiftPieces moves n > 0 pieces of class c in zone from to class d in zone to, and updates the index. The class or the zone must differ.
func (s *State) shiftPieces(node int32, c, d int, from, to, n int64) {
	g := s.g
	s.spend(1 + int64(len(g.limits[to]))/4)
	src, dst := &s.counts[int(from)*g.nclass+c], &s.counts[int(to)*g.nclass+d]
	if *src = *src - uint8(n); *src == 0 {
		s.in[c*g.zoneWords+int(from>>6)] &^= 1 << uint(from&63)
		if g.classWords == 1 {
			s.here[from] &^= 1 << uint(c)
		}
	}
	if *dst == 0 {
		s.enters(d, to)
	}
	*dst += uint8(n)
	s.recordWrite(facts.OnBoard)
	s.wrote[g.zoneSource+int(from)], s.wrote[g.zoneSource+int(to)] = s.clock, s.clock
	if s.obs != nil {
		s.emit(PiecesMoved, node, PiecesEvent{int64(c), int64(d), from, to, n}.numbers())
	}
	for _, l := range g.limits[to] {
		if s.has(l.Filter, int64(d), g.classWords) && (from != to || !s.has(l.Filter, int64(c), g.classWords)) {
			if k := s.pieces(to, l.Filter); k > int64(l.Max) {
				s.fail(node, "stacking: %d pieces in %s, at most %d are allowed%s", k, g.def.Zones[to].ID, l.Max, byRule(l.Rule))
			}
		}
	}
}

// enters records that a zone contains a class.
func (s *position) enters(c int, zone int64) {
	s.in[c*s.t.zoneWords+int(zone>>6)] |= 1 << uint(zone&63)
	if s.t.classWords == 1 {
		s.here[zone] |= 1 << uint(c)
	}
}

func byRule(rule string) string {
	if rule == "" {
		return ""
	}
	return " (rule " + rule + ")"
}

// zone checks a zone of an instruction.
func (s *State) zone(node int32, z int64) int64 {
	if uint64(z) >= uint64(len(s.g.def.Zones)) {
		s.fail(node, "no such zone (%d)", z)
	}
	return z
}

// arrives returns the class that a piece changes to when it enters a zone.
func (g *tables) arrives(c int, zone int64) int {
	if g.plain[zone] {
		return int(g.plainOf[c])
	}
	return c
}

// wanted returns the number of pieces that an instruction requests; all is true if it requests all.
func (s *State) wanted(in *instr) (n int64, all bool) {
	if in.x[1] == nil {
		return 255, true
	}
	return max(in.x[1](s), 0), false
}

func (s *State) short(in *instr, filter, zone, asked, done int64) {
	if s.obs != nil && done < asked {
		s.emit(PoolShort, in.node, ShortEvent{int64(s.nextClass(filter, 0)), zone, asked, done}.numbers())
	}
}

// move executes CMove.
func (s *State) move(in *instr) {
	filter, from := in.x[0](s), s.zone(in.node, in.x[2](s))
	n, all := s.wanted(in)
	to := def.None
	if in.a != 1 {
		to = s.zone(in.node, in.x[3](s))
	}
	if done := s.moveSome(in.node, filter, from, to, n); !all {
		s.short(in, filter, from, n, done)
	}
}

// moveSome moves at most n pieces of a filter, in class order; to None means to their home zones.
func (s *State) moveSome(node int32, filter, from, to, n int64) int64 {
	if s.g.classWords > 1 {
		return s.moveWide(node, filter, from, to, n)
	}
	done := int64(0)
	for f := uint64(filter & s.here[from]); f != 0 && done < n; f &= f - 1 {
		c := bits.TrailingZeros64(f)
		k := min(n-done, int64(s.counts[int(from)*s.g.nclass+c]))
		dest := to
		if to == def.None {
			dest = s.g.home[c]
		}
		if dest != from {
			s.shiftPieces(node, c, s.g.arrives(c, dest), from, dest, k)
		}
		done += k
	}
	return done
}

// classesIn returns word w of a filter, without bits that are not a class.
func (s *State) classesIn(filter int64, w int) uint64 {
	if s.g.classWords == 1 {
		return uint64(filter) & s.g.allClasses
	}
	return uint64(value.Word(s.bitsOf(filter, s.g.classWords), w)) & value.Mask(s.g.nclass-w<<6)
}

// moveAll executes CMoveAll.
func (s *State) moveAll(in *instr) {
	filter, zones := in.x[0](s), in.x[1](s)
	to := def.None
	if in.a != 1 {
		to = s.zone(in.node, in.x[2](s))
	}
	s.eachHolder(zones, filter, func(zone int64) { s.moveSome(in.node, filter, zone, to, 255) })
}

// eachHolder visits the zones of a set that contain a piece of a filter before the first visit.
func (s *State) eachHolder(zones, filter int64, visit func(zone int64)) {
	if s.g.zoneWords == 1 {
		for z := uint64(zones) & s.holding(filter) & s.g.graph.All; z != 0; z &= z - 1 {
			visit(int64(bits.TrailingZeros64(z)))
		}
		return
	}
	here, words := s.holders(filter)
	value.Intersect(words, s.bitsOf(zones, s.g.zoneWords))
	for z := s.nextZone(here, 0); z >= 0; z = s.nextZone(here, z+1) {
		visit(int64(z))
	}
}

// convert changes the class of at most n pieces of a filter in a zone according to a table; pieces that need no change do not count.
func (s *State) convert(node int32, filter, zone, n int64, what string, table func(c int) int) int64 {
	if s.g.plain[zone] {
		return n
	}
	done := int64(0)
	for w := range s.g.classWords {
		for f := s.classesIn(filter, w); f != 0 && done < n; f &= f - 1 {
			c := w<<6 + bits.TrailingZeros64(f)
			k := min(n-done, int64(s.counts[int(zone)*s.g.nclass+c]))
			if k == 0 {
				continue
			}
			d := table(c)
			if d < 0 {
				s.fail(node, "%s has no %s", s.g.def.Classes[c].ID, what)
			}
			if d == c {
				continue
			}
			s.shiftPieces(node, c, d, zone, zone, k)
			done += k
		}
	}
	return done
}

// flip executes CFlip.
func (s *State) flip(in *instr) {
	filter, zone := in.x[0](s), s.zone(in.node, in.x[2](s))
	n, all := s.wanted(in)
	if done := s.flipSome(in, filter, zone, n); !all {
		s.short(in, filter, zone, n, done)
	}
}

func (s *State) flipSome(in *instr, filter, zone, n int64) int64 {
	return s.convert(in.node, filter, zone, n, "such status", func(c int) int {
		if row := s.g.status[c]; int(in.a) < len(row) {
			return int(row[in.a])
		}
		return -1
	})
}

// flipAll executes CFlipAll.
func (s *State) flipAll(in *instr) {
	filter, zones := in.x[0](s), in.x[1](s)
	s.eachHolder(zones, filter, func(zone int64) { s.flipSome(in, filter, zone, 255) })
}

// tag executes CTag.
func (s *State) tag(in *instr) {
	filter, zone := in.x[0](s), s.zone(in.node, in.x[2](s))
	n, all := s.wanted(in)
	table := s.g.unmarked
	if in.b == 1 {
		table = s.g.marked
	}
	done := s.convert(in.node, filter, zone, n, "such mark", func(c int) int { return int(table[c][in.a]) })
	if !all {
		s.short(in, filter, zone, n, done)
	}
}

// untagAll executes CUntagAll.
func (s *State) untagAll(in *instr) {
	for _, c := range s.g.bearing[in.a] {
		if s.g.zoneWords == 1 && s.in[c] == 0 {
			continue
		}
		d := int(s.g.unmarked[c][in.a])
		if d < 0 {
			s.fail(in.node, "%s has no class without the mark", s.g.def.Classes[c].ID)
		}
		for z := value.NextBit(s.zonesOf(c), 0); z != def.None; z = value.NextBit(s.zonesOf(c), z+1) {
			s.shiftPieces(in.node, c, d, z, z, int64(s.counts[int(z)*s.g.nclass+c]))
		}
	}
}

// card executes CCard.
func (s *State) card(in *instr) {
	card, pile := in.x[0](s), in.x[1](s)
	if uint64(card) >= uint64(len(s.cards)) {
		s.noCard(in, card)
	}
	if uint64(pile) >= uint64(len(s.pileSizes)) {
		s.fail(in.node, "no such pile (%d)", pile)
	}
	s.moveCard(in, card, s.pileOf(card), pile)
}

// noCard is the fault of moving a card that does not exist. If the card was to be drawn from a pile, it names the pile.
func (s *State) noCard(in *instr, card int64) {
	if in.drawn != nil {
		if p := in.drawn(s); uint64(p) < uint64(len(s.pileSizes)) {
			if s.pileSizes[p] == 0 {
				s.fail(in.node, "no card to move: pile %s is empty", s.g.def.Piles[p].ID)
			}
			s.fail(in.node, "no card to move: pile %s has %d, none at that depth", s.g.def.Piles[p].ID, s.pileSizes[p])
		}
	}
	if card == def.None {
		s.fail(in.node, "no card to move: the card is none")
	}
	s.fail(in.node, "no such card (%d)", card)
}

// moveCard moves one card and reports it.
func (s *State) moveCard(in *instr, card, from, to int64) {
	s.putCard(card, from, to, s.placeIn(to, in.a))
	if from != to {
		s.hideCard(in.node, card)
	}
	if s.obs != nil {
		s.emit(CardMoved, in.node, CardEvent{card, from, to, int64(in.a)}.numbers())
	}
}

// moveCards executes CMoveCards. Each card costs as much as the instruction, and watched values are compared after each.
func (s *State) moveCards(in *instr) {
	from, to := in.x[0](s), in.x[1](s)
	left := s.pile(from)
	if len(left) == 0 {
		return
	}
	if uint64(to) >= uint64(len(s.pileSizes)) {
		s.fail(in.node, "no such pile (%d)", to)
	}
	s.spend(in.price * int64(len(left)-1))
	if from == to { // each move changes the order of the pile
		left = slices.Clone(left)
	}
	for i := range left {
		card := left[i]
		if from != to {
			card = s.pile(from)[0]
		}
		s.moveCard(in, int64(card), from, to)
		if s.obs != nil && s.touched() {
			s.compareWatch()
		}
	}
}

// placeIn returns the position in a pile given by Instr.A of CCard: top, bottom, or beneath the top card.
func (s *position) placeIn(pile int64, at int32) int {
	switch at {
	case 1:
		return int(s.pileSizes[pile])
	case 2:
		return 1
	}
	return 0
}

// hideCard hides a card from all seats that do not see its pile.
func (s *State) hideCard(node int32, card int64) {
	if at := s.g.viewers + card; s.g.viewers >= 0 && s.cells[at] != 0 {
		s.write(node, at, 0, -s.cells[at])
	}
}

// findViewers finds the variable of the seats that see each card.
func (b *builder) findViewers() {
	b.g.viewers = -1
	for i := range b.Def.Vars {
		v := &b.Def.Vars[i]
		if !v.Reveals {
			continue
		}
		if b.g.viewers >= 0 || v.Owner() != def.KCard || v.Type != def.SetOf(def.TSeat) {
			b.Fail("variable %s cannot say who sees a card: it is the second, or no set of seats for each", v.ID)
		}
		b.g.viewers = int64(v.Base)
	}
}

// putCard moves a card to a position in a pile; a position beyond the end is the bottom.
func (s *State) putCard(card, from, to int64, at int) {
	i := s.pileStart(from)
	for int64(s.cards[i]) != card {
		i++
	}
	s.pileSizes[from]--
	j := s.pileStart(to) + min(at, int(s.pileSizes[to]))
	if i < j {
		copy(s.cards[i:j], s.cards[i+1:j+1])
	} else {
		copy(s.cards[j+1:i+1], s.cards[j:i])
	}
	s.cards[j] = uint16(card)
	s.pileSizes[to]++
	s.pileByCard[card] = uint16(to)
	s.recordWrite(facts.InPiles)
}
