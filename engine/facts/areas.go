package facts

// This file bounds the values of expressions: zones, seats, piles or classes. Within a loop it also tracks what belongs to the visited
// member alone (its own).

import (
	"encoding/binary"
	"slices"

	"rulebound/engine/def"
)

// Area bounds a value: the bits of its possible members (of a piece: its zones), and for a piece the bits of its possible classes.
type Area struct {
	Own     Owner
	Bits    int64
	Classes int64
}

// Owner is the way in which something is the loop member's own. Things of two members are distinct if both are owned in the same way.
type Owner int32

const (
	Nobodys Owner = iota
	Itself        // the member
	Beside        // the member as the second index of a variable, where the first index is not its own
	InTable       // and above: the member's unique value of the property of that number
)

// Anything is every bit.
const Anything = int64(-1)

// Everywhere is the area of an unknown value.
var Everywhere = Area{Bits: Anything, Classes: Anything}

func (a Area) or(b Area) Area {
	switch {
	case b.Bits == 0 && b.Classes == 0:
		return a
	case a.Bits == 0 && a.Classes == 0:
		return b
	}
	if a.Own != b.Own {
		a.Own = Nobodys
	}
	return Area{a.Own, a.Bits | b.Bits, a.Classes | b.Classes}
}

// Scope is the context of an expression: the procedure whose slots it reads, the procedure's arguments, and the bound variables.
type Scope struct {
	*Facts
	Proc   int32 // -1: no procedure
	Member int32 // slot of the member that the loop visits, -1 outside of loops
	Of     Area  // area of that member
	Params []Area
	bound  *binding // innermost first
}

// binding is an entry of a list of bound slots.
type binding struct {
	slot  int64
	holds Area
	next  *binding
}

// Scope returns the scope of a procedure called with arguments in the given areas; without them the arguments are unknown.
func (f *Facts) Scope(proc int32, params ...Area) *Scope {
	if len(params) > 0 && !f.procs.admits(proc, keyOf(params)) {
		params = nil
	}
	return &Scope{Facts: f, Proc: proc, Member: -1, Params: params}
}

// Visiting returns the scope within a loop over an area that puts each member into a slot.
func (s *Scope) Visiting(slot int32, of Area) *Scope {
	inner := *s
	inner.Member, inner.Of = slot, of
	return &inner
}

// Bind returns the scope in which a bound slot holds a value of an area.
func (s *Scope) Bind(slot int64, a Area) *Scope {
	inner := *s
	inner.bound = &binding{slot, a, s.bound}
	return &inner
}

// formulas returns the scope of formulas outside procedures.
func (s *Scope) formulas() *Scope { return s.Scope(-1) }

// Area bounds the value of x.
func (s *Scope) Area(x *def.Expr) Area {
	s.work(1)
	if v, ok := s.Fold(x); ok {
		return s.areaOf(x.Type, v)
	}
	switch x.Op {
	case def.OpLocal:
		return s.local(int32(x.I))
	case def.OpBound:
		for b := s.bound; b != nil; b = b.next {
			if b.slot == x.I {
				return b.holds
			}
		}
	case def.OpSetOf, def.OpUnion:
		return s.joint(x.Args)
	case def.OpIf:
		return s.joint(x.Args[1:])
	case def.OpLet:
		return s.Bind(x.I, s.Area(x.Args[0])).Area(x.Args[1])
	case def.OpCall:
		return s.function(int32(x.I), x.Args)
	case def.OpInter:
		a, b := s.Area(x.Args[0]), s.Area(x.Args[1])
		return Area{Own: max(a.Own, b.Own), Bits: a.Bits & b.Bits}
	case def.OpDiff, def.OpFilter, def.OpHolding, def.OpThe, def.OpOnly, def.OpFirst, def.OpHighest, def.OpLowest, def.OpPieceZone:
		a := s.Area(x.Args[0])
		return Area{Own: a.Own, Bits: a.Bits}
	case def.OpPieceAt:
		a := s.Area(x.Args[0])
		return Area{a.Own, a.Bits, s.Area(x.Args[1]).Bits}
	case def.OpPieceClass:
		return Area{Bits: s.Area(x.Args[0]).Classes}
	case def.OpTypeOf:
		return Area{Bits: s.typesOf(s.Area(x.Args[0]).Bits)}
	case def.OpHome:
		return Area{Bits: s.homes(s.Area(x.Args[0]).Bits)}
	case def.OpTable:
		return s.entries(x)
	case def.OpPlace:
		return s.place(x)
	}
	return Everywhere
}

