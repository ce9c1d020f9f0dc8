// Package trace writes the events of a game as text that is easy to diff, and as JSON Lines.
//
// A Recorder observes a state and stores a Line for each relevant event; Text and JSON encode them. A trace contains
// no memory addresses, times, node numbers or hashes of the rules, so that a change of a rule changes only the lines
// it affects. docs/trace.md gives the grammar.
package trace

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"rulebound/compiler/diag"
	"rulebound/engine/def"
)

// Version is the version of the text format; the first line of a trace names it.
const Version = 1

// Line is one event of a trace. Fields hold the same content as Text, in a fixed order for each Kind.
type Line struct {
	Depth  int
	Kind   string
	Text   string
	Fields []Field
	At     *def.NodeDef // the place in the rulebook that caused the event; nil for lines without an event of the engine
}

// Rules lists the clauses of the place that caused the line.
func (l *Line) Rules() []string {
	if l.At == nil {
		return nil
	}
	return l.At.Rules
}

// Place spells the clauses of a line and their place: "3.2.2-c (32-march.md:41)", "" for a line without a place.
func (l *Line) Place() string {
	if l.At == nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%s (%s:%d)", strings.Join(l.At.Rules, ", "), path.Base(l.At.File), l.At.Line))
}

// Field is a named part of a Line.
type Field struct{ Name, Value string }

// Field returns the value of a field, "" if the line does not have it.
func (l *Line) Field(name string) string {
	for _, f := range l.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// Text encodes lines, indented by two spaces a level.
func Text(lines []Line) []byte {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(Indented(l))
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// Margin is Text with the clauses of each line in a left margin.
func Margin(lines []Line) []byte {
	width := 0
	for _, l := range lines {
		width = max(width, utf8.RuneCountInString(strings.Join(l.Rules(), " ")))
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(strings.TrimRight(fmt.Sprintf("%-*s  %s", width, strings.Join(l.Rules(), " "), Indented(l)), " ") + "\n")
	}
	return []byte(b.String())
}

// Indented returns a line as in the text.
func Indented(l Line) string { return strings.Repeat("  ", l.Depth) + l.Text }

// JSON encodes lines as JSON Lines: one object a line with the keys depth, kind, the fields in their order, and at,
// the place in the rulebook that caused the event: {clauses, file, line, col}. The values of the fields are strings,
// spelled as in the text.
func JSON(lines []Line) []byte {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(`{"depth":`)
		b.Write(quote(l.Depth))
		b.WriteString(`,"kind":`)
		b.Write(quote(l.Kind))
		for _, f := range l.Fields {
			b.WriteByte(',')
			b.Write(quote(f.Name))
			b.WriteByte(':')
			b.Write(quote(f.Value))
		}
		if l.At != nil {
			b.WriteString(`,"at":`)
			b.Write(quote(struct {
				Clauses []string `json:"clauses"`
				File    string   `json:"file"`
				Line    int32    `json:"line"`
				Col     int32    `json:"col"`
			}{append([]string{}, l.At.Rules...), l.At.File, l.At.Line, l.At.Col}))
		}
		b.WriteString("}\n")
	}
	return []byte(b.String())
}

// quote encodes a number, a string or a place, for which json.Marshal cannot fail.
func quote(v any) []byte {
	out, _ := json.Marshal(v)
	return out
}

// clean removes line breaks and invisible characters from a value.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if diag.Hidden(r) {
			return ' '
		}
		return r
	}, text)
}
