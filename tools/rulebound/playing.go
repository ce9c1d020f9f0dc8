// This file reads the input of a play: answers and commands.

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"rulebound/compiler/diag"
	"rulebound/conformance/scenario/names"
	"rulebound/engine"
	"rulebound/show/play"
)

// lines is a source of typed lines. The error is io.EOF at the end.
type lines interface {
	read(prompt string, complete func(line string) (head string, words []string)) (string, error)
}

// piped reads lines of any input, and echoes them after their prompt as a terminal would.
type piped struct {
	scan  *bufio.Scanner
	echo  io.Writer
	shows bool // the input is a terminal that echoes
}

// maxTypedLine limits an input line, in bytes.
const maxTypedLine = 64 << 10

func newPiped(in io.Reader, echo io.Writer) *piped {
	file, ok := in.(*os.File)
	p := &piped{bufio.NewScanner(in), echo, ok && term.IsTerminal(int(file.Fd()))}
	p.scan.Buffer(make([]byte, 4<<10), maxTypedLine)
	return p
}

func (p *piped) read(prompt string, _ func(string) (string, []string)) (string, error) {
	if p.shows {
		fmt.Fprint(p.echo, prompt)
	}
	if !p.scan.Scan() {
		if errors.Is(p.scan.Err(), bufio.ErrTooLong) {
			return "", fmt.Errorf("a line is longer than %d KiB", maxTypedLine>>10)
		}
		return "", errors.Join(p.scan.Err(), io.EOF)
	}
	if !p.shows {
		fmt.Fprintln(p.echo, prompt+p.scan.Text())
	}
	return p.scan.Text(), nil
}

// command is an input word other than an answer.
type command struct {
	word, takes, does string
	run               func(x *playing, rest string) error
}

var commands []command

func init() {
	commands = []command{ // in the order of help, which lists them
		{"undo", "[N]", "take your last N answers back, with what followed", (*playing).undo},
		{"redo", "[N]", "give N answers again that were taken back", (*playing).redo},
		{"why", "[X]", "why X is not a legal answer; without X, for all that are not offered", (*playing).why},
		{"rule", "[X]", "the text of a clause, section or card; without X, of the decision", (*playing).rule},
		{"show", "X", "a space, card, seat or pile", (*playing).show},
		{"board", "", "the position", (*playing).board},
		{"log", "[N]", "the last N lines of the log, 20 if N is left out", (*playing).log},
		{"stance", "[NAME VALUE]", "set what a seat may set at any time; without NAME, what there is", (*playing).stance},
		{"everything", "", "also show hidden cards and values, or no longer", (*playing).reveal},
		{"save", "FILE", "save the play", (*playing).save},
		{"record", "FILE [N]", "write a scenario of it, from the N-th answer on", (*playing).record},
		{"help", "", "this list", (*playing).help},
		{"quit", "", "end; a play that is not saved is saved in a new file", func(*playing, string) error { return io.EOF }},
	}
}

// talk reads answers until the input ends.
func (x *playing) talk() error {
	x.greet()
	var failed error
	for failed == nil {
		if err := x.advance(); err != nil {
			x.keep(x.writeOut)
			return err
		}
		if x.report(); x.stopped != nil {
			failed = x.stopped
			break
		}
		line, err := x.typed.read(x.prompt(), x.completions)
		switch {
		case err != nil:
			failed = err
		case strings.TrimSpace(line) == "":
			x.asked = ""
		default:
			failed = x.obey(strings.TrimSpace(line))
		}
	}
	x.keep(x.writeOut)
	if errors.Is(failed, io.EOF) {
		return nil
	}
	return failed
}

// advance lets programs and chance answer, up to the next decision of a person.
func (x *playing) advance() error {
	for !x.p.State().Over() && !x.p.Waits(x.table, x.chance == "hand") {
		a, by, err := x.p.Decide(x.table)
		if err != nil {
			return err
		}
		if err := x.whole(func() error { return x.p.Answer(a, by) }); err != nil {
			return err
		}
	}
	return nil
}

