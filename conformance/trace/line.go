// Package trace writes what happens in a game as text made for reading in a diff, and as JSON Lines.
//
// A Recorder observes a state and keeps a Line for each event that means something; Text and JSON encode them. Nothing in
// a trace comes from memory addresses, clocks, node numbers or hashes of the rules, so a change of a rule changes only the
// lines that it should. docs/trace.md gives the grammar.
package trace

import (
	"encoding/json"
	"strings"

	"rulebound/compiler/diag"
)

// Version is the version of the text format; the first line of a trace names it.
const Version = 1

// Line is one event of a trace. Fields hold the same content as Text, in a fixed order for each Kind.
type Line struct {
	Depth  int
	Kind   string
	Text   string
	Fields []Field
}

// Field is a named part of a Line.
type Field struct{ Name, Value string }

// Text encodes lines, each on a line of its own, indented by two spaces a level.
func Text(lines []Line) []byte {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(Indented(l))
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// Indented gives a line as it stands in the text.
func Indented(l Line) string { return strings.Repeat("  ", l.Depth) + l.Text }

// JSON encodes lines as JSON Lines: one object a line with the keys depth, kind and the fields in their order. All
// values but the depth are strings, spelled as in the text.
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
		b.WriteString("}\n")
	}
	return []byte(b.String())
}

// quote encodes a number or a string; json.Marshal cannot fail on them.
func quote(v any) []byte {
	out, _ := json.Marshal(v)
	return out
}

// clean keeps a value on its line, and what nobody sees out of it.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if diag.Hidden(r) {
			return ' '
		}
		return r
	}, text)
}
