// This file explains what no scenario can show: by the game's list, by another copy of the same place that shows it,
// or by the scenarios of another game.

package coverage

import (
	"fmt"
	"slices"
	"strings"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/conformance/listing"
	"rulebound/engine/def"
)

// Explained is a game's list of places and clauses that no scenario can show.
type Explained struct {
	Places   []Place   `yaml:"places"`
	Inert    []Clauses `yaml:"clauses"`  // none of their rules can be executed or violated
	Unplayed []Clauses `yaml:"unplayed"` // no scenario covers them
}

// Place explains why something of a place is never seen. It names the place by a clause and by its text rather than a
// line number, so that it survives edits.
type Place struct {
	Rule  string `yaml:"rule" json:"rule"`   // a clause of the place, or its section
	In    string `yaml:"in" json:"in"`       // part of its line in the rulebook
	Never string `yaml:"never" json:"never"` // what is not seen: one of the Ways
	Why   string `yaml:"why" json:"why"`
}

// Clauses gives one explanation for several clauses.
type Clauses struct {
	Rules []string `yaml:"rules" json:"rules"`
	Why   string   `yaml:"why" json:"why"`
}

// What may never be seen of a place. Members of the domain of a decision are let in or kept out.
const (
	executed = "executed"
	isTrue   = "true"
	isFalse  = "false"
	letIn    = "let in"
	keptOut  = "kept out"
)

// Ways lists what may never be seen of a place.
var Ways = []string{executed, isTrue, isFalse, letIn, keptOut}

// ReadExplained parses the YAML of a list.
func ReadExplained(text []byte) (*Explained, error) {
	out := &Explained{}
	if err := listing.Read(text, out); err != nil {
		return nil, err
	}
	for i, x := range out.Places {
		switch {
		case x.Rule == "" || x.In == "" || x.Why == "":
			return nil, fmt.Errorf("place %d needs rule, in, never and why", i+1)
		case !slices.Contains(Ways, x.Never):
			return nil, fmt.Errorf("place %d is never %q; never is one of %s", i+1, x.Never, strings.Join(Ways, ", "))
		}
	}
	for _, list := range []struct {
		name    string
		clauses []Clauses
	}{{"clauses", out.Inert}, {"unplayed", out.Unplayed}} {
		for i, x := range list.clauses {
			if len(x.Rules) == 0 || x.Why == "" {
				return nil, fmt.Errorf("entry %d of %s needs rules and why", i+1, list.name)
			}
		}
	}
	return out, nil
}

// Beside is what is known of a game besides the runs of its scenarios.
type Beside struct {
	Explained Explained
	Others    []Seen // what the scenarios of other games see
}

// Seen is what scenarios see of each place of the rulebook, merged over its compiled copies.
type Seen map[spot]sight

// spot is a place in the text. The domain of a decision has the place of its other parts.
type spot struct {
	file      string
	line, col int32
	domain    bool
}

type sight struct{ came, yes, no bool }

func (a sight) or(b sight) sight { return sight{a.came || b.came, a.yes || b.yes, a.no || b.no} }

// See merges what runs see of the places of a game.
func See(gd *def.GameDef, runs []Run) Seen {
	m := measure{def: gd, runs: runs}
	m.join()
	m.domains = domains(gd)
	return m.seen()
}

func (m *measure) seen() Seen {
	out := Seen{}
	for i := range m.def.Nodes {
		if at := m.spot(i); at.line > 0 {
			out[at] = out[at].or(sight{m.all.Came(i), m.all.Yes[i], m.all.No[i]})
		}
	}
	return out
}

func (m *measure) spot(node int) spot {
	n := &m.def.Nodes[node]
	return spot{n.File, n.Line, n.Col, m.domains[node]}
}

// domains reports for each node whether it is the domain of a decision.
func domains(gd *def.GameDef) []bool {
	out := make([]bool, len(gd.Nodes))
	for i := range gd.Decisions {
		if d := &gd.Decisions[i]; len(d.Where) > 0 {
			mark(out, d.Node)
		}
	}
	return out
}

