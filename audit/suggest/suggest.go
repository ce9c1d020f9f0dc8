// Package suggest finds missing scenarios. For a place of the rulebook that no scenario reaches, a condition that was
// seen one way only, or a change that no scenario notices, it searches for a play that shows it, makes the play as
// short as it can, and writes it as a scenario without an expectation. A person must add what the rule demands.
//
// The search is guided by coverage: it plays from the positions of scenarios, from set-ups and from random boards,
// varies what the place depends on, and continues plays that came near. The result depends only on the game, its
// scenarios and a seed; work is counted in answers, not in time.
//
// focus.go finds what a place depends on, vary.go changes positions, search.go plays, shrink.go shortens, write.go
// and claims.go write. docs/suggest.md is the reference.
package suggest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rulebound/audit/mutation"
	"rulebound/conformance/board"
	"rulebound/conformance/corpus"
	"rulebound/conformance/coverage"
	"rulebound/engine/def"
)

// Way is an outcome of a node.
type Way int8

// The outcomes of a node.
const (
	WayRun   Way = iota // it is reached
	WayTrue             // it is true; of a domain: a member is let in
	WayFalse            // it is false; of a domain: a member is kept out
)

// Place is the place of a target.
type Place struct {
	File  string   `json:"file"`
	Line  int      `json:"line"`
	Col   int      `json:"col"`
	What  string   `json:"what"` // the keyword of the statement
	Rules []string `json:"rules"`
	Open  string   `json:"open"` // what is missing: "not executed", "never true", or the description of a change
}

// String returns the place and what is missing.
func (p *Place) String() string {
	return strings.TrimSpace(fmt.Sprintf("%s:%d:%d %s, %s (%s)", p.File, p.Line, p.Col, p.What, p.Open, strings.Join(p.Rules, " ")))
}

// Config says what to search for, and the limit of work.
type Config struct {
	Section  string       // places of this section or clause and those below it; "": all
	At       string       // the place file:line or file:line:col, also with the end of the file's name only; "": any
	Seed     uint64       // another seed may find other plays
	Work     int          // total number of answers
	Boards   []board.Wish // wishes for random boards
	Progress func(found, total int)
	// Owns selects chapters, numbered from 0 in the order of their first places; nil: all.
	Owns func(chapter int) bool
}

// Result is the result of a search.
type Result struct {
	Found  []*Suggestion
	Missed []Place // targets not found, in the order of the rulebook, chapter by chapter
	Shown  int     // number of places that the suggestions show
	Work   int     // answers given
}

// Coverage searches for what plays of the game's cases leave open: places that are not executed, conditions seen one
// way only, and clauses without a scenario. It returns a result for each chapter with such places, nil for those that
// Owns excludes.
func Coverage(game *corpus.Game, plays []*corpus.Play, c Config) ([]*Result, error) {
	s := newSearch(game, &c)
	for _, x := range game.Open(plays) {
		for _, t := range openTargets(game.Def, &x) {
			if c.wants(game, &t.Place) {
				s.targets = append(s.targets, t)
			}
		}
	}
	for _, id := range game.Report(plays).Missing() {
		if slices.ContainsFunc(s.targets, func(t *target) bool { return slices.Contains(t.Rules, id) }) {
			continue // a scenario of that place will name it
		}
		t, err := clauseTarget(game, id)
		if err != nil {
			return nil, err
		}
		if t != nil && c.wants(game, &t.Place) {
			s.targets = append(s.targets, t)
		}
	}
	return s.result(c.Owns)
}

// Join merges the results of the chapters of a game.
func Join(chapters []*Result) *Result {
	all := &Result{Missed: []Place{}}
	for _, r := range chapters {
		all.Found, all.Missed = append(all.Found, r.Found...), append(all.Missed, r.Missed...)
		all.Shown, all.Work = all.Shown+r.Shown, all.Work+r.Work
	}
	return all
}

