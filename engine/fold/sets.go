package fold

// This file folds operators on wide sets, parts of sets, and directions. During a fold a wide set is a number as in the machine: from 0 on an
// index into GameDef.Sets, -1 the set of everything, below that the position of its words in folding.temp.

import (
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/value"
)

// bitsOf returns the words of a set, at most n.
func (w *folding) bitsOf(v int64, n int) []int64 {
	switch {
	case n == 1:
		return []int64{v}
	case v < def.All:
		if at := -2 - v; at <= int64(len(w.temp)-n) {
			return w.temp[at : at+int64(n) : at+int64(n)]
		}
	case v == def.All:
		return def.Everything(n)
	case v < int64(len(w.gd.Sets)):
		set := w.gd.Sets[v]
		return set[:min(len(set), n)]
	}
	return nil
}

// blank allocates an empty set of n words.
func (w *folding) blank(n int) (v int64, words []int64) {
	w.left -= int64(n)
	at := len(w.temp)
	w.temp = append(w.temp, make([]int64, n)...)
	return -2 - int64(at), w.temp[at : at+n : at+n]
}

// same reports whether two values of a type are equal.
func (w *folding) same(x, y int64, t def.Type) bool {
	if !w.gd.Wide(t) {
		return x == y
	}
	n := w.gd.Words(t)
	return value.EqualSets(w.bitsOf(x, n), w.bitsOf(y, n))
}

// holds reports whether a set has a member.
func (w *folding) holds(set, v int64, t def.Type) bool {
	if !w.gd.Wide(t) {
		return value.Has(set, v)
	}
	return value.HasBit(w.bitsOf(set, w.gd.Words(t)), v)
}

// listed evaluates a set of listed members.
func (w *folding) listed(e *def.Expr) (int64, bool) {
	n := w.gd.Words(e.Type)
	out, _ := w.blank(n)
	for _, a := range e.Args {
		v, ok := w.fold(a)
		if !ok {
			return 0, false
		}
		value.SetBit(w.bitsOf(out, n), v)
	}
	return out, true
}

// lookedThrough returns the type of the wide set that an operator of ofWide yields or reads; false for other operators.
func (w *folding) lookedThrough(e *def.Expr) (def.Type, bool) {
	switch e.Op {
	case def.OpUnion, def.OpInter, def.OpDiff, def.OpPieceClass, def.OpSetRange:
		return e.Type, w.gd.Wide(e.Type)
	case def.OpEq, def.OpNe, def.OpSubsetOf, def.OpSize, def.OpThe, def.OpOnly:
		return e.Args[0].Type, w.gd.Wide(e.Args[0].Type)
	}
	return def.ZoneSet, e.Op >= def.OpAdjacent && e.Op <= def.OpDistance && w.gd.Wide(def.ZoneSet)
}

// ofWide evaluates an operator that yields or reads a wide set of type t.
func (w *folding) ofWide(e *def.Expr, a [3]int64, t def.Type) (int64, bool) {
	n := w.gd.Words(t)
	switch e.Op {
	case def.OpUnion, def.OpInter, def.OpDiff:
		v, words := w.blank(n)
		copy(words, w.bitsOf(a[0], n))
		value.Join(e.Op, words, w.bitsOf(a[1], n))
		return v, true
	case def.OpEq, def.OpNe:
		return value.Bool(w.same(a[0], a[1], t) == (e.Op == def.OpEq)), true
	case def.OpSubsetOf:
		return value.Bool(value.IsSubset(w.bitsOf(a[0], n), w.bitsOf(a[1], n))), true
	case def.OpSize:
		return value.CountBits(w.bitsOf(a[0], n)), true
	case def.OpThe:
		return value.NextBit(w.bitsOf(a[0], n), 0), true
	case def.OpOnly:
		words := w.bitsOf(a[0], n)
		return value.NextBit(words, 0), value.CountBits(words) <= 1
	case def.OpSetRange:
		v, words := w.blank(n)
		value.Fill(words, a[0], a[1])
		return v, value.IsRange(a[0], a[1], w.gd.Holds())
	case def.OpPieceClass:
		v, words := w.blank(n)
		if a[0] >= 0 {
			value.SetBit(words, a[0]&0xff)
		}
		return v, true
	}
	return w.onMap(e.Op, a)
}

// onMap evaluates an operator of adjacency.
func (w *folding) onMap(op def.Op, a [3]int64) (int64, bool) {
	if len(w.gd.Zones) != len(w.gd.Adjacent) {
		return 0, false
	}
	g, n := value.WideGraphOf(w.gd), w.gd.Words(def.ZoneSet)
	w.left -= int64(len(w.gd.Zones))
	if op == def.OpDistance {
		return g.Distance(a[0], a[1]), true
	}
	v, words := w.blank(n)
	switch op {
	case def.OpAdjacent:
		value.Unite(words, g.Adjacent(a[0]))
	case def.OpAround:
		g.Neighbours(words, w.bitsOf(a[0], n))
	case def.OpFlood:
		g.Flood(words, a[0], w.bitsOf(a[1], n), a[2])
	default:
		g.Within(words, a[0], a[1])
	}
	return v, true
}

// gathered evaluates powers, the first and last members of sets, and the cyclic successor.
func (w *folding) gathered(e *def.Expr, a [3]int64) (int64, bool) {
	n := w.gd.Words(e.Type)
	switch e.Op {
	case def.OpPower:
		return value.Pow(a[0], a[1])
	case def.OpNext:
		return value.NextCyclic(w.bitsOf(a[0], w.gd.Words(e.Args[0].Type)), a[1]), true
	}
	if n == 1 {
		if e.Op == def.OpConsecutive {
			return value.RunEnds(a[0], a[1]), true
		}
		if e.Op == def.OpHighest {
			return value.LastN(a[0], a[1]), true
		}
		return value.FirstN(a[0], a[1]), true
	}
	v, words := w.blank(n)
	copy(words, w.bitsOf(a[0], n))
	if e.Op == def.OpConsecutive {
		value.KeepRunEnds(words, a[1])
		return v, true
	}
	value.KeepN(words, a[1], e.Op == def.OpHighest)
	return v, true
}

// trackAt evaluates the track at an index of the variable that begins at a cell.
func (w *folding) trackAt(base, at int64) (int64, bool) {
	i := slices.IndexFunc(w.gd.Vars, func(v def.VarDef) bool { return int64(v.Base) == base && v.Len > 0 })
	if i < 0 {
		return 0, false
	}
	if uint64(at) >= uint64(w.gd.Vars[i].Len) {
		return def.None, true
	}
	return base + at, true
}

// along evaluates the operators of directions.
func (w *folding) along(e *def.Expr, a [3]int64) (int64, bool) {
	t, ok := value.GridOf(w.gd, e)
	if !ok {
		return 0, false
	}
	n := w.gd.Words(def.ZoneSet)
	switch {
	case e.Op != def.OpStep && len(e.Args) < 3:
		a[2] = def.All
	case len(e.Args) < 3:
		a[2] = 1
	}
	switch e.Op {
	case def.OpStep:
		return t.Steps(a[0], a[1], a[2]), true
	case def.OpBeyond:
		return t.Beyond(a[0], a[1], w.bitsOf(a[2], n)), true
	}
	w.left -= int64(len(w.gd.Zones))
	if n > 1 {
		v, words := w.blank(n)
		t.Ray(words, a[0], a[1], w.bitsOf(a[2], n))
		return v, true
	}
	found := [1]int64{}
	t.Ray(found[:], a[0], a[1], w.bitsOf(a[2], n))
	return found[0], true
}
