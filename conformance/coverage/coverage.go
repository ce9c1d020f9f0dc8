// Package coverage measures how far scenarios exercise a rulebook: for each section and clause the scenarios that
// cover it, the share of its nodes that ran, the conditions that were seen both ways, and the cards that are not
// written yet.
package coverage

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rulebound/compiler"
	"rulebound/compiler/source"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Version is the version of the report's JSON form.
const Version = 1

// Run is what one scenario exercised: for each node of the GameDef whether it ran, and for a condition which outcomes
// were seen (for the domain of a decision: members let in and kept out). The slices are parallel to GameDef.Nodes.
type Run struct {
	Scenario string   // section/name
	Rules    []string // clauses the scenario names
	Proved   []string // clauses that its expectations proved
	Ran      []bool
	Yes, No  []bool
}

// See adds the difference between two readings of a game's coverage.
func (r *Run) See(before, after []engine.NodeCoverage) {
	r.Ran, r.Yes, r.No = make([]bool, len(after)), make([]bool, len(after)), make([]bool, len(after))
	for i := range min(len(before), len(after)) {
		b, a := &before[i], &after[i]
		some := a.Between > b.Between
		r.Ran[i] = a.Ran > b.Ran
		r.Yes[i] = a.True > b.True || a.Full > b.Full || some
		r.No[i] = a.False > b.False || a.Empty > b.Empty || some
	}
}

// Came reports whether the run reached a node: executed it or saw an outcome of it.
func (r *Run) Came(node int) bool {
	return node < len(r.Ran) && (r.Ran[node] || r.Yes[node] || r.No[node])
}

// Nodes maps clauses and sections to their nodes.
type Nodes map[string][]int32

// NodesOf returns the nodes of a game by their rules.
func NodesOf(gd *def.GameDef) Nodes {
	of := Nodes{}
	for i, n := range gd.Nodes {
		for _, rule := range n.Rules {
			if list := of[rule]; len(list) == 0 || list[len(list)-1] != int32(i) { // a node may name a rule twice
				of[rule] = append(list, int32(i))
			}
		}
	}
	return of
}

// Executed reports whether the run executed one of the nodes.
func (r *Run) Executed(nodes []int32) bool {
	return slices.ContainsFunc(nodes, func(i int32) bool { return r.Came(int(i)) })
}

// Report is the coverage of a game.
type Report struct {
	Version   int       `json:"version"`
	Game      string    `json:"game"`
	Scenarios int       `json:"scenarios"`
	Sections  []Section `json:"sections"`
	Gaps      []string  `json:"gaps"` // "card side" that the rulebook declares but does not implement yet
	Total     Count     `json:"total"`
	Open      []string  `json:"open"`            // places with something neither seen nor explained
	Stale     []Place   `json:"stale"`           // explanations of what is seen or does not exist
	Inert     []string  `json:"inert,omitempty"` // clauses whose places have nothing to change, without an explanation; needs Report.Show
	// StaleClauses are clauses that are declared inert but are not; needs Report.Show.
	StaleClauses []string `json:"staleClauses,omitempty"`

	showing   bool // Show was called
	explained Explained
}

// Section is a rule section with its clauses.
type Section struct {
	Number  string   `json:"section"`
	Title   string   `json:"title"`
	Count   Count    `json:"count"`
	Clauses []Clause `json:"clauses"`
}

// Clause is a clause of the rulebook. A scenario covers it if it names it and executed a node of it or proved it by an expectation.
type Clause struct {
	ID        string   `json:"id"`
	Title     string   `json:"title,omitempty"`
	Kind      string   `json:"kind"`
	Reason    string   `json:"reason,omitempty"`
	Scenarios []string `json:"scenarios"`
	Count     Count    `json:"count"`
	Shown     *bool    `json:"shown,omitempty"` // nil: nothing can be changed, or Report.Show was not called
	Inert     string   `json:"inert,omitempty"` // why nothing can be changed, from the game's list
}

// Count sums up executable nodes and the conditions among them. Rules counts the clauses of kind rule, Covered those
// that a scenario covers.
type Count struct {
	Rules      int `json:"rules"`
	Covered    int `json:"covered"`
	Nodes      int `json:"nodes"`
	Executed   int `json:"executed"`
	NodesWhy   int `json:"nodesExplained"` // not executed, and explained
	Conditions int `json:"conditions"`
	BothWays   int `json:"bothWays"`
	OneWayWhy  int `json:"conditionsExplained"` // not seen both ways, and explained
	Showable   int `json:"showable,omitempty"`  // clauses whose places have something to change; needs Report.Show
	Shown      int `json:"shown,omitempty"`     // those of them that are shown
}