// obey executes a typed line: a command, or an answer. An error ends the play; mistakes in the line are only printed.
func (x *playing) obey(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	q := x.p.Question()
	forced := strings.HasPrefix(word, ":")
	answers := q != nil && slices.ContainsFunc(q.Offers, func(o play.Offer) bool { return o.ID == line })
	if i := slices.IndexFunc(commands, func(c command) bool { return c.word == strings.TrimPrefix(word, ":") }); i >= 0 && (forced || !answers) {
		err := commands[i].run(x, strings.TrimSpace(rest))
		if errors.Is(err, io.EOF) {
			return io.EOF
		}
		x.complainOf(err)
		return nil
	}
	switch {
	case forced:
		x.complainOf(unknownWord(strings.TrimPrefix(word, ":")))
	case q == nil:
		x.complainOf(fmt.Errorf("the game is over; %w", unknownWord(word)))
	default:
		x.complainOf(x.answer(q, line))
	}
	return nil
}

func commandWords() []string {
	return names.Of(commands, func(c *command) string { return c.word })
}

func unknownWord(word string) error {
	if near := diag.Near(word, commandWords()); near != "" {
		return fmt.Errorf("there is no command %q; did you mean %s?", word, near)
	}
	return fmt.Errorf("there is no command %q; help lists the commands", word)
}

// answer parses and applies a typed answer.
func (x *playing) answer(q *play.Question, line string) error {
	a, err := q.Read(line)
	if err != nil {
		word, _, _ := strings.Cut(line, " ")
		if near := diag.Near(word, commandWords()); near != "" {
			return fmt.Errorf("%w, or a command; did you mean %s?", err, near)
		}
		return fmt.Errorf("%w; help lists the commands", err)
	}
	return x.change(func() error { return x.p.Answer(a, play.Person) })
}

// change changes the play; an interrupt waits for it.
func (x *playing) change(do func() error) error {
	return x.whole(func() error {
		err := do()
		x.unsaved = x.unsaved || err == nil
		return err
	})
}

// amount parses the N of a command.
func amount(text string, otherwise int) (int, error) {
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%q is not a number of 1 or more", text)
	}
	return n, nil
}

func (x *playing) undo(rest string) error {
	n, err := amount(rest, 1)
	if err != nil {
		return err
	}
	taken := 0
	if err := x.change(func() error { taken, err = x.p.Undo(n); return err }); err != nil {
		return err
	}
	if taken == 0 {
		return errors.New("this is where the play begins")
	}
	x.back()
	x.say(fmt.Sprintf("%s taken back", diag.Count(taken, "answer")))
	return nil
}

func (x *playing) redo(rest string) error {
	n, err := amount(rest, 1)
	if err != nil {
		return err
	}
	given := 0
	if err := x.change(func() error { given, err = x.p.Redo(n); return err }); err != nil {
		return err
	}
	if given == 0 {
		return errors.New("nothing was taken back")
	}
	return nil
}

// back unmarks seen lines of the log that no longer exist.
func (x *playing) back() {
	for viewer, n := range x.shown {
		x.shown[viewer] = min(n, x.p.Lines())
	}
}

func (x *playing) why(rest string) error {
	q := x.p.Question()
	if q == nil {
		return errors.New("the game is over: there is nothing to answer")
	}
	if rest != "" {
		why, err := q.Why(rest)
		if err == nil {
			x.say(why)
		}
		return err
	}
	list := q.WhyNot()
	switch {
	case len(list) == 0 && len(q.Names()) == 0:
		x.say("name the answer behind why: not all that could be answered are listed")
	case len(list) == 0:
		x.say("everything is offered")
	}
	for _, why := range list {
		x.say(why)
	}
	return nil
}

func (x *playing) show(rest string) error {
	if rest == "" {
		return errors.New("name what to show: a space, card, seat or pile")
	}
	lines, err := x.p.Show(rest, x.viewer(), x.width)
	x.print(lines)
	return err
}

