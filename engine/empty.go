package engine

// This file carries out at once what a loop does that puts each card of a pile into another pile, where nobody watches it happen.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// emptying is such a loop: while a card of the pile is among those that are left, it is put elsewhere.
type emptying struct {
	pile, to   num
	card, left int   // slots
	words      int   // of the cards that are left
	at         int32 // where the cards go to in the other pile, as in CCard
	node       int32 // of the instruction that moves them
	end        int32 // where it goes on
	round      int64 // price of a round, in steps
	last       int64 // price of finding that no card is left
	before     bool  // this is the instruction before the loop: it says which cards of the pile are left
}

// emptyings finds the loops of this kind in the code of a procedure.
func (b *builder) emptyings(x extent) {
	for pc := x.from; pc+4 < x.to; pc++ {
		in, e := &b.g.code[pc], b.emptyingAt(pc)
		if in.emptying, in.atOnce = e, e != nil; e == nil || pc == x.from {
			continue
		}
		if was := &b.Def.Code[pc-1]; was.Op == def.CSet && was.A == def.ToLocal && b.local(int64(was.B)) == e.left && isOf(was.X[0], b.Def.Code[pc].X[0].Args[0]) {
			first := *e
			first.before = true
			b.g.code[pc-1].emptying, b.g.code[pc-1].atOnce = &first, true
		}
	}
}

// isOf reports whether an expression is a set of cards of a pile, so that there are none if the pile has none.
func isOf(e, pile *def.Expr) bool {
	if e.Op != def.OpFilter {
		return false
	}
	from := e.Args[0]
	return from.Op == pile.Op && from.I == pile.I && (from.Op == def.OpLocal || from.Op == def.OpConst)
}

// emptyingAt recognises
//
//	card = first($c in pile where $c in left)
//	unless card != none: go to the end
//	left = left \ [card]
//	card goes to another pile
//	go to the beginning
func (b *builder) emptyingAt(pc int32) *emptying {
	code := b.Def.Code[pc : pc+5]
	for i, op := range []def.Code{def.CSet, def.CJumpUnless, def.CSet, def.CCard, def.CJump} {
		if code[i].Op != op {
			return nil
		}
	}
	card, left, first := code[0].B, code[2].B, code[0].X[0]
	isCard := func(e *def.Expr) bool { return e.Op == def.OpLocal && e.I == int64(card) }
	isLeft := func(e *def.Expr) bool { return e.Op == def.OpLocal && e.I == int64(left) }
	some, less := code[1].X[0], code[2].X[0]
	none, ok := int64(0), some.Op == def.OpNe && isCard(some.Args[0])
	if ok {
		none, ok = b.constant(some.Args[1])
	}
	switch {
	case !ok || none != def.None || code[0].A != def.ToLocal || code[2].A != def.ToLocal || code[4].A != pc:
		return nil
	case first.Op != def.OpFirst || first.Args[0].Type.Kind != def.KPile || !stays(first.Args[0], card, left) || !stays(code[3].X[1], card, left):
		return nil
	case first.Args[1].Op != def.OpHas || !isLeft(first.Args[1].Args[0]) || !isBound(first.Args[1].Args[1], first.I):
		return nil
	case less.Op != def.OpDiff || !isLeft(less.Args[0]) || less.Args[1].Op != def.OpSetOf || len(less.Args[1].Args) != 1 || !isCard(less.Args[1].Args[0]):
		return nil
	case !isCard(code[3].X[0]):
		return nil
	}
	e := &emptying{pile: b.num(first.Args[0]), to: b.g.code[pc+3].x[1], card: b.local(int64(card)), left: b.local(int64(left)),
		words: b.words(less), at: code[3].A, node: b.g.code[pc+3].node, end: code[1].A}
	e.last = b.g.code[pc].price + b.g.code[pc+1].price
	for _, in := range b.g.code[pc : pc+5] {
		e.round += in.price
	}
	e.round += b.price(first.Args[1])
	return e
}

// stays reports whether an expression is the same in each round: it reads nothing but slots of the frame, and those not among others.
func stays(e *def.Expr, others ...int32) bool {
	for x := range e.All() {
		if x.Op == def.OpLocal && !slices.Contains(others, int32(small(x.I))) {
			continue
		}
		if !x.Pure() || x.Op == def.OpCall || x.Op.Row().Binds || x.Op == def.OpBound {
			return false
		}
	}
	return true
}

// emptied carries out the loop that an instruction begins; false if it is none of this kind, if not all cards of the pile are left, or
// if somebody wants to see it.
func (s *State) emptied(in *instr) bool {
	if s.obs != nil {
		return false
	}
	e := in.emptying
	if e.before {
		return s.without(e)
	}
	from, to := e.pile(s), e.to(s)
	if from == to || uint64(from) >= uint64(len(s.lens)) || uint64(to) >= uint64(len(s.lens)) {
		return false
	}
	left := s.stack[int(s.base)+e.left:][:e.words]
	pile := s.pile(from)
	for _, c := range pile {
		if !value.HasBit(left, int64(c)) {
			return false
		}
	}
	s.spend(e.round*int64(len(pile)) + e.last - in.price)
	for n := len(pile); n > 0; n-- {
		card := int64(s.pile(from)[0])
		value.ClearBit(left, card)
		s.putCard(card, from, to, s.placeIn(to, e.at))
		s.veil(e.node, card)
	}
	s.stack[int(s.base)+e.card] = def.None
	s.pc = e.end
	return true
}

// without goes past the loop if there is no card in the pile.
func (s *State) without(e *emptying) bool {
	from := e.pile(s)
	if uint64(from) >= uint64(len(s.lens)) || s.lens[from] > 0 {
		return false
	}
	s.spend(e.last)
	clear(s.stack[int(s.base)+e.left:][:e.words])
	s.stack[int(s.base)+e.card] = def.None
	s.pc = e.end
	return true
}
