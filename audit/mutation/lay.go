// This file groups the pieces, zones and seats of a game, and finds the members of constants that make no difference
// because certain pieces can never be in certain zones.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// lay groups the things of a game.
type lay struct {
	gd     *def.GameDef
	spaces set     // zones in which pieces have a status: the map
	areas  []set   // sets of zones that formulas name, the largest first
	pieces set     // all classes
	types  []set   // type -> its classes
	forces []set   // named kinds of pieces, regardless of status: those in formulas, types, the pieces of a seat
	marked []set   // status -> all classes that have it, whatever their type
	sides  [][]int // seat -> other seats with an equal value of some property that is not equal for all
	all    []set   // seat -> its pieces
	folder *fold.Folder
	wide   map[string]int64 // words of a wide set -> its value
}

func newLay(gd *def.GameDef) *lay {
	l := &lay{gd: gd, sides: make([][]int, len(gd.Seats)), all: make([]set, len(gd.Seats)), folder: fold.New(gd).WithCalls(), wide: map[string]int64{}}
	for i := range gd.Sets {
		l.wide[key(gd.Sets[i])] = int64(i)
	}
	for i, z := range gd.Zones {
		if !z.Plain {
			l.spaces.add(i)
		}
	}
	statuses := map[string]int{}
	for i, c := range gd.Classes {
		l.pieces.add(i)
		if names := gd.Types[c.Type].Statuses; len(names) > 1 {
			name := names[c.Status]
			if _, ok := statuses[name]; !ok {
				statuses[name] = len(l.marked)
				l.marked = append(l.marked, nil)
			}
			l.marked[statuses[name]].add(i)
		}
	}
	for _, t := range gd.Types {
		classes := l.of(t.Classes, def.FilterSet)
		l.types = append(l.types, classes)
		l.name(classes)
		if t.Seat >= 0 {
			l.all[t.Seat].join(classes)
		}
	}
	for _, pieces := range l.all {
		l.name(pieces)
	}
	for r := range gd.Roots() {
		if r.In == def.InInvariant {
			continue
		}
		for e := range r.Expr.All() {
			switch {
			case ofKind(e, def.KClass):
				l.name(l.of(e.I, e.Type))
			case ofKind(e, def.KZone):
				l.areas = include(l.areas, l.of(e.I, e.Type))
			}
		}
	}
	slices.SortStableFunc(l.areas, func(a, b set) int { return b.size() - a.size() })
	for i := range gd.Lookups {
		if k := &gd.Lookups[i]; k.ID == fmt.Sprintf("seat.%s", lastPart(k.ID)) && k.Type.Kind == def.KEnum {
			l.share(k.Values)
		}
	}
	return l
}

// include adds a non-empty set to a list unless it is listed.
func include(list []set, s set) []set {
	if s.empty() || slices.ContainsFunc(list, s.is) {
		return list
	}
	return append(list, s)
}

// name records a named kind of pieces, unless it contains only some classes of a type.
func (l *lay) name(pieces set) {
	for _, t := range l.types {
		if t.meets(pieces) && !t.in(pieces) {
			return
		}
	}
	l.forces = include(l.forces, pieces.common(l.pieces))
}

// parts returns the largest proper subsets of a kind of pieces that are its intersections with named kinds.
func (l *lay) parts(was set) []set {
	var out []set
	for _, f := range l.forces {
		if p := was.common(f); part(p, was) && !p.empty() && !slices.ContainsFunc(out, p.in) {
			out = append(slices.DeleteFunc(out, func(q set) bool { return q.in(p) }), p)
		}
	}
	return out
}

// share puts seats with an equal value on one side, unless all values are equal.
func (l *lay) share(values []int64) {
	if len(values) != len(l.sides) || !slices.ContainsFunc(values, func(v int64) bool { return v != values[0] }) {
		return
	}
	for i, v := range values {
		for j, w := range values {
			if i != j && v == w && v != def.None && !slices.Contains(l.sides[i], j) {
				l.sides[i] = append(l.sides[i], j)
			}
		}
	}
}

// of returns the members of a set of the compiled game.
func (l *lay) of(v int64, t def.Type) set {
	words := l.gd.Bits(v, t)
	out := make(set, len(words))
	for i, w := range words {
		out[i] = uint64(w)
	}
	return out
}

