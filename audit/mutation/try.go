// This file determines the outcomes of changes. Loading a game for each change would take longer than playing, so changes
// of formulas and instructions are loaded many at a time: each formula becomes a choice between the original and the changed
// one, each instruction becomes two (alternatives.go), and a cell of the game selects the change.

package mutation

import (
	"fmt"
	"slices"

	"rulebound/engine"
	"rulebound/engine/def"
)

// outcome is the outcome of a change.
type outcome int8

const (
	notReached outcome = iota
	killed             // an expectation notices
	traced             // no expectation notices, but a golden does
	survived
	explained // nothing notices it, and the game explains why
	unfit     // the changed game does not load
)

// worker determines the outcomes of changes of its own copy of a game.
type worker struct {
	base     *baseline
	def      *def.GameDef
	list     []*Mutant
	matters  []set // change -> plays in which it may matter
	outcomes []outcome
	strayed  map[int][]int // change that no expectation notices -> plays whose events differ
	killers  []int         // plays whose expectations noticed a change, the latest first
}

// maxKillers is the number of recent killers kept: the same scenarios mostly kill neighbouring changes.
const maxKillers = 6

// together is the number of changes loaded as one game. More changes make its plays slower.
const together = 64

// batches divides the reached changes into units of work.
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

// try determines the outcomes of a batch and calls known with each.
func (w *worker) try(batch []int, known func(outcome)) {
	var choices []int
	for _, i := range batch {
		if w.list[i].choosable() {
			choices = append(choices, i)
		}
	}
	loads := w.choosing(choices)
	for _, i := range batch {
		if !loads || !slices.Contains(choices, i) {
			w.expectations(i)
		}
		if w.outcomes[i] == survived {
			w.outcomes[i] = w.goldens(i)
		}
		delete(w.strayed, i)
		known(w.outcomes[i])
	}
}

// choosable reports whether the change can be loaded as one of several in a game: it only changes formulas and instructions, and
// no formula whose structure the engine examines.
func (m *Mutant) choosable() bool {
	return len(m.swaps)+len(m.replaced) == len(m.edits) && !slices.ContainsFunc(m.swaps, func(s swap) bool { return inspected(s.at) || inspected(&s.by) })
}

// inspected reports whether the engine examines the structure of a condition for refusals: the requirements of procedures that
// it queries, and arguments, which are refused with the clauses of the calling statement.
func inspected(e *def.Expr) bool {
	switch e.Op {
	case def.OpAnd:
		return slices.ContainsFunc(e.Args, inspected)
	case def.OpPossible, def.OpPossibleDyn, def.OpAhead:
		return true
	case def.OpLocal:
		return e.Type.Kind == def.KBool
	}
	return false
}

// choosing determines which changes expectations notice, with all of them in one game; it returns false if that game does not
// load.
func (w *worker) choosing(batch []int) bool {
	if len(batch) == 0 {
		return true
	}
	games, choose, undo := w.combine(batch)
	defer undo()
	for n, i := range batch {
		choose(n)
		if err := w.expected(i, games); err != nil {
			return false
		}
	}
	return true
}

// combine adds a batch of changes to the game. choose selects the change of an index in games loaded before and later.
func (w *worker) combine(batch []int) (games games, choose func(n int), undo func()) {
	cell := int64(w.def.Cells)
	w.def.Cells++
	w.def.Initial = append(w.def.Initial, 0)
	back := []func(){w.insert(batch, cell)}
	for n, i := range batch {
		for _, s := range w.list[i].swaps {
			back = append(back, s.offer(cell, int64(n+1)))
		}
	}
	loaded := w.games()
	games = func(p *played, watching bool) (*engine.Game, error) {
		g, err := loaded(p, watching)
		if g != nil { // with absent seats its definition is a copy
			g.Def().Initial[cell] = w.def.Initial[cell]
		}
		return g, err
	}
	return games, func(n int) { w.def.Initial[cell] = int64(n + 1) }, func() {
		for _, undo := range slices.Backward(back) {
			undo()
		}
		w.def.Cells--
		w.def.Initial = w.def.Initial[:cell]
	}
}

// offer makes the formula a choice that yields the changed one if the cell has the value n. It returns its inverse.
func (s *swap) offer(cell, n int64) (undo func()) {
	old := *s.at
	*s.at = def.Expr{Op: def.OpIf, Type: old.Type, Args: []*def.Expr{selects(cell, n), bare(&s.by), bare(&old)}, Node: old.Node}
	return func() { *s.at = old }
}

// selects returns the condition that the cell has the value n.
func selects(cell, n int64) *def.Expr {
	number := def.TInt
	return &def.Expr{Op: def.OpEq, Type: def.TBool, Args: []*def.Expr{{Op: def.OpCell, Type: number, I: cell}, {Op: def.OpConst, Type: number, I: n}}}
}

// expectations determines whether expectations notice a change.
func (w *worker) expectations(i int) {
	defer w.list[i].make()()
	if err := w.expected(i, w.games()); err != nil {
		w.outcomes[i] = unfit
	}
}

// expected plays the scenarios that reach a change, which has been applied, until an expectation notices it: the latest
// killers first.
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
			w.outcomes[i] = killed
			return nil
		case !same:
			strayed = append(strayed, k)
		}
	}
	w.outcomes[i], w.strayed[i] = survived, strayed
	return nil
}

// remember moves a play to the front of the killers.
func (w *worker) remember(play int) {
	w.killers = slices.DeleteFunc(w.killers, func(k int) bool { return k == play })
	w.killers = slices.Insert(w.killers, 0, play)
	w.killers = w.killers[:min(len(w.killers), maxKillers)]
}

// goldens determines whether goldens notice a change that no expectation notices. Differing events need not change the
// trace, which does not contain all of them, and watched values have not been compared yet.
func (w *worker) goldens(i int) outcome {
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

// noticed returns traced, or unfit if the changed game does not load.
func noticed(err error) outcome {
	if err != nil {
		return unfit
	}
	return traced
}

// games returns the changed game for a scenario.
type games func(p *played, watching bool) (*engine.Game, error)

// games loads the worker's game in its present form, once for each combination of options and watching.
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