// clauseTarget returns a target that shows a clause: an executable place of it or, for a clause with declarations
// only, the first change of them; in both cases with the fewest other clauses. It returns nil if there is neither.
func clauseTarget(game *corpus.Game, id string) (*target, error) {
	var best *target
	executable := coverage.Executable(game.Def)
	for i := range game.Def.Nodes {
		if rules := game.Def.Nodes[i].Rules; executable[i] && slices.Contains(rules, id) && (best == nil || len(rules) < len(best.Rules)) {
			best = placeTarget(game.Def, int32(i), WayRun, "")
		}
	}
	if best == nil {
		changes, err := mutation.Changes(game, id)
		if err != nil {
			return nil, err
		}
		for _, x := range changes {
			if slices.Contains(x.Rules, id) && (best == nil || len(x.Rules) < len(best.Rules)) {
				best = changeTarget(game, x)
			}
		}
	}
	if best == nil {
		return nil, nil
	}
	best.Open = strings.TrimPrefix(best.Open+", no scenario of clause "+id, ", ")
	best.Rules = append([]string{id}, without(best.Rules, id)...)
	return best, nil
}

// Changes searches for plays that the changes, which must be of one list, affect. The results are as those of Coverage.
func Changes(game *corpus.Game, changes []*mutation.Change, c Config) ([]*Result, error) {
	s := newSearch(game, &c)
	for _, x := range changes {
		if t := changeTarget(game, x); c.wants(game, &t.Place) {
			s.targets = append(s.targets, t)
		}
	}
	return s.result(c.Owns)
}

