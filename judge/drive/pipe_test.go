package drive_test

// These programs are at the other end of a pipe and do not read, or end, or print empty lines. Time is that of
// synctest.

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rulebound/judge/drive"
)

func TestProgramThatDoesNotReadTimesOut(t *testing.T) {
	for what, c := range map[string]struct {
		closes, ends bool // its input; its output
		want         string
	}{
		"it reads nothing":                  {false, false, "no reply within 1s"},
		"it closes its input":               {true, false, "it does not read any more"},
		"it closes its input and output":    {true, true, "it ended"},
		"it reads nothing and says no more": {false, true, "it ended"},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				requests, in := io.Pipe()
				out, replies := io.Pipe()
				if c.closes {
					requests.Close()
				}
				if c.ends {
					replies.Close()
				}
				p := drive.NewPipe(in, out, time.Second)
				if _, err := p.Ask([]byte("{}")); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v, want %q", err, c.want)
				}
				requests.Close()
				replies.Close()
				p.Close()
			})
		})
	}
}

// Empty lines are counted up to the next reply.
func TestEmptyLinesBeforeAReplyAreSkipped(t *testing.T) {
	requests, in := io.Pipe()
	out, replies := io.Pipe()
	go func() {
		for asked := bufio.NewScanner(requests); asked.Scan(); {
			if _, err := io.WriteString(replies, strings.Repeat("\n", 40_000)+"{\"ok\": true}\n"); err != nil {
				return
			}
		}
		replies.Close()
	}()
	p := drive.NewPipe(in, out, 0)
	for range 3 {
		if reply, err := p.Ask([]byte("{}")); err != nil || string(reply) != `{"ok": true}` {
			t.Errorf("%s %v", reply, err)
		}
	}
	p.Close()
}

// Unrequested output stays in the pipe, and is read when the program is closed.
func TestUnrequestedLinesAreNotCollected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, in := io.Pipe()
		out, replies := io.Pipe()
		printed := 0
		go func() {
			for line := strings.Repeat("x", 100_000) + "\n"; printed < 50; printed++ {
				_, _ = io.WriteString(replies, line)
			}
			replies.Close()
		}()
		p := drive.NewPipe(in, out, 0)
		if synctest.Wait(); printed > 3 {
			t.Errorf("%d lines are read", printed)
		}
		p.Close()
		if synctest.Wait(); printed != 50 {
			t.Errorf("%d lines are read when it is closed", printed)
		}
	})
}
