// This file keeps text of a file from doing more than being read: what moves the cursor of a terminal, turns the direction of
// writing or hides letters is no text.

package diag

import (
	"strings"
	"unicode"
)

const (
	// longest is how many bytes of a word a message shows whole: a name may be as long as its file.
	longest = 200
	// shown is how many of a longer word it shows at either end.
	shown = 80
)

// brief gives a message with the middle of overlong words left out.
func brief(text string) string {
	if len(text) <= longest {
		return text
	}
	var out strings.Builder
	for len(text) > 0 {
		n := strings.IndexFunc(text, unicode.IsSpace)
		if n < 0 {
			n = len(text)
		}
		if n <= longest {
			out.WriteString(text[:n])
		} else {
			out.WriteString(strings.ToValidUTF8(text[:shown], "") + "…" + strings.ToValidUTF8(text[n-shown:n], ""))
		}
		gap := len(text[n:]) - len(strings.TrimLeftFunc(text[n:], unicode.IsSpace))
		out.WriteString(text[n : n+gap])
		text = text[n+gap:]
	}
	return out.String()
}

// Hidden reports whether nobody sees a character where text is shown: control characters, tabs and line ends among them, marks
// that turn the direction of writing, spaces without width, letters and symbols that are blank. The two joiners, which some scripts are
// written with, are none.
func Hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	if r >= ' ' && r < 0x7f {
		return false
	}
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0': // joiner of graphemes, fillers, blank vowels and pattern
		return true
	}
	return !unicode.IsGraphic(r) && r != nonJoiner && r != joiner
}

// Plain gives text with U+FFFD in the place of each hidden character, but for tabs and line feeds.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if Hidden(r) && r != '\t' && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
