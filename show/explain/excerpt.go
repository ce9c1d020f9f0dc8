package explain

// This file extracts a statement from the text of a rulebook.

import (
	"fmt"
	"regexp"
	"strings"
)

// maxSource limits the displayed lines of a statement.
const maxSource = 40

// excerpt returns the lines of the value at a place: for one in braces or brackets up to the closing one, for any
// other the lines with at least its indentation, for a key alone the lines with more. It removes common indentation.
func excerpt(data []byte, line, col int, alone bool) []string {
	lines := strings.Split(string(data), "\n")
	if line < 1 || line > len(lines) {
		return nil
	}
	first := []rune(strings.TrimRight(lines[line-1], "\r"))
	if col < 1 || col > len(first) {
		return nil
	}
	begin := string(first[col-1:])
	if begin[0] == '{' || begin[0] == '[' {
		return bracketed(begin, lines[line:], col-1)
	}
	list := strings.HasPrefix(begin, "- ")
	if !list && !key.MatchString(begin) {
		return []string{scalar(string(first[:col-1]), begin)}
	}
	out := []string{begin}
	for _, l := range lines[line:] {
		text := strings.TrimRight(l, " \r")
		switch indent := len(text) - len(strings.TrimLeft(text, " ")); {
		case text != "" && indent < col-1, strings.HasPrefix(strings.TrimSpace(text), "```"),
			text != "" && indent == col-1 && (list || alone) && !strings.HasPrefix(text[indent:], "- "):
			return limited(out)
		case text == "":
			out = append(out, "")
		default:
			out = append(out, text[col-1:])
		}
	}
	return limited(out)
}

// key matches the beginning of a block mapping.
var key = regexp.MustCompile(`^[\w$.-]+:(?: |$)`)

// scalar returns the value at the beginning of a text, up to its closing quote or the end of the enclosing flow mapping or list.
func scalar(before, text string) string {
	end := -1
	switch {
	case strings.HasSuffix(before, "'"), strings.HasSuffix(before, `"`):
		end = strings.Index(text, before[len(before)-1:])
	case strings.ContainsAny(before, "{["):
		end = strings.IndexAny(text, ",}]")
	}
	if end < 0 {
		return text
	}
	return text[:end]
}

// bracketed returns a text up to the bracket that closes its first one; more are the following lines.
func bracketed(text string, more []string, indent int) []string {
	var out []string
	depth, quote := 0, rune(0)
	for {
		for i, r := range text {
			switch {
			case quote != 0:
				if r == quote {
					quote = 0
				}
			case r == '"' || r == '\'':
				quote = r
			case r == '{' || r == '[':
				depth++
			case r == '}' || r == ']':
				if depth--; depth == 0 {
					return limited(append(out, text[:i+1]))
				}
			}
		}
		out = append(out, text)
		if len(more) == 0 || len(out) > maxSource {
			return limited(out)
		}
		text, more = strings.TrimRight(more[0], " \r"), more[1:]
		text = text[min(indent, len(text)-len(strings.TrimLeft(text, " "))):]
	}
}

// limited removes trailing empty lines, and lines beyond maxSource.
func limited(out []string) []string {
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	if n := len(out) - maxSource; n > 0 {
		out = append(out[:maxSource], fmt.Sprintf("… %d more lines", n))
	}
	return out
}

// entry returns the lines of the entry of an id at a place. An id that is a key is an entry with its value.
func entry(data []byte, line, col int) []string {
	lines := strings.Split(string(data), "\n")
	if line < 1 || line > len(lines) || col-1 > len([]rune(lines[line-1])) {
		return nil
	}
	before := string([]rune(lines[line-1])[:max(col-1, 0)])
	width := func(s string) int { return len([]rune(s)) + 1 }
	if i := strings.LastIndexByte(before, '{'); i >= 0 && strings.TrimSpace(before[i+1:]) == "id:" {
		return excerpt(data, line, width(before[:i]), false)
	}
	if at, is := strings.CutSuffix(strings.TrimRight(before, " "), "id:"); is {
		return excerpt(data, line, width(at), false)
	}
	return excerpt(data, line, col, true)
}
