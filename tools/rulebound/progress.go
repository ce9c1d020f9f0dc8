// This file shows the progress of a command.

package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress is one line at the foot of a terminal that is drawn again and again, and cleared before anything else is written. Without
// a terminal, or under CI, it draws nothing.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	width int // columns of the terminal, 0 if there is none
	name  string
	began time.Time
	last  time.Time // when the line was drawn
	tenth int       // tenths that were printed as lines
	drawn bool
}

const (
	barWidth  = 30
	barAfter  = 500 * time.Millisecond // what takes less shows no progress
	barEvery  = 100 * time.Millisecond
	inTenths  = 10
	clearLine = "\r\x1b[K"
)

func newProgress(w io.Writer) *progress {
	p := &progress{w: w}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb" && os.Getenv("CI") == "" {
		p.width = 80
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
			p.width = columns
		}
	}
	return p
}

// begin starts the progress of a part of the work.
func (p *progress) begin(name string) *progress {
	p.clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.began, p.last, p.tenth = name, time.Now(), time.Time{}, 0
	return p
}

// draw draws the line again, unless it was drawn just now or the work has only begun.
func (p *progress) draw(done, total int, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.width == 0 || now.Sub(p.began) < barAfter || now.Sub(p.last) < barEvery && done < total {
		return
	}
	full := barWidth * min(done, total) / max(total, 1)
	line := []rune(fmt.Sprintf("%s [%s%s] %s", p.name, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), text))
	fmt.Fprint(p.w, clearLine, string(line[:min(len(line), p.width-1)]))
	p.last, p.drawn = now, true
}

// report is draw, and without a terminal it prints a line for each tenth of the work.
func (p *progress) report(done, total int, text string) {
	p.draw(done, total, text)
	if tenth := inTenths * done / max(total, 1); p.width == 0 && tenth > p.tenth {
		p.tenth = tenth
		fmt.Fprintf(p.w, "%s: %s\n", p.name, text)
	}
}

// clear removes the line.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, clearLine)
		p.drawn = false
	}
}
