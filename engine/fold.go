package engine

// This file computes expressions without a state, by the machine's own operators: the compiler folds with it what the
// rulebook alone decides.

import (
	"slices"
	"sync/atomic"

	"rulebound/engine/def"
)

// Bounds of folding, in operators computed: of one fold, and of all that one folder and those made of it do. What is beyond
// is not known.
const (
	maxFolding  = 1 << 20
	maxFoldings = 1 << 26
)

// Folder computes expressions of a game without a state of it. Its zero value is of no use; see NewFolder. A Folder keeps
// nothing of what it has computed but how much it was, and may be shared by goroutines as long as the game does not change.
type Folder struct {
	gd      *def.GameDef
	options []int64 // index of the value of each option, nil: unknown
	calls   bool
	keeps   bool          // wide sets that are computed become sets of the game
	budget  *atomic.Int64 // operators that may still be computed
}

// NewFolder folds expressions of gd, which may still be under construction: only what is filled in is known. A lookup
// without values, a map without adjacency and a function without a body are unknown.
func NewFolder(gd *def.GameDef) *Folder {
	f := &Folder{gd: gd, budget: &atomic.Int64{}}
	f.budget.Store(maxFoldings)
	return f
}

// WithOptions returns a folder that knows the options of the game: for each the index of its value. Without it they are
// unknown.
func (f *Folder) WithOptions(values []int64) *Folder {
	g := *f
	g.options = values
	return &g
}

// WithCalls returns a folder that looks into functions of the rulebook. Without it a call is unknown.
func (f *Folder) WithCalls() *Folder {
	g := *f
	g.calls = true
	return &g
}

// Keeping returns a folder whose results that are wide sets become sets of the game, which is still under construction.
// Without it they are unknown.
func (f *Folder) Keeping() *Folder {
	g := *f
	g.keeps = true
	return &g
}

// Fold computes e; false if it needs a state, an unknown option or binding, or if it would be a fault. bound gives the
// values of bound slots.
//
// It goes the way of the machine: operands from left to right, and no further than the machine goes. What it cannot know
// does not matter where the machine would come to the same value whatever it is: a false operand settles an `and`, a true
// one an `or`, an empty set a `has`, equal branches an `if`. But where the machine would compute the unknown part on its
// way, the value is known only if that part can be no fault in any state; what stands behind the part that settles is
// never computed and may be anything. A comprehension is known only if its condition is for every member: behind the
// member that settles it may be a fault, as the machine does not get there, but it must not depend on a state. A fault for
// lack of fuel is outside of all this: a fold says what a formula comes to, not what a play has left.
func (f *Folder) Fold(e *def.Expr, bound map[int64]int64) (int64, bool) {
	if e != nil && e.Op == def.OpConst && !malformed(e) {
		return e.I, true
	}
	given := min(maxFolding, f.budget.Load())
	w := folding{Folder: f, given: bound, left: given}
	v, ok := w.fold(e)
	f.budget.Add(w.left - given)
	if ok && v < def.All && f.gd.Wide(e.Type) {
		if !f.keeps {
			return 0, false
		}
		v = f.gd.Keep(w.bitsOf(v, f.gd.Words(e.Type)))
	}
	return v, ok
}

// malformed reports whether the compiler marked an expression as one that could not be made.
func malformed(e *def.Expr) bool { return e.Type.Kind == def.KNone && e.Type.Of == -1 }

// folding is one fold under way.
type folding struct {
	*Folder
	given map[int64]int64 // slots that the caller of Fold knows; nil within a function
	bound []binding       // innermost last
	base  int             // bindings before it belong to the caller of a function
	// faulting keeps which rules can be faults, if they are all there; nil: they are looked into again.
	faulting map[rule]bool
	temp     []int64 // words of wide sets, as in State.temp
	left     int64   // operators that may still be looked at
	faults   int     // how often an operator came to a fault
	depth    int
}

// binding is what a bound slot holds.
type binding struct {
	slot, value int64
	known       bool
}

// fold computes an expression; false if it cannot be known.
func (w *folding) fold(e *def.Expr) (int64, bool) {
	if w.left--; w.left < 0 || e == nil || malformed(e) || w.depth > maxDepth {
		return 0, false
	}
	w.depth++
	n := len(w.temp)
	v, ok := w.compute(e)
	if !w.gd.Wide(e.Type) {
		w.temp = w.temp[:n]
	}
	w.depth--
	return v, ok
}

