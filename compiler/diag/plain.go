// This file keeps text of a file from doing more than being read: what moves the cursor of a terminal, turns the direction of
// writing or hides letters is no text.

package diag

import (
	"strings"
	"unicode"
)

// Hidden tells whether nobody sees a character where text is shown: control characters, tabs and line ends among them, marks
// that turn the direction of writing, spaces without width. The two joiners, which some scripts are written with, are none.
func Hidden(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
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