func (c *Count) add(o Count) {
	c.Rules += o.Rules
	c.Covered += o.Covered
	c.Nodes += o.Nodes
	c.Executed += o.Executed
	c.NodesWhy += o.NodesWhy
	c.Conditions += o.Conditions
	c.BothWays += o.BothWays
	c.OneWayWhy += o.OneWayWhy
	c.Showable += o.Showable
	c.Shown += o.Shown
}

// Measure makes the report of a game from the runs of its scenarios and beside.
func Measure(gd *def.GameDef, book *compiler.Book, runs []Run, beside *Beside) *Report {
	m, stale := newMeasure(gd, book, runs, beside)
	r := &Report{Version: Version, Game: gd.ID, Scenarios: len(runs), Gaps: gaps(gd, book.Gaps), Open: m.open(), Stale: stale, explained: beside.Explained}
	at := map[string]int{}
	section := func(number string) *Section {
		i, ok := at[number]
		if !ok {
			i = len(r.Sections)
			at[number] = i
			r.Sections = append(r.Sections, Section{Number: number, Title: titleOf(book, number), Clauses: []Clause{}})
		}
		return &r.Sections[i]
	}
	for _, c := range book.Clauses {
		s := section(c.Section)
		clause := Clause{ID: c.ID, Title: c.Title, Kind: c.Kind, Reason: c.Reason, Inert: whyOf(beside.Explained.Inert, c.ID), Scenarios: m.scenarios(c.ID), Count: m.count(c.ID)}
		if c.Kind == source.KindRule {
			clause.Count.Rules = 1
			if len(clause.Scenarios) > 0 {
				clause.Count.Covered = 1
			}
		}
		s.Clauses = append(s.Clauses, clause)
		s.Count.add(clause.Count)
	}
	for i := range r.Sections {
		own := m.count(r.Sections[i].Number)
		r.Sections[i].Count.add(own)
	}
	slices.SortStableFunc(r.Sections, func(a, b Section) int { return CompareNumbers(a.Number, b.Number) })
	for _, s := range r.Sections {
		r.Total.Rules += s.Count.Rules
		r.Total.Covered += s.Count.Covered
	}
	var total Count
	for i := range gd.Nodes { // a node of two clauses counts once
		m.tally(i, &total)
	}
	r.Total.add(total)
	return r
}

// Missing lists the clauses of kind rule that no scenario covers and that the list "unplayed" does not explain.
func (r *Report) Missing() []string {
	out := []string{}
	for _, s := range r.Sections {
		for _, c := range s.Clauses {
			if r.missing(&c) {
				out = append(out, c.ID)
			}
		}
	}
	return out
}

func (r *Report) missing(c *Clause) bool {
	return c.Kind == source.KindRule && len(c.Scenarios) == 0 && whyOf(r.explained.Unplayed, c.ID) == ""
}

// StaleUnplayed lists the clauses of the list "unplayed" that a scenario covers or that are not clauses of kind rule.
func (r *Report) StaleUnplayed() []string {
	out := []string{}
	for _, x := range r.explained.Unplayed {
		for _, rule := range x.Rules {
			uncovered := slices.ContainsFunc(r.Sections, func(s Section) bool {
				return slices.ContainsFunc(s.Clauses, func(c Clause) bool {
					return c.ID == rule && c.Kind == source.KindRule && len(c.Scenarios) == 0
				})
			})
			if !uncovered {
				out = append(out, rule)
			}
		}
	}
	return out
}

type measure struct {
	def                             *def.GameDef
	runs                            []Run
	nodes                           Nodes
	covering                        map[string][]*Run // runs of the scenarios that name a clause, by clause
	executable, conditions, domains []bool            // by node
	all                             Run
	why                             []string // by node: why something of it is not seen
}

// newMeasure examines the nodes of a game; stale are the explanations that explain nothing.
func newMeasure(gd *def.GameDef, book *compiler.Book, runs []Run, beside *Beside) (m *measure, stale []Place) {
	m = &measure{def: gd, runs: runs, nodes: NodesOf(gd), covering: covering(runs), executable: Executable(gd), conditions: conditions(gd), domains: domains(gd)}
	m.join()
	return m, m.explain(book, beside)
}

// join merges all runs into one.
func (m *measure) join() {
	n := len(m.def.Nodes)
	m.all = Run{Ran: make([]bool, n), Yes: make([]bool, n), No: make([]bool, n)}
	for _, r := range m.runs {
		for i := range min(n, len(r.Ran)) {
			m.all.Ran[i] = m.all.Ran[i] || r.Ran[i]
			m.all.Yes[i] = m.all.Yes[i] || r.Yes[i]
			m.all.No[i] = m.all.No[i] || r.No[i]
		}
	}
}

