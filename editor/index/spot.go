package index

// spot.go finds the key and mapping of a cursor in a block of YAML. It uses only indentation and brackets, line by
// line, so that it works on unfinished blocks that no parser accepts.

import (
	"slices"
	"strings"
)

// Step is a step from a mapping or a list to what is in it.
type Step struct {
	Key  string   // of a mapping; "" for an item of a list
	Keys []string // all keys of the mapping before the cursor
}

// Spot is the context of a cursor.
type Spot struct {
	Path    []Step   // from the top of the block to the value at the cursor; without the last mapping if the cursor is at a key
	AtKey   bool     // the cursor is at a key, or where one can begin
	AtValue bool     // the cursor is in a value, or where one can begin
	Keys    []string // at a key: earlier keys of the mapping
	Before  string   // the text of the value before the cursor
	Word    string   // the word at the cursor
	From    int      // its first column, from 1
	To      int      // the column after its end
}

// maxBlock limits the lines before the cursor that are read, maxLine the characters of a line.
const (
	maxBlock = 5000
	maxLine  = 4000
)

// frame is an open mapping or list.
type frame struct {
	list   bool
	flow   bool
	indent int      // of its keys or dashes
	key    string   // of a mapping: the last key
	valued bool     // the key has a value
	single bool     // a mapping without brackets as an item of a bracketed list: [key: value]
	keys   []string // of a mapping
}

// scanner goes through a block.
type scanner struct {
	frames []frame
	text   int    // lines indented more than this belong to a | or > scalar; -1: none
	folded bool   // it is a > scalar, so it can be a formula
	value  string // the current scalar
	quote  rune   // its quotes
}

// SpotAt returns the context of a cursor before column col of a line, both from 1, in a block of YAML that begins at line first.
func SpotAt(lines []string, first, line, col int) Spot {
	s := &scanner{text: -1, frames: []frame{{indent: 0}}}
	first = max(first, line-maxBlock, 1)
	for i := first; i < line && i <= len(lines); i++ {
		if len(lines[i-1]) <= maxLine {
			s.line([]rune(lines[i-1]), -1)
		}
	}
	if line < 1 || line > len(lines) || len(lines[line-1]) > maxLine {
		return Spot{From: max(col, 1), To: max(col, 1)}
	}
	runes := []rune(lines[line-1])
	col = min(max(col, 1), len(runes)+1)
	spot := Spot{From: col, To: col}
	for spot.From > 1 && IsWord(runes[spot.From-2]) {
		spot.From--
	}
	for spot.To <= len(runes) && IsWord(runes[spot.To-1]) {
		spot.To++
	}
	spot.Word = string(runes[spot.From-1 : spot.To-1])
	state := s.line(runes, spot.From-1)
	spot.AtKey, spot.AtValue = state != inValue && state != inNothing, state == inValue || state == inEither
	for i, f := range s.frames {
		last := i == len(s.frames)-1
		switch {
		case last && spot.AtKey && !f.list:
			spot.Keys = f.keys
		case f.list:
			spot.Path = append(spot.Path, Step{})
		case f.key != "":
			spot.Path = append(spot.Path, Step{Key: f.key, Keys: slices.Clone(f.keys)})
		}
	}
	spot.Before = s.value
	return spot
}

// What the cursor is at.
const (
	inNothing = iota // a comment, a text
	inKey            // a key, or where one can begin
	inValue          // a value
	inEither         // where a value or the first key of a mapping can begin
)

func (s *scanner) top() *frame { return &s.frames[len(s.frames)-1] }

func (s *scanner) flow() bool { return s.top().flow }

// line reads a line, up to column stop (from 0; -1: all), and returns what the cursor is at there.
func (s *scanner) line(r []rune, stop int) int {
	end := len(r)
	if stop >= 0 {
		end = min(stop, end)
	}
	indent := 0
	for indent < len(r) && r[indent] == ' ' {
		indent++
	}
	blank := indent == len(r)
	if s.text >= 0 {
		if s.folded && (indent > s.text && !blank || blank && stop > s.text) {
			s.value = strings.TrimLeft(s.value+" "+string(r[min(indent, end):end]), " ")
			return inValue
		}
		if blank || indent > s.text {
			return inNothing
		}
		s.text = -1
	}
	if s.flow() || s.quote != 0 {
		s.value += " "
		return s.inline(r, min(indent, end), end, stop)
	}
	if blank && stop < 0 {
		return inNothing
	}
	at := min(indent, end)
	if stop >= 0 && blank {
		at = end
		indent = end
	}
	s.value = ""
	dash := at < len(r) && r[at] == '-' && (at+1 == len(r) || r[at+1] == ' ')
	for len(s.frames) > 1 && (s.top().indent > indent || s.top().indent == indent && s.top().list && !dash) {
		s.frames = s.frames[:len(s.frames)-1]
	}
	return s.block(r, at, end, stop)
}