// Clause searches for one play that shows a clause: a change of the clause's rules affects it or, if nothing can be
// changed, it reaches a place of the clause. The error says why no such play can exist.
func Clause(game *corpus.Game, id string, c Config) (*Result, error) {
	changes, err := mutation.Changes(game, id)
	if err != nil {
		return nil, err
	}
	s := newSearch(game, &c)
	s.one = true
	for _, x := range changes {
		if slices.Contains(x.Rules, id) {
			s.targets = append(s.targets, changeTarget(game, x))
		}
	}
	slices.SortStableFunc(s.targets, func(a, b *target) int { return cmp.Compare(len(a.Rules), len(b.Rules)) }) // those of this clause alone first
	executable := coverage.Executable(game.Def)
	for i := range game.Def.Nodes {
		if len(changes) == 0 && executable[i] && slices.Contains(game.Def.Nodes[i].Rules, id) {
			s.targets = append(s.targets, placeTarget(game.Def, int32(i), WayRun, "come to"))
		}
	}
	if len(s.targets) == 0 {
		return nil, fmt.Errorf("no play reaches clause %s: it says nothing that is carried out; write its scenario by hand, with an expectation that names the clause", id)
	}
	list, err := s.result(nil)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// changeTarget returns the target of a change, at its node.
func changeTarget(game *corpus.Game, x *mutation.Change) *target {
	t := &target{Place: Place{File: x.File, Line: x.Line, Col: x.Col, What: x.Kind, Rules: x.Rules, Open: x.Mutant.Change}, change: &changed{change: x}}
	at := slices.IndexFunc(game.Def.Nodes, func(n def.NodeDef) bool {
		return n.File == x.File && int(n.Line) == x.Line && int(n.Col) == x.Col
	})
	t.place.node = int32(max(at, 0))
	return t
}

// placeTarget returns the target of an outcome of a node.
func placeTarget(gd *def.GameDef, node int32, way Way, missing string) *target {
	n := &gd.Nodes[node]
	return &target{Place: Place{File: n.File, Line: int(n.Line), Col: int(n.Col), What: n.What, Rules: n.Rules, Open: missing}, place: place{node, way}}
}

// openTargets returns the targets for what is missing at a node.
func openTargets(gd *def.GameDef, x *coverage.Open) []*target {
	if !x.Executed {
		return []*target{placeTarget(gd, x.Node, WayRun, "not executed")}
	}
	yes, no := "never true", "never false"
	if x.Domain {
		yes, no = "never let in", "never kept out"
	}
	var out []*target
	if !x.Yes {
		out = append(out, placeTarget(gd, x.Node, WayTrue, yes))
	}
	if !x.No {
		out = append(out, placeTarget(gd, x.Node, WayFalse, no))
	}
	return out
}

// wants reports whether the configuration includes a place.
func (c *Config) wants(game *corpus.Game, p *Place) bool {
	return (c.Section == "" || coverage.Within(game.Book, c.Section, p.Rules)) && (c.At == "" || p.at(c.At))
}

// at reports whether a place is at file:line or file:line:col, where the file may be the end of its path.
func (p *Place) at(name string) bool {
	whole := "/" + p.File
	for _, place := range []string{fmt.Sprintf("%s:%d", whole, p.Line), fmt.Sprintf("%s:%d:%d", whole, p.Line, p.Col)} {
		if strings.HasSuffix(place, "/"+name) {
			return true
		}
	}
	return false
}

// aim determines what a target depends on.
func (s *search) aim(t *target) {
	copies := s.copies(t)
	t.focus = s.anatomy.focus(copies)
	if t.change != nil {
		for i := range s.game.Def.Vars {
			if slices.Contains(copies, s.game.Def.Vars[i].Node) {
				t.focus.bounds(s.anatomy, int32(i))
			}
		}
		t.change.change.Constants(func(was, is *def.Expr) { t.focus.differs(s.game.Def, was, is) })
	}
}

// copies returns the nodes of a target: a change applies to all copies of its place.
func (s *search) copies(t *target) []int32 {
	out := []int32{t.place.node}
	at := &s.game.Def.Nodes[t.place.node]
	for i := range s.game.Def.Nodes {
		if n := &s.game.Def.Nodes[i]; t.change != nil && n.File == at.File && n.Line == at.Line && n.Col == at.Col {
			out = add(out, int32(i))
		}
	}
	return out
}

// result runs the search, each chapter independently and with its share of the work, so that several processes can search chapters.
func (s *search) result(owns func(chapter int) bool) ([]*Result, error) {
	if _, err := s.table.load(nil); err != nil {
		return nil, err
	}
	for _, t := range s.targets {
		s.aim(t)
	}
	chapters, planted, shown, report := s.chapters(), false, 0, s.report
	if report != nil {
		s.report = func(found, _ int) { report(shown+found, len(s.targets)) }
	}
	out := make([]*Result, len(chapters))
	for i, targets := range chapters {
		if owns != nil && !owns(i) {
			continue
		}
		if !planted {
			s.plant()
			planted = true
		}
		out[i] = s.chapter(targets)
		shown += out[i].Shown
	}
	return out, nil
}

// chapters groups the targets by the first number of their first clause, in the order of appearance. A search for one play is not divided.
func (s *search) chapters() [][]*target {
	var out [][]*target
	at := map[string]int{}
	for _, t := range s.targets {
		name := ""
		if rules := s.clauses(t); len(rules) > 0 && !s.one {
			name = rules[0][:len(rules[0])-len(strings.TrimLeft(rules[0], "0123456789"))]
		}
		i, known := at[name]
		if !known {
			i = len(out)
			at[name], out = i, append(out, nil)
		}
		out[i] = append(out[i], t)
	}
	return out
}

// chapter searches for some of the targets, with their share of the work. It changes no state that other chapters use.
func (s *search) chapter(targets []*target) *Result {
	c, gen, painter, all := *s, *s.gen, *s.painter, len(s.targets)
	painter.gen = &gen
	c.gen, c.painter, c.targets, c.limit = &gen, &painter, targets, (s.limit*len(targets)+all-1)/all
	c.memory = slices.Clone(s.memory)
	for n := range c.memory {
		for way, kept := range c.memory[n] {
			c.memory[n][way] = slices.Clone(kept)
		}
	}
	for _, options := range slices.Sorted(maps.Keys(s.table.games)) { // coverage from earlier chapters is not new
		g := s.table.games[options]
		c.seen[g] = g.Coverage()
	}
	s.table.work, s.table.limit = 0, c.limit
	c.run()
	r := &Result{Found: c.found, Shown: c.done(), Work: s.table.work, Missed: []Place{}}
	for _, t := range targets {
		if !t.found {
			r.Missed = append(r.Missed, t.Place)
		}
	}
	return r
}
