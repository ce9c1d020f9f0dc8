package def

// This file spells expressions in the language of the rulebook.

import (
	"cmp"
	"slices"
	"strings"
)

// Formulas spells the expressions of a procedure of a game.
type Formulas struct {
	Def      *GameDef
	Proc     int32                // the procedure, negative for none
	Constant func(e *Expr) string // spells constants; nil: GameDef.Spell, with filters spelled by seats and types
}

// Say spells an expression.
func (f *Formulas) Say(e *Expr) string { return f.say(e, 0) }

// Local returns the name of a slot of the procedure.
func (f *Formulas) Local(slot int64) string {
	if f.Proc < 0 || slot >= int64(len(f.Def.Procs[f.Proc].Names)) {
		return "$_"
	}
	return cmp.Or(f.Def.Procs[f.Proc].Names[slot], "$_")
}

// bound returns the name of a bound slot.
func (f *Formulas) bound(slot int64) string {
	if slot >= int64(len(f.Def.Names)) {
		return "$it"
	}
	return cmp.Or(f.Def.Names[slot], "$it")
}

// maxListed is the greatest number of members of a constant set that are spelled.
const maxListed = 3

// constant spells a constant. A filter is spelled by the seats and types of which it has all classes.
func (f *Formulas) constant(e *Expr) string {
	if f.Constant != nil {
		return f.Constant(e)
	}
	if e.Type.Kind != KSet {
		return f.Def.Spell(e.I, e.Type)
	}
	var out []string
	left := f.Def.Each(e.I, e.Type)
	if e.Type.Elem == KClass {
		cover := func(id string, of func(class int64) bool) {
			some := false
			for c := range int64(len(f.Def.Classes)) {
				if of(c) && !slices.Contains(left, c) {
					return
				}
				some = some || of(c)
			}
			if some {
				out, left = append(out, id), slices.DeleteFunc(left, of)
			}
		}
		for i := range f.Def.Seats {
			cover(f.Def.Seats[i].ID, func(c int64) bool { return f.Def.Types[f.Def.Classes[c].Type].Seat == int32(i) })
		}
		for i := range f.Def.Types {
			cover(f.Def.Types[i].ID, func(c int64) bool { return f.Def.Classes[c].Type == int32(i) })
		}
	}
	out = append(out, f.Def.spellAll(left, e.Type)...)
	if len(out) > maxListed+1 {
		out = append(out[:maxListed], "…")
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// say spells a formula as an operand of an operator of strength outer.
func (f *Formulas) say(e *Expr, outer int) string {
	if e == nil {
		return "…"
	}
	if e.Op == OpElement && len(e.Args) > 0 {
		return f.say(e.Args[0], outer)
	}
	strength := e.Op.Row().Strength
	text := f.sayOp(e, strength)
	if strength > 0 && strength < outer {
		return "(" + text + ")"
	}
	return text
}

// sayOp spells a formula according to its operator.
func (f *Formulas) sayOp(e *Expr, strength int) string {
	switch row := e.Op.Row(); row.Spelling {
	case Infix:
		var out []string
		for _, a := range e.Args {
			out = append(out, f.say(a, strength+1))
		}
		return strings.Join(out, " "+row.Word+" ")
	case Prefix:
		return f.sayPrefix(e, strength)
	case Applied:
		return row.Word + "(" + f.sayAll(f.written(e)) + ")"
	case Loop:
		if e.Op == OpSum && e.Type.Kind == KSet {
			return "set(" + f.sayLoop(e) + ")"
		}
		return row.Word + "(" + f.sayLoop(e) + ")"
	}
	if text := f.sayRead(e); text != "" {
		return text
	}
	return f.sayAsked(e)
}

// written returns the operands of a function as an author writes them: without a filter for all pieces, and a zone instead of the set
// that holds it alone.
func (f *Formulas) written(e *Expr) []*Expr {
	if e.Op != OpPieces && e.Op != OpPiecesIn {
		return e.Args
	}
	args := slices.Clone(e.Args)
	if args[0].Op == OpSetOf && len(args[0].Args) == 1 {
		args[0] = args[0].Args[0]
	}
	if x := args[1]; x.Op == OpConst && len(f.Def.Each(x.I, x.Type)) == len(f.Def.Classes) {
		args = args[:1]
	}
	return args
}

// sayAll spells operands, separated by commas.
func (f *Formulas) sayAll(args []*Expr) string {
	var out []string
	for _, a := range args {
		out = append(out, f.say(a, 0))
	}
	return strings.Join(out, ", ")
}

// sayPrefix spells a prefix operator.
func (f *Formulas) sayPrefix(e *Expr, strength int) string {
	word, x := e.Op.Row().Word, e.Args[0]
	switch {
	case x.Op == OpHas:
		return f.sayHas(word+" in", x)
	case e.Op == OpNeg:
		return word + f.say(x, strength)
	}
	return word + " " + f.say(x, strength)
}

// sayHas spells membership in a set; with another word, its negation.
func (f *Formulas) sayHas(word string, e *Expr) string {
	strength := e.Op.Row().Strength + 1
	return f.say(e.Args[1], strength) + " " + word + " " + f.say(e.Args[0], strength)
}

// sayLoop spells the brackets of a comprehension.
func (f *Formulas) sayLoop(e *Expr) string {
	text, ranks := f.bound(e.I)+" in "+f.say(e.Args[0], 0), map[Op]string{OpRankMost: " with most ", OpRankLeast: " with least "}[e.Op]
	cost, where := (*Expr)(nil), e.Args[1]
	if len(e.Args) > 2 && ranks == "" {
		cost = e.Args[2]
	}
	if cost != nil && cost.Op == OpToll && e.Op != OpToll {
		text += " after " + f.bound(cost.I)
		cost, where = cost.Args[2], cost.Args[1]
	}
	if cost != nil {
		text = f.say(cost, 0) + " for " + text
	}
	if where.Op != OpConst {
		text += " where " + f.say(where, 0)
	}
	if to := map[Op]string{OpReachable: " up to ", OpPathCost: " to "}[e.Op]; to != "" {
		text += " from " + f.say(e.Args[3], 0) + to + f.say(e.Args[4], 0)
	}
	if ranks != "" {
		text += ranks + f.say(e.Args[2], 0)
	}
	return text
}

// sayRead spells values, names and properties; it returns "" for anything else.
func (f *Formulas) sayRead(e *Expr) string {
	arg := func(i int) string { return f.say(e.Args[i], 0) }
	switch e.Op {
	case OpConst:
		return f.constant(e)
	case OpOption:
		return f.Def.Options[e.I].ID
	case OpLocal:
		return f.Local(e.I)
	case OpBound:
		return f.bound(e.I)
	case OpCell:
		return f.Def.CellName(e.I)
	case OpCellAt:
		if i := slices.IndexFunc(f.Def.Vars, func(v VarDef) bool { return int64(v.Base) <= e.I && e.I < int64(v.Base+v.Len) }); i >= 0 {
			return f.indexed(f.Def.Vars[i].ID, f.Def.Vars[i].Per, e.Args[0])
		}
	case OpTrackAt:
		return f.sayRead(&Expr{Op: OpCellAt, I: e.I, Args: e.Args})
	case OpCellOf, OpLet:
		return arg(len(e.Args) - 1)
	case OpTable:
		id := f.Def.Lookups[e.I].ID
		if per := f.Def.Lookups[e.I].Per; per != nil {
			return f.indexed(id, per, e.Args[0])
		}
		if dot := strings.LastIndexByte(id, '.'); dot >= 0 {
			return arg(0) + id[dot:]
		}
		return arg(0) // the pieces of a seat are written as the seat
	case OpHas:
		return f.sayHas("in", e)
	case OpSetOf:
		return "[" + f.sayAll(e.Args) + "]"
	case OpDerived:
		if len(e.Args) == 0 {
			return f.Def.Derived[e.I].ID
		}
		return arg(0) + "." + f.Def.Derived[e.I].ID
	}
	return ""
}

// indexed spells a read with indices: $seat.goods[$kind], price[$kind][$level].
func (f *Formulas) indexed(text string, per []Type, at *Expr) string {
	args := []*Expr{at}
	if at.Op == OpPlace {
		args = at.Args
	} else if len(per) > 1 {
		return text + "[" + f.say(at, 0) + "]" // a constant index
	}
	for i := range per {
		if i == 0 && ownerOf(per) != KNone {
			text = f.say(args[i], 0) + "." + text
		} else {
			text += "[" + f.say(args[i], 0) + "]"
		}
	}
	return text
}

// sayAsked spells queries of declared things.
func (f *Formulas) sayAsked(e *Expr) string {
	gd, args := f.Def, f.sayAll(e.Args)
	switch e.Op {
	case OpCall:
		return gd.Functions[e.I].ID + "(" + args + ")"
	case OpPoolLeft:
		return "left(" + gd.Pools[e.I].ID + ")"
	case OpStamp:
		if e.I >= 0 {
			args = gd.Lasting[e.I].ID
		}
		return "in-force(" + args + ")"
	case OpHookNumber, OpHookPool:
		return "modified(" + gd.Points[e.I].ID + ", " + args + ")"
	case OpHookAllow:
		return "allowed(" + gd.Points[e.I].ID + ")"
	case OpPossible:
		return "possible(" + gd.Procs[e.I].ID + ")"
	case OpAhead:
		return "ahead(" + gd.Procs[e.I].ID + ")"
	case OpPossibleDyn:
		return "possible(" + f.say(e.Args[0], 0) + ")"
	case OpRunning:
		return "running(" + gd.Procs[e.I].ID + ")"
	case OpRecurred:
		return "repeated(" + args + ")"
	}
	return "…(" + args + ")"
}
