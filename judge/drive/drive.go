// This file starts a program, greets it and runs plans on it.

package drive

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rulebound/compiler/diag"
)

// Verdict is the result of a scenario.
type Verdict string

const (
	Passed      Verdict = "ok"
	Failed      Verdict = "failed"
	Broken      Verdict = "broken"      // the program crashed, exceeded a limit, or sent an invalid reply
	Unsupported Verdict = "unsupported" // the program says so
)

// Limits of what is reproduced of a program's output.
const (
	maxName  = 200     // bytes of its name and version
	maxWords = 4 << 10 // bytes of its error message
	maxExtra = 20      // wrong offers of a decision, or wrong values, that are listed; the rest is counted
	maxShown = 200     // bytes of a name, value or line in a finding; longer ones are cut with a note
)

// harmless makes text of a program safe for a terminal and a report: it removes hidden characters, indents all lines
// but the first, and limits the length.
func harmless(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), maxWords)], "�")
	return strings.ReplaceAll(diag.Plain(text), "\n", "\n    ")
}

// Outcome is the result of a scenario on a program.
type Outcome struct {
	Scenario string    `json:"scenario"`
	Title    string    `json:"title"`
	Rules    []string  `json:"rules,omitempty"`
	Verdict  Verdict   `json:"verdict"`
	Why      string    `json:"why,omitempty"` // the reason for broken or unsupported
	Compared Compared  `json:"compared"`
	Findings []Finding `json:"findings,omitempty"`

	touched []string // clauses that a finding could name
	precise bool     // the last finding is the first wrong line of a trace, with the clauses of its event: the others follow from it
}

// Compared counts the comparisons of each level.
type Compared struct {
	States   int `json:"states"`
	Legality int `json:"legality"`
	Traces   int `json:"traces"`
}

// Finding is one departure of a program from the rules.
type Finding struct {
	Level string   `json:"level"`
	Move  int      `json:"move"` // from 1, 0 before the first
	Line  string   `json:"line,omitempty"`
	What  string   `json:"what"` // the value, decision or line of a trace
	Want  any      `json:"want"`
	Got   any      `json:"got"`
	Rules []string `json:"rules,omitempty"`
}

// ErrRunTooLong is the reason why a scenario is broken that was not finished within the time of the run.
var ErrRunTooLong = errors.New("the time of the whole run is over")

// Driver runs plans on a program, which it restarts after a failure.
type Driver struct {
	Words  *Words
	Table  *Table
	Game   string
	Levels []string // the requested ones
	Start  func() (Program, error)
	// Trace returns the expected trace of a scenario, without header; nil disables traces.
	Trace func(id string) []string
	// Until is the end of the run; unfinished scenarios are broken then. Zero for no end.
	Until time.Time
	// Transcribe, if not nil, gets each line: '>' for a request, '<' for a reply.
	Transcribe func(way byte, line []byte)

	program Program
	Hello   Hello // of the program, once it runs
}

// Open starts the program and greets it. It fails if the program cannot be started or does not speak the protocol.
func (d *Driver) Open() error {
	if d.Table == nil {
		d.Table = &Table{}
	}
	program, err := d.Start()
	if err != nil {
		return fmt.Errorf("the program cannot be started: %w", err)
	}
	d.program = program
	var hello Hello
	line, err := d.send(Request{Type: "hello", Protocol: Version, Game: d.Game, Rules: d.Words.Rules, Names: &d.Words.Names})
	if err == nil {
		err = decode(line, &hello)
	}
	if err != nil {
		d.stop()
		return fmt.Errorf("hello: %s", harmless(err.Error()))
	}
	if why := hello.odd(); why != "" {
		d.stop()
		return fmt.Errorf("hello: %s", why)
	}
	hello.Unsupported.Decisions = words(hello.Unsupported.Decisions, d.Table.ours)
	hello.Unsupported.Values = words(hello.Unsupported.Values, d.Table.ours)
	hello.Unsupported.Setups = words(hello.Unsupported.Setups, d.Table.ours)
	hello.Unsupported.Options = words(hello.Unsupported.Options, d.Table.ours)
	d.Hello = hello
	return nil
}

