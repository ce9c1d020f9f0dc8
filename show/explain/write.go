package explain

// This file writes answers as text.

import (
	"cmp"
	"fmt"
	"path"
	"strings"
)

// maxUses limits the displayed uses.
const maxUses = 20

// Text writes an answer. wrap breaks a text into lines that begin with indent.
func (a *Answer) Text(wrap func(text, indent string) []string) string {
	w := &writer{wrap: wrap}
	w.line("%s %s%s", a.Kind, a.Name, optional(": ", a.Title))
	for _, f := range a.Facts {
		w.wrapped("  ", f.Name+": "+f.Value)
	}
	if a.Kind == "clause" {
		w.prose(a.Clauses)
	}
	for _, s := range a.Statements {
		w.line("")
		w.line("%s%s", s.Place.String(), optional("  ", s.What))
		for _, l := range s.Source {
			w.line("  %s", l)
		}
	}
	if a.Kind != "clause" {
		w.prose(a.Clauses)
	}
	w.formulas(a.Formulas)
	w.hooks(a.Kind, a.Hooks)
	w.asks(a.Asks)
	w.uses("run by", a.Running)
	w.uses("used by", a.Uses)
	return w.b.String()
}

// String spells a place: the base name of its file, its line and its clauses.
func (p Place) String() string {
	return fmt.Sprintf("%s:%d%s", path.Base(p.File), p.Line, optional("  ", strings.Join(p.Clauses, ", ")))
}

func optional(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

type writer struct {
	b    strings.Builder
	wrap func(text, indent string) []string
}

func (w *writer) line(format string, args ...any) {
	w.b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
}

func (w *writer) wrapped(indent, text string) {
	for _, l := range w.wrap(indent+text, indent) {
		w.line("%s", l)
	}
}

func (w *writer) prose(list []Clause) {
	for _, k := range list {
		w.line("")
		w.line("%s%s", k.ID, optional(" ", k.Title))
		w.wrapped("  ", k.Text)
	}
}

func (w *writer) formulas(list []Formula) {
	for i, f := range list {
		if i == 0 {
			w.line("")
			w.line("formulas")
		}
		w.line("  %s: %s%s", cmp.Or(f.Name, "value"), f.Formula, f.text())
		w.b.WriteString(Parts(f.Parts, "    "))
	}
}

// text spells the value of a formula, "" if unknown.
func (v *Value) text() string {
	if v.Fault != "" {
		return "  (" + v.Fault + ")"
	}
	return optional(" = ", v.Value)
}

// Parts writes the parts of a formula that have a value, one per line, indented by nesting.
func Parts(parts []*Value, indent string) string {
	var b strings.Builder
	for _, v := range parts {
		if v.Value != "" {
			b.WriteString(indent + v.Formula + v.text() + "\n")
		}
		b.WriteString(Parts(v.Parts, indent+"  "))
	}
	return b.String()
}

func (w *writer) hooks(kind string, list []Hook) {
	for i, h := range list {
		if i == 0 {
			w.line("")
			w.line("%s", map[bool]string{true: "effects in force", false: "effects that join in"}[kind == "line"])
		}
		title := h.Effect
		if h.Title != "" {
			title = h.Title + " (" + h.Effect + ")"
		}
		w.line("  %s at %s%s  %s", title, h.Point, optional(": ", h.Changed), h.Place)
	}
}

func (w *writer) asks(list []Asked) {
	for i := range list {
		if i == 0 {
			w.line("")
			w.line("asks, in the order of the rulebook")
		}
		if i == maxUses {
			w.line("  … %d more; --json lists all", len(list)-maxUses)
			return
		}
		for _, l := range w.wrap("  "+list[i].Name+": "+list[i].text(), "    ") {
			w.line("%s", l)
		}
	}
}

func (w *writer) uses(title string, list []Use) {
	for i, u := range list {
		if i == 0 {
			w.line("")
			w.line("%s", title)
		}
		if i == maxUses {
			w.line("  … %d more; --json lists all", len(list)-maxUses)
			return
		}
		w.line("  %s %s  %s", u.What, u.How, u.Place)
	}
}
