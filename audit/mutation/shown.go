// This file finds the clauses that are shown: a change of the clause fails a scenario that lists it, regardless of goldens.

package mutation

import (
	"runtime"
	"slices"
	"sync"

	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Shown reports for each clause with changes whether one of them makes a scenario fail that lists the clause: by an
// expectation, or because an answer is no longer legal. Traces are not compared. section restricts the clauses as in Config.
// progress is called from time to time, never concurrently. The error is that of loading the unchanged game.
func Shown(game *corpus.Game, section string, progress func(done, total int)) (map[string]bool, error) {
	base, err := newBaseline(game)
	if err != nil {
		return nil, err
	}
	s := &showing{base: base, shown: map[string]bool{}, clauses: map[string]bool{}, report: progress}
	for _, c := range game.Book.Clauses {
		s.clauses[c.ID] = section == "" || within(game, []string{c.ID}, section)
	}
	list := func() ([]*Mutant, *def.GameDef) {
		gd := def.Clone(game.Def)
		return slices.DeleteFunc(mutants(gd, game.Book, base), func(m *Mutant) bool { return len(s.of(m)) == 0 }), gd
	}
	first, gd := list()
	s.total = len(first)
	for _, m := range first {
		for _, c := range s.of(m) {
			s.shown[c] = false
		}
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for w := range min(runtime.GOMAXPROCS(0), len(first)) {
		own, ownDef := first, gd
		if w > 0 {
			own, ownDef = list()
		}
		wg.Go(func() {
			for i := range next {
				s.try(ownDef, own[i])
			}
		})
	}
	for i := range first {
		next <- i
	}
	close(next)
	wg.Wait()
	return s.shown, nil
}

// showing is the state of a run of Shown.
type showing struct {
	base    *baseline
	clauses map[string]bool // those to report

	mu     sync.Mutex
	shown  map[string]bool
	done   int
	total  int
	report func(done, total int)
}

// of returns the clauses of a change that are to be reported.
func (s *showing) of(m *Mutant) []string {
	return slices.DeleteFunc(slices.Clone(m.Rules), func(r string) bool { return !s.clauses[r] })
}

// open returns the clauses of a change that are not yet shown.
func (s *showing) open(m *Mutant) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(s.of(m), func(r string) bool { return s.shown[r] })
}

// try plays the scenarios that reach a change and list a clause of it that is not yet shown, on the changed game.
func (s *showing) try(gd *def.GameDef, m *Mutant) {
	open := s.open(m)
	failed := s.base.failing(gd, m, func(p *played) bool {
		return slices.ContainsFunc(p.script.Rules, func(r string) bool { return slices.Contains(open, r) })
	}, func(p *played) bool {
		open = slices.DeleteFunc(open, func(r string) bool { return slices.Contains(p.script.Rules, r) })
		return len(open) == 0
	})
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range failed {
		for _, r := range p.script.Rules {
			if slices.Contains(m.Rules, r) && s.clauses[r] {
				s.shown[r] = true
			}
		}
	}
	s.done++
	s.report(s.done, s.total)
}

// failing returns the wanted scenarios that reach a change and fail on the changed game, until enough returns true; none if
// the changed game does not load.
func (b *baseline) failing(gd *def.GameDef, m *Mutant, wanted, enough func(*played) bool) []*played {
	defer m.make()()
	var out []*played
	games := map[string]*engine.Game{}
	for _, i := range b.order(m, m.reach) {
		p := b.plays[i]
		if !wanted(p) {
			continue
		}
		g := games[p.key]
		if g == nil {
			var err error
			if g, err = load(gd, p.options, true); err != nil {
				return nil
			}
			games[p.key] = g
		}
		g.Allow(p.steps())
		if failed, _ := p.fails(g, true); !failed {
			continue
		}
		out = append(out, p)
		if enough(p) {
			break
		}
	}
	return out
}
