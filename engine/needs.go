package engine

// This file spells a false condition and the public values that it reads, for refusals.

import (
	"slices"
	"strings"

	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// Limits of the text of a refusal.
const (
	maxFormula = 160 // characters
	maxNamed   = 4   // values
)

// needs spells a false condition: "needs $space.worth != 2; $space is The Ridge, $space.worth is 2".
func (s *State) needs(e *def.Expr) string {
	_, proc := unpackCaller(s.stack[s.base])
	n := &need{s: s, words: def.Formulas{Def: s.g.def, Proc: proc}, folder: fold.New(s.g.def), inner: map[int64]bool{}}
	e = n.failing(e)
	text := []rune(n.words.Say(e))
	if len(text) > maxFormula {
		text = append(text[:maxFormula-1], '…')
	}
	n.collect(e)
	if len(n.values) == 0 {
		return "needs " + string(text)
	}
	return "needs " + string(text) + "; " + strings.Join(n.values, ", ")
}

// need spells one condition.
type need struct {
	s      *State
	words  def.Formulas
	folder *fold.Folder
	inner  map[int64]bool // bound slots of its comprehensions, which have no value outside
	values []string       // "$space is The Ridge"
}

// failing returns the first operand of a conjunction that is known to be false, else the condition itself.
func (n *need) failing(e *def.Expr) *def.Expr {
	for e.Op == def.OpAnd {
		i := slices.IndexFunc(e.Args, func(a *def.Expr) bool {
			v, ok := n.value(a)
			return ok && v == 0
		})
		if i < 0 {
			break
		}
		e = e.Args[i]
	}
	return e
}

// collect names the public values that an expression reads.
func (n *need) collect(e *def.Expr) {
	if e.Op.Row().Spelling == def.Loop {
		n.inner[e.I] = true
	}
	for _, a := range e.Args {
		n.collect(a)
	}
	if e.Op == def.OpConst || e.Type.Kind == def.KBool || e.Type.Kind == def.KSet || len(e.Args) > 0 && !n.reads(e) || len(n.values) == maxNamed {
		return
	}
	if v, ok := n.value(e); ok {
		if text := n.words.Say(e) + " is " + n.s.g.def.Entitled(v, e.Type); !slices.Contains(n.values, text) {
			n.values = append(n.values, text)
		}
	}
}

// reads reports whether an expression reads the position or a property, rather than computing with other values.
func (n *need) reads(e *def.Expr) bool {
	switch e.Op {
	case def.OpCellAt, def.OpDerived, def.OpPieces, def.OpTable:
		return true
	}
	return false
}

// value evaluates an expression of public values of one word; ok is false for other expressions. Reads of the position are evaluated here,
// conditions on them and properties are folded.
func (n *need) value(e *def.Expr) (v int64, ok bool) {
	s, gd := n.s, n.s.g.def
	if gd.Words(e.Type) > 1 {
		return 0, false
	}
	args := make([]int64, len(e.Args))
	for i, a := range e.Args {
		if args[i], ok = n.value(a); !ok {
			return 0, false
		}
	}
	switch e.Op {
	case def.OpConst:
		return e.I, true
	case def.OpLocal: // numbers and cards may depend on hidden information
		if k := e.Type.Kind; k != def.KZone && k != def.KSeat {
			return 0, false
		}
		return s.stack[int64(s.base)+frameHead+e.I], true
	case def.OpBound:
		return s.bound[e.I], !n.inner[e.I]
	case def.OpCell, def.OpCellAt:
		return n.cell(e, args)
	case def.OpDerived:
		d, index := &gd.Derived[e.I], int64(def.None)
		if len(args) > 0 {
			index = args[0]
		}
		if !d.Watch || d.Visible != def.Open || len(args) > 0 && index < 0 {
			return 0, false
		}
		v, err := s.Derived(int32(e.I), index)
		return v, err == nil
	case def.OpPieces:
		if args[0] < 0 {
			return 0, false
		}
		return s.pieces(args[0], args[1]), true
	}
	row := e.Op.Row()
	if e.Op != def.OpTable && !row.Truth || row.Binds || !e.Pure() {
		return 0, false
	}
	known := *e
	known.Args = make([]*def.Expr, len(args))
	for i, v := range args {
		known.Args[i] = &def.Expr{Op: def.OpConst, Type: e.Args[i].Type, I: v}
	}
	return n.folder.Fold(&known, nil)
}

// cell evaluates a variable that all seats may see.
func (n *need) cell(e *def.Expr, args []int64) (int64, bool) {
	at := e.I
	if len(args) > 0 {
		if args[0] < 0 {
			return 0, false
		}
		at += args[0]
	}
	v, _, ok := n.s.g.Var(at)
	if first, _, _ := n.s.g.Var(e.I); !ok || v != first || n.s.g.def.Vars[v].Visible != def.Open {
		return 0, false
	}
	return n.s.cells[at], true
}
