// This file explains why a block is not valid YAML. yaml.v3 reports what its scanner expected, often a line too early. Authors
// make a few typical mistakes, so a loose second scan finds the first of them and reports it with its exact position.

package source

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// explain reports a block that yaml.v3 rejected.
func (b *block) explain(err error) {
	s := &scan{block: b}
	if t := s.run(); t != nil {
		b.errorf(b.pos(t.row, t.col, t.width), t.code, "%s", t.summary).Detailf("%s", t.detail)
		return
	}
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	row := 1
	if strings.Contains(message, "exceeded max depth") {
		b.tooDeep(b.pos(b.deepest(), 1, 0))
		return
	}
	if m := lineMessage.FindStringSubmatch(message); m != nil {
		row, _ = strconv.Atoi(m[1])
		message = m[2]
	}
	row = min(max(row, 1), max(len(b.lines), 1))
	col, width := 1, 0
	if len(b.lines) > 0 {
		text := b.lines[row-1].text
		col = len(text) - len(strings.TrimLeft(text, " ")) + 1
		width = b.lines[row-1].width() - col + 1
	}
	b.errorf(b.pos(row, col, width), "yaml-syntax", "the %s is not YAML: %s", b.What, message).
		Detailf("Check this line and the one above it: the indentation, a missing colon, quotes and brackets that are not closed. Text with : , # or brackets goes in quotes.")
}

// deepest returns the line with the most dashes, question marks and brackets.
func (b *block) deepest() int {
	row, most := 1, 0
	for i, l := range b.lines {
		if n := strings.Count(l.text, "- ") + strings.Count(l.text, "? ") + strings.Count(l.text, "[") + strings.Count(l.text, "{"); n > most {
			row, most = i+1, n
		}
	}
	return row
}

var lineMessage = regexp.MustCompile(`^line ([0-9]{1,9}): (?s:(.*))$`)

// trap is a mistake in the text of a block.
type trap struct {
	row, col, width       int
	code, summary, detail string
}

// bracket is an open { or [.
type bracket struct {
	closer   rune
	row, col int
}

// level is an open mapping or list outside of brackets.
type level struct {
	col  int
	list bool
}

// scan scans the text of a block. It follows YAML only as far as needed to find mistakes: beginnings of values, quotes, brackets,
// comments and block scalars.
type scan struct {
	*block
	flow  []bracket
	row   int // from 1
	text  []rune
	i     int // index into text
	found *trap

	valueStart bool // a value may begin at i
	keyed      bool // a key was read in this entry
	// plainEnd is the indentation of the entry on the preceding line if that ended in an unquoted value, otherwise -1; lines with
	// more indentation continue the value.
	plainEnd int
	// entryRow is the line on which the latest entry inside brackets began.
	entryRow int
	// levels are the columns of the open mappings and lists.
	levels []level
	// above is the column at or below which the text of a block scalar ends, -1 outside of block scalars.
	above int
}

func (s *scan) run() *trap {
	s.plainEnd, s.above = -1, -1
	for s.row = 1; s.row <= len(s.lines) && s.found == nil; s.row++ {
		s.text = []rune(s.lines[s.row-1].text)
		s.i = 0
		for s.i < len(s.text) && s.text[s.i] == ' ' {
			s.i++
		}
		if s.above >= 0 {
			if s.i == len(s.text) || s.i > s.above {
				continue
			}
			s.above = -1
		}
		s.line()
	}
	if s.found == nil && len(s.flow) > 0 {
		open := s.flow[len(s.flow)-1]
		s.found = &trap{open.row, open.col, 1, "unclosed-bracket", "this bracket is not closed",
			"Close it with " + string(open.closer) + ". Inside brackets, text with brackets, commas or # goes in quotes."}
	}
	return s.found
}

func (s *scan) trap(at, width int, code, summary, detail string) {
	if s.found == nil {
		s.found = &trap{s.row, at + 1, width, code, summary, detail}
	}
	s.i = len(s.text)
}

// line scans the rest of a line.
func (s *scan) line() {
	indent := s.i
	s.valueStart, s.keyed = true, len(s.flow) > 0 && s.keyed
	continued := s.plainEnd
	s.plainEnd = -1
	for s.i < len(s.text) && s.found == nil {
		switch c := s.text[s.i]; {
		case c == ' ' || c == '\t':
			s.i++
		case c == '#' && (s.i == 0 || s.text[s.i-1] == ' ' || s.text[s.i-1] == '\t'):
			s.commentAt()
		case len(s.flow) > 0 && strings.ContainsRune(",}]", c):
			s.closeFlow(c)
		case !s.valueStart:
			s.trap(s.i, len(s.text)-s.i, "text-after-value", "text after the end of a value",
				"The value ends before this. A value that begins with a quote or a bracket ends where that is closed; put the whole value in quotes.")
		case c == '-' && len(s.flow) == 0 && s.i+1 < len(s.text) && s.text[s.i+1] == ' ':
			s.entry(s.i+1, true, continued)
			s.i++
			indent, s.keyed, continued = s.i+1, false, -1
		default:
			s.value(c, &indent, continued)
		}
	}
}

