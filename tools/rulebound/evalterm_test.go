//go:build linux || darwin

package main

import "testing"

func TestTerminalCompletesFormulas(t *testing.T) {
	s := openScreen(t, 80, "eval", "-at", "kalah/2.1-sowing/farther")
	s.expect("at kalah/2.1-sowing/farther; names of the procedure that runs: ")
	s.expect("> ")
	s.press("size([$se\t\x7f]) + 1\r")
	s.expect("2\r\n")
	s.expect("> ")
	s.press("size(\r")
	s.expect("the formula ends after (")
	s.expect("> ")
	s.press("\x1b[A\x1b[A\r") // the line before the last
	s.expect("2\r\n")
	s.expect("> ")  // the key could arrive before the terminal is in raw mode
	s.press("\x04") // end of input
	s.ends(exitOK)
}
