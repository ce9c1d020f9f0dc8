// This file inspects the nodes of one section: which are not executed, which conditions were seen one way only, and
// which scenarios reach each. It shows where the next scenario is needed.

package coverage

import (
	"cmp"
	"slices"
	"strings"

	"rulebound/compiler"
	"rulebound/engine/def"
)

// Inspection describes the nodes of a section, its subsections and their clauses, in the order of their places.
type Inspection struct {
	Game      string `json:"game"`
	Section   string `json:"section"` // or a clause
	Title     string `json:"title,omitempty"`
	Scenarios int    `json:"scenarios"` // that were played
	Nodes     []Node `json:"nodes"`
	// NotShown lists the clauses that are not shown; nil if Show was not called.
	NotShown []string `json:"notShown,omitempty"`
}

// Node is a reachable place of the rulebook.
type Node struct {
	File      string   `json:"file"`
	Line      int32    `json:"line"`
	Col       int32    `json:"col"`
	What      string   `json:"what"` // the keyword of the statement
	Rules     []string `json:"rules"`
	Executed  bool     `json:"executed"`
	Condition bool     `json:"condition"`        // it has two outcomes
	Domain    bool     `json:"domain,omitempty"` // a condition on members: Yes means one was let in, No one was kept out
	Yes       bool     `json:"yes"`              // seen true
	No        bool     `json:"no"`               // seen false
	Why       string   `json:"why,omitempty"`    // why something is not seen
	Scenarios []string `json:"scenarios"`        // all scenarios that reach it
}

// OneWay reports whether a condition was executed but not seen both ways.
func (n *Node) OneWay() bool { return n.Condition && n.Executed && !(n.Yes && n.No) }

// Known lists the numbered headings and the clauses of a rulebook.
func Known(book *compiler.Book) []string {
	var out []string
	for _, h := range book.Headings {
		if h.Number != "" {
			out = append(out, h.Number)
		}
	}
	for _, c := range book.Clauses {
		out = append(out, c.ID)
	}
	return out
}

// Below reports whether a clause or section is a section or clause of that name or lies below it: 3.3.1-a lies below
// 3.3.1, 3.3 and 3, storm-7-b below storm-7. A section needs no heading of its own.
func Below(name, section string) bool {
	return name == section || section != "" && (strings.HasPrefix(name, section+".") || strings.HasPrefix(name, section+"-"))
}

// Knows reports whether a rulebook has a section or clause of that name, or one below it.
func Knows(book *compiler.Book, section string) bool {
	return slices.ContainsFunc(Known(book), func(name string) bool { return Below(name, section) })
}

// Inspect inspects a section or clause that the rulebook Knows.
func Inspect(gd *def.GameDef, book *compiler.Book, runs []Run, beside *Beside, section string) *Inspection {
	m, _ := newMeasure(gd, book, runs, beside)
	out := &Inspection{Game: gd.ID, Section: section, Title: titleOf(book, section), Scenarios: len(runs), Nodes: []Node{}}
	within := belongs(book, section)
	for i, n := range gd.Nodes {
		if m.executable[i] && slices.ContainsFunc(n.Rules, within) {
			out.Nodes = append(out.Nodes, m.node(i))
			out.Nodes[len(out.Nodes)-1].Scenarios = m.visitors(i)
		}
	}
	slices.SortStableFunc(out.Nodes, func(a, b Node) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return out
}

// Places returns all reachable places of a rulebook in the order of the compiled game, without the scenarios that reach them.
func Places(gd *def.GameDef, book *compiler.Book, runs []Run, beside *Beside) []Node {
	m, _ := newMeasure(gd, book, runs, beside)
	var out []Node
	for i := range gd.Nodes {
		if m.executable[i] {
			out = append(out, m.node(i))
		}
	}
	return out
}

// node describes what the runs saw of a node.
func (m *measure) node(i int) Node {
	n := &m.def.Nodes[i]
	return Node{File: n.File, Line: n.Line, Col: n.Col, What: n.What, Rules: n.Rules,
		Executed: m.all.Came(i), Condition: m.conditions[i], Domain: m.domains[i], Why: m.why[i], Yes: m.all.Yes[i], No: m.all.No[i]}
}

// belongs returns a predicate that reports whether a clause or section is the named one or lies below it.
func belongs(book *compiler.Book, section string) func(rule string) bool {
	sections := map[string]string{}
	for _, c := range book.Clauses {
		sections[c.ID] = c.Section
	}
	return func(rule string) bool { return Below(rule, section) || Below(sections[rule], section) }
}

// visitors lists the scenarios that reach a node.
func (m *measure) visitors(node int) []string {
	out := []string{}
	for i := range m.runs {
		if m.runs[i].Came(node) {
			out = append(out, m.runs[i].Scenario)
		}
	}
	return out
}