// rule prints clauses of the rulebook.
func (x *playing) rule(rest string) error {
	if rest == "" {
		if q := x.p.Question(); q != nil {
			rest = q.Rule
		}
		if rest == "" {
			return errors.New("name the clause, section or card: rule X")
		}
	}
	var known, found []string
	for i := range x.book.Clauses {
		c := &x.book.Clauses[i]
		known = append(known, c.ID)
		after, within := strings.CutPrefix(c.ID, rest)
		if within && (after == "" || after[0] == '-' || after[0] == '.') {
			found = append(found, c.ID+" "+c.Text)
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("there is no clause or section %q; %s", rest, oneAmong(rest, known))
	}
	for _, text := range found {
		x.say(text)
	}
	return nil
}

func (x *playing) board(string) error {
	lines := x.p.Board(x.viewer(), x.width)
	if len(lines) == 0 {
		lines = []string{"nothing lies on the board"}
	}
	x.print(lines)
	return nil
}

func (x *playing) log(rest string) error {
	n, err := amount(rest, 20)
	if err != nil {
		return err
	}
	all := x.p.Log(0, x.viewer())
	for _, line := range all[max(0, len(all)-n):] {
		x.say(line)
	}
	return nil
}

func (x *playing) stance(rest string) error {
	name, value, given := strings.Cut(rest, " ")
	if given {
		a, err := x.p.Stance(name, strings.TrimSpace(value))
		if err != nil {
			return err
		}
		return x.change(func() error { return x.p.Answer(a, play.Person) })
	}
	list := x.p.Stances()
	if len(list) == 0 {
		x.say("no seat sets anything")
	}
	for _, s := range list {
		x.say(s)
	}
	return nil
}

func (x *playing) reveal(string) error {
	x.everything = !x.everything
	x.drawn, x.asked, x.shown[x.watcher()] = "", "", x.p.Lines()
	x.say(map[bool]string{true: "everything is shown", false: "hidden cards and values are hidden"}[x.everything])
	return nil
}

func (x *playing) save(rest string) error {
	if rest == "" {
		return errors.New("name the file: save FILE")
	}
	if err := writable(rest); err != nil {
		return err
	}
	if err := x.write(rest, x.writeOut); err != nil {
		return err
	}
	x.say("saved in " + rest)
	return nil
}

func (x *playing) record(rest string) error {
	fields := strings.Fields(rest)
	if len(fields) == 0 || len(fields) > 2 {
		return errors.New("name the file, and if you like the answer to begin with: record FILE [N]")
	}
	from := 1
	if len(fields) == 2 {
		var err error
		if from, err = amount(fields[1], 1); err != nil {
			return err
		}
	}
	text, err := x.recorded(x.p, fields[0], from, toBeWritten(x.p))
	if err == nil {
		x.say(text)
	}
	return err
}

// helpColumn is the column of descriptions in help.
const helpColumn = 23

func (x *playing) help(string) error {
	x.say("Type an answer by its number, its title or its id, or the beginning of one. The commands, with a colon in front if an answer has the same name:")
	for _, c := range commands {
		head := strings.TrimSpace(c.word + " " + c.takes)
		for _, line := range play.Wrap(c.does, x.width-helpColumn, "") {
			x.print([]string{fmt.Sprintf("  %-*s%s", helpColumn-2, head, line)})
			head = ""
		}
	}
	return nil
}

// viewer returns the seat whose view is printed: the person who decides; else the only person; else engine.Chance,
// which sees public information.
func (x *playing) viewer() int {
	if x.everything {
		return play.Everything
	}
	if d := x.p.State().Decision(); d != nil && d.Seat >= 0 && x.table[d.Seat] == nil {
		return d.Seat
	}
	only := engine.Chance
	for seat, d := range x.table {
		if d == nil && only != engine.Chance {
			return engine.Chance
		}
		if d == nil {
			only = seat
		}
	}
	return only
}
