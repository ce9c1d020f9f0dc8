package index

// find.go finds the names at a cursor, in a text that may be newer than the index.

import (
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
)

// Shift maps the lines of two texts onto each other: those before the first difference, and those after the last.
type Shift struct{ same, from, to int }

// Shifted compares the lines of a text with those of a later version.
func Shifted(old, now []string) Shift {
	s := Shift{from: len(old), to: len(now)}
	for s.same < len(now) && s.same < len(old) && now[s.same] == old[s.same] {
		s.same++
	}
	for s.to > s.same && s.from > s.same && now[s.to-1] == old[s.from-1] {
		s.to, s.from = s.to-1, s.from-1
	}
	return s
}

// Old returns the old line of a new one, false if that line is changed or new.
func (s Shift) Old(line int) (int, bool) {
	if line <= s.same {
		return line, line > 0
	}
	return line - s.to + s.from, line > s.to
}

// New returns the new line of an old one.
func (s Shift) New(line int) (int, bool) { return Shift{s.same, s.to, s.from}.Old(line) }

// Shift compares a page as compiled with its present lines.
func (x *Index) Shift(file string, lines []string) Shift { return Shifted(x.lines[file], lines) }

// Word returns the name at a place of a line, with its $ and the points of a rule number, and its columns, from 1; "" if there is none.
func Word(line string, col int) (word string, from, to int) {
	r := []rune(line)
	part := func(i int) bool { return i >= 0 && i < len(r) && (IsWord(r[i]) || r[i] == '.' && number(r, i)) }
	from = min(max(col, 1), len(r)+1)
	if from <= len(r) && r[from-1] == '$' {
		from++
	}
	if !part(from-1) && !part(from-2) {
		return "", col, col
	}
	to = from
	for part(from - 2) {
		from--
	}
	for part(to - 1) {
		to++
	}
	if from > 1 && r[from-2] == '$' {
		from--
	}
	return string(r[from-1 : to-1]), from, to
}

// number reports whether a point belongs to a rule number such as 3.2.1-a.
func number(r []rune, i int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(r) && r[i] >= '0' && r[i] <= '9' }
	if !digit(i-1) || !digit(i+1) {
		return false
	}
	for i--; i >= 0 && (digit(i) || r[i] == '.'); i-- {
	}
	return i < 0 || !IsWord(r[i])
}

// Find returns the things named at a place of a page's present text, the most likely first: by the index if the line
// is as compiled, otherwise by name.
func (x *Index) Find(file string, lines []string, at diag.Pos) []names.Thing {
	var out []names.Thing
	if old, ok := x.Shift(file, lines).Old(at.Line); ok {
		for _, u := range x.At(diag.Pos{File: file, Line: old, Col: at.Col}) {
			out = append(out, u.Thing)
		}
	}
	if len(out) > 0 || at.Line < 1 || at.Line > len(lines) {
		return out
	}
	word, _, _ := Word(lines[at.Line-1], at.Col)
	if word == "" {
		return nil
	}
	out = x.Named(word)
	if strings.HasPrefix(word, "$") {
		return nearest(out, file, at.Line)
	}
	return out
}

// nearest moves the bindings in the file before a line to the front, the last one first.
func nearest(things []names.Thing, file string, line int) []names.Thing {
	best := -1
	for i, t := range things {
		if t.At.File == file && t.At.Line <= line && (best < 0 || t.At.Line > things[best].At.Line) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return []names.Thing{things[best]}
}

// Fence is the lines of a yaml block of a page, from 1, without its marks.
type Fence struct{ First, Last int }

// Fences finds the yaml blocks of a page. An open one extends to the end.
func Fences(lines []string) []Fence {
	var out []Fence
	open, yaml := -1, false
	for i, line := range lines {
		text := strings.TrimSpace(line)
		if !strings.HasPrefix(text, "```") {
			continue
		}
		if open < 0 {
			open, yaml = i, strings.HasPrefix(text, "```yaml")
			continue
		}
		if text == "```" {
			if yaml {
				out = append(out, Fence{open + 2, i})
			}
			open = -1
		}
	}
	if open >= 0 && yaml {
		out = append(out, Fence{open + 2, len(lines)})
	}
	return out
}

// FenceAt returns the yaml block of a line, false if there is none.
func FenceAt(lines []string, line int) (Fence, bool) {
	for _, f := range Fences(lines) {
		if line >= f.First && line <= f.Last {
			return f, true
		}
	}
	return Fence{}, false
}

// Indent returns the column of the first key or value of a line, behind dashes.
func Indent(line string) int { return len(line) - len(strings.TrimLeft(line, " -")) }
