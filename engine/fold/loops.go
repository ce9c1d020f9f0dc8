package fold

// This file folds comprehensions and quantifiers.

import (
	"math"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// members iterates over a known set in ascending order, or over an order.
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
		v = value.OrderAt(m.rest, 0, m.width)
		m.rest = value.OrderTail(m.rest, m.width)
	case m.wide != nil:
		v = value.NextBit(m.wide, m.at)
		m.at = v + 1
	default:
		v = value.Least(m.rest)
		m.rest &= m.rest - 1
	}
	return v, v != def.None
}

// comprehension evaluates a comprehension over a known set or order.
func (w *folding) comprehension(e *def.Expr) (int64, bool) {
	from, ok := w.fold(e.Args[0])
	if !ok || e.Args[0].Type.Kind == def.KPile {
		return 0, false
	}
	m := w.members(e.Args[0].Type, from)
	switch {
	case e.Op == def.OpAny || e.Op == def.OpEvery:
		return w.quantifier(e, m)
	case e.Op == def.OpReachable || e.Op == def.OpPathCost:
		return w.cheapest(e, m)
	case e.Op == def.OpSum || e.Op == def.OpLeast || e.Op == def.OpMost || e.Op == def.OpToll:
		return w.aggregate(e, m)
	case e.Op == def.OpRepeated:
		return w.repeated(e, m)
	case e.Op == def.OpRankMost || e.Op == def.OpRankLeast:
		return w.ranked(e, m)
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
			value.SetBit(w.bitsOf(out, n), v)
		default:
			out |= value.Singleton(v)
		}
	}
	if e.Op == def.OpFirst {
		return def.None, true
	}
	return out, true
}

// meets reports whether a member satisfies the condition of a comprehension.
func (w *folding) meets(e *def.Expr, member int64) (hit, known bool) {
	v, ok := w.with(e.I, member, true, e.Args[1])
	return v != 0, ok
}

// closed reports whether the condition of a comprehension is known or a fault for each of the remaining members.
func (w *folding) closed(e *def.Expr, left members) bool {
	for v, ok := left.next(); ok; v, ok = left.next() {
		faults := w.faults
		if _, known := w.meets(e, v); !known && w.faults == faults {
			return false
		}
	}
	return true
}

// quantifier evaluates any, which one true member settles, or every, which one false member settles.
func (w *folding) quantifier(e *def.Expr, m members) (int64, bool) {
	settles := e.Op == def.OpAny
	for v, ok := m.next(); ok; v, ok = m.next() {
		hit, known := w.meets(e, v)
		if known && hit == settles {
			return value.Bool(settles), w.closed(e, m)
		}
		if !known {
			return 0, false
		}
	}
	return value.Bool(!settles), true
}

// ranked evaluates a comprehension that sorts seats.
func (w *folding) ranked(e *def.Expr, m members) (int64, bool) {
	r := value.Ranking{Most: e.Op == def.OpRankMost}
	all := w.valued(e, m, func(seat, x int64) bool {
		r.Add(seat, x)
		return true
	})
	return r.Order(w.gd.SeatBits()), all
}

// valued passes the members that satisfy the condition of a comprehension, and their values, to take until it returns false. It returns false
// if a value is unknown.
func (w *folding) valued(e *def.Expr, m members, take func(member, x int64) bool) bool {
	for v, ok := m.next(); ok; v, ok = m.next() {
		hit, known := w.meets(e, v)
		if known && hit {
			var x int64
			if x, known = w.with(e.I, v, true, e.Args[2]); known {
				known = take(v, x)
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
	all := w.valued(e, m, func(_, x int64) bool {
		fits := true
		switch {
		case n > 1:
			value.Unite(w.bitsOf(out, n), w.bitsOf(x, n))
		case e.Type.Kind == def.KSet:
			out |= x
		case e.Op == def.OpSum:
			if out, fits = value.Add(out, x); !fits {
				w.faults++
			}
		case !some:
			out = x
		case e.Op != def.OpMost:
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

// repeated evaluates OpRepeated: the set of values that members have at least a given number of times.
func (w *folding) repeated(e *def.Expr, m members) (int64, bool) {
	often, ok := w.fold(e.Args[3])
	if !ok {
		return 0, false
	}
	n := w.gd.Words(e.Type)
	t := value.Tally{Often: max(often, 1)}
	words := make([]int64, n)
	counted := value.NewWideTally(n, often)
	all := w.valued(e, m, func(_, x int64) bool {
		if n == 1 {
			t.Add(x)
		} else if counted.Completes(x) {
			value.SetBit(words, x)
		}
		return true
	})
	switch {
	case !all:
		return 0, false
	case n == 1:
		return t.Set, true
	}
	out, set := w.blank(n)
	copy(set, words)
	return out, true
}

// cheapest evaluates a search for the cheapest paths.
func (w *folding) cheapest(e *def.Expr, m members) (int64, bool) {
	t, toll, known := value.NewTolls(len(w.gd.Zones)), e.Args[2], true
	costs := func(e *def.Expr, m members, enter func(zone, cost int64)) bool {
		return w.valued(e, m, func(zone, cost int64) bool {
			if uint64(cost) > value.MaxToll {
				w.faults++
				return false
			}
			enter(zone, cost)
			return true
		})
	}
	if toll.Op != def.OpToll {
		known = costs(e, m, t.Enter)
	} else {
		for z, ok := m.next(); ok && known; z, ok = m.next() {
			hit := false
			if hit, known = w.meets(e, z); hit && known {
				w.bound = append(w.bound, binding{e.I, z, true})
				var near int64
				if near, known = w.fold(toll.Args[0]); known {
					known = costs(toll, w.members(def.ZoneSet, near), func(y, cost int64) { t.EnterFrom(y, z, cost) })
				}
				w.bound = w.bound[:len(w.bound)-1]
			}
		}
	}
	starts, ok := w.fold(e.Args[3])
	last, lastOK := w.fold(e.Args[4])
	if !known || !ok || !lastOK || len(w.gd.Zones) != len(w.gd.Adjacent) {
		return 0, false
	}
	w.left -= int64(len(w.gd.Zones))
	goal, limit := int64(0), last
	if e.Op == def.OpPathCost {
		goal, limit = last, math.MaxInt64
	}
	g, n := value.WideGraphOf(w.gd), w.gd.Words(def.ZoneSet)
	cost := t.Search(w.bitsOf(starts, n), w.bitsOf(goal, n), g.Adjacent, limit)
	if e.Op == def.OpPathCost {
		return cost, true
	}
	set := make([]int64, n)
	t.Within(set)
	if n == 1 {
		return set[0], true
	}
	out, words := w.blank(n)
	copy(words, set)
	return out, true
}