// place bounds the index of a pair. It is the loop member's own if one of the two is, and the Owner records which.
func (s *Scope) place(x *def.Expr) Area {
	a, b := s.Area(x.Args[0]), s.Area(x.Args[1])
	out := Area{Own: a.Own, Bits: Anything}
	if a.Own == Nobodys && b.Own == Itself {
		out.Own = Beside
	}
	if b.Bits == Anything {
		return out
	}
	s.work(def.WordBits)
	out.Bits = 0
	for i := range int64(def.WordBits) {
		for j := range int64(def.WordBits) {
			if a.Bits>>uint(i)&1 == 0 || b.Bits>>uint(j)&1 == 0 {
				continue
			}
			at := i*x.I + j
			if j >= x.I {
				continue
			}
			if at >= def.WordBits {
				return Area{Own: out.Own, Bits: Anything}
			}
			out.Bits |= 1 << uint(at)
		}
	}
	return out
}

// areaOf returns the area of a known value.
func (f *Facts) areaOf(t def.Type, v int64) Area {
	switch {
	case f.Def.Wide(t):
		return Everywhere
	case t.Kind == def.KSet:
		return Area{Bits: v}
	case t.Kind == def.KOrder:
		var out Area
		for _, m := range f.Def.Each(v, t) {
			out.Bits |= 1 << uint(m)
		}
		return out
	case v >= 0 && v < def.WordBits:
		return Area{Bits: 1 << uint(v)}
	case v == def.None:
		return Area{}
	}
	return Everywhere
}

func (s *Scope) joint(xs []*def.Expr) Area {
	var out Area
	for _, x := range xs {
		out = out.or(s.Area(x))
	}
	return out
}

// entries bounds a property. If no two members share a value, the value of the loop's member is its own.
func (s *Scope) entries(x *def.Expr) Area {
	if s.Def.Wide(x.Type) {
		return Everywhere
	}
	of := s.Area(x.Args[0])
	var out Area
	if of.Own == Itself {
		out.Own = InTable + Owner(x.I)
	}
	s.work(len(s.Def.Lookups[x.I].Values))
	for i, v := range s.Def.Lookups[x.I].Values {
		if i < def.WordBits && of.Bits>>uint(i)&1 == 0 || v == def.None {
			continue
		}
		bits := v
		if x.Type.Kind != def.KSet {
			if v < 0 || v >= def.WordBits {
				return Everywhere
			}
			bits = 1 << uint(v)
		}
		if out.Bits&bits != 0 {
			out.Own = Nobodys
		}
		out.Bits |= bits
	}
	return out
}

// inside identifies a formula and the areas of its parameters.
type inside struct {
	x      *def.Expr
	params string
}

// function bounds the result of calling a function with args.
func (s *Scope) function(i int32, args []*def.Expr) Area {
	f := &s.Def.Functions[i]
	inner, k := s.inside(f.Body, f.Params, args)
	a, ok := s.areas[k]
	if !ok {
		s.areas[k] = Everywhere // functions do not recurse, but a damaged game may
		a = inner.Area(f.Body)
		s.areas[k] = a
	}
	return a
}