func (w *folding) compute(e *def.Expr) (int64, bool) {
	row := e.Op.Row()
	if row == nil || !row.Pure || len(e.Args) < row.Least || slices.Contains(e.Args, nil) {
		return 0, false
	}
	switch e.Op {
	case def.OpConst:
		return e.I, true
	case def.OpBound:
		return w.slot(e.I)
	case def.OpOption:
		return w.option(e.I)
	case def.OpAnd:
		return w.junction(e, false)
	case def.OpOr:
		return w.junction(e, true)
	case def.OpIf:
		return w.choice(e)
	case def.OpLet:
		return w.let(e)
	case def.OpHas:
		return w.has(e)
	case def.OpCall:
		return w.call(e)
	case def.OpSetOf, def.OpMin, def.OpMax:
		return w.list(e)
	}
	if row.Binds {
		return w.comprehension(e)
	}
	var a [3]int64
	for i, x := range e.Args {
		v, ok := w.fold(x)
		if !ok || i >= len(a) {
			return 0, false
		}
		a[i] = v
	}
	v, ok := w.operation(e, a)
	if !ok && row.Faulty {
		w.faults++
	}
	return v, ok
}

func (w *folding) slot(slot int64) (int64, bool) {
	for i := len(w.bound) - 1; i >= w.base; i-- {
		if b := &w.bound[i]; b.slot == slot {
			return b.value, b.known
		}
	}
	v, ok := w.given[slot]
	return v, ok
}

// with computes an expression with a slot bound.
func (w *folding) with(slot, value int64, known bool, e *def.Expr) (int64, bool) {
	w.bound = append(w.bound, binding{slot, value, known})
	v, ok := w.fold(e)
	w.bound = w.bound[:len(w.bound)-1]
	return v, ok
}

func (w *folding) option(i int64) (int64, bool) {
	if uint64(i) >= uint64(len(w.options)) || uint64(i) >= uint64(len(w.gd.Options)) {
		return 0, false
	}
	o, v := &w.gd.Options[i], w.options[i]
	if uint64(v) >= uint64(len(o.Values)) {
		return 0, false
	}
	return optionValue(o, v), true
}

// junction computes an and, which a false operand settles, or an or, which a true one does.
func (w *folding) junction(e *def.Expr, settles bool) (int64, bool) {
	all := true
	for i, a := range e.Args {
		v, ok := w.fold(a)
		switch {
		case !ok:
			all = false
		case (v != 0) == settles:
			return truth(settles), all || !w.anyMayFault(e.Args[:i])
		}
	}
	return truth(!settles), all
}

func (w *folding) choice(e *def.Expr) (int64, bool) {
	if c, ok := w.fold(e.Args[0]); ok {
		if c != 0 {
			return w.fold(e.Args[1])
		}
		return w.fold(e.Args[2])
	}
	x, ok := w.fold(e.Args[1])
	if !ok {
		return 0, false
	}
	y, ok := w.fold(e.Args[2])
	return x, ok && w.same(x, y, e.Args[1].Type) && !w.mayFault(e.Args[0])
}

func (w *folding) let(e *def.Expr) (int64, bool) {
	x, known := w.fold(e.Args[0])
	v, ok := w.with(e.I, x, known, e.Args[1])
	return v, ok && (known || !w.mayFault(e.Args[0]))
}

func (w *folding) has(e *def.Expr) (int64, bool) {
	kind := e.Args[0].Type.Kind
	in, known := w.fold(e.Args[0])
	v, ok := w.fold(e.Args[1])
	switch {
	case kind == def.KPile:
		return 0, false
	case known && ok:
		if kind == def.KOrder {
			return truth(position(in, v, w.gd.SeatBits()) >= 0), true
		}
		return truth(w.holds(in, v, e.Args[0].Type)), true
	case known:
		empty := kind == def.KOrder && orderSize(in, w.gd.SeatBits()) == 0 || kind != def.KOrder && w.same(in, 0, e.Args[0].Type)
		return 0, empty && !w.mayFault(e.Args[1])
	case ok:
		return 0, v == def.None && !w.mayFault(e.Args[0])
	}
	return 0, false
}

// list computes the operators of any number of operands.
func (w *folding) list(e *def.Expr) (int64, bool) {
	if e.Op == def.OpSetOf && w.gd.Wide(e.Type) {
		return w.listed(e)
	}
	out := int64(0)
	for i, a := range e.Args {
		v, ok := w.fold(a)
		switch {
		case !ok:
			return 0, false
		case e.Op == def.OpSetOf:
			out |= single(v)
		case i == 0:
			out = v
		case e.Op == def.OpMin:
			out = min(out, v)
		default:
			out = max(out, v)
		}
	}
	return out, e.Op == def.OpSetOf || len(e.Args) > 0
}