// entry checks the column of a list's dash or a mapping's key against the open levels. continued is the plainEnd of the preceding
// line.
func (s *scan) entry(col int, list bool, continued int) {
	popped := false
	for len(s.levels) > 0 && s.levels[len(s.levels)-1].col > col {
		s.levels = s.levels[:len(s.levels)-1]
		popped = true
	}
	top := level{}
	if len(s.levels) > 0 {
		top = s.levels[len(s.levels)-1]
	}
	switch {
	case top.col < col && popped:
		s.trap(col-1, 1, "indentation", "this line is indented like none of the lines it could belong to",
			"Give it the indentation of the entries around it.")
	case top.col < col:
		s.levels = append(s.levels, level{col, list})
	case top.list == list:
	case list && continued < 0:
		s.levels = append(s.levels, level{col, true})
	case !list && len(s.levels) > 1 && s.levels[len(s.levels)-2] == level{col, false}:
		s.levels = s.levels[:len(s.levels)-1]
	case list:
		s.trap(col-1, 1, "indentation", "a list entry among the keys of a mapping",
			"Put it below the key it belongs to, or give the key no other value.")
	default:
		s.trap(col-1, 1, "indentation", "a key among the entries of a list",
			"Begin it with a dash, or indent it to belong to the entry above.")
	}
}

// value scans a value or key that begins with c.
func (s *scan) value(c rune, indent *int, continued int) {
	switch c {
	case '"', '\'':
		s.quotedAt(c, continued)
		return
	case ':':
		if s.i+1 == len(s.text) || s.text[s.i+1] == ' ' {
			s.trap(s.i, 1, "empty-key", "an entry without a key", "A key must come before the colon.")
			return
		}
	case '{', '[':
		s.flow = append(s.flow, bracket{map[rune]rune{'{': '}', '[': ']'}[c], s.row, s.i + 1})
		s.i++
		s.keyed = false
		return
	case '}', ']':
		s.trap(s.i, 1, "unopened-bracket", "this bracket closes nothing", "Take it out, or put the text in quotes.")
		return
	case '@', '`', '%':
		s.trap(s.i, 1, "reserved-character", "a value cannot begin with "+string(c), "Put the value in quotes.")
		return
	case '!':
		s.trap(s.i, 1, "tag", "YAML tags are not part of the language", "In a formula write not instead of !.")
		return
	case '&':
		s.trap(s.i, 1, "anchor", "anchors are not part of the language", "To write a value that begins with &, put it in quotes.")
		return
	case '*':
		s.trap(s.i, 1, "alias", "aliases are not part of the language", "To write a value that begins with *, put it in quotes.")
		return
	case '|', '>':
		header := strings.TrimSpace(strings.SplitN(string(s.text[s.i+1:]), " #", 2)[0])
		if len(s.flow) > 0 || strings.Trim(header, "+-123456789") != "" {
			s.trap(s.i, 1, "block-scalar", "a value that begins with "+string(c)+" is a block of text to YAML", "Put the value in quotes.")
			return
		}
		s.above, s.i = *indent-1, len(s.text)
		if !s.keyed {
			s.above = *indent - 2
		}
		return
	}
	s.plain(indent, continued)
}

// quotedAt scans a quoted value, which may span several lines.
func (s *scan) quotedAt(mark rune, continued int) {
	row, col := s.row, s.i+1
	s.i++
	for {
		for s.i < len(s.text) {
			switch c := s.text[s.i]; {
			case c == '\\' && mark == '"':
				s.i++
				if s.i < len(s.text) && !strings.ContainsRune("0abt\tnvfre \"/\\N_LPxuU", s.text[s.i]) {
					s.trap(s.i-1, 2, "escape", "an unknown escape inside double quotes",
						"In double quotes a backslash begins an escape. Use single quotes around a formula that has a backslash.")
					return
				}
			case c == mark && mark == '\'' && s.i+1 < len(s.text) && s.text[s.i+1] == mark:
				s.i++
			case c == mark:
				s.i++
				if s.afterValue() && len(s.flow) == 0 && s.row == row {
					at := s.i
					s.entry(col, false, continued)
					s.i = max(s.i, at)
				}
				return
			}
			s.i++
		}
		if s.row >= len(s.lines) {
			s.row = row
			s.trap(col-1, 1, "unclosed-quote", "this quote is not closed",
				"Close it at the end of the value. An apostrophe inside single quotes is written twice.")
			return
		}
		s.row++
		s.text, s.i = []rune(s.lines[s.row-1].text), 0
	}
}

