package engine

// This file implements the machine: the instruction loop, calls and returns.

import (
	"fmt"
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/facts"
	"rulebound/engine/value"
)

// A frame head packs the pc of the calling instruction (low 32 bits, as int32) and the procedure.
func packCaller(pc, proc int32) int64    { return int64(proc)<<32 | int64(uint32(pc)) }
func unpackCaller(v int64) (pc, p int32) { return int32(uint32(v)), int32(v >> 32) }

// proc returns the running procedure.
func (s *position) proc() int32 {
	if s.sp == 0 {
		return int32(def.None)
	}
	_, p := unpackCaller(s.stack[s.base])
	return p
}

// frames returns the number of frames of a procedure.
func (s *position) frames(proc int32) int64 {
	n := int64(0)
	for base := s.base; s.sp > 0; base = int32(s.stack[base+1]) {
		caller, p := unpackCaller(s.stack[base])
		if p == proc {
			n++
		}
		if caller < 0 {
			break
		}
	}
	return n
}

// fail ends the instruction with a fault.
func (s *State) fail(node int32, format string, args ...any) {
	panic(&Fault{Why: fmt.Sprintf(format, args...), Node: node})
}

// several is the fault of only(…) for a set with several members, given by words.
func (s *State) several(node int32, words []int64, t def.Type) {
	s.fail(node, "only takes a set of at most one member, this one has several: %s", s.Game().def.SpellMembers(def.MembersOf(words), t))
}

// emit notifies the observer, which must exist.
func (s *State) emit(kind EventKind, node int32, what numbers) {
	e := &s.event
	e.Kind, e.Node, e.what = kind, node, what
	s.obs.Event(s, e)
	e.Values = nil
}

// push calls a procedure with the given arguments.
func (s *State) push(caller, proc int32, args []int64) {
	p, at := &s.g.procs[proc], int(s.sp)
	top := at + frameHead + int(p.frame)
	if top > len(s.stack) {
		s.grow(top)
	}
	f := s.stack
	f[at], f[at+1] = packCaller(caller, proc), int64(s.base)
	at += frameHead
	if p.wide == nil {
		for i, v := range args { // few: faster than copy
			f[at+i] = v
		}
	} else {
		for i, n := range p.wide {
			s.put(f[at:at+int(n)], args[i])
			at += int(n)
		}
	}
	s.base, s.sp, s.pc = s.sp, int32(top), p.entry
	if s.obs != nil {
		s.event.Values = args
		s.emit(Called, s.g.def.Procs[proc].Node, CallEvent{Proc: int64(proc)}.numbers())
	}
	if s.g.cover != nil {
		s.g.cover.ran(s.g.def.Procs[proc].Node)
	}
}

// pop returns from the running procedure. It returns false if the stack is empty then.
func (s *State) pop(result int64) bool {
	caller, proc := unpackCaller(s.stack[s.base])
	base := int32(s.stack[s.base+1])
	clear(s.stack[s.base:s.sp])
	s.sp, s.base = s.base, base
	if s.obs != nil {
		s.emit(Returned, s.node, CallEvent{int64(proc), result}.numbers())
	}
	if caller < 0 {
		return false
	}
	in := &s.g.code[caller]
	if in.op == def.CHooks {
		s.pc = caller
		return true
	}
	s.pc = in.next.at
	if in.b >= 0 {
		at, n := int(s.base)+frameHead+int(in.b), s.g.procs[proc].result
		if n > 1 && in.op == def.CCallDyn {
			s.fail(in.node, "the result of %s is a set of more than %d things, which a procedure chosen at run time cannot give", s.g.def.Procs[proc].ID, def.WordBits)
		}
		if n == 1 {
			s.stack[at] = result
		} else {
			s.put(s.stack[at:at+n], result)
		}
	}
	return true
}

// call executes CCall and CCallDyn.
func (s *State) call(in *instr) {
	xs, proc := in.x, int64(in.a)
	if in.op == def.CCallDyn {
		proc, xs = xs[0](s), xs[1:]
		if uint64(proc) >= uint64(len(s.g.procs)) {
			s.fail(in.node, "no such procedure (%d)", proc)
		}
		if p := s.g.procs[proc]; len(xs) != int(p.params) {
			s.fail(in.node, "procedure %s has %d parameters, not %d", s.g.def.Procs[proc].ID, p.params, len(xs))
		}
	}
	args := s.args[:len(xs)]
	for i := range args {
		args[i] = xs[i](s)
	}
	s.push(s.pc, int32(proc), args)
}

