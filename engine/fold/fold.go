// Package fold evaluates expressions of a game without a state as far as possible, and determines whether they can be a fault. The GameDef
// may still be under construction. Like the machine it uses the operators of package value. The compiler folds what the rulebook alone
// determines, the machine also what its options determine.
package fold

import (
	"slices"
	"sync/atomic"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// Bounds of folding, in operators evaluated: for one fold, and in total for a folder and all folders derived from it. Beyond them the result
// is unknown.
const (
	maxFolding  = 1 << 20
	maxFoldings = 1 << 26
)

// Folder evaluates expressions of a game without a state. Its zero value is not usable; see New. It stores nothing but its budget, and is
// safe for concurrent use as long as the game does not change.
type Folder struct {
	gd      *def.GameDef
	options []int64 // index of the value of each option, nil: unknown
	calls   bool
	keeps   bool          // add wide sets that are results to the sets of the game
	budget  *atomic.Int64 // operators that may still be evaluated
}

// New returns a folder for expressions of gd, which may still be under construction: missing parts are unknown, such as a lookup without
// values, a map without adjacency and a function without a body.
func New(gd *def.GameDef) *Folder {
	f := &Folder{gd: gd, budget: &atomic.Int64{}}
	f.budget.Store(maxFoldings)
	return f
}

// WithOptions returns a folder that knows the index of the value of each option. Without it options are unknown.
func (f *Folder) WithOptions(values []int64) *Folder {
	g := *f
	g.options = values
	return &g
}

// WithCalls returns a folder that evaluates functions of the rulebook. Without it calls are unknown.
func (f *Folder) WithCalls() *Folder {
	g := *f
	g.calls = true
	return &g
}

// Keeping returns a folder that adds wide sets that are results to the sets of the game, which is still under construction. Without it such
// results are unknown.
func (f *Folder) Keeping() *Folder {
	g := *f
	g.keeps = true
	return &g
}

// Fold evaluates e; it returns false if e needs a state or an unknown option or binding, or if it is a fault. bound gives the values of bound
// slots.
//
// It follows the evaluation order of the machine: operands from left to right, with the same short circuits. An unknown operand does not
// matter where the result is the same for any value: a false operand settles an `and`, a true one an `or`, an empty set a `has`, equal
// branches an `if`. But if the machine would evaluate the unknown operand, the result is known only if that operand can be no fault in any
// state; operands after the settling one are never evaluated and may be anything. A comprehension is known only if its condition is known
// for every member: after the member that settles it, the condition may be a fault, since the machine does not evaluate it, but it must not
// depend on a state. Step limits are ignored: a fold gives the value of a formula, whatever fuel a play has left.
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

// malformed reports whether the compiler marked an expression as erroneous.
func malformed(e *def.Expr) bool { return e.Type.Kind == def.KNone && e.Type.Of == -1 }

// folding is one fold in progress.
type folding struct {
	*Folder
	given map[int64]int64 // slots that the caller of Fold knows; nil within a function
	bound []binding       // innermost last
	base  int             // bindings before it belong to the caller of the function
	// faulting caches which rules can be faults once the game is complete; nil: no cache.
	faulting map[rule]bool
	temp     []int64 // words of wide sets, as in State.temp
	left     int64   // operators that may still be visited
	faults   int     // how often an operator faulted
	depth    int
}

// binding is the value of a bound slot.
type binding struct {
	slot, value int64
	known       bool
}

// fold evaluates an expression; it returns false if the value is unknown.
func (w *folding) fold(e *def.Expr) (int64, bool) {
	if w.left--; w.left < 0 || e == nil || malformed(e) || w.depth > def.MaxNesting {
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
	if row == nil || len(e.Args) < row.Least || slices.Contains(e.Args, nil) || !e.Pure() {
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

// with evaluates an expression with a slot bound.
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
	return value.Option(o, v), true
}

// junction evaluates an and, which a false operand settles, or an or, which a true one settles.
func (w *folding) junction(e *def.Expr, settles bool) (int64, bool) {
	all := true
	for i, a := range e.Args {
		v, ok := w.fold(a)
		switch {
		case !ok:
			all = false
		case (v != 0) == settles:
			return value.Bool(settles), all || !w.anyMayFault(e.Args[:i])
		}
	}
	return value.Bool(!settles), all
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
			return value.Bool(value.OrderIndex(in, v, w.gd.SeatBits()) >= 0), true
		}
		return value.Bool(w.holds(in, v, e.Args[0].Type)), true
	case known:
		empty := kind == def.KOrder && value.OrderLen(in, w.gd.SeatBits()) == 0 || kind != def.KOrder && w.same(in, 0, e.Args[0].Type)
		return 0, empty && !w.mayFault(e.Args[1])
	case ok:
		return 0, v == def.None && !w.mayFault(e.Args[0])
	}
	return 0, false
}

// list evaluates operators with any number of operands.
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
			out |= value.Singleton(v)
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

// call evaluates a function of the rulebook.
func (w *folding) call(e *def.Expr) (int64, bool) {
	f := w.function(e)
	if f == nil {
		return 0, false
	}
	all, inner := true, [def.MaxArgs]binding{}
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

// function returns the function that e calls, nil if it is unknown.
func (w *folding) function(e *def.Expr) *def.FuncDef {
	if !w.calls || uint64(e.I) >= uint64(len(w.gd.Functions)) {
		return nil
	}
	f := &w.gd.Functions[e.I]
	if f.Body == nil || len(f.Params) != len(e.Args) || len(e.Args) > def.MaxArgs {
		return nil
	}
	return f
}

// operation evaluates an operator whose operands are known.
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
		if len(e.Args) > 2 {
			return value.Position(a[0], a[1], a[2])
		}
		return a[0], value.IsElement(a[0], w.gd.Holds())
	case def.OpPlace:
		return value.Place(a[0], a[1], e.I), true
	case def.OpTrackAt:
		return w.trackAt(e.I, a[0])
	case def.OpTable:
		if uint64(e.I) >= uint64(len(w.gd.Lookups)) {
			return 0, false
		}
		l := &w.gd.Lookups[e.I]
		return value.Property(l, a[0]), l.Values != nil
	case def.OpAdd:
		return value.Add(a[0], a[1])
	case def.OpSub:
		return value.Sub(a[0], a[1])
	case def.OpMul:
		return value.Mul(a[0], a[1])
	case def.OpFloorDiv:
		return value.FloorDiv(a[0], a[1])
	case def.OpCeilDiv:
		return value.CeilDiv(a[0], a[1])
	case def.OpMod:
		return value.Mod(a[0], a[1])
	case def.OpNeg:
		return value.Neg(a[0])
	case def.OpEq, def.OpNe, def.OpLt, def.OpLe, def.OpGt, def.OpGe:
		return value.Bool(value.Compare(e.Op, a[0], a[1])), true
	case def.OpNot:
		return value.Bool(a[0] == 0), true
	case def.OpPieceZone:
		return value.PieceZone(a[0]), true
	case def.OpPieceClass:
		return value.PieceClass(a[0]), true
	case def.OpHome:
		return w.home(a[0])
	case def.OpTypeOf:
		return w.typesOf(a[0])
	}
	return w.ofSets(e, a)
}

