// This file finds out which changes only make a necessary condition let more through. Such a condition saves work: what it
// refuses could lead nowhere, so letting more through changes no rule. Letting less through does.

package mutation

import (
	"slices"

	"rulebound/engine/def"
)

// sense is what becomes of necessary conditions when the value of a formula changes. A truth value is more if it is true, a
// set if it has more members.
type sense uint8

const (
	widens  sense = 1 << iota // if it is more they let more through, if anything
	narrows                   // if it is more they let less through, if anything

	exact = widens | narrows // any other value is another rule
)

// of gives the sense of an operand whose own sense for the formula is s.
func (s sense) of(operand sense) sense {
	switch {
	case s == 0 || operand == 0:
		return 0
	case operand == widens:
		return s
	case operand == narrows:
		return s>>1&widens | s<<1&narrows
	}
	return exact
}

// senses knows the sense of all formulas of a game. One that has none is looked at by nobody but what chooses the order in
// which looking ahead tries candidates.
type senses struct {
	def     *def.GameDef
	of      map[*def.Expr]sense
	through map[through]sense
	read    map[int32]sense       // variable -> what more of it does where it is read
	written map[int32][]*def.Expr // variable -> what it is set to
}

// through is a slot that a formula may read.
type through struct {
	e    *def.Expr
	slot int64
}

func newSenses(gd *def.GameDef) *senses {
	s := &senses{def: gd, of: map[*def.Expr]sense{}, through: map[through]sense{}, read: map[int32]sense{}, written: map[int32][]*def.Expr{}}
	asked := map[int32]bool{}
	for i := range gd.Procs {
		asked[gd.Procs[i].Possible] = true
	}
	for r := range gd.Roots() {
		if v := s.set(r); v >= 0 {
			s.written[v] = append(s.written[v], r.Expr)
		}
	}
	for r := range gd.Roots() {
		sought := r.In == def.InDecision && r.Name == "seek"
		if !sought && s.set(r) < 0 && (r.In != def.InFunction || asked[int32(r.Index)]) {
			s.mark(r.Expr, exact)
		}
	}
	for i := range gd.Vars { // what no rule reads, scenarios do
		if v := int32(i); s.read[v] == 0 {
			for _, e := range s.written[v] {
				s.mark(e, exact)
			}
		}
	}
	return s
}

// set gives the variable whose value a formula is, None if it is that of no truth value or set.
func (s *senses) set(r def.Root) int32 {
	if r.In != def.InCode {
		return int32(def.None)
	}
	in := &s.def.Code[r.Index]
	if in.Op != def.CSet || in.A != def.ToCell && in.A != def.ToVariable || in.X[0] != r.Expr {
		return int32(def.None)
	}
	return s.variable(int64(in.B))
}

// variable gives the variable of a cell, None if it holds no truth value and no set.
func (s *senses) variable(cell int64) int32 {
	for i, v := range s.def.Vars {
		if int64(v.Base) <= cell && cell < int64(v.Base+v.Len) && (v.Type.Kind == def.KBool || v.Type.Kind == def.KSet) {
			return int32(i)
		}
	}
	return int32(def.None)
}

// mark says that a formula has a sense, beside what it has already, and says it of what is in it and of what it calls.
func (s *senses) mark(e *def.Expr, to sense) {
	if e == nil {
		return
	}
	if e.Necessary {
		to = widens
	}
	was, met := s.of[e]
	if to |= was; met && to == was {
		return
	}
	s.of[e] = to
	for i, a := range e.Args {
		s.mark(a, to.of(s.operand(e, i)))
	}
	switch e.Op {
	case def.OpCall:
		if to != 0 {
			s.mark(s.def.Functions[e.I].Body, to)
		}
	case def.OpCell, def.OpCellAt:
		if v := s.variable(e.I); v >= 0 {
			s.read[v] |= to
			for _, x := range s.written[v] {
				s.mark(x, to)
			}
		}
	}
}