// hooks executes CHooks: it calls the next attachment in stamp order, or advances if none is left.
func (s *State) hooks(in *instr) {
	at := int(s.base) + frameHead + int(in.b)
	args := s.args
	p := &s.g.points[in.a]
	if s.words[s.g.activeAt+int(in.a)] > 0 {
		for i, f := range in.x {
			args[i] = f(s)
		}
		for i, slot := range p.params {
			s.bound[slot] = args[i]
		}
		s.spend(int64(len(p.atts)) / stepOps)
		lastStamp, last := s.stack[at], s.stack[at+1]
		best, bestStamp := -1, int64(0)
		for i := range p.atts {
			a, stamp := &p.atts[i], s.cells[p.atts[i].stamp]
			after := stamp > lastStamp || stamp == lastStamp && int64(i)+1 > last
			if stamp <= 0 || !after || best >= 0 && stamp >= bestStamp {
				continue
			}
			if a.quota > 0 && s.cells[a.used] >= a.quota || !a.holds(s) {
				continue
			}
			best, bestStamp = i, stamp
		}
		if best >= 0 {
			a := &p.atts[best]
			s.stack[at], s.stack[at+1] = bestStamp, int64(best)+1
			if a.quota > 0 {
				s.cells[a.used]++
				s.recordWrite(facts.InBooks)
			}
			if s.obs != nil {
				s.emit(Hooked, a.node, HookEvent{Point: int64(in.a), Attachment: int64(a.index)}.numbers())
			}
			s.push(s.pc, a.proc, args[:len(in.x)])
			return
		}
	}
	s.stack[at], s.stack[at+1] = 0, 0
	s.pc = in.next.at
}

// forWide executes CForSet for a wide set. It returns false if no member is left.
func (s *position) forWide(in *instr) bool {
	at := int(s.base) + frameHead
	left := s.stack[at+int(in.a):][:in.words]
	v := value.NextBit(left, 0)
	if v == def.None {
		return false
	}
	value.ClearBit(left, v)
	s.stack[at+int(in.b)] = v
	return true
}

// forTake executes CForTake: it removes one piece from the taken list. It returns false if none is left.
func (s *State) forTake(in *instr) bool {
	at := int(s.base) + frameHead + int(in.a)
	n := s.stack[at]
	if n < 0 || n >= int64(int(s.sp)-at) {
		s.fail(in.node, "the list of taken pieces is damaged")
	}
	if n == 0 {
		return false
	}
	list := s.stack[at+1 : at+1+int(n)]
	e := list[0]
	s.stack[int(s.base)+frameHead+int(in.b)] = e>>24<<8 | e>>16&0xff
	if e&0xffff > 1 {
		list[0]--
	} else {
		copy(list, list[1:])
		list[n-1] = 0
		s.stack[at] = n - 1
	}
	return true
}

// finish ends the game.
func (s *State) finish(node int32, results []num) {
	for i, f := range results {
		s.result[i] = f(s)
	}
	clear(s.stack[:s.sp])
	s.pc, s.base, s.sp, s.status, s.open = 0, 0, 0, over, 0
	s.releaseForesight()
	s.notify(GameOver, node, s.result, numbers{})
	if s.obs != nil {
		if s.touched() {
			s.compareWatch()
		}
		s.event.Values = s.result
		s.emit(GameOver, node, numbers{})
	}
}

// record records an instruction for coverage and profile.
func (s *State) record(in *instr) {
	if s.g.cover != nil {
		s.g.cover.ran(in.node)
	}
	if s.g.profile != nil {
		s.g.profile.instruction(s, in)
	}
}

// link links instructions to their successors, skipping jumps unless coverage or a profile records instructions. Jumps are free, except in a
// cycle of jumps.
func (b *builder) link() {
	code, seen := b.g.code, b.g.cover != nil || b.g.profile != nil
	for pc := range code {
		if in := &code[pc]; in.op == def.CJump {
			in.price = 0
			if behind(code, int32(pc)).op == def.CJump {
				in.price = 1
			}
		}
	}
	to := func(pc int32) *instr {
		if seen {
			return &code[pc]
		}
		return behind(code, pc)
	}
	for pc := range code {
		in := &code[pc]
		in.at = int32(pc)
		if pc+1 < len(code) {
			in.next = to(in.at + 1)
		}
		switch in.op {
		case def.CJump, def.CJumpUnless:
			in.to = to(in.a)
		case def.CForSet, def.CForOrder, def.CForTake:
			in.to = to(in.c)
		}
		if in.do = in.form(); seen {
			in.do = recorded
		}
	}
}

// behind follows jumps from pc to the first other instruction; in a cycle of jumps it returns one of them.
func behind(code []instr, pc int32) *instr {
	in := &code[pc]
	for n := 0; in.op == def.CJump && n < len(code); n++ {
		in = &code[in.a]
	}
	return in
}

