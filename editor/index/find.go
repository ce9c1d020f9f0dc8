package index

// find.go finds what a cursor is at, in text that may be newer than the index.

import (
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/names"
)

// Shift says which lines of two texts are the same: those before the first that differs, and those after the last.
type Shift struct{ same, from, to int }

// Shifted compares the lines of a text with those of a later one.
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

// Old is the line of the old text that a line of the new one is, false if that line was changed or is new.
func (s Shift) Old(line int) (int, bool) {
	if line <= s.same {
		return line, line > 0
	}
	return line - s.to + s.from, line > s.to
}

// New is Old the other way round.
func (s Shift) New(line int) (int, bool) { return Shift{s.same, s.to, s.from}.Old(line) }

// Shift compares a page as it was compiled with its lines as they are now.
func (x *Index) Shift(file string, lines []string) Shift { return Shifted(x.lines[file], lines) }

// Word is the name at a place of a line, with its $ and, in a rule number, its points; "" if there is none. from and to are its columns, from 1.
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

// number reports whether a point is one of a rule number such as 3.2.1-a.
func number(r []rune, i int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(r) && r[i] >= '0' && r[i] <= '9' }
	if !digit(i-1) || !digit(i+1) {
		return false
	}
	for i--; i >= 0 && (digit(i) || r[i] == '.'); i-- {
	}
	return i < 0 || !IsWord(r[i])
}

// Find returns what the names at a place of a page as it is now stand for: by the index where the line is as it was compiled, otherwise by the
// name alone. The first is the most likely one.
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

// nearest puts the bindings of a name first that are bound in the file before a line, the last one first.
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

// Fence is a block of YAML of a page: the lines between its marks, from 1.
type Fence struct{ First, Last int }

// Fences finds the yaml blocks of a page. One that is not closed goes to the end.
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

// FenceAt is the yaml block that a line is in, false if it is in none.
func FenceAt(lines []string, line int) (Fence, bool) {
	for _, f := range Fences(lines) {
		if line >= f.First && line <= f.Last {
			return f, true
		}
	}
	return Fence{}, false
}

// Indent is how many columns a line of YAML stands to the right: of the first key or value, behind dashes.
func Indent(line string) int { return len(line) - len(strings.TrimLeft(line, " -")) }
