package engine

// This file says what an expression can come to where only bounds of what it reads are known.

import (
	"math/bits"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// value bounds an expression in the frame that is looked at.
func (o *outlook) value(e *def.Expr) vague {
	if o.effort--; o.effort < 0 || o.wide(e) {
		return anyValue
	}
	switch {
	case e.Op <= def.OpTable:
		return o.leaf(e)
	case e.Op <= def.OpLet:
		return o.reckoned(e)
	case e.Op == def.OpElement:
		return o.value(e.Args[0])
	case e.Op >= def.OpStep:
		return o.along(e)
	case e.Op <= def.OpDistance:
		return o.setValue(e)
	case e.Op <= def.OpMost:
		return o.comprehended(e)
	case e.Op <= def.OpHome, e.Op == def.OpTypeOf, e.Op == def.OpHomeIn:
		return o.pieceValue(e)
	case e.Op <= def.OpPileOf:
		return o.cardValue(e)
	}
	return o.ruled(e)
}

// wide reports whether an expression is, or looks at, a set of a kind with more things than a word has bits: of those nothing is
// known.
func (o *outlook) wide(e *def.Expr) bool {
	if o.def.Words(e.Type) > 1 {
		return true
	}
	for _, a := range e.Args {
		if o.def.Words(a.Type) > 1 {
			return true
		}
	}
	return false
}

func (o *outlook) leaf(e *def.Expr) vague {
	switch e.Op {
	case def.OpConst:
		return exactly(e.I)
	case def.OpOption:
		return exactly(value.Option(&o.def.Options[e.I], o.g.options[e.I]))
	case def.OpLocal:
		return o.frame[e.I].vague
	case def.OpBound:
		return o.bound[e.I]
	case def.OpCell:
		return o.cells[e.I]
	}
	i := o.value(e.Args[0])
	switch e.Op {
	case def.OpTable:
		l := &o.def.Lookups[e.I]
		return o.indexed(i, exactly(value.Zero(l.Type)), func(v int64) vague { return exactly(value.Property(l, v)) })
	case def.OpCellOf:
		if i.known() && uint64(i.lo) < uint64(len(o.cells)) {
			return o.cells[i.lo]
		}
		return anyValue
	}
	n := int64(o.def.Vars[o.g.cell[e.I].v].Len)
	no := exactly(value.Zero(e.Type))
	return o.indexed(i, no, func(v int64) vague {
		if v >= n {
			return no
		}
		return o.cells[e.I+v]
	})
}

// indexed bounds what is read at an index; outside is what is read at none.
func (o *outlook) indexed(i, outside vague, read func(int64) vague) vague {
	if i.known() && i.lo >= 0 {
		return read(i.lo)
	}
	if i.beyond {
		return anyValue
	}
	out, some := outside, i.none
	for v := range each(i.ids) {
		if x := read(v); some {
			out = out.or(x)
		} else {
			out, some = x, true
		}
	}
	return out
}

func (o *outlook) reckoned(e *def.Expr) vague {
	switch e.Op {
	case def.OpAnd, def.OpOr:
		return o.joined(e)
	case def.OpNot:
		x := o.value(e.Args[0])
		return truthOf(x.canHold(), x.canFail())
	case def.OpIf:
		if o.g.rivals.bounded(e) {
			return o.value(e.Args[1])
		}
		switch c := o.value(e.Args[0]); {
		case !c.canFail():
			return o.value(e.Args[1])
		case !c.canHold():
			return o.value(e.Args[2])
		}
		return o.value(e.Args[1]).or(o.value(e.Args[2]))
	case def.OpLet:
		o.bound[e.I] = o.value(e.Args[0])
		return o.value(e.Args[1])
	case def.OpNeg:
		return o.value(e.Args[0]).negated()
	case def.OpMin, def.OpMax:
		x := o.value(e.Args[0])
		for _, a := range e.Args[1:] {
			x = extremum(e.Op == def.OpMax, x, o.value(a))
		}
		return x
	}
	x := o.value(e.Args[0])
	y := o.value(e.Args[1])
	switch e.Op {
	case def.OpAdd:
		return x.plus(y)
	case def.OpSub:
		return x.plus(y.negated())
	case def.OpMul, def.OpFloorDiv, def.OpCeilDiv, def.OpMod:
		return o.divided(e.Op, x, y)
	}
	return compared(e.Op, x, y)
}

// divided bounds products and quotients: those of numbers that are known, and of what is not negative by what is known.
func (o *outlook) divided(op def.Op, x, y vague) vague {
	f := map[def.Op]func(p, q int64) (int64, bool){def.OpMul: value.Mul, def.OpFloorDiv: value.FloorDiv, def.OpCeilDiv: value.CeilDiv, def.OpMod: value.Mod}[op]
	if !y.known() && op == def.OpMul {
		x, y = y, x
	}
	switch {
	case op == def.OpMul && y.known() && y.lo == 0:
		return y
	case !y.known() || y.lo <= 0 && !x.known():
		return anyValue
	}
	if op == def.OpMod && !x.known() {
		return between(0, y.lo-1)
	}
	lo, ok := f(x.lo, y.lo)
	hi, fits := f(x.hi, y.lo)
	if !ok || !fits {
		return anyValue
	}
	return between(lo, hi)
}

// joined bounds a conjunction or disjunction.
func (o *outlook) joined(e *def.Expr) vague {
	and := e.Op == def.OpAnd
	open := false
	for _, a := range e.Args {
		x := o.value(a)
		if and && !x.canHold() || !and && !x.canFail() {
			return exactly(value.Bool(!and))
		}
		open = open || x.canHold() && x.canFail()
	}
	return truthOf(open || !and, open || and)
}

func (o *outlook) setValue(e *def.Expr) vague {
	if e.Op == def.OpSetOf {
		must, may := uint64(0), uint64(0)
		for _, a := range e.Args {
			x := o.value(a)
			may |= x.ids
			if x.known() {
				must |= x.ids
			}
		}
		return someSet(must, may)
	}
	x := o.value(e.Args[0])
	y := vague{}
	if len(e.Args) > 1 {
		y = o.value(e.Args[1])
	}
	if e.Args[0].Type.Kind == def.KOrder {
		return o.orderValue(e, x, y)
	}
	switch e.Op {
	case def.OpUnion:
		return someSet(x.must|y.must, x.may|y.may)
	case def.OpInter:
		return someSet(x.must&y.must, x.may&y.may)
	case def.OpDiff:
		return someSet(x.must&^y.may, x.may&^y.must)
	case def.OpHas:
		return truthOf(y.none || y.beyond || y.ids&^x.must != 0, y.ids&x.may != 0)
	case def.OpSubsetOf:
		return truthOf(x.may&^y.must != 0, x.must&^y.may == 0)
	case def.OpSize:
		switch e.Args[0].Type.Kind {
		case def.KSet:
			return between(value.Size(int64(x.must)), value.Size(int64(x.may)))
		case def.KPile:
			return o.cardValue(e)
		}
	case def.OpThe, def.OpOnly:
		if x.must != 0 {
			x.may &= 1<<(uint(bits.TrailingZeros64(x.must))+1) - 1
		}
		return someOf(x.may, x.must == 0)
	case def.OpAdjacent:
		return o.indexed(x, exactly(0), func(z int64) vague { return exactly(o.g.graph.Adjacent(z)) })
	case def.OpAround:
		return someSet(uint64(o.g.graph.Neighbours(int64(x.must))), uint64(o.g.graph.Neighbours(int64(x.may))))
	case def.OpWithin:
		if x.known() && y.known() {
			return exactly(o.g.graph.Within(x.lo, y.lo))
		}
	case def.OpDistance:
		if x.known() && y.known() {
			return exactly(o.g.graph.Distance(x.lo, y.lo))
		}
	case def.OpFlood:
		if steps := o.value(e.Args[2]); x.known() && steps.known() {
			return someSet(uint64(o.g.graph.Flood(x.lo, int64(y.must), steps.lo)), uint64(o.g.graph.Flood(x.lo, int64(y.may), steps.lo)))
		}
	case def.OpSetRange:
		if x.known() && y.known() && value.IsRange(x.lo, y.lo) {
			return exactly(value.Interval(x.lo, y.lo))
		}
	}
	return anyValue
}

func (o *outlook) orderValue(e *def.Expr, x, y vague) vague {
	if !x.known() || len(e.Args) > 1 && !y.known() {
		return anyValue
	}
	switch e.Op {
	case def.OpHas:
		return exactly(value.Bool(value.OrderIndex(x.lo, y.lo, o.g.seatBits) >= 0))
	case def.OpSize:
		return exactly(value.OrderLen(x.lo, o.g.seatBits))
	case def.OpPosition:
		return exactly(value.OrderIndex(x.lo, y.lo, o.g.seatBits))
	case def.OpOrderAt:
		return exactly(value.OrderAt(x.lo, y.lo, o.g.seatBits))
	case def.OpTotal:
		return x
	}
	return anyValue
}

// cardValue is what piles hold, as long as no card may have moved.
func (o *outlook) cardValue(e *def.Expr) vague {
	x, y := o.value(e.Args[0]), exactly(0)
	if len(e.Args) > 1 {
		y = o.value(e.Args[1])
	}
	if o.dealt || !x.known() || !y.known() {
		return anyValue
	}
	switch e.Op {
	case def.OpPileOf:
		return exactly(o.state.pileOf(x.lo))
	case def.OpTop, def.OpCardAt:
		v := def.None
		if y.lo >= 0 {
			v, _ = listPile(o.state, x.lo, y.lo)
		}
		return exactly(v)
	}
	return exactly(int64(len(o.state.pile(x.lo))))
}

// members lists what a comprehension goes through: each member with whether it is sure to be there. ok is false if that is not
// known.
func (o *outlook) members(from *def.Expr) (members []int64, sure uint64, ok bool) {
	if o.def.Words(from.Type) > 1 {
		return nil, 0, false
	}
	x := o.value(from)
	switch from.Type.Kind {
	case def.KPile:
		return nil, 0, false
	case def.KOrder:
		if !x.known() {
			return nil, 0, false
		}
		for i := int64(0); value.OrderAt(x.lo, i, o.g.seatBits) != def.None; i++ {
			members = append(members, value.OrderAt(x.lo, i, o.g.seatBits))
			sure |= uint64(value.Singleton(value.OrderAt(x.lo, i, o.g.seatBits)))
		}
		return members, sure, true
	}
	for v := range each(x.may) {
		members = append(members, v)
	}
	return members, x.must, true
}

func (o *outlook) comprehended(e *def.Expr) vague {
	members, sure, ok := o.members(e.Args[0])
	if !ok {
		return anyValue
	}
	must, may := uint64(0), uint64(0)
	sum, hull := exactly(0), vague{}
	inAll, inAny := uint64(0), uint64(0) // of the sum of sets
	for _, v := range members {
		o.bound[e.I] = exactly(v)
		x := o.value(e.Args[1])
		if !x.canHold() {
			continue
		}
		certain := !x.canFail() && sure>>uint(v)&1 == 1
		if len(e.Args) > 2 {
			o.bound[e.I] = exactly(v)
			value := o.value(e.Args[2])
			if hull = hull.or(value); may == 0 {
				hull = value
			}
			if inAny |= value.may; certain {
				inAll |= value.must
			} else {
				value = value.or(exactly(0))
			}
			sum = sum.plus(value)
		}
		if may |= uint64(value.Singleton(v)); certain {
			must |= uint64(value.Singleton(v))
			if e.Op == def.OpFirst || e.Op == def.OpAny {
				break
			}
		}
	}
	switch e.Op {
	case def.OpFilter:
		return someSet(must, may)
	case def.OpCount:
		return between(value.Size(int64(must)), value.Size(int64(may)))
	case def.OpAny:
		return truthOf(must == 0, may != 0)
	case def.OpEvery:
		return o.all(e, members, sure)
	case def.OpFirst:
		return someOf(may, must == 0)
	case def.OpSum:
		if e.Type.Kind == def.KSet {
			return someSet(inAll, inAny)
		}
		return sum
	}
	if must == 0 {
		other := exactly(def.None)
		if len(e.Args) > 3 {
			other = o.value(e.Args[3])
		}
		if may == 0 {
			return other
		}
		hull = hull.or(other)
	}
	return between(hull.lo, hull.hi)
}

func (o *outlook) all(e *def.Expr, members []int64, sure uint64) vague {
	canFail, canHold := false, true
	for _, v := range members {
		o.bound[e.I] = exactly(v)
		x := o.value(e.Args[1])
		canFail = canFail || x.canFail()
		canHold = canHold && (x.canHold() || sure>>uint(v)&1 == 0)
	}
	return truthOf(canFail, canHold)
}

// pieces bounds the pieces of a filter in a zone.
func (o *outlook) pieces(zone int64, f vague) vague {
	lo, hi := int64(0), int64(0)
	if uint64(zone) >= uint64(len(o.def.Zones)) {
		return exactly(0)
	}
	for c := range each(f.may & o.g.allClasses) {
		k := o.counts[int(zone)*o.g.nclass+int(c)]
		if hi += int64(k.hi); f.must>>uint(c)&1 == 1 {
			lo += int64(k.lo)
		}
	}
	return between(lo, hi)
}

func (o *outlook) pieceValue(e *def.Expr) vague {
	x := o.value(e.Args[0])
	y := vague{}
	if len(e.Args) > 1 {
		y = o.value(e.Args[1])
	}
	switch e.Op {
	case def.OpPieces:
		return o.indexed(x, exactly(0), func(z int64) vague { return o.pieces(z, y) })
	case def.OpPiecesIn:
		sum := exactly(0)
		for z := range each(x.may & o.g.graph.All) {
			n := o.pieces(z, y)
			if x.must>>uint(z)&1 == 0 {
				n = n.or(exactly(0))
			}
			sum = sum.plus(n)
		}
		return sum
	case def.OpHolding:
		must, may := uint64(0), uint64(0)
		for z := range each(x.may & o.g.graph.All) {
			n := o.pieces(z, y)
			if n.hi > 0 {
				may |= 1 << uint(z)
			}
			if n.lo > 0 {
				must |= 1 << uint(z)
			}
		}
		return someSet(must&x.must, may)
	case def.OpRoom:
		return between(0, 255)
	case def.OpPieceZone:
		return someOf(x.zones, x.none)
	case def.OpPieceClass:
		if !x.none && x.classes&(x.classes-1) == 0 {
			return exactly(int64(x.classes))
		}
		return someSet(0, x.classes)
	case def.OpPieceAt:
		return o.pieceAt(x, y)
	case def.OpHome:
		return o.homes(x)
	case def.OpTypeOf:
		return someSet(o.typesOf(x.must), o.typesOf(x.may))
	}
	sum := exactly(0)
	for c := range each(x.may & o.g.allClasses) {
		n := o.pieces(o.g.home[c], exactly(value.Singleton(c)))
		if x.must>>uint(c)&1 == 0 {
			n = n.or(exactly(0))
		}
		sum = sum.plus(n)
	}
	return sum
}

func (o *outlook) typesOf(classes uint64) uint64 {
	out := int64(0)
	for c := range each(classes & o.g.allClasses) {
		out |= o.g.typeMask[c]
	}
	return uint64(out)
}

func (o *outlook) pieceAt(x, y vague) vague {
	zones, classes := uint64(0), uint64(0)
	for z := range each(x.ids & o.g.graph.All) {
		for c := range each(y.may & o.g.allClasses) {
			if o.counts[int(z)*o.g.nclass+int(c)].hi > 0 {
				zones, classes = zones|1<<uint(z), classes|1<<uint(c)
			}
		}
	}
	return somePiece(zones, classes, true)
}

func (o *outlook) homes(x vague) vague {
	zones := uint64(0)
	for c := range each(x.may & o.g.allClasses) {
		zones |= uint64(value.Singleton(o.g.home[c]))
	}
	return someOf(zones, x.must&o.g.allClasses == 0)
}
