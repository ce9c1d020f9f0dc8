// This file lists the changes of walks along the directions of a grid: another direction, another kind of walk, another
// distance.

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

// directions finds the enumerations whose members formulas use as directions.
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

// everyWay returns all directions of the kind that a formula uses.
func (l *lister) everyWay(e *def.Expr) *def.Expr {
	set := def.SetOf(e.Args[1].Type)
	return &def.Expr{Op: def.OpConst, Type: set, I: l.def.UpTo(set, len(l.def.Enums[set.Of].Members))}
}

// walk lists the changes of a step, a ray or beyond: the next direction, unless the direction is a literal (which is
// changed as a constant); a distance of one instead of a ray or a longer step; a ray that is not stopped.
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

// compass records the walks to which the choice of a direction makes no difference: those in a loop over all directions
// that reads the direction only there.
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

// someWays lists the removal of each direction from a set of directions.
func (l *lister) someWays(e *def.Expr, o origin) {
	for _, way := range l.def.Each(e.I, e.Type) {
		by := *e
		by.I = e.I &^ (1 << way)
		l.record(Direction, e, o, by, fmt.Sprint("without ", way),
			o.labelled(fmt.Sprintf("`%s` without `%s`", l.words(e, o), l.def.Enums[e.Type.Of].Members[way])))
	}
}
