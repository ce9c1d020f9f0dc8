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
	matters []set // mutant -> plays in which it may matter
	fates   []fate
	strayed map[int][]int // mutant that no expectation notices -> plays that take another course by it
	killers []int         // plays whose expectations noticed something, the latest first
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
		if !open || !slices.Contains(formulas, i) {
			w.expectations(i)
		}
		if w.fates[i] == survived {
			w.fates[i] = w.goldens(i)
		}
		delete(w.strayed, i)
		known(w.fates[i])
	}
}

// choosable reports whether the mutant can be one of several that are loaded as one game: it only changes formulas, none of
// which the engine looks into.
func (m *Mutant) choosable() bool {
	return len(m.swaps) == len(m.edits) && !slices.ContainsFunc(m.swaps, func(s swap) bool { return looksAhead(s.at) || looksAhead(&s.by) })
}

// looksAhead reports whether a condition asks for procedures: the engine looks into what they require to say what is missing.
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
	loaded := w.games()
	games := func(p *played, watching bool) (*engine.Game, error) {
		g, err := loaded(p, watching)
		if g != nil { // where seats do not play it has a definition of its own
			g.Def().Initial[cell] = w.def.Initial[cell]
		}
		return g, err
	}
	for n, i := range batch {
		w.def.Initial[cell] = int64(n + 1)
		if err := w.expected(i, games); err != nil {
			return false
		}
	}
	return true
}

// offer makes the formula a choice: the other one where the cell holds n. It returns what takes that back.
func (s *swap) offer(cell, n int64) (undo func()) {
	old := *s.at
	number := def.TInt
	chosen := def.Expr{Op: def.OpEq, Type: def.TBool, Args: []*def.Expr{{Op: def.OpCell, Type: number, I: cell}, {Op: def.OpConst, Type: number, I: n}}}
	*s.at = def.Expr{Op: def.OpIf, Type: old.Type, Args: []*def.Expr{&chosen, bare(&s.by), bare(&old)}, Node: old.Node}
	return func() { *s.at = old }
}

// expectations finds out whether expectations notice a mutant.
func (w *worker) expectations(i int) {
	defer w.list[i].make()()
	if err := w.expected(i, w.games()); err != nil {
		w.fates[i] = unfit
	}
}

// expected plays the scenarios that come to the place of a change which has been made, until an expectation notices it: the
// latest killers first.
func (w *worker) expected(i int, games games) error {
	m := w.list[i]
	var tried set
	var strayed []int
	first := slices.DeleteFunc(slices.Clone(w.killers), func(k int) bool { return !w.matters[i].has(k) })
	for _, k := range append(first, w.base.order(m, w.matters[i])...) {
		if tried.has(k) {
			continue
		}
		tried.add(k)
		p := w.base.plays[k]
		g, err := games(p, p.asks)
		if err != nil {
			return err
		}
		g.Allow(p.steps())
		switch failed, same := p.fails(g, p.asks); {
		case failed:
			w.remember(k)
			w.fates[i] = killed
			return nil
		case !same:
			strayed = append(strayed, k)
		}
	}
	w.fates[i], w.strayed[i] = survived, strayed
	return nil
}

// remember puts a play in front of the killers.
func (w *worker) remember(play int) {
	w.killers = slices.DeleteFunc(w.killers, func(k int) bool { return k == play })
	w.killers = slices.Insert(w.killers, 0, play)
	w.killers = w.killers[:min(len(w.killers), maxKillers)]
}

// goldens finds out whether goldens notice a mutant that no expectation notices, though some plays take another course by
// it: not all of a course is traced. Watched values have not been looked at yet.
func (w *worker) goldens(i int) fate {
	m, strayed := w.list[i], w.strayed[i]
	if len(strayed) == 0 && !m.watched {
		return survived
	}
	defer m.make()()
	games := w.games()
	notices := func(k int, always bool) (bool, error) {
		p := w.base.plays[k]
		watching := m.watched || p.asks
		g, err := games(p, watching)
		if err != nil {
			return false, err
		}
		g.Allow(p.steps())
		if !always {
			if _, same := p.fails(g, watching); same {
				return false, nil
			}
			g.Allow(p.steps())
		}
		return p.notices(g, watching), nil
	}
	for _, k := range strayed {
		if hit, err := notices(k, true); hit || err != nil {
			return noticed(err)
		}
	}
	if !m.watched {
		return survived
	}
	for _, k := range w.base.order(m, w.matters[i]) {
		if hit, err := notices(k, false); hit || err != nil {
			return noticed(err)
		}
	}
	return survived
}

// noticed is the fate of a mutant that a golden notices, unless it is none.
func noticed(err error) fate {
	if err != nil {
		return unfit
	}
	return traced
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
