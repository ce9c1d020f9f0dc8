package format

// block.go formats a block of YAML line by line. If it misunderstands a line, the result parses differently, and the caller discards it.

import "strings"

// level is an open mapping or list: its old and its new column.
type level struct{ was, is int }

// layout formats a block.
type layout struct {
	out    strings.Builder
	levels []level
	open   int  // open brackets at the end of the previous line
	quote  byte // the quote that is open there, 0 if none
	shift  int  // columns by which the previous line was moved to the right
	header bool // the previous line ends with a key without a value
	scalar int  // minimum indentation of a block scalar, -1 outside of one
}

// block formats the lines of a block with the indentation of its Markdown.
func block(lines []string, indent int) string {
	l := &layout{levels: []level{{0, 0}}, scalar: -1}
	margin := strings.Repeat(" ", indent)
	for i, line := range lines {
		text := strings.TrimRight(line, "\r\n")
		end := line[len(text):]
		text = strings.TrimPrefix(text, margin)
		if strings.Trim(text, " ") == "" && l.scalar < 0 {
			text = ""
		} else {
			text = margin + l.line(text, next(lines[i+1:], margin))
		}
		l.out.WriteString(text + end)
	}
	return l.out.String()
}

// next returns the first line below that is neither empty nor a comment.
func next(lines []string, margin string) string {
	for _, line := range lines {
		text := strings.TrimRight(strings.TrimPrefix(line, margin), " \r\n")
		if bare := strings.TrimLeft(text, " "); bare != "" && bare[0] != '#' {
			return text
		}
	}
	return ""
}

func indentation(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// line formats a line; below is the line that a comment belongs to.
func (l *layout) line(text, below string) string {
	at := indentation(text)
	switch {
	case l.scalar >= 0 && (at >= l.scalar || strings.Trim(text, " ") == ""):
		return l.moved(text, at)
	case l.quote != 0 || l.open > 0:
		rest := l.values(text[at:])
		return l.moved(strings.Repeat(" ", at)+rest, at)
	case text[at] == '#':
		if below != "" && indentation(below) == at {
			return strings.Repeat(" ", l.column(below, at, false)) + text[at:]
		}
		return l.moved(text, at)
	}
	l.scalar = -1
	is := l.column(text, at, true)
	l.shift = is - at
	prefix := strings.Repeat(" ", is)
	for rest := text[at:]; ; {
		inner, dash := strings.CutPrefix(rest, "-")
		if !dash || inner != "" && inner[0] != ' ' {
			return prefix + l.entry(rest, at)
		}
		if inner = strings.TrimLeft(inner, " "); inner == "" {
			l.header = false
			return prefix + "-"
		}
		at += len(rest) - len(inner)
		is += 2
		l.levels = append(l.levels, level{at, is})
		prefix, rest = prefix+"- ", inner
	}
}

// moved moves a line as far as the previous one.
func (l *layout) moved(text string, at int) string {
	switch {
	case text == "":
		return ""
	case l.shift < 0:
		return text[min(at, -l.shift):]
	}
	return strings.Repeat(" ", l.shift) + text
}

// column returns the new column of a line. If open is set, the line opens and closes levels.
func (l *layout) column(text string, at int, open bool) int {
	levels := l.levels
	for levels[len(levels)-1].was > at {
		levels = levels[:len(levels)-1]
	}
	top := levels[len(levels)-1]
	if top.was < at {
		is := top.is + 2
		if l.header && strings.HasPrefix(text[at:], "-") {
			is = top.is // a list has the column of its key
		}
		top = level{at, is}
		levels = append(levels[:len(levels):len(levels)], top)
	}
	if open {
		l.levels = levels
	}
	return top.is
}

// entry formats the beginning of an entry: a key, or a value alone.
func (l *layout) entry(text string, at int) string {
	out := l.values(text)
	bare := out
	if i := strings.Index(bare, " #"); i >= 0 && !strings.ContainsAny(bare, `"'`) {
		bare = strings.TrimRight(bare[:i], " ")
	}
	l.header = l.open == 0 && l.quote == 0 && strings.HasSuffix(bare, ":")
	if _, value, ok := strings.Cut(bare, ": "); ok && l.quote == 0 && value != "" && (value[0] == '|' || value[0] == '>') {
		l.scalar = at + 1
	}
	return out
}

// values formats a line from its first value or key on: the spaces at brackets, commas and colons. It does not change
// quoted text, comments and the inside of values.
func (l *layout) values(text string) string {
	var out []byte
	begins := l.quote == 0 // at the beginning of a value
	key := ""              // the key of that value
	start := 0             // its beginning in out
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case l.quote != 0:
			out = append(out, c)
			if c == '\\' && l.quote == '"' && i+1 < len(text) {
				i++
				out = append(out, text[i])
			} else if c == l.quote {
				if i+1 < len(text) && text[i+1] == c { // an escaped quote
					i++
					out = append(out, c)
					continue
				}
				l.quote = 0
			}
		case c == '#' && (i == 0 || text[i-1] == ' '):
			return string(trimmed(out)) + text[len(strings.TrimRight(text[:i], " ")):] // a comment keeps its column
		case begins && c == ' ':
			if len(out) > 0 && strings.IndexByte(" {[", out[len(out)-1]) < 0 {
				out = append(out, ' ')
			}
		case begins && (c == '"' || c == '\''):
			l.quote, begins, start = c, false, len(out)
			out = append(out, c)
		case (c == '{' || c == '[') && begins:
			if end := l.one(text, i, key); end > 0 { // where: [condition]
				out = append(out, strings.Trim(text[i+1:end], " ")...)
				i, begins = end, false
				continue
			}
			l.open++
			out = append(out, c)
		case l.open > 0 && (c == '}' || c == ']'):
			out = append(trimmed(out), c)
			l.open--
		case l.open > 0 && c == ',':
			out = append(trimmed(out), c)
			if i+1 < len(text) && text[i+1] != ' ' {
				out = append(out, ' ')
			}
			begins, start = true, len(out)+1
		case c == ':' && (i+1 == len(text) || text[i+1] == ' '):
			key = strings.Trim(string(out[min(start, len(out)):]), " ")
			out = append(out, c)
			begins, start = true, len(out)+1
			continue
		default:
			if begins {
				begins, start = false, len(out)
			}
			out = append(out, c)
		}
		if strings.IndexByte(" {[,", c) < 0 {
			key = ""
		}
	}
	if l.quote != 0 {
		return string(out)
	}
	return strings.TrimRight(string(out), " ")
}

// trimmed removes trailing spaces, but not those of an empty line.
func trimmed(out []byte) []byte {
	for len(out) > 0 && out[len(out)-1] == ' ' {
		out = out[:len(out)-1]
	}
	return out
}

// one returns the end of a bracketed list with a single unquoted condition, behind a key that also takes one without
// brackets; 0 if it is not such a list.
func (l *layout) one(text string, i int, key string) int {
	if text[i] != '[' || !conditional(key) {
		return 0
	}
	n := strings.IndexAny(text[i+1:], `[]{},"'#`)
	if n <= 0 || text[i+1+n] != ']' || strings.Contains(text[i+1:i+1+n], ": ") || strings.Trim(text[i+1:i+1+n], " ") == "" {
		return 0
	}
	return i + 1 + n
}
