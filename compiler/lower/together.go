package lower

// This file lowers simultaneous decisions. Each seat's answer is stored in a variable that only that seat sees; after the last
// answer, the values are copied to the variables that the rulebook names.

import (
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// prepare copies a seat's present values to the variables for its secret answers.
func (f *frame) prepare(s *typed.Prepare, node int32) {
	seat := local(def.TSeat, f.at(s.Seat).slot)
	for _, a := range s.Shows {
		secret, from := &f.gd.Vars[a.Secret], &f.gd.Vars[a.Var]
		for _, place := range f.places(secret, seat) {
			f.emit(def.Instr{Op: def.CSet, A: def.ToVariable, B: secret.Base, X: []*def.Expr{valueAt(from, place), place}, Node: node})
		}
	}
}

// places returns the index expressions of a seat's values in a variable: one, or one for each value of the second index.
func (f *frame) places(v *def.VarDef, seat *def.Expr) []*def.Expr {
	if len(v.Per) == 1 {
		return []*def.Expr{seat}
	}
	var out []*def.Expr
	n := f.gd.Many(v.Per[1])
	for i := range n {
		place := op(def.OpPlace, def.TInt, seat, constant(v.Per[1], i))
		place.I = n
		out = append(out, place)
	}
	return out
}

func valueAt(v *def.VarDef, place *def.Expr) *def.Expr {
	return &def.Expr{Op: def.OpCellAt, Type: v.Type, I: int64(v.Base), Args: []*def.Expr{place}}
}

// keep stores the answers of a seat.
func (f *frame) keep(s *typed.Keep, node int32) {
	c := f.spots.copies()
	seat := local(def.TSeat, f.at(s.Seat).slot)
	for _, a := range s.Shows {
		secret, seats := &f.gd.Vars[a.Secret], &f.gd.Vars[a.Secret+1]
		place := seat
		if a.Place != nil {
			place = c.expr(a.Place)
		}
		if a.Value != nil {
			f.emit(def.Instr{Op: def.CSet, Role: def.Part, A: def.ToVariable, B: secret.Base, X: []*def.Expr{c.expr(a.Value), place}, Node: f.node(a.At)})
		}
		so := &def.Expr{Op: def.OpCell, Type: def.SeatSet, I: int64(seats.Base)}
		all := op(def.OpUnion, def.SeatSet, so, op(def.OpSetOf, def.SeatSet, seat))
		f.emit(def.Instr{Op: def.CSet, A: def.ToCell, B: seats.Base, X: []*def.Expr{all}, Node: node})
	}
}

// show copies the answers of all seats to the variables that the rulebook names.
func (f *frame) show(s *typed.Show, node int32) {
	for _, a := range s.Shows {
		to, secret, seats := &f.gd.Vars[a.Var], &f.gd.Vars[a.Secret], &f.gd.Vars[a.Secret+1]
		left, item := f.slot(""), f.slot("")
		seat := local(def.TSeat, item)
		f.set(left, &def.Expr{Op: def.OpCell, Type: def.SeatSet, I: int64(seats.Base)}, def.Made, node)
		next := f.emit(def.Instr{Op: def.CForSet, A: left, B: item, Node: node})
		for _, place := range f.places(to, seat) {
			f.emit(def.Instr{Op: def.CSet, Role: def.Effect, A: def.ToVariable, B: to.Base, X: []*def.Expr{valueAt(secret, place), place}, Node: f.node(a.At)})
			f.emit(def.Instr{Op: def.CSet, A: def.ToVariable, B: secret.Base, X: []*def.Expr{f.nothing(secret), place}, Node: node})
		}
		f.emit(def.Instr{Op: def.CJump, A: int32(next), Node: node})
		f.patch(next)
		f.emit(def.Instr{Op: def.CSet, A: def.ToCell, B: seats.Base, X: []*def.Expr{constant(def.SeatSet, 0)}, Node: node})
	}
}

// nothing returns the value of a variable for secret answers while there is no answer.
func (f *frame) nothing(v *def.VarDef) *def.Expr {
	if f.gd.Wide(v.Type) {
		return constant(v.Type, 0)
	}
	return constant(v.Type, f.gd.Initial[v.Base])
}