// foldedPath is the step limit for a longest path in a fold; the limit of the machine is higher.
const foldedPath = 1 << 10

func (w *folding) longestPath(e *def.Expr, g *value.Graph, a [3]int64) (int64, bool) {
	var through []int64
	if len(e.Args) > 1 {
		through = []int64{a[1] & int64(g.All)}
	}
	n, _, ok := value.LongestPath([]int64{a[0] & int64(g.All)}, through, func(zone int64) []int64 { return []int64{g.Adjacent(zone)} }, foldedPath)
	return n, ok
}

// ofSets evaluates the operators on sets, orders and the map.
func (w *folding) ofSets(e *def.Expr, a [3]int64) (int64, bool) {
	switch e.Op {
	case def.OpSetRange:
		return value.Interval(a[0], a[1]), value.IsRange(a[0], a[1], def.WordBits-1)
	case def.OpUnion:
		return a[0] | a[1], true
	case def.OpInter:
		return a[0] & a[1], true
	case def.OpDiff:
		return a[0] &^ a[1], true
	case def.OpSubsetOf:
		return value.Bool(a[0]&^a[1] == 0), true
	case def.OpSize:
		switch e.Args[0].Type.Kind {
		case def.KPile:
			return 0, false
		case def.KOrder:
			return value.OrderLen(a[0], w.gd.SeatBits()), true
		}
		return value.Size(a[0]), true
	case def.OpThe:
		return value.Least(a[0]), true
	case def.OpOnly:
		return value.Least(a[0]), value.Size(a[0]) <= 1
	case def.OpPosition:
		return value.OrderIndex(a[0], a[1], w.gd.SeatBits()), true
	case def.OpTotal:
		return a[0], value.IsTotal(a[0], len(w.gd.Seats), w.gd.SeatBits())
	case def.OpInTurn:
		return value.InTurn(a[0], a[1], w.gd.SeatBits()), true
	case def.OpStarting:
		return value.Starting(a[0], a[1], w.gd.SeatBits()), true
	case def.OpReversed:
		return value.Reversed(a[0], w.gd.SeatBits()), true
	case def.OpOrderAt:
		return value.OrderAt(a[0], a[1], w.gd.SeatBits()), true
	}
	if n := len(w.gd.Zones); n == 0 || n != len(w.gd.Adjacent) {
		return 0, false
	}
	g := value.GraphOf(w.gd)
	switch e.Op {
	case def.OpAdjacent:
		return g.Adjacent(a[0]), true
	case def.OpAround:
		return g.Neighbours(a[0]), true
	case def.OpFlood:
		return g.Flood(a[0], a[1], a[2]), true
	case def.OpWithin:
		return g.Within(a[0], a[1]), true
	case def.OpDistance:
		return g.Distance(a[0], a[1]), true
	case def.OpPath:
		return w.longestPath(e, &g, a)
	}
	return 0, false
}