// operand gives the sense that an operand has for what the operator comes to.
func (s *senses) operand(e *def.Expr, i int) sense {
	switch e.Op {
	case def.OpAnd, def.OpOr, def.OpAny, def.OpFilter, def.OpCount, def.OpSize, def.OpUnion, def.OpInter, def.OpMin, def.OpMax,
		def.OpAdd, def.OpAround, def.OpPiecesIn, def.OpHolding, def.OpHomeIn:
		return widens
	case def.OpNot, def.OpNeg:
		return narrows
	case def.OpEvery, def.OpSubsetOf: // the fewer the easier
		return either(i == 0, narrows, widens)
	case def.OpDiff, def.OpSub:
		return either(i == 0, widens, narrows)
	case def.OpHas: // a set, and what may be in it
		return either(i == 0, widens, exact)
	case def.OpPieces, def.OpFlood:
		return either(i == 1, widens, exact)
	case def.OpLt, def.OpLe, def.OpGt, def.OpGe:
		return s.compared(e, i)
	case def.OpMul, def.OpFloorDiv, def.OpCeilDiv:
		return either(s.factor(e, i), widens, exact)
	case def.OpIf:
		return s.chosen(e, i)
	case def.OpMost, def.OpLeast, def.OpSum:
		return s.gathered(e, i)
	case def.OpHookNumber, def.OpHookPool:
		latest := e.Op == def.OpHookNumber && s.def.Points[e.I].Combine == def.CombineLatest
		return either(i == 0 && !latest, widens, exact)
	case def.OpLet:
		if i == 0 {
			return s.reads(e.Args[1], e.I)
		}
		return widens
	case def.OpCall:
		f := &s.def.Functions[e.I]
		return s.reads(f.Body, int64(f.Params[i]))
	}
	return exact
}

func either(first bool, a, b sense) sense {
	if first {
		return a
	}
	return b
}

func (s *senses) compared(e *def.Expr, i int) sense {
	if e.Args[i].Type.Kind != def.KInt {
		return exact
	}
	return either((e.Op == def.OpGt || e.Op == def.OpGe) == (i == 0), widens, narrows)
}

// factor reports whether an operand is multiplied or divided by what is positive for sure.
func (s *senses) factor(e *def.Expr, i int) bool {
	by := e.Args[1-i]
	return number(by) && by.I > 0 && (i == 0 || e.Op == def.OpMul)
}

// chosen is operand for an `if`. Its condition has a sense where nothing is less than what there is without it.
func (s *senses) chosen(e *def.Expr, i int) sense {
	switch {
	case i > 0:
		return widens
	case s.nothing(e.Args[2]) && s.notNegative(e.Args[1]):
		return widens
	case s.nothing(e.Args[1]) && s.notNegative(e.Args[2]):
		return narrows
	}
	return exact
}

// gathered is operand for what goes through a set: more members are more only where no value is less than none.
func (s *senses) gathered(e *def.Expr, i int) sense {
	switch {
	case i == 3, i == 2:
		return widens
	case e.Op == def.OpLeast, e.Op == def.OpMost && (len(e.Args) < 4 || !s.nothing(e.Args[3])):
		return exact
	}
	return either(s.notNegative(e.Args[2]), widens, exact)
}

// nothing reports whether a formula is the least that one of its type can be: false, the empty set, and 0 among numbers that
// are not negative.
func (s *senses) nothing(e *def.Expr) bool {
	return e.Op == def.OpConst && e.I == 0 && (e.Type.Kind == def.KBool || e.Type.Kind == def.KInt || e.Type.Kind == def.KSet)
}