// inside returns the scope of a formula whose slots hold the arguments.
func (s *Scope) inside(x *def.Expr, slots []int32, args []*def.Expr) (*Scope, inside) {
	areas := s.Args(args[:min(len(slots), len(args))])
	k := inside{x, keyOf(areas)}
	inner := s.formulas()
	if !s.bodies.admits(x, k.params) {
		return inner, inside{x: x}
	}
	for i, a := range areas {
		inner = inner.Bind(int64(slots[i]), a)
	}
	return inner, k
}

// Args bounds the arguments of a call.
func (s *Scope) Args(args []*def.Expr) []Area {
	out := make([]Area, len(args))
	for i, x := range args {
		out[i] = s.Area(x)
	}
	return out
}

// places bounds the values in the written slots of a procedure. Within a loop, slots without an entry have the bounds from outside.
type places struct {
	holds   map[int32]Area
	outside *places
}

func (p *places) at(slot int32) (a Area, ok bool) {
	for ; p != nil && !ok; p = p.outside {
		a, ok = p.holds[slot]
	}
	return a, ok
}

// local bounds a slot of the procedure.
func (s *Scope) local(at int32) Area {
	if s.Proc < 0 {
		return Everywhere
	}
	if at == s.Member {
		return s.Of
	}
	if a, ok := s.places().at(at); ok {
		return a
	}
	return Everywhere
}

// Param returns the parameter of the procedure that begins in a slot, -1 if none does.
func (s *Scope) Param(at int32) int {
	for i, slot := range s.Def.ParamSlots(&s.Def.Procs[s.Proc]) {
		if slot == at {
			return i
		}
	}
	return -1
}

// places computes the least fixed point of the values that the procedure's instructions write to its slots. Within a loop it recomputes
// only the slots that depend on the member, so that the cost does not grow with the square of the number of loops.
func (s *Scope) places() *places {
	k := s.Key()
	if p := s.Facts.places[k]; p != nil {
		return p
	}
	p := &places{holds: map[int32]Area{}}
	s.Facts.places[k] = p
	all := s.putsOf(s.Proc)
	s = &Scope{Facts: s.Facts, Proc: s.Proc, Member: s.Member, Of: s.Of, Params: s.Params}
	param := func(slot int32) {
		if i := s.Param(slot); i >= 0 {
			p.holds[slot] = Everywhere
			if i < len(s.Params) {
				p.holds[slot] = s.Params[i]
			}
		}
	}
	computed := all.list
	if s.Member >= 0 {
		outer := *s
		outer.Member = -1
		p.outside = outer.places()
		computed = all.following(s.Member)
	} else {
		for _, slot := range s.Def.ParamSlots(&s.Def.Procs[s.Proc]) {
			param(slot)
		}
	}
	for _, q := range computed { // a slot that is not written yet has no value
		if _, ok := p.holds[q.slot]; !ok {
			p.holds[q.slot] = Area{}
			param(q.slot)
		}
	}
	for more := true; more; {
		s.work(len(computed))
		more = false
		for _, q := range computed {
			if a := p.holds[q.slot].or(q.value(s)); a != p.holds[q.slot] {
				p.holds[q.slot], more = a, true
			}
		}
	}
	return p
}

// Key identifies a procedure with the areas of its arguments and, within a loop, the loop.
func (s *Scope) Key() string {
	b := appendAreas(binary.LittleEndian.AppendUint32(nil, uint32(s.Proc)), s.Params)
	if s.Member >= 0 {
		b = appendAreas(binary.LittleEndian.AppendUint32(b, uint32(s.Member)), []Area{s.Of})
	}
	return string(b)
}

// keyOf encodes areas as a map key.
func keyOf(areas []Area) string { return string(appendAreas(nil, areas)) }

func appendAreas(b []byte, areas []Area) []byte {
	for _, a := range areas {
		b = binary.LittleEndian.AppendUint32(b, uint32(a.Own))
		b = binary.LittleEndian.AppendUint64(b, uint64(a.Bits))
		b = binary.LittleEndian.AppendUint64(b, uint64(a.Classes))
	}
	return b
}