// block reads a line outside of brackets from its first non-space character.
func (s *scanner) block(r []rune, at, end, stop int) int {
	for at < end && r[at] == '-' && (at+1 == len(r) || r[at+1] == ' ') {
		if t := s.top(); !(t.list && t.indent == at) {
			s.frames = append(s.frames, frame{list: true, indent: at})
		}
		at++
		for at < len(r) && r[at] == ' ' {
			at++
		}
		if at > end {
			return inEither
		}
		if at == end {
			s.child(at)
			return inEither
		}
	}
	if at >= end && stop < 0 {
		return inNothing
	}
	if at < len(r) && (r[at] == '|' || r[at] == '>') {
		s.text, s.folded = s.top().indent, r[at] == '>'
		return inNothing
	}
	if key, after, ok := keyOf(r, at); ok {
		s.child(at)
		if stop >= 0 && end < after {
			return inKey
		}
		s.enter(key)
		for after < len(r) && r[after] == ' ' {
			after++
		}
		if rest := strings.TrimSpace(string(r[min(after, len(r)):])); rest != "" && (rest[0] == '|' || rest[0] == '>') {
			s.text, s.folded = s.top().indent, rest[0] == '>'
			return inNothing
		}
		return s.inline(r, min(after, end), end, stop)
	}
	if stop >= 0 && at == end {
		return s.fresh(at)
	}
	if stop >= 0 && strings.TrimFunc(string(r[at:end]), IsWord) == "" && s.keyMay(at) {
		s.child(at)
		return inKey
	}
	return s.inline(r, at, end, stop)
}

// fresh returns what can begin at the indentation of an empty place.
func (s *scanner) fresh(at int) int {
	if s.keyMay(at) {
		s.child(at)
		return inKey
	}
	return inEither
}

// keyMay reports whether a key may begin at a column.
func (s *scanner) keyMay(at int) bool {
	t := s.top()
	return !t.list && (t.indent == at || len(t.keys) == 0 && len(s.frames) == 1) || !t.list && at > t.indent && t.key != "" && !t.valued || t.list && at > t.indent
}

// child makes the mapping at an indentation the current one.
func (s *scanner) child(at int) {
	t := s.top()
	if !t.list && (t.indent == at || t.key == "" && len(t.keys) == 0) {
		t.indent = at
		return
	}
	s.frames = append(s.frames, frame{indent: at})
}

// enter begins the value of a key of the current mapping.
func (s *scanner) enter(key string) {
	t := s.top()
	t.key, t.valued = key, false
	t.keys = append(t.keys, key)
	s.value = ""
}

// keyOf reads a key and its colon, and returns the column after it.
func keyOf(r []rune, at int) (string, int, bool) {
	i := at
	if i < len(r) && (r[i] == '"' || r[i] == '\'') {
		q := r[i]
		for i++; i < len(r) && r[i] != q; i++ {
		}
		if i+1 < len(r) && r[i+1] == ':' && (i+2 == len(r) || r[i+2] == ' ') {
			return string(r[at+1 : i]), i + 2, true
		}
		return "", 0, false
	}
	for ; i < len(r) && !strings.ContainsRune("{}[],#\"'", r[i]); i++ {
		if r[i] == ':' && (i+1 == len(r) || r[i+1] == ' ') {
			return string(r[at:i]), i + 1, true
		}
	}
	return "", 0, false
}

// inline reads scalars and brackets.
func (s *scanner) inline(r []rune, at, end, stop int) int {
	for at < end {
		c := r[at]
		if s.quote != 0 {
			if c == s.quote {
				s.quote = 0
			} else {
				s.value += string(c)
			}
			at++
			continue
		}
		switch {
		case c == '#' && (at == 0 || r[at-1] == ' '):
			if stop >= 0 {
				return inNothing
			}
			return inValue
		case (c == '"' || c == '\'') && strings.TrimSpace(s.value) == "":
			s.quote, s.value = c, ""
			if s.flow() && s.top().key == "" {
				if key, after, ok := keyOf(r, at); ok && after <= end {
					s.quote = 0
					s.enter(key)
					at = after
					continue
				}
			}
		case (c == '{' || c == '[') && (strings.TrimSpace(s.value) == "" || s.flow()) && !s.formula():
			s.top().valued = true
			s.frames = append(s.frames, frame{flow: true, list: c == '[', indent: at})
			s.value = ""
		case (c == '}' || c == ']') && s.flow() && !s.formula():
			if s.top().single && len(s.frames) > 2 {
				s.frames = s.frames[:len(s.frames)-1]
			}
			s.frames = s.frames[:len(s.frames)-1]
			s.value = ""
			s.top().valued = true
		case c == ',' && s.flow() && !s.formula():
			if s.top().single {
				s.frames = s.frames[:len(s.frames)-1]
			}
			if !s.top().list {
				s.top().key = ""
			}
			s.value = ""
		case s.flow() && c != ' ' && strings.TrimSpace(s.value) == "" && (s.top().list || s.top().key == ""):
			if key, after, ok := keyOf(r, at); ok && after <= end {
				if s.top().list { // [a: 1] is a list with a mapping
					s.frames = append(s.frames, frame{flow: true, single: true, indent: at})
					s.enter(key)
					at = after
					continue
				}
				s.enter(key)
				at = after
				continue
			}
			s.value += string(c)
		default:
			s.value += string(c)
		}
		at++
	}
	if stop < 0 {
		if t := s.top(); !t.flow && strings.TrimSpace(s.value) != "" {
			t.valued = true
		}
		return inValue
	}
	if t := s.top(); t.flow && !t.list && t.key == "" && s.quote == 0 {
		return inKey
	}
	if s.flow() && s.top().list && strings.TrimFunc(strings.TrimSpace(s.value), IsWord) == "" && s.quote == 0 {
		return inEither // [key: value] is a list with a mapping
	}
	return inValue
}

// formula reports whether the current scalar can contain brackets, as formulas in quotes do.
func (s *scanner) formula() bool { return s.quote != 0 }
