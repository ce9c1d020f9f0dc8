// This file puts plans to a program and judges its replies.

package drive

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/conformance/scenario"
)

// Verdict is what came of a scenario.
type Verdict string

const (
	Passed      Verdict = "ok"
	Failed      Verdict = "failed"
	Broken      Verdict = "broken"      // the program crashed, was too slow, took too much, or talked nonsense
	Unsupported Verdict = "unsupported" // the program says so
)

// Bounds of what is passed on of a program's words.
const (
	maxName  = 200     // bytes of its name and version
	maxWords = 4 << 10 // bytes of what it says went wrong
	maxExtra = 100     // wrong offers of a decision that are told one by one
)

// harmless makes words of a program fit for a terminal and a report: no hidden characters, every line but the first indented,
// and not too long.
func harmless(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), maxWords)], "�")
	return strings.ReplaceAll(diag.Plain(text), "\n", "\n    ")
}

// Outcome is what came of a scenario on a program.
type Outcome struct {
	Scenario string    `json:"scenario"`
	Title    string    `json:"title"`
	Rules    []string  `json:"rules,omitempty"`
	Verdict  Verdict   `json:"verdict"`
	Why      string    `json:"why,omitempty"` // of what is broken or unsupported
	Compared Compared  `json:"compared"`
	Findings []Finding `json:"findings,omitempty"`

	touched []string // clauses that a finding could name
}

// Compared counts what was compared, level by level.
type Compared struct {
	States   int `json:"states"`
	Legality int `json:"legality"`
	Traces   int `json:"traces"`
}

// Finding is one thing in which a program departs from the rules.
type Finding struct {
	Level string   `json:"level"`
	Move  int      `json:"move"` // from 1, 0 before the first
	Line  string   `json:"line,omitempty"`
	What  string   `json:"what"` // the value, decision or line of a trace
	Want  any      `json:"want"`
	Got   any      `json:"got"`
	Rules []string `json:"rules,omitempty"`
}

// Driver plays plans on a program, which it starts anew when it has failed.
type Driver struct {
	Words  *Words
	Table  *Table
	Game   string
	Levels []string // those that are wanted
	Start  func() (Program, error)
	// Trace gives the lines that the trace of a scenario has, without its header; nil leaves traces out.
	Trace func(id string) []string
	// Overhear, if given, is told of each line: '>' of a request, '<' of a reply.
	Overhear func(way byte, line []byte)

	program Program
	Hello   Hello // of the program, once it runs
}

// Open starts the program and greets it. Error where it cannot be started or does not speak the protocol.
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

// odd says what is wrong with a greeting, "" if nothing is.
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

// send sends a request in the program's names and gives the line that answers it.
func (d *Driver) send(r Request) ([]byte, error) {
	line, err := json.Marshal(d.Table.request(r))
	if err != nil {
		return nil, err
	}
	if d.Overhear != nil {
		d.Overhear('>', line)
	}
	reply, err := d.program.Ask(line)
	if err == nil && d.Overhear != nil {
		d.Overhear('<', reply)
	}
	return reply, err
}

// takes tells whether a level is compared.
func (d *Driver) takes(level string) bool {
	return slices.Contains(d.Levels, level) && slices.Contains(d.Hello.Levels, level)
}

