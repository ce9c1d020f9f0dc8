// This file lists the changes of what goes along the directions of a grid: another direction, another way to go, how far.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine/def"
)

// walks reports whether a formula goes along a direction.
func walks(e *def.Expr) bool {
	return e != nil && slices.Contains([]def.Op{def.OpStep, def.OpRay, def.OpBeyond}, e.Op)
}

// directions finds the enumerations whose members are directions that formulas go along.
func directions(gd *def.GameDef) map[int32]bool {
	ways := map[int32]bool{}
	for r := range gd.Roots() {
		for e := range r.Expr.All() {
			if walks(e) {
				ways[e.Args[1].Type.Of] = true
			}
		}
	}
	return ways
}

// everyWay gives all directions of the kind that a formula goes along.
func (l *lister) everyWay(e *def.Expr) *def.Expr {
	set := def.SetOf(e.Args[1].Type)
	return &def.Expr{Op: def.OpConst, Type: set, I: l.def.UpTo(set, len(l.def.Enums[set.Of].Members))}
}

// walk lists the changes of a step, a ray or what lies beyond one: it goes the next direction round, unless the direction
// is written there (then that is another constant); a ray, or a step of several, comes no further than one, or a ray is not stopped.
func (l *lister) walk(e *def.Expr, o origin) {
	if way := e.Args[1]; way.Op != def.OpConst && !l.anyWay[e] {
		by := *e
		by.Args = slices.Clone(e.Args)
		by.Args[1] = &def.Expr{Op: def.OpNext, Type: way.Type, Args: []*def.Expr{l.everyWay(e), bare(way)}}
		l.record(Direction, e, o, by, "turned", o.labelled(fmt.Sprintf("`%s` goes the next direction round", l.words(e, o))))
	}
	switch {
	case e.Op == def.OpStep && len(e.Args) > 2:
		by := *e
		by.Args = e.Args[:2]
		l.record(Direction, e, o, by, "short", o.labelled(fmt.Sprintf("`%s` goes one step", l.words(e, o))))
		return
	case e.Op != def.OpRay:
		return
	}
	short := def.Expr{Op: def.OpInter, Type: e.Type, Args: []*def.Expr{bare(e), {Op: def.OpAdjacent, Type: e.Type, Args: e.Args[:1]}}}
	l.record(Direction, e, o, short, "short", o.labelled(fmt.Sprintf("`%s` goes one step", l.words(e, o))))
	if len(e.Args) > 2 {
		by := *e
		by.Args = e.Args[:2]
		l.record(Direction, e, o, by, "far", o.labelled(fmt.Sprintf("`%s` goes to the edge", l.words(e, o))))
	}
}

// compass remembers the walks that go every direction whichever is meant: of what runs over all directions and reads
// the direction there alone.
func (l *lister) compass(e *def.Expr) {
	over := e.Args[0]
	if !l.setOfWays(over) || over.I != l.def.UpTo(over.Type, len(l.def.Enums[over.Type.Of].Members)) {
		return
	}
	var walk *def.Expr
	reads := 0
	for _, a := range e.Args[1:] {
		for x := range a.All() {
			switch {
			case x.Op == def.OpBound && x.I == e.I:
				reads++
			case walks(x) && x.Args[1].Op == def.OpBound && x.Args[1].I == e.I:
				walk = x
			}
		}
	}
	if reads == 1 && walk != nil {
		l.anyWay[walk] = true
	}
}

// setOfWays reports whether a formula is a constant set of directions.
func (l *lister) setOfWays(e *def.Expr) bool { return ofKind(e, def.KEnum) && l.ways[e.Type.Of] }

// someWays lists that a set of directions lacks one of them.
func (l *lister) someWays(e *def.Expr, o origin) {
	for _, way := range l.def.Each(e.I, e.Type) {
		by := *e
		by.I = e.I &^ (1 << way)
		l.record(Direction, e, o, by, fmt.Sprint("without ", way),
			o.labelled(fmt.Sprintf("`%s` without `%s`", l.words(e, o), l.def.Enums[e.Type.Of].Members[way])))
	}
}
