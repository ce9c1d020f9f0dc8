package saved

// This file replays the answers of a file, and reports where they do not fit the rules.

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Divergence is the first answer of a file that does not fit the rules.
type Divergence struct {
	Answer  int      `json:"answer"` // number of the answer, from 1
	Line    int      `json:"line"`   // of the file
	Given   string   `json:"given"`
	Why     string   `json:"why"`
	Rules   []string `json:"rules,omitempty"`
	Asked   string   `json:"asked,omitempty"`   // the pending decision and its seat
	Nearest string   `json:"nearest,omitempty"` // the most similar legal answer
	Was     string   `json:"was,omitempty"`     // for two revisions: the first differing line of the trace
	Now     string   `json:"now,omitempty"`
	Causes  []string `json:"causes,omitempty"` // for two revisions: the changed clauses that ran, with their places

	File string `json:"-"`
}

// Error implements error.
func (d *Divergence) Error() string {
	text := fmt.Sprintf("%s:%d: answer %d, %s: %s", d.File, d.Line, d.Answer, d.Given, d.Why)
	if len(d.Rules) > 0 && !strings.Contains(d.Why, d.Rules[0]) {
		text += " (rule " + strings.Join(d.Rules, ", ") + ")"
	}
	if d.Nearest != "" {
		text += "; the nearest legal answer is " + d.Nearest
	}
	return text
}

// Next returns answer i of a file for the pending decision of a state. give is false if the decision has resolved
// itself in the same way since the last answer; recent is the trace since then. The error is a *Divergence.
func (f *File) Next(i int, s *engine.State, recent []trace.Line) (a engine.Answer, give bool, err error) {
	e := &f.Entries[i]
	out := f.divergence(i)
	d, g := s.Decision(), s.Game()
	switch {
	case d == nil:
		out.Why = "the game is over"
		return a, false, out
	case d.Fault != nil:
		out.Why, out.Rules = d.Fault.Error(), d.Fault.Rules
		return a, false, out
	}
	seat := g.Def().SeatName(int64(d.Seat))
	if !e.Stance && (seat != e.Seat || e.Decision != "" && d.Name != e.Decision) {
		if answer, forced := e.forced(recent); forced && Key(answer) == Key(names.PairText(e.Value)) {
			return a, false, nil // it resolved itself in the same way
		} else if forced {
			out.Why, out.Nearest = "it has one legal answer now", answer
			return a, false, out
		}
		out.Asked, out.Rules = seat+" "+d.Name, names.Rules(g.Def(), d.Rule, g.Def().Decisions[d.Index].Node)
		out.Why = seat + " is asked " + d.Name + " instead"
		return a, false, out
	}
	if a, err = e.fit(s); err == nil {
		return a, true, nil
	}
	var m *names.Misfit
	if out.Why = err.Error(); errors.As(err, &m) {
		out.Why, out.Rules = m.Why, m.Rules
	}
	out.Nearest = nearest(s, e, nil)
	return a, false, out
}

// Refused returns the divergence for answer i of a file, which Next returned and the state refused.
func (f *File) Refused(i int, s *engine.State, a engine.Answer, err error) *Divergence {
	out := f.divergence(i)
	var r *engine.Refusal
	if out.Why = err.Error(); errors.As(err, &r) {
		out.Rules, out.Nearest = names.RulesOf(s.Game().Def(), &r.Reason), nearest(s, &f.Entries[i], &a)
	}
	return out
}

func (f *File) divergence(i int) *Divergence {
	e := &f.Entries[i]
	return &Divergence{Answer: i + 1, Line: e.Pos.Line, Given: e.String(), File: f.Name}
}

// forced returns how the decision of an entry resolved itself in some lines of a trace, if it did.
func (e *Entry) forced(recent []trace.Line) (answer string, found bool) {
	for _, line := range recent {
		if line.Kind != "decision" || line.Field("forced") != "true" || line.Field("seat") != e.Seat || line.Field("decision") != e.Decision {
			continue
		}
		answer, found = line.Field("answer"), true
	}
	return answer, found
}

// fit converts an entry to an answer.
func (e *Entry) fit(s *engine.State) (engine.Answer, error) {
	if e.Stance {
		return names.FitStance(s.Game(), source.Pair{Key: names.Word(e.Decision, e.Pos), Value: e.Value})
	}
	return Fit(s, e.Value)
}

// nearest spells the legal answer to the pending decision that is most similar to an entry, or to the answer read from it.
func nearest(s *engine.State, e *Entry, read *engine.Answer) string {
	d, g := s.Decision(), s.Game()
	if d == nil || d.Fault != nil || e.Stance {
		return ""
	}
	var near engine.Answer
	switch d.Kind.Row().Answer {
	case def.AnswerNumber:
		near.N = int64(d.Min)
		if read != nil {
			near.N = min(max(read.N, near.N), int64(d.Max))
		}
	case def.AnswerSet:
		near = nearestSet(s, d, e)
	case def.AnswerCounts:
		near.Counts = d.Least(nil)
	case def.AnswerOrder:
		near.Order = d.Members
	default:
		offers := g.Candidates(d)
		if d.Stop {
			offers = append(offers, "stop")
		}
		if len(offers) == 0 {
			return ""
		}
		if name := diag.Near(names.PairText(e.Value), offers); name != "" {
			return name
		}
		return offers[0]
	}
	if s.Refuses(near) != nil {
		return ""
	}
	return g.SpellReply(d, near)
}

// nearestSet returns the legal part of a set, if that is large enough, else the least legal set.
func nearestSet(s *engine.State, d *engine.Decision, e *Entry) engine.Answer {
	var kept []int64
	for _, item := range e.Value.List() {
		if m, err := names.FitMember(s.Game(), d, item); err == nil && slices.Contains(d.Members, m) && len(kept) < d.Max {
			kept = append(kept, m)
		}
	}
	if a := d.Choose(kept...); s.Refuses(a) == nil {
		return a
	}
	return d.Choose(d.LeastSet()...)
}

// End returns a fingerprint of all named parts of a position, and of the pending decision. It does not depend on the rules.
func End(g *engine.Game, s *engine.State) string {
	h := fnv.New64a()
	for _, line := range trace.Canonical(g, s) {
		fmt.Fprintln(h, line)
	}
	if d := s.Decision(); d != nil {
		fmt.Fprintln(h, "asked", g.Def().SeatName(int64(d.Seat)), d.Name)
	}
	fmt.Fprintln(h, "result", s.Result())
	return fmt.Sprintf("%016x", h.Sum64())
}

// Fit returns the answer of a node to the pending decision, as for a move of a scenario; for a decision that repeats
// after each member, one member or stop. The answer may be illegal.
func Fit(s *engine.State, n *source.Node) (engine.Answer, error) {
	d := s.Decision()
	if d.Kind.Row().Picked && len(n.Items) == 1 {
		n = n.Items[0]
	}
	return names.FitHere(s, d, n)
}

// Key normalises a name for comparison: its letters and digits, in lower case.
func Key(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
