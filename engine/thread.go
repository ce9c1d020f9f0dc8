package engine

// This file lets instructions go on where the jumps behind them lead.

import "rulebound/engine/def"

// maxHops bounds the jumps that are passed over at once: they may lead round in a ring.
const maxHops = 4

// thread finds where each instruction goes on. The jumps that are passed over are paid for with the instruction, even if that turns out to
// be a fault; behind a call, when it returns.
func (b *builder) thread() {
	apart := b.forgetful || b.g.cover != nil || b.g.rivals != nil // each jump is carried out by itself
	for i := range b.g.code {
		in := &b.g.code[i]
		in.next = int32(i) + 1
		if apart || !threaded(in) {
			continue
		}
		price := int64(0)
		for hop := 0; hop < maxHops && b.g.code[in.next].op == def.CJump; hop++ {
			price += b.g.code[in.next].price
			in.next = b.g.code[in.next].a
		}
		if in.op == def.CCall || in.op == def.CCallDyn {
			in.after = price
		} else {
			in.price += price
		}
	}
}

// threaded tells whether an instruction goes on behind itself, whatever happens, unless it calls a procedure.
func threaded(in *instr) bool {
	switch in.op {
	case def.CSet:
		return !in.telling
	case def.CGain, def.CLose, def.CPay, def.CTransfer, def.CShift, def.CMark, def.CMove, def.CMoveAll, def.CFlip, def.CFlipAll, def.CTag, def.CUntagAll,
		def.CCard, def.CCall, def.CCallDyn:
		return true
	}
	return false
}
