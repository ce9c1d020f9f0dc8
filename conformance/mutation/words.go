// This file says formulas and statements in the words of the rulebook.

package mutation

import (
	"fmt"
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

// variableOf names the variable that an instruction writes.
func (l *lister) variableOf(in *def.Instr) string {
	o := origin{proc: int32(def.None)}
	for pc := range l.def.Code {
		if &l.def.Code[pc] == in {
			o.proc = l.procOf[pc]
		}
	}
	switch in.A {
	case 0:
		return l.say(&def.Expr{Op: def.OpLocal, I: int64(in.B)}, o, 0)
	case 1:
		return l.say(&def.Expr{Op: def.OpCell, I: int64(in.B)}, o, 0)
	case 2:
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
	strength := e.Op.Row().Strength
	text := l.sayOp(e, o, strength)
	if strength > 0 && strength < outer {
		return "(" + text + ")"
	}
	return text
}

func (l *lister) sayOp(e *def.Expr, o origin, strength int) string {
	arg := func(i int) string { return l.say(e.Args[i], o, 0) }
	list := func(args []*def.Expr) string {
		var out []string
		for _, a := range args {
			out = append(out, l.say(a, o, 0))
		}
		return strings.Join(out, ", ")
	}
	switch row := e.Op.Row(); row.Spelling {
	case def.Infix:
		var out []string
		for _, a := range e.Args {
			out = append(out, l.say(a, o, strength+1))
		}
		return strings.Join(out, " "+row.Word+" ")
	case def.Applied:
		return row.Word + "(" + list(e.Args) + ")"
	case def.Loop:
		text := row.Word + "("
		if len(e.Args) > 2 {
			text += arg(2) + " for "
		}
		text += "$it in " + arg(0)
		if e.Args[1].Op != def.OpConst {
			text += " where " + arg(1)
		}
		return text + ")"
	}
	gd := l.def
	switch e.Op {
	case def.OpConst:
		return l.sayConstant(e)
	case def.OpOption:
		return gd.Options[e.I].ID
	case def.OpLocal:
		if name, ok := l.namer.local[[2]int32{o.proc, int32(e.I)}]; ok {
			return name
		}
		return "$_"
	case def.OpBound:
		if name, ok := l.namer.bound[e.I]; ok {
			return name
		}
		return "$it"
	case def.OpCell, def.OpCellAt:
		for _, v := range gd.Vars {
			if int64(v.Base) <= e.I && e.I < int64(v.Base+v.Len) {
				if e.Op == def.OpCellAt {
					return arg(0) + "." + v.ID
				}
				return gd.Of(v.Per, e.I-int64(v.Base), v.ID)
			}
		}
	case def.OpCellOf, def.OpLet:
		return arg(len(e.Args) - 1)
	case def.OpTable:
		id := gd.Lookups[e.I].ID
		return arg(0) + "." + id[strings.LastIndexByte(id, '.')+1:]
	case def.OpNot:
		if e.Args[0].Op == def.OpHas {
			return l.say(e.Args[0].Args[1], o, 5) + " not in " + l.say(e.Args[0].Args[0], o, 5)
		}
		return "not " + l.say(e.Args[0], o, strength)
	case def.OpNeg:
		return "-" + l.say(e.Args[0], o, strength)
	case def.OpHas:
		return l.say(e.Args[1], o, 5) + " in " + l.say(e.Args[0], o, 5)
	case def.OpSetOf:
		return "[" + list(e.Args) + "]"
	case def.OpCall:
		return gd.Functions[e.I].ID + "(" + list(e.Args) + ")"
	case def.OpDerived:
		if len(e.Args) == 0 {
			return gd.Derived[e.I].ID
		}
		return arg(0) + "." + gd.Derived[e.I].ID
	case def.OpPoolLeft:
		return "left(" + gd.Pools[e.I].ID + ")"
	case def.OpStamp:
		if e.I >= 0 {
			return "in-force(" + gd.Lasting[e.I].ID + ")"
		}
		return "in-force(" + list(e.Args) + ")"
	case def.OpHookNumber, def.OpHookPool:
		return "modified(" + gd.Points[e.I].ID + ", " + list(e.Args) + ")"
	case def.OpHookAllow:
		return "allowed(" + gd.Points[e.I].ID + ")"
	case def.OpPossible:
		return "possible(" + gd.Procs[e.I].ID + ")"
	case def.OpAhead:
		return "ahead(" + gd.Procs[e.I].ID + ")"
	case def.OpPossibleDyn:
		return "possible(" + arg(0) + ")"
	case def.OpRunning:
		return "running(" + gd.Procs[e.I].ID + ")"
	}
	return fmt.Sprintf("…(%s)", list(e.Args))
}

// maxMembers is how many members of a set are said.
const maxMembers = 3

func (l *lister) sayConstant(e *def.Expr) string {
	text := l.base.game.Format(e.I, e.Type)
	if e.Type.Kind == def.KSet {
		if members := strings.Split(text, ", "); len(members) > maxMembers+1 {
			return strings.Join(members[:maxMembers], ", ") + ", …}"
		}
	}
	return text
}
