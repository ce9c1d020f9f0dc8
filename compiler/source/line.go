package source

import "strings"

// line is a line of a block: its text without the indentation of the enclosing Markdown, and the position of that text in the
// file.
type line struct {
	number int // line of the file
	offset int // characters before the text
	text   string
	starts []int32 // byte offset of each character; nil if the text is printable ASCII
}

// newLine creates a line from its text, which may include the line end.
func newLine(number, offset int, text string) line {
	l := line{number: number, offset: offset, text: strings.TrimRight(text, "\r\n")}
	for i := range len(l.text) {
		if c := l.text[i]; c < ' ' || c > '~' {
			for at := range l.text {
				l.starts = append(l.starts, int32(at))
			}
			break
		}
	}
	return l
}

// same reports whether two lines have the same text and indentation.
func (l line) same(k line) bool { return l.offset == k.offset && l.text == k.text }

// width returns the number of characters of the text.
func (l line) width() int {
	if l.starts == nil {
		return len(l.text)
	}
	return len(l.starts)
}

// from returns the text after n characters, "" if there are no more.
func (l line) from(n int) string {
	if n >= l.width() {
		return ""
	}
	if l.starts != nil {
		n = int(l.starts[n])
	}
	return l.text[n:]
}