// missing lists what is not seen of a node.
func (m *measure) missing(node int) []string {
	switch {
	case !m.all.Came(node):
		return []string{executed}
	case !m.conditions[node]:
		return nil
	}
	yes, no := isTrue, isFalse
	if m.domains[node] {
		yes, no = letIn, keptOut
	}
	var out []string
	if !m.all.Yes[node] {
		out = append(out, yes)
	}
	if !m.all.No[node] {
		out = append(out, no)
	}
	return out
}

// explain finds for each node why something of it is not seen; a node has a reason only if all of that is explained.
// stale are the places of the list that explain nothing.
func (m *measure) explain(book *compiler.Book, beside *Beside) (stale []Place) {
	m.why = make([]string, len(m.def.Nodes))
	here, used := m.seen(), make([]bool, len(beside.Explained.Places))
	lines := map[string][]string{}
	for i, n := range m.def.Nodes {
		if !m.executable[i] {
			continue
		}
		var why []string
		missing := m.missing(i)
		for _, way := range missing {
			reason := elsewhere(m.spot(i), way, here, beside.Others)
			if _, ok := lines[n.File]; !ok && book != nil {
				lines[n.File] = strings.Split(string(book.Source(n.File)), "\n")
			}
			for j, x := range beside.Explained.Places {
				if reason == "" && x.Never == way && slices.Contains(n.Rules, x.Rule) && contains(lines[n.File], n.Line, x.In) {
					reason, used[j] = x.Why, true
				}
			}
			if reason != "" && !slices.Contains(why, reason) {
				why = append(why, reason)
			}
			if reason == "" {
				why = nil
				break
			}
		}
		m.why[i] = strings.Join(why, " ")
	}
	stale = []Place{}
	for j, x := range beside.Explained.Places {
		if !used[j] {
			stale = append(stale, x)
		}
	}
	return stale
}

func contains(lines []string, line int32, text string) bool {
	return line > 0 && int(line) <= len(lines) && strings.Contains(lines[line-1], text)
}

// elsewhere says where else something is seen that is missing at a place, "" if nowhere.
func elsewhere(at spot, way string, here Seen, others []Seen) string {
	shows := func(s sight) bool {
		switch way {
		case executed:
			return s.came
		case isTrue, letIn:
			return s.yes
		}
		return s.no
	}
	if shows(here[at]) {
		return "Another copy of the place shows it."
	}
	if slices.ContainsFunc(others, func(o Seen) bool { return shows(o[at]) }) {
		return "The scenarios of another game show it."
	}
	return ""
}

// Open lists the places of which something is neither seen nor explained.
func (m *measure) open() []string {
	out := []string{}
	for i, n := range m.def.Nodes {
		if missing := m.missing(i); m.executable[i] && m.why[i] == "" && len(missing) > 0 {
			out = append(out, fmt.Sprintf("%s:%d:%d %s, never %s (%s)", n.File, n.Line, n.Col, n.What, strings.Join(missing, ", never "), strings.Join(n.Rules, ", ")))
		}
	}
	return slices.Compact(out)
}

// whyOf returns the reason that a list gives for a clause, "" if it has none.
func whyOf(list []Clauses, clause string) string {
	for _, x := range list {
		if slices.Contains(x.Rules, clause) {
			return x.Why
		}
	}
	return ""
}

// staleClauses lists the clauses of the list that are not inert: they are not clauses of kind rule, or they can be broken.
func (x *Explained) staleClauses(book []Section, breakable func(clause string) bool) []string {
	var out []string
	for _, i := range x.Inert {
		for _, rule := range i.Rules {
			is := slices.ContainsFunc(book, func(s Section) bool {
				return slices.ContainsFunc(s.Clauses, func(c Clause) bool { return c.ID == rule && c.Kind == source.KindRule })
			})
			if !is || breakable(rule) {
				out = append(out, rule)
			}
		}
	}
	return out
}
