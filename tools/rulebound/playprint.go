// This file prints the output of a play.

package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"

	"rulebound/compiler/diag"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/show/play"
	"rulebound/show/steps"
)

// prepare sets up input and output.
func (x *playing) prepare() {
	keyboard := newKeyboard(x.in, x.out)
	if keyboard != nil {
		x.typed, x.keyboard = keyboard, keyboard
		x.atInterrupt(keyboard.restore)
	} else {
		x.typed = newPiped(x.in, x.out)
	}
	x.painted = x.colour == "always" || x.colour == "auto" && keyboard != nil && os.Getenv("NO_COLOR") == ""
	x.fixed = x.width > 0
	x.measure()
}

// measure sets the width of lines to that of the terminal, unless a flag sets it.
func (x *playing) measure() {
	if x.fixed {
		return
	}
	x.width = defaultWidth
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n >= minWidth {
		x.width = n
	}
	if x.keyboard != nil {
		if columns, _, err := term.GetSize(int(x.keyboard.file.Fd())); err == nil && columns > 0 {
			x.width = max(columns, minWidth)
		}
	}
}

const defaultWidth = 80

// SGR codes of text styles.
const (
	bold = "1"
	dim  = "2"
)

// paint prints a line in a style, if colours are on.
func (x *playing) paint(style, line string) {
	raw, ok := x.out.(*plain)
	if !x.painted || !ok {
		fmt.Fprintln(x.out, line)
		return
	}
	raw.before()
	_, _ = io.WriteString(raw.to, "\x1b["+style+"m"+diag.Plain(line)+"\x1b[0m\n")
}

// say prints a text, wrapped.
func (x *playing) say(text string) { x.print(play.Wrap(text, x.width, hanging(text))) }

// hanging returns the indent of continuation lines.
func hanging(text string) string {
	return strings.Repeat(" ", min(len(text)-len(strings.TrimLeft(text, " ")), minWidth)+2)
}

func (x *playing) print(lines []string) {
	for _, line := range lines {
		fmt.Fprintln(x.out, line)
	}
}

// complainOf prints why a command was not executed.
func (x *playing) complainOf(err error) {
	if err != nil {
		for _, line := range play.Wrap(play.Failure(err), x.width, "  ") {
			x.paint(bold, line)
		}
	}
}

// greet prints the game, its players and options.
func (x *playing) greet() {
	text := x.def.Title
	if id := x.p.Setup().ID; id != "" {
		text += ", set-up " + id
	}
	text += fmt.Sprintf("%s, seed %d", x.optionText(), x.seed)
	if n := len(x.p.Steps()); n > 0 {
		text += fmt.Sprintf(", %s so far", diag.Count(n, "answer"))
	}
	for _, line := range play.Wrap(text, x.width, "  ") {
		x.paint(bold, line)
	}
	x.say("help lists the commands, board shows the position, quit ends.")
	x.shown[x.watcher()] = x.p.Lines()
	if lines := x.p.Board(x.viewer(), x.width); len(lines) > maxBoard {
		fmt.Fprintln(x.out)
		x.print(lines)
	}
}

// maxBoard is the maximal height of a board that is printed before each question.
const maxBoard = 16

// maxNews is the maximal number of log lines printed without the command log.
const maxNews = 40

// watcher returns the viewer whose position in the log counts: the viewing seat if views differ between seats.
func (x *playing) watcher() int {
	if trace.Hides(x.def) {
		return x.viewer()
	}
	return play.Everything
}

