// This file keeps texts of files from controlling the terminal.

package main

import (
	"io"
	"unicode/utf8"

	"rulebound/compiler/diag"
)

// plain writes text without hidden characters: it replaces each of them, and each byte of invalid UTF-8, by U+FFFD. A
// write may end within a character that the next one completes.
type plain struct {
	to     io.Writer
	before func() // called before each write
	rest   []byte
}

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