// put is a write to a slot: the value of an expression, the value of another slot, or an unknown value.
type put struct {
	slot    int32
	x       *def.Expr
	classes *def.Expr // of the pieces x, if not nil
	other   int32     // -1: none
}

func (q *put) value(s *Scope) Area {
	switch {
	case q.other >= 0:
		return s.local(q.other)
	case q.x == nil:
		return Everywhere
	case q.classes != nil:
		a := s.Area(q.x)
		return Area{a.Own, a.Bits, s.Area(q.classes).Bits}
	}
	return s.Area(q.x)
}

// puts are the writes of a procedure to its slots, in the order of its instructions.
type puts struct {
	list             []put
	readers, writers map[int32][]int // by slot
}

func (p *puts) add(q put) {
	i := len(p.list)
	p.list = append(p.list, q)
	p.writers[q.slot] = append(p.writers[q.slot], i)
	if q.other >= 0 {
		p.readers[q.other] = append(p.readers[q.other], i)
	}
	for _, x := range []*def.Expr{q.x, q.classes} {
		for y := range x.All() {
			if y.Op == def.OpLocal {
				p.readers[int32(y.I)] = append(p.readers[int32(y.I)], i)
			}
		}
	}
}

// following returns the writes of all slots that depend on a slot.
func (p *puts) following(slot int32) []put {
	slots, found := []int32{slot}, map[int32]bool{}
	var writes []int
	for len(slots) > 0 {
		read := slots[0]
		slots = slots[1:]
		for _, i := range p.readers[read] {
			if at := p.list[i].slot; !found[at] {
				found[at] = true
				slots = append(slots, at)
				writes = append(writes, p.writers[at]...)
			}
		}
	}
	slices.Sort(writes)
	out := make([]put, len(writes))
	for i, at := range writes {
		out[i] = p.list[at]
	}
	return out
}

// putsOf lists the writes of a procedure.
func (f *Facts) putsOf(proc int32) *puts {
	if p := f.puts[proc]; p != nil {
		return p
	}
	p := &puts{readers: map[int32][]int{}, writers: map[int32][]int{}}
	f.puts[proc] = p
	code := f.Body(proc)
	for i := range code {
		f.put(p, &code[i])
	}
	return p
}

// put adds the writes of an instruction.
func (f *Facts) put(p *puts, in *def.Instr) {
	row := in.Op.Row()
	for i := range row.Writes {
		if row.Writes[i].Store != def.Slots {
			continue
		}
		switch at := in.Number(row.Writes[i].By); {
		case in.Op == def.CSet && in.A == def.ToLocal:
			p.add(put{slot: at, x: in.X[0], other: -1})
		case row.B.Ref == def.RefPlace && in.A != def.ToLocal || at < 0:
		case row.A.Ref == def.RefDecision:
			p.answer(&f.Def.Decisions[in.A])
		case row.C.Ref == def.RefTarget && at == in.A: // the remaining members are a subset
		case row.C.Ref == def.RefTarget && at == in.B:
			p.add(put{slot: at, other: in.A})
		default:
			p.add(put{slot: at, other: -1})
		}
	}
}

// answer adds the writes of a decision.
func (p *puts) answer(d *def.DecisionDef) {
	row := d.Kind.Row()
	switch {
	case d.Result < 0:
	case row.Pieces:
		p.add(put{slot: d.Result, x: d.From, classes: d.Filter, other: -1})
	case row.From && row.Answer != def.AnswerOrder:
		p.add(put{slot: d.Result, x: d.From, other: -1})
	default:
		p.add(put{slot: d.Result, other: -1})
	}
	if row.Picked {
		p.add(put{slot: d.Picked, x: d.From, other: -1})
	}
	if row.Pairs {
		p.add(put{slot: d.Second, x: d.To, other: -1})
	}
}
