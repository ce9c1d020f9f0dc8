//go:build linux || darwin

package main

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
)

// screen is a pseudo-terminal with a running command.
type screen struct {
	t    *testing.T
	keys *os.File
	code chan int

	mu   sync.Mutex
	text string // since the last expectation
	all  string
	more *sync.Cond
	over bool
}

// openScreen executes a command line at a pseudo-terminal with a number of columns.
func openScreen(t *testing.T, columns int, args ...string) *screen {
	t.Helper()
	t.Chdir(t.TempDir())
	t.Setenv("TERM", "xterm")
	master, slave, err := pty.Open()
	if err != nil {
		t.Skip(err)
	}
	if err := pty.Setsize(slave, &pty.Winsize{Rows: 24, Cols: uint16(columns)}); err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, keys: master, code: make(chan int, 1)}
	s.more = sync.NewCond(&s.mu)
	go s.watch()
	go func() {
		s.code <- newEnv(slave, slave, slave).run(append(args, "-C", absoluteRoot))
		slave.Close()
	}()
	t.Cleanup(func() { master.Close() })
	return s
}

// watch collects the output.
func (s *screen) watch() {
	buffer := make([]byte, 4096)
	for {
		n, err := s.keys.Read(buffer)
		s.mu.Lock()
		s.text += string(buffer[:n])
		s.all += string(buffer[:n])
		s.over = s.over || err != nil
		s.more.Broadcast()
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// expect waits for a text in the output.
func (s *screen) expect(want string) {
	s.t.Helper()
	late := time.AfterFunc(time.Minute, func() {
		s.mu.Lock()
		s.over = true
		s.more.Broadcast()
		s.mu.Unlock()
	})
	defer late.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !strings.Contains(s.text, want) {
		if s.over {
			s.t.Fatalf("%q is not on the screen:\n%s", want, s.all)
		}
		s.more.Wait()
	}
	s.text = s.text[strings.Index(s.text, want)+len(want):]
}

func (s *screen) press(keys string) {
	s.t.Helper()
	if _, err := s.keys.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// ends waits for the exit code.
func (s *screen) ends(code int) {
	s.t.Helper()
	select {
	case got := <-s.code:
		if got != code {
			s.t.Errorf("exit code %d, want %d:\n%s", got, code, s.all)
		}
	case <-time.After(time.Minute):
		s.t.Fatalf("the command does not end:\n%s", s.all)
	}
}

func TestTerminalHasCompletionAndHistory(t *testing.T) {
	t.Setenv("NO_COLOR", "")
	s := openScreen(t, 80, "play", "kalah", "-setup", "four", "-seed", "5", "-seat", "north=minimal")
	s.expect("\x1b[1mSouth: pit")
	s.expect("south> ")
	s.press("south-\t") // nothing to add: lists the candidates
	s.expect("south-1  south-2")
	s.press("\x15") // clears the line
	s.press("boa\t\r")
	s.expect("board")
	s.expect("n6:4")
	s.expect("south> ")
	s.press("show north-s\t\r")
	s.expect("Store of north")
	s.expect("south> ")
	s.press("2\r")
	s.expect("south pit: south-2")
	s.expect("south> ")
	s.press("\x1b[A\x1b[A\r") // the line before the last
	s.expect("Store of north")
	s.expect("south> ")
	s.press("\x04") // end of input
	s.expect("saved in kalah.play")
	s.ends(exitOK)
}

func TestInterruptAtATerminalSavesThePlay(t *testing.T) {
	s := openScreen(t, 60, "play", "kalah", "-seed", "5", "-color", "never")
	s.expect("south> ")
	s.press("1\r")
	s.expect("north> ")
	s.press("2\x03")
	s.expect("saved in kalah.play")
	s.ends(exitInterrupted)
	if text, err := os.ReadFile("kalah.play"); err != nil || strings.Count(string(text), "pit:") != 1 {
		t.Errorf("%s %v", text, err)
	}
	if strings.Contains(s.all, "\x1b[1m") || strings.Contains(s.all, "\x1b[2m") {
		t.Error("there are colours")
	}
}

func TestTerminalHidesTheCardsOfThePreviousSeat(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	s := openScreen(t, 100, "play", "texas-holdem", "-seed", "5", "-seat", "others=minimal", "-seat", "seat-1=person", "-seat", "seat-3=person")
	s.expect("queen of spades")
	s.expect("seat-1> ")
	s.press("call\r")
	s.expect("\x1b[2J\x1b[3J\x1b[H")
	s.expect("Hand the terminal to Seat 3")
	if rest := s.text; strings.Contains(rest, "eight of diamonds") {
		t.Error("the cards of seat 3 are shown before it has the terminal")
	}
	s.press("\r")
	s.expect("eight of diamonds")
	s.expect("seat-3> ")
	if i := strings.Index(s.all, "\x1b[2J"); strings.Contains(s.all[i:], "queen-of-") {
		t.Error("the cards of seat 1 are shown to seat 3")
	}
	s.press("quit\r")
	s.ends(exitOK)
	if strings.Contains(s.all, "\x1b[1m") {
		t.Error("there are colours")
	}
}

func TestDumbTerminalIsReadByLines(t *testing.T) {
	s := openScreen(t, 60, "play", "kalah", "-seed", "5")
	s.expect("south> ")
	s.press("quit\r")
	s.ends(exitOK)
	t.Setenv("TERM", "dumb")
	if k := newKeyboard(s.keys, &plain{to: s.keys}); k != nil {
		t.Error("a dumb terminal is read key by key")
	}
}
