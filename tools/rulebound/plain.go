// This file keeps what files say from steering the terminal that it is shown on.

package main

import (
	"io"
	"unicode/utf8"

	"rulebound/compiler/diag"
)

// plain writes text without hidden characters: in the place of each, and of a byte that is no UTF-8, stands U+FFFD. The last
// bytes of a write may be the beginning of a character that the next one ends.
type plain struct {
	to     io.Writer
	before func() // called before each write
	rest   []byte
}

// Write takes all of a text, or fails as the writer below does.
func (p *plain) Write(text []byte) (int, error) {
	p.before()
	all := append(p.rest, text...)
	end := len(all)
	for i := 1; i < utf8.UTFMax && i <= len(all); i++ {
		if at := len(all) - i; utf8.RuneStart(all[at]) {
			if !utf8.FullRune(all[at:]) {
				end = at
			}
			break
		}
	}
	p.rest = append([]byte(nil), all[end:]...)
	if _, err := io.WriteString(p.to, diag.Plain(string(all[:end]))); err != nil {
		return 0, err
	}
	return len(text), nil
}
