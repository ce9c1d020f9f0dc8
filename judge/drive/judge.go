// This file sends the steps of a plan to a program and judges its replies.

package drive

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"rulebound/conformance/scenario"
	"rulebound/conformance/scenario/names"
)

// unsupported is the error for what a program does not support.
type unsupported struct{ why string }

func (l *unsupported) Error() string { return "not supported: " + l.why }

// runner plays one plan.
type runner struct {
	*Driver
	plan *Plan
	out  *Outcome
	sent []Request // requests since the position
	past []Step    // forced answers since the last request, which a program does not want to get
	at   *Step
}

func (r *runner) run() error {
	if err := r.do(r.position()); err != nil {
		return err
	}
	for i := range r.plan.Steps {
		step := &r.plan.Steps[i]
		if len(r.out.Findings) > 0 && (step.Say != nil || step.Move != r.at.Move) {
			return r.trace(nil, false) // later findings are a consequence
		}
		r.at = step
		before := len(r.out.Findings)
		if err := r.step(step); err != nil {
			return err
		}
		if err := r.waits(before); err != nil {
			return err
		}
	}
	return nil
}

// position returns the first request of the plan.
func (r *runner) position() Request {
	if r.Hello.AsksForced && r.plan.Early != nil {
		return *r.plan.Early
	}
	return r.plan.Position
}

// waits handles new findings, those beyond the first before, of a program that declared that it answers forced
// decisions itself but still waits at one. If the program offers only the forced answer, that is an error and the
// findings are withdrawn; if it offers more, that is the finding.
func (r *runner) waits(before int) error {
	if len(r.out.Findings) == before || len(r.past) == 0 {
		return nil
	}
	line, err := r.send(Request{Type: "asks"})
	if err != nil {
		return fmt.Errorf("asks: %w", err)
	}
	var got Reply
	if decode(line, &got) != nil {
		return nil // it does not support the request
	}
	got = r.Table.reply(got)
	for _, step := range r.past {
		q := step.Say
		seat, answer := q.Seat, q.Answer
		if q.Type == "chance" {
			seat, answer = chance, q.Outcome
		}
		if got.Over || got.Decision != q.Decision || got.Seat != seat {
			continue
		}
		r.out.Findings = r.out.Findings[:before]
		if extra := without(got.Options, []string{plainText(answer)}); len(extra) > 0 {
			r.find(Legality, q.Decision, "offers only "+plainText(answer), "offers "+listed(extra), step.Rules)
			r.past = nil
			return nil
		}
		return fmt.Errorf("it waits at %s %s, which has one legal answer (%s): it must carry that out by itself, or say asksForced in its hello", seat, q.Decision, plainText(answer))
	}
	return nil
}

// listed joins names; it counts those beyond maxExtra.
func listed(names []string) string {
	text := strings.Join(names[:min(len(names), maxExtra)], ", ")
	if more := len(names) - maxExtra; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// step carries out a step.
func (r *runner) step(s *Step) error {
	switch {
	case s.Say != nil:
		if s.Say.Forced && !r.Hello.AsksForced {
			r.past = append(r.past, *s)
			return nil
		}
		r.sent = append(r.sent, *s.Say)
		_, err := r.accepts(*s.Say, s.Rules)
		return err
	case s.Pending != nil && r.takes(Legality):
		return r.pending(s.Pending, s.Rules)
	case s.View != "" && !r.Hello.Views:
	case s.Values != nil && r.takes(States):
		return r.values(s)
	case s.Trial != nil && r.takes(Legality) && len(r.out.Findings) == 0: // otherwise its result would be a consequence
		return r.trial(s.Trial, s.Rules)
	case s.Trace:
		return r.trace(s.Rules, true)
	}
	return nil
}

// ask sends a request and decodes the reply.
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
		return Reply{}, &unsupported{reply.Unsupported}
	case reply.Error != "":
		return Reply{}, fmt.Errorf("%s: the program says: %s", q.Type, reply.Error)
	}
	for _, name := range slices.Sorted(maps.Keys(reply.Values)) {
		reply.Values[name] = whole(reply.Values[name])
	}
	return r.Table.reply(reply), nil
}

