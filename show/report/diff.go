// This file compares two texts side by side.

package report

import (
	"html"
	"html/template"
	"strings"
	"unicode/utf8"

	"github.com/pmezard/go-difflib/difflib"
)

// sides is a comparison of two texts: the rows that differ, with the rows around them.
type sides struct {
	Rows  []row
	First int // index of the first difference, -1 if there is none
	Cut   int // number of rows omitted at the end
}

// row is a line of either text, or of both; a missing line has the number 0.
type row struct {
	Class       string // same, other, gone, new, gap
	A, B        int    // line numbers
	Left, Right template.HTML
	Gap         int // of a gap: number of omitted equal lines
}

const (
	around   = 4    // equal lines around a difference
	maxRows  = 800  // rows per page
	maxMatch = 1500 // lines of either text that are matched; more are paired in order
)

// sideBySide compares texts line by line.
func sideBySide(before, after string) *sides {
	a, b := lines(before), lines(after)
	s := &sides{First: -1}
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	if head == len(a) && head == len(b) {
		return s
	}
	s.equal(a, 0, 0, head, true)
	s.middle(a, b, head, len(a)-tail, len(b)-tail)
	s.equal(a, len(a)-tail, len(b)-tail, tail, false)
	if len(s.Rows) > maxRows {
		s.Cut = len(s.Rows) - maxRows
		s.Rows = s.Rows[:maxRows]
	}
	return s
}

func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// middle compares the lines between the common beginning and end: from..endA and from..endB.
func (s *sides) middle(a, b []string, from, endA, endB int) {
	x, y := a[from:endA], b[from:endB]
	if len(x) > maxMatch || len(y) > maxMatch {
		s.differ(a, b, from, from, endA, endB)
		return
	}
	atA, atB := from, from
	for _, m := range difflib.NewMatcherWithJunk(x, y, false, nil).GetMatchingBlocks() {
		s.differ(a, b, atA, atB, from+m.A, from+m.B)
		s.equal(a, from+m.A, from+m.B, m.Size, false)
		atA, atB = from+m.A+m.Size, from+m.B+m.Size
	}
}

// equal adds n equal lines. It keeps only those near differences: before the first difference the last ones.
func (s *sides) equal(a []string, atA, atB, n int, first bool) {
	put := func(from, to int) {
		for i := from; i < to; i++ {
			text := template.HTML(html.EscapeString(a[atA+i]))
			s.Rows = append(s.Rows, row{Class: "same", A: atA + i + 1, B: atB + i + 1, Left: text, Right: text})
		}
	}
	last := atA+n == len(a)
	keepHead, keepTail := around, around
	if first {
		keepHead = 0
	} else if last {
		keepTail = 0
	}
	if n <= keepHead+keepTail+1 {
		put(0, n)
		return
	}
	put(0, keepHead)
	s.Rows = append(s.Rows, row{Class: "gap", Gap: n - keepHead - keepTail})
	put(n-keepTail, n)
}

// differ adds differing lines, in pairs as far as possible.
func (s *sides) differ(a, b []string, fromA, fromB, toA, toB int) {
	for fromA < toA || fromB < toB {
		if s.First < 0 {
			s.First = len(s.Rows)
		}
		switch {
		case fromA < toA && fromB < toB:
			left, right := inLine(a[fromA], b[fromB])
			s.Rows = append(s.Rows, row{Class: "other", A: fromA + 1, B: fromB + 1, Left: left, Right: right})
		case fromA < toA:
			s.Rows = append(s.Rows, row{Class: "gone", A: fromA + 1, Left: template.HTML(html.EscapeString(a[fromA]))})
		default:
			s.Rows = append(s.Rows, row{Class: "new", B: fromB + 1, Right: template.HTML(html.EscapeString(b[fromB]))})
		}
		fromA, fromB = min(fromA+1, toA), min(fromB+1, toB)
	}
}

// inLine marks the difference between two lines, without their common beginning and end.
func inLine(a, b string) (left, right template.HTML) {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for head > 0 && (!utf8.RuneStart(byteAt(a, head)) || !utf8.RuneStart(byteAt(b, head))) {
		head--
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for tail > 0 && (!utf8.RuneStart(byteAt(a, len(a)-tail)) || !utf8.RuneStart(byteAt(b, len(b)-tail))) {
		tail--
	}
	mark := func(text, tag string) template.HTML {
		out := html.EscapeString(text[:head])
		if middle := text[head : len(text)-tail]; middle != "" {
			out += "<" + tag + ">" + html.EscapeString(middle) + "</" + tag + ">"
		}
		return template.HTML(out + html.EscapeString(text[len(text)-tail:]))
	}
	return mark(a, "del"), mark(b, "ins")
}

// byteAt returns a byte, or the first byte of a character at the end.
func byteAt(s string, i int) byte {
	if i >= len(s) {
		return 0
	}
	return s[i]
}

// words compares texts word by word and marks deletions and insertions.
func words(before, after string) template.HTML {
	a, b := strings.Fields(before), strings.Fields(after)
	var out []string
	put := func(words []string, tag string) {
		if len(words) > 0 {
			out = append(out, "<"+tag+">"+html.EscapeString(strings.Join(words, " "))+"</"+tag+">")
		}
	}
	atA, atB := 0, 0
	for _, m := range difflib.NewMatcherWithJunk(a, b, false, nil).GetMatchingBlocks() {
		put(a[atA:m.A], "del")
		put(b[atB:m.B], "ins")
		if m.Size > 0 {
			out = append(out, html.EscapeString(strings.Join(a[m.A:m.A+m.Size], " ")))
		}
		atA, atB = m.A+m.Size, m.B+m.Size
	}
	return template.HTML(strings.Join(out, " "))
}
