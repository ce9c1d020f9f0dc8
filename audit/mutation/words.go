// This file says formulas and statements in the words of the rulebook.

package mutation

import (
	"cmp"
	"strings"

	"rulebound/engine/def"
)

// Lengths of texts, in characters.
const (
	maxWords   = 90
	maxExcerpt = 110
)

// short cuts a text.
func short(text string) string { return cut(text, maxWords) }

func cut(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}

// excerpt gives the line of the rulebook at a place. Of what is declared in several lines it is the one that holds the
// formula.
func (l *lister) excerpt(s Spot) string {
	if l.book == nil {
		return ""
	}
	lines := strings.Split(string(l.book.Source(s.File)), "\n")
	if s.Line < 1 || s.Line > len(lines) {
		return ""
	}
	line := strings.TrimSpace(lines[s.Line-1])
	if s.what == "function" || s.what == "derived" {
		for _, next := range lines[s.Line:min(s.Line+5, len(lines))] {
			next = strings.TrimSpace(next)
			if strings.HasPrefix(next, "- ") || strings.Contains(line, "value:") {
				break
			}
			if strings.HasPrefix(next, "value:") {
				line = next
			}
		}
	}
	return cut(line, maxExcerpt)
}

// statementWords gives the line of a statement.
func (l *lister) statementWords(in *def.Instr) string {
	s := l.spot(in.Node)
	if text := strings.TrimPrefix(l.excerpt(s), "- "); text != "" {
		return short(text)
	}
	return s.what
}

// variableOf names the variable that an instruction of a procedure writes.
func (l *lister) variableOf(in *def.Instr, proc int32) string {
	o := origin{proc: proc}
	switch in.A {
	case def.ToLocal:
		return l.localName(proc, int64(in.B))
	case def.ToCell:
		return l.say(&def.Expr{Op: def.OpCell, I: int64(in.B)}, o, 0)
	case def.ToVariable:
		return l.say(&def.Expr{Op: def.OpCellAt, I: int64(in.B), Args: in.X[1:2]}, o, 0)
	}
	return l.words(in.X[1], o)
}

// words says a formula, cut where it gets long.
func (l *lister) words(e *def.Expr, o origin) string {
	return short(l.say(e, o, 0))
}

// say says a formula as an operand of something that binds as strongly as outer.
func (l *lister) say(e *def.Expr, o origin, outer int) string {
	if e == nil {
		return "…"
	}
	if e.Op == def.OpElement && len(e.Args) == 1 {
		return l.say(e.Args[0], o, outer)
	}
	strength := e.Op.Row().Strength
	text := l.sayOp(e, o, strength)
	if strength > 0 && strength < outer {
		return "(" + text + ")"
	}
	return text
}

// sayOp says a formula as its operator is spelled.
func (l *lister) sayOp(e *def.Expr, o origin, strength int) string {
	switch row := e.Op.Row(); row.Spelling {
	case def.Infix:
		var out []string
		for _, a := range e.Args {
			out = append(out, l.say(a, o, strength+1))
		}
		return strings.Join(out, " "+row.Word+" ")
	case def.Prefix:
		return l.sayPrefix(e, o, strength)
	case def.Applied:
		return row.Word + "(" + l.sayAll(e.Args, o) + ")"
	case def.Loop:
		if e.Op == def.OpSum && e.Type.Kind == def.KSet {
			return "set(" + l.sayLoop(e, o) + ")"
		}
		return row.Word + "(" + l.sayLoop(e, o) + ")"
	}
	if text := l.sayRead(e, o); text != "" {
		return text
	}
	return l.sayAsked(e, o)
}

// sayAll says operands behind each other.
func (l *lister) sayAll(args []*def.Expr, o origin) string {
	var out []string
	for _, a := range args {
		out = append(out, l.say(a, o, 0))
	}
	return strings.Join(out, ", ")
}

func (l *lister) sayPrefix(e *def.Expr, o origin, strength int) string {
	word, x := e.Op.Row().Word, e.Args[0]
	switch {
	case x.Op == def.OpHas:
		return l.sayHas(word+" in", x, o)
	case e.Op == def.OpNeg:
		return word + l.say(x, o, strength)
	}
	return word + " " + l.say(x, o, strength)
}

// sayHas says that something is in a set or, with another word, that it is not.
func (l *lister) sayHas(word string, e *def.Expr, o origin) string {
	strength := e.Op.Row().Strength + 1
	return l.say(e.Args[1], o, strength) + " " + word + " " + l.say(e.Args[0], o, strength)
}

// sayLoop says what stands in the brackets of a comprehension.
func (l *lister) sayLoop(e *def.Expr, o origin) string {
	text := l.boundName(e.I) + " in " + l.say(e.Args[0], o, 0)
	if len(e.Args) > 2 {
		text = l.say(e.Args[2], o, 0) + " for " + text
	}
	if e.Args[1].Op != def.OpConst {
		text += " where " + l.say(e.Args[1], o, 0)
	}
	return text
}

