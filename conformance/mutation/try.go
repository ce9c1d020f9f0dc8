// This file finds out what becomes of the mutants. To load a game for each of them would take longer than to play it, so
// those that only change a formula are loaded many at a time: each of their formulas becomes a choice between what it is
// and what it is changed to, and a cell of the game says which mutant is meant.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// fate is what became of a mutant.
type fate int8

const (
	notReached fate = iota
	killed          // an expectation notices
	traced          // no expectation notices, but a golden does
	survived
	explained // nothing notices, and the game says why
	unfit     // the changed game cannot be loaded: it is no game
)

// worker finds out the fates of mutants of its own copy of a game.
type worker struct {
	base    *baseline
	def     *def.GameDef
	list    []*Mutant
	fates   []fate
	killers []int // plays whose expectations noticed something, the latest first
}

// maxKillers is how many killers are remembered: neighbours are mostly killed by the same scenarios.
const maxKillers = 6

// together is how many mutants are loaded as one game. The more there are, the slower it plays.
const together = 64

// batches cuts the mutants that a scenario comes to into work for one worker at a time.
func batches(list []*Mutant) [][]int {
	var out [][]int
	var batch []int
	for i, m := range list {
		if m.reach.empty() {
			continue
		}
		if batch = append(batch, i); len(batch) == together {
			out, batch = append(out, batch), nil
		}
	}
	if len(batch) > 0 {
		out = append(out, batch)
	}
	return out
}

// try finds out the fates of some mutants and tells of each when it is known.
func (w *worker) try(batch []int, known func(fate)) {
	var formulas []int
	for _, i := range batch {
		if w.list[i].choosable() {
			formulas = append(formulas, i)
		}
	}
	open := w.choosing(formulas)
	for _, i := range batch {
		if !slices.Contains(formulas, i) || !open {
			w.fates[i] = w.expectations(i)
		}
		if w.fates[i] == survived {
			w.fates[i] = w.goldens(w.list[i])
		}
		known(w.fates[i])
	}
}

// choosable tells whether the mutant can be one of several that are loaded as one game: it only changes formulas, none of
// which the engine looks into.
func (m *Mutant) choosable() bool {
	return len(m.swaps) == len(m.edits) && !slices.ContainsFunc(m.swaps, func(s swap) bool { return looksAhead(s.at) || looksAhead(&s.by) })
}

// looksAhead tells whether a condition asks for procedures: the engine looks into what they require to say what is missing.
func looksAhead(e *def.Expr) bool {
	switch e.Op {
	case def.OpAnd:
		return slices.ContainsFunc(e.Args, looksAhead)
	case def.OpPossible, def.OpPossibleDyn, def.OpAhead:
		return true
	}
	return false
}

// choosing finds out which of some mutants expectations notice, with all of them in one game; false if that is no game.
func (w *worker) choosing(batch []int) bool {
	if len(batch) == 0 {
		return true
	}
	cell := int64(w.def.Cells)
	w.def.Cells++
	w.def.Initial = append(w.def.Initial, 0)
	defer func() {
		w.def.Cells--
		w.def.Initial = w.def.Initial[:cell]
	}()
	for n, i := range batch {
		for _, s := range w.list[i].swaps {
			defer s.offer(cell, int64(n+1))()
		}
	}
	games := w.games()
	for n, i := range batch {
		w.def.Initial[cell] = int64(n + 1)
		fate, err := w.expected(w.list[i], games)
		if err != nil {
			return false
		}
		w.fates[i] = fate
	}
	return true
}

// offer makes the formula a choice: the other one where the cell holds n. It returns what takes that back.
func (s *swap) offer(cell, n int64) (undo func()) {
	old := *s.at
	number := def.Type{Kind: def.KInt}
	chosen := def.Expr{Op: def.OpEq, Type: truth, Args: []*def.Expr{{Op: def.OpCell, Type: number, I: cell}, {Op: def.OpConst, Type: number, I: n}}}
	*s.at = def.Expr{Op: def.OpIf, Type: old.Type, Args: []*def.Expr{&chosen, bare(&s.by), bare(&old)}, Node: old.Node}
	return func() { *s.at = old }
}

// expectations finds out whether expectations notice a mutant.
func (w *worker) expectations(i int) fate {
	m := w.list[i]
	defer m.make()()
	fate, err := w.expected(m, w.games())
	if err != nil {
		return unfit
	}
	return fate
}

// expected plays the scenarios that come to the place of a change which has been made, until an expectation notices it: the
// latest killers first.
func (w *worker) expected(m *Mutant, games games) (fate, error) {
	var tried set
	try := func(i int) (bool, error) {
		p := w.base.plays[i]
		tried.add(i)
		g, err := games(p, p.asks)
		if err != nil {
			return false, err
		}
		g.Allow(p.steps())
		if !p.fails(g) {
			return false, nil
		}
		w.killers = slices.DeleteFunc(w.killers, func(k int) bool { return k == i })
		w.killers = slices.Insert(w.killers, 0, i)
		w.killers = w.killers[:min(len(w.killers), maxKillers)]
		return true, nil
	}
	first := slices.DeleteFunc(slices.Clone(w.killers), func(i int) bool { return !m.reach.has(i) })
	for _, i := range append(first, w.base.order(m)...) {
		if tried.has(i) {
			continue
		}
		if hit, err := try(i); err != nil || hit {
			return killed, err
		}
	}
	return survived, nil
}

// goldens finds out whether goldens notice a mutant that no expectation notices.
func (w *worker) goldens(m *Mutant) fate {
	defer m.make()()
	games := w.games()
	for _, i := range w.base.order(m) {
		p := w.base.plays[i]
		watching := m.watched || p.asks
		g, err := games(p, watching)
		if err != nil {
			return unfit
		}
		g.Allow(p.steps())
		if p.notices(g, watching) {
			return traced
		}
	}
	return survived
}

// games gives the changed game for a scenario.
type games func(p *played, watching bool) (*engine.Game, error)

// games loads the worker's game as it is now, once for each way in which scenarios want it.
func (w *worker) games() games {
	loaded := map[string]*engine.Game{}
	return func(p *played, watching bool) (*engine.Game, error) {
		key := fmt.Sprint(watching, p.key)
		if g := loaded[key]; g != nil {
			return g, nil
		}
		g, err := load(w.def, p.options, watching)
		loaded[key] = g
		return g, err
	}
}
