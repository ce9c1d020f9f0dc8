// This file spells formulas and statements in the notation of the rulebook.

package mutation

import (
	"strings"

	"rulebound/engine/def"
)

// Lengths of texts, in characters.
const (
	maxWords   = 90
	maxExcerpt = 110
)

// short truncates a text to maxWords.
func short(text string) string { return cut(text, maxWords) }

func cut(text string, n int) string {
	if r := []rune(text); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return text
}

// excerpt returns the line of the rulebook at a place; of a declaration of several lines, the line of its formula.
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
			if strings.HasPrefix(next, "- ") || strings.Contains(line, "value:") && !strings.HasSuffix(line, ">-") {
				break
			}
			if strings.HasSuffix(line, ">-") { // the formula is in the next line
				line = strings.TrimSuffix(line, ">-") + next
				break
			}
			if strings.HasPrefix(next, "value:") {
				line = next
			}
		}
	}
	return cut(line, maxExcerpt)
}

// statementWords returns the line of a statement, truncated.
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
		return l.formulas(proc).Local(int64(in.B))
	case def.ToCell:
		return l.say(&def.Expr{Op: def.OpCell, I: int64(in.B)}, o)
	case def.ToVariable:
		return l.say(&def.Expr{Op: def.OpCellAt, I: int64(in.B), Args: in.X[1:2]}, o)
	}
	return l.words(in.X[1], o)
}

// words spells a formula, truncated to maxWords.
func (l *lister) words(e *def.Expr, o origin) string {
	return short(l.say(e, o))
}

// say spells a formula in the notation of the rulebook.
func (l *lister) say(e *def.Expr, o origin) string { return l.formulas(o.proc).Say(e) }

// formulas returns the speller for formulas of a procedure.
func (l *lister) formulas(proc int32) *def.Formulas {
	return &def.Formulas{Def: l.def, Proc: proc, Constant: l.sayConstant}
}

// maxMembers is the number of members of a set that are spelled.
const maxMembers = 3

func (l *lister) sayConstant(e *def.Expr) string {
	if l.its[e] {
		return "$it"
	}
	if ofKind(e, def.KClass) {
		return l.sayPieces(l.lay.of(e.I, e.Type))
	}
	text := l.base.game.Format(e.I, e.Type)
	if l.def.Wide(e.Type) { // the set may exist only in the changed game
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

// sayPieces spells a set of piece classes: all pieces of a seat as the seat, all of a type as the type, others by class.
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

// lastPart returns the part of a name after its last dot.
func lastPart(id string) string { return id[strings.LastIndexByte(id, '.')+1:] }
