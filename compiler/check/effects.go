package check

// effects.go looks up in a game what its expressions and code lead to: constants, the cells of variables, the code of
// procedures. What was found once is kept.

import (
	"rulebound/compiler/lower"
	"rulebound/engine/def"
	"rulebound/engine/fold"
)

// effects tells what code reads and what it changes.
type effects struct {
	gd      *def.GameDef
	stored  func(t def.Type) []int32 // procedures that a value of a type can be
	spans   []lower.Span
	folder  *fold.Folder
	folded  map[*def.Expr]constant
	varOf   []int32                      // cell -> its variable, -1: none
	writers map[int32]map[int32][]writer // procedure and slot -> what is put there
	changed map[string][]access          // procedure with arguments -> what it changes
}

// constant is what an expression comes to without a state, if it does.
type constant struct {
	value int64
	known bool
}

func newEffects(s *Subject) *effects {
	e := &effects{
		gd: s.gd, spans: s.program.Spans, folder: s.judge.folder, folded: map[*def.Expr]constant{},
		stored:  func(t def.Type) []int32 { return stored(s.rb, t) },
		writers: map[int32]map[int32][]writer{}, changed: map[string][]access{},
	}
	for i := range s.gd.Vars {
		v := &s.gd.Vars[i]
		for int32(len(e.varOf)) < v.Base+v.Len {
			e.varOf = append(e.varOf, -1)
		}
		for k := range v.Len {
			e.varOf[v.Base+k] = int32(i)
		}
	}
	return e
}

// fold computes an expression that needs no state.
func (e *effects) fold(x *def.Expr) (int64, bool) {
	if x.Op == def.OpConst {
		return x.I, true
	}
	k, seen := e.folded[x]
	if !seen {
		k.value, k.known = e.folder.Fold(x, nil)
		e.folded[x] = k
	}
	return k.value, k.known
}

// variable is the variable that a cell belongs to, nil if it belongs to none.
func (e *effects) variable(cell int32) *def.VarDef {
	if cell < 0 || int(cell) >= len(e.varOf) || e.varOf[cell] < 0 {
		return nil
	}
	return &e.gd.Vars[e.varOf[cell]]
}

func (e *effects) code(s lower.Span) []def.Instr { return e.gd.Code[s.From:s.To] }

// typesOf widens classes to all classes of their types.
func (e *effects) typesOf(classes int64) int64 {
	var out int64
	if e.gd.Wide(def.Type{Kind: def.KSet, Elem: def.KClass}) {
		return anything
	}
	for i := range e.gd.Types {
		if all := e.gd.Types[i].Classes; all&classes != 0 {
			out |= all
		}
	}
	return out
}

// homes are the boxes where pieces of the classes are at home.
func (e *effects) homes(classes int64) int64 {
	var out int64
	if e.gd.Wide(def.Type{Kind: def.KSet, Elem: def.KClass}) || len(e.gd.Zones) > def.WordBits {
		return anything
	}
	for i := range e.gd.Types {
		if t := &e.gd.Types[i]; t.Classes&classes != 0 && t.Home >= 0 {
			out |= 1 << uint(t.Home)
		}
	}
	return out
}

// alike widens classes to all that pieces of them can become.
func (e *effects) alike(a area) area { return area{own: a.own, bits: e.typesOf(a.bits)} }
