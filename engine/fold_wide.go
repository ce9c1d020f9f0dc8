package engine

// This file computes wide sets without a state. Their values are as those of the machine (wide.go), with folding.temp for
// State.temp.

import "rulebound/engine/def"

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

// blank makes room for a set of n words without members.
func (w *folding) blank(n int) (v int64, words []int64) {
	w.left -= int64(n)
	at := len(w.temp)
	w.temp = append(w.temp, make([]int64, n)...)
	return -2 - int64(at), w.temp[at : at+n : at+n]
}

// same reports whether two values of a type are one.
func (w *folding) same(x, y int64, t def.Type) bool {
	if !w.gd.Wide(t) {
		return x == y
	}
	n := w.gd.Words(t)
	return equalSets(w.bitsOf(x, n), w.bitsOf(y, n))
}

// holds reports whether a set has a member.
func (w *folding) holds(set, v int64, t def.Type) bool {
	if !w.gd.Wide(t) {
		return inSet(set, v)
	}
	return hasBit(w.bitsOf(set, w.gd.Words(t)), v)
}

// listed computes the set of listed members.
func (w *folding) listed(e *def.Expr) (int64, bool) {
	n := w.gd.Words(e.Type)
	out, _ := w.blank(n)
	for _, a := range e.Args {
		v, ok := w.fold(a)
		if !ok {
			return 0, false
		}
		setBit(w.bitsOf(out, n), v)
	}
	return out, true
}

// lookedThrough is the type of the wide set that an operator of ofWide yields or looks at; false for any other.
func (w *folding) lookedThrough(e *def.Expr) (def.Type, bool) {
	switch e.Op {
	case def.OpUnion, def.OpInter, def.OpDiff, def.OpPieceClass:
		return e.Type, w.gd.Wide(e.Type)
	case def.OpEq, def.OpNe, def.OpSubsetOf, def.OpSize, def.OpThe, def.OpOnly:
		return e.Args[0].Type, w.gd.Wide(e.Args[0].Type)
	}
	return zoneSet, e.Op >= def.OpAdjacent && e.Op <= def.OpDistance && w.gd.Wide(zoneSet)
}

// ofWide computes an operator that yields a wide set of a type or looks at one.
func (w *folding) ofWide(e *def.Expr, a [3]int64, t def.Type) (int64, bool) {
	n := w.gd.Words(t)
	switch e.Op {
	case def.OpUnion, def.OpInter, def.OpDiff:
		v, words := w.blank(n)
		copy(words, w.bitsOf(a[0], n))
		joins[e.Op](words, w.bitsOf(a[1], n))
		return v, true
	case def.OpEq, def.OpNe:
		return truth(w.same(a[0], a[1], t) == (e.Op == def.OpEq)), true
	case def.OpSubsetOf:
		return truth(isSubset(w.bitsOf(a[0], n), w.bitsOf(a[1], n))), true
	case def.OpSize:
		return countBits(w.bitsOf(a[0], n)), true
	case def.OpThe:
		return nextBit(w.bitsOf(a[0], n), 0), true
	case def.OpOnly:
		words := w.bitsOf(a[0], n)
		return nextBit(words, 0), countBits(words) <= 1
	case def.OpPieceClass:
		v, words := w.blank(n)
		if a[0] >= 0 {
			setBit(words, a[0]&0xff)
		}
		return v, true
	}
	return w.onMap(e.Op, a)
}

// onMap computes an operator of adjacency.
func (w *folding) onMap(op def.Op, a [3]int64) (int64, bool) {
	if len(w.gd.Zones) != len(w.gd.Adjacent) {
		return 0, false
	}
	g, n := atlasOf(w.gd), w.gd.Words(zoneSet)
	w.left -= int64(len(w.gd.Zones))
	if op == def.OpDistance {
		return g.distance(a[0], a[1]), true
	}
	v, words := w.blank(n)
	switch op {
	case def.OpAdjacent:
		unite(words, g.adjacent(a[0]))
	case def.OpAround:
		g.neighbours(words, w.bitsOf(a[0], n))
	case def.OpFlood:
		g.flood(words, a[0], w.bitsOf(a[1], n), a[2])
	default:
		g.within(words, a[0], a[1])
	}
	return v, true
}