// run executes instructions until a decision must be answered or the game is over. It is one long switch for speed: a separate switch for the
// effects makes a decision 5% slower. Each case is a single call where possible.
func (s *State) run() {
	s.status = running
	for in := &s.g.code[s.pc]; ; {
		s.pc, s.node = in.at, in.node
		if len(s.temp) > 0 {
			s.temp = s.temp[:0]
		}
		s.spend(in.price)
		s.strict = true
		do := in.do
	carryOut:
		switch do {
		case recorded:
			s.record(in)
			do = in.form()
			goto carryOut
		case def.CNop:
		case setLocal:
			s.stack[s.base+in.place.local] = in.first(s)
		case setFree:
			if s.obs != nil {
				s.set(in)
				break
			}
			v, cell := in.first(s), int64(in.place.base)
			if in.place.slot > 0 {
				if i := s.stack[s.base+in.place.slot]; uint64(i) < uint64(in.place.n) {
					cell += i
				} else {
					s.cellAt(in) // fails
				}
			}
			if s.cells[cell] != v {
				s.cells[cell] = v
				s.recordWrite(s.g.cell[cell].source)
			}
		case def.CSet:
			s.set(in)
			if in.setsCondition && s.open > 0 && s.releaseOnce() {
				s.pc++
				return
			}
		case def.CGain, def.CLose, def.CPay:
			s.change(in)
		case def.CTransfer:
			s.transfer(in)
		case def.CShift, def.CMark:
			s.shift(in)
		case def.CMove:
			s.move(in)
		case def.CMoveAll:
			s.moveAll(in)
		case def.CFlip:
			s.flip(in)
		case def.CFlipAll:
			s.flipAll(in)
		case def.CTag:
			s.tag(in)
		case def.CUntagAll:
			s.untagAll(in)
		case def.CCard:
			s.card(in)
		case def.CJump:
			in = in.to
			continue
		case def.CJumpUnless:
			if !in.cond(s) {
				in = in.to
				continue
			}
		case def.CCall, def.CCallDyn:
			s.call(in)
			in = &s.g.code[s.pc]
			continue
		case def.CReturn:
			result := int64(0)
			if in.first != nil {
				result = in.first(s)
			}
			if !s.pop(result) {
				s.finish(in.node, nil)
				return
			}
			in = &s.g.code[s.pc]
			continue
		case def.CForSet:
			if in.wide {
				if !s.forWide(in) {
					in = in.to
					continue
				}
				break
			}
			at := int(s.base) + frameHead
			set := uint64(s.stack[at+int(in.a)])
			if set == 0 {
				in = in.to
				continue
			}
			s.stack[at+int(in.b)] = int64(bits.TrailingZeros64(set))
			s.stack[at+int(in.a)] = int64(set & (set - 1))
		case def.CForOrder:
			at := int(s.base) + frameHead
			order := s.stack[at+int(in.a)]
			seat := value.OrderAt(order, 0, s.g.seatBits)
			if seat == def.None {
				in = in.to
				continue
			}
			s.stack[at+int(in.b)] = seat
			s.stack[at+int(in.a)] = value.OrderTail(order, s.g.seatBits)
		case def.CForTake:
			if !s.forTake(in) {
				in = in.to
				continue
			}
		case def.CDecide:
			if s.open > 0 && s.releaseOnce() {
				return
			}
			if s.within != nil && s.within.greedy {
				if s.answerGreedily(in) {
					return
				}
			} else if !s.decide(in) {
				s.status = asking
				return
			}
			in = &s.g.code[s.pc]
			continue
		case def.CEnter:
			s.enter(in)
		case def.CLeave:
			s.leave(in)
		case def.CHooks:
			s.hooks(in)
			in = &s.g.code[s.pc]
			continue
		case def.CActivate:
			duration := def.None
			if in.x[1] != nil {
				duration = in.x[1](s)
			}
			s.activate(in.node, in.x[0](s), duration)
		case def.CEnd:
			s.end(in.node, in.x[0](s))
		case def.CExpire:
			s.expire(in.node, int64(in.a), int64(in.b))
		case def.CHold:
			s.hold(in)
		case def.CRelease:
			s.release(in)
		case def.CNote:
			s.note(in)
		case def.CRequire:
			if !in.cond(s) {
				s.fail(in.node, "a precondition does not hold")
			}
		case def.COver:
			s.finish(in.node, in.x)
			return
		case def.CBody:
			s.body(in)
		case def.CTick:
			at := int(s.base) + frameHead + int(in.a)
			if s.stack[at]--; s.stack[at] < 0 {
				s.fail(in.node, "a loop runs longer than its bound")
			}
		case def.CEnsure:
			s.ensure(in)
			in = &s.g.code[s.pc]
			continue
		case def.CEnsured:
			if s.ensured(in) {
				return
			}
		case def.CMoveCards:
			s.moveCards(in)
		case def.CSetAll:
			s.setAll(in)
		case def.CRecord:
			s.keepDigest(in)
		default:
			s.fail(in.node, "the machine cannot %s", in.op.Row().Name)
		}
		in = in.next
		if s.obs != nil && s.touched() {
			s.compareWatch()
		}
	}
}