// Run plays a plan. It fails only if the program can no longer be started.
func (d *Driver) Run(p *Plan) (Outcome, error) {
	out := Outcome{Scenario: p.ID, Title: p.Title, Rules: p.Rules, touched: p.Touched}
	if why := d.Hello.Unsupported.of(p); why != "" {
		out.Verdict, out.Why = Unsupported, why
		return out, nil
	}
	if d.program == nil {
		if err := d.Open(); err != nil {
			return out, err
		}
	}
	r := &runner{Driver: d, plan: p, out: &out}
	err := r.run()
	var lacks *lacking
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

// of says why a plan is not for a program, "" if it is.
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

// keeps tells whether a program keeps a value.
func (l *Lacks) keeps(name string) bool {
	_, part, _ := strings.Cut(name, ".")
	return !slices.Contains(l.Values, name) && (part == "" || !slices.Contains(l.Values, part))
}

// lacking is the error of what a program does not support.
type lacking struct{ why string }

func (l *lacking) Error() string { return "not supported: " + l.why }

// runner plays one plan.
type runner struct {
	*Driver
	plan *Plan
	out  *Outcome
	said []Request // since the position
	at   *Step
}

func (r *runner) run() error {
	if err := r.do(r.plan.Position); err != nil {
		return err
	}
	for i := range r.plan.Steps {
		step := &r.plan.Steps[i]
		if len(r.out.Findings) > 0 && (step.Say != nil || step.Move != r.at.Move) {
			return nil // what follows is a consequence
		}
		r.at = step
		if err := r.step(step); err != nil {
			return err
		}
	}
	return nil
}

// step carries out a step.
func (r *runner) step(s *Step) error {
	switch {
	case s.Say != nil:
		if s.Say.Forced && !r.Hello.AsksForced {
			return nil
		}
		r.said = append(r.said, *s.Say)
		return r.say(*s.Say, s.Rules)
	case s.Pending != nil && r.takes(Legality):
		return r.pending(s.Pending, s.Rules)
	case s.Values != nil && r.takes(States):
		return r.values(s.Values, s.Rules)
	case s.Trial != nil && r.takes(Legality):
		return r.trial(s.Trial, s.Rules)
	case s.Trace && r.takes(Traces) && r.Trace != nil:
		return r.trace(s.Rules)
	}
	return nil
}

// ask sends a request and reads the reply.
func (r *runner) ask(q Request) (Reply, error) {
	line, err := r.send(q)
	if err != nil {
		return Reply{}, fmt.Errorf("%s: %w", q.Type, err)
	}
	var reply Reply
	if err := decode(line, &reply); err != nil {
		return Reply{}, fmt.Errorf("%s: %w", q.Type, err)
	}
	switch {
	case reply.Unsupported != "":
		return Reply{}, &lacking{reply.Unsupported}
	case reply.Error != "":
		return Reply{}, fmt.Errorf("%s: the program says: %s", q.Type, reply.Error)
	}
	for _, name := range slices.Sorted(maps.Keys(reply.Values)) {
		reply.Values[name] = whole(reply.Values[name])
	}
	return r.Table.reply(reply), nil
}

// do sends a request that must be answered by ok.
func (r *runner) do(q Request) error {
	reply, err := r.ask(q)
	if err == nil && !reply.OK {
		err = fmt.Errorf("%s: the reply is not {\"ok\": true}", q.Type)
	}
	return err
}

// say passes an answer on. A refusal is a finding.
func (r *runner) say(q Request, rules []string) error {
	reply, err := r.ask(q)
	if err != nil {
		return err
	}
	level := Legality
	if !r.takes(Legality) {
		level = States
	}
	*r.count(level)++
	if !reply.OK {
		what := q.Decision
		if q.Type == "stance" {
			what = q.Name
		}
		answer := q.Answer
		switch q.Type {
		case "chance":
			answer = q.Outcome
		case "stance":
			answer = q.Value
		}
		got := strings.TrimSpace("refused " + reply.Refused)
		if reply.Clause != "" {
			got += " (" + reply.Clause + ")"
		}
		r.find(level, what, answer, got, rules)
	}
	return nil
}

// count gives the counter of a level.
func (r *runner) count(level string) *int {
	c := &r.out.Compared
	return map[string]*int{States: &c.States, Legality: &c.Legality, Traces: &c.Traces}[level]
}

func (r *runner) find(level, what string, want, got any, rules []string) {
	if len(rules) == 0 {
		rules = r.plan.Rules
	}
	r.out.Findings = append(r.out.Findings, Finding{Level: level, Move: r.at.Move, Line: r.at.Line, What: what, Want: want, Got: got, Rules: rules})
}

// values compares values.
func (r *runner) values(wants []Want, rules []string) error {
	q := Request{Type: "values"}
	for _, w := range wants {
		if r.Hello.Unsupported.keeps(w.Name) {
			q.Wanted = append(q.Wanted, w.Name)
		}
	}
	if len(q.Wanted) == 0 {
		return nil
	}
	reply, err := r.ask(q)
	if err != nil {
		return err
	}
	if reply.Values == nil {
		return errors.New("values: the reply has no values")
	}
	for _, w := range wants {
		got, ok := reply.Values[w.Name]
		if !ok || !slices.Contains(q.Wanted, w.Name) {
			continue
		}
		*r.count(States)++
		if !same(got, w.Value, w.Set) {
			because := w.Rules
			if len(because) == 0 {
				because = rules
			}
			r.find(States, w.Name, w.Value, got, because)
		}
	}
	return nil
}

// pending compares what is asked and what is offered.
func (r *runner) pending(p *Pending, rules []string) error {
	got, err := r.ask(Request{Type: "asks"})
	if err != nil {
		return err
	}
	*r.count(Legality)++
	switch {
	case p.Over && !got.Over:
		r.find(Legality, "asks", "over", got.asks(), rules)
	case p.Over:
		for _, seat := range r.Words.Names.Seats {
			if want, ok := p.Result[seat]; ok && got.Result != nil && got.Result[seat] != want {
				r.find(Legality, "result of "+seat, want, got.Result[seat], rules)
			}
		}
	case got.Over || got.Seat != p.Seat || got.Decision != p.Decision:
		r.find(Legality, "asks", p.Seat+" "+p.Decision, got.asks(), rules)
	case p.Seat != chance:
		r.offers(p, got, rules)
	}
	return nil
}

func (r *Reply) asks() string {
	if r.Over {
		return "over"
	}
	return strings.TrimSpace(r.Seat + " " + r.Decision)
}

// offers compares what a decision offers.
func (r *runner) offers(p *Pending, got Reply, rules []string) {
	for _, x := range without(p.Options, got.Options) {
		r.find(Legality, p.Decision, "offers "+x, "does not offer "+x, rules)
	}
	extra := without(got.Options, p.Options)
	for _, x := range extra[:min(len(extra), maxExtra)] {
		r.find(Legality, p.Decision, "does not offer "+x, "offers "+x, r.against(p, x, rules))
	}
	if more := len(extra) - maxExtra; more > 0 {
		r.find(Legality, p.Decision, "offers nothing else", fmt.Sprintf("offers %d more", more), rules)
	}
	r.pieces(p, got, rules)
	bound := func(name string, want, have *int64) {
		if want != nil && have != nil && *want != *have {
			r.find(Legality, p.Decision, fmt.Sprintf("%s %d", name, *want), fmt.Sprintf("%s %d", name, *have), rules)
		}
	}
	bound("min", p.Min, got.Min)
	bound("max", p.Max, got.Max)
}

// pieces compares the pieces that a decision offers.
func (r *runner) pieces(p *Pending, got Reply, rules []string) {
	wrong := 0
	for _, zone := range sorted(p.Pieces, got.Pieces) {
		for _, class := range sorted(p.Pieces[zone], got.Pieces[zone]) {
			want, have := p.Pieces[zone][class], got.Pieces[zone][class]
			if want == have {
				continue
			}
			if wrong++; wrong <= maxExtra {
				r.find(Legality, p.Decision, fmt.Sprintf("%d %s.%s", want, zone, class), fmt.Sprintf("%d %s.%s", have, zone, class), rules)
			}
		}
	}
	if more := wrong - maxExtra; more > 0 {
		r.find(Legality, p.Decision, "the pieces that there are", fmt.Sprintf("%d more that are wrong", more), rules)
	}
}

// without gives what of a list is not in another, in order.
func without(list, other []string) []string {
	has := make(map[string]bool, len(other))
	for _, x := range other {
		has[x] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return has[x] })
}

