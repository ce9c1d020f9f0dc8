// This file lists the changes of constants that select pieces, spaces or seats. The alternatives are sets that occur in the
// compiled game.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine/def"
)

// ofKind reports whether a formula is a constant set of members of a kind.
func ofKind(e *def.Expr, kind def.Kind) bool {
	return e != nil && e.Op == def.OpConst && e.Type.Kind == def.KSet && e.Type.Elem == kind
}

// selects lists the changes of a constant that selects pieces, spaces or seats.
func (l *lister) selects(e *def.Expr, o origin) {
	switch {
	case e.Type.Kind == def.KSeat:
		for _, s := range l.friends(e.I) {
			if int64(s) != neighbour(e.I, len(l.def.Seats)) { // otherwise it is listed as the change of a constant
				l.choose(Ally, e, o, int64(s), "ally")
			}
		}
	case ofKind(e, def.KClass):
		l.pieces(e, o)
	case ofKind(e, def.KZone):
		l.area(e, o)
	case l.setOfWays(e):
		l.someWays(e, o)
	}
}

func (l *lister) friends(seat int64) []int {
	if seat < 0 || seat >= int64(len(l.lay.sides)) {
		return nil
	}
	return l.lay.sides[seat]
}

// alike reports whether two values of a constant are equivalent in its place.
func (l *lister) alike(e *def.Expr, a, b int64) bool {
	if matters := l.matters[e]; matters != nil {
		return matters(l.lay.of(a, e.Type)).is(matters(l.lay.of(b, e.Type)))
	}
	return a == b
}

// choose lists the replacement of a constant, unless both values are equivalent in its place.
func (l *lister) choose(kind string, e *def.Expr, o origin, to int64, way string) {
	if l.alike(e, e.I, to) {
		return
	}
	by := *e
	by.I = to
	if e.Type.Kind == def.KSet { // its members identify it: the value of a wide set is an index
		way = fmt.Sprint(way, " ", l.lay.of(to, e.Type).members())
	} else {
		way = fmt.Sprint(way, " ", to)
	}
	change := fmt.Sprintf("`%s` becomes `%s`", l.words(e, o), l.words(&by, o))
	if kind == Area || kind == Narrower { // the spellings are long and have the same beginning
		change = l.lessOrMore(e, o, to)
	}
	l.record(kind, e, o, by, way, o.labelled(change))
}

// lessOrMore spells the replacement of a constant set by the members removed or added.
func (l *lister) lessOrMore(e *def.Expr, o origin, to int64) string {
	was, is, by := l.lay.of(e.I, e.Type), l.lay.of(to, e.Type), *e
	switch {
	case is.in(was):
		by.I = l.lay.value(was.without(is), e.Type)
		return fmt.Sprintf("`%s` without `%s`", l.words(e, o), l.words(&by, o))
	case was.in(is):
		by.I = l.lay.value(is.without(was), e.Type)
		return fmt.Sprintf("`%s` with `%s`", l.words(e, o), l.words(&by, o))
	}
	return fmt.Sprintf("`%s` becomes what it leaves out", l.words(e, o))
}

// chooser returns a function that lists the replacement of a constant set by a non-empty one, equivalent ones only once.
func (l *lister) chooser(e *def.Expr, o origin) func(kind string, to set, way string) {
	done := []int64{e.I}
	return func(kind string, to set, way string) {
		v := l.lay.value(to, e.Type)
		if to.empty() || slices.ContainsFunc(done, func(w int64) bool { return l.alike(e, v, w) }) {
			return
		}
		done = append(done, v)
		l.choose(kind, e, o, v, way)
	}
}

// pieces lists the changes of a kind of pieces: all statuses, all pieces of their seats, the neighbouring type, the pieces of
// seats of the same side; the largest named parts, and all but one status.
func (l *lister) pieces(e *def.Expr, o origin) {
	was := l.lay.of(e.I, e.Type)
	if was.empty() || !was.in(l.lay.pieces) { // no piece, or everything
		return
	}
	types, seats, friends := l.wider(was)
	to := l.chooser(e, o)
	to(Filter, types, "type")
	to(Filter, seats, "seat")
	to(Filter, l.sibling(was), "sibling")
	to(Ally, friends, "ally")
	if types.is(l.lay.pieces) || slices.ContainsFunc(l.lay.marked, was.is) { // it selects pieces regardless of their kind
		return
	}
	for _, part := range l.lay.parts(was) {
		to(Narrower, part, "part")
	}
	for _, status := range l.statuses(was) {
		to(Narrower, was.without(status), "status")
	}
}

