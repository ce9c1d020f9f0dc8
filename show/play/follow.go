package play

// This file gives the answers of a file, and says where they do not fit the rules.

import (
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario/names"
	"rulebound/conformance/trace"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Divergence is the first answer of a file that does not fit the rules.
type Divergence struct {
	Answer  int      `json:"answer"` // its number, from 1
	Line    int      `json:"line"`   // of the file
	Given   string   `json:"given"`
	Why     string   `json:"why"`
	Rules   []string `json:"rules,omitempty"`
	Asked   string   `json:"asked,omitempty"`   // who decides what instead
	Nearest string   `json:"nearest,omitempty"` // the legal answer that is most like it
	Was     string   `json:"was,omitempty"`     // of two revisions: the first line of the trace that differs
	Now     string   `json:"now,omitempty"`
	Causes  []string `json:"causes,omitempty"` // of two revisions: the changed clauses that ran then, with their places

	file string
}

// Error implements error.
func (d *Divergence) Error() string {
	text := fmt.Sprintf("%s:%d: answer %d, %s: %s", d.file, d.Line, d.Answer, d.Given, d.Why)
	if len(d.Rules) > 0 && !strings.Contains(d.Why, d.Rules[0]) {
		text += " (rule " + strings.Join(d.Rules, ", ") + ")"
	}
	if d.Nearest != "" {
		text += "; the nearest legal answer is " + d.Nearest
	}
	return text
}

// Follow gives answer i of a file, unless the decision resolved itself just now, and in the same way. The error is a *Divergence.
func (p *Play) Follow(f *File, i int, by func(seat int) By) error {
	e := &f.Entries[i]
	out := &Divergence{Answer: i + 1, Line: e.Pos.Line, Given: e.String(), file: f.Name}
	d, gd := p.state.Decision(), p.game.Def()
	switch {
	case d == nil:
		out.Why = "the game is over"
		return out
	case d.Fault != nil:
		out.Why, out.Rules = d.Fault.Error(), d.Fault.Rules
		return out
	}
	seat := gd.SeatName(int64(d.Seat))
	if !e.Stance && (seat != e.Seat || e.Decision != "" && d.Name != e.Decision) {
		if answer, forced := p.forced(e); forced && key(answer) == key(names.PairText(e.Value)) {
			return nil // it resolved itself as it was answered
		} else if forced {
			out.Why, out.Nearest = "it has one legal answer now", answer
			return out
		}
		out.Asked, out.Rules = seat+" "+d.Name, names.Rules(gd, d.Rule, gd.Decisions[d.Index].Node)
		out.Why = seat + " is asked " + d.Name + " instead"
		return out
	}
	a, err := p.fit(e)
	if err != nil {
		var m *names.Misfit
		if out.Why = err.Error(); errors.As(err, &m) {
			out.Why, out.Rules = m.Why, m.Rules
		}
		out.Nearest = p.nearest(e, nil)
		return out
	}
	who := Generator
	if d.Seat >= 0 {
		who = by(d.Seat)
	}
	err = p.Answer(a, who)
	if err == nil {
		return nil
	}
	var r *engine.Refusal
	if out.Why = err.Error(); errors.As(err, &r) {
		out.Why, out.Rules = Failure(err), names.Rules(gd, r.Rule, r.Given, r.Node)
		out.Nearest = p.nearest(e, &a)
	}
	return out
}

// forced returns how the decision of an entry resolved itself since the last answer, if it did.
func (p *Play) forced(e *Entry) (answer string, found bool) {
	from := 0
	if n := len(p.steps); n > 0 {
		from = p.steps[n-1].Lines
	}
	for _, line := range p.Trace()[from:] {
		if line.Kind != "decision" || line.Field("forced") != "true" || line.Field("seat") != e.Seat || line.Field("decision") != e.Decision {
			continue
		}
		answer, found = line.Field("answer"), true
	}
	return answer, found
}

// fit makes an answer of an entry.
func (p *Play) fit(e *Entry) (engine.Answer, error) {
	if e.Stance {
		return names.FitStance(p.game, source.Pair{Key: names.Word(e.Decision, e.Pos), Value: e.Value})
	}
	return Fit(p.state, e.Value)
}

// nearest spells the legal answer to the pending decision that is most like an entry, or like the answer that it was read as.
func (p *Play) nearest(e *Entry, read *engine.Answer) string {
	d := p.state.Decision()
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
		near = p.nearestSet(d, e)
	case def.AnswerCounts:
		near.Counts = d.Least(nil)
	case def.AnswerOrder:
		near.Order = d.Members
	default:
		offers := p.game.Candidates(d)
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
	if p.state.Refuses(near) != nil {
		return ""
	}
	return p.game.SpellReply(d, near)
}

// nearestSet keeps what is legal of a set, if that is enough, or else returns the least legal set.
func (p *Play) nearestSet(d *engine.Decision, e *Entry) engine.Answer {
	var kept []int64
	for _, item := range e.Value.List() {
		if m, err := names.FitMember(p.game, d, item); err == nil && slices.Contains(d.Members, m) && len(kept) < d.Max {
			kept = append(kept, m)
		}
	}
	if a := d.Choose(kept...); p.state.Refuses(a) == nil {
		return a
	}
	return d.Choose(d.LeastSet()...)
}

// endOf is a hash of everything in a position that has a name, and of who decides what.
func endOf(g *engine.Game, s *engine.State) string {
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