// boundName gives what the rulebook calls a bound slot.
func (l *lister) boundName(slot int64) string {
	return cmp.Or(l.def.Names[slot], "$it")
}

// localName gives what the rulebook calls a slot of a procedure.
func (l *lister) localName(proc int32, slot int64) string {
	if proc < 0 {
		return "$_"
	}
	return cmp.Or(l.def.Procs[proc].Names[slot], "$_")
}

// sayRead says what is written without brackets: values, names, properties. It gives "" for anything else.
func (l *lister) sayRead(e *def.Expr, o origin) string {
	arg := func(i int) string { return l.say(e.Args[i], o, 0) }
	switch e.Op {
	case def.OpConst:
		return l.sayConstant(e)
	case def.OpOption:
		return l.def.Options[e.I].ID
	case def.OpLocal:
		return l.localName(o.proc, e.I)
	case def.OpBound:
		return l.boundName(e.I)
	case def.OpCell:
		if v := l.variableAt(e.I); v >= 0 {
			v := &l.def.Vars[v]
			return l.def.Of(v.Per, (e.I-int64(v.Base))/int64(l.def.Words(v.Type)), v.ID)
		}
	case def.OpCellAt:
		if v := l.variableAt(e.I); v >= 0 {
			return arg(0) + "." + l.def.Vars[v].ID
		}
	case def.OpCellOf, def.OpLet:
		return arg(len(e.Args) - 1)
	case def.OpTable:
		id := l.def.Lookups[e.I].ID
		return arg(0) + "." + lastPart(id)
	case def.OpHas:
		return l.sayHas("in", e, o)
	case def.OpSetOf:
		return "[" + l.sayAll(e.Args, o) + "]"
	case def.OpDerived:
		if len(e.Args) == 0 {
			return l.def.Derived[e.I].ID
		}
		return arg(0) + "." + l.def.Derived[e.I].ID
	}
	return ""
}

// sayAsked says what is asked of something that the game declares, by its name.
func (l *lister) sayAsked(e *def.Expr, o origin) string {
	gd, args := l.def, l.sayAll(e.Args, o)
	switch e.Op {
	case def.OpCall:
		return gd.Functions[e.I].ID + "(" + args + ")"
	case def.OpPoolLeft:
		return "left(" + gd.Pools[e.I].ID + ")"
	case def.OpStamp:
		if e.I >= 0 {
			args = gd.Lasting[e.I].ID
		}
		return "in-force(" + args + ")"
	case def.OpHookNumber, def.OpHookPool:
		return "modified(" + gd.Points[e.I].ID + ", " + args + ")"
	case def.OpHookAllow:
		return "allowed(" + gd.Points[e.I].ID + ")"
	case def.OpPossible:
		return "possible(" + gd.Procs[e.I].ID + ")"
	case def.OpAhead:
		return "ahead(" + gd.Procs[e.I].ID + ")"
	case def.OpPossibleDyn:
		return "possible(" + l.say(e.Args[0], o, 0) + ")"
	case def.OpRunning:
		return "running(" + gd.Procs[e.I].ID + ")"
	}
	return "…(" + args + ")"
}

// maxMembers is how many members of a set are said.
const maxMembers = 3

func (l *lister) sayConstant(e *def.Expr) string {
	if ofKind(e, def.KClass) {
		return l.sayPieces(l.lay.of(e.I, e.Type))
	}
	text := l.base.game.Format(e.I, e.Type)
	if l.def.Wide(e.Type) { // it may be a set that only the changed game has
		var members []string
		for _, m := range l.def.Each(e.I, e.Type) {
			members = append(members, l.def.Spell(m, e.Type.Members()))
		}
		text = "{" + strings.Join(members, ", ") + "}"
	}
	if e.Type.Kind == def.KSet {
		if members := strings.Split(text, ", "); len(members) > maxMembers+1 {
			return strings.Join(members[:maxMembers], ", ") + ", …}"
		}
	}
	return text
}

// sayPieces says a kind of pieces: all of a seat by the seat, all of a type by the type, others by class.
func (l *lister) sayPieces(pieces set) string {
	var out []string
	for i, all := range l.lay.all {
		if !all.empty() && all.in(pieces) {
			out, pieces = append(out, l.def.Seats[i].ID), pieces.without(all)
		}
	}
	for i, all := range l.lay.types {
		if all.in(pieces) {
			out, pieces = append(out, l.def.Types[i].ID), pieces.without(all)
		}
	}
	for _, c := range pieces.members() {
		out = append(out, l.def.Spell(c, def.Type{Kind: def.KClass}))
	}
	if len(out) > maxMembers+1 {
		out = append(out[:maxMembers], "…")
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// lastPart is what stands behind the last dot of a name.
func lastPart(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }
