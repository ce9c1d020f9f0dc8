// This file counts the outcomes of changes by section and clause.

package mutation

import (
	"cmp"
	"slices"

	"rulebound/compiler/source"
	"rulebound/conformance/corpus"
)

// Version is the version of the report's JSON form.
const Version = 2

// Report is the result of a run on a game.
type Report struct {
	Version   int           `json:"version"`
	Game      string        `json:"game"`
	Scenarios int           `json:"scenarios"`
	Excluded  []Excluded    `json:"excluded"` // scenarios that fail on the unchanged game
	Total     Count         `json:"total"`
	Kinds     []Kind        `json:"kinds"`
	Sections  []Section     `json:"sections"`
	Survivors []Survivor    `json:"survivors"`
	Traced    []Survivor    `json:"traced"` // noticed only by goldens
	Unreached []Mutant      `json:"unreached"`
	Stale     []Explanation `json:"stale"` // explanations of changes that do not survive

	game     *corpus.Game
	list     []*Mutant
	outcomes []outcome
	found    []outcome // before explanations are applied
}

// Count counts changes by outcome. Reached is the number of those at a place that a scenario executes: the sum of Killed,
// Traced, Survived and Explained.
type Count struct {
	Reached   int `json:"reached"`
	Killed    int `json:"killed"` // an expectation notices
	Traced    int `json:"traced"` // no expectation notices, but a golden does
	Survived  int `json:"survived"`
	Explained int `json:"explained"` // survivors that the game explains or another game's expectations notice, not counted in Survived
	Unreached int `json:"unreached"`
}

func (c *Count) add(f outcome) {
	switch f {
	case notReached:
		c.Unreached++
	case killed:
		c.Reached++
		c.Killed++
	case traced:
		c.Reached++
		c.Traced++
	case survived:
		c.Reached++
		c.Survived++
	case explained:
		c.Reached++
		c.Explained++
	}
}

// Score returns the percentage, rounded down, of the reached and not explained changes that expectations or goldens notice;
// 100 if there are no such changes.
func (c Count) Score() int { return c.share(c.Killed + c.Traced) }

// Expected returns the score of expectations alone.
func (c Count) Expected() int { return c.share(c.Killed) }

func (c Count) share(n int) int {
	if c.Reached == c.Explained {
		return 100
	}
	return 100 * n / (c.Reached - c.Explained)
}

// Kind counts the changes of one kind.
type Kind struct {
	Kind  string `json:"kind"`
	Count Count  `json:"count"`
}

// Section counts the changes of a section, each of them once.
type Section struct {
	Number  string   `json:"section"`
	Title   string   `json:"title"`
	Count   Count    `json:"count"`
	Clauses []Clause `json:"clauses"`
}

// Clause counts the changes of a clause. A change at a place that belongs to several clauses counts with each.
type Clause struct {
	ID    string `json:"id"`
	Title string `json:"title,omitempty"`
	Count Count  `json:"count"`
}

// Survivor is a change that no expectation notices, although Scenarios reach its place.
type Survivor struct {
	Mutant
	Scenarios []string `json:"scenarios"`
	Why       string   `json:"why,omitempty"` // its explanation

	Refuted *Refutation `json:"refuted,omitempty"` // the play that refutes its explanation

	at        int // index in the report's list
	traceOnly bool
}

// kinds lists the kinds of changes in the order of reports.
var kinds = []string{Comparison, Constant, Arithmetic, Operand, Condition, Branch, Effect, Bound, Cost, Limit, Row, Hook, Filter, Narrower, Area, Ally, Direction,
	Destination, Status, Decider, Track, Preference}

