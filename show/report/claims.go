// This file lists the claims of a scenario: each with its result, and the line of the trace that proves it.

package report

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler/diag"
	"rulebound/compiler/source"
	"rulebound/conformance/scenario"
	"rulebound/show/steps"
)

// claim is a claim of an expectation.
type claim struct {
	Text  string
	Rules []string
	Holds bool
	Step  int // the line that proves it, or the one after which it was checked

	kind  string // its key
	name  string // what it is about
	after int    // number of lines of the trace when it was checked
}

// Judged records the claims of an expectation.
func (h *playRecord) Judged(e *scenario.Expect, failures []scenario.Failure) {
	add := func(kind, name, text string, pos diag.Pos) {
		failed := slices.ContainsFunc(failures, func(f scenario.Failure) bool { return f.Pos == pos })
		h.claims = append(h.claims, claim{Text: text, Rules: e.Rules, Holds: !failed, kind: kind, name: name, after: h.Lines()})
	}
	if a := e.Asked; a != nil {
		text := "the game is over"
		if !a.Over {
			text = strings.TrimSpace(a.Seat + " " + a.Decision)
			text = "asked: " + text
		}
		add("asked", a.Decision, text, a.Pos)
	}
	for _, l := range e.Legal {
		add("legal", l.Decision, "legal for "+l.Seat+": "+strings.Join(l.Options, ", "), l.Pos)
	}
	for _, r := range e.Refused {
		add("refused", r.Because, "refused: "+r.Line.Text+", because of "+r.Because, r.Pos)
	}
	for _, group := range []struct {
		kind  string
		pairs []source.Pair
	}{{"state", e.State}, {"watched", e.Watched}, {"offered", e.Offered}, {"notOffered", e.NotOffered}, {"noted", e.Noted}, {"decided", e.Decided}} {
		for _, p := range group.pairs {
			text := p.Key.Value + ": " + flowOf(p.Value)
			if group.kind != "state" {
				text = map[string]string{"watched": "went through", "offered": "offered", "notOffered": "not offered", "noted": "noted", "decided": "decided by"}[group.kind] + ": " + text
			}
			add(group.kind, p.Key.Value, text, p.Key.Pos)
		}
	}
	for _, x := range e.Sees {
		for _, p := range x.Values {
			add("state", p.Key.Value, x.Seat+" sees "+p.Key.Value+": "+flowOf(p.Value), p.Key.Pos)
		}
	}
	for _, a := range e.NotAsked {
		add("notAsked", a.Decision, "not asked: "+a.Decision, a.Pos)
	}
	if e.Result != nil {
		add("result", "", "result: "+flowOf(e.Result), e.Result.Pos)
	}
}

// flowOf writes a value on one line.
func flowOf(n *source.Node) string {
	switch n.Kind {
	case source.List:
		var items []string
		for _, i := range n.Items {
			items = append(items, flowOf(i))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case source.Map:
		var items []string
		for _, p := range n.Pairs {
			items = append(items, p.Key.Value+": "+flowOf(p.Value))
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	return n.Value
}

// proofs finds the line that proves each claim: the last earlier one that concerns it.
func (h *playRecord) proofs(r *steps.Record) {
	for i := range h.claims {
		c := &h.claims[i]
		c.Step = c.after
		for at := min(c.after, len(r.Lines)) - 1; at >= 0; at-- {
			if c.speaks(&r.Lines[at]) {
				c.Step = at + 1
				break
			}
		}
	}
}

// speaks reports whether a line concerns a claim.
func (c *claim) speaks(l *steps.Line) bool {
	switch c.kind {
	case "state", "watched":
		zone, rest, _ := strings.Cut(c.name, ".")
		switch l.Kind {
		case "change", "watch":
			return strings.HasPrefix(strings.TrimPrefix(l.Text, "= "), c.name+": ")
		case "pieces":
			return rest != "" && strings.Contains(l.Text, zone+": ") && strings.Contains(l.Text, rest)
		case "card":
			return strings.Contains(l.Text, "→ "+c.name) || strings.Contains(l.Text, ": "+c.name+" →")
		}
	case "refused":
		return l.Kind == "refused" && strings.HasSuffix(l.Text, "("+c.name+")")
	case "noted":
		return l.Kind == "note" && strings.HasPrefix(l.Text+" ", c.name+" ")
	case "offered", "notOffered", "decided":
		name, _, _ := strings.Cut(c.name, " ")
		return (l.Kind == "decision" || l.Kind == "options") && strings.Contains(l.Text, " "+name+": ")
	case "result":
		return l.Kind == "over"
	}
	return false
}

// shown returns the claims with steps counted without the head of the trace.
func (h *playRecord) shown(head int) []claim {
	out := slices.Clone(h.claims)
	for i := range out {
		out[i].Step = max(0, out[i].Step-head)
	}
	return out
}

// Where describes the step that a claim links to.
func (c claim) Where() string {
	if c.Step == 0 {
		return "at the beginning"
	}
	return fmt.Sprintf("line %d", c.Step)
}
