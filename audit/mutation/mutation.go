// Package mutation tests the scenarios of a game by mutating its rules. It changes one place of a compiled game at a time
// (another comparison or constant, an effect or a condition left out, two branches swapped, a row of a table or a limit
// removed) and plays the scenarios that execute that place. A change is killed if an expectation or a trace of a scenario
// differs; otherwise it survives, and is listed with its clause as a hole in the scenarios.
//
// The parts: model.go maps each part of a game to its source, roots.go walks its formulas, survey.go records which scenarios
// execute them; formula.go, sets.go, another.go, preference.go, code.go and data.go list the changes, lay.go groups them,
// words.go spells them in the notation of the rulebook; play.go plays scenarios, try.go decides which changes they kill; report.go counts
// and report_text.go prints; explain.go and elsewhere.go match survivors with explanations.
// docs/mutation.md explains how to read the result.
package mutation

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"rulebound/conformance/corpus"
	"rulebound/engine/def"
)

// Kinds of changes, in the order in which reports list them.
const (
	Comparison = "comparison" // == and !=, < and <=, in and not in, any and every
	Constant   = "constant"   // a number one higher or lower, a name replaced by its neighbour
	Arithmetic = "arithmetic" // + and -, min and max, least and most, div and cdiv
	Operand    = "operand"    // a part of and, or, |, &, \ left out, a not left out
	Condition  = "condition"  // a condition of a domain, a precondition or a where left out
	Branch     = "branch"     // two branches swapped
	Effect     = "effect"     // a statement left out, or replaced by a related one
	Bound      = "bound"      // the minimum or maximum of a decision or of a track
	Cost       = "cost"       // a cost with its budget left out
	Limit      = "limit"      // a stacking limit, a cap, a tier left out or moved
	Row        = "row"        // a row of a table left out, an entry changed
	Hook       = "hook"       // an attachment of a lasting effect left out
	Filter     = "filter"     // a kind of pieces replaced by a wider one or by the neighbouring type
	Narrower   = "narrower"   // a kind of pieces replaced by one of its named parts, or one of its statuses removed
	Area       = "area"       // a set of spaces replaced by a subset, a superset or its complement; an adjacency dropped
	Ally       = "ally"       // a seat, or its pieces, replaced by another of its side
	Direction  = "direction"  // on a grid: another direction, one left out, another distance

	Destination = "destination" // pieces and cards go to another place
	Status      = "status"      // pieces take another status or mark
	Decider     = "decider"     // the next seat decides
	Track       = "track"       // another track is written or read
	Preference  = "preference"  // a preference of a decision left out, or swapped with the next
)

// Spot is a place of the rulebook.
type Spot struct {
	File  string   `json:"file"`
	Line  int      `json:"line"`
	Col   int      `json:"col"`
	Rules []string `json:"rules"` // its clauses, or its section
	what  string   // the keyword of the statement
}

// Mutant is a game with one change.
type Mutant struct {
	Kind    string `json:"kind"`
	Change  string `json:"change"`  // in the notation of the rulebook
	Excerpt string `json:"excerpt"` // the line of the rulebook
	Spot

	id      string // kind, place and path from there: the same in all games that use a library
	reach   set    // scenarios that reach it
	watched bool   // it may change the definition of watched values, not only when they change
	edits   []edit // the same change at all copies that the compiler made of the place
	swaps   []swap // the edits that replace formulas

	replaced []*def.Instr // instructions each replaced by one edit
}

// edit applies a change and returns its inverse.
type edit func() (undo func())

// swap replaces a formula by another.
type swap struct {
	at *def.Expr
	by def.Expr
}

// make applies the change and returns its inverse.
func (m *Mutant) make() (undo func()) {
	var done []func()
	for _, e := range m.edits {
		done = append(done, e())
	}
	return func() {
		for _, undo := range slices.Backward(done) {
			undo()
		}
	}
}

