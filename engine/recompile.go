package engine

// This file compiles single instructions of a loaded game again, for those who change one instruction after the other: to load a game
// takes longer than most plays.

import (
	"slices"

	"rulebound/engine/def"
)

// WithRecompile keeps what Recompile needs.
func WithRecompile() LoadOption { return func(b *builder) { b.g.builder = b } }

// Recompile compiles instructions again whose definition has been changed in place since the game was loaded, and returns the
// function that restores them. It returns nil if it cannot: what was compiled for other places depends on them, or the
// changed ones are malformed. No state of the game may be in the midst of a play.
func (g *Game) Recompile(pcs []int32) (undo func()) {
	if g.builder == nil || len(pcs) == 0 {
		return nil
	}
	var changed []instr
	for _, pc := range pcs {
		in, ok := g.builder.again(pc)
		if !ok {
			return nil
		}
		changed = append(changed, in)
	}
	swap := func() {
		for i, pc := range pcs {
			g.code[pc], changed[i] = changed[i], g.code[pc]
		}
		g.begun.Clear()
	}
	swap()
	return swap
}

// again compiles the instruction at pc as it is defined now. It reports false if it is malformed, or if it decides or has decided more
// than what happens at its place.
func (b *builder) again(pc int32) (in instr, ok bool) {
	defer func() {
		if recover() != nil { // as Load does, which then says what is wrong
			ok = false
		}
	}()
	was, is := &b.g.code[pc], &b.Def.Code[pc]
	if !plain(was) {
		return in, false
	}
	for _, x := range b.extents() {
		if pc >= x.from && pc < x.to {
			b.frame = x.frame
			in = b.instr(is, x)
		}
	}
	in.telling = slices.ContainsFunc(b.g.obliging, func(o obligation) bool { return in.op == def.CSet && in.place.base == o.cell })
	if !plain(&in) {
		return in, false
	}
	in.at, in.next = was.at, was.next
	in.do = in.form()
	return in, true
}

// plain reports whether an instruction changes the board, cards and variables alone, and goes on to the next one.
func plain(in *instr) bool {
	switch in.op {
	case def.CNop, def.CSetAll, def.CGain, def.CLose, def.CPay, def.CTransfer, def.CShift, def.CMark, def.CMove, def.CMoveAll, def.CFlip, def.CFlipAll,
		def.CTag, def.CUntagAll, def.CCard, def.CMoveCards, def.CActivate, def.CEnd, def.CExpire:
		return true
	case def.CSet:
		return in.place.local < 0 && !in.telling
	case def.CCall, def.CCallDyn:
		return in.b < 0 // no result
	}
	return false
}