// call computes a function of the rulebook.
func (w *folding) call(e *def.Expr) (int64, bool) {
	f := w.function(e)
	if f == nil {
		return 0, false
	}
	all, inner := true, [maxArgs]binding{}
	for i, a := range e.Args {
		v, ok := w.fold(a)
		inner[i] = binding{int64(f.Params[i]), v, ok}
		all = all && ok
	}
	given, base := w.given, w.base
	w.given, w.base = nil, len(w.bound)
	w.bound = append(w.bound, inner[:len(e.Args)]...)
	v, ok := w.fold(f.Body)
	w.bound = w.bound[:w.base]
	w.given, w.base = given, base
	return v, ok && (all || !w.anyMayFault(e.Args))
}

// function returns the function that e calls, nil if it cannot be looked into.
func (w *folding) function(e *def.Expr) *def.FuncDef {
	if !w.calls || uint64(e.I) >= uint64(len(w.gd.Functions)) {
		return nil
	}
	f := &w.gd.Functions[e.I]
	if f.Body == nil || len(f.Params) != len(e.Args) || len(e.Args) > maxArgs {
		return nil
	}
	return f
}

// operation computes an operator whose operands are known.
func (w *folding) operation(e *def.Expr, a [3]int64) (int64, bool) {
	if t, wide := w.lookedThrough(e); wide {
		return w.ofWide(e, a, t)
	}
	switch e.Op {
	case def.OpPower, def.OpNext, def.OpHighest, def.OpLowest, def.OpConsecutive:
		return w.gathered(e, a)
	case def.OpStep, def.OpRay, def.OpBeyond:
		return w.along(e, a)
	case def.OpElement:
		return a[0], isElement(a[0])
	case def.OpTable:
		if uint64(e.I) >= uint64(len(w.gd.Lookups)) {
			return 0, false
		}
		l := &w.gd.Lookups[e.I]
		return property(l, a[0]), l.Values != nil
	case def.OpAdd:
		return add(a[0], a[1])
	case def.OpSub:
		return sub(a[0], a[1])
	case def.OpMul:
		return mul(a[0], a[1])
	case def.OpFloorDiv:
		return floorDiv(a[0], a[1])
	case def.OpCeilDiv:
		return ceilDiv(a[0], a[1])
	case def.OpMod:
		return modulo(a[0], a[1])
	case def.OpNeg:
		return negate(a[0])
	case def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe:
		return truth(compare(e.Op, a[0], a[1])), true
	case def.OpNot:
		return truth(a[0] == 0), true
	case def.OpPieceZone:
		return pieceZone(a[0]), true
	case def.OpPieceClass:
		return pieceClass(a[0]), true
	case def.OpHome:
		return w.home(a[0])
	case def.OpTypeOf:
		return w.typesOf(a[0])
	}
	return w.ofSets(e, a)
}

// ofSets computes the operators of sets, orders and the map.
func (w *folding) ofSets(e *def.Expr, a [3]int64) (int64, bool) {
	switch e.Op {
	case def.OpSetRange:
		return interval(a[0], a[1]), isRange(a[0], a[1])
	case def.OpUnion:
		return a[0] | a[1], true
	case def.OpInter:
		return a[0] & a[1], true
	case def.OpDiff:
		return a[0] &^ a[1], true
	case def.OpSubsetOf:
		return truth(a[0]&^a[1] == 0), true
	case def.OpSize:
		switch e.Args[0].Type.Kind {
		case def.KPile:
			return 0, false
		case def.KOrder:
			return orderSize(a[0], w.gd.SeatBits()), true
		}
		return size(a[0]), true
	case def.OpThe:
		return lowest(a[0]), true
	case def.OpOnly:
		return lowest(a[0]), size(a[0]) <= 1
	case def.OpPosition:
		return position(a[0], a[1], w.gd.SeatBits()), true
	case def.OpTotal:
		return a[0], isTotal(a[0], len(w.gd.Seats), w.gd.SeatBits())
	case def.OpOrderAt:
		return orderAt(a[0], a[1], w.gd.SeatBits()), true
	}
	if n := len(w.gd.Zones); n == 0 || n != len(w.gd.Adjacent) {
		return 0, false
	}
	g := geography{around: w.gd.Adjacent, allZones: mask(len(w.gd.Zones))}
	switch e.Op {
	case def.OpAdjacent:
		return g.adjacent(a[0]), true
	case def.OpAround:
		return g.neighbours(a[0]), true
	case def.OpFlood:
		return g.flood(a[0], a[1], a[2]), true
	case def.OpWithin:
		return g.within(a[0], a[1]), true
	case def.OpDistance:
		return g.distance(a[0], a[1]), true
	}
	return 0, false
}

