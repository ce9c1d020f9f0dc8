// Package diag holds what the compiler has to say about a rulebook: diagnostics as
// values, with the exact place in the Markdown, a stable code and a way out. Every stage
// of the compiler collects them in a List and goes on; only Write turns them into text.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Pos is a place in a source file. Lines and columns count from 1; a column counts
// characters (runes), not bytes. EndCol is the column after the last character of the
// subject, 0 when the extent is not known. The zero Pos means "no place".
type Pos struct {
	File   string
	Line   int
	Col    int
	EndCol int
}

// IsZero reports whether p names no place at all.
func (p Pos) IsZero() bool { return p == Pos{} }

// InLibrary reports whether the place is in a library rulebook.
func (p Pos) InLibrary() bool { return strings.HasPrefix(p.File, "library/") }

// String gives file:line:col, leaving out what is not known.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Offset moves p to the right by n characters and sets its extent to width characters
// (0: not known).
func (p Pos) Offset(n, width int) Pos {
	p.Col += n
	p.EndCol = 0
	if width > 0 {
		p.EndCol = p.Col + width
	}
	return p
}

// compare orders places by file, line and column; no place comes first.
func (p Pos) compare(q Pos) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Col, q.Col))
}

// Severity reports whether a diagnostic stops compilation.
type Severity int

// The severities. An Error means there is no game to run; a Warning is advice.
const (
	Error Severity = iota
	Warning
)

// String gives the word that begins a rendered diagnostic.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one cause of complaint. Summary is one line without a full stop; Detail
// says what was expected and what to do; Subject is the tightest place known; Context
// lists related places, e.g. where the same key was first defined. Code is a stable
// kebab-case id for tests and documentation, e.g. "unknown-name".
type Diagnostic struct {
	Severity Severity
	Summary  string
	Detail   string
	Subject  Pos
	Context  []Note
	Code     string
}

// Note is a remark that belongs to a diagnostic, with the place it is about.
type Note struct {
	Text string
	Pos  Pos
}

// Error gives the diagnostic on one line.
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

// List is a collection of diagnostics in the order they were found. A List is an error;
// use Err to get a nil error for a list without errors.
type List []Diagnostic

// Error gives one line for each diagnostic.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// HasErrors reports whether any diagnostic is more than a warning.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err gives the list as an error, or nil if it holds only warnings.
func (l List) Err() error {
	if l.HasErrors() {
		return l
	}
	return nil
}

// Sorted gives the diagnostics by place without exact repetitions: one cause is reported
// once, however many stages met it. Equal places keep the order in which they were found. Of
// a file with more than MaxPerFile the rest is counted in one more; overlong words lose their middle.
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

// brief gives the diagnostic with the middle of overlong words left out.
func (d Diagnostic) brief() Diagnostic {
	d.Summary, d.Detail, d.Context = brief(d.Summary), brief(d.Detail), slices.Clone(d.Context)
	for i := range d.Context {
		d.Context[i].Text = brief(d.Context[i].Text)
	}
	return d
}

// MaxPerFile is how many diagnostics of a file are told.
const MaxPerFile = 50

// capped counts in a sorted list what is beyond MaxPerFile of a file.
func (l List) capped() List {
	kept := make(List, 0, min(len(l), MaxPerFile+1))
	for len(l) > 0 {
		file := l[0].Subject.File
		n := slices.IndexFunc(l, func(d Diagnostic) bool { return d.Subject.File != file })
		if n < 0 {
			n = len(l)
		}
		told := min(n, MaxPerFile)
		kept = append(kept, l[:told]...)
		if rest := l[told:n]; len(rest) > 0 {
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

// Add appends d and returns the stored diagnostic, so that detail and context may be added.
// The pointer is valid until the next addition.
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

// Detailf sets what to do about the diagnostic and returns it.
func (d *Diagnostic) Detailf(format string, args ...any) *Diagnostic {
	d.Detail = fmt.Sprintf(format, args...)
	return d
}

// Notef adds a related place and returns the diagnostic.
func (d *Diagnostic) Notef(pos Pos, format string, args ...any) *Diagnostic {
	d.Context = append(d.Context, Note{Text: fmt.Sprintf(format, args...), Pos: pos})
	return d
}