// count sums up the nodes that belong to a clause or section.
func (m *measure) count(rule string) Count {
	var c Count
	for _, i := range m.nodes[rule] {
		m.tally(int(i), &c)
	}
	return c
}

// tally adds an executable node to the count.
func (m *measure) tally(i int, c *Count) {
	if !m.executable[i] {
		return
	}
	c.Nodes++
	switch {
	case m.all.Came(i):
		c.Executed++
	case m.why[i] != "":
		c.NodesWhy++
	}
	if !m.conditions[i] {
		return
	}
	c.Conditions++
	switch {
	case m.all.Yes[i] && m.all.No[i]:
		c.BothWays++
	case m.why[i] != "":
		c.OneWayWhy++
	}
}

// covering maps each clause to the runs of the scenarios that name it, in their order.
func covering(runs []Run) map[string][]*Run {
	of := map[string][]*Run{}
	for i := range runs {
		for _, rule := range runs[i].Rules {
			if list := of[rule]; len(list) == 0 || list[len(list)-1] != &runs[i] {
				of[rule] = append(list, &runs[i])
			}
		}
	}
	return of
}

// scenarios lists the scenarios that cover a clause.
func (m *measure) scenarios(clause string) []string {
	out := []string{}
	for _, r := range m.covering[clause] {
		if slices.Contains(r.Proved, clause) || r.Executed(m.nodes[clause]) {
			out = append(out, r.Scenario)
		}
	}
	return out
}

// Executable reports for each of GameDef.Nodes whether coverage can record that a play reaches it. Such a node is an
// instruction (including calls and decisions), a condition, a function, a derived value or an attachment of a lasting
// effect. The others are declarations, such as tracks, table rows and set-ups. A derived value that no formula reads is one
// of them: only players see it.
func Executable(gd *def.GameDef) []bool {
	out := conditions(gd)
	for i := range gd.Code {
		mark(out, gd.Code[i].Node)
	}
	rules, hints := gd.Callers()
	for i := range gd.Functions {
		if rules[i] || !hints[i] {
			mark(out, gd.Functions[i].Node)
		}
	}
	for r := range gd.Roots() {
		for e := range r.All() {
			if e.Op == def.OpDerived {
				mark(out, gd.Derived[e.I].Node)
			}
		}
	}
	for i := range gd.Attachments {
		mark(out, gd.Attachments[i].Node)
	}
	return out
}

// conditions reports for each node whether it is a condition: a truth value, or the domain of a decision.
func conditions(gd *def.GameDef) []bool {
	out := make([]bool, len(gd.Nodes))
	rules, hints := gd.Callers()
	for r := range gd.Roots() {
		if r.Hint() || r.In == def.InFunction && hints[r.Index] && !rules[r.Index] {
			continue
		}
		for e := range r.All() {
			if e.Type.Kind == def.KBool {
				mark(out, e.Node)
			}
		}
	}
	for i, is := range domains(gd) {
		out[i] = out[i] || is
	}
	return out
}

// mark marks a node, unless it is no place.
func mark(nodes []bool, node int32) {
	if node > 0 {
		nodes[node] = true
	}
}

// gaps lists "card side" for all that cards declare but do not implement yet, according to the given properties.
func gaps(gd *def.GameDef, properties []string) []string {
	out := []string{}
	for _, l := range gd.Lookups {
		if property, ok := strings.CutPrefix(l.ID, "card."); !ok || !slices.Contains(properties, property) {
			continue
		}
		for card, sides := range l.Values {
			for _, side := range gd.Each(sides, l.Type) {
				out = append(out, gd.Cards[card].ID+" "+gd.Spell(side, l.Type.Members()))
			}
		}
	}
	return out
}

// titleOf returns the heading of a section.
func titleOf(book *compiler.Book, number string) string {
	if h := book.Heading(number); h != nil {
		return strings.TrimSpace(strings.TrimPrefix(h.Title, number))
	}
	return ""
}

// CompareNumbers orders sections and clauses by the parts of their numbers (2.3.10 after 2.3.9), and names after numbers.
func CompareNumbers(a, b string) int {
	parts := func(id string) []string {
		return strings.FieldsFunc(id, func(r rune) bool { return r == '.' || r == '-' })
	}
	return cmp.Or(slices.CompareFunc(parts(a), parts(b), comparePart), cmp.Compare(a, b))
}

func comparePart(a, b string) int {
	x, errX := strconv.Atoi(a)
	y, errY := strconv.Atoi(b)
	switch {
	case errX == nil && errY == nil:
		return cmp.Compare(x, y)
	case errX == nil:
		return -1
	case errY == nil:
		return 1
	}
	return strings.Compare(a, b)
}
