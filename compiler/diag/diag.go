// Package diag has the diagnostics of the compiler as values, with an exact position in the Markdown, a stable code and a way
// out. Every stage collects them in a List and goes on; only Write turns them into text.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Pos is a position in a source file. Lines and columns count from 1; a column counts characters (runes), not bytes. EndCol is
// the column after the last character of the subject, 0 if the extent is unknown. The zero Pos means "no position".
type Pos struct {
	File   string
	Line   int
	Col    int
	EndCol int
}

func (p Pos) IsZero() bool { return p == Pos{} }

// InLibrary reports whether the position is in a library rulebook.
func (p Pos) InLibrary() bool { return strings.HasPrefix(p.File, "library/") }

// String returns file:line:col, without the unknown parts.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Offset moves p to the right by n characters and sets its extent to width characters (0: unknown).
func (p Pos) Offset(n, width int) Pos {
	p.Col += n
	p.EndCol = 0
	if width > 0 {
		p.EndCol = p.Col + width
	}
	return p
}

// compare orders positions by file, line and column; the zero Pos comes first.
func (p Pos) compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Severity states whether a diagnostic prevents a game.
type Severity int

// The severities. After an Error there is no game; a Warning is advice.
const (
	Error Severity = iota
	Warning
)

// String returns the word with which a rendered diagnostic begins.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one error or warning. Summary is one line without a full stop; Detail states what was expected and what to do;
// Subject is the narrowest known position; Context has related positions, for example of the first definition of a key. Code is a
// stable kebab-case id for tests and documentation, for example "unknown-name".
type Diagnostic struct {
	Severity Severity
	Summary  string
	Detail   string
	Subject  Pos
	Context  []Note
	Code     string
}

// Note is a remark on a related position.
type Note struct {
	Text string
	Pos  Pos
}

// Error formats the diagnostic on one line.
func (d Diagnostic) Error() string {
	var b strings.Builder
	if !d.Subject.IsZero() {
		b.WriteString(d.Subject.String())
		b.WriteString(": ")
	}
	b.WriteString(d.Severity.String())
	b.WriteString(": ")
	b.WriteString(d.Summary)
	if d.Code != "" {
		b.WriteString(" [" + d.Code + "]")
	}
	return b.String()
}

// List is a list of diagnostics in the order in which they were found. It implements error; use Err for an error that is nil if
// there are only warnings.
type List []Diagnostic

// Error formats each diagnostic on one line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err returns the list as an error, or nil if it has no errors.
func (l List) Err() error {
	if l.HasErrors() {
		return l
	}
	return nil
}

// Sorted returns the diagnostics ordered by position, without duplicates: several stages may report the same cause. The order at
// one position is kept. The diagnostics of a file beyond MaxPerFile are replaced by their number; overlong words are abbreviated.
func (l List) Sorted() List {
	sorted := slices.Clone(l)
	slices.SortStableFunc(sorted, func(a, b Diagnostic) int { return a.Subject.compare(b.Subject) })
	type cause struct {
		pos           Pos
		code, summary string
	}
	seen := make(map[cause]bool, len(sorted))
	kept := sorted[:0]
	for _, d := range sorted {
		c := cause{d.Subject, d.Code, d.Summary}
		if seen[c] {
			continue
		}
		seen[c] = true
		kept = append(kept, d.brief())
	}
	return kept.capped()
}

// brief abbreviates overlong words in the texts of a diagnostic.
func (d Diagnostic) brief() Diagnostic {
	d.Summary, d.Detail, d.Context = brief(d.Summary), brief(d.Detail), slices.Clone(d.Context)
	for i := range d.Context {
		d.Context[i].Text = brief(d.Context[i].Text)
	}
	return d
}

// MaxPerFile is the greatest number of reported diagnostics of a file.
const MaxPerFile = 50

// capped replaces the diagnostics of a sorted list beyond MaxPerFile by their number.
func (l List) capped() List {
	kept := make(List, 0, min(len(l), MaxPerFile+1))
	for len(l) > 0 {
		file := l[0].Subject.File
		n := slices.IndexFunc(l, func(d Diagnostic) bool { return d.Subject.File != file })
		if n < 0 {
			n = len(l)
		}
		reported := min(n, MaxPerFile)
		kept = append(kept, l[:reported]...)
		if rest := l[reported:n]; len(rest) > 0 {
			more := Diagnostic{Severity: Warning, Summary: fmt.Sprintf("%d more in this file", len(rest)), Subject: Pos{File: file}, Code: "and-more"}
			if rest.HasErrors() {
				more.Severity = Error
			}
			kept = append(kept, more)
		}
		l = l[n:]
	}
	return kept
}

// Add appends d and returns a pointer to it, for adding detail and context. The pointer is valid until the next call.
func (l *List) Add(d Diagnostic) *Diagnostic {
	*l = append(*l, d)
	return &(*l)[len(*l)-1]
}

// Errorf adds an error with a formatted summary.
func (l *List) Errorf(pos Pos, code, format string, args ...any) *Diagnostic {
	return l.Add(Diagnostic{Severity: Error, Subject: pos, Code: code, Summary: fmt.Sprintf(format, args...)})
}

// Warnf adds a warning with a formatted summary.
func (l *List) Warnf(pos Pos, code, format string, args ...any) *Diagnostic {
	return l.Add(Diagnostic{Severity: Warning, Subject: pos, Code: code, Summary: fmt.Sprintf(format, args...)})
}

// Detailf sets the detail and returns the diagnostic.
func (d *Diagnostic) Detailf(format string, args ...any) *Diagnostic {
	d.Detail = fmt.Sprintf(format, args...)
	return d
}

// Notef adds a related position and returns the diagnostic.
func (d *Diagnostic) Notef(pos Pos, format string, args ...any) *Diagnostic {
	d.Context = append(d.Context, Note{Text: fmt.Sprintf(format, args...), Pos: pos})
	return d
}
