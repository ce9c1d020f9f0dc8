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

// progress is a status line at the bottom of a terminal, which is redrawn, and cleared before other output. Without a
// terminal, or under CI, nothing is drawn.
type progress struct {
	mu    sync.Mutex
	w     io.Writer
	width int // columns of the terminal, 0 if there is none
	name  string
	began time.Time
	last  time.Time // time of the last drawing
	tenth int       // tenths printed as lines
	drawn bool
	late  *time.Timer // draws the line of work that reports no progress

	done, total int
	text        string
}

const (
	barWidth  = 30
	barAfter  = 500 * time.Millisecond // shorter work shows no progress
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

// begin starts the progress of a part of the work. Its line appears after a delay, even if no progress is reported.
func (p *progress) begin(name string) *progress {
	p.clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.began, p.last, p.tenth = name, time.Now(), time.Time{}, 0
	p.done, p.total, p.text = 0, 0, ""
	if p.width > 0 {
		p.late = time.AfterFunc(barAfter, func() { p.redraw() })
	}
	return p
}

// redraw draws the line if it is missing, unless the work is over.
func (p *progress) redraw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.late != nil && !p.drawn {
		p.line()
	}
}

// draw redraws the line, unless it was drawn just now or the work has just begun.
func (p *progress) draw(done, total int, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total, p.text = done, total, text
	now := time.Now()
	if p.width == 0 || now.Sub(p.began) < barAfter || now.Sub(p.last) < barEvery && done < total {
		return
	}
	p.line()
}

// line draws the line; it has no bar while the total is unknown.
func (p *progress) line() {
	text := p.name + " …"
	if p.total > 0 {
		full := barWidth * min(p.done, p.total) / p.total
		text = fmt.Sprintf("%s [%s%s] %s", p.name, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), p.text)
	} else if p.text != "" {
		text = p.name + " … " + p.text
	}
	line := []rune(text)
	fmt.Fprint(p.w, clearLine, string(line[:min(len(line), p.width-1)]))
	p.last, p.drawn = time.Now(), true
}

// report calls draw; without a terminal it prints a line for each tenth of the work.
func (p *progress) report(done, total int, text string) {
	p.draw(done, total, text)
	if tenth := inTenths * done / max(total, 1); p.width == 0 && tenth > p.tenth {
		p.tenth = tenth
		fmt.Fprintf(p.w, "%s: %s\n", p.name, text)
	}
}

// clear removes the line, and ends work that reported no progress.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.late != nil {
		p.late.Stop()
		p.late = nil
	}
	if p.drawn {
		fmt.Fprint(p.w, clearLine)
		p.drawn = false
	}
}
