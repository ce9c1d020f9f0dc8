package engine

// This file lets instructions go on where the jumps behind them lead.

import "rulebound/engine/def"

// maxHops bounds the jumps that are passed over at once: they may lead round in a ring.
const maxHops = 4

// thread finds where each instruction goes on. The jumps that are passed over are paid for with the instruction, even if that turns out to
// be a fault; behind a call, when it returns, and behind a condition, when it does not hold.
func (b *builder) thread() {
	apart := b.forgetful || b.g.cover != nil || b.g.rivals != nil // each jump is carried out by itself
	for i := range b.g.code {
		in := &b.g.code[i]
		in.next = int32(i) + 1
		if apart {
			continue
		}
		if e := in.emptying; e != nil {
			to, price := b.past(e.end)
			e.end, e.last = to, e.last+price
		}
		switch {
		case in.op == def.CJumpUnless:
			in.a, in.after = b.past(in.a)
		case in.op == def.CCall || in.op == def.CCallDyn:
			in.next, in.after = b.past(in.next)
		case threaded(in):
			to, price := b.past(in.next)
			in.next, in.price = to, in.price+price
		}
	}
}

// past gives where an instruction leads if it is a jump, and the price of the jumps up to there.
func (b *builder) past(pc int32) (to int32, price int64) {
	for hop := 0; hop < maxHops && b.g.code[pc].op == def.CJump; hop++ {
		price += b.g.code[pc].price
		pc = b.g.code[pc].a
	}
	return pc, price
}

// threaded tells whether an instruction goes on behind itself, whatever happens.
func threaded(in *instr) bool {
	switch in.op {
	case def.CSet:
		return !in.telling
	case def.CGain, def.CLose, def.CPay, def.CTransfer, def.CShift, def.CMark, def.CMove, def.CMoveAll, def.CFlip, def.CFlipAll, def.CTag, def.CUntagAll,
		def.CCard:
		return true
	}
	return false
}
