package check

// areas.go tells which part of the board an expression can mean: which zones or seats, which pieces. A part of its own is
// what belongs to the member that a loop visits, and to no other member.

import (
	"slices"

	"rulebound/engine/def"
)

// area is what a value can be: bits of its members (of a piece: of its zone), and of a piece the bits of its class.
type area struct {
	own     owner
	bits    int64
	classes int64
}

// owner tells in which way something is the loop's member's own. Things of two members are different if it is in the same way.
type owner int32

const (
	nobodys owner = iota
	itself        // the member
	inTable       // and above: what the member alone has in the property of that number
)

const anything = int64(-1)

var everywhere = area{bits: anything, classes: anything}

func (a area) or(b area) area {
	switch {
	case a.bits == 0 && a.classes == 0:
		return b
	case b.bits == 0 && b.classes == 0:
		return a
	}
	if a.own != b.own {
		a.own = nobodys
	}
	return area{a.own, a.bits | b.bits, a.classes | b.classes}
}

// scope is where an expression stands: the procedure, whose locals it reads, and what is bound to its slots.
type scope struct {
	e      *effects
	proc   int32 // -1: no procedure
	member int32 // slot of the member that the loop visits, -1 outside its procedure
	of     area  // what that member can be
	params []area
	bound  *slot // innermost first
	busy   *slot // locals being looked at
}

// slot is an entry of a list of slots.
type slot struct {
	at    int64
	holds area
	next  *slot
}

func (l *slot) find(at int64) *slot {
	for l != nil && l.at != at {
		l = l.next
	}
	return l
}

func (s *scope) bind(at int64, a area) *scope {
	inner := *s
	inner.bound = &slot{at, a, s.bound}
	return &inner
}

// lookingAt is the scope while it is looked what its local slot holds, so that the look comes to an end.
func (s *scope) lookingAt(local int32) *scope {
	inner := *s
	inner.busy = &slot{at: int64(local), next: s.busy}
	return &inner
}

// formulas is the scope of formulas that no procedure's locals reach.
func (s *scope) formulas() *scope { return &scope{e: s.e, proc: -1, member: -1} }

// area gives what x can be.
func (s *scope) area(x *def.Expr) area {
	if v, ok := s.e.fold(x); ok {
		return areaOf(s.e.gd, x.Type, v)
	}
	switch x.Op {
	case def.OpLocal:
		return s.local(int32(x.I))
	case def.OpBound:
		if b := s.bound.find(x.I); b != nil {
			return b.holds
		}
	case def.OpSetOf, def.OpUnion:
		return s.joint(x.Args)
	case def.OpIf:
		return s.joint(x.Args[1:])
	case def.OpInter:
		a, b := s.area(x.Args[0]), s.area(x.Args[1])
		return area{own: max(a.own, b.own), bits: a.bits & b.bits}
	case def.OpDiff, def.OpFilter, def.OpHolding, def.OpThe, def.OpOnly, def.OpFirst, def.OpPieceZone:
		a := s.area(x.Args[0])
		return area{own: a.own, bits: a.bits}
	case def.OpPieceAt:
		a := s.area(x.Args[0])
		return area{a.own, a.bits, s.area(x.Args[1]).bits}
	case def.OpPieceClass:
		return area{bits: s.area(x.Args[0]).classes}
	case def.OpTypeOf:
		return area{bits: s.e.typesOf(s.area(x.Args[0]).bits)}
	case def.OpHome:
		return area{bits: s.e.homes(s.area(x.Args[0]).bits)}
	case def.OpTable:
		return s.entries(x)
	}
	return everywhere
}

// areaOf is what a known value is.
func areaOf(gd *def.GameDef, t def.Type, v int64) area {
	switch {
	case gd.Wide(t):
		return everywhere
	case t.Kind == def.KSet:
		return area{bits: v}
	case t.Kind == def.KOrder:
		var out area
		for _, m := range gd.Each(v, t) {
			out.bits |= 1 << uint(m)
		}
		return out
	case v >= 0 && v < def.WordBits:
		return area{bits: 1 << uint(v)}
	case v == def.None:
		return area{}
	}
	return everywhere
}

