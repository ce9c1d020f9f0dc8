package compiler

// areas.go tells which part of the board an expression can mean: which zones or seats, which pieces. A part of its own is
// what belongs to the member that a loop visits, and to no other member.

import (
	"maps"

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
	c      *compiler
	proc   int32
	member int32 // slot of the member that the loop visits, -1 outside its procedure
	of     area  // what that member can be
	params []area
	bound  map[int64]area
	busy   map[int32]bool // locals being looked at
}

func (s *scope) bind(slot int64, a area) *scope {
	inner := *s
	inner.bound = map[int64]area{}
	maps.Copy(inner.bound, s.bound)
	inner.bound[slot] = a
	return &inner
}

// lookingAt is the scope while it is looked what its local slot holds, so that the look comes to an end.
func (s *scope) lookingAt(slot int32) *scope {
	inner := *s
	inner.busy = map[int32]bool{slot: true}
	maps.Copy(inner.busy, s.busy)
	return &inner
}

// area gives what x can be.
func (s *scope) area(x *def.Expr) area {
	if v, ok := s.c.eval(x); ok {
		switch {
		case x.Type.Kind == def.KSet:
			return area{bits: v}
		case x.Type.Kind == def.KOrder:
			var out area
			for _, m := range membersOf(x.Type, v) {
				out.bits |= 1 << uint(m)
			}
			return out
		case v >= 0 && v < 64:
			return area{bits: 1 << uint(v)}
		case v == def.None:
			return area{}
		}
		return everywhere
	}
	switch x.Op {
	case def.OpLocal:
		return s.local(int32(x.I))
	case def.OpBound:
		if a, ok := s.bound[x.I]; ok {
			return a
		}
	case def.OpSetOf, def.OpUnion:
		return s.joint(x.Args)
	case def.OpIf:
		return s.joint(x.Args[1:])
	case def.OpInter:
		a, b := s.area(x.Args[0]), s.area(x.Args[1])
		return area{own: max(a.own, b.own), bits: a.bits & b.bits}
	case def.OpDiff, def.OpFilter, def.OpHolding, def.OpThe, def.OpFirst, def.OpPieceZone:
		a := s.area(x.Args[0])
		return area{own: a.own, bits: a.bits}
	case def.OpPieceAt:
		a := s.area(x.Args[0])
		return area{a.own, a.bits, s.area(x.Args[1]).bits}
	case def.OpPieceClass:
		return area{bits: s.area(x.Args[0]).classes}
	case def.OpTypeOf:
		return area{bits: s.c.typesOf(s.area(x.Args[0]).bits)}
	case def.OpHome:
		return area{bits: s.c.homes(s.area(x.Args[0]).bits)}
	case def.OpTable:
		return s.entries(x)
	}
	return everywhere
}

func (s *scope) joint(xs []*def.Expr) area {
	if len(xs) == 0 {
		return area{}
	}
	out := s.area(xs[0])
	for _, x := range xs[1:] {
		out = out.or(s.area(x))
	}
	return out
}

// entries gives what a property can be. If each member has another, that of the member is its own.
func (s *scope) entries(x *def.Expr) area {
	of := s.area(x.Args[0])
	var out area
	if of.own == itself {
		out.own = inTable + owner(x.I)
	}
	for i, v := range s.c.def.Lookups[x.I].Values {
		if i < 64 && of.bits>>uint(i)&1 == 0 || v == def.None {
			continue
		}
		bits := v
		if x.Type.Kind != def.KSet {
			if v < 0 || v >= 64 {
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
func (s *scope) local(slot int32) area {
	switch {
	case slot == s.member:
		return s.of
	case int(slot) < len(s.params):
		return s.params[slot]
	case s.busy[slot]:
		return area{}
	}
	inner := s.lookingAt(slot)
	var out area
	found := false
	for _, w := range s.c.writersOf(s.proc)[slot] {
		out, found = out.or(w(inner)), true
	}
	if !found {
		return everywhere
	}
	return out
}

// writer tells what an instruction puts into a local slot.
type writer func(s *scope) area

// writersOf lists what is put into the slots of a procedure.
func (c *compiler) writersOf(proc int32) map[int32][]writer {
	if w, ok := c.writers[proc]; ok {
		return w
	}
	w := map[int32][]writer{}
	put := func(slot int32, f writer) { w[slot] = append(w[slot], f) }
	from, to := c.codeOf(proc)
	for _, in := range c.def.Code[from:to] {
		switch in.Op {
		case def.CSet:
			if in.A == 0 {
				put(in.B, func(s *scope) area { return s.area(in.X[0]) })
			}
		case def.CForSet, def.CForOrder, def.CForTake:
			put(in.B, func(s *scope) area { return s.local(in.A) })
		case def.CDecide:
			d := &c.def.Decisions[in.A]
			switch d.Kind {
			case def.One, def.Subset, def.Pick, def.Draw:
				put(d.Result, func(s *scope) area { return s.area(d.From) })
			case def.Take:
				put(d.Result, func(s *scope) area {
					a := s.area(d.From)
					return area{a.own, a.bits, s.area(d.Filter).bits}
				})
			}
		case def.CCall, def.CCallDyn:
			if in.B >= 0 {
				put(in.B, func(*scope) area { return everywhere })
			}
		}
	}
	c.writers[proc] = w
	return w
}

// codeOf is the stretch of code that a procedure is.
func (c *compiler) codeOf(proc int32) (from, to int32) {
	from, to = c.def.Procs[proc].Entry, int32(len(c.def.Code))
	for i := range c.def.Procs {
		if e := c.def.Procs[i].Entry; e > from {
			to = min(to, e)
		}
	}
	return from, to
}

// typesOf widens classes to all classes of their types.
func (c *compiler) typesOf(classes int64) int64 {
	var out int64
	for i := range c.def.Types {
		if all := c.def.Types[i].Classes; all&classes != 0 {
			out |= all
		}
	}
	return out
}

// homes are the boxes where pieces of the classes are at home.
func (c *compiler) homes(classes int64) int64 {
	var out int64
	for i := range c.def.Types {
		if t := &c.def.Types[i]; t.Classes&classes != 0 && t.Home >= 0 {
			out |= 1 << uint(t.Home)
		}
	}
	return out
}
