// This file removes characters that do more than show text: those that move the cursor of a terminal, change the direction of
// writing or hide letters.

package diag

import (
	"strings"
	"unicode"
)

const (
	// longest is the greatest number of bytes of a word that is shown whole. A name may be as long as its file.
	longest = 200
	// shown is the number of bytes shown at either end of a longer word.
	shown = 80
)

// brief abbreviates overlong words of a message.
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

// Hidden reports whether a character is invisible: control characters, including tabs and line ends, bidirectional marks,
// zero-width spaces, and blank letters and symbols. The two joiners, which some scripts need, are not hidden.
func Hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	if r >= ' ' && r < 0x7f {
		return false
	}
	switch r {
	case '\u034f', '\u115f', '\u1160', '\u17b4', '\u17b5', '\u2800', '\u3164', '\uffa0': // grapheme joiner, fillers, blank vowels and blank pattern
		return true
	}
	return !unicode.IsGraphic(r) && r != nonJoiner && r != joiner
}

// Plain replaces hidden characters other than tabs and line feeds by U+FFFD.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if Hidden(r) && r != '\t' && r != '\n' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