// do sends a request whose reply must be ok.
func (r *runner) do(q Request) error {
	reply, err := r.ask(q)
	switch {
	case err != nil || reply.OK:
		return err
	case reply.Refused != "":
		return fmt.Errorf("%s: the program refuses it: %s", q.Type, reply.Refused)
	}
	return fmt.Errorf("%s: the reply is not {\"ok\": true}", q.Type)
}

// accepts sends an answer and reports whether it was accepted. A refusal is a finding.
func (r *runner) accepts(q Request, rules []string) (bool, error) {
	before := len(r.out.Findings)
	if err := r.answer(q, rules); err != nil || len(r.out.Findings) > before {
		return false, err
	}
	r.past = nil
	return true, nil
}

// answer sends an answer. A refusal is a finding.
func (r *runner) answer(q Request, rules []string) error {
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

// count returns the counter of a level.
func (r *runner) count(level string) *int {
	c := &r.out.Compared
	return map[string]*int{States: &c.States, Legality: &c.Legality, Traces: &c.Traces}[level]
}

func (r *runner) find(level, what string, want, got any, rules []string) {
	if len(rules) == 0 {
		rules = r.plan.Rules
	}
	r.out.Findings = append(r.out.Findings, Finding{Level: level, Move: r.at.Move, Line: r.at.Line, What: shortened(what).(string), Want: shortened(want), Got: shortened(got), Rules: rules})
}

// shortened returns a short value unchanged, or the beginning of a long one's text with the number of omitted bytes.
func shortened(v any) any {
	text, ok := v.(string)
	if !ok {
		text = plainText(v)
	}
	if len(text) <= maxShown {
		return v
	}
	return fmt.Sprintf("%s… (%d bytes more)", strings.ToValidUTF8(text[:maxShown], ""), len(text)-maxShown)
}

// found reports whether the same wrong value was already found.
func (r *runner) found(name string, got any) bool {
	return slices.ContainsFunc(r.out.Findings, func(f Finding) bool {
		return f.Level == States && f.What == name && reflect.DeepEqual(f.Got, got)
	})
}

// values compares values, or a seat's view of them.
func (r *runner) values(s *Step) error {
	q, rules := Request{Type: "values"}, s.Rules
	if s.View != "" {
		q = Request{Type: "view", Seat: s.View}
	}
	for _, w := range s.Values {
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
		return errors.New(q.Type + ": the reply has no values")
	}
	wrong := 0
	for _, w := range s.Values {
		got, ok := reply.Values[w.Name]
		if !ok || !slices.Contains(q.Wanted, w.Name) {
			continue
		}
		*r.count(States)++
		what := w.Name
		if s.View != "" {
			what = s.View + " sees " + what
		}
		if !same(got, w.Value, w.Set) && !r.found(what, shortened(got)) {
			if wrong++; wrong > maxExtra {
				continue
			}
			because := w.Rules
			if len(because) == 0 {
				because = rules
			}
			r.find(States, what, w.Value, got, because)
		}
	}
	if more := wrong - maxExtra; more > 0 {
		r.find(States, "values", "the values that there are", fmt.Sprintf("%d more that are wrong", more), rules)
	}
	return nil
}

// pending compares the pending decision and its offers.
func (r *runner) pending(p *Pending, rules []string) error {
	got, err := r.ask(Request{Type: "asks"})
	if err != nil {
		return err
	}
	*r.count(Legality)++
	switch {
	case p.Over && !got.Over:
		r.find(Legality, "asks", "over", got.pending(), rules)
	case p.Over:
		for _, seat := range r.Words.Names.Seats {
			if want, ok := p.Result[seat]; ok && got.Result != nil && got.Result[seat] != want {
				r.find(Legality, "result of "+seat, want, got.Result[seat], rules)
			}
		}
	case got.Over || got.Seat != p.Seat || got.Decision != p.Decision:
		r.find(Legality, "asks", p.Seat+" "+p.Decision, got.pending(), rules)
	case p.Seat != chance:
		r.offers(p, got, rules)
	}
	return nil
}

func (r *Reply) pending() string {
	if r.Over {
		return "over"
	}
	return strings.TrimSpace(r.Seat + " " + r.Decision)
}

// offers compares the offers of a decision.
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

// without returns the elements of list that are not in other, in order.
func without(list, other []string) []string {
	has := make(map[string]bool, len(other))
	for _, x := range other {
		has[x] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(x string) bool { return has[x] })
}

// against returns the clauses that exclude an offer from a decision, or those of the decision if none are known.
func (r *runner) against(p *Pending, name string, rules []string) []string {
	if found := names.Against(p.state, name); len(found) > 0 {
		return found
	}
	return rules
}

// trial plays a line that the scenario declares as refused, and returns to the position.
func (r *runner) trial(t *scenario.Trial, rules []string) error {
	if r.Hello.Saves {
		if err := r.do(Request{Type: "save"}); err != nil {
			return err
		}
	}
	past, legal, pending := r.past, t.Legal, !t.Forced
	if t.Forced && r.Hello.AsksForced {
		if at := lastForced(t); at >= 0 {
			legal, pending = legal[:at], true
		}
	}
	for _, reply := range legal {
		q := requestOf(reply)
		if reply.Forced && !r.Hello.AsksForced {
			r.past = append(slices.Clone(r.past), Step{Say: q, Rules: rules})
			continue
		}
		if ok, err := r.accepts(*q, rules); err != nil || !ok {
			return err
		}
	}
	if err := r.refused(t, pending, rules); err != nil {
		return err
	}
	r.past = past
	if r.Hello.Saves {
		return r.do(Request{Type: "restore"})
	}
	if err := r.do(r.position()); err != nil {
		return err
	}
	for _, q := range r.sent {
		if err := r.do(q); err != nil {
			return err
		}
	}
	return nil
}

// lastForced returns the index of the forced answer of a trial that the refused one contradicts, -1 if that is before the trial.
func lastForced(t *scenario.Trial) int {
	for i, reply := range slices.Backward(t.Legal) {
		if reply.Forced && reply.Seat == t.Refused.Seat && reply.Decision == t.Refused.Decision {
			return i
		}
	}
	return -1
}

// refused checks that the last answer of a trial is refused. If its decision has resolved itself, it checks that it
// is not pending any more.
func (r *runner) refused(t *scenario.Trial, pending bool, rules []string) error {
	q := requestOf(t.Refused)
	*r.count(Legality)++
	if !pending {
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

// trace compares the trace of the scenario, line by line, up to the first difference. If the play is incomplete, it
// compares the lines that exist.
func (r *runner) trace(rules []string, whole bool) error {
	if !r.takes(Traces) || r.Trace == nil || !whole && r.plan.Resumed {
		return nil
	}
	want := r.Trace(r.plan.ID)
	reply, err := r.ask(Request{Type: "trace"})
	if err != nil {
		return err
	}
	printed := reply.Lines
	if r.plan.Resumed {
		printed = printed[max(0, len(printed)-len(want)):]
	}
	lines := max(len(want), len(printed))
	if !whole {
		if n := len(printed); n > 0 && strings.HasPrefix(strings.TrimSpace(printed[n-1]), "digest ") {
			printed = printed[:n-1] // of the position in which it waits
		}
		lines = min(len(want), len(printed))
	}
	for i := range lines {
		*r.count(Traces)++
		ours, theirs := lineAt(want, i), lineAt(printed, i)
		if ours != theirs {
			if at := len(r.plan.lines) - len(want) + i; at >= 0 && at < len(r.plan.lines) && len(r.plan.lines[at]) > 0 {
				r.find(Traces, fmt.Sprintf("line %d", i+1), ours, theirs, r.plan.lines[at])
				r.out.precise = true
				return nil
			} else if n := len(r.out.Findings); n > 0 {
				rules = r.out.Findings[n-1].Rules // the same cause
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

// chance is the seat of rolls, draws and shuffles.
const chance = "chance"

// sorted returns the keys of both maps, sorted.
func sorted[V any](one, other map[string]V) []string {
	keys := slices.Sorted(maps.Keys(one))
	keys = append(keys, slices.Sorted(maps.Keys(other))...)
	slices.Sort(keys)
	return slices.Compact(keys)
}