func (s *scope) joint(xs []*def.Expr) area {
	var out area
	for _, x := range xs {
		out = out.or(s.area(x))
	}
	return out
}

// entries gives what a property can be. If each member has another, that of the member is its own.
func (s *scope) entries(x *def.Expr) area {
	of := s.area(x.Args[0])
	var out area
	if s.e.gd.Wide(x.Type) {
		return everywhere
	}
	if of.own == itself {
		out.own = inTable + owner(x.I)
	}
	for i, v := range s.e.gd.Lookups[x.I].Values {
		if i < def.WordBits && of.bits>>uint(i)&1 == 0 || v == def.None {
			continue
		}
		bits := v
		if x.Type.Kind != def.KSet {
			if v < 0 || v >= def.WordBits {
				return everywhere
			}
			bits = 1 << uint(v)
		}
		if out.bits&bits != 0 {
			out.own = nobodys
		}
		out.bits |= bits
	}
	return out
}

// local gives what a slot of the procedure can hold: the member, an argument, or what is put there.
func (s *scope) local(at int32) area {
	switch {
	case at == s.member:
		return s.of
	case s.param(at) >= 0:
		return s.params[s.param(at)]
	case s.busy.find(int64(at)) != nil:
		return area{}
	}
	inner := s.lookingAt(at)
	var out area
	found := false
	for _, w := range s.e.writersOf(s.proc)[at] {
		out, found = out.or(w(inner)), true
	}
	if !found {
		return everywhere
	}
	return out
}

// param is which parameter of the procedure begins in a slot, -1 if none does.
func (s *scope) param(at int32) int {
	if int(s.proc) < len(s.e.gd.Procs) {
		if slots := s.e.gd.ParamSlots(&s.e.gd.Procs[s.proc]); len(slots) == len(s.params) {
			return slices.Index(slots, at)
		}
	}
	if int(at) < len(s.params) {
		return int(at)
	}
	return -1
}

// writer tells what an instruction puts into a local slot.
type writer func(s *scope) area

// writersOf lists what is put into the slots of a procedure.
func (e *effects) writersOf(proc int32) map[int32][]writer {
	if w, ok := e.writers[proc]; ok {
		return w
	}
	w := map[int32][]writer{}
	put := func(at int32, f writer) { w[at] = append(w[at], f) }
	for _, in := range e.code(e.spans[proc]) {
		switch in.Op {
		case def.CSet:
			if in.A == 0 {
				put(in.B, func(s *scope) area { return s.area(in.X[0]) })
			}
		case def.CForSet, def.CForOrder, def.CForTake:
			put(in.B, func(s *scope) area { return s.local(in.A) })
		case def.CDecide:
			if d := &e.gd.Decisions[in.A]; d.Result >= 0 {
				if f := answer(d); f != nil {
					put(d.Result, f)
				}
				if d.Kind.Row().Pairs {
					put(d.Second, func(s *scope) area { return s.area(d.To) })
				}
			}
		case def.CCall, def.CCallDyn:
			if in.B >= 0 {
				put(in.B, func(*scope) area { return everywhere })
			}
		}
	}
	e.writers[proc] = w
	return w
}

// answer tells what a decision puts into its slot, nil if that is not a part of the board.
func answer(d *def.DecisionDef) writer {
	switch d.Kind.Row().Answer {
	case def.AnswerMember, def.AnswerSet:
		return func(s *scope) area { return s.area(d.From) }
	case def.AnswerCounts:
		return func(s *scope) area {
			a := s.area(d.From)
			return area{a.own, a.bits, s.area(d.Filter).bits}
		}
	}
	return nil
}
