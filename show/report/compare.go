// This file compares a game with another revision of it.

package report

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"rulebound/audit/mutation"
	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/conformance/golden"
	"rulebound/conformance/revision"
)

// Against is the revision to compare with.
type Against struct {
	Name   string // for display
	Files  fs.FS  // of the repository
	Scores []*mutation.Report
}

// Difference holds the changes of a game since another revision.
type Difference struct {
	Clauses []ClauseChange
	Cards   []CardChange
	Rules   []RuleChange
	Beside  []string // declarations that differ and that coverage does not see
	Traces  []TraceChange
	Fell    []Decrease // lower figures of coverage and scores

	Suspicious int // number of suspicious traces
	was        *Game
}

// New reports whether the revision has no such game, or none that compiles now.
func (d *Difference) New() bool { return d.was == nil }

// What happened to a thing.
const (
	added   = "added"
	removed = "removed"
	changed = "changed"
)

// ClauseChange is a changed clause. Before is nil for a new one, After for a removed one.
type ClauseChange struct {
	ID, What      string
	Before, After *source.Clause
}

// CardChange is a card with changed properties, text or data.
type CardChange struct {
	ID, Title, What string
	In              []string
}

// RuleChange is the changed places of a rulebook that implement some clauses.
type RuleChange struct {
	Rules         []string
	Before, After []Line

	nodes []int // of the present rulebook
}

// Line is a line of a rulebook.
type Line struct {
	File string
	Line int
	Text string
}

// TraceChange is a scenario with a changed trace.
type TraceChange struct {
	Play       *corpus.Play // nil: it was removed
	Name, What string       // game/section/scenario
	Suspicious bool         // it executes no rule that changed
	Before     []byte
}

// Decrease is a figure of a section that has decreased.
type Decrease struct {
	Section, Title, What string
	Before, After        string
}

// compare computes the changes of a game; was is nil if there was none.
func compare(g, was *Game, against *Against, verdict *revision.Verdict) (*Difference, error) {
	d := &Difference{was: was}
	if was == nil {
		return d, nil
	}
	goldens, err := fs.Sub(against.Files, corpus.GoldensDir)
	if err != nil {
		return nil, err
	}
	if err := d.traces(g, goldens, verdict); err != nil {
		return nil, err
	}
	d.clauses(was, g)
	changed := revision.Compare(was.Game, g.Game)
	d.Beside = changed.Beside
	d.rules(was, g, changed)
	d.cards(was, g)
	d.fell(was, g)
	return d, nil
}

func (d *Difference) clauses(was, is *Game) {
	for i := range is.Book.Clauses {
		now := &is.Book.Clauses[i]
		switch then := was.Book.Clause(now.ID); {
		case then == nil:
			d.Clauses = append(d.Clauses, ClauseChange{now.ID, added, nil, now})
		case then.Title != now.Title || then.Text != now.Text || then.Kind != now.Kind || then.Reason != now.Reason:
			d.Clauses = append(d.Clauses, ClauseChange{now.ID, changed, then, now})
		}
	}
	for i := range was.Book.Clauses {
		if then := &was.Book.Clauses[i]; is.Book.Clause(then.ID) == nil {
			d.Clauses = append(d.Clauses, ClauseChange{then.ID, removed, then, nil})
		}
	}
}

// rules groups the changed places by their clauses, in the order of the rulebook.
func (d *Difference) rules(was, is *Game, changes *revision.Difference) {
	at := map[string]int{}
	gather := func(g *Game, changed []bool, lines func(*RuleChange) *[]Line, place func(*RuleChange, int)) {
		for i, yes := range changed {
			n := &g.Def.Nodes[i]
			if !yes || n.File == "" {
				continue
			}
			key := strings.Join(n.Rules, " ")
			if _, ok := at[key]; !ok {
				at[key] = len(d.Rules)
				d.Rules = append(d.Rules, RuleChange{Rules: n.Rules})
			}
			place(&d.Rules[at[key]], i)
			list := lines(&d.Rules[at[key]])
			for _, l := range g.statement(n.File, int(n.Line)) {
				if !slices.Contains(*list, l) {
					*list = append(*list, l)
				}
			}
		}
	}
	gather(is, changes.New, func(r *RuleChange) *[]Line { return &r.After }, func(r *RuleChange, node int) { r.nodes = append(r.nodes, node) })
	gather(was, changes.Old, func(r *RuleChange) *[]Line { return &r.Before }, func(*RuleChange, int) {})
	for i := range d.Rules {
		slices.SortStableFunc(d.Rules[i].Before, byPlace)
		slices.SortStableFunc(d.Rules[i].After, byPlace)
	}
}

func byPlace(a, b Line) int {
	if a.File != b.File {
		return strings.Compare(a.File, b.File)
	}
	return a.Line - b.Line
}

// maxStatement is how many lines of a statement are compared.
const maxStatement = 40

