package lower

// This file updates bindings of pieces. The value of a piece is its zone and class; a statement that moves, flips or marks the
// piece of a binding assigns the new value to the binding, if it is read afterwards.

import (
	"fmt"
	"slices"

	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// followed returns the slot of the binding whose piece a statement changes. It returns nil if the binding has no slot or is not
// read later.
func (f *frame) followed(g typed.Group) (piece *def.Expr) {
	if g.Filter.Op != def.OpPieceClass || g.Filter.Args[0].Op != def.OpBound {
		return nil
	}
	x := g.Filter.Args[0]
	if at := f.spots.at[x.I]; at.subst != nil || at.op != def.OpLocal || !f.readLater(x.I) {
		return nil
	}
	return f.spots.expr(x)
}

// follow assigns to a binding the piece now in a zone: one of the given classes or, if there is none (a box, for example), one of
// the same type.
func (f *frame) follow(piece, zone, classes *def.Expr, node int32) {
	same := op(def.OpTypeOf, def.FilterSet, op(def.OpPieceClass, def.FilterSet, piece))
	there := op(def.OpGt, def.TBool, op(def.OpPieces, def.TInt, zone, classes), constant(def.TInt, 0))
	now := op(def.OpIf, def.TPiece, there, op(def.OpPieceAt, def.TPiece, zone, classes), op(def.OpPieceAt, def.TPiece, zone, same))
	f.set(int32(piece.I), now, def.Made, node)
}

// turned returns a filter with one class: that of a piece after a flip or a mark.
func (f *frame) turned(piece *def.Expr, how string, becomes func(c def.ClassDef) def.ClassDef) *def.Expr {
	at := slices.IndexFunc(f.gd.Lookups, func(l def.Lookup) bool { return l.ID == how })
	if at < 0 {
		l := def.Lookup{ID: how, Type: def.FilterSet}
		for _, c := range f.gd.Classes {
			to := becomes(c)
			is := slices.IndexFunc(f.gd.Classes, func(d def.ClassDef) bool { return d.Type == to.Type && d.Status == to.Status && d.Marks == to.Marks })
			l.Values = append(l.Values, f.gd.MakeSet(def.FilterSet, int64(is)))
		}
		at = len(f.gd.Lookups)
		f.gd.Lookups = append(slices.Clip(f.gd.Lookups), l)
	}
	return &def.Expr{Op: def.OpTable, Type: def.FilterSet, I: int64(at), Args: []*def.Expr{op(def.OpThe, def.TInt, op(def.OpPieceClass, def.FilterSet, piece))}}
}

// marked returns a filter with one class: that of a piece with or without a mark.
func (f *frame) marked(piece *def.Expr, mark int32, off bool) *def.Expr {
	how := "class with mark %d"
	if off {
		how = "class without mark %d"
	}
	return f.turned(piece, fmt.Sprintf(how, mark), func(c def.ClassDef) def.ClassDef {
		if c.Marks |= 1 << uint(mark); off {
			c.Marks &^= 1 << uint(mark)
		}
		return c
	})
}

// flip lowers a flip of a binding's piece if the binding is read later. Otherwise it returns false.
func (f *frame) flip(s *typed.Flip, node int32) bool {
	piece := f.followed(s.Pieces)
	if piece == nil {
		return false
	}
	f.emit(def.Instr{Op: def.CFlip, Role: def.Effect, A: s.Status, X: f.spots.exprs(zoned(s.Pieces)...), Node: node})
	f.follow(piece, op(def.OpPieceZone, def.TZone, piece), f.turned(piece, fmt.Sprintf("class in status %d", s.Status), func(c def.ClassDef) def.ClassDef {
		c.Status = s.Status
		return c
	}), node)
	return true
}

// tag lowers a mark of a binding's piece if the binding is read later. Otherwise it returns false.
func (f *frame) tag(s *typed.Tag, node int32) bool {
	piece := f.followed(s.Pieces)
	if piece == nil {
		return false
	}
	on := int32(1)
	if s.Off {
		on = 0
	}
	f.emit(def.Instr{Op: def.CTag, Role: def.Effect, A: s.Mark, B: on, X: f.spots.exprs(zoned(s.Pieces)...), Node: node})
	f.follow(piece, op(def.OpPieceZone, def.TZone, piece), f.marked(piece, s.Mark, s.Off), node)
	return true
}

// readLater reports whether a statement that may run after the present one reads a binding. Inside a loop this includes the next
// round, unless each round sets the binding anew.
func (f *frame) readLater(binding int64) bool {
	return slices.ContainsFunc(f.later, func(l *later) bool { return l.reads(binding) })
}

// later describes code that may run after the statement that is being lowered: the following statements of a body, or another
// round of an enclosing loop or decision.
type later struct {
	body  []*typed.Stmt
	at    int // index of the statement that is being lowered
	again typed.Action

	last map[int64]int // by binding: the last statement of the body that reads it; nil until it is first needed
	made map[int64]bool
}

func (l *later) reads(binding int64) bool {
	if l.last == nil {
		l.look()
	}
	if l.again != nil { // the next round may read it, even in the present statement
		return !l.made[binding]
	}
	return l.last[binding] > l.at
}

// look collects the bindings that are read and those that are made.
func (l *later) look() {
	l.last, l.made = map[int64]int{}, map[int64]bool{}
	at, assigned := 0, false
	walk := typed.Walk{
		Action: func(a typed.Action, _ *typed.Place) { _, assigned = a.(*typed.Set) }, // an assignment may be conditional, so it makes no binding
		Binding: func(b *typed.Binding) {
			if !assigned {
				l.made[b.ID] = true
			}
		},
		Expr: func(x *def.Expr) {
			for x := range x.All() {
				if x.Op == def.OpBound {
					l.last[x.I] = at
				}
			}
		},
	}
	if l.again != nil {
		walk.One(l.again)
	}
	for i := range l.body {
		at = i
		walk.Body(l.body[i : i+1])
	}
}

// again lowers an action that may run more than once.
func (f *frame) again(do typed.Action, lower func()) {
	f.later = append(f.later, &later{again: do})
	lower()
	f.later = f.later[:len(f.later)-1]
}
