// This file tells which clauses are shown: a change at a place of theirs fails a scenario that names them, whatever the
// goldens say.

package mutation

import (
	"runtime"
	"slices"
	"sync"

	"rulebound/conformance/corpus"
	"rulebound/engine"
	"rulebound/engine/def"
)

// Shown tells of each clause at whose places something can be changed whether one of the changes makes a scenario fail
// that names the clause: by an expectation, or because its answers do not fit any more. Traces are not compared. section
// holds it to the clauses of a section, as Config does. progress is called now and then, never by two goroutines at once.
// The error is that of loading the unchanged game.
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

// showing is what is known so far.
type showing struct {
	base    *baseline
	clauses map[string]bool // those that are looked at

	mu     sync.Mutex
	shown  map[string]bool
	done   int
	total  int
	report func(done, total int)
}

// of gives the clauses of a change that are looked at.
func (s *showing) of(m *Mutant) []string {
	return slices.DeleteFunc(slices.Clone(m.Rules), func(r string) bool { return !s.clauses[r] })
}

// open gives the clauses of a change that nothing has shown yet.
func (s *showing) open(m *Mutant) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(s.of(m), func(r string) bool { return s.shown[r] })
}

// try makes the change, plays the scenarios that come there and name a clause of it which nothing has shown, and takes
// the change back.
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

// failing makes the change and gives the scenarios that fail by it, of those that come there and are wanted, until it is
// enough. A change that leaves no game fails none.
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