// wider returns all pieces of the types in a set, all pieces of their seats, and, if the set is all pieces of a seat, those
// of the seats of its side.
func (l *lister) wider(was set) (types, seats, friends set) {
	for i, t := range l.def.Types {
		if !l.lay.types[i].meets(was) {
			continue
		}
		types.join(l.lay.types[i])
		if t.Seat >= 0 {
			seats.join(l.lay.all[t.Seat])
		}
	}
	if i := slices.IndexFunc(l.lay.all, was.is); i >= 0 {
		for _, j := range l.lay.sides[i] {
			friends.join(l.lay.all[j])
		}
	}
	return types, seats, friends
}

// sibling returns the pieces of the next type of the same seat, with the same statuses if it has them; nil if the set has
// pieces of several types or the seat has no other type.
func (l *lister) sibling(was set) set {
	at := slices.IndexFunc(l.lay.types, was.in)
	if at < 0 {
		return nil
	}
	t := &l.def.Types[at]
	for i := 1; i < len(l.def.Types); i++ {
		n := (at + i) % len(l.def.Types)
		next := &l.def.Types[n]
		if next.Seat != t.Seat || next.Seat < 0 {
			continue
		}
		if was.is(l.lay.types[at]) || !slices.Equal(t.Statuses, next.Statuses) {
			return l.lay.types[n]
		}
		var out set
		for _, c := range l.lay.types[n].members() {
			if slices.ContainsFunc(was.members(), func(k int64) bool {
				return l.def.Classes[c].Status == l.def.Classes[k].Status && l.def.Classes[c].Marks == l.def.Classes[k].Marks
			}) {
				out.add(int(c))
			}
		}
		return out
	}
	return nil
}

// statuses splits a set of classes by status; nil unless all its types have the same statuses, two or more.
func (l *lister) statuses(was set) []set {
	var names []string
	for i, t := range l.def.Types {
		if !l.lay.types[i].meets(was) {
			continue
		}
		if len(t.Statuses) < 2 || names != nil && !slices.Equal(names, t.Statuses) {
			return nil
		}
		names = t.Statuses
	}
	out := make([]set, len(names))
	for _, c := range was.members() {
		out[l.def.Classes[c].Status].add(int(c))
	}
	return slices.DeleteFunc(out, set.empty)
}

// area lists the changes of a set of spaces: the largest proper subset that formulas name and that lacks more than one space,
// and the rest; the smallest named proper superset; the complement.
func (l *lister) area(e *def.Expr, o origin) {
	was := l.lay.of(e.I, e.Type)
	if was.empty() {
		return
	}
	to := l.chooser(e, o)
	i := slices.IndexFunc(l.lay.areas, func(a set) bool { return part(a, was) && was.size()-a.size() > 1 })
	switch {
	case i >= 0:
		to(Area, l.lay.areas[i], "part")
		to(Area, was.without(l.lay.areas[i]), "rest")
	case was.size() > 1:
		var first set
		first.add(int(was.members()[0]))
		to(Area, was.without(first), "part")
	}
	if !was.in(l.lay.spaces) {
		return
	}
	around := l.lay.spaces
	for _, a := range l.lay.areas {
		if part(was, a) && a.in(l.lay.spaces) {
			around = a
		}
	}
	to(Area, around, "superset")
	to(Area, l.lay.spaces.without(was), "complement")
}

// nearby lists the removal of an adjacency.
func (l *lister) nearby(e *def.Expr, o origin) {
	by := def.Expr{Op: def.OpConst, Type: e.Type, I: l.lay.value(l.lay.spaces, e.Type)}
	if e.Op == def.OpFlood {
		by = *e.Args[1]
	}
	l.record(Area, e, o, by, "anywhere", fmt.Sprintf("the adjacency in `%s` dropped", l.words(e, o)))
}
