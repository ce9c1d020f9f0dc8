package lower

// This file lowers decisions that seats make together: each answer goes into a variable that only its seat sees, and when all have
// answered, from there into the variables that the rulebook names.

import (
	"rulebound/compiler/typed"
	"rulebound/engine/def"
)

// keep stores what the seat of a round has answered.
func (f *frame) keep(s *typed.Keep, node int32) {
	c := f.spots.copies()
	seat := local(def.TSeat, f.at(s.Seat).slot)
	for _, a := range s.Shows {
		secret, seats := &f.gd.Vars[a.Secret], &f.gd.Vars[a.Secret+1]
		f.emit(def.Instr{Op: def.CSet, Role: def.Part, A: def.ToVariable, B: secret.Base, X: []*def.Expr{c.expr(a.Value), seat}, Node: f.node(a.At)})
		so := &def.Expr{Op: def.OpCell, Type: def.SeatSet, I: int64(seats.Base)}
		all := op(def.OpUnion, def.SeatSet, so, op(def.OpSetOf, def.SeatSet, seat))
		f.emit(def.Instr{Op: def.CSet, A: def.ToCell, B: seats.Base, X: []*def.Expr{all}, Node: node})
	}
}

// show gives the variables what the seats have answered.
func (f *frame) show(s *typed.Show, node int32) {
	for _, a := range s.Shows {
		to, secret, seats := &f.gd.Vars[a.Var], &f.gd.Vars[a.Secret], &f.gd.Vars[a.Secret+1]
		left, item := f.slot(""), f.slot("")
		seat := local(def.TSeat, item)
		f.set(left, &def.Expr{Op: def.OpCell, Type: def.SeatSet, I: int64(seats.Base)}, def.Made, node)
		next := f.emit(def.Instr{Op: def.CForSet, A: left, B: item, Node: node})
		answer := &def.Expr{Op: def.OpCellAt, Type: secret.Type, I: int64(secret.Base), Args: []*def.Expr{seat}}
		f.emit(def.Instr{Op: def.CSet, Role: def.Effect, A: def.ToVariable, B: to.Base, X: []*def.Expr{answer, seat}, Node: f.node(a.At)})
		f.emit(def.Instr{Op: def.CSet, A: def.ToVariable, B: secret.Base, X: []*def.Expr{f.nothing(secret), seat}, Node: node})
		f.emit(def.Instr{Op: def.CJump, A: int32(next), Node: node})
		f.patch(next)
		f.emit(def.Instr{Op: def.CSet, A: def.ToCell, B: seats.Base, X: []*def.Expr{constant(def.SeatSet, 0)}, Node: node})
	}
}

// nothing is what a variable for secret answers holds while there is none.
func (f *frame) nothing(v *def.VarDef) *def.Expr {
	if f.gd.Wide(v.Type) {
		return constant(v.Type, 0)
	}
	return constant(v.Type, f.gd.Initial[v.Base])
}