// against gives the clauses that keep a decision from offering something, those of the decision where none are known.
func (r *runner) against(p *Pending, name string, rules []string) []string {
	if found := scenario.Against(p.state, name); len(found) > 0 {
		return found
	}
	return rules
}

// trial plays what a scenario says is refused, and goes back.
func (r *runner) trial(t *scenario.Trial, rules []string) error {
	if r.Hello.Saves {
		if err := r.do(Request{Type: "save"}); err != nil {
			return err
		}
	}
	for _, reply := range t.Legal {
		before := len(r.out.Findings)
		if err := r.say(*say(reply), rules); err != nil {
			return err
		}
		if len(r.out.Findings) > before {
			return nil
		}
	}
	if err := r.refused(t, rules); err != nil {
		return err
	}
	if r.Hello.Saves {
		return r.do(Request{Type: "restore"})
	}
	if err := r.do(r.plan.Position); err != nil {
		return err
	}
	for _, q := range r.said {
		if err := r.do(q); err != nil {
			return err
		}
	}
	return nil
}

// refused asks for what must be refused. Where the decision has resolved itself otherwise, it must be past.
func (r *runner) refused(t *scenario.Trial, rules []string) error {
	q := say(t.Refused)
	*r.count(Legality)++
	if t.Forced {
		got, err := r.ask(Request{Type: "asks"})
		if err == nil && !got.Over && got.Seat == t.Refused.Seat && got.Decision == t.Refused.Decision && slices.Contains(got.Options, fmt.Sprint(t.Refused.Value)) {
			r.find(Legality, q.Decision, "does not offer "+fmt.Sprint(q.Answer), "offers it", rules)
		}
		return err
	}
	q.Type = "legal"
	if t.Refused.Stance {
		q.Decision, q.Answer, q.Name, q.Value = q.Name, q.Value, "", nil
		q.Seat = t.Refused.Seat
	}
	reply, err := r.ask(*q)
	switch {
	case err != nil:
		return err
	case reply.Legal == nil:
		return errors.New("legal: the reply says neither true nor false")
	case *reply.Legal:
		r.find(Legality, q.Decision, "refuses "+plainText(q.Answer), "accepts it", rules)
	}
	return nil
}

func plainText(v any) string {
	text, _ := json.Marshal(v)
	return strings.Trim(string(text), `"`)
}

// trace compares the trace of the scenario, line by line, up to the first that differs.
func (r *runner) trace(rules []string) error {
	want := r.Trace(r.plan.ID)
	reply, err := r.ask(Request{Type: "trace"})
	if err != nil {
		return err
	}
	said := reply.Lines
	if r.plan.Resumed {
		said = said[max(0, len(said)-len(want)):]
	}
	for i := range max(len(want), len(said)) {
		*r.count(Traces)++
		ours, theirs := lineAt(want, i), lineAt(said, i)
		if ours != theirs {
			if n := len(r.out.Findings); n > 0 {
				rules = r.out.Findings[n-1].Rules // the same thing, seen once more
			}
			r.find(Traces, fmt.Sprintf("line %d", i+1), ours, theirs, rules)
			return nil
		}
	}
	return nil
}

func lineAt(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// chance is the seat of dice and cards.
const chance = "chance"

// sorted gives the keys of two mappings together, in order.
func sorted[V any](one, other map[string]V) []string {
	keys := slices.Sorted(maps.Keys(one))
	keys = append(keys, slices.Sorted(maps.Keys(other))...)
	slices.Sort(keys)
	return slices.Compact(keys)
}
