// This file lists the changes of what a formula selects: kinds of pieces, sets of spaces, seats of one side. Which sets
// there are to choose from, and who belongs to whom, the compiled game itself tells.

package mutation

import (
	"fmt"
	"math/bits"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// lay is how the things of a game belong together.
type lay struct {
	spaces int64   // zones in which pieces have a status: the map
	areas  []int64 // sets of zones that formulas name, the largest first
	sides  [][]int // seat -> other seats that share a property which not all share
	all    []int64 // seat -> its pieces
	folder *engine.Folder
	narrow bool // sets of zones and of classes are one word each: of wider ones nothing is changed here
}

func newLay(gd *def.GameDef) lay {
	l := lay{sides: make([][]int, len(gd.Seats)), all: make([]int64, len(gd.Seats)), folder: engine.NewFolder(gd).WithCalls()}
	zone, class := def.Type{Kind: def.KZone}, def.Type{Kind: def.KClass}
	if l.narrow = !gd.Wide(def.SetOf(zone)) && !gd.Wide(def.SetOf(class)); !l.narrow {
		return l
	}
	for i, z := range gd.Zones {
		if !z.Plain {
			l.spaces |= 1 << i
		}
	}
	for r := range gd.Roots() {
		if r.In == def.InInvariant {
			continue
		}
		for e := range r.Expr.All() {
			if ofKind(e, def.KZone) && e.I != 0 && !slices.Contains(l.areas, e.I) {
				l.areas = append(l.areas, e.I)
			}
		}
	}
	slices.SortStableFunc(l.areas, func(a, b int64) int { return members(b) - members(a) })
	for _, t := range gd.Types {
		if t.Seat >= 0 {
			l.all[t.Seat] |= t.Classes
		}
	}
	for i := range gd.Lookups {
		if k := &gd.Lookups[i]; k.ID == fmt.Sprintf("seat.%s", lastPart(k.ID)) && k.Type.Kind == def.KEnum {
			l.share(k.Values)
		}
	}
	return l
}

// share makes seats with an equal value belong to each other, unless all have the same.
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

// ofKind tells whether a formula is a constant set of members of a kind.
func ofKind(e *def.Expr, kind def.Kind) bool {
	return e != nil && e.Op == def.OpConst && e.Type.Kind == def.KSet && e.Type.Elem == kind
}

func members(set int64) int { return bits.OnesCount64(uint64(set)) }

// part tells whether a is a part of b, and not all of it.
func part(a, b int64) bool { return a&^b == 0 && a != b }

// select lists the changes of a constant that selects something.
func (l *lister) selects(e *def.Expr, o origin) {
	switch {
	case e.Type.Kind == def.KSeat:
		for _, s := range l.friends(e.I) {
			if int64(s) != neighbour(e.I, len(l.def.Seats)) { // else it is the change of a constant
				l.choose(Ally, e, o, int64(s), "ally")
			}
		}
	case l.lay.narrow && ofKind(e, def.KClass):
		l.pieces(e, o)
	case l.lay.narrow && ofKind(e, def.KZone):
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

// choose lists that a constant becomes another, unless that comes to the same where it stands.
func (l *lister) choose(kind string, e *def.Expr, o origin, to int64, way string) {
	if matters := l.matters[e]; matters != nil && matters(to) == matters(e.I) {
		return
	}
	by := *e
	by.I = to
	if kind != Area {
		l.become(kind, e, o, by, fmt.Sprint(way, " ", to))
		return
	}
	// sets of spaces are long and begin alike: say what is lost or won
	change := fmt.Sprintf("`%s` becomes what it leaves out", l.words(e, o))
	switch less, more := by, by; {
	case to&^e.I == 0:
		less.I = e.I &^ to
		change = fmt.Sprintf("`%s` without `%s`", l.words(e, o), l.words(&less, o))
	case e.I&^to == 0:
		more.I = to &^ e.I
		change = fmt.Sprintf("`%s` with `%s`", l.words(e, o), l.words(&more, o))
	}
	l.record(kind, e, o, by, fmt.Sprint(way, " ", to), o.labelled(change))
}

// pieces lists the changes of a kind of pieces: without regard to status, all of their seats, the neighbouring type, those
// of a friend.
func (l *lister) pieces(e *def.Expr, o origin) {
	if e.I>>len(l.def.Classes) != 0 { // all there are
		return
	}
	types, seats, friends := l.wider(e.I)
	done := []int64{e.I, 0}
	for _, c := range []struct {
		kind, way string
		to        int64
	}{{Filter, "type", types}, {Filter, "seat", seats}, {Filter, "sibling", l.sibling(e.I)}, {Ally, "ally", friends}} {
		if !slices.Contains(done, c.to) {
			done = append(done, c.to)
			l.choose(c.kind, e, o, c.to, c.way)
		}
	}
}

// wider gives all pieces of the types of a set, all of their seats, and those of the friends where it is all of one seat.
func (l *lister) wider(set int64) (types, seats, friends int64) {
	for _, t := range l.def.Types {
		if t.Classes&set == 0 {
			continue
		}
		types |= t.Classes
		if t.Seat >= 0 {
			seats |= l.lay.all[t.Seat]
		}
	}
	if i := slices.Index(l.lay.all, set); i >= 0 {
		for _, j := range l.lay.sides[i] {
			friends |= l.lay.all[j]
		}
	}
	return types, seats, friends
}

// sibling gives the next type of the same seat, in the same states if it has them; 0 if the set is not of one type or its
// seat has no other.
func (l *lister) sibling(set int64) int64 {
	at := slices.IndexFunc(l.def.Types, func(t def.PieceType) bool { return t.Classes&set != 0 && set&^t.Classes == 0 })
	if at < 0 {
		return 0
	}
	t := &l.def.Types[at]
	for i := 1; i < len(l.def.Types); i++ {
		next := &l.def.Types[(at+i)%len(l.def.Types)]
		if next.Seat != t.Seat || next.Seat < 0 {
			continue
		}
		if set == t.Classes || !slices.Equal(t.Statuses, next.Statuses) {
			return next.Classes
		}
		out := int64(0)
		for i, c := range l.def.Classes {
			for m := uint64(set); m != 0; m &= m - 1 {
				if k := l.def.Classes[bits.TrailingZeros64(m)]; next.Classes>>i&1 == 1 && c.Status == k.Status && c.Marks == k.Marks {
					out |= 1 << i
				}
			}
		}
		return out
	}
	return 0
}

// area lists the changes of a set of spaces: the largest part that formulas name and that is more than one space smaller,
// and the rest; the smallest such set around it; what it leaves out.
func (l *lister) area(e *def.Expr, o origin) {
	set := e.I
	if set == 0 {
		return
	}
	done := []int64{set, 0}
	to := func(v int64, way string) {
		if !slices.Contains(done, v) {
			done = append(done, v)
			l.choose(Area, e, o, v, way)
		}
	}
	i := slices.IndexFunc(l.lay.areas, func(a int64) bool { return part(a, set) && members(set)-members(a) > 1 })
	switch {
	case i >= 0:
		to(l.lay.areas[i], "part")
		to(set&^l.lay.areas[i], "rest")
	case members(set) > 1:
		to(set&(set-1), "part")
	}
	if set&^l.lay.spaces != 0 {
		return
	}
	around := l.lay.spaces
	for _, a := range l.lay.areas {
		if part(set, a) && a&^l.lay.spaces == 0 {
			around = a
		}
	}
	to(around, "superset")
	to(l.lay.spaces&^set, "complement")
}

// nearby lists that something need not be adjacent.
func (l *lister) nearby(e *def.Expr, o origin) {
	if !l.lay.narrow {
		return
	}
	by := def.Expr{Op: def.OpConst, Type: e.Type, I: l.lay.spaces}
	if e.Op == def.OpFlood {
		by = *e.Args[1]
	}
	l.record(Area, e, o, by, "anywhere", fmt.Sprintf("the adjacency in `%s` dropped", l.words(e, o)))
}

// weigh remembers what of the constants within an operator matters: pieces and places that cannot come together make no
// difference.
func (l *lister) weigh(e *def.Expr) {
	if !l.lay.narrow {
		return
	}
	switch e.Op {
	case def.OpPieces, def.OpPiecesIn, def.OpHolding:
		l.standing(e.Args[0], e.Args[1])
	case def.OpHomeIn:
		if f := e.Args[0]; ofKind(f, def.KClass) {
			l.matters[f] = l.statusless
		}
	case def.OpFilter, def.OpCount, def.OpAny, def.OpEvery, def.OpFirst, def.OpSum, def.OpLeast, def.OpMost:
		if from := e.Args[0]; ofKind(from, def.KZone) {
			l.matters[from] = func(v int64) int64 { return l.meeting(v, e.I, e.Args[1]) }
		}
	}
}

// standing remembers that pieces in a place matter only where they can be.
func (l *lister) standing(place, pieces *def.Expr) {
	here := int64(0)
	switch {
	case place == nil || !l.lay.narrow:
		return
	case ofKind(place, def.KZone):
		here = place.I
	case place.Op == def.OpConst && place.Type.Kind == def.KZone && place.I >= 0:
		here = 1 << place.I
	}
	if here != 0 && here&l.lay.spaces == 0 && ofKind(pieces, def.KClass) {
		l.matters[pieces] = l.statusless
	}
	if ofKind(pieces, def.KClass) && ofKind(place, def.KZone) {
		l.matters[place] = func(v int64) int64 { return v &^ l.forbidden(pieces.I) }
	}
}

// turned remembers that pieces which have no status, or have the one that all of them take, do not matter.
func (l *lister) turned(in *def.Instr) {
	if !l.lay.narrow || !ofKind(in.X[0], def.KClass) {
		return
	}
	l.matters[in.X[0]] = func(set int64) int64 {
		for i, c := range l.def.Classes {
			if c.Status == in.A || int(in.A) >= len(l.def.Types[c.Type].Statuses) {
				set &^= 1 << i
			}
		}
		return set
	}
}

// statusless gives the classes that pieces have where there is no status.
func (l *lister) statusless(set int64) int64 {
	out := int64(0)
	for _, t := range l.def.Types {
		if set>>t.First&1 == 1 {
			out |= 1 << t.First
		}
	}
	return out
}

// forbidden gives the zones where none of some pieces may stand.
func (l *lister) forbidden(pieces int64) int64 {
	out := int64(0)
	for _, k := range l.def.Stacking {
		if k.Max == 0 && pieces&^k.Filter == 0 {
			out |= k.Zones
		}
	}
	return out
}

// meeting gives the members of a set that can meet a condition on the member in a slot.
func (l *lister) meeting(set, slot int64, when *def.Expr) int64 {
	conds := []*def.Expr{when}
	if when.Op == def.OpAnd {
		conds = when.Args
	}
	out := set
	for _, v := range l.def.Each(set, def.Type{Kind: def.KSet, Elem: def.KZone}) {
		for _, c := range conds {
			if met, ok := l.lay.folder.Fold(c, map[int64]int64{slot: v}); ok && met == 0 {
				out &^= 1 << v
			}
		}
	}
	return out
}