// Config configures a run.
type Config struct {
	Section   string                          // only changes of this section and its subsections; "": all
	Explained []Explanation                   // survivors that cannot be killed
	Owns      func(i int) bool                // only changes for whose index in the section it is true; nil: all
	Workers   int                             // 0: one for each processor
	Progress  func(done, total, survived int) // called from time to time, never concurrently
}

// Run applies each change of the game and reports which ones its scenarios notice. Scenarios that fail on the unchanged game
// are left out and listed in the report. Run fails if the unchanged game cannot be loaded, or if an explanation does not
// name exactly one change.
func Run(game *corpus.Game, config Config) (*Report, error) {
	base, err := newBaseline(game)
	if err != nil {
		return nil, err
	}
	inSection := func(m *Mutant) bool { return config.Section == "" || within(game, m.Rules, config.Section) }
	all := func() ([]*Mutant, *def.GameDef) {
		copied := def.Clone(game.Def)
		return mutants(copied, game.Book, base), copied
	}
	chosen := func(list []*Mutant) []*Mutant {
		list = slices.DeleteFunc(list, func(m *Mutant) bool { return !inSection(m) })
		if config.Owns == nil {
			return list
		}
		i := -1
		return slices.DeleteFunc(list, func(*Mutant) bool { i++; return !config.Owns(i) })
	}
	list := func() ([]*Mutant, *def.GameDef) {
		list, def := all()
		return chosen(list), def
	}
	first, gd := all()
	known, err := claimed(first, config.Explained)
	if err != nil {
		return nil, err
	}
	first = chosen(first)
	workers := config.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	spare, copied := list()
	matters := base.compete(gd, first, copied, spare, workers)
	t := &tally{total: len(first), report: config.Progress}
	outcomes := make([]outcome, len(first))
	for _, m := range first {
		if m.reach.empty() {
			t.add(notReached)
		}
	}
	todo := batches(first)
	var wg sync.WaitGroup
	next := make(chan []int)
	for n := range min(workers, len(todo)) {
		w := &worker{base: base, def: gd, list: first, matters: matters, outcomes: outcomes, strayed: map[int][]int{}}
		if n > 0 {
			w.list, w.def = list()
		}
		wg.Go(func() {
			for batch := range next {
				w.try(batch, t.add)
			}
		})
	}
	for _, batch := range todo {
		next <- batch
	}
	close(next)
	wg.Wait()
	return newReport(game, base, first, outcomes, known), nil
}

// within reports whether one of the clauses has the given id or is in the section of that number or a subsection.
func within(game *corpus.Game, rules []string, section string) bool {
	for _, r := range rules {
		for _, s := range []string{r, sectionOf(game, r)} {
			if s == section || strings.HasPrefix(s, section+".") || strings.HasPrefix(s, section+"-") {
				return true
			}
		}
	}
	return false
}

// sectionOf returns the section of a clause; of a section, itself.
func sectionOf(game *corpus.Game, rule string) string {
	for _, c := range game.Book.Clauses {
		if c.ID == rule {
			return c.Section
		}
	}
	return rule
}

// tally counts finished changes and reports progress.
type tally struct {
	mu              sync.Mutex
	done, survivors int
	total           int
	report          func(done, total, survived int)
}

func (t *tally) add(f outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done++
	if f == survived {
		t.survivors++
	}
	if t.report != nil {
		t.report(t.done, t.total, t.survivors)
	}
}

// mutants lists the changes of a game, sorted by their place in the rulebook. Lists made from copies of one game are equal;
// their edits change the copy from which they were made.
func mutants(gd *def.GameDef, book Book, base *baseline) []*Mutant {
	l := newLister(gd, book, base)
	l.code()
	l.decisions()
	l.rules()
	l.data()
	slices.SortStableFunc(l.list, func(a, b *Mutant) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col), strings.Compare(a.Kind, b.Kind))
	})
	return l.list
}
