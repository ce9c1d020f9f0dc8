// This file writes diagnostics for programs: as JSON, and as annotations that a continuous integration service shows beside the
// changed lines.

package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// record is the JSON form of a diagnostic. Lines and columns count from 1 and are omitted if unknown.
type record struct {
	Severity string   `json:"severity"`
	Code     string   `json:"code"`
	Summary  string   `json:"summary"`
	Detail   string   `json:"detail,omitempty"`
	Place    *place   `json:"place,omitempty"`
	Context  []remark `json:"context,omitempty"`
}

type place struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	End    int    `json:"endColumn,omitempty"`
}

type remark struct {
	Text  string `json:"text"`
	Place *place `json:"place,omitempty"`
}

func placeOf(p Pos) *place {
	if p.IsZero() {
		return nil
	}
	return &place{File: p.File, Line: p.Line, Column: p.Col, End: p.EndCol}
}

// WriteJSON writes l as a JSON array with an object for each diagnostic, in the order of l.
func WriteJSON(w io.Writer, l List) error {
	out := make([]record, 0, len(l))
	for _, d := range l {
		r := record{Severity: d.Severity.String(), Code: d.Code, Summary: d.Summary, Detail: d.Detail, Place: placeOf(d.Subject)}
		for _, n := range d.Context {
			r.Context = append(r.Context, remark{Text: n.Text, Place: placeOf(n.Pos)})
		}
		out = append(out, r)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

// WriteAnnotations writes l as workflow commands (::error file=…,line=…,col=…::message), one a line.
func WriteAnnotations(w io.Writer, l List) error {
	for _, d := range l {
		var at []string
		if p := d.Subject; !p.IsZero() {
			at = append(at, "file="+property(p.File))
			if p.Line > 0 {
				at = append(at, fmt.Sprintf("line=%d", p.Line))
			}
			if p.Col > 0 {
				at = append(at, fmt.Sprintf("col=%d", p.Col))
			}
			if p.EndCol > p.Col {
				at = append(at, fmt.Sprintf("endColumn=%d", p.EndCol-1))
			}
		}
		at = append(at, "title="+property(d.Code))
		text := d.Summary
		if d.Detail != "" {
			text += "\n" + d.Detail
		}
		for _, n := range d.Context {
			text += "\n" + n.Text
			if !n.Pos.IsZero() {
				text += " (" + n.Pos.String() + ")"
			}
		}
		if _, err := fmt.Fprintf(w, "::%s %s::%s\n", d.Severity, strings.Join(at, ","), message(text)); err != nil {
			return err
		}
	}
	return nil
}

var (
	messageEscapes  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func message(s string) string  { return messageEscapes.Replace(s) }
func property(s string) string { return propertyEscapes.Replace(s) }
