package source

// This file reads scalars: their tags and the positions of their characters.

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"rulebound/compiler/diag"
)

// The forms of unquoted scalars. Numbers in other notations are rejected, because people read them differently than YAML.
var (
	decimal     = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	otherNumber = regexp.MustCompile(`^[-+]?(0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|0[0-9]+|[0-9][0-9_]*_[0-9_]*)$`)
)

func startsNumber(text string) bool {
	return text != "" && (text[0] >= '0' && text[0] <= '9' || text[0] == '-' || text[0] == '+')
}

// TagOf returns the tag of an unquoted text.
func TagOf(text string) Tag {
	switch {
	case text == "true" || text == "false":
		return TagBool
	case startsNumber(text) && decimal.MatchString(text):
		return TagInt
	}
	return TagString
}

func (b *block) scalar(n *Node, y *yaml.Node) {
	n.Kind, n.Value, n.Tag = Scalar, y.Value, TagString
	if size := utf8.RuneCountInString(y.Value); b.Text > 0 && size > b.Text {
		b.errorf(n.Pos, "text-too-long", "a value of %d characters", size).Detailf("At most %d are possible; shorten it.", b.Text)
		n.Value = ""
		return
	}
	switch {
	case y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		n.Quoted = true
		b.quoted(n, y)
		return
	case y.Style&yaml.FoldedStyle != 0:
		b.folded(n, y)
		return
	case y.Style&yaml.LiteralStyle != 0:
		n.Multiline = true
		return
	}
	if behind, oneLine := strings.CutPrefix(b.rest(y.Line, y.Column), y.Value); oneLine {
		n.Pos = n.Pos.Offset(0, utf8.RuneCountInString(y.Value))
		n.commented(behind)
	} else {
		n.Multiline = true
	}
	n.Tag = TagOf(y.Value)
	switch {
	case y.Value == "" || y.Value == "~" || y.Value == "null":
		n.Kind, n.Tag = Null, TagNull
	case n.Tag == TagInt:
		if _, err := strconv.ParseInt(y.Value, 10, 64); err != nil {
			n.Value = "0"
			b.errorf(n.Pos, "number-too-large", "the number is too large").
				Detailf("Whole numbers go from -9223372036854775808 to 9223372036854775807.")
		}
	case startsNumber(y.Value) && otherNumber.MatchString(y.Value):
		b.errorf(n.Pos, "number-form", "%s is not a plain decimal number", y.Value).
			Detailf("Write the number in decimal digits without a leading zero or underscore. Put text that looks like this in quotes.")
	}
}

// quoted computes the extent of a quoted scalar and the positions of its characters.
func (b *block) quoted(n *Node, y *yaml.Node) {
	n.Pos = b.pos(y.Line, y.Column+1, 0)
	if i := strings.IndexFunc(n.Value, diag.Hidden); i >= 0 {
		r, _ := utf8.DecodeRuneInString(n.Value[i:])
		b.errorf(n.Pos, "escape", "an escape for an invisible character (U+%04X)", r).
			Detailf("Text is what people read: leave it out.")
		n.Multiline = true // its extent is unknown
		return
	}
	written := b.rest(y.Line, y.Column)
	if written == "" {
		return
	}
	if inside, behind, closed := strings.Cut(written[1:], written[:1]); closed && inside == n.Value {
		// no escapes
		n.Pos.EndCol = n.Pos.Col + utf8.RuneCountInString(inside)
		n.commented(behind)
		return
	}
	end := quoteEnd(written)
	if end < 0 {
		n.Multiline = true
		return
	}
	mark, raw := rune(written[0]), []rune(written[1:end])
	var columns []int
	for i := 0; i < len(raw); i++ {
		columns = append(columns, i)
		switch {
		case raw[i] == mark: // a doubled quote
			i++
		case mark == '"' && raw[i] == '\\':
			i += escapeLength(raw[i:]) - 1
		}
	}
	if len(columns) != utf8.RuneCountInString(n.Value) {
		n.Multiline = true
		return
	}
	n.places = &places{columns: append(columns, len(raw))}
	n.Pos.EndCol = n.Pos.Col + len(raw)
	n.commented(written[end+1:])
	for i := 0; i+1 < len(raw); i++ {
		if mark == '"' && raw[i] == '\\' {
			if raw[i+1] == ' ' {
				b.errorf(b.pos(y.Line, y.Column+1+i, 2), "escape", "a backslash before a space disappears inside double quotes").
					Detailf("Use single quotes around a formula that has a backslash.")
				return
			}
			i++
		}
	}
}

// folded computes the positions of the characters of a folded scalar (`>-`), whose lines YAML joins by spaces.
func (b *block) folded(n *Node, y *yaml.Node) {
	var lines []diag.Pos
	indent, rest := -1, n.Value
	for row := y.Line + 1; row <= len(b.lines) && (len(lines) == 0 || rest != ""); row++ {
		text := b.lines[row-1].text
		if indent < 0 {
			indent = len(text) - len(strings.TrimLeft(text, " "))
		}
		part := text[min(indent, len(text)):]
		behind, ok := strings.CutPrefix(rest, part)
		if !ok || part == "" {
			break
		}
		lines = append(lines, b.pos(row, indent+1, utf8.RuneCountInString(part)))
		rest, ok = strings.CutPrefix(behind, " ")
		if !ok && behind != "" {
			break
		}
	}
	if rest != "" || len(lines) == 0 {
		n.Multiline = true // unjoined lines
		return
	}
	n.Pos, n.places = lines[0], &places{lines: lines}
}

// quoteEnd returns the index of the quote that closes the first character of text, or -1.
func quoteEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && text[0] == '"':
			i++
		case c == text[0] && c == '\'' && strings.HasPrefix(text[i+1:], "'"):
			i++
		case c == text[0]:
			return i
		}
	}
	return -1
}

// escapeLength returns the number of characters of the escape sequence with which raw begins.
func escapeLength(raw []rune) int {
	if len(raw) < 2 {
		return len(raw)
	}
	switch raw[1] {
	case 'x':
		return 4
	case 'u':
		return 6
	case 'U':
		return 10
	}
	return 2
}

// comment returns the comment in the rest of a line after a value, or "".
func comment(behind string) string {
	text := strings.TrimLeft(behind, " \t")
	if len(text) < len(behind) && strings.HasPrefix(text, "#") {
		return strings.TrimSpace(text)
	}
	return ""
}