// afterValue records that a value ended and reports whether a colon makes it a key.
func (s *scan) afterValue() bool {
	s.valueStart = false
	j := s.i
	for j < len(s.text) && s.text[j] == ' ' {
		j++
	}
	if j < len(s.text) && s.text[j] == ':' && (len(s.flow) > 0 || j+1 == len(s.text) || s.text[j+1] == ' ') {
		s.i = j + 1
		s.valueStart, s.keyed = true, true
		return true
	}
	return false
}

// plain scans an unquoted value.
func (s *scan) plain(indent *int, continued int) {
	start := s.i
	for ; s.i < len(s.text); s.i++ {
		c := s.text[s.i]
		switch {
		case c == '#' && s.i > start && s.text[s.i-1] == ' ':
			s.valueStart = false
			return
		case c == ':' && (s.i+1 == len(s.text) || s.text[s.i+1] == ' ' || len(s.flow) > 0 && strings.ContainsRune(",{}[]", s.text[s.i+1])):
			s.colon(start, *indent, continued)
			return
		case len(s.flow) > 0 && (c == '[' || c == '{'):
			way := "Inside { } and [ ] a value with brackets must be in quotes."
			if word := strings.TrimSuffix(string(s.text[start:s.i]), " "); c == '{' && isWord(word) {
				way += " If " + word + " is a key, a colon is missing: " + word + ": {…}."
			}
			s.trap(s.i, 1, "flow-bracket", "a bracket inside an unquoted value", way)
			return
		case len(s.flow) > 0 && c == '?':
			s.trap(s.i, 1, "flow-question", "a question mark inside an unquoted value",
				"Put text in quotes. A formula has no ? :, write if(condition, value, other value).")
			return
		case len(s.flow) > 0 && strings.ContainsRune(",]}", c):
			s.valueStart = false
			return
		}
	}
	s.valueStart = len(s.flow) > 0
	if len(s.flow) == 0 && s.keyed {
		s.plainEnd = *indent
	}
}

// colon scans the colon after a key that begins at start.
func (s *scan) colon(start, indent, continued int) {
	open := len(s.flow) - 1
	switch {
	case s.keyed && open >= 0 && s.entryRow < s.row:
		s.row = s.flow[open].row
		s.trap(s.flow[open].col-1, 1, "unclosed-bracket", "this bracket is not closed",
			"Close it with "+string(s.flow[open].closer)+", or put a comma before the next entry.")
	case s.keyed:
		s.trap(s.i, 1, "unquoted-colon", "a colon inside an unquoted value",
			"A colon and a space make a key. Put the whole value in quotes.")
	case continued >= 0 && indent > continued && open < 0:
		s.trap(start, s.i-start, "indentation", "this line is indented more than the one it belongs with",
			"The line above already has a value, so it cannot have entries below it. Give both lines the same indentation.")
	case open >= 0:
		s.keyed, s.valueStart, s.entryRow = true, true, s.row
		s.i++
	default:
		s.keyed, s.valueStart = true, true
		s.i++
		after := s.i
		s.entry(start+1, false, continued)
		s.i = max(s.i, after)
	}
}

// closeFlow scans a comma or a closing bracket.
func (s *scan) closeFlow(c rune) {
	if c == ',' {
		s.i++
		s.valueStart, s.keyed = true, false
		return
	}
	open := s.flow[len(s.flow)-1]
	if open.closer != c {
		s.trap(s.i, 1, "unopened-bracket", "this bracket does not match the open one",
			"The bracket opened at line "+strconv.Itoa(s.pos(open.row, open.col, 1).Line)+" is closed with "+string(open.closer)+".")
		return
	}
	s.flow = s.flow[:len(s.flow)-1]
	s.i++
	s.keyed = true
	s.afterValue()
}

// commentAt scans a comment, which may hide a closing bracket.
func (s *scan) commentAt() {
	if len(s.flow) > 0 && strings.ContainsRune(string(s.text[s.i:]), s.flow[len(s.flow)-1].closer) {
		s.trap(s.i, 1, "comment", "a # after a space begins a comment, which hides the closing bracket",
			"Put a value that holds # in quotes, or move the comment to its own line.")
		return
	}
	s.i = len(s.text)
}

// isWord reports whether a text consists of letters, digits and hyphens and begins with a letter.
func isWord(text string) bool {
	for i, c := range text {
		if !unicode.IsLetter(c) && (i == 0 || c != '-' && !unicode.IsDigit(c)) {
			return false
		}
	}
	return text != ""
}