// members walks over a known set, ascending, or an order.
type members struct {
	kind  def.Kind
	width uint // of a seat in an order
	rest  int64
	wide  []int64 // words of a wide set, from member at on
	at    int64
}

func (w *folding) members(t def.Type, v int64) members {
	m := members{kind: t.Kind, width: w.gd.SeatBits(), rest: v}
	if w.gd.Wide(t) {
		m.wide, m.rest = w.bitsOf(v, w.gd.Words(t)), 0
	}
	return m
}

func (m *members) next() (int64, bool) {
	v := def.None
	switch {
	case m.kind == def.KOrder:
		v = orderAt(m.rest, 0, m.width)
		m.rest = dropFirst(m.rest, m.width)
	case m.wide != nil:
		v = nextBit(m.wide, m.at)
		m.at = v + 1
	default:
		v = lowest(m.rest)
		m.rest &= m.rest - 1
	}
	return v, v != def.None
}

// comprehension computes what runs over the members of a known set or order.
func (w *folding) comprehension(e *def.Expr) (int64, bool) {
	from, ok := w.fold(e.Args[0])
	if !ok || e.Args[0].Type.Kind == def.KPile {
		return 0, false
	}
	m := w.members(e.Args[0].Type, from)
	switch {
	case e.Op == def.OpAny || e.Op == def.OpEvery:
		return w.quantifier(e, m)
	case e.Op == def.OpSum || e.Op == def.OpLeast || e.Op == def.OpMost:
		return w.aggregate(e, m)
	case e.Op == def.OpRepeated:
		return w.repeated(e, m)
	}
	out, n := int64(0), w.gd.Words(e.Type)
	if n > 1 {
		out, _ = w.blank(n)
	}
	for v, ok := m.next(); ok; v, ok = m.next() {
		hit, known := w.meets(e, v)
		switch {
		case !known:
			return 0, false
		case !hit:
		case e.Op == def.OpFirst:
			return v, w.closed(e, m)
		case e.Op == def.OpCount:
			out++
		case n > 1:
			setBit(w.bitsOf(out, n), v)
		default:
			out |= single(v)
		}
	}
	if e.Op == def.OpFirst {
		return def.None, true
	}
	return out, true
}

// meets reports whether a member meets the condition of a comprehension.
func (w *folding) meets(e *def.Expr, member int64) (hit, known bool) {
	v, ok := w.with(e.I, member, true, e.Args[1])
	return v != 0, ok
}

// closed reports whether the condition of a comprehension is known for the members left over, or a fault.
func (w *folding) closed(e *def.Expr, left members) bool {
	for v, ok := left.next(); ok; v, ok = left.next() {
		faults := w.faults
		if _, known := w.meets(e, v); !known && w.faults == faults {
			return false
		}
	}
	return true
}

// quantifier computes any, which one hit settles, or every, which one miss does.
func (w *folding) quantifier(e *def.Expr, m members) (int64, bool) {
	settles := e.Op == def.OpAny
	for v, ok := m.next(); ok; v, ok = m.next() {
		hit, known := w.meets(e, v)
		if known && hit == settles {
			return truth(settles), w.closed(e, m)
		}
		if !known {
			return 0, false
		}
	}
	return truth(!settles), true
}

// valued hands on the values of the members that meet the condition of a comprehension, until it is told to stop; false if one
// is not known.
func (w *folding) valued(e *def.Expr, m members, take func(x int64) bool) bool {
	for v, ok := m.next(); ok; v, ok = m.next() {
		hit, known := w.meets(e, v)
		if known && hit {
			var x int64
			if x, known = w.with(e.I, v, true, e.Args[2]); known {
				known = take(x)
			}
		}
		if !known {
			return false
		}
	}
	return true
}

func (w *folding) aggregate(e *def.Expr, m members) (int64, bool) {
	out, some, n := int64(0), false, w.gd.Words(e.Type)
	if n > 1 {
		out, _ = w.blank(n)
	}
	all := w.valued(e, m, func(x int64) bool {
		fits := true
		switch {
		case n > 1:
			unite(w.bitsOf(out, n), w.bitsOf(x, n))
		case e.Op == def.OpSum && e.Type.Kind == def.KSet:
			out |= x
		case e.Op == def.OpSum:
			if out, fits = add(out, x); !fits {
				w.faults++
			}
		case !some:
			out = x
		case e.Op == def.OpLeast:
			out = min(out, x)
		default:
			out = max(out, x)
		}
		some = true
		return fits
	})
	switch {
	case !all:
		return 0, false
	case some || e.Op == def.OpSum:
		return out, true
	case len(e.Args) > 3:
		return w.fold(e.Args[3])
	}
	return def.None, true
}