func newReport(game *corpus.Game, base *baseline, list []*Mutant, outcomes []outcome, known claims) *Report {
	found := slices.Clone(outcomes)
	why, stale := explain(list, outcomes, known)
	r := &Report{Version: Version, Game: game.ID, Scenarios: len(base.plays), Excluded: base.excluded, Survivors: []Survivor{}, Traced: []Survivor{}, Unreached: []Mutant{}, Stale: stale,
		game: game, list: list, outcomes: outcomes, found: found}
	if r.Excluded == nil {
		r.Excluded = []Excluded{}
	}
	for i, m := range list {
		switch outcomes[i] {
		case survived, explained, traced:
			s := Survivor{Mutant: *m, at: i}
			if x := why[i]; x != nil {
				s.Why, s.traceOnly = x.Why, x.Trace
			}
			for _, i := range base.order(m, m.reach) {
				s.Scenarios = append(s.Scenarios, base.plays[i].script.ID())
			}
			if found[i] == traced {
				r.Traced = append(r.Traced, s)
			} else {
				r.Survivors = append(r.Survivors, s)
			}
		case notReached:
			r.Unreached = append(r.Unreached, *m)
		}
	}
	r.count()
	return r
}

// count computes the counts from the outcomes.
func (r *Report) count() {
	r.Total, r.Kinds = Count{}, []Kind{}
	for _, f := range r.outcomes {
		r.Total.add(f)
	}
	for _, k := range kinds {
		count := Count{}
		for i, m := range r.list {
			if m.Kind == k {
				count.add(r.outcomes[i])
			}
		}
		if count != (Count{}) {
			r.Kinds = append(r.Kinds, Kind{k, count})
		}
	}
	r.Sections = sections(r.game, r.list, r.outcomes)
}

// whole is the pseudo-clause that counts a whole section.
const whole = "*"

// inSection is a clause in its section.
type inSection struct{ section, clause string }

// counts has the counts of clauses and of whole sections.
type counts map[inSection]*Count

func (c counts) add(at inSection, f outcome) {
	if c[at] == nil {
		c[at] = &Count{}
	}
	c[at].add(f)
}

// sections returns the counts by section and clause, in the order of the rulebook's headings and clauses.
func sections(game *corpus.Game, list []*Mutant, outcomes []outcome) []Section {
	counted := counts{}
	var numbers []string
	for i, m := range list {
		rules := m.Rules
		if len(rules) == 0 {
			rules = []string{""}
		}
		var in []string
		for _, rule := range rules {
			s := sectionOf(game, rule)
			counted.add(inSection{s, rule}, outcomes[i])
			if !slices.Contains(numbers, s) {
				numbers = append(numbers, s)
			}
			if !slices.Contains(in, s) {
				in = append(in, s)
				counted.add(inSection{s, whole}, outcomes[i])
			}
		}
	}
	slices.SortStableFunc(numbers, func(a, b string) int { return cmp.Compare(placeOf(game, a), placeOf(game, b)) })
	out := []Section{}
	for _, number := range numbers {
		out = append(out, section(game, number, counted))
	}
	return out
}

// placeOf returns the sort key of a section: the order of the rulebook, then that of its libraries.
func placeOf(game *corpus.Game, number string) int {
	i := slices.IndexFunc(game.Book.Headings, func(h source.Heading) bool { return h.Number == number })
	if i < 0 || number == "" || number[0] < '0' || number[0] > '9' {
		return i + 2*len(game.Book.Headings) + 1
	}
	return i
}

func section(game *corpus.Game, number string, counted counts) Section {
	s := Section{Number: number, Count: *counted[inSection{number, whole}], Clauses: []Clause{}}
	for _, h := range game.Book.Headings {
		if h.Number == number && s.Title == "" {
			s.Title = h.Title
		}
	}
	if c := counted[inSection{number, number}]; c != nil && number != "" {
		s.Clauses = append(s.Clauses, Clause{ID: number, Count: *c})
	}
	for _, k := range game.Book.Clauses {
		if c := counted[inSection{number, k.ID}]; c != nil && k.ID != number {
			s.Clauses = append(s.Clauses, Clause{ID: k.ID, Title: k.Title, Count: *c})
		}
	}
	return s
}