// notNegative reports whether a formula is never a number below 0.
func (s *senses) notNegative(e *def.Expr) bool {
	all := func(args []*def.Expr) bool {
		return !slices.ContainsFunc(args, func(a *def.Expr) bool { return !s.notNegative(a) })
	}
	switch e.Op {
	case def.OpConst:
		return e.Type.Kind != def.KInt || e.I >= 0
	case def.OpCount, def.OpSize, def.OpPieces, def.OpPiecesIn, def.OpHomeIn, def.OpPileSize, def.OpPoolLeft:
		return true
	case def.OpMin, def.OpAdd, def.OpMul:
		return all(e.Args)
	case def.OpMax:
		return slices.ContainsFunc(e.Args, s.notNegative)
	case def.OpIf:
		return all(e.Args[1:])
	case def.OpMost, def.OpLeast:
		return len(e.Args) == 4 && all(e.Args[2:])
	case def.OpSum:
		return s.notNegative(e.Args[2])
	case def.OpLet:
		return s.notNegative(e.Args[1])
	case def.OpTable:
		return e.Type.Kind == def.KInt && !slices.ContainsFunc(s.def.Lookups[e.I].Values, func(v int64) bool { return v < 0 })
	case def.OpCall: // functions do not recurse
		return s.notNegative(s.def.Functions[e.I].Body)
	}
	return e.Type.Kind == def.KBool || e.Type.Kind == def.KSet
}

// reads gives the sense that what is in a slot has for a formula, none if the formula does not read it.
func (s *senses) reads(e *def.Expr, slot int64) sense {
	if e.Op == def.OpBound {
		return either(e.I == slot, widens, 0)
	}
	key := through{e, slot}
	if known, ok := s.through[key]; ok {
		return known
	}
	var out sense
	for i, a := range e.Args {
		if a != nil {
			out |= s.operand(e, i).of(s.reads(a, slot))
		}
	}
	s.through[key] = out
	return out
}

// changesRules reports whether it can be another rule that by stands in the place of a formula.
func (l *lister) changesRules(e, by *def.Expr) bool {
	switch l.senses.of[e] {
	case 0:
		return false
	case widens:
		return !l.covers(by, e)
	case narrows:
		return !l.covers(e, by)
	}
	return true
}

// covers reports whether a is never less than b, as far as their form shows.
func (l *lister) covers(a, b *def.Expr) bool {
	switch {
	case l.same(a, b) || a.Op == def.OpConst && a.Type.Kind == def.KBool && a.I == 1:
		return true
	case a.Op == def.OpConst && b.Op == def.OpConst:
		return l.constantCovers(a, b)
	case b.Op == def.OpDiff:
		return l.covers(a, b.Args[0])
	case b.Op == def.OpAdjacent, b.Op == def.OpAround, b.Op == def.OpWithin, b.Op == def.OpFlood:
		return ofKind(a, def.KZone) && l.lay.spaces.in(l.lay.of(a.I, a.Type)) || b.Op == def.OpFlood && l.same(a, b.Args[1])
	}
	larger := map[def.Op]def.Op{def.OpLt: def.OpLe, def.OpGt: def.OpGe, def.OpMin: def.OpMax, def.OpLeast: def.OpMost, def.OpFloorDiv: def.OpCeilDiv}
	op, ok := larger[b.Op]
	return ok && a.Op == op && a.I == b.I && slices.EqualFunc(a.Args, b.Args, l.same) || l.joins(a, b)
}

// joins is covers for what is joined of several: all parts of what is smaller for being joined have to cover, or one of what
// is larger.
func (l *lister) joins(a, b *def.Expr) bool {
	covered := func(x *def.Expr) bool { return l.covers(a, x) }
	covering := func(x *def.Expr) bool { return l.covers(x, b) }
	switch {
	case (b.Op == def.OpAnd || b.Op == def.OpInter) && slices.ContainsFunc(b.Args, covered),
		(a.Op == def.OpOr || a.Op == def.OpUnion) && slices.ContainsFunc(a.Args, covering):
		return true
	case a.Op == def.OpAnd, a.Op == def.OpInter:
		return !slices.ContainsFunc(a.Args, func(x *def.Expr) bool { return !covering(x) })
	case b.Op == def.OpOr, b.Op == def.OpUnion:
		return !slices.ContainsFunc(b.Args, func(x *def.Expr) bool { return !covered(x) })
	}
	return false
}

func (l *lister) constantCovers(a, b *def.Expr) bool {
	switch {
	case a.Type.Kind == def.KInt, a.Type.Kind == def.KBool:
		return a.I >= b.I
	case a.Type.Kind == def.KSet:
		return l.lay.of(b.I, b.Type).in(l.lay.of(a.I, a.Type))
	}
	return false
}