// report prints the log since the viewer's last report, the position, and the question.
func (x *playing) report() {
	x.measure()
	viewer := x.viewer()
	if x.viewed >= 0 && viewer >= 0 && viewer != x.viewed && trace.Hides(x.def) && x.p.State().Player(viewer) != x.p.State().Player(x.viewed) {
		if x.clearFor(viewer); x.stopped != nil {
			return
		}
	}
	x.viewed = viewer
	news := x.p.Log(x.shown[x.watcher()], viewer)
	x.shown[x.watcher()] = x.p.Lines()
	if more := len(news) - maxNews; more > 0 {
		x.paint(dim, fmt.Sprintf("… %s before; log %d shows them", diag.Count(more, "line"), len(news)))
		news = news[more:]
	}
	for _, line := range news {
		for _, part := range play.Wrap(line, x.width, hanging(line)) {
			x.paint(dim, part)
		}
	}
	asked := fmt.Sprintf("%d %x", viewer, x.p.State().Hash())
	if asked == x.asked && len(news) == 0 {
		return
	}
	x.asked = asked
	lines := x.p.Board(viewer, x.width)
	if text := strings.Join(lines, "\n"); len(lines) <= maxBoard && text != x.drawn {
		x.drawn = text
		fmt.Fprintln(x.out)
		x.print(lines)
	} else if own := x.p.Own(viewer, x.width); len(lines) > maxBoard && strings.Join(own, "\n") != x.drawn {
		x.drawn = strings.Join(own, "\n")
		fmt.Fprintln(x.out)
		x.print(own)
	}
	fmt.Fprintln(x.out)
	x.ask()
}

// clearFor separates the views of two seats: it clears the terminal before the other seat's view.
func (x *playing) clearFor(seat int) {
	raw, ok := x.out.(*plain)
	if x.keyboard == nil || !ok {
		fmt.Fprintf(x.out, "\n--- %s ---\n", x.p.SeatTitle(seat))
		return
	}
	raw.before()
	_, _ = io.WriteString(raw.to, "\x1b[2J\x1b[3J\x1b[H")
	_, x.stopped = x.keyboard.read("Hand the terminal to "+x.p.SeatTitle(seat)+", who presses Enter: ", nil)
}

// ask prints the pending decision with its answers.
func (x *playing) ask() {
	q := x.p.Question()
	if q == nil {
		x.paint(bold, "The game is over.")
		x.say(strings.Join(x.p.Result(), ", "))
		x.say("undo goes back, save FILE keeps the play, quit ends.")
		return
	}
	heading := x.p.SeatTitle(q.Seat) + ": " + steps.Words(q.Name)
	if q.Rule != "" {
		heading += " (" + strings.TrimSpace(q.Rule+" "+q.Title) + ")"
	}
	for _, line := range play.Wrap(heading, x.width, "  ") {
		x.paint(bold, line)
	}
	if q.Fault != nil {
		x.complainOf(q.Fault)
		return
	}
	x.offers(q)
	if hint := q.Hint(); hint != "" {
		x.say("  " + hint)
	}
}

// manyOffers is the maximal number of answers in one column.
const manyOffers = 9

// offers prints the answers: a few in one column, more in several.
func (x *playing) offers(q *play.Question) {
	var labels []string
	widest := 0
	for i := range q.Offers {
		label := q.Offers[i].Label(len(q.Offers) > manyOffers)
		if q.Numbered {
			label = fmt.Sprintf("%*d  %s", len(strconv.Itoa(len(q.Offers))), i+1, label)
		}
		labels, widest = append(labels, label), max(widest, utf8.RuneCountInString(label))
	}
	columns := 1
	if len(labels) > manyOffers {
		columns = max(1, (x.width-2)/(widest+3))
	}
	rows := (len(labels) + columns - 1) / columns
	for r := range rows {
		if columns == 1 {
			x.print(play.Wrap("  "+labels[r], x.width, "      "))
			continue
		}
		line := "  "
		for i := r; i < len(labels); i += rows {
			line += labels[i] + strings.Repeat(" ", widest+3-utf8.RuneCountInString(labels[i]))
		}
		fmt.Fprintln(x.out, strings.TrimRight(line, " "))
	}
}

func (x *playing) prompt() string {
	if d := x.p.State().Decision(); d != nil && d.Seat != engine.Chance {
		return x.def.SeatName(int64(d.Seat)) + "> "
	}
	return "> "
}
