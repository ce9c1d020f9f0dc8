// This file renders diagnostics for people: the message, the source line with a caret under the subject, what to do, and related
// positions.

package diag

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxExcerpt is the greatest number of characters of a source line that are shown.
const maxExcerpt = 120

// Write renders l to w, in the order of l. source returns the bytes of a file, or nil, in which case the excerpt is omitted. The
// error is that of w.
func Write(w io.Writer, l List, source func(file string) []byte) error {
	var b strings.Builder
	for i, d := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(d.Error())
		b.WriteByte('\n')
		writeExcerpt(&b, d.Subject, source)
		for line := range strings.SplitSeq(strings.TrimSpace(d.Detail), "\n") {
			if line != "" {
				fmt.Fprintf(&b, "  %s\n", line)
			}
		}
		for _, note := range d.Context {
			if note.Pos.IsZero() {
				fmt.Fprintf(&b, "  %s\n", note.Text)
				continue
			}
			fmt.Fprintf(&b, "  %s: %s\n", note.Pos, note.Text)
			writeExcerpt(&b, note.Pos, source)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeExcerpt writes the line of pos with a caret line below it, or nothing if the line is not available.
func writeExcerpt(b *strings.Builder, pos Pos, source func(file string) []byte) {
	if source == nil || pos.Line < 1 {
		return
	}
	line, ok := lineOf(source(pos.File), pos.Line)
	if !ok {
		return
	}
	start := max(pos.Col-1, 0)
	// A long line is cut around the subject, so that the caret is always visible.
	from, shown := 0, line
	if len(shown) > maxExcerpt {
		from = min(max(start-maxExcerpt/3, 0), max(len(line)-maxExcerpt, 0))
		shown = line[from:min(from+maxExcerpt, len(line))]
	}
	start = min(start-from, len(shown))
	width := max(min(pos.EndCol-pos.Col, len(shown)-start), 1)
	margin := fmt.Sprintf("%6d | ", pos.Line)
	fmt.Fprintf(b, "%s%s\n", margin, string(shown))
	if pos.Col < 1 {
		return
	}
	fmt.Fprintf(b, "%s| ", strings.Repeat(" ", len(margin)-2))
	for _, r := range shown[:start] {
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	fmt.Fprintf(b, "%s\n", strings.Repeat("^", width))
}

// lineOf returns line n (from 1) of data as characters, without its line end. It shows hidden characters other than tabs, and
// invalid UTF-8, as U+FFFD.
func lineOf(data []byte, n int) ([]rune, bool) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for ; n > 1; n-- {
		i := bytes.IndexByte(data, '\n')
		if i < 0 {
			return nil, false
		}
		data = data[i+1:]
	}
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		data = data[:i]
	}
	data = bytes.TrimSuffix(data, []byte("\r"))
	line := make([]rune, 0, min(len(data), 1024))
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if Hidden(r) && r != '\t' {
			r = utf8.RuneError
		}
		line = append(line, r)
		data = data[size:]
	}
	return line, len(line) > 0
}