// statement returns the line of the rulebook, and the more indented lines below it.
func (g *Game) statement(file string, line int) []Line {
	text, found := g.Book.Source(file), line > 0 // not split: a page may have thousands of statements
	for i := 1; i < line && found; i++ {
		_, text, found = bytes.Cut(text, []byte("\n"))
	}
	var out []Line
	for n := line; found && len(out) < maxStatement; n++ {
		var begin []byte
		begin, text, found = bytes.Cut(text, []byte("\n"))
		l := string(bytes.TrimRight(begin, "\r"))
		if len(out) > 0 && (strings.TrimSpace(l) == "" || indentation(l) <= indentation(out[0].Text)) {
			break
		}
		out = append(out, Line{file, n, l})
	}
	return out
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

func (d *Difference) cards(was, is *Game) {
	for i, c := range is.Def.Cards {
		j := was.cardIndex(c.ID)
		if j < 0 {
			d.Cards = append(d.Cards, CardChange{ID: c.ID, Title: c.Title, What: added})
			continue
		}
		var in []string
		now, then := is.card(&Page{}, i), was.card(&Page{}, j)
		if now.Title != then.Title || fmt.Sprint(now.Facts) != fmt.Sprint(then.Facts) {
			in = append(in, "what is printed on it")
		}
		rules := slices.Concat(now.rules(), then.rules())
		if slices.ContainsFunc(d.Clauses, func(k ClauseChange) bool { return slices.Contains(rules, k.ID) }) {
			in = append(in, "its text")
		}
		if slices.ContainsFunc(d.Rules, func(r RuleChange) bool {
			return slices.ContainsFunc(r.Rules, func(rule string) bool { return slices.Contains(rules, rule) && strings.HasPrefix(rule, c.ID) })
		}) {
			in = append(in, "its data")
		}
		if len(in) > 0 {
			d.Cards = append(d.Cards, CardChange{c.ID, c.Title, changed, in})
		}
	}
	for _, c := range was.Def.Cards {
		if is.cardIndex(c.ID) < 0 {
			d.Cards = append(d.Cards, CardChange{ID: c.ID, Title: c.Title, What: removed})
		}
	}
}

func (g *Game) cardIndex(id string) int {
	for i := range g.Def.Cards {
		if g.Def.Cards[i].ID == id {
			return i
		}
	}
	return -1
}

// rules lists the clauses of a card.
func (c *card) rules() []string {
	var out []string
	for _, s := range c.Sides {
		for _, k := range s.Clauses {
			out = append(out, k.ID)
		}
	}
	return out
}

// traces compares the traces with the old goldens.
func (d *Difference) traces(g *Game, goldens fs.FS, verdict *revision.Verdict) error {
	for _, p := range g.Plays {
		name := p.Case.Name()
		before, err := golden.Read(goldens, name)
		switch {
		case isMissing(err):
			d.Traces = append(d.Traces, TraceChange{Play: p, Name: name, What: added})
		case err != nil:
			return err
		case !bytes.Equal(before, p.Trace()):
			suspicious := slices.Contains(verdict.Suspicious, name)
			if suspicious {
				d.Suspicious++
			}
			d.Traces = append(d.Traces, TraceChange{p, name, changed, suspicious, before})
		}
	}
	for _, c := range d.was.Cases {
		if g.cases[c.Script.ID()] == nil {
			d.Traces = append(d.Traces, TraceChange{Name: c.Name(), What: removed})
		}
	}
	return nil
}

// fell finds the sections with a lower figure than before.
func (d *Difference) fell(was, is *Game) {
	add := func(number, title, what string, a, b, of, then int) {
		if of > 0 && then > 0 && b*then < a*of {
			d.Fell = append(d.Fell, Decrease{number, title, what, fmt.Sprintf("%d of %d", a, then), fmt.Sprintf("%d of %d", b, of)})
		}
	}
	for i := range is.Coverage.Sections {
		s := &is.Coverage.Sections[i]
		then := was.sectionCount(s.Number)
		if then == nil {
			continue
		}
		now := &s.Count
		add(s.Number, s.Title, "clauses shown", then.Covered, now.Covered, now.Rules, then.Rules)
		add(s.Number, s.Title, "places executed or explained", then.Executed+then.NodesWhy, now.Executed+now.NodesWhy, now.Nodes, then.Nodes)
		add(s.Number, s.Title, "conditions seen both ways or explained", then.BothWays+then.OneWayWhy, now.BothWays+now.OneWayWhy, now.Conditions, then.Conditions)
		d.scoreFell(was.scoreOf(s.Number), is.scoreOf(s.Number), s)
	}
}

func (d *Difference) scoreFell(then, now *mutation.Count, s *coverage.Section) {
	if then == nil || now == nil {
		return
	}
	percent := func(what string, a, b int) {
		if b < a {
			d.Fell = append(d.Fell, Decrease{s.Number, s.Title, what, fmt.Sprintf("%d %%", a), fmt.Sprintf("%d %%", b)})
		}
	}
	percent("changes noticed", then.Score(), now.Score())
	percent("changes noticed without goldens", then.Expected(), now.Expected())
}
