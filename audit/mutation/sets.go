// This file lists the changes of what a formula selects: kinds of pieces, sets of spaces, seats of one side. The compiled
// game itself says which sets there are to choose from, and who belongs to whom.

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

// selects lists the changes of a constant that selects something.
func (l *lister) selects(e *def.Expr, o origin) {
	switch {
	case e.Type.Kind == def.KSeat:
		for _, s := range l.friends(e.I) {
			if int64(s) != neighbour(e.I, len(l.def.Seats)) { // else it is the change of a constant
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

// alike reports whether two values of a constant make no difference where it stands.
func (l *lister) alike(e *def.Expr, a, b int64) bool {
	if matters := l.matters[e]; matters != nil {
		return matters(l.lay.of(a, e.Type)).is(matters(l.lay.of(b, e.Type)))
	}
	return a == b
}

// choose lists that a constant becomes another, unless that makes no difference where it stands.
func (l *lister) choose(kind string, e *def.Expr, o origin, to int64, way string) {
	if l.alike(e, e.I, to) {
		return
	}
	by := *e
	by.I = to
	if e.Type.Kind == def.KSet { // by its members: the value of a wide set is an index
		way = fmt.Sprint(way, " ", l.lay.of(to, e.Type).members())
	} else {
		way = fmt.Sprint(way, " ", to)
	}
	change := fmt.Sprintf("`%s` becomes `%s`", l.words(e, o), l.words(&by, o))
	if kind == Area || kind == Narrower { // the sets are long and begin alike
		change = l.lessOrMore(e, o, to)
	}
	l.record(kind, e, o, by, way, o.labelled(change))
}

// lessOrMore says that a constant set becomes another by what it loses or wins.
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

// chooser returns a function that lists a constant set becoming another: each once, and none that is empty.
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

// pieces lists the changes of a kind of pieces: without regard to status, all of their seats, the neighbouring type, those
// of a friend; the largest named parts, and all but one status.
func (l *lister) pieces(e *def.Expr, o origin) {
	was := l.lay.of(e.I, e.Type)
	if was.empty() || !was.in(l.lay.pieces) { // none, or all there are
		return
	}
	types, seats, friends := l.wider(was)
	to := l.chooser(e, o)
	to(Filter, types, "type")
	to(Filter, seats, "seat")
	to(Filter, l.sibling(was), "sibling")
	to(Ally, friends, "ally")
	if types.is(l.lay.pieces) || slices.ContainsFunc(l.lay.marked, was.is) { // no kind: what is said of pieces of any kind
		return
	}
	for _, part := range l.lay.parts(was) {
		to(Narrower, part, "part")
	}
	for _, status := range l.statuses(was) {
		to(Narrower, was.without(status), "status")
	}
}

// wider gives all pieces of the types of a set, all of their seats, and those of the friends where it is all of one seat.
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

// sibling gives the next type of the same seat, in the same states if it has them; nothing if the set is not of one type or
// its seat has no other.
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

// statuses returns for each status of a set whose types all have the same ones, and that holds several, its classes of that
// status.
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

// area lists the changes of a set of spaces: the largest part that formulas name and that is more than one space smaller,
// and the rest; the smallest such set around it; what it leaves out.
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

// nearby lists that something need not be adjacent.
func (l *lister) nearby(e *def.Expr, o origin) {
	by := def.Expr{Op: def.OpConst, Type: e.Type, I: l.lay.value(l.lay.spaces, e.Type)}
	if e.Op == def.OpFlood {
		by = *e.Args[1]
	}
	l.record(Area, e, o, by, "anywhere", fmt.Sprintf("the adjacency in `%s` dropped", l.words(e, o)))
}