// odd says what is wrong with a greeting, "" if it is valid.
func (h *Hello) odd() string {
	switch {
	case h.Protocol != Version:
		return fmt.Sprintf("the program speaks version %d of the protocol, not %d", h.Protocol, Version)
	case h.Name == "" || h.Version == "":
		return "the program says neither name nor version, or only one of them"
	case harmless(h.Name) != h.Name || harmless(h.Version) != h.Version || len(h.Name)+len(h.Version) > maxName:
		return fmt.Sprintf("name and version are a line of at most %d bytes, without control characters", maxName)
	case len(h.Levels) == 0:
		return "the program takes part in no level: " + strings.Join(Levels, ", ")
	}
	for _, l := range h.Levels {
		if !slices.Contains(Levels, l) {
			return fmt.Sprintf("there is no level %.40q; there are %s", l, strings.Join(Levels, ", "))
		}
	}
	return ""
}

// Close ends the program.
func (d *Driver) Close() {
	if d.program != nil {
		d.send(Request{Type: "end"})
		d.stop()
	}
}

func (d *Driver) stop() {
	if d.program != nil {
		d.program.Close()
		d.program = nil
	}
}

// send sends a request, in the program's names, and returns the reply.
func (d *Driver) send(r Request) ([]byte, error) {
	line, err := json.Marshal(d.Table.request(r))
	if err != nil {
		return nil, err
	}
	if d.Transcribe != nil {
		d.Transcribe('>', line)
	}
	reply, err := d.program.Ask(line)
	if err == nil && d.Transcribe != nil {
		d.Transcribe('<', reply)
	}
	return reply, err
}

// takes reports whether a level is compared.
func (d *Driver) takes(level string) bool {
	return slices.Contains(d.Levels, level) && slices.Contains(d.Hello.Levels, level)
}

// Run runs a plan. It fails only if the program can no longer be started.
func (d *Driver) Run(p *Plan) (Outcome, error) {
	out := Outcome{Scenario: p.ID, Title: p.Title, Rules: p.Rules, touched: p.Touched}
	if why := d.Hello.Unsupported.of(p); why != "" {
		out.Verdict, out.Why = Unsupported, why
		return out, nil
	}
	if !d.Until.IsZero() && time.Now().After(d.Until) {
		d.stop()
		out.Verdict, out.Why = Broken, ErrRunTooLong.Error()
		return out, nil
	}
	if d.program == nil {
		if err := d.Open(); err != nil {
			return out, err
		}
	}
	r := &runner{Driver: d, plan: p, out: &out}
	err := r.run()
	var lacks *unsupported
	switch {
	case errors.As(err, &lacks):
		out.Verdict, out.Why = Unsupported, harmless(lacks.why)
	case err != nil:
		out.Verdict, out.Why = Broken, harmless(err.Error())
		d.stop()
	case len(out.Findings) > 0:
		out.Verdict = Failed
	default:
		out.Verdict = Passed
	}
	return out, nil
}

// of says why the program does not support a plan, "" if it does.
func (l *Lacks) of(p *Plan) string {
	if p.Setup != "" && slices.Contains(l.Setups, p.Setup) {
		return "set-up " + p.Setup
	}
	for _, o := range l.Options {
		if _, ok := p.Options[o]; ok {
			return "option " + o
		}
	}
	for _, r := range l.Rules {
		for _, rule := range p.Rules {
			if rule == r || strings.HasPrefix(rule, r+"-") || strings.HasPrefix(rule, r+".") {
				return "rule " + rule
			}
		}
	}
	for _, name := range l.Decisions {
		if slices.Contains(p.Met, name) {
			return "decision " + name
		}
	}
	return ""
}

// keeps reports whether a program stores a value.
func (l *Lacks) keeps(name string) bool {
	_, part, _ := strings.Cut(name, ".")
	return !slices.Contains(l.Values, name) && (part == "" || !slices.Contains(l.Values, part))
}
