// This file says formulas and statements in the words of the rulebook.

package mutation

import (
	"fmt"
	"strings"

	"rulebound/engine"
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
func (l *lister) statementWords(in *engine.Instr) string {
	s := l.spot(in.Node)
	if text := strings.TrimPrefix(l.excerpt(s), "- "); text != "" {
		return short(text)
	}
	return s.what
}

// variableOf names the variable that an instruction writes.
func (l *lister) variableOf(in *engine.Instr) string {
	o := origin{proc: int32(engine.None)}
	for pc := range l.def.Code {
		if &l.def.Code[pc] == in {
			o.proc = l.procOf[pc]
		}
	}
	switch in.A {
	case 0:
		return l.say(&engine.Expr{Op: engine.OpLocal, I: int64(in.B)}, o, 0)
	case 1:
		return l.say(&engine.Expr{Op: engine.OpCell, I: int64(in.B)}, o, 0)
	case 2:
		return l.say(&engine.Expr{Op: engine.OpCellAt, I: int64(in.B), Args: in.X[1:2]}, o, 0)
	}
	return l.words(in.X[1], o)
}

// words says a formula, cut where it gets long.
func (l *lister) words(e *engine.Expr, o origin) string {
	return short(l.say(e, o, 0))
}

var (
	infix = map[engine.Op]string{engine.OpAdd: "+", engine.OpSub: "-", engine.OpMul: "*", engine.OpFloorDiv: "div", engine.OpCeilDiv: "cdiv",
		engine.OpMod: "mod", engine.OpEq: "==", engine.OpNe: "!=", engine.OpLt: "<", engine.OpLe: "<=", engine.OpGt: ">", engine.OpGe: ">=",
		engine.OpAnd: "and", engine.OpOr: "or", engine.OpUnion: "|", engine.OpInter: "&", engine.OpDiff: "\\"}
	binding = map[engine.Op]int{engine.OpOr: 1, engine.OpAnd: 2, engine.OpNot: 3, engine.OpHas: 4, engine.OpEq: 4, engine.OpNe: 4, engine.OpLt: 4,
		engine.OpLe: 4, engine.OpGt: 4, engine.OpGe: 4, engine.OpUnion: 5, engine.OpInter: 5, engine.OpDiff: 5, engine.OpAdd: 5, engine.OpSub: 5,
		engine.OpMul: 6, engine.OpFloorDiv: 6, engine.OpCeilDiv: 6, engine.OpMod: 6, engine.OpNeg: 7}
	prefix = map[engine.Op]string{engine.OpMin: "min", engine.OpMax: "max", engine.OpIf: "if", engine.OpSize: "size", engine.OpThe: "the",
		engine.OpPosition: "position", engine.OpOrderAt: "at", engine.OpSubsetOf: "subset", engine.OpAdjacent: "adjacent", engine.OpAround: "around",
		engine.OpFlood: "flood", engine.OpWithin: "within", engine.OpDistance: "distance", engine.OpPieces: "pieces", engine.OpPiecesIn: "pieces",
		engine.OpHolding: "holding", engine.OpRoom: "room", engine.OpPieceZone: "piece-zone", engine.OpPieceClass: "filter-of", engine.OpHome: "home",
		engine.OpPileSize: "size", engine.OpTop: "top", engine.OpCardAt: "card-at", engine.OpPileOf: "pile-of", engine.OpHomeIn: "available",
		engine.OpSetRange: "ints"}
	loops = map[engine.Op]string{engine.OpFilter: "set", engine.OpCount: "count", engine.OpAny: "any", engine.OpEvery: "every", engine.OpFirst: "first",
		engine.OpSum: "sum", engine.OpLeast: "least", engine.OpMost: "most"}
)

// say says a formula as an operand of something that binds as strongly as outer.
func (l *lister) say(e *engine.Expr, o origin, outer int) string {
	if e == nil {
		return "…"
	}
	strength := binding[e.Op]
	text := l.sayOp(e, o, strength)
	if strength > 0 && strength < outer {
		return "(" + text + ")"
	}
	return text
}

func (l *lister) sayOp(e *engine.Expr, o origin, strength int) string {
	arg := func(i int) string { return l.say(e.Args[i], o, 0) }
	list := func(args []*engine.Expr) string {
		var out []string
		for _, a := range args {
			out = append(out, l.say(a, o, 0))
		}
		return strings.Join(out, ", ")
	}
	if sign, ok := infix[e.Op]; ok {
		var out []string
		for _, a := range e.Args {
			out = append(out, l.say(a, o, strength+1))
		}
		return strings.Join(out, " "+sign+" ")
	}
	if name, ok := prefix[e.Op]; ok {
		return name + "(" + list(e.Args) + ")"
	}
	if name, ok := loops[e.Op]; ok {
		text := name + "("
		if len(e.Args) > 2 {
			text += arg(2) + " for "
		}
		text += "$it in " + arg(0)
		if e.Args[1].Op != engine.OpConst {
			text += " where " + arg(1)
		}
		return text + ")"
	}
	def := l.def
	switch e.Op {
	case engine.OpConst:
		return l.sayConstant(e)
	case engine.OpOption:
		return def.Options[e.I].ID
	case engine.OpLocal:
		if name, ok := l.namer.local[[2]int32{o.proc, int32(e.I)}]; ok {
			return name
		}
		return "$_"
	case engine.OpBound:
		if name, ok := l.namer.bound[e.I]; ok {
			return name
		}
		return "$it"
	case engine.OpCell, engine.OpCellAt:
		for _, v := range def.Vars {
			if int64(v.Base) <= e.I && e.I < int64(v.Base+v.Len) {
				if e.Op == engine.OpCellAt {
					return arg(0) + "." + v.ID
				}
				if v.Per != engine.KNone {
					return l.base.game.Format(e.I-int64(v.Base), engine.Type{Kind: v.Per}) + "." + v.ID
				}
				return v.ID
			}
		}
	case engine.OpCellOf, engine.OpLet:
		return arg(len(e.Args) - 1)
	case engine.OpTable:
		id := def.Lookups[e.I].ID
		return arg(0) + "." + id[strings.LastIndexByte(id, '.')+1:]
	case engine.OpNot:
		if e.Args[0].Op == engine.OpHas {
			return l.say(e.Args[0].Args[1], o, 5) + " not in " + l.say(e.Args[0].Args[0], o, 5)
		}
		return "not " + l.say(e.Args[0], o, strength)
	case engine.OpNeg:
		return "-" + l.say(e.Args[0], o, strength)
	case engine.OpHas:
		return l.say(e.Args[1], o, 5) + " in " + l.say(e.Args[0], o, 5)
	case engine.OpSetOf:
		return "[" + list(e.Args) + "]"
	case engine.OpCall:
		return def.Functions[e.I].ID + "(" + list(e.Args) + ")"
	case engine.OpDerived:
		if len(e.Args) == 0 {
			return def.Derived[e.I].ID
		}
		return arg(0) + "." + def.Derived[e.I].ID
	case engine.OpPoolLeft:
		return "left(" + def.Pools[e.I].ID + ")"
	case engine.OpStamp:
		if e.I >= 0 {
			return "in-force(" + def.Lasting[e.I].ID + ")"
		}
		return "in-force(" + list(e.Args) + ")"
	case engine.OpHookNumber, engine.OpHookPool:
		return "modified(" + def.Points[e.I].ID + ", " + list(e.Args) + ")"
	case engine.OpHookAllow:
		return "allowed(" + def.Points[e.I].ID + ")"
	case engine.OpPossible:
		return "possible(" + def.Procs[e.I].ID + ")"
	case engine.OpPossibleDyn:
		return "possible(" + arg(0) + ")"
	case engine.OpRunning:
		return "running(" + def.Procs[e.I].ID + ")"
	}
	return fmt.Sprintf("…(%s)", list(e.Args))
}

// maxMembers is how many members of a set are said.
const maxMembers = 3

func (l *lister) sayConstant(e *engine.Expr) string {
	text := l.base.game.Format(e.I, e.Type)
	if e.Type.Kind == engine.KSet {
		if members := strings.Split(text, ", "); len(members) > maxMembers+1 {
			return strings.Join(members[:maxMembers], ", ") + ", …}"
		}
	}
	return text
}