// value returns the value of a set in the compiled game. A wide set is added to the sets of the game.
func (l *lay) value(s set, t def.Type) int64 {
	if !l.gd.Wide(t) {
		if len(s) == 0 {
			return 0
		}
		return int64(s[0])
	}
	words := make([]int64, len(s))
	for i, w := range s {
		words[i] = int64(w)
	}
	for len(words) > 0 && words[len(words)-1] == 0 {
		words = words[:len(words)-1]
	}
	v, ok := l.wide[key(words)]
	if !ok {
		v = l.gd.Keep(words)
		l.wide[key(words)] = v
	}
	return v
}

func key(words []int64) string { return fmt.Sprint(words) }

// part reports whether a is a proper subset of b.
func part(a, b set) bool { return a.in(b) && !b.in(a) }

// weigh records which members of the constant operands of an operator matter: pieces that can never be in the given zones
// make no difference.
func (l *lister) weigh(e *def.Expr) {
	switch e.Op {
	case def.OpPieces, def.OpPiecesIn, def.OpHolding:
		l.standing(e.Args[0], e.Args[1])
	case def.OpHomeIn:
		if f := e.Args[0]; ofKind(f, def.KClass) {
			l.matters[f] = l.statusless
		}
	case def.OpFilter, def.OpCount, def.OpAny, def.OpEvery, def.OpFirst, def.OpSum, def.OpLeast, def.OpMost:
		if from := e.Args[0]; ofKind(from, def.KZone) {
			l.matters[from] = func(s set) set { return l.meeting(s, e.I, e.Args[1]) }
		}
	}
}

// standing records that only pieces that can be in a place matter.
func (l *lister) standing(place, pieces *def.Expr) {
	var here set
	switch {
	case place == nil:
		return
	case ofKind(place, def.KZone):
		here = l.lay.of(place.I, place.Type)
	case place.Op == def.OpConst && place.I >= 0:
		here.add(int(place.I))
	}
	if !here.empty() && ofKind(pieces, def.KClass) {
		l.matters[pieces] = func(s set) set {
			if !here.meets(l.lay.spaces) {
				s = l.statusless(s)
			}
			return s.without(l.barred(here))
		}
	}
	if ofKind(pieces, def.KClass) && ofKind(place, def.KZone) {
		l.matters[place] = func(s set) set { return s.without(l.forbidden(l.lay.of(pieces.I, pieces.Type))) }
	}
}

// turned records that pieces without a status, or with the status that the instruction sets, do not matter.
func (l *lister) turned(in *def.Instr) {
	if !ofKind(in.X[0], def.KClass) {
		return
	}
	l.matters[in.X[0]] = func(pieces set) set {
		var turned set
		for i, c := range l.def.Classes {
			if c.Status != in.A && int(in.A) < len(l.def.Types[c.Type].Statuses) {
				turned.add(i)
			}
		}
		return pieces.common(turned)
	}
}

// statusless returns the classes of pieces in zones without statuses.
func (l *lister) statusless(pieces set) set {
	var out set
	for _, t := range l.def.Types {
		if pieces.has(int(t.First)) {
			out.add(int(t.First))
		}
	}
	return out
}

// forbidden returns the zones in which none of the given pieces may be.
func (l *lister) forbidden(pieces set) set {
	var out set
	for _, k := range l.def.Stacking {
		if k.Max == 0 && pieces.in(l.lay.of(k.Filter, def.FilterSet)) {
			out.join(l.lay.of(k.Zones, def.ZoneSet))
		}
	}
	return out
}

// barred returns the pieces that may be in none of the given zones.
func (l *lister) barred(zones set) set {
	var out set
	for _, k := range l.def.Stacking {
		if k.Max == 0 && zones.in(l.lay.of(k.Zones, def.ZoneSet)) {
			out.join(l.lay.of(k.Filter, def.FilterSet))
		}
	}
	return out
}

// meeting returns the zones that can satisfy a condition on the zone in a slot.
func (l *lister) meeting(zones set, slot int64, when *def.Expr) set {
	conds := []*def.Expr{when}
	if when.Op == def.OpAnd {
		conds = when.Args
	}
	var out set
	for _, v := range zones.members() {
		if v < int64(len(l.def.Zones)) && !slices.ContainsFunc(conds, func(c *def.Expr) bool {
			met, ok := l.lay.folder.Fold(c, map[int64]int64{slot: v})
			return ok && met == 0
		}) {
			out.add(int(v))
		}
	}
	return out
}
